"""Murders in the Rue Morgue, rule by rule: the second case file, how a round ends, and the rulebook's example."""

from tests.rules.test_rue_morgue import at_turn, four, known_in_hand, known_under, laid_out, rue
from tests.scene import set_table, words

# Second case file


def test_the_orang_utan_escapes_at_the_end_of_the_turn() -> None:
    """RUE-16, RUE-17: the second case file is the discard pile and the cards under the Orang-Utan, shuffled."""
    data = laid_out(["poe*2 le-bon", "madame sailor"], case_file="prefect", under="sailor*2 poe")
    table = set_table(data).do("draw file")
    assert (table.position["file"], table.position["case_file"]) == (1, [])
    before = table.position["discard"] + table.position["under"] + ["madame"]
    table.do("discard madame")
    assert table.position["file"] == 2
    assert (table.position["under"], table.position["discard"]) == ([], [])
    assert sorted(table.position["case_file"]) == sorted(before)
    assert table.position["case_file"] != before
    assert [event.count for event in table.seen(0, "second")] == [len(before)]
    assert table.state.turn == 0
    assert "draw discard" not in table.legal()


def test_the_whole_turn_belongs_to_the_first_case_file() -> None:
    """RUE-17: after the last card was drawn, dupin still searches and melds still feed."""
    table = at_turn("dupin madame*3 poe", case_file="", discard="le-bon", under="sailor")
    table.do("play dupin")
    assert table.legal() == ["take sailor"]
    table.do("take sailor", "meld madame*3")
    assert table.position["under"] == ["le-bon"]
    assert table.position["file"] == 1


def test_going_out_in_the_turn_in_which_the_first_case_file_ran_out() -> None:
    """RUE-17, RUE-18: the Orang-Utan is caught in the one edition, and has escaped in the other."""
    for edition, file, under in (("pegasus", 1, ["sailor"] * 3), ("usgames", 2, [])):
        table = set_table(
            laid_out(["poe", "madame"], ["", "le-bon*3"], case_file="le-bon", under="sailor*3", edition=edition)
        )
        table.do("draw file", "lay le-bon", "discard madame")
        assert table.position["phase"] == "over"
        assert (table.position["file"], table.position["under"]) == (file, under)
        assert ("catch" in [event.what for event in table.seen(0)]) == (edition == "pegasus")
        assert table.rules.score(table.state).sides[1].plus == (14 if edition == "pegasus" else 8)


def test_the_second_case_file_comes_at_once() -> None:
    """RUE-18: so that the same turn draws from it already, and dupin no longer searches."""
    table = set_table(
        laid_out(
            ["poe", "madame dupin"], case_file="prefect", under="sailor*3 le-bon", edition="usgames", discard="poe"
        )
    )
    table.do("draw file")
    assert (table.position["file"], table.position["under"], table.position["discard"]) == (2, [], [])
    next_cards = table.position["case_file"][:2]
    table.do("play dupin")
    assert sorted(table.hand(1)) == sorted(["madame", "prefect", *next_cards])
    assert [event.what for event in table.seen(0)] == ["draw", "second-file", "play", "draw"]


def test_the_second_case_file_comes_in_the_middle_of_an_event() -> None:
    """RUE-18: the second card of dupins-help comes from the new case file; so does nothing in the other edition."""
    hands, areas = ["poe", "madame dupins-help"], ["", ""]
    table = rue(hands, areas, case_file="prefect", under="sailor", edition="usgames")
    table.do("play dupins-help draw")
    assert table.state.sizes[1] == 3
    assert table.position["file"] == 2
    assert [(event.what, len(event.cards)) for event in table.seen(0)] == [
        ("play", 1),
        ("draw", 1),
        ("second-file", 0),
        ("draw", 1),
    ]
    assert rue(hands, areas, case_file="prefect", under="sailor").do("play dupins-help draw").state.sizes[1] == 2
    team = four("dupins-help madame", "sailor", case_file="prefect", edition="usgames").do("play dupins-help consult")
    assert team.position["file"] == 2
    assert team.actors() == [1, 3]


def test_feeding_the_last_card_counts() -> None:
    """RUE-18, C-17: that card is shuffled in with the others."""
    table = at_turn("madame*3 poe", case_file="prefect", under="sailor", edition="usgames", discard="le-bon")
    table.do("meld madame*3", "feed file")
    assert table.position["file"] == 2
    assert "prefect" in table.position["case_file"]
    table = at_turn("madame*3 poe", case_file="prefect", under="sailor", edition="usgames", discard="le-bon")
    table.do("meld madame*3", "feed discard")
    assert (table.position["file"], table.position["case_file"]) == (1, ["prefect"])


def test_a_second_case_file_of_the_cards_under_the_orang_utan_alone() -> None:
    """RUE-18: the discard pile may be empty when the first case file runs out."""
    data = laid_out(["poe", "madame sailor"], edition="usgames", top="le-bon")
    data["under"], data["case_file"] = data["case_file"][1:], data["case_file"][:1]
    table = set_table(data).do("draw file")
    assert sorted(table.position["case_file"]) == sorted(data["under"])


# End of the round


def test_a_last_card_discarded_solves_the_case() -> None:
    """RUE-19, C-18: all hands and the cards under the Orang-Utan are laid open."""
    table = at_turn("madame", under="sailor").do("discard madame")
    assert table.position["ended"] == {"by": "discard", "seat": 1}
    assert table.rules.score(table.state).outcome == "solved"
    assert [event.what for event in table.seen(0)] == ["discard", "end", "catch", "show-hand", "show-hand"]
    assert known_in_hand(table, 1, 0) == ["le-bon", "poe", "poe"]
    assert known_under(table, 0) == ["sailor"]
    assert "the round is over (C-18)" in table.refused("draw file")


def test_an_empty_second_case_file_leaves_the_case_unsolved() -> None:
    """RUE-19, C-16: at the end of the turn; nobody scores, neither plus nor minus."""
    for edition in ("pegasus", "usgames"):
        data = laid_out(["poe*4", "madame sailor"], ["sailor*3", ""], case_file="prefect", edition=edition, file=2)
        table = set_table(data).do("draw file", "discard prefect")
        assert table.position["ended"] == {"by": "file"}
        result = table.rules.score(table.state)
        assert (result.outcome, result.totals()) == ("unsolved", [0, 0])
        assert known_in_hand(table, 1, 0) == []


# The rulebook's example of a turn


def test_the_turn_of_the_rulebook() -> None:
    """RUE-7, RUE-10, RUE-12, RUE-15, RUE-23: two melds of a pair, with Dupin's help in between."""
    table = set_table(
        laid_out(
            ["poe*4", "three-am*2 st-roch*3 madame*2"],
            discard="sailor lightning-rod",
            top="dupins-help three-am deduction:three-am le-bon",
            under="mademoiselle*4",
        )
    )
    table.do("draw file", "meld st-roch*3", "feed discard")
    assert table.position["discard"] == ["lightning-rod"]
    assert table.state.minds[1].key()[-1] == table.rules.deck.kind_of["three-am"]
    table.do("play dupins-help draw", "meld three-am*3", "feed discard")
    assert table.position["under"][:2] == ["lightning-rod", "sailor"]
    assert table.position["case_file"][0] == "le-bon"
    assert "per turn (C-12)" in table.refused("play deduction:three-am")
    table.do("discard madame", "draw discard", "discard poe", "draw file", "play deduction:three-am")
    table.do("discard le-bon", "draw file", "discard poe", "draw discard", "discard poe")
    assert table.area(1) == words("three-am*3 st-roch*3 deduction:three-am dupins-help")
