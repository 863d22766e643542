"""Print what every net says of some rows, as JSON, for the test that holds the page's arithmetic against ours.

For each case that has a net: its file, the scales of a row, and rows from a random round with what the net says of
them. The figures are those of NumPy; rows are written as base64.
"""

import base64
import json
import sys

from casefile.core.rng import Rng
from casefile.core.state import OVER
from casefile.learn.net import net_of
from casefile.learn.numpy_net import NumpyNet
from casefile.registry import cases, rules_for

ROWS = 6
EVERY = 9  # decisions


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
            (judged,) = net.judge([row])
            found.append(
                {
                    "row": base64.b64encode(row).decode(),
                    "wishes": judged.wishes,
                    "gain": judged.gain,
                    "points": judged.points,
                    "places": judged.places,
                }
            )
        actions = rules.legal(state, seat)
        rules.apply(state, seat, actions[rng.below(len(actions))])
        step += 1
    return {"net": str(net.path), "case": case, "scales": net.writer.scales(), "samples": found}


if __name__ == "__main__":
    json.dump([sample for sample in map(samples, cases()) if sample is not None], sys.stdout)
