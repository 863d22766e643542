"""Why an action of Al Capone: the main point of it, as a person would say it."""

from casefile.bots.base import Reason
from casefile.bots.capone_table import SURE, CaponeTable
from casefile.bots.policy import POINT
from casefile.cases.capone.cards import (
    ASK_AROUND,
    ASK_ONE,
    CAPONE,
    DISCARD,
    DRAW_DISCARD,
    DRAW_TWO,
    GANGSTERS,
    KINDS,
    LAY,
    MEETING,
    MELD,
    MOST_COPIES,
    MOST_SEATS,
    NESS,
    PLAY_BARE,
    PLAY_RAID,
    RAID,
    REVEAL_SEVEN,
    SEARCH_SET,
    TAKE,
    TAKE_EVENT,
    WARRANT,
)
from casefile.core.view import View


def explain(table: CaponeTable, view: View, action: int, favourite: int) -> Reason:
    """The reason for an action; the favourite is what was compared with it.

    For a discard that is the card that would go otherwise, for a warrant the card that it is played for.
    """
    if action >= DISCARD:
        return why_discard(table, view, action - DISCARD, favourite)
    if action >= TAKE:
        return why_take(table, view, action)
    if action >= PLAY_BARE:
        return Reason("other", [])
    if action >= ASK_AROUND:
        return why_event(table, view, action, favourite)
    if action >= LAY:
        return why_lay(table, view, action - LAY)
    if action >= MELD:
        return why_meld(table, view, (action - MELD) // MOST_COPIES, (action - MELD) % MOST_COPIES + 1)
    return why_draw(table, view, action)


def why_draw(table: CaponeTable, view: View, action: int) -> Reason:
    """This pile, and not the other (CAP-1)."""
    top = view.top()
    if top < 0:
        return Reason("only", [])
    if action != DRAW_DISCARD:
        return Reason("draw-two", [top])
    if top >= GANGSTERS:
        return Reason("draw-event", [top])
    if makes_set(table, top, 1):
        return Reason("draw-set", [top], set_points(table, top))
    if table.is_melded(top):
        key = "draw-out" if view.sizes[view.seat] == 1 else "draw-lay"
        return Reason(key, [top], table.sense.points[top] // POINT)
    held = view.hand[top]
    return Reason("draw-third" if held == 2 else "draw-hope", [top], held + 1)


def why_meld(table: CaponeTable, view: View, gangster: int, clues: int) -> Reason:
    """What a meld is good for (C-9)."""
    if table.own[gangster] + clues == table.sense.copies[gangster]:
        return Reason("meld-set", [gangster], set_points(table, gangster))
    if view.sizes[view.seat] - clues == 1:
        return out_reason(table, view, [gangster] * clues)
    if clues < view.hand[gangster]:
        return Reason("meld-part", [gangster], clues)
    if not view.event_played:
        if view.hand[RAID] and table.theirs[gangster]:
            return Reason("meld-raid", [gangster], table.theirs[gangster])
        for event in (MEETING, WARRANT, NESS):
            if view.hand[event]:
                return Reason("meld-event", [gangster, event])
    if table.partner >= 0:
        return Reason("meld-partner", [gangster], clues * table.sense.points[gangster] // POINT)
    return Reason("meld-safe", [gangster], clues * table.sense.points[gangster] // POINT)


def why_lay(table: CaponeTable, view: View, gangster: int) -> Reason:
    """What laying a clue off is good for (C-10)."""
    points = table.sense.points[gangster] // POINT
    if table.own[gangster] + 1 == table.sense.copies[gangster]:
        return Reason("lay-set", [gangster], set_points(table, gangster))
    if view.sizes[view.seat] == 2:
        return out_reason(table, view, [gangster])
    if table.block(gangster):
        return Reason("lay-block", [gangster], set_points(table, gangster))
    return Reason("lay-own" if table.own[gangster] >= 3 else "lay-foreign", [gangster], points)


def out_reason(table: CaponeTable, view: View, faces: list[int]) -> Reason:
    """Only the last discard is left then (C-18, CAP-16)."""
    if table.own[CAPONE] + faces.count(CAPONE) == table.sense.copies[CAPONE]:
        return Reason("shut-out", [CAPONE], table.rival_points(view) // POINT)
    return Reason("go-out", faces, table.foe_cards)


def why_event(table: CaponeTable, view: View, action: int, favourite: int) -> Reason:
    """What an event is played for (CAP-6 to CAP-12)."""
    if action >= PLAY_RAID:
        gangster = action - PLAY_RAID
        brings = table.theirs[gangster]
        if makes_set(table, gangster, brings):
            return Reason("raid-set", [gangster], set_points(table, gangster))
        return Reason("raid", [gangster], brings * table.sense.points[gangster] // POINT)
    if action == REVEAL_SEVEN:
        return Reason("reveal", open_melds(table), likely_among_seven(table, view))
    if action == DRAW_TWO:
        return Reason("ness-draw" if open_melds(table) else "ness-early", [NESS])
    if action == SEARCH_SET:
        return (
            Reason("search-set", [favourite], table.pile[favourite]) if favourite >= 0 else Reason("event", [WARRANT])
        )
    if action < ASK_ONE:
        return why_ask_around(table, view, action - ASK_AROUND)
    if action < SEARCH_SET - 1:
        return why_ask_one(table, view, (action - ASK_ONE) // MOST_SEATS, (action - ASK_ONE) % MOST_SEATS)
    return Reason("search-one", [favourite]) if favourite >= 0 else Reason("event", [WARRANT])


def why_ask_around(table: CaponeTable, view: View, gangster: int) -> Reason:
    """Why this gangster (CAP-6)."""
    if table.unseen[gangster] == 0 and table.elsewhere[gangster] == 0:
        return Reason("ask-vain", [gangster])
    if makes_set(table, gangster, 1):
        return Reason("ask-set", [gangster], set_points(table, gangster))
    if view.hand[gangster] == 2 and not table.is_melded(gangster):
        return Reason("ask-third", [gangster])
    if table.elsewhere[gangster]:
        return Reason("ask-known", [gangster], table.elsewhere[gangster])
    return Reason("ask-around", [gangster], table.unseen[gangster])


def why_ask_one(table: CaponeTable, view: View, gangster: int, seat: int) -> Reason:
    """Why this gangster and this seat (CAP-7)."""
    known = table.known[seat * KINDS + gangster]
    if known and makes_set(table, gangster, known):
        return Reason("ask-set", [gangster], set_points(table, gangster))
    if seat == table.partner:
        return Reason("ask-partner", [gangster], known)
    if known:
        return Reason("ask-known", [gangster], known)
    if table.unseen[gangster] == 0 or table.slots_for(view, seat, gangster) == 0:
        return Reason("ask-vain", [gangster])
    return Reason("ask-likely", [gangster], table.unseen[gangster])


def why_take(table: CaponeTable, view: View, action: int) -> Reason:
    """Why these cards of the Underworld, or of what was turned over."""
    if action >= TAKE_EVENT:
        return Reason("take-event", [action - TAKE_EVENT + MEETING])
    chosen = action - TAKE
    taken: list[int] = []
    for gangster in range(GANGSTERS):
        if chosen >> gangster & 1:
            count = max(1, table.offered(view, gangster))
            if makes_set(table, gangster, count):
                return Reason("take-set", [gangster], set_points(table, gangster))
            taken += [gangster] * count
    if not taken:
        return Reason("take-none", [])
    first = taken[0]
    if table.is_melded(first):
        return Reason("take-points", taken, sum([table.sense.points[kind] for kind in taken]) // POINT)
    return Reason("take-third" if view.hand[first] == 2 else "take", [first])


def why_discard(table: CaponeTable, view: View, kind: int, other: int) -> Reason:
    """Why this card, and not another; or why the turn ends although clues could be played (C-14)."""
    if view.sizes[view.seat] == 1:
        return out_reason(table, view, [kind])
    held_back = held_from_raid(table, view)
    if held_back >= 0:
        return Reason("hold-raid", [held_back, kind])
    if could_go_out(table, view) and table.loses_match(view, 0):
        return Reason("hold-out", [kind])
    rest = [kind] if other < 0 else [kind, other]
    if kind >= MEETING:
        return Reason("discard-event", rest)
    if table.is_melded(kind):
        return Reason("discard-playable", [kind])
    if table.elsewhere[kind]:
        return Reason("discard-collected", [kind])
    held = view.hand[kind]
    if held + table.unseen[kind] < 3:
        return Reason("discard-dead", [kind], table.unseen[kind])
    if other < 0:
        return Reason("give", [kind])
    if other >= MEETING:
        return Reason("discard-clue", rest)
    if held >= 3:
        return Reason("discard-meld", rest)
    if held > view.hand[other]:
        return Reason("give", [kind])
    return Reason("discard-pair" if held == 2 else "discard-single", rest, table.unseen[kind])


def held_from_raid(table: CaponeTable, view: View) -> int:
    """A clue of the hand that stays there because a foe certainly holds a raid and has a meld of it, or -1 (CAP-12)."""
    for gangster in range(GANGSTERS):
        if view.hand[gangster] and table.raid_threat(view, gangster) == SURE:
            return gangster
    return -1


def could_go_out(table: CaponeTable, view: View) -> bool:
    """Would only the last discard be left after laying a clue off (C-8, C-18)?"""
    if view.sizes[view.seat] != 2:
        return False
    return any(view.hand[gangster] > 0 and table.is_melded(gangster) for gangster in range(GANGSTERS))


def makes_set(table: CaponeTable, gangster: int, more: int) -> bool:
    """Is the set complete with so many more clues (CAP-2)?"""
    return table.own[gangster] + table.hand[gangster] + more == table.sense.copies[gangster]


def set_points(table: CaponeTable, gangster: int) -> int:
    """What the complete set counts (CAP-15)."""
    return table.sense.area_points(gangster, table.sense.copies[gangster]) // POINT


def open_melds(table: CaponeTable) -> list[int]:
    """The gangsters of whom the own area has a meld that is not a complete set."""
    return [kind for kind in range(GANGSTERS) if 3 <= table.own[kind] < table.sense.copies[kind]]


def likely_among_seven(table: CaponeTable, view: View) -> int:
    """How many of seven turned-over cards fit open melds, about, but at least one."""
    fitting = sum([table.unseen[kind] for kind in open_melds(table)])
    return max(1, (fitting * min(7, view.file_size) + table.hidden // 2) // table.hidden)
