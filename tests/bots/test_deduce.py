"""What is inferred of other hands from what their owners did for all to see."""

import pytest

from casefile.bots.base import Situation
from casefile.bots.deduce import AFTER_TAKING, Suspicions, likely_world
from casefile.core.rng import Rng
from tests.scene import Scene, scene

TAKES = ("discard gull", "draw discard", "discard letters", "draw file")


def suspect(table: Scene) -> tuple[Situation, Suspicions]:
    """What seat 0 gets at this table, and what it suspects."""
    view = table.rules.view(table.state, 0)
    situation = Situation(view, table.rules.legal(table.state, 0), table.rules.target, "test", table.seen(0))
    return situation, Suspicions(table.rules, situation)


def weight(hand: str, *story: str) -> float:
    """How well it explains what seat 0 saw, if seat 1 began with this hand; only clues of Gull make a difference."""
    rest = "victim:stride suspicion:jill letters"
    table = scene("ripper", ["gull*2 eddy druitt", f"{hand} {rest}"], turn=0, phase="play", top="druitt jill eddy*3")
    table.do(*story)
    return suspect(table)[1].weight(table.state)


@pytest.mark.parametrize(
    "story",
    [
        pytest.param(TAKES, id="the top of the discard pile"),
        pytest.param(
            ("discard gull", "draw discard", "play victim:stride", "discard letters", "draw file"),
            id="and then draws two unseen cards: the clue was not left lying",
        ),
    ],
)
def test_a_player_who_takes_a_clue_mostly_holds_one_more(story: tuple[str, ...]) -> None:
    """C-7: sometimes two, which would make a meld; the clue that was taken is certain anyway."""
    none = weight("alibi:druitt alibi:jill", *story)
    one = weight("gull alibi:druitt", *story)
    two = weight("gull*2", *story)
    assert one > two > none
    assert one / none == pytest.approx(AFTER_TAKING[1] / AFTER_TAKING[0])


@pytest.mark.parametrize(
    ("area", "more", "is_taken"),
    [
        pytest.param("victim:kelly", (), True, id="held"),
        pytest.param("victim:kelly gull*3", (), False, id="C-10 which could be laid off without another"),
        pytest.param(
            "victim:kelly", ("discard eddy", "draw file", "discard gull", "draw file"), False, id="given away"
        ),
    ],
)
def test_only_a_clue_that_waits_for_a_meld_tells_of_others(area: str, more: tuple[str, ...], is_taken: bool) -> None:  # noqa: FBT001
    """C-9: a player who took it and still holds it wants more of its colour."""
    hands = ["gull eddy druitt", "jill chapman letters"]
    table = scene("ripper", hands, [area, ""], turn=0, phase="play", top="druitt jill eddy*3").do(*TAKES, *more)
    assert any(suspect(table)[1].taken) == is_taken


def test_what_a_player_did_last_with_a_colour_counts() -> None:
    """C-14: a player who throws a clue away and takes one later collects its colour, the other way round does not."""
    later = ("draw file", "discard gull", "draw file", "discard gull", "draw discard", "discard letters", "draw file")
    takes_later = ("discard eddy", *later)
    assert weight("gull*2 alibi:druitt", *takes_later) > 2 * weight("gull alibi:druitt alibi:jill", *takes_later)
    throws_later = (*TAKES, "discard eddy", "draw file", "discard gull", "draw file")
    assert weight("gull alibi:druitt", *throws_later) < weight("alibi:jill alibi:druitt", *throws_later)


@pytest.mark.parametrize(
    ("hand", "is_given"), [("nitti burke white", True), ("torrio burke white", False)], ids=["given", "nobody has one"]
)
def test_a_gangster_who_was_asked_for_and_given_is_collected(hand: str, is_given: bool) -> None:  # noqa: FBT001
    """CAP-6: the player who asks has a reason, just like one who takes."""
    table = scene("capone", [hand, "guzik hunt ralph agent-meeting"], turn=0, phase="play", top="heitler*2 mcgurn*2")
    table.do("discard burke", "draw file", "play agent-meeting around nitti", "discard ralph", "draw file")
    taken = suspect(table)[1].taken
    assert taken[table.rules.kinds + table.rules.deck.kind_of["nitti"]] == is_given


def test_likely_worlds_hold_what_explains_a_taken_clue() -> None:
    """C-22: the taken one in all of them, and another one more often than chance deals it."""
    table = scene("ripper", ["gull eddy druitt", "gull jill*3 chapman letters*2"], turn=0, phase="play").do(*TAKES)
    situation, suspicions = suspect(table)
    gull = table.rules.kinds + table.rules.deck.kind_of["gull"]
    rng = Rng("likely")
    likely = [likely_world(table.rules, situation, suspicions, rng).hands[gull] for _ in range(200)]
    dealt = [table.rules.determinize(situation.view, rng).hands[gull] for _ in range(200)]
    assert min(likely) == 1
    assert likely.count(2) > 1.3 * dealt.count(2)
