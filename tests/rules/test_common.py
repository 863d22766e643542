"""The rules that all cases share, shown with Jack the Ripper where any case would do."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

from casefile.bots.base import Bot, Decision, Reason, Situation
from casefile.core.rng import Rng
from casefile.core.score import RoundScore, SideScore
from casefile.match import Match
from casefile.players.play import play_round
from casefile.registry import rules_for
from tests.scene import Scene, scene, set_table

ALL = [2, 3, 4]


def ripper(hands: list[str], areas: list[str] | None = None, **more: Any) -> Scene:
    """A situation in which the second seat is to play and has drawn."""
    return scene("ripper", hands, areas, **({"phase": "play"} | more))


def finished(match: Match, totals: list[int]) -> None:
    """End the round of a match with these points."""
    sides = [SideScore() for _ in totals]
    for side, points in zip(sides, totals, strict=True):
        side.extra("", 0, 1, points)
    match.round.result = RoundScore("solved", sides)
    match.scores = [old + new for old, new in zip(match.round.scores, totals, strict=True)]


# Table


def test_the_first_dealer_is_random() -> None:
    """C-1: every seat deals first in some matches."""
    rules = rules_for("ripper", 3)
    dealers = [Match(rules, str(seed)).round.dealer for seed in range(90)]
    assert all(15 < dealers.count(seat) < 45 for seat in range(3))


@pytest.mark.parametrize("players", ALL)
def test_the_deal_passes_clockwise(players: int) -> None:
    """C-1: after every round, a scoreless one too; the dealer's left neighbour starts."""
    match = Match(rules_for("ripper", players), "1")
    for _ in range(2 * players):
        dealer = match.round.dealer
        assert match.state.dealer == dealer
        assert match.state.turn == (dealer + 1) % players
        finished(match, [0] * players)
        match.next_round()
        assert match.round.dealer == (dealer + 1) % players


@pytest.mark.parametrize(("players", "hand"), [(2, 10), (3, 9), (4, 8)])
def test_the_deal(players: int, hand: int) -> None:
    """C-2: all cards are dealt or lie in the case file, but for the first card of the discard pile."""
    state = rules_for("ripper", players).deal(0, [0] * players, "seed", log=True)
    assert state.sizes == [hand] * players
    assert len(state.discard) == 1
    assert len(state.case_file) == 62 - players * hand - 1


def test_deals_differ_and_repeat() -> None:
    """C-2: the same seed deals the same cards, another one others."""
    rules = rules_for("ripper", 2)
    deals = [rules.deal(0, [0, 0], seed, log=False).case_file for seed in ("a", "a", "b")]
    assert deals[0] == deals[1] != deals[2]


def test_anybody_can_check_a_deal() -> None:
    """C-1, C-2: dealer and cards as docs/formats.md derives them from the seed, written again from that page."""

    def numbers(key: str) -> Iterator[int]:
        for block in count():
            digest = sha256(f"{key}/{block}".encode()).digest()
            yield from (digest[at] << 8 | digest[at + 1] for at in range(0, 32, 2))

    def below(row: Iterator[int], limit: int) -> int:
        return next(number for number in row if number < 65536 // limit * limit) % limit

    rules = rules_for("ripper", 3)
    match = Match(rules, "open")
    assert match.round.dealer == below(numbers("open/dealer"), 3)
    deck = [name for name, copies in zip(rules.deck.names, rules.deck.copies, strict=True) for _ in range(copies)]
    row = numbers("open/1/0")
    for last in range(61, 0, -1):
        other = below(row, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    hands: list[list[str]] = [[], [], []]
    for step in range(27):
        hands[(match.round.dealer + 1 + step) % 3].append(deck.pop())
    for seat, hand in enumerate(hands):
        assert sorted(hand) == sorted(rules.deck.names[kind] for kind in match.state.hand_list(seat))
    assert deck.pop() == rules.deck.names[match.state.discard[-1]]
    assert deck == [rules.deck.names[kind] for kind in match.state.case_file]


def test_only_the_top_of_the_discard_pile_is_shown() -> None:
    """C-3: a view shows sizes and the top card."""
    table = ripper(["jill*2", "gull*3"], discard="eddy druitt")
    view = table.rules.view(table.state, 0)
    assert table.rules.deck.names[view.top()] == "eddy"
    assert (view.sizes, len(view.discard), view.file_size) == ([2, 3], 2, 55)


def test_cards_lie_in_the_area_of_whoever_played_them() -> None:
    """C-4, C-10: also when they are laid off on somebody else's meld."""
    table = ripper(["jill*2", "gull*2"], ["victim:kelly gull*3", ""]).do("lay gull")
    assert table.area(1) == ["gull"]
    assert table.rules.view(table.state, 0).areas == table.state.areas


def test_sides_of_two_teams() -> None:
    """C-5: seats 0 and 2 play against 1 and 3."""
    rules = rules_for("capone", 4, teams=True)
    state = rules.deal(0, [0, 0], "teams", log=False)
    assert (rules.sides, state.sides) == (2, 2)
    assert [state.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [rules.view(state, 1).side(seat) for seat in range(4)] == [0, 1, 0, 1]


# Turn


def test_draw_play_discard() -> None:
    """C-6: in this order; then the next seat follows."""
    table = ripper(["jill*2", "gull*4"], ["victim:kelly", ""], phase="draw", discard="eddy")
    assert table.legal() == ["draw discard", "draw file"]
    assert "draw a card first (C-6)" in table.refused("discard gull")
    assert "draw a card first (C-6)" in table.refused("meld gull*3")
    assert "(C-6)" in table.refused("0: draw file")
    table.do("draw discard")
    assert "already been drawn this turn; play or discard (C-6)" in table.refused("draw file")
    table.do("meld gull*3", "discard eddy")
    assert (table.position["turn"], table.position["phase"]) == (0, "draw")


def test_draw_from_either_pile() -> None:
    """C-7: the top card; from the discard pile only if one is there."""
    hands = ["jill*2", "gull"]
    assert ripper(hands, phase="draw", top="druitt").do("draw file").hand(1) == ["druitt", "gull"]
    assert ripper(hands, phase="draw", discard="eddy jill").do("draw discard").hand(1) == ["eddy", "gull"]
    second = ripper(hands, phase="draw", file=2)
    assert second.legal() == ["draw file"]
    assert "discard pile is empty; draw from the case file (C-7)" in second.refused("draw discard")


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("druitt*3", "meld druitt*3"),
        ("gull", "lay gull"),
        ("suspicion:gull", "play suspicion:gull"),
        ("victim:stride", "play victim:stride"),
        ("commissioner-resigns", "play commissioner-resigns"),
    ],
)
def test_the_last_card_is_never_played(hand: str, action: str) -> None:
    """C-8: not even an event that would bring new cards."""
    areas = ["victim:kelly gull*3", ""]
    table = ripper(["jill*2", hand], areas)
    assert action not in table.legal()
    assert "keep one to discard (C-8)" in table.refused(action)
    assert action in ripper(["jill*2", hand + " eddy"], areas).legal()


def test_a_card_out_of_a_pile_is_not_limited_by_the_last_card() -> None:
    """C-8: a card played straight from a pile is no card of the hand."""
    table = ripper(["jill", "scene:bucks-row eddy"], ["victim:kelly gull*3", ""], discard="gull")
    table.do("play scene:bucks-row", "take gull play")
    assert table.hand(1) == ["eddy"]
    assert table.do("discard eddy").position["ended"] == {"by": "discard", "seat": 1}


def test_melds() -> None:
    """C-9: three or more clues of one colour; any number a turn; also of a colour that lies there."""
    table = ripper(["jill", "druitt*4 gull*3 eddy letters*2"], ["", "victim:kelly"])
    assert table.legal("meld") == ["meld druitt*3", "meld druitt*4", "meld gull*3"]
    assert "three or more clues of one colour (C-9)" in table.refused("meld letters*2")
    assert "clues of one colour only (C-9)" in table.refused("meld druitt*2 gull")
    assert "(C-9)" in table.refused("meld eddy*3")
    table.do("meld druitt*3", "meld gull*3")
    assert table.area(1).count("druitt") == 3
    again = ripper(["jill", "druitt*3 eddy"], ["", "victim:kelly druitt joker@druitt*2"])
    assert again.do("meld druitt*3").area(1).count("druitt") == 4


def test_laying_off() -> None:
    """C-10: one clue whose colour has a meld in any area, any number a turn; it counts for who laid it."""
    table = ripper(["jill", "gull*2 eddy letters"], ["victim:kelly gull*3", ""])
    assert table.legal("lay") == ["lay gull"]
    assert "(C-10)" in table.refused("lay eddy")
    assert "(C-10)" in table.refused("lay druitt")
    assert "(C-10)" in table.refused("lay victim:kelly")
    table.do("lay gull", "lay gull")
    assert table.area(1) == ["gull", "gull"]


def test_three_clues_are_a_meld_however_they_came() -> None:
    """C-11: laid-off clues of one colour in one area make a meld of that area (RIP-30)."""
    table = ripper(["jill*2", "gull joker*2 eddy*2"], ["victim:kelly gull*3", ""], options=["tips"])
    table.do("lay gull", "lay joker@gull", "discard eddy", "draw file", "discard jill")
    assert "call-tips" not in table.legal()
    table.do("draw discard", "lay joker@gull", "discard jill", "draw file", "discard jill")
    assert "call-tips" in table.legal()


def test_one_event_a_turn() -> None:
    """C-12: an event that an event brings has to wait for a later turn."""
    table = ripper(["jill", "victim:kelly victim:stride eddy"], top="victim:nichols gull").do("play victim:kelly")
    assert "victim:nichols" in table.hand(1)
    assert table.legal("play") == []
    assert "only one may be played per turn (C-12)" in table.refused("play victim:nichols")
    table.do("discard eddy", "0: draw file", "0: discard jill", "1: draw file")
    assert "play victim:nichols" in table.legal()


def test_whoever_must_draw_more_than_there_is_takes_what_is_there() -> None:
    """C-13: down to none; and an event may be played though it finds nothing."""
    data = ripper(["jill", "victim:kelly ripper-strikes eddy commissioner-resigns"]).position
    data["discard"], data["case_file"] = data["case_file"][1:], data["case_file"][:1]
    one = set_table(data).do("play victim:kelly")
    assert len(one.hand(1)) == 4
    data["discard"], data["case_file"] = data["case_file"] + data["discard"], []
    assert set_table(data).do("play victim:kelly").hand(1) == ["eddy", "ripper-strikes", "commissioner-resigns"]
    assert set_table(data).do("play ripper-strikes").position["discard"][0] == "ripper-strikes"
    nobody = ripper(["jill", "commissioner-resigns eddy"]).do("play commissioner-resigns")
    assert nobody.position["phase"] == "play"


def test_the_discard() -> None:
    """C-14: any card of the hand, also the one just drawn, face up; it ends the turn."""
    table = ripper(["jill", "gull"], phase="draw", top="eddy", discard="druitt").do("draw file", "discard eddy")
    assert table.position["discard"] == ["eddy", "druitt"]
    assert table.position["turn"] == 0
    assert "(C-6)" in table.refused("1: discard gull")
    assert "eddy is not in the hand (C-14)" in ripper(["jill", "gull"]).refused("discard eddy")


# Case file


def nearly_empty(**more: Any) -> dict[str, Any]:
    """Seat 1 is to draw the last card of the case file."""
    data = ripper(["jill*2", "gull*2"], phase="draw", **more).position
    data["discard"], data["case_file"] = data["case_file"][1:], data["case_file"][:1]
    return data


def test_the_second_case_file() -> None:
    """C-15: the discard pile is shuffled at the end of the turn in which the first case file ran out."""
    data = nearly_empty()
    table = set_table(data).do("draw file")
    assert (table.position["file"], table.position["case_file"]) == (1, [])
    table.do("discard gull")
    assert (table.position["file"], table.position["discard"]) == (2, [])
    assert sorted(table.position["case_file"]) == sorted([*data["discard"], "gull"])
    assert table.position["turn"] == 0


def test_going_out_with_the_last_card_of_the_first_case_file() -> None:
    """C-15: no second case file if the round has ended."""
    data = ripper(["jill*2", "gull"], ["victim:kelly", "gull*3"], top="gull", phase="draw").position
    data["discard"], data["case_file"] = data["case_file"][1:], data["case_file"][:1]
    table = set_table(data).do("draw file", "lay gull", "discard gull")
    assert table.position["ended"] == {"by": "discard", "seat": 1}
    assert table.position["file"] == 1


def test_the_end_of_the_last_case_file() -> None:
    """C-16: the round ends with that turn."""
    table = set_table(nearly_empty(file=2)).do("draw file")
    assert table.position["phase"] == "play"
    assert table.do("discard gull").position["ended"] == {"by": "file"}


def test_going_out_comes_before_the_end_of_the_last_case_file() -> None:
    """C-16: a last card discarded in that turn counts as such."""
    data = ripper(["jill*2", "gull"], file=2).position
    data["discard"], data["case_file"] = data["case_file"], []
    assert set_table(data).do("discard gull").position["ended"] == {"by": "discard", "seat": 1}


def test_it_makes_no_difference_how_the_last_card_left_the_case_file() -> None:
    """C-17: turned over by ripper-strikes it ends the case file too."""
    data = ripper(["jill*2", "ripper-strikes gull*2"]).position
    data["discard"], data["case_file"] = data["case_file"][1:], data["case_file"][:1]
    table = set_table(data).do("play ripper-strikes", "discard gull")
    assert table.position["file"] == 2


# Round and match


def test_going_out_ends_the_round() -> None:
    """C-18: nothing can be done after it."""
    table = ripper(["jill", "gull"]).do("discard gull")
    assert table.position["phase"] == "over"
    assert table.legal() == []
    assert "the round is over (C-18)" in table.refused("0: draw file")


def test_scores_add_up_and_may_be_negative() -> None:
    """C-19: as played by random players, the scores are the sums of the rounds."""
    rules = rules_for("ripper", 2)
    match = Match(rules, "sum")

    sums = [0, 0]
    for number in range(12):
        rules.playout(match.state, number)
        match.round.result = rules.score(match.state)
        match.settle(0, 0)
        totals = rules.score(match.state).totals()
        sums = [sums[side] + totals[side] for side in (0, 1)]
        assert match.scores == sums
        if match.winner() is not None:
            break
        match.next_round()
    table = ripper(["letters*4", "gull"], ["", "victim:kelly gull*3"]).do("discard gull")
    assert table.totals()[0] == -12


@pytest.mark.parametrize(
    ("scores", "winner"),
    [([99, 98], None), ([100, 20], 0), ([20, 130], 1), ([110, 110], None), ([99, -5], None)],
    ids=lambda value: f"C-20 {value}",
)
def test_the_end_of_a_match(scores: list[int], winner: int | None) -> None:
    """C-20: at the target the highest score wins; a shared one brings another round."""
    match = Match(rules_for("ripper", 2), "1")
    finished(match, scores)
    assert match.winner() == winner


def test_a_tie_is_judged_afresh_after_the_next_round() -> None:
    """C-20: by all, as after any round: it may even end with nobody at the target."""
    match = Match(rules_for("ripper", 3), "1")
    finished(match, [105, 105, 60])
    match.next_round()
    finished(match, [-10, -20, 45])
    assert match.winner() == 2
    falling = Match(rules_for("ripper", 2), "1")
    finished(falling, [100, 100])
    falling.next_round()
    finished(falling, [-5, -2])
    assert falling.winner() is None


# Secret and simultaneous choices


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)], ids=lambda order: f"C-21 {order}")
def test_the_order_of_sealed_answers_does_not_matter(order: tuple[int, ...]) -> None:
    """C-21: the same answers lead to the same game, events included."""
    table = ripper(["jill", "gull*2", "eddy"], ["", "victim:kelly letters*3", ""], phase="draw", options=["tips"])
    table.do("call-tips", *[f"{seat}: tip {['gull', 'jill', 'eddy'][seat]}" for seat in order])
    assert table.position["tips"] == ["gull", "jill", "eddy"]
    assert [event.cards for event in table.seen(1, "tip")] == [[-1], [5], [-1]]


def test_what_all_saw_stays_known() -> None:
    """C-22: a card taken from the discard pile is known in that hand until it leaves it."""
    table = ripper(["jill*2", "gull*2", "druitt"], phase="draw", discard="eddy letters").do(
        "draw discard", "discard gull"
    )
    eddy = table.rules.deck.kind_of["eddy"]
    assert table.rules.view(table.state, 0).known_of(1, eddy) == 1
    table.do("draw file", "discard druitt", "draw file", "discard jill", "draw file", "discard eddy")
    assert table.rules.view(table.state, 0).known_of(1, eddy) == 0


def test_a_perfect_memory_knows_the_second_case_file() -> None:
    """C-22, C-15: with two players, whoever remembers the pile knows the other's hand when it is shuffled."""
    rules = rules_for("ripper", 2)
    state = rules.deal(0, [0, 0], "memory", log=False)
    rng = Rng("memory")
    while state.file_number == 1 and state.phase != 2:
        actions = rules.legal(state, state.actor())
        draws = [action for action in actions if rules.actions[action].text == "draw file"]
        discards = [action for action in actions if rules.actions[action].verb == "discard"]
        chosen = draws or discards or actions
        rules.apply(state, state.actor(), chosen[rng.below(len(chosen))])
    assert state.file_number == 2
    for seat in (0, 1):
        for number in range(20):
            world = rules.determinize(rules.view(state, seat), Rng(str(number)))
            assert world.hands == state.hands
            assert sorted(world.case_file) == sorted(state.case_file)


def test_nothing_limits_a_round_in_which_all_take_the_top_discard() -> None:
    """C-23: a simulation sets, and reports, its own cap."""
    match = Match(rules_for("ripper", 2), "endless")

    class Collector(Bot):
        def decide(self, situation: Situation) -> Decision:
            texts = [match.rules.actions[action].text for action in situation.actions]
            at = texts.index("draw discard") if "draw discard" in texts else -1
            return Decision(situation.actions[at], [], Reason("other", []))

    play_round(match, [Collector(), Collector()], 300, None)
    assert match.round.result is None
    assert match.round.stopped
    assert match.scores == [0, 0]
    assert match.next_round().dealer != match.rounds[0].dealer
