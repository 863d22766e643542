"""How long nets take in a browser's Python: a decision of vidocq, and the review of a match.

make site && .venv-web/bin/node web/scripts/run.mjs build/site/engine bench/tab_nets.py
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match, situation_of
from casefile.registry import cases, rules_for
from casefile.study.review import begin, find_luck, judge_some

DECISIONS = 25
JUDGED = 24  # decisions of a review that are timed; the others take as long


def seconds(work: Callable[[], Any]) -> float:
    """How long something takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def decisions(case: str) -> list[float]:
    """How long vidocq thinks at the beginning of a match, in order of size."""
    rules = rules_for(case, 2)
    bot = make_bot("vidocq:400", rules)
    match = Match(rules, "speed")
    times: list[float] = []
    while len(times) < DECISIONS and match.round.result is None:
        seat = match.state.actor()
        began = perf_counter()
        decided = bot.decide(situation_of(match, seat, story=True))
        times.append(perf_counter() - began)
        match.play(seat, decided.action)
    return sorted(times)


def review(case: str) -> str:
    """The review of a match of two sergeants."""
    rules = rules_for(case, 2)
    match = Match(rules, "review", log=True)
    play_match(match, [make_bot("sergeant", rules) for _ in range(2)], cap=400, most=50)
    graph = seconds(lambda: begin(match))
    looked = begin(match)
    luck = seconds(lambda: find_luck(looked))
    _, total = judge_some(match, 0, 0)
    whole = luck + seconds(lambda: judge_some(match, 0, JUDGED)) * total / JUDGED
    return f"{len(match.rounds)} rounds, {total} decisions: graph {graph:.1f} s, review {whole:.1f} s"


if __name__ == "__main__":
    for name in cases():
        times = decisions(name)
        mean, most = sum(times) / len(times), times[int(0.95 * len(times))]
        print(f"{name}: vidocq {mean:.2f} s, 95 of 100 within {most:.2f} s; {review(name)}", flush=True)
