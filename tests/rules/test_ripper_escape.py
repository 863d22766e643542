"""Jack the Ripper, rule by rule: the Ripper escapes, and nobody learns who was asked."""

from typing import Any

import pytest

from casefile.core.rng import Rng
from tests.rules.ripper_scenes import FIVE_VICTIMS, FOUR_VICTIMS, at_turn, ripper
from tests.scene import Scene, set_table

# The Ripper escapes


def test_the_escape_needs_five_victims() -> None:
    """RIP-18: in areas, anybody's."""
    assert "(RIP-18)" in at_turn("ripper-escapes druitt", area=FOUR_VICTIMS).refused("play ripper-escapes")
    table = at_turn("ripper-escapes druitt", area="victim:kelly", other_area=FOUR_VICTIMS)
    assert table.do("play ripper-escapes").position["ended"] == {"by": "escape", "seat": 1}


def test_after_the_escape_the_board_names_nobody() -> None:
    """RIP-24, RIP-29: an unsolved round has no Ripper, and nobody may escape any more."""
    table = at_turn("ripper-escapes druitt", area=FIVE_VICTIMS + " druitt*3")
    assert marks_on(table) == {"ripper", "all-victims"}
    assert marks_on(table.do("play ripper-escapes")) == set()


def marks_on(table: Scene) -> set[str]:
    """What the case board marks."""
    return {mark for row in table.rules.board(table.rules.view(table.state, 0)) for mark in row.marks}


def test_the_escape_is_a_right() -> None:
    """RIP-18: the player whose turn it is may also discard, and keep it."""
    table = at_turn("ripper-escapes druitt", area=FIVE_VICTIMS)
    assert table.legal() == ["discard druitt", "discard ripper-escapes", "play ripper-escapes"]


def test_the_escape_is_no_event() -> None:
    """RIP-19: it may follow an event of the same turn."""
    table = at_turn("ripper-escapes druitt", area=FIVE_VICTIMS, event_played=True)
    assert "play ripper-escapes" in table.legal()


def test_the_escape_may_be_the_last_card() -> None:
    """RIP-20: also as the only card of the hand, after the plays."""
    table = at_turn("ripper-escapes druitt", area=FIVE_VICTIMS + " druitt*3").do("lay druitt")
    assert table.hand(1) == ["ripper-escapes"]
    assert table.do("play ripper-escapes").position["ended"] == {"by": "escape", "seat": 1}


@pytest.mark.parametrize("answer", ["play ripper-escapes", "hold"])
def test_the_escape_after_the_commissioner_emptied_a_hand(answer: str) -> None:
    """RIP-21: the holder may still play it before the round ends."""
    table = ripper(["victim:kelly", "commissioner-resigns druitt", "gull ripper-escapes"], ["", FOUR_VICTIMS, ""]).do(
        "play commissioner-resigns"
    )
    assert table.position["asked"] == {"for": "escape", "seats": [2], "then": "end"}
    table.do(answer)
    by_escape: dict[str, Any] = {"by": "escape", "seat": 2}
    assert table.position["ended"] == (by_escape if answer != "hold" else {"by": "commissioner"})


def test_the_player_at_turn_is_asked_after_the_commissioner_too() -> None:
    """RIP-21: as nothing else of the turn would follow."""
    table = ripper(["victim:kelly", "commissioner-resigns ripper-escapes"], ["", FOUR_VICTIMS])
    table.do("play commissioner-resigns")
    assert table.actors() == [1]
    assert table.legal() == ["hold", "play ripper-escapes"]
    assert table.do("hold").position["ended"] == {"by": "commissioner"}


def test_without_five_victims_nobody_is_asked_after_the_commissioner() -> None:
    """RIP-21: the round ends at once."""
    table = ripper(["victim:kelly", "commissioner-resigns druitt", "gull ripper-escapes"])
    assert table.do("play commissioner-resigns").position["phase"] == "over"


def test_the_holder_is_asked_before_the_two_cards() -> None:
    """RIP-22: when the fifth victim has arrived; and again after them."""
    table = ripper(
        ["ripper-escapes letters", "victim:kelly druitt"],
        ["scene:millers-court", FOUR_VICTIMS],
        top="eddy gull",
    ).do("play victim:kelly")
    assert table.actors() == [0]
    assert "scene:millers-court" in table.area(1)
    assert table.hand(1) == ["druitt"]
    assert "(C-6)" in table.refused("1: discard druitt")
    assert "(RIP-22)" in table.refused("0: draw file")
    table.do("hold")
    assert table.hand(1) == ["druitt", "eddy", "gull"]
    assert table.position["asked"] == {"for": "escape", "seats": [0]}
    table.do("hold")
    assert table.actors() == [1]
    assert table.position["asked"] is None


def test_a_holder_who_held_at_the_fifth_victim_can_still_play_before_the_round_ends() -> None:
    """RIP-22: the two cards may be the last of the second case file, so that the discard ends the round (C-16)."""
    data = ripper(
        ["victim:nichols eddy gull", "ripper-escapes letters"],
        [FIVE_VICTIMS.replace("victim:nichols ", ""), ""],
        top="druitt jill",
        file=2,
        turn=0,
    ).position
    data["discard"] += data["case_file"][2:]
    data["case_file"] = data["case_file"][:2]
    ends = set_table(data).do("play victim:nichols", "hold", "hold", "discard eddy")
    assert ends.position["ended"] == {"by": "file"}
    escapes = set_table(data).do("play victim:nichols", "hold", "play ripper-escapes")
    assert escapes.position["ended"] == {"by": "escape", "seat": 1}
    assert len(escapes.hand(0)) == 4


def test_nobody_learns_of_either_question_at_the_fifth_victim() -> None:
    """RIP-22, C-22: the others see the game as it is once both were answered."""
    table = ripper(["letters*2", "victim:kelly druitt", "ripper-escapes jill*2"], ["", FOUR_VICTIMS, ""])
    table.do("play victim:kelly")
    before = [table.rules.view(table.state, seat).key() for seat in (0, 1)]
    for _ in range(2):
        table.do("hold")
        assert [table.rules.view(table.state, seat).key() for seat in (0, 1)] == before
    assert [event.what for event in table.seen(0)] == ["play", "draw"]


def test_a_holder_out_of_turn_who_is_not_asked_waits() -> None:
    """RIP-22: with five victims the card is played when asked; without, or without the card, it is not this turn."""
    table = ripper(["ripper-escapes jill", "druitt gull", "jill"], ["", FIVE_VICTIMS, ""])
    assert "(RIP-22)" in table.refused("0: play ripper-escapes")
    assert "(C-6)" in table.refused("2: play ripper-escapes")
    assert "(C-6)" in table.refused("0: discard jill")
    four = ripper(["ripper-escapes jill", "druitt gull", "jill"], ["", FOUR_VICTIMS, ""])
    assert "(C-6)" in four.refused("0: play ripper-escapes")


def test_the_holder_is_asked_when_the_ripper_struck_or_a_search_found_the_fifth() -> None:
    """RIP-22: whatever brings the fifth victim."""
    struck = ripper(["ripper-escapes letters", "ripper-strikes druitt"], ["", FOUR_VICTIMS], top="victim:kelly")
    assert struck.do("play ripper-strikes").position["asked"]["then"] == "two-cards"
    found = ripper(["ripper-escapes gull", "scene:bucks-row druitt"], ["", FOUR_VICTIMS], discard="victim:kelly")
    found.do("play scene:bucks-row", "take victim:kelly play")
    assert found.position["asked"]["then"] == "two-cards"
    commissioner = ripper(["ripper-escapes victim:kelly", "commissioner-resigns druitt*2"], ["", FOUR_VICTIMS])
    assert commissioner.do("play commissioner-resigns").position["asked"] == {"for": "escape", "seats": [0]}


THREE = ["letters*2", "druitt*5 gull scene:bucks-row joker", "ripper-escapes jill*2"]


@pytest.mark.parametrize(
    ("phase", "actions"),
    [
        ("draw", ["draw file"]),
        ("draw", ["draw discard"]),
        ("play", ["meld druitt*3"]),
        ("play", ["lay gull"]),
        ("play", ["play scene:bucks-row", "take eddy"]),
        ("play", ["play scene:bucks-row", "take gull play"]),
        ("play", ["discard gull"]),
    ],
    ids=lambda value: "RIP-22 " + " then ".join(value) if isinstance(value, list) else "",
)
def test_the_holder_is_asked_after_each_later_action(phase: str, actions: list[str]) -> None:
    """RIP-22: with all that follows from the action; and the game goes on where it was."""
    turn = 1 if actions != ["discard gull"] else 0
    hands = THREE if turn else [THREE[1], THREE[0], THREE[2]]
    table = ripper(hands, ["gull*3", FIVE_VICTIMS, ""], discard="eddy gull", phase=phase, turn=turn)
    table.do(*actions[:-1])
    if len(actions) == 2:
        assert table.actors() == [1]
    table.do(actions[-1])
    assert table.position["asked"] == {"for": "escape", "seats": [2]}
    table.do("hold")
    assert table.actors() == [1]


def test_who_discarded_or_is_at_turn_next_is_not_asked() -> None:
    """RIP-22: neither the one who discarded nor the one who is now to play."""
    areas = ["", FIVE_VICTIMS, ""]
    discarded = ripper(["gull", "ripper-escapes gull*2", "jill"], areas).do("discard gull")
    assert discarded.position["asked"] is None
    assert discarded.position["turn"] == 2
    following = ripper(["gull", "gull*2", "ripper-escapes jill"], areas).do("discard gull")
    assert following.position["asked"] is None
    assert "play ripper-escapes" in following.legal()


def test_the_second_case_file_comes_before_the_question() -> None:
    """RIP-22, C-15: after a discard the turn passes on first."""
    data = ripper(["gull ripper-escapes", "gull*2", "jill"], ["", FIVE_VICTIMS, ""]).position
    data["discard"], data["case_file"] = data["case_file"], []
    table = set_table(data).do("discard gull")
    assert table.position["file"] == 2
    assert table.position["turn"] == 2
    assert table.position["asked"] == {"for": "escape", "seats": [0]}
    assert table.do("play ripper-escapes").position["ended"] == {"by": "escape", "seat": 0}


def test_a_discard_that_ends_the_round_leaves_no_question() -> None:
    """RIP-22: by going out, and by C-16 too."""
    out = ripper(["ripper-escapes gull", "gull", "jill"], ["", FIVE_VICTIMS, ""]).do("discard gull")
    assert out.position["ended"] == {"by": "discard", "seat": 1}
    data = ripper(["ripper-escapes gull", "gull*2", "jill"], ["", FIVE_VICTIMS, ""], file=2).position
    data["discard"], data["case_file"] = data["case_file"], []
    assert set_table(data).do("discard gull").position["ended"] == {"by": "file"}


def test_nobody_learns_that_somebody_was_asked() -> None:
    """RIP-22, C-22: no view and no event of the others shows the question or the answer."""
    hands = ["letters*2", "druitt*3 gull", "ripper-escapes jill*2"]
    areas = ["gull*3", FIVE_VICTIMS, ""]
    asked = ripper(hands, areas, phase="draw", top="chapman").do("draw file")
    before = [asked.rules.view(asked.state, seat).key() for seat in (0, 1)]
    assert asked.state.question != 0
    asked.do("hold")
    assert [asked.rules.view(asked.state, seat).key() for seat in (0, 1)] == before
    assert [event.what for event in asked.seen(0)] == ["draw"]
    assert [event.what for event in asked.seen(2)] == ["draw", "hold"]


@pytest.mark.parametrize(
    ("hands", "action"),
    [
        (["letters*2", "victim:kelly druitt", "ripper-escapes jill*2"], "play victim:kelly"),
        (["letters*2", "commissioner-resigns victim:kelly", "ripper-escapes jill*2"], "play commissioner-resigns"),
        (["letters*2", "chapman*3 druitt", "ripper-escapes jill*2"], "meld chapman*3"),
    ],
    ids=["RIP-22 two cards due", "RIP-21 end due", "RIP-22 nothing due"],
)
def test_the_view_of_others_is_the_same_whether_somebody_is_asked_or_not(hands: list[str], action: str) -> None:
    """RIP-22, C-22: compared with a game in which the card lies at the bottom of the case file."""
    area = FOUR_VICTIMS if "victim:kelly" in hands[1] else FIVE_VICTIMS
    asked = ripper(hands, ["", area, ""], top="eddy gull pedachenko")
    swapped = asked.position
    swapped["hands"][2][swapped["hands"][2].index("ripper-escapes")] = swapped["case_file"].pop()
    swapped["case_file"].append("ripper-escapes")
    other = set_table(swapped)
    asked.do(action)
    other.do(action)
    assert asked.position["asked"]["for"] == "escape"
    assert other.position["asked"] is None
    for seat in (0, 1):
        view, same = asked.rules.view(asked.state, seat), other.rules.view(other.state, seat)
        if view.phase == 2:
            assert (view.ended_by, view.sizes, view.file_size) == (same.ended_by, same.sizes, same.file_size)
        else:
            assert view.key() == same.key()
        world = asked.rules.determinize(view, Rng("world"))
        asked.rules.playout(world, 1)
