"""Jack the Ripper, rule by rule: endings, scoring, tips, and the rulebook's examples."""

from typing import Any

import pytest

from tests.rules.ripper_scenes import FIVE_VICTIMS, FOUR_VICTIMS, at_turn, ripper
from tests.scene import Scene, set_table, words

# End of the round and scoring


def test_the_four_ways_a_round_ends() -> None:
    """RIP-23: A a last discard, B the commissioner, C the escape, D the second case file."""
    assert at_turn("gull").do("discard gull").position["ended"] == {"by": "discard", "seat": 1}
    data = at_turn("gull*2", file=2).position
    data["discard"], data["case_file"] = data["case_file"], []
    assert set_table(data).do("discard gull").position["ended"] == {"by": "file"}
    b = ripper(["gull", "commissioner-resigns victim:kelly"]).do("play commissioner-resigns")
    assert b.position["ended"] == {"by": "commissioner"}
    c = at_turn("gull ripper-escapes", area=FIVE_VICTIMS).do("play ripper-escapes")
    assert c.position["ended"] == {"by": "escape", "seat": 1}


def over(hands: list[str], areas: list[str], **ended: Any) -> Scene:
    """A round that is over; the piles are not known."""
    data: dict[str, Any] = {
        "case": "ripper",
        "players": len(hands),
        "phase": "over",
        "ended": ended or {"by": "discard", "seat": 1},
    }
    data |= {"hands": [words(hand) for hand in hands], "areas": [words(area) for area in areas]}
    return set_table(data, scoring=True)


@pytest.mark.parametrize(
    ("area", "ended", "outcome"),
    [
        ("gull*3", {"by": "discard", "seat": 1}, "solved"),
        ("gull*3", {"by": "commissioner"}, "solved"),
        ("gull*3", {"by": "file"}, "unsolved"),
        ("letters*3", {"by": "discard", "seat": 1}, "unsolved"),
        ("gull*3 alibi:eddy-gull@gull", {"by": "discard", "seat": 1}, "unsolved"),
        ("gull*3 eddy*3 alibi:eddy-gull@gull", {"by": "discard", "seat": 1}, "solved"),
    ],
)
def test_when_a_case_is_solved(area: str, ended: dict[str, Any], outcome: str) -> None:
    """RIP-24: it ended by A or B, and a suspect has a meld and no alibi."""
    hands = ["jill", "" if ended["by"] != "file" else "jill"]
    table = over(hands, ["victim:kelly " + area, ""], **ended)
    assert table.rules.score(table.state).outcome == outcome


def test_nothing_counts_double_as_long_as_nobody_would_be_the_ripper() -> None:
    """RIP-26: what an area counts now; victims and letters have no suspect's colour."""
    for area, points in (("victim:nichols", 1), ("victim:nichols letters*3", 10), ("victim:nichols gull*3", 13)):
        table = at_turn("gull jill", area=area)
        assert table.rules.worth(table.rules.view(table.state, 1))[1] == points, area


@pytest.mark.parametrize(
    ("areas", "culprit"),
    [
        (["victim:kelly druitt*3", "gull*4"], "gull"),
        (["victim:kelly druitt*3 suspicion:druitt", "gull*4"], "druitt"),
        (["victim:kelly druitt*3 gull", "gull*3"], "gull"),
        (["victim:kelly jill*3", "gull*3"], "gull"),
        (["victim:kelly jill*3", "gull*2 joker@gull joker@jill"], "jill"),
        (["victim:kelly druitt*4 alibi:druitt", "jill*3"], "jill"),
        (["victim:kelly letters*4", "jill*3"], "jill"),
    ],
)
def test_who_the_ripper_is(areas: list[str], culprit: str) -> None:
    """RIP-25: the most points in all areas; no alibi; of equals the lowest rank."""
    table = over(["eddy", ""], areas)
    result = table.rules.score(table.state)
    assert table.rules.deck.names[result.culprit] == culprit


@pytest.mark.parametrize(
    ("areas", "mark"),
    [
        (["victim:kelly druitt*3", "gull*4"], "by-points"),
        (["victim:kelly druitt*4", "druitt jill*3"], "by-points"),
        (["victim:kelly eddy*3", "jill*3"], "by-rank"),
        (["victim:kelly eddy*3 alibi:eddy-gull@eddy", "jill*3"], "by-points"),
    ],
)
def test_the_board_says_what_decided_who_the_ripper_is(areas: list[str], mark: str) -> None:
    """RIP-25: points, or the rank of equals; a suspect with an alibi is no equal."""
    table = over(["letters", ""], areas)
    rows = table.rules.board(table.rules.view(table.state, 0))
    assert [row.marks for row in rows if "ripper" in row.marks] == [["ripper", mark]]
    assert any("equal" in row.marks for row in rows) == (mark == "by-rank")


def test_the_alibi_counts_for_its_suspect_but_clears_him() -> None:
    """RIP-25, RIP-26: the double alibi belongs only to the suspect for whom it was played."""
    table = over(["letters", ""], ["victim:kelly eddy*3 gull*3 alibi:eddy-gull@eddy", ""])
    assert table.rules.deck.names[table.rules.score(table.state).culprit] == "gull"
    assert table.totals()[0] == 1 + 6 + 12 + 3 - 3


def test_the_ripper_counts_double() -> None:
    """RIP-26: clues, jokers and the suspicion; letters, victims and scenes never."""
    table = over(
        ["eddy", ""],
        ["victim:kelly scene:millers-court gull*3 joker@gull suspicion:gull letters*3", "gull"],
    )
    result = table.rules.score(table.state)
    assert [side.plus for side in result.sides] == [1 + 1 + 12 + 4 + 8 + 9, 4]


@pytest.mark.parametrize(
    ("hand", "minus"),
    [
        ("gull*2", 0),
        ("eddy*2", 4),
        ("letters", 3),
        ("joker", 0),
        ("suspicion:gull", 0),
        ("suspicion:jill", 4),
        ("alibi:eddy-gull", 0),
        ("alibi:jill", 3),
        ("victim:stride", 1),
        ("scene:bucks-row", 1),
        ("ripper-strikes*2 commissioner-resigns*2", 0),
        ("ripper-escapes", 4),
    ],
)
def test_what_is_left_in_the_hand(hand: str, minus: int) -> None:
    """RIP-27, RIP-28: what matches a meld is dropped; the escape costs 2 for each victim on the table."""
    table = over([hand, ""], ["", "victim:kelly victim:nichols gull*3"])
    assert table.rules.score(table.state).sides[0].minus == minus


def test_letters_in_hand_match_a_meld_of_letters() -> None:
    """RIP-27: and a joker matches no meld of letters."""
    table = over(["letters joker jill", ""], ["", "victim:kelly letters*3 gull*2 joker@gull"])
    assert table.rules.score(table.state).sides[0].minus == 2


def test_an_unsolved_case() -> None:
    """RIP-29: the escape, victims and scenes; nothing else, and no minus."""
    table = over(
        ["jill*5 suspicion:gull", "gull"],
        [FOUR_VICTIMS + " gull*4", "victim:kelly scene:millers-court letters*3 ripper-escapes"],
        by="escape",
        seat=1,
    )
    result = table.rules.score(table.state)
    assert result.outcome == "unsolved"
    assert result.totals() == [4, 37]
    assert [side.minus for side in result.sides] == [0, 0]


# Tips


def test_who_may_call_for_tips() -> None:
    """RIP-30: before the draw, with a meld in the caller's own area, of letters too, once per round."""
    draw: dict[str, Any] = {"phase": "draw", "options": ["tips"]}
    hands = ["jill", "gull*2"]
    assert "call-tips" in ripper(hands, ["", "victim:kelly letters*3"], **draw).legal()
    others = ripper(hands, ["victim:kelly letters*3", ""], **draw)
    assert "call-tips" not in others.legal()
    assert "(RIP-30)" in others.refused("call-tips")
    laid_off = ripper(hands, ["druitt*3", "victim:kelly druitt joker@druitt*2"], **draw)
    assert "call-tips" in laid_off.legal()
    off = ripper(hands, ["", "victim:kelly letters*3"], phase="draw")
    assert "without tips (RIP-30)" in off.refused("call-tips")
    late = ripper(hands, ["", "victim:kelly letters*3"], options=["tips"])
    assert "before the draw (RIP-30)" in late.refused("call-tips")
    again = ripper(hands, ["", "victim:kelly letters*3"], tips=["gull", "jill"], **draw)
    assert "call-tips" not in again.legal()
    assert "already been called for in this round (RIP-30)" in again.refused("call-tips")


def test_tips_are_written_in_secret() -> None:
    """RIP-31, C-21: any of the six suspects, melded or not; nobody sees another's."""
    table = ripper(["jill", "gull*2", "eddy"], ["", "victim:kelly letters*3", ""], phase="draw", options=["tips"]).do(
        "call-tips"
    )
    assert table.actors() == [0, 1, 2]
    assert len(table.legal("tip")) == 18
    assert "begin with 0: or 1: or 2:" in table.refused("tip jill")
    table.do("2: tip jill")
    assert table.position["tips"] == [None, None, "jill"]
    assert table.position["asked"] == {"for": "tip", "seats": [0, 1]}
    hidden = [table.rules.view(table.state, seat).key() for seat in (0, 1)]
    other = ripper(["jill", "gull*2", "eddy"], ["", "victim:kelly letters*3", ""], phase="draw", options=["tips"]).do(
        "call-tips", "2: tip gull"
    )
    assert [other.rules.view(other.state, seat).key() for seat in (0, 1)] == hidden
    assert "(C-6)" in table.refused("2: tip gull")
    table.do("0: tip gull", "1: tip gull")
    assert table.actors() == [1]
    assert "draw file" in table.legal()
    assert [event.cards for event in table.seen(0, "tip")] == [[2], [-1], [-1]]


def test_a_right_tip_is_worth_ten() -> None:
    """RIP-32: in a solved round; a wrong one costs nothing."""
    solved = over_with_tips(["gull", "jill"], "gull*3")
    assert [side.bonus for side in solved.rules.score(solved.state).sides] == [10, 0]
    unsolved = over_with_tips(["gull", "jill"], "gull*3 alibi:eddy-gull@gull")
    assert [side.bonus for side in unsolved.rules.score(unsolved.state).sides] == [0, 0]


def over_with_tips(tips: list[str], area: str) -> Scene:
    """A round with tips that is over."""
    data: dict[str, Any] = {
        "case": "ripper",
        "players": 2,
        "options": ["tips"],
        "tips": tips,
        "phase": "over",
        "ended": {"by": "discard", "seat": 1},
        "hands": [["eddy"], []],
    }
    return set_table(data | {"areas": [words("victim:kelly " + area), []]}, scoring=True)


# The rulebook's worked examples


def test_the_turn_example() -> None:
    """The rulebook's example of a turn: RIP-1, RIP-8, C-9, C-12."""
    table = ripper(
        ["letters*4", "druitt*2 suspicion:druitt victim:nichols eddy"],
        discard="jill",
        top="druitt gull pedachenko",
        phase="draw",
    )
    table.do("draw file")
    assert "(RIP-1)" in table.refused("meld druitt*3")
    table.do("play victim:nichols")
    assert table.hand(1) == ["druitt", "druitt", "druitt", "eddy", "gull", "pedachenko", "suspicion:druitt"]
    table.do("meld druitt*3")
    assert "(C-12)" in table.refused("play suspicion:druitt")
    table.do("discard eddy")
    assert table.position["turn"] == 0
    assert table.position["discard"] == ["eddy", "jill"]


def test_the_scoring_example() -> None:
    """The rulebook's example of scoring: RIP-24 to RIP-28. Druitt is the Ripper, 29 plus, 15 minus, 14 points."""
    mine = "chapman*3 druitt joker@druitt alibi:eddy-gull@gull letters*3 victim:kelly victim:stride scene:bucks-row"
    others = "druitt*3 gull*4 suspicion:gull chapman jill*3 suspicion:jill victim:eddowes"
    hand = "eddy*2 suspicion:eddy jill alibi:chapman victim:nichols ripper-escapes"
    table = over([hand, ""], [mine, others])
    result = table.rules.score(table.state)
    assert result.outcome == "solved"
    assert table.rules.deck.names[result.culprit] == "druitt"
    assert (result.sides[0].plus, result.sides[0].minus, result.totals()[0]) == (29, 15, 14)


def test_the_tips_example() -> None:
    """The rulebook's example of tips: RIP-31, RIP-32, RIP-5. An alibi that nobody expects makes Jill the Ripper."""
    table = ripper(
        ["eddy", "alibi:chapman gull"],
        ["chapman*2 suspicion:chapman", "victim:kelly chapman*3 jill*3"],
        phase="draw",
        options=["tips"],
        top="jill",
    )
    table.do(
        "call-tips", "0: tip chapman", "1: tip jill", "draw file", "play alibi:chapman", "lay jill", "discard gull"
    )
    result = table.rules.score(table.state)
    assert table.rules.deck.names[result.culprit] == "jill"
    assert [side.bonus for side in result.sides] == [0, 10]
