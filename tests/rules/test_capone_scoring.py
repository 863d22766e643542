"""Al Capone: what a round is worth, and which positions no game can hold."""

from typing import Any

import pytest

from casefile.core.score import RoundScore
from casefile.errors import CasefileError
from casefile.text.position import position_from_dict
from tests.scene import Scene, position, set_table, words

SETS = {
    "capone": (8, 4, 50),
    "ralph": (7, 3, 35),
    "guzik": (7, 3, 35),
    "mcgurn": (7, 3, 35),
    "humphreys": (7, 3, 35),
    "white": (6, 3, 30),
    "nitti": (6, 3, 30),
    "torrio": (6, 3, 30),
    "hunt": (5, 2, 20),
    "burke": (5, 2, 20),
    "heitler": (4, 2, 15),
}
BY_FILE = {"by": "file"}


def over(hands: str, areas: str, ended: dict[str, Any], **more: Any) -> Scene:
    """A round that is over, as people at a real table know it; hands and areas are parted by |."""
    rows = hands.split("|")
    data = {"case": "capone", "players": len(rows), "phase": "over", "ended": ended} | more
    data |= {"hands": [words(row) for row in rows], "areas": [words(row) for row in areas.split("|")]}
    return set_table(data, scoring=True)


def went_out(seat: int) -> dict[str, Any]:
    """The ending by the last discard of a seat."""
    return {"by": "discard", "seat": seat}


def result(table: Scene) -> RoundScore:
    return table.rules.score(table.state)


# Scoring


@pytest.mark.parametrize("ended", [BY_FILE, went_out(1)], ids=["file", "discard"])
def test_both_endings_are_scored(ended: dict[str, Any]) -> None:
    """CAP-14, CAP-15: the points of the clues in the area; hands cost nothing."""
    hands = "capone*3 raid|" + ("white" if ended == BY_FILE else "")
    score = result(over(hands, "nitti*3 hunt|white*3 hunt*4 capone*3", ended))
    assert score.outcome == "scored"
    assert [(side.plus, side.minus, side.bonus, side.total()) for side in score.sides] == [
        (11, 0, 0, 11),
        (29, 0, 0, 29),
    ]


@pytest.mark.parametrize("gangster", SETS)
def test_a_complete_set_has_its_own_value(gangster: str) -> None:
    """CAP-2, CAP-15: instead of its single cards, which count as long as one is missing."""
    copies, points, value = SETS[gangster]
    assert over("raid|ness", f"{gangster}*{copies}|", BY_FILE).totals() == [value, 0]
    if copies > 4:
        assert over("raid|ness", f"{gangster}*{copies - 1}|{gangster}", BY_FILE).totals() == [
            points * (copies - 1),
            points,
        ]


def test_a_set_spread_over_two_areas_is_not_complete() -> None:
    """CAP-2: all copies in one area."""
    assert over("raid|ness", "heitler*3|heitler", BY_FILE).totals() == [6, 2]


def test_lines_of_the_score() -> None:
    """CAP-15: a complete set is one line."""
    table = over("raid|ness", "heitler*4 nitti*3|", BY_FILE)
    lines = table.notation.speaker.score_lines(result(table), 0)
    assert lines == [("3 × Frank Nitti", 9), ("Complete set of Mike Heitler", 15)]


def test_shut_out() -> None:
    """CAP-16: a last discard and the complete set of Capone; all others get nothing."""
    table = over("raid||ness", "nitti*3|capone*8 nitti|ralph*7", went_out(1))
    score = result(table)
    assert (score.shut_out, score.totals()) == (1, [0, 53, 0])
    assert [side.lines for side in (score.sides[0], score.sides[2])] == [[], []]
    assert table.notation.speaker.outcome(score) == "The round is scored. Shut-out: nobody else scores."


@pytest.mark.parametrize(
    ("hands", "areas", "ended", "totals"),
    [
        pytest.param("raid|ness", "nitti*3|capone*8", BY_FILE, [9, 50], id="CAP-16 not by the file"),
        pytest.param("|ness", "nitti*3|capone*8", went_out(0), [9, 50], id="CAP-16 not the other's set"),
        pytest.param("raid|", "nitti*3|capone*7", went_out(1), [9, 28], id="CAP-16 not without the eighth"),
        pytest.param("raid|", "nitti*3|ralph*7", went_out(1), [9, 35], id="CAP-16 not with another set"),
    ],
)
def test_no_shut_out(hands: str, areas: str, ended: dict[str, Any], totals: list[int]) -> None:
    """CAP-16: only who goes out, and only with the set of Capone."""
    table = over(hands, areas, ended)
    assert result(table).shut_out == -1
    assert table.totals() == totals


@pytest.mark.parametrize(("seat", "shut_out"), [(0, 0), (2, 0), (1, -1), (3, -1)])
def test_shut_out_of_a_team(seat: int, shut_out: int) -> None:
    """CAP-16: whichever partner goes out, the team's area counts."""
    hands = ["raid"] * 4
    hands[seat] = ""
    score = result(over("|".join(hands), "capone*8|nitti*3", went_out(seat), teams=True))
    assert (score.shut_out, score.totals()) == (shut_out, [50, 0] if shut_out == 0 else [50, 9])


def test_an_emptied_hand_brings_no_shut_out() -> None:
    """CAP-17: who gave the last cards did not go out, whatever the area has."""
    data = position("capone", ["agent-meeting hunt*2", "nitti"], ["nitti*3", "capone*8"], turn=0, phase="play")
    data["discard"] = data["case_file"]
    data["case_file"] = []
    table = set_table(data).do("play agent-meeting around nitti", "discard hunt")
    assert table.hand(1) == []
    assert (result(table).shut_out, table.totals()) == (-1, [9, 50])


def test_figures_of_own_cards() -> None:
    """CAP-15: what owners of the cards correct counts."""
    deck = {"nitti": {"points": 5, "complete_set": 44}, "hunt": {"points": 1}}
    assert over("raid|ness", "nitti*3 hunt*3|", BY_FILE, deck=deck).totals() == [18, 0]
    assert over("raid|ness", "nitti*6|", BY_FILE, deck=deck).totals() == [44, 0]


# Positions that no game can hold


def base(**more: Any) -> dict[str, Any]:
    """A position in which seat 0 has drawn."""
    hands = more.pop("hands", ["hunt burke", "white"])
    areas = more.pop("areas", ["nitti*3", ""])
    others: dict[str, Any] = {"turn": 0, "phase": "play"} | more
    return position("capone", hands, areas, others.pop("discard", "torrio"), **others)


def run_out(**more: Any) -> dict[str, Any]:
    """The same with an empty case file; its cards lie at the bottom of the Underworld."""
    data = base(**more)
    data["discard"] += data["case_file"]
    data["case_file"] = []
    return data


def searching(**more: Any) -> dict[str, Any]:
    """Seat 0 looks through the Underworld."""
    asked = {"for": "search", "seats": [0], "cards": ["search-warrant"], "then": "set"}
    return base(**({"asked": asked | more.pop("asked", {})} | more))


def revealing(**more: Any) -> dict[str, Any]:
    """Eliot Ness has turned over seven cards."""
    asked = {"for": "reveal", "seats": [0], "cards": words("nitti white*2 ralph*4")}
    return base(**({"asked": asked | more.pop("asked", {}), "discard": "ness torrio"} | more))


def ended(how: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A round that is over."""
    return base(**({"phase": "over", "ended": how} | more))


WRONG = [
    (base(file=2), "file: capone has one case file only (C-16)"),
    (base(phase="give"), "phase: capone has the phases draw, play and over"),
    (base(phase="draw", event_played=True), "event_played: no event can be played before the draw (C-6)"),
    (run_out(phase="draw"), "case_file: cannot be empty at the start of a turn"),
    (base(areas=["nitti*2", ""]), "areas: nitti in area 0: no area has a meld of nitti, three or more clues (C-10)"),
    (base(areas=["nitti*2", "nitti*2"]), "areas: nitti in area 0: no area has a meld of nitti"),
    (base(areas=["", "raid"]), "areas: raid in area 1: events go onto the discard pile (CAP-3)"),
    (base(hands=["hunt", ""]), "hands: seat 1 has no card, but the round goes on (C-18)"),
    (
        run_out(hands=["", "hunt"]),
        "hands: seat 0 has no card, but the round goes on, and a last card is never played (C-8)",
    ),
    (run_out(hands=["hunt", ""]), "only an agent-meeting of this turn can have emptied it (CAP-17)"),
    (
        run_out(hands=["hunt", "", ""], areas=["", "", ""], event_played=True),
        "hands: the hands of seats 1 and 2 are empty, but only one can have been emptied (CAP-17)",
    ),
    (base(asked={"for": "feed", "seats": [0]}), "asked: capone asks for search and reveal, not 'feed'"),
    (searching(phase="draw"), "only the player whose turn it is, in the phase play, is asked for search (C-6)"),
    (searching(asked={"seats": [1]}), "only the player whose turn it is, in the phase play, is asked for search (C-6)"),
    (searching(asked={"cards": []}), 'asked: a search needs "cards": ["search-warrant"]'),
    (searching(asked={"cards": ["ness"]}), 'asked: a search needs "cards": ["search-warrant"]'),
    (
        searching(discard="", asked={"then": "one"}),
        "asked: the discard pile is empty, so that no card can be taken out of it (CAP-8)",
    ),
    (
        searching(areas=["heitler*4", "nitti*3"]),
        "asked: a search for a set needs a meld in the player's area that is not complete (CAP-9)",
    ),
    (searching(asked={"then": "two"}), "asked: \"then\" must be one or set, not 'two'"),
    (revealing(asked={"then": "one"}), 'asked: "then" belongs to the question'),
    (searching(asked={"sealed": {"0": "nitti"}}), "asked: sealed: answers for search are not sealed"),
    (
        revealing(asked={"cards": words("nitti*2")}),
        "asked: cards: seven cards are turned over as long as the case file has them",
    ),
    (
        revealing(asked={"cards": words("nitti white*3 ralph*4")}),
        "asked: cards: seven cards are turned over at most, not 8",
    ),
    (revealing(asked={"cards": []}), "asked: cards: seven cards are turned over at most, not 0"),
    (revealing(discard="torrio ness"), "asked: a reveal needs ness on top of the discard pile (CAP-11)"),
    (revealing(asked={"cards": words("white*3 ralph*4")}), "asked: cards: none of them matches a meld in area 0"),
    (ended(went_out(0)), "ended: by a discard of seat 0, but that hand is not empty (CAP-14)"),
    (ended(went_out(0), hands=["", "hunt"], discard=""), "ended: by a discard, but the discard pile is empty (C-14)"),
    (ended(BY_FILE), "ended: by the case file, but that is not empty (C-16)"),
    (ended({"by": "commissioner"}), "ended: a round of capone ends by discard and file, not 'commissioner'"),
    (ended({"by": "escape", "seat": 0}), "ends by discard and file, not 'escape'"),
    (ended(went_out(0), hands=["", ""]), "ended: a hand was emptied that could have drawn from the case file (CAP-17)"),
    (
        run_out(phase="over", ended=BY_FILE, hands=["", ""]),
        "ended: the hands of seats 0 and 1 are empty, but only one can have been emptied (CAP-17)",
    ),
    (
        ended(went_out(0), asked={"for": "search", "seats": [0], "cards": ["search-warrant"]}, hands=["", "hunt"]),
        "asked: nothing is asked in a round that is over",
    ),
    (base(hands=["hunt*6 burke", "white"]), "hunt: 6 copies are given, but the deck has 5"),
    (base() | {"hands": [["elvis"], ["white"]]}, "unknown card"),
    (base() | {"case_file": []}, "copies are missing from the position"),
    (base() | {"teams": True}, "teams: capone with 2 players is not played in teams"),
    (base() | {"tips": [None, None]}, "tips: belongs to another case"),
]


@pytest.mark.parametrize(("data", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_a_position_that_no_game_can_hold(data: dict[str, Any], message: str) -> None:
    """The first thing wrong is named, with the rule's number."""
    with pytest.raises(CasefileError) as error:
        position_from_dict(data)
    assert message in str(error.value)


RIGHT = [
    base(),
    base(phase="draw"),
    searching(),
    searching(asked={"then": "one"}, areas=["", "nitti*3"]),
    revealing(),
    run_out(hands=["hunt", ""], event_played=True, discard="agent-meeting torrio"),
    run_out(phase="over", ended=BY_FILE),
    run_out(phase="over", ended=BY_FILE, hands=["hunt", ""], discard="agent-meeting torrio"),
    run_out(phase="over", ended=went_out(0), hands=["", ""], discard="agent-meeting torrio"),
    ended(went_out(0), hands=["", "hunt"]),
    base(hands=["hunt", "burke", "white", "ralph"], teams=True),
]


@pytest.mark.parametrize("data", RIGHT, ids=range(len(RIGHT)))
def test_a_position_is_read_and_written(data: dict[str, Any]) -> None:
    """What was read is written again."""
    table = set_table(data)
    assert table.position.items() >= {key: value for key, value in data.items() if key != "event_played"}.items()


def test_a_search_without_purpose_is_for_one_card() -> None:
    """CAP-8: what is always allowed, if the position does not say."""
    data = searching()
    del data["asked"]["then"]
    table = set_table(data)
    assert table.legal() == ["take torrio"]
    assert table.position["event_played"]
