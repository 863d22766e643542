"""`casefile legal`, `casefile apply` and `casefile score`: questions about a position."""

import argparse
import json

from casefile.cli.common import Commands, add_language, read_file
from casefile.text.language import Speaker
from casefile.text.languages import ENGLISH, wanted
from casefile.text.notation import Notation
from casefile.text.position import read_position, write_position
from casefile.text.score import score_to_dict


def add_commands(commands: Commands) -> None:
    """Tell the parser about these commands."""
    legal = commands.add_parser("legal", help="list the legal actions of a position")
    legal.add_argument("position", metavar="POSITION.json", help="- for standard input")
    legal.set_defaults(run=run_legal)
    apply = commands.add_parser("apply", help="carry out actions on a position")
    apply.add_argument("position", metavar="POSITION.json", help="- for standard input")
    apply.add_argument("actions", metavar="ACTION", nargs="*", help='such as "1: draw file"')
    apply.add_argument("--seed", default="0", metavar="N", help="decides shuffles")
    apply.set_defaults(run=run_apply)
    score = commands.add_parser("score", help="score a round that is over")
    score.add_argument("position", metavar="POSITION.json", help="- for standard input")
    add_language(score, "English")
    score.set_defaults(run=run_score)


def run_legal(options: argparse.Namespace) -> int:
    """Print every legal action, one per line."""
    rules, state = read_position(read_file(options.position))
    notation = Notation(rules)
    lines = []
    for seat in range(state.seats):
        if state.actors() >> seat & 1:
            lines += [notation.write(seat, action) for action in rules.legal(state, seat)]
    for line in sorted(lines):
        print(line)
    return 0


def run_apply(options: argparse.Namespace) -> int:
    """The position after the actions."""
    rules, state = read_position(read_file(options.position))
    state.seed = options.seed
    notation = Notation(rules)
    for action in options.actions:
        notation.play(state, action)
    print(write_position(rules, state))
    return 0


def run_score(options: argparse.Namespace) -> int:
    """The points of a round that is over."""
    rules, state = read_position(read_file(options.position), scoring=True)
    score = score_to_dict(rules, rules.score(state), Speaker(rules, language=wanted(options.language or ENGLISH)))
    print(json.dumps(score, ensure_ascii=False, indent=2))
    return 0
