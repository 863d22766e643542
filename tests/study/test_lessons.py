"""Lessons: the engine plays every one of them, and what is wrong with one is named."""

import io
from typing import Any

import msgspec
import pytest

from casefile.cli import main
from casefile.core.case import Case
from casefile.errors import CasefileError
from casefile.registry import case_named, cases
from casefile.server import bodies, messages
from casefile.server.lessons import answer
from casefile.study.lesson_check import problems_of, wrong_steps, wrong_words
from casefile.study.lessons import Lesson, LessonFile, Step, has_lesson, lesson_of, words_of
from casefile.text.languages import LANGUAGES

pytestmark = pytest.mark.once

OURS = ["ripper", "rue-morgue", "jekyll-hyde", "capone"]
LONGEST = 260  # letters that a phone shows beside the hand
Wish = bodies.LessonWish


@pytest.mark.parametrize("case", [case.name for case in cases().values() if has_lesson(case)])
def test_the_engine_finds_nothing_wrong(case: str) -> None:
    """Positions, what is asked, what is explained, rules and sentences."""
    assert problems_of(case_named(case)) == []


@pytest.mark.parametrize("case", OURS)
def test_a_lesson_is_short(case: str) -> None:
    """Eight to twelve steps, of a few sentences each; one at least has something wrong to explain."""
    steps = lesson_of(case).steps
    assert 8 <= len(steps) <= 12
    assert sum(bool(step.wrong) for step in steps) >= 5
    for language in LANGUAGES:
        for words in words_of(case, language).values():
            assert all(len(text) <= LONGEST for text in [words.text, words.done, *words.wrong.values()]), words.title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", OURS)
def test_a_lesson_is_played_in_the_frames_of_the_protocol(case: str, language: str) -> None:
    """From the first step to the last; Constable's hand stays hidden, and rounds are scored."""
    reply = answer(case, Wish(), language)
    scored = 0
    while reply.step + 1 < reply.steps:
        wish = Wish(step=reply.step, done=reply.done, action=reply.next)
        reply = answer(case, Wish(step=reply.step + 1) if reply.finished else wish, language)
        assert reply.verdict is None or reply.verdict.kind == "right"
        for frame in reply.frames:
            if isinstance(frame, messages.Scoring):
                scored += 1
                assert frame.scores == last_state(reply).scores != frame.scores_before
            elif isinstance(frame, messages.StateInfo) and frame.view is not None and frame.view["phase"] != "over":
                kept = [card for card in frame.view["hands"][1] if card is None]
                assert len(kept) >= len(frame.view["hands"][1]) - 1  # one may have been given openly
    assert scored >= 1
    assert reply.finished


def test_what_is_not_asked_changes_nothing() -> None:
    """It is explained by the lesson, or by the rules; in any order is right if the rest is still possible."""
    taken = ["draw discard"]
    before = answer("ripper", Wish(step=5, done=taken), "en")
    wrong = answer("ripper", Wish(step=5, done=taken, action="discard jill"), "en")
    assert wrong.verdict is not None
    assert (wrong.verdict.kind, wrong.verdict.rules) == ("other", ["C-10"])
    assert (wrong.done, last_view(wrong)) == (taken, last_view(before))
    refused = answer("ripper", Wish(step=5, done=taken, action="play alibi:jill"), "en").verdict
    assert refused == bodies.LessonVerdict("refused", "Alibi for Jill the Ripper is not in the hand", ["C-12"])
    unread = answer("ripper", Wish(step=5, done=taken, action="fly"), "de").verdict
    assert unread is not None
    assert unread.kind == "refused"
    why = answer("ripper", Wish(step=5, done=taken, cards=["jill"]), "en").verdict
    assert why is not None
    assert (why.kind, why.rules) == ("refused", ["C-9"])
    other_way_round = answer("ripper", Wish(step=5, done=taken, action="lay chapman"), "en")
    assert (other_way_round.done, other_way_round.next) == ([*taken, "lay chapman"], "lay druitt")


def test_what_to_try_instead_names_the_learners_own_area() -> None:
    """No seat has a number in what people read."""
    verdict = answer("jekyll-hyde", Wish(step=8, action="play transformation 0 carew"), "en").verdict
    assert verdict is not None
    assert verdict.text.endswith("play Transformation on Poole the butler in your own area.")


def last_state(reply: bodies.LessonReply) -> messages.StateInfo:
    """The table as it is shown at last."""
    return [frame for frame in reply.frames if isinstance(frame, messages.StateInfo)][-1]


def last_view(reply: bodies.LessonReply) -> Any:
    """What lies on it."""
    return msgspec.to_builtins(last_state(reply).view)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        pytest.param(Wish(step=99), "step: the lesson of ripper has the steps 0 to 11", id="step"),
        pytest.param(
            Wish(step=1, done=["draw discard"]), "done: the step draw does not ask for 'draw discard' now", id="done"
        ),
        pytest.param(
            Wish(step=1, cards=["gull"]), "cards: name cards of the learner's hand; 'gull' is not among them", id="card"
        ),
    ],
)
def test_wishes_that_cannot_be(wish: Wish, message: str) -> None:
    with pytest.raises(CasefileError) as caught:
        answer("ripper", wish, "en")
    assert str(caught.value) == message


def changed(number: int, **changes: Any) -> Lesson:
    """A lesson with a mistake in one step."""
    steps = [msgspec.structs.replace(step) for step in lesson_of("ripper").steps]
    steps[number] = msgspec.structs.replace(steps[number], **changes)
    return Lesson(case_named("ripper"), LessonFile(steps))


@pytest.mark.parametrize(
    ("number", "changes", "line"),
    [
        pytest.param(1, {"rules": ["C-99"]}, "draw: there is no rule C-99", id="rule"),
        pytest.param(1, {"rules": []}, "draw: cites no rule for something that it says", id="no rule"),
        pytest.param(
            1, {"do": ["meld druitt*3"], "wrong": {}}, "draw: '0: meld druitt*3': draw a card first (C-6)", id="do"
        ),
        pytest.param(1, {"do": ["0: draw file", "x"]}, "draw: '0: 0: draw file': unknown action", id="notation"),
        pytest.param(
            2,
            {"wrong": {"meld druitt*3": ["C-9"]}},
            "victim: 'meld druitt*3' is asked for or cannot be meant there, so there is nothing to explain",
            id="refused by another rule",
        ),
        pytest.param(4, {"then": []}, "discard: it is not for the learner to choose after it", id="nobody goes on"),
        pytest.param(8, {"position": {"hands": []}}, "scene: areas: is missing", id="position"),
    ],
)
def test_a_mistake_is_named(number: int, changes: dict[str, Any], line: str) -> None:
    """By the step in which it is."""
    found = list(wrong_steps(changed(number, **changes)))
    assert any(each.startswith(f"lesson/steps.toml: {line}") for each in found), found


def test_a_missing_sentence_is_named() -> None:
    """In every language that lacks it."""
    lesson = lesson_of("ripper")
    more = Lesson(lesson.case, LessonFile([*lesson.steps, Step("bye", ["C-1"])]))
    lines = list(wrong_words(lesson.case, more))
    assert lines == [f"lesson/{language}.toml: bye: is missing" for language in LANGUAGES]


def test_a_case_without_a_lesson_is_named_and_works() -> None:
    """It is missing, and nothing else happens."""
    case = Case("moth", "The Moth", "casefile.study", lambda variant, deck: None, players=(2,), prefix="MOT")
    assert problems_of(case) == ["lesson/steps.toml: is missing, so newcomers are offered no lesson"]
    assert not has_lesson(case)


def test_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked for is typed, hinted at or numbered; all else is explained."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n2\n1\nmeld druitt*3\nhint\nq\n"))
    assert main(["lesson", "ripper", "--language", "en"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    words = words_of("ripper", "en")
    for text in (words["draw"].wrong["draw discard"], words["victim"].wrong["meld druitt*3"], words["meld"].text):
        assert text in said
    assert main(["lesson", "rippr"]) == 2
