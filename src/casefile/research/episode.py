"""A round or a match as a row of choices, by seats and by chance, with all that each seat was told on the way.

This is what frameworks of game theory need beyond the engine: chance that chooses openly, histories of perfect recall,
and worlds dealt anew that keep the history of the seat that imagines them.
"""

from functools import lru_cache

from casefile.core.actions import IllegalActionError
from casefile.core.encoding import Encoder
from casefile.core.events import HIDDEN, Event
from casefile.core.frozen import number_v1
from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.core.state import NOBODY, NOTHING, OVER, State
from casefile.core.view import View
from casefile.errors import CasefileError, show
from casefile.match import winner
from casefile.registry import rules_for
from casefile.text.language import Speaker, catalogue

SEED_BYTES = 8  # chance chooses the seed of a shuffle byte by byte
BYTE = 256
MOST_DECISIONS = 5000  # a round (C-23)
MOST_ROUNDS = 200  # a match
SHUFFLES = 2  # a round: the deal, and the second case file (C-15)
BONUSES = 100  # tips, pairs and Dupin's points together are less

Key = tuple[str, int | None, str | None, bool | None, str, str, int]
Told = tuple[str, int, tuple[int, ...], int]  # what, seat, cards, number
Step = int | tuple[int, str]  # a choice, or the seat for which the world was dealt anew and how

# What a seat is told beyond events.
CHOICE = "choose"  # its own action; the number is the action's
ANSWERED = "answered"  # the seat has chosen, as others still have to; all see that, but not what (C-21)
ROUND = "round"  # the seat deals; the number is the round's
SCORES = "scores"  # the text goes on with them
WORLD = "world"  # the text goes on with what a seat knows in a world dealt anew


class Setup:
    """Which game is played; all its episodes share it."""

    def __init__(self, key: Key) -> None:
        case, players, edition, teams, options, deck, target = key
        if target < 0:
            raise CasefileError(f"target: must be 0, for one round, or the points of a match, not {target}")
        self.key = key
        self.target = target
        self.rules: Rules = rules_for(case, players, edition, teams, options.split(), read_figures(deck))
        self.encoder = Encoder(self.rules)
        self.speaker = Speaker(self.rules)
        self.words = [CHOICE, ANSWERED, ROUND, "end", *sorted(catalogue("en", case)["events"])]
        self.say = lru_cache(maxsize=1 << 13)(self.put_into_text)

    def put_into_text(self, told: Told) -> str:
        """One line of a history."""
        return as_text(self.rules, told)

    def most_points(self) -> int:
        """More than a side can win or lose in a round: all cards, double, with all that sets and victims can add."""
        most = BONUSES
        for card in self.rules.deck.cards:
            times = {"points": 2 * card.copies, "complete_set": 1, "cost_per_victim": 5, "rank": 0}
            for figure, value in card.figures.items():
                if isinstance(value, int):
                    most += value * times.get(figure, card.copies)
        return most


def as_text(rules: Rules, told: Told) -> str:
    """One line of a history: seat, what, cards and number, with names where it has names."""
    what, seat, cards, number = told
    if what == CHOICE:
        return f"{seat}> {rules.actions[number].text}"
    names = ["?" if card == HIDDEN else rules.face_names[card] for card in cards]
    words = [what, *names] if seat == NOBODY else [f"{seat}:", what, *names]
    return " ".join([*words, str(number)] if number else words)


@lru_cache(maxsize=256)
def setup_for(key: Key) -> Setup:
    """The setup of a game: case, players, edition, teams, options, deck figures and target."""
    return Setup(key)


def read_figures(text: str) -> dict[str, dict[str, int | bool | str]]:
    """Figures of a deck of one's own: `poe/points/2 lanyon/never_doubled/true`."""
    figures: dict[str, dict[str, int | bool | str]] = {}
    for item in text.split():
        card, *rest = item.split("/")
        if len(rest) != 2:
            raise CasefileError(f"deck: {show(item)}: must be CARD/FIGURE/VALUE, such as poe/points/2")
        figure, value = rest
        truth = {"true": True, "false": False}
        figures.setdefault(card, {})[figure] = int(value) if value.isdecimal() else truth.get(value, value)
    return figures


class Episode:
    """A game that is being played. It clones, and is saved as the steps that led to it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.steps: list[Step] = []
        self.state: State | None = None  # none before the first deal
        self.is_playing = False  # else a deal is to come
        self.is_over = False
        self.seed = ""  # what chance has chosen so far for the shuffle to come
        self.waiting = -1  # an action that needs a shuffle
        self.dealer = NOBODY
        self.scores = [0] * setup.rules.sides
        self.rounds = 0
        self.decisions = 0  # in this round
        self.told: list[list[Told]] = [[] for _ in range(setup.rules.seats)]

    def clone(self) -> "Episode":
        """An independent copy."""
        other = Episode(self.setup)
        other.__dict__.update(self.__dict__)
        other.steps = self.steps[:]
        other.state = None if self.state is None else self.state.clone()
        other.scores = self.scores[:]
        other.told = [row[:] for row in self.told]
        return other

    def __deepcopy__(self, memo: object) -> "Episode":
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (self.setup.key, self.steps)

    # Asking

    def needs_chance(self) -> bool:
        """Is a shuffle to come?"""
        return not self.is_over and (not self.is_playing or self.waiting >= 0)

    def actor(self) -> int:
        """The seat that has to choose, or NOBODY."""
        if self.is_over or self.needs_chance() or self.state is None:
            return NOBODY
        return self.state.actor()

    def legal(self, seat: int) -> list[int]:
        """What the seat that has to choose may do."""
        return [] if self.state is None or seat != self.actor() else self.setup.rules.legal(self.state, seat)

    def returns(self) -> list[int]:
        """The points that each seat's side has won when all is over."""
        rules = self.setup.rules
        return [self.scores[seat % rules.sides] if self.is_over else 0 for seat in range(rules.seats)]

    # Looking

    def view(self, seat: int) -> View | None:
        """What a seat may know now; nothing before the deal."""
        return None if self.state is None else self.setup.rules.view(self.state, seat)

    def history(self, seat: int) -> list[Told]:
        """All that a seat has seen and done, in order; what is hidden from it, and that it is, leaves no trace."""
        if self.state is None or not self.is_playing:
            return self.told[seat]
        shown = self.setup.rules.shown(self.state, seat)
        return self.told[seat] + seen_by(shown.log or [], seat, self.setup.rules.case.endings)

    def text(self, seat: int) -> str:
        """The history of a seat in words."""
        return "\n".join([f"seat {seat}", *map(self.setup.say, self.history(seat))])

    # Going on

    def step(self, choice: Step) -> None:
        """Carry out a choice of chance or of a seat, or deal the world anew."""
        if isinstance(choice, tuple):
            self.deal_anew(*choice)
        elif self.needs_chance():
            self.roll(choice)
        else:
            self.choose(choice)
        self.steps.append(choice)

    def roll(self, byte: int) -> None:
        """Chance chooses another byte of a seed; with the last one the cards are shuffled."""
        if not 0 <= byte < BYTE:
            raise CasefileError(f"chance chooses a number from 0 to {BYTE - 1}, not {byte}")
        self.seed += f"{byte:02x}"
        if len(self.seed) < 2 * SEED_BYTES:
            return
        seed, self.seed = self.seed, ""
        if not self.is_playing or self.state is None:
            self.deal(seed)
            return
        action, self.waiting = self.waiting, -1
        seat = self.state.actor()
        self.state.seed = seed
        self.setup.rules.apply(self.state, seat, action)
        self.settle(seat, action)

    def deal(self, seed: str) -> None:
        """Deal a round; the first dealer is drawn, then the deal passes on (C-1)."""
        rules = self.setup.rules
        first = self.state is None
        self.dealer = Rng(f"{seed}/dealer").below(rules.seats) if first else (self.dealer + 1) % rules.seats
        self.state = rules.deal(self.dealer, self.scores, seed, log=True)
        self.is_playing = True
        self.decisions = 0
        self.rounds += 1
        scores = " ".join([SCORES, *map(str, self.scores)])
        for row in self.told:
            row += [(ROUND, self.dealer, (), self.rounds), (scores, NOBODY, (), 0)]
        self.tell()

    def choose(self, action: int) -> None:
        """Carry out an action of the seat that has to choose; if it needs a shuffle, chance comes first."""
        rules = self.setup.rules
        if self.state is None or self.is_over:
            raise CasefileError("the game is over; nobody can choose")
        if not 0 <= action < len(rules.actions):
            raise CasefileError(f"an action is a number from 0 to {len(rules.actions) - 1}, not {action}")
        before = self.state.clone()
        seat = self.state.actor()
        try:
            rules.play(self.state, seat, action)
        except IllegalActionError as error:
            raise CasefileError(f"{rules.actions[action].text}: {self.setup.speaker.refusal(error.refusal)}") from None
        if self.state.shuffles != before.shuffles:
            self.state = before
            self.waiting = action
        else:
            self.settle(seat, action)

    def settle(self, seat: int, action: int) -> None:
        """Tell what happened, and end the round if that ended it."""
        assert self.state is not None
        is_sealed = not self.state.log and self.state.question != NOTHING
        for other, row in enumerate(self.told):
            if other == seat:
                row.append((CHOICE, seat, (), action))
            elif is_sealed:
                row.append((ANSWERED, seat, (), 0))
        self.tell()
        self.decisions += 1
        if self.state.phase == OVER or self.decisions == MOST_DECISIONS:
            self.end_round()

    def tell(self) -> None:
        """Tell each seat what it may know of the newest events."""
        assert self.state is not None
        for seat, row in enumerate(self.told):
            row += seen_by(self.state.log or [], seat, self.setup.rules.case.endings)
        self.state.log = []

    def end_round(self) -> None:
        """Add up the points; a round that was given up has none (C-19, C-23)."""
        assert self.state is not None
        if self.state.phase == OVER:
            totals = self.setup.rules.score(self.state).totals()
            self.scores = [old + new for old, new in zip(self.scores, totals, strict=True)]
        self.is_playing = False
        target = self.setup.target
        self.is_over = not target or winner(self.scores, target) is not None or self.rounds == MOST_ROUNDS

    def deal_anew(self, seat: int, key: str) -> None:
        """Make this a world that could be the real one as far as a seat can tell; its own history stays the same.

        What the others were told cannot be known: their histories start anew, with what they know in this world.
        """
        if self.state is None or not self.is_playing:
            return
        rules = self.setup.rules
        self.told[seat] = self.history(seat)
        self.state = rules.determinize(rules.view(self.state, seat), Rng(key))
        self.state.log = []
        self.waiting, self.seed = -1, ""
        for other in range(rules.seats):
            if other != seat:
                knows = f"{WORLD} {rules.view(self.state, other).key()}"
                self.told[other] = [(knows, other, (), 0)]
        if self.state.phase == OVER:
            self.end_round()


def rebuild(key: Key, steps: list[Step]) -> Episode:
    """The episode to which these steps lead."""
    episode = Episode(setup_for(key))
    for step in steps:
        episode.step(step)
    return episode


def seen_by(events: list[Event], seat: int, endings: list[str]) -> list[Told]:
    """Events as a seat learns of them."""
    seen = [event.seen_by(seat) for event in events]
    return [(each.what, each.seat, tuple(each.cards), number_v1(each, endings)) for each in seen if each is not None]
