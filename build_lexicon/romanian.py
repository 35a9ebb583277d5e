"""Romanian: the entries of a spelling dictionary, each borne out by its kin or by another source.

The dictionary has every form of every entry but far too many entries: verbs made from any noun,
re- before any verb, an adjective from any participle. A real verb has a family: its participle and
its long infinitive are entries too, or a conjugator knows it. So an entry is judged as a whole, by
who else knows it. Vocatives are left out by the rule that makes them, so a form that is also
something else stays. Marks are folded before comparing: the tiles do not show them.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from build_lexicon.evidence import Form
from build_lexicon.readers.affixes import Affix, read_affixes, read_entries
from build_lexicon.readers.conjugations import conjugate, read_templates, read_verbs
from build_lexicon.readers.hunspell import Expanded, expand
from build_lexicon.readers.plain import read_frequencies
from build_lexicon.readers.tagged import read_front_coded
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

VERBS = frozenset("BIK")  # flags of conjugations
ADJECTIVES = frozenset("QSLD")
PLAIN_ADJECTIVES = frozenset({"Q", "Qo", "q"})
LONG_INFINITIVES = frozenset({"A", "F", "Ao"})
VOCATIVE_O = frozenset("AFRfSrst")  # flags whose -o is a vocative
MISMADE = {("C", "le"), ("P", "le"), ("P", "i"), ("c", "le")}  # plurals that nobody forms so
PREFIXES = ("re", "ne", "auto")
AGENTS = ("tor", "sor", "zor", "ist", "an", "iu", "tru")  # adjectives and nouns alike
BORNE_OUT = ("R-attested", "R-family")
OLD_BE = ("sînt", "sîntem", "sînteți")  # sunt, suntem, sunteți
GERUNDS = ("ându", "indu")  # only before a pronoun, with a hyphen
COMMAS = str.maketrans("şţ", "șț")  # the conjugator writes cedillas
KNOWN = 0.5  # share of an entry's forms that the list of lemmas must have


class Paradigm(NamedTuple):
    """An entry of the dictionary: its stem, its flags and its folded forms.

    `prefixed` are those with a prefix. `old` are those with î for â, as the rule was until 1993;
    they are not folded.
    """

    stem: str
    flags: str
    forms: list[str]
    prefixed: list[str]
    old: list[str]


class Known(NamedTuple):
    """What tells whether an entry is real."""

    lemmas: frozenset[str]  # folded forms of the list of lemmas
    conjugated: frozenset[str]  # folded forms of the conjugator
    infinitives: frozenset[str]
    current: frozenset[str]  # words in use, as written
    flags: Mapping[str, set[str]]  # of every stem of the dictionary


def forms(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Every form that a rule admits."""
    paradigms = list(_paradigms(sources, alphabet))
    known = _read_known(sources, alphabet, paradigms)
    for paradigm in paradigms:
        rule, source = _rule(paradigm, known)
        if source:
            yield from (Form(text, rule, source, paradigm.stem) for text in paradigm.forms)
        if rule in BORNE_OUT:
            for text in paradigm.old:
                if text in known.current:
                    yield Form(text, "R-old", f"{source}+wordfreq", paradigm.stem)
        for text in paradigm.prefixed:
            if text in known.conjugated:
                yield Form(text, "R-prefixed", "hunspell+verbecc", paradigm.stem)
    yield from (Form(text, "R-old", "wordfreq", "sunt") for text in OLD_BE)
    for text in known.lemmas & known.conjugated:
        yield Form(text, "R-both-lists", "simplemma+verbecc", text)


def excluded(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Forms that the dictionary has and a rule keeps out."""
    paradigms = list(_paradigms(sources, alphabet))
    known = _read_known(sources, alphabet, paradigms)
    for paradigm in paradigms:
        rule, source = _rule(paradigm, known)
        if not source:
            yield from (Form(text, rule, "hunspell", paradigm.stem) for text in paradigm.forms)


def _rule(paradigm: Paradigm, known: Known) -> tuple[str, str]:
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
        infinitive = _infinitive(stem)
        borne_out = _share(paradigm, known.conjugated) > 0.9 or infinitive in known.infinitives
        return ("R-family", "hunspell+verbecc") if borne_out else ("R-made-up", "")
    if "D" in flags or flags == "n":
        return "R-made-up", ""
    if flags in PLAIN_ADJECTIVES:
        return ("R-adjective", "hunspell") if _is_adjective(paradigm, known) else ("R-made-up", "")
    if flags in LONG_INFINITIVES and stem.endswith(("are", "ire")):
        return _long_infinitive_rule(stem, flags, known)
    return "R-entry", "hunspell"


def _is_vocative(stem: str, known: Known) -> bool:
    """Whether an entry without forms is only another's vocative, or its article without -l."""
    if stem.endswith("o") and stem not in known.lemmas:
        return stem[:-1] in known.flags or stem[:-1] + "ă" in known.flags
    return stem.endswith(("u", "ule")) and stem.removesuffix("le")[:-1] in known.flags


def _verb_rule(paradigm: Paradigm, known: Known) -> tuple[str, str]:
    participle, long_infinitive, infinitive = _family(paradigm.stem, paradigm.flags)
    conjugated = infinitive in known.infinitives
    if paradigm.stem.startswith("re") and paradigm.stem[2:] in known.flags:
        return ("R-family", "hunspell+verbecc") if conjugated else ("R-made-up", "")
    an_adjective = bool(ADJECTIVES & set("".join(known.flags[paradigm.stem])))
    related = long_infinitive in known.flags or conjugated or not an_adjective
    if participle in known.flags and related:
        return "R-family", "hunspell"
    if "I" in paradigm.flags and conjugated:
        return "R-family", "hunspell+verbecc"
    return "R-made-up", ""


def _long_infinitive_rule(stem: str, flags: str, known: Known) -> tuple[str, str]:
    participle = stem[:-3] + ("at" if stem.endswith("are") else "it")
    if participle in known.flags:
        return "R-family", "hunspell"
    if stem.endswith("ire") and _infinitive(stem) in known.infinitives:
        return "R-family", "hunspell+verbecc"
    return ("R-entry", "hunspell") if flags == "F" and stem.endswith("are") else ("R-made-up", "")


def _is_adjective(paradigm: Paradigm, known: Known) -> bool:
    """Whether an adjective has a feminine or another paradigm, or comes from a known verb."""
    stem = paradigm.stem
    if known.flags[stem] - {paradigm.flags} or stem.endswith(AGENTS):
        return True
    feminines = [stem + "ă", stem + "e"]
    if stem.endswith("os"):
        feminines.append(stem[:-2] + "oasă")
    if any(feminine in known.flags for feminine in feminines):
        return True
    return _infinitive(stem) in known.infinitives or _share(paradigm, known.lemmas) > 0.05


def _family(stem: str, flags: str) -> tuple[str, str, str]:
    """The participle, the long infinitive and the infinitive of a verb by its first person."""
    if "B" in flags:  # lucrez
        base = stem[:-2].removesuffix("h") if stem[:-2].endswith(("ch", "gh")) else stem[:-2]
    else:
        base = stem
    for ending, vowel in (("iesc", "i"), ("esc", "i"), ("ăsc", "â")):
        if stem.endswith(ending):
            base = stem.removesuffix(ending)
            return base + f"{vowel}t", base + f"{vowel}re", base + ("î" if vowel == "â" else "i")
    if "I" in flags:
        return stem[:-1] + "it", stem[:-1] + "ire", stem[:-1] + "i"
    return base + "at", base + "are", base + "a"


def _infinitive(stem: str) -> str:
    """The infinitive that a participle or a long infinitive belongs to, or ""."""
    for ending, vowel in (("are", "a"), ("ire", "i"), ("at", "a"), ("it", "i")):
        if stem.endswith(ending):
            return stem.removesuffix(ending) + vowel
    return ""


def _share(paradigm: Paradigm, words: frozenset[str]) -> float:
    return sum(text in words for text in paradigm.forms) / len(paradigm.forms)


def _paradigms(sources: Sources, alphabet: Alphabet) -> Iterator[Paradigm]:
    affixes = read_affixes(sources.path("hunspell", ".aff"))
    for entry in read_entries(sources.path("hunspell", ".dic"), affixes):
        if not _is_word(entry.stem):
            continue
        plain: list[str] = []
        prefixed: list[str] = []
        old: list[str] = []
        for form in expand(entry, affixes):
            if _is_word(form.text) and all(map(_is_admitted, form.affixes)):
                (prefixed if _is_prefixed(form) else plain).append(alphabet.fold(form.text))
                if "â" in form.text and not _is_prefixed(form):
                    old.append(form.text.replace("â", "î"))
        if plain:
            yield Paradigm(entry.stem, "".join(entry.flags), plain, prefixed, old)


def _is_prefixed(form: Expanded) -> bool:
    return any(affix.add in PREFIXES and form.text.startswith(affix.add) for affix in form.affixes)


def _is_admitted(affix: Affix) -> bool:
    """Whether the rule makes neither a vocative nor half an article nor a plural that is none."""
    if affix.add == "u" or affix.add.endswith("ule"):
        return False
    if affix.add.endswith("o") and affix.flag in VOCATIVE_O:
        return False
    return affix.strip != "" or (affix.flag, affix.add) not in MISMADE


def _is_word(text: str) -> bool:
    return text.islower() and text.isalpha()


def _read_known(sources: Sources, alphabet: Alphabet, paradigms: list[Paradigm]) -> Known:
    lemmas = {
        alphabet.fold(word)
        for form, lemma, _ in read_front_coded(sources.path("simplemma"))
        for word in (form, lemma)
        if _is_word(word)
    }
    templates = read_templates(sources.path("verbecc", "conjugations-ro.xml"))
    verbs = list(read_verbs(sources.path("verbecc", "verbs-ro.xml")))
    conjugated = {
        alphabet.fold(form.form)
        for verb in verbs
        for form in conjugate(verb, templates)
        if _is_word(form.form)
    }
    flags: dict[str, set[str]] = {}
    for paradigm in paradigms:
        flags.setdefault(paradigm.stem, set()).add(paradigm.flags)
    infinitives = frozenset(verb.infinitive.translate(COMMAS) for verb in verbs)
    current = frozenset(row.word for row in read_frequencies(sources.path("wordfreq")))
    return Known(frozenset(lemmas), frozenset(conjugated), infinitives, current, flags)
