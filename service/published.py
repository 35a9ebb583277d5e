"""The pages that players look at: the next table, pairings, standings, crosstable and cards.

One writer for the box, which makes a page when it is asked for, and for a folder that goes to any
web space. A page needs nothing from elsewhere and no script, and stays small on a phone: a list too
long for one goes on upon the next. Whatever a name holds, the template escapes it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from service.engine.rules import Rules
from service.engine.tiles import folded
from service.interchange.document import Document, Player, latest_round, shown_name
from service.interchange.numbered import halves_of
from service.interchange.sheets import crosstable_rows, standings_rows

if TYPE_CHECKING:
    from jinja2 import Template

Words = Mapping[str, str]
Game = dict[str, Any]
_FILES = Path(__file__).parent / "web/event"
_KINDS = {
    "index": "tour.print.byName",
    "tables": "tour.print.byTable",
    "standings": "tour.print.standings",
    "crosstable": "tour.print.crosstable",
    "cards": "tour.print.cards",
}
_LARGEST = 40_000
_CELL, _CARD = 60, 400
"""Characters of a page's lists, and how many of them are the markup of a cell and of a card."""
_UNCOUNTED: Mapping[str, Any] = {"standings": []}
_SIGNS = ("tour.sign.lost", "tour.sign.drawn", "tour.sign.won")


class Cell(NamedTuple):
    """A cell, and whose card it leads to."""

    text: str
    link: str = ""

    @property
    def is_figure(self) -> bool:
        """Whether it stands to the right of its column."""
        return not any(sign.isalpha() for sign in self.text)


class Listed(NamedTuple):
    """A table of a page; one with an id is somebody's card."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    id: str = ""
    title: str = ""
    note: str = ""


class Pages:
    """The pages of an event; those in the federation's language lie beside the other folders."""

    def __init__(
        self,
        document: Document,
        standings: Mapping[str, Any] | None,
        rules: Rules | None,
        languages: Mapping[str, Words],
        names: str = "whole",
    ) -> None:
        """Write the pages of a document and its classification, if there is one."""
        document = {**document, "players": [*_called(document["players"], names)]}
        self._document, self._standings = document, standings
        self._places = {row["player"]: row for row in (standings or _UNCOUNTED)["standings"]}
        self._made: dict[tuple[str, str], list[list[Listed]]] = {}
        self._identity = rules.identity if rules else None
        self._languages = languages
        self._own = rules.language if rules and rules.language in languages else "en"
        self._players = sorted(document["players"], key=lambda one: folded(shown_name(one)))
        self._names = {player["id"]: shown_name(player) for player in self._players}
        longest = max((len(escape(name)) for name in self._names.values()), default=0)
        card = _CARD + max(1, latest_round(document)) * (4 * _CELL + longest)
        together = max(1, _LARGEST // card)
        self._groups = [
            self._players[at : at + together] for at in range(0, len(self._players), together)
        ] or [[]]
        self._games: dict[str, list[Game]] = {}
        for game in sorted(document["games"], key=lambda one: one["round"]):
            for one in game["players"]:
                self._games.setdefault(one, []).append(game)
        self._cards = {
            player["id"]: f"{_page_name('cards', number)}#p{at}"
            for number, group in enumerate(self._groups)
            for at, player in enumerate(group)
        }

    def names(self) -> list[str]:
        """Every page and file."""
        pages = [
            self._folder(language) + _page_name(kind, number)
            for language in self._languages
            for kind in _KINDS
            for number in range(len(self._parts(kind, language)))
        ]
        return [*pages, "style.css", "find.js"]

    def write(self, name: str) -> bytes | None:
        """A page or a file; nothing where there is none of this name."""
        if name in ("style.css", "find.js"):
            stripe = self._stripe() if name == "style.css" else ""
            return (_FILES / name).read_bytes() + stripe.encode()
        folder, slash, page = name.rpartition("/")
        kind = page.partition(".")[0].partition("-")[0]
        language = folder if slash else self._own
        if kind not in _KINDS or self._folder(language) != folder + slash:
            return None
        parts = self._parts(kind, language)
        known = [_page_name(kind, number) for number in range(len(parts))]
        if page not in known:
            return None
        words = self._languages[language]
        shown: dict[str, Any] = {
            "base": "../" if slash else "",
            "lang": language,
            "name": self._document.get("name") or words["arbiter.tournament"],
            "federation": self._identity.name if self._identity else "",
            "heading": self._heading(kind, words),
            "kinds": [(_page_name(one, 0), words[text], one) for one, text in _KINDS.items()],
            "parts": known if len(known) > 1 else [],
            "tables": parts[known.index(page)],
            "languages": [
                (self._folder(code) + _page_name(kind, 0), texts["language.name"], code)
                for code, texts in self._languages.items()
                if code != language
            ],
            "version": words["tour.version"].format(version=self._document.get("version", 0)),
        }
        return _template().render(shown, t=words, kind=kind, page=page).encode()

    def packed(self) -> bytes:
        """All pages and files as one."""
        content = BytesIO()
        with ZipFile(content, "w", ZIP_DEFLATED) as archive:
            for name in self.names():
                archive.writestr(name, self.write(name) or b"")
        return content.getvalue()

    def _folder(self, language: str) -> str:
        if language not in self._languages:
            return "\0"  # No page has such a name.
        return "" if language == self._own else f"{language}/"

    def _heading(self, kind: str, words: Words) -> str:
        latest, told = latest_round(self._document), self._standings
        if kind in ("index", "tables"):
            return words["tour.roundN"].format(round=latest) if latest else words["tour.noRound"]
        if kind == "cards":
            return words[_KINDS[kind]]
        if told is None:
            return words["tour.noStandings"]
        return words["tour.final" if told["final"] else "tour.afterRound"].format(
            round=told["after"]
        )

    def _stripe(self) -> str:
        """The federation's colours, under the head."""
        colours = self._identity.colours if self._identity else ()
        part = 100 / max(1, len(colours))
        bands = [f"{one} {n * part:.0f}% {(n + 1) * part:.0f}%" for n, one in enumerate(colours)]
        rule = f"header {{ border-image: linear-gradient(90deg, {', '.join(bands)}) 1; }}\n"
        return rule if colours else ""

    def _parts(self, kind: str, language: str) -> list[list[Listed]]:
        """The tables of each page of a kind, at least one page."""
        known = self._made.get((kind, language))
        if known is None:
            known = self._made[kind, language] = self._made_of(kind, self._languages[language])
        return known

    def _made_of(self, kind: str, words: Words) -> list[list[Listed]]:
        if kind == "cards":
            return [
                [self._card(player, f"p{at}", words) for at, player in enumerate(group)]
                for group in self._groups
            ]
        heads, *rows = self._rows(kind, words) or [[]]
        pages: list[list[Sequence[Cell]]] = [[]]
        size = 0
        for row in rows:
            width = sum(_CELL + len(escape(cell.text)) for cell in row)
            if size + width > _LARGEST:
                pages.append([])
                size = 0
            pages[-1].append(row)
            size += width
        return [[Listed([cell.text for cell in heads], page)] for page in pages]

    def _rows(self, kind: str, words: Words) -> list[list[Cell]]:
        match kind:
            case "index":
                return [*self._by_name(words)]
            case "tables":
                return [*self._by_table(words)]
        if self._standings is None:
            return []
        rows_of = standings_rows if kind == "standings" else crosstable_rows
        whose = ["", *(row["player"] for row in self._standings["standings"])]
        rows = rows_of(self._document, self._standings, words)
        return [
            [Cell(_text(value), self._cards.get(one, "") if n == 1 else "") for n, value in row]
            for one, row in zip(whose, map(enumerate, rows), strict=True)
        ]

    def _latest(self) -> list[Game]:
        number = latest_round(self._document)
        return [game for game in self._document["games"] if game["round"] == number]

    def _by_name(self, words: Words) -> Iterator[list[Cell]]:
        yield [Cell(words[n]) for n in ("tour.player", "setup.table", "tour.player", "form.score")]
        games = {player: game for game in self._latest() for player in game["players"]}
        for player in self._players:
            if game := games.get(player["id"]):
                side = game["players"].index(player["id"])
                table, *rest = self._met(game, side, words)
                yield [self._name(player["id"]), table, *rest]

    def _by_table(self, words: Words) -> Iterator[list[Cell]]:
        yield [Cell(words[n]) for n in ("setup.table", "tour.player", "tour.player", "form.score")]
        for game in sorted(self._latest(), key=lambda one: one.get("table") or 1001):
            table, *rest = self._met(game, 0, words)
            yield [table, self._name(game["players"][0]), *rest]

    def _met(self, game: Game, side: int, words: Words) -> list[Cell]:
        """The table, the opponent or why there is none, and the result from one side."""
        other = game["players"][1 - side] if len(game["players"]) == 2 else ""
        ended = game.get("ended_by")
        told = words.get(f"tour.short.{ended}", "") if ended else ""
        scores = game.get("scores") or ()
        result = f"{scores[side]} – {scores[1 - side]}" if scores else ""
        met = self._name(other) if other else Cell(told)
        return [
            Cell(_text(game.get("table"))),
            met,
            Cell(f"{result} {told if other else ''}".strip()),
        ]

    def _card(self, player: Player, anchor: str, words: Words) -> Listed:
        names = ("tour.round", "setup.table", "tour.player", "form.score")
        rows = []
        for game in self._games.get(player["id"], ()):
            side = game["players"].index(player["id"])
            is_over = "scores" in game or "ended_by" in game
            won = is_over and len(game["players"]) == 2
            sign = words[_SIGNS[halves_of(game, side)]] if won else ""
            rows.append([Cell(str(game["round"])), *self._met(game, side, words), Cell(sign)])
        return Listed(
            [*(words[name] for name in names), ""],
            rows,
            anchor,
            shown_name(player),
            self._note(player, words),
        )

    def _note(self, player: Player, words: Words) -> str:
        """Club and rating, then place, points and the other keys of the classification."""
        row = self._places.get(player["id"], {})
        keys = {"place": "tour.place"}
        if self._standings:
            keys |= {key["key"]: f"tour.key.{key['key']}" for key in self._standings["keys"]}
        figures = [
            f"{words[text]} {_text(row[key])}"
            for key, text in keys.items()
            if isinstance(row.get(key), int | float)
        ]
        known = [player.get("club"), player.get("rating")]
        return " · ".join([*(str(one) for one in known if one), *figures])

    def _name(self, player: str) -> Cell:
        return Cell(self._names.get(player, player), self._cards.get(player, ""))


def _called(players: Sequence[Player], names: str) -> Iterator[Player]:
    """Players under the names that they are shown with: their own wish, or what goes for all."""
    seen: set[str] = set()
    for number, player in enumerate(players, 1):
        first, _, last = shown_name(player).rpartition(" ")
        wanted = player.get("shown") or names
        if wanted == "whole" or (wanted == "short" and not first):
            yield player
            continue
        called = f"{first} {last[0]}." if wanted == "short" else str(number)
        # Two who would be called alike are told apart by their numbers.
        yield {**player, "name": f"{called} {number}" if called in seen else called}
        seen.add(called)


def _page_name(kind: str, number: int) -> str:
    return f"{kind}-{number + 1}.html" if number else f"{kind}.html"


def _text(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


@cache
def _template() -> "Template":
    # Only here: commands that publish nothing start without it.
    from jinja2 import Environment, StrictUndefined

    source = (_FILES / "page.html").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(source)
