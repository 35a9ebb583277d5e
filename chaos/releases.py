"""Two releases of small lexicons, and the link that names the one in force.

It is done as deploy/README.md tells operators to do it. The old and the new release differ, so a
verdict shows which of them gave it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chaos.load import Question
from tests.support.small_lexicons import WORDS, small_lexicons

OLD: Mapping[str, Sequence[str]] = {**WORDS, "ro": ["casă", "masă", "vechi"]}
NEW: Mapping[str, Sequence[str]] = {**WORDS, "ro": ["casă", "masă", "nou"]}
ASKED = (
    ("frs", "ro", ("casă",)),
    ("frs", "ro", ("vechi", "masă")),
    ("frs", "ro", ("nou",)),
    ("frs", "ro", ("casă", "masă", "nimic")),
    ("fisc", "ca", ("col·legi", "canya")),
    ("figs", "it", ("gatto", "nessuno")),
)


@dataclass(frozen=True, slots=True)
class Releases:
    """Two releases of the lexicons, and the link to the one in force."""

    folder: Path

    @property
    def current(self) -> Path:
        """What the service is told to read."""
        return self.folder / "current"

    def put_in_force(self, name: str) -> None:
        """Point to a release, in one step."""
        link = self.folder / "next"
        link.unlink(missing_ok=True)
        link.symlink_to(self.folder / name)
        link.replace(self.current)

    def sha256(self, release: str, lexicon: str) -> str:
        """The hash of a lexicon of a release."""
        content = (self.folder / release / f"{lexicon}.marisa").read_bytes()
        return hashlib.sha256(content).hexdigest()

    def questions(self) -> list[Question]:
        """Questions and their right answers under both releases."""
        return [
            Question(
                rules,
                words,
                {
                    self.sha256(release, lexicon): set(words) <= set(listed[lexicon])
                    for release, listed in (("old", OLD), ("new", NEW))
                },
            )
            for rules, lexicon, words in ASKED
        ]


def make_releases(folder: Path) -> Releases:
    """Both releases, the old one in force."""
    small_lexicons(folder / "old", OLD, version="old")
    small_lexicons(folder / "new", NEW, version="new")
    releases = Releases(folder)
    releases.put_in_force("old")
    return releases
