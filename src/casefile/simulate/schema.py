"""What a dataset holds: the columns of its tables, and what every file says about itself.

`docs/datasets.md` describes every column; a test compares it with the schemas here.
"""

import json
from typing import Any

from casefile import __version__
from casefile.core.rows import VERSION, RowWriter
from casefile.core.rules import Rules
from casefile.errors import CasefileError

SCHEMA_VERSION = 2
TABLES = ("decisions", "rounds", "matches")
EVENTS = "events"  # the table that is there if it is asked for


def import_pyarrow() -> Any:
    """The library that writes Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CasefileError('--out: needs pyarrow: pip install "casefile-rummy[research]"') from None
    return pyarrow


def tables_of(*, events: bool) -> tuple[str, ...]:
    """The tables of a dataset; that of the matches is written last."""
    return (EVENTS, *TABLES) if events else TABLES


def schemas(rules: Rules, *, hands: bool, events: bool) -> dict[str, Any]:
    """The schema of each table."""
    pa = import_pyarrow()
    writer = RowWriter(rules)
    columns = {"decisions": decisions(writer, hands=hands), "rounds": rounds(), "matches": matches()}
    if events:
        columns[EVENTS] = happenings()
    optional = {"ended_seat", "outcome", "culprit", "shut_out", "winner", "won"}
    about = {"casefile": json.dumps(metadata(writer), ensure_ascii=False)}
    return {
        table: pa.schema([pa.field(name, kind, name in optional) for name, kind in fields], about)
        for table, fields in columns.items()
    }


def list_of(kind: Any, size: int = -1) -> Any:
    """A list without holes, of a fixed size if there is one."""
    pa = import_pyarrow()
    return pa.list_(pa.field("element", kind, nullable=False), size)


def decisions(writer: RowWriter, *, hands: bool) -> list[tuple[str, Any]]:
    """What a seat saw, might do and did, what it thought, and what came of it."""
    pa = import_pyarrow()
    word = pa.dictionary(pa.int16(), pa.string())
    rules = writer.rules
    found = [
        ("match", pa.int32()),
        ("round", pa.int16()),
        ("step", pa.int32()),
        ("turn", pa.int32()),
        ("seat", pa.int8()),
        ("side", pa.int8()),
        ("phase", word),
        ("question", word),
        ("legal", list_of(pa.int16())),
        ("action", pa.int16()),
        ("text", word),
        ("observation", list_of(pa.uint8(), writer.size)),
        ("candidates", list_of(pa.int16())),
        ("candidate_points", list_of(pa.float32())),
        ("candidate_chances", list_of(pa.float32())),
        ("candidate_tries", list_of(pa.int32())),
        ("reason", word),
        ("reason_cards", list_of(pa.int16())),
        ("reason_number", pa.int32()),
        ("points", pa.int32()),
        ("ahead", pa.int32()),
        ("won", pa.bool_()),
    ]
    if hands:
        found.append(("hands", list_of(pa.uint8(), rules.seats * rules.kinds)))
        found.append(("case_file", list_of(pa.uint8())))
    return found


def rounds() -> list[tuple[str, Any]]:
    """How a round came out."""
    pa = import_pyarrow()
    by_side = list_of(pa.int32())
    return [
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
    ]


def matches() -> list[tuple[str, Any]]:
    """How a match came out."""
    pa = import_pyarrow()
    return [
        ("match", pa.int32()),
        ("seed", pa.string()),
        ("bots", list_of(pa.string())),
        ("rounds", pa.int16()),
        ("decisions", pa.int32()),
        ("scores", list_of(pa.int32())),
        ("winner", pa.int8()),
    ]


def happenings() -> list[tuple[str, Any]]:
    """What happened, as the referee saw it, and who may know of it."""
    pa = import_pyarrow()
    return [
        ("match", pa.int32()),
        ("round", pa.int16()),
        ("step", pa.int32()),
        ("what", pa.dictionary(pa.int16(), pa.string())),
        ("seat", pa.int8()),
        ("cards", list_of(pa.int16())),
        ("other", pa.int8()),
        ("count", pa.int16()),
        ("shown_to", pa.int8()),
        ("known_to", pa.int8()),
    ]


def metadata(writer: RowWriter) -> dict[str, object]:
    """What every file says about itself."""
    rules = writer.rules
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
        "rows": VERSION,
        "observation": writer.size,
        "fields": [[field.name, field.first, list(field.shape), field.scale] for field in writer.fields],
        "faces": rules.face_names,
        "kinds": rules.kinds,
        "actions": len(rules.actions),
    }
