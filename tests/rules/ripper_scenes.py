"""Situations of Jack the Ripper."""

from typing import Any

from tests.scene import Scene, scene

FOUR_VICTIMS = "victim:nichols victim:stride victim:eddowes victim:annie-chapman"
FIVE_VICTIMS = FOUR_VICTIMS + " victim:kelly"


def ripper(hands: list[str], areas: list[str] | None = None, **more: Any) -> Scene:
    """A situation in which the second seat is to play and has drawn."""
    return scene("ripper", hands, areas, **({"phase": "play"} | more))


def at_turn(hand: str, area: str = "victim:kelly", other_area: str = "", **more: Any) -> Scene:
    """Two players; seat 1 is to play with this hand."""
    return ripper(["jill*2 letters", hand], [other_area, area], **more)
