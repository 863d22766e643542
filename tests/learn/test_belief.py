"""Where a net believes the hidden cards to lie: always in agreement with what is certain."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from casefile.core.rng import Rng
from casefile.learn.belief import Hidden, believe
from casefile.learn.net import net_of
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import games, rules_of, walk

BENCH = Path(__file__).parent.parent.parent / "bench" / "belief.py"


@every_variant
def test_beliefs_agree_with_all_that_is_certain(variant: Variant) -> None:
    """Sums are those of the places and of the copies; what cannot be has no chance, and all that can be has one."""
    rules = rules_of(variant)
    net = net_of(rules)
    if net is None:
        return
    checked = 0
    for number in range(games(20)):
        for step, (state, seat, _, _) in enumerate(walk(rules, f"belief/{number}", 240)):
            if step % 24:
                continue
            view = rules.view(state, seat)
            hidden = Hidden(rules, view, Rng(str(step)))
            belief = believe(net, rules, view, rules.target, Rng(str(step)))
            sizes = [state.sizes[other] for other in hidden.seats] + [len(state.case_file)]
            known, expected = np.array(belief.known), np.array(belief.expected)
            held = (known + expected).sum(1)
            assert np.allclose([*held[: len(hidden.seats)], held[-1]], sizes, atol=1e-6)
            assert np.allclose(expected.sum(0), hidden.copies, atol=1e-6)
            for world in (state, *(rules.determinize(view, Rng(f"{step}/{at}")) for at in range(3))):
                unsure = np.array(hidden.unsure(world))
                assert unsure.min() >= 0
                assert (expected[unsure > 0] > 0).all()
                if view.discard_size == len(view.discard):
                    assert np.allclose(unsure.sum(0), hidden.copies)
            checked += 1
    assert checked


@every_variant
def test_beliefs_follow_from_the_view(variant: Variant) -> None:
    """With the hidden cards dealt anew, the same."""
    rules = rules_of(variant)
    net = net_of(rules)
    if net is None:
        return
    for step, (state, seat, _, _) in enumerate(walk(rules, "same belief", 60)):
        if step % 20 == 0:
            view = rules.view(state, seat)
            world = rules.determinize(view, Rng(str(step)))
            one, other = (
                believe(net, rules, seen, rules.target, Rng("one")) for seen in (view, rules.view(world, seat))
            )
            assert np.array_equal(one.expected, other.expected)
            blind = believe(net, rules, view, rules.target, Rng("one"), trust=0)
            hidden = Hidden(rules, view, Rng("one"))
            assert np.allclose(blind.expected, hidden.fit_evenly().expected, atol=1e-5)


@pytest.mark.once
def test_the_measure_of_beliefs(tmp_path: Path) -> None:
    """A short run: figures, data and picture; the net knows more than the uniform deal."""
    data, drawn = tmp_path / "belief.json", tmp_path / "belief.svg"
    options = ["--decisions", "120", "--data", str(data), "--picture", str(drawn)]
    done = subprocess.run([sys.executable, BENCH, "jekyll-hyde", *options], capture_output=True, text=True, check=True)
    assert "| Dr. Jekyll & Mr. Hyde, 2 players | 120 |" in done.stdout
    (game,) = json.loads(data.read_text("utf-8"))
    assert game["decisions"] == 120
    assert game["log_loss"]["net"] < game["log_loss"]["uniform"]
    assert game["calibration_error"]["net"] < 0.1
    assert drawn.read_text("utf-8").startswith("<svg xmlns=")
