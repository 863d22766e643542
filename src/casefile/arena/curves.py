"""How a net learned, as a page that needs nothing else: a curve for each figure that the training told."""

import json
from html import escape
from pathlib import Path
from typing import Any

from casefile import __version__
from casefile.arena.page import figure, table, whole_page
from casefile.arena.plots import Plot, colour, number, picture, rounded, ticks
from casefile.errors import CasefileError

Curve = list[dict[str, float]]
ABOUT = ("seconds", "decisions", "rounds")  # how far the training was; the other figures are plotted
WORDS = {
    "policy": ("Policy", "What the updates change in the policy; while it imitates, how surprising the choices are."),
    "value": ("Value", "How far the net is off with what a round brings, from what a seat sees."),
    "critic": ("Critic", "How far the critic is off, which sees all cards."),
    "spread": ("Spread", "How undecided the policy is, in nats (its entropy): 0 if it always knows what to do."),
    "duel": ("Duel", "Points per round ahead of the bot that it met in the arena, at a glance."),
    "belief": ("Belief", "How surprising it is where the hidden cards lie, in nats per card."),
}
LABEL = 14  # from one label down to the next, at least
SMOOTH = 0.8  # how much of the curve drawn so far counts in its next point


def read_curve(path: Path) -> Curve:
    """The curve that a training wrote."""
    try:
        curve = json.loads(path.read_text("utf-8"))
        return [{str(key): float(value) for key, value in point.items()} for point in curve]
    except OSError as error:
        raise CasefileError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, AttributeError):
        raise CasefileError(f"{path}: is no curve: it must be a file that `casefile train` wrote") from None


def figures_of(curve: Curve) -> list[str]:
    """The figures that can be plotted, in the order in which they were told first."""
    found: dict[str, None] = {}
    for point in curve:
        found.update(dict.fromkeys(key for key in point if key not in ABOUT))
    return list(found)


def words_of(name: str) -> tuple[str, str]:
    """What a figure is called, and what it says."""
    return WORDS.get(name, (name.capitalize(), "As the training told it."))


def draw_curves(curves: dict[str, Curve], name: str) -> str:
    """One figure over the decisions that were played, for one training or for several, each with its label."""
    courses = [
        [(point["decisions"] / 1e6, point[name]) for point in curve if name in point] for curve in curves.values()
    ]
    values = sorted(y for course in courses for _, y in course)
    spare = len(values) // 50  # a few that stick out would push the others together
    low, high = values[spare], values[-1 - spare]
    marks = rounded(low, high if high > low else low + 1e-3)
    farthest = max(x for course in courses for x, _ in course)
    plot = Plot(words_of(name)[0], "", (0, max(farthest, 1e-3)), (marks[0], marks[-1]), 220, 52)
    plot.y_axis(marks, lambda value: number(round(value, 6)))
    plot.x_axis(ticks(*plot.x), number, "million decisions")
    labels = []
    for at, (label, course) in enumerate(zip(curves, courses, strict=True)):
        inside = [(x, min(max(y, marks[0]), marks[-1])) for x, y in course]
        for x, y in inside:
            plot.dot(plot.across(x), plot.up(y), f"faint {colour(at)}")
        smoothed = smooth(inside)
        plot.line(smoothed, colour(at))
        first, last = (number(round(y, 4)) for _, y in (course[0], course[-1]))
        plot.told += f"{label or words_of(name)[0]}: {first} at first, {last} at the end. "
        end, height = smoothed[-1]
        labels.append((plot.up(height) - 9, plot.across(end), label, at))
    lowest = 0.0
    for wished, across, label, at in sorted(labels):
        lowest = max(wished, lowest)
        plot.text(across, lowest, label, f"series {colour(at)}", "end")
        lowest += LABEL
    return plot.svg()


def smooth(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same points, each drawn towards those before it."""
    course = points[:1]
    for x, y in points[1:]:
        course.append((x, SMOOTH * course[-1][1] + (1 - SMOOTH) * y))
    return course


def curve_page(curve: Curve, title: str, about: dict[str, Any]) -> str:
    """The report of a training."""
    parts = [
        f"<header><p class='kicker'>Casefile training</p><h1>{escape(title)}</h1>",
        f"<p class='about'>{escape(told(curve))}</p></header><main>",
    ]
    if curve:
        last = curve[-1]
        rows = [
            [escape(words_of(name)[0]), *(number(round(point[name], 4)) for point in ends(curve, name))]
            for name in figures_of(curve)
        ]
        parts += [
            "<h2>At first, and at the end</h2>",
            table(f"After {last['seconds']:.0f} seconds", ["figure", "at first", "at the end"], rows),
            "<h2>Curves</h2><div class='plots'>",
            *(figure(*words_of(name), draw_curves({"": curve}, name)) for name in figures_of(curve)),
            "</div>",
        ]
    settings = [[escape(key), escape(str(value))] for key, value in about.items()]
    if settings:
        parts += ["<h2>Settings</h2>", table("What the training was told", ["setting", "value"], settings)]
    parts.append(f"</main><footer><p>Casefile {escape(__version__)}</p></footer>")
    return whole_page(title, parts)


def ends(curve: Curve, name: str) -> tuple[dict[str, float], dict[str, float]]:
    """The first and the last point that have a figure."""
    points = [point for point in curve if name in point]
    return points[0], points[-1]


def told(curve: Curve) -> str:
    """How far the training came."""
    if not curve:
        return "Nothing has been told yet."
    last = curve[-1]
    return f"{last['decisions'] / 1e6:,.1f} million decisions in {last['rounds']:,.0f} rounds, {last['seconds']:,.0f} s"


def write_curves(out: Path, title: str, about: dict[str, Any]) -> Path:
    """From OUT.json, which a training wrote, make OUT.html beside it."""
    page = out.with_suffix(".html")
    page.write_text(curve_page(read_curve(out.with_suffix(".json")), title, about), "utf-8")
    return page


def curve_picture(curves: dict[str, Curve], name: str) -> str:
    """One figure of some trainings as a picture of its own, for documents."""
    missing = [label for label, curve in curves.items() if not any(name in point for point in curve)]
    if missing:
        raise CasefileError(f"{missing[0]}: has no figure {name}; it has {', '.join(figures_of(curves[missing[0]]))}")
    return picture(draw_curves(curves, name))
