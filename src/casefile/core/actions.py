"""Actions are whole numbers; this is what a number means, and how it is written."""

from typing import Final

NO_ACTION: Final = -1


class Action:
    """A verb, the cards it names (faces with how many of each), and words that follow."""

    def __init__(
        self,
        verb: str,
        faces: list[int],
        counts: list[int],
        names: list[str],
        words: str,
        *,
        of_hand: bool = True,  # are the cards it names those of the hand? Not so where one takes or guesses a card
    ) -> None:
        self.verb = verb
        self.of_hand = of_hand and bool(faces)
        self.ends_turn = verb == "discard"  # C-14
        self.faces = faces
        self.counts = counts
        cards = [name if count == 1 else f"{name}*{count}" for name, count in zip(names, counts, strict=True)]
        self.text = " ".join([verb, *cards, *words.split()])


def families(*rows: tuple[int, list[Action]]) -> list[Action]:
    """All actions of a case, family by family; each begins at the number that the case has for its first action."""
    table: list[Action] = []
    for first, actions in rows:
        assert len(table) == first, f"{actions[0].text} has the number {len(table)}, but the case says {first}"
        table += actions
    return table


def of_words(verb: str, *words: str) -> list[Action]:
    """Actions that name no card."""
    return [Action(verb, [], [], [], word) for word in words]


def of_each(verb: str, names: list[str], words: str = "", *, of_hand: bool = True) -> list[Action]:
    """One action for each of the first faces."""
    return [Action(verb, [face], [1], [name], words, of_hand=of_hand) for face, name in enumerate(names)]


def of_melds(names: list[str], most: int) -> list[Action]:
    """For each of the first colours melds of one to this many clues; those below three are refused (C-9)."""
    return [Action("meld", [at], [clues], [name], "") for at, name in enumerate(names) for clues in range(1, most + 1)]


class Refusal:
    """Why an action is not legal: a key for the sentence, the rule, and the card it is about."""

    def __init__(self, key: str, rule: str, card: str = "") -> None:
        self.key = key
        self.rule = rule
        self.card = card


class IllegalActionError(Exception):
    """Raised by the checking door of the engine."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.key} {refusal.card} ({refusal.rule})")
        self.refusal = refusal
