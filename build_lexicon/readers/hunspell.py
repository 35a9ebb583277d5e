"""A Hunspell dictionary, a .dic of stems with flags and an .aff with what flags do; and its forms.

    affolla/A                    an entry: a stem and its flags
    SFX A are o [^i]are          a rule of flag A: cut "are", add "o", if the stem ends so
    SFX 00 r nt/_C ar            a rule whose result takes further suffixes (flag _C)

In scope: FLAG short, long, num and UTF-8; PFX and SFX, their cross product, twofold suffixes,
FULLSTRIP, NEEDAFFIX, FORBIDDENWORD. What would change the forms and is not in scope is refused;
compounds and suggestions are ignored.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.readers.lists import read_lines

OUT_OF_SCOPE = {"AF", "CIRCUMFIX", "COMPLEXPREFIXES", "IGNORE"}
CHARACTER = re.compile(r"\[\^?[^\]]*\]|.")


class Affix(NamedTuple):
    """One line PFX or SFX: cut `strip`, add `add`, if the stem meets the condition."""

    flag: str
    strip: str
    add: str
    condition: str
    cross: bool  # may meet an affix of the other side
    further: tuple[str, ...]  # flags that the result takes


class Entry(NamedTuple):
    """A line of the .dic."""

    stem: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Affixes:
    """The .aff as far as expansion goes."""

    prefixes: Mapping[str, tuple[Affix, ...]]
    suffixes: Mapping[str, tuple[Affix, ...]]
    flag_type: str = "short"
    encoding: str = "utf-8"
    full_strip: bool = False
    need_affix: str = ""
    forbidden: str = ""
    reach: int = 1  # how many letters of a stem its suffixes can tell apart
    # Which suffixes of a flag fit an ending; filled as stems come by, only to save time.
    fitting: dict[tuple[str, str], tuple[Affix, ...]] = field(default_factory=dict, compare=False)

    def keeping(self, wanted: Callable[[Affix], bool]) -> "Affixes":
        """The same rules, only those that are wanted."""
        return replace(
            self,
            prefixes={flag: tuple(filter(wanted, rows)) for flag, rows in self.prefixes.items()},
            suffixes={flag: tuple(filter(wanted, rows)) for flag, rows in self.suffixes.items()},
            fitting={},
        )

    def split(self, flags: str) -> tuple[str, ...]:
        """The flags of an entry or of a rule."""
        match self.flag_type:
            case "long":
                return tuple(flags[i : i + 2] for i in range(0, len(flags), 2))
            case "num":
                return tuple(flags.split(",")) if flags else ()
            case _:
                return tuple(flags)


def read_affixes(path: Path) -> Affixes:
    """Read an .aff file."""
    lines = read_lines(path, "latin-1")
    options = {
        fields[0]: fields[1] if len(fields) > 1 else ""
        for fields in map(str.split, lines)
        if fields
    }
    if refused := OUT_OF_SCOPE & options.keys():
        raise BuildError(f"{path}: {', '.join(sorted(refused))} is out of scope")
    empty = Affixes(
        {},
        {},
        flag_type=options.get("FLAG", "short"),
        encoding=options.get("SET", "latin-1").lower(),
        full_strip="FULLSTRIP" in options,
        need_affix=options.get("NEEDAFFIX", ""),
        forbidden=options.get("FORBIDDENWORD", ""),
    )
    lines = read_lines(path, empty.encoding)
    suffixes = _rules(path, lines, "SFX", empty)
    return replace(
        empty,
        prefixes=_rules(path, lines, "PFX", empty),
        suffixes=suffixes,
        reach=max((_reach(row) for rows in suffixes.values() for row in rows), default=1),
        fitting={},
    )


def read_entries(path: Path, affixes: Affixes) -> Iterator[Entry]:
    """The entries of a .dic file, without its count and without lines that begin with a slash."""
    for number, line in enumerate(read_lines(path, affixes.encoding)):
        word = line.partition("\t")[0].strip()
        if not word or word.startswith(("/", "#")) or (number == 0 and word.isdigit()):
            continue
        stem, _, flags = re.sub(r"\\/", "\0", word).partition("/")
        yield Entry(stem.replace("\0", "/"), affixes.split(flags.split()[0] if flags else ""))


def _rules(
    path: Path, lines: list[str], kind: str, affixes: Affixes
) -> dict[str, tuple[Affix, ...]]:
    rules: dict[str, list[Affix]] = {}
    cross: dict[str, bool] = {}
    for number, line in enumerate(lines, 1):
        match line.split():
            case [found, flag, ("Y" | "N") as crosses, count, *_] if (
                found == kind and flag not in rules and count.isdigit()
            ):
                rules[flag], cross[flag] = [], crosses == "Y"
            case [found, flag, strip, add, *rest] if found == kind and flag in rules:
                text, _, further = add.partition("/")
                condition = rest[0] if rest and not rest[0].startswith("#") else "."
                rules[flag].append(
                    Affix(
                        flag,
                        "" if strip == "0" else strip,
                        "" if text == "0" else text,
                        _pattern(path, number, condition),
                        cross[flag],
                        affixes.split(further),
                    )
                )
            case [found, *_] if found == kind:
                raise BuildError(f"{path}:{number}: unreadable rule {line!r}")
    return {flag: tuple(rows) for flag, rows in rules.items()}


def _pattern(path: Path, number: int, condition: str) -> str:
    """A condition as a regular expression: "." alone always holds, brackets keep their meaning."""
    if condition == ".":
        return ""
    if condition.count("[") != condition.count("]"):
        raise BuildError(f"{path}:{number}: unbalanced condition {condition!r}")
    parts = CHARACTER.findall(condition)
    return "".join(
        part if part == "." or (part[0] == "[" and len(part) > 1) else re.escape(part)
        for part in parts
    )


def _reach(suffix: Affix) -> int:
    # One letter more than is cut: the rule may not fit a stem that it would cut whole.
    return max(len(CHARACTER.findall(suffix.condition)), len(suffix.strip) + 1)


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
