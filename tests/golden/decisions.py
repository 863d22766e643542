"""What bots that think for a number of tries decide, as digests: the same on every Python, in a browser too.

python -m tests.golden.decisions
"""

import json
from hashlib import sha256

from casefile.match import Match
from casefile.players import make_bot
from casefile.players.play import situation_of
from casefile.registry import cases, rules_for

BOTS = ("inspector:8", "dupin:10")
DECISIONS = 24


def decided(case: str) -> str:
    """What two bots do at the beginning of a match, and what they think of it, to the last bit."""
    rules = rules_for(case, 2)
    bots = [make_bot(name, rules) for name in BOTS]
    match = Match(rules, "decisions")
    digest = sha256()
    for _ in range(DECISIONS):
        if match.round.result is not None:
            break
        seat = match.state.actor()
        decision = bots[seat].decide(situation_of(match, seat, story=True))
        thought = [(each.action, float(each.points).hex(), float(each.chance).hex()) for each in decision.candidates]
        digest.update(json.dumps([seat, decision.action, thought]).encode())
        match.play(seat, decision.action)
    return digest.hexdigest()


def all_decided() -> str:
    """All cases, as JSON."""
    return json.dumps({case: decided(case) for case in cases()}, indent=1)


if __name__ == "__main__":
    print(all_decided())
