"""The settings of a training."""

from dataclasses import dataclass

from casefile.learn.workers import Game


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
    opponent: str = "sergeant"  # whom the net meets in the arena each time it is saved,
    duels: int = 100  # for so many rounds; 0: it meets nobody
    against: str = ""  # the file of a net that plays and does not learn: the best answer to it is sought
