"""No seat knows too little (C-22): what it could have concluded from an action that it saw, it knows afterwards.

The other laws say that a mind is sound: the truth is among what a seat holds possible. A mind that forgets everything
would be sound, too.
"""

from collections import Counter
from typing import Any

import pytest

from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from tests.laws.walks import ALL, NAMES, games, rules_of, walk

CLAIMS = 40  # worlds dealt after an action
COMMON = 8  # so many of them must show something for it to be a claim
MOST = 1500  # worlds dealt before the action
SURE = 150  # of these, in which the seat saw the same; without so many nothing is said

Fact = tuple[object, object, int]  # so many cards of this kind in this place


def facts(rules: Rules, state: State) -> list[Fact]:
    """How many cards of each kind lie in each place that may be hidden, the ends of the case file by themselves."""
    found: list[Fact] = [(at // rules.kinds, at % rules.kinds, count) for at, count in enumerate(state.hands)]
    places: dict[str, list[Any]] = {
        "discard": state.discard,
        "top": state.case_file[-1:],
        "bottom": state.case_file[:1],
    }
    for name, cards in places.items():
        found += [(name, kind, cards.count(kind)) for kind in range(rules.kinds)]
    for name, more in rules.write_more(state).items():
        if isinstance(more, list):
            found += [(name, card, more.count(card)) for card in rules.face_names]
    return found


def seen(rules: Rules, state: State, viewer: int) -> tuple[object, ...]:
    """What a seat certainly sees of the last action: its own hand, what lies open, sizes, and the events."""
    view = rules.glance(state, viewer)
    events = [event.seen_by(viewer) for event in rules.shown(state, viewer).log or []]
    return (
        (view.hand, view.sizes, view.areas, view.top(), view.discard_size, view.file_size, view.file_number),
        (view.turn, view.phase, view.event_played, view.question, view.asked, view.aside, view.ended_by),
        [event.key() for event in events if event is not None],
    )


def after(rules: Rules, state: State, seat: int, action: int) -> State:
    """The state that follows, with nothing in its log but what the action led to."""
    clone = state.clone()
    clone.log = []
    rules.apply(clone, seat, action)
    return clone


def unfounded(rules: Rules, state: State, seat: int, choice: int, viewer: int, rng: Rng) -> set[Fact] | None:
    """What a seat holds possible after an action although it was so in no world that it held possible before.

    None if that cannot be told, as what was seen is too rare in worlds dealt at random.
    """
    real = after(rules, state, seat, choice)
    sight = seen(rules, real, viewer)
    verb = rules.actions[choice].verb
    alike = [action for action in rules.legal(state, seat) if rules.actions[action].verb == verb]
    is_open = all(seen(rules, after(rules, state, seat, other), viewer) != sight for other in alike if other != choice)
    later, earlier = rules.view(real, viewer), rules.view(state, viewer)
    counted = Counter(fact for _ in range(CLAIMS) for fact in facts(rules, rules.determinize(later, rng)))
    claims = {fact for fact, count in counted.items() if count >= COMMON}
    same = 0
    for tried in range(MOST):
        if not claims:
            break
        if tried == SURE and same * MOST < SURE * SURE:
            return None  # at this rate there will never be enough
        world = rules.determinize(earlier, rng)
        actions = rules.legal(world, seat)
        others = [action for action in actions if rules.actions[action].verb == verb]
        if is_open:
            others = [choice] if choice in actions else []
        if others:
            follower = after(rules, world, seat, others[rng.below(len(others))])
            if seen(rules, follower, viewer) == sight:
                same += 1
                claims.difference_update(facts(rules, follower))
    return claims if not claims or same >= SURE else None


@pytest.mark.parametrize("variant", ALL, ids=NAMES)
def test_no_seat_knows_too_little(variant: tuple[Any, ...]) -> None:
    """What is common in worlds dealt after an action occurs in those dealt before it in which the seat saw the same.

    So, step by step, a mind keeps what it knew, and learns what an action tells: that a card is, or is not, in a hand,
    in the discard pile, at an end of the case file, or where else the case hides cards.

    It notices: a card that is forgotten, or never learned, if that shows in a fifth of the worlds; a kind that a hand
    cannot hold, likewise. It does not notice: what only a combination of several places would show; what is forgotten
    so rarely that fewer worlds show it; and what follows from an action that is rare in random worlds, such as the
    meld of a whole set, or from the end of a round. It takes for complete what was known before the action: steps are
    tested one by one, not all together.
    """
    rules = rules_of(variant)
    told = 0
    for seed in range(games(10)):
        rng = Rng(f"complete/{seed}")
        for step, (state, seat, _actions, choice) in enumerate(walk(rules, f"complete/{seed}", 200)):
            viewer = rng.below(rules.seats)
            if step % 3 or rules.shown(state, viewer) is not state:
                continue  # in secret somebody else is asked: for this seat nothing happens
            if after(rules, state, seat, choice).phase == OVER:
                continue  # all hands are laid open
            wrong = unfounded(rules, state, seat, choice, viewer, rng)
            assert not wrong, f"{seed}/{step}: seat {viewer} after {rules.actions[choice].text}: {wrong}"
            told += wrong is not None
    assert told
