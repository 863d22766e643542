"""How good the beliefs of the nets are: calibration and log loss over many decisions of games between bots.

    python bench/belief.py --decisions 10000 --picture docs/images/belief.svg --data docs/images/belief.json

For every decision, each hidden card of which it is not certain where it lies is looked up in what the net believes
(casefile.learn.belief), in the uniform deal that agrees with all that is certain, and in dupin's likely worlds. It
prints a Markdown table, in nats per card; `--data` keeps the figures, `--picture` draws them.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from casefile.arena.plots import Plot, colour, picture
from casefile.bots.base import Decision, Situation
from casefile.bots.deduce import CHOICE, Suspicions
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError
from casefile.learn.belief import Hidden, net_weights
from casefile.learn.net import Net, net_of
from casefile.match import Match
from casefile.players import seated
from casefile.players.play import play_match, story_of
from casefile.registry import case_named, cases, rules_for

Table = npt.NDArray[np.float64]  # place, kind
BINS = 20
GROUPS = 10  # of worlds, from each of which dupin takes one
OFTEN = 4  # dupin's worlds are dealt at each fourth decision, as that takes most of the time
LEAST = 0.05  # how much of the uniform deal is mixed into dupin's, whose few worlds leave out what is rare


@dataclass
class Tally:
    """What was believed, and what was true, over many hidden cards."""

    cards: float = 0.0
    loss: float = 0.0
    weights: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(BINS))
    believed: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(BINS))
    true: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(BINS))

    def add(self, chances: Table, lying: Table) -> None:
        """Count cards of some kinds: by place and kind, the chance, and how many really lay there."""
        copies = lying.sum(0)
        self.cards += copies.sum()
        self.loss -= float((lying * np.log(np.maximum(chances, 1e-9))).sum())
        bins = np.minimum((chances * BINS).astype(int), BINS - 1)
        for sums, values in ((self.weights, copies), (self.believed, chances * copies), (self.true, lying)):
            np.add.at(sums, bins, np.broadcast_to(values, chances.shape))

    def error(self) -> float:
        """The expected calibration error: how far chances and shares are apart, in the mean."""
        return float(np.abs(self.believed - self.true).sum() / self.weights.sum())

    def per_card(self) -> float:
        """The log loss in nats per card."""
        return self.loss / self.cards


@dataclass
class Tallies:
    """What the net, the uniform deal and dupin believed."""

    decisions: int = 0
    net: Tally = field(default_factory=Tally)
    uniform: Tally = field(default_factory=Tally)
    net_where_dupin: Tally = field(default_factory=Tally)  # the net at those decisions where dupin was asked, too
    dupin: Tally = field(default_factory=Tally)


def decisions(rules: Rules, bots: Sequence[str], seed: str, count: int) -> Iterator[tuple[Situation, State]]:
    """Decisions with a choice, out of matches of these bots, each with the story and the real state."""
    found: list[tuple[Situation, State]] = []

    def watch(situation: Situation, decision: Decision, seconds: float) -> None:
        if len(situation.actions) > 1:
            seat = situation.view.seat
            told = Situation(situation.view, situation.actions, match.target, situation.seed, story_of(match, seat))
            found.append((told, match.state.clone()))

    number = given = 0
    while given < count:
        match = Match(rules, f"{seed}/{number}", log=True)
        number += 1
        with seated([bots[seat % len(bots)] for seat in range(rules.seats)], rules) as players:
            play_match(match, players, watch=watch)
        yield from found[: count - given]
        given += len(found)
        found.clear()


def dupins_chances(rules: Rules, situation: Situation, hidden: Hidden, flat: Table, rng: Rng) -> Table:
    """What `likely_world` brings on average: of each group of worlds one, by how well it explains what was seen."""
    suspicions = Suspicions(rules, situation)
    total = np.zeros_like(flat)
    for _ in range(GROUPS):
        worlds = [rules.determinize(situation.view, rng) for _ in range(CHOICE)]
        weights = np.array([suspicions.weight(world) for world in worlds])
        lying = np.array([hidden.unsure(world) for world in worlds])
        total += np.tensordot(weights / weights.sum(), lying, 1)
    copies = total.sum(0)
    shares = np.divide(total, copies, out=np.zeros_like(total), where=copies > 0)
    return np.asarray((1 - LEAST) * shares + LEAST * flat)


def measure(rules: Rules, net: Net, bots: Sequence[str], seed: str, count: int, trust: float) -> Tallies:
    """Hold the beliefs against what was true."""
    tallies = Tallies()
    for situation, state in decisions(rules, bots, seed, count):
        rng = Rng(f"{situation.seed}/belief")
        hidden = Hidden(rules, situation.view, rng)
        open_kinds = np.sum(hidden.possible, 0) > 1
        lying = np.array(hidden.unsure(state))[:, open_kinds]
        places = net.look(situation.view, situation.target).places
        believed = np.array(hidden.fit(net_weights(hidden, places, trust)).chances())[:, open_kinds]
        flat = np.array(hidden.fit_evenly().chances())
        tallies.decisions += 1
        tallies.net.add(believed, lying)
        tallies.uniform.add(flat[:, open_kinds], lying)
        if tallies.decisions % OFTEN == 0:
            tallies.net_where_dupin.add(believed, lying)
            tallies.dupin.add(dupins_chances(rules, situation, hidden, flat, rng)[:, open_kinds], lying)
    return tallies


def as_json(case: str, players: int, bots: Sequence[str], net: Net, tallies: Tallies) -> dict[str, Any]:
    """The figures of one game."""
    return {
        "case": case,
        "title": case_named(case).title,
        "players": players,
        "bots": list(bots),
        "net": net.about.get("decisions"),
        "decisions": tallies.decisions,
        "cards": round(tallies.net.cards),
        "calibration_error": {
            "net": round(tallies.net.error(), 4),
            "uniform": round(tallies.uniform.error(), 4),
            "dupin": round(tallies.dupin.error(), 4),
        },
        "log_loss": {"net": round(tallies.net.per_card(), 4), "uniform": round(tallies.uniform.per_card(), 4)},
        "log_loss_where_dupin": {
            "net": round(tallies.net_where_dupin.per_card(), 4),
            "dupin": round(tallies.dupin.per_card(), 4),
        },
        "curve": [
            [round(float(believed / weight), 4), round(float(true / weight), 4), round(float(weight))]
            for weight, believed, true in zip(tallies.net.weights, tallies.net.believed, tallies.net.true, strict=True)
            if weight > 0
        ],
    }


def table(games: list[dict[str, Any]]) -> str:
    """The figures as a Markdown table."""
    lines = [
        "| | decisions | calibration error | log loss: net | uniform deal | at each fourth decision: net | dupin |",
        "|---|---|---|---|---|---|---|",
    ]
    for game in games:
        cells = [
            f"{game['title']}, {game['players']} players",
            f"{game['decisions']:,}",
            f"{100 * game['calibration_error']['net']:.1f} %",
            f"{game['log_loss']['net']:.3f}",
            f"{game['log_loss']['uniform']:.3f}",
            f"{game['log_loss_where_dupin']['net']:.3f}",
            f"{game['log_loss_where_dupin']['dupin']:.3f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def draw(games: list[dict[str, Any]]) -> str:
    """How often a card lay where it was believed to lie with some chance: on the line, if the belief is right."""
    told = "; ".join(f"{game['title']} {100 * game['calibration_error']['net']:.1f} %" for game in games)
    plot = Plot("Chances that the nets give hidden cards, and how often these lay there", told, (0, 1), (0, 1), 360, 44)
    percent = [0, 0.25, 0.5, 0.75, 1]
    plot.y_axis(percent, lambda share: f"{100 * share:.0f} %")
    plot.x_axis(percent, lambda share: f"{100 * share:.0f} %", "chance given; upwards: share that lay there")
    plot.stroke(plot.across(0), plot.up(0), plot.across(1), plot.up(1), "even")
    for at, game in enumerate(games):
        points = [(given, true) for given, true, weight in game["curve"] if weight >= 100]
        plot.line(points, colour(at))
        for given, true in points:
            plot.dot(plot.across(given), plot.up(true), colour(at))
        words = f"{game['title']} {100 * game['calibration_error']['net']:.1f} %"
        plot.text(plot.across(1), plot.up(0.04) - 16 * (len(games) - 1 - at), words, f"series {colour(at)}", "end")
    return picture(plot.svg())


def main() -> None:
    """Measure, print, keep and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="which cases (all that have a net)")
    parser.add_argument("--decisions", type=int, default=10_000, metavar="N", help="for each case (10000)")
    parser.add_argument("--players", type=int, metavar="N", help="how many play (the fewest of the case)")
    parser.add_argument("--bots", default="vidocq:0", metavar="BOT,…", help="who plays (vidocq:0)")
    parser.add_argument("--trust", type=float, default=1.0, metavar="T", help="in what the net infers, 0 to 1 (1)")
    parser.add_argument("--seed", default="belief", metavar="S", help="of the deals")
    parser.add_argument("--data", type=Path, metavar="FILE", help="keep the figures here, as JSON")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw them, as SVG")
    options = parser.parse_args()
    games: list[dict[str, Any]] = []
    try:
        for case in options.cases or list(cases()):
            rules = rules_for(case, options.players)
            net = net_of(rules)
            if net is None:
                print(f"{case}: has no net")
                continue
            bots = options.bots.split(",")
            tallies = measure(rules, net, bots, options.seed, options.decisions, options.trust)
            games.append(as_json(case, rules.seats, bots, net, tallies))
            print(json.dumps(games[-1]["log_loss"] | games[-1]["calibration_error"]), case, flush=True)
    except CasefileError as error:
        parser.error(str(error))
    print(table(games))
    if options.data:
        options.data.write_text("[\n" + ",\n".join(json.dumps(game) for game in games) + "\n]\n", "utf-8")
    if options.picture and games:
        options.picture.write_text(draw(games), "utf-8")


if __name__ == "__main__":
    main()
