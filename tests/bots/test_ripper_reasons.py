"""Jack the Ripper: what an expert says of an action is true at the table, whether the action is good or not."""

import pytest

from casefile.cases.ripper.bot.policy import RipperPolicy
from tests.bots.test_ripper import situation
from tests.rules.ripper_scenes import FIVE_VICTIMS, FOUR_VICTIMS, ripper
from tests.scene import Scene, set_table


def why(table: Scene, action: str, seat: int | None = None) -> tuple[str, int]:
    """The key and the number of the reason for an action, good or not."""
    seat = table.state.actor() if seat is None else seat
    actions = {table.rules.actions[one].text: one for one in table.rules.legal(table.state, seat)}
    reason = RipperPolicy(table.rules).reason(table.rules.view(table.state, seat), actions[action])
    return reason.key, reason.number


@pytest.mark.parametrize(
    ("table", "key"),
    [
        pytest.param(situation("gull eddy druitt", discard="jill", phase="draw"), "draw-not-single", id="alone"),
        pytest.param(
            situation("gull eddy", "victim:kelly jill*3", discard="jill", phase="draw"),
            "draw-unseen",
            id="C-10 not alone if it can be laid off",
        ),
        pytest.param(situation("jill eddy druitt", discard="jill", phase="draw"), "draw-not-pair", id="two"),
        pytest.param(
            situation("jill joker eddy druitt", discard="jill", phase="draw"),
            "draw-unseen",
            id="RIP-2 two and a joker are a meld",
        ),
        pytest.param(
            situation("letters joker eddy druitt", other="jill*4", discard="letters", phase="draw"),
            "draw-not-pair",
            id="RIP-2 but not of letters",
        ),
    ],
)
def test_why_the_top_of_the_discard_pile_is_left(table: Scene, key: str) -> None:
    """What is said of a clue depends on whether it could be played at once."""
    assert why(table, "draw file")[0] == key


@pytest.mark.parametrize(("hand", "key"), [("gull*2 eddy", "draw-set"), ("gull*2", "draw-top")])
def test_three_clues_of_a_hand_of_three_are_not_enough(hand: str, key: str) -> None:
    """C-8: after a meld a card has to be left to discard."""
    assert why(situation(hand, "victim:kelly", discard="gull", phase="draw"), "draw discard")[0] == key


@pytest.mark.parametrize(
    ("discard", "file", "reason"),
    [
        pytest.param("letters*2", 1, ("discard-letters", 3), id="C-15 the discard pile comes back"),
        pytest.param("letters*2", 2, ("discard-dead", 2), id="C-16 but only once"),
    ],
)
def test_a_meld_is_hardly_possible_any_more(discard: str, file: int, reason: tuple[str, int]) -> None:
    """Only cards that do not come back rule a meld out."""
    table = situation("letters eddy*2 gull*2", "victim:kelly", "jill letters", discard=discard, file=file)
    assert why(table, "discard letters") == reason


@pytest.mark.parametrize(
    ("discard", "key"),
    [
        pytest.param("chapman*3", "discard-single", id="RIP-3 two jokers are out of sight"),
        pytest.param("chapman*3 joker*2", "discard-dead", id="no joker is left"),
    ],
)
def test_jokers_can_still_make_a_meld(discard: str, key: str) -> None:
    """RIP-2, RIP-3: also of a suspect most of whose clues are gone."""
    table = situation("chapman eddy*2 gull*2", "victim:kelly", "jill*2", discard=discard, file=2)
    assert why(table, "discard chapman")[0] == key


def test_nobody_seems_to_collect_what_is_discarded() -> None:
    """C-22: unless another hand is known to hold the same clue."""
    hands = ["jill eddy letters", "druitt gull*2"]
    table = ripper(hands, ["", "victim:kelly"], turn=0, phase="draw", discard="druitt", top="jill")
    table.do("draw discard", "discard letters", "draw file")
    assert why(table, "discard druitt")[0] == "give"


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        pytest.param("jill*2 gull eddy druitt", ("discard-pair", 2), id="two are no meld"),
        pytest.param("jill*2 gull joker druitt", ("give", 0), id="RIP-2 two and a joker are"),
    ],
)
def test_one_of_a_pair_is_discarded(hand: str, reason: tuple[str, int]) -> None:
    """The number tells how many of the colour are out of sight."""
    assert why(situation(hand, "victim:kelly", other="letters*3", discard="jill"), "discard jill") == reason


@pytest.mark.parametrize(
    ("hand", "victim", "key"),
    [
        pytest.param("jill*2 joker gull eddy", "victim:kelly", "hold-meld", id="RIP-2 with a joker"),
        pytest.param("jill*2 joker gull eddy", "", "discard-single", id="RIP-1 no meld is possible yet"),
    ],
)
def test_a_meld_is_held_back(hand: str, victim: str, key: str) -> None:
    """C-9: a bot that keeps a meld in its hand says so."""
    assert why(situation(hand, victim), "discard gull")[0] == key


@pytest.mark.parametrize(
    ("area", "card", "reason"),
    [
        pytest.param("gull*3", "alibi:jill", ("discard-no-meld", 3), id="RIP-5 no meld of Jill"),
        pytest.param("gull*3 jill*3 joker@jill", "alibi:jill", ("discard-melded", 0), id="RIP-27 it costs nothing"),
        pytest.param("gull*3", "alibi:eddy-gull", ("discard-melded", 0), id="RIP-27 of Eddy or of Gull"),
        pytest.param("gull*3", "suspicion:gull", ("discard-melded", 0), id="RIP-27 a suspicion"),
    ],
)
def test_what_a_colour_event_costs_in_the_hand(area: str, card: str, reason: tuple[str, int]) -> None:
    """RIP-27, RIP-28: nothing where a meld of the suspect lies."""
    table = situation(f"{card} druitt eddy", "victim:kelly " + area, other="letters*2 chapman*2")
    assert why(table, f"discard {card}") == reason


def test_the_escape_is_no_burden_once_all_victims_lie() -> None:
    """RIP-18: it could be played at once."""
    hand = "ripper-escapes druitt eddy"
    assert why(situation(hand, FOUR_VICTIMS), "discard ripper-escapes") == ("discard-escape", 1)
    assert why(situation(hand, FIVE_VICTIMS), "discard ripper-escapes")[0] == "give"


@pytest.mark.parametrize(
    ("area", "other_area", "key"),
    [
        pytest.param("eddy*3", "", "suspicion-ripper", id="nobody has more"),
        pytest.param("", "eddy*3", "suspicion", id="another has more"),
        pytest.param("eddy*3 alibi:eddy-gull@eddy", "", "counts", id="RIP-25 an alibi clears him"),
        pytest.param("", "eddy*3 alibi:eddy-gull@eddy", "counts", id="RIP-25 wherever it lies"),
    ],
)
def test_a_suspicion_makes_no_ripper_of_who_is_cleared(area: str, other_area: str, key: str) -> None:
    """RIP-25: who has an alibi is not the Ripper."""
    table = situation("suspicion:eddy druitt gull jill", "victim:kelly " + area, "letters*4", other_area)
    assert why(table, "play suspicion:eddy")[0] == key


def test_one_of_several_others_is_ahead() -> None:
    """RIP-25: three others with less on average can still have one among them with more."""
    hands = ["letters*4", "suspicion:eddy druitt gull jill", "chapman*4", "pedachenko*4"]
    table = ripper(hands, ["eddy*3", "victim:kelly eddy", "", ""])
    assert why(table, "play suspicion:eddy")[0] == "suspicion"


@pytest.mark.parametrize(
    ("area", "other_area", "reason"),
    [
        pytest.param("", "jill*3", ("alibi-ripper", 6), id="another is ahead"),
        pytest.param("jill*3", "", ("alibi-points", 0), id="your own colour"),
    ],
)
def test_an_alibi_for_the_ripper(area: str, other_area: str, reason: tuple[str, int]) -> None:
    """RIP-25: it hurts the player who has the most of the Ripper's colour."""
    table = situation("alibi:jill druitt gull eddy", "victim:kelly " + area, "letters*4", other_area)
    assert why(table, "play alibi:jill") == reason


@pytest.mark.parametrize(
    ("hand", "area", "discard", "reason"),
    [
        pytest.param("eddy gull", FOUR_VICTIMS, "", ("strikes", 1), id="one is out of sight"),
        pytest.param("eddy gull", FIVE_VICTIMS, "", ("other", 0), id="all lie on the table"),
        pytest.param("victim:kelly gull", FOUR_VICTIMS, "", ("other", 0), id="the fifth is in this hand"),
        pytest.param("eddy gull", FOUR_VICTIMS, "victim:kelly", ("other", 0), id="the fifth is discarded"),
    ],
)
def test_victims_that_the_ripper_can_strike(hand: str, area: str, discard: str, reason: tuple[str, int]) -> None:
    """RIP-11: those that may be in the case file."""
    assert why(situation(f"ripper-strikes {hand}", area, discard=discard), "play ripper-strikes") == reason


def test_a_victim_of_another_hand_is_not_in_the_case_file() -> None:
    """RIP-11, C-22: all saw it being taken."""
    hands = ["jill eddy letters", "ripper-strikes gull*2"]
    table = ripper(hands, ["", FOUR_VICTIMS], turn=0, phase="draw", discard="victim:kelly")
    table.do("draw discard", "discard letters", "draw file")
    assert why(table, "play ripper-strikes")[0] == "other"


@pytest.mark.parametrize(
    ("hand", "area", "key"),
    [
        pytest.param("eddy gull", FOUR_VICTIMS, "commissioner", id="another may hold one"),
        pytest.param("eddy gull", FIVE_VICTIMS, "other", id="no hand can hold one"),
        pytest.param("victim:kelly gull", FOUR_VICTIMS, "commissioner", id="this hand holds one"),
        pytest.param("ripper-escapes gull", FOUR_VICTIMS, "commissioner-escape", id="it serves the escape"),
        pytest.param("ripper-escapes gull", FIVE_VICTIMS, "other", id="it serves nothing"),
    ],
)
def test_victims_that_the_commissioner_brings_out(hand: str, area: str, key: str) -> None:
    """RIP-12: those that are, or may be, in a hand."""
    assert why(situation(f"commissioner-resigns {hand}", area), "play commissioner-resigns")[0] == key


@pytest.mark.parametrize(
    ("hand", "tip", "key"),
    [
        pytest.param("gull pedachenko", "tip chapman", "tip-table", id="the Ripper as it stands"),
        pytest.param("druitt pedachenko", "tip druitt", "tip-hand", id="a clue in the hand"),
        pytest.param("suspicion:druitt pedachenko", "tip druitt", "tip-hand", id="a suspicion in the hand"),
        pytest.param("gull pedachenko", "tip druitt", "other", id="nothing in the hand"),
        pytest.param("gull pedachenko", "tip gull", "other", id="RIP-25 no meld, neither there nor here"),
        pytest.param("jill pedachenko", "tip jill", "other", id="RIP-25 an alibi"),
    ],
)
def test_a_tip_counts_on_the_own_hand_only_with_cards_of_the_suspect(hand: str, tip: str, key: str) -> None:
    """RIP-31: and only if the suspect can be the Ripper."""
    areas = ["chapman*4 jill*3 alibi:jill", "victim:kelly druitt*3"]
    table = ripper(["eddy gull", hand], areas, phase="draw", discard="gull", options=["tips"]).do("call-tips")
    assert why(table, tip, seat=1)[0] == key


def test_a_meld_of_a_cleared_suspect_makes_no_ripper() -> None:
    """RIP-25: an alibi holds, however many clues lie there."""
    area = "victim:kelly jill*3 alibi:jill"
    assert why(situation("gull*3 druitt eddy", area), "meld gull*3")[0] == "meld-first"
    assert why(situation("jill*2 joker druitt eddy", area, "letters*4"), "meld jill*2 joker")[0] == "meld-early"


def test_a_victim_brings_cards_only_from_a_case_file() -> None:
    """RIP-8, C-13: down to none."""
    table = situation("victim:kelly eddy", "victim:nichols")
    assert why(table, "play victim:kelly")[0] == "victim"
    data = table.position
    data |= {"case_file": [], "discard": data["case_file"]}
    assert why(set_table(data), "play victim:kelly")[0] == "counts"


def test_the_escape_is_held_for_a_better_round() -> None:
    """RIP-22: only if the round is worth more than the escape; else there is no such reason."""
    for area, key in (("", "other"), ("chapman*5 gull*5 suspicion:chapman suspicion:gull letters*3", "escape-hold")):
        table = ripper(["ripper-escapes druitt", "victim:kelly eddy"], [area, FOUR_VICTIMS]).do("play victim:kelly")
        assert why(table, "hold")[0] == key
