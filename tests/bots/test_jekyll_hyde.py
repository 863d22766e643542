"""Dr. Jekyll & Mr. Hyde as an expert plays it: situations in which the right move is clear, and why it is chosen."""

from typing import Any

import pytest

from casefile.bots.base import Reason
from casefile.registry import policy_for
from casefile.text.language import Speaker
from casefile.text.languages import LANGUAGES
from tests.bots.experts import decide
from tests.scene import Scene, scene

LARGE = "poole will theory utterson carew awakes hideout"  # another hand that does not go out soon
SMALL = "poole will"


def situation(hand: str, area: str = "", other: str = LARGE, other_area: str = "", **more: Any) -> Scene:
    """Seat 0 is to play; Jekyll is up unless it says otherwise."""
    return scene("jekyll-hyde", [hand, other], [area, other_area], **({"turn": 0, "phase": "play"} | more))


@pytest.mark.parametrize(
    ("table", "action", "reason"),
    [
        pytest.param(
            situation("poole*2 carew enfield", discard="poole", phase="draw"),
            "draw discard",
            "draw-set",
            id="C-9 the third of a colour",
        ),
        pytest.param(
            situation("poole carew enfield", discard="will", phase="draw"),
            "draw file",
            "draw-not-single",
            id="C-7 a single clue is worth less than an unseen card",
        ),
        pytest.param(
            situation("poole carew enfield", "will*3", discard="will", phase="draw"),
            "draw discard",
            "draw-lay",
            id="C-10 a melded colour can be laid off",
        ),
        pytest.param(
            situation("poole carew enfield", discard="potion", phase="draw"),
            "draw discard",
            "draw-potion",
            id="JEK-7 a potion brings two cards",
        ),
        pytest.param(
            situation("poole*3 carew enfield will", discard="will"),
            "meld poole*3",
            "meld-double",
            id="JEK-2 meld while the side is up",
        ),
        pytest.param(
            situation("poole*3 carew enfield will", other=SMALL, discard="will"),
            "meld poole*3",
            "meld-now",
            id="C-9 meld before the other goes out",
        ),
        pytest.param(
            situation("carew*3 potion enfield will", discard="will"),
            "play potion",
            "potion-frees",
            id="JEK-2 a potion lets a meld out",
        ),
        pytest.param(
            situation("poole carew potion will", "awakes*4", other_area="theory*3 hideout*3", discard="will"),
            "play potion",
            "potion-hyde",
            id="JEK-12 a potion doubles your area",
        ),
        pytest.param(
            situation("poole*2 carew potion will", "awakes*3 utterson*3", SMALL, "theory*4", discard="will"),
            "play potion",
            "potion-no-shut-out",
            id="JEK-14 a potion against a shut-out",
        ),
        pytest.param(
            situation("poole*2 lab-work carew enfield", discard="will poole awakes"),
            "play lab-work london",
            "lab-london",
            id="JEK-4 lab work fetches the third of a colour",
        ),
        pytest.param(
            situation(
                "poole*2 carew enfield",
                "lab-work",
                discard="will poole theory",
                asked={"for": "search", "seats": [0]},
                event_played=True,
            ),
            "take poole",
            "draw-set",
            id="JEK-4 and takes it",
        ),
        pytest.param(
            situation("theory carew", "theory*3", other_area="hideout*4 awakes*3"),
            "lay theory",
            "go-out-shut-out",
            id="JEK-14 shut the other out",
        ),
        pytest.param(
            situation("theory carew", "theory*3 awakes*3", other_area="hideout*3"),
            "lay theory",
            "go-out",
            id="JEK-11 go out",
        ),
        pytest.param(
            situation("transformation carew will", "awakes*4", SMALL, "theory*3 hideout*3", discard="will"),
            "play transformation 0 awakes",
            "transform-shut-out",
            id="JEK-8 transform your own group",
        ),
        pytest.param(
            situation("transformation carew will poole", "theory*3", SMALL, "utterson*4 hideout*3", discard="will"),
            "play transformation 1 utterson",
            "transform-other",
            id="JEK-8 transform the group of the other",
        ),
        pytest.param(
            situation("carew*3 poole*2 will", "theory*3", discard="will*3"),
            "discard will",
            "discard-scarce",
            id="C-14 keep pairs and melds that wait",
        ),
        pytest.param(
            situation("carew*3 poole*2 will", "theory*3"),
            "discard will",
            "hold-meld",
            id="JEK-2 a meld waits for its side",
        ),
    ],
)
def test_the_move_of_an_expert(table: Scene, action: str, reason: str) -> None:
    """The action, and the reason for it."""
    assert decide(table) == (action, reason)


def test_a_discard_does_not_feed_the_other_player() -> None:
    """C-14: of two single clues rather the one of which the other can hold fewer."""
    chosen, _ = decide(situation("poole*2 theory*2 will utterson", discard="will*2"))
    assert chosen == "discard will"


def explain(table: Scene, action: str) -> Reason:
    """Why a player may choose this action, whatever looks best."""
    rules = table.rules
    legal = {rules.actions[number].text: number for number in rules.legal(table.state, 0)}
    reason: Reason = policy_for(rules).reason(rules.view(table.state, 0), legal[action])
    return reason


def named(table: Scene, reason: Reason) -> list[str]:
    """The cards of a reason."""
    return [table.rules.face_names[face] for face in reason.faces]


@pytest.mark.parametrize("file", [1, 2])
def test_what_lies_in_london_is_not_lost(file: int) -> None:
    """C-15, JEK-4: it can come back, so the reason says where the clues are, not that no meld can come any more."""
    table = situation("poole*2 will carew", discard="will*3", file=file)
    reason = explain(table, "discard will")
    assert (reason.key, named(table, reason), reason.number) == ("discard-scarce", ["will"], 3)
    sentence = Speaker(table.rules).reason(reason)
    assert sentence == "Too few of Dr. Jekyll's will are left outside the discard pile for a meld (discarded: 3)."


def test_a_pair_is_not_compared_with_pairs_that_are_not_there() -> None:
    """C-14: the hand has no other pair, and the sentence does not speak of any."""
    table = situation("poole*2 hideout", "will*3", discard="will")
    reason = explain(table, "discard poole")
    assert (reason.key, reason.number) == ("discard-pair", 3)
    for language in LANGUAGES:
        sentence = Speaker(table.rules, language=language).reason(reason)
        assert not any(word in sentence for word in ("better pairs", "bessere Paare", "coppie migliori"))


@pytest.mark.parametrize("identity", ["jekyll", "hyde"])
def test_three_cards_are_no_meld_as_one_must_be_left(identity: str) -> None:
    """C-8: the third of a colour makes a meld only beside another card."""
    draw = {"discard": "poole", "phase": "draw", "identity": identity}
    assert explain(situation("poole*2 carew", "will*3", **draw), "draw discard").key.startswith("draw-set")
    assert explain(situation("poole*2", "will*3", **draw), "draw discard").key == "draw-top"


def test_three_cards_found_are_no_meld_as_one_must_be_left() -> None:
    """C-8, JEK-4: the same holds for what lab work finds."""
    search: dict[str, Any] = {"discard": "poole", "asked": {"for": "search", "seats": [0]}, "event_played": True}
    assert explain(situation("poole*2 carew", "lab-work", **search), "take poole").key == "draw-set"
    assert explain(situation("poole*2", "lab-work", **search), "take poole").key == "take"


@pytest.mark.parametrize(
    ("hand", "action", "meld"),
    [
        pytest.param("poole*3 will enfield", "discard enfield", "poole", id="a single clue goes"),
        pytest.param("carew*3 utterson*3 lanyon", "discard lanyon", "utterson", id="another meld waits for its side"),
        pytest.param("poole*3 will*2 transformation", "discard transformation", "poole", id="an event goes"),
    ],
)
def test_who_holds_a_meld_back_says_so(hand: str, action: str, meld: str) -> None:
    """C-9, JEK-2: the reason names the meld that could be played now."""
    table = situation(hand, discard="will")
    assert any(text.startswith(f"meld {meld}*3") for text in table.legal())
    reason = explain(table, action)
    assert (reason.key, named(table, reason)) == ("hold-back", [meld, action.split()[1]])


def test_nobody_holds_back_a_meld_by_throwing_it_away() -> None:
    """C-9: a meld that a discard breaks up is not waited for."""
    table = situation("poole*3 will enfield", discard="will")
    assert explain(table, "discard poole").key == "other"


@pytest.mark.parametrize(
    ("hand", "identity"),
    [
        pytest.param("poole*3 will", "hyde", id="JEK-2 the side that is up does not match"),
        pytest.param("poole*3", "jekyll", id="C-8 no card would be left"),
    ],
)
def test_no_meld_is_held_back_that_cannot_be_played(hand: str, identity: str) -> None:
    """Nothing is said of a meld that the rules forbid now."""
    table = situation(hand, "theory*3", identity=identity)
    assert table.legal("meld") == []
    assert explain(table, "discard poole").key == "give"


def test_a_side_that_costs_points_does_matter() -> None:
    """JEK-12: a potion that turns the doubled own area is drunk for its cards, which matter more."""
    table = situation("carew potion will", "poole*4", discard="will")
    reason = explain(table, "play potion")
    assert reason.key == "potion-cards"
    assert (
        Speaker(table.rules).reason(reason)
        == "Potion brings two cards, and they matter more now than which side is up."
    )


def nearly_empty(hand: str, left: int, discard: str) -> Scene:
    """So few cards are left in the case file, none of which a reason depends on."""
    table = situation(hand, discard=discard)
    del table.state.case_file[left:]
    return table


def test_an_empty_case_file_brings_nothing() -> None:
    """C-13, JEK-5: no reason promises cards that are not there."""
    assert explain(nearly_empty("carew potion will", 2, "will"), "play potion").key == "potion-cards"
    assert explain(nearly_empty("carew potion will", 1, "will"), "play potion").key == "event"
    assert explain(nearly_empty("carew lab-work will", 1, ""), "play lab-work file").key == "lab-file"
    assert explain(nearly_empty("carew lab-work will", 0, ""), "play lab-work file").key == "lab-nothing"


def test_a_transformation_that_costs_points_is_not_said_to_cost_nothing() -> None:
    """JEK-8, JEK-12: it takes the double points from the player's own group."""
    table = situation("transformation carew will", "theory*3", other_area="utterson*3 hideout*3", discard="will")
    assert explain(table, "play transformation 1 hideout").key == "event"
    assert explain(table, "play transformation 0 theory").key == "event"


def test_sentences_need_no_article_and_no_plural() -> None:
    """Names of cards may begin with an article, and numbers may be one."""
    table = situation("carew awakes potion will", "hideout*3", SMALL, discard="carew", phase="draw")
    rules = table.rules
    pair = explain(table, "draw file")
    assert Speaker(rules).reason(pair).startswith("The Carew murder would only make a pair")
    carew = pair.faces[0]
    german, italian = Speaker(rules, language="de"), Speaker(rules, language="it")
    late = Reason("lay-now", [carew], 1)
    assert german.reason(late).startswith("Dein Gegner hat kaum noch Karten auf der Hand (1);")
    assert italian.reason(late).startswith("Il tuo avversario è quasi senza carte (in mano: 1):")
    third = Reason("draw-set", [carew], 3)
    assert "Davon hast du dann 3 auf der Hand" in german.reason(third)
    assert "così in mano ne hai 3" in italian.reason(third)


def test_what_a_potion_gains_is_no_lead() -> None:
    """JEK-12: the number of the sentence is what the turn of the identity changes."""
    table = situation("poole carew potion will", "awakes*3", other_area="theory*4 hideout*3", discard="will")
    reason = explain(table, "play potion")
    assert (reason.key, reason.number) == ("potion-hyde", 6 + 8 - 6)
    assert Speaker(table.rules, language="de").reason(reason).endswith("Gewinn in Punkten: 8.")
    assert Speaker(table.rules, language="it").reason(reason).endswith("guadagno in punti: 8.")
