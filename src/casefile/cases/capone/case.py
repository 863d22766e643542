"""Al Capone, declared."""

from casefile.cases.capone.bot.policy import CaponePolicy
from casefile.cases.capone.cards import QUESTIONS
from casefile.cases.capone.rules import CaponeRules
from casefile.core.case import Case

CASE = Case(
    "capone",
    "Al Capone",
    "casefile.cases.capone",
    CaponeRules,
    players=(2, 3, 4),
    prefix="CAP",
    policy=CaponePolicy,
    editions=("pegasus",),
    teams=((4, True),),
    questions=QUESTIONS,
)
