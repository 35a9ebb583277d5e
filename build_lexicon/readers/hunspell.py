"""Hunspell dictionaries expanded: every form of an entry, with the affixes that made it.

Suffixes, prefixes, their cross product and twofold suffixes; `affixes` reads the files.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from build_lexicon.readers.affixes import Affix, Affixes, Entry, read_affixes, read_entries

__all__ = ["Affix", "Affixes", "Entry", "Expanded", "expand", "read_affixes", "read_entries"]


class Expanded(NamedTuple):
    """A form, the stem it comes from and the affixes that made it, innermost first."""

    text: str
    stem: str
    affixes: tuple[Affix, ...]


def expand(entry: Entry, affixes: Affixes) -> Iterator[Expanded]:
    """Every form of an entry: the stem, with suffixes, with prefixes, with both."""
    stem, flags = entry
    if affixes.forbidden in flags:
        return
    if affixes.need_affix not in flags:
        yield Expanded(stem, stem, ())
    prefixes = [affix for flag in flags for affix in _fitting_prefixes(affixes, stem, flag)]
    for prefix in prefixes:
        yield Expanded(_prefixed(stem, prefix), stem, (prefix,))
    crossing = [prefix for prefix in prefixes if prefix.cross]
    for flag in flags:
        for suffix in _fitting_suffixes(affixes, stem, flag):
            text = _suffixed(stem, suffix)
            yield Expanded(text, stem, (suffix,))
            if suffix.further:
                yield from _further(text, stem, suffix, affixes)
            if suffix.cross:
                for prefix in crossing:
                    yield Expanded(_prefixed(text, prefix), stem, (suffix, prefix))


def _further(text: str, stem: str, suffix: Affix, affixes: Affixes) -> Iterator[Expanded]:
    for flag in suffix.further:
        for second in _fitting_suffixes(affixes, text, flag):
            yield Expanded(_suffixed(text, second), stem, (suffix, second))
        for prefix in _fitting_prefixes(affixes, text, flag):
            yield Expanded(_prefixed(text, prefix), stem, (suffix, prefix))


def _suffixed(stem: str, suffix: Affix) -> str:
    return stem[: len(stem) - len(suffix.strip)] + suffix.add


def _prefixed(stem: str, prefix: Affix) -> str:
    return prefix.add + stem[len(prefix.strip) :]


def _fitting_suffixes(affixes: Affixes, stem: str, flag: str) -> tuple[Affix, ...]:
    rows = affixes.suffixes.get(flag)
    if not rows:
        return ()
    # A rule sees only the end of the stem, so the answer is the same for every stem that ends so.
    key = (flag, stem[-affixes.reach :])
    found = affixes.fitting.get(key)
    if found is None:
        found = tuple(
            row
            for row in rows
            if stem.endswith(row.strip)
            and (len(stem) > len(row.strip) or affixes.full_strip)
            and re.search(f"(?:{row.condition})$", stem)
        )
        affixes.fitting[key] = found
    return found


def _fitting_prefixes(affixes: Affixes, stem: str, flag: str) -> list[Affix]:
    return [
        row
        for row in affixes.prefixes.get(flag, ())
        if stem.startswith(row.strip)
        and (len(stem) > len(row.strip) or affixes.full_strip)
        and (not row.condition or re.match(row.condition, stem))
    ]
