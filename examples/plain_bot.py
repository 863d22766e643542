"""A bot as a program of its own: it reads one line of JSON for each decision and answers with an action.

    casefile arena ripper random "exec:python3 examples/plain_bot.py"

docs/bots.md tells what a line holds. The bot needs nothing of Casefile; any language would do.
"""

import json
import random
import sys
from collections import Counter

VERBS = ["meld", "play", "lay", "take", "draw", "discard"]  # the dearest first


def choose(seen: dict, chance: random.Random) -> str:
    """Play what can be played, take what lies open if it makes three, and discard what is of least use."""
    hand = Counter(seen["hands"][seen["seat"]])
    actions = seen["actions"]
    verbs = [verb for verb in VERBS if any(action.startswith(verb) for action in actions)]
    best = [action for action in actions if not verbs or action.startswith(verbs[0])]
    if "draw discard" in best:
        return "draw discard" if hand[seen["discard"][0]] >= 2 else "draw file"
    if best[0].startswith("discard"):
        fewest = min(hand[action.split()[1]] for action in best)
        best = [action for action in best if hand[action.split()[1]] == fewest]
    return chance.choice(best)


for line in sys.stdin:
    situation = json.loads(line)
    answer = choose(situation, random.Random(situation["seed"]))  # the same situation, the same answer
    print(answer, flush=True)
