"""Al Capone: what each event does."""

import pytest

from tests.rules.test_capone import COPIES, GANGSTERS, almost_over, capone, told
from tests.scene import words

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
    assert "already has the complete set of heitler (CAP-7)" in table.refused("play agent-meeting ask heitler 1")


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
    assert "Seat 2 draws William White and Jake Guzik from the case file." in told(table, 2)
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
    """CAP-8: exactly one card of the Underworld, an event too; the rest keeps its order, the warrant on top."""
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
    assert "Seat 0 takes 1 card from the discard pile, unseen by the others." in told(table, 1)
    assert "Seat 0 takes Frank Nitti from the discard pile, unseen by the others." in told(table, 0)


def test_an_empty_underworld_can_only_be_searched_for_a_set() -> None:
    """CAP-8, CAP-9, C-13: "exactly one card" cannot be taken; a set may be none, and so a warrant is got rid of."""
    table = capone("search-warrant hunt|burke", "nitti*3|")
    assert table.legal("play search-warrant") == ["play search-warrant set"]
    assert "(CAP-8)" in table.refused("play search-warrant one")
    table.do("play search-warrant set")
    assert table.legal() == ["take none"]
    table.do("take none")
    assert table.position["discard"] == ["search-warrant"]
    assert table.do("discard hunt").position["ended"] == {"by": "discard", "seat": 0}
    assert "(CAP-9)" in capone("search-warrant hunt|burke", "nitti*6|").refused("play search-warrant set")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_example_for_a_misused_meeting_asks_somebody_else(seat: int) -> None:
    """CAP-6, CAP-7: in the words that were used, and never oneself."""
    table = capone("agent-meeting hunt|agent-meeting burke", turn=seat)
    assert "a correct example is: play agent-meeting around capone" in table.refused("play agent-meeting around raid")
    other = f"a correct example is: play agent-meeting ask capone {1 - seat}"
    assert other in table.refused("play agent-meeting ask raid")


# Search warrant: set


def test_search_set() -> None:
    """CAP-9: all clues of one meld of the player's own area, shown; the rest keeps its order, the warrant on top."""
    table = capone("search-warrant hunt|burke", "nitti*3 ralph*3|white*3", discard="white nitti raid nitti ralph guzik")
    table.do("play search-warrant set")
    assert table.position["asked"] == {"for": "search", "seats": [0], "then": "set", "cards": ["search-warrant"]}
    assert table.legal() == ["take nitti", "take none", "take ralph"]
    assert "only the clues of one gangster" in table.refused("take nitti ralph")
    assert "no meld of white (CAP-9)" in table.refused("take white")
    assert "no meld of guzik (CAP-9)" in table.refused("take guzik")
    assert "only clues can be taken (CAP-9)" in table.refused("take raid")
    assert "(CAP-9)" in table.refused("discard hunt")
    table.do("take nitti")
    assert table.hand(0) == words("nitti*2 hunt")
    assert table.position["discard"] == words("search-warrant white raid ralph guzik")
    assert "Seat 0 takes 2 × Frank Nitti into hand, for all to see." in told(table, 1)


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
    """CAP-9, CAP-11: a meld of the player's own area that is not a complete set."""
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
    """CAP-11: all clues that match melds of the player's own area; the others go onto Ness, the last on top."""
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
    """CAP-12: all copies in the areas of all opponents come to the player's own area."""
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
    """CAP-12: a meld of the player's own area, and at least one card."""
    table = capone("raid hunt|burke", "nitti*3 burke*3 ralph*2|nitti ralph*3 white*3")
    assert table.legal("play") == ["play raid nitti"]
    assert "bring nothing (CAP-12)" in table.refused("play raid burke")
    assert "no meld of ralph (CAP-12)" in table.refused("play raid ralph")
    assert "no meld of white (CAP-12)" in table.refused("play raid white")
    assert "(CAP-12)" in table.refused("play raid")


def test_a_raid_of_a_team_hits_the_other_team() -> None:
    """CAP-12, C-5: the shared area belongs to both partners."""
    table = capone("burke|burke|raid hunt|burke", "nitti*3|nitti*2", teams=True, turn=2).do("play raid nitti")
    assert (table.area(0), table.area(1)) == (words("nitti*5"), [])
