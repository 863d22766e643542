"""What each seat and spectators are sent: allow-lists only. All of it comes from a view, or from events as seen."""

from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, cast

import msgspec

from casefile.core.events import Event
from casefile.core.frozen import number_v1
from casefile.core.rules import Rules
from casefile.core.view import View
from casefile.proof import commitment_of
from casefile.server import journal, messages
from casefile.server.results import HINTS, unrated_by
from casefile.server.room import Room, Viewer
from casefile.server.seats import Ballot
from casefile.text.language import Speaker
from casefile.text.score import told_score
from casefile.text.seen import card_names, row_to_dict, view_to_dict
from casefile.text.whynot import left_to_do

encode = msgspec.json.Encoder().encode

Json = Any  # `msgspec.Raw`, in the place of what is JSON already


def speaker_of(room: Room, language: str, seat: Viewer) -> Speaker:
    """Puts things into words, with the names of this table, for a seat or for those who watch."""
    return Speaker(room.rules, names_of(room), language, you=seat)


def names_of(room: Room) -> list[str]:
    """Who sits where; a seat that is still open has its number."""
    return [seat.name or f"Seat {at}" for at, seat in enumerate(room.seats)]


# What is shown


def glance_of(room: Room, viewer: Viewer) -> View:
    """The round as a seat may see it, until it goes on; to a spectator, what follows from public events alone."""
    assert room.match is not None
    return room.rules.glance(room.match.state, room.rules.seats if viewer is None else viewer)


def shown_view(rules: Rules, view: View) -> messages.View:
    """What a view shows; one without a seat belongs to nobody."""
    shown: Any = view_to_dict(rules, view)
    if view.seat >= rules.seats:
        shown["seat"] = None
    return cast(messages.View, shown)


def shown_board(room: Room, view: View) -> tuple[Json, list[int]]:
    """How the case stands, and what the areas are worth, as far as a seat may know it, or anybody without one.

    Most actions change nothing of it, and mostly all may know the same: it is kept, as JSON, with what it rests on.
    """
    standing = room.rules.standing(view)
    for kept, rows, worth in room.boards:
        if kept == standing:
            return rows, worth
    found = [row_to_dict(room.rules, row) for row in room.rules.board(view)]
    board, worth = msgspec.Raw(encode(found)), room.rules.worth(view)
    view.keep()  # lest what it rests on change with the round
    room.boards = [(room.rules.standing(view), board, worth), *room.boards[: room.rules.seats]]
    return board, worth


def actions_for(room: Room, seat: Viewer) -> list[int]:
    """The legal actions of a seat, in the round as it is shown."""
    if room.match is None or seat is None or not room.is_running or room.seats[seat].resigned:
        return []
    return list(room.rules.legal(room.shown(seat), seat))


def action_info(rules: Rules, number: int, speaker: Speaker) -> messages.ActionInfo:
    """An action as text, as cards, and as a person would say it."""
    action = rules.actions[number]
    cards = []
    for face, count in zip(action.faces, action.counts, strict=True):
        cards += [rules.face_names[face]] * count
    return messages.ActionInfo(
        action.text, action.verb, cards, speaker.action(number), action.of_hand, action.ends_turn
    )


def action_infos(rules: Rules, numbers: list[int], speaker: Speaker) -> list[Any]:
    """The same of several actions, as JSON: most name no player, and are the same at every table."""
    language = speaker.language
    return [nameless_action(rules, language, number) or action_info(rules, number, speaker) for number in numbers]


@lru_cache(20_000)
def nameless_action(rules: Rules, language: str, number: int) -> msgspec.Raw | None:
    """An action as JSON; nothing if it names a player."""
    info = action_info(rules, number, Speaker(rules, None, language))
    return None if any(word.isdigit() for word in info.text.split()) else msgspec.Raw(encode(info))


def waiting_for(room: Room, viewer: Viewer) -> list[int]:
    """The seats that have to choose, as far as a seat, or a spectator, may know."""
    if not room.is_running or room.match is None:
        return []
    bits = room.shown(viewer).actors()
    return [at for at in range(room.rules.seats) if bits >> at & 1]


class Sight:
    """Everything that one seat, or a spectator, is shown of a room now; the same for all of its connections."""

    def __init__(self, room: Room, seat: Viewer) -> None:
        self.room = room
        self.seat = seat
        self.asks = ""  # what is to be chosen
        self.hands: list[list[str | None]] = []
        self.board: Json = []
        self.worth: list[int] = []
        self.events: list[Event] = []
        self.round = 0
        shown: messages.View | None = None  # not kept: it is large, and JSON is what is needed of it
        if room.match is not None:
            view = glance_of(room, seat)
            shown = shown_view(room.rules, view)
            self.asks, self.hands = asked_in(shown), shown["hands"]
            self.board, self.worth = shown_board(room, view)
            self.events = room.events_for(seat)
            self.round = len(room.match.rounds)
        self.waiting_for = waiting_for(room, seat)
        self.actions = actions_for(room, seat) if seat in self.waiting_for else []
        self.undo: Any = room.undo_of(seat)[1] if seat is not None else "no"
        self.encoded_view: Json = msgspec.Raw(encode(shown))
        key = [self.encoded_view, self.actions, len(self.events), self.round, room.status]
        self.at = sha256(encode(key)).hexdigest()[:16]
        self.encoded: dict[tuple[int, str], bytes] = {}  # as frames, from an event on, in a language


def sight_of(room: Room, seat: Viewer) -> Sight:
    """What is shown now; made once for every change of the room."""
    found = room.sights.get(seat)
    if not isinstance(found, Sight):
        found = room.sights[seat] = Sight(room, seat)
    return found


def at_of(room: Room, seat: int) -> str:
    """Names the state that a seat is shown, and tells nothing more than that state."""
    return sight_of(room, seat).at


def asked_in(view: messages.View) -> str:
    """The key of what is to be chosen; nothing once the round is over."""
    if view["phase"] == "over":
        return ""
    return view["asked"]["for"] if view["asked"] else view["phase"]


def question_for(asks: str, seat: Viewer, waiting: list[int], speaker: Speaker) -> str:
    """What is to be chosen, or who is waited for."""
    if not asks:
        return ""
    if seat is not None and seat in waiting:
        return str(speaker.words["questions"][asks])
    names = speaker.listed([speaker.seats[at] for at in waiting])
    return speaker.say("phrases", "waiting", who=names)


def event_infos(rules: Rules, events: list[Event], first: int, speaker: Speaker) -> list[messages.EventInfo]:
    """Events with their numbers, from this one on."""
    return [event_info(rules, event, number, speaker) for number, event in enumerate(events[first:], first + 1)]


def event_info(rules: Rules, event: Event, number: int, speaker: Speaker) -> messages.EventInfo:
    """What happened, with the names of places and cards, and in words."""
    return messages.EventInfo(
        number=number,
        what=event.what,
        seat=event.seat,
        cards=card_names(rules, event.cards),
        value=number_v1(event, rules.case.endings),
        text=speaker.event(event),
        moves=move_infos(rules, event),
        other=event.other if event.other >= 0 else None,
        count=event.count,
        ending=rules.case.endings[event.ending],
    )


def shared_infos(room: Room, events: list[Event], first: int, speaker: Speaker) -> list[messages.EventInfo]:
    """The same for what is told now: what all saw is put into words once for all who are told it in the same way."""
    found = []
    for number, event in enumerate(events[first:], first + 1):
        key = (event, number, speaker.language, speaker.told_as(event))
        if key not in room.words:
            room.words[key] = event_info(room.rules, event, number, speaker)
        found.append(room.words[key])
    return found


def move_infos(rules: Rules, event: Event) -> list[messages.MoveInfo]:
    """What an event moved, with the names of places and cards."""
    names = rules.case.places
    return [
        messages.MoveInfo(names[move.came_from], names[move.went_to], card_names(rules, move.cards))
        for move in event.moves
    ]


def left_for(sight: Sight) -> str:
    """What is left to do in a turn, if only a discard is."""
    if sight.seat is None or not sight.actions:
        return ""
    return left_to_do(sight.room.rules, sight.room.shown(sight.seat), sight.seat, sight.actions)


def state_frame(sight: Sight, told: int, speaker: Speaker) -> messages.StateInfo:
    """The state, with the events after those that were told already; view, board and actions are JSON already."""
    room, seat = sight.room, sight.seat
    match = room.match
    order = room.seats[seat].order if seat is not None and room.orders else None
    return messages.StateInfo(
        at=sight.at,
        round=sight.round,
        dealer=match.round.dealer if match else None,
        scores=match.scores if match else [0] * room.rules.sides,
        target=room.settings.target,
        view=sight.encoded_view,
        actions=action_infos(room.rules, sight.actions, speaker),
        question=question_for(left_for(sight) or sight.asks, seat, sight.waiting_for, speaker),
        waiting_for=sight.waiting_for,
        events=shared_infos(room, sight.events, told, speaker),
        told=len(sight.events),
        undo=sight.undo,
        standing=order,
        board=sight.board,
        worth=sight.worth,
    )


def encoded_state(sight: Sight, told: int, speaker: Speaker) -> bytes:
    """The same as it is sent: put into words and JSON once, however many look on from there."""
    key = (told, speaker.language)
    if key not in sight.encoded:
        sight.encoded[key] = encode(state_frame(sight, told, speaker))
    return sight.encoded[key]


def forget_words(room: Room) -> None:
    """All have been told: words and frames are freed at once, while the processor still has them at hand."""
    room.words.clear()
    for sight in room.sights.values():
        sight.encoded.clear()


# Beside the game


def table_frame(room: Room, connected: set[int], left: list[float | None], watchers: list[str]) -> messages.TableInfo:
    """Who sits here, and what is going on beside the game."""
    seats = []
    for at, seat in enumerate(room.seats):
        kind: Literal["person", "bot", "open"] = "open" if seat.is_open else "person" if seat.is_person else "bot"
        seats.append(
            messages.SeatInfo(
                name=seat.name,
                kind=kind,
                bot=seat.bot or None,
                connected=at in connected or kind == "bot",
                stand_in=seat.stand_in or None,
                ready=seat.ready,
                resigned=seat.resigned,
                left=seat.left,
            )
        )
    votes: dict[messages.Proposal, messages.Vote] = {}
    for ballot in room.votes.values():
        proposed = ballot.proposed
        votes[proposed.what] = messages.Vote(
            proposed.seat,
            sorted(ballot.agreed),
            proposed.asked,
            proposed.for_seat if proposed.for_seat >= 0 else None,
            proposed.bot or None,
        )
    seconds = room.settings.clock
    clock = messages.Clock(seconds, left) if seconds is not None else None
    status: Any = room.status
    return messages.TableInfo(status, seats, votes, clock, room.rematch, watchers, unrated_by(room))


def for_onlookers(table: messages.TableInfo) -> messages.TableInfo:
    """The same without hints, which a seat gets unseen: within a beat they would tell that it is asked in secret."""
    known = [reason for reason in table.unrated if reason != HINTS or table.status == "over"]
    return table if known == table.unrated else msgspec.structs.replace(table, unrated=known)


def welcome_frame(room: Room, seat: Viewer) -> messages.Welcome:
    """The answer to hello."""
    muted = [] if seat is None else sorted(room.seats[seat].muted)
    return messages.Welcome(messages.VERSION, room.name, seat, room.settings, commitment_of(room.secret), muted)


def scoring_frame(room: Room, sight: Sight, speaker: Speaker) -> messages.Scoring | None:
    """How the last round came out, once it is over; hands as far as the rules lay them open."""
    match = room.match
    if match is None or match.round.result is None:
        return None
    result = told_score(room.rules, match.round.result, speaker)
    sheet = [played.result.totals() if played.result else [0] * room.rules.sides for played in match.rounds]
    return messages.Scoring(len(match.rounds), result, sight.hands, match.round.scores, match.scores, sheet)


def over_frame(room: Room) -> messages.Over | None:
    """How the match came out, and what proves the deal."""
    if room.ended is None or room.match is None:
        return None
    entropy = [seat.entropy for seat in room.seats]
    proof = messages.Deal(room.secret, entropy, commitment_of(room.secret), room.match.seed)
    deal = None if room.begun else proof  # what was begun elsewhere was not dealt here
    return messages.Over(room.ended.winner, room.match.scores, room.ended.reason, deal, unrated_by(room))


def declined_frame(answered: journal.Answered, ballot: Ballot) -> messages.Declined:
    """Who did not agree to what."""
    proposed = ballot.proposed
    for_seat = proposed.for_seat if proposed.for_seat >= 0 else None
    return messages.Declined(answered.what, proposed.seat, answered.seat, for_seat)


def said_frame(room: Room, chatted: Any) -> messages.Said:
    """What somebody said."""
    name = room.seats[chatted.seat].name
    return messages.Said(chatted.seat, name, chatted.text, chatted.phrase, chatted.time)
