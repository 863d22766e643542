"""Why an action of Al Capone: the main point of it, as a person would say it."""

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.capone.bot.table import SURE, CaponeTable
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
from casefile.cases.capone.state import memory
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
    if makes_set(table, view, top, 1):
        return Reason("draw-set", [top], set_points(table, top))
    if table.is_melded(top):
        key = "draw-out" if view.sizes[view.seat] == 1 else "draw-lay"
        return Reason(key, [top], table.sense.points[top] // POINT)
    held = view.hand[top]
    if held >= 2:
        return Reason("draw-third" if held == 2 and leaves_discard(view, top) else "draw-top", [top])
    hidden = out_of_sight(table, view, top)
    return Reason("draw-hope", [top], hidden) if held + 1 + hidden >= 3 else Reason("other", [])


def why_meld(table: CaponeTable, view: View, gangster: int, clues: int) -> Reason:
    """What a meld is good for (C-9)."""
    if table.own[gangster] + clues == table.sense.copies[gangster]:
        return Reason("meld-set", [gangster], set_points(table, gangster))
    if view.sizes[view.seat] - clues == 1:
        return out_reason(table, view, [gangster] * clues)
    if not view.event_played and table.own[gangster] < 3:
        if view.hand[RAID] and table.theirs[gangster]:
            return Reason("meld-raid", [gangster], table.theirs[gangster])
        for event in (MEETING, WARRANT, NESS):
            if view.hand[event] and finds_more(table, view, event, gangster):
                return Reason("meld-event", [gangster, event])
    if table.partner >= 0 and view.file_size and out_of_sight(table, view, gangster) + table.with_partner(gangster):
        return Reason("meld-partner", [gangster], clues * table.sense.points[gangster] // POINT)
    return Reason("meld-safe", [gangster], clues * table.sense.points[gangster] // POINT)


def finds_more(table: CaponeTable, view: View, event: int, gangster: int) -> bool:
    """Can an event bring more copies to a meld of this gangster (CAP-7, CAP-9, CAP-11)?"""
    if event == WARRANT:
        return table.pile[gangster] > 0
    hidden = out_of_sight(table, view, gangster)
    return hidden + table.elsewhere[gangster] > 0 if event == MEETING else hidden > 0 and view.file_size > 0


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
        if makes_set(table, view, gangster, brings, spent=1):
            return Reason("raid-set", [gangster], set_points(table, gangster))
        return Reason("raid", [gangster], brings * table.sense.points[gangster] // POINT)
    if action == REVEAL_SEVEN:
        fitting = sum([out_of_sight(table, view, kind) for kind in open_melds(table)])
        return Reason("reveal", open_melds(table), fitting) if fitting and view.file_size else Reason("other", [])
    if action == DRAW_TWO:
        if not view.file_size:
            return Reason("other", [])
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
    hidden = out_of_sight(table, view, gangster)
    if hidden == 0 and table.elsewhere[gangster] == 0:
        return Reason("ask-vain", [gangster])
    if makes_set(table, view, gangster, 1, spent=1):
        return Reason("ask-set", [gangster], set_points(table, gangster))
    if view.hand[gangster] == 2 and not table.is_melded(gangster) and leaves_discard(view, gangster, spent=1):
        return Reason("ask-third", [gangster])
    if table.elsewhere[gangster]:
        return Reason("ask-known", [gangster], table.elsewhere[gangster])
    return Reason("ask-around", [gangster], hidden)


def why_ask_one(table: CaponeTable, view: View, gangster: int, seat: int) -> Reason:
    """Why this gangster and this seat (CAP-7)."""
    known = table.known[seat * KINDS + gangster]
    hidden = out_of_sight(table, view, gangster)
    if known == 0 and (hidden == 0 or table.slots_for(view, seat, gangster) == 0):
        return Reason("ask-vain", [gangster])
    if known and makes_set(table, view, gangster, known, spent=1):
        return Reason("ask-set", [gangster], set_points(table, gangster))
    if seat == table.partner:
        return Reason("ask-partner", [gangster])
    return Reason("ask-known", [gangster], known) if known else Reason("ask-likely", [gangster], hidden)


def why_take(table: CaponeTable, view: View, action: int) -> Reason:
    """Why these cards of the Underworld, or of what was turned over."""
    if action >= TAKE_EVENT:
        return Reason("take-event", [action - TAKE_EVENT + MEETING])
    chosen = action - TAKE
    taken: list[int] = []
    for gangster in range(GANGSTERS):
        if chosen >> gangster & 1:
            count = max(1, table.offered(view, gangster))
            if makes_set(table, view, gangster, count):
                return Reason("take-set", [gangster], set_points(table, gangster))
            taken += [gangster] * count
    if not taken:
        is_offered = [table.own[kind] >= 3 and table.offered(view, kind) > 0 for kind in range(GANGSTERS)]
        return Reason("other" if any(is_offered) else "take-none", [])
    first = taken[0]
    if table.is_melded(first):
        return Reason("take-points", taken, sum([table.sense.points[kind] for kind in taken]) // POINT)
    return Reason("take-third" if view.hand[first] == 2 and leaves_discard(view, first) else "take", [first])


def why_discard(table: CaponeTable, view: View, kind: int, other: int) -> Reason:
    """Why this card, and not another; or why the turn ends although clues could be played (C-14)."""
    if view.sizes[view.seat] == 1:
        return out_reason(table, view, [])
    held_back = held_from_raid(table, view, kind)
    if held_back >= 0:
        return Reason("hold-raid", [held_back, kind])
    if going_out_loses(table, view):
        return Reason("hold-out", [kind])
    held_back = held_from_the_others(table, view, kind)
    if held_back >= 0:
        return Reason("hold-meld", [held_back, kind])
    if kind >= MEETING:
        return Reason("give", [kind])
    if table.is_melded(kind):
        return Reason("discard-playable", [kind])
    if table.elsewhere[kind]:
        return Reason("discard-collected", [kind])
    held = view.hand[kind]
    hidden = out_of_sight(table, view, kind)
    if held + hidden < 3:
        return Reason("discard-dead", [kind], hidden)
    if other < 0:
        return Reason("give", [kind])
    if other >= MEETING:
        return Reason("discard-clue", [kind, other])
    if held >= 3:
        return Reason("discard-meld", [kind, other])
    if held > view.hand[other]:
        return Reason("give", [kind])
    return Reason("discard-pair" if held == 2 else "discard-single", [kind, other], hidden)


def held_from_raid(table: CaponeTable, view: View, discarded: int) -> int:
    """A clue that stays in the hand and that a foe could raid from the table, or -1 (CAP-12)."""
    for gangster in range(GANGSTERS):
        stays = view.hand[gangster] > (1 if gangster == discarded else 0)
        if stays and table.raid_threat(view, gangster) == SURE and has_raider(table, view, gangster):
            return gangster
    return -1


def has_raider(table: CaponeTable, view: View, gangster: int) -> bool:
    """Does a foe who has a meld of this gangster certainly hold a raid (CAP-12)?"""
    for seat in range(view.seats):
        side = view.side(seat)
        if (
            side != view.side(view.seat)
            and table.known[seat * KINDS + RAID]
            and view.areas[side * KINDS + gangster] >= 3
        ):
            return True
    return False


def held_from_the_others(table: CaponeTable, view: View, discarded: int) -> int:
    """A meld that stays in the hand, so that nobody can lay off on it yet, or -1 (C-10)."""
    for gangster in range(GANGSTERS):
        if view.hand[gangster] >= 3 and gangster != discarded and not table.is_melded(gangster) and view.file_size:
            return gangster
    return -1


def going_out_loses(table: CaponeTable, view: View) -> bool:
    """Could all but one card be played at once, and would each way to do so lose the match (C-8, C-18, C-20)?"""
    clues = view.sizes[view.seat] - 1
    is_way_out = False
    for gangster in range(GANGSTERS):
        if view.hand[gangster] >= clues and (clues >= 3 or (clues == 1 and table.is_melded(gangster))):
            is_way_out = True
            own = table.own[gangster]
            points = table.sense.area_points(gangster, own + clues) - table.sense.area_points(gangster, own)
            shuts_out = gangster == CAPONE and own + clues == table.sense.copies[CAPONE]
            if shuts_out or not table.loses_match(view, points):
                return False
    return is_way_out


def out_of_sight(table: CaponeTable, view: View, kind: int) -> int:
    """How many copies may lie anywhere; what was taken out of the Underworld unseen may be any card there (CAP-8)."""
    return table.unseen[kind] + memory(view.mind).lower.count(kind)


def makes_set(table: CaponeTable, view: View, gangster: int, more: int, spent: int = 0) -> bool:
    """Is the set complete with some more clues, when some cards of the hand are played for them (CAP-2)?"""
    count = table.own[gangster] + table.hand[gangster] + more
    return count == table.sense.copies[gangster] and leaves_discard(view, gangster, spent)


def leaves_discard(view: View, gangster: int, spent: int = 0) -> bool:
    """Is a card left for the discard when all clues of a gangster, and some more cards, are played (C-8)?"""
    return view.sizes[view.seat] - spent > view.hand[gangster]


def set_points(table: CaponeTable, gangster: int) -> int:
    """What the complete set counts (CAP-15)."""
    return table.sense.area_points(gangster, table.sense.copies[gangster]) // POINT


def open_melds(table: CaponeTable) -> list[int]:
    """The gangsters of whom the player's own area has a meld that is not a complete set."""
    return [kind for kind in range(GANGSTERS) if 3 <= table.own[kind] < table.sense.copies[kind]]
