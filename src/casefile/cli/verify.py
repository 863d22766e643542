"""`casefile verify`: was the deal of a match chosen by nobody?"""

import argparse

from casefile.cli.common import Commands, read_match
from casefile.proof import verify


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("verify", help="check that nobody chose the deals of a server's match")
    parser.add_argument("record", metavar="RECORD", help="- for standard input")
    parser.add_argument("--commitment", metavar="HEX", help="what the server showed before the deal")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check secret, commitment, entropy, seed, and that all of it replays."""
    match = verify(read_match(options.record), options.commitment)
    actions = sum(len(played.actions) for played in match.rounds)
    print(
        f"The deal was chosen by nobody: commitment, secret, entropy and seed fit together, and all {actions} actions"
    )
    rounds = len(match.rounds)
    print(f"of {rounds} round{'s' if rounds > 1 else ''} follow from that seed.")
    if options.commitment is None:
        print("Give --commitment with what the server showed before the deal, to be sure that it was this very one.")
    return 0
