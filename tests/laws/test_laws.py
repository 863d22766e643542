"""Laws that hold in every game of every case."""

import pickle
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casefile.core.events import Event
from casefile.core.rng import QuickRng, Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.match import Match
from casefile.text.language import Speaker
from casefile.text.notation import Notation
from casefile.text.position import read_position, write_position
from casefile.text.record import read_record, write_record
from tests.laws.walks import ALL, NAMES, deal, dump, games, known_end, moment, rules_of, shared, walk

Variant = tuple[Any, ...]

every_variant = pytest.mark.parametrize("variant", ALL, ids=NAMES)
SEEDS = st.integers(0, 2**64)


def seen_events(state: State, seat: int) -> list[tuple[object, ...]]:
    """What a seat has seen happen."""
    events: list[Event | None] = [event.seen_by(seat) for event in state.log or []]
    return [event.key() for event in events if event is not None]


@every_variant
def test_cards_are_conserved_and_every_round_ends(variant: Variant) -> None:
    """All places together are the deck; legal actions are sorted and unique; a cap of 5000 suffices (C-23)."""
    rules = rules_of(variant)
    for seed in range(games(500)):
        state = None
        for state, _seat, actions, _choice in walk(rules, f"end/{seed}"):
            assert actions == sorted(set(actions))
            assert rules.count_cards(state) == rules.deck.copies
            assert state.sizes == [len(state.hand_list(seat)) for seat in range(rules.seats)]
        assert state is not None
        assert state.phase == OVER
        assert rules.count_cards(state) == rules.deck.copies
        result = rules.score(state)
        assert [side.total() for side in result.sides] == [
            sum(points for *_, points in side.lines) for side in result.sides
        ]


@every_variant
@given(seed=SEEDS)
def test_a_clone_is_complete_and_independent(variant: Variant, seed: int) -> None:
    """A clone has every field, shares nothing that changes, and goes its own way."""
    rules = rules_of(variant)
    state, seat, _actions, choice = moment(rules, str(seed))
    before = dump(state)
    clone = state.clone()
    assert dump(clone) == before
    for field in before.keys() - {"scores", "aside", "minds", "trail"}:  # replaced whole, or shared until they grow
        assert not shared(getattr(state, field), getattr(clone, field)), field
    rules.apply(clone, seat, choice)
    assert dump(state) == before
    twin = state.clone()
    rules.apply(twin, seat, choice)
    assert dump(twin) == dump(clone)
    play_on(rules, twin, f"twin/{seed}")
    assert dump(state) == before
    after = dump(clone)
    play_on(rules, state, f"on/{seed}")
    assert dump(clone) == after


def play_on(rules: Rules, state: State, seed: str) -> None:
    """Some more random actions."""
    rng = Rng(seed)
    for _ in range(30):
        if state.phase != OVER:
            actions = rules.legal(state, state.actor())
            rules.apply(state, state.actor(), actions[rng.below(len(actions))])


@every_variant
@given(seed=SEEDS)
def test_replay_and_undo(variant: Variant, seed: int) -> None:
    """A record played again gives the same match; undo gives the state before."""
    rules = rules_of(variant)
    match = Match(rules, str(seed), target=1, log=True)
    rng = Rng(f"undo/{seed}")
    before = match.state
    for _ in range(1 + rng.below(300)):
        if match.state.phase == OVER:
            if match.winner() is not None:
                break
            match.next_round()
        before = match.state.clone()
        seat = match.state.actor()
        actions = rules.legal(match.state, seat)
        match.play(seat, actions[rng.below(len(actions))])
    again, _ = read_record(write_record(match))
    assert dump(again.state) == dump(match.state)
    assert again.scores == match.scores
    assert write_record(again) == write_record(match)
    match.undo()
    assert dump(match.state) == dump(before)


@every_variant
def test_the_order_of_sealed_answers_is_irrelevant(variant: Variant) -> None:
    """Whoever answers first, the same answers lead to the same state and events (C-21)."""
    rules = rules_of(variant)
    tried = sum(try_orders(rules, f"order/{seed}") for seed in range(games(40)))
    assert tried or not asks_several(variant)


def asks_several(variant: Variant) -> bool:
    """Do the rules of this game certainly ask several seats at the same time (RUE-6, RIP-31)?"""
    case, *_, options = variant
    return case == "rue-morgue" or "tips" in options


def try_orders(rules: Rules, seed: str) -> int:
    """Answer the first questions of a round that several seats are asked, in both orders; how many there were."""
    rng = Rng(f"answers/{seed}")
    tried = 0
    for state, *_ in walk(rules, seed, 600):
        actors = [seat for seat in range(rules.seats) if state.actors() >> seat & 1]
        if len(actors) < 2:
            continue
        tried += 1
        answers = {}
        for seat in actors:
            actions = rules.legal(state, seat)
            answers[seat] = actions[rng.below(len(actions))]
        dumps = []
        for order in (actors, actors[::-1]):
            clone = state.clone()
            for seat in order:
                rules.play(clone, seat, answers[seat])
            dumps.append(dump(clone))
        assert dumps[0] == dumps[1]
        if tried == 3:
            break
    return tried


@every_variant
def test_positions_and_actions_round_trip(variant: Variant) -> None:
    """A position written and read back is the same game; so is an action."""
    rules = rules_of(variant)
    notation = Notation(rules)
    assert len({action.text for action in rules.actions}) == len(rules.actions)
    for seed in range(games(12)):
        for state, seat, actions, choice in walk(rules, f"text/{seed}"):
            text = write_position(rules, state)
            same_rules, same = read_position(text)
            assert write_position(same_rules, same) == text
            assert same_rules.legal(same, seat) == actions
            for action in actions:
                assert notation.read(notation.write(seat, action), state) == (seat, action)
            same.seed, same.shuffles = state.seed, state.shuffles
            clone = state.clone()
            rules.apply(clone, seat, choice)
            same_rules.apply(same, seat, choice)
            assert write_position(same_rules, same) == write_position(rules, clone)
        text = write_position(rules, state)
        assert write_position(*read_position(text)) == text


@every_variant
def test_a_refusal_for_every_illegal_action_and_for_no_legal_one(variant: Variant) -> None:
    """The reasons agree with the list of legal actions, and each has a sentence and a rule."""
    rules = rules_of(variant)
    speaker = Speaker(rules)
    rng = Rng("refusals")
    for seed in range(games(20)):
        for state, seat, actions, _choice in walk(rules, f"why/{seed}"):
            if rng.below(5):
                continue
            legal = set(actions)
            for action in range(len(rules.actions)):
                refusal = rules.refusal(state, seat, action)
                assert (refusal is None) == (action in legal), rules.actions[action].text
                if refusal is not None:
                    assert refusal.rule[-1].isdigit()
                    assert speaker.refusal(refusal)
            for other in range(rules.seats):
                if not state.actors() >> other & 1:
                    assert rules.legal(state, other) == []
                    assert rules.refusal(state, other, actions[0]) is not None


@every_variant
def test_events_have_sentences(variant: Variant) -> None:
    """Everything that happens can be told, to every seat."""
    rules = rules_of(variant)
    speaker = Speaker(rules)
    for seed in range(games(20)):
        *_, (state, *_) = walk(rules, f"words/{seed}")
        for seat in range(rules.seats):
            for event in state.log or []:
                seen = event.seen_by(seat)
                assert seen is None or speaker.event(seen)
        assert speaker.outcome(rules.score(state))
        for side in range(rules.sides):
            speaker.score_lines(rules.score(state), side)


@every_variant
def test_views_and_events_can_be_pickled(variant: Variant) -> None:
    """They travel to other processes, in both builds."""
    rules = rules_of(variant)
    state, seat, *_ = list(walk(rules, "pickle"))[-1]
    view = rules.view(state, seat)
    assert pickle.loads(pickle.dumps(view)).key() == view.key()
    assert state.log
    for event in state.log:
        assert dump(pickle.loads(pickle.dumps(event))) == dump(event)


@every_variant
def test_rules_and_rounds_can_be_pickled_and_copied(variant: Variant) -> None:
    """The copy plays on as the original does, of the same case."""
    rules = rules_of(variant)
    state, seat, actions, choice = moment(rules, "copies")
    for other in (pickle.loads(pickle.dumps(rules)), deepcopy(rules)):
        assert other.case is rules.case
        for twin in (pickle.loads(pickle.dumps(state)), deepcopy(state)):
            assert dump(twin) == dump(state)
            assert other.legal(twin, seat) == actions
            rules.apply(twin, seat, choice)
            assert dump(twin) != dump(state)


@every_variant
def test_a_view_stays_as_it_is(variant: Variant) -> None:
    """It shares nothing with the round that goes on; a glance is the same, as long as nothing happens."""
    rules = rules_of(variant)
    kept = []
    for state, *_ in walk(rules, "stays"):
        for viewer in range(rules.seats):
            view = rules.view(state, viewer)
            assert dump(rules.glance(state, viewer)) == dump(view)
            kept.append((view, dump(view)))
    assert all(dump(view) == before for view, before in kept)


@every_variant
def test_a_world_dealt_anew_looks_the_same(variant: Variant) -> None:
    """view(determinize(v)) == v for every seat, with the same deck and the same legal actions."""
    rules = rules_of(variant)
    for seed in range(games(10)):
        for step, (state, seat, actions, _choice) in enumerate(walk(rules, f"world/{seed}")):
            for viewer in range(rules.seats):
                view = rules.view(state, viewer)
                world = rules.determinize(view, Rng(f"{seed}/{step}/{viewer}"))
                assert dump(rules.view(world, viewer)) == dump(view)
                assert rules.view(world, viewer).key() == view.key()
                assert rules.count_cards(world) == rules.deck.copies
                assert world.seed != state.seed
                if viewer == seat:
                    assert rules.legal(world, seat) == actions
        for viewer in range(rules.seats):
            view = rules.view(state, viewer)
            assert rules.view(rules.determinize(view, Rng("over")), viewer).key() == view.key()


@every_variant
def test_a_world_dealt_anew_can_be_played_to_its_end(variant: Variant) -> None:
    """Search can play on in it, and its shuffles are not those of the real game."""
    rules = rules_of(variant)
    for seed in range(games(40)):
        state, seat, *_ = moment(rules, f"on/{seed}")
        world = rules.determinize(rules.view(state, seat), Rng(str(seed)))
        rules.playout(world, seed)
        assert world.phase == OVER
        rules.score(world)


@every_variant
def test_playing_out_is_playing(variant: Variant) -> None:
    """Played out inside, where nobody follows who knows what, a round comes out as if it were played step by step."""
    rules = rules_of(variant)
    for seed in range(games(20)):
        state = deal(rules, f"out/{seed}")
        inside = state.clone()
        steps = rules.playout(inside, seed)
        rng = QuickRng(seed)
        for _ in range(steps):
            seat = state.actor()
            actions = rules.legal(state, seat)
            rules.apply(state, seat, actions[rng.below(len(actions))])
        state.forget()
        assert state.phase == OVER
        assert dump(inside) == dump(state)


@every_variant
def test_the_truth_is_among_what_a_seat_holds_possible(variant: Variant) -> None:
    """Whatever a seat knows to lie in a hand lies there, and its count of unseen cards is right (C-22)."""
    rules = rules_of(variant)
    for seed in range(games(40)):
        for state, *_ in walk(rules, f"truth/{seed}"):
            for mind in state.minds:
                for seat in range(rules.seats):
                    if seat == mind.seat:
                        continue
                    row = slice(seat * rules.kinds, (seat + 1) * rules.kinds)
                    known = mind.known_in(seat)
                    assert all(k <= held for k, held in zip(known, state.hands[row], strict=True))
                    unseen = sum(mind.classes(seat)[2::3]) - len(mind.waiting(seat))
                    assert unseen == state.sizes[seat] - sum(known)


@every_variant
def test_a_case_file_that_may_be_turned_holds_nothing_that_a_seat_knows(variant: Variant) -> None:
    """Search turns it around in its worlds: whatever a seat knows of its ends must hold before and after that."""
    rules = rules_of(variant)
    turned = 0
    for seed in range(games(20)):
        for step, (state, *_) in enumerate(walk(rules, f"turn/{seed}")):
            if step % 5 or not state.case_file or state.phase == OVER:
                continue
            ways = [state]
            if state.may_turn_file():
                ways.append(state.clone())
                ways[1].turn_file()
                turned += 1
            for viewer in range(rules.seats):
                view = rules.view(state, viewer)
                for end in (0, -1):
                    known = known_end(rules, view, end)
                    assert all(known in (None, way.case_file[end]) for way in ways)
    assert turned


def swap_in_deck(state: State, seat: int, kind: int, other: int) -> None:
    """Give a hand another card, and put its own into the case file, at the bottom, as if it had been dealt so."""
    state.hands[seat * state.kinds + kind] -= 1
    state.hands[seat * state.kinds + other] += 1
    state.case_file[0] = kind


@every_variant
def test_cards_that_a_seat_cannot_know_change_nothing_for_it(variant: Variant) -> None:
    """Swapped for each other at the deal, unseen cards change neither view, events nor legal actions of the rest."""
    rules = rules_of(variant)
    compared = 0
    for seed in range(games(60)):
        compared += compare_swapped(rules, f"swap/{seed}")
    assert compared


def compare_swapped(rules: Rules, seed: str) -> int:
    """Play the same actions with two unseen cards swapped; how many decisions were compared."""
    rng = Rng(f"which/{seed}")
    owner = rng.below(rules.seats)
    plain, swapped = deal(rules, seed), deal(rules, seed)
    held = plain.hand_list(owner)
    kind, other = held[rng.below(len(held))], plain.case_file[0]
    swap_in_deck(swapped, owner, kind, other)
    compared = 0
    for _state, seat, actions, choice in walk(rules, seed, 400):
        for viewer in range(rules.seats):
            if viewer != owner:
                assert rules.view(plain, viewer).key() == rules.view(swapped, viewer).key()
                assert seen_events(plain, viewer) == seen_events(swapped, viewer)
        if seat != owner:
            assert rules.legal(swapped, seat) == actions
        elif choice not in rules.legal(swapped, seat):
            break
        compared += 1
        rules.apply(plain, seat, choice)
        rules.apply(swapped, seat, choice)
        if not still_hidden(rules, plain, swapped, owner, kind, other):
            break
    return compared


def knows_bottom(rules: Rules, state: State) -> bool:
    """Can some seat tell which card lies at the bottom of the case file?"""
    return any(known_end(rules, rules.view(state, seat), 0) is not None for seat in range(rules.seats))


def lacks(state: State, seat: int, kind: int) -> bool:
    """Has this seat ever had to say that it holds no such card (CAP-6, CAP-7)?"""
    return any(event.what == "has-none" and event.seat == seat and kind in event.cards for event in state.log or ())


def still_hidden(rules: Rules, plain: State, swapped: State, owner: int, kind: int, other: int) -> bool:
    """Do both games still differ just by the two cards, and may no seat have learned of it?"""
    if plain.phase == OVER or plain.file_number == 2:
        return False  # all hands are open, or the cards were shuffled
    if (plain.question, plain.actors()) != (swapped.question, swapped.actors()):
        return False  # one of the cards decides who is asked; that others do not see this has a test of its own
    if not plain.case_file or plain.case_file[0] != other or swapped.case_file[0] != kind:
        return False
    if any(lacks(state, owner, card) for state in (plain, swapped) for card in (kind, other)):
        return False  # all have heard who holds it; what is drawn in its place may be another of its kind
    if not plain.may_turn_file() and knows_bottom(rules, plain):
        return False  # somebody has looked as far as that
    base = owner * plain.kinds
    if plain.hands[base + kind] == 0:
        return False  # it may have been this very card that was played
    return kind == other or (
        plain.hands[base + kind] == swapped.hands[base + kind] + 1
        and plain.hands[base + other] == swapped.hands[base + other] - 1
    )
