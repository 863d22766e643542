"""What happens at the tables of a net that is trained, between two updates."""

import torch
from torch import Tensor

from casefile.learn.plan import Plan
from casefile.learn.workers import GROUPS, MOST_SIDES, Crew

VALUES = 2 * MOST_SIDES  # of the critic: what the round brings each side in chances, and in points


class Rollout:
    """What happened at all tables in some steps; sides are counted from that of seat 0."""

    def __init__(self, plan: Plan, crew: Crew, device: str) -> None:
        shape, count = crew.shape, (plan.steps, GROUPS, crew.tables)
        self.imitating = False  # the sergeant chose

        def room(*dims: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((*count, *dims), dtype=dtype, device=device)

        self.rows = room(shape.row, dtype=torch.uint8)
        self.hidden = room(shape.hidden, dtype=torch.uint8)
        self.masks = room(shape.mask, dtype=torch.uint8)
        self.actors = room(dtype=torch.long)
        self.chosen = room(dtype=torch.long)
        self.likely = room()  # log of the chance with which it was chosen
        self.values = room(VALUES)
        self.rewards = room(VALUES)
        self.learning = room(dtype=torch.bool)  # is it a decision of the net that learns?
        self.ended = room(dtype=torch.bool)
        self.after = torch.zeros((*count[1:], VALUES), device=device)  # what the critic says of where they stop
