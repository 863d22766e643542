"""What a seat sees, as JSON: a position in which every card that the seat cannot know is null.

All of it comes from a `View`, which holds nothing but what the seat may know.
"""

from functools import lru_cache
from typing import Any

from casefile.bots.base import Situation
from casefile.core.events import HIDDEN, OWN_PLACES, Event
from casefile.core.frozen import number_v1
from casefile.core.notes import NO_NUMBER, Note, Row
from casefile.core.rules import Rules
from casefile.core.view import View
from casefile.text.position import public_to_dict


def view_to_dict(rules: Rules, view: View) -> dict[str, Any]:
    """What a seat sees, with the keys of a position in their order, and what it knows of the hidden cards."""
    hidden_below = view.discard_size - len(view.discard)
    cards = {
        "case_file": [None] * view.file_size,
        "discard": [rules.face_names[kind] for kind in reversed(view.discard)] + [None] * hidden_below,
        "hands": [seen_hand(rules, view, seat) for seat in range(view.seats)],
    }
    more: dict[str, Any] = rules.show_more(view)
    if view.aside:
        more["asked"] = {"cards": []} | more.get("asked", {})  # they stand first here, as in version 1
    data = public_to_dict(rules, view, {"seat": view.seat}, cards, more)
    data["notes"] = [note_to_dict(rules, note) for note in rules.notes(view)]
    left = unseen_cards(rules, data)
    unseen = [kind for kind, count in enumerate(left) if count > 0]
    data["unseen"] = []
    for kind in unseen:
        data["unseen"] += [rules.deck.names[kind]] * left[kind]
    data["none_of"] = [none_of(rules, view, seat, unseen) for seat in range(view.seats)]
    return data


def seen_hand(rules: Rules, view: View, seat: int) -> list[str | None]:
    """The seat's own hand; of another one the cards that are certainly there, then null for each of the others."""
    counts = view.hand if seat == view.seat else view.mind.known_in(seat)
    cards: list[str | None] = []
    for kind, count in enumerate(counts):
        if count:
            cards += [rules.face_names[kind]] * count
    return cards + [None] * (view.sizes[seat] - len(cards))


@lru_cache(256)
def kinds_by_name(rules: Rules) -> dict[str | None, int]:
    """Which card of the deck a name on the table means."""
    return dict(zip(rules.face_names, rules.face_kind, strict=True))


def unseen_cards(rules: Rules, data: dict[str, Any]) -> list[int]:
    """By kind: how many cards lie behind all the nulls, as they are left of the deck without those that are named."""
    left = rules.deck.copies[:]
    kind_of = kinds_by_name(rules)
    asked = data["asked"] or {}
    own = [data.get(place, []) for place in rules.case.places[OWN_PLACES:]]
    for place in [*data["hands"], *data["areas"], data["case_file"], data["discard"], *own, asked.get("cards", [])]:
        if place.count(None) < len(place):  # most cards of piles and hands are hidden
            for name in place:
                if name is not None:
                    left[kind_of[name]] -= 1
    return left


def none_of(rules: Rules, view: View, seat: int, unseen: list[int]) -> list[str]:
    """The kinds of unseen cards that another hand certainly has none of, beside those that are named."""
    row = view.mind.classes(seat)
    if not row:
        return []
    could_hold = view.mind.could_hold
    left = unseen
    for at in range(0, len(row), 3):
        pool, excluded = row[at], row[at + 1]
        left = [kind for kind in left if not could_hold(pool, excluded, kind)]
        if not left:  # mostly nothing is known
            return []
    names = rules.deck.names
    return [names[kind] for kind in left]


def note_to_dict(rules: Rules, note: Note) -> dict[str, Any]:
    """What a table shows beside the cards; a card that the seat does not see is null."""
    row: dict[str, Any] = {"key": note.key}
    if note.cards is not None:
        row["cards"] = card_names(rules, note.cards)
    if note.number != NO_NUMBER:
        row["number"] = note.number
    if note.of != NO_NUMBER:
        row["of"] = note.of
    return row


def row_to_dict(rules: Rules, row: Row) -> dict[str, Any]:
    """A row of the case board, without what it does not have."""
    data: dict[str, Any] = {"key": row.key}
    lists = {"cards": card_names(rules, row.cards), "counts": row.counts, "sides": row.sides, "marks": row.marks}
    data |= {name: values for name, values in lists.items() if values}
    numbers = {"of": row.of, "points": row.points}
    return data | {name: number for name, number in numbers.items() if number != NO_NUMBER}


def note_from_dict(row: dict[str, Any], face_of: dict[str, int]) -> Note:
    """The same, from what a server sent."""
    cards = row.get("cards")
    faces = None if cards is None else [HIDDEN if card is None else face_of[card] for card in cards]
    return Note(row["key"], faces, row.get("number", NO_NUMBER), row.get("of", NO_NUMBER))


def event_to_dict(rules: Rules, event: Event) -> dict[str, Any]:
    """Something that a seat saw happen; a card that it did not see is null."""
    return {
        "what": event.what,
        "seat": event.seat,
        "cards": card_names(rules, event.cards),
        "number": number_v1(event, rules.case.endings),
    }


def card_names(rules: Rules, faces: list[int]) -> list[str | None]:
    """The names of cards; null for one that is hidden."""
    return [rules.face_names[face] if face >= 0 else None for face in faces]


def situation_to_dict(rules: Rules, situation: Situation) -> dict[str, Any]:
    """All that a bot gets for one decision."""
    return view_to_dict(rules, situation.view) | {
        "target": situation.target,
        "story": [event_to_dict(rules, event) for event in situation.story],
        "seed": situation.seed,
        "actions": [rules.actions[action].text for action in situation.actions],
    }
