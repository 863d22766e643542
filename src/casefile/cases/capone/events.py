"""What the cards of Al Capone do when they are played."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.capone.cards import GANGSTERS, MEETING, NESS, RAID, REVEAL, SEARCH, WARRANT
from casefile.cases.capone.state import CaponeState
from casefile.core.counts import among, bit
from casefile.core.events import ASIDE, CASE_FILE, DISCARD_PILE, area_of, hand_of
from casefile.core.trail import WANTED

# What a search is for: what is due after its question.
FOR_NOTHING: Final = 0
FOR_ONE: Final = 1
FOR_SET: Final = 2


def put_down(s: CaponeState, seat: i64, event: i64) -> None:
    """An event goes from the hand onto the Underworld (CAP-3)."""
    s.event_played = True
    s.discard_from_hand(seat, event)
    s.note_card("play", seat, event, hand_of(seat), DISCARD_PILE)


def ask_around(s: CaponeState, seat: i64, gangster: i64) -> None:
    """The first who holds one, clockwise, gives one and draws a card; those before hold none (CAP-6)."""
    put_down(s, seat, MEETING)
    s.note_card("ask-around", seat, gangster)
    s.tally(WANTED, seat, gangster)
    for step in range(1, s.seats):
        player = (seat + step) % s.seats
        if s.in_hand(player, gangster):
            s.give(player, seat, gangster)
            s.note_card("give", player, gangster, hand_of(player), hand_of(seat), seat)
            s.draw_unseen(player, 1)
            return
        has_none(s, player, gangster)


def ask_one(s: CaponeState, seat: i64, gangster: i64, player: i64) -> None:
    """One player gives all copies and draws as many cards, as far as they go (CAP-7, CAP-17)."""
    put_down(s, seat, MEETING)
    s.note_card("ask-one", seat, gangster, other=player)
    s.tally(WANTED, seat, gangster)
    count = s.in_hand(player, gangster)
    for _ in range(count):
        s.give(player, seat, gangster)
    if count:
        s.note("give", player, [gangster] * count, hand_of(player), hand_of(seat), seat)
        s.others_exclude(player, bit(gangster))
        s.draw_unseen(player, count)
    else:
        has_none(s, player, gangster)


def has_none(s: CaponeState, player: i64, gangster: i64) -> None:
    """All learn that a player holds none of a gangster (CAP-6, CAP-7)."""
    s.note_card("has-none", player, gangster)
    s.others_exclude(player, bit(gangster))


def search(s: CaponeState, seat: i64, purpose: i64) -> None:
    """Look alone through the Underworld; the warrant waits aside until the choice is made (CAP-8, CAP-9)."""
    s.event_played = True
    s.put_aside(seat, WARRANT)
    s.note_card("play", seat, WARRANT, hand_of(seat), ASIDE)
    if s.log is not None:
        s.note_to(seat, "search-one" if purpose == FOR_ONE else "search-set", s.discard[:])
    s.look_through_discard(seat)
    s.ask(SEARCH, bit(seat), purpose)


def take_one(s: CaponeState, seat: i64, kind: i64) -> None:
    """Take one card out of the Underworld, unseen by the others; the warrant comes on top (CAP-8)."""
    s.answered()
    s.take_unseen(seat, kind)
    s.note_to(seat, "take-unseen", [kind], DISCARD_PILE, hand_of(seat))
    put_warrant_down(s)


def take_set(s: CaponeState, seat: i64, gangster: i64) -> None:
    """Show and take all clues of one gangster, or of none (-1); the warrant comes on top (CAP-9)."""
    s.answered()
    if gangster >= 0:
        count = s.take_all_shown(seat, gangster)
        s.note("take", seat, [gangster] * count, DISCARD_PILE, hand_of(seat))
    else:
        s.note("take-none", seat, [])
    put_warrant_down(s)


def put_warrant_down(s: CaponeState) -> None:
    """The warrant goes from aside onto the Underworld, once it was used (CAP-8, CAP-9)."""
    s.note_also(s.aside, ASIDE, DISCARD_PILE)
    s.discard_aside()


def draw_two(s: CaponeState, seat: i64) -> None:
    """Draw two cards (CAP-10)."""
    put_down(s, seat, NESS)
    s.draw_unseen(seat, 2)


def reveal_seven(s: CaponeState, seat: i64) -> None:
    """Turn over seven cards, and ask for those that match melds of the player's area, if there are any (CAP-11)."""
    put_down(s, seat, NESS)
    s.turn_aside(7)
    if s.aside:
        s.note("turn-over", seat, s.aside[:], CASE_FILE, ASIDE)
    if s.melds(s.side(seat)) & among(s.aside):
        s.ask(REVEAL, bit(seat), FOR_NOTHING)
    else:
        put_away(s, seat)


def take_revealed(s: CaponeState, seat: i64, chosen: i64) -> None:
    """Take all copies of each chosen gangster (bits); the others go onto the Underworld (CAP-11)."""
    s.answered()
    taken = [kind for kind in s.aside if chosen >> kind & 1]
    for kind in taken:
        s.take_aside(seat, kind)
    s.note("take" if taken else "take-none", seat, taken, ASIDE, hand_of(seat))
    put_away(s, seat)


def put_away(s: CaponeState, seat: i64) -> None:
    """What was turned over and not taken goes onto the Underworld, the last on top (CAP-11)."""
    if s.aside:
        s.note("put-away", seat, s.aside[:], ASIDE, DISCARD_PILE)
    s.discard_aside()


def raid(s: CaponeState, seat: i64, gangster: i64) -> None:
    """All copies in the areas of the opponents come to the player's area (CAP-12)."""
    put_down(s, seat, RAID)
    side = s.side(seat)
    s.note("raid", seat, [gangster] * s.raid_brings(side, gangster))
    for other in range(s.sides):
        if other != side:
            if s.log is not None:
                s.note_also([gangster] * s.in_area(other, gangster), area_of(other), area_of(side))
            for _ in range(s.in_area(other, gangster)):
                s.move_between_areas(other, side, gangster)


def gangsters_in(chosen: i64) -> list[int]:
    """The gangsters of a set, given as bits."""
    return [gangster for gangster in range(GANGSTERS) if chosen >> gangster & 1]
