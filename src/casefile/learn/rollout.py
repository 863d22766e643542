"""How a net is trained, and what happens at its tables between two updates."""

from dataclasses import dataclass

import torch
from torch import Tensor

from casefile.learn.workers import GROUPS, MOST_SIDES, Crew, Game

VALUES = 2 * MOST_SIDES  # of the critic: what the round brings each side in chances, and in points


@dataclass
class Plan:
    """How a net is trained."""

    games: list[Game]
    seconds: float
    seed: str = "0"
    tables: int = 4096  # of a group
    workers: int = 15
    steps: int = 40  # between two updates
    width: int = 512
    batch: int = 32768
    epochs: int = 3
    rate: float = 5e-4
    floor: float = 0.1  # of the learning rate at the end, as a part of it
    entropy: float = 0.03  # the bonus for it; it falls to a tenth
    imitate: float = 0.05  # the part of the time spent on imitating the sergeant
    against: str = ""  # the file of a net that plays and does not learn: the best answer to it is sought


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
