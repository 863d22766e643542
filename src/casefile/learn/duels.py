"""How strong a net is while it learns: what was saved last plays in the arena, in a process beside the training."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory


class Duels:
    """Duplicate rounds of a net, at a glance, against a bot: one lot at a time, the newest net first."""

    def __init__(self, case: str, opponent: str, rounds: int) -> None:
        """Against this bot, so many rounds each time; none with 0."""
        self.case = case
        self.opponent = opponent
        self.rounds = rounds
        self.folder = TemporaryDirectory(prefix="casefile-duels-")
        self.playing: subprocess.Popen[str] | None = None
        self.about: dict[str, float] = {}  # the net that plays: how far its training was

    def begin(self, net: Path, about: dict[str, float]) -> None:
        """Let this net play, unless the one before it still does."""
        if self.rounds == 0 or self.playing is not None:
            return
        copy = Path(self.folder.name) / "net.safetensors"
        shutil.copyfile(net, copy)
        bot = f"net=casefile.learn.vidocq:with_net(net={copy.name})"
        command = [sys.executable, "-m", "casefile", "arena", self.case, bot, self.opponent]
        command += ["--rounds", str(self.rounds), "--all", "--json", "--jobs", "1"]
        self.about = about
        self.playing = subprocess.Popen(
            command, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def results(self, *, wait: bool = False) -> list[dict[str, float]]:
        """What came out since the last question, as points of a curve: points per round that the net was ahead."""
        if self.playing is None or (not wait and self.playing.poll() is None):
            return []
        said, _ = self.playing.communicate()
        failed = self.playing.returncode != 0
        self.playing = None
        return [] if failed else [self.about | {"duel": json.loads(said)["comparisons"][0]["points_ahead"]["mean"]}]

    def note(self, curve: list[dict[str, float]], say: Callable[[str], None], *, wait: bool = False) -> None:
        """Add what came out to a curve, and say it."""
        for point in self.results(wait=wait):
            curve.append(point)
            millions, lead = point["decisions"] / 1e6, point["duel"]
            say(f"{millions:.0f} M decisions: {lead:+.1f} points per round over {self.opponent}")

    def close(self) -> None:
        """End what still plays."""
        if self.playing is not None:
            self.playing.kill()
            self.playing.communicate()
        self.folder.cleanup()
