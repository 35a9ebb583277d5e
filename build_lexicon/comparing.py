"""What changed between two lexicons: the words that one has and the other has not."""

from collections.abc import Iterator
from dataclasses import dataclass

from build_lexicon.errors import BuildError
from build_lexicon.library import Built


@dataclass(frozen=True, slots=True)
class Difference:
    """Words in plain spelling, each list in alphabetical order."""

    added: list[str]
    removed: list[str]

    def lines(self) -> Iterator[str]:
        """One word a line, marked + or -."""
        yield from (f"+ {word}" for word in self.added)
        yield from (f"- {word}" for word in self.removed)

    def summary(self) -> str:
        """How many words either list has alone."""
        return f"{len(self.added)} added, {len(self.removed)} removed"


def compare(old: Built, new: Built) -> Difference:
    """What the new lexicon has and the old had not, and the other way round."""
    ours, theirs = old.kit.alphabet, new.kit.alphabet
    if ours.name != theirs.name:
        raise BuildError(f"{old.id} has {ours.name} tiles, {new.id} {theirs.name}")
    return Difference(
        sorted(new.kit.spell(key) for key in new.trie if key not in old.trie),
        sorted(old.kit.spell(key) for key in old.trie if key not in new.trie),
    )
