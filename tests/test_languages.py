"""Every language says the same: sentences, names of cards, pages of rules, and what the commands print."""

import io
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from casefile.cli import main
from casefile.core.deck import CLUE
from casefile.core.events import HIDDEN, Event
from casefile.errors import CasefileError
from casefile.registry import case_named, cases, rules_for
from casefile.text import rulebook
from casefile.text.language import Speaker, catalogue, common_words, help_for, own_words
from casefile.text.languages import LANGUAGES, wanted

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
CASES = list(cases())
OTHERS = [language for language in LANGUAGES if language != "en"]
RULING = {"en": "**Ruling**", "de": "**Auslegung**", "it": "**Interpretazione**"}
QUOTED = {"en": r'"([^"]+)"', "de": "„([^“]+)“", "it": "«([^»]+)»"}

# Rules that no rulebook settles, or not in so many words.
RULINGS = [
    "C-3", "C-5", "C-20", "RIP-12", "RIP-17", "RIP-18", "RIP-20", "RIP-22", "RUE-6", "RUE-8", "RUE-13", "RUE-14",
    "RUE-18", "JEK-1", "JEK-4", "CAP-6",
]  # fmt: skip

ENGLISH_WORDS = re.compile(r"\b(the(?! Ripper)|and|which|you|your|cards|player)\b")

# One word for each thing: what is written instead of it by mistake, or was once.
ONE_WORD = {
    "en": {
        "the player's own hand": r"\b[Tt]he own\b",
        "whose turn it is": r"\bat turn\b",
        "Alibi for": r"\bAlibi of\b",
        "left the table": r"\bgot up\b",
        "Why can't I": r"\bcan I not\b",
        "the player who": r"\bWhoever\b",
        "per turn": r"\b(once|one|event) a (turn|round)\b",
        "Constable": r"\b([Tt]he|[Aa]) [Cc]onstable\b",
    },
    "de": {
        "tauscht": r"Partner tauschen\b",
        "Doppelidentität": r"\b[Dd]oppelten? Identität",
        "Polizeipräsident": r"\bCommissioner\b",
        "Spielbereich": r"\b(Area|Zone|Auslage)\b",
        "Nachziehstapel": r"\bZugstapel\b",
        "Fallakte": r"\b(erste[nr]?|zweite[nr]?) Stapel\b",
        "anlegen": r"\b[Ee]rgänz",
        "abwerfen": r"\b([Aa]bleg|abgelegt|abzulegen|weggeworfen)",
        "Gewinnchance": r"\bSiegchance",
        "Tipp": r"\bVorschlag\b",
        "oben liegende Seite": r"\bsichtbaren? Seite\b",
        "zu null": r"\bAusschluss",
        "Constable": r"\b([Dd](er|en|em|es)|[Ee]inen?) Constable\b",
    },
    "it": {
        "orangutango": r"\b([Oo]rango|[Oo]rang-?[Uu]tan)\b",
        "zona": r"\b[Aa]rea\b",
        "schedario": r"\b(primo|secondo) mazzo\b",
        "combinazione": r"(?<!«un )\b[Tt]ris\b",
        "carta evento": r"\bMartello\b",
        "prova": r"[\w,;] Prov[ae]\b",
        "Constable": r"\b([Ii]l|[Uu]n|[Aa]l|[Dd]el|[Dd]al|[Ss]ul) Constable\b",
        "I delitti della Rue Morgue": r"\b[Aa]ssassini della Rue\b",
        "Carte note:": r"(?<!Carte )(?<!carte )\b[Nn]ote:",
        "sospettato": r"\b(sei|il|un|altr[oi]) sospett[oi] (senza|con|che)\b",
        "commissario": r"\bCommissioner\b",
        "in tavola": r"\bsul tavolo (fa|fanno|vale|con|un)\b",
        "lato in vista": r"\blato scoperto\b",
        "famiglie associate": r"\bgruppi (sono )?compagni\b|\bgruppo compagno\b",
        "acciuffare": r"\bcattur",
        "rompicapo": r"\b[Uu]n problema\b",
    },
}

Entry = tuple[str, str]

# What may be the same in two languages: proper names, and words that happen to be.
SAME_NAMES = {
    "Jack the Ripper", "Dr. Jekyll & Mr. Hyde", "Al Capone", "Scotland Yard", "Rue Morgue", "London",
    "Montague Druitt", "Sir William Gull", "Dr. Pedachenko", "George Chapman", "Jill the Ripper", "Joker",
    "Mary Nichols", "Elizabeth Stride", "Kate Eddowes", "Annie Chapman", "Mary Jane Kelly", "Buck's Row",
    "Berner Street", "Mitre Square", "Hanbury Street", "Miller's Court", "Quartier St. Roch",
    "Mademoiselle L'Espanaye", "Madame L'Espanaye", "Adolphe Le Bon", "Edgar Allan Poe", "Monsieur C. Auguste Dupin",
    "Dr. Jekyll", "Mr. Hyde", "Constable", "Detective",
    "Mr. Utterson", "Robert Louis Stevenson", "Ralph Capone", "Jake Guzik", "Jack McGurn", "Murray Humphreys",
    "William White", "Frank Nitti", "Johnny Torrio", "Samuel Hunt", "Fred Burke", "Mike Heitler", "Eliot Ness", "no",
    "{pile} {file}: {number}.", "Alibi: Druitt", "Alibi: Pedachenko", "Alibi: Chapman", "Alibi: Jill", "Auguste Dupin",
    "R. L. Stevenson", "Bonus",
}  # fmt: skip


def entries(language: str, name: str) -> dict[Entry, str]:
    """All sentences of a file, by section and key; of a list, all its items in one."""
    found: dict[Entry, str] = {}
    words = common_words(language) if name == "common" else tomllib.loads(own_words(language, name).read_text("utf-8"))
    for section, value in words.items():
        for key, sentence in (value if isinstance(value, dict) else {"": value}).items():
            found[section, key] = sentence if isinstance(sentence, str) else " / ".join(sentence)
    return found


def read_by_people(language: str) -> Iterator[tuple[str, str]]:
    """All that is said in a language: where it stands, and the words."""
    for name in ("common", *CASES):
        for (section, key), sentence in entries(language, name).items():
            yield f"{name}: [{section}] {key}", sentence
    for case in CASES:
        yield f"rules of {case}", rulebook.page(case, language)
        yield f"lesson of {case}", (files(case_named(case).package) / "lesson" / f"{language}.toml").read_text("utf-8")
    page = (ROOT / f"web/src/words/{language}.ts").read_text("utf-8")
    for sentence in re.findall(r': "(.*)"', page):
        yield "web/src/words", sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_has_one_word(language: str) -> None:
    """And apostrophes are of one kind."""
    wrong = {"'": "[\u2018\u2019]"} if language != "de" else {}
    found = [
        f"{where}: {match[0]}, not {word}"
        for where, text in read_by_people(language)
        for word, pattern in (ONE_WORD[language] | wrong).items()
        if (match := re.search(pattern, text))
    ]
    assert found == []


def has_words(sentence: str) -> bool:
    """Is there anything to translate beside the placeholders?"""
    return re.search(r"[^\W\d_]", re.sub(r"{\w+}", "", sentence)) is not None


def gaps(sentence: str) -> list[str]:
    """The placeholders of a sentence."""
    return sorted(set(re.findall(r"{\w+}", sentence)))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", ["common", *CASES])
def test_every_language_has_the_same_sentences(language: str, name: str) -> None:
    """The same keys with the same gaps as in English, none in English still."""
    english, other = entries("en", name), entries(language, name)
    missing = [f"[{section}] {key}" for section, key in english if (section, key) not in other]
    assert not missing, f"{name}: {language} lacks {', '.join(missing)}: translate them from English"
    extra = [f"[{section}] {key}" for section, key in other if (section, key) not in english]
    assert not extra, f"{name}: {language} has {', '.join(extra)}, which English does not have"
    unlike = [entry for entry in english if gaps(english[entry]) != gaps(other[entry])]
    assert not unlike, f"{name}: {language} has other gaps than English in {unlike}"
    same = [
        entry
        for entry, sentence in english.items()
        if sentence == other[entry] and sentence not in SAME_NAMES and has_words(sentence)
    ]
    assert not same, f"{name}: {language} is still English in {same}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["common", *CASES])
def test_numbers_are_right_for_one_as_well(language: str, name: str) -> None:
    """No noun follows {number} where it could be 1; those of cards that nobody sees have a sentence for it."""
    nouns = r"{number} (cards|points|clues|victims|are|do|Karten|Punkten?|carte|punti)\b"
    many = {
        ("phrases", "hidden-many"),
        ("phrases", "won"),
        ("play", "start"),
        ("events", "feed-unseen"),
    }  # always more than one (RUE-2)
    wrong = [
        entry for entry, sentence in entries(language, name).items() if re.search(nouns, sentence) and entry not in many
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_a_page_can_present_every_card(language: str, case: str) -> None:
    """Names of piles and of all faces, an introduction, and a sentence of help for every card."""
    words = catalogue(language, case)
    rules = rules_for(case)
    assert words["piles"].keys() == {"file", "discard"}
    assert len(words["blurb"]) > 100
    assert [name for name in rules.face_names if not words["cards"].get(name)] == []
    names = [words["cards"][name] for name in rules.face_names]
    assert len(set(names)) == len(names)
    for card in rules.deck.cards:
        assert help_for(words, card).endswith("."), card.name
    known = {*rules.deck.names, *[name.partition(":")[0] for name in rules.deck.names], "clue"}
    assert set(words["help"]) <= known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_every_action_and_event_can_be_said(language: str, case: str) -> None:
    """With one card, several, hidden ones and none."""
    rules = rules_for(case, case_named(case).players[-1])
    speaker = Speaker(rules, language=language)
    for number, action in enumerate(rules.actions[:400]):
        said = speaker.action(number)
        assert "{" not in said
        assert all(speaker.card(face) in said for face in action.faces)
    for what in speaker.words["events"]:
        for cards in ([], [0], [0, 0, 1], [HIDDEN], [HIDDEN] * 3):
            assert "{" not in speaker.event(Event(what, 0, cards, [], other=1, count=1))
    for ending, name in enumerate(rules.case.endings):
        if name in speaker.words["endings"]:
            assert speaker.event(Event("end", 0, [], [], ending=ending)).endswith(".")


def facts(text: str, language: str) -> tuple[list[str], list[str], list[str], int]:
    """What a rule says in any language: names in the notation, other rules, figures, and how many rulings."""
    words = re.sub(r"`[^`]+`|\b[A-Z]+-\d+\b", "", text)
    codes, rules = re.findall(r"`[^`]+`", text), re.findall(r"\b[A-Z]+-\d+\b", text)
    return sorted(codes), sorted(rules), sorted(set(re.findall(r"\d+", words))), text.count(RULING[language])


def tables(page: str) -> Iterator[tuple[list[str], list[str], int]]:
    """Of every row the names, the figures and the marks of assumed ones."""
    for line in page.splitlines():
        if line.startswith("|"):
            rest = re.sub(r"`[^`]+`", "", line)
            yield re.findall(r"`[^`]+`", line), re.findall(r"−?\d+", rest), rest.count("*")


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_is_spoken_to(language: str, case: str) -> None:
    """What somebody does, or has done to them, is told to them as such, and to the others with a name."""
    words = catalogue(language, case)
    acted = {key for key, sentence in words["events"].items() if "{who}" in sentence}
    assert acted <= words["by-you"].keys()
    assert {key for key, sentence in words["events"].items() if "{other}" in sentence} <= words["to-you"].keys()
    assert {key for key, sentence in words["endings"].items() if "{who}" in sentence} <= words["your-endings"].keys()
    assert not [sentence for sentence in words["by-you"].values() if "{who}" in sentence]
    assert not [sentence for sentence in words["to-you"].values() if "{other}" in sentence]
    names = ["Ann", "Ben"]
    told = {
        you: Speaker(rules_for(case, 2), names, language, you=you).event(Event("discard", 0, [], []))
        for you in (0, 1, None)
    }
    assert "Ann" not in told[0]
    assert "Ann" in told[1]
    assert told[1] == told[None]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", ["common", "decks", *CASES])
def test_pages_of_rules_say_the_same(language: str, name: str) -> None:
    """The same headings, rules in the same order, tables with the same figures, and nothing left in English."""
    english, other = rulebook.page(name), rulebook.page(name, language)
    assert rulebook.RULE.findall(other) == rulebook.RULE.findall(english)
    assert re.findall(r"^#+(?= )", other, re.MULTILINE) == re.findall(r"^#+(?= )", english, re.MULTILINE)
    assert list(tables(other)) == list(tables(english))
    assert sorted(re.findall(r"`[^`]+`", other)) == sorted(re.findall(r"`[^`]+`", english))
    assert other.count("**") == english.count("**")
    for number in rulebook.RULE.findall(english):
        told, meant = rulebook.rule(number, language), rulebook.rule(number)
        assert facts(told, language) == facts(meant, "en"), number
        assert told != meant
    assert not ENGLISH_WORDS.search(other)


def quotations(number: str, language: str) -> set[str]:
    """The words of the rulebooks that a rule quotes."""
    text = " ".join(rulebook.rule(number, language).split())
    return {words.casefold() for words in re.findall(QUOTED[language], text)}


@pytest.mark.parametrize("number", RULINGS)
def test_rulings_quote_the_rulebooks(number: str) -> None:
    """Marked as rulings in every language, with the same words of the rulebooks for and against."""
    for language in LANGUAGES:
        assert RULING[language] in rulebook.rule(number, language)
        assert quotations(number, language) == quotations(number, "en") != set()


def test_text_of_the_rulebooks_is_no_ruling() -> None:
    """RUE-23: a bonus takes melds; the rulebooks say so themselves."""
    for language in LANGUAGES:
        assert RULING[language] not in rulebook.rule("RUE-23", language)
        assert "un tris di ciascuna" in quotations("RUE-23", language)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "de_AT", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "de_AT", "LC_MESSAGES": "it_IT.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "it_CH@euro", "LC_ALL": ""}, "it"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """LC_ALL before LC_MESSAGES before LANG; English for all that Casefile does not speak; a wish before all."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wanted(None) == language
    assert wanted("de") == "de"


def test_languages_that_nobody_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    """One line that names those that exist."""
    with pytest.raises(CasefileError, match="unknown language 'fr'; known: en, de, it"):
        Speaker(rules_for("ripper"), language="fr")
    for command in (["rules", "RIP-6"], ["play"]):
        assert main([*command, "--language", "fr"]) == 2
        assert capsys.readouterr().err == "casefile: unknown language 'fr'; known: en, de, it\n"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["RIP-6", "--language", "de"], "liegt immer nur ein Alibi"),
        (["--language", "it"], "- `casefile rules rue-morgue`: I delitti della Rue Morgue"),
        (["ripper", "--language", "de"], "| `eddy` | 5 | Punkte 2, Rang bei Gleichstand 2 * |"),
        (["jekyll-hyde", "--language", "it"], "non raddoppia sì *"),
        (["ripper", "scene:bucks-row", "--language", "de"], "- Gegenstück: victim:nichols (angenommen)"),
        (["decks", "--language", "it"], "I mazzi sono dati"),
    ],
)
def test_rules_in_other_languages(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages, tables, cards and single rules."""
    assert main(["rules", *arguments]) == 0
    assert text in capsys.readouterr().out


GERMAN = [
    "Deine Hand: ",
    "von der Fallakte ziehen",
    "Gib die Nummer",
    "Punktestand: ",
    "Geht nicht: unbekannte Aktion 'nonsense'",
    "zuerst musst du ziehen (C-6)",
    "RIP-2 Ein Joker",
    "das lässt sich nicht zurücknehmen",
    "Die Partie wird nicht gespeichert",
]
ITALIAN = [
    "La tua mano: ",
    "pesca dallo schedario",
    "Scrivi il numero",
    "Punteggio: ",
    "Non si può: azione sconosciuta 'nonsense'",
    "prima devi pescare (C-6)",
    "RIP-2 Un jolly",
    "non si può annullare",
    "La partita non viene salvata",
]


@pytest.mark.parametrize(
    ("language", "talk", "sentences"),
    [
        ("de", "hilfe\npunkte\nnonsense\ndiscard jill\n? joker\n1\nzurück\nende\n", GERMAN),
        ("it", "aiuto\npunti\nnonsense\ndiscard jill\n? joker\n1\nannulla\nesci\n", ITALIAN),
    ],
    ids=["de", "it"],
)
def test_play_in_other_languages(
    language: str,
    talk: str,
    sentences: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table, help, refusals and commands."""
    monkeypatch.setenv("COLUMNS", "500")
    monkeypatch.setattr("sys.stdin", io.StringIO(talk))
    assert main(["play", "ripper", "--seed", "1", "--bot", "random", "--language", language]) == 0
    out = capsys.readouterr().out
    assert [sentence for sentence in sentences if sentence not in out] == []
    assert not ENGLISH_WORDS.search(out)


def test_formats_do_not_change_with_the_environment() -> None:
    """What other programs read stays English; what people read does not."""
    command = [sys.executable, "-m", "casefile"]
    environment = {"LC_ALL": "de_DE.UTF-8", "PATH": "", "PYTHONIOENCODING": "utf-8"}
    table = '{"case": "ripper", "players": 2, "phase": "over", "ended": {"by": "discard", "seat": 1}, "file": 1, '
    table += '"hands": [["eddy"], []], "areas": [["victim:kelly", "gull", "gull", "joker@gull"], []]}'
    for arguments, given, text in (
        (["score", "-"], table, "1 × Prince Eddy in the hand"),
        (["rules", "RIP-3"], "", "Eine Meldung darf beide Joker enthalten"),
    ):
        done = subprocess.run(
            [*command, *arguments], input=given, env=environment, capture_output=True, encoding="utf-8", check=True
        )
        assert text in done.stdout


def test_clues_have_no_help_of_their_own_by_chance() -> None:
    """Most clues share one sentence, so that a page can say it once."""
    for case in CASES:
        cards = [card for card in rules_for(case).deck.cards if card.kind == CLUE]
        assert len({help_for(catalogue("en", case), card) for card in cards}) <= 4


@pytest.mark.parametrize(("language", "escape"), [("en", "escapes"), ("de", "entkommt"), ("it", "scappa")])
def test_help_of_the_rue_morgue_is_true_to_the_end(language: str, escape: str) -> None:
    """RUE-9: nobody feeds an Orang-Utan that has escaped. What Poe is worth is only assumed, so help does not tell."""
    words = catalogue(language, "rue-morgue")["help"]
    assert escape in words["clue"]
    assert not re.search(r"\b(worth|wert|val(e|gono))\b", words["poe"])
