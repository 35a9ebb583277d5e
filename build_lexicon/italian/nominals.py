"""Which nouns, adjectives and small words the sources give, and the rule for each of their forms.

The entries of the spelling dictionary were made by machine: an entry may be any form, a flag may
stand for anything that shortens the file. So each flag is read for what it does.

The regulation admits by positive rules; the tests for what it does not admit only see to it that a
source does not bring in what no rule admits. A word that another source admits, or a list of ours,
is in all the same.
"""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from build_lexicon.italian.enclitics import TABLE
from build_lexicon.italian.inventory import (
    INFINITIVE,
    VERB_FLAGS,
    Inventory,
    Kind,
    Speller,
    inflected,
    without_headword,
)
from build_lexicon.readers.hunspell import Affix, Entry, expand
from build_lexicon.readers.lists import Tagged
from build_lexicon.words import Form

LONGEST_FIRST = tuple(sorted(TABLE, key=len, reverse=True))
SUPERLATIVE = re.compile(r".+(?:issim|errim)(?:[oaie]|amente)")
UNITS = "uno|un|due|tre|tré|quattro|cinque|sei|sette|otto|nove"
TENS = "vent|trent|quarant|cinquant|sessant|settant|ottant|novant"
SMALL = (
    rf"(?:(?:{TENS})[ia]?(?:{UNITS})?|dieci|undici|dodici|tredici|quattordici|quindici|sedici"
    rf"|diciassette|diciotto|diciannove|{UNITS})"
)
NUMERAL = re.compile(
    rf"(?:(?:{TENS})[ia]?(?:{UNITS})"
    rf"|(?:{SMALL})?(?:cento?|mila|mille)(?:{SMALL}|cento|cinquanta)?(?:mila)?(?:{SMALL})?"
    r")"
)
ORDINAL = re.compile(r"(.+?)(?:[ei]?esim)[oaie]")
HUNDREDS = "duecento|trecento|quattrocento|cinquecento|seicento|settecento|ottocento|novecento"
ROUND_NUMBERS = frozenset(f"cento|mille|mila|duemila|{HUNDREDS}".split("|"))
COINED = re.compile(
    r"(?:super|maxi|mini|mega|neo|anti|post|euro|auto|tele|video|micro|macro|multi|iper|ultra|extra"
    r"|semi|vice|ex|pro|filo|pre|contro|non|inter|pseudo|simil|socio|ri|re)(.{4,})"
)
ALTERED = re.compile(r"(.{3,}?)(?:in|ett|on|acci|ucci|ell|ott)[oaie]")
TRUNCATED_ENDINGS = ("r", "l", "n", "m")
VOWELS = "aeiouàèéìòù"


@dataclass(frozen=True, slots=True)
class Known:
    """The words that the other tests compare with."""

    verbal: Set[str]  # forms of verbs
    invariable: Set[str]  # agreeing participles of intransitive verbs with avere
    stems: Set[str]  # entries of the spelling dictionary
    distrusted: Mapping[str, str]  # entry -> the rule that keeps it out, whatever its flags say


def keeps_out_noun(word: str) -> str:
    """The rule that keeps a word out whatever its source says; "" if none does."""
    if SUPERLATIVE.fullmatch(word):
        return "I15b-superlative"
    if is_compound_numeral(word):
        return "I19"
    return ""


def keeps_out(word: str, known: Known) -> str:
    """The same for a word that may be a participle: a brigade is none, though briga has one."""
    return keeps_out_noun(word) or ("I15c-4" if word in known.invariable else "")


def keeps_out_entry(word: str, known: Known) -> str:
    """The same for an entry that nothing shows to be a headword: it may be any form."""
    if rule := keeps_out(word, known):
        return rule
    if _has_enclitic(word, known):
        return "I22-mood"
    if word.endswith(TRUNCATED_ENDINGS) and any(
        word + vowel in words for vowel in "eoia" for words in (known.verbal, known.stems)
    ):
        return "I17-short"
    return ""


def keeps_out_corpus_word(form: str, lemma: str, known: Known, *, noun: bool = False) -> str:
    """The same for a word of a corpus, which also has what journalists coin."""
    if rule := keeps_out_noun(form) if noun else keeps_out(form, known):
        return rule
    if form != lemma and lemma[-1] not in VOWELS:
        return "I16-foreign"
    if (coined := COINED.fullmatch(lemma)) and coined[1] in known.stems:
        return "I18"
    if (altered := ALTERED.fullmatch(lemma)) and any(
        altered[1] + vowel in known.stems for vowel in "oae"
    ):
        return "I20"
    return ""


def is_compound_numeral(word: str) -> bool:
    """Whether a word is a number of several parts: quarantadue, trentunesimo."""
    if word in ROUND_NUMBERS:
        return False
    if NUMERAL.fullmatch(word):
        return True
    ordinal = ORDINAL.fullmatch(word)
    return bool(
        ordinal
        and any(NUMERAL.fullmatch(ordinal[1] + end) for end in ("", "o", "e", "a", "i"))
        and ordinal[1] not in ("cent", "mill")
    )


def _has_enclitic(word: str, known: Known) -> bool:
    return any(
        word.endswith(particle) and _is_verbal(word[: -len(particle)], known)
        for particle in LONGEST_FIRST
    )


def _is_verbal(base: str, known: Known) -> bool:
    """Whether an enclitic may have been joined to this: ama, amar(e), vendon(o), da'."""
    return any(base + vowel in known.verbal for vowel in ("", "e", "o"))


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
