"""`casefile hint`: what would be best in a position, or what a bot would do, from what the seat to move knows."""

import argparse
import json

from rich.console import Console
from rich.table import Table

from casefile.bots.base import Decision, Situation
from casefile.cli.common import Commands, add_language, read_file, say_who_plays, whole
from casefile.core.state import NOBODY, State
from casefile.errors import CasefileError
from casefile.players import LEVELS, close_bot, make_bot
from casefile.study.hints import Adviser
from casefile.text.language import Speaker
from casefile.text.languages import ENGLISH, wanted
from casefile.text.position import read_position


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("hint", help="what would be best in a position, and why")
    parser.add_argument("position", metavar="POSITION.json", help="- for standard input")
    parser.add_argument("--seat", type=whole, metavar="N", help="for whom, if several have to choose")
    parser.add_argument("--bot", metavar="BOT", help=f"what this one would do: {', '.join(LEVELS)}")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same answer from a bot")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask the judge of reviews, or a bot; each gets the seat's view and nothing else."""
    # Data must not change with the environment of the person who asks for them.
    language = wanted(options.language or (ENGLISH if options.json else None))
    rules, state = read_position(read_file(options.position))
    speaker = Speaker(rules, language=language)
    seat = seat_to_move(state, options.seat)
    situation = Situation(rules.view(state, seat), rules.legal(state, seat), rules.target, options.seed)
    if options.bot is not None:
        say_who_plays([options.bot], rules)
    bot = Adviser(rules) if options.bot is None else make_bot(options.bot, rules)
    try:
        decision = bot.decide(situation)
    finally:
        close_bot(bot)
    if options.json:
        print(json.dumps(hint_to_dict(speaker, seat, decision), ensure_ascii=False, indent=2))
    else:
        tell(speaker, seat, decision)
    return 0


def seat_to_move(state: State, wish: int | None) -> int:
    """The seat that has to choose; of several, the one that was asked for, or the first."""
    if state.actor() == NOBODY:
        raise CasefileError("the round is over: there is nothing to choose")
    if wish is None:
        return state.actor()
    if not (wish < state.seats and state.actors() >> wish & 1):
        choosing = [str(seat) for seat in range(state.seats) if state.actors() >> seat & 1]
        raise CasefileError(f"--seat: it is for seat {' or '.join(choosing)} to choose, not for {wish}")
    return wish


def hint_to_dict(speaker: Speaker, seat: int, decision: Decision) -> dict[str, object]:
    """A decision as JSON data, with the reason as a sentence and as data to translate."""
    rules = speaker.rules
    reason = decision.reason
    return {
        "seat": seat,
        "action": rules.actions[decision.action].text,
        "reason": speaker.reason(reason),
        "because": {
            "key": reason.key,
            "cards": [rules.face_names[face] for face in reason.faces],
            "number": reason.number,
        },
        "candidates": [
            {
                "action": rules.actions[candidate.action].text,
                "points": round(candidate.points, 1),
                "chance": round(candidate.chance, 3),
                "tries": candidate.tries,
            }
            for candidate in decision.candidates
        ],
    }


def tell(speaker: Speaker, seat: int, decision: Decision) -> None:
    """A decision in words, and the candidates in a table."""
    rules = speaker.rules
    print(f"{seat}: {rules.actions[decision.action].text}")
    print(speaker.advice(decision))
    if not decision.candidates:
        return
    words = speaker.words["hint"]
    table = Table(*words["candidates"], box=None)
    for candidate in decision.candidates:
        mark = "→" if candidate.action == decision.action else ""
        action = rules.actions[candidate.action].text
        points = f"{candidate.points:+.1f}".replace(".", words["decimal"])
        table.add_row(mark, action, points, f"{candidate.chance:.0%}", str(candidate.tries))
    Console().print(table)
