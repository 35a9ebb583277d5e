"""The rules as data: boards, tile sets and editions, read from files and checked.

A rulebook is a folder with `boards/*.txt`, `tiles/*.toml`, `editions/*.toml` and
`incidents/*.toml`; other folders may add to the one in the package or replace parts of it, the last
one first (RULEBOOK_PATH). An edition is complete but for the board and the tiles that it names, so
it can be proofread against its regulation alone. A file that is wrong stops the loading: a rule is
never guessed.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os.path import isdir
from pathlib import Path

from service.engine.board import Plan
from service.engine.handbook import Handbook
from service.engine.rules import Rules
from service.engine.tiles import Alphabet
from service.rulebook.editions import assume, make_edition, read_alphabet, read_plan
from service.rulebook.files import RulebookError, list_files, read_table
from service.rulebook.handbooks import read_handbook

__all__ = ["Rulebook", "RulebookError", "load_rulebook"]

PACKAGED = Path(__file__).parent
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that was loaded, by name."""

    plans: Mapping[str, Plan]
    alphabets: Mapping[str, Alphabet]
    editions: Mapping[str, Rules]
    handbooks: Mapping[str, Handbook] = field(default_factory=dict)

    def find(self, name: str) -> Rules | None:
        """The edition with this id, or the newest one of the federation with this id."""
        if name in self.editions:
            return self.editions[name]
        own = [rules for rules in self.editions.values() if rules.federation == name]
        return max(own, key=lambda rules: rules.sequence, default=None)

    def lexicons(self) -> list[str]:
        """The names of the lexicons that editions judge with."""
        return sorted({rules.lexicon for rules in self.editions.values()})

    def named(self) -> dict[str, Rules]:
        """Every edition by its id, and the newest one of each federation by the federation's."""
        federations = sorted({rules.federation for rules in self.editions.values()})
        found = ((name, self.find(name)) for name in federations)
        return {name: rules for name, rules in found if rules is not None} | dict(self.editions)


class Handbooks(Mapping[str, Handbook]):
    """Handbooks by their editions, ours read when they are first asked for.

    Most questions are not about incidents, and the tests have read our files. Those of other
    folders are checked at once.
    """

    def __init__(self, paths: list[Path], editions: Mapping[str, Rules]) -> None:
        """Know where the files are."""
        self._paths = {path.stem: path for path in paths}
        self._editions = editions
        self._read: dict[str, Handbook] = {}
        for name, path in self._paths.items():
            if not path.is_relative_to(PACKAGED):
                self._read[name] = read_handbook(path, editions)

    def __getitem__(self, name: str) -> Handbook:
        """The handbook of this edition."""
        if name not in self._read:
            self._read[name] = read_handbook(self._paths[name], self._editions)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        """The editions that have one."""
        return iter(self._paths)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._paths)


def load_rulebook(*extra: Path) -> Rulebook:
    """The packaged rulebook, with the files of other folders added or put in their place."""
    folders = [PACKAGED, *extra]
    for folder in extra:
        if not isdir(folder):
            raise RulebookError(folder, "is not a folder")
    plans = {path.stem: read_plan(path) for path in _files(folders, "boards", ".txt")}
    alphabets = {path.stem: read_alphabet(path) for path in _files(folders, "tiles", ".toml")}
    editions: dict[str, Rules] = {}
    edition_files = _files(folders, "editions", ".toml")
    for path in edition_files:
        table = read_table(path)
        # Ours are complete; what another leaves open because it is older than the question is told.
        if not path.is_relative_to(PACKAGED) and (assumed := assume(table)):
            _LOG.warning("%s: taken to be silent: %s", path, ", ".join(assumed))
        rules = make_edition(path, table, plans, alphabets)
        place = rules.federation, rules.sequence
        if any((other.federation, other.sequence) == place for other in editions.values()):
            raise RulebookError(path, f"sequence {rules.sequence} is taken", "sequence")
        editions[rules.id] = rules
    books = _files(folders, "incidents", ".toml")
    handbooks = Handbooks(_without_strangers(books, edition_files), editions)
    return Rulebook(plans, alphabets, editions, handbooks)


def _without_strangers(books: list[Path], editions: list[Path]) -> list[Path]:
    """The handbooks but for ours about an edition that somebody has put another file in place of.

    What we wrote about one text must not be told of another: whoever changes an edition copies its
    handbook too, and it is held to the change.
    """
    changed = {path.stem: path for path in editions if not path.is_relative_to(PACKAGED)}
    strangers = [book for book in books if book.is_relative_to(PACKAGED) and book.stem in changed]
    for book in strangers:
        _LOG.warning("%s: no handbook; copy %s beside it", changed[book.stem], book)
    return [book for book in books if book not in strangers]


def _files(folders: list[Path], part: str, ending: str) -> list[Path]:
    """The files of all folders; a later folder replaces a file of the same name."""
    found = [path for folder in folders for path in list_files(folder / part, ending)]
    by_name = {path.name: path for path in found}
    return [by_name[name] for name in sorted(by_name)]
