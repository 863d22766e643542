"""Many tables as arrays."""

import numpy as np
import pytest

from casefile.core.rows import RowWriter
from casefile.errors import CasefileError
from casefile.registry import cases
from casefile.research.vector import VectorTables


def choose(tables: VectorTables, rng: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A legal action for each table."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in tables.masks])


@pytest.mark.parametrize("case", cases())
def test_tables_go_on_for_ever(case: str) -> None:
    """Arrays keep their shapes, every actor has a choice, and rounds end with the points of all sides."""
    tables = VectorTables(case, 4, seed="vector")
    writer = RowWriter(tables.rules)
    rng = np.random.default_rng(1)
    rounds = 0
    while rounds < 3:
        assert tables.rows.shape == (4, writer.size + tables.choices.parts)
        assert tables.hidden().shape == (4, writer.hidden_size)
        assert tables.states().shape == (4, writer.state_size)
        assert tables.masks.shape == (4, tables.choices.size)
        assert (tables.masks.sum(1) > 1).all()
        assert (tables.actors < tables.rules.seats).all()
        ended, points = tables.step(choose(tables, rng))
        assert points.shape == (4, tables.rules.sides)
        assert not points[~ended].any()
        rounds += int(ended.sum())


def test_the_same_seed_gives_the_same_tables() -> None:
    """And another one others."""
    one, same, other = (VectorTables("ripper", 3, players=4, seed=seed) for seed in ("a", "a", "b"))
    rng, twin = np.random.default_rng(2), np.random.default_rng(2)
    for _ in range(50):
        one.step(choose(one, rng))
        same.step(choose(same, twin))
    assert (one.rows == same.rows).all()
    assert (VectorTables("ripper", 3, players=4, seed="a").rows != other.rows).any()


def test_bad_input_is_refused() -> None:
    """In one line, and nothing is played."""
    tables = VectorTables("capone", 2)
    before = tables.rows.copy()
    illegal = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in tables.masks])
    for actions, words in (
        (np.array([0]), "2 whole numbers"),
        (np.array([0.0, 1.0]), "2 whole numbers"),
        (np.array([0, 99999]), "from 0 to"),
        (np.array([-1, 0]), "from 0 to"),
        (illegal, "table 0: .* is not legal now"),
    ):
        with pytest.raises(CasefileError, match=words):
            tables.step(actions)
    assert (tables.rows == before).all()
    with pytest.raises(CasefileError, match="at least one table"):
        VectorTables("capone", 0)
