"""`casefile legal`, `casefile apply` and `casefile score`: questions about a position."""

import argparse
import json
from typing import Any

from casefile.cli.common import Commands, read_file
from casefile.core.frozen import CULPRIT_KEY
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.text.language import Speaker
from casefile.text.notation import Notation
from casefile.text.position import read_position, write_position


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
    score.set_defaults(run=run_score)


def run_legal(options: argparse.Namespace) -> int:
    """Every legal action, one a line."""
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
    print(json.dumps(score_to_dict(rules, rules.score(state)), ensure_ascii=False, indent=2))
    return 0


def score_to_dict(rules: Rules, result: RoundScore) -> dict[str, Any]:
    """A score as JSON data."""
    speaker = Speaker(rules)
    return {
        "outcome": result.outcome,
        CULPRIT_KEY: rules.deck.names[result.culprit] if result.culprit >= 0 else None,
        "shut_out": result.shut_out if result.shut_out >= 0 else None,
        "sides": [
            {
                "plus": side.plus,
                "minus": side.minus,
                "bonus": side.bonus,
                "total": side.total(),
                "lines": [list(line) for line in speaker.score_lines(result, number)],
            }
            for number, side in enumerate(result.sides)
        ],
    }
