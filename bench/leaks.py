"""Does the time that something takes tell what nobody may know? For the beat of RIP-22, and for bots that think.

    .venv/bin/python -m bench.leaks [--beats 200] [--beat 0.4] [--decisions 300] [--bot inspector]

Beats: a table of Jack the Ripper with five victims on it, where somebody holds *The Ripper escapes* and is asked in
secret, and one where nobody is. Around nine tenths of the beat, when the answer is written, a client sends ping after
ping; what it could notice is how long one of them waits. That is measured inside the server's own event loop, where no
network hides anything, and twice: by the clock, and by the CPU time of the loop, as if nothing else ran on the
machine. Thinking: a bot plays at instant pace; from when it is asked until it discards, where it could have done
something else and where it could not. Each ends with an AUC (0.5: nothing can be told) and its 95 % interval, from
bootstrap samples; for somebody who takes the median of ten beats, such medians are drawn from each of these samples.
Run it on a machine that does nothing else. To see that it finds a leak, put it into a checkout of version 0.1.0
(commit 6b5bf1c) and run it there.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter, thread_time

import numpy as np
from numpy.typing import NDArray

from casefile.server.sqlite import SqliteStorage
from tests.rules.ripper_scenes import FIVE_VICTIMS
from tests.server.tables import Listener, table_of
from tests.server.test_leaks import HOLDS, HOLDS_NOT, set_scene

AROUND = (0.8, 1.0)  # of the beat
AT_A_TIME = 10  # beats of which a client takes the median
SAMPLES = 1000
MEDIANS = 2000  # that are drawn from each sample of beats: with few of them, chance would widen the interval

Times = NDArray[np.float64]


def auc(high: Times, low: Times) -> float:
    """How likely one of the first is larger than one of the second."""
    low = np.sort(low)
    wins = np.searchsorted(low, high, "left") + np.searchsorted(low, high, "right")
    return float(wins.mean()) / (2 * len(low))


def resampled(times: Times, rng: np.random.Generator) -> Times:
    """A bootstrap sample."""
    return rng.choice(times, len(times))


def medians(times: Times, rng: np.random.Generator) -> Times:
    """Medians of several times."""
    found: Times = np.median(rng.choice(times, (MEDIANS, AT_A_TIME)), axis=1)
    return found


def tell(what: str, high: list[float], low: list[float], *, several: bool = False) -> None:
    """Print one result, and what somebody can tell who takes the median of several times."""
    rng = np.random.default_rng(1)
    one, other = np.array(high), np.array(low)
    drawn = [(resampled(one, rng), resampled(other, rng)) for _ in range(SAMPLES)]
    show(what, auc(one, other), [auc(*each) for each in drawn], f" (n = {len(high)} + {len(low)})")
    if several:
        found = auc(medians(one, rng), medians(other, rng))
        each_found = [auc(medians(each, rng), medians(beside, rng)) for each, beside in drawn]
        show(f"median of {AT_A_TIME}: {what}", found, each_found)


def show(what: str, found: float, drawn: list[float], more: str = "") -> None:
    """Print an AUC and between what it lies in 95 of 100 bootstrap samples; which takes longer does not matter."""
    least, most = float(np.quantile(drawn, 0.025)), float(np.quantile(drawn, 0.975))
    if found < 0.5:
        found, least, most = 1 - found, 1 - most, 1 - least
    print(f"{what}: AUC {found:.2f}, {least:.2f} to {most:.2f}{more}", flush=True)


async def longest_wait(hands: list[str], folder: Path, beat: float) -> tuple[float, float]:
    """One beat after a discard, with a client that sends pings around nine tenths of it: how long one waits at most.

    By the clock, and by the CPU time that the event loop takes.
    """
    storage = SqliteStorage(folder)
    async with table_of("ripper", 4, beat=beat, storage=storage) as (table, people):  # type: ignore[arg-type]
        set_scene(table, hands, ["", FIVE_VICTIMS, "", ""])
        looking = Listener(table, None)
        for listener in [*people, looking]:
            await listener.say("hello", version=1)
        start = perf_counter()
        await people[1].act("discard eddy")
        await asyncio.sleep(max(0.0, start + AROUND[0] * beat - perf_counter()))
        waits, work = [0.0], [0.0]
        while perf_counter() < start + AROUND[1] * beat:
            sent, before = perf_counter(), thread_time()
            await asyncio.sleep(0.0005)
            await looking.say("ping")
            waits.append(perf_counter() - sent)
            work.append(thread_time() - before)
        while table.beat.is_on:
            await asyncio.sleep(0.01)
    return max(waits), max(work)


async def beats(count: int, beat: float) -> None:
    """As many beats of each kind, in random order."""
    rng = random.Random("beats")
    found: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for is_asked in rng.sample([True, False] * count, 2 * count):
        with tempfile.TemporaryDirectory() as folder:
            found[is_asked].append(await longest_wait(HOLDS if is_asked else HOLDS_NOT, Path(folder), beat))
    for at, clock in enumerate(("by the clock", "by CPU time")):
        asked, not_asked = ([times[at] for times in found[kind]] for kind in (True, False))
        tell(f"one beat, {clock}", asked, not_asked, several=True)


async def thinking(count: int, bot: str) -> None:
    """Time from when a bot is asked until it discards, by whether it could have done something else.

    What it does instead of a discard all can see, so that its time tells nothing more.
    """
    from casefile.server.slots import slot_of  # 0.1.0 had none

    found: dict[bool, list[float]] = {True: [], False: []}
    matches = 0
    while len(found[True]) + len(found[False]) < count:
        matches += 1
        await play(bot, f"thinking/{matches}", count, found)
    tell(f"{bot} thinks", found[True], found[False])
    late = [sum(time > 1.5 * slot_of(bot) for time in times) / len(times) for times in (found[True], found[False])]
    print(f"  needed another slot: {late[0]:.1%} and {late[1]:.1%}", flush=True)


async def play(bot: str, secret: str, count: int, found: dict[bool, list[float]]) -> None:
    """One match, or as much of it as is needed."""
    rng = random.Random(secret)
    async with table_of("capone", 2, secret, bots={1: bot}, target=1000) as (table, people):
        room = table.room
        assert room.match is not None
        while len(found[True]) + len(found[False]) < count and room.ended is None:
            if room.is_between:
                await people[0].say("ready")
            elif room.actors() == [1]:
                position = room.position()
                texts = [room.rules.actions[each].text for each in room.rules.legal(room.match.state, 1)]
                start = perf_counter()
                while room.actors() == [1] and room.position() == position:
                    await asyncio.sleep(0.0005)
                took = perf_counter() - start
                _, action = room.match.round.actions[position[1]]
                if len(texts) > 1 and room.rules.actions[action].verb == "discard":
                    found[any(not text.startswith("discard ") for text in texts)].append(took)
            elif texts := people[0].texts():
                await people[0].act(rng.choice(texts))
            await asyncio.sleep(0)  # what follows may not have been told yet


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--beats", type=int, default=200, help="of each kind")
    parser.add_argument("--beat", type=float, default=0.4, help="seconds")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--bot", default="inspector")
    options = parser.parse_args()
    if options.beats:
        asyncio.run(beats(options.beats, options.beat))
    if options.decisions:
        asyncio.run(thinking(options.decisions, options.bot))
    return 0


if __name__ == "__main__":
    sys.exit(main())
