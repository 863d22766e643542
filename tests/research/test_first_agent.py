"""The agent of docs/research.md learns."""

import runpy
from pathlib import Path

import pytest

from casefile.registry import rules_for
from tests.adding_a_case import BLOCK, ROOT


@pytest.mark.once
def test_the_agent_of_the_page_learns(tmp_path: Path) -> None:
    """After a few hundred rounds it is clearly ahead of random choices, and far from where it began."""
    blocks = {name: text for _, name, _, text in BLOCK.findall((ROOT / "docs/research.md").read_text("utf-8"))}
    script = tmp_path / "train_agent.py"
    script.write_text(blocks["train_agent.py"], "utf-8")
    page = runpy.run_path(str(script))
    curve = page["train"](page["Agent"](rules_for("ripper")), rounds=600, every=150)
    assert len(curve) == 4
    lead, won = curve[-1]
    assert lead > curve[0][0] + 3
    assert lead > 6
    assert won > 0.6
