"""Jack the Ripper, rule by rule: clues and events."""

from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.text.position import position_from_dict
from tests.rules.ripper_scenes import FIVE_VICTIMS, at_turn, ripper
from tests.scene import set_table

# Clues


def test_no_meld_before_a_victim_lies_on_the_table() -> None:
    """RIP-1: neither melds nor, so, laying off."""
    table = at_turn("druitt*3 gull", area="")
    assert table.legal("meld") == []
    assert "no melds before a victim is on the table (RIP-1)" in table.refused("meld druitt*3")
    assert at_turn("druitt*3 gull").legal("meld") == ["meld druitt*3"]
    assert at_turn("druitt*3 gull", area="", other_area="victim:kelly").legal("meld") == ["meld druitt*3"]
    assert "RIP-1" in at_turn("druitt gull", area="").refused("lay druitt")


def test_a_joker_takes_the_colour_of_its_meld() -> None:
    """RIP-2: in a meld it is of the meld's colour, and keeps it."""
    table = at_turn("druitt*2 joker gull").do("meld druitt*2 joker")
    assert table.area(1) == ["druitt", "druitt", "victim:kelly", "joker@druitt"]
    table.do("discard gull")
    assert "joker@druitt" in table.area(1)


def test_a_joker_is_laid_off_as_a_melded_suspect() -> None:
    """RIP-2: the player names a suspect who has a meld in some area."""
    table = at_turn("joker gull", area="victim:kelly druitt*3", other_area="eddy*3 letters*3")
    assert table.legal("lay") == ["lay joker@druitt", "lay joker@eddy"]
    assert "no area has a meld of gull" in table.refused("lay joker@gull")
    assert "(RIP-2)" in table.refused("lay joker")
    assert table.do("lay joker@eddy").area(1)[-1] == "joker@eddy"


def test_a_joker_is_never_letters() -> None:
    """RIP-2: a joker stands for a suspect."""
    table = at_turn("letters*2 joker gull")
    assert table.legal("meld") == []
    assert "never for letters (RIP-2)" in table.refused("meld letters*2 joker")


def test_a_meld_may_hold_both_jokers() -> None:
    """RIP-3: with at least one clue of the suspect."""
    table = at_turn("druitt joker*2 gull*2")
    assert table.legal("meld") == [
        "meld druitt joker*2",
        "meld gull joker*2",
        "meld gull*2 joker",
        "meld gull*2 joker*2",
    ]
    assert table.do("meld druitt joker*2").area(1).count("joker@druitt") == 2


# Events


@pytest.mark.parametrize(
    ("card", "rule"),
    [("suspicion:gull", "RIP-4"), ("alibi:jill", "RIP-5"), ("alibi:eddy-gull@eddy", "RIP-7")],
    ids=["RIP-4", "RIP-5", "RIP-7"],
)
def test_suspicions_and_alibis_need_a_meld(card: str, rule: str) -> None:
    """RIP-4, RIP-5, RIP-7: of their suspect, in some area."""
    name = card.split("@")[0]
    suspect = card.split(":")[1].split("@")[-1]
    table = at_turn(f"{name} druitt")
    assert table.legal("play") == []
    assert f"({rule})" in table.refused(f"play {card}")
    own = at_turn(f"{name} druitt", area=f"victim:kelly {suspect}*3") if suspect != "jill" else None
    others = ripper(["letters", f"{name} druitt"], [f"{suspect}*3", "victim:kelly"])
    for melded in filter(None, (own, others)):
        assert melded.legal("play") == [f"play {card}"]
        assert card in melded.do(f"play {card}").area(1)


def test_only_one_alibi_lies_in_the_areas() -> None:
    """RIP-6: the one that lay there, whosever it was, goes onto the discard pile."""
    table = ripper(
        ["letters", "alibi:jill gull"],
        ["gull*3 alibi:eddy-gull@gull", "victim:kelly jill*3"],
        discard="eddy",
    )
    table.do("play alibi:jill")
    assert table.area(0) == ["gull"] * 3
    assert table.position["discard"] == ["alibi:eddy-gull", "eddy"]
    assert "alibi:jill" in table.area(1)


def test_the_double_alibi_is_played_for_one_of_two() -> None:
    """RIP-7: the player says for whom, who must have a meld."""
    table = at_turn("alibi:eddy-gull druitt", area="victim:kelly gull*3")
    assert table.legal("play") == ["play alibi:eddy-gull@gull"]
    assert "(RIP-7)" in table.refused("play alibi:eddy-gull")
    both = at_turn("alibi:eddy-gull druitt", area="victim:kelly gull*3 eddy*3")
    assert both.legal("play") == ["play alibi:eddy-gull@eddy", "play alibi:eddy-gull@gull"]


def test_a_victim_brings_its_scene_and_two_cards() -> None:
    """RIP-8: the scene comes from another area; then two cards of the case file."""
    table = ripper(
        ["letters", "victim:kelly druitt"],
        ["scene:millers-court scene:bucks-row", "victim:stride"],
        top="eddy gull jill",
    )
    table.do("play victim:kelly")
    assert table.area(1) == ["victim:stride", "victim:kelly", "scene:millers-court"]
    assert table.area(0) == ["scene:bucks-row"]
    assert table.hand(1) == ["druitt", "eddy", "gull"]
    assert table.position["case_file"][0] == "jill"


def test_a_scene_brings_its_victim_and_a_search() -> None:
    """RIP-9, RIP-10: the victim comes from another area; then one card of the discard pile that is no scene."""
    table = ripper(
        ["letters", "scene:millers-court druitt"],
        ["victim:kelly victim:stride", ""],
        discard="scene:bucks-row gull eddy gull",
    )
    table.do("play scene:millers-court")
    assert table.area(1) == ["victim:kelly", "scene:millers-court"]
    assert table.area(0) == ["victim:stride"]
    assert table.position["asked"] == {"for": "search", "seats": [1]}
    assert table.legal() == ["take eddy", "take gull"]
    assert "(RIP-10)" in table.refused("take scene:bucks-row")
    assert "(RIP-10)" in table.refused("take jill")
    assert "(RIP-10)" in table.refused("discard druitt")
    table.do("take gull")
    assert table.hand(1) == ["druitt", "gull"]
    assert table.position["discard"] == ["scene:bucks-row", "eddy", "gull"]


def test_the_chosen_card_is_shown_and_the_search_is_not() -> None:
    """RIP-10: all see the chosen card; they learn nothing else."""
    table = at_turn("scene:bucks-row druitt", discard="gull eddy").do("play scene:bucks-row", "take eddy")
    assert [event.cards for event in table.seen(0, "search")] == [[]]
    view = table.rules.view(table.state, 0)
    assert view.known_of(1, table.rules.deck.kind_of["eddy"]) == 1


@pytest.mark.parametrize("discard", ["", "scene:mitre-square"], ids=["RIP-10 empty", "RIP-10 only scenes"])
def test_a_search_without_anything_to_choose(discard: str) -> None:
    """RIP-10, C-13: nothing happens, and nothing is asked."""
    table = at_turn("scene:bucks-row druitt", discard=discard).do("play scene:bucks-row")
    assert table.position["asked"] is None
    assert table.legal() == ["discard druitt"]


def test_the_ripper_strikes_until_a_victim() -> None:
    """RIP-11: up to five cards are turned over; a victim is played at once, with its two cards."""
    table = at_turn("ripper-strikes druitt", area="", top="eddy victim:kelly gull chapman jill")
    table.do("play ripper-strikes")
    assert table.position["discard"] == ["eddy", "ripper-strikes"]
    assert table.area(1) == ["victim:kelly"]
    assert table.hand(1) == ["druitt", "gull", "chapman"]


def test_the_ripper_strikes_five_cards_at_most() -> None:
    """RIP-11: the sixth card stays where it is."""
    table = at_turn("ripper-strikes druitt", area="", top="eddy gull eddy gull eddy victim:kelly")
    table.do("play ripper-strikes")
    assert table.position["discard"] == ["eddy", "gull", "eddy", "gull", "eddy", "ripper-strikes"]
    assert table.position["case_file"][0] == "victim:kelly"
    assert table.hand(1) == ["druitt"]


def test_the_commissioner_brings_out_all_victims() -> None:
    """RIP-12, RIP-13: every player lays all victims of the hand, with their scenes, and draws nothing."""
    table = ripper(
        ["victim:kelly letters", "commissioner-resigns victim:stride victim:nichols druitt", "victim:eddowes gull"],
        ["", "", "scene:millers-court scene:berner-street"],
        top="eddy gull",
    )
    table.do("play commissioner-resigns")
    assert table.area(0) == ["victim:kelly", "scene:millers-court"]
    assert table.area(1) == ["victim:nichols", "victim:stride", "scene:berner-street"]
    assert table.area(2) == ["victim:eddowes"]
    assert [table.hand(seat) for seat in range(3)] == [["letters"], ["druitt"], ["gull"]]
    assert table.position["discard"] == ["commissioner-resigns"]
    laid = [event.seat for event in table.seen(0, "must-lay")]
    assert laid == [1, 1, 2, 0]
    assert table.position["turn"] == 1


@pytest.mark.parametrize(
    "played",
    [{"discard": "commissioner-resigns"}, {"hand": "commissioner-resigns druitt"}, {"file": 2}],
    ids=["RIP-12 it lies there", "RIP-12 it was taken up again", "RIP-12 it was shuffled in"],
)
def test_a_scene_may_have_been_left_where_it_was(played: dict[str, Any]) -> None:
    """RIP-12: "may"; once the commissioner can have resigned, such a table is possible and scored as it lies."""
    more = dict(played)
    hands = ["letters*2", more.pop("hand", "druitt*2")]
    table = ripper(hands, ["scene:millers-court", "victim:kelly"], **more)
    assert table.do("discard druitt").area(0) == ["scene:millers-court"]


def test_a_table_with_a_scene_left_behind_is_scored_as_it_lies() -> None:
    """RIP-12, RIP-29: also where the piles are not known."""
    data = {
        "case": "ripper",
        "players": 2,
        "phase": "over",
        "ended": {"by": "escape", "seat": 0},
        "hands": [["jill"], ["gull"]],
        "areas": [["scene:millers-court", "ripper-escapes"], FIVE_VICTIMS.split()],
    }
    rules, state = position_from_dict(data, scoring=True)
    assert rules.score(state).totals() == [36, 5]


def test_all_know_that_no_victim_is_left_in_any_hand() -> None:
    """RIP-12, C-22: whoever remembers deals no victim into a hand that had to lay them all."""
    table = ripper(["letters*2 gull", "commissioner-resigns druitt*2", "gull*3"]).do("play commissioner-resigns")
    victims = [kind for name, kind in table.rules.deck.kind_of.items() if name.startswith("victim:")]
    for number in range(50):
        world = table.rules.determinize(table.rules.view(table.state, 1), Rng(str(number)))
        assert not any(world.in_hand(seat, victim) for seat in (0, 2) for victim in victims)


SEARCHED = "victim:kelly druitt*3"


@pytest.mark.parametrize(
    ("found", "played"),
    [
        ("druitt", ["take druitt play"]),
        ("gull", []),
        ("letters", []),
        ("joker", ["take joker@druitt play"]),
        ("suspicion:druitt", ["take suspicion:druitt play"]),
        ("suspicion:gull", []),
        ("alibi:druitt", ["take alibi:druitt play"]),
        ("alibi:eddy-gull", []),
        ("victim:stride", ["take victim:stride play"]),
        ("ripper-strikes", ["take ripper-strikes play"]),
        ("commissioner-resigns", ["take commissioner-resigns play"]),
        ("ripper-escapes", []),
    ],
)
def test_what_a_search_may_play_at_once(found: str, played: list[str]) -> None:
    """RIP-14: only what could be played by its own rule now; a clue is laid off."""
    table = at_turn("scene:bucks-row eddy", area=SEARCHED, discard=found).do("play scene:bucks-row")
    assert table.legal() == sorted([f"take {found}", *played])
    if not played:
        assert "(RIP-" in table.refused(f"take {found} play")


def test_a_card_played_at_once_resolves_fully() -> None:
    """RIP-14: scene, then ripper-strikes, then its victim."""
    table = at_turn(
        "scene:bucks-row eddy", area="", discard="ripper-strikes gull", top="jill victim:kelly letters joker"
    )
    table.do("play scene:bucks-row", "take ripper-strikes play")
    assert table.area(1) == ["victim:kelly", "scene:bucks-row"]
    assert table.position["discard"] == ["jill", "ripper-strikes", "gull"]
    assert table.hand(1) == ["eddy", "letters", "joker"]
    assert table.position["asked"] is None


def test_an_alibi_played_at_once_replaces_the_old_one() -> None:
    """RIP-14, RIP-6: by its own rule, whosever it was."""
    table = at_turn(
        "scene:bucks-row eddy", area=SEARCHED, other_area="chapman*3 alibi:chapman", discard="alibi:druitt gull"
    )
    table.do("play scene:bucks-row", "take alibi:druitt play")
    assert "alibi:druitt" in table.area(1)
    assert table.position["discard"] == ["alibi:chapman", "gull"]


def test_the_escape_may_be_chosen_out_of_the_discard_pile() -> None:
    """RIP-14, RIP-18: taken, and played at once or later in the turn, if all victims lie there."""
    table = at_turn("scene:bucks-row eddy", area=FIVE_VICTIMS, discard="ripper-escapes").do("play scene:bucks-row")
    assert table.legal() == ["take ripper-escapes", "take ripper-escapes play"]
    later = set_table(table.position).do("take ripper-escapes", "play ripper-escapes")
    at_once = table.do("take ripper-escapes play")
    for over in (later, at_once):
        assert over.position["ended"] == {"by": "escape", "seat": 1}
        assert "ripper-escapes" in over.area(1)


def test_an_event_played_out_of_the_search_is_no_second_event() -> None:
    """RIP-15: but one that is taken into the hand waits for a later turn."""
    table = at_turn("scene:bucks-row eddy", area=SEARCHED, discard="suspicion:druitt victim:stride")
    table.do("play scene:bucks-row", "take victim:stride")
    assert table.legal("play") == []
    assert "(C-12)" in table.refused("play victim:stride")
    free = at_turn("scene:bucks-row eddy", area=SEARCHED, discard="suspicion:druitt victim:stride")
    assert "suspicion:druitt" in free.do("play scene:bucks-row", "take suspicion:druitt play").area(1)


def test_victims_that_an_event_brings_are_no_second_event() -> None:
    """RIP-16: neither that of ripper-strikes nor those of the commissioner; but they themselves were one."""
    struck = at_turn("ripper-strikes victim:stride druitt", top="victim:nichols").do("play ripper-strikes")
    assert "victim:nichols" in struck.area(1)
    assert struck.legal("play") == []
    resigned = at_turn("commissioner-resigns victim:stride druitt*2 ripper-strikes").do("play commissioner-resigns")
    assert "victim:stride" in resigned.area(1)
    assert resigned.legal("play") == []


def test_the_round_ends_when_the_commissioner_empties_a_hand() -> None:
    """RIP-17, RIP-23 B: nothing else of the turn follows, no discard either."""
    table = ripper(["victim:kelly", "commissioner-resigns druitt*2", "gull"])
    table.do("play commissioner-resigns")
    assert table.position["phase"] == "over"
    assert table.position["ended"] == {"by": "commissioner"}
    assert table.hand(1) == ["druitt", "druitt"]
    own = ripper(["gull", "commissioner-resigns victim:kelly", "gull"]).do("play commissioner-resigns")
    assert own.position["ended"] == {"by": "commissioner"}
