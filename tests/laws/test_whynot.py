"""A player who asks why a card cannot be put down hears a reason, in every language, but no word of the notation."""

import re
from collections import Counter
from typing import Any

import pytest

from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.text.language import Speaker
from casefile.text.languages import LANGUAGES
from casefile.text.whynot import actions_with, left_to_do, why_not
from tests.laws.walks import ALL, NAMES, rules_of, walk
from tests.scene import scene

pytestmark = pytest.mark.once
LONGEST = 140
SIGNS = re.compile(r"[@*~{}]|\w:\w|\b[A-Z]{4,}\b")


def selections(rules: Rules, state: State, seat: int) -> list[list[int]]:
    """What a player may have chosen: each card, two, three and all of a kind, and two that differ."""
    counts = Counter(state.hand_list(seat))
    alike = [[kind] * number for kind, count in counts.items() for number in {1, 2, 3, count} if number <= count]
    return [*alike, list(counts)[:2]]


def is_possible(rules: Rules, state: State, seat: int, kinds: list[int]) -> bool:
    """Does the list of legal actions have one that puts down just these cards?"""
    legal = set(rules.legal(state, seat)) if state.actors() >> seat & 1 else set()
    return not legal.isdisjoint(actions_with(rules).get(tuple(sorted(kinds)), []))


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_every_card_that_cannot_be_put_down_has_a_reason_in_plain_words(variant: tuple[Any, ...]) -> None:
    rules = rules_of(variant)
    speakers = [Speaker(rules, language=language) for language in LANGUAGES]
    said: list[set[str]] = [set() for _ in speakers]
    for seed in range(2):
        for state, _seat, _actions, _choice in walk(rules, f"why/{seed}", LONGEST):
            for seat in range(rules.seats):
                for kinds in selections(rules, state, seat):
                    for told, speaker in zip(said, speakers, strict=True):
                        reason = why_not(rules, state, seat, kinds, speaker)
                        assert (reason is None) == is_possible(rules, state, seat, kinds), (kinds, reason)
                        told.add(reason[0] if reason else "")
    for told, speaker in zip(said, speakers, strict=True):
        for text in told:
            assert_is_plain(rules, speaker, text)


def test_a_turn_with_nothing_but_a_discard_left_says_so() -> None:
    """C-12: an event that has to wait is the reason; without one there is none."""
    for hand, played, left in (
        ("raid burke", True, "second-event"),
        ("burke hunt", True, "discard"),
        ("raid burke", False, "discard"),  # it lacks a meld
    ):
        table = scene("capone", [hand, "nitti"], turn=0, phase="play", event_played=played)
        legal = table.rules.legal(table.state, 0)
        assert left_to_do(table.rules, table.state, 0, legal) == left


def assert_is_plain(rules: Rules, speaker: Speaker, text: str) -> None:
    """No sign of the notation, and no name that only the notation has, but as part of what a card is called."""
    for name in sorted(speaker.words["cards"].values(), key=len, reverse=True):
        text = text.replace(name, "")
    assert not SIGNS.search(text), text
    words = set(re.findall(r"[\w-]+", text))
    assert not {name for name in rules.face_names if "-" in name} & words, text


REASONS = [
    ("capone", "ness nitti | ralph", "", {"event_played": True}, "ness", "an event has already been played"),
    ("capone", "agent-meeting nitti | ralph", "", {"event_played": True}, "agent-meeting", "an event has already"),
    ("capone", "raid nitti | ralph", "", {}, "raid", "a raid needs a meld in your area"),
    ("capone", "raid nitti | ralph", "nitti*3 |", {}, "raid", "no opponent has Frank Nitti on the table"),
    ("capone", "nitti*2 ralph | ralph", "", {}, "nitti", "a meld needs three of Frank Nitti"),
    ("capone", "nitti*2 ralph | ralph", "", {}, "nitti nitti", "a meld needs three of Frank Nitti"),
    ("capone", "nitti*2 ralph | ralph", "nitti*3 |", {}, "nitti nitti", "laid off one at a time"),
    ("capone", "nitti ralph | ralph", "", {}, "nitti ralph", "these cards do not go together"),
    ("capone", "nitti ralph | ralph", "", {"phase": "draw"}, "nitti ralph", "draw a card first"),
    ("capone", "nitti*3 | ralph", "", {}, "nitti nitti nitti", "the last card of the hand"),
    ("capone", "nitti*4 | ralph", "", {}, "nitti nitti nitti nitti", "the last card of the hand"),
    ("capone", "agent-meeting | ralph", "nitti*6 |", {}, "agent-meeting", "the last card of the hand"),
    ("jekyll-hyde", "carew*3 poole | will", "", {"identity": "jekyll"}, "carew", "the letter H only"),
    ("jekyll-hyde", "carew*3 poole | will", "", {"identity": "jekyll"}, "carew carew carew", "the letter H only"),
    ("jekyll-hyde", "transformation poole | will", "", {}, "transformation", "no clues lie in any area yet"),
    ("ripper", "joker gull | jill", "druitt*3 victim:kelly |", {}, "gull", "a meld needs three of"),
    ("ripper", "joker gull | jill", "victim:kelly |", {}, "joker", "no area has one that fits"),
    ("ripper", "joker gull jill | jill", "victim:kelly |", {}, "gull joker", "three or more clues"),
    ("ripper", "joker gull | jill", "", {}, "joker", "no melds before a victim"),
    ("ripper", "alibi:eddy-gull jill | jill", "victim:kelly |", {}, "alibi:eddy-gull", "one of its suspects"),
    ("rue-morgue", "dupins-help poe | le-bon", "", {"event_played": True}, "dupins-help", "an event has already"),
]


@pytest.mark.parametrize(("case", "hands", "areas", "more", "chosen", "reason"), REASONS)
def test_what_people_asked_and_got_commands_for_an_answer(
    case: str, hands: str, areas: str, more: dict[str, Any], chosen: str, reason: str
) -> None:
    table = scene(case, hands.split("|"), areas.split("|") if areas else None, **({"turn": 0, "phase": "play"} | more))
    kinds = [table.rules.deck.kind_of[name] for name in chosen.split()]
    told = why_not(table.rules, table.state, 0, kinds, Speaker(table.rules))
    assert told is not None
    assert reason in told[0]


def test_an_open_question_is_named_in_plain_words() -> None:
    table = scene("jekyll-hyde", ["lab-work poole", "will"], discard="theory", turn=0, phase="play", identity="jekyll")
    table.do("play lab-work london")
    told = why_not(table.rules, table.state, 0, [table.rules.deck.kind_of["poole"]], Speaker(table.rules))
    assert told == ("something else has to be decided first: Choose one of the cards you are looking through", "JEK-4")


def test_fewer_clues_may_be_melded_than_the_hand_holds() -> None:
    table = scene("capone", ["nitti*4", "ralph"], turn=0, phase="play")
    nitti = table.rules.deck.kind_of["nitti"]
    assert why_not(table.rules, table.state, 0, [nitti] * 3, Speaker(table.rules)) is None
