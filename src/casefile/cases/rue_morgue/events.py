"""What happens in Murders in the Rue Morgue: the set-up, feeding, the events, and how a turn and a round end."""

from casefile.cases.rue_morgue.cards import DUPIN, DUPINS_HELP, HELP_CONSULT, HELP_DRAW, HELP_SEARCH
from casefile.cases.rue_morgue.scoring import is_caught
from casefile.cases.rue_morgue.state import IN_DISCARD, UNDER_ORANG_UTAN, RueMorgueState
from casefile.core.state import (
    BY_DISCARD,
    BY_FILE,
    CONSULT,
    DRAW,
    FEED,
    GIVE,
    GIVING,
    NO_CARD,
    NOBODY,
    OVER,
    PASS,
    PASSING,
    SEARCH,
)

# Set-up


def set_up(s: RueMorgueState) -> None:
    """After the deal: cards that nobody sees, then passing or giving (RUE-2 to RUE-6)."""
    if not s.at_once:
        turn_up(s)
    if s.seats == 2:
        s.feed_unseen(2)
    if s.seats == 4:
        s.phase = PASS
        s.ask(PASSING, 15, 0)
    else:
        start_giving(s)


def turn_up(s: RueMorgueState) -> None:
    """Start the discard pile: before the set-up choices in the one edition, after them in the other (RUE-3, RUE-4)."""
    s.note("turn-up", s.dealer, [s.turn_over()])


def start_giving(s: RueMorgueState) -> None:
    """Everybody chooses a card for the Orang-Utan (RUE-6)."""
    s.phase = GIVE
    s.ask(GIVING, (1 << s.seats) - 1, 0)


def seal(s: RueMorgueState, seat: int, kind: int) -> None:
    """A seat has chosen a card to pass or to give; nothing moves before all have (C-21)."""
    s.sealed[seat] = kind
    s.asked &= ~(1 << seat)
    if s.asked:
        return
    question = s.question
    chosen = s.sealed
    s.sealed = [NO_CARD] * s.seats
    s.answered()
    if question == GIVING:
        give_all(s, chosen)
    elif question == PASSING:
        s.exchange(0, 2, chosen[0], chosen[2])
        s.exchange(1, 3, chosen[1], chosen[3])
        start_giving(s)
    else:
        first = s.turn % 2  # the log is in the order of the seats
        s.exchange(first, first + 2, chosen[first], chosen[first + 2])


def give_all(s: RueMorgueState, chosen: list[int]) -> None:
    """The Orang-Utan gets a card of every hand; each draws another, from the dealer on (RUE-6)."""
    for seat in range(s.seats):
        s.feed_from_hand(seat, chosen[seat])
    for step in range(s.seats):
        s.draw_unseen((s.dealer + step) % s.seats, 1)
    if s.at_once:
        turn_up(s)
    s.phase = DRAW


# Feeding


def feed(s: RueMorgueState, seat: int) -> None:
    """After a meld the Orang-Utan has to be fed, if it is there and anything is to be had (RUE-7 to RUE-9)."""
    if s.file_number == 2:
        return
    if not s.case_file:
        if s.discard:
            s.feed_from_discard(seat)
        return
    s.peek(seat)
    if s.discard:
        s.ask(FEED, 1 << seat, 0)
    else:
        s.feed_from_file(seat)


# Events


def play_event(s: RueMorgueState, seat: int, kind: int) -> None:
    """An event goes from the hand to the own area (C-12)."""
    s.leave_hand(seat, kind)
    s.put_into_area(s.side(seat), kind)
    s.event_played = True
    s.note("play", seat, [kind])
    if kind == DUPIN:
        dupin_comes(s, seat)


def play_help(s: RueMorgueState, seat: int, how: int) -> None:
    """Dupin's help: draw two cards, search the discard pile, or consult the partner (RUE-12, RUE-13)."""
    play_event(s, seat, DUPINS_HELP)
    if how == HELP_DRAW:
        s.draw_unseen(seat, 2)
    elif how == HELP_SEARCH:
        s.ask(SEARCH, 1 << seat, IN_DISCARD)
        s.note("search", seat, [])
    else:
        assert how == HELP_CONSULT
        s.draw_unseen(seat, 1)
        s.ask(CONSULT, 1 << seat | 1 << s.partner(seat), 0)
        s.note("consult", seat, [], s.partner(seat))


def dupin_comes(s: RueMorgueState, seat: int) -> None:
    """Dupin searches under the Orang-Utan, or draws two cards once it has escaped (RUE-14)."""
    if s.file_number == 2:
        s.draw_unseen(seat, 2)
    elif s.under:
        s.mind(seat).look_under(s.under)
        s.ask(SEARCH, 1 << seat, UNDER_ORANG_UTAN)
        s.note_to(seat, "search-under", sorted(s.under))


def take(s: RueMorgueState, seat: int, kind: int) -> None:
    """Show the card that a search found, and take it into the hand (RUE-12, RUE-14)."""
    if s.due == UNDER_ORANG_UTAN:
        s.take_from_under(seat, kind)
    else:
        s.take_shown(seat, kind)
    s.answered()
    s.note("take", seat, [kind])


# Endings


def end_turn(s: RueMorgueState, seat: int) -> None:
    """After a discard: the round ends, or the next seat follows (C-6, C-15, C-16, RUE-17)."""
    if s.sizes[seat] == 0:
        end_round(s, BY_DISCARD, seat)
        return
    if not s.case_file:
        if s.file_number == 2:
            end_round(s, BY_FILE, NOBODY)
            return
        s.make_second_file()
    s.turn = (s.turn + 1) % s.seats
    s.phase = DRAW
    s.event_played = False


def end_round(s: RueMorgueState, by: int, seat: int) -> None:
    """The round is over; if it is scored, the cards that count are laid open (RUE-19 to RUE-21)."""
    s.phase = OVER
    s.ended_by = by
    s.ended_seat = seat
    s.note("end", seat, [], by)
    if is_caught(s):
        s.note("catch", seat, sorted(s.under))
    if by == BY_DISCARD:
        s.lay_open()
