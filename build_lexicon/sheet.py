"""The table sheet of FIGS 75-minute art. 24: all words of two and three tiles on one A4 page."""

from html import escape
from itertools import groupby

from build_lexicon.library import Built
from build_lexicon.words import SHORT

STYLE = """
@page { size: A4 portrait; margin: 9mm; }
* { box-sizing: border-box; }
body { margin: 0; font: 7.5pt/1.22 "Liberation Sans", Arial, sans-serif; color: #000; }
h1 { margin: 0 0 1mm; font-size: 11pt; }
h2 { margin: 1.5mm 0 1mm; font-size: 9pt; border-bottom: .3mm solid #000; }
p { margin: 0; }
.words { columns: 15; column-gap: 2mm; }
.words b { display: block; break-after: avoid; }
.words span { display: block; font-family: "Liberation Mono", "Courier New", monospace; }
@media screen { body { max-width: 192mm; margin: 9mm auto; } }
"""


def sheet(built: Built) -> str:
    """An HTML page that prints on one side of A4."""
    by_length = {length: _spelled(built, length) for length in range(2, SHORT + 1)}
    parts = [
        f"<h2>{length} tiles: {len(words)} words</h2>\n<div class=words>\n{_columns(words)}</div>"
        for length, words in by_length.items()
    ]
    language, title = escape(str(built.manifest["language"])), escape(built.title)
    return (
        f"<!DOCTYPE html>\n<html lang={language}>\n<meta charset=utf-8>\n"
        f"<title>{title}: short words</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
        f"<p>SHA-256 {escape(str(built.manifest['sha256']))}</p>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )


def _spelled(built: Built, length: int) -> list[str]:
    return sorted(built.kit.spell(key) for key in built.trie if len(key) == length)


def _columns(words: list[str]) -> str:
    return "".join(
        f"<b>{escape(initial)}</b>\n" + "".join(f"<span>{escape(word)}</span>\n" for word in group)
        for initial, group in groupby(words, key=lambda word: word[0])
    )
