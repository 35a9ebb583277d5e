"""What a source has and the regulation does not admit, each with the rule that keeps it out.

The regulation admits by positive rules; these tests only see to it that a source does not bring in
what no rule admits. A word that another source admits, or a list of ours, is in all the same.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

from build_lexicon.italian.particles import TABLE

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
