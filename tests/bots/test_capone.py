"""What any expert of Al Capone would do, and say, in clear situations."""

from typing import Any

import pytest

from casefile.cases.capone.bot.policy import CaponePolicy
from casefile.cases.capone.bot.reading import SURE, CaponeReading, CaponeSense
from tests.scene import Scene, scene


def table(hands: str, areas: str = "", story: str = "", **more: Any) -> Scene:
    """A situation after some actions; hands and areas are parted by |. Seat 0 is to play and has drawn."""
    rows = hands.split("|")
    sides = areas.split("|") if areas else [""] * (2 if more.get("teams") else len(rows))
    set_up = scene("capone", rows, sides, **({"turn": 0, "phase": "play"} | more))
    return set_up.do(*[action.strip() for action in story.split(",") if action.strip()])


def choice(here: Scene) -> tuple[set[str], set[str]]:
    """The actions that look best, and the keys of their reasons."""
    seat = here.actors()[0]
    actions = here.rules.legal(here.state, seat)
    policy = CaponePolicy(here.rules)
    view = here.rules.view(here.state, seat)
    weights = policy.weigh(view, actions)
    best = [action for action, weight in zip(actions, weights, strict=True) if weight == max(weights)]
    return {here.rules.actions[one].text for one in best}, {policy.reason(view, one).key for one in best}


SINGLES = "ralph guzik mcgurn humphreys white"
# id: hands | areas | actions before, more of the position, the one right action, the key of its reason
SITUATIONS: dict[str, tuple[str, str, str, dict[str, Any], str, str]] = {
    "C-9 meld at once": ("nitti*3 ralph guzik|ralph", "", "", {}, "meld nitti*3", "meld-safe"),
    "C-9 meld so that an event works": (
        "nitti*3 ralph guzik agent-meeting|ralph",
        "",
        "",
        {},
        "meld nitti*3",
        "meld-event",
    ),
    "CAP-12 meld first, then raid": (
        "nitti*3 ralph guzik raid|ralph",
        "|nitti*3",
        "",
        {},
        "meld nitti*3",
        "meld-raid",
    ),
    "CAP-12 raid what others have": (
        "ralph guzik mcgurn raid ness|ralph",
        "nitti*3|nitti*2 torrio*3",
        "",
        {},
        "play raid nitti",
        "raid",
    ),
    "CAP-12 raid for the complete set": (
        "ralph guzik mcgurn raid|ralph",
        "nitti*3 torrio*3|nitti*3 torrio*2",
        "",
        {},
        "play raid nitti",
        "raid-set",
    ),
    "CAP-15 complete a set from the Underworld": (
        "ralph guzik|ralph",
        "nitti*5|",
        "",
        {"phase": "draw", "discard": "nitti"},
        "draw discard",
        "draw-set",
    ),
    "CAP-1 two unseen cards rather than a single that is alone": (
        "ralph guzik capone*2|ralph",
        "",
        "",
        {"phase": "draw", "discard": "heitler"},
        "draw file",
        "draw-two",
    ),
    "C-9 the third card of a dear gangster": (
        "ralph capone*2|ralph",
        "",
        "",
        {"phase": "draw", "discard": "capone"},
        "draw discard",
        "draw-third",
    ),
    "C-10 break a rival's set": (
        f"capone {SINGLES}|ralph",
        "|capone*7",
        "",
        {},
        "lay capone",
        "lay-block",
    ),
    "C-18 go out": ("nitti ralph|ralph guzik*2 white*2", "nitti*3|", "", {}, "lay nitti", "go-out"),
    "CAP-16 go out with all of Capone": (
        "nitti ralph|ralph guzik",
        "capone*8|nitti*3 torrio*4",
        "",
        {},
        "lay nitti",
        "shut-out",
    ),
    "C-20 do not go out if that loses the match": (
        "nitti ralph|ralph guzik",
        "nitti*3|torrio*4",
        "",
        {"scores": [150, 195]},
        "discard ralph",
        "hold-out",
    ),
    "C-14 a gangster of whom too few are left": (
        "ralph guzik*2 burke|white",
        "",
        "",
        {"discard": "burke*4 search-warrant"},
        "discard burke",
        "discard-dead",
    ),
    "C-14 a single rather than a pair": (
        "ralph*2 guzik*2 heitler|white",
        "",
        "",
        {},
        "discard heitler",
        "discard-single",
    ),
    "CAP-12 a raid that can bring much is kept": (
        "nitti*3 heitler raid ralph*2|white",
        "|nitti*3",
        "meld nitti*3",
        {"event_played": True},
        "discard heitler",
        "discard-single",
    ),
    "CAP-8 the raid out of the Underworld": (
        f"{SINGLES} search-warrant|ralph",
        "nitti*3|nitti*3",
        "play search-warrant one",
        {"discard": "hunt burke raid heitler"},
        "take raid",
        "take-event",
    ),
    "CAP-9 all that matches a meld": (
        "ralph guzik search-warrant|white",
        "nitti*3|",
        "",
        {"discard": "hunt nitti*3"},
        "play search-warrant set",
        "search-set",
    ),
    "CAP-11 seven cards for several melds": (
        "ralph guzik ness|white",
        "nitti*3 torrio*3 capone*4 humphreys*3 white*3 mcgurn*3|",
        "",
        {},
        "play ness reveal",
        "reveal",
    ),
    "CAP-10 two cards as long as there is no meld": (
        "ralph guzik ness|white",
        "",
        "",
        {},
        "play ness draw",
        "ness-early",
    ),
    "CAP-6 ask for the third": (
        "capone*2 heitler agent-meeting|ralph*4 guzik*4",
        "",
        "",
        {},
        "play agent-meeting around capone",
        "ask-third",
    ),
    "CAP-7 ask who was seen to take it": (
        "ralph guzik agent-meeting|white*2 nitti|torrio*2",
        "nitti*3||",
        "discard guzik, draw file, discard nitti, draw discard, discard torrio, draw file",
        {"top": "hunt*4"},
        "play agent-meeting ask nitti 2",
        "ask-known",
    ),
    "C-5 lay off on the partner's meld": (
        f"nitti {SINGLES}|white|torrio|hunt",
        "nitti*3|",
        "",
        {"teams": True},
        "lay nitti",
        "lay-own",
    ),
    "C-5 meld for the partner, too": (
        f"nitti*3 {SINGLES}|white|torrio|hunt",
        "",
        "",
        {"teams": True},
        "meld nitti*3",
        "meld-partner",
    ),
    "CAP-11 take all that was turned over": (
        "ralph guzik ness|white",
        "nitti*3 torrio*3|",
        "play ness reveal",
        {"top": "nitti torrio hunt burke heitler ralph white"},
        "take nitti torrio",
        "take-points",
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_right_action_is_clear(name: str) -> None:
    """And so is why."""
    hands, areas, story, more, action, key = SITUATIONS[name]
    assert choice(table(hands, areas, story, **more)) == ({action}, {key})


def test_a_clue_is_held_back_from_a_certain_raid() -> None:
    """CAP-12: who took a raid for all to see, and has a meld, would take what is laid off now."""
    story = "discard raid, draw discard, discard white, draw file"
    here = table("ralph guzik nitti raid|white*3 torrio", "|nitti*3", story, top="hunt burke heitler")
    actions, keys = choice(here)
    assert keys == {"hold-raid"}
    assert "lay nitti" not in actions
    here.state.case_file = []  # C-16: the last turn; now or never
    assert choice(here)[0] == {"lay nitti"}


@pytest.mark.parametrize(
    ("areas", "is_laid"),
    [
        pytest.param("||nitti*3", True, id="CAP-12 who took the raid has no meld"),
        pytest.param("|nitti*3|", False, id="CAP-12 who took the raid has the meld"),
    ],
)
def test_only_a_player_with_a_meld_is_feared_as_a_raider(areas: str, is_laid: bool) -> None:  # noqa: FBT001
    """Of two rivals one took a raid for all to see; it threatens the melded gangster only from the one with a meld."""
    story = "discard raid, draw discard, discard white, draw file, discard hunt, draw file"
    hands = "ralph guzik nitti raid|white*3 torrio|hunt*2 mcgurn"
    here = table(hands, areas, story, top="burke heitler capone burke")
    assert (choice(here)[0] == {"lay nitti"}) == is_laid


def test_raids_are_feared_by_the_cards_of_those_who_could_raid() -> None:
    """CAP-12: unseen raids lie as likely in any hand, but in one without a meld of the gangster they do no harm."""
    few, many = "white*2", "white*3 torrio*3 hunt*3"
    threats = {}
    for name, hands in (("few", f"nitti ralph*3|{few}|{many}"), ("many", f"nitti ralph*3|{many}|{few}")):
        here = table(hands, "|nitti*3|")
        reading = CaponeReading(CaponeSense(here.rules), here.rules.view(here.state, 0))
        threats[name] = reading.raid_threat(here.rules.deck.kind_of["nitti"])
    assert 0 < 4 * threats["few"] < threats["many"] < SURE


def test_a_meld_is_held_back_from_a_certain_raid_unless_the_own_raid_comes_first() -> None:
    """CAP-12: three more clues are a gift to who raids; but who melds can raid at once."""
    story = "discard raid, draw discard, discard white, draw file"
    held = table("ralph guzik nitti*3 raid|white*3 torrio", "|nitti*3", story, top="hunt burke heitler")
    assert "meld nitti*3" not in choice(held)[0]
    ours = table("ralph guzik nitti*3 raid*2|white*3 torrio", "|nitti*3", story, top="hunt burke heitler")
    assert choice(ours)[0] == {"meld nitti*3"}
    assert choice(ours.do("meld nitti*3"))[0] == {"play raid nitti"}


def asks(here: Scene) -> dict[str, int]:
    """How good it looks to ask each seat for every nitti."""
    actions = [one for one in here.rules.legal(here.state, 0) if " ask nitti" in here.rules.actions[one].text]
    weights = CaponePolicy(here.rules).weigh(here.rules.view(here.state, 0), actions)
    return {here.rules.actions[one].text[-1]: weight for one, weight in zip(actions, weights, strict=True)}


def test_a_team_asks_a_foe_rather_than_the_partner() -> None:
    """CAP-7: what a foe gives is lost to the foes; what the partner holds the partner can lay off."""
    seats = asks(table("ralph guzik agent-meeting|white*3|hunt*3|burke*3", "nitti*3|", teams=True))
    assert seats["1"] == seats["3"] > seats["2"]


def test_who_gave_all_is_not_asked_again() -> None:
    """CAP-7, CAP-13: of that hand only the new cards can be of the gangster."""
    hands = "ralph guzik mcgurn agent-meeting*2|nitti white*6 torrio*3|torrio*2 humphreys*6 burke*3"
    story = "play agent-meeting ask nitti 1, lay nitti, discard guzik, draw file, discard white"
    here = table(hands, "nitti*3||", story + ", draw file, discard burke, draw file", top="hunt*3 heitler*4")
    assert asks(here)["2"] > 2 * asks(here)["1"]


def test_a_gangster_whom_the_partner_collects_is_kept() -> None:
    """C-5, C-10: once the partner melds, every copy can be laid off."""
    story = "discard guzik, draw file, discard white, draw discard, discard mcgurn, draw file, discard burke, draw file"
    hands = "white torrio guzik*3 capone*2|white ralph*2|mcgurn*2|burke*3"
    here = table(hands, "|", story, teams=True, top="ralph*2 humphreys*2 capone ralph")
    assert choice(here)[0] == {"meld capone*3"}
    here.do("meld capone*3")
    assert choice(here)[0] == {"discard torrio"}
