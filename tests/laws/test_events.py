"""Laws of what is told: events move what moved, name all places, and tell nobody more than it may know."""

from collections import Counter
from typing import Any

import pytest

from casefile.core.events import ASIDE, CASE_FILE, DISCARD_PILE, HIDDEN, OWN_PLACES, PLACES, Event, area_of, hand_of
from casefile.core.rules import Rules
from casefile.core.state import State
from tests.laws.walks import ALL, NAMES, games, rules_of, walk

Variant = tuple[Any, ...]
Zones = list[Counter[int]]  # place: how many cards of each kind, HIDDEN for those that nobody names

every_variant = pytest.mark.parametrize("variant", ALL, ids=NAMES)


def zones_of(rules: Rules, state: State) -> Zones:
    """What lies in each place."""
    zones: Zones = [Counter() for _ in rules.case.places]
    zones[CASE_FILE].update(state.case_file)
    zones[DISCARD_PILE].update(state.discard)
    zones[ASIDE].update(state.aside)
    for seat in range(rules.seats):
        zones[hand_of(seat)].update(state.hand_list(seat))
    for side in range(rules.sides):
        for face in range(rules.faces):
            zones[area_of(side)][rules.face_kind[face]] += state.in_area(side, face)
    for place in range(OWN_PLACES, len(rules.case.places)):
        zones[place].update(getattr(state, rules.case.places[place]))
    return zones


def carry_out(rules: Rules, zones: Zones, event: Event) -> None:
    """Move the cards of an event."""
    for came_from, went_to, faces in event.moves:
        for face in faces:
            kind = HIDDEN if face == HIDDEN else rules.face_kind[face]
            zones[came_from][kind] -= 1
            zones[went_to][kind] += 1


def named(zones: Zones, place: int) -> list[tuple[int, int]]:
    """The cards of a place, those that are not there left out."""
    return sorted((kind, count) for kind, count in zones[place].items() if count)


@every_variant
def test_the_moves_of_all_events_lead_to_the_zones_of_the_state(variant: Variant) -> None:
    """After every action; cards that nobody saw move count, but have no name."""
    rules = rules_of(variant)
    open_places = [ASIDE, *map(hand_of, range(rules.seats)), *map(area_of, range(rules.sides))]
    events = 0
    for seed in range(games(40)):
        told, zones = 0, [Counter[int]() for _ in rules.case.places]
        zones[CASE_FILE].update(rules.all_cards)
        final = None
        for state, _seat, _actions, _choice in walk(rules, f"moves/{seed}"):
            told, final = follow(rules, state, zones, told, open_places), state
        assert final is not None
        events += follow(rules, final, zones, told, open_places)
    assert events > 100


def follow(rules: Rules, state: State, zones: Zones, told: int, open_places: list[int]) -> int:
    """Carry out the events that are new, and compare; how many there are now."""
    assert state.log is not None
    for event in state.log[told:]:
        carry_out(rules, zones, event)
    real = zones_of(rules, state)
    assert [zone.total() for zone in zones] == [zone.total() for zone in real], state.log[-1].key()
    for place in open_places:
        assert named(zones, place) == named(real, place), (rules.case.places[place], state.log[-1].key())
    return len(state.log)


@every_variant
def test_events_hide_what_a_seat_may_not_see(variant: Variant) -> None:
    """A card that is hidden in the event is hidden in its moves, and only there; places and counts stay."""
    rules = rules_of(variant)
    assert rules.case.places[:OWN_PLACES] == PLACES
    hidden = 0
    state, *_ = list(walk(rules, "hidden"))[-1]
    for event in state.log or []:
        for reader in range(rules.seats):
            seen = event.seen_by(reader)
            assert (seen is not None) == bool(event.known_to >> reader & 1)
            if seen is None:
                continue
            assert [move[:2] for move in seen.moves] == [move[:2] for move in event.moves]
            assert [len(move.cards) for move in seen.moves] == [len(move.cards) for move in event.moves]
            if event.shown_to >> reader & 1:
                assert (seen.cards, seen.moves) == (event.cards, event.moves)
            else:
                hidden += 1
                assert {HIDDEN}.issuperset(seen.cards)
                assert all({HIDDEN}.issuperset(move.cards) for move in seen.moves)
    assert hidden


@every_variant
def test_an_action_is_secret_if_what_it_tells_is(variant: Variant) -> None:
    """What a case declares as secret is what only its seat hears of."""
    rules = rules_of(variant)
    for seed in range(games(20)):
        for state, seat, _actions, choice in walk(rules, f"secret/{seed}"):
            assert state.log is not None
            after = state.clone()
            rules.apply(after, seat, choice)
            news = (after.log or [])[len(state.log) :]
            is_private = bool(news) and news[0].known_to == 1 << seat
            assert is_private == (choice in rules.secret_actions)
