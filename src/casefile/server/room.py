"""A room: what the entries of a table make of it. No clock and no I/O of its own: times come with the entries."""

from collections import deque
from typing import Any

import msgspec

from casefile.checkpoints import Checkpoints
from casefile.core.events import Event
from casefile.core.rules import Rules
from casefile.core.state import OVER, State
from casefile.decks import as_begun
from casefile.match import Match, catch_up
from casefile.proof import seed_of
from casefile.registry import case_named, check_revision, rules_for
from casefile.server import journal
from casefile.server.hearing import Hearing
from casefile.server.messages import Settings
from casefile.server.seats import NO_ORDER, Ballot, Seat
from casefile.text.notation import Notation
from casefile.text.record import read_record
from casefile.undo import steps_back, told_nothing

PRIVATE = (journal.Ordered, journal.Muted, journal.Away, journal.Linked, journal.Waited, journal.Hinted, journal.Hid)
MOST_GAMES = 256
GAMES: dict[bytes, tuple[Rules, Notation]] = {}
MOST_CHAT = 50  # messages that are told again to a person who comes back

Viewer = int | None  # a seat, or a spectator, who may know what follows from public events
Position = tuple[int, int, int]  # names a moment of a match


def game_key(*game: object) -> bytes:
    """Names a game: case, players, edition, teams, options and deck."""
    return msgspec.json.encode(game)


def game_of(key: bytes) -> tuple[Rules, Notation]:
    """Rules hold no game, and take long to make, so all rooms of one variant share them."""
    if key not in GAMES:
        rules = rules_for(*msgspec.json.decode(key))
        variant = rules.variant
        whole = (variant.case, rules.seats, variant.edition, variant.teams, variant.options, rules.deck.overrides)
        full_key = game_key(*whole)  # with all defaults filled in
        game = GAMES.get(full_key) or (rules, Notation(rules))
        while len(GAMES) >= MOST_GAMES:
            del GAMES[next(iter(GAMES))]
        GAMES[key] = GAMES[full_key] = game
        return game
    return GAMES[key]


class Room:
    """One table as the server keeps it, made of its entries."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0  # of entries
        self.seats: list[Seat] = []
        self.match: Match | None = None
        self.thoughts: dict[tuple[int, int], str] = {}  # of bots, by round and number of the action
        self.marks: list[int] = []  # how many events there were before each action of this round
        self.undone = 0
        self.hearing = Hearing(self)
        self.sights: dict[Viewer, Any] = {}  # what each seat is shown until the next entry, kept for frames.py
        self.words: dict[tuple[Event, int, str, str], Any] = {}  # the same, of events, by how each is told
        self.boards: list[tuple[object, Any, list[int]]] = []  # the same, of what seldom changes
        self.beside = 0  # entries that may change more than the game: who sits where, and what was proposed
        self.done: set[tuple[int, str]] = set()
        self.votes: dict[str, Ballot] = {}
        self.chat: deque[journal.Chatted] = deque(maxlen=MOST_CHAT)
        self.links: dict[str, journal.Linked] = {}
        self.rematch: str | None = None
        self.ended: journal.Ended | None = None
        self.hinted: set[int] = set()  # seats that got a hint
        self.hidden: set[int] = set()  # seats of whose decisions the others do not read what was thought
        self.took_news_back = False  # an action was taken back that had told its player something
        self.started_at = 0.0
        self.changed_at = 0.0
        self.settings: Settings
        self.game: bytes
        self.rules: Rules
        self.notation: Notation
        self.beats = 1  # pauses after the last change: two if somebody could be asked before and after what follows
        self.secret_answers: set[str] = set()  # that somebody gives without the others' knowledge
        self.secret: str
        self.root: str
        self.rematches: int
        self.revision: int  # of the rules, as the match began
        self.owner: str
        self.begun: str  # the record of a match that is played on here, or nothing
        self.start: tuple[int, int] = (1, 0)  # the round and the actions in it that were played before this table

    # Questions

    @property
    def status(self) -> str:
        """Waiting for people, playing, or over."""
        if self.match is None:
            return "waiting"
        return "playing" if self.ended is None else "over"

    @property
    def is_running(self) -> bool:
        """Is a round being played?"""
        match = self.match
        if match is None or self.ended is not None or match.state.phase == OVER:
            return False
        return not match.rounds[-1].stopped

    @property
    def is_between(self) -> bool:
        """Is a round over, and the match not?"""
        return self.match is not None and self.ended is None and self.match.rounds[-1].is_over()

    def position(self) -> Position:
        """Names the present position; only for the server itself, as it counts what nobody may know of."""
        assert self.match is not None
        return len(self.match.rounds), len(self.match.round.actions), self.undone

    def public_position(self) -> Position:
        """The same, without what nobody may know of."""
        assert self.match is not None
        actions = [action for _, action in self.match.round.actions if action not in self.rules.secret_actions]
        return len(self.match.rounds), len(actions), self.undone

    @property
    def orders(self) -> dict[str, str]:
        """The standing orders of this game, each with the action it stands for."""
        return self.rules.variant.declared.standing_orders

    def seat_of(self, key: str) -> int | None:
        """The seat that belongs to somebody."""
        found = [number for number, seat in enumerate(self.seats) if key and seat.key == key]
        return found[0] if found else None

    def actors(self) -> list[int]:
        """The seats that have to choose, as the referee sees it."""
        if not self.is_running or self.match is None:
            return []
        bits = self.match.state.actors()
        return [seat for seat in range(self.rules.seats) if bits >> seat & 1]

    def shown(self, viewer: Viewer) -> State:
        """The round as somebody is shown it: as it is, unless another seat is asked in secret."""
        assert self.match is not None
        state = self.match.state
        return self.rules.shown_to_spectators(state) if viewer is None else self.rules.shown(state, viewer)

    def asked_in_secret(self) -> list[int]:
        """The seats that are asked without anybody's knowledge."""
        if not self.is_running or self.match is None:
            return []
        return self.actors() if self.shown(None) is not self.match.state else []

    def needs_beat(self) -> bool:
        """Does every change have to be followed by a pause, lest somebody notice who was asked?"""
        return self.match is not None and self.ended is None and self.rules.may_ask_in_secret(self.match.state)

    def pauses(self) -> int:
        """How many pauses have to follow the last change."""
        return self.beats if self.needs_beat() else 0

    def seems_over(self) -> bool:
        """Does the round look finished to those who may not know that somebody is asked?"""
        return self.shown(None).phase == OVER

    def events_for(self, viewer: Viewer) -> list[Event]:
        """What a seat, or a spectator, may know to have happened in this round."""
        return self.hearing.events(viewer)

    def undo_of(self, seat: int) -> tuple[int, str]:
        """How many actions go if a seat takes its last one back, and whether it may: "own", "ask" or "no"."""
        if not self.is_running or self.match is None:
            return 0, "no"
        steps, others_acted = steps_back(self.match, seat)
        first_round, before = self.start
        here = len(self.match.round.actions) - (before if len(self.match.rounds) == first_round else 0)
        if steps == 0 or steps > here:
            return 0, "no"
        action = self.match.round.actions[-steps][1]
        shown = self.shown(seat)  # whether somebody is asked in secret must not matter
        news = (shown.log or [])[self.marks[-steps] :]
        harmless = not others_acted and told_nothing(self.rules, shown, seat, action, news)
        if self.settings.day and not harmless:  # everybody has one try
            return 0, "no"
        return steps, "own" if harmless else "ask"

    def is_private(self, entry: journal.AnyEntry) -> bool:
        """Is this something of which others may not even know when it happened?"""
        if isinstance(entry, journal.Acted):
            return entry.action in self.secret_answers
        return isinstance(entry, PRIVATE)

    # Changes

    def apply(self, entry: journal.AnyEntry) -> None:
        """Let an entry take effect; it was checked before it was written."""
        self.number += 1
        self.sights.clear()
        self.words.clear()
        if not isinstance(entry, journal.Acted | journal.Waited):
            self.beside += 1
        if not self.is_private(entry):
            self.changed_at = entry.time
        acted_id = getattr(entry, "id", "")
        if acted_id:
            self.done.add((entry.seat, acted_id))  # type: ignore[union-attr]  # whatever has an id has a seat
        getattr(self, journal.handler_of(entry))(entry)

    def on_created(self, entry: journal.Created) -> None:
        """The table stands."""
        chosen = entry.settings
        self.settings = chosen
        case = case_named(chosen.case)
        check_revision(case, entry.rules)
        deck = as_begun(case.package, chosen.deck, entry.figures) if entry.figures else chosen.deck
        self.game = game_key(chosen.case, chosen.players, chosen.edition, chosen.teams, chosen.options, deck)
        self.revision = entry.rules
        self.rules, self.notation = game_of(self.game)
        self.secret_answers = {self.rules.actions[action].text for action in self.rules.secret_actions}
        self.secret, self.root, self.rematches = entry.secret, entry.root, entry.rematches
        self.owner, self.begun = entry.owner, entry.begun
        self.seats = [Seat(plan.name, plan.bot, plan.key, plan.entropy) for plan in entry.seats]

    def on_sat(self, entry: journal.Sat) -> None:
        """Somebody sits here now."""
        seat = self.seats[entry.seat]
        seat.name, seat.key, seat.entropy = entry.name, entry.key, entry.entropy

    def on_paced(self, entry: journal.Paced) -> None:
        """Bots play at another speed here."""
        self.settings = msgspec.structs.replace(self.settings, pace=entry.pace)

    def on_started(self, entry: journal.Started) -> None:
        """The first round is dealt."""
        bots, names = iter(entry.bots), iter(entry.names)
        for seat in self.seats:
            if seat.is_open:
                seat.bot = next(bots)
                seat.name = next(names, seat.bot.capitalize())
        self.started_at = entry.time
        if self.begun:
            self.play_on()
        else:
            self.match = Match(self.rules, self.seed(), self.settings.target, log=True, live=True)

    def play_on(self) -> None:
        """A match goes on here that was begun elsewhere; who sits here has seen all that their seat saw."""
        self.match, _ = read_record(self.begun, live=True)
        self.match.checkpoints = Checkpoints()  # cards may have been dealt anew since those of the way here
        self.start = (len(self.match.rounds), len(self.match.round.actions))
        self.marks = [0] * len(self.match.round.actions)
        for number, seat in enumerate(self.seats):
            seat.followed = (len(self.match.rounds), self.hearing.count(number))

    def seed(self) -> str:
        """The seed of this match."""
        return seed_of(self.secret, [seat.entropy for seat in self.seats])

    def on_acted(self, entry: journal.Acted) -> None:
        """Carry out an action that was checked when it was written."""
        assert self.match is not None
        action = self.notation.read_action(entry.action)
        if entry.id:  # a person, who saw all that had happened; what comes of it may get lost on the way
            self.seats[entry.seat].followed = (len(self.match.rounds), self.hearing.count(entry.seat))
        self.marks.append(len(self.match.events()))
        catch_up(self.rules, self.match.state, entry.seat)
        could_be_asked = self.rules.may_ask_in_secret(self.match.state)
        self.match.apply(entry.seat, action)
        if entry.thought:
            self.thoughts[len(self.match.rounds), len(self.match.round.actions)] = entry.thought
        if action not in self.rules.secret_actions:
            self.votes.pop("undo", None)
            is_fifth = self.needs_beat() and not could_be_asked
            self.beats = 2 if is_fifth and not self.seems_over() else 1

    def on_waited(self, entry: journal.Waited) -> None:
        """Nothing happened."""

    def on_undone(self, entry: journal.Undone) -> None:
        """Take the last actions back, with what people were told of them."""
        assert self.match is not None
        self.match.take_back(entry.steps)
        last = (len(self.match.rounds), len(self.match.round.actions))
        self.thoughts = {at: thought for at, thought in self.thoughts.items() if at <= last}
        del self.marks[len(self.marks) - entry.steps :]
        self.hearing.cut()
        for number, seat in enumerate(self.seats):
            played, told = seat.followed
            if seat.is_person and played == len(self.match.rounds):
                seat.followed = (played, min(told, self.hearing.count(number)))
        ballot = self.votes.get("undo")
        self.took_news_back |= ballot is not None and ballot.told
        self.undone += 1
        self.beats = 1
        self.votes.pop("undo", None)

    def on_dealt(self, entry: journal.Dealt) -> None:
        """Another round."""
        assert self.match is not None
        self.match.next_round()
        self.marks = []
        self.hearing.clear()
        self.votes.pop("undo", None)
        for seat in self.seats:
            seat.ready = False
            seat.order = NO_ORDER

    def on_stopped(self, entry: journal.Stopped) -> None:
        """Nobody scores."""
        assert self.match is not None
        self.match.stop_round()

    def on_ready(self, entry: journal.Readied) -> None:
        """Somebody is ready."""
        self.seats[entry.seat].ready = True

    def on_proposed(self, entry: journal.Proposed) -> None:
        """The others have to agree."""
        told = entry.what == "undo" and self.undo_of(entry.seat)[1] == "ask"
        self.votes[entry.what] = Ballot(entry, set(), told)

    def on_answered(self, entry: journal.Answered) -> None:
        """One agrees, or all is off."""
        if entry.agree:
            self.votes[entry.what].agreed.add(entry.seat)
        else:
            del self.votes[entry.what]

    def on_resigned(self, entry: journal.Resigned) -> None:
        """A bot plays on."""
        self.seats[entry.seat].resigned = True
        self.votes.pop("resign", None)

    def on_left(self, entry: journal.Left) -> None:
        """Nobody waits for this seat between rounds any more."""
        self.seats[entry.seat].left = True

    def on_back(self, entry: journal.CameBack) -> None:
        """The seat is the person's again."""
        seat = self.seats[entry.seat]
        seat.left, seat.stand_in = False, ""
        ballot = self.votes.get("stand-in")
        if ballot is not None and ballot.proposed.for_seat == entry.seat:
            del self.votes["stand-in"]

    def on_away(self, entry: journal.Away) -> None:
        """Remember what was told last."""
        self.seats[entry.seat].followed = (entry.round, entry.told)

    def on_stood_in(self, entry: journal.StoodIn) -> None:
        """A bot plays for now."""
        self.seats[entry.seat].stand_in = entry.bot
        self.votes.pop("stand-in", None)

    def on_ordered(self, entry: journal.Ordered) -> None:
        """A private order."""
        self.seats[entry.seat].order = entry.order

    def on_hinted(self, entry: journal.Hinted) -> None:
        """Somebody was helped."""
        self.hinted.add(entry.seat)

    def on_chatted(self, entry: journal.Chatted) -> None:
        """Something was said."""
        self.chat.append(entry)

    def on_muted(self, entry: journal.Muted) -> None:
        """Somebody does not want to hear somebody."""
        change = set.add if entry.on else set.discard
        change(self.seats[entry.seat].muted, entry.other)

    def on_linked(self, entry: journal.Linked) -> None:
        """A code that moves a seat; a newer one replaces it."""
        self.links = {code: link for code, link in self.links.items() if link.seat != entry.seat}
        self.links[entry.code] = entry

    def on_moved(self, entry: journal.Moved) -> None:
        """The seat belongs to another device."""
        self.links = {code: link for code, link in self.links.items() if link.seat != entry.seat}
        self.seats[entry.seat].key = entry.key

    def on_rematched(self, entry: journal.Rematched) -> None:
        """They meet again."""
        self.rematch = entry.table
        self.votes.pop("rematch", None)

    def on_hid(self, entry: journal.Hid) -> None:
        """Somebody keeps to themselves how they played, or does not any more."""
        change = set.add if entry.on else set.discard
        change(self.hidden, entry.seat)

    def on_ended(self, entry: journal.Ended) -> None:
        """The match is over."""
        self.ended = entry
        self.votes = {}
