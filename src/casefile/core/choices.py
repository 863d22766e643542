"""Actions as choices out of few: an action that names any set out of many cards is chosen card by card.

In most cases a choice is an action. Where a verb has very many actions, one for each set of cards, each of these is a
row of choices: its cards in the order of the deck, and then that this is all. Whatever leaves only one action is the
last choice, so that nobody has to say the obvious.
"""

from typing import Final

from mypy_extensions import i64, u8

from casefile.core.actions import NO_ACTION
from casefile.core.rules import Rules
from casefile.core.tables import Tables

try:
    from librt.strings import BytesWriter
except ImportError:
    from casefile.core.plain_writer import BytesWriter  # type: ignore[assignment]

MANY: Final = 200  # actions of one verb: more than that are chosen card by card
THAT_IS_ALL: Final = "."


class Choices:
    """The choices of a game. The first `whole` of them are actions; the others are parts of actions."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        verbs: dict[str, int] = {}
        for action in rules.actions:
            verbs[action.verb] = verbs.get(action.verb, 0) + 1
        self.texts: list[str] = []
        self.of: list[list[int]] = []  # by action: the choices that make it
        self.actions: list[int] = []  # by whole choice: the action that it is
        for number, action in enumerate(rules.actions):
            if verbs[action.verb] > MANY:
                self.of.append([])
                continue
            self.of.append([len(self.actions)])
            self.actions.append(number)
            self.texts.append(action.text)
        self.whole = len(self.actions)
        for number, action in enumerate(rules.actions):
            if not self.of[number]:
                cards = sorted(zip(action.faces, action.counts, strict=True))
                words = [rules.face_names[face] + ("" if count == 1 else f"*{count}") for face, count in cards]
                self.of[number] = [self.part(f"{action.verb} {word}") for word in [*words, THAT_IS_ALL]]
        self.size = len(self.texts)
        self.parts = self.size - self.whole
        self.no_part = bytes(self.parts)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by the rules that it is made of."""
        return Choices, (self.rules,)

    def part(self, text: str) -> int:
        """The number of a part of actions."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)


class Chooser:
    """A seat that chooses: the legal actions that agree with what it has chosen so far."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.legal: list[int] = []
        self.chosen: list[int] = []

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields."""
        return choosing, (self.choices, self.legal, self.chosen)

    def ask(self, legal: list[int]) -> None:
        """A new decision between these actions."""
        self.legal = legal
        self.chosen = []

    def offered(self) -> list[int]:
        """What can be chosen next, sorted."""
        of = self.choices.of
        depth = len(self.chosen)
        found: list[int] = []
        for action in self.legal:
            choice = of[action][depth]
            if choice not in found:
                found.append(choice)
        found.sort()
        return found

    def choose(self, choice: int) -> int:
        """Choose one of those; the action, once there is only one that agrees, or NO_ACTION."""
        if choice < self.choices.whole:
            return self.choices.actions[choice]
        of = self.choices.of
        while True:
            depth = len(self.chosen)
            self.legal = [action for action in self.legal if of[action][depth] == choice]
            self.chosen.append(choice)
            if len(self.legal) == 1:
                return self.legal[0]
            choice = of[self.legal[0]][depth + 1]
            for action in self.legal:
                if of[action][depth + 1] != choice:
                    return NO_ACTION

    def write_chosen(self, out: BytesWriter) -> None:
        """Add a byte for each part of actions: 1 where it is chosen already."""
        base: i64 = len(out) - self.choices.whole
        out.write(self.choices.no_part)
        for choice in self.chosen:
            out[base + choice] = u8(1)


def choosing(choices: Choices, legal: list[int], chosen: list[int]) -> Chooser:
    """A chooser that was pickled."""
    chooser = Chooser(choices)
    chooser.legal = legal
    chooser.chosen = chosen
    return chooser


class ChoiceTables(Tables):
    """Tables side by side, at which seats make choices; their rows end with what is chosen already."""

    def __init__(self, rules: Rules, count: int, seed: str) -> None:
        super().__init__([rules], count, seed)
        self.choices = Choices(rules)
        self.choosers = [Chooser(self.choices) for _ in range(count)]
        self.row_size += self.choices.parts
        self.state_size = self.tables[0].writer.state_size
        for at in range(count):
            self.choosers[at].ask(self.tables[at].legal)

    def step(self, choices: list[int]) -> None:
        """At each table, the seat that has to choose chooses this."""
        tables = self.tables
        are_actions = self.choices.parts == 0
        for at in range(len(tables)):
            table = tables[at]
            chooser = self.choosers[at]
            if are_actions:
                table.step(choices[at])
                chooser.legal = table.legal
                continue
            action = chooser.choose(choices[at])
            if action == NO_ACTION:
                table.outcome = 0
            else:
                table.step(action)
                chooser.ask(table.legal)

    def rows(self) -> bytes:
        """What each actor sees: one row of `row_size` bytes for each table."""
        out = BytesWriter()
        for at in range(len(self.tables)):
            self.write_row(out, at, self.tables[at].actor)
        return out.getvalue()

    def rows_of(self, seat: i64) -> bytes:
        """The same for one seat, wherever it stands."""
        out = BytesWriter()
        for at in range(len(self.tables)):
            self.write_row(out, at, seat)
        return out.getvalue()

    def write_row(self, out: BytesWriter, at: i64, seat: i64) -> None:
        """Add what a seat sees at a table."""
        table = self.tables[at]
        table.writer.write(out, table.rules.glance(table.state, seat), table.target)
        if self.choices.parts:
            chooser = self.choosers[at] if seat == table.actor else Chooser(self.choices)
            chooser.write_chosen(out)

    def masks(self) -> bytes:
        """What each actor may choose: a byte for each choice, 1 or 0."""
        out = BytesWriter()
        empty = bytes(self.choices.size)
        of = self.choices.of
        for chooser in self.choosers:
            depth = len(chooser.chosen)
            base: i64 = len(out)
            out.write(empty)
            for action in chooser.legal:
                out[base + of[action][depth]] = u8(1)
        return out.getvalue()

    def masks_of(self, seat: i64) -> bytes:
        """The same for one seat, with one byte more: 1 where it has to wait for another seat."""
        out = BytesWriter()
        size = self.choices.size
        empty = bytes(size + 1)
        for at in range(len(self.tables)):
            put_mask(out, empty, self.choosers[at].offered() if self.tables[at].actor == seat else [size])
        return out.getvalue()

    def states(self) -> bytes:
        """All there is to each table: one row of `state_size` bytes for each."""
        out = BytesWriter()
        for table in self.tables:
            table.writer.write_state(out, table.state, table.target)
        return out.getvalue()


def put_mask(out: BytesWriter, empty: bytes, ones: list[int]) -> None:
    """Add a mask with a one at each of these places."""
    base: i64 = len(out)
    out.write(empty)
    for at in ones:
        out[base + at] = u8(1)
