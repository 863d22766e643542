"""Records: one text file a match, with everything that happened, enough to replay it exactly.

A header like a chess game's, then the rounds: `Round 1, dealer 2`, one action a line, and a line with the result.
Everything after a `;` is a comment.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from casefile.core.rules import Rules
from casefile.decks import as_begun, load_deck
from casefile.errors import CasefileError, show
from casefile.match import Anew, Match, Round, catch_up
from casefile.registry import case_named, check_revision, rules_for
from casefile.text.notation import Notation

VERSION = "casefile 1"
TAGS = (
    "Format",
    "Case",
    "Edition",
    "Players",
    "Teams",
    "Options",
    "Deck",
    "Rules",
    "Seed",
    "Target",
    "Names",
    "Result",
    "Commitment",
    "Secret",
    "Entropy",
    "Anew",
)
NEEDED = ("Format", "Case", "Players", "Seed")

EARLY = re.compile(r"side ([0-9]) wins (by resignation|after ([0-9]{1,3}) rounds?)")

Watcher = Callable[[Match], None]


class Early(NamedTuple):
    """How a match ended in which nobody reached the target: a side gave up, or no more rounds were to be played."""

    winner: int  # a side
    by_resignation: bool

    def result(self, rounds: int) -> str:
        """The same as a header says it."""
        how = "by resignation" if self.by_resignation else f"after {rounds} round{'s' if rounds > 1 else ''}"
        return f"side {self.winner} wins {how}"


def write_record(
    match: Match,
    names: list[str] | None = None,
    more: dict[str, str] | None = None,
    comments: Mapping[tuple[int, int], str] | None = None,
) -> str:
    """The record of a match, finished or not; `more` are further headers, or others than the match gives.

    A comment stands behind an action, by the number of its round and by its own, both from 1 on.
    """
    rules = match.rules
    variant = rules.variant
    winner = match.winner()
    tags = {
        "Format": VERSION,
        "Case": variant.case,
        "Edition": variant.edition,
        "Players": str(rules.seats),
        "Teams": "yes" if variant.teams else "no",
        "Options": " ".join(variant.options),
        "Deck": json.dumps(rules.deck.overrides, ensure_ascii=False),
        "Seed": match.seed,
        "Target": str(match.target),
        "Names": json.dumps(names or [], ensure_ascii=False),
        "Result": "unfinished" if winner is None else f"side {winner} wins {match.scores[winner]}",
    }
    if match.anew:
        tags["Anew"] = json.dumps(match.anew)
    tags |= more or {}
    lines = [f"[{tag} {json.dumps(value, ensure_ascii=False)}]" for tag, value in tags.items()]
    notation = Notation(rules)
    for number, played in enumerate(match.rounds, 1):
        lines += ["", f"Round {number}, dealer {played.dealer}"]
        for at, (seat, action) in enumerate(played.actions, 1):
            comment = (comments or {}).get((number, at))
            lines.append(notation.write(seat, action) + (f" ; {comment}" if comment else ""))
        if played.is_over():
            lines.append(result_line(played))
    return "\n".join(lines) + "\n"


def result_line(played: Round) -> str:
    """How a round came out, with the points of every side and the scores after it."""
    if played.result is None:
        return "= stopped"
    points = " ".join(str(total) for total in played.result.totals())
    return f"= {played.result.outcome}: {points}"


def read_record(text: str, watch: Watcher | None = None, *, live: bool = False) -> tuple[Match, list[str] | None]:
    """Play a record again; the watcher is called after the deal and after every action."""
    lines = text.splitlines()
    tags, start = read_tags(lines)
    match = match_of(tags, live=live)
    names = read_names(tags, match)
    notation = Notation(match.rules)
    rounds = 0
    for number, raw in enumerate(lines[start:], start + 1):
        line = raw.split(";")[0].strip()
        if not line:
            continue
        try:
            if line.startswith("Round"):
                rounds += 1
                begin_round(match, line, rounds)
                if watch:
                    watch(match)
            elif rounds == 0:
                raise CasefileError('a round must begin with "Round 1, dealer SEAT"')
            elif line.startswith("="):
                end_round(match, line)
            else:
                seat, action = notation.read(line, match.state)
                catch_up(match.rules, match.state, seat)
                refused = match.rules.refusal(match.state, seat, action)
                if refused is not None:
                    raise CasefileError(f"{show(line)}: {notation.speaker.refusal(refused)}")
                match.apply(seat, action)
                if watch:
                    watch(match)
        except CasefileError as error:
            raise CasefileError(f"line {number}: {error}") from None
    return match, names


def read_early(text: str, match: Match) -> Early | None:
    """How the match of a record ended, if it did so before anybody reached the target, as its header says."""
    tags, _ = read_tags(text.splitlines())
    said = EARLY.fullmatch(tags.get("Result", ""))
    if said is None or match.winner() is not None or int(said[1]) >= match.rules.sides:
        return None
    if said[3] is None:
        return Early(int(said[1]), by_resignation=True)
    is_whole = match.round.is_over() and int(said[3]) == len(match.rounds)
    return Early(int(said[1]), by_resignation=False) if is_whole and leads(match.scores, int(said[1])) else None


def leads(scores: list[int], side: int) -> bool:
    """Has a side more points than any other?"""
    return all(score < scores[side] for at, score in enumerate(scores) if at != side)


def read_comments(text: str) -> dict[int, list[str]]:
    """The comments of a record by the step that they belong to, the one before them; deals and actions are steps."""
    lines = text.splitlines()
    _, start = read_tags(lines)
    comments: dict[int, list[str]] = {}
    step = -1
    for raw in lines[start:]:
        line, _, comment = (part.strip() for part in raw.partition(";"))
        if line and not line.startswith("="):
            step += 1
        if comment and step >= 0:
            comments.setdefault(step, []).append(comment)
    return comments


def read_tags(lines: list[str]) -> tuple[dict[str, str], int]:
    """The header, and the number of the line after it."""
    tags: dict[str, str] = {}
    for number, raw in enumerate(lines):
        line = raw.strip()
        if not line or line.startswith(";"):
            continue
        if not line.startswith("["):
            check_tags(tags)
            return tags, number
        match = re.fullmatch(r'\[(\w+) (".*")\]', line)
        try:
            value = json.loads(match[2]) if match else None
        except ValueError:
            value = None
        if match is None or not isinstance(value, str):
            raise CasefileError(f'line {number + 1}: a header line reads like [Seed "1887"], not {show(line)}')
        if match[1] not in TAGS:
            raise CasefileError(f"line {number + 1}: unknown header {show(match[1])}; known: {', '.join(TAGS)}")
        tags[match[1]] = value
    check_tags(tags)
    return tags, len(lines)


def check_tags(tags: dict[str, str]) -> None:
    """The header must say which game this is."""
    for tag in NEEDED:
        if tag not in tags:
            raise CasefileError(f'record: the header [{tag} "…"] is missing')
    if tags["Format"] != VERSION:
        raise CasefileError(f"record: this version reads the format {VERSION!r}, not {show(tags['Format'])}")


def match_of(tags: dict[str, str], *, live: bool = False) -> Match:
    """A new match as the header describes it."""
    for tag in ("Players", "Target"):
        if tag in tags and not re.fullmatch(r"[0-9]{1,6}", tags[tag]):
            raise CasefileError(f"record: {tag} must be a whole number, not {show(tags[tag])}")
    teams = tags.get("Teams")
    if teams not in (None, "yes", "no"):
        raise CasefileError(f"record: Teams must be yes or no, not {show(teams)}")
    try:
        deck = json.loads(tags.get("Deck", "{}"))
    except (ValueError, RecursionError):
        raise CasefileError("record: Deck must hold JSON") from None
    if not re.fullmatch(r"[0-9]{1,6}", tags.get("Rules", "0")):
        raise CasefileError(f"record: Rules must be a whole number, not {show(tags['Rules'])}")
    case = case_named(tags["Case"])
    check_revision(case, int(tags.get("Rules", "0")))
    if isinstance(deck, dict) and list(deck) == load_deck(case.package).names:  # all that the match was begun with
        load_deck(case.package, deck)
        deck = as_begun(case.package, None, deck)
    rules = rules_for(
        tags["Case"],
        int(tags["Players"]),
        tags.get("Edition"),
        None if teams is None else teams == "yes",
        tags.get("Options", "").split(),
        deck,
    )
    target = int(tags["Target"]) if "Target" in tags else None
    return Match(rules, tags["Seed"], target, log=True, live=live, anew=read_anew(tags, rules))


def read_anew(tags: dict[str, str], rules: Rules) -> list[Anew]:
    """When cards were dealt anew, and whose knowledge they had to agree with."""
    try:
        rows: list[Any] = json.loads(tags.get("Anew", "[]"))
        if all(is_anew(row, rules) for row in rows):
            return [Anew(*row) for row in rows]
    except (ValueError, TypeError, RecursionError):
        pass
    raise CasefileError('record: Anew must hold JSON such as [[1, 12, 0, "1887"]]: round, actions, seat, seed')


def is_anew(row: Any, rules: Rules) -> bool:
    """Does this tell when cards were dealt anew?"""
    number, actions, seat, seed = row
    whole = all(type(each) is int and each >= 0 for each in (number, actions, seat))
    return whole and number >= 1 and seat < rules.seats and isinstance(seed, str)


def read_names(tags: dict[str, str], match: Match) -> list[str] | None:
    """The players' names, if the record has them."""
    try:
        names = json.loads(tags.get("Names", "[]"))
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) and name.isprintable() for name in names):
        raise CasefileError('record: Names must hold a JSON list such as ["Ann", "Ben"]')
    if names and len(names) != match.rules.seats:
        raise CasefileError(f"record: Names must be {match.rules.seats}, one for each seat, not {len(names)}")
    return names or None


def begin_round(match: Match, line: str, rounds: int) -> None:
    """A round must follow the one before, with the dealer whose turn it is to deal (C-1)."""
    if rounds > 1:
        match.next_round()
    expected = f"Round {rounds}, dealer {match.round.dealer}"
    if line != expected:
        raise CasefileError(f"expected {expected!r}, not {show(line)}")


def end_round(match: Match, line: str) -> None:
    """The result must be what the actions lead to."""
    if line == "= stopped":
        match.stop_round()
    if not match.round.is_over():
        raise CasefileError("a result stands here, but the round is not over")
    expected = result_line(match.round)
    if line != expected:
        raise CasefileError(f"the result is {expected!r}, not {show(line)}")
