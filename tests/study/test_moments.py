"""Moments of a match: what a seat knew of the hidden cards, and what would have come of another action."""

import json
import sys
from functools import partial

import pytest

from casefile.core.rng import Rng
from casefile.core.rules import Rules
from casefile.errors import CasefileError
from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import play_match
from casefile.registry import cases, rules_for
from casefile.server.moments import belief, what_if
from casefile.study import belief as beliefs
from casefile.study.report import report
from casefile.study.review import review
from casefile.text.language import Speaker
from casefile.text.record import write_record
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of

pytestmark = pytest.mark.once


def some_rounds(rules: Rules, rounds: int = 2, cap: int = 24) -> Match:
    """Rounds that were given up."""
    match = Match(rules, "moments", log=True)
    play_match(match, [make_bot("sergeant", rules)] * rules.seats, cap=cap, most=rounds)
    return match


@every_variant
def test_a_belief_agrees_with_what_is_certain(variant: Variant) -> None:
    """Every place holds as many cards as it has, by the net and without one, and the same wherever they really lie."""
    rules = rules_of(variant)
    match = some_rounds(rules, 1).until(20)
    for seat in range(rules.seats):
        view = rules.view(match.state, seat)
        sizes = [sum(row) for row in beliefs.hidden_cards(rules, match.state, view)]
        swapped = rules.view(rules.determinize(view, Rng("swapped")), seat)
        for find in (partial(beliefs.whereabouts, target=100), beliefs.by_what_is_certain):
            found = find(rules, view)
            assert found == find(rules, swapped)
            for known, expected, size in zip(found.known, found.expected, sizes, strict=True):
                assert min(expected) >= 0
                assert sum(known) + sum(expected) == pytest.approx(size, abs=0.01)


def test_cards_that_may_have_been_taken_from_the_discard_pile_are_placed_there_too() -> None:
    """Every copy that a seat does not see has a place: the pile, too, where others took cards out of it unseen."""
    rules = rules_for("capone", 2)
    match = Match(rules, "pile/24", log=True)
    play_match(match, [make_bot("sergeant", rules)] * 2, most=1)
    moments = ((step, seat, match.until(step).state) for step in range(len(match.round.actions)) for seat in (0, 1))
    step, seat, state = next(each for each in moments if beliefs.is_pile_doubtful(rules.view(each[2], each[1])))
    view = rules.view(state, seat)
    unseen = view.unseen(rules.deck.copies, rules.face_kind)
    for found in (beliefs.whereabouts(rules, view, match.target), beliefs.by_what_is_certain(rules, view)):
        assert found.places[-2:] == ["file", "discard"]
        for kind, copies in enumerate(unseen):
            placed = sum(row[kind] for row in found.known) + sum(row[kind] for row in found.expected)
            assert placed == pytest.approx(copies, abs=0.01)
    told = json.loads(belief(write_record(match), step, seat))
    assert told["places"] == found.places
    assert sum(row["lies"][-1] for row in told["rows"]) == view.discard_size - len(view.discard)


def test_what_if_says_what_the_review_says() -> None:
    """The same judge gets the same knowledge, so both give the same figures; the line leads on from there."""
    rules = rules_for(next(iter(cases())), 2)
    match = some_rounds(rules)
    text = write_record(match, ["Ann", "Ben"])
    steps = report(review(match), Speaker(rules))["steps"]
    at = next(at for at, step in enumerate(steps) if step["decision"] and len(step["decision"]["options"]) > 3)
    told = json.loads(what_if(text, at - 1, [], steps[at]["action"], "en"))
    options = steps[at]["decision"]["options"]
    figures = {one["action"]: (one["chance"], one["points"]) for one in told["options"]}
    assert {one["action"]: (one["chance"], one["points"]) for one in options}.items() <= figures.items()
    assert told["steps"][0]["action"] == steps[at]["action"]
    assert told["worths"][0]["chance"] == steps[at]["chance"]
    line = [f"{step['seat']}: {step['action']}" for step in told["steps"]]
    assert len(line) == len(told["worths"]) > 1
    further = json.loads(what_if(text, at - 1, line[:2], None, "de"))
    assert further["seat"] == told["steps"][2]["seat"]
    assert [step["action"] for step in further["steps"]] == [step["action"] for step in told["steps"][:2]]


def test_without_numpy_rounds_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a case that brings no net: the plain judge answers, and nothing is read from the others' play."""
    for name in [name for name in sys.modules if name.startswith(("casefile.learn.", "casefile.study.judge"))]:
        if name != "casefile.learn.proofs":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    text = write_record(some_rounds(rules_for(next(iter(cases())), 2), 1))
    assert json.loads(belief(text, 5, 0))["by"] == "certain"
    told = json.loads(what_if(text, 1, [], None, "en"))
    assert told["judge"] == "playing out"
    action = told["options"][-1]["action"]
    assert all(0 <= one["chance"] <= 10_000 for one in told["options"])
    line = json.loads(what_if(text, 1, [], action, "en"))
    assert (line["steps"][0]["action"], len(line["steps"]), line["worths"]) == (action, 9, [])


def test_what_cannot_be_asked_is_said_in_a_line() -> None:
    """Steps, seats and actions that there are not."""
    text = write_record(some_rounds(rules_for(next(iter(cases())), 2), 1))
    with pytest.raises(CasefileError, match="the steps 0 to 24, not 99"):
        belief(text, 99, 0)
    with pytest.raises(CasefileError, match="seat: must be 0 to 1, not 2"):
        belief(text, 0, 2)
    with pytest.raises(CasefileError, match="discard"):
        what_if(text, 0, [], "discard nobody", "en")
