"""What happens in Murders in the Rue Morgue: the set-up, feeding, the events, and how a turn and a round end."""

from mypy_extensions import i64

from casefile.cases.rue_morgue import cards
from casefile.cases.rue_morgue.scoring import is_caught
from casefile.cases.rue_morgue.state import IN_DISCARD, UNDER, UNDER_ORANG_UTAN, RueMorgueState
from casefile.core import turns
from casefile.core.counts import bit
from casefile.core.events import CASE_FILE, DISCARD_PILE, area_of, hand_of
from casefile.core.state import BY_DISCARD, DRAW, NO_CARD

# Set-up


def set_up(s: RueMorgueState) -> None:
    """After the deal: cards that nobody sees, then passing or giving (RUE-2 to RUE-6)."""
    if not s.at_once:
        turn_up(s)
    if s.seats == 2:
        s.feed_unseen(2)
    if s.seats == 4:
        s.phase = cards.PASS
        s.ask(cards.PASSING, 15, 0)
    else:
        start_giving(s)


def turn_up(s: RueMorgueState) -> None:
    """Start the discard pile: before the set-up choices in the one edition, after them in the other (RUE-3, RUE-4)."""
    s.note("turn-up", s.dealer, [s.turn_over()], CASE_FILE, DISCARD_PILE)


def start_giving(s: RueMorgueState) -> None:
    """Everybody chooses a card for the Orang-Utan (RUE-6)."""
    s.phase = cards.GIVE
    s.ask(cards.GIVING, bit(s.seats) - 1, 0)


def seal(s: RueMorgueState, seat: i64, kind: i64) -> None:
    """A seat has chosen a card to pass or to give; nothing moves before all have (C-21)."""
    s.sealed[seat] = kind
    s.asked &= ~bit(seat)
    if s.asked:
        return
    question = s.question
    chosen = s.sealed
    s.sealed = [NO_CARD] * s.seats
    s.answered()
    if question == cards.GIVING:
        give_all(s, chosen)
        return
    pass_all(s, chosen)
    if question == cards.PASSING:
        start_giving(s)


def pass_all(s: RueMorgueState, chosen: list[int]) -> None:
    """Those who have chosen a card pass it to their partners (RUE-5, RUE-13)."""
    for team in (0, 1):
        if chosen[team] != NO_CARD:
            s.exchange(team, team + 2, chosen[team], chosen[team + 2])
    for seat in range(s.seats):
        if chosen[seat] != NO_CARD:
            s.note_pass(seat, chosen[seat])


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


def feed(s: RueMorgueState, seat: i64) -> None:
    """After a meld the Orang-Utan has to be fed, if it is there and anything is to be had (RUE-7 to RUE-9)."""
    if s.file_number == 2:
        return
    if not s.case_file:
        if s.discard:
            s.feed_from_discard(seat)
        return
    s.peek(seat)
    if s.discard:
        s.ask(cards.FEED, bit(seat), 0)
    else:
        s.feed_from_file(seat)


# Events


def play_event(s: RueMorgueState, seat: i64, kind: i64) -> None:
    """An event goes from the hand to the player's area (C-12)."""
    s.leave_hand(seat, kind)
    s.put_into_area(s.side(seat), kind)
    s.event_played = True
    s.note_card("play", seat, kind, hand_of(seat), area_of(s.side(seat)))
    if kind == cards.DUPIN:
        dupin_comes(s, seat)


def play_help(s: RueMorgueState, seat: i64, how: i64) -> None:
    """Dupin's help: draw two cards, search the discard pile, or consult the partner (RUE-12, RUE-13)."""
    play_event(s, seat, cards.DUPINS_HELP)
    if how == cards.HELP_DRAW:
        s.draw_unseen(seat, 2)
    elif how == cards.HELP_SEARCH:
        s.ask(cards.SEARCH, bit(seat), IN_DISCARD)
        s.note("search", seat, [])
    else:
        assert how == cards.HELP_CONSULT
        s.draw_unseen(seat, 1)
        s.ask(cards.CONSULT, bit(seat) | bit(s.partner(seat)), 0)
        s.note("consult", seat, [], other=s.partner(seat))


def dupin_comes(s: RueMorgueState, seat: i64) -> None:
    """Dupin searches under the Orang-Utan, or draws two cards once it has escaped (RUE-14)."""
    if s.file_number == 2:
        s.draw_unseen(seat, 2)
    elif s.under:
        if s.minds:
            s.mind(seat).look_under(s.under)
        s.ask(cards.SEARCH, bit(seat), UNDER_ORANG_UTAN)
        s.note_to(seat, "search-under", sorted(s.under))


def take(s: RueMorgueState, seat: i64, kind: i64) -> None:
    """Show the card that a search found, and take it into the hand (RUE-12, RUE-14)."""
    if s.due == UNDER_ORANG_UTAN:
        s.take_from_under(seat, kind)
        s.note_card("take", seat, kind, UNDER, hand_of(seat))
    else:
        s.take_shown(seat, kind)
        s.note_card("take", seat, kind, DISCARD_PILE, hand_of(seat))
    s.answered()


# Endings


def end_turn(s: RueMorgueState, seat: i64) -> None:
    """After a discard; if the round is scored, the cards that count are laid open (RUE-17, RUE-19 to RUE-21)."""
    if turns.close_turn(s, seat, 2):
        return
    if is_caught(s):
        s.note("catch", seat, sorted(s.under))
    if s.ended_by == BY_DISCARD:
        s.lay_open()
