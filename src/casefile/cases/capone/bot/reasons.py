"""Why an action of Al Capone: the main point of it, as a person would say it."""

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.capone import cards
from casefile.cases.capone.bot.reading import SURE, CaponeReading
from casefile.cases.capone.state import memory


def explain(reading: CaponeReading, action: int, favourite: int) -> Reason:
    """The reason for an action; the favourite is what was compared with it.

    For a discard that is the card that would go otherwise, for a warrant the card that it is played for.
    """
    if action >= cards.DISCARD:
        return why_discard(reading, action - cards.DISCARD, favourite)
    if action >= cards.TAKE:
        return why_take(reading, action)
    if action >= cards.PLAY_BARE:
        return Reason("other", [])
    if action >= cards.ASK_AROUND:
        return why_event(reading, action, favourite)
    if action >= cards.LAY:
        return why_lay(reading, action - cards.LAY)
    if action >= cards.MELD:
        return why_meld(reading, action - cards.MELD)
    return why_draw(reading, action)


def why_draw(reading: CaponeReading, action: int) -> Reason:
    """This pile, and not the other (CAP-1)."""
    top = reading.view.top()
    if top < 0:
        return Reason("only", [])
    if action != cards.DRAW_DISCARD:
        return Reason("draw-two", [top])
    if top >= cards.GANGSTERS:
        return Reason("draw-event", [top])
    if makes_set(reading, top, 1):
        return Reason("draw-set", [top], set_points(reading, top))
    if reading.is_melded(top):
        key = "draw-out" if reading.size == 1 else "draw-lay"
        return Reason(key, [top], reading.sense.points[top] // POINT)
    held = reading.hand[top]
    if held >= 2:
        return Reason("draw-third" if held == 2 and leaves_discard(reading, top) else "draw-top", [top])
    hidden = out_of_sight(reading, top)
    return Reason("draw-hope", [top], hidden) if held + 1 + hidden >= 3 else Reason("other", [])


def why_meld(reading: CaponeReading, code: int) -> Reason:
    """What a meld is good for (C-9)."""
    gangster = code // cards.MOST_COPIES
    clues = code % cards.MOST_COPIES + 1
    if reading.own[gangster] + clues == reading.sense.copies[gangster]:
        return Reason("meld-set", [gangster], set_points(reading, gangster))
    if reading.size - clues == 1:
        return out_reason(reading, [gangster] * clues)
    if not reading.view.event_played and reading.own[gangster] < 3:
        if reading.hand[cards.RAID] and reading.theirs[gangster]:
            return Reason("meld-raid", [gangster], reading.theirs[gangster])
        for event in (cards.MEETING, cards.WARRANT, cards.NESS):
            if reading.hand[event] and finds_more(reading, event, gangster):
                return Reason("meld-event", [gangster, event])
    wanted = out_of_sight(reading, gangster) + reading.with_partner(gangster)
    if wanted and reading.partner >= 0 and reading.view.file_size:
        return Reason("meld-partner", [gangster], clues * reading.sense.points[gangster] // POINT)
    return Reason("meld-safe", [gangster], clues * reading.sense.points[gangster] // POINT)


def finds_more(reading: CaponeReading, event: int, gangster: int) -> bool:
    """Can an event bring more copies to a meld of this gangster (CAP-7, CAP-9, CAP-11)?"""
    if event == cards.WARRANT:
        return reading.pile[gangster] > 0
    hidden = out_of_sight(reading, gangster)
    return (
        hidden + reading.elsewhere[gangster] > 0
        if event == cards.MEETING
        else hidden > 0 and reading.view.file_size > 0
    )


def why_lay(reading: CaponeReading, gangster: int) -> Reason:
    """What laying a clue off is good for (C-10)."""
    points = reading.sense.points[gangster] // POINT
    if reading.own[gangster] + 1 == reading.sense.copies[gangster]:
        return Reason("lay-set", [gangster], set_points(reading, gangster))
    if reading.size == 2:
        return out_reason(reading, [gangster])
    if reading.block(gangster):
        return Reason("lay-block", [gangster], set_points(reading, gangster))
    return Reason("lay-own" if reading.own[gangster] >= 3 else "lay-foreign", [gangster], points)


def out_reason(reading: CaponeReading, faces: list[int]) -> Reason:
    """Only the last discard is left then (C-18, CAP-16)."""
    if reading.own[cards.CAPONE] + faces.count(cards.CAPONE) == reading.sense.copies[cards.CAPONE]:
        return Reason("shut-out", [cards.CAPONE], reading.rival_points() // POINT)
    return Reason("go-out", faces, reading.foe_cards)


def why_event(reading: CaponeReading, action: int, favourite: int) -> Reason:
    """What an event is played for (CAP-6 to CAP-12)."""
    if action >= cards.PLAY_RAID:
        gangster = action - cards.PLAY_RAID
        brings = reading.theirs[gangster]
        if makes_set(reading, gangster, brings, spent=1):
            return Reason("raid-set", [gangster], set_points(reading, gangster))
        return Reason("raid", [gangster], brings * reading.sense.points[gangster] // POINT)
    if action == cards.REVEAL_SEVEN:
        fitting = sum([out_of_sight(reading, kind) for kind in open_melds(reading)]) if reading.view.file_size else 0
        return Reason("reveal", open_melds(reading), fitting) if fitting else Reason("other", [])
    if action == cards.DRAW_TWO:
        if not reading.view.file_size:
            return Reason("other", [])
        return Reason("ness-draw" if open_melds(reading) else "ness-early", [cards.NESS])
    if action < cards.ASK_ONE:
        return why_ask_around(reading, action - cards.ASK_AROUND)
    if action < cards.SEARCH_ONE:
        return why_ask_one(reading, action - cards.ASK_ONE)
    if favourite < 0:
        return Reason("event", [cards.WARRANT])
    if action == cards.SEARCH_SET:
        return Reason("search-set", [favourite], reading.pile[favourite])
    return Reason("search-one", [favourite])


def why_ask_around(reading: CaponeReading, gangster: int) -> Reason:
    """Why this gangster (CAP-6)."""
    hidden = out_of_sight(reading, gangster)
    if hidden == 0 and reading.elsewhere[gangster] == 0:
        return Reason("ask-vain", [gangster])
    if makes_set(reading, gangster, 1, spent=1):
        return Reason("ask-set", [gangster], set_points(reading, gangster))
    if reading.hand[gangster] == 2 and not reading.is_melded(gangster) and leaves_discard(reading, gangster, spent=1):
        return Reason("ask-third", [gangster])
    if reading.elsewhere[gangster]:
        return Reason("ask-known", [gangster], reading.elsewhere[gangster])
    return Reason("ask-around", [gangster], hidden)


def why_ask_one(reading: CaponeReading, code: int) -> Reason:
    """Why this gangster and this seat (CAP-7)."""
    gangster = code // cards.MOST_SEATS
    seat = code % cards.MOST_SEATS
    known = reading.known[seat * cards.KINDS + gangster]
    hidden = out_of_sight(reading, gangster)
    if known == 0 and (hidden == 0 or reading.slots_for(seat, gangster) == 0):
        return Reason("ask-vain", [gangster])
    if known and makes_set(reading, gangster, known, spent=1):
        return Reason("ask-set", [gangster], set_points(reading, gangster))
    if seat == reading.partner:
        return Reason("ask-partner", [gangster])
    return Reason("ask-known", [gangster], known) if known else Reason("ask-likely", [gangster], hidden)


def why_take(reading: CaponeReading, action: int) -> Reason:
    """Why these cards of the Underworld, or of what was turned over."""
    if action >= cards.TAKE_EVENT:
        return Reason("take-event", [action - cards.TAKE_EVENT + cards.MEETING])
    chosen = action - cards.TAKE
    taken: list[int] = []
    for gangster in range(cards.GANGSTERS):
        if chosen >> gangster & 1:
            count = max(1, reading.offered(gangster))
            if makes_set(reading, gangster, count):
                return Reason("take-set", [gangster], set_points(reading, gangster))
            taken += [gangster] * count
    if not taken:
        is_offered = [reading.own[kind] >= 3 and reading.offered(kind) > 0 for kind in range(cards.GANGSTERS)]
        return Reason("other" if any(is_offered) else "take-none", [])
    first = taken[0]
    if reading.is_melded(first):
        return Reason("take-points", taken, sum([reading.sense.points[kind] for kind in taken]) // POINT)
    return Reason("take-third" if reading.hand[first] == 2 and leaves_discard(reading, first) else "take", [first])


def why_discard(reading: CaponeReading, kind: int, other: int) -> Reason:
    """Why this card, and not another; or why the turn ends although clues could be played (C-14)."""
    if reading.size == 1:
        return out_reason(reading, [])
    held_back = held_from_raid(reading, kind)
    if held_back >= 0:
        return Reason("hold-raid", [held_back, kind])
    if going_out_loses(reading):
        return Reason("hold-out", [kind])
    held_back = held_from_the_others(reading, kind)
    if held_back >= 0:
        return Reason("hold-meld", [held_back, kind])
    if kind >= cards.MEETING:
        return Reason("give", [kind])
    if reading.is_melded(kind):
        return Reason("discard-playable", [kind])
    if reading.elsewhere[kind]:
        return Reason("discard-collected", [kind])
    held = reading.hand[kind]
    hidden = out_of_sight(reading, kind)
    if held + hidden < 3:
        return Reason("discard-dead", [kind], hidden)
    if other < 0:
        return Reason("give", [kind])
    if other >= cards.MEETING:
        return Reason("discard-clue", [kind, other])
    if held >= 3:
        return Reason("discard-meld", [kind, other])
    if held > reading.hand[other]:
        return Reason("give", [kind])
    return Reason("discard-pair" if held == 2 else "discard-single", [kind, other], hidden)


def held_from_raid(reading: CaponeReading, discarded: int) -> int:
    """A clue that stays in the hand and that a foe could raid from the table, or -1 (CAP-12)."""
    for gangster in range(cards.GANGSTERS):
        stays = reading.hand[gangster] > 0 and gangster != discarded
        if stays and reading.raid_threat(gangster) == SURE:
            return gangster
    return -1


def held_from_the_others(reading: CaponeReading, discarded: int) -> int:
    """A meld that stays in the hand, so that nobody can lay off on it yet, or -1 (C-10)."""
    for gangster in range(cards.GANGSTERS):
        is_ready = reading.hand[gangster] >= 3 and not reading.is_melded(gangster)
        if is_ready and gangster != discarded and reading.view.file_size:
            return gangster
    return -1


def going_out_loses(reading: CaponeReading) -> bool:
    """Could all but one card be played at once, and would each way to do so lose the match (C-8, C-18, C-20)?"""
    clues = reading.size - 1
    is_way_out = False
    for gangster in range(cards.GANGSTERS):
        if reading.hand[gangster] >= clues and (clues >= 3 or (clues == 1 and reading.is_melded(gangster))):
            is_way_out = True
            own = reading.own[gangster]
            points = reading.sense.area_points(gangster, own + clues) - reading.sense.area_points(gangster, own)
            shuts_out = gangster == cards.CAPONE and own + clues == reading.sense.copies[cards.CAPONE]
            if shuts_out or not reading.loses_match(points):
                return False
    return is_way_out


def out_of_sight(reading: CaponeReading, kind: int) -> int:
    """How many copies may lie anywhere; what was taken out of the Underworld unseen may be any card there (CAP-8)."""
    return reading.unseen[kind] + memory(reading.view.mind).lower.count(kind)


def makes_set(reading: CaponeReading, gangster: int, more: int, spent: int = 0) -> bool:
    """Is the set complete with some more clues, when some cards of the hand are played for them (CAP-2)?"""
    count = reading.own[gangster] + reading.hand[gangster] + more
    return count == reading.sense.copies[gangster] and leaves_discard(reading, gangster, spent)


def leaves_discard(reading: CaponeReading, gangster: int, spent: int = 0) -> bool:
    """Is a card left for the discard when all clues of a gangster, and some more cards, are played (C-8)?"""
    return reading.size - spent > reading.hand[gangster]


def set_points(reading: CaponeReading, gangster: int) -> int:
    """What the complete set counts (CAP-15)."""
    return reading.sense.area_points(gangster, reading.sense.copies[gangster]) // POINT


def open_melds(reading: CaponeReading) -> list[int]:
    """The gangsters of whom the player's own area has a meld that is not a complete set."""
    return [kind for kind in range(cards.GANGSTERS) if 3 <= reading.own[kind] < reading.sense.copies[kind]]
