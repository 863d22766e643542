"""Words that version 1 of a public format fixed: they name what single cases have, and stay as others read them."""

from typing import Final

# The key of `casefile score` for the suspect whom a round found guilty, in any case.
CULPRIT_KEY: Final = "ripper"

# The order of phases and questions in the observations of the `_v1` environments. Words of a case that do not stand
# here follow behind them, so that they change the rows of no other case.
PHASES_V1: Final = ["draw", "play", "over", "pass", "give"]
QUESTIONS_V1: Final = ["", "feed", "search", "reveal", "escape", "consult", "pass", "give", "tip"]
