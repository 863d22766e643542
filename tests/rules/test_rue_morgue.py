"""Murders in the Rue Morgue, rule by rule: the set-up, clues and events."""

from typing import Any

import pytest

from casefile.core.rules import Rules
from casefile.core.state import DRAW, State
from casefile.registry import rules_for
from tests.scene import Scene, position, set_table, words


def laid_out(
    hands: list[str], areas: list[str] | None = None, under: str = "", case_file: str | None = None, **more: Any
) -> dict[str, Any]:
    """A position; other cards lie in the case file, or at the bottom of the discard pile if the case file is given."""
    data = position("rue-morgue", hands, areas, **more)
    data["under"] = words(under)
    rest = data["case_file"]
    for card in data["under"] + words(case_file or ""):
        del rest[len(rest) - 1 - rest[::-1].index(card)]
    if case_file is not None:
        data["case_file"] = words(case_file)
        data["discard"] += rest
    return data


def rue(hands: list[str], areas: list[str] | None = None, **more: Any) -> Scene:
    """A situation in which seat 1 is to play and has drawn."""
    return set_table(laid_out(hands, areas, **({"phase": "play"} | more)))


def at_turn(hand: str, area: str = "", other_area: str = "", **more: Any) -> Scene:
    """Two players; seat 1 is to play with this hand."""
    return rue(["poe*2 le-bon", hand], [other_area, area], **more)


def dealt(players: int, edition: str = "pegasus", dealer: int = 0) -> Scene:
    """A round at its first choice."""
    rules = rules_for("rue-morgue", players, edition)
    return Scene(rules, rules.deal(dealer, [0] * rules.sides, "deal", log=True))


def shuffled(rules: Rules) -> list[str]:
    """The deck in the order in which that round deals it."""
    state = State()
    state.clear_table(rules.kinds, rules.faces, rules.seats, rules.sides)
    state.seed = "deal"
    cards = [kind for kind, copies in enumerate(rules.deck.copies) for _ in range(copies)]
    state.shuffle(cards)
    return [rules.deck.names[kind] for kind in reversed(cards)]


def known_under(table: Scene, seat: int) -> list[str]:
    """The cards that a seat knows to lie under the Orang-Utan."""
    known = table.state.minds[seat].known_in(table.state.seats)
    return [name for name, count in zip(table.rules.deck.names, known, strict=True) for _ in range(count)]


def known_in_hand(table: Scene, seat: int, holder: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    known = table.state.minds[seat].known_in(holder)
    return [name for name, count in zip(table.rules.deck.names, known, strict=True) for _ in range(count)]


# Set-up


def test_the_orang_utan_lies_on_the_table() -> None:
    """RUE-1: it is no card of the deck; what is put under it is face down."""
    table = dealt(2)
    assert sum(table.rules.deck.copies) == 61
    table.do("0: give " + table.hand(0)[0])
    mine = table.hand(1)[0]
    table.do("1: give " + mine)
    assert table.position["under"][0] == mine
    assert len(table.position["under"]) == 4
    gifts = table.seen(0, "give")
    assert [event.cards[0] >= 0 for event in gifts] == [True, False]
    assert known_under(table, 1) == [mine]


@pytest.mark.parametrize("edition", ["pegasus", "usgames"])
def test_two_cards_that_nobody_sees(edition: str) -> None:
    """RUE-2: with two players the top two cards of the case file; with more players none."""
    table = dealt(2, edition)
    at = 21 if edition == "pegasus" else 20
    assert table.position["under"] == shuffled(table.rules)[at : at + 2][::-1]
    assert [(event.cards, event.count) for event in table.seen(0, "feed")] == [([], 2)]
    assert known_under(table, 0) == known_under(table, 1) == []
    assert dealt(3, edition).position["under"] == dealt(4, edition).position["under"] == []


def give_first_cards(table: Scene) -> None:
    """Everybody gives the first card of the hand."""
    for seat in range(table.state.seats):
        table.do(f"{seat}: give {table.hand(seat)[0]}")


@pytest.mark.parametrize(
    ("edition", "turned", "drawn"), [("pegasus", 20, [23, 24]), ("usgames", 24, [22, 23])], ids=["RUE-3", "RUE-4"]
)
def test_when_the_discard_pile_starts(edition: str, turned: int, drawn: list[int]) -> None:
    """RUE-3, RUE-4: right after the deal, or only after all of the set-up."""
    table = dealt(2, edition)
    deck = shuffled(table.rules)
    assert table.position["discard"] == ([deck[turned]] if edition == "pegasus" else [])
    give_first_cards(table)
    assert table.position["discard"] == [deck[turned]]
    draws = table.seen(0, "draw") + table.seen(1, "draw")
    seen = [table.rules.deck.names[event.cards[0]] for event in draws if event.cards[0] >= 0]
    assert seen == [deck[at] for at in drawn]
    order = [event.what for event in table.state.log or [] if event.what != "deal"]
    late = ["feed-unseen", "give", "give", "draw", "draw", "turn-up"]
    assert order == (["turn-up", *late[:-1]] if edition == "pegasus" else late)


def test_partners_pass_a_card_to_each_other_at_once() -> None:
    """RUE-5: nothing moves, and nobody learns anything, before all have chosen (C-21)."""
    hands = ["poe*4 le-bon*4", "sailor*5 madame*3", "three-am*5 st-roch*3", "mademoiselle*5 dupin prefect st-roch"]
    table = set_table(laid_out(hands, discard="madame", phase="pass"))
    assert table.actors() == [0, 1, 2, 3]
    assert all(action.startswith("pass ") for action in table.legal())
    assert "pass CARD (RUE-5)" in table.refused("0: give poe")
    assert "not in the hand (RUE-5)" in table.refused("0: pass sailor")
    table.do("0: pass poe", "1: pass madame", "3: pass dupin")
    assert "(C-6)" in table.refused("0: pass le-bon")
    assert table.hand(2).count("poe") == 0
    assert table.position["asked"] == {
        "for": "pass",
        "seats": [2],
        "sealed": {"0": "poe", "1": "madame", "3": "dupin"},
    }
    table.do("2: pass st-roch")
    assert table.position["phase"] == "give"
    assert [hand.count("poe") for hand in table.position["hands"]] == [3, 0, 1, 0]
    assert "st-roch" in table.hand(0)
    assert "dupin" in table.hand(1)
    assert table.hand(3).count("madame") == 1
    assert table.do("2: give poe").position["asked"]["sealed"] == {"2": "poe"}


def test_only_partners_see_what_they_pass() -> None:
    """RUE-5, C-22: each knows what was passed and what came; the opponents know that something was."""
    table = dealt(4)
    passed = [table.hand(seat)[seat] for seat in range(4)]
    for seat in (3, 1, 0, 2):
        table.do(f"{seat}: pass {passed[seat]}")
    for viewer in range(4):
        events = table.seen(viewer, "pass")
        assert [(event.seat, event.other) for event in events] == [(0, 2), (1, 3), (2, 0), (3, 1)]
        assert [event.cards[0] >= 0 for event in events] == [event.seat % 2 == viewer % 2 for event in events]
        mate = (viewer + 2) % 4
        assert known_in_hand(table, viewer, mate) == [passed[viewer]]
        assert known_in_hand(table, viewer, (viewer + 1) % 4) == []


@pytest.mark.parametrize("edition", ["pegasus", "usgames"])
def test_everybody_feeds_the_orang_utan_and_draws(edition: str) -> None:
    """RUE-6: all at once; then each draws a card, from the dealer on clockwise."""
    table = dealt(3, edition, dealer=2)
    deck = shuffled(table.rules)
    assert table.position["phase"] == "give"
    assert all(action.startswith("give ") for action in table.legal())
    assert "give CARD (RUE-6)" in table.refused("1: discard poe")
    give_first_cards(table)
    draws = [event for event in table.state.log or [] if event.what == "draw"]
    top = 27 if edition == "usgames" else 28
    assert [event.seat for event in draws] == [2, 0, 1]
    assert [table.rules.deck.names[event.cards[0]] for event in draws] == deck[top : top + 3]
    assert table.state.sizes == [9, 9, 9]
    assert len(table.position["under"]) == 3
    assert (table.state.phase, table.state.turn) == (DRAW, 0)
    assert "(RUE-6)" in table.refused("give poe")
    assert "(RUE-5)" in table.refused("pass poe")


# Clues


def test_whoever_melds_feeds_the_orang_utan_before_anything_else() -> None:
    """RUE-7: with the top card of the case file, looked at alone, or of the discard pile."""
    table = at_turn("poe*2 sailor*4 dupin madame", discard="st-roch le-bon", top="prefect madame", under="le-bon")
    table.do("meld sailor*3")
    assert table.legal() == ["feed discard", "feed file"]
    for other in ("lay sailor", "discard madame", "play dupin", "meld sailor*3"):
        assert "feed file, or feed discard (RUE-7)" in table.refused(other)
    assert [event.cards for event in table.seen(1, "peek")] == [[table.rules.deck.kind_of["prefect"]]]
    assert [event.cards for event in table.seen(0, "peek")] == [[-1]]
    assert table.position["asked"] == {"for": "feed", "seats": [1]}
    twin = table.state.clone()
    table.do("feed file")
    assert table.position["under"] == ["prefect", "le-bon"]
    assert table.position["case_file"][0] == "madame"
    assert table.position["discard"] == ["st-roch", "le-bon"]
    assert (known_under(table, 0), known_under(table, 1)) == ([], ["prefect"])
    assert [event.cards for event in table.seen(0, "feed")] == [[-1]]
    assert "right after a meld (RUE-7)" in table.refused("feed file")
    table = Scene(table.rules, twin).do("feed discard")
    assert table.position["under"] == ["st-roch", "le-bon"]
    assert table.position["case_file"][0] == "prefect"
    assert table.position["discard"] == ["le-bon"]
    assert known_under(table, 0) == known_under(table, 1) == ["st-roch"]
    assert [event.cards[0] for event in table.seen(0, "feed")] == [table.rules.deck.kind_of["st-roch"]]


def test_what_is_fed_when_a_pile_is_empty() -> None:
    """RUE-8: no question is asked; the feeder still looks at the top card of the case file."""
    table = at_turn("sailor*3 madame", top="prefect").do("meld sailor*3")
    assert table.position["under"] == ["prefect"]
    assert table.position["asked"] is None
    assert [event.what for event in table.seen(0)] == ["meld", "peek", "feed-file"]
    table = at_turn("sailor*3 madame", discard="le-bon", case_file="").do("meld sailor*3")
    assert table.position["under"] == ["le-bon"]
    assert table.seen(1, "peek") == []
    data = laid_out(["poe*4", "sailor*3 madame*5"], phase="play")
    data["under"], data["case_file"] = data["case_file"], []
    table = set_table(data).do("meld sailor*3")
    assert table.position["under"] == data["under"]
    assert table.position["asked"] is None
    assert table.legal("discard") == ["discard madame"]


def test_nobody_feeds_after_laying_off_or_after_the_escape() -> None:
    """RUE-9: only melds feed, and only an Orang-Utan that is there."""
    table = at_turn("sailor madame*2", other_area="sailor*3", discard="poe").do("lay sailor")
    assert table.position["under"] == []
    assert table.legal() == ["discard madame"]
    data = laid_out(["poe*2 le-bon", "sailor*3 madame"], discard="poe", phase="play", file=2)
    table = set_table(data).do("meld sailor*3")
    assert table.legal() == ["discard madame"]
    assert "escaped; nobody feeds it any more (RUE-9)" in table.refused("feed file")


@pytest.mark.parametrize("edition", ["pegasus", "usgames"])
def test_the_last_card_is_never_played(edition: str) -> None:
    """C-8, RUE-12: in both editions, and also for an event that would bring new cards."""
    table = at_turn("sailor*3", edition=edition)
    assert table.legal() == ["discard sailor"]
    assert "(C-8)" in table.refused("meld sailor*3")
    table = at_turn("dupins-help", edition=edition)
    assert table.legal() == ["discard dupins-help"]
    assert "(C-8)" in table.refused("play dupins-help draw")
    assert "(C-8)" in at_turn("sailor", other_area="sailor*3", edition=edition).refused("lay sailor")


# Events


def test_a_deduction_needs_both_sets() -> None:
    """RUE-10: each melded in any area, by anybody."""
    for own, others in (("back-windows*3", ""), ("", "lightning-rod*3"), ("", "madame*3")):
        table = at_turn("deduction:windows poe", own, others)
        assert table.legal("play") == []
        assert "(RUE-10)" in table.refused("play deduction:windows")
    for own, others in (("back-windows*3", "lightning-rod*3"), ("lightning-rod*3 back-windows*3", "")):
        table = at_turn("deduction:windows poe", own, others).do("play deduction:windows")
        assert "deduction:windows" in table.area(1)
        assert table.position["event_played"]
    missing = at_turn("deduction:windows poe", "back-windows*3").refused("play deduction:windows")
    assert "no area has a meld of lightning-rod" in missing


@pytest.mark.parametrize(
    ("deduction", "sets"),
    [
        ("three-am", "three-am*3 st-roch*3"),
        ("madame", "mademoiselle*3 madame*3"),
        ("windows", "back-windows*3 lightning-rod*3"),
        ("sailor", "advertisement*3 sailor*3"),
    ],
)
def test_the_pair_of_every_deduction(deduction: str, sets: str) -> None:
    """RUE-10: a deduction has the colours of both sets of its pair."""
    assert at_turn(f"deduction:{deduction} poe", sets).legal("play") == [f"play deduction:{deduction}"]


def test_the_prefect_needs_le_bon() -> None:
    """RUE-11: melded in any area."""
    table = at_turn("prefect poe", "madame*3")
    assert "a meld of le-bon in some area (RUE-11)" in table.refused("play prefect")
    assert "prefect" in at_turn("prefect poe", "le-bon*3").do("play prefect").area(1)
    assert at_turn("prefect poe", "", "le-bon*3").legal("play") == ["play prefect"]


@pytest.mark.parametrize("players", [2, 3])
def test_dupins_help_without_partners(players: int) -> None:
    """RUE-12: draw two cards, or search the discard pile."""
    hands = ["le-bon", "dupins-help madame", "le-bon"][:players]
    table = rue(hands, discard="poe sailor poe three-am", top="st-roch dupin sailor")
    assert table.legal("play") == ["play dupins-help draw", "play dupins-help search"]
    assert "no partner to consult" in table.refused("play dupins-help consult")
    assert "(RUE-12)" in table.refused("play dupins-help")
    searching = Scene(table.rules, table.state.clone())
    table.do("play dupins-help draw")
    assert table.hand(1) == ["st-roch", "madame", "dupin"]
    assert table.area(1) == ["dupins-help"]
    assert "per turn (C-12)" in table.refused("play dupin")
    searching.do("play dupins-help search")
    assert searching.position["asked"] == {"for": "search", "seats": [1], "then": "discard"}
    assert searching.legal() == ["take poe", "take sailor", "take three-am"]
    assert "take CARD (RUE-12)" in searching.refused("discard madame")
    assert "not in the discard pile (RUE-12)" in searching.refused("take le-bon")
    assert "taking none is not allowed (RUE-12)" in searching.refused("take none")
    searching.do("take poe")
    assert searching.position["discard"] == ["sailor", "poe", "three-am"]
    assert searching.hand(1) == ["madame", "poe"]
    assert known_in_hand(searching, 0, 1) == ["poe"]
    assert "(RUE-12)" in searching.refused("take poe")


def test_an_empty_discard_pile_cannot_be_searched() -> None:
    """RUE-12, C-13: but two cards may be drawn of which there is one, or none."""
    table = at_turn("dupins-help madame")
    assert table.legal("play") == ["play dupins-help draw"]
    assert "empty, so it cannot be searched (RUE-12)" in table.refused("play dupins-help search")
    assert at_turn("dupins-help madame", case_file="sailor").do("play dupins-help draw").hand(1) == ["madame", "sailor"]
    assert at_turn("dupins-help madame", case_file="").do("play dupins-help draw").hand(1) == ["madame"]


def four(hand: str, mate: str, discard: str = "", **more: Any) -> Scene:
    """Two teams; seat 1 is to play, seat 3 is the partner."""
    return rue(["le-bon", hand, "le-bon", mate], discard=discard, **more)


def test_partners_consult() -> None:
    """RUE-12, RUE-13: a card is drawn, then both pass a card, at once; the one just drawn may be passed."""
    table = four("dupins-help madame", "sailor dupin", top="prefect poe", discard="poe")
    assert table.legal("play") == ["play dupins-help consult", "play dupins-help search"]
    assert "with partners Dupin's Help does not draw" in table.refused("play dupins-help draw")
    table.do("play dupins-help consult")
    assert table.hand(1) == ["madame", "prefect"]
    assert table.actors() == [1, 3]
    assert table.legal() == ["pass dupin", "pass madame", "pass prefect", "pass sailor"]
    assert "(RUE-13)" in table.refused("1: discard madame")
    assert "(C-6)" in table.refused("0: pass le-bon")
    table.do("3: pass dupin")
    assert table.hand(3) == ["sailor", "dupin"]
    assert table.position["asked"] == {"for": "consult", "seats": [1], "sealed": {"3": "dupin"}}
    table.do("pass prefect")
    assert (table.hand(1), table.hand(3)) == (["madame", "dupin"], ["sailor", "prefect"])
    assert known_in_hand(table, 1, 3) == ["prefect"]
    assert known_in_hand(table, 3, 1) == ["dupin"]
    assert known_in_hand(table, 0, 1) == known_in_hand(table, 0, 3) == []
    assert [event.cards[0] >= 0 for event in table.seen(0, "pass")] == [False, False]
    assert [event.cards[0] >= 0 for event in table.seen(3, "pass")] == [True, True]
    assert "(C-12)" in table.refused("1: play dupin")
    table.do("1: discard madame", "2: draw file", "2: discard le-bon")
    assert table.actors() == [3]


def test_consulting_with_an_empty_case_file() -> None:
    """RUE-13: nothing is drawn, and the exchange still happens; the one card of a hand is exchanged too."""
    table = four("dupins-help madame", "sailor", case_file="").do("play dupins-help consult")
    assert table.hand(1) == ["madame"]
    table.do("1: pass madame", "3: pass sailor")
    assert (table.hand(1), table.hand(3)) == (["sailor"], ["madame"])


def test_dupin_searches_under_the_orang_utan() -> None:
    """RUE-14: during the first case file; one card is chosen, shown and taken. It is compulsory in both editions."""
    for edition in ("pegasus", "usgames"):
        table = at_turn("dupin madame", under="poe sailor prefect", edition=edition)
        assert table.legal("play") == ["play dupin"]
        table.do("play dupin")
        assert table.position["asked"] == {"for": "search", "seats": [1], "then": "under"}
        assert table.legal() == ["take poe", "take prefect", "take sailor"]
        assert "from under the Orang-Utan has to be chosen: take CARD (RUE-14)" in table.refused("discard madame")
        assert "does not lie under the Orang-Utan (RUE-14)" in table.refused("take madame")
        assert [len(event.cards) for event in table.seen(0, "search")] == [3]
        assert table.seen(0, "search")[0].cards == [-1, -1, -1]
        table.do("take sailor")
        assert table.position["under"] == ["poe", "prefect"]
        assert table.hand(1) == ["madame", "sailor"]
        assert known_in_hand(table, 0, 1) == ["sailor"]
        assert (known_under(table, 0), known_under(table, 1)) == ([], ["poe", "prefect"])


def test_dupin_draws_two_cards_from_the_second_case_file() -> None:
    """RUE-14, C-13: or as many as there are; and he finds nothing where nothing lies."""
    data = laid_out(["poe", "dupin madame"], top="sailor prefect poe", phase="play", file=2)
    assert set_table(data).do("play dupin").hand(1) == ["madame", "sailor", "prefect"]
    table = at_turn("dupin madame").do("play dupin")
    assert table.position["asked"] is None
    assert table.area(1) == ["dupin"]


@pytest.mark.parametrize(
    ("event", "where"),
    [("dupins-help draw", "top"), ("dupins-help search", "discard"), ("dupin", "under")],
    ids=["RUE-12-draw", "RUE-12-search", "RUE-14"],
)
def test_an_event_that_an_event_brought_waits(event: str, where: str) -> None:
    """RUE-15, C-12: for a later turn; a clue does not wait."""
    found = {"top": "prefect sailor"} if where == "top" else {where: "prefect"}
    table = rue(["le-bon", f"{event.split()[0]} madame sailor"], ["", "le-bon*3 sailor*3"], **found)
    table.do(f"play {event}")
    if where != "top":
        table.do("take prefect")
    assert "prefect" in table.hand(1)
    assert "(C-12)" in table.refused("play prefect")
    table.do("lay sailor", "discard madame", "0: draw file", "0: discard le-bon", "1: draw file")
    assert "play prefect" in table.legal()
