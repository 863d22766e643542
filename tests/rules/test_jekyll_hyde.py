"""Dr. Jekyll & Mr. Hyde, rule by rule: identity, events, turns. Scoring and positions have a file of their own."""

from typing import Any

import pytest

from casefile.cases.jekyll_hyde.cards import HYDE, JEKYLL
from casefile.cases.jekyll_hyde.state import JekyllState
from casefile.match import Match
from casefile.registry import case_named, rules_for
from casefile.text.language import catalogue
from tests.scene import Scene, position, scene, set_table, words

CLUES = "poole will theory utterson carew awakes hideout enfield lanyon stevenson".split()
LETTER = dict.fromkeys(CLUES[:4], "jekyll") | dict.fromkeys(CLUES[4:8], "hyde")  # the others have both


def jekyll(hands: str, areas: str = "|", **more: Any) -> Scene:
    """A situation in which seat 0 has drawn; hands and areas of the seats are parted by |."""
    return scene("jekyll-hyde", hands.split("|"), areas.split("|"), **({"turn": 0, "phase": "play"} | more))


def file_run_out(hands: str, areas: str = "|", discard: str = "", top: str = "", **more: Any) -> Scene:
    """The same, but the case file has the cards of `top` only, and all others lie at the bottom of London."""
    more = {"turn": 0, "phase": "play"} | more
    data = position("jekyll-hyde", hands.split("|"), areas.split("|"), discard, top, **more)
    count = len(words(top))
    data["discard"] += data["case_file"][count:]
    data["case_file"] = data["case_file"][:count]
    return set_table(data)


def told(table: Scene, seat: int) -> list[str]:
    """What a seat was told, in words."""
    return [table.notation.speaker.event(event) for event in table.seen(seat)]


def test_deck_and_deal() -> None:
    """C-1, C-2: 61 cards, ten each, one opens London; the seat left of the dealer starts."""
    rules = rules_for("jekyll-hyde")
    state = rules.deal(1, [0, 0], "seed", log=False)
    assert sum(rules.deck.copies) == 61
    assert state.sizes == [10, 10]
    assert (len(state.case_file), len(state.discard), state.turn) == (40, 1, 0)
    assert case_named("jekyll-hyde").players == (2,)


def test_deck_says_what_is_assumed() -> None:
    deck = rules_for("jekyll-hyde").deck
    assumed = {card.name: [figure for figure in card.assumed if figure != "never_doubled"] for card in deck.cards}
    for clue in CLUES:
        from_the_examples = clue in ("theory", "enfield", "awakes")
        assert assumed[clue] == (["points"] if from_the_examples else ["points", "letter"])
    assert assumed["lab-work"] == ["letter"]
    assert assumed["potion"] == assumed["transformation"] == []


def test_every_face_has_a_name() -> None:
    names = catalogue("en", "jekyll-hyde")["cards"]
    assert sorted(names) == sorted(rules_for("jekyll-hyde").face_names)


# The rulebook's example of a turn


def test_example_turn() -> None:
    """JEK-2, JEK-7, C-12: a Jekyll meld, a potion, a Hyde meld, and the lab work has to wait."""
    hand = "theory*2 enfield*3 potion poole will carew lanyon"
    table = jekyll(f"{hand} | poole", discard="awakes", top="theory lab-work hideout", phase="draw")
    table.do("draw file", "meld theory*3")
    assert "only" in table.refused("meld enfield*3")
    table.do("play potion")
    assert table.position["identity"] == "hyde"
    assert table.position["discard"] == ["potion", "awakes"]
    assert "(C-12)" in table.refused("play lab-work file")
    table.do("meld enfield*3", "discard poole")
    assert table.position["areas"] == [words("theory*3 enfield*3"), []]
    assert table.hand(0) == words("will carew hideout lanyon lab-work")
    assert table.position["discard"] == ["poole", "potion", "awakes"]
    assert (table.position["turn"], table.position["phase"], table.position["event_played"]) == (1, "draw", False)


# Identity


def test_jek_1_jekyll_is_up_at_the_start_of_every_round() -> None:
    """JEK-1: also after a round that ended with Hyde up."""
    match = Match(rules_for("jekyll-hyde"), "seed")
    before = match.state
    assert isinstance(before, JekyllState)
    assert before.identity == JEKYLL
    before.identity = HYDE
    match.stop_round()
    after = match.next_round()
    assert isinstance(after, JekyllState)
    assert after.identity == JEKYLL
    assert jekyll("poole | will").position["identity"] == "jekyll"


@pytest.mark.parametrize("identity", ["jekyll", "hyde"])
@pytest.mark.parametrize("clue", CLUES)
def test_jek_2_a_meld_needs_the_letter_that_is_up(clue: str, identity: str) -> None:
    table = jekyll(f"{clue}*3 potion | potion", identity=identity)
    if LETTER.get(clue, identity) == identity:
        assert table.legal("meld") == [f"meld {clue}*3"]
    else:
        assert table.legal("meld") == []
        assert "(JEK-2)" in table.refused(f"meld {clue}*3")


def test_jek_3_laying_off_is_free() -> None:
    """JEK-3, C-10: any clue of a melded colour, wherever the meld lies, into the player's own area."""
    table = jekyll("awakes poole potion | potion", "| awakes*3 poole*3")
    assert table.legal("lay") == ["lay awakes", "lay poole"]
    table.do("lay awakes")
    assert table.position["areas"] == [["awakes"], words("poole*3 awakes*3")]
    assert "(C-10)" in jekyll("will potion | potion", "| poole*3").refused("lay will")


# Lab work


def test_jek_4_lab_work_turns_over_three_cards() -> None:
    table = jekyll("lab-work poole | will", discard="hideout", top="awakes theory potion utterson carew")
    table.do("play lab-work file")
    assert table.area(0) == ["lab-work"]
    assert table.position["asked"] == {"for": "reveal", "seats": [0], "cards": ["awakes", "theory", "potion"]}
    assert table.legal() == ["take theory"]  # asked, though only one matches
    table.do("take theory")
    assert table.hand(0) == ["poole", "theory"]
    assert table.position["discard"] == ["potion", "awakes", "hideout"]  # the last turned over on top
    assert table.position["case_file"][:2] == ["utterson", "carew"]
    assert (table.position["phase"], table.position["event_played"], table.position["asked"]) == ("play", True, None)


def test_jek_4_the_player_chooses_among_several() -> None:
    table = jekyll("lab-work poole | will", top="theory lanyon theory").do("play lab-work file")
    assert table.legal() == ["take lanyon", "take theory"]
    table.do("take theory")
    assert table.position["discard"] == ["theory", "lanyon"]


def test_jek_4_nothing_matches_among_the_turned_over() -> None:
    table = jekyll("lab-work poole | will", discard="will", top="awakes carew enfield").do("play lab-work file")
    assert (table.position["asked"], table.position["phase"]) == (None, "play")
    assert table.position["discard"] == ["enfield", "carew", "awakes", "will"]
    assert table.hand(0) == ["poole"]


def test_jek_4_lab_work_looks_through_london() -> None:
    table = jekyll("lab-work poole | will", discard="awakes theory potion stevenson theory carew", identity="jekyll")
    table.do("play lab-work london")
    assert table.position["asked"] == {"for": "search", "seats": [0]}
    assert table.legal() == ["take stevenson", "take theory"]
    table.do("take stevenson")
    assert table.position["discard"] == ["awakes", "theory", "potion", "theory", "carew"]  # London keeps its order
    assert table.hand(0) == ["poole", "stevenson"]
    assert table.area(0) == ["lab-work"]


def test_jek_4_the_side_that_is_up_decides() -> None:
    table = jekyll("lab-work poole | will", discard="awakes theory lanyon", identity="hyde")
    assert table.do("play lab-work london").legal() == ["take awakes", "take lanyon"]


def test_jek_4_nothing_matches_in_london() -> None:
    table = jekyll("lab-work poole | will", discard="awakes potion").do("play lab-work london")
    assert table.position["asked"] is None
    assert table.position["discard"] == ["awakes", "potion"]


@pytest.mark.parametrize(
    ("pile", "action", "sentence"),
    [
        ("file", "discard poole", "has to be taken: take CARD (JEK-4)"),
        ("london", "draw file", "has to be taken: take CARD (JEK-4)"),
        ("file", "take none", "taking none is not allowed (JEK-4)"),
        ("london", "take none", "taking none is not allowed (JEK-4)"),
        ("file", "take carew", "Dr. Jekyll is up, and carew has the letter H only (JEK-4)"),
        ("london", "take awakes", "awakes has the letter H only (JEK-4)"),
        ("file", "take stevenson", "stevenson was not turned over (JEK-4)"),
        ("london", "take stevenson", "stevenson is not in the discard pile (JEK-4)"),
        ("file", "take potion", "potion has no letter, so it matches neither Jekyll nor Hyde (JEK-5)"),
        ("london", "take transformation", "transformation has no letter"),
    ],
)
def test_jek_4_must_take_a_matching_card(pile: str, action: str, sentence: str) -> None:
    table = jekyll("lab-work poole | will", discard="awakes theory transformation", top="carew utterson potion")
    assert sentence in table.do(f"play lab-work {pile}").refused(action)


@pytest.mark.parametrize("pile", ["file", "london"])
@pytest.mark.parametrize(("identity", "opposite"), [("jekyll", "awakes"), ("hyde", "poole")])
@pytest.mark.parametrize("event", ["lab-work", "potion", "transformation"])
def test_jek_5_events_match_neither_side(event: str, identity: str, opposite: str, pile: str) -> None:
    lying = {"top" if pile == "file" else "discard": f"{opposite} {event} {opposite}"}
    table = jekyll("lab-work will | will", **({"discard": "potion"} | lying), identity=identity)
    assert table.do(f"play lab-work {pile}").position["asked"] is None


def test_jek_5_an_empty_pile_cannot_be_chosen_while_the_other_is_not() -> None:
    with_london = file_run_out("lab-work poole | will", discard="awakes")
    assert with_london.legal("play lab-work") == ["play lab-work london"]
    assert "(JEK-5)" in with_london.refused("play lab-work file")
    with_file = jekyll("lab-work poole | will")
    assert with_file.legal("play lab-work") == ["play lab-work file"]
    assert "(JEK-5)" in with_file.refused("play lab-work london")


def test_jek_5_both_piles_are_empty() -> None:
    """JEK-5, C-13: lab work is played on the case file then, and finds nothing."""
    mine = "lab-work*2 poole*5 will*5 theory*5 utterson*5 carew*5 awakes*5 hideout*5 enfield*5"
    table = jekyll(f"{mine} | lanyon*5 stevenson*4 lab-work*4 potion*5 transformation", file=2)
    assert table.position["case_file"] == table.position["discard"] == []
    assert table.legal("play lab-work") == ["play lab-work file"]
    assert "(JEK-5)" in table.refused("play lab-work london")
    table.do("play lab-work file")
    assert (table.position["asked"], table.area(0), table.position["discard"]) == (None, ["lab-work"], [])
    assert told(table, 1)[-1] == "Seat 0 turns over nothing."


@pytest.mark.parametrize("left", [1, 2])
def test_c_13_lab_work_turns_over_what_is_there(left: int) -> None:
    table = file_run_out("lab-work poole | will", discard="potion", top=f"theory*{left}").do("play lab-work file")
    assert table.position["asked"]["cards"] == ["theory"] * left
    assert table.position["case_file"] == []


def test_jek_6_what_lab_work_takes_is_shown() -> None:
    """JEK-6, C-22: the other seat knows it, from either pile; what was not taken lies in London."""
    theory = rules_for("jekyll-hyde").deck.kind_of["theory"]
    for pile in ("file", "london"):
        table = jekyll("lab-work poole | will", discard="awakes theory", top="carew theory hideout")
        table.do(f"play lab-work {pile}")
        if pile == "file":
            assert (
                told(table, 1)[-1] == "Seat 0 turns over The Carew murder, Dr. Jekyll's theory and Mr. Hyde's hideout."
            )
        table.do("take theory")
        assert table.rules.view(table.state, 1).known_of(0, theory) == 1
        assert "Seat 0 shows Dr. Jekyll's theory and adds it to their hand." in told(table, 1)


# Potion


@pytest.mark.parametrize(("before", "after"), [("jekyll", "hyde"), ("hyde", "jekyll")])
def test_jek_7_potion(before: str, after: str) -> None:
    table = jekyll("potion poole | will", discard="awakes", top="carew theory enfield", identity=before)
    table.do("play potion")
    assert table.position["identity"] == after
    assert table.position["discard"] == ["potion", "awakes"]
    assert table.hand(0) == ["poole", "theory", "carew"]
    assert table.position["areas"] == [[], []]
    assert table.position["event_played"]


def test_jek_7_the_drawn_cards_are_secret() -> None:
    """C-22: the other seat learns of two cards, not which."""
    table = jekyll("potion poole | will", top="carew theory").do("play potion")
    assert told(table, 0)[-1] == "Seat 0 draws The Carew murder and Dr. Jekyll's theory from the case file."
    assert told(table, 1)[-2:] == [
        "The double identity turns: Mr. Hyde is up.",
        "Seat 0 draws 2 cards from the case file.",
    ]
    assert table.rules.view(table.state, 1).mind.certain == []


def test_c_13_potion_with_nothing_to_draw_still_turns_the_identity() -> None:
    table = file_run_out("potion poole | will", discard="awakes").do("play potion")
    assert (table.position["identity"], table.hand(0)) == ("hyde", ["poole"])


# Transformation


def test_jek_8_the_rulebooks_example() -> None:
    """JEK-8, JEK-9: the other's meld becomes J, the single clue in the player's own area stays H."""
    table = jekyll("transformation poole | will", "awakes | awakes*3 carew*3")
    assert table.legal("play") == [
        "play transformation 0 awakes",
        "play transformation 1 awakes",
        "play transformation 1 carew",
    ]
    table.do("play transformation 1 awakes")
    assert table.position["areas"] == [["awakes"], words("carew*3 transformation awakes~*3")]
    assert table.position["identity"] == "jekyll"  # it does not turn over
    assert table.position["event_played"]


@pytest.mark.parametrize(
    ("group", "area"),
    [
        ("0 poole", "theory*3 transformation poole~*3"),  # their own area; J becomes H
        ("0 theory", "poole*3 transformation theory~*3"),
    ],
)
def test_jek_8_in_the_own_area(group: str, area: str) -> None:
    table = jekyll("transformation potion | potion", "poole*3 theory*3 |").do(f"play transformation {group}")
    assert table.position["areas"] == [words(area), []]


def test_jek_8_needs_a_group_of_clues() -> None:
    table = jekyll("transformation potion | potion", "awakes*3 lab-work |")
    assert "no clue of awakes lies in that area (JEK-8)" in table.refused("play transformation 1 awakes")
    assert "(JEK-8)" in table.refused("play transformation")
    assert jekyll("transformation potion | potion", "lab-work |").legal("play transformation") == []


@pytest.mark.parametrize("group", ["lanyon", "stevenson"])
def test_jek_8_nothing_changes_in_a_group_with_both_letters(group: str) -> None:
    table = jekyll("transformation potion | potion", f"| {group}*3").do(f"play transformation 1 {group}")
    assert table.area(1) == words(f"{group}*3 transformation")
    assert told(table, 1)[-1].endswith("both letters stay.")


def test_jek_9_clues_laid_off_later_keep_their_letter() -> None:
    table = jekyll("transformation poole potion will | poole", "poole*3 |")
    table.do("play transformation 0 poole", "lay poole")
    assert table.area(0) == words("poole transformation poole~*3")
    table.do("discard potion", "draw file", "lay poole")
    assert table.area(1) == ["poole"]


def test_jek_9_a_changed_group_still_has_a_meld() -> None:
    """C-10, C-11: its colour is what it was."""
    assert jekyll("poole potion | will", "poole~*3 transformation |").legal("lay") == ["lay poole"]


def test_jek_10_the_card_stays_with_the_group_and_is_no_clue() -> None:
    table = jekyll("transformation potion poole | potion", "poole*3 | awakes*3").do("play transformation 1 awakes")
    assert table.position["areas"] == [words("poole*3"), words("transformation awakes~*3")]
    assert table.position["discard"] == []


# The turn, as all cases have it


@pytest.mark.parametrize(
    ("hands", "more", "action", "sentence"),
    [
        ("poole*3 | will", {}, "meld poole*3", "last card of the hand may never be played; keep one to discard (C-8)"),
        ("poole | will", {"areas": "poole*3 |"}, "lay poole", "(C-8)"),
        ("lab-work | will", {}, "play lab-work file", "(C-8)"),
        ("potion | will", {}, "play potion", "(C-8)"),
        ("transformation | will", {"areas": "poole*3 |"}, "play transformation 0 poole", "(C-8)"),
        ("poole*2 will | will", {}, "meld poole*2", "(C-9)"),
        ("poole*2 will | will", {}, "meld poole*3", "too few of poole (C-9)"),
        ("poole will | will", {}, "lay potion", "not a clue; only clues can be laid off (C-10)"),
        ("poole will | will", {"areas": "theory*3 |"}, "lay theory", "not in the hand (C-10)"),
        ("poole will | will", {}, "play poole", "clues are melded or laid off (C-9)"),
        ("poole will | will", {}, "play potion", "potion is not in the hand (C-12)"),
        ("poole will | will", {}, "play lab-work", "lab-work is not in the hand (C-12)"),
        ("lab-work will | will", {}, "play lab-work", "say on which pile: play lab-work file, or"),
        ("potion will | will", {"event_played": True}, "play potion", "per turn (C-12)"),
        ("poole will | will", {}, "discard theory", "(C-14)"),
        ("poole will | will", {}, "draw file", "(C-6)"),
        ("poole will | will", {}, "take theory", "(JEK-4)"),
        ("poole will | will", {"phase": "draw"}, "discard poole", "draw a card first (C-6)"),
        ("poole will | will", {"phase": "draw"}, "draw discard", "the discard pile is empty; draw from the"),
        ("poole will | will", {}, "1: discard will", "(C-6)"),
    ],
)
def test_refusals(hands: str, more: dict[str, Any], action: str, sentence: str) -> None:
    table = jekyll(hands, **more)
    assert sentence in table.refused(action)
    assert action not in table.legal()


def test_c_7_draw_from_either_pile() -> None:
    table = jekyll("poole | will", discard="awakes theory", phase="draw")
    assert table.legal() == ["draw discard", "draw file"]
    table.do("draw discard")
    assert table.hand(0) == ["poole", "awakes"]


def test_c_9_melds_of_three_or_more() -> None:
    table = jekyll("poole*5 will*3 | will")
    assert table.legal("meld") == ["meld poole*3", "meld poole*4", "meld poole*5", "meld will*3"]
    table.do("meld poole*5", "discard will")
    assert jekyll("poole*5 | will").legal("meld") == ["meld poole*3", "meld poole*4"]


def test_c_15_the_second_case_file() -> None:
    """London is shuffled at the end of the turn in which the first case file ran out."""
    table = file_run_out("poole will | will", discard="awakes")
    table.do("discard poole")
    assert (table.position["file"], table.position["discard"], table.position["turn"]) == (2, [], 1)
    assert len(table.position["case_file"]) == 61 - 2
    assert table.legal() == ["draw file"]


def test_jek_11_unsolved_when_the_second_case_file_is_empty() -> None:
    """JEK-11, C-16, C-17: lab work can take the last card, too."""
    table = file_run_out("lab-work poole will | will", discard="awakes", file=2)
    table.do("discard poole")
    assert (table.position["phase"], table.position["ended"]) == ("over", {"by": "file"})
    assert "Seat 1 is left with" not in " ".join(told(table, 0))


def test_jek_11_going_out_comes_before_the_empty_case_file() -> None:
    """JEK-11, C-16, C-18: and both hands are laid open."""
    table = file_run_out("poole | will", "hideout*3 |", discard="awakes", file=2).do("discard poole")
    assert table.position["ended"] == {"by": "discard", "seat": 0}
    assert "Seat 1 is left with Dr. Jekyll's will." in told(table, 0)
