"""Murders in the Rue Morgue as an expert plays it: situations in which the right move is clear, and the reason."""

from typing import Any

import pytest

from casefile.bots.policy import Policy
from casefile.cases.rue_morgue.bot.policy import RueMorguePolicy
from casefile.cases.rue_morgue.cards import DISCARD
from casefile.core.state import OVER
from casefile.registry import policy_for, rules_for
from tests.bots.experts import decide
from tests.laws.walks import games
from tests.rules.test_rue_morgue import rue
from tests.scene import Scene

LARGE = "poe*2 le-bon*2 back-windows lightning-rod advertisement"  # a hand that does not go out soon
SMALL = "poe le-bon"


def situation(hand: str, area: str = "", other_area: str = "", other: str = LARGE, **more: Any) -> Scene:
    """Two players; seat 1 is to play."""
    return rue([other, hand], [other_area, area], **more)


@pytest.mark.parametrize(
    ("table", "action", "reason"),
    [
        pytest.param(
            situation("st-roch*2 sailor madame three-am", discard="st-roch", phase="draw"),
            "draw discard",
            "draw-set",
            id="C-9 the third of a set",
        ),
        pytest.param(
            situation("st-roch*2 sailor madame", "three-am*3", discard="st-roch", phase="draw"),
            "draw discard",
            "draw-pair-set",
            id="RUE-23 the third of a set whose partner is melded",
        ),
        pytest.param(
            situation("st-roch*2 sailor", "three-am*3", discard="three-am", phase="draw"),
            "draw file",
            "draw-not-lay",
            id="C-8 a pair needs a card beside it",
        ),
        pytest.param(
            situation("st-roch*2 three-am poe", "three-am*3"),
            "discard poe",
            "discard-hold",
            id="C-10 a clue is not laid off if a pair would have too few cards beside it",
        ),
        pytest.param(
            situation("st-roch three-am poe sailor", "three-am*3"),
            "lay three-am",
            "lay-off",
            id="C-10 without a pair it is laid off",
        ),
        pytest.param(
            situation("st-roch*2", discard="st-roch", phase="draw"),
            "draw file",
            "draw-cramped",
            id="C-8 three cards are no meld if none is left to discard",
        ),
        pytest.param(
            situation("st-roch sailor madame", "three-am*3", discard="three-am", phase="draw"),
            "draw discard",
            "draw-lay",
            id="C-10 a melded colour can be laid off",
        ),
        pytest.param(
            situation("st-roch*2 sailor*2 madame", discard="three-am", phase="draw"),
            "draw file",
            "draw-not-single",
            id="C-7 a single clue is worth less than an unseen card",
        ),
        pytest.param(
            situation("st-roch*2 sailor*2 madame", discard="dupins-help", phase="draw"),
            "draw discard",
            "draw-event",
            id="RUE-12 Dupin's help brings two cards",
        ),
        pytest.param(
            situation(
                "st-roch*2 sailor*2 madame",
                "back-windows*3",
                "lightning-rod*3",
                SMALL,
                discard="deduction:windows",
                phase="draw",
            ),
            "draw discard",
            "draw-points",
            id="RUE-10 a deduction whose melds lie in any areas",
        ),
        pytest.param(
            situation("st-roch*3 sailor*2 madame*2", "three-am*3"),
            "meld st-roch*3",
            "meld-pair",
            id="RUE-23 meld the partner set",
        ),
        pytest.param(
            situation("st-roch*3 sailor*2 madame*2", "", "three-am*3"),
            "meld st-roch*3",
            "meld-block",
            id="RUE-23 keep the pair from another",
        ),
        pytest.param(
            situation("st-roch*3 sailor*2 madame*2", other=SMALL),
            "meld st-roch*3",
            "meld-now",
            id="RUE-24 meld before another goes out",
        ),
        pytest.param(
            situation("st-roch*4 sailor*2 madame*2", other=SMALL),
            "meld st-roch*4",
            "meld-now",
            id="C-9 meld all four",
        ),
        pytest.param(
            situation("st-roch*3 sailor", "madame*3", under="poe sailor st-roch"),
            "meld st-roch*3",
            "go-out-catch",
            id="RUE-20 go out and catch the Orang-Utan",
        ),
        pytest.param(
            situation("st-roch sailor", "st-roch*3", file=2), "lay st-roch", "go-out", id="C-8 go out with a lay-off"
        ),
        pytest.param(
            situation("deduction:windows sailor", "back-windows*3 lightning-rod*3", file=2),
            "play deduction:windows",
            "go-out",
            id="RUE-10 go out with a deduction",
        ),
        pytest.param(
            situation("st-roch sailor*2 madame*2 back-windows", "st-roch*3", other=SMALL),
            "lay st-roch",
            "lay-now",
            id="C-10 lay off before another goes out",
        ),
        pytest.param(
            situation("deduction:windows sailor*2 madame*2", "back-windows*3", "lightning-rod*3"),
            "play deduction:windows",
            "deduction",
            id="RUE-10 a deduction counts at once",
        ),
        pytest.param(
            situation("prefect sailor*2 madame*2", "", "le-bon*3", "poe*2 madame"),
            "play prefect",
            "prefect",
            id="RUE-11 the prefect counts at once",
        ),
        pytest.param(
            situation("dupins-help sailor*2 madame*2 back-windows", discard="poe"),
            "play dupins-help draw",
            "help-draw",
            id="RUE-12 two cards for one",
        ),
        pytest.param(
            situation(
                "dupins-help sailor*2 madame back-windows three-am", "advertisement*3", discard="poe sailor st-roch"
            ),
            "play dupins-help search",
            "help-search",
            id="RUE-12 the card that makes a pair of sets lies in the discard pile",
        ),
        pytest.param(
            situation("dupin sailor*2 madame*2 back-windows", under="poe sailor"),
            "play dupin",
            "dupin-searches",
            id="RUE-14 Dupin looks under the Orang-Utan",
        ),
        pytest.param(
            situation("dupin sailor*2 madame*2 back-windows", file=2),
            "play dupin",
            "dupin-draws",
            id="RUE-14 Dupin draws",
        ),
        pytest.param(
            situation(
                "sailor*2 madame three-am",
                "dupin",
                under="poe sailor three-am",
                asked={"for": "search", "seats": [1], "then": "under"},
                event_played=True,
            ),
            "take sailor",
            "take-set",
            id="RUE-14 take the third of a set",
        ),
        pytest.param(
            situation("st-roch*2 sailor*2 three-am*2 madame*2 le-bon", discard="poe"),
            "discard le-bon",
            "discard-single",
            id="C-14 keep pairs",
        ),
        pytest.param(
            situation("st-roch*2 sailor*2 madame*2 poe", discard="poe madame*3"),
            "discard madame",
            "discard-dead",
            id="C-9 a pair that can become no meld",
        ),
        pytest.param(
            situation("deduction:sailor st-roch*2 three-am*2 madame*2", discard="sailor*3 advertisement", other=SMALL),
            "discard deduction:sailor",
            "discard-deduction",
            id="RUE-24 a deduction without a set in sight",
        ),
        pytest.param(
            situation("sailor poe", "madame*3", file=2), "discard poe", "discard-cramped", id="RUE-24 the costlier card"
        ),
    ],
)
def test_the_move_of_an_expert(table: Scene, action: str, reason: str) -> None:
    """The action, and the reason for it."""
    assert decide(table) == (action, reason)


def test_a_discard_does_not_feed_the_next_player() -> None:
    """C-14, C-22: who took a clue from the discard pile gets no other of its set, if something else can be spared."""
    table = rue(["le-bon*2 madame three-am poe", "sailor*2 st-roch back-windows*2 lightning-rod*2"], discard="poe")
    table.do("discard sailor", "0: draw discard", "0: discard madame", "1: draw file")
    policy = RueMorguePolicy(table.rules)
    view = table.rules.view(table.state, 1)
    throws = [table.rules.deck.kind_of[name] + DISCARD for name in ("sailor", "st-roch")]
    sailor, st_roch = policy.weigh(view, throws)
    assert sailor < st_roch
    assert policy.reason(view, throws[1]).key == "discard-not-wanted"


@pytest.mark.parametrize(
    ("top", "discard", "fed", "reason"),
    [
        pytest.param("madame", "poe", "feed file", "feed-deny", id="RUE-7 keep a clue of a meld from the next player"),
        pytest.param("le-bon", "poe", "feed discard", "feed-leave", id="RUE-7 leave a useless card on top"),
    ],
)
def test_feeding(top: str, discard: str, fed: str, reason: str) -> None:
    """RUE-7: what the next player would draw decides."""
    table = situation(
        "st-roch*3 sailor*2 three-am*2 poe",
        "",
        "madame*3",
        "sailor three-am poe",
        discard=f"{discard} le-bon*3",
        top=top,
    )
    assert decide(table.do("meld st-roch*3")) == (fed, reason)


def test_giving_keeps_sets_together() -> None:
    """RUE-6: a single clue goes under the Orang-Utan, never one of a set, a help or Dupin."""
    for game in range(games(30)):
        rules = rules_for("rue-morgue", 2)
        table = Scene(rules, rules.deal(0, [0, 0], f"give/{game}", log=True))
        for seat in (0, 1):
            card = decide(table, seat)[0].removeprefix("give ")
            assert not card.startswith("dupin")
            assert table.hand(seat).count(card) <= 2


def test_partners_pass_on_what_they_know_to_fit() -> None:
    """RUE-13: the partner got a clue at the first consultation, and gets its fellow at the next."""
    table = rue(
        [
            "dupins-help*2 sailor*2 poe*2 le-bon madame",
            "three-am*2 back-windows*2",
            "st-roch three-am advertisement",
            "st-roch*2 lightning-rod*2",
        ],
        turn=0,
        top="back-windows lightning-rod advertisement mademoiselle madame three-am",
    )
    table.do("play dupins-help consult", "0: pass sailor", "2: pass st-roch", "discard st-roch")
    for seat in (1, 2, 3):
        table.do(f"{seat}: draw file", f"{seat}: discard {table.hand(seat)[0]}")
    table.do("0: draw file", "play dupins-help consult")
    assert decide(table, 0) == ("pass sailor", "pass-fits")


@pytest.mark.parametrize(
    ("options", "action"),
    [
        pytest.param([], "discard sailor", id="C-20 not if the end of the round loses the match"),
        pytest.param(["shut-out"], "lay st-roch", id="RUE-26 but if the others get nothing"),
    ],
)
def test_going_out(options: list[str], action: str) -> None:
    """The other side would reach the target, unless the trio shuts it out."""
    table = situation(
        "st-roch sailor",
        "three-am*3 st-roch*3 deduction:three-am",
        "madame*3 mademoiselle*3",
        "poe le-bon",
        options=options,
        scores=[90, 10],
    )
    assert decide(table)[0] == action


@pytest.mark.parametrize(
    ("areas", "action"),
    [
        pytest.param(["dupin", ""], "play dupins-help consult", id="RUE-13 the partner's card is worth 2 points"),
        pytest.param(["dupins-help*2", ""], "play dupin", id="RUE-25 Dupin is paid for the help of others"),
    ],
)
def test_dupin_scores(areas: list[str], action: str) -> None:
    """RUE-25: the points for Dupin keep nobody from his help, as its card comes sooner."""
    hand = "dupin sailor*2 madame*2 poe*2" if action == "play dupin" else "dupins-help sailor*2 madame*2 poe*2"
    others = ["three-am*2 back-windows*2 le-bon", "st-roch*2 three-am", "lightning-rod*2 le-bon"]
    table = rue([others[0], hand, *others[1:]], areas, options=["dupin-scores"], discard="advertisement")
    assert decide(table)[0] == action


def test_other_figures_count() -> None:
    """Points come from the deck: a costly clue that does not fit is thrown away first."""
    hands = [LARGE, "sailor poe"]
    for deck, thrown in ((None, "poe"), ({"sailor": {"points": 9}}, "sailor")):
        rules = rules_for("rue-morgue", 2, deck=deck)
        policy = RueMorguePolicy(rules)
        state = rue(hands, ["", "madame*3"], file=2).state
        view = rules.view(state, 1)
        actions = rules.legal(state, 1)
        weights = policy.weigh(view, actions)
        assert rules.actions[actions[weights.index(max(weights))]].text == f"discard {thrown}"


def test_the_expert_beats_common_sense() -> None:
    """Over the same deals from both seats; far from luck's reach."""
    rules = rules_for("rue-morgue", 2)
    expert, common = policy_for(rules), Policy(rules)
    assert isinstance(expert, RueMorguePolicy)
    ahead = 0
    for game in range(60):
        for side in (0, 1):
            state = rules.deal(game % 2, [0, 0], f"better/{game}", log=False)
            while state.phase != OVER:
                seat = state.actor()
                policy = expert if seat == side else common
                rules.apply(state, seat, policy.pick(rules.view(state, seat), rules.legal(state, seat), game))
            totals = rules.score(state).totals()
            ahead += totals[side] - totals[1 - side]
    assert ahead > 0
