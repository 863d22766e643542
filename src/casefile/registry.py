"""Which cases there are: one row each; third parties add theirs through the entry point `casefile.cases`."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import entry_points

from casefile.bots.capone import CaponePolicy
from casefile.bots.jekyll_hyde import JekyllPolicy
from casefile.bots.policy import Policy
from casefile.bots.ripper import RipperPolicy
from casefile.bots.rue_morgue import RueMorguePolicy
from casefile.cases.capone.rules import CaponeRules
from casefile.cases.jekyll_hyde.rules import JekyllRules
from casefile.cases.ripper.rules import RipperRules
from casefile.cases.rue_morgue.rules import RueMorgueRules
from casefile.core.deck import Deck
from casefile.core.rules import Rules, Variant
from casefile.decks import load_deck
from casefile.errors import CasefileError, show, unknown


@dataclass(frozen=True)
class CaseInfo:
    """What the world needs to know of a case before it is played."""

    name: str
    title: str
    package: str  # holds deck.toml
    make: Callable[[Variant, Deck], Rules]
    players: tuple[int, ...]
    editions: tuple[str, ...] = ("pegasus",)
    options: tuple[str, ...] = ()
    teams: tuple[tuple[int, bool], ...] = ()  # (players, teams) beside every player alone
    always_teams: tuple[int, ...] = ()
    texts: str = "casefile.text"  # holds en/NAME.toml and rules/NAME.md, and LANGUAGE/NAME.toml, rules/LANGUAGE/NAME.md
    policy: Callable[[Rules], Policy] = Policy  # what bots know of the case


BUILT_IN = (
    CaseInfo(
        "ripper",
        "Jack the Ripper",
        "casefile.cases.ripper",
        RipperRules,
        (2, 3, 4),
        options=("tips",),
        policy=RipperPolicy,
    ),
    CaseInfo(
        "rue-morgue",
        "Murders in the Rue Morgue",
        "casefile.cases.rue_morgue",
        RueMorgueRules,
        (2, 3, 4),
        editions=("pegasus", "usgames"),
        options=("dupin-scores", "shut-out"),
        always_teams=(4,),
        policy=RueMorguePolicy,
    ),
    CaseInfo(
        "jekyll-hyde",
        "Dr. Jekyll & Mr. Hyde",
        "casefile.cases.jekyll_hyde",
        JekyllRules,
        (2,),
        policy=JekyllPolicy,
    ),
    CaseInfo(
        "capone",
        "Al Capone",
        "casefile.cases.capone",
        CaponeRules,
        (2, 3, 4),
        teams=((4, True),),
        policy=CaponePolicy,
    ),
)


@cache
def cases() -> dict[str, CaseInfo]:
    """All cases by name."""
    found = {info.name: info for info in BUILT_IN}
    for entry in entry_points(group="casefile.cases"):
        try:
            info = entry.load()
        except (ImportError, AttributeError) as error:
            raise CasefileError(
                f"the case {entry.name}, installed by {entry.value}, cannot be loaded: {error}"
            ) from None
        found.setdefault(info.name, info)
    return found


def case_info(name: object) -> CaseInfo:
    """The case of this name."""
    if not isinstance(name, str) or name not in cases():
        raise unknown("case", name, list(cases()))
    return cases()[name]


def rules_for(
    case: object,
    players: object = None,
    edition: object = None,
    teams: object = None,
    options: Sequence[object] = (),
    deck: object = None,
) -> Rules:
    """The rules of a case in one variant; what is left out takes its default. A game has one rules object."""
    info = case_info(case)
    seats = info.players[0] if players is None else players
    if not isinstance(seats, int) or isinstance(seats, bool) or seats not in info.players:
        raise CasefileError(f"players: {info.name} is played by {either(info.players)}, not by {show(players)}")
    chosen_edition = info.editions[0] if edition is None else edition
    if chosen_edition not in info.editions:
        raise unknown("edition", edition, list(info.editions))
    in_teams = seats in info.always_teams if teams is None else teams
    if not isinstance(in_teams, bool):
        raise CasefileError(f"teams: must be true or false, not {show(teams)}")
    if in_teams != (seats in info.always_teams) and (seats, in_teams) not in info.teams:
        word = "in teams" if in_teams else "without teams"
        raise CasefileError(f"teams: {info.name} with {seats} players is not played {word}")
    for option in options:
        if option not in info.options:
            raise unknown("option", option, list(info.options) or ["none"])
    chosen = tuple(option for option in info.options if option in options)
    overrides = load_deck(info.package, deck).overrides
    return make_rules(info, str(chosen_edition), seats, in_teams, chosen, json.dumps(overrides))


@lru_cache(256)
def make_rules(info: CaseInfo, edition: str, seats: int, teams: bool, options: tuple[str, ...], deck: str) -> Rules:  # noqa: FBT001
    """The rules of a game; they hold no state, so all matches of the same game share them."""
    variant = Variant(info.name, edition, seats, teams=teams, options=options)
    return info.make(variant, load_deck(info.package, json.loads(deck)))


def either(numbers: tuple[int, ...]) -> str:
    """Two, three or four: 2, 3 or 4."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
