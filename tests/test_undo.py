"""What can be taken back follows from what the events moved."""

from typing import Any

import pytest

from casefile.core.events import Event, Move, hand_of
from casefile.undo import tells_something, told_nothing
from tests.scene import scene

HARMLESS = [
    pytest.param("capone", ["hunt*3 ralph", "burke"], ["", ""], "meld hunt*3", {}, id="meld"),
    pytest.param("capone", ["hunt ralph", "burke"], ["", "hunt*3"], "lay hunt", {}, id="lay-off"),
    pytest.param("capone", ["raid ralph", "burke"], ["hunt*3", "hunt"], "play raid hunt", {}, id="raid"),
    pytest.param(
        "ripper",
        ["letters", "alibi:jill gull"],
        ["gull*3 alibi:eddy-gull@gull", "victim:kelly jill*3"],
        "play alibi:jill",
        {"turn": 1},
        id="alibi that replaces another",
    ),
    pytest.param(
        "ripper",
        ["scene:millers-court gull", "letters"],
        ["", "victim:kelly"],
        "play scene:millers-court",
        {},
        id="scene that gathers its victim",
    ),
]
TELLING = [
    pytest.param("capone", ["hunt", "burke"], ["", ""], "draw file", {"phase": "draw"}, id="draw"),
    pytest.param(
        "capone", ["hunt", "burke"], ["", ""], "draw discard", {"phase": "draw", "discard": "ralph"}, id="into the hand"
    ),
    pytest.param("capone", ["hunt*2", "burke"], ["", ""], "discard hunt", {}, id="the turn passes on"),
    pytest.param(
        "capone", ["agent-meeting hunt", "burke"], ["", ""], "play agent-meeting around ralph", {}, id="has none"
    ),
    pytest.param(
        "capone", ["agent-meeting hunt", "burke"], ["", ""], "play agent-meeting around burke", {}, id="another's hand"
    ),
    pytest.param(
        "capone",
        ["search-warrant hunt", "burke"],
        ["", ""],
        "play search-warrant one",
        {"discard": "ralph"},
        id="a look",
    ),
    pytest.param(
        "ripper",
        ["commissioner-resigns gull", "letters gull"],
        ["", ""],
        "play commissioner-resigns",
        {},
        id="no card shows that others hold no victims",
    ),
    pytest.param("ripper", ["victim:kelly gull", "letters"], ["", ""], "play victim:kelly", {}, id="two cards drawn"),
    pytest.param("rue-morgue", ["sailor*3 poe", "poe"], ["", ""], "meld sailor*3", {"discard": "poe"}, id="a peek"),
    pytest.param(
        "jekyll-hyde", ["lab-work will", "poole"], ["", ""], "play lab-work london", {"discard": "will"}, id="a search"
    ),
]


def is_harmless(case: str, hands: list[str], areas: list[str], action: str, more: dict[str, Any]) -> bool:
    """Could the seat that does this take it back at once?"""
    table = scene(case, hands, areas, **({"turn": 0, "dealer": 1, "phase": "play"} | more))
    seat = table.state.turn
    number = table.notation.read_action(action)
    table.do(action)
    return told_nothing(table.rules, table.state, seat, number, table.state.log or [])


@pytest.mark.parametrize(("case", "hands", "areas", "action", "more"), HARMLESS)
def test_what_told_nothing(case: str, hands: list[str], areas: list[str], action: str, more: dict[str, Any]) -> None:
    """Cards that all could see, or that came from the seat's own hand, went down."""
    assert is_harmless(case, hands, areas, action, more)


@pytest.mark.parametrize(("case", "hands", "areas", "action", "more"), TELLING)
def test_what_told_something(case: str, hands: list[str], areas: list[str], action: str, more: dict[str, Any]) -> None:
    """Something came out of a hidden place, or was told in words, or it is another's turn."""
    assert not is_harmless(case, hands, areas, action, more)


def test_a_place_of_a_case_is_hidden() -> None:
    """What comes out of a place that the core does not know tells something; what goes there does not."""
    own = 11
    assert tells_something(Event("dig", 0, [3], [Move(own, 7, [3])]), 0)
    assert not tells_something(Event("bury", 0, [3], [Move(7, own, [3])]), 0)
    assert not tells_something(Event("bury", 0, [3], [Move(hand_of(0), own, [3])]), 0)
    assert tells_something(Event("bury", 1, [3], [Move(hand_of(1), own, [3])]), 0)
