"""Rows of version 2 hold all that a seat may use, and nothing else; many tables side by side play by the rules."""

from random import Random

import pytest

from casefile.core.knowledge import CLASS
from casefile.core.rng import Rng
from casefile.core.rows import RowWriter
from casefile.core.state import OVER
from casefile.core.tables import MATCH_OVER, ROUND_OVER, RUNS_ON, Tables
from casefile.core.trail import tallies
from casefile.registry import cases
from tests.laws.row_reading import LOST, as_read, as_seen, fields_of, first_pool, lost_in, waiting
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import ALL, games, rules_of, walk

ALL_OF = {case: [variant for variant in ALL if variant[0] == case] for case in cases()}


@every_variant
def test_a_row_follows_from_the_view_alone(variant: Variant) -> None:
    """With the unseen cards dealt anew, it is the same."""
    rules = rules_of(variant)
    writer = RowWriter(rules)
    for game in range(games(20)):
        for step, (state, seat, *_) in enumerate(walk(rules, f"rows/{game}", 200)):
            if step % 5 == 0:
                view = rules.view(state, seat)
                world = rules.determinize(view, Rng(f"{game}/{step}"))
                row = writer.row(view, rules.target)
                assert len(row) == writer.size
                assert writer.row(rules.view(world, seat), rules.target) == row


@every_variant
def test_what_a_seat_learns_shows_in_its_row(variant: Variant) -> None:
    """From one decision to the next of the same seat, the view changes and so does the row."""
    rules = rules_of(variant)
    writer = RowWriter(rules)
    for game in range(games(20)):
        last: dict[int, tuple[object, bytes]] = {}
        for state, seat, *_ in walk(rules, f"news/{game}", 300):
            view = rules.view(state, seat)
            key, row = view.key(), writer.row(view, rules.target)
            if seat in last and last[seat][0] != key:
                assert last[seat][1] != row
            last[seat] = (key, row)


@every_variant
def test_a_row_can_be_read_back(variant: Variant) -> None:
    """All fields of the view stand in its row, but for what docs/learning.md lists: so other views have other rows."""
    rules = rules_of(variant)
    writer = RowWriter(rules)
    for game in range(games(20)):
        for step, (state, seat, *_) in enumerate(walk(rules, f"back/{game}", 300)):
            if step % 3:
                continue
            view = rules.view(state, seat)
            fields = fields_of(writer, writer.row(view, rules.target))
            read, seen = as_read(fields, view), as_seen(view, rules.target)
            for name, value in seen.items():
                assert read[name] == value, name
            assert fields["unseen"] == view.unseen(rules.deck.copies, rules.face_kind)
            own = [field.name for field in writer.fields if field.first >= writer.own]
            written = [number for name in own for number in fields[name]]
            numbers = view.more_numbers(writer.most_seats)
            assert written == numbers + [0] * (len(written) - len(numbers))
            lost = lost_in(view, rules.target)
            assert lost <= set(LOST)
            if len(view.mind.pools) == 2 * rules.kinds and not waiting(view):
                assert view.mind.pools[: rules.kinds] == first_pool(view, fields)
            if "classes" not in lost:
                hidden = [place for place in view.mind.slots[::CLASS] if place < rules.seats]
                assert sorted(hidden) == sorted(set(hidden))


@every_variant
def test_views_that_differ_have_rows_that_differ(variant: Variant) -> None:
    """Wherever a view has nothing that does not fit, no other view of the same seat has its row."""
    rules = rules_of(variant)
    writer = RowWriter(rules)
    found: dict[bytes, object] = {}
    for game in range(games(30)):
        for state, seat, *_ in walk(rules, f"other/{game}", 120):
            view = rules.view(state, seat)
            if not lost_in(view, rules.target):
                row = bytes([seat]) + writer.row(view, rules.target)
                assert found.setdefault(row, view.key()) == view.key()


@every_variant
def test_a_trail_tells_what_all_have_seen(variant: Variant) -> None:
    """It counts what the log of the round says: discards, cards left lying, and cards taken openly from the pile."""
    rules = rules_of(variant)
    for game in range(games(20)):
        *_, (state, *_) = walk(rules, f"trail/{game}")
        seats, kinds = rules.seats, rules.kinds
        thrown = [0] * (seats * kinds)
        for event in state.log or []:
            if event.what == "discard":
                thrown[event.seat * kinds + event.cards[0]] += 1
        seen = tallies(state.trail, seats, kinds)
        assert seen[: seats * kinds] == thrown
        drawn = sum(event.what == "draw-discard" for event in state.log or [])
        assert sum(seen[2 * seats * kinds : 3 * seats * kinds]) >= drawn


@pytest.mark.parametrize("case", cases())
def test_the_fields_of_a_row_lie_side_by_side(case: str) -> None:
    """Each has a name of its own, and they fill the row; the same row serves every variant of the case."""
    sizes = set()
    for variant in ALL_OF[case]:
        writer = RowWriter(rules_of(variant))
        at = 0
        for field in writer.fields:
            assert field.first == at
            at += field.size
        assert at == writer.size == len(writer.scales())
        assert len({field.name for field in writer.fields}) == len(writer.fields)
        sizes.add((writer.size, writer.hidden_size, tuple(field.name for field in writer.fields)))
    assert len(sizes) == 1


@every_variant
def test_tables_side_by_side_play_by_the_rules(variant: Variant) -> None:
    """Rows, masks and actors are those of the tables; only real decisions are handed out; rounds and matches end."""
    rules = rules_of(variant)
    tables = Tables([rules], 3, "side by side")
    writer = RowWriter(rules)
    chance = Random(1)
    seen = set()
    for _ in range(games(3000)):
        rows, masks, actors = tables.rows(), tables.masks(), tables.actors()
        for at, table in enumerate(tables.tables):
            assert table.state.phase != OVER
            assert table.legal == rules.legal(table.state, table.actor)
            assert len(table.legal) > 1
            assert actors[at] == table.actor
            view = rules.glance(table.state, table.actor)
            assert rows[at * writer.size : (at + 1) * writer.size] == writer.row(view, rules.target)
            mask = masks[at * tables.actions : (at + 1) * tables.actions]
            assert [action for action, is_legal in enumerate(mask) if is_legal] == table.legal
        tables.step([chance.choice(table.legal) for table in tables.tables])
        for outcome, table in zip(tables.outcomes(), tables.tables, strict=True):
            seen.add(outcome)
            if outcome == ROUND_OVER:
                assert table.scores == [old + new for old, new in zip(table.scores_before, table.totals, strict=True)]
            elif outcome == MATCH_OVER:
                assert table.scores == [0] * rules.sides
    assert {RUNS_ON, ROUND_OVER} <= seen
