"""Actions are whole numbers; this is what a number means, and how it is written."""

from typing import Final

NO_ACTION: Final = -1


class Action:
    """A verb, the cards it names (faces with how many of each), and words that follow."""

    def __init__(self, verb: str, faces: list[int], counts: list[int], names: list[str], words: str) -> None:
        self.verb = verb
        self.faces = faces
        self.counts = counts
        cards = [name if count == 1 else f"{name}*{count}" for name, count in zip(names, counts, strict=True)]
        self.text = " ".join([verb, *cards, *words.split()])


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
