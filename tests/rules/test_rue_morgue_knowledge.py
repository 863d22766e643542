"""Murders in the Rue Morgue: what the seats know, which is all that a perfect memory would, and no more (C-22)."""

from collections import Counter, deque
from collections.abc import Hashable
from typing import Any

import pytest

from casefile.cases.rue_morgue.knowledge import EITHER, NEW, OLD, RueMorgueKnowledge
from casefile.cases.rue_morgue.state import RueMorgueState, RueMorgueView
from casefile.core.rng import Rng
from casefile.registry import rules_for
from tests.laws.walks import games, walk
from tests.rules.test_rue_morgue import dealt, known_in_hand, known_under, laid_out, rue
from tests.scene import Scene, set_table

OPPONENTS = 0
GIFT = 1


def loose(table: Scene, seat: int, where: int) -> list[str]:
    """The cards of which a seat knows two places where each can be: the opponents' hands, or those of a gift."""
    known = table.state.minds[seat].known_in(table.state.seats + 1 + where)
    return [name for name, count in zip(table.rules.deck.names, known, strict=True) for _ in range(count)]


def look(table: Scene, seat: int) -> RueMorgueView:
    """What a seat may know."""
    view = table.rules.view(table.state, seat)
    assert isinstance(view, RueMorgueView)
    return view


# The top of the case file


def test_a_feeder_knows_who_draws_the_card_that_was_left_on_top() -> None:
    """RUE-7: nobody else knows it, and the feeder until it leaves that hand."""
    table = rue(["poe*2", "madame*3 poe*2", "le-bon*3"], discard="three-am", top="prefect st-roch")
    table.do("meld madame*3", "feed discard", "discard poe", "2: draw file")
    assert known_in_hand(table, 1, 2) == ["prefect"]
    assert known_in_hand(table, 0, 2) == []
    table.do("discard prefect")
    assert known_in_hand(table, 1, 2) == []


def test_of_two_cards_drawn_the_feeder_knows_the_first() -> None:
    """RUE-7, RUE-12: the second one is unseen."""
    table = rue(["dupins-help sailor", "madame*3 poe*2"], discard="three-am", top="prefect st-roch dupin")
    table.do("meld madame*3", "feed discard", "discard poe", "draw discard", "play dupins-help draw")
    assert known_in_hand(table, 1, 0) == ["poe", "prefect"]


def test_a_feeder_knows_the_card_that_another_fed() -> None:
    """RUE-7: both have looked at it; the third has not."""
    table = rue(["sailor*3 poe", "madame*3 poe*2", "le-bon"], discard="three-am", top="prefect st-roch")
    table.do("meld madame*3", "feed discard", "discard poe", "2: draw discard", "2: discard le-bon")
    table.do("0: draw discard", "0: meld sailor*3")
    assert known_under(table, 0) == known_under(table, 1) == ["three-am", "prefect"]
    assert known_under(table, 2) == ["three-am"]


# Cards that move unseen


HANDS = [
    "poe*4 le-bon*2 prefect dupin",
    "sailor*5 madame*3",
    "three-am*5 st-roch*3",
    "mademoiselle*5 madame lightning-rod*2",
]


def after_the_gifts(gift: str) -> Scene:
    """Seat 0 passed the prefect to its partner, who then put this card under the Orang-Utan."""
    table = set_table(laid_out(HANDS, discard="advertisement", phase="pass", dealer=3))
    table.do("0: pass prefect", "1: pass sailor", "2: pass three-am", "3: pass mademoiselle")
    assert known_in_hand(table, 0, 2) == ["prefect"]
    return table.do("0: give poe", "1: give madame", f"2: give {gift}", "3: give mademoiselle")


@pytest.mark.parametrize("gift", ["prefect", "st-roch"])
def test_a_card_that_was_passed_may_have_been_given(gift: str) -> None:
    """RUE-5, RUE-6: whoever passed it knows only that it is with the partner or under the Orang-Utan."""
    table = after_the_gifts(gift)
    assert known_in_hand(table, 0, 2) == []
    assert known_under(table, 0) == ["poe"]
    assert loose(table, 0, GIFT) == ["prefect"]
    places = set()
    for seed in range(60):
        world = table.rules.determinize(look(table, 0), Rng(str(seed)))
        assert isinstance(world, RueMorgueState)
        kind = table.rules.deck.kind_of["prefect"]
        places.add("hand" if world.in_hand(2, kind) else "under" if kind in world.under else "elsewhere")
    assert places == {"hand", "under"}


def test_who_looks_under_the_orang_utan_knows_where_the_passed_card_is() -> None:
    """RUE-6, RUE-14: it lies there, or else the partner has it."""
    table = after_the_gifts("prefect").do("0: draw file", "0: play dupin")
    assert "prefect" in known_under(table, 0)
    assert known_in_hand(table, 0, 2) == []
    table = after_the_gifts("st-roch").do("0: draw file", "0: play dupin")
    assert known_in_hand(table, 0, 2) == ["prefect"]
    assert loose(table, 0, GIFT) == []


def test_the_shuffle_ends_what_is_known_of_a_gift() -> None:
    """RUE-6, RUE-17, C-22: what lay under the Orang-Utan is in the second case file."""
    table = after_the_gifts("prefect")
    assert isinstance(table.state, RueMorgueState)
    table.state.make_second_file()
    assert loose(table, 0, GIFT) == []
    assert isinstance(mind := table.state.minds[0], RueMorgueKnowledge)
    assert mind.unseen[table.rules.deck.kind_of["prefect"]] == 1


def consulting(taken: str) -> Scene:
    """Seat 1 takes cards from the discard pile for all to see, and then consults seat 3."""
    hands = ["le-bon*2", "dupins-help madame sailor", "le-bon", "st-roch three-am"]
    table = set_table(laid_out(hands, discard=taken, phase="draw"))
    return table.do("draw discard")


def test_an_unseen_exchange_loosens_what_opponents_know() -> None:
    """RUE-13, C-22: a card that was known may have been passed on; it is in one of the two hands."""
    table = consulting("poe").do("play dupins-help consult")
    assert known_in_hand(table, 0, 1) == ["poe"]
    table.do("1: pass poe", "3: pass st-roch")
    assert known_in_hand(table, 0, 1) == known_in_hand(table, 0, 3) == []
    assert loose(table, 0, OPPONENTS) == ["poe"]
    assert known_in_hand(table, 1, 3) == ["poe"]
    assert known_in_hand(table, 3, 1) == ["st-roch"]
    for seed in range(40):
        world = table.rules.determinize(look(table, 2), Rng(str(seed)))
        kind = table.rules.deck.kind_of["poe"]
        assert world.in_hand(1, kind) + world.in_hand(3, kind) >= 1
    table.do("discard sailor", "2: draw file", "2: discard le-bon", "3: draw file", "3: discard poe")
    assert loose(table, 0, OPPONENTS) == []


def test_of_two_known_cards_one_stays() -> None:
    """RUE-13: only one card can have been passed."""
    table = consulting("poe*2")
    for mind in table.state.minds:
        if mind.seat != 1:
            mind.left(1, table.rules.deck.kind_of["madame"])
            mind.got_seen(1, table.rules.deck.kind_of["poe"])
    state = table.state
    state.hands[state.kinds + table.rules.deck.kind_of["madame"]] -= 1
    state.hands[state.kinds + table.rules.deck.kind_of["poe"]] += 1
    table.do("play dupins-help consult", "1: pass poe", "3: pass st-roch")
    assert known_in_hand(table, 0, 1) == ["poe"]
    assert loose(table, 0, OPPONENTS) == ["poe"]


# The second case file


def test_the_second_case_file_is_known_but_for_what_was_fed_unseen() -> None:
    """RUE-17: its cards are those of the discard pile and those under the Orang-Utan, of which each knows some."""
    table = set_table(laid_out(["st-roch*5 madame", "sailor"], case_file="three-am", under="le-bon*2 prefect"))
    before = table.position["discard"]
    table.do("draw file", "discard sailor")
    mind = table.state.minds[1]
    assert isinstance(mind, RueMorgueKnowledge)
    assert mind.slots_of(mind.under, OLD) == 3
    assert sum(mind.known_in(mind.under)) == len(before) + 1
    hidden = Counter({"st-roch": 5, "madame": 1, "le-bon": 2, "prefect": 1})
    for seed in range(30):
        world = table.rules.determinize(look(table, 1), Rng(str(seed)))
        held = Counter(table.rules.deck.names[kind] for kind in world.hand_list(0))
        assert held <= hidden
    assert look(table, 1).known_under(table.rules.deck.kind_of["sailor"]) == 0


def test_sealed_choices_are_nobody_elses() -> None:
    """C-21, RUE-6: the views of the others are the same, whatever was chosen."""
    one, other = dealt(3), dealt(3)
    first, second = sorted(set(one.hand(0)))[:2]
    one.do(f"0: give {first}")
    other.do(f"0: give {second}")
    for seat in (1, 2):
        assert look(one, seat).key() == look(other, seat).key()
    assert look(one, 0).key() != look(other, 0).key()


# The truth is always possible


def can_flow(edges: list[tuple[Hashable, Hashable, int, int]], total: int) -> bool:
    """Is there a flow of this strength from S to T, with a least and a most for every edge?"""
    room: dict[Hashable, dict[Hashable, int]] = {}
    excess: Counter[Hashable] = Counter()
    for start, end, least, most in [*edges, ("T", "S", total, total)]:
        assert least <= most
        room.setdefault(start, {}).setdefault(end, 0)
        room.setdefault(end, {}).setdefault(start, 0)
        room[start][end] += most - least
        excess[end] += least
        excess[start] -= least
    room["from"], room["to"] = {}, {}
    for node, count in list(excess.items()):
        start, end = ("from", node) if count > 0 else (node, "to")
        room[start][end] = abs(count)
        room[end].setdefault(start, 0)
    wanted = sum(count for count in excess.values() if count > 0)
    while wanted:
        before: dict[Hashable, Hashable] = {"from": None}
        queue: deque[Hashable] = deque(["from"])
        while queue and "to" not in before:
            node = queue.popleft()
            for end, free in room[node].items():
                if free and end not in before:
                    before[end] = node
                    queue.append(end)
        if "to" not in before:
            return False
        node = "to"
        while node != "from":
            room[before[node]][node] -= 1
            room[node][before[node]] += 1
            node = before[node]
        wanted -= 1
    return True


def assert_truth_is_possible(s: RueMorgueState, mind: RueMorgueKnowledge) -> None:
    """Do the cards as they really lie agree with all that a seat believes?"""
    kinds = range(s.kinds)
    known = [mind.known_in(place) for place in range(mind.places)]
    others = [seat for seat in range(s.seats) if seat != mind.seat]
    opponents = [seat for seat in others if s.seats == 4 and (seat - mind.seat) % 2]
    hidden = {
        seat: [s.in_hand(seat, kind) - known[seat][kind] + mind.waiting(seat).count(kind) for kind in kinds]
        for seat in others
    }
    file = Counter(s.case_file)
    if mind.top >= 0:
        assert s.case_file[-1] == mind.top
        file[mind.top] -= 1
    none = [0] * s.kinds
    passed, gift = (known[mind.loose], known[mind.loose + 1]) if s.seats == 4 else (none, none)
    assert min(mind.unseen) >= 0
    if mind.file_class == OLD:
        below = [s.under.count(kind) - known[mind.under][kind] for kind in kinds]
        assert min(below) >= 0
        assert not mind.settling
        for kind in kinds:
            there = sum(row[kind] for row in hidden.values()) + below[kind] + file[kind]
            assert there == mind.unseen[kind] + passed[kind] + gift[kind]
            assert sum(hidden[seat][kind] for seat in opponents) >= passed[kind]
            assert s.seats < 4 or hidden[(mind.seat + 2) % 4][kind] + below[kind] >= gift[kind]
        return
    edges: list[tuple[Hashable, Hashable, int, int]] = []
    for seat, row in hidden.items():
        old, either = mind.slots_of(seat, OLD), mind.slots_of(seat, EITHER)
        assert sum(row) == old + either + mind.slots_of(seat, NEW)
        edges.append(("S", seat, old, old + either))
        edges += [(seat, (kind, seat in opponents), 0, row[kind]) for kind in kinds]
    for kind in kinds:
        there = sum(row[kind] for row in hidden.values()) + file[kind]
        assert there == mind.unseen[kind] + passed[kind] + known[mind.under][kind]
        edges += [((kind, True), f"kind {kind}", passed[kind], 99), ((kind, False), f"kind {kind}", 0, 99)]
        edges.append((f"kind {kind}", "T", 0, mind.unseen[kind] + passed[kind]))
    assert can_flow(edges, sum(mind.unseen) + sum(passed) - mind.slots_of(mind.under, OLD))


@pytest.mark.parametrize("edition", ["pegasus", "usgames"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_is_among_the_worlds(players: int, edition: str) -> None:
    """C-22, RUE-5 to RUE-18: at every moment of random rounds, for every seat."""
    rules = rules_for("rue-morgue", players, edition)
    for seed in range(games(20)):
        for state, *_ in walk(rules, f"worlds/{seed}"):
            assert isinstance(state, RueMorgueState)
            for mind in state.minds:
                assert isinstance(mind, RueMorgueKnowledge)
                assert_truth_is_possible(state, mind)


def swapped_under(table: Scene) -> dict[str, Any]:
    """The same position with an unseen card under the Orang-Utan and one of the case file swapped."""
    data = table.position
    data["under"][0], data["case_file"][-1] = data["case_file"][-1], data["under"][0]
    return data


def test_cards_under_the_orang_utan_are_in_no_view() -> None:
    """RUE-1, C-22: neither view nor legal actions tell what lies there."""
    table = rue(["poe*2", "madame*3 poe*2"], under="sailor prefect", discard="le-bon")
    other = set_table(swapped_under(table))
    for seat in (0, 1):
        assert look(table, seat).key() == look(other, seat).key()
        assert look(table, seat).under_size == 2
    assert table.legal() == other.legal()
