"""Actions by what they have in common, so that a net need not learn each of many alike ones by itself."""

import numpy as np
import numpy.typing as npt

from casefile.core.rules import Rules

MANY = 200  # actions of one verb: more than that share features


def action_features(rules: Rules) -> npt.NDArray[np.float32]:
    """A row for each action; a net's weight for an action is the sum of its weights for the features in that row.

    Most actions have a feature of their own. Where a verb has very many (one for each choice out of some cards),
    they share features instead: the verb, and how many cards of each face they name.
    """
    verbs: dict[str, list[int]] = {}
    for number, action in enumerate(rules.actions):
        verbs.setdefault(action.verb, []).append(number)
    columns: list[tuple[int, int, float]] = []
    width = 0
    for numbers in verbs.values():
        if len(numbers) <= MANY:
            columns += [(number, width + at, 1.0) for at, number in enumerate(numbers)]
            width += len(numbers)
            continue
        for number in numbers:
            action = rules.actions[number]
            columns.append((number, width, 1.0))
            for face, count in zip(action.faces, action.counts, strict=True):
                columns.append((number, width + 1 + face, float(count)))
        width += 1 + rules.faces
    table = np.zeros((len(rules.actions), width), np.float32)
    for number, column, value in columns:
        table[number, column] = value
    return table
