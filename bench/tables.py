"""The figures as Markdown that reads well in a terminal, too, and whether the aims are reached."""

from typing import Any

Medians = dict[str, dict[str, float]]

RIVALS = "open_spiel/"
GIN_RUMMY = "open_spiel/gin_rummy"
BATCHES = ("/vector/", "pgx/")  # parts of the names of those that play many games at once
TIMES_THE_LOOP = 15  # the aim for many tables at once, beside PettingZoo's loop
NONE = "–"


def number(value: float | None) -> str:
    """Three or more digits that count."""
    if value is None:
        return NONE
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def quickest(medians: Medians, key: str) -> str | None:
    """The card game of OpenSpiel with the most decisions per second."""
    rivals = [name for name in medians if name.startswith(RIVALS) and key in medians[name]]
    return max(rivals, key=lambda name: medians[name][key], default=None)


def ratio(medians: Medians, name: str, key: str, rival: str | None) -> float | None:
    """How many times as quick as the rival."""
    if key not in medians[name] or rival is None or key not in medians.get(rival, {}):
        return None
    return medians[name][key] / medians[rival][key]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with straight columns: names to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]

    def line(row: list[str]) -> str:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        return f"| {' | '.join([row[0].ljust(len(first)), *others])} |"

    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    return "\n".join([line(head), line(rule), *map(line, rows)])


def from_python(medians: Medians) -> str:
    """The table of play that is driven from Python."""
    best = quickest(medians, "python")
    best_root = quickest(medians, "root")
    head = ["driven from Python", "decisions/s", "× gin_rummy", "× quickest", "games/s", "from clones/s", "× quickest"]
    rows = [
        [
            name,
            number(row["python"]),
            number(ratio(medians, name, "python", GIN_RUMMY)),
            number(ratio(medians, name, "python", best)),
            number(row["games"]),
            number(row.get("root")),
            number(ratio(medians, name, "root", best_root)),
        ]
        for name, row in medians.items()
        if "python" in row and not any(part in name for part in BATCHES)
    ]
    return table(head, rows)


def times_the_loop(medians: Medians, name: str) -> float | None:
    """How many times as quick as the loop of PettingZoo with the same case in the same build."""
    return ratio(medians, name, "python", name.replace("/vector/", "/pettingzoo/") if "/vector/" in name else None)


def side_by_side(medians: Medians) -> str:
    """The table of many games at once, each decision with observation and mask."""
    rows = [
        [name, number(row["python"]), number(times_the_loop(medians, name)), number(1e6 / row["games"])]
        for name, row in medians.items()
        if any(part in name for part in BATCHES)
    ]
    return table(["many games side by side", "decisions/s", "× PettingZoo loop", "a step of all, µs"], rows)


def inside(medians: Medians) -> str:
    """The table of play inside the engines."""
    best = quickest(medians, "inside")
    best_root = quickest(medians, "inside_root")
    head = ["inside the engine", "decisions/s", "× quickest", "games/s", "from clones/s", "× quickest"]
    rows = [
        [
            name,
            number(row["inside"]),
            number(ratio(medians, name, "inside", best)),
            number(row["inside_games"]),
            number(row.get("inside_root")),
            number(ratio(medians, name, "inside_root", best_root)),
        ]
        for name, row in medians.items()
        if "inside" in row
    ]
    return table(head, rows)


def states(medians: Medians) -> str:
    """The table of what a state costs."""
    head = ["a state", "clone, µs", "bytes", "view, µs", "determinize, µs"]
    keys = ["clone", "bytes", "view", "determinize"]
    rows = [[name, *(number(row.get(key)) for key in keys)] for name, row in medians.items() if "clone" in row]
    return table(head, rows)


def reviews(medians: Medians) -> str:
    """The table of reviews, which judge every decision of a match."""
    rows = [[name, number(row["reviewed"])] for name, row in medians.items() if "reviewed" in row]
    return table(["a review", "decisions/s"], rows)


def verdict(aim: str, values: dict[str, float | None], *, reached: bool) -> str:
    """One line for an aim, with the figure of every case."""
    if not values or None in values.values():
        return f"- {aim}: not measured"
    figures = ", ".join(f"{name.partition('/')[2]} {number(value)}" for name, value in values.items())
    return f"- {aim}: {'reached' if reached else 'NOT reached'} ({figures})"


def verdicts(medians: Medians) -> list[str]:
    """The aims, for our cases compiled and with two players."""
    ours = [name for name, row in medians.items() if name.startswith("compiled/") and "inside" in row]
    ratios = [
        ("from Python, at least 10 times OpenSpiel's gin_rummy", "python", GIN_RUMMY, 10),
        ("from Python, level with OpenSpiel's quickest", "python", quickest(medians, "python"), 1),
        ("inside, level with OpenSpiel's quickest", "inside", quickest(medians, "inside"), 1),
        ("inside, from clones, level with OpenSpiel's quickest", "inside_root", quickest(medians, "inside_root"), 1),
    ]
    lines = []
    for aim, key, rival, least in ratios:
        values = {name: ratio(medians, name, key, rival) for name in ours}
        said = f"{aim} ({rival.removeprefix(RIVALS)})" if rival and least == 1 else aim
        lines.append(verdict(said, values, reached=all((value or 0) >= least for value in values.values())))
    clones: dict[str, float | None] = {name: medians[name]["clone"] for name in ours}
    lines.append(verdict("a clone under 1 µs", clones, reached=all((value or 1) < 1 for value in clones.values())))
    batches = {name: times_the_loop(medians, name) for name in medians if name.startswith("compiled/vector/")}
    enough = all((value or 0) >= TIMES_THE_LOOP for value in batches.values())
    aim = f"many tables side by side, at least {TIMES_THE_LOOP} times PettingZoo's loop"
    lines.append(verdict(aim, batches, reached=enough))
    return lines


def report(figures: dict[str, Any]) -> str:
    """All of it."""
    medians: Medians = figures["median"]
    passes = max(map(len, figures["passes"].values()))
    measured = (
        f"One core of {figures['machine']}, Python {figures['python']}; "
        f"medians of {passes} passes of {figures['seconds']} s for each measure."
    )
    parts = [measured, from_python(medians), side_by_side(medians), inside(medians), states(medians), reviews(medians)]
    return "\n\n".join([*parts, "Aims:\n\n" + "\n".join(verdicts(medians))])
