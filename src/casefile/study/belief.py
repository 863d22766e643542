"""What a perfect memory knows of the hidden cards at one moment, and how likely each of the others lies where.

By the net of a case, which reads how the others play (`casefile.learn.belief`). Where there is no net, or nothing to
run one, nothing is read: every deal that agrees with what is certain counts alike.
"""

from dataclasses import dataclass

from casefile.core.events import OWN_PLACES
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.core.view import View
from casefile.learn.belief import believe, sums_of_kinds
from casefile.learn.net import net_of

DEALS = 400  # whose mean stands for all that agree with what is certain
CHANCE = "belief"  # the same moment is always told the same


@dataclass
class Whereabouts:
    """By hidden place and kind: the other hands clockwise, places of the case's own, the case file.

    Last comes the discard pile where others took cards out of it unseen: nobody else knows which of them are left.
    """

    by: str  # "net", or "certain": by nothing but what is certain
    places: list[str]
    known: list[list[int]]  # cards that certainly lie there
    expected: list[list[float]]  # of the others, how many are to be expected


def whereabouts(rules: Rules, view: View, target: int) -> Whereabouts:
    """Where the cards are that a seat does not see."""
    return by_net(rules, view, target) or by_what_is_certain(rules, view)


def by_net(rules: Rules, view: View, target: int) -> Whereabouts | None:
    """What the net of the case believes; nothing where it has none, or none can run."""
    net = net_of(rules)
    if net is None:
        return None
    found = believe(net, rules, view, target, Rng(CHANCE))
    known = [[int(count) for count in row] for row in found.known]
    expected = found.expected
    if is_pile_doubtful(view):  # the net places what lies elsewhere: what is left of a kind lies in the pile
        placed = sums_of_kinds([*found.known, *expected])
        unseen = view.unseen(rules.deck.copies, rules.face_kind)
        known = [*known, [0] * rules.kinds]
        expected = [*expected, [max(0.0, all_of - there) for all_of, there in zip(unseen, placed, strict=True)]]
    return Whereabouts("net", hidden_places(rules, view), known, expected)


def by_what_is_certain(rules: Rules, view: View) -> Whereabouts:
    """The mean of many deals that agree with all that the seat knows."""
    rng = Rng(CHANCE)
    worlds = [rules.determinize(view, rng) for _ in range(DEALS)]
    known = certain_cards(rules, view, worlds[0])
    sums = [[0] * rules.kinds for _ in known]
    for world in worlds:
        for row, lying in zip(sums, hidden_cards(rules, world, view), strict=True):
            for kind, count in enumerate(lying):
                row[kind] += count
    expected = [
        [total / DEALS - sure for total, sure in zip(row, there, strict=True)]
        for row, there in zip(sums, known, strict=True)
    ]
    return Whereabouts("certain", hidden_places(rules, view), known, expected)


def others_of(rules: Rules, seat: int) -> list[int]:
    """The other seats, clockwise."""
    return [(seat + step) % rules.seats for step in range(1, rules.seats)]


def hidden_places(rules: Rules, view: View) -> list[str]:
    """The places whose cards a seat does not see."""
    own = len(rules.empty().hidden_numbers()) // rules.kinds
    return [
        *[f"hand:{seat}" for seat in others_of(rules, view.seat)],
        *rules.case.places[OWN_PLACES : OWN_PLACES + own],
        "file",
        *(["discard"] if is_pile_doubtful(view) else []),
    ]


def is_pile_doubtful(view: View) -> bool:
    """Are there cards in the discard pile that the seat cannot name, as others took some of it unseen?"""
    return view.discard_size > len(view.discard)


def hidden_cards(rules: Rules, state: State, view: View) -> list[list[int]]:
    """What really lies in these places, by kind."""
    kinds = rules.kinds
    rows = [state.hands[at * kinds : (at + 1) * kinds] for at in others_of(rules, view.seat)]
    own = state.hidden_numbers()
    rows += [own[at : at + kinds] for at in range(0, len(own), kinds)]
    case_file = [0] * kinds
    for kind in state.case_file:
        case_file[kind] += 1
    rows.append(case_file)
    if is_pile_doubtful(view):
        rows.append([state.discard.count(kind) - view.discard.count(kind) for kind in range(kinds)])
    return rows


def certain_cards(rules: Rules, view: View, world: State) -> list[list[int]]:
    """What certainly lies in these places, as far as the seat can tell."""
    own = len(world.hidden_numbers()) // rules.kinds
    rows = [view.mind.known_in(seat) for seat in others_of(rules, view.seat)]
    rows += [view.mind.known_in(view.seats + at) if view.file_number == 1 else [0] * rules.kinds for at in range(own)]
    on_top = [0] * rules.kinds
    if not world.may_turn_file():
        on_top[world.case_file[-1]] = 1
    return [*rows, on_top, *([[0] * rules.kinds] if is_pile_doubtful(view) else [])]
