"""The look of every case: complete, readable, and said in every language; and a page that knows no case by name."""

import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from casefile import looks
from casefile.cases import BUILT_IN
from casefile.core.case import Case
from casefile.core.rules import Rules
from casefile.core.state import OVER
from casefile.decks import deck_data
from casefile.errors import CasefileError
from casefile.looks import Palette, contrast, hue_of, look_of, neutral_file, neutral_theme, stylesheet
from casefile.players import NAMES
from casefile.registry import case_named, rules_for
from casefile.text.language import Speaker, catalogue
from casefile.text.languages import LANGUAGES
from casefile.text.seen import note_from_dict, note_to_dict

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
DECLARED = [case_named(folder.replace("_", "-")) for folder in BUILT_IN]
CASES = [case.name for case in DECLARED]
PAGE_ICONS = ROOT / "src/casefile/page/icons"


@pytest.mark.parametrize("case", CASES)
def test_every_face_has_a_look(case: str) -> None:
    look = look_of(case)
    assert list(look.faces) == rules_for(case).face_names
    assert all(face.icon and face.ink and face.pattern is not None for face in look.faces.values())
    assert len(look.fan) == 3
    assert not look.plain
    clues = [look.faces[card.name] for card in rules_for(case).deck.cards if card.colour == card.name]
    assert len({face.icon for face in clues}) == len({face.ink for face in clues}) == len(clues)


def test_every_icon_travels_with_the_page() -> None:
    if not PAGE_ICONS.is_dir():
        pytest.skip("the page is not built")

    def bundled(name: str) -> set[str]:
        return set(re.findall(r'<symbol id="([^"]+)"', (PAGE_ICONS / f"{name}.svg").read_text("utf-8")))

    for case in DECLARED:
        assert looks.icons_of(looks.read(case.package, looks.LookFile)) <= bundled(case.name)
    assert looks.bundled_icons() <= bundled("others")


def readable(palette: Palette) -> bool:
    """Can all be read that is written in these colours?"""
    pairs = [(ink, ground) for ink in (palette.ink, palette.muted) for ground in (palette.bg, palette.panel)]
    pairs += [(palette.on_accent, palette.accent), (palette.accent, palette.panel), (palette.accent, palette.bg)]
    return all(contrast(*pair) >= 4.5 for pair in pairs)


@pytest.mark.parametrize("case", CASES)
def test_themes_are_readable(case: str) -> None:
    theme = looks.read(case_named(case).package, looks.LookFile).theme
    assert readable(theme.dark)
    assert readable(theme.light)
    assert f'[data-theme="light"] [data-case="{case}"]' in stylesheet(case).decode()


def test_neutral_themes_are_readable_in_every_hue() -> None:
    for step in range(60):
        theme = neutral_theme(step / 60)
        assert readable(theme.dark), step
        assert readable(theme.light), step


@pytest.mark.parametrize("case", CASES)
def test_a_neutral_look_tells_all_colours_apart(case: str) -> None:
    info = case_named(case)
    file = neutral_file(info)
    assert file == neutral_file(info)
    colours = {card.colour or card.name for card in rules_for(case).deck.cards}
    assert file.cards.keys() == colours
    assert len({look.ink for look in file.cards.values()}) == len(colours)
    assert all(contrast(look.ink or "", "#ffffff") >= looks.CONTRAST for look in file.cards.values())
    assert looks.icons_of(file) <= looks.bundled_icons()
    assert 0 <= hue_of(case) < 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_whatever_a_look_names_has_words(case: str, language: str) -> None:
    words, look, info = catalogue(language, case), look_of(case), case_named(case)
    assert all(f"{key}-title" in words["table"] for key in look.board)
    assert all(f"ending-{by}" in words["sheet"] for by in info.endings[1:])
    assert all(question.key in words["sheet"] for question in look.sheet.questions)
    assert all(f"{pile.key}-title" in words["table"] for pile in look.sheet.piles)
    assert all(option in words["options"] for option in info.options)
    assert len(info.editions) == 1 or all(edition in words["editions"] for edition in info.editions)
    assert look.order is None or look.order.name in words["orders"]


BAD = [
    ("back", "Object missing required field `back`"),
    ('back = "lantern"\nfoo = 1', "Object contains unknown field `foo`"),
    ('back = "nothing"', "unknown icon in CASE: look.toml 'nothing'"),
    ('back = "lantern"\n[cards]\ndruit = {}', "unknown card in CASE: look.toml 'druit'; did you mean druitt"),
    ('back = "lantern"\nfan = ["nobody"]', "unknown card in CASE: look.toml 'nobody'"),
    ('back = "lantern"\n[cards]\ndruitt = { ink = "red" }', "`$.cards[...].ink`"),
    ('back = "lantern"\n[cards]\ndruitt = { pattern = 12 }', "`$.cards[...].pattern`"),
    ('back = "mine"\n[icons]\nmine = { path = "M0 0\\"/><script>" }', "`$.icons[...].path`"),
    ('back = "mine"\n[icons]\nmine = { path = "M0 0z", box = "0 0 \\" onload" }', "`$.icons[...].box`"),
    ("back = lantern", "look.toml: Invalid value"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_a_bad_look_is_refused_in_one_line(
    text: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "badlook").mkdir(exist_ok=True)
    (tmp_path / "badlook/look.toml").write_text("" if text == "back" else text, "utf-8")
    info = Case("ripper", "", "badlook", case_named("ripper").make, players=(2,), prefix="BAD")
    with pytest.raises(CasefileError) as refused:
        looks.check(info, looks.read("badlook", looks.LookFile))
    assert problem.replace("CASE", "badlook") in str(refused.value)
    assert "\n" not in str(refused.value)


def walk(rules: Rules, seed: int) -> list[list[list[dict[str, object]]]]:
    """What the table shows each seat beside the cards, in the course of a round played at random."""
    chance = Random(seed)
    state = rules.deal(0, [0] * rules.sides, str(seed), log=False)
    shown = []
    while state.phase != OVER:
        views = [rules.view(state, seat) for seat in range(rules.seats)]
        shown.append([[note_to_dict(rules, note) for note in rules.notes(view)] for view in views])
        seat = next(at for at in range(rules.seats) if state.actors() >> at & 1)
        rules.apply(state, seat, chance.choice(rules.legal(state, seat)))
    return shown


@pytest.mark.parametrize("case", CASES)
def test_notes_have_words_and_are_alike_for_all_seats(case: str) -> None:
    """A spectator gets what all seats see alike, place by place, so the places have to be the same."""
    info = case_named(case)
    rules = rules_for(case, info.players[-1], options=info.options)
    speaker = Speaker(rules)
    known = set(look_of(case).board)
    keys = set()
    for seed in range(6):
        for seats in walk(rules, seed):
            shapes = [[(row["key"], len(row.get("cards") or [])) for row in rows] for rows in seats]  # type: ignore[arg-type]
            assert all(shape == shapes[0] for shape in shapes)
            keys |= {str(row["key"]) for row in seats[0]}
            again = [note_from_dict(row, speaker.face_of) for row in seats[0]]
            assert [note_to_dict(rules, note) for note in again] == seats[0]
            assert all("{" not in sentence for sentence in speaker.table_notes(again))
    assert keys == known


def test_the_page_names_no_case() -> None:
    """Neither a case, nor a part of its name, nor one of its cards, nor one of its rules."""
    parts = {part for case in CASES for part in case.split("-") if len(part) > 3} | {"orang", "commissioner"}
    cards = {str(card["name"]) for info in DECLARED for card in deck_data(info.package)} - set(NAMES)
    cards -= {event for case in CASES for event in catalogue("en", case)["events"]}  # which may be called like a card
    prefixes = "|".join(case.prefix for case in DECLARED)
    named = re.compile(
        rf"{'|'.join(sorted(parts))}|\b({prefixes})-|[\"'`]({'|'.join(map(re.escape, sorted(cards)))})[\"'`]",
        re.IGNORECASE,
    )
    sources = [path for path in (ROOT / "web/src").rglob("*") if path.is_file()]
    assert len(sources) > 50
    found = [f"{path.name}: {match[0]}" for path in sources for match in named.finditer(path.read_text("utf-8"))]
    assert found == []


def test_every_built_in_case_has_its_look_in_its_folder() -> None:
    for info in DECLARED:
        assert (files(info.package) / "look.toml").is_file()
        assert (files(info.package) / "look.css").is_file()
