"""From where to where the events of each case move cards; a law holds all of them against the zones."""

from typing import Any

import pytest

from tests.scene import scene, words

ROWS = [
    pytest.param(
        "capone",
        "raid ralph|burke|white",
        "nitti*3|nitti*2|nitti",
        "play raid nitti",
        {},
        ["play hand:0 discard raid", "raid area:1 area:0 nitti*2", "raid area:2 area:0 nitti"],
        id="CAP-12 a raid comes from each area",
    ),
    pytest.param(
        "capone",
        "search-warrant ralph|burke",
        "|",
        "play search-warrant one",
        {"discard": "hunt white"},
        ["play hand:0 aside search-warrant"],
        id="CAP-8 the warrant waits aside",
    ),
    pytest.param(
        "capone",
        "ralph|burke",
        "|",
        "take hunt",
        {
            "discard": "hunt white",
            "asked": {"for": "search", "seats": [0], "then": "one", "cards": ["search-warrant"]},
            "event_played": True,
        },
        ["take-unseen discard hand:0 hunt", "take-unseen aside discard search-warrant"],
        id="CAP-8 and then comes on top",
    ),
    pytest.param(
        "jekyll-hyde",
        "potion will|poole",
        "|",
        "play potion",
        {"top": "awakes carew"},
        ["play hand:0 discard potion", "draw file hand:0 awakes carew"],
        id="JEK-7 a potion goes onto London",
    ),
    pytest.param(
        "jekyll-hyde",
        "transformation will|poole",
        "|enfield*3",
        "play transformation enfield 1",
        {},
        ["transform hand:0 area:1 transformation"],
        id="JEK-8 the card moves, the clues stay",
    ),
    pytest.param(
        "ripper",
        "ripper-strikes gull|letters",
        "|",
        "play ripper-strikes",
        {"top": "gull victim:kelly eddy jill"},
        [
            "play hand:0 discard ripper-strikes",
            "turn-over file discard gull",
            "turn-over file discard victim:kelly",
            "strike discard area:0 victim:kelly",
            "draw file hand:0 eddy jill",
        ],
        id="RIP-11 strikes",
    ),
    pytest.param(
        "ripper",
        "letters|letters",
        "gull*3 victim:kelly scene:millers-court|",
        "take gull play",
        {"discard": "gull", "asked": {"for": "search", "seats": [0]}, "event_played": True},
        ["lay discard area:0 gull"],
        id="RIP-14 played at once, out of the pile",
    ),
    pytest.param(
        "rue-morgue",
        "sailor|poe",
        "sailor*3|",
        "feed discard",
        {"discard": "poe", "asked": {"for": "feed", "seats": [0]}},
        ["feed-discard discard under poe"],
        id="RUE-7 under the Orang-Utan",
    ),
]


@pytest.mark.parametrize(("case", "hands", "areas", "action", "more", "moved"), ROWS)
def test_events_say_from_where_to_where(
    case: str, hands: str, areas: str, action: str, more: dict[str, Any], moved: list[str]
) -> None:
    """Each move as `what from to cards`."""
    table = scene(case, hands.split("|"), areas.split("|"), **({"turn": 0, "dealer": 1, "phase": "play"} | more))
    table.do(action)
    places, names = table.rules.case.places, table.rules.face_names
    found = [
        (event.what, places[move.came_from], places[move.went_to], [names[face] for face in move.cards])
        for event in table.state.log or []
        for move in event.moves
    ]
    expected = [row.split(maxsplit=3) for row in moved]
    assert found == [(what, came_from, went_to, words(cards)) for what, came_from, went_to, cards in expected]
