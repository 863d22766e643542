"""Dr. Jekyll & Mr. Hyde: scoring, the owner's own cards, and which positions a game can hold."""

from typing import Any

import pytest

from casefile.core.score import RoundScore
from casefile.decks import load_deck
from casefile.errors import CasefileError
from casefile.registry import rules_for
from casefile.text.position import position_from_dict, read_position, write_position
from tests.scene import position, scene, set_table, words


def ended(areas: str, hand: str = "potion", identity: str = "jekyll", by: str = "discard", **more: Any) -> RoundScore:
    """The score of a round in which seat 0 went out, or (by file) nobody did; seat 1 is left with this hand."""
    data: dict[str, Any] = {"case": "jekyll-hyde", "players": 2, "phase": "over", "identity": identity}
    data["ended"] = {"by": "discard", "seat": 0} if by == "discard" else {"by": by}
    data["hands"] = [[] if by == "discard" else ["potion"], words(hand)]
    data["areas"] = [words(area) for area in areas.split("|")]
    table = set_table(data | more, scoring=True)
    return table.rules.score(table.state)


def figures(result: RoundScore, side: int) -> tuple[int, int, int]:
    """Plus, minus and total of a side."""
    score = result.sides[side]
    return score.plus, score.minus, score.total()


# Ending


def test_jek_11_a_last_card_discarded_solves_the_case() -> None:
    table = scene("jekyll-hyde", ["poole", "will"], ["hideout*3", ""], turn=0, phase="play", discard="awakes")
    table.do("discard poole")
    assert table.position["ended"] == {"by": "discard", "seat": 0}
    assert table.rules.score(table.state).outcome == "solved"


def test_jek_11_nobody_scores_an_unsolved_round() -> None:
    result = ended("poole*3 | awakes*3 lab-work", "transformation", by="file", file=2)
    assert (result.outcome, result.shut_out) == ("unsolved", -1)
    assert [figures(result, side) for side in (0, 1)] == [(0, 0, 0), (0, 0, 0)]


# Plus


@pytest.mark.parametrize(
    ("area", "jekyll", "hyde"),
    [
        pytest.param("poole*3", 12, 6, id="JEK-12 J"),
        pytest.param("will*4", 16, 8, id="JEK-12 J four"),
        pytest.param("awakes*3", 6, 12, id="JEK-12 H"),
        pytest.param("lanyon*3", 12, 12, id="JEK-12 J/H matches either side"),
        pytest.param("stevenson*3", 9, 9, id="JEK-12 never doubled"),
        pytest.param("lab-work*2", 2, 2, id="JEK-12 lab work, never doubled"),
        pytest.param("theory*3 enfield*3 lab-work", 12 + 6 + 1, 6 + 12 + 1, id="JEK-12 together"),
        pytest.param("awakes~*3 transformation", 12, 6, id="JEK-9 changed to J; JEK-10 the card counts nothing"),
        pytest.param("poole~*3 poole*2 transformation", 6 + 8, 12 + 4, id="JEK-9 card by card"),
        pytest.param("lanyon*3 transformation", 12, 12, id="JEK-8 J/H is never changed"),
    ],
)
def test_plus(area: str, jekyll: int, hyde: int) -> None:
    for identity, plus in (("jekyll", jekyll), ("hyde", hyde)):
        # A Jekyll and a Hyde clue in the area of the player who went out keep a shut-out away.
        result = ended(f"utterson*3 carew*3 | {area}", identity=identity)
        assert (result.shut_out, result.sides[1].plus) == (-1, plus)


def test_jek_9_only_the_area_with_the_transformation_changes() -> None:
    """The rulebook's example: the other's meld is J now, the player's own clue stays H."""
    result = ended("awakes utterson*3 | awakes~*3 transformation", identity="hyde")
    assert [side.plus for side in result.sides] == [4 + 6, 6]


# Minus


@pytest.mark.parametrize(
    ("hand", "minus"),
    [
        pytest.param("poole carew", 4, id="JEK-13 clues"),
        pytest.param("stevenson*2 lanyon", 8, id="JEK-13 never doubled, never halved"),
        pytest.param("lab-work potion*3", 1, id="JEK-13 events"),
        pytest.param("transformation", 5, id="JEK-13 transformation"),
        pytest.param("utterson*2", 4, id="JEK-13 no exception for cards that match a meld"),
    ],
)
def test_minus(hand: str, minus: int) -> None:
    assert figures(ended("utterson*3 carew*3 | lab-work", hand), 1) == (1, minus, 1 - minus)


def test_score_lines() -> None:
    table = scene(
        "jekyll-hyde", ["poole", "transformation potion*2"], ["utterson*3 carew*3", "carew"], turn=0, phase="play"
    )
    table.do("discard poole")
    result = table.rules.score(table.state)
    speaker = table.notation.speaker
    assert speaker.score_lines(result, 0) == [
        ("3 × Mr. Utterson, double, as Dr. Jekyll is up", 12),
        ("3 × The Carew murder", 6),
    ]
    assert speaker.score_lines(result, 1) == [
        ("1 × The Carew murder", 2),
        ("2 × Potion in the hand", 0),
        ("1 × Transformation in the hand", -5),
    ]
    assert speaker.outcome(result) == "The case is solved."


# Shut-out


@pytest.mark.parametrize(
    ("area", "identity", "shut_out"),
    [
        pytest.param("poole*3 will*3", "jekyll", 0, id="JEK-14 all match"),
        pytest.param("poole*3 will*3", "hyde", -1, id="JEK-14 none matches"),
        pytest.param("poole*3 hideout", "jekyll", -1, id="JEK-14 a single one does not"),
        pytest.param("lanyon*3 awakes*3 stevenson*3", "hyde", 0, id="JEK-14 J/H does"),
        pytest.param("awakes*3 lab-work*2", "hyde", 0, id="JEK-14 cards without a letter cannot differ"),
        pytest.param("awakes~*3 poole*3 transformation", "jekyll", 0, id="JEK-14 by the changed letter"),
        pytest.param("awakes~*3 awakes transformation", "jekyll", -1, id="JEK-9 laid off later: card by card"),
        pytest.param("awakes~*3 transformation", "hyde", -1, id="JEK-14 the printed letter is gone"),
        pytest.param("lab-work*2", "jekyll", -1, id="JEK-14 an area without a clue"),
        pytest.param("", "hyde", -1, id="JEK-14 an empty area"),
    ],
)
def test_shut_out(area: str, identity: str, shut_out: int) -> None:
    result = ended(f"{area} | hideout*3 theory*3", "carew stevenson", identity)
    assert (result.outcome, result.shut_out) == ("solved", shut_out)
    if shut_out == 0:
        assert figures(result, 1) == (0, 0, 0)
        assert result.sides[1].lines == []
        assert result.sides[0].plus > 0
    else:
        assert figures(result, 1) == (18, 5, 13)


def test_jek_14_the_one_who_went_out_scores_as_usual() -> None:
    """And only that player can shut out: a matching area of the other one does nothing."""
    assert figures(ended("poole*3 lab-work | will*3"), 0) == (13, 0, 13)
    assert figures(ended("awakes*3 | will*3"), 1) == (12, 0, 12)


def test_jek_14_is_told_and_leaves_the_other_hand_covered() -> None:
    table = scene("jekyll-hyde", ["poole", "will"], ["theory*3", ""], turn=0, phase="play").do("discard poole")
    told = [table.notation.speaker.event(event) for event in table.seen(0)]
    assert told[-2:] == [
        "Seat 0 goes out: the round is over.",
        "All letters in Seat 0's area match: that is a shut-out.",
    ]


# The owner's own cards


def test_overridden_figures_are_used() -> None:
    deck: dict[str, Any] = {
        "stevenson": {"never_doubled": False, "points": 4},
        "carew": {"letter": "J/H"},
        "transformation": {"hand_points": 7},
        "lab-work": {"letter": "H"},
    }
    result = ended("stevenson*3 hideout*3 | carew*3", "transformation", deck=deck)
    assert figures(result, 0) == (24 + 6, 0, 30)
    assert figures(result, 1) == (12, 7, 5)
    assert ended("carew*3 | hideout*3", deck=deck).shut_out == 0
    assert ended("carew*3 lab-work | hideout*3", deck=deck).shut_out == -1  # a letter that differs


def test_overridden_letters_decide_melds_and_transformations() -> None:
    deck = {"lanyon": {"letter": "H"}, "poole": {"letter": "J/H"}}
    hand = "lanyon*2 transformation poole*3 utterson"
    table = scene("jekyll-hyde", [hand, "will"], ["", "lanyon*3"], turn=0, phase="play", deck=deck)
    assert table.legal("meld") == ["meld poole*3"]
    table.do("play transformation 1 lanyon")
    assert table.area(1) == words("transformation lanyon~*3")
    table = scene("jekyll-hyde", ["lanyon*3 will", "will"], turn=0, phase="play", deck=deck)
    assert "(JEK-2)" in table.refused("meld lanyon*3")
    table = scene("jekyll-hyde", ["poole*3 will", "will"], turn=0, phase="play", deck=deck, identity="hyde")
    assert table.legal("meld") == ["meld poole*3"]


@pytest.mark.parametrize(
    ("card", "letter", "message"),
    [
        ("poole", "X", "deck: poole: letter: must be J, H or J/H, not 'X'"),
        ("lanyon", "", "deck: lanyon: letter: must be J, H or J/H, not ''"),
        ("lab-work", "j", "deck: lab-work: letter: must be J, H, J/H or \"\" for none, not 'j'"),
        ("potion", "J", "deck: potion: letter: this card has no such figure; it has: points"),
    ],
)
def test_a_letter_must_be_one(card: str, letter: str, message: str) -> None:
    with pytest.raises(CasefileError) as error:
        rules_for("jekyll-hyde", deck={card: {"letter": letter}})
    assert str(error.value) == message


def test_an_overridden_figure_is_no_longer_assumed() -> None:
    deck = load_deck("casefile.cases.jekyll_hyde", {"poole": {"letter": "H"}})
    assert deck.cards[0].assumed == ["points", "never_doubled"]


# Positions


def placed(hands: str = "poole will | will", areas: str = "|", **more: Any) -> dict[str, Any]:
    """A position in which seat 0 has drawn."""
    setting: dict[str, Any] = {"turn": 0, "phase": "play"} | more
    return position("jekyll-hyde", hands.split("|"), areas.split("|"), **setting)


LAB: dict[str, Any] = {"areas": "lab-work |", "discard": "theory carew"}


def reveal(*cards: str, seat: int = 0, word: str = "reveal") -> dict[str, Any]:
    """A question that lab work asks."""
    return {"for": word, "seats": [seat], "cards": list(cards)}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"identity": "utterson"}, "identity: must be jekyll or hyde, not 'utterson'"),
        ({"areas": "potion |"}, "areas: potion in area 0: this card goes onto London (JEK-7)"),
        (
            {"areas": "poole*2 | poole*2"},
            "areas: poole in area 0: no area has a meld of poole, three or more clues (C-10)",
        ),
        (
            {"areas": "awakes~*3 |"},
            "areas: awakes~ in area 0: its letter cannot have changed without the transformation",
        ),
        ({"areas": "awakes~*3 | carew*3 transformation"}, "without the transformation there (JEK-8)"),
        ({"areas": "lanyon~*3 transformation |"}, "it has both letters, so nothing changes; write lanyon (JEK-8)"),
        (
            {"areas": "awakes~*3 carew~*3 transformation |"},
            "letters of carew and awakes changed in area 0, but only one",
        ),
        ({"areas": "awakes~*2 awakes*2 transformation |"}, "changed as a whole, three or more (JEK-8)"),
        (
            {"areas": "awakes*3 transformation |"},
            "areas: transformation in area 0: it needs a group whose letter it changed",
        ),
        ({"areas": "transformation | lanyon*3"}, "or one with both letters (JEK-8)"),
        ({"hands": " | will"}, "hands: seat 0 has no card, but the round goes on (C-18)"),
        ({"phase": "pass"}, "phase: jekyll-hyde has the phases draw, play and over"),
        ({"phase": "draw", "event_played": True}, "event_played: no event can be played before the draw (C-6)"),
        (
            {"asked": {"for": "feed", "seats": [0]}},
            "asked: jekyll-hyde asks for search and reveal, not 'feed'",
        ),
        (LAB | {"asked": reveal("theory", "carew", "will", seat=1)}, "only the player whose turn it is"),
        (
            LAB | {"phase": "draw", "asked": reveal("theory", "carew", "will")},
            "only the player whose turn it is, in the phase play",
        ),
        (
            LAB | {"areas": "| lab-work", "asked": reveal("theory", "carew", "will")},
            "reveal needs lab-work in the area",
        ),
        (
            LAB | {"asked": reveal("theory", "carew")},
            "3 are turned over while the case file has them, not 2 (JEK-4, C-13)",
        ),
        (LAB | {"asked": reveal("theory", "carew", "will", "will")}, "at most 3 are turned over, not 4 (JEK-4)"),
        (
            LAB | {"asked": reveal("carew", "carew", "potion")},
            "no turned-over card matches jekyll, so nothing is asked",
        ),
        (
            LAB | {"asked": reveal("theory", word="search")},
            "nothing is turned over in a search; leave them out (JEK-4)",
        ),
        (
            LAB | {"discard": "carew", "asked": reveal(word="search")},
            "no card in London matches jekyll, so nothing is asked",
        ),
        (LAB | {"asked": reveal(word="search") | {"then": "end"}}, 'asked: "then": jekyll-hyde has no such thing'),
        (
            LAB | {"asked": reveal(word="search") | {"sealed": {"0": "will"}}},
            "answers for search are not sealed",
        ),
    ],
)
def test_positions_that_no_game_can_hold(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CasefileError) as error:
        position_from_dict(placed(**changes))
    assert message in str(error.value)


OUT = {"by": "discard", "seat": 0}
FILE = {"by": "file"}


@pytest.mark.parametrize(
    ("hands", "ending", "changes", "message"),
    [
        ("poole | will", OUT, {}, "ended: by a discard of seat 0, but that hand is not empty (C-18)"),
        (" | ", OUT, {"discard": "will"}, "ended: by a discard, but another hand is empty too (C-18)"),
        (" | will", OUT, {}, "ended: by a discard, but the discard pile is empty (C-14)"),
        (" | will", FILE, {}, "ended: by the case file, but a hand is empty (C-16)"),
        ("poole | will", FILE, {"file": 2}, "ended: by the case file, but that is not empty (C-16)"),
        ("poole | will", {"by": "commissioner"}, {}, "ends by discard and file, not 'commissioner'"),
        ("poole | will", {"by": "escape", "seat": 0}, {}, "ends by discard and file, not 'escape'"),
        (
            " | will",
            OUT,
            LAB | {"asked": reveal("theory", "carew", "will")},
            "nothing is asked in a round that is over",
        ),
    ],
)
def test_endings_that_do_not_fit(hands: str, ending: dict[str, Any], changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CasefileError) as error:
        position_from_dict(placed(hands, **({"phase": "over", "ended": ending} | changes)))
    assert message in str(error.value)


def test_the_case_file_cannot_have_run_out_like_this() -> None:
    data = placed(discard="awakes")
    data["discard"] += data["case_file"]
    data["case_file"] = []
    over = data | {"phase": "over", "ended": FILE}
    position_from_dict(data)
    position_from_dict(over | {"file": 2})
    for wrong, message in (
        (data | {"phase": "draw"}, "case_file: cannot be empty at the start of a turn (C-15, C-16)"),
        (over, "ended: by the case file, but the first one is followed by a second (C-15)"),
    ):
        with pytest.raises(CasefileError) as error:
            position_from_dict(wrong)
        assert str(error.value) == message


@pytest.mark.parametrize(
    "changes",
    [
        {"areas": "awakes~*3 awakes transformation | awakes"},  # laid off later, and elsewhere
        {"areas": "awakes~ awakes transformation | awakes*3"},  # a single one, on the other's meld
        {"areas": "lanyon*3 transformation | awakes*3"},
        {"areas": "awakes*3 | lanyon stevenson*3 lanyon*2 transformation", "identity": "hyde"},
        LAB | {"asked": reveal("carew", "lanyon", "potion")},
        LAB | {"asked": {"for": "search", "seats": [0]}},
    ],
)
def test_positions_are_written_and_read_back(changes: dict[str, Any]) -> None:
    rules, state = position_from_dict(placed(**changes))
    text = write_position(rules, state)
    again, other = read_position(text)
    assert write_position(again, other) == text
    assert again.legal(other, 0) == rules.legal(state, 0)
    assert state.event_played == ("asked" in changes)
