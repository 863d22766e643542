"""Al Capone, rule by rule: deck, turns and events. Scoring, positions and knowledge have files of their own."""

from typing import Any

import pytest

from casefile.errors import CasefileError
from casefile.match import Match
from casefile.registry import case_info, rules_for
from casefile.text.language import catalogue
from tests.scene import Scene, position, scene, set_table, words

GANGSTERS = "capone ralph guzik mcgurn humphreys white nitti torrio hunt burke heitler".split()
COPIES = dict(zip(GANGSTERS, [8, 7, 7, 7, 7, 6, 6, 6, 5, 5, 4], strict=True))


def capone(hands: str, areas: str = "", **more: Any) -> Scene:
    """A situation in which seat 0 is at turn and has drawn; hands and areas are parted by |."""
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
    info = case_info("capone")
    assert (info.players, info.teams, info.always_teams) == ((2, 3, 4), ((4, True),), ())
    assert Match(rules_for("capone"), "1").target == 200
    with pytest.raises(CasefileError, match="not played in teams"):
        rules_for("capone", 3, teams=True)


def test_deck_says_what_is_assumed() -> None:
    """Points and values of complete sets are on the cards, not in the rulebook."""
    for card in rules_for("capone").deck.cards:
        clue = card.name in GANGSTERS
        assert card.assumed == (["points", "complete_set"] if clue else ["points"])


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
    """CAP-1: two cards of the case file, one of the Underworld; once a turn (C-6)."""
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
    """C-8, C-10, C-11: where any area has three clues of the gangster; the clue comes to the own area."""
    table = capone("nitti burke raid|hunt", "|nitti*3")
    assert table.legal("lay") == ["lay nitti"]
    assert "no area has a meld of burke" in table.refused("lay burke")
    assert "is no clue" in table.refused("lay raid")
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
    assert "one a turn (C-12)" in table.refused("play ness draw")


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


# Agent meeting: ask around


def test_ask_around() -> None:
    """CAP-6: the first clockwise who holds one gives exactly one, and draws a card."""
    table = capone("agent-meeting hunt|burke*2|nitti*3|nitti*2", top="white ralph")
    table.do("play agent-meeting around nitti")
    assert [table.hand(seat) for seat in range(4)] == [
        words("nitti hunt"),
        words("burke*2"),
        words("white nitti*2"),
        words("nitti*2"),
    ]
    assert table.position["case_file"][0] == "ralph"


def test_ask_around_goes_clockwise_from_the_left() -> None:
    """CAP-6: seat 3 is asked before seat 0 and 1 if seat 2 asks."""
    table = capone("nitti|nitti|agent-meeting hunt|nitti burke", turn=2).do("play agent-meeting around nitti")
    assert "nitti" not in table.hand(3)
    assert table.hand(0) == table.hand(1) == ["nitti"]


def test_a_partner_is_asked_in_order_too() -> None:
    """CAP-6: between the opponents."""
    table = capone("agent-meeting hunt|burke|nitti|nitti", teams=True, top="white").do(
        "play agent-meeting around nitti"
    )
    assert table.hand(2) == ["white"]
    assert table.hand(3) == ["nitti"]


def test_nobody_holds_one() -> None:
    """CAP-6: nothing is given or drawn, and all learn that."""
    table = capone("agent-meeting nitti*2|burke*2|hunt", top="white")
    table.do("play agent-meeting around nitti")
    assert [table.hand(seat) for seat in range(3)] == [words("nitti*2"), words("burke*2"), ["hunt"]]
    assert table.position["case_file"][0] == "white"
    assert [event.seat for event in table.seen(2, "has-none")] == [1, 2]


def test_a_complete_set_cannot_be_asked_for() -> None:
    """CAP-6: in whatever area it lies; all copies in sight are no hindrance otherwise."""
    table = capone("agent-meeting heitler hunt|burke", "hunt*3|heitler*3 nitti*6")
    assert "(CAP-6)" in table.refused("play agent-meeting around nitti")
    asked = [action.split()[-1] for action in table.legal("play agent-meeting around")]
    assert asked == sorted(set(GANGSTERS) - {"nitti"})
    assert "(CAP-6)" in capone("agent-meeting heitler|burke", "nitti*6|").refused("play agent-meeting around nitti")


def test_all_sets_complete() -> None:
    """CAP-6: then nobody can be named."""
    area = " ".join(f"{name}*{count}" for name, count in COPIES.items())
    table = capone("agent-meeting ness|raid", f"{area}|")
    assert table.legal("play agent-meeting") == []
    assert "(CAP-6)" in table.refused("play agent-meeting around heitler")


# Agent meeting: ask one


def test_ask_one() -> None:
    """CAP-7: the player gives all copies, and draws as many cards."""
    table = capone("agent-meeting hunt|ralph|burke ralph*3", "ralph*3||", top="white nitti guzik torrio")
    table.do("play agent-meeting ask ralph 2")
    assert table.hand(0) == words("ralph*3 hunt")
    assert table.hand(1) == ["ralph"]
    assert table.hand(2) == words("guzik white nitti burke")
    assert table.position["case_file"][0] == "torrio"


def test_ask_one_who_holds_none() -> None:
    """CAP-7: nothing happens, and all know it."""
    table = capone("agent-meeting hunt|nitti|burke", "nitti*3||", top="white")
    table.do("play agent-meeting ask nitti 2")
    assert [table.hand(seat) for seat in range(3)] == [["hunt"], ["nitti"], ["burke"]]
    assert [event.seat for event in table.seen(1, "has-none")] == [2]
    assert table.position["case_file"][0] == "white"


def test_ask_one_needs_a_meld_of_the_own_area() -> None:
    """CAP-7: that is not a complete set; three clues are one, however they came there (C-11)."""
    table = capone("agent-meeting hunt|white", "nitti*3 burke*2 heitler*4|burke*3 ralph*3")
    assert table.legal("play agent-meeting ask") == ["play agent-meeting ask nitti 1"]
    assert "no meld of burke (CAP-7)" in table.refused("play agent-meeting ask burke 1")
    assert "no meld of ralph (CAP-7)" in table.refused("play agent-meeting ask ralph 1")
    assert "complete set of heitler already (CAP-7)" in table.refused("play agent-meeting ask heitler 1")


def test_whom_to_ask() -> None:
    """CAP-7: another player, the partner too; in a team the area is shared."""
    table = capone("burke|burke|agent-meeting hunt|nitti", "nitti*3|", teams=True, turn=2, top="white")
    asked = ["play agent-meeting ask nitti 0", "play agent-meeting ask nitti 1", "play agent-meeting ask nitti 3"]
    assert table.legal("play agent-meeting ask") == asked
    assert "(CAP-7)" in table.refused("play agent-meeting ask nitti 2")
    table = capone("nitti burke|burke|agent-meeting hunt|nitti", "nitti*3|", teams=True, turn=2, top="white")
    assert table.do("play agent-meeting ask nitti 0").hand(2) == words("nitti hunt")
    assert "no such seat (CAP-7)" in capone("agent-meeting hunt|burke", "nitti*3|").refused(
        "play agent-meeting ask nitti 3"
    )


def test_what_is_given_is_known_to_all() -> None:
    """CAP-13: the asker named it; what the giver draws is seen by the giver alone."""
    table = capone("agent-meeting hunt|burke|nitti*2 ralph", "nitti*3||", top="white guzik")
    table.do("play agent-meeting ask nitti 2")
    nitti = table.rules.deck.kind_of["nitti"]
    assert [table.rules.view(table.state, viewer).known_of(0, nitti) for viewer in (1, 2)] == [2, 2]
    assert "Seat 2 gives Seat 0 2 × Frank Nitti." in told(table, 1)
    assert "Seat 2 draws 2 cards from the case file." in told(table, 1)
    assert "Seat 2 draws William White, Jake Guzik from the case file." in told(table, 2)
    table = capone("agent-meeting hunt|burke|nitti*2", top="white").do("play agent-meeting around nitti")
    assert table.rules.view(table.state, 1).known_of(0, nitti) == 1


@pytest.mark.parametrize(
    ("action", "held", "drawn"),
    [
        ("around nitti", "nitti", ""),
        ("around nitti", "nitti", "white"),
        ("ask nitti 1", "nitti*3", ""),
        ("ask nitti 1", "nitti*3", "white ralph"),
    ],
)
def test_a_giver_draws_what_is_there(action: str, held: str, drawn: str) -> None:
    """CAP-17: down to nothing; an emptied hand is not going out, and the round ends with this turn."""
    table = almost_over(f"agent-meeting hunt*2|{held}", "nitti*3|", top=drawn)
    table.do(f"play agent-meeting {action}")
    assert sorted(table.hand(1)) == sorted(words(drawn))
    assert table.position["phase"] == "play"
    table.do("discard hunt")
    assert table.position["ended"] == {"by": "file"}


# Search warrant: one


def test_search_one() -> None:
    """CAP-8: exactly one card of the Underworld, an event too; the rest keeps its order, the warrant comes on top."""
    table = capone("search-warrant hunt|burke", discard="white nitti raid nitti ralph")
    table.do("play search-warrant one")
    assert table.position["asked"] == {"for": "search", "seats": [0], "then": "one", "cards": ["search-warrant"]}
    assert table.position["discard"] == words("white nitti raid nitti ralph")
    assert table.legal() == ["take nitti", "take raid", "take ralph", "take white"]
    assert "one card" in table.refused("discard hunt")
    assert "exactly one card has to be taken (CAP-8)" in table.refused("take none")
    assert "exactly one card has to be taken (CAP-8)" in table.refused("take nitti ralph")
    assert "not in the discard pile (CAP-8)" in table.refused("take search-warrant")
    table.do("take raid")
    assert table.hand(0) == ["hunt", "raid"]
    assert table.position["discard"] == words("search-warrant white nitti nitti ralph")
    assert table.position["asked"] is None


def test_search_one_is_unseen_by_the_others() -> None:
    """CAP-8: they know that a card was taken, but not which."""
    table = capone("search-warrant hunt|burke", discard="white nitti").do("play search-warrant one", "take nitti")
    assert "Seat 0 takes 1 card out of the Underworld unseen." in told(table, 1)
    assert "Seat 0 takes Frank Nitti out of the Underworld unseen." in told(table, 0)


def test_an_empty_underworld_cannot_be_searched() -> None:
    """CAP-8, CAP-9: neither for one card nor for a set."""
    table = capone("search-warrant hunt|burke", "nitti*3|")
    assert table.legal("play search-warrant") == []
    assert "(CAP-8)" in table.refused("play search-warrant one")
    assert "(CAP-9)" in table.refused("play search-warrant set")


# Search warrant: set


def test_search_set() -> None:
    """CAP-9: all clues of one meld of the own area, shown; the rest keeps its order, the warrant comes on top."""
    table = capone("search-warrant hunt|burke", "nitti*3 ralph*3|white*3", discard="white nitti raid nitti ralph guzik")
    table.do("play search-warrant set")
    assert table.position["asked"] == {"for": "search", "seats": [0], "then": "set", "cards": ["search-warrant"]}
    assert table.legal() == ["take nitti", "take none", "take ralph"]
    assert "one gangster only" in table.refused("take nitti ralph")
    assert "no meld of white (CAP-9)" in table.refused("take white")
    assert "no meld of guzik (CAP-9)" in table.refused("take guzik")
    assert "only clues can be taken (CAP-9)" in table.refused("take raid")
    assert "(CAP-9)" in table.refused("discard hunt")
    table.do("take nitti")
    assert table.hand(0) == words("nitti*2 hunt")
    assert table.position["discard"] == words("search-warrant white raid ralph guzik")
    assert "Seat 0 shows 2 × Frank Nitti and takes them into the hand." in told(table, 1)


def test_search_set_may_take_none() -> None:
    """CAP-9: all or none."""
    table = capone("search-warrant hunt|burke", "nitti*3|", discard="nitti white")
    table.do("play search-warrant set", "take none")
    assert table.hand(0) == ["hunt"]
    assert table.position["discard"] == words("search-warrant nitti white")


def test_search_set_asks_whatever_lies_there() -> None:
    """CAP-9: also if nothing matches, as the others must not learn it."""
    table = capone("search-warrant hunt|burke", "nitti*3|", discard="white")
    table.do("play search-warrant set")
    assert table.legal() == ["take none"]
    assert "not in the discard pile (CAP-9)" in table.refused("take nitti")


@pytest.mark.parametrize("area", ["", "heitler*4", "nitti*2"])
def test_search_set_and_reveal_need_an_open_meld(area: str) -> None:
    """CAP-9, CAP-11: a meld of the own area that is not a complete set."""
    table = capone("search-warrant ness hunt|burke", f"{area}|nitti*3", discard="white")
    assert table.legal("play") == ["play ness draw", "play search-warrant one"]
    assert "(CAP-9)" in table.refused("play search-warrant set")
    assert "(CAP-11)" in table.refused("play ness reveal")


# Eliot Ness


@pytest.mark.parametrize(("top", "drawn"), [("white ralph", "white ralph"), ("white", "white"), ("", "")])
def test_ness_draws_two(top: str, drawn: str) -> None:
    """CAP-10, C-13: two cards, or as many as are there."""
    table = almost_over("ness hunt|burke", top=top).do("play ness draw")
    assert sorted(table.hand(0)) == sorted(["hunt", *words(drawn)])
    assert table.position["discard"][0] == "ness"


def test_ness_reveals_seven() -> None:
    """CAP-11: all clues that match melds of the own area; the others go onto Ness, the last on top."""
    top = "white nitti raid ralph nitti hunt burke guzik"
    table = capone("ness hunt|burke", "nitti*3 ralph*3|white*3", discard="torrio", top=top)
    table.do("play ness reveal")
    seven = words("white nitti raid ralph nitti hunt burke")
    assert table.position["asked"] == {"for": "reveal", "seats": [0], "cards": seven}
    assert table.position["discard"] == ["ness", "torrio"]
    assert table.legal() == ["take nitti", "take nitti ralph", "take none", "take ralph"]
    assert "no meld of white (CAP-11)" in table.refused("take white")
    assert "no meld of hunt (CAP-11)" in table.refused("take hunt nitti")
    assert "only clues can be taken (CAP-11)" in table.refused("take raid")
    assert "(CAP-11)" in table.refused("discard hunt")
    table.do("take ralph nitti")
    assert table.hand(0) == words("ralph nitti*2 hunt")
    assert table.position["discard"] == words("burke hunt raid white ness torrio")
    assert table.position["case_file"][0] == "guzik"


@pytest.mark.parametrize(
    ("choice", "hand"),
    [("none", "hunt"), ("nitti", "nitti*2 hunt"), ("ralph", "ralph hunt"), ("ralph nitti", "ralph nitti*2 hunt")],
)
def test_ness_takes_all_or_none_of_each(choice: str, hand: str) -> None:
    """CAP-11: taking is a "may", for each gangster with a meld."""
    table = capone("ness hunt|burke", "nitti*3 ralph*3|", top="nitti ralph nitti white guzik torrio burke")
    table.do("play ness reveal", f"take {choice}")
    assert table.hand(0) == words(hand)
    assert len(table.position["discard"]) == 1 + 7 - (len(words(hand)) - 1)


def test_ness_finds_nothing() -> None:
    """CAP-11: without a clue to take nothing is asked; the cards go onto the Underworld."""
    table = capone("ness hunt|burke", "nitti*3|", top="white ralph guzik raid hunt burke torrio")
    table.do("play ness reveal")
    assert table.position["asked"] is None
    assert table.position["discard"] == words("torrio burke hunt raid guzik ralph white ness")
    assert table.legal() == ["discard hunt"]


@pytest.mark.parametrize("top", ["", "white", "white ralph guzik"])
def test_ness_reveals_what_is_there(top: str) -> None:
    """CAP-11, C-13: down to nothing."""
    table = almost_over("ness hunt*2|burke", "nitti*3|", top=top).do("play ness reveal")
    count = len(words(top))
    assert table.position["discard"][: count + 1] == [*reversed(words(top)), "ness"]
    table.do("discard hunt")
    assert table.position["ended"] == {"by": "file"}


def test_a_complete_meld_is_no_hindrance_beside_an_open_one() -> None:
    """CAP-11: the action needs one meld that is not complete."""
    table = capone("ness hunt|burke", "heitler*4 nitti*3|", top="white*6 nitti").do("play ness reveal")
    assert table.legal() == ["take nitti", "take none"]


# Raid


def test_raid() -> None:
    """CAP-12: all copies in the areas of all opponents come to the own area."""
    table = capone("raid hunt|burke|burke|burke", "nitti*3|nitti ralph*3|nitti ralph|white*3", discard="torrio")
    table.do("play raid nitti")
    assert [table.area(side) for side in range(4)] == [
        words("nitti*5"),
        words("ralph*3"),
        words("ralph"),
        words("white*3"),
    ]
    assert table.position["discard"] == ["raid", "torrio"]


def test_raid_needs_an_own_meld_and_must_bring_a_card() -> None:
    """CAP-12: a meld of the own area, and at least one card."""
    table = capone("raid hunt|burke", "nitti*3 burke*3 ralph*2|nitti ralph*3 white*3")
    assert table.legal("play") == ["play raid nitti"]
    assert "bring nothing (CAP-12)" in table.refused("play raid burke")
    assert "no meld of ralph (CAP-12)" in table.refused("play raid ralph")
    assert "no meld of white (CAP-12)" in table.refused("play raid white")
    assert "(CAP-12)" in table.refused("play raid")


def test_a_raid_of_a_team_hits_the_other_team() -> None:
    """CAP-12, C-5: the shared area is the own one of both partners."""
    table = capone("burke|burke|raid hunt|burke", "nitti*3|nitti*2", teams=True, turn=2).do("play raid nitti")
    assert (table.area(0), table.area(1)) == (words("nitti*5"), [])


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
