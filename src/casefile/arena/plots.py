"""Plots as SVG, drawn for a width of 360, so that letters keep their size from a telephone to a wide screen."""

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from math import ceil, floor, log10

WIDTH = 360.0
RIGHT = 24.0  # room for half of the last number
COLOURS = 6  # that the style sheet has

Point = tuple[float, float]
Format = Callable[[float], str]


class Plot:
    """A drawing with a scale on both axes; its labels can also be read by people who cannot see it."""

    def __init__(
        self, title: str, told: str, x: tuple[float, float], y: tuple[float, float], height: float, left: float
    ) -> None:
        self.title = title
        self.told = told
        self.x = x
        self.y = y
        self.height = height
        self.left = left
        self.top = 10.0
        self.bottom = height - 36.0
        self.parts: list[str] = []

    def across(self, x: float) -> float:
        """Where a value of the horizontal axis lies."""
        return self.left + (WIDTH - RIGHT - self.left) * (x - self.x[0]) / (self.x[1] - self.x[0])

    def up(self, y: float) -> float:
        """Where a value of the vertical axis lies."""
        return self.bottom - (self.bottom - self.top) * (y - self.y[0]) / (self.y[1] - self.y[0])

    def text(self, x: float, y: float, words: str, style: str = "", anchor: str = "start") -> None:
        """Write words at a place of the drawing."""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{style}">{escape(words)}</text>'
        )

    def stroke(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        """A straight line, from place to place of the drawing."""
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>')

    def bar(self, x1: float, x2: float, y1: float, y2: float, style: str) -> None:
        """A filled box, from place to place of the drawing; a hair's breadth is left between neighbours."""
        self.parts.append(
            f'<rect x="{x1:.1f}" y="{y1:.1f}" width="{max(0.8, x2 - x1 - 0.8):.1f}" '
            f'height="{max(0.0, y2 - y1):.1f}" class="{style}"/>'
        )

    def dot(self, x: float, y: float, style: str) -> None:
        """A dot at a place of the drawing."""
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" class="{style}"/>')

    def line(self, points: Sequence[Point], style: str) -> None:
        """A line through values."""
        self.parts.append(f'<polyline points="{self.places(points)}" class="{style}"/>')

    def band(self, low: Sequence[Point], high: Sequence[Point], style: str) -> None:
        """The area between two lines."""
        self.parts.append(f'<polygon points="{self.places([*low, *reversed(high)])}" class="{style}"/>')

    def places(self, points: Sequence[Point]) -> str:
        """Where values lie on the drawing."""
        return " ".join(f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in points)

    def x_axis(self, ticks: Sequence[float], form: Format, label: str) -> None:
        """Ticks and what they mean."""
        self.stroke(self.left, self.bottom, WIDTH - RIGHT, self.bottom, "axis")
        for tick in ticks:
            at = self.across(tick)
            self.stroke(at, self.bottom, at, self.bottom + 4, "axis")
            self.text(at, self.bottom + 16, form(tick), "tick", "middle")
        self.text(WIDTH - RIGHT, self.height - 3, label, "label", "end")

    def y_axis(self, ticks: Sequence[float], form: Format) -> None:
        """Lines across the drawing and what they mean."""
        for tick in ticks:
            at = self.up(tick)
            self.stroke(self.left, at, WIDTH - RIGHT, at, "grid")
            self.text(self.left - 6, at + 4, form(tick), "tick", "end")

    def svg(self) -> str:
        """The whole drawing."""
        return (
            f'<svg viewBox="0 0 {WIDTH:.0f} {self.height:.0f}" role="img">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.told)}</desc>{''.join(self.parts)}</svg>"
        )


def picture(svg: str) -> str:
    """A drawing as a file of its own, with a background and the style that a page would give it."""
    style = (files("casefile.arena") / "plots.css").read_text("utf-8")
    head, _, rest = svg.partition(">")
    head = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" style="background:var(--card)" ')
    return f"{head}><style>\n{style}</style>{rest}\n"


def tick_step(low: float, high: float) -> float:
    """A round number that goes some three to six times into a range."""
    raw = max(high - low, 1e-9) / 6
    size = 10.0 ** floor(log10(raw))
    return next(factor * size for factor in (1, 2, 5, 10) if factor * size >= raw * 0.999)


def ticks(low: float, high: float) -> list[float]:
    """The round numbers from low to high."""
    step = tick_step(low, high)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def rounded(low: float, high: float) -> list[float]:
    """Round numbers from below low to above high, two at least."""
    step = tick_step(low, high)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def colour(bot: int) -> str:
    """The style of a bot; beside it always stands the name."""
    return f"bot{bot % COLOURS}"


def short(label: str, most: int) -> str:
    """A name that fits; the tables have the whole one."""
    return label if len(label) <= most else f"{label[: most // 2 - 1]}…{label[-most // 2 :]}"


def number(value: float) -> str:
    """A number without needless places, with a true minus sign."""
    return f"{value:g}".replace("-", "−")
