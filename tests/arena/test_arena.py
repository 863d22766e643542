"""The arena: fair seatings, the same results whoever plays, stops, and what is written."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from casefile.arena.figures import Times, is_clear, is_look, points_estimate, rate_estimate, t95
from casefile.arena.matches import Plan, Task, play_task, seatings
from casefile.arena.page import write_page
from casefile.arena.run import Arena
from casefile.cli import main
from casefile.core.rng import Rng
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import decision_seed, decisions_of, play_match
from casefile.registry import rules_for
from casefile.text.record import read_record
from tests.arena.playing import arena, run, without_times
from tests.conftest import QUICK
from tests.test_processes import all_end, children

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "plain_bot.py"
COMMAND = [sys.executable, "-m", "casefile"]


# Seatings


@pytest.mark.parametrize(("sides", "count"), [(2, 2), (3, 6), (4, 2)])
def test_every_bot_has_every_seat_equally_often(sides: int, count: int) -> None:
    """Whatever the number of sides."""
    rows = seatings(sides, (7, 9))
    assert len(rows) == len(set(rows)) == count
    for side in range(sides):
        assert Counter(row[side] for row in rows) == {7: count // 2, 9: count // 2}


def test_the_seats_are_exchanged_over_the_same_deal(tmp_path: Path) -> None:
    """Both matches of a pair begin with the same cards, and the bots have changed places."""
    arena(matches=2, records=tmp_path)
    records = [read_record(path.read_text("utf-8")) for path in sorted(tmp_path.iterdir())]
    assert [names for _, names in records] == [["constable", "random"], ["random", "constable"]]
    first, second = (Match(match.rules, match.seed).state for match, _ in records)
    assert (first.hands, first.case_file) == (second.hands, second.case_file)


def test_teams_are_seated_as_teams(tmp_path: Path) -> None:
    """Partners are the same bot."""
    arena("rue-morgue", matches=2, players=4, records=tmp_path)
    names = [read_record(path.read_text("utf-8"))[1] for path in sorted(tmp_path.iterdir())]
    assert names == [["constable", "random"] * 2, ["random", "constable"] * 2]


def test_the_same_bot_twice_is_exactly_even() -> None:
    """In every deal one wins what the other loses."""
    for case, players in (("ripper", 2), ("capone", 3), ("rue-morgue", 4)):
        played = arena(case, ("constable", "constable"), 6, players)
        comparison = played.comparisons[0, 1]
        assert comparison.rates() == [0.5] * len(comparison.counted())
        assert [comparison.lead(deal) for deal in comparison.counted()] == pytest.approx(
            [0] * len(comparison.counted())
        )
        assert played.labels == ["constable", "constable (2)"]


# The same results


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    """Nor on the order in which matches are ready."""
    bots = ("constable", "random", "constable")
    one, two = (arena("ripper", bots, 18, jobs=jobs, play_all=False) for jobs in (1, 2))
    assert without_times(one) == without_times(two)
    assert one.comparisons[0, 1].clear


def test_what_came_out_is_pinned() -> None:
    """A small arena, to the last figure."""
    data = without_times(arena(bots=("random", "random"), matches=4))
    assert data["comparisons"] == [
        {
            "bots": ["random", "random (2)"],
            "deals": 2,
            "matches": 4,
            "wins": [2, 2],
            "unfinished": 0,
            "win_rate": {"mean": 0.5, "low": 0.0999, "high": 0.9001},
            "points_ahead": {"mean": 0.0, "low": 0.0, "high": 0.0},
            "stopped_early": False,
        }
    ]


def test_a_record_gives_every_decision_again(tmp_path: Path) -> None:
    """The same situations, and the same bots decide the same from them."""
    arena("capone", ("constable", "sergeant"), 2, records=tmp_path)
    for path in tmp_path.iterdir():
        match, names = read_record(path.read_text("utf-8"))
        assert names is not None
        bots = [make_bot(name, match.rules) for name in names]
        count = 0
        for situation, action in decisions_of(match):
            assert bots[situation.view.seat].decide(situation).action == action
            assert situation.story
            count += 1
        assert count == sum(len(played.actions) for played in match.rounds)


def test_a_record_gives_a_program_the_same_lines_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`casefile replay --inputs`, piped into the program, gives the answers of the record."""
    program = [sys.executable, str(EXAMPLE)]
    name = f"exec:{' '.join(program)}"
    code, _, _ = run(capsys, "ripper", name, "random", "--matches", 2, "--jobs", 1, "--records", tmp_path)
    assert code == 0
    for path in tmp_path.iterdir():
        match, names = read_record(path.read_text("utf-8"))
        assert names is not None
        seat = names.index(name)
        assert main(["replay", str(path), "--inputs", "--seat", str(seat), "--round", "1"]) == 0
        lines = capsys.readouterr().out
        answers = subprocess.run(program, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
        actions = [match.rules.actions[action].text for actor, action in match.rounds[0].actions if actor == seat]
        assert answers == actions


@pytest.mark.once
@pytest.mark.skipif(QUICK, reason="takes half a minute")
def test_on_a_cluster() -> None:
    """Ray plays the same matches."""
    arguments = ["ripper", "random", "constable", "--matches", "4", "--json"]
    results = []
    with tempfile.TemporaryDirectory(prefix="casefile", dir="/tmp") as folder:  # Ray's sockets need a short path
        for workers in (["--jobs", "1"], ["--cluster", "local"]):
            command = [*COMMAND, "arena", *arguments, *workers]
            environment = os.environ | {"RAY_TMPDIR": folder}
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            results.append(json.loads(done.stdout))
            del results[-1]["decisions"]
    assert results[0] == results[1]


def test_a_round_that_was_given_up_is_played_again_as_it_was() -> None:
    """Rounds that reach the cap are part of the match (C-23)."""
    rules = rules_for("ripper")
    match = Match(rules, "given up", target=5)
    play_match(match, [make_bot("random", rules)] * 2, cap=90)
    assert any(played.stopped for played in match.rounds)
    assert [action for _, action in decisions_of(match)] == [
        action for played in match.rounds for _, action in played.actions
    ]


def test_the_seed_of_a_decision_tells_nothing_of_the_deal() -> None:
    """It is another one for every step and seat, and the match's seed is not in it."""
    rules = rules_for("ripper")
    match = Match(rules, "a secret")
    seeds = [decision_seed(match, seat) for seat in (0, 1)]
    match.apply(match.state.actor(), rules.legal(match.state, match.state.actor())[0])
    seeds += [decision_seed(match, seat) for seat in (0, 1)]
    assert len(set(seeds)) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)


def test_a_match_without_a_winner_counts_half() -> None:
    """Nobody scores when every round is given up."""
    plan = Plan(("ripper",), ("random", "constable"), cap=3)
    played = Arena(plan, 2, play_all=True)
    played.run(1, None, lambda done, total: None)
    data = played.comparisons[0, 1].as_json(played.labels)
    assert (data["unfinished"], data["win_rate"]["mean"], data["points_ahead"]["mean"]) == (2, 0.5, 0.0)
    assert len({round(mean, 6) for _, mean, _ in played.ratings()}) == 1


# Figures


def test_intervals() -> None:
    """Against figures from tables of Student's distribution, and by hand."""
    assert [t95(freedom) for freedom in (1, 10)] == [12.706, 2.228]
    assert [t95(freedom) for freedom in (11, 20, 30, 100)] == pytest.approx([2.201, 2.086, 2.042, 1.984], abs=0.003)
    points = points_estimate([1, 2, 3, 4])
    assert (points.mean, points.low, points.high) == pytest.approx((2.5, 2.5 - 2.054, 2.5 + 2.054), abs=0.001)
    assert points_estimate([3]).low is None
    rate = rate_estimate([1, 1, 0.5, 1])
    assert rate.mean == 0.875
    # As if one more deal had been won by each: 1, 1, 0.5, 1, 0, 1.
    assert (rate.low, rate.high) == pytest.approx((0.75 - 1.96 * 0.1708, 1.0), abs=0.001)
    assert rate_estimate([]).low is None


def test_an_interval_never_shrinks_to_nothing() -> None:
    """All deals alike are not certainty."""
    for value in (0.0, 0.5, 1.0):
        rate = rate_estimate([value] * 20)
        assert rate.low is not None
        assert rate.high is not None
        assert rate.high - rate.low > 0.05


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    """Deals of two even bots, drawn by a generator of ours."""
    rng = Rng("cover")
    covered = stopped = 0
    for _ in range(400):
        deals = [rng.below(3) / 2 for _ in range(64)]
        rate = rate_estimate(deals)
        assert rate.low is not None
        assert rate.high is not None
        covered += rate.low <= 0.5 <= rate.high
        stopped += any(is_clear(deals[:count]) for count in range(1, 65) if is_look(count))
    assert 365 <= covered <= 395
    assert stopped <= 8


def test_looks_are_rare() -> None:
    """After 8, 16, 32 … deals."""
    assert [count for count in range(200) if is_look(count)] == [8, 16, 32, 64, 128]


def test_times_add_up() -> None:
    """Mean exactly, the rest to five percent, in any order."""
    one, other = Times(), Times()
    for number in range(1, 1001):
        (one if number % 3 else other).add(number / 1000)
    one.merge(other)
    assert one.count == 1000
    assert one.mean() == pytest.approx(0.5005)
    assert one.quantile(0.95) == pytest.approx(0.95, rel=0.03)
    assert Times().quantile(0.95) == Times().mean() == 0


def test_only_choices_are_timed() -> None:
    """A bot that has one legal action does not decide."""
    plan = Plan(("ripper",), ("random", "random"), keep_records=True)
    played = play_task(Task(plan, (0, 1), 0, (0, 1)))
    match, _ = read_record(played.record)
    choices = sum(len(situation.actions) > 1 for situation, _ in decisions_of(match))
    assert sum(times.count for times in played.times.values()) == choices


# Stops


def test_a_clear_comparison_stops(tmp_path: Path) -> None:
    """At a look, and only its matches count and have records."""
    played = arena(bots=("sergeant", "random"), matches=60, jobs=2, play_all=False, records=tmp_path)
    comparison = played.comparisons[0, 1]
    assert comparison.clear
    assert comparison.counted() == list(range(8))
    assert len(list(tmp_path.iterdir())) == len(comparison.matches()) == 16
    assert played.count_played() == played.count_planned() == 16


def test_all_plays_all() -> None:
    """Also when it is clear."""
    played = arena(bots=("sergeant", "random"), matches=20)
    assert len(played.comparisons[0, 1].matches()) == 20
    assert not played.comparisons[0, 1].clear


def test_an_interrupt_reports_whole_deals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a deal: that deal does not count."""
    plan = Plan(("ripper",), ("random", "random"), keep_records=True)
    played = Arena(plan, 20, records=str(tmp_path))

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    played.run(1, None, stop)
    assert played.interrupted
    assert len(played.comparisons[0, 1].matches()) == len(list(tmp_path.iterdir())) == 4
    assert played.as_json()["interrupted"]


@pytest.mark.once
@pytest.mark.parametrize(("stop", "jobs", "code"), [("SIGINT", 2, 130), ("SIGTERM", 2, 143), ("SIGTERM", 1, 143)])
def test_a_command_that_is_stopped(stop: str, jobs: int, code: int, tmp_path: Path) -> None:
    """It reports what was played, and says by its exit code what stopped it; none of its processes stays."""
    arguments = ["ripper", "random", "constable", "--matches", "100000", "--all", "--jobs", str(jobs), "--json"]
    records, page = tmp_path / "records", tmp_path / "page.html"
    records.mkdir()
    command = [*COMMAND, "arena", *arguments, "--records", str(records), "--html", str(page)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and len(list(records.iterdir())) < 4:
            time.sleep(0.05)
        workers = children(process.pid)
        for _ in range(2 if stop == "SIGTERM" else 1):  # `timeout` sends two, to the process and to its group
            process.send_signal(signal.Signals[stop])
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, "")
    assert json.loads(out)["interrupted"]
    assert json.loads(out)["comparisons"][0]["matches"] == len(list(records.iterdir())) >= 2
    assert "The playing was interrupted" in page.read_text("utf-8")
    assert all_end(workers)


def test_a_bot_that_fails_ends_the_arena_and_keeps_what_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One line that names it; the report comes first."""
    (tmp_path / "bot.py").write_text("import sys\nsys.stdin.readline()\nprint('hold')\n")
    name = f"exec:{sys.executable} {tmp_path / 'bot.py'}"
    code, out, err = run(capsys, "jekyll-hyde", "random", "constable", name, "--matches", 2, "--jobs", 1)
    assert code == 2
    assert "random against constable: matches 2" in out
    assert err.splitlines()[-1].startswith(f"casefile: bot {name}: answered 'hold'")


# The command


def test_the_report_on_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain lines."""
    code, out, _ = run(capsys, "ripper", "constable", "random", "--matches", 2, "--jobs", 1)
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "ripper, 2 players: 2 matches"
    assert re.fullmatch(
        r"constable against random: matches 2, won [\d.]+ % \[.*\], points ahead .*, stopped early no", lines[1]
    )
    assert lines[2] == "ratings, and time per decision"
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ripper", "random"], "name two bots or more; random has nobody to play against"),
        (["ripper", "random", "watson"], "unknown bot 'watson'; known: random, constable"),
        (["ripper", "quick=random", "quick=constable"], "the label 'quick' stands for two bots; give each its own"),
        (["ripper", "random", "random=constable"], "the label 'random' stands for two bots"),
        (["ripper", "random", "=constable"], "a bot with a label is LABEL=BOT, 1 to 60 letters before the sign"),
        (["ripper", "random", "a\nb=constable"], "a bot with a label is LABEL=BOT"),
        (["ripper", "random", "quick=watson"], "unknown bot 'watson'; known: random, constable"),
        (["ripper", "random", "random", "--rounds", "0"], "must be a whole number from 1 on"),
        (["ripper", "random", "random", "--rounds", "4", "--matches", "4"], "not allowed with argument"),
        (["rippper", "random", "random"], "unknown case 'rippper'; did you mean ripper?"),
        (["ripper", "random", "random", "--players", "7"], "ripper is played by 2, 3 or 4, not by 7"),
        (["ripper", "random", "random", "--matches", "0"], "must be a whole number from 1 on"),
        (["ripper", "random", "inspector:fast"], "a whole number of tries (200) or seconds (0.5s), not 'fast'"),
        (["ripper", "random", "random", "--records", "/proc/no"], "--records: /proc/no"),
        (["ripper", "random", "random", "--html", "/no/such/page"], "--html: /no/such/page: cannot be written"),
        (["ripper", "random", "random", "--resume"], "--resume: name the folder of the matches that were played, with"),
        (["ripper", "random", "random", "--jobs", "2", "--cluster", "auto"], "not allowed with argument"),
    ],
)
def test_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    """That says what would be right, before anything is played."""
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


# The page


class Checker(HTMLParser):
    """Checks that tags are closed in order, and gathers what the page asks for."""

    VOID = ("meta", "link", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.seen: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Remember it."""
        self.seen[tag] += 1
        self.links += [value or "" for name, value in attributes if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Needs no end."""
        self.seen[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        """It must be the last that was opened."""
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Well-formed, with every plot told in words, and no request to anywhere."""
    file = tmp_path / "page.html"
    bots = ["constable", "random", "tests.arena.test_custom:Last"]
    assert run(capsys, "jekyll-hyde", *bots, "--matches", 4, "--jobs", 1, "--html", file, "--cap", 200)[0] == 0
    text = file.read_text("utf-8")
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert checker.links == ["data:,"]
    assert not re.search(r"https?:|url\(|@import|<script", text)
    assert checker.seen["table"] == 2
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawings) == 3 + 4
    for drawing in drawings:
        tree = ElementTree.fromstring(drawing)
        assert tree.get("role") == "img"
        assert all(tree.findtext(tag) for tag in ("title", "desc"))
    for bot in bots:
        assert bot in text
    assert "prefers-color-scheme: dark" in text


def test_the_page_takes_odd_names_for_what_they_are() -> None:
    """A name is no markup."""
    plan = Plan(("ripper",), ("random", "exec:<b>&'\""))
    text = write_page(Arena(plan, 2))
    assert "<b>" not in text
    assert "exec:&lt;b&gt;&amp;" in text
    assert "No deal was played to its end." in text
