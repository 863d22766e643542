"""Dr. Jekyll & Mr. Hyde as an expert plays it: situations in which the right move is clear, and why it is chosen."""

from typing import Any

import pytest

from tests.bots.experts import decide
from tests.scene import Scene, scene

LARGE = "poole will theory utterson carew awakes hideout"  # another hand that does not go out soon
SMALL = "poole will"


def situation(hand: str, area: str = "", other: str = LARGE, other_area: str = "", **more: Any) -> Scene:
    """Seat 0 is at turn; Jekyll is up unless it says otherwise."""
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
            id="JEK-12 a potion doubles the own area",
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
            id="JEK-8 transform the own group",
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
            "discard-dead",
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
