"""Self-play: a net learns a case by playing against itself, with a critic that sees all cards (needs torch).

Proximal policy optimization over all seats of many tables. The player sees rows of version 2; the critic also sees the
other hands and the next cards, which makes its judgement of a decision less a matter of luck. At first the net imitates
the sergeant, which saves it the hours of finding out what a meld is.
"""

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from casefile import __version__
from casefile.core.events import OWN_PLACES
from casefile.core.rows import AHEAD, VERSION, RowWriter
from casefile.core.tables import RUNS_ON
from casefile.errors import CasefileError
from casefile.learn.duels import Duels
from casefile.learn.layers import Player, tower
from casefile.learn.net import GAIN, HIDDEN, LAYERS, POINTS
from casefile.learn.numpy_net import feature_table, read_tensors, write_tensors
from casefile.learn.plan import Plan
from casefile.learn.rollout import VALUES, Rollout
from casefile.learn.workers import ADVISE, GROUPS, MOST_SIDES, STEP, Crew, rules_of

LAMBDA = 0.97
CLIP = 0.2
NOT_LEGAL = -1e9
TEMPER = 3.0  # a net that shipped is made so much less sure of itself, to try again what it never did any more
FILE_ROWS = 1 + AHEAD  # of the hidden row: all that is in the case file, and its next cards
SAVE_EVERY = 300.0  # seconds


class Trainer:
    """Trains one net.

    While it learns from what has happened, the tables are played on by a copy of the nets, one update behind.
    """

    def __init__(self, plan: Plan, say: Callable[[str], None], start_from: Path | None = None) -> None:
        self.plan = plan
        self.say = say
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(sum(plan.seed.encode()))
        if self.device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        else:
            torch.set_num_threads(max(1, torch.get_num_threads() - 1))
        self.crew = Crew(plan.games, plan.tables, plan.workers, plan.seed)
        rules = rules_of(plan.games[0])
        writer = RowWriter(rules)
        self.rules = rules
        self.kinds = rules.kinds
        self.scale = 1 / torch.tensor(writer.scales(), dtype=torch.float32, device=self.device)
        self.seats = max(rules.case.players)
        self.fields = {field.name: slice(field.first, field.first + field.size) for field in writer.fields}
        features = torch.from_numpy(feature_table(rules)).to(self.device)
        self.identity = features.shape[0] == features.shape[1]
        self.features = features.T.contiguous()
        self.extra = (writer.hidden_size // self.kinds) - (self.seats - 1) - FILE_ROWS  # hidden places of the case
        places = self.seats - 1 + self.extra + 1
        self.player = Player(writer.size, features.shape[1], places * self.kinds, plan.width).to(self.device)
        self.critic = nn.Sequential(
            tower(writer.size + writer.hidden_size, plan.width), nn.Linear(plan.width, VALUES)
        ).to(self.device)
        self.fresh = start_from is None and not plan.against
        self.before = 0  # decisions of earlier runs
        self.rival: Player | None = None
        if plan.against:
            self.load("--against", Path(plan.against))
            self.rival = deepcopy(self.player).requires_grad_(requires_grad=False)
        if start_from is not None:
            self.load("--from", start_from)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=plan.rate, eps=1e-5, fused=self.device == "cuda")
        self.acting = deepcopy(self.player).requires_grad_(requires_grad=False)
        self.judging = deepcopy(self.critic).requires_grad_(requires_grad=False)
        self.rollouts = [Rollout(plan, self.crew, self.device) for _ in range(2)]
        self.stream = torch.cuda.Stream(priority=-1) if self.device == "cuda" else None
        sides = torch.from_numpy(self.crew.arrays["sides"].astype(np.int64)).to(self.device)
        self.sides = sides
        self.ours = torch.arange(self.crew.tables, device=self.device) % sides  # with a rival: the side that learns
        self.ahead = 0.0  # points of that side, in the rounds since the last word
        self.told_rounds = 0
        self.bits = torch.tensor([128, 64, 32, 16, 8, 4, 2, 1], dtype=torch.uint8, device=self.device)
        self.spent = 0  # seconds, when it last said something
        self.decisions = self.rounds = 0
        self.updates = 0
        self.curve: list[dict[str, float]] = []
        self.duels = Duels(rules.case.name, plan.opponent, plan.duels)

    def load(self, option: str, path: Path) -> None:
        """Go on with a checkpoint, or with a net that was shipped; an option named it."""
        try:
            if path.suffix == ".pt":
                kept = torch.load(path, map_location=self.device, weights_only=True)
                self.player.load_state_dict(kept["player"])
                self.critic.load_state_dict(kept["critic"])
                self.before = kept.get("decisions", 0)
                return
            tensors, about = read_tensors(path)
            with torch.no_grad():
                for name, layer in self.layers().items():
                    for field in ("weight", "bias"):
                        array = torch.from_numpy(tensors[f"{name}.{field}"])
                        getattr(layer, field).copy_(array / (TEMPER if name == "policy" else 1))
            self.before = int(about["decisions"])
        except (
            RuntimeError,
            ValueError,
            KeyError,
            AttributeError,
            EOFError,
            UnpicklingError,
            TypeError,
            CasefileError,
        ):
            self.crew.close()
            wanted = f"a net of {self.rules.case.name} with layers of {self.plan.width}"
            raise CasefileError(f"{option}: {path}: is not {wanted}") from None

    def layers(self) -> dict[str, nn.Linear]:
        """The layers of player and critic, by their names in a file."""
        player, (tower, last) = self.player, self.critic
        named = {str(at): player.trunk[2 * at] for at in range(LAYERS)}
        named |= {name: getattr(player, name) for name in ("policy", "value", "belief")}
        named |= {f"critic{at}": tower[2 * at] for at in range(LAYERS)}
        return {**named, f"critic{LAYERS}": last}

    def parameters(self) -> list[nn.Parameter]:
        """All that is learned."""
        return [*self.player.parameters(), *self.critic.parameters()]

    def legal(self, masks: Tensor) -> Tensor:
        """Which actions are legal, out of packed bits."""
        return ((masks.unsqueeze(-1) & self.bits) != 0).flatten(-2)[..., : self.crew.actions]

    def weigh(self, features: Tensor, legal: Tensor) -> Tensor:
        """Logs of the chances of all actions."""
        logits = features if self.identity else features.float() @ self.features
        return functional.log_softmax(logits.float().masked_fill(~legal, NOT_LEGAL), -1)

    def scaled(self, rows: Tensor) -> Tensor:
        """Rows as the net takes them."""
        return rows.float() * self.scale

    def autocast(self) -> Any:
        """Half precision where that is quicker."""
        return torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda")

    def absolute(self, values: Tensor, actors: Tensor, sides: Tensor) -> Tensor:
        """Values that the critic gives from the actor's side on, by side counted from that of seat 0; and back."""
        own = actors % sides
        at = torch.arange(MOST_SIDES, device=self.device)
        turned = (at - own[..., None]) % sides[..., None]
        there = at < sides[..., None]
        parts = [values[..., :MOST_SIDES].gather(-1, turned), values[..., MOST_SIDES:].gather(-1, turned)]
        return torch.cat([part * there for part in parts], -1)

    def relative(self, values: Tensor, actors: Tensor, sides: Tensor) -> Tensor:
        """Values by side, as the critic gives them: the actor's side first."""
        own = actors % sides
        at = torch.arange(MOST_SIDES, device=self.device)
        turned = (at + own[..., None]) % sides[..., None]
        there = at < sides[..., None]
        parts = [values[..., :MOST_SIDES].gather(-1, turned), values[..., MOST_SIDES:].gather(-1, turned)]
        return torch.cat([part * there for part in parts], -1)

    def read(self, key: str, group: int) -> Tensor:
        """One of the shared arrays, on the device."""
        return torch.from_numpy(self.crew.arrays[key][group]).to(self.device, non_blocking=True)

    @torch.no_grad()
    def look(self, group: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What the critic says of the tables as they are now, with rows, hidden rows and actors."""
        rows, hidden = self.read("rows", group), self.read("hidden", group)
        actors = self.read("actors", group).long()
        with self.autocast():
            wide = torch.cat([self.scaled(rows), hidden.float() * HIDDEN], -1)
            values = self.judging(wide).float()
        return self.absolute(values, actors, self.sides[group]), rows, hidden, actors

    @torch.no_grad()
    def think(self, roll: Rollout, step: int, group: int) -> None:
        """Choose at all tables of a group."""
        values, rows, hidden, actors = self.look(group)
        masks = self.read("masks", group)
        roll.rows[step, group], roll.hidden[step, group], roll.masks[step, group] = rows, hidden, masks
        roll.actors[step, group], roll.values[step, group] = actors, values
        if roll.imitating:
            self.crew.ask(ADVISE, group)
            self.crew.wait()
            chosen = self.read("advice", group).long()
            roll.chosen[step, group], roll.learning[step, group] = chosen, True
            self.crew.arrays["chosen"][group] = self.crew.arrays["advice"][group]
            return
        with self.autocast():
            features = self.acting(self.scaled(rows))[0]
            answers = None if self.rival is None else self.rival(self.scaled(rows))[0]
        chances = self.weigh(features, self.legal(masks))
        noise = -torch.empty_like(chances).exponential_().log()
        chosen = (chances + noise).argmax(-1)
        roll.learning[step, group] = True
        if answers is not None:
            learning = actors % self.sides[group] == self.ours[group]
            chosen = torch.where(learning, chosen, self.weigh(answers, self.legal(masks)).argmax(-1))
            roll.learning[step, group] = learning
        roll.chosen[step, group] = chosen
        roll.likely[step, group] = chances.gather(-1, chosen[:, None]).squeeze(-1)
        self.crew.arrays["chosen"][group] = chosen.to(torch.int32).cpu().numpy()

    def settle(self, roll: Rollout, step: int, group: int) -> None:
        """What the step has brought."""
        ended = self.read("outcomes", group) != RUNS_ON
        rewards = torch.cat([self.read("gains", group) / GAIN, self.read("points", group) / POINTS], -1)
        roll.ended[step, group] = ended
        roll.rewards[step, group] = rewards * ended[:, None]
        self.rounds += int(ended.sum())
        if self.rival is not None:
            ahead = self.read("points", group).gather(-1, self.ours[group][:, None]).squeeze(-1)
            self.ahead += float((ahead * ended).sum())

    def renew(self) -> None:
        """Let the tables be played with what was learned so far."""
        with torch.no_grad():
            for copy, net in ((self.acting, self.player), (self.judging, self.critic)):
                for old, new in zip(copy.parameters(), net.parameters(), strict=True):
                    old.copy_(new)
        if self.stream is not None:
            torch.cuda.synchronize()

    def collect(self, roll: Rollout) -> None:
        """Play some steps at all tables."""
        with nullcontext() if self.stream is None else torch.cuda.stream(self.stream):
            for group in range(GROUPS):
                self.think(roll, 0, group)
                self.ask_step(roll, group)
            for step in range(self.plan.steps):
                for group in range(GROUPS):
                    if not roll.imitating:
                        self.crew.wait()
                    self.settle(roll, step, group)
                    if step + 1 < self.plan.steps:
                        self.think(roll, step + 1, group)
                        self.ask_step(roll, group)
            for group in range(GROUPS):
                roll.after[group] = self.look(group)[0]
            if self.stream is not None:
                self.stream.synchronize()
        self.decisions += self.plan.steps * GROUPS * self.crew.tables

    def ask_step(self, roll: Rollout, group: int) -> None:
        """Have a group played on, while the other one is thought about; a sergeant is asked about one at a time."""
        self.crew.ask(STEP, group)
        if roll.imitating:
            self.crew.wait()

    def advantages(self, roll: Rollout) -> tuple[Tensor, Tensor]:
        """For each decision how much better it went for the actor than expected, and what all sides can expect."""
        gains = torch.zeros_like(roll.values)
        run = torch.zeros_like(roll.after)
        for step in range(self.plan.steps - 1, -1, -1):
            then = roll.after if step + 1 == self.plan.steps else roll.values[step + 1]
            going = (~roll.ended[step]).float()[..., None]
            delta = torch.where(roll.ended[step][..., None], roll.rewards[step], then) - roll.values[step]
            run = delta + LAMBDA * going * run
            gains[step] = run
        sides = self.sides.expand(self.plan.steps, -1, -1)
        returns = self.relative(gains + roll.values, roll.actors, sides)
        return self.relative(gains, roll.actors, sides)[..., 0], returns

    def learn(self, roll: Rollout, progress: float) -> dict[str, float]:
        """Update from what has happened."""
        plan, imitating = self.plan, roll.imitating
        better, returns = self.advantages(roll)
        better = (better - better.mean()) / (better.std() + 1e-6)
        flat = {
            "rows": roll.rows.flatten(0, 2),
            "hidden": roll.hidden.flatten(0, 2),
            "masks": roll.masks.flatten(0, 2),
            "chosen": roll.chosen.flatten(),
            "likely": roll.likely.flatten(),
            "learning": roll.learning.flatten(),
            "better": better.flatten(),
            "returns": returns.flatten(0, 2),
            "there": (torch.arange(MOST_SIDES, device=self.device) < self.sides[..., None])
            .repeat(1, 1, 2)
            .expand(plan.steps, -1, -1, -1)
            .flatten(0, 2),
        }
        for group in self.optimizer.param_groups:
            group["lr"] = plan.rate * (1 - (1 - plan.floor) * progress)
        told: dict[str, float] = {}
        count = len(flat["chosen"])
        epochs = 1 if imitating else plan.epochs
        for _ in range(epochs):
            order = torch.randperm(count, device=self.device)
            for first in range(0, count, plan.batch):
                picked = {key: part[order[first : first + plan.batch]] for key, part in flat.items()}
                loss, told = self.loss(picked, progress, imitating=imitating)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.parameters(), 1.0)
                self.optimizer.step()
        return told

    def loss(self, part: dict[str, Tensor], progress: float, *, imitating: bool) -> tuple[Tensor, dict[str, float]]:
        """What is to become less."""
        legal = self.legal(part["masks"])
        rows = self.scaled(part["rows"])
        with self.autocast():
            features, values, places = self.player(rows)
            judged = self.critic(torch.cat([rows, part["hidden"].float() * HIDDEN], -1))
        chances = self.weigh(features, legal)
        chosen = chances.gather(-1, part["chosen"][:, None]).squeeze(-1)
        returns = part["returns"]
        critic_loss = ((judged.float() - returns).square() * part["there"]).sum(-1).mean() * 0.25
        own = torch.stack([returns[:, 0], returns[:, MOST_SIDES]], -1)
        value_loss = functional.mse_loss(values.float(), own)
        belief_loss = self.belief_loss(places.float(), part)
        learning = part["learning"].float()
        learning = learning / learning.mean().clamp(min=1e-6)
        spread = -((chances.exp() * chances.masked_fill(~legal, 0)).sum(-1) * learning).mean()
        if imitating:
            policy_loss = -chosen.mean()
            bonus = 0.05
        else:
            ratio = (chosen - part["likely"]).exp()
            better = part["better"]
            policy_loss = -(torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better) * learning).mean()
            bonus = self.plan.entropy * (1 - 0.9 * progress)
        loss = policy_loss - bonus * spread + critic_loss + 0.25 * value_loss + 0.1 * belief_loss
        told = {"policy": policy_loss, "critic": critic_loss, "value": value_loss, "belief": belief_loss}
        return loss, {"spread": spread.detach(), **{key: value.detach() for key, value in told.items()}}

    def belief_loss(self, places: Tensor, part: dict[str, Tensor]) -> Tensor:
        """How surprising it is where the unseen cards lie, in nats per card."""
        others, kinds = self.seats - 1, self.kinds
        logits = functional.log_softmax(places.view(len(places), -1, kinds), 1)
        hidden = part["hidden"].float().view(len(places), -1, kinds)
        hands = hidden[:, :others] - part["rows"][:, self.fields["known"]].float().view(len(places), others, kinds)
        lying = [hands]
        if self.extra:
            lying.append(hidden[:, others + FILE_ROWS :] - self.known_elsewhere(part["rows"]))
        lying.append(hidden[:, others : others + 1])
        cards = torch.cat(lying, 1).clamp(min=0)
        return -(cards * logits).sum() / cards.sum().clamp(min=1)

    def known_elsewhere(self, rows: Tensor) -> Tensor:
        """The cards that certainly lie in hidden places of the case's own; a row calls such a field like the place."""
        names = [name for name in self.rules.case.places[OWN_PLACES:] if name in self.fields]
        known = torch.cat([rows[:, self.fields[name]] for name in names], -1).float()
        return known.view(len(rows), self.extra, self.kinds)

    def run(self, out: Path, every: float = 20.0) -> None:
        """Train for as long as planned; what was learned is saved on the way, at the end, and when it is stopped."""
        try:
            self.train(out, every)
            self.duels.note(self.curve, self.say, wait=True)
        finally:
            self.crew.close()
            self.save(out)
            self.duels.note(self.curve, self.say, wait=sys.exc_info()[0] is None)
            self.write_curve(out)
            self.duels.close()

    def train(self, out: Path, every: float) -> None:
        """Learn, tell how it goes, and save on the way."""
        start = saved_at = told_at = time.monotonic()
        done, coming = self.rollouts
        done.imitating = self.fresh
        self.collect(done)
        with ThreadPoolExecutor(1) as beside:
            while (spent := time.monotonic() - start) < self.plan.seconds:
                progress = spent / self.plan.seconds
                coming.imitating = self.fresh and progress < self.plan.imitate
                self.renew()
                playing = beside.submit(self.collect, coming)
                told = self.learn(done, progress)
                playing.result()
                self.updates += 1
                now = time.monotonic()
                if now - told_at >= every:
                    told_at = now
                    self.tell(told, now - start, imitating=done.imitating)
                if now - saved_at >= SAVE_EVERY:
                    saved_at = now
                    self.save(out)
                done, coming = coming, done

    def tell(self, told: dict[str, float], spent: float, *, imitating: bool) -> None:
        """Say how it goes, and note it for the curve."""
        point = {key: round(float(value), 4) for key, value in told.items()}
        if self.rival is not None:
            point["ahead"] = round(self.ahead / max(1, self.rounds - self.told_rounds), 2)
            self.ahead, self.told_rounds = 0.0, self.rounds
        losses = ", ".join(f"{key} {value:.3f}" for key, value in point.items())
        self.spent = round(spent)
        point |= self.so_far()
        self.curve.append(point)
        self.duels.note(self.curve, self.say)
        self.say(
            f"{spent:.0f} s, {self.decisions / 1e6:.0f} M decisions ({self.decisions / spent / 1e3:.0f} k/s), "
            f"{self.rounds} rounds, {self.updates} updates: {losses}" + (" (imitating)" if imitating else "")
        )

    def so_far(self) -> dict[str, float]:
        """How far the training is."""
        return {"seconds": self.spent, "decisions": self.decisions, "rounds": self.rounds}

    def write_curve(self, out: Path) -> None:
        """How it learned so far."""
        out.with_suffix(".json").write_text(json.dumps(self.curve))

    def save(self, out: Path) -> None:
        """The checkpoint, the net that ships, and the curve."""
        out.parent.mkdir(parents=True, exist_ok=True)
        learned = {"player": self.player.state_dict(), "critic": self.critic.state_dict()}
        decisions = self.before + self.decisions
        torch.save(learned | {"decisions": decisions}, out.with_suffix(".pt"))
        arrays = {
            f"{name}.{field}": getattr(layer, field).detach().float().cpu().numpy()
            for name, layer in self.layers().items()
            for field in ("weight", "bias")
        }
        plan = {key: value for key, value in asdict(self.plan).items() if key != "games"}
        about = {
            "case": self.rules.case.name,
            "rows": str(VERSION),
            "casefile": __version__,
            "decisions": str(decisions),
            "plan": json.dumps(plan),
        }
        write_tensors(out.with_suffix(".safetensors"), arrays, about)
        self.duels.begin(out.with_suffix(".safetensors"), self.so_far())
        self.write_curve(out)
