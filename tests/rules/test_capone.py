"""Al Capone, rule by rule: deck and turns. Its events, scoring, positions and knowledge have files of their own."""

from typing import Any

import pytest

from casefile.errors import CasefileError
from casefile.match import Match
from casefile.registry import case_named, rules_for
from casefile.text.language import catalogue
from tests.scene import Scene, position, scene, set_table, words

GANGSTERS = "capone ralph guzik mcgurn humphreys white nitti torrio hunt burke heitler".split()
COPIES = dict(zip(GANGSTERS, [8, 7, 7, 7, 7, 6, 6, 6, 5, 5, 4], strict=True))


def capone(hands: str, areas: str = "", **more: Any) -> Scene:
    """A situation in which seat 0 is to play and has drawn; hands and areas are parted by |."""
    rows = hands.split("|")
    sides = areas.split("|") if areas else [""] * (2 if more.get("teams") else len(rows))
    return scene("capone", rows, sides, **({"turn": 0, "phase": "play"} | more))


def almost_over(hands: str, areas: str = "", discard: str = "", top: str = "", **more: Any) -> Scene:
    """The same, but the case file has the cards of `top` only, and all others lie at the bottom of the Underworld."""
    rows = hands.split("|")
    sides = areas.split("|") if areas else [""] * (2 if more.get("teams") else len(rows))
    data = position("capone", rows, sides, discard, top, **({"turn": 0, "phase": "play"} | more))
    count = len(words(top))
    data["discard"] += data["case_file"][count:]
    data["case_file"] = data["case_file"][:count]
    return set_table(data)


def told(table: Scene, seat: int) -> list[str]:
    """What a seat was told, in words."""
    return [table.notation.speaker.event(event) for event in table.seen(seat)]


# Deck and deal


@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_deck_and_deal(players: int, teams: bool) -> None:  # noqa: FBT001
    """C-1, C-2: 86 cards, ten each, one opens the Underworld; the seat left of the dealer starts."""
    rules = rules_for("capone", players, teams=teams)
    state = rules.deal(1, [0] * rules.sides, "seed", log=True)
    assert sum(rules.deck.copies) == 86
    assert dict(zip(GANGSTERS, rules.deck.copies, strict=False)) == COPIES
    assert state.sizes == [10] * players
    assert (len(state.case_file), len(state.discard)) == (85 - 10 * players, 1)
    assert state.turn == 2 % players
    assert len(state.scores) == (2 if teams else players)


def test_who_plays() -> None:
    """Two to four, each alone, or four in two teams; a match ends at 200 (C-20)."""
    info = case_named("capone")
    assert (info.players, info.teams, info.always_teams) == ((2, 3, 4), ((4, True),), ())
    assert Match(rules_for("capone"), "1").target == 200
    with pytest.raises(CasefileError, match="not played in teams"):
        rules_for("capone", 3, teams=True)


def test_deck_says_what_is_assumed() -> None:
    """Points of clues and values of complete sets are on the cards, not in the rulebook; events count nothing."""
    for card in rules_for("capone").deck.cards:
        clue = card.name in GANGSTERS
        assert card.assumed == (["points", "complete_set"] if clue else [])


def test_every_card_has_a_name() -> None:
    assert sorted(catalogue("en", "capone")["cards"]) == sorted(rules_for("capone").face_names)


# The rulebook's example of a turn


def test_example_turn() -> None:
    """CAP-1, CAP-5, CAP-7: two melds, the right neighbour's clue, laid off at once, and a discard."""
    hand = "ralph*3 hunt*2 white nitti agent-meeting search-warrant ness"
    table = capone(f"{hand}|nitti|ralph burke*2", discard="torrio", top="hunt raid guzik", phase="draw")
    table.do("draw file")
    assert table.hand(0) == words("ralph*3 white nitti hunt*3 agent-meeting search-warrant ness raid")
    table.do("meld ralph*3", "meld hunt*3", "play agent-meeting ask ralph 2")
    assert table.hand(2) == words("guzik burke*2")
    table.do("lay ralph")
    assert table.area(0) == words("ralph*4 hunt*3")
    assert "(C-12)" in table.refused("play ness draw")
    table.do("discard white")
    assert table.position["discard"] == words("white agent-meeting torrio")
    assert (table.position["turn"], table.position["phase"], table.position["event_played"]) == (1, "draw", False)


# Turn


def test_draw_two_from_the_case_file_or_one_from_the_underworld() -> None:
    """CAP-1: two cards of the case file, one of the Underworld; once per turn (C-6)."""
    table = capone("nitti|burke", discard="hunt raid", top="ness white ralph", phase="draw")
    assert table.legal() == ["draw discard", "draw file"]
    table.do("draw file")
    assert table.hand(0) == words("white nitti ness")
    assert "(C-6)" in table.refused("draw discard")
    table = capone("nitti|burke", discard="hunt raid", phase="draw").do("draw discard")
    assert table.hand(0) == words("nitti hunt")
    assert table.position["discard"] == ["raid"]


def test_draw_the_only_card_that_is_left() -> None:
    """CAP-1: one card if only one is left."""
    table = almost_over("nitti|burke", top="ness", phase="draw").do("draw file")
    assert table.hand(0) == ["nitti", "ness"]
    assert table.position["case_file"] == []


def test_an_empty_underworld_cannot_be_drawn_from() -> None:
    """C-7: only if a card is there."""
    table = capone("nitti|burke", phase="draw")
    assert table.legal() == ["draw file"]
    assert "(C-7)" in table.refused("draw discard")


def test_nothing_before_the_draw() -> None:
    """C-6: draw first."""
    table = capone("nitti*3 raid ness|burke", "nitti*3|", phase="draw")
    for action in ("meld nitti*3", "lay nitti", "play ness draw", "discard raid"):
        assert "(C-6)" in table.refused(action)


def test_melds() -> None:
    """C-8, C-9: three or more of one gangster, but never the last card."""
    table = capone("nitti*4 burke*2 ralph*3|hunt")
    assert table.legal("meld") == ["meld nitti*3", "meld nitti*4", "meld ralph*3"]
    assert "(C-9)" in table.refused("meld burke*2")
    assert "(C-9)" in table.refused("meld burke*3")
    assert "colour" in table.refused("meld burke*2 nitti*2")
    table.do("meld nitti*4", "meld ralph*3", "discard burke")
    assert "(C-8)" in capone("nitti*3|hunt").refused("meld nitti*3")
    assert capone("nitti*4|hunt").legal("meld") == ["meld nitti*3"]


def test_lay_off() -> None:
    """C-8, C-10, C-11: where any area has three clues of the gangster; the clue comes to the player's own area."""
    table = capone("nitti burke raid|hunt", "|nitti*3")
    assert table.legal("lay") == ["lay nitti"]
    assert "no area has a meld of burke" in table.refused("lay burke")
    assert "is not a clue" in table.refused("lay raid")
    table.do("lay nitti")
    assert (table.area(0), table.area(1)) == (["nitti"], ["nitti"] * 3)
    assert "(C-8)" in capone("nitti|hunt", "|nitti*3").refused("lay nitti")


def test_a_team_shares_one_area() -> None:
    """C-5: seats 0 and 2 lay into area 0; the hands stay apart."""
    table = capone("nitti*3 burke*2|ralph*4 burke|nitti hunt|ralph", teams=True, top="guzik*2 white*2")
    table.do("meld nitti*3", "discard burke", "draw file", "meld ralph*3", "discard burke")
    table.do("draw file", "lay nitti", "discard hunt")
    assert (table.area(0), table.area(1)) == (["nitti"] * 4, ["ralph"] * 3)
    assert (table.hand(0), table.hand(2)) == (["burke"], ["white"] * 2)


# Events in general

NEEDS_NOTHING = ["agent-meeting around nitti", "ness draw"]
NEEDS_MORE = ["agent-meeting ask nitti 1", "ness reveal", "raid nitti"]


@pytest.mark.parametrize("event", NEEDS_NOTHING + NEEDS_MORE)
def test_events_go_onto_the_underworld(event: str) -> None:
    """CAP-3: not to the area."""
    name = event.split()[0]
    table = capone(f"{name} hunt*2|burke", "nitti*3|nitti", discard="white", top="burke*4 hunt*2 ralph")
    table.do(f"play {event}")
    discard = table.position["discard"]
    assert name in discard
    assert name not in table.area(0) + table.hand(0)
    assert discard[-1] == "white"


@pytest.mark.parametrize("name", ["agent-meeting", "search-warrant", "ness"])
def test_the_action_is_said_first(name: str) -> None:
    """CAP-4: whoever plays an event with two actions says which one."""
    table = capone(f"{name} hunt|burke", discard="white")
    assert f"play {name}" not in table.legal()
    assert "(CAP-4)" in table.refused(f"play {name}")


def test_what_an_event_brings_can_be_played_in_the_same_turn() -> None:
    """CAP-5, C-12: it comes into the hand; a clue may be played, an event has to wait."""
    table = capone("search-warrant nitti hunt|burke", "nitti*3|", discard="nitti ness")
    table.do("play search-warrant one", "take nitti", "lay nitti", "lay nitti")
    assert table.area(0) == ["nitti"] * 5
    table = capone("search-warrant nitti|burke", discard="nitti ness").do("play search-warrant one", "take ness")
    assert table.hand(0) == ["nitti", "ness"]
    assert table.legal() == ["discard ness", "discard nitti"]
    assert "per turn (C-12)" in table.refused("play ness draw")


@pytest.mark.parametrize("event", [*NEEDS_NOTHING, *NEEDS_MORE, "search-warrant one", "search-warrant set"])
def test_the_last_card_is_never_played(event: str) -> None:
    """C-8: not even an event that would bring new cards."""
    name = event.split()[0]
    areas = "nitti*3|nitti"
    assert "(C-8)" in capone(f"{name}|burke", areas, discard="white").refused(f"play {event}")
    table = capone(f"{name} burke|burke", areas, discard="white")
    assert f"play {event}" in table.legal()
    table.do(f"play {event}")


def test_one_event_a_turn() -> None:
    """C-12: of any kind."""
    table = capone("ness raid agent-meeting hunt|burke", "nitti*3|nitti").do("play ness draw")
    assert table.legal("play") == []
    for action in ("play raid nitti", "play agent-meeting around nitti"):
        assert "(C-12)" in table.refused(action)
    assert "hunt is a clue" in table.refused("play hunt")


def test_an_event_must_be_in_the_hand() -> None:
    table = capone("hunt*2|burke", "nitti*3|nitti", discard="white")
    for event in [*NEEDS_NOTHING, *NEEDS_MORE, "search-warrant one"]:
        assert "not in the hand (C-12)" in table.refused(f"play {event}")


# The end of a round


def test_the_round_ends_with_a_last_discard() -> None:
    """CAP-14: and before C-16 if both happen."""
    table = capone("hunt|burke", "nitti*3|").do("discard hunt")
    assert table.position["ended"] == {"by": "discard", "seat": 0}
    assert table.legal() == []
    assert "the round is over" in table.refused("draw file")
    assert almost_over("hunt|burke").do("discard hunt").position["ended"] == {"by": "discard", "seat": 0}


def test_the_round_ends_with_the_turn_in_which_the_case_file_ran_out() -> None:
    """CAP-14, C-16: there is no second case file; the turn is played to its end."""
    table = almost_over("hunt*2|burke", "nitti*3|", top="white nitti", phase="draw").do("draw file")
    assert table.position["phase"] == "play"
    table.do("lay nitti", "discard white")
    assert table.position["ended"] == {"by": "file"}
    assert table.position["file"] == 1


def test_an_emptied_hand_does_not_go_out() -> None:
    """CAP-17: the round goes on to the end of the turn, in which the asker may still go out."""
    table = almost_over("agent-meeting hunt|nitti*2", "nitti*3|")
    table.do("play agent-meeting ask nitti 1")
    assert table.hand(1) == []
    assert table.state.actors() == 1
    table.do("lay nitti", "lay nitti", "discard hunt")
    assert table.position["ended"] == {"by": "discard", "seat": 0}
