"""Rounds into matches: the deal passes on, scores add up, and every step can be taken back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from casefile.checkpoints import Checkpoints
from casefile.core.actions import NO_ACTION
from casefile.core.events import EVERYONE, Event
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.core.state import OVER, State
from casefile.errors import CasefileError

CAP = 5000  # decisions in a round; nothing in the rules limits a round (C-23)
MOST_ROUNDS = 200  # a match without a winner by then counts for nobody


def winner(scores: list[int], target: int) -> int | None:
    """The side with the highest score, once the target is reached and no other has as much (C-20)."""
    best = max(scores)
    return scores.index(best) if best >= target and scores.count(best) == 1 else None


def catch_up(rules: Rules, state: State, seat: int) -> None:
    """Before this seat acts as recorded: give the answers to questions that an older version did not ask."""
    while state.phase != OVER and not state.actors() >> seat & 1:
        answer = rules.unsaid(state)
        if answer == NO_ACTION:
            return
        rules.apply(state, state.actor(), answer)


def replay(rules: Rules, state: State, actions: list[tuple[int, int]]) -> None:
    """Carry out recorded actions, of an older version too."""
    for seat, action in actions:
        catch_up(rules, state, seat)
        rules.apply(state, seat, action)


class Anew(NamedTuple):
    """After so many actions of a round, the cards that a seat could not know were dealt anew, and with them all that
    follows: shuffles, and the rounds after it."""

    round: int
    actions: int
    seat: int
    seed: str


def deal_anew(rules: Rules, state: State, anew: Anew) -> State:
    """The same table as far as the seat can tell; the others start with what anybody could see."""
    world = rules.determinize(rules.view(state, anew.seat), Rng(anew.seed))
    if state.log is not None:
        world.log = as_told(state.log, anew.seat)
    if len(state.minds) > rules.seats:  # what all know, the seat knows, too
        world.learners().append(state.minds[rules.seats].clone())
    return world


def as_told(log: list[Event], seat: int) -> list[Event]:
    """What happened, without the cards that a seat did not see: other ones may lie in their place now."""
    told = []
    for event in log:
        seen = event.seen_by(seat)
        if seen is not None:
            shown_to = event.shown_to if event.shown_to >> seat & 1 else EVERYONE
            about = (seen.what, seen.seat, seen.cards, seen.moves, seen.other, seen.count, seen.ending)
            told.append(Event(*about, shown_to, event.known_to))
    return told


@dataclass
class Round:
    """What is needed to play a round again: who dealt, the scores before it, and every action."""

    dealer: int
    scores: list[int]
    actions: list[tuple[int, int]] = field(default_factory=list)
    result: RoundScore | None = None
    stopped: bool = False  # given up at a simulation's cap (C-23): nobody scores

    def is_over(self) -> bool:
        """Was it played to its end, or given up?"""
        return self.result is not None or self.stopped


class Match:
    """A match from one seed: the same seed and actions give the same match anywhere."""

    def __init__(
        self,
        rules: Rules,
        seed: str,
        target: int | None = None,
        *,
        log: bool = False,
        live: bool = False,
        anew: Sequence[Anew] = (),
    ) -> None:
        """A match from its first deal; one that is `live` is observed, too, and quick to take back from."""
        self.rules = rules
        self.seed = seed
        self.target = rules.target if target is None else target
        self.log = log
        self.live = live
        self.anew = tuple(anew)
        self.checkpoints = Checkpoints()
        self.rounds: list[Round] = []
        self.scores = [0] * rules.sides
        self.state = self.next_round()

    @property
    def round(self) -> Round:
        """The round that is being played, or was played last."""
        return self.rounds[-1]

    def next_round(self) -> State:
        """Deal another round; the deal passes clockwise (C-1)."""
        if self.rounds:
            if self.winner() is not None:
                raise CasefileError("the match is over")
            if not self.round.is_over():
                raise CasefileError("the round is not over yet")
            dealer = (self.round.dealer + 1) % self.rules.seats
        else:
            dealer = Rng(f"{self.seed}/dealer").below(self.rules.seats)
        self.rounds.append(Round(dealer, self.scores[:]))
        self.checkpoints = Checkpoints()
        self.state = self.deal_round()
        return self.state

    def deal_round(self) -> State:
        """The deal of the newest round."""
        return self.deal_of(len(self.rounds))

    def deal_of(self, number: int) -> State:
        """The deal of a round; its chance is that of the match, or that of the last deal anew before it."""
        played = self.rounds[number - 1]
        seed = next((anew.seed for anew in reversed(self.anew) if anew.round < number), self.seed)
        dealt = self.rules.deal(played.dealer, played.scores, f"{seed}/{number}", log=self.log, observed=self.live)
        return self.as_dealt_anew(dealt, number, 0)

    def as_dealt_anew(self, state: State, number: int, actions: int) -> State:
        """The state after so many actions of a round, its unseen cards dealt anew if that is to happen then."""
        for anew in self.anew:
            if (anew.round, anew.actions) == (number, actions) and state.phase != OVER:
                state = deal_anew(self.rules, state, anew)
        return state

    def states_of(self, number: int) -> Iterator[State]:
        """A round again: the state after its deal, and after each of its actions; the same object as long as it is."""
        state = self.deal_of(number)
        yield state
        for actions, (seat, action) in enumerate(self.rounds[number - 1].actions, 1):
            catch_up(self.rules, state, seat)
            self.rules.apply(state, seat, action)
            state = self.as_dealt_anew(state, number, actions)
            yield state

    def play(self, seat: int, action: int) -> None:
        """Carry out an action, checked, and score the round if that ended it."""
        self.rules.play(self.state, seat, action)
        self.settle(seat, action)

    def apply(self, seat: int, action: int) -> None:
        """Carry out a legal action, unchecked."""
        self.rules.apply(self.state, seat, action)
        self.settle(seat, action)

    def settle(self, seat: int, action: int) -> None:
        """Write an action down; add up the scores after the last one (C-19)."""
        self.round.actions.append((seat, action))
        self.state = self.as_dealt_anew(self.state, len(self.rounds), len(self.round.actions))
        if self.live:
            self.checkpoints.keep(len(self.round.actions), self.state)
        if self.state.phase == OVER:
            self.round.result = self.rules.score(self.state)
            totals = self.round.result.totals()
            self.scores = [old + new for old, new in zip(self.round.scores, totals, strict=True)]

    def stop_round(self) -> None:
        """Give the round up without points (C-23)."""
        self.round.stopped = True

    def winner(self) -> int | None:
        """Who has won after the last round, if anybody has."""
        return None if self.round.result is None else winner(self.scores, self.target)

    def undo(self) -> None:
        """Take the last action back, into the round before if this one has none."""
        if not self.round.actions:
            if len(self.rounds) == 1:
                raise CasefileError("there is nothing to take back")
            self.rounds.pop()
            self.checkpoints = Checkpoints()
        self.take_back(1)

    def take_back(self, steps: int) -> None:
        """Take the last actions of this round back."""
        last = self.round
        del last.actions[len(last.actions) - steps :]
        last.result = None
        last.stopped = False
        self.scores = last.scores[:]
        found = self.checkpoints.last(len(last.actions))
        done, self.state = found if found is not None else (0, self.deal_round())
        for number, (seat, action) in enumerate(last.actions[done:], done + 1):
            catch_up(self.rules, self.state, seat)
            self.rules.apply(self.state, seat, action)
            self.state = self.as_dealt_anew(self.state, len(self.rounds), number)
            if self.live:
                self.checkpoints.keep(number, self.state)

    def events(self) -> list[Event]:
        """What has happened in this round, if the match keeps a log."""
        return self.state.log or []

    def steps(self) -> int:
        """How many deals and actions it has, not counting the first deal: the number of its last step."""
        return len(self.rounds) - 1 + sum(len(played.actions) for played in self.rounds)

    def until(self, step: int, anew: Sequence[Anew] | None = None) -> "Match":
        """The match as it stood after so many steps, with a log; step 0 is the first deal."""
        if not 0 <= step <= self.steps():
            raise CasefileError(f"step: the match has the steps 0 to {self.steps()}, not {step}")
        match = Match(self.rules, self.seed, self.target, log=True, anew=self.anew if anew is None else anew)
        for number, old in enumerate(self.rounds):
            if number and step:
                match.next_round()
                step -= 1
            elif number:
                break
            for seat, action in old.actions[:step]:
                catch_up(self.rules, match.state, seat)
                match.apply(seat, action)
            done = min(step, len(old.actions))
            step -= done
            if old.stopped and done == len(old.actions):
                match.stop_round()
        return match
