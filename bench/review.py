"""How fast matches are reviewed, and how far the verdicts can be trusted.

    python bench/review.py                  decisions reviewed per second
    python bench/review.py --levels         what each level loses per decision, judged by a deep search
    python bench/review.py --truth          what claimed losses come to when rounds are played out by the net
    python bench/review.py --coach          how often the coach speaks to each level, and whether it is right

It prints Markdown, as it stands in docs/study.md.
"""

import argparse
import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from time import process_time
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.learn.lookahead import Try, play_on, rows_of
from casefile.learn.lookahead import judge as criticize
from casefile.learn.vidocq import advise
from casefile.match import Match
from casefile.players import LEVELS, make_bot, seated
from casefile.players.play import decisions_of, play_match
from casefile.registry import cases, rules_for
from casefile.study.coach import costly, loss_of
from casefile.study.judge import NetJudge, Race, judge_for
from casefile.study.questions import DEEP, QUICK, Question, situation_of
from casefile.study.review import begin, review, verdict_on, walk
from casefile.study.units import POINT
from casefile.work import run_tasks

Row = TypeVar("Row")
Points = npt.NDArray[np.float64]  # of one action, by world; not a number where a round had no end
SHOWN = ("random", *LEVELS)
SPREAD = 10  # decisions of a match that every level is asked, so that many matches have a say
LIKELY = 4  # actions that look best are judged beside those that were chosen
DEEPER = 2 * DEEP.worlds  # in which each of them is looked ahead from: more than any level tries
COACHED = ("constable", "sergeant", "dupin")  # who plays against a sergeant, with the coach looking on
WORLDS = 24  # in which a claimed loss is played out
LONGEST = 160  # decisions of a round that is played out


def played(rules: Rules, bots: list[str], number: int) -> Match:
    """A match of these bots."""
    match = Match(rules, f"review/{number}", log=True)
    with seated(bots, rules) as players:
        play_match(match, players)
    return match


def questions(match: Match) -> list[Question]:
    """Its decisions with a choice."""
    return [step.question for step in walk(match) if step.question and len(step.question.actions) > 1]


def gather(work: Callable[[int], list[Row]], matches: int, jobs: int) -> list[Row]:
    """What so many matches give."""
    return [row for _, rows in run_tasks(work, range(1, matches + 1), jobs) for row in rows]


def measure_speed(rules: Rules) -> str:
    """One match of two players: until the graph is there, until all is graded, decisions per second; in CPU time."""
    match = played(rules, ["constable", "inspector"], 1)
    start = process_time()
    begin(match)
    graph = process_time() - start
    start = process_time()
    looked = review(match)
    whole = process_time() - start
    graded = sum(step.verdict is not None for step in looked.steps)
    return f"{rules.case.name} | {graded} | {graph:.2f} | {whole:.1f} | {graded / whole:.0f}"


def losses_in(case: str, number: int) -> list[dict[str, float]]:
    """What each level loses by its decision, in points, in the same situations of one match between sound players.

    Judged by a search that is deeper than any of theirs: every action that one of them chooses, and those that look
    best, looked ahead from in the same worlds.
    """
    rules = rules_for(case, 2)
    judge = judge_for(rules, DEEP)
    assert isinstance(judge, NetJudge)
    match = played(rules, ["sergeant"] * rules.seats, number)
    asked = [situation for situation, _ in decisions_of(match) if len(situation.actions) > 1]
    bots = {level: make_bot(level, rules) for level in SHOWN}
    found = []
    for each in asked[number % SPREAD :: max(1, len(asked) // SPREAD)]:
        chosen = {level: bot.decide(each).action for level, bot in bots.items()}
        weights = judge.policy.weigh(each.view, each.actions)
        likely = np.argsort(weights)[-LIKELY:]
        actions = {each.actions[one] for one in likely} | set(chosen.values())
        worths = deep_worths(rules, judge, Question(each.view, each.actions, each.target), sorted(actions))
        found.append({level: loss_in(worths, action) for level, action in chosen.items()})
    return found


def measure_levels(rules: Rules, matches: int, jobs: int) -> str:
    """What each level loses per decision, and by how much that is less than what the level before it loses."""
    name = rules.case.name
    if not isinstance(judge_for(rules), NetJudge):
        return " | ".join([name, *["–" for _ in range(len(SHOWN) + 1)]])
    found = gather(partial(losses_in, name), matches, jobs)
    figures = [figure([row[level] for row in found]) for level in SHOWN]
    steps = [figure([row[worse] - row[better] for row in found]) for worse, better in pairwise(SHOWN)]
    return " | ".join([name, str(len(found)), *figures]) + f" |\n| {name}, less by | | | " + " | ".join(steps)


def figure(values: list[float]) -> str:
    """A mean with its interval of 95 %."""
    return f"{np.mean(values):.2f} ± {1.96 * np.std(values) / len(values) ** 0.5:.2f}"


def loss_in(worths: dict[int, Points], action: int) -> float:
    """By how much the best action is better; what is best is found in other worlds than those in which it counts."""
    halves = [{each: np.nanmean(found[half::2]) for each, found in worths.items()} for half in (0, 1)]
    losses = [there[max(here, key=here.__getitem__)] - there[action] for here, there in (halves, halves[::-1])]
    return float(np.mean(losses))


def race_of(
    rules: Rules, judge: NetJudge, question: Question, actions: list[int], worlds: int
) -> tuple[Race, list[Try]]:
    """A race of some actions, in other worlds than those of a verdict, and what is to be tried in it."""
    situation = situation_of(question)
    race = Race(rules, judge.policy, situation, len(question.actions), judge.net, advise(judge.net, situation))
    race.rng.below(65536)
    race.deal(worlds)
    for racer in race.racers:
        racer.is_out = racer.action not in actions
    return race, race.more_tries(worlds)


def deep_worths(rules: Rules, judge: NetJudge, question: Question, actions: list[int]) -> dict[int, Points]:
    """The points ahead of each action, in the same worlds: looked ahead until it is the seat's turn again."""
    race, tries = race_of(rules, judge, question, actions, DEEPER)
    play_on(rules, judge.net, tries)
    criticize(rules, judge.net, tries)
    return {racer.action: np.array(racer.points) for racer in race.racers if not racer.is_out}


def played_out_worths(rules: Rules, judge: NetJudge, question: Question, actions: list[int]) -> dict[int, Points]:
    """The same where all seats play on to the end of the round, as the net would."""
    race, tries = race_of(rules, judge, question, actions, WORLDS)
    play_to_the_end(rules, judge, tries)
    points: dict[int, list[float]] = {action: [] for action in actions}
    for one in tries:
        points[one.racer.action].append(race.result(one.state)[1] if one.state.phase == OVER else np.nan)
    return {action: np.array(found) for action, found in points.items()}


def play_to_the_end(rules: Rules, judge: NetJudge, tries: list[Try]) -> None:
    """All seats play on as the net would."""
    for _ in range(LONGEST):
        running = []
        for one in tries:
            state = one.state
            while state.phase != OVER and len(legal := rules.legal(state, state.actor())) == 1:
                rules.apply(state, state.actor(), legal[0])
            if state.phase != OVER:
                one.legal = legal
                running.append(one)
        if not running:
            return
        chosen = judge.net.choose(rows_of(rules, judge.net, running), [one.legal for one in running])
        for one, action in zip(running, chosen, strict=True):
            rules.apply(one.state, one.state.actor(), action)


def claims_in(case: str, number: int) -> list[tuple[float, float]]:
    """What the quick judge claims that decisions of one match cost, and what they cost when rounds are played out."""
    rules = rules_for(case, 2)
    judge = judge_for(rules, QUICK)
    assert isinstance(judge, NetJudge)
    judge.slope = 1.0  # what is measured here
    rows = []
    asked = questions(played(rules, ["constable", "inspector"], number))
    asked = asked[number % SPREAD :: max(1, len(asked) // (3 * SPREAD))]
    for question, said in zip(asked, judge.appraise(asked), strict=True):
        best, loss = said.candidates[0], verdict_on(question.chosen, said).loss.points / POINT
        if loss:
            worths = played_out_worths(rules, judge, question, [best.action, question.chosen])
            rows.append((loss, float(np.nanmean(worths[best.action]) - np.nanmean(worths[question.chosen]))))
    return rows


def measure_truth(rules: Rules, matches: int, jobs: int) -> str:
    """What the quick judge claims, what is true, and how the two go together."""
    if not isinstance(judge_for(rules), NetJudge):
        return f"{rules.case.name} | – | – | – | –"
    claimed, found = np.array(gather(partial(claims_in, rules.case.name), matches, jobs)).T
    slope = np.dot(claimed, found) / np.dot(claimed, claimed)
    doubt = 1.96 * np.sqrt(np.dot(claimed**2, (found - slope * claimed) ** 2)) / np.dot(claimed, claimed)
    means = f"{np.mean(claimed):.2f} | {figure(list(found))}"
    return f"{rules.case.name} | {len(claimed)} | {means} | {slope:.2f} ± {doubt:.2f}"


def words_in(case: str, number: int) -> list[tuple[str, int, float, float, float]]:
    """What the coach says to each level in two rounds: decisions, and for each word what it claims and what is true.

    A row with no claim stands for a round, so that words per round can be counted. What is true is looked ahead for in
    more worlds, and played out.
    """
    rules = rules_for(case, 2)
    judge = judge_for(rules, DEEP)
    assert isinstance(judge, NetJudge)
    rows = []
    for level in COACHED:
        match = Match(rules, f"coach/{number}", log=True)
        with seated([level, "sergeant"], rules) as players:
            play_match(match, players, most=2)
        rows += [(level, 1, 0.0, 0.0, 0.0) for _ in match.rounds]
        for question in [one for one in questions(match) if one.view.seat == 0]:
            better = costly(rules, question)
            if better is not None:
                pair = [better.action, question.chosen]
                found = [look(rules, judge, question, pair) for look in (deep_worths, played_out_worths)]
                deep, out = (float(np.nanmean(each[pair[0]]) - np.nanmean(each[pair[1]])) for each in found)
                rows.append((level, 0, loss_of(better, question.chosen).points, deep, out))
    return rows


def measure_coach(rules: Rules, matches: int, jobs: int) -> str:
    """For each level: words per round, the points that they claim, and what these come to."""
    name = rules.case.name
    if not isinstance(judge_for(rules), NetJudge):
        return f"{name} | – | – | – | – | –"
    found = gather(partial(words_in, name), matches, jobs)
    lines = []
    for level in COACHED:
        rounds = sum(row[1] for row in found if row[0] == level)
        said = np.array([row[2:] for row in found if row[0] == level and not row[1]]).reshape(-1, 3)
        figures = ["–"] * 3
        if len(said):
            figures = [f"{said[:, 0].mean():.1f}", f"{(said[:, 1] > 0).mean():.0%}", figure(list(said[:, 2]))]
        lines.append(" | ".join([name, level, str(rounds), f"{len(said) / rounds:.2f}", *figures]))
    return " |\n| ".join(lines)


def main() -> None:
    """Measure what was asked for, in every case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--levels", action="store_true", help="what each level loses per decision")
    what.add_argument("--truth", action="store_true", help="what claimed losses come to")
    what.add_argument("--coach", action="store_true", help="how often the coach speaks")
    parser.add_argument("--matches", type=int, default=10, help="that are played for it in each case (10)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    parser.add_argument("--case", choices=list(cases()), help="only this one")
    options = parser.parse_args()
    heads: tuple[str, ...] = ("case", "decisions", "seconds to the graph", "seconds in all", "decisions per second")
    if options.levels:
        heads = ("case", "situations", *SHOWN)
    elif options.truth:
        heads = ("case", "losses", "claimed", "played out", "slope")
    elif options.coach:
        heads = ("case", "level", "rounds", "words per round", "claimed", "a deep search agrees", "played out")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)
    for case in [options.case] if options.case else cases():
        rules = rules_for(case, 2)
        if options.levels:
            line = measure_levels(rules, options.matches, options.jobs)
        elif options.truth:
            line = measure_truth(rules, options.matches, options.jobs)
        elif options.coach:
            line = measure_coach(rules, options.matches, options.jobs)
        else:
            line = measure_speed(rules)
        print(f"| {line} |", flush=True)


if __name__ == "__main__":
    main()
