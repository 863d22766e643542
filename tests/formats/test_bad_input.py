"""Bad input of many kinds: one line that says what is wrong, exit code 2, nothing on standard output."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.formats.test_commands import GOLDEN, run
from tests.scene import position

GOOD = position("ripper", ["jill*2 joker", "druitt*3 gull"], ["", "victim:kelly"], discard="eddy", phase="play")
FIVE = "victim:nichols victim:stride victim:eddowes victim:annie-chapman victim:kelly"


def changed(**changes: Any) -> dict[str, Any]:
    """The good position with changes."""
    return GOOD | changes


def without(key: str) -> dict[str, Any]:
    """The good position without a key."""
    return {name: value for name, value in GOOD.items() if name != key}


def ripper(hands: list[str], areas: list[str], **more: Any) -> dict[str, Any]:
    """Another position, that may be bad."""
    return position("ripper", hands, areas, **({"phase": "play"} | more))


def moved(place: str, card: str) -> dict[str, Any]:
    """A position in which a card of the case file lies in the area of seat 0."""
    data = json.loads(json.dumps(GOOD))
    data["case_file"].remove(card.split("@")[0])
    data[place][0].append(card)
    assert isinstance(data, dict)
    return data


POSITIONS: list[tuple[str, Any, str]] = [
    ("no object", [1, 2], "must be a JSON object"),
    ("no case", without("case"), "case: is missing"),
    ("unknown case", changed(case="riper"), "unknown case 'riper'; did you mean ripper?"),
    ("unhashable case", changed(case=["ripper"]), "unknown case"),
    ("no players", without("players"), "players: is missing"),
    ("too many players", changed(players=5), "is played by 2, 3 or 4, not by 5"),
    ("players as text", changed(players="2"), "is played by 2, 3 or 4"),
    ("players as truth", changed(players=True), "is played by 2, 3 or 4"),
    ("teams", changed(teams=True), "is not played in teams"),
    ("teams as text", changed(teams="no"), "teams: must be true or false"),
    ("unknown edition", changed(edition="ravensburger"), "unknown edition"),
    ("unknown option", changed(options=["shut-out"]), "unknown option 'shut-out'"),
    ("options as text", changed(options="tips"), "options: must be a list"),
    ("unknown key", changed(case_fil=[]), "unknown key 'case_fil'; did you mean case_file?"),
    ("key of another case", changed(under=["gull"]), "under: belongs to another case"),
    ("players as fraction", changed(players=2.0), "is played by 2, 3 or 4, not by 2.0"),
    ("players as null", changed(players=None), "players: is missing"),
    ("seat asked twice", changed(asked={"for": "search", "seats": [1, 1]}), "stands there twice"),
    ("sealed search", changed(asked={"for": "search", "seats": [1], "sealed": {"0": "gull"}}), "are not sealed"),
    ("then of a search", changed(asked={"for": "search", "seats": [1], "then": "end"}), "for escape only"),
    (
        "two cards without victim",
        ripper(["ripper-escapes jill", "gull"], [FIVE, ""], asked={"for": "escape", "seats": [0], "then": "two-cards"}),
        "need a victim in the area",
    ),
    (
        "victim left in hand",
        ripper(["victim:stride", ""], ["", "victim:kelly"], phase="over", ended={"by": "commissioner"}),
        "a victim is left in a hand (RIP-12)",
    ),
    ("deck: unknown card", changed(deck={"gul": {"points": 2}}), "unknown card in deck 'gul'; did you mean gull?"),
    ("deck: no such figure", changed(deck={"gull": {"letter": "J"}}), "no such figure; it has: points, rank"),
    ("deck: copies", changed(deck={"gull": {"copies": 6}}), "is the rulebook's and cannot be changed"),
    ("deck: bad figure", changed(deck={"gull": {"points": "two"}}), "must be a whole number from 0 to 999"),
    ("deck: not an object", changed(deck=[]), "deck: must be an object"),
    ("deck: same rank", changed(deck={"gull": {"rank": 1}}), "is given to two cards"),
    ("deck: partners", changed(deck={"victim:kelly": {"partner": "scene:bucks-row"}}), "must be mutual"),
    ("deck: two victims", changed(deck={"victim:kelly": {"partner": "victim:stride"}}), "cannot be another victim"),
    ("scores", changed(scores=[1]), "scores: must be a list of 2 whole numbers"),
    ("scores as text", changed(scores=["1", 2]), "scores: must be whole numbers"),
    ("dealer", changed(dealer=2), "dealer: must be a seat from 0 to 1, not 2"),
    ("turn", changed(turn=-1), "turn: must be a seat from 0 to 1, not -1"),
    ("phase", changed(phase="plays"), "draw, play and over, not 'plays'; did you mean play?"),
    ("phase of another case", changed(phase="give"), "phase: ripper has the phases draw, play and over, not 'give'"),
    ("event_played", changed(event_played=1), "event_played: must be true or false"),
    ("event before the draw", changed(phase="draw", event_played=True), "no event can be played before the draw"),
    ("file", changed(file=3), "file: must be 1 or 2, not 3"),
    ("no hands", without("hands"), "hands: is missing"),
    ("no piles", without("discard"), "discard: is missing"),
    ("hands missing", changed(hands=[[]]), "hands: must be 2 lists of cards, one for each seat, not 1"),
    ("areas missing", changed(areas={}), "areas: must be 2 lists of cards, one for each side"),
    ("hand as text", changed(hands=["gull", []]), "hands: seat 0: must be a list of cards"),
    ("unknown card", changed(hands=[["gul"], []]), "unknown card in hands: seat 0: 'gul'; did you mean gull?"),
    ("card as number", changed(hands=[[7], []]), "unknown card in hands: seat 0: 7"),
    ("decided card in hand", changed(hands=[["joker@gull"], []]), "unknown card in hands: seat 0: 'joker@gull'"),
    ("too many copies", changed(discard=["ripper-escapes"]), "ripper-escapes: 2 copies are given, but the deck has 1"),
    ("missing card", changed(discard=[]), "eddy: 1 of 5 copies are missing"),
    ("empty hand", ripper(["", "gull"], ["", ""]), "seat 0 has no card, but the round goes on (C-18)"),
    ("bare joker", moved("areas", "joker"), "write the suspect as whom it was played"),
    ("bare alibi", moved("areas", "alibi:eddy-gull"), "write for whom"),
    ("strikes in an area", moved("areas", "ripper-strikes"), "goes onto the discard pile"),
    ("escape in an area", moved("areas", "ripper-escapes"), "then the round is over"),
    ("lonely clue", moved("areas", "gull"), "no area has a meld of gull, three or more clues (C-10)"),
    ("lonely joker", moved("areas", "joker@gull"), "no area has a meld of gull"),
    ("suspicion without meld", moved("areas", "suspicion:gull"), "(RIP-4)"),
    ("alibi without meld", moved("areas", "alibi:jill"), "(RIP-5)"),
    ("clues without victim", ripper(["jill", "gull"], ["eddy*3", ""]), "before a victim lies on the table (RIP-1)"),
    (
        "pair apart",
        moved("areas", "scene:millers-court"),
        "belong together, as no commissioner-resigns has been played (RIP-8, RIP-9, RIP-12)",
    ),
    (
        "two alibis",
        ripper(["jill", "gull"], ["victim:kelly eddy*3 alibi:eddy-gull@eddy druitt*3", "alibi:druitt"]),
        "only one at a time (RIP-6)",
    ),
    ("empty case file", changed(phase="draw", case_file=[], discard=GOOD["case_file"] + ["eddy"]), "cannot be empty"),
    ("over without end", changed(phase="over"), "ended: the phase is over, so say how"),
    ("end without over", changed(ended={"by": "file"}), 'belongs to "phase": "over" only'),
    (
        "unknown end",
        changed(phase="over", ended={"by": "time"}),
        "ended: a round of ripper ends by discard, file, commissioner and escape, not 'time'",
    ),
    ("end without seat", changed(phase="over", ended={"by": "discard"}), "ended: seat: must be a seat from 0 to 1"),
    ("end with surplus", changed(phase="over", ended={"by": "file", "who": 1}), "unknown key in ended: 'who'"),
    ("end with a hand", changed(phase="over", ended={"by": "discard", "seat": 1}), "but that hand is not empty"),
    ("escape too early", changed(phase="over", ended={"by": "escape", "seat": 1}), "not all five victims"),
    ("commissioner", changed(phase="over", ended={"by": "commissioner"}), "but no hand is empty"),
    ("file not empty", changed(phase="over", ended={"by": "file"}), "but that is not empty"),
    ("asked as text", changed(asked="search"), "asked: must be null or an object"),
    (
        "unknown question",
        changed(asked={"for": "tea", "seats": [1]}),
        "asked: ripper asks for search, escape and tip, not 'tea'",
    ),
    ("question to nobody", changed(asked={"for": "search", "seats": []}), "asked: seats: must be a list"),
    ("question to no seat", changed(asked={"for": "search", "seats": [4]}), "there is no seat 4"),
    ("question of another case", changed(asked={"for": "feed", "seats": [1]}), "search, escape and tip, not 'feed'"),
    ("search without scene", changed(asked={"for": "search", "seats": [1]}), "needs a scene"),
    ("escape without card", changed(asked={"for": "escape", "seats": [0]}), "only the seat that holds"),
    (
        "escape without victims",
        ripper(["ripper-escapes jill", "gull"], ["", ""], asked={"for": "escape", "seats": [0]}),
        "before all five victims",
    ),
    (
        "escape of the player whose turn it is",
        ripper(["jill", "ripper-escapes gull"], [FIVE, ""], asked={"for": "escape", "seats": [1]}),
        "the player whose turn it is is not asked",
    ),
    ("unknown detail", changed(asked={"for": "search", "seats": [1], "who": 2}), "unknown key in asked: 'who'"),
    ("tips without option", changed(tips=["gull", "gull"]), 'add "tips" to the options'),
    ("tips without meld", changed(options=["tips"], tips=["gull", "gull"]), "as no area has a meld (RIP-30)"),
    ("tips for too few", changed(options=["tips"], tips=["gull"]), "tips: must be null or a list of 2"),
    ("tip for letters", changed(options=["tips"], tips=["letters", "gull"]), "must name one of druitt"),
]


@pytest.mark.parametrize(("data", "message"), [row[1:] for row in POSITIONS], ids=[row[0] for row in POSITIONS])
def test_bad_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Any, message: str) -> None:
    """A position that no game can hold is refused; the first thing wrong is named."""
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data))
    for command in ("legal", "apply"):
        code, out, err = run(capsys, command, path)
        assert (code, out) == (2, "")
        assert message in err
        assert err.startswith("casefile: ")
        assert err.count("\n") == 1


ACTIONS = [
    ("", "unknown action ''"),
    ("sing", "unknown action 'sing'"),
    ("drawfile", "unknown action"),
    ("meld druitt*2 joker@druitt", "leave out what follows @: meld druitt*2 joker"),
    ("meld joker*2", "a correct example is: meld druitt joker*2 (C-9)"),
    ("play", "a correct example is: play suspicion:druitt (C-12)"),
    ("discard joker@gull", "leave out what follows @: discard joker"),
    ("meld druitt*٣", "unknown card or word"),
    ("draw", "'draw' cannot be used like this; a correct example is: draw file (C-7)"),
    ("draw moon", "unknown card or word 'moon'"),
    ("meld drutt*3", "unknown card or word 'drutt'; did you mean druitt?"),
    ("meld druitt 3", "write how many with *: meld druitt*3 (C-9)"),
    ("meld druitt*2 gull", "clues of one colour only (C-9)"),
    ("meld druitt*9", "the hand has too few of druitt (C-9)"),
    ("meld druitt*0", "the hand has too few of druitt"),
    ("draw file zzz*0", "unknown card or word 'zzz'"),
    ("draw file" + " " * 300 + "x", "unknown card or word"),
    ("draw " * 200, "at most 400 characters"),
    ("meld victim:kelly*3", "victim:kelly is not a clue; only clues can be melded (C-9)"),
    ("take alibi:jill alibi:jill", "a correct example is: take alibi:jill play"),
    ("meld druitt*2", "three or more clues of one colour (C-9)"),
    ("meld gull*3", "the hand has too few of gull (C-9)"),
    ("lay druitt", "no area has a meld of druitt, so nothing can be laid off on it (C-10)"),
    ("lay victim:kelly", "is not a clue; only clues can be laid off (C-10)"),
    ("lay druitt gull", "'lay' cannot be used like this"),
    ("play druitt", "druitt is a clue; clues are melded or laid off (C-9)"),
    ("play victim:stride", "victim:stride is not in the hand (C-12)"),
    ("discard", "'discard' cannot be used like this"),
    ("discard jill", "jill is not in the hand (C-14)"),
    ("take eddy", "the discard pile is not being searched"),
    ("take none", "taking none is not allowed (RIP-10)"),
    ("tip gull", "nobody has called for tips"),
    ("hold", "nobody was asked"),
    ("0: discard jill", "it is not this seat's turn to choose (C-6)"),
    ("7: discard gull", "there is no seat 7; seats are 0 to 1"),
    ("99999999999: discard gull", "unknown action"),
    ("one: discard gull", "unknown action 'one:'"),
    ("draw file; rm", "unknown"),
    ("mel\u0000d", "unknown action"),
]


@pytest.mark.parametrize(("action", "message"), ACTIONS, ids=[row[0] or "empty" for row in ACTIONS])
def test_bad_actions(capsys: pytest.CaptureFixture[str], tmp_path: Path, action: str, message: str) -> None:
    """An illegal or unreadable action is named, with the reason."""
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GOOD))
    code, out, err = run(capsys, "apply", path, action)
    assert (code, out) == (2, "")
    assert message in err
    assert repr(action.strip())[:80] in err
    assert err.count("\n") == 1


RECORD = GOLDEN.read_text("utf-8")

RECORDS = [
    ("empty", "", "record.txt: is empty, not a record"),
    ("no case", RECORD.replace('[Case "ripper"]\n', ""), 'the header [Case "…"] is missing'),
    ("other format", RECORD.replace("casefile 1", "casefile 9"), "reads the format 'casefile 1', not 'casefile 9'"),
    ("broken header", RECORD.replace('[Case "ripper"]', "[Case ripper]"), "line 2: a header line reads like"),
    ("unknown header", RECORD.replace("[Case ", "[Kase "), "line 2: unknown header 'Kase'"),
    ("unknown case", RECORD.replace('"ripper"', '"nipper"'), "unknown case 'nipper'"),
    ("players", RECORD.replace('[Players "3"]', '[Players "three"]'), "Players must be a whole number"),
    ("seats", RECORD.replace('[Players "3"]', '[Players "9"]'), "is played by 2, 3 or 4"),
    ("teams", RECORD.replace('[Teams "no"]', '[Teams "maybe"]'), "Teams must be yes or no"),
    ("deck", RECORD.replace('[Deck "{}"]', '[Deck "{"]'), "Deck must hold JSON"),
    ("names", RECORD.replace('[Names "[]"]', '[Names "[1]"]'), "Names must hold a JSON list"),
    ("too few names", RECORD.replace('[Names "[]"]', '[Names "[\\"Ann\\"]"]'), "Names must be 3"),
    ("other seed", RECORD.replace('[Seed "golden"]', '[Seed "lead"]'), "line 1"),
    ("no round", RECORD.replace("Round 1, dealer", "; Round 1, dealer"), 'must begin with "Round 1'),
    ("wrong round", RECORD.replace("Round 2,", "Round 3,"), "expected 'Round 2, dealer"),
    ("wrong result", RECORD.replace("= solved: ", "= solved: 1", 1), "the result is '= solved: "),
    ("early result", RECORD.replace(": draw file\n", ": draw file\n= solved: 1 2 3\n", 1), "the round is not over"),
    ("illegal action", RECORD.replace(": draw file", ": discard jill", 1), "draw a card first (C-6)"),
    ("unreadable action", RECORD.replace(": draw file", ": drink tea", 1), "unknown action 'drink'"),
    ("deep deck", RECORD.replace('[Deck "{}"]', f'[Deck "{"[" * 50_000}"]'), "Deck must hold JSON"),
    ("deep names", RECORD.replace('[Names "[]"]', f'[Names "{"[" * 50_000}"]'), "Names must hold a JSON list"),
    ("forged names", RECORD.replace('[Names "[]"]', r'[Names "[\"a\\nb\", \"c\", \"d\"]"]'), "Names must hold"),
    ("surrogate seed", RECORD.replace('[Seed "golden"]', r'[Seed "\ud800"]'), "line 1"),
    ("other digits", RECORD.replace('[Players "3"]', '[Players "٣"]'), "Players must be a whole number"),
    ("action after the end", RECORD + "0: draw file\n", "the round is over (C-18)"),
    ("round after the end", RECORD + "Round 99, dealer 0\n", "the match is over"),
]


@pytest.mark.parametrize(("text", "message"), [row[1:] for row in RECORDS], ids=[row[0] for row in RECORDS])
def test_bad_records(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str) -> None:
    """A record that cannot be replayed tells the line and the reason."""
    path = tmp_path / "record.txt"
    path.write_text(text, "utf-8")
    code, out, err = run(capsys, "replay", path)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required"),
        (["dance"], "invalid choice: 'dance'"),
        (["legal"], "the following arguments are required"),
        (["legal", "/nowhere/at/all.json"], "cannot be read: No such file or directory"),
        (["legal", "."], "cannot be read: Is a directory"),
        (["legal", "nul\0"], "cannot be read"),
        (["simulate", "bridge"], "unknown case 'bridge'"),
        (["simulate", "ripper", "--players", "7"], "is played by 2, 3 or 4"),
        (["simulate", "ripper", "--players", "two"], "must be a whole number"),
        (["simulate", "ripper", "--matches", "0"], "must be a whole number from 1 on"),
        (["simulate", "ripper", "--matches", "-3"], "must be a whole number from 1 on"),
        (["simulate", "ripper", "--matches", "9" * 12], "at most 999999999, not '999999999999'"),
        (["simulate", "ripper", "--bots", "hal"], "unknown bot 'hal'"),
        (["simulate", "ripper", "--bots", "random", "random", "random"], "one for each of the 2 seats"),
        (["simulate", "ripper", "--deck", "/nowhere.json"], "cannot be read"),
        (["rules", "bridge"], "unknown page 'bridge'"),
        (["rules", "ripper", "ace"], "unknown card or word in ripper 'ace'"),
        (["rules", "RIP-99"], "unknown rule 'RIP-99'"),
        (["replay", str(GOLDEN), "--seat", "9"], "there is no seat 9"),
        (["replay", str(GOLDEN), "--round", "99"], "the record has the rounds 1 to"),
        (["play", "ripper", "--seat", "5"], "there is no seat 5"),
        (["play", "ripper", "--options", "magic"], "unknown option 'magic'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    """One line, never a traceback."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"{", b"[" * 100_000, b"", b"nul", b"9" * 5000, b'{"a": 1, "a": 2}'],
    ids=["binary", "cut", "deep", "empty", "word", "number", "twice"],
)
def test_files_that_are_no_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    """Whatever is in the file."""
    path = tmp_path / "file"
    path.write_bytes(content)
    code, out, err = run(capsys, "score", path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_keys_of_other_cases_that_say_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A position may have all keys of the format; null means left out."""
    path = tmp_path / "all.json"
    path.write_text(json.dumps(changed(under=[], identity="jekyll", tips=None, asked=None, ended=None, scores=None)))
    assert run(capsys, "legal", path)[0] == 0


def test_a_round_that_goes_on_is_not_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Only phase over."""
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GOOD))
    code, _, err = run(capsys, "score", path)
    assert code == 2
    assert "only a round that is over can be scored" in err


@pytest.mark.parametrize(
    ("result", "said"),
    [
        pytest.param("side 0 wins by resignation", "The match was given up: it goes to ", id="given up"),
        pytest.param("", "The match is not finished.", id="not over"),
    ],
)
def test_a_replay_says_how_the_match_ended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, result: str, said: str
) -> None:
    """Nobody has reached the target: the header may say why."""
    head = RECORD[: RECORD.index("Round 1,")]
    head = "".join(line for line in head.splitlines(keepends=True) if not line.startswith("[Result"))
    begun = RECORD[RECORD.index("Round 1,") :].splitlines()[:2]
    path = tmp_path / "record.txt"
    tag = f'[Result "{result}"]\n' if result else ""
    path.write_text(head.rstrip() + "\n" + tag + "\n" + "\n".join(begun) + "\n", "utf-8")
    code, out, err = run(capsys, "replay", path)
    assert (code, err) == (0, "")
    assert said in out
