"""The rule that admits or excludes an entry of the Romanian dictionary.

A real verb has a family: its participle and its long infinitive are entries too, or a conjugator
knows it. A real adjective has a feminine or a second line. Other entries are in unless their
paradigm is one that words of their ending do not have (options of the recipe).
"""

from build_lexicon.romanian.entries import Paradigm
from build_lexicon.romanian.kinship import feminines, infinitive_of, verb_family
from build_lexicon.romanian.knowledge import Known

VERBS = frozenset("BIK")  # flags of conjugations
ADJECTIVES = frozenset("QSLD")
PLAIN_ADJECTIVES = frozenset({"Q", "Qo", "q"})
LONG_INFINITIVES = frozenset({"A", "F", "Ao"})
AGENTS = ("tor", "sor", "zor", "ist", "an", "iu", "tru")  # adjectives and nouns alike
FEMININES_LACK = ("s", "ș")  # half of the attested adjectives are entered alone, elsewhere a tenth
PARTICIPLES = ("at", "it")
GERUNDS = ("ându", "indu")  # only before a pronoun, with a hyphen
KNOWN = 0.5  # share of an entry's forms that the list of lemmas must have
MADE_UP = ("R-made-up", "")


def decide(paradigm: Paradigm, known: Known) -> tuple[str, str]:
    """The rule that decides an entry, and the sources that bear it out if it is in."""
    stem, flags = paradigm.stem, paradigm.flags
    if stem.endswith(GERUNDS):
        return "R-hyphen", ""
    if not flags and _is_vocative(stem, known):
        return "R-vocative", ""
    if _share(paradigm, known.lemmas) > KNOWN:
        return "R-attested", "hunspell+simplemma"
    if VERBS & set(flags):
        return _verb_rule(paradigm, known)
    if stem.startswith("re") and stem[2:] in known.flags:
        known_so = _share(paradigm, known.conjugated) > 0.9 or _has_verb(stem, known)
        return ("R-family", "hunspell+verbecc") if known_so else MADE_UP
    if "D" in flags or flags in ("n", "O"):
        return MADE_UP
    if _is_wrong(stem, flags, known):
        return "R-wrong-paradigm", ""
    if flags in PLAIN_ADJECTIVES:
        return ("R-adjective", "hunspell") if _is_adjective(paradigm, known) else MADE_UP
    if flags in LONG_INFINITIVES and stem.endswith(("are", "ire")):
        return _long_infinitive_rule(stem, flags, known)
    return "R-entry", "hunspell"


def _is_vocative(stem: str, known: Known) -> bool:
    """Whether an entry without forms is only another's vocative, or its article without -l."""
    if stem.endswith("o") and stem not in known.lemmas:
        return stem[:-1] in known.flags or stem[:-1] + "ă" in known.flags
    return stem.endswith(("u", "ule")) and stem.removesuffix("le")[:-1] in known.flags


def _verb_rule(paradigm: Paradigm, known: Known) -> tuple[str, str]:
    participle, long_infinitive, infinitive = verb_family(paradigm.stem, paradigm.flags)
    conjugated = infinitive in known.conjugations
    if paradigm.stem.startswith("re") and paradigm.stem[2:] in known.flags:
        return ("R-family", "hunspell+verbecc") if conjugated else MADE_UP
    an_adjective = bool(ADJECTIVES & set("".join(known.flags[paradigm.stem])))
    related = long_infinitive in known.flags or conjugated or not an_adjective
    if participle in known.flags and related:
        return "R-family", "hunspell"
    if "I" in paradigm.flags and conjugated:
        return "R-family", "hunspell+verbecc"
    return MADE_UP


def _long_infinitive_rule(stem: str, flags: str, known: Known) -> tuple[str, str]:
    participle = stem[:-3] + ("at" if stem.endswith("are") else "it")
    if participle in known.flags:
        return "R-family", "hunspell"
    if stem.endswith("ire") and _has_verb(stem, known):
        return "R-family", "hunspell+verbecc"
    return ("R-entry", "hunspell") if flags == "F" and stem.endswith("are") else MADE_UP


def _is_adjective(paradigm: Paradigm, known: Known) -> bool:
    """Whether an adjective has a feminine or another paradigm, or comes from a known verb."""
    stem = paradigm.stem
    if known.flags[stem] - {paradigm.flags} or stem.endswith(AGENTS):
        return True
    if any(feminine in known.flags for feminine in feminines(stem)):
        return True
    if stem.startswith(FEMININES_LACK) and not stem.endswith(PARTICIPLES):
        return True
    return _has_verb(stem, known) or _share(paradigm, known.lemmas) > 0.05


def _is_wrong(stem: str, flags: str, known: Known) -> bool:
    """Whether an entry, or the masculine that it is the feminine of, has only a wrong paradigm."""
    if known.flags.get(stem) != {flags}:
        return False
    if any(flags == flag and stem.endswith(ending) for flag, ending in known.wrong):
        return True
    masculine = stem.removesuffix("ă")
    return masculine != stem and any(
        _is_wrong(masculine, line, known) for line in known.flags.get(masculine, ())
    )


def _has_verb(stem: str, known: Known) -> bool:
    """Whether the conjugator knows the verb of a participle or a long infinitive."""
    return infinitive_of(stem) in known.conjugations


def _share(paradigm: Paradigm, words: frozenset[str]) -> float:
    return sum(text in words for text in paradigm.forms) / len(paradigm.forms)
