"""The points of a round as JSON data, in the form of `casefile score`."""

from typing import Any

from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.text.language import Speaker


def score_to_dict(rules: Rules, result: RoundScore, speaker: Speaker) -> dict[str, Any]:
    """A score, its lines in the speaker's language; the culprit of any case is called "ripper" in this format."""
    return {
        "outcome": result.outcome,
        "ripper": rules.deck.names[result.culprit] if result.culprit >= 0 else None,
        "shut_out": result.shut_out if result.shut_out >= 0 else None,
        "sides": [
            {
                "plus": side.plus,
                "minus": side.minus,
                "bonus": side.bonus,
                "total": side.total(),
                "lines": [list(line) for line in speaker.score_lines(result, number)],
            }
            for number, side in enumerate(result.sides)
        ],
    }


def told_score(rules: Rules, result: RoundScore, speaker: Speaker) -> dict[str, Any]:
    """The same with a sentence on how the round came out."""
    return score_to_dict(rules, result, speaker) | {"outcome_text": speaker.outcome(result)}
