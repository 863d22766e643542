"""An older build beside this one: by how much each measure is better or worse, and how sure that is.

Both builds are measured in turn, pass by pass, so that whatever else the machine does hits both alike. Each pass gives
a ratio; the interval around their median comes from the order of the ratios alone, and holds for any kind of noise.
"""

from math import comb
from statistics import median

from tables import table

Passes = dict[str, list[dict[str, float]]]

FEWEST_PASSES = 6  # with fewer not even all ratios together make an interval of 95 %
SURE = 0.95
LESS_IS_BETTER = ("clone", "bytes", "view", "determinize")
WORDS = {
    "python": "decisions/s from Python",
    "games": "games/s from Python",
    "root": "decisions/s from clones",
    "root_games": "games/s from clones",
    "inside": "decisions/s inside",
    "inside_games": "games/s inside",
    "inside_root": "decisions/s inside, from clones",
    "clone": "clone",
    "bytes": "bytes",
    "view": "view",
    "determinize": "determinize",
    "reviewed": "decisions reviewed/s",
}


def interval(values: list[float]) -> tuple[float, float]:
    """Between which values the true median lies, with a confidence of 95 % at least."""
    ordered = sorted(values)
    count = len(ordered)
    outside = 0.0  # the chance that the true median lies below the value at the next rank, or above its mirror
    rank = 0
    while outside + 2 * comb(count, rank) / 2**count <= 1 - SURE:
        outside += 2 * comb(count, rank) / 2**count
        rank += 1
    assert rank, "too few values"
    return ordered[rank - 1], ordered[count - rank]


def ratios(before: list[dict[str, float]], now: list[dict[str, float]], key: str) -> list[float]:
    """How many times as good this build is, pass by pass."""
    pairs = [(old[key], new[key]) for old, new in zip(before, now, strict=True)]
    return [old / new if key in LESS_IS_BETTER else new / old for old, new in pairs]


def compare(before: Passes, now: Passes) -> str:
    """The table of all contenders and measures; what is above 1 has become better."""
    rows = []
    for name, passes in now.items():
        for key in [key for key in WORDS if passes and key in passes[0]]:
            values = ratios(before[name], passes, key)
            low, high = interval(values)
            rows.append([name, WORDS[key], f"{median(values):.3f}", f"{low:.3f}", f"{high:.3f}"])
    return table(["this build, times as good as before", "measure", "median", "from", "to"], rows)
