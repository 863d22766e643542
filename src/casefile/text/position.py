"""Positions: a round frozen at one moment, as JSON, seen by an all-knowing referee."""

import json
from functools import lru_cache
from typing import Any

from casefile.core.counts import bit
from casefile.core.public import Public
from casefile.core.rules import Rules
from casefile.core.state import NOBODY, NOTHING, OVER, State
from casefile.errors import CasefileError, each_key_once, nearest, show, unknown
from casefile.registry import cases, rules_for

KEYS = (
    "case edition players teams options deck scores dealer turn phase event_played file case_file discard "
    "hands areas asked ended"
).split()
ASKED_KEYS = ["for", "seats", "cards", "sealed", "then"]
ENDED_KEYS = ["by", "seat"]


def read_position(text: str, *, scoring: bool = False) -> tuple[Rules, State]:
    """The rules and the round that a position describes; for scoring the piles may be left out."""
    try:
        data = json.loads(text, object_pairs_hook=each_key_once)
    except json.JSONDecodeError as error:
        raise CasefileError(f"position: is not JSON: {error}") from None
    except (ValueError, RecursionError):
        raise CasefileError("position: is not JSON that can be read: too deep, or a number too long") from None
    if not isinstance(data, dict):
        raise CasefileError('position: must be a JSON object such as {"case": "…", "players": 2, …}')
    return position_from_dict(data, scoring=scoring)


def position_from_dict(data: dict[str, Any], *, scoring: bool = False) -> tuple[Rules, State]:
    """The same, from JSON that was read already; null means left out."""
    data = {key: value for key, value in data.items() if value is not None}
    for key in ("case", "players"):
        if key not in data:
            raise CasefileError(f"{key}: is missing")
    options = data.get("options", [])
    if not isinstance(options, list):
        raise CasefileError('options: must be a list such as ["tips"]')
    rules = rules_for(data["case"], data["players"], data.get("edition"), data.get("teams"), options, data.get("deck"))
    known = [*KEYS, *rules.case.position_keys]
    for key, value in data.items():
        if key not in known:
            check_foreign_key(key, value, rules, known)
    state = rules.empty()
    read_turn(data, rules, state)
    if scoring and state.phase != OVER:
        raise CasefileError('phase: only a round that is over can be scored; give "phase": "over" and "ended"')
    piles = [key for key in ("case_file", "discard") if key in data]
    for key in ("hands", "areas", *(() if scoring else ("case_file", "discard"))):
        if key not in data:
            raise CasefileError(f"{key}: is missing")
    read_cards(data, rules, state)
    read_asked(data.get("asked"), rules, state)
    read_ended(data.get("ended"), rules, state)
    for seat in range(state.seats):
        if state.sizes[seat]:
            state.others_get_unseen(seat, 0, state.sizes[seat])
    rules.read_more(state, data)
    check_deck(rules, state, whole=len(piles) == 2)
    rules.check(state, whole=len(piles) == 2)
    return rules, state


def check_foreign_key(key: str, value: Any, rules: Rules, known: list[str]) -> None:
    """A key of another case does no harm as long as it says nothing."""
    for case in cases().values():
        if key in case.position_keys:
            if value != case.position_keys[key]:
                raise CasefileError(f"{key}: belongs to another case, {rules.case.name} has no such thing")
            return
    raise unknown("key", key, known)


def foreign(where: str, given: object, what: str, known: list[str]) -> CasefileError:
    """An error for a word that the case does not have, though another one may."""
    near = nearest(given, known)
    words = " and ".join([", ".join(known[:-1]), *known[-1:]]).removeprefix(" and ") or "nothing"
    return CasefileError(f"{where}: {what} {words}, not {show(given)}" + (f"; did you mean {near}?" if near else ""))


def number(data: dict[str, Any], key: str, default: int, allowed: range, what: str) -> int:
    """A whole number of the position."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        raise CasefileError(f"{key}: must be {what}, not {show(value)}")
    return value


def read_turn(data: dict[str, Any], rules: Rules, state: State) -> None:
    """Whose turn it is, and what has been done in it."""
    seats = range(state.seats)
    which = f"a seat from 0 to {state.seats - 1}"
    state.dealer = number(data, "dealer", 0, seats, which)
    state.turn = number(data, "turn", 1, seats, which)
    phase = data.get("phase", "draw")
    if phase not in rules.case.phases:
        raise foreign("phase", phase, f"{rules.case.name} has the phases", rules.case.phases)
    state.phase = rules.case.phases.index(phase)
    played = data.get("event_played", False)
    if not isinstance(played, bool):
        raise CasefileError(f"event_played: must be true or false, not {show(played)}")
    state.event_played = played
    state.file_number = number(data, "file", 1, range(1, 3), "1 or 2")
    scores = data.get("scores", [0] * state.sides)
    if not isinstance(scores, list) or len(scores) != state.sides:
        raise CasefileError(f"scores: must be a list of {state.sides} whole numbers, one for each side")
    for score in scores:
        if not isinstance(score, int) or isinstance(score, bool):
            raise CasefileError(f"scores: must be whole numbers, not {show(score)}")
    state.scores = scores[:]


def read_cards(data: dict[str, Any], rules: Rules, state: State) -> None:
    """Hands, areas and piles; in piles the first card of a list is on top."""
    names = rules.face_names
    for seat, cards in enumerate(rows(data, "hands", state.seats, "seat")):
        for kind in card_numbers(cards, names[: rules.kinds], f"hands: seat {seat}"):
            state.put_into_hand(seat, kind)
    for side, cards in enumerate(rows(data, "areas", state.sides, "side")):
        for face in card_numbers(cards, names, f"areas: side {side}"):
            state.put_into_area(side, face)
    for key, pile in (("case_file", state.case_file), ("discard", state.discard)):
        pile.extend(reversed(card_numbers(data.get(key, []), names[: rules.kinds], key)))


def rows(data: dict[str, Any], key: str, count: int, what: str) -> list[Any]:
    """A list of lists, one for each seat or side."""
    value = data[key]
    if not isinstance(value, list) or len(value) != count:
        given = f"{len(value)}" if isinstance(value, list) else show(value)
        raise CasefileError(f"{key}: must be {count} lists of cards, one for each {what}, not {given}")
    return value


def card_numbers(cards: Any, names: list[str], where: str) -> list[int]:
    """The numbers of a list of card names."""
    if not isinstance(cards, list):
        raise CasefileError(f"{where}: must be a list of cards, not {show(cards)}")
    for card in cards:
        if card not in names:
            raise unknown(f"card in {where}:", card, names)
    return [names.index(card) for card in cards]


def seat_bits(seats: Any, state: State) -> int:
    """The seats that are asked, one bit each."""
    if not isinstance(seats, list) or not seats:
        raise CasefileError("asked: seats: must be a list of the seats that have to answer")
    bits = 0
    for seat in seats:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < state.seats:
            raise CasefileError(f"asked: seats: there is no seat {show(seat)}; seats are 0 to {state.seats - 1}")
        if bits >> seat & 1:
            raise CasefileError(f"asked: seats: seat {seat} stands there twice")
        bits |= bit(seat)
    return bits


def read_asked(asked: Any, rules: Rules, state: State) -> None:
    """A decision within a turn."""
    if asked is None:
        return
    if not isinstance(asked, dict):
        raise CasefileError('asked: must be null or an object such as {"for": "search", "seats": [1]}')
    for key in asked:
        if key not in ASKED_KEYS:
            raise unknown("key in asked:", key, ASKED_KEYS)
    case = rules.case
    if asked.get("for") not in case.questions[1:]:
        raise foreign("asked", asked.get("for"), f"{case.name} asks for", case.questions[1:])
    if state.phase == OVER:
        raise CasefileError(f"asked: nothing is asked in a round that is over, but this asks for {asked['for']}")
    if asked.get("sealed") and asked["for"] not in case.sealed:
        raise CasefileError(f"asked: sealed: answers for {asked['for']} are not sealed; leave them out")
    state.question = case.questions.index(asked["for"])
    state.asked = seat_bits(asked.get("seats"), state)
    state.aside = card_numbers(asked.get("cards", []), rules.deck.names, "asked: cards")


def read_ended(ended: Any, rules: Rules, state: State) -> None:
    """How the round ended."""
    if ended is None:
        if state.phase == OVER:
            raise CasefileError('ended: the phase is over, so say how: {"by": "discard", "seat": 1}, …')
        return
    if state.phase != OVER:
        raise CasefileError('ended: belongs to "phase": "over" only')
    case = rules.case
    if not isinstance(ended, dict):
        raise CasefileError(f'ended: must be an object such as {{"by": "discard", "seat": 1}}, not {show(ended)}')
    if ended.get("by") not in case.endings[1:]:
        raise foreign("ended", ended.get("by"), f"a round of {case.name} ends by", case.endings[1:])
    for key in ended:
        if key not in ENDED_KEYS:
            raise unknown("key in ended:", key, ENDED_KEYS)
    state.ended_by = case.endings.index(ended["by"])
    if ended["by"] in case.ended_by_seat:
        state.ended_seat = number(
            {"ended: seat": ended.get("seat")},
            "ended: seat",
            NOBODY,
            range(state.seats),
            f"a seat from 0 to {state.seats - 1}",
        )
    elif ended.get("seat") is not None:
        raise CasefileError(f"ended: by {ended['by']} has no seat")


def check_deck(rules: Rules, state: State, *, whole: bool) -> None:
    """The cards of all places together are the deck."""
    lying = rules.count_cards(state)
    for kind, copies in enumerate(rules.deck.copies):
        name = rules.deck.names[kind]
        if lying[kind] > copies:
            raise CasefileError(f"{name}: {lying[kind]} copies are given, but the deck has {copies}")
    for kind, copies in enumerate(rules.deck.copies):
        name = rules.deck.names[kind]
        if whole and lying[kind] < copies:
            raise CasefileError(f"{name}: {copies - lying[kind]} of {copies} copies are missing from the position")


def position_to_dict(rules: Rules, state: State) -> dict[str, Any]:
    """A position as JSON data, with its keys in a fixed order."""
    names = rules.face_names
    cards = {
        "case_file": [names[kind] for kind in reversed(state.case_file)],
        "discard": [names[kind] for kind in reversed(state.discard)],
        "hands": [[names[kind] for kind in state.hand_list(seat)] for seat in range(state.seats)],
    }
    return public_to_dict(rules, state, {}, cards, rules.write_more(state))


@lru_cache(4096)
def named(rules: Rules, counts: tuple[int, ...]) -> tuple[str, ...]:
    """The names of so many cards of each face; areas seldom change, and every seat looks at them."""
    names = rules.face_names
    return tuple(names[face] for face, count in enumerate(counts) for _ in range(count))


def public_to_dict(
    rules: Rules, table: Public, who: dict[str, Any], cards: dict[str, Any], more: dict[str, Any]
) -> dict[str, Any]:
    """What a position and a seat's view have in common; who looks, piles and hands, and what a case adds are given."""
    names = rules.face_names
    variant = rules.variant
    data: dict[str, Any] = {
        "case": variant.case,
        "edition": variant.edition,
        "players": table.seats,
        "teams": variant.teams,
        "options": list(variant.options),
        "deck": rules.deck.overrides,
        **who,
        "scores": table.scores,
        "dealer": table.dealer,
        "turn": table.turn,
        "phase": rules.case.phases[table.phase],
        "event_played": table.event_played,
        "file": table.file_number,
        **cards,
        "areas": [
            list(named(rules, tuple(table.areas[side * table.faces : (side + 1) * table.faces])))
            for side in range(table.sides)
        ],
    }
    details = more.pop("asked", {})
    data |= more
    data["asked"] = data["ended"] = None
    if table.question != NOTHING:
        seats = [seat for seat in range(table.seats) if table.asked >> seat & 1]
        data["asked"] = {"for": rules.case.questions[table.question], "seats": seats} | details
        if table.aside:
            data["asked"]["cards"] = [names[kind] for kind in table.aside]
    if table.phase == OVER:
        data["ended"] = {"by": rules.case.endings[table.ended_by]}
        if table.ended_seat != NOBODY:
            data["ended"]["seat"] = table.ended_seat
    return data


def write_position(rules: Rules, state: State) -> str:
    """A position as text, one key a line."""
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in position_to_dict(rules, state).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}"
