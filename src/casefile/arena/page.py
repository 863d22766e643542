"""What came out of an arena as one page that needs nothing else: tables, and plots with their figures in words."""

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from casefile import __version__
from casefile.arena.charts import (
    lead_plot,
    points_by_round,
    points_plot,
    ratings_plot,
    times_plot,
    win_rate_plot,
)
from casefile.arena.matches import Plan
from casefile.arena.run import Arena, Comparison
from casefile.arena.words import durations, percent, points, times_as_many
from casefile.registry import case_named

HOW = (
    "Every deal is played with all seatings, so that luck with the cards and the seats falls to both bots alike. One "
    "deal is one observation: win rates and points come with 95 % intervals from the spread between deals, for a fixed "
    "number of deals. A comparison is looked at after 8, 16, 32 … deals, and stops if {stop}. {half}",
    "Ratings are those of the Plackett–Luce model of openskill, from 25 on, {unit} by {unit} in the order of the "
    "deals. Times are those of decisions with more than one legal action.",
)
STOP = {
    "match": "the win rate is more than three standard errors away from one half",
    "round": "the points ahead are more than three standard errors away from nothing",
}
HALF = {
    "match": "A match without a winner counts half for both.",
    "round": "Every round begins a match of its own; the most points win it, and as many points count half for both.",
}
LESS_LUCK = (
    "Luck is what the case's net says of the cards that came off the case file, and of the deals after the first, less "
    "what it says of all that could have come instead. It is nothing on average, however good the net is, so both "
    "tables estimate the same; how much of it is taken off a deal is found from the other deals. Comparisons stop by "
    "the figures without luck."
)
MOST_SENTENCES = 3
NO_BREAK = "\u00a0%"


def write_page(arena: Arena) -> str:
    """Write the report of an arena as one HTML page."""
    variant = arena.variant
    title = case_named(variant.case).title
    kind = "2 teams" if variant.teams else f"{arena.seats} players"
    about = ", ".join([f"{variant.edition} edition", kind, *variant.options, f"seed {arena.plan.seed}"])
    parts = [
        f"<header><p class='kicker'>Casefile arena</p><h1>{escape(title)}</h1>",
        f"<p class='about'>{escape(about)}</p>{verdict(arena)}{warnings(arena)}</header><main>",
        "<h2>Comparisons</h2>",
        comparison_table(arena),
        *([luck_table(arena)] if arena.plan.less_luck else []),
        "<h2>Bots</h2>",
        bot_table(arena),
        "<h2>Plots</h2><div class='plots'>",
        *plots(arena),
        "</div></main><footer><h2>How this was computed</h2>",
        *(f"<p>{escape(paragraph)}</p>" for paragraph in how(arena.plan)),
        f"<p>Casefile {escape(__version__)}</p></footer>",
    ]
    return whole_page(f"{' against '.join(arena.labels)}: {title}", parts)


def whole_page(title: str, parts: list[str]) -> str:
    """A page that needs nothing else."""
    folder = files("casefile.arena")
    style = "".join((folder / name).read_text("utf-8") for name in ("plots.css", "page.css"))
    return (
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title>"
        f"<link rel='icon' href='data:,'><style>\n{style}</style></head>\n<body>"
        + "\n".join(parts)
        + "</body></html>\n"
    )


def how(plan: Plan) -> list[str]:
    """How the figures were computed, if this is what was played."""
    unit = plan.unit
    told = [paragraph.format(stop=STOP[unit], half=HALF[unit], unit=unit) for paragraph in HOW]
    return [*told, LESS_LUCK] if plan.less_luck else told


def verdict(arena: Arena) -> str:
    """What came out, in one sentence for each two bots, as long as there are few."""
    sentences = [sentence(arena, comparison) for comparison in arena.comparisons.values()]
    if len(sentences) > MOST_SENTENCES:
        return ""
    items = "".join(f"<li>{escape(words)}</li>" for words in sentences)
    return f"<ul class='verdict'>{items}</ul>"


def sentence(arena: Arena, comparison: Comparison) -> str:
    """Who won how much, and whether that is significant."""
    one, other = (arena.labels[bot] for bot in comparison.pair)
    rate = comparison.win_rate()
    if rate.low is None or rate.high is None:
        return f"{one} and {other} have not played a whole deal."
    told = f"{one} won {percent(rate)} of {len(comparison.matches())} {arena.plan.units} against {other}"
    is_open = rate.low <= 0.5 <= rate.high
    if arena.plan.single_rounds:
        lead = comparison.points()
        told = f"{one} was {points(lead)} points per round ahead of {other}, over {len(comparison.matches())} rounds"
        is_open = lead.low is None or lead.high is None or lead.low <= 0 <= lead.high
    if comparison.clear:
        return f"{told}. That is clear, so no more were played."
    return f"{told}. That leaves open who is better." if is_open else f"{told}."


def warnings(arena: Arena) -> str:
    """What should be known before the figures are used."""
    words = []
    if arena.interrupted:
        words.append("The playing was interrupted; this is what was played until then.")
    if arena.error is not None:
        words.append(f"The playing ended early: {arena.error}")
    return "".join(f"<p class='verdict warning'>{escape(text)}</p>" for text in words)


def table(caption: str, heads: list[str], rows: Iterable[list[str]]) -> str:
    """A table; the first cell of a row names it."""
    # On a narrow screen the style sheet stacks the cells, which would cost a table its meaning without the roles.
    head = "".join(f"<th role='columnheader' scope='col'>{escape(name)}</th>" for name in heads)
    body = ""
    for row in rows:
        cells = "".join(
            f"<td role='cell' data-label='{escape(name)}'><span>{cell}</span></td>"
            for name, cell in zip(heads[1:], row[1:], strict=True)
        )
        body += f"<tr role='row'><th role='rowheader' scope='row'>{row[0]}</th>{cells}</tr>"
    return (
        f"<div class='table' tabindex='0' role='region' aria-label='{escape(caption)}'><table role='table'>"
        f"<caption>{escape(caption)}</caption><thead role='rowgroup'><tr role='row'>{head}</tr></thead>"
        f"<tbody role='rowgroup'>{body}</tbody></table></div>"
    )


def with_range(words: str) -> str:
    """A value, and its interval in softer letters."""
    value, bracket, rest = words.partition(" [")
    return f"{escape(value)} <span class='range'>{escape('[' + rest)}</span>" if bracket else escape(value)


def comparison_table(arena: Arena) -> str:
    """A row for each pair of bots."""
    rows = []
    for pair, comparison in arena.comparisons.items():
        data = comparison.as_json(arena.labels)
        rows.append(
            [
                " against ".join(escape(arena.labels[bot]) for bot in pair),
                str(data[arena.plan.units]),
                with_range(percent(comparison.win_rate())),
                with_range(points(comparison.points())),
                str(data["unfinished"]),
                "yes" if comparison.clear else "no",
            ]
        )
    heads = [
        "first against second",
        arena.plan.units,
        "won by the first",
        f"points ahead per {arena.plan.unit}",
        "no winner",
        "stopped early",
    ]
    return table("Every bot against every other, with 95 % intervals", heads, rows)


def luck_table(arena: Arena) -> str:
    """The same comparisons with the luck taken out that the net can see."""
    rows = []
    for pair, comparison in arena.comparisons.items():
        less = comparison.less_luck()
        cells = [with_range(percent(less.win_rate)), with_range(points(less.points)), times_as_many(less.gain)]
        rows.append([" against ".join(escape(arena.labels[bot]) for bot in pair), *cells])
    ahead = f"points ahead per {arena.plan.unit}"
    heads = ["first against second", "won by the first", ahead, f"as good as {arena.plan.units}"]
    if arena.plan.single_rounds:
        heads, rows = [heads[0], *heads[2:]], [[row[0], *row[2:]] for row in rows]
    return table("The same without the luck that the net can see", heads, rows)


def bot_table(arena: Arena) -> str:
    """A row for each bot, the best first."""
    times = arena.times()
    rows = [
        [
            escape(arena.labels[bot]),
            f"{mean:.1f}".replace("-", "−"),
            f"{sigma:.1f}",
            f"{times[bot].count:,}".replace(",", "\u202f"),
            *durations(times[bot]),
        ]
        for bot, mean, sigma in arena.ratings()
    ]
    heads = ["bot", "rating", "uncertainty", "decisions", "mean time", "95 % within"]
    return table("Ratings, and time per decision", heads, rows)


def figure(title: str, note: str, svg: str) -> str:
    """A plot with what it shows."""
    words = escape(note.replace(" %", NO_BREAK))
    return f"<figure><figcaption><h3>{escape(title)}</h3><p>{words}</p></figcaption>{svg}</figure>"


def plots(arena: Arena) -> list[str]:
    """All plots, if anything was played."""
    played = [comparison for comparison in arena.comparisons.values() if comparison.matches()]
    if not played:
        return ["<p>No deal was played to its end.</p>"]
    found = []
    single = arena.plan.single_rounds
    for comparison in played:
        one, other = (arena.labels[bot] for bot in comparison.pair)
        note = "Share of the matches won by the first, with the 95 % interval, as matches were played."
        if single:
            note = "Points per round by which the first is ahead, with the 95 % interval, as rounds were played."
        plot = lead_plot if single else win_rate_plot
        found.append(figure(f"{one} against {other}", note, plot(arena, comparison)))
    by_round = "Mean points of a side in each round, with 95 % intervals."
    return [
        *found,
        figure("Ratings", "With 95 % intervals.", ratings_plot(arena)),
        figure(
            f"Points per {arena.plan.unit}",
            f"How often a side ended a {arena.plan.unit} with so many points; the line is the mean.",
            points_plot(arena),
        ),
        *([] if single else [figure("Points by round", by_round, points_by_round(arena))]),
        figure(
            "Time per decision",
            "Solid: mean. Dotted: 95 % took less. The slowest 0.5 % are not drawn.",
            times_plot(arena),
        ),
    ]
