"""What people may do: every message of a seat is checked, and becomes entries of the room's journal or a refusal."""

import re
import secrets
from typing import Protocol, get_args

from msgspec import structs

from casefile.core.actions import Refusal
from casefile.decks import Overrides, all_figures, load_deck
from casefile.errors import CasefileError, show
from casefile.learn.proofs import who_plays
from casefile.match import CAP, MOST_ROUNDS
from casefile.proof import secret_from
from casefile.registry import case_named
from casefile.server import frames, journal, messages
from casefile.server.problems import RefusedError
from casefile.server.room import Room
from casefile.server.seats import NO_ORDER, Ballot
from casefile.text.language import Speaker
from casefile.text.notation import Notation
from casefile.text.whynot import why_not

USUAL_BOT = "inspector"  # where a table was made without bots
SLOW = 86_400  # seconds for a decision from which on a table is a slow one: people come back when they can
MOST_REMATCHES = 100  # whose deals are fixed with the first one

OWN_SEAT = re.compile(r"\s*([0-9]{1,9})\s*:")  # before an action, as in a record

Entries = list[journal.AnyEntry]


class People(Protocol):
    """Who is at a table; looked at when it matters, which it seldom does."""

    @property
    def here(self) -> set[int]:
        """The seats whose people are here, or were a moment ago."""

    @property
    def connected(self) -> set[int]:
        """The seats with a connection."""


class Intent:
    """A message of a seat, with what is needed to judge it."""

    def __init__(self, room: Room, seat: int, now: float, people: People, language: str = "en") -> None:
        self.room = room
        self.seat = seat
        self.now = now
        self.people = people
        self.language = language

    @property
    def present(self) -> set[int]:
        """The seats of people who are here and are waited for."""
        return {at for at in self.people.here if self.room.seats[at].is_waited_for}

    def check(self, message: messages.Incoming) -> Entries:
        """The entries that a message leads to; raises RefusedError."""
        handler = getattr(self, journal.handler_of(message), None)
        if handler is None:
            raise RefusedError("not-here", "this message has no meaning here")
        entries: Entries = handler(message)
        return entries

    def need_match(self) -> None:
        """Most things need a match that is going on."""
        if self.room.status == "waiting":
            raise RefusedError("not-started", "the match has not started: not all seats are taken")
        if self.room.status == "over":
            raise RefusedError("match-over", "the match is over")

    def need_at(self, at: str) -> None:
        """What was meant for another state is not carried out."""
        if at != frames.at_of(self.room, self.seat):
            raise RefusedError("stale", "the table has changed since; here is the present state")

    @property
    def is_slow(self) -> bool:
        """Do people come back to this table when they can?"""
        return (self.room.settings.clock or 0) >= SLOW

    def others(self) -> list[int]:
        """The other people who are here, and have to agree."""
        return sorted(self.present - {self.seat})

    def opponents(self) -> list[int]:
        """All other people for whom no bot plays, here or not: those who are away have not agreed to anything."""
        seats = enumerate(self.room.seats)
        return [at for at, seat in seats if at != self.seat and seat.is_person and not seat.player]

    def back_first(self) -> Entries:
        """A player who acts is back."""
        seat = self.room.seats[self.seat]
        return [journal.CameBack(self.now, self.seat)] if seat.left or seat.stand_in else []

    def on_act(self, message: messages.Act) -> Entries:
        """An action, judged by what its seat is shown, so that a refusal tells nothing more."""
        self.need_match()
        if self.room.seats[self.seat].resigned:
            raise RefusedError("resigned", "this seat has resigned; a bot plays for it")
        self.need_at(message.at)
        if self.room.match is not None and self.room.match.round.stopped:
            raise RefusedError("illegal", "the round was given up after very many decisions", "C-23")
        action = read_action(self.room, self.seat, message.action, self.language)
        return [*self.back_first(), journal.Acted(self.now, self.seat, action, message.id)]

    def on_why(self, message: messages.Why) -> Entries:
        """Always refused, with the reason; judged by what the seat is shown, as an action is."""
        self.need_match()
        self.need_at(message.at)
        kinds = self.room.rules.deck.kind_of
        shown = self.room.shown(self.seat)
        for card in message.cards:
            if card not in kinds or shown.in_hand(self.seat, kinds[card]) < message.cards.count(card):
                raise RefusedError("wrong", f"name cards of your hand; {show(card)} is not among them")
        chosen = [kinds[card] for card in message.cards]
        speaker = Speaker(self.room.rules, [each.name for each in self.room.seats], self.language)
        reason = why_not(self.room.rules, shown, self.seat, chosen, speaker)
        if reason is None:
            raise RefusedError("wrong", "there is something to do with these cards")
        text, rule = reason
        raise RefusedError("illegal", text, rule)

    def on_standing(self, message: messages.Standing) -> Entries:
        """A private order; any seat may give one, so that it tells nothing."""
        self.need_match()
        orders = (*self.room.orders, NO_ORDER)
        if message.order not in orders:
            raise RefusedError("no-such-order", f"the orders of this game are {', '.join(orders)}")
        return [journal.Ordered(self.now, self.seat, message.order, message.id)]

    def on_ready(self, message: messages.Ready) -> Entries:
        """Ready for the next round."""
        self.need_match()
        if not self.room.is_between:
            raise RefusedError("round-on", "the round is not over yet", "C-18")
        if self.room.seats[self.seat].ready:
            return []
        return [*self.back_first(), journal.Readied(self.now, self.seat, message.id)]

    def on_undo(self, message: messages.Undo) -> Entries:
        """Take back the last action of this seat, at once or if all people agree."""
        self.need_match()
        self.need_at(message.at)
        steps, may = self.room.undo_of(self.seat)
        if may == "no":
            raise RefusedError("nothing-to-undo", "there is nothing of yours to take back in this round")
        asked = [] if may == "own" else self.opponents()
        proposed = journal.Proposed(self.now, "undo", self.seat, asked, message.id, steps=steps)
        return self.carry(proposed)

    def on_resign(self, message: messages.Resign) -> Entries:
        """Give up; in a team all its people have to agree."""
        self.need_match()
        room = self.room
        if room.seats[self.seat].resigned:
            raise RefusedError("resigned", "this seat has resigned already")
        sides = room.rules.sides
        asked = []
        if sides == 2:
            for at, seat in enumerate(room.seats):
                if at != self.seat and at % sides == self.seat % sides and seat.is_person:
                    asked.append(at)
        return self.carry(journal.Proposed(self.now, "resign", self.seat, asked, message.id))

    def on_stand_in(self, message: messages.StandIn) -> Entries:
        """Let a bot play for somebody who is away, if all people here agree."""
        self.need_match()
        room = self.room
        if message.seat >= len(room.seats) or not room.seats[message.seat].is_person or message.seat == self.seat:
            raise RefusedError("no-such-seat", "name the seat of another person")
        seat = room.seats[message.seat]
        if self.is_slow:
            raise RefusedError("not-away", "at a table with days for a decision nobody's seat is taken")
        if message.seat in self.present:
            raise RefusedError("not-away", f"{seat.name} is here")
        if seat.player:
            raise RefusedError("has-bot", f"a bot plays for {seat.name} already")
        wish = journal.Proposed(self.now, "stand-in", self.seat, self.others(), message.id)
        wish.for_seat, wish.bot = message.seat, stand_in_for(room, message.bot)
        return self.carry(wish)

    def on_answer(self, message: messages.Answer) -> Entries:
        """Agree, or not."""
        if message.to != "rematch":
            self.need_match()
        ballot = self.room.votes.get(message.to)
        if ballot is None or self.seat not in ballot.proposed.asked:
            raise RefusedError("no-vote", "nobody asks you for this")
        answered = journal.Answered(self.now, message.to, self.seat, message.agree, message.id)
        agreed = Ballot(ballot.proposed, ballot.agreed | {self.seat})
        if message.agree and agreed.is_carried:
            return [answered, *([] if message.to == "rematch" else self.consequences(ballot.proposed))]
        return [answered]

    def carry(self, proposed: journal.Proposed) -> Entries:
        """What was proposed, with its consequences if nobody has to agree."""
        return [proposed, *([] if proposed.asked else self.consequences(proposed))]

    def consequences(self, proposed: journal.Proposed) -> Entries:
        """What follows when all have agreed."""
        if proposed.what == "undo":
            return [journal.Undone(self.now, self.room.undo_of(proposed.seat)[0])]
        if proposed.what == "stand-in":
            return [journal.StoodIn(self.now, proposed.for_seat, proposed.bot)]
        resigned: Entries = [journal.Resigned(self.now, proposed.seat)]
        winner = winner_without(self.room, proposed.seat)
        if winner is not None:
            resigned.append(journal.Ended(self.now, winner, "resignation"))
        return resigned

    def on_rematch(self, message: messages.MeetAgain) -> Entries:
        """Meet again, if all people who are here agree; proposed anew, it is put to those who are here now.

        At a slow table hardly anybody ever is: there all are asked, and answer when they come back.
        """
        if self.room.status != "over":
            raise RefusedError("not-over", "the match is not over yet")
        if self.room.rematch is not None:
            return []
        ballot = self.room.votes.get("rematch")
        if ballot is not None and self.seat in ballot.proposed.asked:
            return [journal.Answered(self.now, "rematch", self.seat, agree=True, id=message.id)]
        others = [at for at, seat in enumerate(self.room.seats) if seat.is_person and at != self.seat]
        asked = [at for at in others if self.is_slow or at in self.people.connected]
        return [journal.Proposed(self.now, "rematch", self.seat, asked, message.id)]

    def on_leave(self, message: messages.Leave) -> Entries:
        """Leave the table."""
        return [journal.Left(self.now, self.seat, message.id)]

    def on_back(self, message: messages.Back) -> Entries:
        """Sit down again."""
        return [journal.CameBack(self.now, self.seat, message.id)]

    def on_chat(self, message: messages.Chat) -> Entries:
        """Say something."""
        if (message.text is None) == (message.phrase is None):
            raise RefusedError("empty", "say either a text or a phrase")
        text = message.text and clean(message.text)
        if message.text is not None and not text:
            raise RefusedError("empty", "there is nothing to read in this text")
        return [journal.Chatted(self.now, self.seat, text, message.phrase, message.id)]

    def on_mute(self, message: messages.Mute) -> Entries:
        """Not hear somebody any more."""
        if message.seat >= len(self.room.seats) or message.seat == self.seat:
            raise RefusedError("no-such-seat", "name another seat")
        if (message.seat in self.room.seats[self.seat].muted) == message.on:
            return []
        return [journal.Muted(self.now, self.seat, message.seat, message.on)]


def winner_without(room: Room, seat: int) -> int | None:
    """Who wins if this seat gives up; nobody while people play on whom that does not concern."""
    sides = room.rules.sides
    if sides == 2:
        return 1 - seat % 2
    scores = room.match.scores if room.match is not None else [0] * sides
    if any(each.is_person and not each.resigned for at, each in enumerate(room.seats) if at != seat):
        return None
    return max([(seat + step) % sides for step in range(1, sides)], key=scores.__getitem__)


def stand_in_for(room: Room, proposed: str) -> str:
    """The bot that may play for somebody who is away: at least as strong as those that the table agreed on."""
    agreed = [seat.bot for seat in room.seats if seat.bot] or [USUAL_BOT]
    strongest = max([proposed, *agreed], key=get_args(messages.BotName).index)  # they stand there by their strength
    return who_plays(strongest, room.rules)


BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters, for Unicode, of which nothing is seen


def clean(text: str) -> str:
    """A text on one line, without what cannot be printed or seen."""
    shown = "".join(letter if letter.isprintable() and letter not in BLANKS else " " for letter in text)
    return " ".join(shown.split())


def read_action(room: Room, seat: int, text: str, language: str) -> str:
    """The action that a seat means, in its plain form, if it is legal for what the seat is shown."""
    assert room.match is not None
    own = OWN_SEAT.match(text) if ":" in text else None
    if own:
        if int(own[1]) != seat:
            raise RefusedError("not-yours", f"you sit on seat {seat}")
        text = text[own.end() :]
    try:
        action = room.notation.find_action(text)
        if action is None:  # only then does it matter in which language it is explained
            action = Notation(room.rules, language).read_action(text, seat)
    except CasefileError as error:
        raise RefusedError("illegal", str(error), rule_in(str(error))) from None
    refusal = room.rules.refusal(room.shown(seat), seat, action)
    if refusal is not None:
        speaker = Speaker(room.rules, [each.name for each in room.seats], language)
        named = Refusal(refusal.key, refusal.rule, speaker.words["cards"].get(refusal.card, refusal.card))
        raise RefusedError("illegal", speaker.refusal(named), refusal.rule)
    return room.rules.actions[action].text


def rule_in(text: str) -> str | None:
    """The number of the rule that a sentence cites at its end."""
    cited = re.search(r"\(([A-Z]+-\d+)\)$", text)
    return cited[1] if cited else None


def unasked_answer(room: Room, seat: int) -> str:
    """How a seat that is asked in secret answers if it says nothing: as it has ordered, or it lets the chance pass."""
    assert room.match is not None
    legal = [room.rules.actions[action].text for action in room.rules.legal(room.match.state, seat)]
    ordered = room.orders.get(room.seats[seat].order)
    return ordered if ordered in legal else next(text for text in legal if text in room.secret_answers)


def due(room: Room, now: float) -> Entries:
    """What follows by itself from how a room stands."""
    match = room.match
    if match is None:
        full = bool(room.seats) and not any(seat.is_open for seat in room.seats)
        return [journal.Started(now, [])] if full else []
    if room.ended is not None:
        return []
    if room.is_running and len(match.round.actions) >= CAP:
        return [journal.Stopped(now)]
    if not room.is_between:
        return []
    winner = match.winner()
    if winner is not None:
        return [journal.Ended(now, winner, "points")]
    if len(match.rounds) == room.settings.rounds:
        return [journal.Ended(now, leader(match.scores), "rounds")]
    if len(match.rounds) >= MOST_ROUNDS:
        return [journal.Ended(now, None, "rounds")]
    waited_for = [seat for seat in room.seats if seat.is_waited_for]
    return [journal.Dealt(now)] if waited_for and all(seat.ready for seat in waited_for) else []


def leader(scores: list[int]) -> int | None:
    """The side that is ahead; nobody if several are."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def new_table(
    now: float, settings: messages.Settings, owner: str, seats: list[journal.SeatPlan], begun: str = ""
) -> journal.Created:
    """A table, with a secret that only the server knows before the match is over."""
    root = secrets.token_hex(32)
    secret = secret_from(root, MOST_REMATCHES)
    deck, rules = deck_and_rules(settings)
    return journal.Created(now, settings, secret, owner, seats, root, MOST_REMATCHES, deck, rules, begun)


def deck_and_rules(settings: messages.Settings) -> tuple[Overrides, int]:
    """What a match begins with, and keeps to its end: the figures of the deck, and the revision of the rules."""
    case = case_named(settings.case)
    return all_figures(load_deck(case.package, settings.deck)), case.revision


def rematch_of(room: Room, now: float) -> journal.Created:
    """The same people and settings again; secret and entropy were fixed before the first of their matches."""
    plans = [journal.SeatPlan(seat.bot, seat.name, "" if seat.bot else seat.key, seat.entropy) for seat in room.seats]
    left = room.rematches - 1
    if left < 0:  # the server could choose a new secret to go with what it knows already
        fresh = [journal.SeatPlan(plan.bot, plan.name, plan.key) for plan in plans]
        return new_table(now, structs.replace(room.settings, day=""), room.owner, fresh)
    secret = secret_from(room.root, left)
    return journal.Created(
        now, room.settings, secret, room.owner, plans, room.root, left, *deck_and_rules(room.settings)
    )
