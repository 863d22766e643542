"""Moments of a recorded match: what a seat knew, what would have come of another action, and how to play on from there.

All of it runs in a process of its own.
"""

from typing import NamedTuple

import msgspec

from casefile.core.actions import NO_ACTION
from casefile.core.state import OVER
from casefile.errors import CasefileError, show
from casefile.match import Anew, Match
from casefile.server import bodies
from casefile.server.replays import CHANCE, POINT, Watcher, option
from casefile.server.room import game_key
from casefile.study.belief import hidden_cards, whereabouts
from casefile.study.whatif import Advisers, play_on
from casefile.text.language import Speaker
from casefile.text.notation import Notation
from casefile.text.record import read_record, write_record


def belief(text: str, step: int, seat: int) -> bytes:
    """What a perfect memory in a seat knew at a moment of a record, and how likely each hidden card was where."""
    played, _ = read_record(text)
    rules = played.rules
    if seat >= rules.seats:
        raise CasefileError(f"seat: must be 0 to {rules.seats - 1}, not {seat}")
    match = played.until(step)
    view = rules.view(match.state, seat)
    found = whereabouts(rules, view, match.target)
    lying = hidden_cards(rules, match.state, view)
    rows = []
    for kind, name in enumerate(rules.deck.names):
        known, lies = ([row[kind] for row in table] for table in (found.known, lying))
        expected = [round(row[kind], 3) for row in found.expected]
        if any(known) or any(expected):
            rows.append(bodies.BeliefRow(name, known, expected, lies))
    return msgspec.json.encode(bodies.Belief("net" if found.by == "net" else "certain", found.places, rows))


def what_if(text: str, step: int, line: list[str], action: str | None, language: str) -> bytes:
    """What could be done at a moment of a record, or on a line that leads away from it, and what comes of it."""
    played, names = read_record(text)
    match = played.until(step)
    rules, notation = match.rules, Notation(match.rules)
    speaker = Speaker(rules, names, language)
    advisers = Advisers(rules)
    watcher = Onlooker(match, names, language, advisers)
    for said in line:
        watcher.carry_out(*read_choice(match, notation, said))
    if match.state.phase == OVER:
        raise CasefileError("the round is over: nothing can be chosen here")
    seat = match.state.actor()
    chosen = NO_ACTION if action is None else read_choice(match, notation, action)[1]
    decided = advisers.appraise(match, chosen)
    legal = rules.legal(match.state, seat)
    if chosen != NO_ACTION:
        watcher.carry_out(seat, chosen)
        play_on(match, advisers.player, watcher.watch)
    by_action = {one.action: one for one in decided.candidates}
    order = [*by_action, *[each for each in legal if each not in by_action]]
    return msgspec.json.encode(
        bodies.WhatIf(
            seat,
            [option(speaker, each, by_action.get(each)) for each in order],
            speaker.reason(decided.reason),
            "playing out" if advisers.judge is None else "net",
            watcher.steps,
            watcher.worths,
        )
    )


class Begun(NamedTuple):
    """A match that is to be played on: its record so far, which game it is, and its target."""

    record: str
    game: bytes
    target: int


def cut(text: str, step: int, line: list[str], seat: int, anew: str) -> Begun:
    """A record up to a moment, or along a line that leaves it there.

    With a seed for that, the cards that the seat could not know then are dealt anew.
    """
    played, names = read_record(text)
    match = played.until(step)
    rules, variant = match.rules, match.rules.variant
    if seat >= rules.seats:
        raise CasefileError(f"seat: must be 0 to {rules.seats - 1}, not {seat}")
    notation = Notation(rules)
    for said in line:
        match.apply(*read_choice(match, notation, said))
    if match.winner() is not None:
        raise CasefileError("step: the match is over there; choose an earlier one")
    if anew:
        match.anew = (*match.anew, Anew(len(match.rounds), len(match.round.actions), seat, anew))
    game = (variant.case, rules.seats, variant.edition, variant.teams, variant.options, rules.deck.overrides)
    return Begun(write_record(match, names), game_key(*game), match.target)


def read_choice(match: Match, notation: Notation, said: str) -> tuple[int, int]:
    """An action that is legal now, with its seat."""
    if match.state.phase == OVER:
        raise CasefileError(f"{show(said)}: the round is over by then")
    seat, action = notation.read(said, match.state)
    refused = match.rules.refusal(match.state, seat, action)
    if refused is not None:
        raise CasefileError(f"{show(said)}: {notation.speaker.refusal(refused)}")
    return seat, action


class Onlooker(Watcher):
    """Writes down how a line goes on from a moment, and what each of its steps is worth."""

    def __init__(self, match: Match, names: list[str] | None, language: str, advisers: Advisers) -> None:
        super().__init__(names, language, None)
        self.match = match
        self.advisers = advisers
        self.round, self.told = len(match.rounds), len(match.events())
        self.worths: list[bodies.Worth] = []

    def carry_out(self, seat: int, action: int) -> None:
        """A step of the line."""
        self.match.apply(seat, action)
        self.watch(self.match)

    def watch(self, match: Match) -> None:
        """Called after every action."""
        super().watch(match)
        worth = self.advisers.worth(match)
        if worth is not None:
            chance, points = worth
            self.worths.append(
                bodies.Worth([round(each * CHANCE) for each in chance], [round(each * POINT) for each in points])
            )
