"""Which cases there are, and their rules in every variant; others add theirs by the entry point `casefile.cases`."""

import copyreg
import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points

from casefile.bots.policy import Policy
from casefile.cases import BUILT_IN
from casefile.core.case import Case, Variant
from casefile.core.rules import Rules
from casefile.decks import load_deck
from casefile.errors import CasefileError, OtherRulesError, show, unknown


@cache
def cases() -> dict[str, Case]:
    """All cases by name."""
    declared: list[Case] = [import_module(f"casefile.cases.{folder}.case").CASE for folder in BUILT_IN]
    found = {case.name: case for case in declared}
    for entry in entry_points(group="casefile.cases"):
        try:
            case = entry.load()
        except (ImportError, AttributeError) as error:
            raise CasefileError(
                f"the case {entry.name}, installed by {entry.value}, cannot be loaded: {error}"
            ) from None
        if not isinstance(case, Case):
            raise CasefileError(f"the case {entry.name}, installed by {entry.value}, must be a casefile.core.case.Case")
        found.setdefault(case.name, case)
    return found


def case_named(name: object) -> Case:
    """The case of this name."""
    if not isinstance(name, str) or name not in cases():
        raise unknown("case", name, list(cases()))
    return cases()[name]


def by_name(case: Case) -> tuple[Callable[[object], Case], tuple[str]]:
    """A case is never copied: another process looks it up."""
    return case_named, (case.name,)


copyreg.pickle(Case, by_name)


def rules_for(
    case: object,
    players: object = None,
    edition: object = None,
    teams: object = None,
    options: Sequence[object] = (),
    deck: object = None,
) -> Rules:
    """The rules of a case in one variant; what is left out takes its default. A game has one rules object."""
    declared = case_named(case)
    seats = declared.players[0] if players is None else players
    if not isinstance(seats, int) or isinstance(seats, bool) or seats not in declared.players:
        raise CasefileError(f"players: {declared.name} is played by {either(declared.players)}, not by {show(players)}")
    chosen_edition = declared.editions[0] if edition is None else edition
    if chosen_edition not in declared.editions:
        raise unknown("edition", edition, list(declared.editions))
    in_teams = seats in declared.always_teams if teams is None else teams
    if not isinstance(in_teams, bool):
        raise CasefileError(f"teams: must be true or false, not {show(teams)}")
    if in_teams != (seats in declared.always_teams) and (seats, in_teams) not in declared.teams:
        word = "in teams" if in_teams else "without teams"
        raise CasefileError(f"teams: {declared.name} with {seats} players is not played {word}")
    for option in options:
        if option not in declared.options:
            raise unknown("option", option, list(declared.options) or ["none"])
    chosen = tuple(option for option in declared.options if option in options)
    overrides = load_deck(declared.package, deck).overrides
    return make_rules(declared, str(chosen_edition), seats, in_teams, chosen, json.dumps(overrides))


def check_revision(case: Case, revision: int) -> None:
    """Refuse a match that was begun under other rules than this version plays; 0 says nothing of it."""
    if revision not in (0, case.revision):
        age = "newer" if revision > case.revision else "older"
        raise OtherRulesError(
            f"rules: the match was begun under {age} rules of {case.name} (revision {revision}; these are "
            f"{case.revision}); the version of Casefile that began it can end it"
        )


@lru_cache(256)
def make_rules(case: Case, edition: str, seats: int, teams: bool, options: tuple[str, ...], deck: str) -> Rules:  # noqa: FBT001
    """The rules of a game; they hold no state, so all matches of the same game share them."""
    variant = Variant(case, edition, seats, teams=teams, options=options)
    rules = case.make(variant, load_deck(case.package, json.loads(deck)))
    assert isinstance(rules, Rules)
    return rules


def policy_for(rules: Rules) -> Policy:
    """What bots know of a case: its own policy, or the common sense of all cases."""
    policy = Policy(rules) if rules.case.policy is None else rules.case.policy(rules)
    assert isinstance(policy, Policy)
    return policy


def either(numbers: tuple[int, ...]) -> str:
    """Two, three or four: 2, 3 or 4."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
