"""How matches become rows of the tables of a dataset, and these become Parquet files."""

from array import array
from collections import Counter
from typing import Any

from casefile.bots.base import Decision, Situation
from casefile.core.rows import RowWriter
from casefile.core.rules import Rules
from casefile.core.state import NOBODY
from casefile.match import Match
from casefile.simulate.matches import Tally
from casefile.simulate.schema import EVENTS, import_pyarrow, schemas


class Lists:
    """A column of lists of numbers, one list for each row, in flat arrays."""

    def __init__(self, code: str) -> None:
        self.values = array(code)
        self.ends = array("i", [0])

    def add(self, row: list[Any]) -> None:
        """The list of the next row."""
        self.values.extend(row)
        self.ends.append(len(self.values))


class Words:
    """A column of words, of which few differ; they are numbered as they come."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.column = array("h")

    def add(self, word: str) -> None:
        """The word of the next row."""
        self.column.append(self.numbers.setdefault(word, len(self.numbers)))


class Recorder:
    """Watches matches and keeps what the tables need, in flat arrays: a dataset has very many decisions."""

    def __init__(self, rules: Rules, bots: list[str], first: int, *, hands: bool = False, events: bool = False) -> None:
        self.rules = rules
        self.bots = bots
        self.hands = hands
        self.events = events
        self.writer = RowWriter(rules)
        self.number = first  # of the match that is watched
        names = ("match", "round", "step", "turn", "seat", "side", "action", "reason_number", "points", "ahead")
        self.numbers = {name: array("i") for name in names}
        self.words = {name: array("h") for name in ("phase", "question")}
        self.reasons = Words()
        self.lists = {name: Lists("h") for name in ("legal", "candidates", "reason_cards")}
        self.lists |= {name: Lists("f") for name in ("candidate_points", "candidate_chances")}
        self.lists["candidate_tries"] = Lists("i")
        self.lists["case_file"] = Lists("B")
        self.rows = bytearray()
        self.hand_rows = bytearray()
        self.won: list[bool | None] = []
        self.happened: list[dict[str, object]] = []
        self.noted = 0  # events of the round
        self.rounds: list[dict[str, object]] = []
        self.matches: list[dict[str, object]] = []

    def watch_decision(self, match: Match, turn: int, situation: Situation, decision: Decision) -> None:
        """Somebody is about to act."""
        view = situation.view
        row = {
            "match": self.number,
            "round": len(match.rounds),
            "step": len(match.round.actions),
            "turn": turn,
            "seat": view.seat,
            "side": view.side(view.seat),
            "action": decision.action,
            "reason_number": decision.reason.number,
        }
        for name, value in row.items():
            self.numbers[name].append(value)
        self.words["phase"].append(view.phase)
        self.words["question"].append(view.question)
        self.rows += self.writer.row(view, match.target)
        self.lists["legal"].add(situation.actions)
        self.watch_thoughts(decision)
        if self.hands:
            self.hand_rows += bytes(match.state.hands)
            self.lists["case_file"].add(match.state.case_file[::-1])
        if self.events:
            self.watch_events(match)

    def watch_thoughts(self, decision: Decision) -> None:
        """What a bot considered, and why it chose what it chose."""
        lists = self.lists
        thoughts = decision.candidates
        lists["candidates"].add([thought.action for thought in thoughts])
        lists["candidate_points"].add([thought.points for thought in thoughts])
        lists["candidate_chances"].add([thought.chance for thought in thoughts])
        lists["candidate_tries"].add([thought.tries for thought in thoughts])
        self.reasons.add(decision.reason.key)
        lists["reason_cards"].add(decision.reason.faces)

    def watch_events(self, match: Match) -> None:
        """What has happened since the last decision."""
        for event in match.events()[self.noted :]:
            self.happened.append(
                {
                    "match": self.number,
                    "round": len(match.rounds),
                    "step": len(match.round.actions),
                    "what": event.what,
                    "seat": event.seat,
                    "cards": event.cards,
                    "other": event.other,
                    "count": event.count,
                    "shown_to": event.shown_to,
                    "known_to": event.known_to,
                }
            )
        self.noted = len(match.events())

    def watch_round(self, match: Match, turns: int, ending: str) -> None:
        """A round is over, or given up."""
        result = match.round.result
        sides = result.sides if result else []
        none = [0] * self.rules.sides
        if self.events:
            self.watch_events(match)
        self.noted = 0
        totals = result.totals() if result else none
        for side in self.numbers["side"][len(self.numbers["points"]) :]:
            self.numbers["points"].append(totals[side])
            self.numbers["ahead"].append(totals[side] - max(totals[:side] + totals[side + 1 :]))
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
                "points": totals,
            }
        )

    def watch_match(self, match: Match) -> None:
        """A match is over; the next one is that with the next number."""
        winner = match.winner()
        self.won += [None if winner is None else side == winner for side in self.numbers["side"][len(self.won) :]]
        self.matches.append(
            {
                "match": self.number,
                "seed": match.seed,
                "bots": self.bots,
                "rounds": len(match.rounds),
                "decisions": sum(len(played.actions) for played in match.rounds),
                "scores": match.scores,
                "winner": winner,
            }
        )
        self.number += 1

    def files(self) -> dict[str, bytes]:
        """A Parquet file for each table; the same rows give the same bytes."""
        pa = import_pyarrow()
        forms = schemas(self.rules, hands=self.hands, events=self.events)
        tables = {
            "decisions": pa.Table.from_arrays(self.decisions(forms["decisions"]), schema=forms["decisions"]),
            "rounds": pa.Table.from_pylist(self.rounds, forms["rounds"]),
            "matches": pa.Table.from_pylist(self.matches, forms["matches"]),
        }
        if self.events:
            tables[EVENTS] = pa.Table.from_pylist(self.happened, forms[EVENTS])
        return {name: to_parquet(table) for name, table in tables.items()}

    def decisions(self, form: Any) -> list[Any]:
        """The columns of the table of decisions."""
        pa = import_pyarrow()
        columns = {name: flat(pa.int32(), values) for name, values in self.numbers.items()}
        texts = [action.text for action in self.rules.actions]
        words = {"phase": self.rules.case.phases, "question": self.rules.case.questions, "text": texts}
        words["reason"] = list(self.reasons.numbers)
        chosen = self.words | {"text": array("h", self.numbers["action"]), "reason": self.reasons.column}
        for name, known in words.items():
            columns[name] = pa.DictionaryArray.from_arrays(flat(pa.int16(), chosen[name]), pa.array(known, pa.string()))
        kinds = {"h": pa.int16(), "i": pa.int32(), "f": pa.float32(), "B": pa.uint8()}
        for name, lists in self.lists.items():
            values = flat(kinds[lists.values.typecode], lists.values)
            columns[name] = pa.ListArray.from_arrays(flat(pa.int32(), lists.ends), values)
        columns["won"] = pa.array(self.won, pa.bool_())
        columns["observation"] = fixed(self.rows, self.writer.size)
        columns["hands"] = fixed(self.hand_rows, self.rules.seats * self.rules.kinds)
        return [columns[field.name].cast(field.type) for field in form]


def fixed(data: bytearray, size: int) -> Any:
    """Rows of bytes, all of one size, as a column."""
    pa = import_pyarrow()
    values = pa.Array.from_buffers(pa.uint8(), len(data), [None, pa.py_buffer(data)])
    return pa.FixedSizeListArray.from_arrays(values, size)


def flat(kind: Any, values: "array[Any]") -> Any:
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
