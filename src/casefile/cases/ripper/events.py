"""What the cards of Jack the Ripper do when they are played, and how a turn and a round end."""

from typing import Final

from mypy_extensions import i64

from casefile.cases.ripper import cards
from casefile.cases.ripper.cards import FACE_KIND, is_alibi, is_scene
from casefile.cases.ripper.state import RipperState
from casefile.core import turns
from casefile.core.counts import bit
from casefile.core.events import CASE_FILE, DISCARD_PILE, area_of, hand_of
from casefile.core.state import NOBODY

# What is due after the question whether the Ripper escapes.
NOTHING_DUE: Final = 0
TWO_CARDS_DUE: Final = 1
END_DUE: Final = 2


def end_round(s: RipperState, by: i64, seat: i64) -> None:
    """The round ends by other means than a discard (RIP-17, RIP-18)."""
    turns.end(s, by, seat)
    lay_open(s)


def lay_open(s: RipperState) -> None:
    """Hands and tips are shown if they count (RIP-27, RIP-32)."""
    if s.is_solved():
        for tipper, tip in enumerate(s.tips):
            s.note_card("show-tip", tipper, tip)
        s.show_hands()


def end_turn(s: RipperState, seat: i64) -> None:
    """After a discard; a holder of the escape is asked once the turn has passed on (RIP-22, RIP-23)."""
    if not turns.close_turn(s, seat, 2):
        lay_open(s)
        return
    holder = s.holder(cards.ESCAPES)
    if holder != seat:
        ask_holder(s, holder)


def ask_holder(s: RipperState, holder: i64) -> None:
    """Ask who holds the Ripper's escape, unless it is the player whose turn it is, who may play it anyway (RIP-22)."""
    if s.victims == cards.VICTIMS and holder != NOBODY and holder != s.turn:
        s.ask(cards.ESCAPE, bit(holder), NOTHING_DUE)


def after_action(s: RipperState) -> None:
    """An action of the player whose turn it is is complete, with all that followed from it (RIP-22)."""
    if s.victims == cards.VICTIMS:
        ask_holder(s, s.holder(cards.ESCAPES))


def go_on_after_hold(s: RipperState, due: i64) -> None:
    """The holder keeps the card: carry on where the question came in, and ask again after the two cards (RIP-22)."""
    s.answered()
    if due == TWO_CARDS_DUE:
        s.draw_unseen(s.turn, 2)
        after_action(s)
    elif due == END_DUE:
        end_round(s, cards.BY_COMMISSIONER, NOBODY)


def as_if_held(s: RipperState) -> RipperState:
    """The round as it is once the holder has kept the card, or would be if nobody held it."""
    later = s.clone()
    while later.question == cards.ESCAPE:
        go_on_after_hold(later, later.due)
    return later


def play_card(s: RipperState, face: i64, partner: list[int], came_from: i64) -> None:
    """A card that left the hand or the discard pile is played by the seat whose turn it is."""
    seat = s.turn
    if face == cards.ESCAPES:
        escape(s, seat, came_from)
    elif face <= cards.LETTERS or cards.JOKER_AS <= face < cards.JOKER_AS + cards.SUSPECTS:
        lay_off(s, seat, face, came_from)
        after_action(s)
    elif face == cards.STRIKES or face == cards.COMMISSIONER:
        s.put_onto_discard(face)
        s.note_card("play", seat, face, came_from, DISCARD_PILE)
        if face == cards.STRIKES:
            ripper_strikes(s, seat, partner)
        else:
            commissioner_resigns(s, seat, partner)
    else:
        s.note_card("play", seat, face, came_from, area_of(seat))
        if is_alibi(face):
            play_alibi(s, seat, face)
            after_action(s)
        elif face < cards.ALIBI:
            s.put_into_area(seat, face)
            after_action(s)
        elif face < cards.SCENE:
            play_victim(s, seat, face, partner)
        else:
            play_scene(s, seat, face, partner)


def lay_off(s: RipperState, seat: i64, face: i64, came_from: i64) -> None:
    """Lay one clue into the player's area (C-10, RIP-2)."""
    s.put_into_area(seat, face)
    s.note_meld(seat, face - cards.JOKER_AS if face >= cards.JOKER_AS else face)
    s.note_card("lay", seat, face, came_from, area_of(seat))


def escape(s: RipperState, seat: i64, came_from: i64) -> None:
    """The Ripper escapes, and the round ends at once (RIP-18)."""
    s.put_into_area(seat, cards.ESCAPES)
    s.note_card("play", seat, cards.ESCAPES, came_from, area_of(seat))
    end_round(s, cards.BY_ESCAPE, seat)


def play_alibi(s: RipperState, seat: i64, face: i64) -> None:
    """Lay an alibi; the one in play, whosever it is, goes onto the discard pile (RIP-5, RIP-6)."""
    for side in range(s.sides):
        for old in range(cards.FACES):
            if is_alibi(old) and s.in_area(side, old):
                s.discard_from_area(side, old, FACE_KIND[old])
                s.note_card("replace", side, FACE_KIND[old], area_of(side), DISCARD_PILE)
    s.put_into_area(seat, face)


def gather(s: RipperState, seat: i64, partner_kind: i64) -> None:
    """Take the victim or scene of the same colour out of another area (RIP-8, RIP-9)."""
    for side in range(s.sides):
        if side != seat and s.in_area(side, partner_kind):
            s.move_between_areas(side, seat, partner_kind)
            s.note_card("gather", seat, partner_kind, area_of(side), area_of(seat), side)


def arrive(s: RipperState, seat: i64, victim: i64, partner: list[int]) -> None:
    """A victim, and its scene with it, comes to lie in an area (RIP-8, RIP-12)."""
    s.put_into_area(seat, victim)
    s.victims += 1
    gather(s, seat, partner[victim])


def play_victim(s: RipperState, seat: i64, victim: i64, partner: list[int]) -> None:
    """Lay a victim and draw two cards; before them, a holder of the escape is asked (RIP-8, RIP-22)."""
    arrive(s, seat, victim, partner)
    holder = s.holder(cards.ESCAPES)
    if s.victims == cards.VICTIMS and holder != NOBODY and holder != seat:
        s.ask(cards.ESCAPE, bit(holder), TWO_CARDS_DUE)
    else:
        s.draw_unseen(seat, 2)


def play_scene(s: RipperState, seat: i64, scene: i64, partner: list[int]) -> None:
    """Lay a scene, and search the discard pile if there is anything to choose (RIP-9, RIP-10)."""
    s.put_into_area(seat, scene)
    gather(s, seat, partner[scene])
    for kind in s.discard:
        if not is_scene(kind):
            s.ask(cards.SEARCH, bit(seat), NOTHING_DUE)
            s.note("search", seat, [])
            return
    after_action(s)


def ripper_strikes(s: RipperState, seat: i64, partner: list[int]) -> None:
    """Turn over up to five cards; a victim ends that and is played at once (RIP-11)."""
    for _ in range(min(5, len(s.case_file))):
        card = s.turn_over()
        s.note_card("turn-over", seat, card, CASE_FILE, DISCARD_PILE)
        if cards.VICTIM <= card < cards.SCENE:
            s.remove_from_discard(card)
            s.note_card("strike", seat, card, DISCARD_PILE, area_of(seat))
            play_victim(s, seat, card, partner)
            return
    after_action(s)


def commissioner_resigns(s: RipperState, seat: i64, partner: list[int]) -> None:
    """Every player lays all victims of the hand, without drawing (RIP-12, RIP-13)."""
    emptied = False
    for step in range(s.seats):
        player = (seat + step) % s.seats
        for victim in range(cards.VICTIM, cards.VICTIM + cards.VICTIMS):
            if s.in_hand(player, victim):
                s.leave_hand(player, victim)
                s.note_card("must-lay", player, victim, hand_of(player), area_of(player))
                arrive(s, player, victim, partner)
        s.others_exclude(player, cards.ANY_VICTIM)
        emptied = emptied or s.sizes[player] == 0
    if not emptied:
        after_action(s)
        return
    holder = s.holder(cards.ESCAPES)
    if s.victims == cards.VICTIMS and holder != NOBODY:
        s.ask(cards.ESCAPE, bit(holder), END_DUE)
    else:
        end_round(s, cards.BY_COMMISSIONER, NOBODY)
