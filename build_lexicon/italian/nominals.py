"""Which nouns, adjectives and small words the sources give, and the rule for each of their forms.

The entries of the spelling dictionary were made by machine: an entry may be any form, a flag may
stand for anything that shortens the file. So each flag is read for what it does.
"""

from collections.abc import Iterator, Set

from build_lexicon.evidence import Form
from build_lexicon.italian.exclusions import (
    Known,
    keeps_out,
    keeps_out_corpus_word,
    keeps_out_entry,
    keeps_out_noun,
)
from build_lexicon.italian.inflection import Kind, inflected
from build_lexicon.italian.inventory import INFINITIVE, VERB_FLAGS, Inventory, Speller
from build_lexicon.italian.wiktionary import without_headword
from build_lexicon.readers.hunspell import Affix, Entry, expand
from build_lexicon.readers.tagged import Tagged

# Flags that inflect, and the rule that their forms follow. All other flags make enclitics,
# elisions, numerals, superlatives and altered forms.
INFLECTION = {
    **dict.fromkeys("OQRSnu", "I15a"),
    **dict.fromkeys("opEGHma", "I15b"),
    "Y": "I15d",
}
PARTICIPLE_FLAGS = frozenset("EGHma")  # beside agreement these also make enclitics
AGREEMENT = ("a", "e", "i")

# Endings of nouns whose plural the dictionary leaves out.
PLURAL_OF = {
    "mento": Kind.MASCULINE,
    "ismo": Kind.MASCULINE,
    "tore": Kind.MASCULINE,
    "tura": Kind.FEMININE,
    "eria": Kind.FEMININE,
    "logia": Kind.FEMININE,
    "grafia": Kind.FEMININE,
    "metria": Kind.FEMININE,
    "patia": Kind.FEMININE,
    "scopia": Kind.FEMININE,
}
SMALL_WORDS = ("adv", "adp", "det", "pron")
WIKTIONARY_NOUNS = ("NN", "NNS")
WIKTIONARY_RULES = {
    **dict.fromkeys(("NN", "CC", "IN", "PRP", "DT"), "I14"),
    "NNS": "I15a",
    "JJ": "I15b",
    "RB": "I15d",
    "UH": "I15f",
}


def speller_forms(speller: Speller, known: Known) -> Iterator[Form]:
    """The entries of the spelling dictionary and their inflected forms."""
    affixes = speller.affixes.keeping(_inflects)
    for entry in speller.entries:
        if VERB_FLAGS.intersection(entry.flags) and INFINITIVE.fullmatch(entry.stem):
            continue
        origin = "/".join((entry.stem, "".join(entry.flags))).rstrip("/")
        if distrusted := known.distrusted.get(entry.stem):
            yield Form(entry.stem, distrusted, "hunspell", origin)
            continue
        headword = not INFLECTION.keys().isdisjoint(entry.flags)
        stopped = keeps_out(entry.stem, known) if headword else keeps_out_entry(entry.stem, known)
        yield Form(entry.stem, stopped or "I14", "hunspell", origin)
        for form in expand(entry, affixes):
            if form.affixes:
                rule = INFLECTION[form.affixes[0].flag]
                yield Form(form.text, keeps_out(form.text, known) or rule, "hunspell", origin)
        if not stopped and not headword:
            yield from _plurals(entry, origin)


def corpus_forms(inventory: Inventory, known: Known) -> Iterator[Form]:
    """The words of the corpus that another source confirms."""
    for row in inventory.corpus:
        rule = keeps_out_corpus_word(row.form, row.lemma, known, noun=row.tag == "noun")
        if not rule and not _confirmed(row, inventory.frequent, known.stems):
            rule = "unconfirmed"
        yield Form(row.form, rule or _corpus_rule(row), "morphit", f"{row.lemma} ({row.tag})")


def wiktionary_forms(inventory: Inventory, known: Known) -> Iterator[Form]:
    """The words that Wiktionary has with a part of speech that can be a headword's.

    What a dictionary enters has an entry of its own, altered, prefixed or not.
    """
    others = {row.form for row in inventory.corpus} | {lemma.text for lemma in inventory.lemmas}
    orphans = without_headword(inventory.wiktionary, known.stems | known.verbal | others)
    for row in inventory.wiktionary:
        if rule := WIKTIONARY_RULES.get(row.tag):
            noun = row.tag in WIKTIONARY_NOUNS
            stopped = keeps_out_noun(row.form) if noun else keeps_out(row.form, known)
            if not stopped and row in orphans:
                stopped = "unconfirmed"
            yield Form(row.form, stopped or rule, "pattern", f"{row.form} ({row.tag})")


def pronounced_forms(inventory: Inventory) -> Iterator[Form]:
    """The headwords of the pronouncing dictionary: with names and slips, no evidence alone."""
    for word in inventory.pronounced:
        yield Form(word, "unconfirmed", "gruut", word)


def _inflects(affix: Affix) -> bool:
    if affix.flag in PARTICIPLE_FLAGS:
        return affix.strip == "o" and affix.add in AGREEMENT
    return affix.flag in INFLECTION and "issim" not in affix.add


def _plurals(entry: Entry, origin: str) -> Iterator[Form]:
    for ending, kind in PLURAL_OF.items():
        if entry.stem.endswith(ending):
            for text in inflected(entry.stem, kind)[1:]:
                yield Form(text, "I15a", "hunspell", origin)


def _confirmed(row: Tagged, frequent: Set[str], stems: Set[str]) -> bool:
    return row.tag in SMALL_WORDS or any(
        text in words for text in (row.form, row.lemma) for words in (frequent, stems)
    )


def _corpus_rule(row: Tagged) -> str:
    if row.form == row.lemma:
        return "I14"
    return "I15a" if row.tag == "noun" else "I15b"
