"""What the plots of an arena show."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log, log10
from statistics import fmean

from casefile.arena.figures import STEP, Z95, Estimate, points_estimate, rate_estimate
from casefile.arena.plots import RIGHT, WIDTH, Plot, colour, number, rounded, short, ticks
from casefile.arena.run import Arena, Comparison
from casefile.arena.words import duration, percent, points

STRIP = 72.0  # height of a bot's part of a plot
NAME = 30.0  # height of the name in it
MOST_POINTS = 150
FEWEST = 5  # sides that a mean is shown of
BINS = 48  # of times
DRAWN = 0.995  # of the times; a few that were held up would push the others together


def win_rate_plot(arena: Arena, comparison: Comparison) -> str:
    """The first bot's win rate and its interval, as matches were played."""
    one, other = (arena.labels[bot] for bot in comparison.pair)
    course = course_of(comparison, comparison.rates(), rate_estimate)
    count, last = course[-1]
    told = f"After {count} matches {one} has won {percent(last)} against {other}."
    plot = Plot(f"Win rate of {one} against {other}", told, (0, max(count, 2)), (0, 1), 220, 44)
    plot.y_axis([0, 0.25, 0.5, 0.75, 1], lambda share: f"{100 * share:.0f} %")
    draw_course(plot, comparison, course, 0.5, f"{100 * middle(last):.1f} %")
    return plot.svg()


def lead_plot(arena: Arena, comparison: Comparison) -> str:
    """By how many points per round the first bot was ahead, with the interval, as rounds were played."""
    one, other = (arena.labels[bot] for bot in comparison.pair)
    course = course_of(comparison, comparison.leads(), points_estimate)
    count, last = course[-1]
    told = f"After {count} rounds {one} is {points(last)} points per round ahead of {other}."
    settled = [at for _, at in course[len(course) // 8 :]]  # the first intervals reach beyond everything
    marks = rounded(min(0, *map(low, settled)), max(1, *map(high, settled)))
    plot = Plot(f"Points per round of {one} against {other}", told, (0, max(count, 2)), (marks[0], marks[-1]), 220, 44)
    plot.y_axis(marks, number)
    inside = [(count, cut(at, marks[0], marks[-1])) for count, at in course]
    draw_course(plot, comparison, inside, 0, points(Estimate(last.mean, None, None)))
    return plot.svg()


def cut(estimate: Estimate, least: float, most: float) -> Estimate:
    """As much of an estimate as fits between two values."""
    values = (middle(estimate), low(estimate), high(estimate))
    return Estimate(*(max(least, min(most, value)) for value in values))


def course_of(
    comparison: Comparison, deals: list[float], estimate: Callable[[Sequence[float]], Estimate]
) -> list[tuple[int, Estimate]]:
    """What was known after so many matches or rounds."""
    step = max(1, len(deals) // MOST_POINTS)
    counts = sorted({*range(1, len(deals) + 1, step), len(deals)})
    return [(count * len(comparison.seatings), estimate(deals[:count])) for count in counts]


def draw_course(
    plot: Plot, comparison: Comparison, course: list[tuple[int, Estimate]], even: float, words: str
) -> None:
    """What was known, as a line in its interval, and what is known at the end in words."""
    end = plot.x[1]
    plot.stroke(plot.left, plot.up(even), plot.across(end), plot.up(even), "even")
    style = colour(comparison.pair[0])
    plot.band([(x, low(at)) for x, at in course], [(x, high(at)) for x, at in course], style)
    plot.line([(x, middle(at)) for x, at in course], style)
    last = middle(course[-1][1])
    plot.dot(plot.across(course[-1][0]), plot.up(last), style)
    plot.x_axis(ticks(0, end), number, comparison.plan.units)
    plot.text(WIDTH - RIGHT - 6, plot.up(last) + (18 if last > even else -10), words, "series " + style, "end")


def middle(estimate: Estimate) -> float:
    """The mean of something that was observed."""
    assert estimate.mean is not None
    return estimate.mean


def low(estimate: Estimate) -> float:
    """Where an interval begins."""
    return middle(estimate) if estimate.low is None else estimate.low


def high(estimate: Estimate) -> float:
    """Where an interval ends."""
    return middle(estimate) if estimate.high is None else estimate.high


def strips(arena: Arena, plot: Plot, values: list[str]) -> Iterator[tuple[int, float]]:
    """For each bot the base line of its part of a plot, with its name and a value above it."""
    for bot, label in enumerate(arena.labels):
        base = plot.top + (bot + 1) * STRIP
        room = int((WIDTH - 6.5 * len(values[bot])) / 8.2)  # so wide are letters, about
        plot.text(0, base - STRIP + NAME - 10, short(label, room), "name")
        plot.text(WIDTH, base - STRIP + NAME - 10, values[bot], "value", "end")
        plot.stroke(plot.left, base, WIDTH - RIGHT, base, "grid")
        yield bot, base


def strip_plot(arena: Arena, title: str, told: str, x: tuple[float, float]) -> Plot:
    """A plot with a part for each bot."""
    return Plot(title, told, x, (0, 1), len(arena.labels) * STRIP + 46, 16)


def ratings_plot(arena: Arena) -> str:
    """Each bot's rating, with its interval."""
    ratings = {bot: (mean, sigma) for bot, mean, sigma in arena.ratings()}
    ends = [mean + sign * Z95 * sigma for mean, sigma in ratings.values() for sign in (-1, 1)]
    marks = rounded(min(ends), max(ends))
    values = [f"{number(round(ratings[bot][0], 1))} ± {Z95 * ratings[bot][1]:.1f}" for bot in range(len(arena.labels))]
    told = "; ".join(f"{label}: {value}" for label, value in zip(arena.labels, values, strict=True))
    plot = strip_plot(arena, "Ratings", told, (marks[0], marks[-1]))
    for bot, base in strips(arena, plot, values):
        mean, sigma = ratings[bot]
        height = base - (STRIP - NAME) / 2
        reach = [plot.across(mean - Z95 * sigma), plot.across(mean + Z95 * sigma)]
        plot.stroke(reach[0], height, reach[1], height, "reach " + colour(bot))
        plot.dot(plot.across(mean), height, colour(bot))
    plot.x_axis(marks, number, "rating")
    return plot.svg()


def scores_of(arena: Arena) -> list[list[int]]:
    """For each bot the points with which its sides ended matches or single rounds."""
    scores: list[list[int]] = [[] for _ in arena.labels]
    for comparison in arena.comparisons.values():
        for seating, match in comparison.matches():
            for side, bot in enumerate(seating):
                scores[bot].append(match.scores[side])
    return scores


def points_plot(arena: Arena) -> str:
    """How often each bot's sides ended a match or single round with each number of points."""
    scores = scores_of(arena)
    everything = [score for row in scores for score in row]
    marks = rounded(min(everything), max(everything) + 1)
    first = marks[0]
    width = (marks[1] - marks[0]) / 5
    values = [f"mean {fmean(row):.1f}" if row else "-" for row in scores]
    told = "; ".join(f"{label}: {value}" for label, value in zip(arena.labels, values, strict=True))
    plot = strip_plot(arena, f"Points per {arena.plan.unit}", told, (first, marks[-1]))
    bins = [Counter(floor((score - first) / width) for score in row) for row in scores]
    tallest = [max(row.values(), default=1) / max(1, row.total()) for row in bins]
    for bot, base in strips(arena, plot, values):
        for place, count in sorted(bins[bot].items()):
            height = (STRIP - NAME) * count / bins[bot].total() / max(tallest)
            left, right = plot.across(first + place * width), plot.across(first + (place + 1) * width)
            plot.bar(left, right, base - height, base, colour(bot))
        if scores[bot]:
            at = plot.across(fmean(scores[bot]))
            plot.stroke(at, base - STRIP + NAME - 4, at, base, "mark")
    plot.x_axis(marks, number, "points")
    return plot.svg()


def points_by_round(arena: Arena) -> str:
    """For each bot the mean points of its sides in each round of a match."""
    made: list[dict[int, list[int]]] = [defaultdict(list) for _ in arena.labels]
    for comparison in arena.comparisons.values():
        for seating, match in comparison.matches():
            for at, totals in enumerate(match.rounds, 1):
                for side, bot in enumerate(seating):
                    made[bot][at].append(totals[side])
    means = [
        {at: points_estimate(made[bot][at]) for at in sorted(made[bot]) if len(made[bot][at]) >= FEWEST or at == 1}
        for bot in range(len(made))
    ]
    shown = [one for row in means for one in row.values()]
    marks = rounded(min(0, *map(low, shown)), max(1, *map(high, shown)))
    rounds = max(at for row in means for at in row)
    told = "; ".join(
        f"{label}: " + ", ".join(f"round {at} {number(round(middle(one), 1))}" for at, one in row.items())
        for label, row in zip(arena.labels, means, strict=True)
    )
    legend = 18.0 * len(arena.labels)
    plot = Plot("Points by round", told, (0.5, rounds + 0.5), (marks[0], marks[-1]), 210 + legend, 36)
    plot.top += legend
    plot.y_axis(marks, number)
    for bot, row in enumerate(means):
        plot.dot(plot.left + 4, 18.0 * bot + 10, colour(bot))
        plot.text(plot.left + 14, 18.0 * bot + 14, short(arena.labels[bot], 44), "name")
        shift = (bot - (len(means) - 1) / 2) * min(0.1, 0.5 / len(means))  # so that intervals do not hide each other
        plot.line([(at + shift, middle(one)) for at, one in row.items()], colour(bot))
        for at, one in row.items():
            x = plot.across(at + shift)
            plot.stroke(x, plot.up(low(one)), x, plot.up(high(one)), "error " + colour(bot))
            plot.dot(x, plot.up(middle(one)), colour(bot))
    plot.x_axis([tick for tick in ticks(1, rounds) if tick == int(tick)] or [1], number, "round")
    return plot.svg()


def times_plot(arena: Arena) -> str:
    """For each bot how long its decisions took, on a scale of powers of ten."""
    times = arena.times()
    shown = [one for one in times if one.count]
    first = min((floor(log10(one.quantile(0.001))) for one in shown), default=-6)
    last = max((ceil(log10(max(one.mean(), one.quantile(DRAWN)))) for one in shown), default=-5)
    last = max(last, first + 1)
    values = [
        f"mean {duration(one.mean())}, 95 % {duration(one.quantile(0.95))}" if one.count else "-" for one in times
    ]
    told = "; ".join(f"{label}: {value}" for label, value in zip(arena.labels, values, strict=True))
    plot = strip_plot(arena, "Time per decision", told, (first, last))
    width = (last - first) / BINS
    for bot, base in strips(arena, plot, values):
        one = times[bot]
        bins: Counter[int] = Counter()
        for step, count in one.steps.items():
            bins[floor(((step + 0.5) * STEP / log(10) - first) / width)] += count
        for place in sorted(place for place in bins if 0 <= place < BINS):
            height = (STRIP - NAME) * bins[place] / max(bins.values())
            left, right = plot.across(first + place * width), plot.across(first + (place + 1) * width)
            plot.bar(left, right, base - height, base, colour(bot))
        if one.count:
            for at, style in ((one.mean(), "mark"), (one.quantile(0.95), "late")):
                x = plot.across(log10(at))
                plot.stroke(x, base - STRIP + NAME - 4, x, base, style)
    decades = range(first, last + 1, ceil((last - first) / 6))
    plot.x_axis(list(decades), lambda power: duration(10.0**power), "time, by powers of ten")
    return plot.svg()
