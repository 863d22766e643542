"""Random games of every case, edition, option and number of players, for the laws to hold in."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from casefile.core.knowledge import Knowledge
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.core.view import View
from casefile.registry import cases, rules_for
from tests.conftest import COMPILED, QUICK, TIMES

CAP = 5000


def variants() -> list[tuple[Any, ...]]:
    """Case, players, edition, teams and options of every game that can be played, options all off or all on."""
    found: list[tuple[Any, ...]] = []
    for info in cases().values():
        for players, edition in product(info.players, info.editions):
            always = players in info.always_teams
            for teams in [always, *[team for count, team in info.teams if count == players]]:
                for options in {(), info.options}:
                    found.append((info.name, players, edition, teams, options))
    return sorted(found)


def name(variant: tuple[Any, ...]) -> str:
    """A variant as a test's id."""
    case, players, edition, teams, options = variant
    return "-".join([case, str(players), edition, *(["teams"] if teams else []), *options])


ALL = variants()
NAMES = [name(variant) for variant in ALL]


def rules_of(variant: tuple[Any, ...]) -> Rules:
    """The rules of a variant."""
    return rules_for(*variant)


def games(count: int) -> int:
    """How many games to walk through where the thorough run takes so many."""
    return TIMES * (count if COMPILED and not QUICK else max(1, count // 10))


def deal(rules: Rules, seed: str) -> State:
    """A logged round of a random dealer."""
    return rules.deal(Rng(seed).below(rules.seats), [0] * rules.sides, seed, log=True)


def walk(
    rules: Rules, seed: str, cap: int = CAP, *, by_text: bool = False
) -> Iterator[tuple[State, int, list[int], int]]:
    """A round of random choices: state, seat, legal actions and the choice, before it is carried out.

    Some players keep discarding early, others hoard, so that all corners of a round are reached. With `by_text` the
    actions come in the order of their texts, so that the walk is the same however they are numbered.
    """
    rng = Rng(f"walk/{seed}")
    state = deal(rules, seed)
    eager = rng.below(4)
    for _ in range(cap):
        if state.phase == OVER:
            return
        actors = [seat for seat in range(rules.seats) if state.actors() >> seat & 1]
        seat = actors[rng.below(len(actors))]
        actions = rules.legal(state, seat)
        assert actions, "somebody has to choose, but nothing is legal"
        if by_text:
            actions.sort(key=lambda action: rules.actions[action].text)
        chosen = actions
        if eager and rng.below(4) < eager:
            chosen = [action for action in actions if rules.actions[action].verb != "discard"] or actions
        choice = chosen[rng.below(len(chosen))]
        yield state, seat, actions, choice
        rules.apply(state, seat, choice)


def moment(rules: Rules, seed: str, latest: int = 150) -> tuple[State, int, list[int], int]:
    """A random moment of a walk, no later than that; there is one, however short the round."""
    steps = sum(1 for _ in walk(rules, seed, latest))
    return next(islice(walk(rules, seed), Rng(f"stop/{seed}").below(steps), None))


def known_end(rules: Rules, view: View, end: int) -> int | None:
    """The card at an end of the case file (0: bottom, -1: top) if it is the same in every world that a seat deals."""
    rng = Rng(f"end/{end}")
    found = {rules.determinize(view, rng).case_file[end]}
    for _ in range(60):
        found.add(rules.determinize(view, rng).case_file[end])
        if len(found) > 1:
            return None
    return found.pop()


def dump(thing: object) -> Any:
    """All that an object of the engine holds, deeply, in comparable form."""
    if isinstance(thing, list | tuple):
        return [dump(part) for part in thing]
    if isinstance(thing, int | str | bool | None):
        return thing
    fields = {}
    for field in dir(thing):
        if field.startswith("_"):
            continue
        value = getattr(thing, field)
        if not callable(value):
            fields[field] = dump(value)
    for stored in ("shares_minds", "shares_trail"):  # how something is stored, not what it holds
        fields.pop(stored, None)
    assert fields, f"{thing!r} has no fields"
    if isinstance(thing, Knowledge):
        _, fields["known"], fields["slots"], fields["settling"], *_ = thing.key()  # by place, however it is stored
        for stored in ("places", "certain", "below"):
            fields.pop(stored, None)
    return dict(sorted(fields.items()))


def shared(one: Any, other: Any) -> bool:
    """Do two objects of the engine share a list or a mind that can change?"""
    if isinstance(one, list):
        return one is other or any(shared(a, b) for a, b in zip(one, other, strict=False))
    if isinstance(one, Knowledge):
        fields = [field for field in dir(one) if field[0] != "_"]
        return one is other or any(shared(getattr(one, field), getattr(other, field)) for field in fields)
    return False
