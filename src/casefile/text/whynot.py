"""Why nothing can be done with cards of a hand: the refusal of the best that a player could have meant by them."""

from collections import Counter
from functools import lru_cache

from casefile.core.actions import Refusal
from casefile.core.deck import CLUE, EVENT
from casefile.core.rules import Rules
from casefile.core.state import NOTHING, State
from casefile.text.language import Speaker

PLAYED = ("meld", "lay", "play")
LEAST_MELD = 3
SECOND_EVENT = "second-event"
LAST_CARD = "last-card"
OF_SEVERAL = "-any"  # ends the key of a sentence that names no card, for a refusal that is about several
OF_ANOTHER_KIND = {"clue-is-no-event", "not-a-clue"}  # true, but nobody meant that


def why_not(rules: Rules, state: State, seat: int, kinds: list[int], speaker: Speaker) -> tuple[str, str] | None:
    """A sentence without any notation, and the rule's number; None if these cards of the hand can be put down."""
    refusal = best_refusal(rules, state, seat, kinds)
    if refusal is None:
        return None
    if state.question != NOTHING and state.actors() >> seat & 1:  # the notation of answers is no help here
        question = str(speaker.words["questions"][rules.case.questions[state.question]])
        return speaker.say("refusals", "answer-first", question=question), refusal.rule
    known = speaker.words["refusals"]
    key = refusal.key if refusal.key in known else refusal.key.removesuffix(OF_SEVERAL)
    card = speaker.words["cards"].get(refusal.card, refusal.card)
    return speaker.say("refusals", key, card=card), refusal.rule


def left_to_do(rules: Rules, state: State, seat: int, legal: list[int]) -> str:
    """The key of what is asked in a turn in which only a discard is left: with its reason, where there are events."""
    if state.question != NOTHING or not legal or not all(rules.actions[number].ends_turn for number in legal):
        return ""
    if state.event_played:  # else none can be refused for being the second one
        events = (kind for kind, card in enumerate(rules.deck.cards) if card.kind == EVENT)
        refusals = (best_refusal(rules, state, seat, [kind]) for kind in events if state.in_hand(seat, kind))
        if any(each is not None and each.key == SECOND_EVENT for each in refusals):
            return SECOND_EVENT
    return "discard"


def best_refusal(rules: Rules, state: State, seat: int, kinds: list[int]) -> Refusal | None:
    """Why the most promising action with these cards is not legal; None if one with just these cards is."""
    if len(set(kinds)) == 1 and rules.deck.cards[kinds[0]].kind == CLUE:
        return clues_refusal(rules, state, seat, kinds[0], len(kinds))
    numbers = actions_with(rules).get(tuple(sorted(kinds)), [])
    return refusal_of_all(rules, state, seat, numbers) if numbers else together_refusal(rules, state, seat)


@lru_cache(64)
def actions_with(rules: Rules) -> dict[tuple[int, ...], list[int]]:
    """The actions that put down just these cards of a hand: a play names its card first, and then what it is about."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number, action in enumerate(rules.actions):
        if action.verb in PLAYED:
            last = 1 if action.verb == "play" else len(action.faces)
            used: Counter[int] = Counter()
            for face, count in zip(action.faces[:last], action.counts, strict=False):
                used[rules.face_kind[face]] += count
            found.setdefault(tuple(sorted(used.elements())), []).append(number)
    return found


def clues_refusal(rules: Rules, state: State, seat: int, kind: int, count: int) -> Refusal | None:
    """For clues of one colour: why they cannot be melded, if the hand holds enough of them, or laid off."""
    held = state.in_hand(seat, kind)
    melds = numbers_for(rules, "meld", kind, max(count, LEAST_MELD if held >= LEAST_MELD else 0))
    meld = refusal_of_all(rules, state, seat, melds) if melds else Refusal("meld-too-small", "C-9")
    if count >= LEAST_MELD:
        return meld
    lays = numbers_for(rules, "lay", kind, 1)
    lay = refusal_of_all(rules, state, seat, lays)
    if lay is None:
        return None if count == 1 else Refusal("lay-one-at-a-time", "C-10")
    if lay.key != "no-meld-of":
        return lay
    if held >= LEAST_MELD and meld is not None:
        return meld
    return Refusal("clue-needs-meld", "C-9", lay.card)


def numbers_for(rules: Rules, verb: str, kind: int, count: int) -> list[int]:
    """The actions of a verb with this many cards of one kind."""
    return [number for number in actions_with(rules).get((kind,) * count, []) if rules.actions[number].verb == verb]


def refusal_of_all(rules: Rules, state: State, seat: int, numbers: list[int]) -> Refusal | None:
    """Why none of these is legal: what the fewest are refused for, as those came nearest to being legal.

    That it is the last card of the hand is found out last, when nothing else is in the way. Where several are refused
    alike for different cards, there may be a sentence that names none of them.
    """
    found: dict[str, list[Refusal]] = {}
    for number in whole_ones(rules, tuple(numbers)):
        refusal = rules.refusal(state, seat, number)
        if refusal is None:
            return None
        found.setdefault(refusal.key, []).append(refusal)
    if LAST_CARD in found:
        return found[LAST_CARD][0]
    keys = [key for key in found if key not in OF_ANOTHER_KIND] or list(found)
    nearest = found[min(keys, key=lambda key: len(found[key]))]
    first = nearest[0]
    if len({refusal.card for refusal in nearest}) == 1:
        return first
    return Refusal(first.key + OF_SEVERAL, first.rule, first.card)


@lru_cache(4096)
def whole_ones(rules: Rules, numbers: tuple[int, ...]) -> list[int]:
    """Some actions without those that lack a word of another one: they are refused for that alone."""
    texts = [rules.actions[number].text for number in numbers]
    is_part = [any(other != text and other.startswith(text) for other in texts) for text in texts]
    return [number for number, lacks in zip(numbers, is_part, strict=True) if not lacks]


def together_refusal(rules: Rules, state: State, seat: int) -> Refusal:
    """For cards that never go together: what is due first, or that they do not."""
    some_meld = next(number for number, action in enumerate(rules.actions) if action.verb == "meld")
    first = rules.refusal(state, seat, some_meld)
    due = first is not None and (state.question != NOTHING or first.key in ("not-asked", "round-over", "draw-first"))
    return first if first is not None and due else Refusal("not-together", "C-9")
