"""`casefile replay`: a recorded match in words."""

import argparse
import json
import sys

from rich.console import Console

from casefile.cli.common import Commands, add_language, read_match, whole
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.players.play import decisions_of
from casefile.text.language import Speaker
from casefile.text.languages import wanted
from casefile.text.record import Early, read_early, read_record
from casefile.text.seen import situation_to_dict


def add_commands(commands: Commands) -> None:
    """Tell the parser about this command."""
    parser = commands.add_parser("replay", help="tell a recorded match in words")
    parser.add_argument("record", metavar="RECORD", help="- for standard input")
    parser.add_argument("--step", action="store_true", help="wait for Enter after every action")
    parser.add_argument("--seat", type=whole, metavar="N", help="only what this seat could see")
    parser.add_argument("--round", type=whole, metavar="N", help="only this round")
    parser.add_argument("--inputs", action="store_true", help="print what a bot gets for every decision, as JSON")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the whole record, then tell it."""
    text = read_match(options.record)
    match, names = read_record(text)
    if options.seat is not None and options.seat >= match.rules.seats:
        raise CasefileError(f"--seat: there is no seat {options.seat}; seats are 0 to {match.rules.seats - 1}")
    if options.round is not None and not 1 <= options.round <= len(match.rounds):
        raise CasefileError(f"--round: the record has the rounds 1 to {len(match.rounds)}")
    if options.step and options.record == "-":
        raise CasefileError("--step: needs standard input for Enter, so name the record's file")
    if options.inputs:
        print_inputs(match, options.seat, options.round)
        return 0
    speaker = Speaker(match.rules, names, wanted(options.language))
    if options.step:
        print(speaker.say("replay", "step"))
    teller = Teller(speaker, options.seat, options.round, step=options.step)
    read_record(text, teller.watch)
    teller.finish(match, read_early(text, match))
    return 0


def print_inputs(match: Match, seat: int | None, only_round: int | None) -> None:
    """For every decision the line that a program would get for it."""
    rounds = [number for number, played in enumerate(match.rounds, 1) for _ in played.actions]
    for number, (situation, _) in zip(rounds, decisions_of(match), strict=True):
        if seat in (None, situation.view.seat) and only_round in (None, number):
            print(json.dumps(situation_to_dict(match.rules, situation), ensure_ascii=False))


class Teller:
    """Tells what is new after every action."""

    def __init__(self, speaker: Speaker, seat: int | None, only_round: int | None, *, step: bool) -> None:
        self.speaker = speaker
        self.seat = seat
        self.only_round = only_round
        self.step = step
        self.round = 0
        self.told = 0
        self.console = Console(highlight=False)

    def say(self, line: str) -> None:
        """A line, broken between words on a terminal."""
        self.console.print(line, markup=False, soft_wrap=not self.console.is_terminal)

    def watch(self, match: Match) -> None:
        """Called after every deal and action."""
        number = len(match.rounds)
        shown = self.only_round in (None, number)
        if number != self.round:
            self.round = number
            self.told = 0
            if shown:
                dealer = self.speaker.seats[match.round.dealer]
                self.say("\n" + self.speaker.say("phrases", "round", number=number, who=dealer))
        if not shown:
            return
        news = [event if self.seat is None else event.seen_by(self.seat) for event in match.events()[self.told :]]
        for seen in news:
            if seen is not None:
                self.say(self.speaker.event(seen))
        self.told = len(match.events())
        if match.round.result is not None:
            self.tell_result(match)
        if self.step and any(news):
            self.wait()  # not where nothing was told: that would tell that somebody was asked

    def tell_result(self, match: Match) -> None:
        """How the round came out, and the scores after it."""
        result = match.round.result
        assert result is not None
        self.say(self.speaker.outcome(result))
        for side in range(match.rules.sides):
            who, points = self.speaker.side(side), f"{result.sides[side].total():+}"
            self.say("  " + self.speaker.say("replay", "points", who=who, number=points, total=match.scores[side]))
            for label, number in self.speaker.score_lines(result, side):
                self.say(f"    {number:+4}  {label}")

    def wait(self) -> None:
        """Until Enter; at the end of the input the rest is told in one go."""
        if sys.stdin.readline() == "":
            self.step = False

    def finish(self, match: Match, early: Early | None) -> None:
        """Who won, by points or because the match ended early."""
        winner = match.winner()
        if winner is None and early is not None:
            how = "given-up" if early.by_resignation else "early"
            self.say("\n" + self.speaker.say("replay", how, who=self.speaker.side(early.winner)))
        elif winner is None:
            self.say("\n" + self.speaker.say("replay", "unfinished"))
        else:
            self.say("\n" + self.speaker.won(winner, match.scores[winner]))
