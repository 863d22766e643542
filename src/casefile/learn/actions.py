"""Actions by what they have in common, so that a net need not learn each of many alike ones by itself."""

from casefile.core.rules import Rules

MANY = 200  # actions of one verb: more than that share features

Features = list[tuple[int, float]]  # of an action: which, and how much of each


def action_features(rules: Rules) -> tuple[list[Features], int]:
    """The features of each action, and how many there are; a net's weight for an action is the sum over its features.

    Most actions have a feature of their own. Where a verb has very many (one for each choice out of some cards),
    they share features instead: the verb, and how many cards of each face they name.
    """
    verbs: dict[str, list[int]] = {}
    for number, action in enumerate(rules.actions):
        verbs.setdefault(action.verb, []).append(number)
    found: list[Features] = [[] for _ in rules.actions]
    width = 0
    for numbers in verbs.values():
        if len(numbers) <= MANY:
            for at, number in enumerate(numbers):
                found[number] = [(width + at, 1.0)]
            width += len(numbers)
            continue
        for number in numbers:
            action = rules.actions[number]
            counts: dict[int, float] = {}
            for face, count in zip(action.faces, action.counts, strict=True):
                counts[width + 1 + face] = float(count)
            found[number] = [(width, 1.0), *counts.items()]
        width += 1 + rules.faces
    return found, width
