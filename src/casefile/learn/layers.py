"""The net that is trained, in torch (learn/numpy_net.py runs it with NumPy)."""

import torch
from torch import Tensor, nn

from casefile.learn.net import LAYERS


class Player(nn.Module):
    """The net that ships: what to do, what it brings, and where the hidden cards lie."""

    def __init__(self, row: int, features: int, places: int, width: int) -> None:
        super().__init__()
        self.trunk = tower(row, width)
        self.policy = nn.Linear(width, features)
        self.value = nn.Linear(width, 2)
        self.belief = nn.Linear(width, places)
        with torch.no_grad():
            self.policy.weight *= 0.05

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Features of actions, values, and places."""
        hidden = self.trunk(rows)
        return self.policy(hidden), self.value(hidden), self.belief(hidden)


def tower(row: int, width: int) -> nn.Sequential:
    """Three layers."""
    layers: list[nn.Module] = []
    for at in range(LAYERS):
        layers += [nn.Linear(row if at == 0 else width, width), nn.ReLU()]
    return nn.Sequential(*layers)
