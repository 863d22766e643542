"""Nets that ship: files, what they say, and the players that they make."""

from pathlib import Path

import numpy as np
import pytest

from casefile.bots.base import Situation
from casefile.core.rng import Rng
from casefile.core.state import OVER
from casefile.errors import CasefileError
from casefile.learn.net import GAIN, net_of
from casefile.learn.numpy_net import NumpyNet, feature_table, read_tensors, write_tensors
from casefile.learn.vidocq import Instant, Vidocq
from casefile.players import make_bot
from casefile.registry import cases, policy_for, rules_for
from tests.laws.test_laws import Variant, every_variant
from tests.laws.walks import rules_of, walk

CAP = 600  # decisions of a round
LARGEST = 3_000_000  # bytes that a net may have
TRAINED = [case for case in cases() if net_of(rules_for(case)) is not None]


@pytest.mark.parametrize("case", TRAINED)
def test_a_net_is_small_and_says_where_it_comes_from(case: str) -> None:
    """It stays below three megabytes, and names its case and how it was trained."""
    net = net_of(rules_for(case))
    assert isinstance(net, NumpyNet)
    assert net.path.stat().st_size <= LARGEST
    assert net.about["case"] == case
    assert int(net.about["decisions"]) > 1_000_000
    assert net.about["plan"]


@every_variant
def test_a_net_judges_every_variant(variant: Variant) -> None:
    """It weighs the legal actions, and its values are within reason."""
    rules = rules_of(variant)
    net = net_of(rules)
    if net is None:
        return
    for state, seat, actions, _ in walk(rules, "judge", 60):
        row = net.writer.row(rules.view(state, seat), rules.target)
        (judged,) = net.judge([row])
        weighed = net.weigh(judged.wishes, actions)
        assert np.isfinite(weighed).all()
        assert abs(judged.gain) <= 4 * GAIN
        assert np.allclose(weighed, feature_table(rules)[actions] @ np.array(judged.wishes), atol=1e-3)
        (chosen,) = net.choose([row], [actions])
        assert weighed[actions.index(chosen)] >= max(weighed) - 1e-3
        ((gain, points),) = net.values([row])
        assert (gain, points) == pytest.approx((judged.gain, judged.points), abs=1e-4)


@pytest.mark.parametrize("case", TRAINED)
def test_multiplying_by_hand_gives_the_same_figures(case: str) -> None:
    """The net is nothing but sums, products and a floor at 0: whoever multiplies the same file gets the same."""
    rules = rules_for(case)
    net = net_of(rules)
    assert isinstance(net, NumpyNet)
    tensors, _ = read_tensors(net.path)
    *_, (state, seat, *_) = walk(rules, "by hand", 30)
    row = net.writer.row(rules.view(state, seat), rules.target)
    values = [byte / scale for byte, scale in zip(row, net.writer.scales(), strict=True)]
    for layer in range(3):
        weight, bias = tensors[f"{layer}.weight"], tensors[f"{layer}.bias"]
        values = [
            max(0.0, float(np.dot(line, values)) + float(start)) for line, start in zip(weight, bias, strict=True)
        ]
    out = [float(np.dot(line, values)) for line in tensors["value.weight"]]
    assert net.judge([row])[0].gain / GAIN == pytest.approx(out[0] + float(tensors["value.bias"][0]), abs=1e-4)


def test_many_alike_actions_share_features() -> None:
    """Each action has a row of its own, also where there are thousands."""
    for case in cases():
        rules = rules_for(case)
        table = feature_table(rules)
        assert len(np.unique(table, axis=0)) == len(rules.actions)
        assert table.shape[1] < 400


@pytest.mark.parametrize("case", TRAINED)
def test_players_of_a_net_decide_from_the_view_alone(case: str) -> None:
    """Hidden cards dealt anew: the same decision, reason and figures. One reason is given that the case can put."""
    rules = rules_for(case)
    instant, thinker = make_bot("vidocq:0", rules), make_bot("vidocq:4", rules)
    assert isinstance(instant, Instant)
    assert isinstance(thinker, Vidocq)
    for step, (state, seat, actions, _) in enumerate(walk(rules, "fair", 40)):
        if len(actions) == 1 or step % 3:
            continue
        view = rules.view(state, seat)
        world = rules.determinize(view, Rng(str(step)))
        for bot in (instant, thinker):
            one, other = (
                bot.decide(Situation(seen, actions, rules.target, str(step)))
                for seen in (view, rules.view(world, seat))
            )
            assert one.action == other.action
            assert one.action in actions
            assert (one.reason.key, one.reason.faces) == (other.reason.key, other.reason.faces)
            assert [vars_of(each) for each in one.candidates] == [vars_of(each) for each in other.candidates]


def vars_of(candidate: object) -> list[object]:
    """The figures of a candidate."""
    return [getattr(candidate, name) for name in ("action", "points", "chance", "tries")]


def test_bad_files_are_refused_in_one_line(tmp_path: Path) -> None:
    """Not there, no net at all, or a net of another case."""
    rules = rules_for(next(iter(cases())))
    broken = tmp_path / "broken.safetensors"
    for content in (b"", b"not a net", b"\xff" * 64):
        broken.write_bytes(content)
        with pytest.raises(CasefileError, match="is no net"):
            NumpyNet(rules, broken)
    with pytest.raises(CasefileError, match="cannot be read"):
        NumpyNet(rules, tmp_path / "missing")
    write_tensors(broken, {"a": np.zeros((2, 2), np.float32)}, {"case": "bridge", "rows": "2"})
    with pytest.raises(CasefileError, match="is a net for bridge"):
        NumpyNet(rules, broken)
    write_tensors(broken, {"a": np.zeros((2, 2), np.float32)}, {"case": rules.case.name, "rows": "1"})
    with pytest.raises(CasefileError, match="rows of version 1, not 2"):
        NumpyNet(rules, broken)


def test_tensors_come_back_nearly_as_they_were_written(tmp_path: Path) -> None:
    """Vectors in half precision, matrices in steps of a 127th of the largest number of each row."""
    arrays = {
        "a.weight": np.array([[1.27, -0.5, 0.004], [1000, 300, -1], [0, 0, 0]], np.float32),
        "a.bias": np.ones(1, np.float32),
    }
    write_tensors(tmp_path / "file", arrays, {"case": "x"})
    tensors, about = read_tensors(tmp_path / "file")
    assert about == {"case": "x"}
    assert sorted(tensors) == ["a.bias", "a.weight"]
    assert tensors["a.bias"].tolist() == [1]
    for written, read in zip(arrays["a.weight"], tensors["a.weight"], strict=True):
        assert np.abs(written - read).max() <= np.abs(written).max() / 127 / 2 + 1e-6


@pytest.mark.parametrize("case", TRAINED)
def test_the_critic_sees_what_lies_ahead(case: str) -> None:
    """What it expects late in a round of sergeants goes with what comes of it."""
    rules = rules_for(case)
    net = net_of(rules)
    assert net is not None
    policy = policy_for(rules)
    expected, came = [], []
    for deal in range(60):
        state = rules.deal(0, [0] * rules.sides, f"critic/{deal}", log=False)
        seen: list[tuple[int, bytes, bytes]] = []
        while state.phase != OVER and len(seen) < CAP:
            actor = state.actor()
            view = rules.glance(state, actor)
            seen.append((actor, net.writer.row(view, rules.target), net.writer.hidden_row(state, actor)))
            rules.apply(state, actor, policy.pick(view, rules.legal(state, actor), deal))
        actor, row, hidden = seen[len(seen) * 3 // 4]
        (values,) = net.criticize([row], [hidden])
        totals = rules.score(state).totals()
        expected.append(values[len(values) // 2])
        came.append(totals[actor % 2] - totals[1 - actor % 2])
    assert np.corrcoef(expected, came)[0, 1] > 0.3
