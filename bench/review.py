"""How fast matches are reviewed, and how far the verdicts can be trusted.

    python bench/review.py                  decisions reviewed per second
    python bench/review.py --levels         what each level loses per decision, judged by a deep search
    python bench/review.py --truth          what claimed losses come to when rounds are played out by the net

It prints Markdown, as it stands in docs/study.md.
"""

import argparse
from collections.abc import Iterator
from time import process_time

import numpy as np
import numpy.typing as npt

from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.learn.lookahead import Try, play_on, rows_of
from casefile.learn.lookahead import judge as criticize
from casefile.learn.vidocq import advise
from casefile.match import Match
from casefile.players import LEVELS, make_bot, seated
from casefile.players.play import play_match
from casefile.registry import cases, rules_for
from casefile.study.judge import NetJudge, Race, judge_for
from casefile.study.questions import DEEP, QUICK, Question, situation_of
from casefile.study.review import begin, review, verdict_on, walk
from casefile.study.units import POINT

Points = npt.NDArray[np.float64]  # of one action, by world; not a number where a round had no end
Entered = tuple[Race, list[Try]]
SHOWN = ("random", *LEVELS)
SPREAD = 3  # matches, at least, over which decisions are spread
LIKELY = 4  # actions that look best are judged beside those that were chosen
WORLDS = 24  # in which a claimed loss is played out
LONGEST = 160  # decisions of a round that is played out


def matches(rules: Rules, bots: list[str]) -> Iterator[Match]:
    """Matches of these bots, one after the other."""
    number = 0
    while True:
        number += 1
        match = Match(rules, f"review/{number}", log=True)
        with seated(bots, rules) as players:
            play_match(match, players)
        yield match


def questions(rules: Rules, bots: list[str], count: int) -> list[Question]:
    """So many decisions with a choice."""
    found: list[Question] = []
    for match in matches(rules, bots):
        found += [step.question for step in walk(match) if step.question and len(step.question.actions) > 1]
        if len(found) >= count:
            return found[:count]
    raise AssertionError


def measure_speed(rules: Rules) -> str:
    """One match of two players: until the graph is there, until all is graded, decisions per second; in CPU time."""
    match = next(matches(rules, ["constable", "inspector"]))
    start = process_time()
    begin(match)
    graph = process_time() - start
    start = process_time()
    looked = review(match)
    whole = process_time() - start
    graded = sum(step.verdict is not None for step in looked.steps)
    return f"{rules.case.name} | {graded} | {graph:.2f} | {whole:.1f} | {graded / whole:.0f}"


def common_questions(rules: Rules, count: int) -> list[Question]:
    """Decisions of sound players in several matches: every level is asked the same ones."""
    found: list[Question] = []
    for match in matches(rules, ["sergeant"] * rules.seats):
        asked = [step.question for step in walk(match) if step.question and len(step.question.actions) > 1]
        found += asked[:: max(1, SPREAD * len(asked) // count)]
        if len(found) >= count:
            return found[:count]
    raise AssertionError


def measure_levels(rules: Rules, decisions: int) -> str:
    """What each level loses per decision, in points, in the same situations.

    Judged by a search that is deeper than any of theirs: every action that one of them chooses, and those that look
    best, looked ahead from in the same 96 worlds each.
    """
    judge = judge_for(rules, DEEP)
    if not isinstance(judge, NetJudge):
        return " | ".join([rules.case.name, *["–" for _ in SHOWN]])
    asked = common_questions(rules, decisions)
    chosen: dict[str, list[int]] = {}
    for level in SHOWN:
        bot = make_bot(level, rules)
        chosen[level] = [bot.decide(situation_of(each)).action for each in asked]
    worths = []
    for at, each in enumerate(asked):
        weights = judge.policy.weigh(each.view, each.actions)
        likely = sorted(range(len(weights)), key=lambda one: -weights[one])[:LIKELY]
        actions = {each.actions[one] for one in likely} | {choices[at] for choices in chosen.values()}
        worths.append(deep_worths(rules, judge, each, sorted(actions)))
    figures = []
    for level in SHOWN:
        losses = [loss_in(worth, action) for worth, action in zip(worths, chosen[level], strict=True)]
        figures.append(f"{np.mean(losses):.2f} ± {1.96 * np.std(losses) / len(losses) ** 0.5:.2f}")
    return " | ".join([rules.case.name, *figures])


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
    race, tries = race_of(rules, judge, question, actions, DEEP.worlds)
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


def measure_truth(rules: Rules, decisions: int) -> str:
    """What the quick judge claims that decisions cost, and what they cost when rounds are played out."""
    judge = judge_for(rules, QUICK)
    if not isinstance(judge, NetJudge):
        return f"{rules.case.name} | – | – | –"
    judge.slope = 1.0  # what is measured here
    claimed, found = [], []
    asked = questions(rules, ["constable", "inspector"], decisions)
    for question, said in zip(asked, judge.appraise(asked), strict=True):
        best, loss = said.candidates[0], verdict_on(question.chosen, said).loss.points / POINT
        if not loss:
            continue
        means = played_out_worths(rules, judge, question, [best.action, question.chosen])
        claimed.append(loss)
        found.append(np.nanmean(means[best.action]) - np.nanmean(means[question.chosen]))
    slope = np.dot(claimed, found) / np.dot(claimed, claimed)
    return f"{rules.case.name} | {len(claimed)} | {np.mean(claimed):.2f} | {np.mean(found):.2f} | {slope:.2f}"


def main() -> None:
    """Measure what was asked for, in every case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--levels", action="store_true", help="what each level loses per decision")
    what.add_argument("--truth", action="store_true", help="what claimed losses come to")
    parser.add_argument("--decisions", type=int, default=400, help="of each level, or to play out (400)")
    parser.add_argument("--case", choices=list(cases()), help="only this one")
    options = parser.parse_args()
    heads: tuple[str, ...] = ("case", "decisions", "seconds to the graph", "seconds in all", "decisions per second")
    if options.levels:
        heads = ("case", *SHOWN)
    elif options.truth:
        heads = ("case", "decisions", "claimed", "played out", "slope")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for case in [options.case] if options.case else cases():
        rules = rules_for(case, 2)
        if options.levels:
            line = measure_levels(rules, options.decisions)
        elif options.truth:
            line = measure_truth(rules, options.decisions)
        else:
            line = measure_speed(rules)
        print(f"| {line} |", flush=True)


if __name__ == "__main__":
    main()
