"""What choices have in common, as a table of numbers, for policies that weigh features of actions.

    from casefile.core.choices import Choices
    names, table = feature_table(Choices(rules))

`casefile.learn.numpy_net.feature_table` is the narrower table that the nets of Casefile use, for whole actions.
"""

import numpy as np
import numpy.typing as npt

from casefile.core.choices import Choices


def feature_table(choices: Choices) -> tuple[list[str], npt.NDArray[np.float32]]:
    """The names of the features, and a row for each choice: its verb, how many of which cards, and other words.

    No two choices have the same row.
    """
    faces = set(choices.rules.face_names)
    rows = [features(text, faces) for text in choices.texts]
    names = sorted({name for row in rows for name in row}, key=lambda name: (KINDS.index(name.split()[0]), name))
    column = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(rows), len(names)), np.float32)
    for at, row in enumerate(rows):
        for name, value in row.items():
            table[at, column[name]] = value
    return names, table


KINDS = ["verb", "card", "word"]


def features(text: str, faces: set[str]) -> dict[str, int]:
    """The features of a choice, as its words tell them."""
    verb, *words = text.split()
    row = {f"verb {verb}": 1}
    for word in words:
        name, _, count = word.partition("*")
        if name in faces:
            row[f"card {name}"] = int(count or 1)
        else:
            row[f"word {word}"] = 1
    return row
