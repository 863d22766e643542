"""Jack the Ripper as an expert plays it: situations in which the right move is clear, and why it is chosen."""

from typing import Any

import pytest

from casefile.cases.ripper.bot.policy import RipperPolicy
from tests.bots.experts import decide
from tests.rules.ripper_scenes import FIVE_VICTIMS, FOUR_VICTIMS, ripper
from tests.scene import Scene

LARGE = "druitt eddy gull pedachenko chapman jill letters"  # another hand that does not go out soon
SMALL = "jill letters"


def situation(hand: str, area: str = "", other: str = LARGE, other_area: str = "", **more: Any) -> Scene:
    """Two players; seat 1 is to play."""
    return ripper([other, hand], [other_area, area], **more)


@pytest.mark.parametrize(
    ("table", "action", "reason"),
    [
        pytest.param(
            situation("gull*2 victim:kelly eddy", discard="gull", phase="draw"),
            "draw discard",
            "draw-set",
            id="C-9 the third of a colour",
        ),
        pytest.param(
            situation("gull joker eddy druitt", discard="gull", phase="draw"),
            "draw discard",
            "draw-joker",
            id="RIP-2 a pair with a joker is a meld",
        ),
        pytest.param(
            situation("gull eddy druitt", "victim:kelly jill*3", discard="jill", phase="draw"),
            "draw discard",
            "draw-lay",
            id="C-10 a melded colour can be laid off",
        ),
        pytest.param(
            situation("gull eddy druitt", discard="jill", phase="draw"),
            "draw file",
            "draw-not-single",
            id="C-7 a single clue is worth less than an unseen card",
        ),
        pytest.param(
            situation("gull eddy druitt", discard="victim:kelly", phase="draw"),
            "draw discard",
            "draw-victim",
            id="RIP-8 a victim brings two cards",
        ),
        pytest.param(
            situation("druitt*3 victim:kelly scene:bucks-row eddy jill*2"),
            "play victim:kelly",
            "victim-first",
            id="RIP-1 no meld without a victim",
        ),
        pytest.param(
            situation("druitt*3 eddy jill*2", "victim:kelly", other=SMALL),
            "meld druitt*3",
            "meld-now",
            id="C-9 meld before another goes out",
        ),
        pytest.param(
            situation("druitt*3 eddy", "victim:kelly gull*3", other_area="jill*3"),
            "meld druitt*3",
            "go-out",
            id="C-18 go out",
        ),
        pytest.param(
            situation("gull eddy", "victim:kelly gull*3"), "lay gull", "go-out", id="C-8 go out with the last but one"
        ),
        pytest.param(
            situation("suspicion:druitt eddy jill pedachenko", "victim:kelly druitt*3", other_area="gull*3"),
            "play suspicion:druitt",
            "suspicion-ripper",
            id="RIP-25 make your colour the Ripper",
        ),
        pytest.param(
            situation(
                "alibi:chapman druitt jill pedachenko", "victim:kelly gull*3", SMALL, "chapman*4 suspicion:chapman"
            ),
            "play alibi:chapman",
            "alibi-ripper",
            id="RIP-25 clear the Ripper of the other",
        ),
        pytest.param(
            situation("victim:kelly druitt*2 eddy*2 jill*2", FOUR_VICTIMS + " gull*3"),
            "discard",
            "hold-fifth",
            id="RIP-18 the fifth victim stays in the hand",
        ),
        pytest.param(
            situation("victim:kelly druitt*2 eddy*2 jill*2", FOUR_VICTIMS + " gull*3", discard="ripper-escapes eddy"),
            "play victim:kelly",
            "victim",
            id="RIP-18 no danger if the escape was discarded",
        ),
        pytest.param(
            situation("victim:kelly ripper-escapes druitt*2 eddy*2 jill*2", FOUR_VICTIMS + " gull*3"),
            "play victim:kelly",
            "victim-escape",
            id="RIP-18 the holder wants the fifth victim",
        ),
        pytest.param(
            situation("ripper-escapes druitt eddy", FIVE_VICTIMS + " gull*3"),
            "play ripper-escapes",
            "escape-now",
            id="RIP-29 escape",
        ),
        pytest.param(
            situation(
                "scene:bucks-row druitt eddy jill", FIVE_VICTIMS + " gull*3", SMALL, discard="eddy ripper-escapes jill"
            ),
            "play scene:bucks-row",
            "scene-find",
            id="RIP-14 a scene fetches the escape",
        ),
        pytest.param(
            situation(
                "druitt eddy jill",
                FIVE_VICTIMS + " scene:bucks-row gull*3",
                discard="eddy ripper-escapes jill",
                asked={"for": "search", "seats": [1]},
            ),
            "take ripper-escapes play",
            "escape-found",
            id="RIP-14 and it is played at once",
        ),
        pytest.param(
            situation("ripper-escapes druitt*2 eddy*2 jill*2 gull", "victim:kelly victim:stride victim:eddowes"),
            "discard gull",
            "discard-single",
            id="RIP-29 keep the escape while there is hope",
        ),
        pytest.param(
            situation("druitt*2 eddy*2 gull", "victim:kelly", discard="gull"),
            "discard gull",
            "discard-single",
            id="C-14 keep pairs",
        ),
        pytest.param(
            situation("druitt eddy", "victim:kelly gull*3", other_area="eddy*3", discard="druitt*2"),
            "lay eddy",
            "go-out",
            id="C-18 go out when ahead",
        ),
        pytest.param(
            situation("druitt*2 eddy*2 alibi:druitt", "victim:kelly", discard="gull"),
            "discard alibi:druitt",
            "discard-own-alibi",
            id="RIP-25 no alibi for your colour",
        ),
    ],
)
def test_the_move_of_an_expert(table: Scene, action: str, reason: str) -> None:
    """The action (or its verb), and the reason for it."""
    chosen, why = decide(table)
    assert (chosen if " " in action else chosen.split()[0], why) == (action, reason)


HAND = "druitt*2 eddy*2 jill*2"


@pytest.mark.parametrize(
    ("table", "action", "reason"),
    [
        pytest.param(
            situation(f"ripper-strikes {HAND}", FIVE_VICTIMS + " gull*3"),
            "discard ripper-strikes",
            "give",
            id="RIP-11 no strike when all victims are on the table",
        ),
        pytest.param(
            situation(f"ripper-strikes victim:kelly {HAND}", FOUR_VICTIMS + " gull*3"),
            "discard ripper-strikes",
            "hold-fifth",
            id="RIP-11 no strike when the last victim is in this hand",
        ),
        pytest.param(
            situation(f"commissioner-resigns {HAND}", FIVE_VICTIMS + " gull*3"),
            "discard commissioner-resigns",
            "give",
            id="RIP-12 no resignation when all victims are on the table",
        ),
        pytest.param(
            situation(f"commissioner-resigns*2 {HAND}", "victim:kelly gull*3").do(
                "play commissioner-resigns", "discard druitt", "draw discard", "discard druitt", "draw discard"
            ),
            "discard commissioner-resigns",
            "give",
            id="RIP-12 no resignation when no hand can hold a victim",
        ),
        pytest.param(
            situation("ripper-strikes eddy", FIVE_VICTIMS + " gull*3"),
            "play ripper-strikes",
            "go-out",
            id="C-18 a strike in vain goes out",
        ),
        pytest.param(
            situation("commissioner-resigns eddy", FIVE_VICTIMS + " gull*3"),
            "play commissioner-resigns",
            "go-out",
            id="C-18 a resignation in vain goes out",
        ),
        pytest.param(
            situation("ripper-strikes eddy", FOUR_VICTIMS + " gull*3"),
            "play ripper-strikes",
            "strikes",
            id="C-18 a strike will rather end the round than bring the fifth victim",
        ),
        pytest.param(
            situation("ripper-strikes eddy", FIVE_VICTIMS, other_area="gull*4 suspicion:gull jill*4 chapman*4"),
            "discard ripper-strikes",
            "give",
            id="C-18 no strike in vain that ends a round far behind",
        ),
    ],
)
def test_no_event_is_played_for_nothing(table: Scene, action: str, reason: str) -> None:
    """Only one event per turn (C-12), so one that brings no victim out is good for nothing but to go out."""
    assert decide(table) == (action, reason)


def test_a_discard_does_not_feed_the_next_player() -> None:
    """C-14: of two single clues rather the one of which the others can hold fewer."""
    chosen, _ = decide(situation("druitt*2 eddy*2 gull jill", "victim:kelly", discard="gull*3"))
    assert chosen == "discard gull"


@pytest.mark.parametrize(
    ("hand", "call", "tip"),
    [
        pytest.param(
            "druitt*2 suspicion:druitt alibi:jill eddy", True, "tip druitt", id="RIP-30 who knows better calls"
        ),
        pytest.param("gull pedachenko", False, "tip chapman", id="RIP-30 who knows nothing does not"),
    ],
)
def test_tips(hand: str, call: bool, tip: str) -> None:  # noqa: FBT001
    """RIP-30, RIP-31: the bot's own hand tells who will be the Ripper, or else the table."""
    areas = ["chapman*4", "victim:kelly druitt*3"]
    table = ripper(["eddy gull jill*2 pedachenko letters", hand], areas, phase="draw", discard="gull", options=["tips"])
    chosen, why = decide(table)
    assert (chosen == "call-tips") == call == (why == "call-tips")
    table.do("call-tips")
    view = table.rules.view(table.state, 1)
    policy = RipperPolicy(table.rules)
    actions = table.rules.legal(table.state, 1)
    weights = policy.weigh(view, actions)
    assert table.rules.actions[actions[weights.index(max(weights))]].text == tip


def test_the_holder_is_asked_and_escapes() -> None:
    """RIP-22: in another player's turn."""
    table = ripper(
        ["ripper-escapes druitt jill", "victim:kelly eddy gull letters"], ["", FOUR_VICTIMS + " chapman*3"]
    ).do("play victim:kelly")
    assert decide(table) == ("play ripper-escapes", "escape-now")
