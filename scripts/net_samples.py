"""Print what every net says of some rows, as JSON, for the test that holds the page's arithmetic against ours.

For each case that has a net: its file, the scales of rows, and rows from a random round with what player and critic say
of them. The figures are those of NumPy; rows are written as base64.
"""

import base64
import json
import sys

from casefile.core.rng import Rng
from casefile.core.state import OVER
from casefile.learn.net import GAIN, HIDDEN, POINTS, net_of
from casefile.learn.numpy_net import NumpyNet
from casefile.registry import cases, rules_for

ROWS = 20
EVERY = 5  # decisions


def samples(case: str) -> dict[str, object] | None:
    """What the net of a case says, if it has one."""
    rules = rules_for(case)
    net = net_of(rules)
    if not isinstance(net, NumpyNet):
        return None
    rng = Rng("samples")
    found: list[dict[str, object]] = []
    step = 0
    state = rules.deal(0, [0] * rules.sides, "samples/0", log=False)
    while len(found) < ROWS:
        if state.phase == OVER:
            state = rules.deal(0, [0] * rules.sides, f"samples/{step}", log=False)
        seat = state.actor()
        if step % EVERY == 0:
            row = net.writer.row(rules.view(state, seat), rules.target)
            hidden = net.writer.hidden_row(state, seat)
            (judged,) = net.judge([row])
            (verdict,) = net.criticize([row], [hidden])
            value = [judged.gain / GAIN, judged.points / POINTS]
            found.append(
                {
                    "row": base64.b64encode(row).decode(),
                    "hidden": base64.b64encode(hidden).decode(),
                    "player": [*judged.wishes, *value, *judged.places],
                    "critic": verdict,
                }
            )
        actions = rules.legal(state, seat)
        rules.apply(state, seat, actions[rng.below(len(actions))])
        step += 1
    scales = net.writer.scales()
    critic_scales = [*scales, *([1 / HIDDEN] * net.writer.hidden_size)]
    return {"net": str(net.path), "case": case, "scales": [scales, critic_scales], "samples": found}


if __name__ == "__main__":
    json.dump([sample for sample in map(samples, cases()) if sample is not None], sys.stdout)
