"""Reviews of matches that are over: the first graph, all grades with the ledger, or a page to mail.

They run in a process of their own, some decisions at a time: so it can be said how far a review has come, and others
have their turn in between. Those that were made last are kept.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from casefile.bots.base import Decision
from casefile.server import bodies
from casefile.server.tasks import Doers
from casefile.server.turns import Party
from casefile.study.html import write_html
from casefile.study.report import report
from casefile.study.review import begin, judge_some, with_grades
from casefile.text.language import Speaker
from casefile.text.record import read_early, read_record

Form = Literal["graph", "next", "full", "page"]
SECONDS = 180.0  # for one task; a case without a net is played out, which takes long
AT_ONCE = 24  # decisions that are graded in one task
KEPT = 32


@dataclass
class Graded:
    """The decisions of a record that are graded so far, of how many; they are the same in every language."""

    decisions: list[Decision] = field(default_factory=list)
    total: int | None = None

    @property
    def is_done(self) -> bool:
        """Is there nothing left to grade?"""
        return len(self.decisions) == self.total


def grade_some(text: str, first: int) -> tuple[list[Decision], int]:
    """Judge some decisions of a record, from this one on; and how many there are in all."""
    match, _ = read_record(text)
    return judge_some(match, first, AT_ONCE)


def tell_review(
    text: str, language: str, form: Form, decisions: list[Decision], hidden: frozenset[int] = frozenset()
) -> bytes:
    """What a review finds, as JSON or as a page; the graph needs no decisions."""
    match, names = read_record(text)
    speaker = Speaker(match.rules, names, language)
    early = read_early(text, match)
    looked = begin(match, early=early) if form == "graph" else with_grades(match, decisions, early)
    if form == "page":
        return write_html(looked, speaker, hidden).encode()
    return msgspec.json.encode(report(looked, speaker, hidden))


class Reviewers:
    """Those who review, and what they found last."""

    def __init__(self, doers: Doers) -> None:
        self.doers = doers
        self.found: OrderedDict[tuple[str, str, Form, frozenset[int]], bytes] = OrderedDict()
        self.graded: OrderedDict[str, Graded] = OrderedDict()

    async def review(
        self, text: str, language: str, form: Form, party: Party, hidden: frozenset[int] = frozenset()
    ) -> bytes:
        """The review of a record; the same one is not made twice within a while.

        With `next` a few more decisions are graded, and the answer says how far it has come, or is the full review. Of
        hidden seats' decisions nothing is told.
        """
        if form == "next":
            graded = await self.advance(text, party)
            if not graded.is_done:
                return msgspec.json.encode(bodies.Progress(len(graded.decisions), graded.total or 0))
            form = "full"
        key = (text, language, form, hidden)
        if key not in self.found:
            while form != "graph" and not (await self.advance(text, party)).is_done:
                pass
            decisions = [] if form == "graph" else self.graded[text].decisions
            asked = (text, language, form, decisions, hidden)
            self.found[key] = await self.doers.run(tell_review, *asked, party=party)
        self.found.move_to_end(key)
        while len(self.found) > KEPT:
            self.found.popitem(last=False)
        return self.found[key]

    async def advance(self, text: str, party: Party) -> Graded:
        """Grade some more decisions of a record, if there are any."""
        graded = self.graded.setdefault(text, Graded())
        self.graded.move_to_end(text)
        while len(self.graded) > KEPT:
            self.graded.popitem(last=False)
        if not graded.is_done:
            first = len(graded.decisions)
            found, graded.total = await self.doers.run(grade_some, text, first, party=party)
            graded.decisions[first:] = found  # somebody else may have asked for the same ones meanwhile
        return graded

    def close(self) -> None:
        """Review nothing more."""
        self.doers.close()
