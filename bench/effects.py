"""What each switch of a case changes: rounds per match, points per round, how often the better player wins.

    python bench/effects.py rue-morgue --pairs 2500 > src/casefile/cases/rue_morgue/effects.toml

A sergeant plays a constable, every deal from both seats. It prints what stands in `effects.toml` of the case.
"""

import argparse
from collections.abc import Iterator

from casefile.core.case import Case
from casefile.core.rules import Rules
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import case_named, rules_for

BETTER, WORSE = "sergeant", "constable"


def switched(case: Case) -> Iterator[tuple[str, Rules]]:
    """The game as it is dealt at first, and with each switch turned."""
    players = case.players[0]
    yield "plain", rules_for(case.name, players)
    for option in case.options:
        yield option, rules_for(case.name, players, options=[option])
    for edition in case.editions[1:]:
        yield edition, rules_for(case.name, players, edition)


def measure(rules: Rules, pairs: int) -> dict[str, float]:
    """Mean figures over matches of two, both seatings of each deal."""
    won = rounds = 0
    points = 0.0
    for deal in range(pairs):
        for seat in (0, 1):
            match = Match(rules, f"effect/{deal}")
            levels = (BETTER, WORSE) if seat == 0 else (WORSE, BETTER)
            play_match(match, [make_bot(level, rules) for level in levels])
            won += match.winner() == seat
            rounds += len(match.rounds)
            points += sum(match.scores) / rules.sides
    matches = 2 * pairs
    return {"rounds": round(rounds / matches, 2), "points": round(points / rounds, 1), "better": won / matches * 100}


def main() -> None:
    """Print the figures as TOML."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case")
    parser.add_argument("--pairs", type=int, default=2500)
    options = parser.parse_args()
    print(f"# What each switch changes, by bench/effects.py: {BETTER} against {WORSE}.")
    print(f"matches = {2 * options.pairs}")
    for name, rules in switched(case_named(options.case)):
        found = measure(rules, options.pairs)
        print(f"\n[switches.{name}]\nrounds = {found['rounds']}\npoints = {found['points']}")
        print(f"better = {found['better']:.1f}", flush=True)


if __name__ == "__main__":
    main()
