"""A review as data and in sentences."""

from collections.abc import Set
from typing import Any

from casefile.bots.base import Candidate
from casefile.study.judge import NetJudge
from casefile.study.ledger import Ledger, ledger, whole_parts
from casefile.study.review import GRADES, Review, Step
from casefile.study.units import CHANCE, POINT, Units
from casefile.text.language import Speaker

VERSION = 1
FIVE = 5  # decisions that are named
OPTIONS = 6  # that are listed of a decision
NOTHING_TOLD: dict[str, Any] = {
    "decisions": 0,
    "loss": [0, 0],
    "mark": 0.0,
    "grades": dict.fromkeys(GRADES, 0),
    "worst": [],
    "sentence": "",
    "ledger": {},
    "lines": [],
}
SWING = 1_000  # of the match: a step that changes as much is marked


def report(review: Review, speaker: Speaker, hidden: Set[int] = frozenset()) -> dict[str, Any]:
    """A review as JSON data. Figures are whole numbers, in the units that it names, so that sums are exact.

    Nothing is told of what is thought of the decisions of hidden seats, but for their sum in the others' ledgers.
    """
    match = review.match
    data: dict[str, Any] = {
        "version": VERSION,
        "case": match.rules.case.name,
        "names": speaker.seats,
        "sides": match.rules.sides,
        "judge": "net" if isinstance(review.judge, NetJudge) else "playing out",
        "words": speaker.words["review"] | {key: speaker.words["hint"][key] for key in ("decimal", "percent")},
        "units": {"chance": CHANCE, "points": POINT},
        "scores": match.scores,
        "winner": review.winner(),
        "steps": [step_to_dict(review, at, speaker) for at in range(len(review.steps))],
        "seats": [seat_to_dict(review, seat, speaker) for seat in range(match.rules.seats)],
        "hidden": sorted(hidden),
    }
    for step in data["steps"]:
        if step["seat"] in hidden:
            step["decision"] = None
    for seat in hidden:
        data["seats"][seat] |= NOTHING_TOLD
    return data


def step_to_dict(review: Review, at: int, speaker: Speaker) -> dict[str, Any]:
    """One step: what it came to, what of that was chance, and what is thought of the decision."""
    step = review.steps[at]
    change = max([abs(now.chance - old.chance) for now, old in zip(step.worth, review.starts(at), strict=True)])
    data: dict[str, Any] = {
        "round": step.round,
        "seat": step.seat,
        "action": None if step.action is None else speaker.rules.actions[step.action].text,
        "chance": [worth.chance for worth in step.worth],
        "points": [worth.points for worth in step.worth],
        "swing": change >= SWING,
        "luck": None,
        "decision": None,
    }
    if step.luck is not None:
        data["luck"] = {
            "name": step.luck_name,
            "chance": [luck.chance for luck in step.luck],
            "points": [luck.points for luck in step.luck],
        }
    if step.verdict is not None:
        data["decision"] = decision_to_dict(step, speaker)
    return data


def decision_to_dict(step: Step, speaker: Speaker) -> dict[str, Any]:
    """What is thought of a decision: its grade, the best alternative with its reason, and the other options."""
    verdict = step.verdict
    assert verdict is not None
    candidates = verdict.decided.candidates
    shown = candidates[:OPTIONS]
    if all(one.action != verdict.action for one in shown):
        shown = [*shown[:-1], next(one for one in candidates if one.action == verdict.action)]
    return {
        "grade": verdict.grade,
        "loss": verdict.loss.pair(),
        "text": speaker.action(verdict.action),
        "best": speaker.rules.actions[verdict.best.action].text,
        "best_text": speaker.action(verdict.best.action),
        "reason": speaker.reason(verdict.decided.reason),
        "options": [option_to_dict(one, speaker) for one in shown],
    }


def option_to_dict(one: Candidate, speaker: Speaker) -> dict[str, Any]:
    """A legal action and its value."""
    return {
        "action": speaker.rules.actions[one.action].text,
        "text": speaker.action(one.action),
        "chance": round(one.chance * CHANCE),
        "points": round(one.points * POINT),
        "tries": one.tries,
    }


def seat_to_dict(review: Review, seat: int, speaker: Speaker) -> dict[str, Any]:
    """What a seat made of the match."""
    decisions = review.decisions(seat)
    account = ledger(review, seat)
    lost = -account.own
    count = len(decisions)
    grades = [step.verdict.grade for step in decisions if step.verdict]
    return {
        "seat": seat,
        "decisions": count,
        "loss": lost.pair(),
        "mark": round(lost.points / POINT / max(1, count), 3),  # points lost per decision
        "grades": {grade: grades.count(grade) for grade in GRADES},
        "worst": [review.steps.index(step) for step in worst(decisions)],
        "sentence": sentence(review, account, speaker),
        "ledger": ledger_to_dict(account),
        "lines": lines_of(account, speaker),
    }


def worst(decisions: list[Step]) -> list[Step]:
    """The decisions that mattered most: those that cost most, by chance to win and then by points."""
    costly = [step for step in decisions if step.verdict is not None and step.verdict.loss]

    def cost(step: Step) -> tuple[int, int]:
        assert step.verdict is not None
        return step.verdict.loss.chance, step.verdict.loss.points

    return sorted(costly, key=cost, reverse=True)[:FIVE]


def ledger_to_dict(account: Ledger) -> dict[str, Any]:
    """A ledger as data: chance and points of each part; they add up to the result."""
    return {
        "start": account.start.pair(),
        "own": account.own.pair(),
        "others": [part.pair() for part in account.others],
        "deal": account.deal.pair(),
        "draws": [part.pair() for part in account.draws],
        "turned": account.turned.pair(),
        "hidden": account.hidden.pair(),
        "shared": account.shared.pair(),
        "ended": account.ended.pair(),
        "result": account.result.pair(),
    }


def sentence(review: Review, account: Ledger, speaker: Speaker) -> str:
    """The result and what it came from, in whole points that add up."""
    others = [seat for seat in range(review.match.rules.seats) if seat != account.seat]
    parts = [account.cards(), account.own, *[account.others[seat] for seat in others], account.shared]
    total = round(account.result.points / POINT)
    whole = whole_parts([part.points for part in parts], total)
    said = [say_part(speaker, "cards", whole[0]), say_part(speaker, "own", whole[1])]
    said += [
        say_part(speaker, "other", points, speaker.seats[seat])
        for seat, points in zip(others, whole[2:-1], strict=True)
    ]
    if whole[-1]:
        said.append(say_part(speaker, "shared", whole[-1]))
    return f"{say_result(review, account, total, speaker)}: {', '.join(part for part in said if part)}."


def say_result(review: Review, account: Ledger, total: int, speaker: Speaker) -> str:
    """Who won, and by how much; or who is ahead, if the match is not finished or was given up."""
    winner = review.winner()
    has_won = winner == account.seat % review.match.rules.sides
    if winner is not None and (review.early is None or not review.early.by_resignation):
        return speaker.say("review", "won" if has_won else "lost", number=abs(total))
    stands = speaker.say("review", "ahead" if total > 0 else "behind" if total < 0 else "level", number=abs(total))
    if winner is None:
        return stands
    return f"{speaker.say('review', 'given-up-won' if has_won else 'given-up-lost')} {stands}"


def say_part(speaker: Speaker, what: str, points: int, who: str = "") -> str:
    """What a part brought or cost; nothing of what did neither, but of one's own decisions always."""
    if not points:
        return speaker.say("review", "own-nothing") if what == "own" else ""
    return speaker.say("review", f"{what}-{'gave' if points > 0 else 'cost'}", number=abs(points), who=who)


def figure(units: int, per: int, decimal: str, digits: int = 1) -> str:
    """A figure with its sign, as the language writes it; what rounds to nothing has none."""
    text = f"{units / per:+.{digits}f}"
    text = text if float(text) else text[1:]
    return text.replace("-", "−").replace(".", decimal)


def percent(units: int, speaker: Speaker, *, signed: bool = True) -> str:
    """A part of the match, or a chance."""
    text = figure(units, CHANCE // 100, speaker.words["hint"]["decimal"])
    return speaker.say("hint", "percent", number=text if signed else text.lstrip("+"))


def lines_of(account: Ledger, speaker: Speaker) -> list[tuple[str, int, int]]:
    """All lines of a ledger with their names, from the start to the result."""
    rows = [(speaker.say("review", "start"), account.start), *ledger_rows(account, speaker)]
    rows.append((speaker.say("review", "result"), account.result))
    return [(name, part.chance, part.points) for name, part in rows]


def ledger_rows(account: Ledger, speaker: Speaker) -> list[tuple[str, Units]]:
    """The lines of a ledger with their names, but those that are empty; start and result stand apart."""
    seats = speaker.seats
    rows = [(speaker.say("review", "own"), account.own)]
    rows += [
        (speaker.say("review", "others", who=seats[seat]), part)
        for seat, part in enumerate(account.others)
        if seat != account.seat
    ]
    rows.append((speaker.say("review", "deal"), account.deal))
    for seat, part in enumerate(account.draws):
        key = "draws-own" if seat == account.seat else "draws"
        rows.append((speaker.say("review", key, who=seats[seat]), part))
    rows += [(speaker.say("review", name), getattr(account, name)) for name in ("turned", "hidden", "shared", "ended")]
    return [row for row in rows if row[1] or row[0] == rows[0][0]]
