"""Murders in the Rue Morgue, declared."""

from casefile.cases.rue_morgue.bot.policy import RueMorguePolicy
from casefile.cases.rue_morgue.cards import PHASES, QUESTIONS
from casefile.cases.rue_morgue.rules import RueMorgueRules
from casefile.core.case import Case

CASE = Case(
    "rue-morgue",
    "Murders in the Rue Morgue",
    "casefile.cases.rue_morgue",
    RueMorgueRules,
    players=(2, 3, 4),
    prefix="RUE",
    policy=RueMorguePolicy,
    editions=("pegasus", "usgames"),
    options=("dupin-scores", "shut-out"),
    always_teams=(4,),
    phases=PHASES,
    questions=QUESTIONS,
    sealed=("pass", "give", "consult"),
    places=("under",),
    position_keys={"under": []},
)
