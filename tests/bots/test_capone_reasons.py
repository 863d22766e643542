"""What an expert of Al Capone says is true."""

import re
from typing import Any

import pytest

from casefile.bots.base import Reason
from casefile.cases.capone.bot.policy import CaponePolicy
from casefile.text.language import catalogue
from casefile.text.languages import ENGLISH
from tests.bots.test_capone import table
from tests.scene import Scene


def reason(here: Scene, text: str) -> Reason:
    """Why one action, whether it looks best or not."""
    seat = here.actors()[0]
    action = next(one for one in here.rules.legal(here.state, seat) if here.rules.actions[one].text == text)
    return CaponePolicy(here.rules).reason(here.rules.view(here.state, seat), action)


# id: hands | areas | actions before, more of the position (such as how many cards the case file has left), an action,
# the key of its reason and the number in it
REASONS: dict[str, tuple[str, str, str, dict[str, Any], str, tuple[str, int]]] = {
    "CAP-12 only who has a meld can raid": (
        "ralph guzik nitti raid|white*3 torrio|hunt*2 mcgurn",
        "||nitti*3",
        "discard raid, draw discard, discard white, draw file, discard hunt, draw file",
        {"top": "burke heitler capone burke"},
        "discard ralph",
        ("discard-single", 7 - 1),
    ),
    "CAP-12 the raider has a meld, among others": (
        "ralph guzik nitti raid|white*3 torrio|hunt*2 mcgurn",
        "|nitti*3|",
        "discard raid, draw discard, discard white, draw file, discard hunt, draw file",
        {"top": "burke heitler capone burke"},
        "discard ralph",
        ("hold-raid", 0),
    ),
    "CAP-12 what is discarded is not held back": (
        "ralph guzik nitti raid|white*3 torrio",
        "|nitti*3",
        "discard raid, draw discard, discard white, draw file",
        {"top": "hunt burke heitler"},
        "discard nitti",
        ("discard-playable", 0),
    ),
    "C-10 a meld that is held back": ("nitti*3 ralph guzik|ralph", "", "", {}, "discard guzik", ("hold-meld", 0)),
    "C-16 a meld is not held back when the round ends": (
        "nitti*3 ralph guzik|ralph",
        "",
        "",
        {"left": 0},
        "discard guzik",
        ("discard-single", 6),
    ),
    "C-20 going out by a meld loses the match": (
        "nitti*3 ralph|ralph guzik",
        "|torrio*4",
        "",
        {"scores": [150, 195]},
        "discard ralph",
        ("hold-out", 0),
    ),
    "C-20 going out would win the match": (
        "nitti ralph|ralph guzik",
        "nitti*5|torrio*4",
        "",
        {"scores": [180, 195]},
        "discard ralph",
        ("discard-single", 6),
    ),
    "CAP-16 the last discard completes no set": (
        "capone|ralph guzik",
        "capone*7|nitti*3",
        "",
        {},
        "discard capone",
        ("go-out", 2),
    ),
    "CAP-8 what was taken unseen may be the missing one": (
        "burke ralph guzik*2 white|search-warrant white hunt",
        "",
        "discard white, draw file, play search-warrant one, take ralph, discard white, draw file",
        {"discard": "ralph burke*2", "top": "hunt torrio*2 nitti"},
        "discard burke",
        ("discard-single", 4),
    ),
    "CAP-11 fewer than seven are left": (
        "ralph guzik ness|white",
        "nitti*3 torrio*4|",
        "",
        {"left": 3},
        "play ness reveal",
        ("reveal", 3 + 2),
    ),
    "CAP-11 none can match": (
        "ralph guzik ness|white",
        "nitti*3|",
        "",
        {"discard": "nitti*3"},
        "play ness reveal",
        ("other", 0),
    ),
    "C-13 nothing is left to draw": (
        "ralph guzik ness|white",
        "nitti*3|",
        "",
        {"left": 0},
        "play ness draw",
        ("other", 0),
    ),
    "C-9 a single can become a meld": (
        "ralph guzik|white",
        "",
        "",
        {"phase": "draw", "discard": "burke*2"},
        "draw discard",
        ("draw-hope", 3),
    ),
    "C-9 a single can become no meld": (
        "ralph guzik|white",
        "",
        "",
        {"phase": "draw", "discard": "burke*4"},
        "draw discard",
        ("other", 0),
    ),
    "C-9 a fourth one": (
        "burke*3 guzik|white",
        "",
        "",
        {"phase": "draw", "discard": "burke"},
        "draw discard",
        ("draw-top", 0),
    ),
    "C-8 a third one, but none for the discard": (
        "burke*2|white",
        "",
        "",
        {"phase": "draw", "discard": "burke"},
        "draw discard",
        ("draw-top", 0),
    ),
    "CAP-9 a warrant finds none in the Underworld": (
        "nitti*3 ralph guzik search-warrant|ralph",
        "",
        "",
        {"discard": "white"},
        "meld nitti*3",
        ("meld-safe", 9),
    ),
    "CAP-9 a warrant finds one in the Underworld": (
        "nitti*3 ralph guzik search-warrant|ralph",
        "",
        "",
        {"discard": "nitti"},
        "meld nitti*3",
        ("meld-event", 0),
    ),
    "CAP-9 what matches is left there": (
        "ralph guzik search-warrant|white",
        "nitti*3|",
        "play search-warrant set",
        {"discard": "nitti"},
        "take none",
        ("other", 0),
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_a_reason_is_true(name: str) -> None:
    """It claims nothing that the rules or the cards in sight rule out."""
    hands, areas, story, more, action, (key, number) = REASONS[name]
    here = table(hands, areas, story, **{field: value for field, value in more.items() if field != "left"})
    here.state.case_file = here.state.case_file[: more.get("left")]
    found = reason(here, action)
    assert (found.key, found.number) == (key, number)


def test_sentences_fit_any_card_and_any_number_of_cards() -> None:
    """A name takes no article, and the case file may have fewer cards than an action asks for (C-13)."""
    for sentence in catalogue(ENGLISH, "capone")["reasons"].values():
        assert not re.search(r"\b(an? \{|two\b|seven\b)", sentence, re.IGNORECASE), sentence
