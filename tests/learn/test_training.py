"""A tiny net learns within seconds; left out aloud where torch is not (`scripts/setup learn` installs it)."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from casefile.bots.plain import RandomBot
from casefile.cli import train
from casefile.learn.duels import Duels
from casefile.learn.net import net_of
from casefile.learn.numpy_net import NumpyNet
from casefile.learn.plan import Plan
from casefile.learn.vidocq import Instant
from casefile.match import Match
from casefile.players.play import play_match
from casefile.registry import policy_for, rules_for

ROOT = Path(__file__).parent.parent.parent
TORCH = ROOT / ".venv-learn/bin/python"


@pytest.mark.once
@pytest.mark.skipif(not TORCH.exists(), reason="torch is not installed: scripts/setup learn")
def test_a_tiny_net_beats_chance(tmp_path: Path) -> None:
    """Twenty seconds of self-play on one core, mostly imitation, are enough to beat random play."""
    command = [str(TORCH), "-m", "casefile", "train", "jekyll-hyde", str(tmp_path / "tiny")]
    options = ["--seconds", "20", "--tables", "48", "--workers", "1", "--width", "48", "--duels", "4"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    subprocess.run([*command, *options], check=True, env=environment, cwd=tmp_path)
    assert "How undecided the policy is" in (tmp_path / "tiny.html").read_text("utf-8")
    assert "duel" in json.loads((tmp_path / "tiny.json").read_text("utf-8"))[-1]
    rules = rules_for("jekyll-hyde")
    net = Instant(rules, policy_for(rules), NumpyNet(rules, tmp_path / "tiny.safetensors"))
    ahead = 0
    for number in range(10):
        match = Match(rules, f"tiny/{number}", rules.target, log=False)
        play_match(match, [net, RandomBot()])
        ahead += match.scores[0] - match.scores[1]
    assert ahead > 0


@pytest.mark.once
def test_without_torch_the_command_says_what_is_missing(tmp_path: Path) -> None:
    """In one line."""
    hidden = "import sys; sys.modules['torch'] = None; from casefile.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", hidden, "train", "ripper", str(tmp_path / "net")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    assert "casefile-rummy[learn]" in done.stderr


def test_a_training_that_is_stopped_still_shows_how_it_went(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is made from the curve, whatever ended the training; here by a trainer that needs no torch."""

    class Trainer:
        def __init__(self, plan: Plan, say: object, start: object) -> None:
            self.plan = plan

        def run(self, out: Path) -> None:
            point = {"spread": 1.25, "seconds": 20, "decisions": 1e6, "rounds": 100}
            out.with_suffix(".json").write_text(json.dumps([point]))
            raise KeyboardInterrupt

    module = SimpleNamespace(Trainer=Trainer)
    monkeypatch.setitem(sys.modules, "casefile.learn.train", module)
    given = {"case": "ripper", "out": tmp_path / "net", "start": None, "against": None, "seed": "7", "seconds": 60}
    with pytest.raises(KeyboardInterrupt):
        train.run(argparse.Namespace(**given, tables=4, workers=1, width=8, opponent="sergeant", duels=0))
    text = (tmp_path / "net.html").read_text("utf-8")
    assert "Jack the Ripper: how the net learned" in text
    assert "1.0 million decisions" in text
    assert "games" not in text


def test_a_saved_net_meets_a_bot_in_the_arena(tmp_path: Path) -> None:
    """One lot of rounds at a time, and what came out is a point of the curve; a file that is no net gives none."""
    rules = rules_for("jekyll-hyde")
    shipped = net_of(rules)
    assert isinstance(shipped, NumpyNet)
    duels = Duels("jekyll-hyde", "random", 2)
    duels.begin(shipped.path, {"decisions": 5})
    duels.begin(shipped.path, {"decisions": 6})
    (point,) = duels.results(wait=True)
    assert point["decisions"] == 5
    assert point["duel"] > 0
    assert duels.results(wait=True) == []
    (tmp_path / "broken").write_text("no net")
    duels.begin(tmp_path / "broken", {"decisions": 7})
    assert duels.results(wait=True) == []
    duels.close()
