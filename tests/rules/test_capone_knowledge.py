"""Al Capone: what a seat with a perfect memory knows, and what it cannot know (C-3, C-22, CAP-8, CAP-13)."""

from collections import Counter
from typing import Any

import pytest

from casefile.cases.capone.memory import CaponeMind
from casefile.cases.capone.state import CaponeState, memory
from casefile.core.rng import Rng
from casefile.core.state import State
from casefile.core.view import View
from casefile.registry import rules_for
from tests.conftest import QUICK
from tests.rules.test_capone import almost_over, capone
from tests.scene import Scene, words

WORLDS = 60


def view(table: Scene, seat: int) -> View:
    return table.rules.view(table.state, seat)


def names(table: Scene, kinds: list[int]) -> list[str]:
    return [table.rules.deck.names[kind] for kind in kinds]


def known(table: Scene, seat: int, other: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    deck = table.rules.deck
    return [name for kind, name in enumerate(deck.names) for _ in range(view(table, seat).known_of(other, kind))]


def mind(table: Scene, seat: int) -> CaponeMind:
    return memory(table.state.minds[seat])


class World:
    """A round that could be the real one, by the names of its cards."""

    def __init__(self, table: Scene, state: State) -> None:
        self.hands = [names(table, state.hand_list(seat)) for seat in range(state.seats)]
        self.pile = names(table, state.discard[::-1])


def worlds(table: Scene, seat: int) -> list[World]:
    """Rounds that could be this one, as far as a seat can tell."""
    seen = view(table, seat)
    dealt = [table.rules.determinize(seen, Rng(str(number))) for number in range(WORLDS)]
    assert all(table.rules.view(world, seat).key() == seen.key() for world in dealt)
    return [World(table, world) for world in dealt]


def possible_piles(table: Scene, seat: int) -> set[str]:
    """The Underworld, top first, in rounds that could be this one."""
    return {" ".join(world.pile) for world in worlds(table, seat)}


def possible_cards(table: Scene, seat: int, other: int) -> set[str]:
    """What another hand could hold."""
    return {card for world in worlds(table, seat) for card in world.hands[other]}


# A card taken out of the Underworld unseen


@pytest.mark.parametrize("choices", [("nitti", "white"), ("nitti", "ness"), ("raid", "white")])
def test_what_was_taken_changes_nothing_for_the_others(choices: tuple[str, str]) -> None:
    """CAP-8, C-22: neither view nor events, nor what may be done, until the card shows."""
    tables = []
    for card in choices:
        table = capone("search-warrant hunt*2|burke*2 ness|ralph*2", discard="white nitti raid ness", top="guzik*4")
        table.do("play search-warrant one", f"take {card}", "discard hunt", "draw discard", "discard burke")
        tables.append(table)
    one, other = tables
    for seat in (1, 2):
        assert view(one, seat).key() == view(other, seat).key()
        assert [event.key() for event in one.seen(seat)] == [event.key() for event in other.seen(seat)]
    assert one.legal() == other.legal()
    assert view(one, 0).key() != view(other, 0).key()


def test_the_view_has_no_card_of_the_pile_that_may_be_missing() -> None:
    """CAP-8: of the Underworld only what is certain; how many lie there is public (C-3)."""
    table = capone("search-warrant hunt*2|burke", discard="white nitti raid")
    table.do("play search-warrant one", "take nitti", "discard hunt")
    assert names(table, view(table, 1).discard) == ["search-warrant", "hunt"]
    assert names(table, view(table, 0).discard) == ["raid", "white", "search-warrant", "hunt"]
    assert view(table, 0).discard_size == view(table, 1).discard_size == 4
    assert names(table, [view(table, 1).top()]) == ["hunt"]


def test_the_pile_is_what_is_left_of_what_lay_there() -> None:
    """CAP-8: any one of its cards may be missing, and is then in the hand that took it."""
    table = capone("search-warrant hunt*2|burke", discard="white nitti raid")
    table.do("play search-warrant one", "take nitti", "discard hunt")
    piles = {"nitti raid": "white", "white raid": "nitti", "white nitti": "raid"}
    assert possible_piles(table, 1) == {f"hunt search-warrant {pile}" for pile in piles}
    for world in worlds(table, 1):
        assert piles[" ".join(world.pile[2:])] in world.hands[0]
    assert possible_piles(table, 0) == {"hunt search-warrant white raid"}


def test_only_card_of_the_pile() -> None:
    """CAP-8: if it was the only one, all know it; so they do if all were alike."""
    table = capone("search-warrant hunt|burke", discard="nitti").do("play search-warrant one", "take nitti")
    assert known(table, 1, 0) == ["nitti"]
    table = capone("search-warrant hunt|burke", discard="nitti*3").do("play search-warrant one", "take nitti")
    assert known(table, 1, 0) == ["nitti"]
    assert names(table, view(table, 1).discard) == ["nitti", "nitti", "search-warrant"]


def test_who_looks_through_the_pile_learns_what_others_took() -> None:
    """CAP-8, C-22: what is missing is in the other hand."""
    table = capone("search-warrant hunt*2|search-warrant burke*2", discard="white nitti raid", top="guzik*2")
    table.do("play search-warrant one", "take nitti", "discard hunt", "draw file")
    assert known(table, 1, 0) == []
    table.do("play search-warrant one")
    assert known(table, 1, 0) == ["nitti"]
    assert names(table, view(table, 1).discard) == ["raid", "white", "search-warrant", "hunt"]


def test_what_was_taken_and_laid_is_found_missing_later() -> None:
    """C-22: a clue that may have been the taken one was it, if that is what the pile lacks."""
    table = capone(
        "search-warrant nitti hunt*2|search-warrant burke*2", "nitti*3|", discard="white nitti", top="guzik*2"
    )
    table.do("play search-warrant one", "take nitti", "lay nitti", "discard hunt", "draw file")
    assert mind(table, 1).waiting(0) == [table.rules.deck.kind_of["nitti"]]
    table.do("play search-warrant one")
    assert mind(table, 1).waiting(0) == []
    assert known(table, 1, 0) == []
    assert mind(table, 1).classes(0) == [0, 0, 2]
    table = capone(
        "search-warrant nitti hunt*2|search-warrant burke*2", "nitti*3|", discard="white nitti", top="guzik*2"
    )
    table.do(
        "play search-warrant one", "take white", "lay nitti", "discard hunt", "draw file", "play search-warrant one"
    )
    assert known(table, 1, 0) == ["white"]


def test_the_top_of_the_pile_is_always_certain() -> None:
    """C-3, CAP-8: it lies open, so that a view always has it; the warrant stays on what is doubtful."""
    table = capone("search-warrant hunt*2|burke*2|guzik*2", discard="white nitti raid")
    table.do("play search-warrant one", "take white")
    for action in ("discard hunt", "draw discard", "discard burke", "draw discard", "discard guzik", "draw discard"):
        table.do(action)
        for seat in range(3):
            assert names(table, [view(table, seat).top()]) == table.position["discard"][:1]


def test_a_later_take_reaches_further() -> None:
    """CAP-8: the first taker cannot have what came onto the pile only after that."""
    hands = "search-warrant hunt*2|search-warrant burke*2|guzik*2"
    table = capone(hands, discard="white nitti raid", top="ralph*4")
    table.do("play search-warrant one", "take nitti", "discard hunt")
    table.do("draw file", "play search-warrant one", "take hunt", "discard burke", "draw file")
    lay_there = words("white nitti raid")
    came_later = words("search-warrant hunt")
    missing = set()
    for world in worlds(table, 2):
        gone = Counter([*lay_there, *came_later, "search-warrant", "burke"]) - Counter(world.pile)
        assert sum(gone.values()) == 2
        assert any(card in world.hands[0] for card in gone if card in lay_there)
        missing |= set(gone)
    assert missing == {*lay_there, *came_later}
    kind_of = table.rules.deck.kind_of
    assert mind(table, 2).cards_for(1) == [kind_of[card] for card in reversed(lay_there)]
    assert mind(table, 2).cards_for(2) == [kind_of[card] for card in [*reversed(lay_there), *came_later]]


def test_a_shown_set_tells_how_many_were_missing() -> None:
    """CAP-9, C-22: all copies are taken, so those that do not come were taken before."""
    hands = "search-warrant hunt*2|search-warrant burke*2|guzik*2"
    for taken, learned in (("nitti", ["nitti"]), ("white", [])):
        table = capone(hands, "|nitti*3|", discard="white nitti raid nitti", top="ralph*4")
        table.do("play search-warrant one", f"take {taken}", "discard hunt")
        table.do("draw file", "play search-warrant set", "take nitti", "discard burke")
        assert known(table, 2, 0) == learned
        assert known(table, 2, 1) == ["nitti"] * (2 - len(learned))
        if not learned:
            assert possible_piles(table, 2) == {
                f"burke search-warrant hunt search-warrant {card}" for card in ("white", "raid")
            }


def test_a_shown_set_tells_who_took_the_others() -> None:
    """CAP-9, C-22: of two takers only the second one can have what came onto the pile between the takes."""
    hands = "search-warrant nitti hunt|nitti guzik|search-warrant burke*2|search-warrant ralph*2"
    table = capone(hands, "|||nitti*3", discard="white raid", top="ralph*5 white*2")
    table.do("play search-warrant one", "take white", "discard nitti", "draw file", "discard nitti", "draw file")
    table.do("play search-warrant one", "take nitti", "discard burke", "draw file", "play search-warrant set")
    assert known(table, 1, 2) == []
    table.do("take nitti")
    assert (known(table, 1, 0), known(table, 1, 2), known(table, 1, 3)) == ([], ["nitti"], ["nitti"])


def test_take_none_tells_nothing() -> None:
    """CAP-9: the others must not learn what lay there."""
    views = []
    for taken in ("nitti", "white"):
        table = capone("search-warrant hunt*2|search-warrant burke*2|guzik*2", "|nitti*3|", discard="white nitti")
        table.do("play search-warrant one", f"take {taken}", "discard hunt")
        table.do("draw discard", "play search-warrant set", "take none", "discard burke")
        views.append(view(table, 2).key())
    assert views[0] == views[1]


def test_two_takes_of_one_hand_are_known_together() -> None:
    """C-22: it does not matter which take was which, if both cards are still there."""
    table = capone("search-warrant*2 hunt*3|search-warrant burke*4", discard="white nitti raid", top="guzik*7")
    table.do("play search-warrant one", "take nitti", "discard hunt", "draw file", "discard burke", "draw file")
    table.do("play search-warrant one", "take white", "discard hunt", "draw file")
    assert known(table, 1, 0) == []
    table.do("play search-warrant one")
    assert known(table, 1, 0) == ["white", "nitti"]
    assert possible_cards(table, 1, 0) >= {"white", "nitti"}


def test_two_takers_are_told_apart_by_what_lay_there() -> None:
    """C-22: what came onto the pile after the first take is missing because of the second."""
    table = capone(
        "search-warrant hunt*2|search-warrant burke*2|search-warrant guzik*2", discard="white nitti", top="ralph*7"
    )
    table.do("play search-warrant one", "take nitti", "discard hunt", "draw file")
    table.do("play search-warrant one", "take hunt", "discard burke", "draw file", "play search-warrant one")
    assert (known(table, 2, 0), known(table, 2, 1)) == (["nitti"], ["hunt"])


def test_two_takers_are_told_apart_by_what_they_play() -> None:
    """C-22: what the one shows, the other has not."""
    hands = "search-warrant hunt*2|search-warrant burke*2|search-warrant guzik*2"
    table = capone(hands, discard="white nitti", top="ralph*7")
    table.do("play search-warrant one", "take nitti", "discard hunt", "draw file")
    table.do("play search-warrant one", "take white", "discard burke", "draw file", "play search-warrant one")
    assert (known(table, 2, 0), known(table, 2, 1)) == ([], [])
    assert possible_cards(table, 2, 0) >= {"white", "nitti"}
    table.do("take burke", "discard guzik", "draw file", "discard hunt", "draw file", "discard white")
    assert (known(table, 2, 0), known(table, 2, 1)) == ([], [])  # a white may have been dealt to seat 1
    for world in worlds(table, 2):
        assert "nitti" in world.hands[0] + world.hands[1]


def test_which_of_equal_cards_was_taken_stays_open() -> None:
    """CAP-8, C-22: what was taken is clear, but not from where."""
    table = capone("search-warrant hunt*2|agent-meeting burke*2", "nitti*3|", turn=1, discard="nitti white nitti")
    table.do(
        "play agent-meeting around nitti", "discard burke", "draw discard", "play search-warrant one", "take nitti"
    )
    table.do("lay nitti")  # seat 0 held none before, and drew a card that all know
    top = "search-warrant agent-meeting"
    assert possible_piles(table, 1) == {f"{top} white nitti", f"{top} nitti white"}


def test_a_card_that_left_is_not_explained_by_later_ones() -> None:
    """C-22: of the cards that a hand got at different times, only those can have left that were there."""
    ralph, white, nitti = 1, 5, 6
    seat = CaponeMind()
    seat.start(0, 2, 15)
    seat.got_unseen(1, 0, 2)
    seat.exclude(1, 1 << nitti)
    seat.got_unseen(1, 0, 1)
    seat.exclude(1, 1 << white)
    seat.got_unseen(1, 0, 1)
    seat.left(1, ralph)
    assert seat.departed[0].masks == [1 << nitti | 1 << white, 1 << white, 0]
    seat.left(1, white)  # that was the newest card
    seat.got_unseen(1, 0, 1)
    assert seat.departed[0].masks == [1 << nitti | 1 << white, 1 << white]
    seat.left(1, nitti)
    assert seat.waiting(1) == [ralph, nitti]


# Asked in vain


def test_asked_in_vain() -> None:
    """CAP-6, C-22: all know that a hand holds none, as long as it gets no unseen card."""
    table = capone("agent-meeting hunt*2|burke*3|guzik*3", top="ralph*6").do("play agent-meeting around nitti")
    for seat in range(3):
        for other in {1, 2} - {seat}:
            assert "nitti" not in possible_cards(table, seat, other)
    assert "nitti" in possible_cards(table, 1, 0)


def test_a_new_card_may_be_what_was_asked_for() -> None:
    """CAP-6, C-22: but only the new ones; those that the hand had are still none."""
    table = capone("agent-meeting hunt*2|burke*3|guzik*3", top="ralph*6").do("play agent-meeting around nitti")
    table.do("discard hunt", "draw file")
    counts = {world.hands[1].count("nitti") for world in worlds(table, 2)}
    assert 1 in counts
    assert counts <= {0, 1, 2}
    table.do("discard burke")
    assert {world.hands[1].count("nitti") for world in worlds(table, 2)} <= {0, 1, 2}


def test_what_left_before_may_have_been_what_was_asked_for() -> None:
    """C-22: the exclusion is about the cards that are in the hand now."""
    table = capone("ralph|nitti*2 burke*2|agent-meeting guzik*2", "nitti*3||", turn=1, top="ralph*6")
    table.do("lay nitti", "discard burke", "draw file")
    table.do("play agent-meeting around white", "discard guzik")
    assert "white" not in possible_cards(table, 0, 1)
    assert "nitti" in possible_cards(table, 0, 1)
    table.do("draw file", "discard ralph", "draw file", "lay nitti")
    assert view(table, 0).known_of(1, table.rules.deck.kind_of["nitti"]) == 0


def test_who_gave_all_holds_none_but_for_what_was_drawn() -> None:
    """CAP-7, CAP-13: all copies of the hand were given."""
    table = almost_over("agent-meeting hunt*2|capone burke*3|guzik", "capone*3||", top="white capone*4")
    table.do("play agent-meeting ask capone 1")
    assert {world.hands[1].count("capone") for world in worlds(table, 2)} == {0, 1}
    table = almost_over("agent-meeting hunt*2|capone burke*3|guzik", "capone*3||", top="capone*4")
    table.do("play agent-meeting ask capone 1")
    assert known(table, 2, 1) == []
    assert {world.hands[1].count("capone") for world in worlds(table, 2)} == {0, 1}


def test_who_gave_one_may_hold_more() -> None:
    """CAP-6, CAP-13: exactly one was given."""
    table = capone("agent-meeting hunt*2|nitti*2 burke*3|guzik", top="white").do("play agent-meeting around nitti")
    assert known(table, 2, 0) == ["nitti"]
    assert {world.hands[1].count("nitti") for world in worlds(table, 2)} > {0, 1}


def test_hands_stay_closed_at_the_end() -> None:
    """CAP-15: they cost nothing, so nobody has to show them."""
    table = almost_over("hunt*2|burke*2|white*2", discard="nitti").do("discard hunt")
    assert table.position["phase"] == "over"
    assert (known(table, 0, 1), known(table, 0, 2)) == ([], [])


# Whatever happens, the truth is among what a seat holds possible


def is_possible(mind: CaponeMind, state: CaponeState) -> bool:
    """Can what really lies there be explained by what this seat knows?"""
    if state.discard and mind.lower_size() >= len(state.discard):
        return False  # the top card lies open, so it is certain
    fixed = {mind.takes[at]: mind.takes[at + 1] for at in range(0, len(mind.takes), 2) if mind.takes[at + 1] >= 0}
    return explain_hand(mind, state, 0, fixed)


def explain_hand(mind: CaponeMind, state: CaponeState, place: int, takes: dict[int, int]) -> bool:
    """Find for the cards of this hand and of those behind it, and for those that left them, slots that suit."""
    if place == state.seats:
        return explain_pile(mind, state, takes)
    if place == mind.seat:
        return explain_hand(mind, state, place + 1, takes)
    kinds = range(state.kinds)
    unseen = [state.in_hand(place, kind) - mind.count_known(place, kind) for kind in kinds]
    if min(unseen) < 0:
        return False
    cards: list[Any] = [(kind, None) for kind in kinds for _ in range(unseen[kind])]
    cards += [(gone.kind, gone) for gone in mind.departed if gone.place == place]
    row = mind.classes(place)
    slots = [(row[at], row[at + 1]) for at in range(0, len(row), 3) for _ in range(row[at + 2])]
    brought = [slot for slot in slots if slot[0]]
    dealt = [slot for slot in slots if not slot[0]]
    return explain_takes(mind, state, place, takes, cards, brought, dealt)


def explain_takes(
    mind: CaponeMind, state: CaponeState, place: int, takes: dict[int, int], cards: list[Any], brought: Any, dealt: Any
) -> bool:
    """The slots of takes first, then those of dealt cards."""
    if not brought:
        return fill(cards, dealt) and explain_hand(mind, state, place + 1, takes)
    missing = Counter(mind.lower + mind.taken[::3]) - Counter(state.discard[: mind.lower_size()])
    for at, card in enumerate(cards):
        left = missing[card[0]] - list(takes.values()).count(card[0])
        if card not in cards[:at] and left > 0 and suits(card, brought[0]):
            rest = cards[:at] + cards[at + 1 :]
            if explain_takes(mind, state, place, takes | {brought[0][0]: card[0]}, rest, brought[1:], dealt):
                return True
    return False


def suits(card: Any, slot: tuple[int, int]) -> bool:
    kind, gone = card
    return bool(gone.may_be_of(*slot)) if gone else not slot[1] >> kind & 1


def fill(cards: list[Any], slots: list[tuple[int, int]]) -> bool:
    """Is there a slot for every card?"""
    holder: list[int] = [-1] * len(slots)

    def place(card: int, tried: set[int]) -> bool:
        for slot in range(len(slots)):
            if slot not in tried and suits(cards[card], slots[slot]):
                tried.add(slot)
                if holder[slot] < 0 or place(holder[slot], tried):
                    holder[slot] = card
                    return True
        return False

    return len(cards) == len(slots) and all(place(card, set()) for card in range(len(cards)))


def explain_pile(mind: CaponeMind, state: CaponeState, takes: dict[int, int]) -> bool:
    """Taken out of what lay there, in whatever way, do these cards leave what lies there?"""
    piles = {(tuple(zip(mind.lower, mind.since, strict=True)), tuple(mind.taken))}
    for number, kind in takes.items():
        after = set()
        for lower, taken in piles:
            for at, (card, since) in enumerate(lower):
                if card == kind and since <= number:
                    after.add((lower[:at] + lower[at + 1 :], taken))
            for at in range(0, len(taken), 3):
                if taken[at] == kind and taken[at + 1] <= number <= taken[at + 2]:
                    after.add((lower, taken[:at] + taken[at + 3 :]))
        piles = after
    real = state.discard[: mind.lower_size()]
    return any(not taken and [card for card, _ in lower] == real for lower, taken in piles)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_is_possible_and_so_is_every_world(players: int) -> None:
    """C-22: in games with many warrants and meetings, for every seat at every moment."""
    rules = rules_for("capone", players)
    rng = Rng(f"truth/{players}")
    doubts = 0
    for game in range(1 if QUICK else 3):
        state = rules.deal(0, [0] * rules.sides, f"truth/{game}", log=False)
        for _ in range(150):
            actions = rules.legal(state, state.actor())
            liked = [action for action in actions if is_liked(rules.actions[action].text)]
            chosen = liked if liked and rng.below(2) else actions
            rules.apply(state, state.actor(), chosen[rng.below(len(chosen))])
            if state.actor() < 0:
                break
            assert isinstance(state, CaponeState)
            for seat in range(players):
                assert is_possible(memory(state.minds[seat]), state)
                world = rules.determinize(rules.view(state, seat), rng)
                assert isinstance(world, CaponeState)
                assert is_possible(memory(state.minds[seat]), world)
                doubts += memory(state.minds[seat]).missing()
    assert doubts > 50


def is_liked(action: str) -> bool:
    return action.startswith(("play search-warrant", "play agent-meeting", "draw discard", "take search-warrant"))
