"""What a dataset costs: decisions per second of processor time with and without --out, and bytes per decision.

python bench/datasets.py [BOT]
"""

import sys
import time
from dataclasses import replace

from casefile.registry import cases
from casefile.simulate import Batch, Plan, run_batch

MATCHES = 60


def measure(plan: Plan) -> tuple[Batch, float]:
    """Play a batch; what came of it, and decisions per second."""
    start = time.process_time()
    played = run_batch(plan, (0, MATCHES))
    return played, played.tally.decisions / (time.process_time() - start)


def main() -> None:
    """All cases, with the largest number of players."""
    bot = sys.argv[1] if len(sys.argv) > 1 else "random"
    print(f"| game, {bot} bots | decisions/s | with a dataset | ratio | bytes per decision |\n|---|---|---|---|---|")
    for name in cases():
        players = 2 if name == "jekyll-hyde" else 3
        plan = Plan(name, players, None, None, (), None, (bot,), "bench", tables=True)
        run_batch(plan, (0, 1))  # what is imported and looked up once does not count
        plain = measure(replace(plan, tables=False))[1]
        played, speed = measure(plan)
        size = sum(map(len, played.files.values())) / played.tally.decisions
        print(f"| {name}, {players} | {plain:,.0f} | {speed:,.0f} | {plain / speed:.1f} | {size:.0f} |")


if __name__ == "__main__":
    main()
