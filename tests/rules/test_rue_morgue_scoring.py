"""Murders in the Rue Morgue, rule by rule: catching the Orang-Utan, and the points."""

from typing import Any

import pytest

from casefile.core.score import RoundScore
from casefile.errors import CasefileError
from casefile.text.language import Speaker
from tests.rules.test_rue_morgue import laid_out, rue
from tests.scene import Scene, set_table, words


def over(hands: list[str], areas: list[str], by: int = 1, under: str = "", **more: Any) -> Scene:
    """A round that ended with a discard, as people write it down at the table: without the piles."""
    data = {
        "case": "rue-morgue",
        "players": len(hands),
        "hands": [words(hand) for hand in hands],
        "areas": [words(area) for area in areas],
        "under": words(under),
        "phase": "over",
        "ended": {"by": "discard", "seat": by},
        "file": 1,
    }
    return set_table(data | more, scoring=True)


def scored(hands: list[str], areas: list[str], by: int = 1, under: str = "", **more: Any) -> RoundScore:
    """The points of such a round."""
    table = over(hands, areas, by, under, **more)
    return table.rules.score(table.state)


def parts(result: RoundScore, side: int) -> tuple[int, int, int]:
    """Plus, bonus and minus of a side."""
    return (result.sides[side].plus, result.sides[side].bonus, result.sides[side].minus)


# Catching


@pytest.mark.parametrize(
    ("under", "areas", "plus"),
    [
        ("", ["", ""], 0),
        ("sailor*3", ["", ""], 6),
        ("sailor*2", ["", ""], 0),
        ("sailor*2", ["sailor*3", ""], 4),
        ("poe*3 poe", ["", ""], 12),
        ("prefect", ["", ""], 0),
        ("prefect", ["le-bon*3", ""], 4),
        ("prefect le-bon*3", ["", ""], 10),
        ("deduction:windows", ["back-windows*3", ""], 0),
        ("deduction:windows", ["back-windows*3 lightning-rod*3", ""], 7),
        ("deduction:windows lightning-rod*3", ["back-windows*3", ""], 13),
        ("dupins-help dupin", ["le-bon*3", ""], 0),
    ],
    ids=lambda value: f"RUE-20: {value}" if isinstance(value, str) else "",
)
def test_what_was_caught(under: str, areas: list[str], plus: int) -> None:
    """RUE-20: melds, then clues that match any meld, prefect and deductions whose melds lie anywhere."""
    assert parts(scored(["poe" if "poe" not in under else "dupins-help", ""], areas, under=under), 1)[0] == plus


def test_what_was_caught_goes_to_who_went_out() -> None:
    """RUE-20: also against the colour's owner, and into the team's area; the rest goes onto the discard pile."""
    result = scored(["dupins-help", "", "dupins-help"], ["sailor*3", "", ""], under="sailor*2 madame*3 three-am")
    assert [side.plus for side in result.sides] == [6, 10, 0]
    team = scored(["poe", "le-bon", "poe", ""], ["", "madame*3"], by=3, under="mademoiselle*3 madame")
    assert parts(team, 1) == (14, 10, 0)


def test_events_without_a_colour_are_not_caught() -> None:
    """RUE-20, RUE-25: dupin and dupins-help go onto the discard pile, so dupin is not paid either."""
    deck = {"dupin": {"points": 5}, "dupins-help": {"points": 1}}
    result = scored(["poe", ""], ["dupins-help", ""], under="dupin dupins-help", deck=deck, options=["dupin-scores"])
    assert [parts(result, side) for side in (0, 1)] == [(1, 0, 3), (0, 0, 0)]


def test_a_scored_round_stays_as_it_is() -> None:
    """RUE-20: the last discard leaves the cards where they are; only the scoring catches."""
    table = rue(["poe", "madame"], under="sailor*3").do("discard madame")
    assert table.position["under"] == ["sailor"] * 3
    assert table.totals() == [-3, 6]
    assert table.position["under"] == ["sailor"] * 3
    assert table.area(1) == []
    assert table.totals() == [-3, 6]


def test_nobody_catches_an_escaped_orang_utan() -> None:
    """RUE-16, RUE-20: in the second case file there is nothing to catch."""
    result = scored(["poe", ""], ["sailor*3", "le-bon*3"], file=2)
    assert [side.total() for side in result.sides] == [3, 6]


# Hands


@pytest.mark.parametrize(
    ("hand", "areas", "minus"),
    [
        ("sailor", ["", ""], 2),
        ("sailor", ["", "sailor*3"], 0),
        ("sailor", ["sailor*3", ""], 0),
        ("poe*2 sailor", ["", "sailor*3"], 6),
        ("deduction:sailor", ["", ""], 7),
        ("deduction:sailor", ["", "sailor*3"], 0),
        ("deduction:sailor", ["advertisement*3", ""], 0),
        ("prefect", ["", "sailor*3"], 4),
        ("prefect", ["", "le-bon*3"], 0),
        ("dupin dupins-help*2", ["", "le-bon*3"], 0),
    ],
    ids=lambda value: f"RUE-21: {value}" if isinstance(value, str) else "",
)
def test_cards_left_in_the_hand(hand: str, areas: list[str], minus: int) -> None:
    """RUE-21, RUE-24: those with a melded colour are dropped, one of two for a deduction; the others cost."""
    assert parts(scored([hand, ""], areas), 0)[2] == minus


def test_events_without_a_colour_cost_their_points() -> None:
    """RUE-21: what is printed on dupin and dupins-help is an owner's to say."""
    deck = {"dupin": {"points": 5}, "dupins-help": {"points": 1}}
    result = scored(["dupin dupins-help*2", ""], ["le-bon*3", "dupins-help"], deck=deck)
    assert parts(result, 0) == (6, 0, 7)
    assert parts(result, 1) == (1, 0, 0)


def test_what_was_caught_drops_cards_of_the_hands() -> None:
    """RUE-20, RUE-21: a meld that was found under the Orang-Utan lets others drop their cards."""
    assert parts(scored(["sailor deduction:sailor", ""], ["", ""], under="sailor*3"), 0)[2] == 0


def test_the_hands_of_teams() -> None:
    """RUE-22, RUE-24: the partner of who went out drops all; the opponents pay for both hands."""
    result = scored(["poe", "", "poe le-bon", "deduction:madame prefect"], ["", "sailor*3"], by=1)
    assert parts(result, 0) == (0, 0, 8)
    assert parts(result, 1) == (6, 0, 0)


# Plus


def test_points_and_pairs_of_the_own_area() -> None:
    """RUE-23: all cards count, and 10 for each pair that is melded in the side's own area."""
    area = "three-am*3 st-roch*4 mademoiselle*3 madame*3 deduction:madame poe*3 dupins-help"
    result = scored(["dupins-help", ""], ["", area])
    assert parts(result, 1) == (26 + 7 + 9, 20, 0)
    assert result.totals() == [0, 62]


def test_laying_off_on_others_makes_no_pair() -> None:
    """RUE-23: both sets have to be melded in the side's own area."""
    assert parts(scored(["poe", ""], ["three-am*3", "three-am*2 st-roch*3"]), 1) == (10, 0, 0)
    assert parts(scored(["poe", ""], ["st-roch*3", "three-am*3 st-roch*2"]), 1) == (10, 0, 0)
    assert parts(scored(["poe", ""], ["three-am*3", "st-roch*3"]), 1) == (6, 0, 0)


def test_partners_that_an_owner_corrected() -> None:
    """RUE-10, RUE-23: assumed pairs are figures of the cards; deductions follow them."""
    deck = {
        "madame": {"partner": "sailor"},
        "sailor": {"partner": "madame"},
        "mademoiselle": {"partner": "advertisement"},
        "advertisement": {"partner": "mademoiselle"},
    }
    areas = ["", "madame*3 sailor*3 deduction:madame"]
    assert parts(scored(["dupins-help", ""], areas, deck=deck), 1) == (19, 10, 0)
    with pytest.raises(CasefileError, match="no area has a meld of mademoiselle"):
        scored(["dupins-help", ""], areas)


def test_the_score_in_words() -> None:
    """RUE-23: every line of a score can be read."""
    table = over(["poe", ""], ["dupins-help", "dupin dupins-help three-am*3 st-roch*3"], options=["dupin-scores"])
    lines = Speaker(table.rules).score_lines(table.rules.score(table.state), 1)
    assert lines[0] == ("3 × Three in the Morning", 6)
    assert ("Three in the Morning and Quartier St. Roch, both melded", 10) in lines
    assert ("Dupin: 1 × Dupin's Help on this side", -2) in lines
    assert Speaker(table.rules).outcome(table.rules.score(table.state)) == "The case is solved."


# Advanced rules


def test_dupin_scores() -> None:
    """RUE-25: the rulebook's example: two of this side's own and three of the others' make 2 points."""
    areas = ["dupins-help*3", "dupin dupins-help*2"]
    assert parts(scored(["poe", ""], areas, options=["dupin-scores"]), 1) == (0, 2, 0)
    assert parts(scored(["poe", ""], areas), 1) == (0, 0, 0)
    three = scored(
        ["poe", "", "poe"], ["dupins-help*2", "dupin dupins-help", "dupins-help*3"], options=["dupin-scores"]
    )
    assert [side.bonus for side in three.sides] == [0, 8, 0]
    assert parts(scored(["poe", ""], ["dupin dupins-help*4", ""], options=["dupin-scores"]), 0)[1] == -8


def test_dupin_scores_nothing_in_an_unsolved_round() -> None:
    """RUE-19, RUE-25: in a scored round only."""
    data = laid_out(["poe", "le-bon"], ["dupins-help*3", "dupin"], case_file="", phase="over", file=2)
    table = set_table(data | {"ended": {"by": "file"}, "options": ["dupin-scores"]}, scoring=True)
    result = table.rules.score(table.state)
    assert (result.outcome, result.totals()) == ("unsolved", [0, 0])


TRIO = "three-am*3 st-roch*3 deduction:three-am"
OTHER_TRIO = "madame*3 mademoiselle*3 deduction:madame"


@pytest.mark.parametrize(
    ("areas", "more", "shut_out"),
    [
        (["sailor*3", TRIO], {}, 1),
        (["sailor*3", TRIO], {"options": []}, -1),
        (["sailor*3", TRIO], {"file": 2}, -1),
        (["sailor*3", TRIO], {"by": 0}, -1),
        (["sailor*3", "three-am*3 st-roch*3"], {}, -1),
        (["sailor*3", "three-am*3 st-roch*3"], {"under": "deduction:three-am"}, 1),
        (["sailor*3 three-am*3", "deduction:three-am st-roch*3"], {}, -1),
        (["sailor*3", ""], {"under": TRIO}, 1),
        ([OTHER_TRIO, TRIO], {}, -1),
        (["madame*3 mademoiselle*3", TRIO], {}, 1),
    ],
    ids=lambda value: f"RUE-26: {value}",
)
def test_shutting_the_others_out(areas: list[str], more: dict[str, Any], shut_out: int) -> None:
    """RUE-26: catch the Orang-Utan with a complete trio in the side's own area, while no opponent has one."""
    given: dict[str, Any] = {"options": ["shut-out"]} | more
    by = given.pop("by", 1)
    under = given.pop("under", "")
    result = scored(["poe", ""] if by else ["", "poe"], areas, by, under, **given)
    assert result.shut_out == shut_out
    assert (result.totals()[0] == 0) == (shut_out == 1)
    if shut_out == 1:
        assert (parts(result, 0), result.sides[0].lines) == ((0, 0, 0), [])
        assert result.totals()[1] == 29


def test_a_third_player_prevents_a_shut_out_for_all() -> None:
    """RUE-27: one opponent with a complete trio is enough."""
    options = ["shut-out"]
    hands = ["poe", "", "dupins-help"]
    assert scored(hands, ["sailor*3", TRIO, ""], options=options).totals() == [0, 29, 0]
    prevented = scored(hands, ["sailor*3", TRIO, OTHER_TRIO], options=options)
    assert (prevented.shut_out, prevented.totals()) == (-1, [3, 29, 29])


def test_a_team_shuts_out() -> None:
    """RUE-26: only this team scores."""
    result = scored(["poe", "poe", "poe", ""], ["sailor*3", TRIO], by=3, options=["shut-out"])
    assert (result.shut_out, result.totals()) == (1, [0, 29])


# What has to be said


def test_the_scoring_must_know_the_case_file() -> None:
    """RUE-20: a position that does not say which case file it was cannot be scored."""
    table = over(["poe", ""], ["", "sailor*3"])
    data = table.position
    del data["file"], data["case_file"], data["discard"]
    table = set_table(data, scoring=True)
    with pytest.raises(CasefileError, match='"file": 1 or 2'):
        table.rules.score(table.state)


def test_the_scoring_must_know_what_lay_under_the_orang_utan() -> None:
    """RUE-20: an empty list says that it was dealt with already."""
    data = over(["poe", ""], ["", "sailor*3"]).position
    del data["case_file"], data["discard"]
    assert set_table(data, scoring=True).totals() == [-3, 6]
    del data["under"]
    table = set_table(data, scoring=True)
    with pytest.raises(CasefileError, match="under: say what lay under the Orang-Utan"):
        table.rules.score(table.state)
    assert set_table(data | {"file": 2}, scoring=True).totals() == [-3, 6]
    unsolved = data | {"ended": {"by": "file"}, "file": 2, "hands": [["poe"], ["le-bon"]]}
    assert set_table(unsolved, scoring=True).totals() == [0, 0]
