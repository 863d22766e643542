"""Jack the Ripper, declared."""

from casefile.cases.ripper.bot.policy import RipperPolicy
from casefile.cases.ripper.cards import ENDINGS, QUESTIONS
from casefile.cases.ripper.rules import RipperRules
from casefile.core.case import Case

CASE = Case(
    "ripper",
    "Jack the Ripper",
    "casefile.cases.ripper",
    RipperRules,
    players=(2, 3, 4),
    prefix="RIP",
    policy=RipperPolicy,
    editions=("pegasus",),
    options=("tips",),
    questions=QUESTIONS,
    sealed=("tip",),
    endings=ENDINGS,
    ended_by_seat=("escape",),
    position_keys={"tips": None},
    standing_orders={"escape": "play ripper-escapes"},
)
