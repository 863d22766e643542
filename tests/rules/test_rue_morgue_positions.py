"""Murders in the Rue Morgue: positions that a game can hold, and those that it cannot."""

from typing import Any

import pytest

from casefile.errors import CasefileError
from tests.rules.test_rue_morgue import laid_out, rue
from tests.scene import set_table, words

HANDS = ["poe*4 le-bon*5 dupin", "madame*5 sailor*5"]
TEAM_HANDS = ["poe*4 le-bon*4", "sailor*5 madame*3", "three-am*5 st-roch*3", "mademoiselle*5 dupin prefect st-roch"]


def refused(data: dict[str, Any], *, scoring: bool = False) -> str:
    """Why a position is refused."""
    with pytest.raises(CasefileError) as caught:
        set_table(data, scoring=scoring)
    return str(caught.value)


# Set-up


def test_a_set_up_that_asks_nobody_asks_all() -> None:
    """RUE-5, RUE-6: without `asked` all seats have to choose and nothing is sealed."""
    table = set_table(laid_out(TEAM_HANDS, discard="madame", phase="pass"))
    assert table.position["asked"] == {"for": "pass", "seats": [0, 1, 2, 3]}
    table = set_table(laid_out(HANDS, under="st-roch*2", discard="three-am", phase="give"))
    assert table.position["asked"] == {"for": "give", "seats": [0, 1]}
    table.do("1: give sailor", "0: give dupin")
    assert table.position["phase"] == "draw"
    assert table.position["under"] == ["sailor", "dupin", "st-roch", "st-roch"]
    table = set_table(laid_out(HANDS, under="st-roch*2", discard="three-am", phase="give", dealer=1))
    assert table.position["turn"] == 0


def test_a_sealed_card_lies_in_its_hand() -> None:
    """RUE-6, C-21: the others still choose."""
    data = laid_out(HANDS, under="st-roch*2", edition="usgames", phase="give")
    data["asked"] = {"for": "give", "seats": [1], "sealed": {"0": "poe"}}
    table = set_table(data)
    assert table.hand(0).count("poe") == 4
    assert table.actors() == [1]
    table.do("give madame")
    assert table.hand(0).count("poe") == 3
    assert table.position["under"][:2] == ["madame", "poe"]


SET_UP = laid_out(HANDS, under="st-roch*2", discard="three-am", phase="give")
PASSING = laid_out(TEAM_HANDS, discard="madame", phase="pass")


@pytest.mark.parametrize(
    ("base", "change", "message"),
    [
        (SET_UP, {"phase": "pass"}, "passed with 4 players only (RUE-5)"),
        (SET_UP, {"dealer": 0, "turn": 0}, "left of the dealer in the phase give (C-1)"),
        (SET_UP, {"event_played": True}, "no event can be played in the phase give"),
        (SET_UP, {"edition": "usgames"}, "discard: must be 0 cards in the phase give (RUE-4)"),
        (SET_UP, {"asked": {"for": "pass", "seats": [0, 1]}}, "the phase give does not ask for pass"),
        (SET_UP, {"asked": {"for": "feed", "seats": [1]}}, "the phase give does not ask for feed"),
        (SET_UP, {"asked": {"for": "give", "seats": [1]}}, "seat 0 is not asked any more; say what it chose"),
        (SET_UP, {"asked": {"for": "give", "seats": [1], "sealed": {"0": "sailor"}}}, "'sailor' is not in the hand"),
        (SET_UP, {"asked": {"for": "give", "seats": [1], "sealed": {"0": "ripper"}}}, "'ripper' is not in the hand"),
        (SET_UP, {"asked": {"for": "give", "seats": [1], "sealed": {"1": "sailor"}}}, "not asked any more"),
        (SET_UP, {"asked": {"for": "give", "seats": [1], "sealed": {"5": "poe"}}}, "seat 5 has no card to choose"),
        (SET_UP, {"asked": {"for": "give", "seats": [1], "sealed": ["poe"]}}, "sealed: must be an object"),
        (SET_UP, {"file": 2, "under": [], "discard": words("three-am st-roch*2")}, "file: must be 1 in the phase give"),
        (SET_UP, {"phase": "draw", "asked": {"for": "give", "seats": [0, 1]}}, 'belongs to the phase "give"'),
        (
            SET_UP,
            {"under": [], "discard": words("three-am st-roch*2")},
            "under: must be 2 cards in the phase give (RUE-2)",
        ),
        (PASSING, {"hands": [words(hand) for hand in [*TEAM_HANDS[:3], TEAM_HANDS[3] + " poe"]]}, "poe: 5 copies"),
    ],
)
def test_set_ups_that_no_game_holds(base: dict[str, Any], change: dict[str, Any], message: str) -> None:
    """RUE-2 to RUE-6: before the first turn nothing has happened but the deal."""
    assert message in refused(base | change)


def test_hands_of_the_set_up_are_whole() -> None:
    """C-2, RUE-6: ten cards for two players, nine for three, eight for four; nothing lies in the areas."""
    data = laid_out([HANDS[0], "madame*5 sailor*4"], under="st-roch*2", discard="three-am", phase="give")
    assert "seat 1 must have 10 cards in the phase give (C-2)" in refused(data)
    data = laid_out(
        [HANDS[0], "madame*5 sailor*5"], ["three-am*3", ""], under="st-roch*2", discard="three-am", phase="give"
    )
    assert "areas: must be empty" in refused(data)


# Turns


@pytest.mark.parametrize(
    ("areas", "message"),
    [
        (["sailor*2", ""], "sailor in area 0: no area has a meld of it, three or more clues (C-10)"),
        (["prefect", ""], "prefect in area 0: no area has a meld of le-bon (RUE-11)"),
        (["", "deduction:windows back-windows*3"], "in area 1: no area has a meld of lightning-rod (RUE-10)"),
        (["", "deduction:windows"], "in area 1: no area has a meld of back-windows (RUE-10)"),
    ],
)
def test_areas_that_no_game_holds(areas: list[str], message: str) -> None:
    """C-10, RUE-10, RUE-11: what lies in an area must have been allowed to come there."""
    assert message in refused(laid_out(["poe", "le-bon"], areas))


def test_nothing_lies_under_an_orang_utan_that_has_escaped() -> None:
    """RUE-16: not in the second case file."""
    data = laid_out(["poe", "le-bon"], under="sailor", file=2)
    assert "the Orang-Utan has escaped (RUE-16)" in refused(data)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"under": "sailor", "case_file": ""}, "case_file: cannot be empty at the start of a turn (C-15, C-16)"),
        ({"case_file": "", "edition": "usgames", "phase": "play"}, "comes at once when the first is empty (RUE-18)"),
        ({"event_played": True}, "no event can be played before the draw (C-6)"),
        ({"asked": {"for": "feed", "seats": [1]}}, "feed belongs to the phase play"),
        (
            {"phase": "play", "asked": {"for": "tip", "seats": [1]}},
            "rue-morgue asks for feed, search, consult, pass and give, not 'tip'",
        ),
        ({"phase": "play", "asked": {"for": "search", "seats": [1], "then": "end"}}, '"then" must be discard or under'),
        ({"phase": "play", "asked": {"for": "feed", "seats": [1], "then": "under"}}, '"then" belongs to the question'),
        ({"phase": "play", "asked": {"for": "feed", "seats": [1], "cards": ["poe"]}}, "no card lies aside"),
        ({"phase": "play", "asked": {"for": "feed", "seats": [1]}}, "feeding needs a meld in the area"),
        ({"phase": "play", "asked": {"for": "feed", "seats": [0]}}, "only the player whose turn it is feeds"),
        ({"phase": "play", "file": 2, "asked": {"for": "feed", "seats": [1]}}, "has escaped (RUE-9)"),
        ({"phase": "play", "asked": {"for": "search", "seats": [1]}}, "needs dupins-help in the area"),
        ({"phase": "play", "asked": {"for": "search", "seats": [1], "then": "under"}}, "needs dupin in the area"),
        ({"phase": "play", "file": 2, "asked": {"for": "search", "seats": [1], "then": "under"}}, "escaped (RUE-14)"),
        ({"phase": "play", "asked": {"for": "search", "seats": [0]}}, "only the player whose turn it is searches"),
        ({"phase": "play", "asked": {"for": "consult", "seats": [1]}}, "with 4 players only (RUE-12)"),
        (
            {"phase": "over", "ended": {"by": "escape", "seat": 1}},
            "a round of rue-morgue ends by discard and file, not 'escape'",
        ),
        ({"phase": "over", "ended": {"by": "file"}}, "only the second one ends a round"),
        ({"phase": "over", "ended": {"by": "file"}, "file": 2}, "by the case file, but that is not empty (C-16)"),
        ({"phase": "over", "ended": {"by": "discard", "seat": 0}}, "that hand is not empty (C-18)"),
    ],
)
def test_moments_that_no_game_holds(more: dict[str, Any], message: str) -> None:
    """C-6, C-15 to C-18, RUE-7 to RUE-19: the first thing wrong is named with its rule."""
    assert message in refused(laid_out(["poe", "le-bon"], **more))


def test_an_unknown_card_under_the_orang_utan() -> None:
    """RUE-1: what lies there are cards of the deck."""
    data = laid_out(["poe", "le-bon"])
    assert "unknown card in under: 'jill'" in refused(data | {"under": ["jill"]})
    assert "under: must be a list" in refused(data | {"under": "poe"})
    assert "poe: 5 copies are given" in refused(data | {"under": ["poe"]})


def test_empty_hands() -> None:
    """C-18, RUE-19: only who went out has no card."""
    assert "seat 0 has no card, but the round goes on (C-18)" in refused(laid_out(["", "poe"]))
    data = laid_out(["", ""], discard="poe", phase="over", ended={"by": "discard", "seat": 1})
    assert "another hand is empty too (C-18)" in refused(data)
    data = laid_out(["poe", ""], phase="over", ended={"by": "discard", "seat": 1})
    assert "the discard pile is empty (C-14)" in refused(data)
    data = laid_out(["", "poe"], case_file="", phase="over", ended={"by": "file"}, file=2)
    assert "by the case file, but a hand is empty (C-16)" in refused(data)


def test_what_is_searched_is_read_off_the_area() -> None:
    """RUE-12, RUE-14: if both events lie there it is the discard pile, unless the position says otherwise."""
    asked = {"for": "search", "seats": [1]}
    table = rue(["poe", "le-bon"], ["", "dupin"], under="sailor", asked=asked)
    assert table.legal() == ["take sailor"]
    table = rue(["poe", "le-bon"], ["", "dupins-help"], discard="madame", under="sailor", asked=asked)
    assert table.legal() == ["take madame"]
    assert table.position["event_played"]
    both = laid_out(["poe", "le-bon"], ["", "dupin dupins-help"], "sailor", discard="madame", phase="play")
    assert set_table(both | {"asked": asked}).legal() == ["take madame"]
    assert set_table(both | {"asked": asked | {"then": "under"}}).legal() == ["take sailor"]
    assert "no card to search for" in refused(laid_out(["poe", "le-bon"], ["", "dupin"], phase="play", asked=asked))


def test_consulting_in_a_position() -> None:
    """RUE-13: the player whose turn it is and the partner, with the event in their area."""
    hands = ["poe", "le-bon", "poe", "sailor"]
    asked = {"for": "consult", "seats": [1, 3]}
    table = set_table(laid_out(hands, ["", "dupins-help"], phase="play", asked=asked))
    table.do("1: pass le-bon", "3: pass sailor")
    assert table.hand(1) == ["sailor"]
    assert "consulting needs dupins-help" in refused(laid_out(hands, phase="play", asked=asked))
    wrong = laid_out(hands, ["", "dupins-help"], phase="play", asked={"for": "consult", "seats": [0, 1, 3]})
    assert "only the player whose turn it is and the partner" in refused(wrong)


def test_who_is_asked_knows_what_was_looked_at() -> None:
    """RUE-7, RUE-14: a feeder has seen the top card, a searcher all cards under the Orang-Utan."""
    table = rue(
        ["poe", "le-bon"], ["", "sailor*3"], discard="madame", top="prefect", asked={"for": "feed", "seats": [1]}
    )
    assert [mind.key()[-1] for mind in table.state.minds] == [-1, table.rules.deck.kind_of["prefect"]]
    table.do("feed discard", "discard le-bon")
    assert table.position["under"] == ["madame"]


def test_deck_figures_of_the_case() -> None:
    """Printed values that no rulebook gives are marked as assumed; 7 and 4 are the rulebook's."""
    cards = {card.name: card for card in rue(["poe", "le-bon"]).rules.deck.cards}
    assert sum(card.copies for card in cards.values()) == 61
    assert cards["deduction:madame"].assumed == cards["prefect"].assumed == []
    assert (cards["deduction:madame"].number("points"), cards["prefect"].number("points")) == (7, 4)
    assert cards["three-am"].assumed == ["points"]
    assert cards["madame"].assumed == ["points", "partner"]
    assert cards["poe"].number("points") == 3
