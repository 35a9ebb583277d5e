"""The rule that admits or excludes an entry of the Romanian dictionary.

An entry is in if another list knows enough of its forms, or if it is a single form, which somebody
entered with care. So is a real verb, which has a family: its participle and its long infinitive are
entries too, or a conjugator knows it.
"""

import re

from build_lexicon.readers.affixes import Entry
from build_lexicon.romanian.entries import Paradigm
from build_lexicon.romanian.kinship import infinitive_of, verb_family
from build_lexicon.romanian.knowledge import GERUND, Known

VERBS = frozenset("BIK")  # flags of conjugations
ADJECTIVES = frozenset("QSLD")
LONG_INFINITIVES = frozenset({"A", "F", "Ao"})
IN_LEMMAS = 0.5  # more than this share of an entry's forms must be in the list of lemmas
IN_TAGGED = 0.3  # or in the tagged list, which has half of the forms of many an adjective
ALONE = ("R-alone", "")
# a pusti-i, a mlădi-a: the affixes cut the i that belongs to the stem and make pustit, mlădim.
MISCONJUGATED = re.compile("[^aăâeou]iesc$")


def decide(paradigm: Paradigm, known: Known) -> tuple[str, str]:
    """The rule that decides an entry, and the sources that bear it out if it is in."""
    stem, flags = paradigm.stem, paradigm.flags
    entry = Entry(stem, tuple(flags))
    if entry in known.reviewed:
        return ("R-added", "known") if known.reviewed[entry] else ("R-misread", "")
    if VERBS & set(flags) and MISCONJUGATED.search(stem):
        return "R-misread", ""
    if GERUND.search(stem) and not flags:
        return "R-hyphen", ""
    if not flags and _is_vocative(stem, known):
        return "R-vocative", ""
    if _share(paradigm, known.lemmas) > IN_LEMMAS:
        return "R-attested", "hunspell+simplemma"
    if _share(paradigm, known.listed) > IN_TAGGED:
        return "R-attested", "hunspell+languagetool"
    if stem in known.words and not _is_homograph(paradigm, known):
        return "R-known", "hunspell"
    if not flags:
        alone = stem.startswith("ne") or _is_scrap(paradigm, known)
        return ALONE if alone else ("R-form", "hunspell")
    if VERBS & set(flags):
        return _verb_rule(paradigm, known)
    if stem.startswith("re") and stem[2:] in known.flags:
        known_so = _share(paradigm, known.conjugated) > 0.9 or _has_verb(stem, known)
        return ("R-family", "hunspell+verbecc") if known_so else ALONE
    if flags in LONG_INFINITIVES and stem.endswith(("are", "ire")):
        return _long_infinitive_rule(stem, known)
    return ALONE


def _is_homograph(paradigm: Paradigm, known: Known) -> bool:
    """Whether an entry is taken for a verb while another one, of the same letters, is none."""
    others = known.flags[paradigm.stem] - {paradigm.flags}
    return bool(VERBS & set(paradigm.flags)) and any(not VERBS & set(other) for other in others)


def _is_scrap(paradigm: Paradigm, known: Known) -> bool:
    """Whether an entry is one of the two or three that somebody made of a verb in -ez."""
    stem, folded = paradigm.stem, paradigm.forms[0]
    if stem.endswith(("ează", "iază", "uază")):
        return True
    radical = re.sub("(ez[ei]?|a)$", "", stem)
    thirds = ("ează", "ază") if radical != stem else ()
    return any(
        "" in known.flags.get(radical + third, ())
        and not _is_listed(folded[: len(radical)] + third.replace("ă", "a"), known)
        for third in thirds
    )


def _is_vocative(stem: str, known: Known) -> bool:
    """Whether an entry without forms is only another's vocative, or its article without -l."""
    if stem.endswith("o") and stem not in known.lemmas:
        endings = ("", "ă", "e") if stem.endswith("io") else ("", "ă")
        return any(stem[:-1] + ending in known.flags for ending in endings)
    if stem.endswith("au"):  # plouau: they rained
        return False
    if stem.endswith("ule"):  # domnule, titlule
        return stem[:-3] in known.flags or stem[:-2] in known.flags
    return stem.endswith("u") and stem[:-1] in known.flags


def _verb_rule(paradigm: Paradigm, known: Known) -> tuple[str, str]:
    participle, long_infinitive, infinitive = verb_family(paradigm.stem, paradigm.flags)
    conjugated = infinitive in known.conjugations
    if paradigm.stem.startswith("re") and paradigm.stem[2:] in known.flags:
        return ("R-family", "hunspell+verbecc") if conjugated else ALONE
    an_adjective = bool(ADJECTIVES & set("".join(known.flags[paradigm.stem])))
    related = long_infinitive in known.flags or conjugated or not an_adjective
    if participle in known.flags and related:
        return "R-family", "hunspell"
    if "I" in paradigm.flags and conjugated:
        return "R-family", "hunspell+verbecc"
    return ALONE


def _long_infinitive_rule(stem: str, known: Known) -> tuple[str, str]:
    participle = stem[:-3] + ("at" if stem.endswith("are") else "it")
    if participle in known.flags:
        return "R-family", "hunspell"
    if stem.endswith("ire") and _has_verb(stem, known):
        return "R-family", "hunspell+verbecc"
    return ALONE


def _has_verb(stem: str, known: Known) -> bool:
    """Whether the conjugator knows the verb of a participle or a long infinitive."""
    return infinitive_of(stem) in known.conjugations


def _is_listed(text: str, known: Known) -> bool:
    return text in known.lemmas or text in known.listed


def _share(paradigm: Paradigm, words: frozenset[str]) -> float:
    return sum(text in words for text in paradigm.forms) / len(paradigm.forms)
