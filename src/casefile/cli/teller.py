"""Tell a person at the terminal what happens, and explain cards and rules."""

from dataclasses import dataclass

from rich.console import Console

from casefile.core.events import HIDDEN
from casefile.core.rules import Rules
from casefile.core.score import RoundScore
from casefile.core.view import View
from casefile.errors import CasefileError
from casefile.registry import case_named
from casefile.text import rulebook
from casefile.text.language import Speaker
from casefile.text.languages import ENGLISH

# What can be typed beside actions, everywhere; a language may have a word of its own for each.
COMMANDS = {"undo": "u", "help": "?", "quit": "q", "exit": "q", "scores": "score", "h": "hint"}


@dataclass(frozen=True)
class Look:
    """What one seat sees of a table; cards are faces."""

    sizes: list[int]  # of the hands
    areas: list[list[int]]
    scores: list[int]
    file_number: int
    file_size: int
    discard: list[int]  # the top first, as far as it is known
    discard_size: int
    hand: list[int]
    notes: list[str]
    searches: bool  # through the discard pile


class Teller:
    """The voice of a table at the terminal."""

    def __init__(self, rules: Rules, names: list[str], language: str = ENGLISH) -> None:
        self.rules = rules
        self.names = names
        self.console = Console(highlight=False)
        self.speaker = Speaker(rules, names, language)
        self.commands = COMMANDS | {word: meaning for meaning, word in self.speaker.words["commands"].items()}

    def say(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        self.console.print(text, style=style or None, markup=False)

    def words(self, key: str, **filling: object) -> str:
        """A sentence for the table."""
        return self.speaker.say("play", key, **filling)

    def label(self, face: int) -> str:
        """A card with the letter that it shows, where cards have letters."""
        name = self.speaker.card(face)
        card = self.rules.deck.cards[self.rules.face_kind[face]]
        letter = card.figures.get("letter") if self.rules.face_names[face] == card.name else None
        return f"{name} ({letter})" if letter else name

    def labels(self, faces: list[int]) -> str:
        """A list of cards, equal ones together."""
        if not faces:
            return str(self.speaker.words["phrases"]["nothing"])
        counts = {face: faces.count(face) for face in faces}
        return ", ".join(
            f"{count} × {self.label(face)}" if count > 1 else self.label(face) for face, count in counts.items()
        )

    def show_table(self, look: Look) -> None:
        """Areas, piles and the seat's own hand."""
        self.console.print()
        sides = len(look.areas)
        for side, area in enumerate(look.areas):
            hands = ", ".join(
                self.words("holds", who=self.names[seat], cards=self.speaker.cards([HIDDEN] * look.sizes[seat]))
                for seat in range(side, len(look.sizes), sides)
            )
            self.say(self.words("side", hands=hands, cards=self.labels(area), number=look.scores[side]))
        top = self.labels(look.discard[:1])
        piles = self.speaker.words["piles"]
        self.say(self.words("file", pile=piles["file"], file=look.file_number, number=look.file_size))
        self.say(self.words("discard", pile=piles["discard"], number=look.discard_size, card=top))
        for note in look.notes:
            self.say(note)
        if look.searches and look.discard:
            self.say(self.words("search", cards=", ".join(self.label(card) for card in look.discard)))
        self.say(self.words("hand", cards=self.labels(look.hand)), "bold")

    def look(self, view: View) -> Look:
        """What lies on the table, as a seat sees it."""
        areas = [
            [face for face in range(view.faces) for _ in range(view.areas[side * view.faces + face])]
            for side in range(view.sides)
        ]
        return Look(
            sizes=list(view.sizes),
            areas=areas,
            scores=list(view.scores),
            file_number=view.file_number,
            file_size=view.file_size,
            discard=list(reversed(view.discard)),
            discard_size=view.discard_size,
            hand=[kind for kind in range(view.kinds) for _ in range(view.hand[kind])],
            notes=self.speaker.table_notes(self.rules.notes(view)),
            searches=self.rules.case.questions[view.question] == "search",
        )

    def show_actions(self, view: View, actions: list[int]) -> None:
        """The legal actions with their numbers."""
        case = self.rules.case
        question = self.speaker.say("questions", case.questions[view.question] or case.phases[view.phase])
        self.offer(question, [(self.rules.actions[action].text, self.speaker.action(action)) for action in actions])

    def show_points(self, result: RoundScore) -> None:
        """How a round came out, side by side."""
        self.say(self.speaker.outcome(result), "bold")
        for side in range(self.rules.sides):
            self.say(self.words("points", who=self.speaker.side(side), number=result.sides[side].total()))
            for label, points in self.speaker.score_lines(result, side):
                if points:
                    self.say(f"  {label}: {points:+}")

    def offer(self, question: str, actions: list[tuple[str, str]]) -> None:
        """What can be done, each in the notation and in words, with its number."""
        self.say(question if question.endswith("?") else f"{question}:")
        width = min(28, max(len(text) for text, _ in actions))
        for number, (text, words) in enumerate(actions, 1):
            self.console.print(f"  {number:2} {text:{width}}", end="", markup=False)
            self.say(f"   {words}", "dim")

    def show_scores(self, scores: list[int]) -> None:
        """The scores of the match."""
        parts = [f"{self.speaker.side(side)} {score}" for side, score in enumerate(scores)]
        self.say(self.words("scores", scores=", ".join(parts)))

    def chosen(self, line: str, count: int) -> int | None:
        """Which action a typed number means, from 0; None if it is not a number."""
        if not (line.isascii() and line.isdigit()):
            return None
        if len(line) > 4 or not 1 <= int(line) <= count:
            raise CasefileError(self.words("numbers", number=count))
        return int(line) - 1

    def explain(self, about: str) -> None:
        """Help, a card or a rule."""
        if not about:
            self.say(self.words("help").rstrip())
        elif about.upper() in rulebook.numbered_rules():
            self.say(rulebook.plain(rulebook.rule(about.upper(), self.speaker.language)))
        else:
            name = about.partition("@")[0]
            if name not in self.rules.deck.kind_of:
                raise CasefileError(self.words("no-such-card", given=repr(about)))
            card = self.rules.deck.cards[self.rules.deck.kind_of[name]]
            info = case_named(self.rules.variant.case)
            self.say(rulebook.plain(rulebook.card_page(info, card, self.speaker.language)))
