"""A case with so few cards that its whole tree fits into memory: for algorithms that solve games exactly.

    from casefile.research.small import small_game
    game = small_game("CASE")  # a game of OpenSpiel

The rules are those of the case with two players; only the deck is smaller (`Case.small`), hands are, and a round that
takes too many turns is given up without points. Every deal is a chance outcome of its own. A payoff is the points of a
player less those of the other, so the game is zero-sum. Forced moves are played through.
"""

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from casefile.core.case import Small, Variant
from casefile.core.deck import Card, Deck
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.decks import load_deck
from casefile.errors import CasefileError, show, unknown
from casefile.registry import case_named, cases
from casefile.research.episode import CHOICE, Told, as_text, seen_by

PLAYERS = 2
DEALER = 1  # so that player 0 begins
MOST_NODES = 2_000_000


def small_rules(case: str, size: Small) -> Rules:
    """The rules of a case with a small deck."""
    declared = case_named(case)
    if PLAYERS not in declared.players:
        raise CasefileError(f"{case}: cannot be played by {PLAYERS}, as a small game is")
    full = load_deck(declared.package)
    for name in size.cards:
        if name not in full.kind_of:
            raise unknown("card in deck", name, full.names)
    cards = [
        Card(card.name, size.cards.get(card.name, 0), card.kind, card.colour, card.figures, card.assumed, card.rules)
        for card in full.cards
    ]
    variant = Variant(declared, declared.editions[0], PLAYERS, teams=False, options=())
    rules = declared.make(variant, Deck(cards, {}))
    assert isinstance(rules, Rules)
    rules.hand_size = size.hand
    try:
        dealt = rules.deal(DEALER, [0] * PLAYERS, "try", log=False)
    except IndexError:
        dealt = rules.empty()
    if not dealt.case_file:
        raise CasefileError(
            f"cards: {PLAYERS} hands of {size.hand} and the piles need more than {len(rules.all_cards)}"
        )
    return rules


def orders(cards: list[int]) -> Iterator[list[int]]:
    """All orders of some cards, each once: all are equally likely."""
    if not cards:
        yield []
    for kind in sorted(set(cards)):
        rest = cards[:]
        rest.remove(kind)
        for order in orders(rest):
            yield [kind, *order]


def fields_of(state: State) -> tuple[object, ...]:
    """All that there is to a round but for its seed and log: two that have the same are the same."""
    fields = {**state.__getstate__(), "seed": None, "log": None, "minds": [mind.key() for mind in state.minds]}
    return tuple((name, str(fields[name])) for name in sorted(fields))


class Tree:
    """The tree of a small game, node by node, in the format EFG that OpenSpiel and Gambit read."""

    def __init__(self, rules: Rules, turns: int) -> None:
        self.rules = rules
        self.turns = turns
        self.sets: list[dict[tuple[Told, ...], int]] = [{} for _ in range(PLAYERS)]
        self.chances = 0
        self.ends = 0
        self.lines = [f'EFG 2 R "{rules.case.name}, small" {{ "0" "1" }}']

    def grow(self) -> str:
        """The whole tree as text."""
        count: dict[tuple[object, ...], int] = {}
        first: dict[tuple[object, ...], State] = {}
        for state in self.deals():
            key = fields_of(state)
            first.setdefault(key, state)
            count[key] = count.get(key, 0) + 1
        self.add_chance("deal", [(Fraction(count[key], sum(count.values())), first[key]) for key in first], [(), ()])
        return "\n".join(self.lines) + "\n"

    def deals(self) -> Iterator[State]:
        """The round for every order of the deck: seeds are tried until each has come up."""
        missing = {tuple(order) for order in orders(self.rules.all_cards)}
        seed = 0
        while missing:
            order = self.rules.all_cards[:]
            Rng(f"{seed}/0").shuffle(order)
            if tuple(order) in missing:
                missing.remove(tuple(order))
                yield self.rules.deal(DEALER, [0] * PLAYERS, str(seed), log=True)
            seed += 1

    def add_chance(self, name: str, outcomes: list[tuple[Fraction, State]], told: list[tuple[Told, ...]]) -> None:
        """A shuffle, and what follows from each of its outcomes."""
        self.chances += 1
        listed = " ".join(f'"{name} {at}" {float(chance)!r}' for at, (chance, _) in enumerate(outcomes))
        self.add(f'c "" {self.chances} "" {{ {listed} }} 0')
        for _, state in outcomes:
            self.add_state(state, told)

    def add(self, line: str) -> None:
        """One more node."""
        if len(self.lines) > MOST_NODES:
            raise CasefileError(f"this game has more than {MOST_NODES:,} nodes: take fewer cards or turns")
        self.lines.append(line)

    def add_state(self, state: State, told: list[tuple[Told, ...]]) -> None:
        """The next decision, or the end."""
        rules = self.rules
        endings = rules.case.endings
        told = [(*told[seat], *seen_by(state.log or [], seat, endings)) for seat in range(PLAYERS)]
        state.log = []
        if state.phase == OVER or state.turns >= self.turns:
            self.add_end(state)
            return
        seat = state.actor()
        legal = rules.legal(state, seat)
        if len(legal) > 1:
            self.add_decision(seat, legal, told[seat])
        for action in legal:
            after = state.clone()
            rules.apply(after, seat, action)
            then = told[:]
            then[seat] = (*told[seat], (CHOICE, seat, (), action))
            if after.shuffles == state.shuffles:
                self.add_state(after, then)
            else:
                self.add_shuffle(after, then)

    def add_decision(self, seat: int, legal: list[int], told: tuple[Told, ...]) -> None:
        """A player chooses; what it was told says in which information set it is."""
        found = self.sets[seat]
        number = found.setdefault(told, len(found) + 1)
        name = "; ".join(as_text(self.rules, each) for each in told)
        actions = " ".join(f'"{self.rules.actions[action].text}"' for action in legal)
        self.add(f'p "" {seat + 1} {number} "{name}" {{ {actions} }} 0')

    def add_shuffle(self, state: State, told: list[tuple[Told, ...]]) -> None:
        """The second case file in every order (C-15)."""
        outcomes = []
        for order in orders(state.case_file):
            shuffled = state.clone()
            shuffled.case_file = order
            outcomes.append(shuffled)
        self.add_chance("shuffle", [(Fraction(1, len(outcomes)), shuffled) for shuffled in outcomes], told)

    def add_end(self, state: State) -> None:
        """The points of player 0 less those of player 1; none if the round is given up."""
        one, other = self.rules.score(state).totals() if state.phase == OVER else (0, 0)
        self.ends += 1
        self.add(f't "" {self.ends} "" {{ {one - other} {other - one} }}')


def small_tree(
    case: str, cards: dict[str, int] | None = None, hand: int | None = None, turns: int | None = None
) -> str:
    """The tree of a case's small game as text; what is left out is what the case declares."""
    declared = case_named(case).small
    if declared is None and (cards is None or hand is None or turns is None):
        known = ", ".join(name for name, each in cases().items() if each.small)
        raise CasefileError(f"{case}: has no small game of its own, as {known} has: give cards, hand and turns")
    size = Small(
        cards if cards is not None else declared.cards if declared else {},
        hand if hand is not None else declared.hand if declared else 0,
        turns if turns is not None else declared.turns if declared else 0,
    )
    for name, value in (("hand", size.hand), ("turns", size.turns)):
        if value < 1:
            raise CasefileError(f"{name}: must be 1 or more, not {show(value)}")
    return Tree(small_rules(case, size), size.turns).grow()


def small_game(
    case: str, cards: dict[str, int] | None = None, hand: int | None = None, turns: int | None = None
) -> Any:
    """The same as a game of OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        raise ImportError("OpenSpiel is missing: pip install 'casefile-rummy[research]' (on x86_64 or a Mac)") from None
    return pyspiel.load_efg_game(small_tree(case, cards, hand, turns))


def solve(case: str, iterations: int, turns: int | None = None) -> Iterator[tuple[int, float]]:
    """Solve the small game of a case by CFR+: after 1, 2, 4 … iterations, how exploitable the average policy is."""
    import pyspiel

    game = small_game(case, turns=turns)
    solver = pyspiel.CFRPlusSolver(game)
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number == iterations or number.bit_count() == 1:
            yield number, pyspiel.exploitability(game, solver.average_policy())


def main() -> None:
    """Print how OpenSpiel solves a small game."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("case", metavar="CASE", help="one that declares a small game")
    parser.add_argument("--iterations", type=int, default=128, metavar="N", help="of CFR+ (128)")
    parser.add_argument("--turns", type=int, metavar="N", help="after which a round is given up")
    options = parser.parse_args()
    try:
        print("iterations  points per round that a best response wins")
        for number, points in solve(options.case, options.iterations, options.turns):
            print(f"{number:10}  {points:.4f}", flush=True)
    except (CasefileError, ImportError) as error:
        sys.exit(f"casefile: {error}")


if __name__ == "__main__":
    main()
