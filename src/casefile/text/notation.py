"""Actions as one line of text: `SEAT: ACTION`."""

import re
from collections import Counter
from functools import lru_cache

from casefile.core.actions import Action, IllegalActionError, Refusal
from casefile.core.deck import CLUE
from casefile.core.rules import Rules
from casefile.core.state import State
from casefile.errors import CasefileError, nearest, show, some_of
from casefile.text.language import Speaker
from casefile.text.languages import ENGLISH

VERB_RULES = {"draw": "C-7", "meld": "C-9", "lay": "C-10", "play": "C-12", "discard": "C-14"}
MOST_LETTERS = 400

Words = tuple[str, tuple[tuple[str, int], ...]]


class Notation:
    """Reads and writes the actions of one game."""

    def __init__(self, rules: Rules, language: str = ENGLISH) -> None:
        self.rules = rules
        self.speaker = Speaker(rules, language=language)
        self.by_words = words_of(rules)
        self.by_text = texts_of(rules)
        self.verbs = sorted({action.verb for action in rules.actions})

    def write(self, seat: int, action: int) -> str:
        """An action as a line of text."""
        return f"{seat}: {self.rules.actions[action].text}"

    def read(self, text: str, state: State) -> tuple[int, int]:
        """The seat and the action that a line means; the seat may be left out if only one has to choose."""
        if len(text) > MOST_LETTERS:
            raise self.error("too-long", number=MOST_LETTERS)
        match = re.match(r"\s*([0-9]{1,9})\s*:", text)
        actors = [seat for seat in range(state.seats) if state.actors() >> seat & 1]
        seat = int(match[1]) if match else [*actors, state.turn][0]
        action = self.read_action(text[match.end() :] if match else text, seat)
        if seat >= state.seats:
            raise self.error("no-seat", seat=seat, number=state.seats - 1)
        if not match and len(actors) > 1:
            either = f" {self.speaker.say('notation', 'or')} ".join(f"{seat}:" for seat in actors)
            raise self.error("several-seats", seats=either)
        return seat, action

    def read_action(self, text: str, seat: int | None = None) -> int:
        """The number of an action without its seat; if it cannot be read, the error has an example for the seat."""
        action = self.find_action(text)
        if action is not None:
            return action
        words = split_words(text)
        if " ".join(text.split()) in self.rules.never:
            raise CasefileError(self.speaker.refusal(self.rules.never[" ".join(text.split())]))
        verb, cards = words
        if verb not in self.verbs:
            raise self.unknown("unknown-action", verb, self.verbs)
        counted = re.fullmatch(r"meld (\S+) ([0-9])", text.strip())
        if counted:
            raise self.error("how-many", action=f"meld {counted[1]}*{counted[2]}")
        known = {word for _, cards_of_action in self.by_words for word, _ in cards_of_action}
        for card, _ in cards:
            if card not in known:
                raise self.unknown("unknown-word", card, sorted(known))
        plain = split_words(re.sub(r"@\S+", "", text))
        if plain in self.by_words:
            raise self.error("leave-out", action=self.rules.actions[self.by_words[plain]].text)
        raise CasefileError(self.misuse(verb, [card for card, _ in cards], seat))

    def find_action(self, text: str) -> int | None:
        """The number of an action without its seat, if there is one of these words."""
        action = self.by_text.get(text)  # mostly they stand as we would write them
        return self.by_words.get(split_words(text)) if action is None else action

    def misuse(self, verb: str, words: list[str], seat: int | None) -> str:
        """Why known words do not make an action, with one that would."""
        kinds = self.rules.deck.kind_of
        if verb == "meld":
            for word in words:
                if word in kinds and self.rules.deck.cards[kinds[word]].kind != CLUE:
                    return self.speaker.refusal(Refusal("meld-no-clue", "C-9", word))
            if len(words) > 1:
                return self.speaker.refusal(Refusal("meld-one-colour", "C-9"))
            if words and words[0] in kinds and f"meld {words[0]}*3" in [action.text for action in self.rules.actions]:
                return self.speaker.refusal(Refusal("too-few-in-hand", "C-9", words[0]))
        rule = f" ({VERB_RULES[verb]})" if verb in VERB_RULES else ""
        return self.speaker.say("notation", "misuse", verb=repr(verb), action=self.example(verb, words, seat)) + rule

    def error(self, key: str, **filling: object) -> CasefileError:
        """An error in the words of the language."""
        return CasefileError(self.speaker.say("notation", key, **filling))

    def unknown(self, key: str, given: str, known: list[str]) -> CasefileError:
        """An error for a word that does not exist, with the nearest or all words that do."""
        near = nearest(given, known)
        hint = self.speaker.say("notation", "nearest" if near else "known", words=near or some_of(known))
        return CasefileError(f"{self.speaker.say('notation', key, given=show(given))}; {hint}")

    def example(self, verb: str, words: list[str], seat: int | None) -> str:
        """An action with this verb that could be legal, about the same card and with the same words if possible."""
        found = [action for action in self.rules.actions if action.verb == verb]
        about = [action for action in found if set(words) & {self.rules.face_names[face] for face in action.faces}]

        def likeness(action: Action) -> tuple[bool, int, int, int]:
            said = [word.partition("*")[0] for word in action.text.split()]
            return str(seat) in said, len(action.faces), -len(set(words) & set(said)), -len(said)

        for action in sorted(about, key=likeness) + found:
            kinds = [self.rules.deck.cards[self.rules.face_kind[face]].kind for face in action.faces]
            if not (verb == "meld" and sum(action.counts) < 3) and not (verb == "play" and CLUE in kinds[:1]):
                return action.text
        return found[0].text

    def play(self, state: State, text: str) -> None:
        """Carry out an action given as text, or say why that cannot be."""
        try:
            seat, action = self.read(text, state)
            self.rules.play(state, seat, action)
        except IllegalActionError as illegal:  # a name of its own: mypyc gives one type to each
            raise CasefileError(f"{show(text.strip())}: {self.speaker.refusal(illegal.refusal)}") from None
        except CasefileError as error:
            raise CasefileError(f"{show(text.strip())}: {error}") from None


@lru_cache(256)
def words_of(rules: Rules) -> dict[Words, int]:
    """Every action of a game by its words, which no other action has."""
    found: dict[Words, int] = {}
    for number, action in enumerate(rules.actions):
        other = found.setdefault(split_words(action.text), number)
        if other != number:
            both = f"{show(rules.actions[other].text)} and {show(action.text)}"
            raise CasefileError(
                f"{rules.case.name}: the actions {both} have the same words, and their order does not count"
            )
    return found


@lru_cache(256)
def texts_of(rules: Rules) -> dict[str, int]:
    """Every action of a game by its text."""
    return {action.text: number for number, action in enumerate(rules.actions)}


def split_words(text: str) -> Words:
    """The verb, and how often each further word stands there, in any order."""
    verb, *rest = text.split() or [""]
    counts: Counter[str] = Counter()
    for word in rest:
        match = re.fullmatch(r"(.+)\*([0-9]{1,2})", word)
        if match:
            counts[match[1]] += int(match[2])
        else:
            counts[word] += 1
    return verb, tuple(sorted(counts.items()))
