"""What an expert does at a table, and why."""

from casefile.bots.base import Situation
from casefile.bots.plain import Sergeant
from casefile.registry import policy_for
from tests.scene import Scene

SAYS_NOTHING = ("other", "event", "take", "take-play")  # reasons that go without saying: the action says as much


def decide(table: Scene, seat: int | None = None) -> tuple[str, str]:
    """What looks best at this table for who has to choose, and the key of the reason."""
    rules = table.rules
    asked = table.state.actor() if seat is None else seat
    expert = Sergeant(policy_for(rules), misjudged=1)
    situation = Situation(rules.view(table.state, asked), rules.legal(table.state, asked), rules.target, "test")
    decision = expert.decide(situation)
    return rules.actions[decision.action].text, decision.reason.key
