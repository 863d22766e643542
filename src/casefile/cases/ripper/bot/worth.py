"""What cards are worth in Jack the Ripper: in the hand, on the discard pile, and played.

All worths are tenths of a point. The numbers were found by playing rounds out, and by duels.
"""

from typing import Final

from casefile.bots.expert import Expert
from casefile.bots.policy import POINT
from casefile.cases.ripper import cards
from casefile.cases.ripper.bot.reading import ALIBI_FACE, NOBODY, SUSPECT_OF, RipperReading
from casefile.cases.ripper.cards import FACE_KIND, Figures
from casefile.cases.ripper.state import RipperView
from casefile.core.counts import bit
from casefile.core.rules import Rules
from casefile.core.view import View

SHOWN: Final = 8  # the others remember a card that was taken from the discard pile
# In the hand; those of colours for cards with the printed points.
SETS: Final = [0, 18, 44, 113, 163, 203]  # so many clues of a suspect without a meld
LETTER_SETS: Final = [0, 5, 20, 75, 125, 175]
JOKER_COMPLETES: Final = 50  # two clues with a joker are a meld
SUSPICIONS: Final = [8, 22, 35, 90]  # of a suspect without a meld, by clues of the suspect in the hand
ALIBIS: Final = [12, 6, 0, 0]
LAID_SOON: Final = 20  # beside the points, for what can be laid at once
JOKER_HELD: Final = 65
VICTIM_HELD: Final = 65
SCENE_HELD: Final = 52
STRIKES_HELD: Final = 29
COMMISSIONER_HELD: Final = 15

# What a discard does for the next player.
FEEDS_EACH_UNSEEN: Final = 7  # for each clue of the colour that may be in that hand
FEEDS_KNOWN: Final = 30  # for each one that certainly is in another hand
FEEDS_JOKER: Final = 40
FEEDS_VICTIM: Final = 40
FEEDS_COLOUR_EVENT: Final = 10
FEEDS_EVENT: Final = 20
FEEDS_ESCAPE: Final = 10  # for each victim beyond the second: a player with a scene can fetch it (RIP-14)

# Played.
TWO_CARDS: Final = 30  # drawn by a victim (RIP-8)
FIRST_VICTIM: Final = 20  # melds are allowed (RIP-1)
NEARER: Final = 15  # a victim for the player who holds the escape
STRUCK: Final = 5  # for each unseen victim
STRIKES_ANYWAY: Final = 5
COMMISSIONER_GAIN: Final = 40  # if another hand may hold a victim
IN_VAIN: Final = -5  # an event that can bring nothing but a smaller hand

# Percent that the Ripper escapes, by the victims that lie or are held with the escape; more players bring more out.
CHANCE_OF_TWO: Final = [4, 7, 13, 26, 50, 90]
CHANCE_OF_MORE: Final = [10, 18, 30, 45, 65, 92]


class RipperWorth(Expert[RipperReading]):
    """Knows the cards of Jack the Ripper."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        figures = Figures(rules.deck)
        self.rank = figures.rank
        self.partner = figures.partner
        self.cost_per_victim = figures.cost_per_victim
        self.escape_points = self.points[cards.ESCAPES] * POINT
        self.shown = SHOWN
        self.pace = 25
        self.spread = 18
        self.chance = CHANCE_OF_TWO if rules.seats == 2 else CHANCE_OF_MORE

    def read(self, view: View) -> RipperReading:
        """What the seat of a view reads off the table."""
        assert isinstance(view, RipperView)
        return RipperReading(view, self.points, self.rank, self.copies)

    # In the hand

    def worth_held(self, reading: RipperReading, kind: int, held: int) -> int:
        """What the last of several cards of a kind is worth in the hand."""
        if kind <= cards.LETTERS:
            if reading.is_melded(kind):
                return 2 * self.points[kind] * POINT + LAID_SOON
            return self.set_worth(reading, kind, held) - self.set_worth(reading, kind, held - 1)
        if kind == cards.JOKER:
            return JOKER_HELD
        if kind < cards.VICTIM:
            return self.colour_event_held(reading, kind)
        if kind == cards.ESCAPES:
            return self.escape_hope(reading)
        if kind < cards.SCENE:
            return VICTIM_HELD
        if kind < cards.STRIKES:
            return SCENE_HELD
        if self.is_spent(reading, kind):
            return 0
        return STRIKES_HELD if kind == cards.STRIKES else COMMISSIONER_HELD

    def is_spent(self, reading: RipperReading, kind: int) -> bool:
        """Can this event bring out no victim any more, as there is none left for it (RIP-11, RIP-12)?"""
        gone = reading.victims + (reading.own_victims() if kind == cards.STRIKES else 0)
        return gone == cards.VICTIMS and cards.STRIKES <= kind <= cards.COMMISSIONER

    def set_worth(self, reading: RipperReading, colour: int, held: int) -> int:
        """What clues of a colour without a meld promise together."""
        held = min(held, 5)
        if colour == cards.LETTERS:
            return LETTER_SETS[held] * self.points[cards.LETTERS] // 3
        worth = SETS[held] * self.points[colour] // 2
        return worth + JOKER_COMPLETES if held == 2 and reading.hand[cards.JOKER] else worth

    def colour_event_held(self, reading: RipperReading, kind: int) -> int:
        """A suspicion grows with the player's own clues of its suspect; an alibi is for the suspects of others."""
        suspect = self.event_suspect(reading, kind)
        points = self.points[kind] * POINT
        is_melded = reading.is_melded(suspect)
        held = min(reading.hand[suspect], 3)
        if kind < cards.ALIBI:
            return 2 * points if is_melded else SUSPICIONS[held] * points // 40
        if is_melded:
            return max(LAID_SOON, self.colour_gain(reading, suspect, points, alibi_for=suspect))
        return ALIBIS[held] * points // 30

    def event_suspect(self, reading: RipperReading, kind: int) -> int:
        """Whom a suspicion or an alibi is for; the one for two is rather for the melded, then the less held (RIP-7)."""
        if kind != cards.ALIBI_EDDY_GULL:
            return SUSPECT_OF[kind]
        eddy = reading.is_melded(cards.EDDY)
        if eddy != reading.is_melded(cards.GULL):
            return cards.EDDY if eddy else cards.GULL
        return cards.EDDY if reading.hand[cards.EDDY] <= reading.hand[cards.GULL] else cards.GULL

    def escape_hope(self, reading: RipperReading) -> int:
        """What the escape in the hand promises, less what it costs at the end (RIP-28)."""
        chance = self.chance[min(reading.victims + reading.own_victims(), cards.VICTIMS)]
        cost = self.cost_per_victim * reading.victims * POINT
        return (self.escape_points * chance - cost * (100 - chance)) // 100

    def feed(self, reading: RipperReading, kind: int) -> int:
        """What a discard may be worth to the next player, who can take it."""
        if kind <= cards.LETTERS:
            if reading.is_melded(kind):
                return self.points[kind] * POINT
            feed = FEEDS_EACH_UNSEEN * reading.unseen[kind]
            view = reading.view
            for seat in range(view.seats):
                if seat != view.seat:
                    feed += FEEDS_KNOWN * view.known_of(seat, kind)
            return feed
        if kind == cards.JOKER:
            return FEEDS_JOKER
        if kind < cards.VICTIM:
            return FEEDS_COLOUR_EVENT
        if kind < cards.SCENE:
            return FEEDS_VICTIM
        if kind == cards.ESCAPES:
            return FEEDS_ESCAPE * (reading.victims - 2)
        return 0 if self.is_spent(reading, kind) else FEEDS_EVENT

    # Played

    def gain(self, reading: RipperReading, face: int) -> int:
        """What a card does if it is played now."""
        kind = FACE_KIND[face]
        points = self.points[kind] * POINT
        suspect = SUSPECT_OF[face]
        if suspect >= 0:
            return self.colour_gain(reading, suspect, points, alibi_for=suspect if ALIBI_FACE[face] else NOBODY)
        if kind == cards.LETTERS:
            return points
        if kind < cards.SCENE:
            return self.victim_gain(reading, kind)
        if kind < cards.STRIKES:
            return self.scene_gain(reading, kind)
        if kind == cards.STRIKES:
            return self.strikes_gain(reading)
        if kind == cards.COMMISSIONER:
            return self.commissioner_gain(reading)
        return self.escape_gain(reading)

    def colour_gain(self, reading: RipperReading, suspect: int, points: int, *, alibi_for: int) -> int:
        """A card of a suspect's colour comes into the player's own area; an alibi replaces the one in play (RIP-6)."""
        before = reading.outlook()
        cleared = reading.cleared
        if alibi_for >= 0:
            reading.cleared = alibi_for
        reading.add(suspect, points)
        after = reading.outlook()
        reading.add(suspect, -points)
        reading.cleared = cleared
        return after - before

    def escape_gain(self, reading: RipperReading) -> int:
        """The round ends with the points for the escape, and of all others only victims and scenes count (RIP-29)."""
        return self.escape_points + reading.our_victims - reading.their_victims // reading.others - reading.margin()

    def victim_gain(self, reading: RipperReading, victim: int) -> int:
        """A point, its scene, and two cards; the fifth lets the Ripper escape (RIP-8, RIP-18)."""
        gain = self.points[victim] * POINT + TWO_CARDS + self.taken_over(reading, self.partner[victim])
        if not reading.victims:
            gain += FIRST_VICTIM
        is_fifth = reading.victims == cards.VICTIMS - 1
        if reading.hand[cards.ESCAPES]:
            return gain + (self.escape_points if is_fifth else NEARER)
        return gain - self.escape_danger(reading) if is_fifth else gain

    def escape_danger(self, reading: RipperReading) -> int:
        """What it costs, on average, to bring out the fifth victim when another may hold the escape."""
        return self.escape_points * reading.held_by_others(cards.ESCAPES) // 100

    def taken_over(self, reading: RipperReading, face: int) -> int:
        """The points that change areas with a victim or a scene (RIP-8, RIP-9)."""
        view = reading.view
        for side in range(view.sides):
            if side != view.seat and view.areas[side * cards.FACES + face]:
                return 2 * self.points[face] * POINT
        return 0

    def scene_gain(self, reading: RipperReading, scene: int) -> int:
        """A point, its victim, and the best card of the discard pile (RIP-9, RIP-10)."""
        gain = self.points[scene] * POINT + self.taken_over(reading, self.partner[scene])
        found = self.best_find(reading)
        return gain + (self.use(reading, found) if found >= 0 else 0)

    def best_find(self, reading: RipperReading) -> int:
        """The card that a search of the discard pile would bring, or -1 (RIP-10)."""
        best = -1
        best_worth = 0
        done = 0
        for kind in reading.view.discard:
            if done >> kind & 1 or cards.SCENE <= kind < cards.STRIKES:
                continue
            done |= bit(kind)
            if kind == cards.ESCAPES and reading.victims == cards.VICTIMS:
                return kind
            worth = self.use(reading, kind)
            if worth > best_worth:
                best_worth = worth
                best = kind
        return best

    def strikes_gain(self, reading: RipperReading) -> int:
        """Perhaps a victim of the case file (RIP-11)."""
        if not self.strike_chance(reading):
            return IN_VAIN
        gain = STRUCK * len(reading.victims_held()) + STRIKES_ANYWAY
        if reading.victims == cards.VICTIMS - 1 and not reading.hand[cards.ESCAPES]:
            gain -= self.escape_danger(reading) // 2
        return gain

    def strike_chance(self, reading: RipperReading) -> int:
        """The chance, in percent and about, that a victim is among the next five cards of the case file (RIP-11)."""
        in_file = 0
        for held in reading.victims_held():
            in_file += 100 - held
        return min(100, (5 * in_file + reading.view.file_size - 1) // max(1, reading.view.file_size))

    def commissioner_gain(self, reading: RipperReading) -> int:
        """All victims come out of the hands, and nobody draws for them (RIP-12)."""
        own = reading.own_victims()
        held = reading.victims_held()
        gain = (COMMISSIONER_GAIN if any(held) else IN_VAIN) - own * (TWO_CARDS - POINT // 2)
        if reading.hand[cards.ESCAPES]:
            may_come = len([chance for chance in held if chance])
            return self.escape_points if own + reading.victims == cards.VICTIMS else gain + NEARER * may_come
        if own + len(held) + reading.victims == cards.VICTIMS:
            danger = self.escape_danger(reading)
            for chance in held:
                danger = danger * chance // 100
            gain -= danger
        return gain
