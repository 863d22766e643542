"""Reviews of matches that are over: the first graph, all grades with the ledger, or a page to mail.

They run in a process of their own, one after the other in turn, and those that were made last are kept.
"""

from collections import OrderedDict
from typing import Literal

import msgspec

from casefile.errors import CasefileError
from casefile.server.tasks import Doers
from casefile.server.turns import Party
from casefile.text.language import Speaker
from casefile.text.record import read_record

Form = Literal["graph", "full", "page"]
SECONDS = 180.0  # for one review; a case without a net is played out, which takes long
KEPT = 32


def review_record(text: str, language: str, form: Form, hidden: frozenset[int] = frozenset()) -> bytes:
    """What a review finds, as JSON or as a page; of hidden seats' decisions nothing is told."""
    try:
        from casefile.study.html import write_html  # here, as the server itself needs no NumPy
        from casefile.study.report import report
        from casefile.study.review import begin, review
    except ModuleNotFoundError as error:
        raise CasefileError(f"no reviews here: they need {error.name}; use `casefile review RECORD`") from None

    match, names = read_record(text)
    speaker = Speaker(match.rules, names, language)
    looked = begin(match) if form == "graph" else review(match)
    if form == "page":
        return write_html(looked, speaker, hidden).encode()
    return msgspec.json.encode(report(looked, speaker, hidden))


class Reviewers:
    """Those who review, and what they found last."""

    def __init__(self, doers: Doers) -> None:
        self.doers = doers
        self.found: OrderedDict[tuple[str, str, Form, frozenset[int]], bytes] = OrderedDict()

    async def review(
        self, text: str, language: str, form: Form, party: Party, hidden: frozenset[int] = frozenset()
    ) -> bytes:
        """The review of a record; the same one is not made twice within a while."""
        key = (text, language, form, hidden)
        if key not in self.found:
            self.found[key] = await self.doers.run(review_record, *key, party=party)
        self.found.move_to_end(key)
        while len(self.found) > KEPT:
            self.found.popitem(last=False)
        return self.found[key]

    def close(self) -> None:
        """Review nothing more."""
        self.doers.close()
