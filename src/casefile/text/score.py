"""The points of a round as JSON data, in the form of `casefile score`."""

from typing import NotRequired, TypedDict, cast

from casefile.core.frozen import CULPRIT_KEY
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.text.language import Speaker


class SideScore(TypedDict):
    """The points of a side, and what they are for."""

    plus: int
    minus: int
    bonus: int
    total: int
    lines: list[tuple[str, int]]


class RoundResult(TypedDict):
    """How a round came out. The culprit stands under a key that the first case gave its name (`CULPRIT_KEY`)."""

    outcome: str
    shut_out: int | None
    sides: list[SideScore]
    outcome_text: NotRequired[str]
    culprit: NotRequired[str | None]  # the same card, under a name that fits every case


def score_to_dict(rules: Rules, result: RoundScore, speaker: Speaker) -> RoundResult:
    """A score, its lines in the speaker's language."""
    data = {
        "outcome": result.outcome,
        CULPRIT_KEY: rules.deck.names[result.culprit] if result.culprit >= 0 else None,
        "shut_out": result.shut_out if result.shut_out >= 0 else None,
        "sides": [
            {
                "plus": side.plus,
                "minus": side.minus,
                "bonus": side.bonus,
                "total": side.total(),
                "lines": speaker.score_lines(result, number),
            }
            for number, side in enumerate(result.sides)
        ],
    }
    return cast(RoundResult, data)


def told_score(rules: Rules, result: RoundScore, speaker: Speaker) -> RoundResult:
    """The same with a sentence on how the round came out, and the card that was found guilty."""
    culprit = rules.deck.names[result.culprit] if result.culprit >= 0 else None
    return {**score_to_dict(rules, result, speaker), "outcome_text": speaker.outcome(result), "culprit": culprit}
