"""Mine puzzles: strong bots play, and where the obvious may be wrong, ever deeper searches have to agree.

Most decisions teach nothing, so what is cheap comes first: a glance, then a short search, then ever longer ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from casefile.bots.base import Bot, Decision, Situation
from casefile.bots.policy import POINT, Policy
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.match import CAP, Match
from casefile.players import make_bot, make_learned
from casefile.players.play import situation_of
from casefile.registry import policy_for, rules_for
from casefile.study.puzzles import Option, Puzzle, is_clear
from casefile.text.position import position_from_dict, position_to_dict

SCOUT = "inspector"  # who looks first where the obvious may be wrong, and plays the matches where there is no net
BEYOND_BEGINNERS = 3 * POINT  # by which a sound player prefers something to what a beginner does: worth a look
FIRST_LOOK = 300  # tries, before a moment is worth more,
SECOND_LOOK = 1500  # and still more
DEEP = 5000
SEEDS = ("first", "second")  # of the last search, which has to come out alike with other cards dealt
HOPE = 0.5  # of what is needed: what the scout has to have seen
ASKED = {"constable": 20, "sergeant": 20, "inspector": 10}  # how often each level is asked
DECIDED = 0.05  # a match that is so nearly lost or won teaches nothing
FEWEST = 3  # actions to choose from: of two, one is soon guessed
MOST_OPTIONS = 6  # that are kept with a puzzle


@dataclass(frozen=True)
class Vein:
    """A match to be mined, by its seed."""

    case: str
    players: int
    seed: str
    tries: int = DEEP


def mine(vein: Vein) -> list[Puzzle]:
    """The puzzles of one match, one per round at most."""
    rules = rules_for(vein.case, vein.players)
    return list(Miner(rules, vein).dig())


class Miner:
    """Follows one match."""

    def __init__(self, rules: Rules, vein: Vein) -> None:
        self.rules = rules
        self.policies = [policy_for(rules), Policy(rules)]  # how a sound player glances, and a beginner
        self.vein = vein
        self.match = Match(rules, vein.seed, log=True)
        self.scout = make_bot(SCOUT, rules)
        self.player = make_learned(rules, self.policies[0], None) or self.scout

    def dig(self) -> Iterator[Puzzle]:
        """Play on, and look at every decision until a round has given its puzzle."""
        match = self.match
        while True:
            is_found = False
            while match.state.phase != OVER and len(match.round.actions) < CAP:
                seat = match.state.actor()
                situation = situation_of(match, seat)
                decision = self.player.decide(situation)
                if (
                    not is_found
                    and self.is_worth_a_look(situation, decision.action)
                    and self.is_promising(situation, self.scout.decide(situation))
                ):
                    puzzle = self.confirm(seat)
                    if puzzle is not None:
                        is_found = True
                        yield puzzle
                match.apply(seat, decision.action)
            if match.round.result is None or match.winner() is not None:
                return
            match.next_round()

    def is_worth_a_look(self, situation: Situation, played: int) -> bool:
        """Was something else played than a sound player sees at a glance, or does a beginner see much less?"""
        actions = situation.actions
        if len(actions) < FEWEST:
            return False
        weights, beginners = (policy.weigh(situation.view, actions) for policy in self.policies)
        missed = weights[beginners.index(max(beginners))]
        return max(weights) - missed >= BEYOND_BEGINNERS or actions[weights.index(max(weights))] != played

    def obvious(self, situation: Situation, best: int) -> int | None:
        """What looks best at a glance though it is not, to a sound player or else to a beginner."""
        for policy in self.policies:
            weights = policy.weigh(situation.view, situation.actions)
            looks_best = situation.actions[weights.index(max(weights))]
            if looks_best != best:
                return looks_best
        return None

    def is_promising(self, situation: Situation, decision: Decision) -> bool:
        """Would the scout do something else than the obvious, and not by a hair?"""
        options = self.options(decision)
        if len(options) < 2 or not DECIDED < options[0].chance < 1 - DECIDED:
            return False
        if self.obvious(situation, decision.action) is None:
            return False
        best, next_best = options[:2]
        nearer = Option(next_best.action, best.points + (next_best.points - best.points) / HOPE, 0.0)
        nearer.chance = best.chance + (next_best.chance - best.chance) / HOPE
        return is_clear(best, nearer)

    def options(self, decision: Decision) -> list[Option]:
        """What was thought about, the best first."""
        texts = self.rules.actions
        return [
            Option(texts[each.action].text, round(each.points, 1), round(each.chance, 3))
            for each in decision.candidates
        ]

    def confirm(self, seat: int) -> Puzzle | None:
        """Ask ever deeper searches about the position as anybody could see it; all have to agree."""
        position = position_to_dict(self.rules, self.match.state)
        rules, state = position_from_dict(position)
        best = -1
        found: list[Option] = []
        looks = [(FIRST_LOOK, "a"), (SECOND_LOOK, "b"), *[(self.vein.tries, seed) for seed in SEEDS]]
        for tries, seed in looks:
            bot = make_bot(f"dupin:{tries}", rules)
            decision = bot.decide(self.situation(rules, state, seat, seed))
            found = self.options(decision)
            if (
                len(found) < 2
                or best not in (-1, decision.action)
                or not all(is_clear(found[0], each) for each in found[1:])
            ):
                return None
            best = decision.action
        seeming = self.obvious(self.situation(rules, state, seat, ""), best)
        if seeming is None:
            return None
        obvious = rules.actions[seeming].text
        kept = [option for at, option in enumerate(found) if at < MOST_OPTIONS or option.action == obvious]
        name = sha256(f"{self.vein.seed}/{len(self.match.rounds)}".encode()).hexdigest()[:8]
        missed = {level: self.missed(rules, state, seat, level, kept[0].action) for level in ASKED}
        return Puzzle(name, seat, position, kept, obvious, missed, self.vein.tries)

    def situation(self, rules: Rules, state: State, seat: int, seed: str) -> Situation:
        """What a seat knows that comes to this position without having seen the round."""
        return Situation(rules.view(state, seat), rules.legal(state, seat), rules.target, f"{self.vein.seed}/{seed}")

    def missed(self, rules: Rules, state: State, seat: int, level: str, best: str) -> int:
        """Percent of the decisions of a level that are another one."""
        bot: Bot = make_bot(level, rules)
        decisions = [bot.decide(self.situation(rules, state, seat, str(number))) for number in range(ASKED[level])]
        wrong = sum(rules.actions[decision.action].text != best for decision in decisions)
        return round(100 * wrong / len(decisions))


def agrees(puzzle: Puzzle, tries: int, seed: str) -> bool:
    """Does another deep search come to the same solution?"""
    rules, state = puzzle.lay_out()
    view = rules.view(state, puzzle.seat)
    situation = Situation(view, rules.legal(state, puzzle.seat), rules.target, seed)
    decision = make_bot(f"dupin:{tries}", rules).decide(situation)
    return rules.actions[decision.action].text == puzzle.best.action
