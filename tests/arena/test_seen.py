"""What a seat sees as JSON: true, complete, and nothing else, in random games of every case."""

import json
from collections import Counter
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.text.position import position_from_dict, position_to_dict
from casefile.text.seen import event_to_dict, view_to_dict
from tests.laws.walks import ALL, NAMES, games, rules_of, walk
from tests.scene import position


def named(cards: list[str | None]) -> Counter[str]:
    """The cards of a list that are not hidden."""
    return Counter(card for card in cards if card is not None)


def places(data: dict[str, Any]) -> list[list[str | None]]:
    """All places that may have hidden cards."""
    return [*data["hands"], data["case_file"], data["discard"], data.get("under", [])]


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_it_is_a_position_with_holes(variant: tuple[Any, ...]) -> None:
    """Where a card is named, it is the real one; the unseen cards are those behind the holes."""
    rules = rules_of(variant)
    for game in range(games(10)):
        for state, seat, _, _ in walk(rules, f"seen/{game}", 300):
            real = position_to_dict(rules, state)
            seen = view_to_dict(rules, rules.view(state, seat))
            assert [len(place) for place in places(seen)] == [len(place) for place in places(real)]
            for cards, truth in zip(places(seen), places(real), strict=True):
                assert named(cards) <= named(truth)
            hidden = named([card for place in places(real) for card in place])
            for place in places(seen):
                hidden -= named(place)
            assert Counter(seen["unseen"]) == hidden
            assert seen["hands"][seat] == real["hands"][seat]
            for other, kinds in enumerate(seen["none_of"]):
                unknown = named(real["hands"][other]) - named(seen["hands"][other])
                assert not set(kinds) & set(unknown)
            for key in ("areas", "scores", "turn", "dealer", "phase", "file", "event_played", "identity"):
                assert seen.get(key) == real.get(key)


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_nothing_else_is_told(variant: tuple[Any, ...]) -> None:
    """A world that looks the same to a seat gives the same text, whatever the others hold in it."""
    rules = rules_of(variant)
    for step, (state, _, _, _) in enumerate(walk(rules, "told", 120)):
        seat = step % rules.seats
        view = rules.view(state, seat)
        world = rules.determinize(view, Rng(f"told/{step}"))
        assert json.dumps(view_to_dict(rules, view)) == json.dumps(view_to_dict(rules, rules.view(world, seat)))


def seen_by(data: dict[str, Any], seat: int) -> dict[str, Any]:
    """What a seat sees of a position."""
    rules, state = position_from_dict(data)
    return view_to_dict(rules, rules.view(state, seat))


def test_tips_of_others_are_not_shown() -> None:
    """Only the seat's own tip (RIP-31)."""
    data = position("ripper", ["jill*2 joker", "druitt*3 gull"], ["eddy*3", "victim:kelly"], discard="", phase="play")
    data |= {"options": ["tips"], "tips": ["jill", "gull"]}
    assert seen_by(data, 0)["tips"] == ["jill", None]
    assert seen_by(data, 1)["tips"] == [None, "gull"]


def test_a_question_says_what_it_is_about() -> None:
    """As in a position."""
    rules = rules_of(("capone", 2, "pegasus", False, ()))
    asked = []
    for game in range(20):
        for state, seat, _, _ in walk(rules, f"asked/{game}", 200):
            if state.question:
                asked.append(
                    (view_to_dict(rules, rules.view(state, seat))["asked"], position_to_dict(rules, state)["asked"])
                )
    assert asked
    assert all(seen == real for seen, real in asked)


def test_events_hide_what_a_seat_does_not_see() -> None:
    """A card that another seat draws is null."""
    rules = rules_of(("ripper", 2, "pegasus", False, ()))
    state = rules.deal(0, [0, 0], "events", log=True)
    assert state.log is not None
    dealt = [event.seen_by(0) for event in state.log if event.what == "deal"]
    told = [event_to_dict(rules, event) for event in dealt if event is not None]
    assert [card is None for card in told[1]["cards"]] == [True] * 10
    assert None not in told[0]["cards"]
