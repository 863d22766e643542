"""Why an expert chooses an action in Murders in the Rue Morgue: a key for the sentence, and the cards that it names."""

from typing import Final

from casefile.bots.base import Reason
from casefile.bots.policy import POINT
from casefile.cases.rue_morgue import cards
from casefile.cases.rue_morgue.bot.reading import SMALLEST_MELD, RueMorgueReading
from casefile.cases.rue_morgue.bot.worth import GIFT_HALF, RueMorgueWorth
from casefile.cases.rue_morgue.knowledge import UNKNOWN
from casefile.cases.rue_morgue.scoring import PAIR_BONUS

FEW: Final = 3  # cards in another hand: that player may go out soon
HARDLY: Final = 2  # copies out of sight of which nobody is likely to hold a pair


def reason(policy: RueMorgueWorth, reading: RueMorgueReading, action: int) -> Reason:
    """The main reason for an action."""
    if action >= cards.DISCARD:
        return why_discard(policy, reading, action - cards.DISCARD)
    if action >= cards.PASS_CARD:
        return why_pass(reading, action - cards.PASS_CARD)
    if action >= cards.GIVE_CARD:
        return why_give(policy, reading, action - cards.GIVE_CARD)
    if action >= cards.TAKE:
        return why_take(policy, reading, action - cards.TAKE)
    if action >= cards.PLAY_CARD:
        return why_event(policy, reading, action)
    if action >= cards.LAY:
        return why_lay(reading, action - cards.LAY)
    if action >= cards.MELD:
        return why_meld(policy, reading, action - cards.MELD)
    if action > cards.DRAW_DISCARD:
        return why_feed(policy, reading, from_file=action == cards.FEED_FILE)
    return why_draw(policy, reading, from_file=action == cards.DRAW_FILE)


def completes_pair(policy: RueMorgueWorth, reading: RueMorgueReading, colour: int) -> bool:
    """Does a meld of this colour make a pair with its partner in this side's area (RUE-23)?"""
    mate = policy.partner[colour]
    return mate >= 0 and reading.areas[reading.own + mate] >= SMALLEST_MELD


def why_draw(policy: RueMorgueWorth, reading: RueMorgueReading, *, from_file: bool) -> Reason:
    """Why this pile."""
    top = reading.view.top()
    if top < 0:
        return Reason("draw-only", [])
    if not from_file:
        return why_gain(policy, reading, top, "draw")
    if reading.file_top == top:
        return Reason("draw-same", [top])
    if reading.file_top != UNKNOWN:
        return Reason("draw-known", [reading.file_top, top])
    if top < cards.COLOURS and reading.is_melded(top) and policy.holds_back(reading, reading.size):
        return Reason("draw-not-lay", [top])
    if top >= cards.COLOURS or reading.is_melded(top):
        return Reason("draw-unseen", [top])
    if reading.cramped:
        return Reason("draw-cramped", [top], reading.size)
    if reading.hand[top] == 0:
        return Reason("draw-not-single", [top])
    return Reason("draw-not-pair", [top]) if reading.hand[top] == 1 else Reason("other", [])


def why_gain(policy: RueMorgueWorth, reading: RueMorgueReading, kind: int, verb: str) -> Reason:
    """Why a card comes into the hand; the keys begin with draw- or take-."""
    if kind >= cards.DUPINS_HELP:
        return Reason(verb + "-event", [kind])
    if kind >= cards.COLOURS:
        is_ready = reading.is_melded(policy.first[kind]) and reading.is_melded(policy.second[kind])
        return Reason(verb + ("-points" if is_ready else "-event"), [kind], policy.points[kind])
    if reading.is_melded(kind):
        return Reason(verb + "-lay", [kind], policy.points[kind])
    held = reading.hand[kind] + 1
    has_room = reading.size >= SMALLEST_MELD  # with this card enough for a meld and a discard (C-8)
    if has_room and held >= SMALLEST_MELD:
        if completes_pair(policy, reading, kind):
            return Reason(verb + "-pair-set", [kind, policy.partner[kind]], PAIR_BONUS)
        return Reason(verb + "-set", [kind], held)
    if has_room and held == 2:
        return Reason(verb + "-second", [kind])
    return Reason("draw-top" if verb == "draw" else "take", [kind])


def why_take(policy: RueMorgueWorth, reading: RueMorgueReading, kind: int) -> Reason:
    """Why this card of those that are looked through (RUE-12, RUE-14)."""
    return why_gain(policy, reading, kind, "take")


def why_feed(policy: RueMorgueWorth, reading: RueMorgueReading, *, from_file: bool) -> Reason:
    """Why this card goes under the Orang-Utan (RUE-7)."""
    fed = reading.file_top if from_file else reading.view.top()
    other = reading.view.top() if from_file else reading.file_top
    if reading.view.question != cards.FEED or fed < 0 or other < 0:
        return Reason("other", [])
    if fed == other:
        return Reason("feed-same", [fed])
    counts = fed < cards.COLOURS and reading.is_melded(fed)
    if counts and reading.size < reading.least:
        return Reason("feed-catch", [fed], policy.points[fed])
    if from_file:
        return Reason("feed-deny", [fed])
    if can_draw_by_help(reading) and policy.gain(reading, other) > 0:
        return Reason("feed-for-help", [fed, other])
    return Reason("feed-leave", [fed, other]) if policy.gift(reading, other) < GIFT_HALF else Reason("other", [])


def can_draw_by_help(reading: RueMorgueReading) -> bool:
    """Can Dupin's help draw from the case file in this turn (C-8, C-12, RUE-12)?"""
    view = reading.view
    return (
        reading.hand[cards.DUPINS_HELP] > 0 and reading.size > 1 and not view.event_played and view.sides == view.seats
    )


def why_give(policy: RueMorgueWorth, reading: RueMorgueReading, kind: int) -> Reason:
    """Why this card of the hand goes under the Orang-Utan (RUE-6)."""
    if reading.view.question != cards.GIVING or kind >= cards.COLOURS:
        return Reason("give", [kind])
    if reading.hand[kind] > 1:
        return Reason("give-spare", [kind], reading.hand[kind])
    mate = policy.partner[kind]
    if mate >= 0 and reading.hand[mate] == 0:
        return Reason("give-without-partner", [kind, mate])
    return Reason("give-single", [kind])


def why_pass(reading: RueMorgueReading, kind: int) -> Reason:
    """Why this card goes to the partner (RUE-5, RUE-13)."""
    view = reading.view
    held = view.mind.count_known((view.seat + 2) % view.seats, kind)
    if held:
        return Reason("pass-fits", [kind], held)
    if kind < cards.COLOURS and reading.hand[kind] == 1 and reading.unseen[kind] and not reading.is_melded(kind):
        return Reason("pass-single", [kind], reading.unseen[kind])
    return Reason("pass-spare", [kind])


def why_meld(policy: RueMorgueWorth, reading: RueMorgueReading, code: int) -> Reason:
    """Why a meld goes down now."""
    colour = code // cards.MELD_WIDTH
    count = code % cards.MELD_WIDTH + 1
    laid = [colour] * count
    if reading.size == count + 1:
        return why_out(reading, laid)
    mate = policy.partner[colour]
    if completes_pair(policy, reading, colour):
        return Reason("meld-pair", [colour, mate], PAIR_BONUS)
    if mate >= 0 and reading.is_melded(mate):
        return Reason("meld-block", [colour, mate], PAIR_BONUS)
    if reading.least <= FEW:
        return Reason("meld-now", laid, reading.least)
    return Reason("meld-early", laid)


def why_out(reading: RueMorgueReading, laid: list[int]) -> Reason:
    """Why the round is ended."""
    if reading.view.file_number == 1 and reading.under_size:
        return Reason("go-out-catch", laid, reading.under_size)
    return Reason("go-out", laid)


def why_lay(reading: RueMorgueReading, colour: int) -> Reason:
    """Why a clue is laid off now."""
    if reading.size == 2:
        return why_out(reading, [colour])
    return Reason("lay-now" if reading.least <= FEW else "lay-off", [colour], reading.least)


def why_event(policy: RueMorgueWorth, reading: RueMorgueReading, action: int) -> Reason:
    """Why this event is played."""
    if action == cards.HELP_DRAW:
        return Reason("help-draw", [cards.DUPINS_HELP])
    if action == cards.HELP_CONSULT:
        return Reason("help-consult", [cards.DUPINS_HELP])
    if action == cards.HELP_SEARCH:
        return Reason("help-search", [best_of(policy, reading, reading.view.discard)])
    kind = action - cards.PLAY_CARD
    if kind == cards.DUPIN:
        if reading.view.file_number == 1:
            return Reason("dupin-searches", [kind], reading.under_size)
        return Reason("dupin-draws", [kind])
    if reading.size == 2:
        return why_out(reading, [kind])
    return Reason("prefect" if kind == cards.PREFECT else "deduction", [kind, policy.first[kind]], policy.points[kind])


def best_of(policy: RueMorgueWorth, reading: RueMorgueReading, lying: list[int]) -> int:
    """The card that the hand would gain most by."""
    best = lying[0] if lying else cards.DUPINS_HELP
    for kind in lying:
        if policy.gain(reading, kind) > policy.gain(reading, best):
            best = kind
    return best


def why_discard(policy: RueMorgueWorth, reading: RueMorgueReading, kind: int) -> Reason:
    """Why this card, and not another."""
    if reading.size == 1:
        return Reason("last-discard", [kind])
    ready = ready_meld(reading, kind)
    if ready == kind:
        return Reason("other", [])
    if ready >= 0:
        return Reason("hold-meld", [kind, ready])
    if kind >= cards.DUPINS_HELP:
        return Reason("discard-event", [kind])
    if reading.is_melded(policy.first[kind]) or reading.is_melded(policy.second[kind]):
        return Reason("discard-melded", [kind])
    if kind >= cards.COLOURS:
        return Reason("discard-deduction", [kind, policy.first[kind]], policy.points[kind])
    held_back = held_back_clue(policy, reading, kind)
    if held_back >= 0:
        return Reason("discard-hold", [kind, held_back])
    if reading.cramped:
        return Reason("discard-cramped", [kind], policy.points[kind])
    held = reading.hand[kind]
    if held + reading.unseen[kind] < SMALLEST_MELD:
        return Reason("discard-dead", [kind], reading.unseen[kind])
    wanted = wanted_by_next(policy, reading, kind)
    if wanted >= 0:
        return Reason("discard-not-wanted", [kind, wanted])
    if held > 1:
        return Reason("discard-spare", [kind], reading.unseen[kind])
    if reading.unseen[kind] <= HARDLY and not reading.next_known[kind]:
        return Reason("discard-safe", [kind], reading.unseen[kind])
    return Reason("discard-single", [kind], reading.unseen[kind])


def ready_meld(reading: RueMorgueReading, discarded: int) -> int:
    """A colour that could be melded before the discard (C-8, C-9), rather not the discarded one; or -1."""
    ready = -1
    if reading.size > SMALLEST_MELD:
        for colour in range(cards.COLOURS):
            if reading.hand[colour] >= SMALLEST_MELD and (ready < 0 or ready == discarded):
                ready = colour
    return ready


def held_back_clue(policy: RueMorgueWorth, reading: RueMorgueReading, discarded: int) -> int:
    """A clue that could be laid off, but stays beside a pair that is kept; or -1."""
    if not policy.holds_back(reading, reading.size - 1):
        return -1
    clue = -1
    keeps_pair = False
    for kind in range(cards.COLOURS):
        if reading.hand[kind] and reading.is_melded(kind):
            clue = kind
        elif reading.hand[kind] == 2 and kind != discarded:
            keeps_pair = True
    return clue if keeps_pair else -1


def wanted_by_next(policy: RueMorgueWorth, reading: RueMorgueReading, discarded: int) -> int:
    """Another card that the hand would not miss more, but that the next player would like to get; or -1."""
    best = -1
    loss = policy.loss(reading, discarded)
    gift = policy.gift(reading, discarded)
    for kind in range(cards.KINDS):
        if kind == discarded or not reading.hand[kind] or policy.gift(reading, kind) < max(POINT, gift + 1):
            continue
        if policy.loss(reading, kind) <= loss:
            best = kind
            loss = policy.loss(reading, kind)
    return best
