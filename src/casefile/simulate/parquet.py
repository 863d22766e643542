"""What a dataset holds: the tables of decisions, rounds and matches, and how matches become rows of them.

`docs/datasets.md` describes every column; a test compares it with the schemas here.
"""

import json
from array import array
from collections import Counter
from struct import Struct
from struct import error as StructError  # noqa: N812  the library's name says too little
from typing import Any

from casefile import __version__
from casefile.core.encoding import Encoder
from casefile.core.rules import Rules
from casefile.core.state import NOBODY
from casefile.core.view import View
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.simulate.matches import Tally

SCHEMA_VERSION = 1
TABLES = ("decisions", "rounds", "matches")
CAPPED = "cap"  # the ending of a round that was given up (C-23)


def import_pyarrow() -> Any:
    """The library that writes Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CasefileError('--out: needs pyarrow: pip install "casefile-rummy[research]"') from None
    return pyarrow


def schemas(rules: Rules, size: int) -> dict[str, Any]:
    """The schema of each table, for views of this many numbers."""
    pa = import_pyarrow()
    word = pa.dictionary(pa.int16(), pa.string())
    by_side = pa.list_(pa.field("element", pa.int32(), nullable=False))
    columns = {
        "decisions": [
            ("match", pa.int32()),
            ("round", pa.int16()),
            ("step", pa.int32()),
            ("turn", pa.int32()),
            ("seat", pa.int8()),
            ("side", pa.int8()),
            ("phase", word),
            ("question", word),
            ("legal", pa.list_(pa.field("element", pa.int16(), nullable=False))),
            ("action", pa.int16()),
            ("text", word),
            ("observation", pa.list_(pa.field("element", pa.int16(), nullable=False), size)),
        ],
        "rounds": [
            ("match", pa.int32()),
            ("round", pa.int16()),
            ("dealer", pa.int8()),
            ("turns", pa.int32()),
            ("decisions", pa.int32()),
            ("ending", pa.string()),
            ("ended_seat", pa.int8()),
            ("outcome", pa.string()),
            ("culprit", pa.string()),
            ("shut_out", pa.int8()),
            ("plus", by_side),
            ("bonus", by_side),
            ("minus", by_side),
            ("points", by_side),
        ],
        "matches": [
            ("match", pa.int32()),
            ("seed", pa.string()),
            ("bots", pa.list_(pa.field("element", pa.string(), nullable=False))),
            ("rounds", pa.int16()),
            ("decisions", pa.int32()),
            ("scores", by_side),
            ("winner", pa.int8()),
        ],
    }
    optional = {"ended_seat", "outcome", "culprit", "shut_out", "winner"}
    about = {"casefile": json.dumps(metadata(rules, size), ensure_ascii=False)}
    return {
        table: pa.schema([pa.field(name, kind, name in optional) for name, kind in fields], about)
        for table, fields in columns.items()
    }


def metadata(rules: Rules, size: int) -> dict[str, object]:
    """What every file says about itself."""
    variant = rules.variant
    return {
        "version": __version__,
        "schema": SCHEMA_VERSION,
        "case": variant.case,
        "edition": variant.edition,
        "players": variant.seats,
        "teams": variant.teams,
        "options": list(variant.options),
        "deck": rules.deck.overrides,
        "observation": size,
        "actions": len(rules.actions),
    }


class Recorder:
    """Watches matches and keeps what the tables need, in flat arrays: a dataset has very many decisions."""

    def __init__(self, rules: Rules, bots: list[str], first: int) -> None:
        self.rules = rules
        self.bots = bots
        self.encoder = Encoder(rules)
        self.number = first  # of the match that is watched
        self.numbers = {name: array("i") for name in ("match", "round", "step", "turn", "seat", "side", "action")}
        self.words = {name: array("h") for name in ("phase", "question")}
        self.legal = array("h")
        self.legal_ends = array("i", [0])
        self.row = Struct(f"={self.encoder.size}h")
        self.observations = bytearray()
        self.rounds: list[dict[str, object]] = []
        self.matches: list[dict[str, object]] = []

    def watch_decision(self, match: Match, turn: int, view: View, legal: list[int], action: int) -> None:
        """Somebody is about to act."""
        numbers = self.numbers
        numbers["match"].append(self.number)
        numbers["round"].append(len(match.rounds))
        numbers["step"].append(len(match.round.actions))
        numbers["turn"].append(turn)
        numbers["seat"].append(view.seat)
        numbers["side"].append(view.side(view.seat))
        numbers["action"].append(action)
        self.words["phase"].append(view.phase)
        self.words["question"].append(view.question)
        self.legal.extend(legal)
        self.legal_ends.append(len(self.legal))
        try:
            self.observations += self.row.pack(*self.encoder.encode(view))
        except StructError:
            raise CasefileError("--out: a score is too large for an observation (at most 32767)") from None

    def watch_round(self, match: Match, turns: int, ending: str) -> None:
        """A round is over, or given up."""
        result = match.round.result
        sides = result.sides if result else []
        none = [0] * self.rules.sides
        self.rounds.append(
            {
                "match": self.number,
                "round": len(match.rounds),
                "dealer": match.round.dealer,
                "turns": turns,
                "decisions": len(match.round.actions),
                "ending": ending,
                "ended_seat": number_or_none(match.state.ended_seat),
                "outcome": result.outcome if result else None,
                "culprit": self.rules.deck.names[result.culprit] if result and result.culprit >= 0 else None,
                "shut_out": number_or_none(result.shut_out) if result else None,
                "plus": [side.plus for side in sides] or none,
                "bonus": [side.bonus for side in sides] or none,
                "minus": [side.minus for side in sides] or none,
                "points": result.totals() if result else none,
            }
        )

    def watch_match(self, match: Match) -> None:
        """A match is over; the next one is that with the next number."""
        self.matches.append(
            {
                "match": self.number,
                "seed": match.seed,
                "bots": self.bots,
                "rounds": len(match.rounds),
                "decisions": sum(len(played.actions) for played in match.rounds),
                "scores": match.scores,
                "winner": match.winner(),
            }
        )
        self.number += 1

    def files(self) -> dict[str, bytes]:
        """A Parquet file for each table; the same rows give the same bytes."""
        pa = import_pyarrow()
        forms = schemas(self.rules, self.encoder.size)
        tables = {
            "decisions": pa.Table.from_arrays(self.decisions(forms["decisions"]), schema=forms["decisions"]),
            "rounds": pa.Table.from_pylist(self.rounds, forms["rounds"]),
            "matches": pa.Table.from_pylist(self.matches, forms["matches"]),
        }
        return {name: to_parquet(table) for name, table in tables.items()}

    def decisions(self, form: Any) -> list[Any]:
        """The columns of the table of decisions."""
        pa = import_pyarrow()
        columns = {name: flat(pa.int32(), values) for name, values in self.numbers.items()}
        texts = [action.text for action in self.rules.actions]
        words = {"phase": self.rules.case.phases, "question": self.rules.case.questions, "text": texts}
        chosen = self.words | {"text": array("h", self.numbers["action"])}
        for name, known in words.items():
            columns[name] = pa.DictionaryArray.from_arrays(flat(pa.int16(), chosen[name]), pa.array(known, pa.string()))
        ends = flat(pa.int32(), self.legal_ends)
        columns["legal"] = pa.ListArray.from_arrays(ends, flat(pa.int16(), self.legal))
        rows = pa.Array.from_buffers(pa.int16(), len(self.observations) // 2, [None, pa.py_buffer(self.observations)])
        columns["observation"] = pa.FixedSizeListArray.from_arrays(rows, self.encoder.size)
        return [columns[field.name].cast(field.type) for field in form]


def flat(kind: Any, values: "array[int]") -> Any:
    """An array of numbers as a column, without going through Python's numbers."""
    pa = import_pyarrow()
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def number_or_none(number: int) -> int | None:
    """The engine writes -1 where there is none."""
    return None if number == NOBODY else number


def to_parquet(table: Any) -> bytes:
    """The bytes of a Parquet file."""
    pa = import_pyarrow()
    sink = pa.BufferOutputStream()
    pa.parquet.write_table(table, sink, compression="zstd", write_page_checksum=True)
    return bytes(sink.getvalue())


def tally_of(matches: Any, rounds: Any) -> Tally:
    """What came out of the matches of a dataset, from its tables."""
    tally = Tally(matches=matches.num_rows, decisions=sum(matches["decisions"].to_pylist()))
    winners = Counter(matches["winner"].to_pylist())
    tally.unfinished = winners.pop(None, 0)
    tally.wins = Counter({side: count for side, count in winners.items() if side is not None})
    tally.rounds = Counter(matches["rounds"].to_pylist())
    tally.turns = Counter(rounds["turns"].to_pylist())
    tally.endings = Counter(rounds["ending"].to_pylist())
    for outcome, points in zip(rounds["outcome"].to_pylist(), rounds["points"].to_pylist(), strict=True):
        if outcome is not None:
            tally.outcomes[outcome] += 1
            tally.points.update(points)
    return tally
