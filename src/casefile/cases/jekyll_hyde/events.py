"""What the cards of Dr. Jekyll & Mr. Hyde do when they are played, and how a turn and a round end."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.jekyll_hyde import cards
from casefile.cases.jekyll_hyde.cards import Figures
from casefile.cases.jekyll_hyde.scoring import is_shut_out, is_solved
from casefile.cases.jekyll_hyde.state import JekyllState
from casefile.core import turns
from casefile.core.counts import bit
from casefile.core.events import ASIDE, CASE_FILE, DISCARD_PILE, area_of, hand_of

TURNED_OVER: Final = 3  # by lab work (JEK-4)
DRAWN: Final = 2  # by a potion (JEK-7)


def end_turn(s: JekyllState, seat: i64, figures: Figures) -> None:
    """After a discard; at the end of the round the hands are laid open if they count (JEK-11, JEK-13, JEK-14)."""
    if turns.close_turn(s, seat, 2):
        return
    if is_shut_out(s, figures):
        s.note("shut-out", seat, [])
    elif is_solved(s):
        s.show_hands()


def matching(lying: list[int], identity: i64, figures: Figures) -> i64:
    """The kinds among these cards that match this side of the identity, one bit each (JEK-4, JEK-5)."""
    kinds = 0
    for kind in lying:
        if figures.matches(kind, identity):
            kinds |= bit(kind)
    return kinds


def takeable(s: JekyllState, figures: Figures) -> i64:
    """The kinds that lab work offers now, one bit each (JEK-4)."""
    return matching(s.aside if s.question == cards.REVEAL else s.discard, s.identity, figures)


def put_lab_work_down(s: JekyllState, seat: i64) -> None:
    """Lab work goes to the player's area (JEK-4)."""
    s.event_played = True
    s.lay_down("play", seat, cards.LAB_WORK, 1)


def work_on_file(s: JekyllState, seat: i64, figures: Figures) -> None:
    """Turn over the top cards of the case file; one that matches must be taken (JEK-4, C-13)."""
    put_lab_work_down(s, seat)
    s.turn_aside(TURNED_OVER)
    s.note("turn-over", seat, s.aside[:], CASE_FILE, ASIDE)
    if matching(s.aside, s.identity, figures):
        s.ask(cards.REVEAL, bit(seat), 0)
    else:
        put_rest_onto_london(s, seat)


def work_on_london(s: JekyllState, seat: i64, figures: Figures) -> None:
    """Look through London; a card that matches must be taken (JEK-4)."""
    put_lab_work_down(s, seat)
    s.note("search", seat, [])
    if matching(s.discard, s.identity, figures):
        s.ask(cards.SEARCH, bit(seat), 0)
    else:
        s.note("find-nothing", seat, [])


def put_rest_onto_london(s: JekyllState, seat: i64) -> None:
    """The turned-over cards that nobody took go onto London in their order (JEK-4)."""
    if s.aside:
        s.note("leave", seat, s.aside[:], ASIDE, DISCARD_PILE)
    s.discard_aside()


def take(s: JekyllState, seat: i64, kind: i64) -> None:
    """Take the card that was chosen, for all to see (JEK-4, JEK-6)."""
    revealed = s.question == cards.REVEAL
    s.answered()
    s.note_card("take", seat, kind, ASIDE if revealed else DISCARD_PILE, hand_of(seat))
    if revealed:
        s.take_aside(seat, kind)
        put_rest_onto_london(s, seat)
    else:
        s.take_shown(seat, kind)


def drink(s: JekyllState, seat: i64) -> None:
    """The potion goes onto London, the identity turns over, and then two cards are drawn (JEK-7)."""
    s.event_played = True
    s.discard_from_hand(seat, cards.POTION)
    s.note_card("play", seat, cards.POTION, hand_of(seat), DISCARD_PILE)
    s.identity = cards.JEKYLL if s.identity == cards.HYDE else cards.HYDE
    s.note("turn-hyde" if s.identity == cards.HYDE else "turn-jekyll", seat, [])
    s.draw_unseen(seat, DRAWN)


def transform(s: JekyllState, seat: i64, side: i64, colour: i64, figures: Figures) -> None:
    """Change the letters of the clues of one colour that lie in one area now (JEK-8 to JEK-10)."""
    s.event_played = True
    s.leave_hand(seat, cards.TRANSFORMATION)
    s.put_into_area(side, cards.TRANSFORMATION)
    changes = figures.letter[colour] != figures.letter[cards.CHANGED + colour]
    if s.log is not None:
        group = [colour] * s.in_area(side, colour)
        s.note("transform" if changes else "transform-in-vain", seat, group, other=side)
        s.note_also([cards.TRANSFORMATION], hand_of(seat), area_of(side))
    if changes:
        s.change_faces(side, colour, cards.CHANGED + colour)
