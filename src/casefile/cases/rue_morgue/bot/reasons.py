"""Why an expert chooses an action in Murders in the Rue Morgue: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.rue_morgue.bot.table import SMALLEST_MELD, Table
from casefile.cases.rue_morgue.bot.worth import GIFT_HALF, RueMorgueWorth
from casefile.cases.rue_morgue.cards import (
    COLOURS,
    DISCARD,
    DRAW_DISCARD,
    DRAW_FILE,
    DUPIN,
    DUPINS_HELP,
    FEED,
    FEED_FILE,
    GIVE_CARD,
    GIVING,
    HELP_CONSULT,
    HELP_DRAW,
    HELP_SEARCH,
    KINDS,
    LAY,
    MELD,
    MELD_WIDTH,
    PASS_CARD,
    PLAY_CARD,
    PREFECT,
    TAKE,
)
from casefile.cases.rue_morgue.knowledge import UNKNOWN
from casefile.cases.rue_morgue.scoring import PAIR_BONUS

FEW: Final = 3  # cards in another hand: that player may go out soon
HARDLY: Final = 2  # copies out of sight of which nobody is likely to hold a pair


def reason(policy: RueMorgueWorth, table: Table, action: int) -> Reason:
    """The main reason for an action."""
    if action >= DISCARD:
        return why_discard(policy, table, action - DISCARD)
    if action >= PASS_CARD:
        return why_pass(table, action - PASS_CARD)
    if action >= GIVE_CARD:
        return why_give(policy, table, action - GIVE_CARD)
    if action >= TAKE:
        return why_take(policy, table, action - TAKE)
    if action >= PLAY_CARD:
        return why_event(policy, table, action)
    if action >= LAY:
        return why_lay(table, action - LAY)
    if action >= MELD:
        return why_meld(policy, table, action - MELD)
    if action > DRAW_DISCARD:
        return why_feed(policy, table, from_file=action == FEED_FILE)
    return why_draw(policy, table, from_file=action == DRAW_FILE)


def completes_pair(policy: RueMorgueWorth, table: Table, colour: int) -> bool:
    """Does a meld of this colour make a pair with its partner in this side's area (RUE-23)?"""
    mate = policy.partner[colour]
    return mate >= 0 and table.areas[table.own + mate] >= SMALLEST_MELD


def why_draw(policy: RueMorgueWorth, table: Table, *, from_file: bool) -> Reason:
    """Why this pile."""
    top = table.view.top()
    if top < 0:
        return Reason("draw-only", [])
    if not from_file:
        return why_gain(policy, table, top, "draw")
    if table.file_top == top:
        return Reason("draw-same", [top])
    if table.file_top != UNKNOWN:
        return Reason("draw-known", [table.file_top, top])
    if top < COLOURS and table.is_melded(top) and policy.holds_back(table, table.size):
        return Reason("draw-not-lay", [top])
    if top >= COLOURS or table.is_melded(top):
        return Reason("draw-unseen", [top])
    if table.cramped:
        return Reason("draw-cramped", [top], table.size)
    if table.hand[top] == 0:
        return Reason("draw-not-single", [top])
    return Reason("draw-not-pair", [top]) if table.hand[top] == 1 else Reason("other", [])


def why_gain(policy: RueMorgueWorth, table: Table, kind: int, verb: str) -> Reason:
    """Why a card comes into the hand; the keys begin with draw- or take-."""
    if kind >= DUPINS_HELP:
        return Reason(verb + "-event", [kind])
    if kind >= COLOURS:
        is_ready = table.is_melded(policy.first[kind]) and table.is_melded(policy.second[kind])
        return Reason(verb + ("-points" if is_ready else "-event"), [kind], policy.points[kind])
    if table.is_melded(kind):
        return Reason(verb + "-lay", [kind], policy.points[kind])
    held = table.hand[kind] + 1
    has_room = table.size >= SMALLEST_MELD  # with this card enough for a meld and a discard (C-8)
    if has_room and held >= SMALLEST_MELD:
        if completes_pair(policy, table, kind):
            return Reason(verb + "-pair-set", [kind, policy.partner[kind]], PAIR_BONUS)
        return Reason(verb + "-set", [kind], held)
    if has_room and held == 2:
        return Reason(verb + "-second", [kind])
    return Reason("draw-top" if verb == "draw" else "take", [kind])


def why_take(policy: RueMorgueWorth, table: Table, kind: int) -> Reason:
    """Why this card of those that are looked through (RUE-12, RUE-14)."""
    return why_gain(policy, table, kind, "take")


def why_feed(policy: RueMorgueWorth, table: Table, *, from_file: bool) -> Reason:
    """Why this card goes under the Orang-Utan (RUE-7)."""
    fed = table.file_top if from_file else table.view.top()
    other = table.view.top() if from_file else table.file_top
    if table.view.question != FEED or fed < 0 or other < 0:
        return Reason("other", [])
    if fed == other:
        return Reason("feed-same", [fed])
    counts = fed < COLOURS and table.is_melded(fed)
    if counts and table.size < table.least:
        return Reason("feed-catch", [fed], policy.points[fed])
    if from_file:
        return Reason("feed-deny", [fed])
    if can_draw_by_help(table) and policy.gain(table, other) > 0:
        return Reason("feed-for-help", [fed, other])
    return Reason("feed-leave", [fed, other]) if policy.gift(table, other) < GIFT_HALF else Reason("other", [])


def can_draw_by_help(table: Table) -> bool:
    """Can Dupin's help draw from the case file in this turn (C-8, C-12, RUE-12)?"""
    view = table.view
    return table.hand[DUPINS_HELP] > 0 and table.size > 1 and not view.event_played and view.sides == view.seats


def why_give(policy: RueMorgueWorth, table: Table, kind: int) -> Reason:
    """Why this card of the hand goes under the Orang-Utan (RUE-6)."""
    if table.view.question != GIVING or kind >= COLOURS:
        return Reason("give", [kind])
    if table.hand[kind] > 1:
        return Reason("give-spare", [kind], table.hand[kind])
    mate = policy.partner[kind]
    if mate >= 0 and table.hand[mate] == 0:
        return Reason("give-without-partner", [kind, mate])
    return Reason("give-single", [kind])


def why_pass(table: Table, kind: int) -> Reason:
    """Why this card goes to the partner (RUE-5, RUE-13)."""
    view = table.view
    held = view.mind.count_known((view.seat + 2) % view.seats, kind)
    if held:
        return Reason("pass-fits", [kind], held)
    if kind < COLOURS and table.hand[kind] == 1 and table.out[kind] and not table.is_melded(kind):
        return Reason("pass-single", [kind], table.out[kind])
    return Reason("pass-spare", [kind])


def why_meld(policy: RueMorgueWorth, table: Table, code: int) -> Reason:
    """Why a meld goes down now."""
    colour = code // MELD_WIDTH
    count = code % MELD_WIDTH + 1
    cards = [colour] * count
    if table.size == count + 1:
        return why_out(table, cards)
    mate = policy.partner[colour]
    if completes_pair(policy, table, colour):
        return Reason("meld-pair", [colour, mate], PAIR_BONUS)
    if mate >= 0 and table.is_melded(mate):
        return Reason("meld-block", [colour, mate], PAIR_BONUS)
    if table.least <= FEW:
        return Reason("meld-now", cards, table.least)
    return Reason("meld-early", cards)


def why_out(table: Table, cards: list[int]) -> Reason:
    """Why the round is ended."""
    if table.view.file_number == 1 and table.view.under_size:
        return Reason("go-out-catch", cards, table.view.under_size)
    return Reason("go-out", cards)


def why_lay(table: Table, colour: int) -> Reason:
    """Why a clue is laid off now."""
    if table.size == 2:
        return why_out(table, [colour])
    return Reason("lay-now" if table.least <= FEW else "lay-off", [colour], table.least)


def why_event(policy: RueMorgueWorth, table: Table, action: int) -> Reason:
    """Why this event is played."""
    if action == HELP_DRAW:
        return Reason("help-draw", [DUPINS_HELP])
    if action == HELP_CONSULT:
        return Reason("help-consult", [DUPINS_HELP])
    if action == HELP_SEARCH:
        return Reason("help-search", [best_of(policy, table, table.view.discard)])
    kind = action - PLAY_CARD
    if kind == DUPIN:
        if table.view.file_number == 1:
            return Reason("dupin-searches", [kind], table.view.under_size)
        return Reason("dupin-draws", [kind])
    if table.size == 2:
        return why_out(table, [kind])
    return Reason("prefect" if kind == PREFECT else "deduction", [kind, policy.first[kind]], policy.points[kind])


def best_of(policy: RueMorgueWorth, table: Table, cards: list[int]) -> int:
    """The card that the hand would gain most by."""
    best = cards[0] if cards else DUPINS_HELP
    for kind in cards:
        if policy.gain(table, kind) > policy.gain(table, best):
            best = kind
    return best


def why_discard(policy: RueMorgueWorth, table: Table, kind: int) -> Reason:
    """Why this card, and not another."""
    if table.size == 1:
        return Reason("last-discard", [kind])
    ready = ready_meld(table, kind)
    if ready == kind:
        return Reason("other", [])
    if ready >= 0:
        return Reason("hold-meld", [kind, ready])
    if kind >= DUPINS_HELP:
        return Reason("discard-event", [kind])
    if table.is_melded(policy.first[kind]) or table.is_melded(policy.second[kind]):
        return Reason("discard-melded", [kind])
    if kind >= COLOURS:
        return Reason("discard-deduction", [kind, policy.first[kind]], policy.points[kind])
    held_back = held_back_clue(policy, table, kind)
    if held_back >= 0:
        return Reason("discard-hold", [kind, held_back])
    if table.cramped:
        return Reason("discard-cramped", [kind], policy.points[kind])
    held = table.hand[kind]
    if held + table.out[kind] < SMALLEST_MELD:
        return Reason("discard-dead", [kind], table.out[kind])
    wanted = wanted_by_next(policy, table, kind)
    if wanted >= 0:
        return Reason("discard-not-wanted", [kind, wanted])
    if held > 1:
        return Reason("discard-spare", [kind], table.out[kind])
    if table.out[kind] <= HARDLY and not table.next_known[kind]:
        return Reason("discard-safe", [kind], table.out[kind])
    return Reason("discard-single", [kind], table.out[kind])


def ready_meld(table: Table, discarded: int) -> int:
    """A colour that could be melded before the discard (C-8, C-9), rather not the discarded one; or -1."""
    ready = -1
    if table.size > SMALLEST_MELD:
        for colour in range(COLOURS):
            if table.hand[colour] >= SMALLEST_MELD and (ready < 0 or ready == discarded):
                ready = colour
    return ready


def held_back_clue(policy: RueMorgueWorth, table: Table, discarded: int) -> int:
    """A clue that could be laid off, but stays beside a pair that is kept; or -1."""
    if not policy.holds_back(table, table.size - 1):
        return -1
    clue = -1
    keeps_pair = False
    for kind in range(COLOURS):
        if table.hand[kind] and table.is_melded(kind):
            clue = kind
        elif table.hand[kind] == 2 and kind != discarded:
            keeps_pair = True
    return clue if keeps_pair else -1


def wanted_by_next(policy: RueMorgueWorth, table: Table, discarded: int) -> int:
    """Another card that the hand would not miss more, but that the next player would like to get; or -1."""
    best = -1
    loss = policy.loss(table, discarded)
    gift = policy.gift(table, discarded)
    for kind in range(KINDS):
        if kind == discarded or not table.hand[kind] or policy.gift(table, kind) < max(POINT, gift + 1):
            continue
        if policy.loss(table, kind) <= loss:
            best = kind
            loss = policy.loss(table, kind)
    return best
