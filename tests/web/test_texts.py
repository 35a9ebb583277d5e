"""The four languages say the same things, and everything that is asked for is there."""

import ast
import json
import re
from pathlib import Path

import pytest

from service.contract import contract
from service.engine import errors
from service.engine import rules as rule_types
from service.http.pages import said_by
from service.rulebook import load_rulebook
from service.schemas.rules import write_edition
from service.texts import language_codes, load_readings
from tests.web.tablet import Tablet

WEB = Path(__file__).parents[2] / "service" / "web"
LANGUAGES = language_codes()
TEXTS = {
    lang: json.loads((WEB / "i18n" / f"{lang}.json").read_text(encoding="utf-8"))
    for lang in LANGUAGES
}
BOX = (WEB.parent / "command" / "box").glob("*.py")
DESK = (WEB.parent / "command" / "desk").glob("*.py")
LISTS = (WEB.parent / "command" / "lexicon").glob("*.py")
SOURCES = [
    *WEB.glob("js/**/*.js"),
    WEB / "tablet.html",
    WEB / "arbiter.html",
    WEB / "hall.html",
    WEB.parent / "command/box/sheet.html",
    WEB.parent / "texts.py",
    WEB / "home.html",
    *WEB.glob("*.webmanifest"),
    *BOX,
    *DESK,
    *LISTS,
]
LEXICON = ("id", "language", "version", "name", "official", "guarded", "words", "sha256")
NO_LEXICON = dict.fromkeys(LEXICON, "")
NAMED = re.compile(r'(?<![.\w])(?:t|has)\(\s*"([\w.·]+)"|data-t(?:-label)?="([\w.]+)"')
BUILT = re.compile(r"(?:`([a-z_.]+)\.?\$|f[\"']([a-z_]+\.(?:[a-z_]+\.)*))\{")
QUOTED = re.compile(r'"([a-z]+\.[\w.]+)"')
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def _source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def _built(source: str) -> tuple[str, ...]:
    """How the names of texts begin that a page, or the command, puts together."""
    return tuple(f"{(page or command).rstrip('.')}." for page, command in BUILT.findall(source))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_text(lang: str) -> None:
    assert TEXTS[lang].keys() == TEXTS["en"].keys()
    assert all(text.strip() for text in TEXTS[lang].values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_takes_the_same_values_in_every_language(lang: str) -> None:
    for name, text in TEXTS[lang].items():
        wanted = set(PLACEHOLDER.findall(TEXTS["en"][name]))
        assert set(PLACEHOLDER.findall(text)) == wanted, name


def test_every_text_that_a_page_names_exists() -> None:
    named = {name for pair in NAMED.findall(_source()) for name in pair if name}
    assert len(named) > 100
    assert named <= TEXTS["en"].keys()


PAGES = {
    "tablet": ("js/tablet/[!g]*.js", "tablet.html"),  # All but the game clock.
    "clock": ("js/tablet/gameclock.js",),
    "desk": ("js/arbiter.js", "js/desk/*.js", "js/core/*.js", "arbiter.html"),
    "tournament": ("js/director/*.js", "board.html"),
}
# What is opened within another page, which has loaded its own texts by then; what a part brings.
WITHIN = {"tournament": "desk", "clock": "tablet", "desk": "rules", "tablet": "report"}
SHARED = ("api", "dom", "edition", "i18n", "store", "tiles")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_given_every_text_that_it_may_say(page: str) -> None:
    sources = [path for pattern in PAGES[page] for path in WEB.glob(pattern)]
    sources += [WEB / "js/core" / f"{name}.js" for name in SHARED]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    quoted = set(QUOTED.findall(source)) & TEXTS["en"].keys()
    named = quoted | {name for pair in NAMED.findall(source) for name in pair if name}
    built = _built(source)
    said = named | {name for name in TEXTS["en"] if name.startswith(built)}
    given = set(said_by(page, TEXTS["en"]))
    if page in WITHIN:
        given |= said_by(WITHIN[page], TEXTS["en"]).keys()
    assert len(given) < len(TEXTS["en"]) - 50
    assert said <= given


def test_every_reading_is_said_in_the_language_of_its_federation() -> None:
    readings, known = load_readings(LANGUAGES), set()
    for rules in load_rulebook().editions.values():
        for section in write_edition(rules, NO_LEXICON)["sections"].values():
            if section["reading"]:
                assert section["reading"] in readings[rules.language], section["reading"]
                known.add((rules.language, section["reading"]))
    for name, handbook in load_rulebook().handbooks.items():
        language = load_rulebook().editions[name].language
        cases = (case for one in handbook.incidents.values() for case in one.cases)
        known |= {(language, case.reading) for case in cases if case.reading}
    told = {(lang, english) for lang, texts in readings.items() for english in texts}
    assert told == known


def test_no_text_is_left_over() -> None:
    source = _source()
    named = {name for pair in NAMED.findall(source) for name in pair} | set(QUOTED.findall(source))
    prefixes = _built(source)
    left_over = [n for n in TEXTS["en"] if n not in named and not n.startswith(prefixes)]
    assert left_over == []


def test_every_section_of_an_edition_and_every_kind_of_penalty_has_a_name() -> None:
    for rules in load_rulebook().editions.values():
        sections = write_edition(rules, NO_LEXICON)["sections"]
        assert {f"section.{name}" for name in sections} <= TEXTS["en"].keys()
    assert {f"penalty.{kind}" for kind in rule_types.PenaltyKind} <= TEXTS["en"].keys()
    assert {f"procedure.{kind}" for kind in rule_types.Procedure} <= TEXTS["en"].keys()


SAID_AS_THEY_ARE = {"name", "valid", "invalid", "default_variant"}


def test_every_value_that_the_rules_page_shows_is_said_in_words() -> None:
    for rules in load_rulebook().editions.values():
        for section in write_edition(rules, NO_LEXICON)["sections"].values():
            for name, value in section.items():
                if f"field.{name}" in TEXTS["en"] and name not in SAID_AS_THEY_ARE:
                    words = [value] if isinstance(value, str) else value
                    said = words if isinstance(words, list) else []
                    codes = {f"value.{word}" for word in said if isinstance(word, str)}
                    assert codes <= TEXTS["en"].keys()


def _reasons() -> dict[str, set[str]]:
    """What a refusal gives to its sentence, by the name of the text: `problem.<code>.<reason>`."""
    given: dict[str, set[str]] = {}
    rooms = (WEB.parent / room for room in ("engine", "schemas", "interchange"))
    for path in (path for room in rooms for path in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name(kind), [_, ast.Constant(str(reason))], keywords) if (
                    kind == "Told" or hasattr(errors, kind)
                ):
                    code = "shape" if kind == "Told" else getattr(errors, kind).code
                    named = {word.arg for word in keywords if word.arg}
                    given.setdefault(f"problem.{code}.{reason}", named)
    return given


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_of_a_refusal_has_a_text_and_so_has_every_reason(lang: str) -> None:
    codes = set(contract()["components"]["schemas"]["Code"]["enum"])
    texts = {name for name in TEXTS[lang] if re.match("problem[.](?!at[.])", name)}
    assert len(_reasons()) > 60
    assert texts == {f"problem.{code}" for code in codes} | _reasons().keys()


def test_a_refusal_names_only_what_the_service_tells() -> None:
    for name, given in _reasons().items():
        holes = {hole.split("|")[0] for hole in re.findall(r"\{([^}]+)\}", TEXTS["en"][name])}
        assert holes <= given, name


@pytest.mark.parametrize("lang", sorted(load_readings(LANGUAGES)))
def test_quotation_marks_and_apostrophes_are_typographic(lang: str) -> None:
    texts = TEXTS[lang] | load_readings(LANGUAGES)[lang]
    straight = [name for name, text in texts.items() if "'" in text or '"' in text]
    assert straight == []


def test_romanian_is_written_with_commas_below() -> None:
    texts = TEXTS["ro"] | load_readings(LANGUAGES)["ro"]
    assert not set("şţŞŢ") & set("".join(texts.values()))


def test_the_page_speaks_the_language_that_was_set(tablet: Tablet) -> None:
    for lang in LANGUAGES:
        tablet.page.goto("about:blank")
        tablet.open(lang=lang)
        title = tablet.page.locator("#setup h1")
        title.wait_for()
        assert title.inner_text() == TEXTS[lang]["setup.title"]
        assert tablet.page.locator("html").get_attribute("lang") == lang
