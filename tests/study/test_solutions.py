"""What ships as the solution of a puzzle is what another deep search says, too."""

import pytest

from casefile.cli.puzzles import SHIPPED
from casefile.study.mining import DEEP, agrees
from casefile.study.puzzles import puzzles_of
from tests.conftest import COMPILED

OURS = ("ripper", "rue-morgue", "jekyll-hyde", "capone")
LEAST = 60


@pytest.mark.parametrize("case", OURS)
def test_there_are_enough(case: str) -> None:
    """Each of our cases brings at least 60."""
    assert len(puzzles_of(case)) >= LEAST


@pytest.mark.skipif(not COMPILED, reason="takes minutes on the sources")
@pytest.mark.parametrize("case", OURS)
def test_another_search_agrees_with_the_solutions(case: str) -> None:
    """At least 95 % of them, with other worlds dealt."""
    found = puzzles_of(case)
    others = [puzzle.name for puzzle in found if not agrees(puzzle, DEEP, f"test/{puzzle.name}")]
    assert len(others) <= (1 - SHIPPED) * len(found), others
