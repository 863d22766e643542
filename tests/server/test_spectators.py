"""A spectator knows what follows from public events alone: hidden cards dealt anew give the same frames."""

from typing import Any

import pytest

from casefile.core.events import Event
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.server.frames import shown_view
from casefile.text.seen import row_to_dict
from tests.laws.walks import ALL, NAMES, games, rules_of, walk

Variant = tuple[Any, ...]

every_variant = pytest.mark.parametrize("variant", ALL, ids=NAMES)


def dealt(rules: Rules, seed: str, one: int = 0, other: int = 0) -> State:
    """The observed round that `walk` plays, with two cards of the shuffled deck swapped for each other."""
    state = rules.empty()
    state.admit_observer()
    state.dealer = Rng(seed).below(rules.seats)
    state.turn = (state.dealer + 1) % rules.seats
    state.seed = seed
    state.log = []
    deck = rules.all_cards[:]
    state.shuffle(deck)
    deck[one], deck[other] = deck[other], deck[one]
    state.case_file = deck
    state.deal(rules.hand_size)
    rules.set_up(state)
    return state


def public_events(rules: Rules, state: State) -> list[Event]:
    """What everybody saw happen."""
    everybody = (1 << rules.seats) - 1
    log = rules.shown_to_spectators(state).log or []
    return [seen for event in log if (seen := event.seen_by_all(everybody)) is not None]


@every_variant
def test_hidden_cards_dealt_anew_change_nothing_for_a_spectator(variant: Variant) -> None:
    """As long as the same is done for all to see, spectators are shown the same, whatever anybody drew."""
    rules = rules_of(variant)
    compared = 0
    for number in range(games(20)):
        seed = f"observer/{number}"
        actions = [(seat, choice) for _, seat, _, choice in walk(rules, seed, 120)]
        plain = dealt(rules, seed)
        shown = [(all_shown(rules, plain), [event.key() for event in public_events(rules, plain)])]
        for seat, action in actions:
            rules.apply(plain, seat, action)
            shown.append((all_shown(rules, plain), [event.key() for event in public_events(rules, plain)]))
        rng = Rng(f"swaps/{number}")
        for _ in range(8):
            cards = len(rules.all_cards)
            compared += compare(rules, seed, actions, shown, rng.below(cards), rng.below(cards))
    assert compared


def all_shown(rules: Rules, state: State) -> tuple[Any, ...]:
    """The cards, the case board, and what the areas are worth, for somebody without a seat."""
    observer = rules.observe(state)
    board = [row_to_dict(rules, row) for row in rules.board(observer)]
    return shown_view(rules, rules.observe(state)), board, rules.worth(observer)


def compare(
    rules: Rules, seed: str, actions: list[tuple[int, int]], shown: list[tuple[Any, Any]], one: int, other: int
) -> int:
    """Play the same with two cards swapped, as long as nobody can see a difference; how many steps differed within."""
    swapped = dealt(rules, seed, one, other)
    compared = 0
    for step, (view, events) in enumerate(shown):
        if [event.key() for event in public_events(rules, swapped)] != events:
            break
        assert all_shown(rules, swapped) == view
        compared += rules.all_cards[one] != rules.all_cards[other]
        if step == len(actions) or swapped.phase == OVER:
            break
        seat, action = actions[step]
        if not swapped.actors() >> seat & 1 or action not in rules.legal(swapped, seat):
            break
        rules.apply(swapped, seat, action)
    return compared


@every_variant
def test_what_a_spectator_is_shown_is_true(variant: Variant) -> None:
    """Cards that are named lie in these hands, and a hand has none of what it is said to have none of."""
    rules = rules_of(variant)
    for number in range(games(20)):
        seed = f"true/{number}"
        state = dealt(rules, seed)
        for _, seat, _, choice in walk(rules, seed, 200):
            rules.apply(state, seat, choice)
            view = shown_view(rules, rules.observe(state))
            goes_on = rules.shown_to_spectators(state)
            for owner in range(rules.seats):
                held = [rules.deck.names[kind] for kind in goes_on.hand_list(owner)]
                assert len(view["hands"][owner]) == len(held)
                for name in view["hands"][owner]:
                    if name is not None:
                        held.remove(name)
                assert not set(view["none_of"][owner]) & set(held)


def test_a_spectator_is_shown_what_all_saw() -> None:
    """A card taken from the discard pile is named in the hand that took it (C-7)."""
    rules = rules_of(("ripper", 3, "pegasus", False, ()))
    state = dealt(rules, "taken")
    top = rules.deck.names[state.discard[-1]]
    seat = state.turn
    action = next(action for action in rules.legal(state, seat) if rules.actions[action].text == "draw discard")
    rules.apply(state, seat, action)
    assert top in shown_view(rules, rules.observe(state))["hands"][seat]
    assert shown_view(rules, rules.observe(state))["seat"] is None


def test_a_card_that_is_drawn_unseen_stays_unseen() -> None:
    """After the Commissioner all know who holds no victim (RIP-21); who draws one now changes nothing for others."""
    rules = rules_of(("ripper", 3, "pegasus", False, ()))
    stride = rules.deck.names.index("victim:stride")
    victims = sum(1 << kind for kind, name in enumerate(rules.deck.names) if name.startswith("victim:"))
    shown = []
    for on_top in (True, False):
        state = dealt(rules, "drawn")
        for seat in range(rules.seats):  # let it lie in the case file
            if state.in_hand(seat, stride):
                state.hands[seat * state.kinds + stride] -= 1
                state.hands[seat * state.kinds + state.case_file[0]] += 1
                state.case_file[0] = stride
        at = state.case_file.index(stride)
        to = len(state.case_file) - 1 if on_top else 0
        state.case_file[at], state.case_file[to] = state.case_file[to], state.case_file[at]
        state.others_exclude(0, victims)
        state.others_exclude(1, victims)
        state.draw_unseen(2, 1)
        assert bool(state.in_hand(2, stride)) == on_top
        shown.append(shown_view(rules, rules.observe(state)))
    assert shown[0] == shown[1]
    assert "victim:stride" in shown[0]["none_of"][0]
