"""Own mistakes: what a review finds costly is kept by key, posed as it was, and goes when it is solved."""

import asyncio

import msgspec
import pytest

from casefile.match import Match
from casefile.players import seated
from casefile.players.play import play_match
from casefile.registry import rules_for
from casefile.server import bodies, puzzles
from casefile.server.context import Context
from casefile.server.mistakes import Mistakes
from casefile.server.turns import Party
from casefile.study.coach import COSTLY_CHANCE, COSTLY_POINTS
from casefile.study.mistakes import lay_out, mistakes_of
from casefile.study.review import judge_some
from casefile.text.language import Speaker
from casefile.text.record import read_record, write_record
from tests.server.tables import MemoryStorage, make_context

pytestmark = pytest.mark.once  # nothing here depends on the build


@pytest.fixture(scope="module")
def record() -> str:
    """A round of somebody who does whatever comes to mind."""
    rules = rules_for("capone", 2)
    match = Match(rules, "mistakes/4", log=True)  # a short one
    with seated(["random", "sergeant"], rules) as bots:
        play_match(match, bots, most=1)
    return write_record(match, ["Ann", "Ben"])


def test_mistakes_are_posed_with_what_was_known_then_and_solved_by_something_better(record: str) -> None:
    match, _ = read_record(record)
    verdicts = judge_some(match, 0, 10_000)[0]
    found = mistakes_of(match, 0, verdicts)
    assert found
    assert [each.step for each in found] == sorted({each.step for each in found})
    for mistake in found:
        rules, state = lay_out(match, mistake.step)
        seat, action = match.rounds[0].actions[mistake.step]
        assert (seat, rules.actions[action].text, mistake.round) == (0, mistake.chosen, 1)
        texts = [rules.actions[each].text for each in rules.legal(state, 0)]
        assert {mistake.options[0].action, mistake.chosen, *mistake.also} <= set(texts)
        assert mistake.chosen not in [mistake.options[0].action, *mistake.also]
        assert mistake.as_puzzle("name").is_solved_by(mistake.options[0].action)
        assert not mistake.as_puzzle("name").is_solved_by(mistake.chosen)
        best, chosen = mistake.options[0], mistake.as_puzzle("name").option(mistake.chosen)
        assert chosen is not None  # and cost what the second look asks for, but for rounding
        assert (
            best.points - chosen.points > COSTLY_POINTS - 0.15 or best.chance - chosen.chance > COSTLY_CHANCE - 0.0015
        )


async def review_in_parts(context: Context, record: str) -> None:
    """A review that is made in parts says how far it has come, and in the end what a review says."""
    asked = []
    while "done" in (told := msgspec.json.decode(await context.reviewers.review(record, "en", "next", Party()))):
        asked.append(told["done"])
        assert told["done"] < told["total"]
    assert asked == sorted(set(asked))
    assert asked
    decided = [step["decision"] for step in told["steps"] if step["decision"]]
    graded = context.reviewers.graded[record]
    assert len(decided) == len(graded.decisions) == graded.total
    texts = read_record(record)[0].rules.actions
    assert [each["best"] for each in decided] == [texts[verdict.action].text for verdict in graded.decisions]


def test_a_review_leaves_mistakes_behind_until_they_are_solved(record: str) -> None:
    async def scene() -> None:
        storage = MemoryStorage()
        context = make_context(storage)
        mistakes = context.mistakes
        await mistakes.collect("ann", "table", 0, record)
        assert not await mistakes.of("ann", "capone")  # nothing was reviewed yet
        await review_in_parts(context, record)
        for _ in range(2):
            await mistakes.collect("ann", "table", 0, record)
        kept = await Mistakes(context).of("ann", "capone")
        assert kept
        assert len({each.mistake.step for each in kept}) == len(kept)
        assert not await mistakes.of("ben", "capone")
        assert not await mistakes.of("ann", "ripper")
        posed = puzzles.answer_mistake(record, kept[0], bodies.PuzzleWish(), len(kept), "de")
        chosen = Speaker(rules_for("capone", 2), None, "de").action
        number = puzzles.number_of(rules_for("capone", 2), kept[0].mistake.chosen)
        assert chosen(number) in posed.text
        assert not posed.finished
        wrong = bodies.PuzzleWish(action=kept[0].mistake.chosen)
        assert puzzles.answer_mistake(record, kept[0], wrong, 1, "en").verdict.kind == "other"  # type: ignore[union-attr]
        right = bodies.PuzzleWish(action=kept[0].mistake.options[0].action)
        assert puzzles.answer_mistake(record, kept[0], right, 1, "it").done
        await mistakes.solve("ann", kept[0])
        await mistakes.collect("ann", "table", 0, record)  # reviewed again, it does not come back
        assert [each.mistake.step for each in await mistakes.of("ann", "capone")] == [
            each.mistake.step for each in kept[1:]
        ]
        await context.close()

    asyncio.run(scene())
