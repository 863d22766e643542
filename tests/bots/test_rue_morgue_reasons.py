"""Murders in the Rue Morgue: what is said of an action is true, also of one that only thinking ahead prefers."""

import pytest

from casefile.bots.base import Reason
from casefile.registry import policy_for
from casefile.text.language import Speaker
from casefile.text.languages import LANGUAGES
from tests.bots.test_rue_morgue import LARGE, SMALL, situation
from tests.rules.test_rue_morgue import rue
from tests.scene import Scene


def reason_for(table: Scene, text: str) -> Reason:
    """The reason for an action, whether or not it looks best."""
    rules = table.rules
    seat = table.state.actor()
    actions = rules.legal(table.state, seat)
    [action] = [action for action in actions if rules.actions[action].text == text]
    reason: Reason = policy_for(rules).reason(rules.view(table.state, seat), action)
    return reason


def told(table: Scene, text: str) -> tuple[str, list[str]]:
    """The key of the reason for an action, and the cards that it names."""
    reason = reason_for(table, text)
    return reason.key, [table.rules.face_names[face] for face in reason.faces]


@pytest.mark.parametrize(
    ("table", "action", "key", "cards"),
    [
        pytest.param(
            situation("le-bon*2 sailor madame", discard="le-bon", phase="draw"),
            "draw file",
            "other",
            [],
            id="C-9 a third is no second",
        ),
        pytest.param(
            situation("le-bon sailor madame", discard="le-bon", phase="draw"),
            "draw file",
            "draw-not-pair",
            ["le-bon"],
            id="C-9 a second makes no meld yet",
        ),
        pytest.param(
            situation("le-bon*2", discard="le-bon", phase="draw"),
            "draw discard",
            "draw-top",
            ["le-bon"],
            id="C-8 three cards are no meld if none is left to discard",
        ),
        pytest.param(
            situation("le-bon*3 sailor*2 st-roch"),
            "discard sailor",
            "hold-meld",
            ["sailor", "le-bon"],
            id="C-9 a meld is held back",
        ),
        pytest.param(
            situation("le-bon*3 sailor*3 st-roch"),
            "discard sailor",
            "hold-meld",
            ["sailor", "le-bon"],
            id="C-9 a clue of a meld is thrown away, and another meld held back",
        ),
        pytest.param(
            situation("le-bon*3 sailor*2 st-roch"), "discard le-bon", "other", [], id="C-9 three clues are no pair"
        ),
        pytest.param(
            situation("le-bon*3"), "discard le-bon", "discard-cramped", ["le-bon"], id="C-8 no meld is held back"
        ),
        pytest.param(
            situation("deduction:three-am sailor*2 madame*2", "three-am*3"),
            "discard deduction:three-am",
            "discard-melded",
            ["deduction:three-am"],
            id="RUE-21 a deduction costs nothing if one of its sets is melded",
        ),
        pytest.param(
            situation("st-roch*2 three-am poe", "three-am*3"),
            "discard st-roch",
            "discard-not-wanted",
            ["st-roch", "three-am"],
            id="C-10 nothing stays beside a pair that is broken up",
        ),
        pytest.param(
            situation("st-roch sailor le-bon*2 poe*2", other="madame"),
            "discard st-roch",
            "discard-single",
            ["st-roch"],
            id="C-14 a clue is not safer than one that is worth as much to the next player",
        ),
    ],
)
def test_the_reason_is_true(table: Scene, action: str, key: str, cards: list[str]) -> None:
    """The key, and the cards that the sentence names."""
    assert told(table, action) == (key, cards)


@pytest.mark.parametrize(
    ("hand", "top", "key", "cards"),
    [
        pytest.param("sailor*2 poe", "le-bon", "feed-leave", ["poe", "le-bon"], id="RUE-7 of little use"),
        pytest.param("sailor*2 poe", "dupins-help", "other", [], id="RUE-12 a strong event"),
        pytest.param("sailor*2 poe", "madame", "other", [], id="C-10 a clue that can be laid off"),
        pytest.param("dupins-help sailor", "madame", "feed-for-help", ["poe", "madame"], id="RUE-12 drawn by the help"),
        pytest.param("dupins-help", "madame", "other", [], id="C-8 the last card cannot be played"),
    ],
)
def test_what_is_left_on_the_case_file(hand: str, top: str, key: str, cards: list[str]) -> None:
    """RUE-7: the next player may draw it."""
    table = situation(f"st-roch*3 {hand}", "", "madame*3", discard="poe le-bon*2", top=top)
    assert told(table.do("meld st-roch*3"), "feed discard") == (key, cards)


def test_a_clue_that_the_next_player_took_is_not_safe() -> None:
    """C-22: who took one from the discard pile, for all to see, collects it."""
    table = rue(["le-bon*2 madame three-am poe", "sailor*2 st-roch back-windows*2"], discard="poe sailor*2")
    table.do("discard sailor", "0: draw discard", "0: discard madame", "1: draw file")
    assert told(table, "discard sailor")[0] == "discard-single"


def test_a_partner_cannot_hold_a_clue_that_is_nowhere_else() -> None:
    """RUE-13: nothing is said of others of a clue if all of them are in sight."""
    hands = ["poe sailor", "dupins-help le-bon madame*2", "sailor*2", "st-roch"]
    for discard, key in (("le-bon*4", "pass-spare"), ("le-bon*3", "pass-single")):
        table = rue(hands, discard=discard).do("play dupins-help consult")
        assert told(table, "pass le-bon")[0] == key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("table", "action", "promises"),
    [
        pytest.param(
            situation("st-roch*2 sailor*2 madame*2 poe", discard="poe madame*3"),
            "discard madame",
            ["any more", "mehr", "più", "only", "nur", "solo"],
            id="C-15 the discard pile comes back with the second case file",
        ),
        pytest.param(
            situation(
                "sailor*2 madame le-bon",
                "dupin",
                under="poe sailor madame",
                asked={"for": "search", "seats": [1], "then": "under"},
                event_played=True,
            ),
            "take madame",
            ["better", "Besseres", "meglio"],
            id="RUE-14 a third lies there too",
        ),
        pytest.param(
            situation("st-roch*3 poe*2 sailor*2", top="deduction:madame", discard="le-bon").do("meld st-roch*3"),
            "feed file",
            ["use", "brauchen", "usar"],
            id="RUE-10 without its melds a deduction is of no use",
        ),
        pytest.param(
            situation("dupins-help st-roch*3 sailor*2", top="dupins-help", discard="le-bon").do("meld st-roch*3"),
            "feed discard",
            ["Help can", "damit Dupins Hilfe", "l'Aiuto di Dupin pesca"],
            id="RUE-12 one help draws another",
        ),
        pytest.param(
            situation("sailor poe*2 le-bon", discard="sailor", phase="draw"),
            "draw file",
            ["second The", "no The"],
            id="a name that begins with an article",
        ),
        pytest.param(
            situation("st-roch*3 sailor*2 madame*2", other=SMALL),
            "meld st-roch*3",
            ["2 auf der Hand", "in mano ha solo 2"],
            id="a number without a noun",
        ),
    ],
)
def test_the_sentence_claims_no_more_than_is_known(
    table: Scene, action: str, promises: list[str], language: str
) -> None:
    """Words that would be false here, or no good grammar, in any language."""
    sentence = Speaker(table.rules, language=language).reason(reason_for(table, action))
    assert [promise for promise in promises if promise in sentence] == []


def test_the_fewest_cards_are_counted_among_opponents() -> None:
    """RUE-20: a partner may have fewer cards than the feeder, so the sentence speaks of opponents."""
    table = rue(
        [LARGE, "st-roch*3 sailor*2", "three-am*5", "back-windows"], ["madame*3", ""], top="madame", discard="prefect"
    )
    reason = reason_for(table.do("meld st-roch*3"), "feed file")
    assert reason.key == "feed-catch"
    assert Speaker(table.rules).reason(reason).endswith("no opponent has as few cards as you.")
