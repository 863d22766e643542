"""Many tables played side by side, for players that learn: stepped, dealt anew, and written as rows of bytes.

Only decisions are handed out: what is forced is played through. Matches go on until somebody has won, so that the
scores of the match come as they come at a table.
"""

from typing import Final

from mypy_extensions import i64, u8

from casefile.core.rng import Rng
from casefile.core.rows import RowWriter
from casefile.core.rules import Rules
from casefile.core.state import OVER, State

try:
    from librt.strings import BytesWriter
except ImportError:
    from casefile.core.plain_writer import BytesWriter  # type: ignore[assignment]

RUNS_ON: Final = 0
ROUND_OVER: Final = 1
MATCH_OVER: Final = 2
GIVEN_UP: Final = 3
CAP: Final = 600  # decisions of a round after which it is given up
MOST_ROUNDS: Final = 40  # of a match


class Table:
    """A match that goes on for ever: when somebody has won, the next one begins."""

    def __init__(self, rules: Rules, writer: RowWriter, seed: str) -> None:
        self.rules = rules
        self.writer = writer
        self.seed = seed
        self.dealt = 0  # rounds
        self.round = 0  # of the match
        self.decisions: i64 = 0
        self.actor: i64 = 0
        self.dealer: i64 = 0
        self.target = rules.target
        self.scores = [0] * rules.sides
        self.outcome: i64 = RUNS_ON  # of the round that the last step ended
        self.totals: list[int] = []  # the points of that round, by side,
        self.scores_before: list[int] = []  # and the scores before it
        self.legal: list[int] = []
        self.state: State = rules.empty()
        self.new_match()
        self.go_on()

    def new_match(self) -> None:
        """The first dealer is drawn (C-1)."""
        rng = Rng(f"{self.seed}/{self.dealt}/dealer")
        self.dealer = rng.below(self.rules.seats)
        self.scores = [0] * self.rules.sides
        self.round = 0
        self.deal()

    def deal(self) -> None:
        """The next round."""
        self.state = self.rules.deal(self.dealer, self.scores, f"{self.seed}/{self.dealt}", log=False)
        self.dealt += 1
        self.round += 1
        self.decisions = 0

    def step(self, action: i64) -> None:
        """The seat that has to choose does this; then go on to the next decision."""
        self.outcome = RUNS_ON
        self.rules.apply(self.state, self.actor, action)
        self.decisions += 1
        self.go_on()

    def go_on(self) -> None:
        """Play what is forced, and deal anew, until somebody has to choose."""
        while True:
            state = self.state
            if state.phase == OVER or self.decisions >= CAP:
                self.finish()
                continue
            self.actor = state.actor()
            self.legal = self.rules.legal(state, self.actor)
            if len(self.legal) > 1:
                return
            self.rules.apply(state, self.actor, self.legal[0])

    def finish(self) -> None:
        """The round is over: count, and go on with the match, or with the next one (C-19, C-20, C-23)."""
        sides = self.rules.sides
        self.scores_before = self.scores
        if self.state.phase == OVER:
            self.outcome = ROUND_OVER
            self.totals = self.rules.score(self.state).totals()
        else:
            self.outcome = GIVEN_UP
            self.totals = [0] * sides
        self.scores = [self.scores[side] + self.totals[side] for side in range(sides)]
        best = max(self.scores)
        if (best >= self.target and self.scores.count(best) == 1) or self.round >= MOST_ROUNDS:
            if self.outcome == ROUND_OVER:
                self.outcome = MATCH_OVER
            self.new_match()
            return
        self.dealer = (self.dealer + 1) % self.rules.seats
        self.deal()


class Tables:
    """Some tables of one case, of one variant or of several, with what their actors see."""

    def __init__(self, games: list[Rules], count: int, seed: str) -> None:
        """So many tables, of each of these games in turn."""
        writers = [RowWriter(rules) for rules in games]
        self.row_size = writers[0].size
        self.hidden_size = writers[0].hidden_size
        self.actions = len(games[0].actions)
        for rules, writer in zip(games, writers, strict=True):
            assert rules.case is games[0].case, "tables side by side are of one case"
            assert writer.size == self.row_size
            assert len(rules.actions) == self.actions
        self.tables = [Table(games[at % len(games)], writers[at % len(games)], f"{seed}/{at}") for at in range(count)]
        self.no_mask = bytes(self.actions)

    def step(self, choices: list[int]) -> None:
        """At each table, the seat that has to choose does this."""
        tables = self.tables
        for at in range(len(tables)):
            tables[at].step(choices[at])

    def rows(self) -> bytes:
        """What each actor sees: one row of `row_size` bytes for each table."""
        out = BytesWriter()
        for table in self.tables:
            table.writer.write(out, table.rules.glance(table.state, table.actor), table.target)
        return out.getvalue()

    def hidden(self) -> bytes:
        """What each actor may not see: one row of `hidden_size` bytes for each table."""
        out = BytesWriter()
        for table in self.tables:
            table.writer.write_hidden(out, table.state, table.actor)
        return out.getvalue()

    def masks(self) -> bytes:
        """What each actor may do: a byte for each action, 1 or 0."""
        out = BytesWriter()
        no_mask = self.no_mask
        for table in self.tables:
            base: i64 = len(out)
            out.write(no_mask)
            for action in table.legal:
                out[base + action] = u8(1)
        return out.getvalue()

    def actors(self) -> bytes:
        """The seat that has to choose, for each table."""
        out = BytesWriter()
        for table in self.tables:
            out.append(u8(table.actor))
        return out.getvalue()

    def outcomes(self) -> bytes:
        """For each table: did the last step end a round?"""
        out = BytesWriter()
        for table in self.tables:
            out.append(u8(table.outcome))
        return out.getvalue()
