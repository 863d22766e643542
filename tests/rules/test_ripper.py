"""Jack the Ripper, rule by rule."""

from typing import Any

import pytest

from casefile.core.rng import Rng
from tests.scene import Scene, scene, set_table, words

FOUR_VICTIMS = "victim:nichols victim:stride victim:eddowes victim:annie-chapman"
FIVE_VICTIMS = FOUR_VICTIMS + " victim:kelly"


def ripper(hands: list[str], areas: list[str] | None = None, **more: Any) -> Scene:
    """A situation in which the second seat is at turn and has drawn."""
    return scene("ripper", hands, areas, **({"phase": "play"} | more))


def at_turn(hand: str, area: str = "victim:kelly", other_area: str = "", **more: Any) -> Scene:
    """Two players; seat 1 is at turn with this hand."""
    return ripper(["jill*2 letters", hand], [other_area, area], **more)


# Clues


def test_no_meld_before_a_victim_lies_on_the_table() -> None:
    """RIP-1: neither melds nor, so, laying off."""
    table = at_turn("druitt*3 gull", area="")
    assert table.legal("meld") == []
    assert "no meld before a victim lies on the table (RIP-1)" in table.refused("meld druitt*3")
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


# The Ripper escapes


def test_the_escape_needs_five_victims() -> None:
    """RIP-18: in areas, anybody's."""
    assert "(RIP-18)" in at_turn("ripper-escapes druitt", area=FOUR_VICTIMS).refused("play ripper-escapes")
    table = at_turn("ripper-escapes druitt", area="victim:kelly", other_area=FOUR_VICTIMS)
    assert table.do("play ripper-escapes").position["ended"] == {"by": "escape", "seat": 1}


def test_the_escape_is_a_right() -> None:
    """RIP-18: the player at turn may also discard, and keep it."""
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
    """RIP-22: when the fifth victim has arrived; and not again after them."""
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
    assert table.actors() == [1]
    assert table.position["asked"] is None


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
    """RIP-22: neither the one who discarded nor the one who is now at turn."""
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
        asked.rules.playout(world, Rng("on"), 5000)


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
    """RIP-30: before the draw, with a meld in the own area, of letters too, once a round."""
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
    assert "already in this round (RIP-30)" in again.refused("call-tips")


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
