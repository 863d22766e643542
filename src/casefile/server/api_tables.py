"""HTTP: making tables, sitting down, starting, moving a seat, meeting again."""

import secrets
import unicodedata
from collections.abc import Iterable
from functools import partial
from itertools import count
from time import time

from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.learn.proofs import LEARNED, is_proved, who_plays
from casefile.proof import commitment_of
from casefile.server import bodies, journal, messages
from casefile.server.callers import new_token
from casefile.server.calls import Call
from casefile.server.context import Context
from casefile.server.hub import NoSuchTableError, digest
from casefile.server.intents import clean, new_table
from casefile.server.live import LiveRoom
from casefile.server.moments import cut
from casefile.server.problems import ProblemError
from casefile.server.room import game_key, game_of
from casefile.server.turns import Party

LINK_SECONDS = 15 * 60
BOTS_ALONE_SHARE = 25  # of the tables that an address may make in an hour, one may be of bots alone at a time
MOST_BOTS_ALONE = 5  # times as many may all addresses have together
MOST_OPEN = 50  # tables in a list


async def find(call: Call) -> LiveRoom:
    """The table that a path names."""
    return await call.context.hub.find(call.path["table"])


def own_seat(live: LiveRoom, call: Call) -> int:
    """The caller's seat; one who has none is told the same as one who names no table."""
    seat = live.room.seat_of(call.caller.key)
    if seat is None:
        raise NoSuchTableError
    return seat


def clean_name(name: str) -> str:
    """A name that can be shown."""
    cleaned = clean(name)
    if all(unicodedata.category(letter).startswith(("M", "Z")) for letter in cleaned):  # marks need a letter
        raise ProblemError(422, "wrong-name", "a name needs at least one letter that can be shown")
    return cleaned


def unlike(name: str, taken: list[str]) -> str:
    """This name, or with a number behind it if another player at the table is called so."""
    names = {each.casefold() for each in taken if each}
    numbered = (f"{name} {number}" for number in count(2))
    return name if name.casefold() not in names else next(each for each in numbered if each.casefold() not in names)


def count_new_table(call: Call) -> None:
    """Nobody may make very many tables."""
    if not call.context.may_make_table(call.caller.address):
        raise ProblemError(429, "too-many-tables", "too many new tables; try again later")


def count_bots_alone(call: Call) -> None:
    """Nobody may have many tables of bots alone play at once: they think without end, and for nobody."""
    context = call.context
    playing = {name: address for name, address in context.bots_alone.items() if is_playing(context.hub.live.get(name))}
    context.bots_alone = playing
    most = max(1, context.settings.tables // BOTS_ALONE_SHARE)
    if list(playing.values()).count(call.caller.address) >= most or len(playing) >= MOST_BOTS_ALONE * most:
        text = "too many tables of bots alone are playing; wait until one of them is over"
        raise ProblemError(429, "too-many-tables", text)


def is_playing(live: LiveRoom | None) -> bool:
    """Is a match going on in this room?"""
    return live is not None and live.room.status == "playing"


async def make_table(call: Call) -> bodies.TableMade:
    """Make a table."""
    wish: bodies.NewTable = call.body
    count_new_table(call)
    players = len(wish.seats) if wish.players is None else wish.players
    game = game_key(wish.case, players, wish.edition, wish.teams, wish.options, wish.deck or None)
    rules, _ = await call.context.aside(partial(game_of, game))  # it may take long for a game that nobody played yet
    if len(wish.seats) != rules.seats:
        raise CasefileError(f"seats: must be {rules.seats}, one for each player, not {len(wish.seats)}")
    settings = settings_of(call, rules, wish.target or rules.target, wish.pace)
    settings.clock = wish.clock.seconds if wish.clock else None
    settings.hints, settings.listed, settings.look_back = wish.hints, wish.listed, wish.look_back
    settings.rounds, settings.coach = wish.rounds, wish.coach
    mine = [number for number, seat in enumerate(wish.seats) if seat.who == "me"]
    if len(mine) > 1:
        raise CasefileError("seats: only one can be for you")
    if wish.coach and sum(seat.who != "bot" for seat in wish.seats) != 1:
        raise CasefileError("coach: there is one only where all others are bots")
    token: str | None = None
    key = call.caller.key
    if mine and wish.seats[mine[0]].token:
        token, key = new_token()
    await seek_net(call, rules, [seat.bot for seat in wish.seats])
    plans: list[journal.SeatPlan] = []
    for number, wanted in enumerate(wish.seats):
        plan = plan_seat(rules, wanted, number_of(number, wish.seats), key, clean(wish.entropy))
        plan.name = unlike(plan.name, [other.name for other in plans])
        plans.append(plan)
    alone = all(plan.bot for plan in plans)
    if alone:
        count_bots_alone(call)
    live = await call.context.hub.create(new_table(time(), settings, key, plans))
    if alone:
        call.context.bots_alone[live.room.name] = call.caller.address
    seat = mine[0] if mine else None
    return bodies.TableMade(live.room.name, seat, commitment_of(live.room.secret), token)


async def play_on(call: Call) -> bodies.TableMade:
    """Play on from a moment of a record, against bots; such a match is not rated."""
    wish: bodies.PlayOn = call.body
    count_new_table(call)
    anew = secrets.token_hex(16) if wish.cards == "anew" else ""
    asked = (wish.record, wish.step, wish.line, wish.seat, anew)
    begun = await call.context.scribes.run(cut, *asked, party=Party(address=call.caller.address))
    rules, _ = await call.context.aside(partial(game_of, begun.game))
    settings = settings_of(call, rules, begun.target, wish.pace)
    await seek_net(call, rules, [wish.bot])
    seats = [bodies.SeatWish("bot", bot=wish.bot) for _ in range(rules.seats)]
    seats[wish.seat] = bodies.SeatWish("me", name=wish.name)
    plans = [plan_seat(rules, seat, number_of(at, seats), call.caller.key, "") for at, seat in enumerate(seats)]
    created = new_table(time(), settings, call.caller.key, plans, begun.record)
    live = await call.context.hub.create(created)
    return bodies.TableMade(live.room.name, wish.seat, commitment_of(live.room.secret))


def settings_of(call: Call, rules: Rules, target: int, pace: messages.Pace | None) -> messages.Settings:
    """The settings of a table that is for its maker and bots, unless somebody changes them."""
    variant = rules.variant
    return messages.Settings(
        case=variant.case,
        edition=variant.edition,
        players=rules.seats,
        teams=variant.teams,
        options=list(variant.options),
        deck=rules.deck.overrides,
        target=target,
        pace=pace or call.context.settings.pace,
        clock=None,
        hints=True,
        beat=call.context.settings.beat,
    )


def number_of(seat: int, seats: list[bodies.SeatWish]) -> str:
    """What tells bots apart that have no names of their own; an only one needs nothing."""
    nameless = [wish for wish in seats if wish.who == "bot" and not wish.name]
    return f" {seat}" if len(nameless) > 1 else ""


def plan_seat(rules: Rules, wish: bodies.SeatWish, number: str, key: str, entropy: str) -> journal.SeatPlan:
    """Whom a seat is for."""
    if wish.who == "anyone":
        return journal.SeatPlan()
    if wish.who == "bot":
        bot = who_plays(wish.bot or "inspector", rules)
        return journal.SeatPlan(bot, clean_name(wish.name) if wish.name else f"{bot.capitalize()}{number}")
    return journal.SeatPlan(name=clean_name(wish.name or "Player"), key=key, entropy=entropy)


async def seek_net(call: Call, rules: Rules, bots: Iterable[str | None]) -> None:
    """Before the learned player is seated: can its net be had?"""
    if LEARNED in bots and is_proved(rules.variant):
        await call.context.seek_net(rules.case)


async def show_table(call: Call) -> bodies.TableSummary:
    """How a table stands."""
    live = await find(call)
    room = live.room
    glance = live.glance()
    return bodies.TableSummary(
        table=room.name,
        settings=room.settings,
        state=live.table_info(),
        scores=glance.scores,
        round=glance.round,
        commitment=commitment_of(room.secret),
        seat=room.seat_of(call.caller.key),
        owner=room.owner == call.caller.key,
        hides_review=room.seat_of(call.caller.key) in room.hidden,
    )


async def sit_down(call: Call) -> bodies.Seated:
    """Take an open seat; a caller who sits already keeps their seat."""
    wish: bodies.SitDown = call.body
    live = await find(call)
    name = clean_name(wish.name)
    async with live.lock:
        room = live.room
        held = room.seat_of(call.caller.key)
        if held is not None and not wish.token:
            return bodies.Seated(held)
        free = [number for number, seat in enumerate(room.seats) if seat.is_open]
        if room.status != "waiting" or not free:
            raise ProblemError(409, "no-seat", "no seat is free at this table")
        if wish.seat is not None and wish.seat not in free:
            raise ProblemError(409, "no-seat", "this seat is not free; leave it out to get any")
        token, key = new_token() if wish.token else (None, call.caller.key)
        seat = free[0] if wish.seat is None else wish.seat
        name = unlike(name, [each.name for each in room.seats])
        await live.change([journal.Sat(time(), seat, name, key, clean(wish.entropy))])
        return bodies.Seated(seat, token)


async def start_table(call: Call) -> bodies.Status:
    """Fill the open seats with bots, and start; only for the caller who made the table."""
    live = await find(call)
    wish: bodies.StartTable = call.body
    await seek_net(call, live.room.rules, [wish.bot, *(seat.bot for seat in wish.seats)])
    async with live.lock:
        room = live.room
        if room.owner != call.caller.key:
            raise NoSuchTableError
        if room.status == "waiting":
            free = sum(seat.is_open for seat in room.seats)
            bots = [*wish.seats, *[bodies.BotWish(wish.bot) for _ in range(free)]][:free]
            names = [seat.name for seat in room.seats if not seat.is_open]
            players = [who_plays(bot.bot, room.rules) for bot in bots]
            for bot, player in zip(bots, players, strict=True):
                names.append(unlike(clean_name(bot.name) if bot.name else player.capitalize(), names))
            await live.change([journal.Started(time(), players, names[len(names) - free :])])
        return bodies.Status(room.status)


async def set_pace(call: Call) -> bodies.PaceWish:
    """Choose another speed for a table whose match has not started; only for the caller who made it."""
    wish: bodies.PaceWish = call.body
    live = await find(call)
    async with live.lock:
        room = live.room
        if room.owner != call.caller.key:
            raise ProblemError(403, "not-host", "only the host of a table may choose its speed")
        if room.status != "waiting":
            raise ProblemError(409, "started", "the match has started: the speed of its table stays as it is")
        if room.settings.pace != wish.pace:
            if not live.beside.take(call.caller.key):
                raise ProblemError(429, "too-fast", "so much cannot be changed at once; wait a moment")
            await live.change([journal.Paced(time(), wish.pace)])
            live.audience.tell_settings()
        return wish


async def open_tables(call: Call) -> list[bodies.OpenTable]:
    """The tables that wait for anybody, and whose players are there, at all nodes of this server."""
    found = open_here(call.context)
    if call.context.storage.shared:
        from casefile.server.peers import open_elsewhere  # in a browser there are no other nodes

        found += await open_elsewhere(call.context)
    return newest(found)


def open_here(context: Context) -> list[bodies.OpenTable]:
    """Those that this node has."""
    found = []
    for live in context.hub.live.values():
        room = live.room
        if room.status != "waiting" or not room.settings.listed or not live.audience.connected:
            continue
        names = [seat.name for seat in room.seats if not seat.is_open]
        free = len(room.seats) - len(names)
        found.append(bodies.OpenTable(room.name, room.settings, names, free, room.changed_at))
    return newest(found)


def newest(found: list[bodies.OpenTable]) -> list[bodies.OpenTable]:
    """The newest ones, as many as a list has room for."""
    return sorted(found, key=lambda table: -table.time)[:MOST_OPEN]


async def make_link(call: Call) -> bodies.MoveCode:
    """A code that moves the caller's seat to another device."""
    live = await find(call)
    async with live.lock:
        seat = own_seat(live, call)
        if not live.beside.take(str(seat)):
            raise ProblemError(429, "too-fast", "so many codes cannot be made at once; wait a moment")
        code = secrets.token_urlsafe(18)
        linked = journal.Linked(time(), seat, digest(f"move {code}"), time() + LINK_SECONDS)
        await live.change([linked])
        return bodies.MoveCode(code)


async def move_seat(call: Call) -> bodies.Seated:
    """Take a seat over with its code; what was connected to it before is no longer."""
    live = await find(call)
    async with live.lock:
        room = live.room
        link = room.links.get(digest(f"move {call.body.code}"))
        if link is None or link.until < time():
            raise ProblemError(409, "wrong-code", "this code was used already, or is too old; make a new one")
        if room.seat_of(call.caller.key) not in (None, link.seat):
            raise ProblemError(409, "has-seat", "you have another seat at this table already")
        await live.change([journal.Moved(time(), link.seat, call.caller.key)])
        for connection in live.audience.connections:
            if connection.seat == link.seat and connection.key != call.caller.key:
                connection.send(messages.Error("moved", "this seat was moved to another device"))
                connection.drop()
        return bodies.Seated(link.seat)


async def meet_again(call: Call) -> bodies.Rematch:
    """Propose another match to the people of this one, or agree to it; it is dealt when all of them have."""
    live = await find(call)
    seat = own_seat(live, call)
    async with live.lock:
        room = live.room
        if room.status != "over":
            raise ProblemError(409, "not-over", "the match is not over yet")
        if room.rematch is None:
            count_new_table(call)
            await live.change(live.intent(seat).check(messages.MeetAgain(secrets.token_hex(8))))
        ballot = room.votes.get("rematch")
        asked = sorted(set(ballot.proposed.asked) - ballot.agreed) if ballot is not None else []
    if room.rematch is None and not asked:
        await live.meet_again()
    return bodies.Rematch(room.rematch, [] if room.rematch else asked)
