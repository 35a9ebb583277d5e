"""An independent list to measure against, of which only half the words can be asked for.

A folder of yardsticks has a program `measure.py` that prints precision and recall of a list, and
can be asked as a module too: `load(language)` gives the digests by number of tiles, `digest`,
`plain` and `tiles` say how a word is looked up. Words with an even digest are the visible half.
"""

import importlib.util
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from build_lexicon.errors import BuildError

MODULE = "measure.py"
LENGTH = 8  # bytes of a digest that are kept


@dataclass(frozen=True, slots=True)
class Count:
    """How two lists meet, in the half that can be asked for."""

    ours: int = 0
    shared: int = 0
    theirs: int = 0

    @property
    def precision(self) -> float:
        """The share of our words that the other list has."""
        return self.shared / max(1, self.ours)

    @property
    def recall(self) -> float:
        """The share of its words that we have."""
        return self.shared / max(1, self.theirs)

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return 2 * self.shared / max(1, self.ours + self.theirs)

    def __add__(self, other: "Count") -> "Count":
        """Both together."""
        return Count(self.ours + other.ours, self.shared + other.shared, self.theirs + other.theirs)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The visible half of a list in a language."""

    module: ModuleType
    language: str
    digests: dict[int, set[bytes]]

    def sees(self, word: str) -> bool:
        """Whether a word is in the half that can be asked for."""
        return self._digest(word)[0] % 2 == 0

    def has(self, word: str) -> bool:
        """Whether the list has a word of that half."""
        tiles: int = self.module.tiles(self.language, self.module.plain(word))
        return self._digest(word)[:LENGTH] in self.digests[tiles]

    def counts(self, words: Iterable[str]) -> dict[int, Count]:
        """How many words of each length these are, and how many of them the list has."""
        ours: Counter[int] = Counter()
        shared: Counter[int] = Counter()
        for word in set(map(self.module.plain, words)):
            if self.sees(word):
                tiles: int = self.module.tiles(self.language, word)
                ours[tiles] += 1
                shared[tiles] += self.has(word)
        return {n: Count(ours[n], shared[n], len(own)) for n, own in self.digests.items()}

    def _digest(self, word: str) -> bytes:
        digest: bytes = self.module.digest(self.language, self.module.plain(word))
        return digest


def open_yardstick(folder: Path, language: str) -> Yardstick | None:
    """The yardstick of a language; none if its program only prints."""
    spec = importlib.util.spec_from_file_location("measure", folder / MODULE)
    source = (folder / MODULE).read_text(encoding="utf-8")
    if spec is None or spec.loader is None or "\ndef load(" not in source:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        return Yardstick(module, language, module.load(language))
    except OSError:
        return None


def measure(words: Iterable[str], folder: Path, language: str) -> Iterator[str]:
    """What the program prints about a list."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "words.txt")
        path.write_text("\n".join(words) + "\n", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(folder / MODULE), language, str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise BuildError(f"{folder / MODULE}: {done.stderr.strip() or done.stdout.strip()}")
    yield from done.stdout.splitlines()
