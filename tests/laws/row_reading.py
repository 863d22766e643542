"""Read rows of version 2 back into what the view had, and say what does not fit into them.

python -m tests.laws.row_reading [MATCHES]

lets sergeants play, and prints for which share of their decisions each of these things was lost, as it stands in
docs/learning.md.
"""

import sys
from collections import Counter
from typing import Any

from casefile.core.knowledge import CLASS, GONE
from casefile.core.rows import RowWriter
from casefile.core.trail import tallies
from casefile.core.view import View
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import cases, rules_for

LARGEST = 255

# What does not fit into a row, by key.
LOST = {
    "pile": "the order of the discard pile below its two topmost cards",
    "aside": "the order of cards that lie aside",
    "classes": "which unseen cards of a hand came when, where several classes differ",
    "origins": "out of which class a card came that left a hand",
    "remembered": "what else a case remembers: the order of doubtful cards, which search can have taken which, and "
    "cards that are known to be in one of two hands",
    "large": "numbers above 255, and points beyond the target",
}

Fields = dict[str, list[int]]


def fields_of(writer: RowWriter, row: bytes) -> Fields:
    """The bytes of each field."""
    return {field.name: list(row[field.first : field.first + field.size]) for field in writer.fields}


def lost_in(view: View, target: int) -> set[str]:
    """What of this view does not fit into its row."""
    found = set()
    if len(set(view.discard[:-2])) > 1:
        found.add("pile")
    if len(set(view.aside)) > 1:
        found.add("aside")
    mind = view.mind
    places = [mind.slots[at] for at in range(0, len(mind.slots), CLASS)]
    if len(set(places)) < len(places):
        found.add("classes")
    if mind.settling or getattr(mind, "departed", []):
        found.add("origins")
    beyond_hands = [at // mind.kinds for at in mind.certain] + places
    if len(set(getattr(mind, "lower", []))) > 1 or len(getattr(mind, "takes", [])) > 2:
        found.add("remembered")
    if any(place > view.seats for place in beyond_hands):
        found.add("remembered")
    to_go = [target - score for score in view.scores]
    if max([*to_go, *trail_of(view), view.discard_size, target]) > LARGEST or min(to_go) < 0:
        found.add("large")
    return found


def trail_of(view: View) -> list[int]:
    """The turns so far, and how often each thing was seen."""
    return [view.turns, *tallies(view.trail, view.seats, view.kinds)]


def as_read(fields: Fields, view: View) -> dict[str, Any]:
    """What the row alone says, in the words of a view; of the view only its seat and the sizes of the game are used."""
    kinds, faces, seats, sides, seat = view.kinds, view.faces, view.seats, view.sides, view.seat
    others = [(seat + 1 + step) % seats for step in range(seats - 1)]

    def table(name: str, width: int, count: int) -> list[list[int]]:
        return [fields[name][at * width : (at + 1) * width] for at in range(count)]

    def by_seat(name: str) -> list[int]:
        return [fields[name][(other - seat) % seats] for other in range(seats)]

    areas = table("areas", faces, sides)
    rows = [table(name, kinds, seats) for name in ("thrown", "left", "took", "wanted")]
    tallies = [number for row in rows for other in range(seats) for number in row[(other - seat) % seats]]
    side = seat % sides
    return {
        "hand": fields["hand"],
        "known": dict(zip(others, table("known", kinds, seats - 1), strict=True)),
        "areas": [number for other in range(sides) for number in areas[(other - side) % sides]],
        "melded": sum(1 << kind for kind in range(kinds) if fields["melded"][kind]),
        "discard": fields["discard"],
        "ends": [one_of(fields["top"]), one_of(fields["second"])],
        "aside": fields["aside"],
        "trail": fields["turns"] + tallies,
        "sizes": by_seat("sizes"),
        "piles": [fields["piles"][0], fields["piles"][1], fields["piles"][2] // 60 + 1],
        "event_played": bool(fields["flags"][0]),
        "phase": one_of(fields["phase"]),
        "question": one_of(fields["question"]),
        "due": fields["due"][0] << 4 | fields["due"][1],
        "turn": (one_of(fields["turn"]) + seat) % seats,
        "dealer": (one_of(fields["dealer"]) + seat) % seats,
        "asked": sum(1 << other for other, is_asked in enumerate(by_seat("asked")) if is_asked),
        "to_go": [fields["to_go"][(other - side) % sides] for other in range(sides)],
        "target": fields["target"][0],
        "cannot": {
            other: sum(1 << kind for kind in range(kinds) if row[kind])
            for other, row in zip(others, table("cannot", kinds, seats - 1), strict=True)
        },
        "later": dict(zip(others, fields["reshuffled_in"], strict=False)),
        "second_pool": fields["reshuffled"],
    }


def as_seen(view: View, target: int) -> dict[str, Any]:
    """The same from the view, field by field; what is lost counts as the row has it."""
    kinds, mind = view.kinds, view.mind
    others = [other for other in range(view.seats) if other != view.seat]
    slots = [mind.slots[at : at + CLASS] for at in range(0, len(mind.slots), CLASS)]
    ends = [*view.discard[::-1][:2], -1, -1]
    return {
        "hand": view.hand,
        "known": {other: mind.known_in(other) for other in others},
        "areas": view.areas,
        "melded": view.melded,
        "discard": [view.discard.count(kind) for kind in range(kinds)],
        "ends": ends[:2],
        "aside": [view.aside.count(kind) for kind in range(kinds)],
        "trail": [min(LARGEST, number) for number in trail_of(view)],
        "sizes": view.sizes,
        "piles": [view.discard_size, view.file_size, view.file_number],
        "event_played": view.event_played,
        "phase": view.phase,
        "question": view.question,
        "due": view.due,
        "turn": view.turn,
        "dealer": view.dealer,
        "asked": view.asked,
        "to_go": [max(0, min(LARGEST, target - score)) for score in view.scores],
        "target": target,
        "cannot": {other: common([mask for place, _, mask, _ in slots if place == other], kinds) for other in others},
        "later": {other: sum(count for place, pool, _, count in slots if place == other and pool) for other in others},
        "second_pool": mind.pools[kinds : 2 * kinds] if len(mind.pools) == 2 * kinds else [0] * kinds,
    }


def common(masks: list[int], kinds: int) -> int:
    """The kinds that all of these exclude; without any, all."""
    found = (1 << kinds) - 1
    for mask in masks:
        found &= mask
    return found


def one_of(row: list[int]) -> int:
    """The place of the only one in a row, or -1."""
    return row.index(1) if 1 in row else -1


def first_pool(view: View, fields: Fields) -> list[int]:
    """What is unseen from the deal on, as the row tells it where it is open of no card whence it came."""
    known = [sum(row[kind] for row in as_read(fields, view)["known"].values()) for kind in range(view.kinds)]
    return [fields["unseen"][kind] - known[kind] - fields["reshuffled"][kind] for kind in range(view.kinds)]


def waiting(view: View) -> int:
    """Of how many cards it is open whence they came."""
    return len(view.mind.settling) // GONE


def shares(case: str, players: int, matches: int) -> tuple[int, Counter[str]]:
    """How many decisions sergeants made, and in how many of them something was lost."""
    rules = rules_for(case, players)
    found: Counter[str] = Counter()
    decisions = 0

    def watch(situation: Any, decision: object, seconds: float) -> None:
        nonlocal decisions
        decisions += 1
        lost = lost_in(situation.view, situation.target)
        found.update(lost)
        found["nothing"] += not lost
        found["nothing but the pile"] += lost <= {"pile", "aside"}

    for number in range(matches):
        play_match(Match(rules, f"rows/{number}"), [make_bot("sergeant", rules) for _ in range(players)], watch=watch)
    return decisions, found


def main() -> None:
    """Print the table of shares."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    columns = [*LOST, "nothing", "nothing but the pile"]
    print(f"| game | decisions | {' | '.join(columns)} |\n|---|{'---|' * (1 + len(columns))}")
    for name, case in cases().items():
        for players in case.players:
            decisions, found = shares(name, players, matches)
            cells = [f"{100 * found[column] / decisions:.1f} %" for column in columns]
            print(f"| {name}, {players} | {decisions:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
