"""Dr. Jekyll & Mr. Hyde, declared."""

from casefile.cases.jekyll_hyde.bot.policy import JekyllPolicy
from casefile.cases.jekyll_hyde.cards import QUESTIONS
from casefile.cases.jekyll_hyde.rules import JekyllRules
from casefile.core.case import Case, Small

CASE = Case(
    "jekyll-hyde",
    "Dr. Jekyll & Mr. Hyde",
    "casefile.cases.jekyll_hyde",
    JekyllRules,
    players=(2,),
    prefix="JEK",
    policy=JekyllPolicy,
    editions=("pegasus",),
    questions=QUESTIONS,
    position_keys={"identity": "jekyll"},
    small=Small({"poole": 4, "carew": 3, "potion": 1}, hand=3, turns=3),
)
