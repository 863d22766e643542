"""The look of a case is data: read its look file, or make a neutral look from its deck.

A case's package may hold `look.toml` (symbols, colours, what the score sheet asks) and `look.css` (ornaments).
`docs/adding-a-case.md` explains both. What clients get is resolved: one entry for every face of the deck.
"""

import colorsys
import tomllib
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from casefile.cases import BUILT_IN
from casefile.core.case import Case
from casefile.core.deck import Card
from casefile.decks import KINDS
from casefile.errors import CasefileError, one_line, unknown
from casefile.registry import case_named, rules_for

PATTERNS = 12
CONTRAST = 5.0  # of white signs on the ink of a neutral card
NEUTRAL = "casefile.cases"  # holds the look file for cases that bring none

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Box = Annotated[str, Meta(pattern=r"^-?[\d.]+( -?[\d.]+){3}$")]
PathData = Annotated[str, Meta(pattern=r"^[MmZzLlHhVvCcSsQqTtAaEe0-9 ,.+\-\n]+$", max_length=20_000)]
Short = Annotated[str, Meta(max_length=4)]


class Strict(Struct, forbid_unknown_fields=True):
    """Part of a look file; a word that it does not know is a mistake."""


class CardLook(Strict, omit_defaults=True):
    """How a card looks; what is left out comes from its family, or from its colour."""

    icon: str | None = None
    badge: str | None = None
    ink: Colour | None = None
    pattern: Annotated[int, Meta(ge=0, lt=PATTERNS)] | None = None
    mark: Short | None = None


class Drawing(Strict):
    """A symbol of the case's own: the data of one path, and nothing that a browser could run."""

    path: PathData
    box: Box = "0 0 512 512"


class BoardLook(Strict, omit_defaults=True):
    """How a note on the table looks."""

    icon: str | None = None
    mark: Short | None = None


class Palette(Strict, rename="kebab"):
    """The colours of a theme."""

    bg: Colour
    glow: Colour
    panel: Colour
    ink: Colour
    muted: Colour
    line: Colour
    accent: Colour
    on_accent: Colour


class Theme(Strict):
    """The colours of the case, by night and by day."""

    dark: Palette
    light: Palette


class Order(Strict):
    """What the holder of a card may order beforehand."""

    name: str
    card: str


class SheetQuestion(Strict):
    """What the score sheet asks for a key of the position: one of several values, or a card for each seat."""

    key: str
    choices: list[str | int] = []
    cards_with: str | None = None  # a figure: each seat names a card that has it
    option: str | None = None  # asked only under this advanced rule


class SheetPile(Strict):
    """A place for cards beyond hands and areas, as long as the answers are these."""

    key: str
    when: dict[str, str | int] = {}


class Sheet(Strict):
    """What the score sheet needs to know of a round that was played with printed cards."""

    questions: list[SheetQuestion] = []
    piles: list[SheetPile] = []


class SharedLook(Strict):
    """What a look file says and clients get as it is."""

    back: str
    fan: list[str] = []
    pictures: list[list[str]] = []  # of how it is played: the cards of each
    mark: str | None = None  # the figure in the corner of a card
    whole: str | None = None  # the figure that all copies of a card count together
    turned: dict[str, str] = {}  # what it becomes on a face that was changed
    hyphens: list[str] = []
    icons: dict[str, Drawing] = {}
    board: dict[str, BoardLook] = {}
    order: Order | None = None
    sheet: Sheet = msgspec.field(default_factory=Sheet)


class LookFile(SharedLook):
    """A look file."""

    theme: Theme | None = None
    cards: dict[str, CardLook] = {}


class FaceLook(Struct, omit_defaults=True):
    """How a face looks, as clients get it."""

    icon: str
    ink: str
    pattern: int
    badge: str | None = None  # a second, small symbol: whom a card is about
    mark: str | None = None  # what stands in the lower corner


class CaseLook(SharedLook, kw_only=True):
    """How a case looks, as clients get it; see docs/adding-a-case.md."""

    plain: bool  # without ornaments of its own
    faces: dict[str, FaceLook]
    sheet: Sheet


class Neutral(Strict):
    """The look file for cases that bring none; a shade is a saturation and a lightness."""

    back: str
    icons: dict[str, list[str]]
    dark: dict[str, tuple[float, float]]
    light: dict[str, tuple[float, float]]


def read(package: str, kind: Any) -> Any:
    """The look file of a package, or None."""
    path = files(package) / "look.toml"
    if not path.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CasefileError(f"{package}: look.toml: {one_line(error)}") from None


def neutral_look() -> Neutral:
    """Symbols for cases that bring none."""
    found: Neutral = read(NEUTRAL, Neutral)
    return found


@cache
def bundled_icons() -> frozenset[str]:
    """The symbols that travel with the page."""
    neutral = neutral_look()
    names = {neutral.back, *(name for icons in neutral.icons.values() for name in icons)}
    for folder in BUILT_IN:
        names |= icons_of(read(f"{NEUTRAL}.{folder}", LookFile))
    return frozenset(names)


def icons_of(file: LookFile) -> set[str]:
    """All symbols that a look file names."""
    named = [file.back, *(look.icon for look in file.cards.values()), *(look.icon for look in file.board.values())]
    return {name for name in named if name is not None}


@cache
def look_of(case: str) -> CaseLook:
    """How a case looks."""
    declared = case_named(case)
    file: LookFile | None = read(declared.package, LookFile)
    file = neutral_file(declared) if file is None else file
    check(declared, file)
    rules = rules_for(case)
    cards = rules.deck.cards
    faces = {
        name: face_look(file.cards, name, cards[kind])
        for name, kind in zip(rules.face_names, rules.face_kind, strict=True)
    }
    shared = {name: getattr(file, name) for name in SharedLook.__struct_fields__} | {"fan": file.fan or fan_of(cards)}
    return CaseLook(plain=not (files(declared.package) / "look.css").is_file(), faces=faces, **shared)


def check(declared: Case, file: LookFile) -> None:
    """Refuse a look that names what does not exist."""
    where = f"{declared.package}: look.toml"
    icons = [*sorted(file.icons), *sorted(bundled_icons())]
    for icon in sorted(icons_of(file)):
        if icon not in icons:
            raise unknown(f"icon in {where}", icon, icons)
    rules = rules_for(declared.name)
    cards = rules.deck.cards
    named = {name for card in cards for name in (card.name, card.name.partition(":")[0], card.colour)}
    for name in file.cards:
        if name not in named | set(rules.face_names):
            raise unknown(f"card in {where}", name, [card.name for card in cards])
    for name in [
        *file.fan,
        *(name for faces in file.pictures for name in faces),
        *([file.order.card] if file.order else []),
    ]:
        if name not in rules.face_names:
            raise unknown(f"card in {where}", name, rules.face_names)


def face_look(looks: dict[str, CardLook], face: str, card: Card) -> FaceLook:
    """How a face looks: by its own name, that of its card, its family, or the colour that it stands for."""
    colour = face.partition("@")[2] or card.colour
    names = [face, card.name, card.name.partition(":")[0], colour]
    found = [looks[name] for name in names if name in looks]

    def first(field: str, default: Any) -> Any:
        return next((value for look in found if (value := getattr(look, field)) is not None), default)

    icon = first("icon", "magnifying-glass")
    about = looks[colour].icon if colour != card.name and colour in looks else None
    badge = None if about == icon else about
    return FaceLook(icon, first("ink", "#3d3d3d"), first("pattern", 0), badge, first("mark", None))


def fan_of(cards: list[Card]) -> list[str]:
    """Three cards that show what a deck is like: its first, the one with the most points, its last."""
    dearest = max(cards, key=lambda card: card.number("points") if "points" in card.figures else 0)
    return list(dict.fromkeys([cards[0].name, dearest.name, cards[len(cards) // 2].name, cards[-1].name]))[:3]


# The neutral look


def neutral_file(declared: Case) -> LookFile:
    """A look for a case that brings none: hues far apart, a symbol and a pattern for each colour of its deck."""
    neutral = neutral_look()
    cards = rules_for(declared.name).deck.cards
    colours: dict[str, Card] = {}
    for card in cards:
        colours.setdefault(card.colour or card.name, card)
    looks: dict[str, CardLook] = {}
    dealt = dict.fromkeys(KINDS.values(), 0)
    words = {number: word for word, number in KINDS.items()}
    for at, (name, card) in enumerate(colours.items()):
        icons = neutral.icons[words[card.kind]]
        ink = readable(at * 0.381966 + hue_of(declared.name))  # by the golden ratio, so that no two are alike
        looks[name] = CardLook(icon=icons[dealt[card.kind] % len(icons)], ink=ink, pattern=at % (PATTERNS - 1) + 1)
        dealt[card.kind] += 1
    return LookFile(back=neutral.back, cards=looks, theme=neutral_theme(hue_of(declared.name)))


def hue_of(name: str) -> float:
    """A hue for a name, always the same."""
    return int.from_bytes(sha256(name.encode()).digest()[:2]) / 65536


def hex_colour(hue: float, saturation: float, lightness: float) -> str:
    """A colour as a stylesheet writes it."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue % 1, lightness, saturation))


def readable(hue: float) -> str:
    """The lightest colour of a hue that white signs can be read on."""
    lightness = 0.46
    while contrast(colour := hex_colour(hue, 0.55, lightness), "#ffffff") < CONTRAST:
        lightness -= 0.01
    return colour


def contrast(one: str, other: str) -> float:
    """How well two colours stand out from each other, from 1 to 21, as WCAG 2 has it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def neutral_theme(hue: float) -> Theme:
    """A room in one hue."""

    def palette(shades: dict[str, tuple[float, float]]) -> Palette:
        return Palette(**{name: hex_colour(hue, *shade) for name, shade in shades.items()})

    neutral = neutral_look()
    return Theme(palette(neutral.dark), palette(neutral.light))


# The stylesheet


@cache
def stylesheet(case: str) -> bytes:
    """The colours of a case and its ornaments, for a browser."""
    declared = case_named(case)
    file: LookFile | None = read(declared.package, LookFile)
    theme = (None if file is None else file.theme) or neutral_theme(hue_of(case))
    css = files(declared.package) / "look.css"
    parts = [f'[data-case="{case}"]{{{declarations(theme.dark)}}}']
    parts.append(f'[data-theme="light"] [data-case="{case}"]{{{declarations(theme.light)}}}')
    return "\n".join([*parts, css.read_text("utf-8") if css.is_file() else ""]).encode()


def declarations(palette: Palette) -> str:
    """A palette as declarations."""
    return "".join(f"--{name}:{colour};" for name, colour in msgspec.to_builtins(palette).items())
