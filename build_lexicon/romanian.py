"""Romanian: the entries of a spelling dictionary, each borne out by its kin or by another source.

The dictionary has every form of every entry but far too many entries: verbs made from any noun,
re- before any verb, an adjective from any participle. So an entry is judged as a whole, by who else
knows it: another list knows enough of its forms, or it is a single form, which somebody entered
with care. So is a real verb, which has a family: its participle and its long infinitive are entries
too (*lucrez*, *lucrat*, *lucrare*), or a conjugator knows it. What a borne out verb must have and
the dictionary lacks is made by its own affixes. The tagged list is as large; a word that it alone
has needs a second source for its lemma, or is of a kind in which the list errs little: a verb, a
noun that it has in one number, a short noun. Where it declines a word whole, it knows best: a form
that it lacks is out if the list of lemmas lacks it too. Some endings tell right from wrong besides.

A vocative is known by the affix that makes it (*omule*, *mamo*), never by its letters, so the same
letters made by another affix stay. So it is with the article without its -l (*omu*). Readers add
entries that the dictionary lacks, in its own notation (*resetez/B*). Marks are folded before
comparing: the tiles do not show them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from build_lexicon.readers.automaton import read_automaton
from build_lexicon.readers.conjugations import conjugate, read_templates, read_verbs
from build_lexicon.readers.hunspell import (
    Affix,
    Affixes,
    Entry,
    Expanded,
    expand,
    read_affixes,
    read_entries,
)
from build_lexicon.readers.lists import Tagged, read_front_coded, read_rows, read_verdicts
from build_lexicon.recipe import Sources
from build_lexicon.words import Form
from service.engine.tiles import Alphabet

BARE_U = ("u", "icu")
MISMADE = ("P", "i")  # a plural that nobody forms so
# Verbs that the affixes conjugate wrong: confisce for confiște, înfoiind for înfoind.
MISFORMED = {"K": re.compile("sce$"), "B": re.compile("[aăâeou]iind$")}


class Paradigm(NamedTuple):
    """An entry of the dictionary: its stem, its flags, its folded forms, what may precede them."""

    stem: str
    flags: str
    forms: list[str]
    prefixes: tuple[str, ...]


class Dictionary(NamedTuple):
    """The entries, and the affixes that expand them and more."""

    entries: tuple[Entry, ...]
    affixes: Affixes  # suffixes that make a form of the word
    refused: Affixes  # those that make a vocative, half an article or a plural that is none
    prefixes: dict[str, str]  # of a flag: re, ne or auto, before any word


def read_dictionary(sources: Sources) -> Dictionary:
    """The entries without names, hyphens and apostrophes, and those that readers add."""
    affixes = read_affixes(sources.path("hunspell", ".aff"))
    entries = read_entries(sources.path("hunspell", ".dic"), affixes)
    added = [entry for entry, stands in reviewed_entries(sources).items() if stands]
    suffixes = replace(affixes, prefixes={})
    return Dictionary(
        (*(entry for entry in entries if is_word(entry.stem)), *added),
        suffixes.keeping(lambda affix: _is_plain(affix) and not _is_refused(affix)),
        suffixes.keeping(lambda affix: _is_plain(affix) and _is_refused(affix)),
        {flag: prefix.add for flag, rows in affixes.prefixes.items() for prefix in rows},
    )


def reviewed_entries(sources: Sources) -> dict[Entry, bool]:
    """The entries that a reader adds (true) or takes out (false)."""
    verdicts = read_verdicts(sources.path("known", "entries.tsv"))
    return {_entry(verdict.word): verdict.stands for verdict in verdicts}


def make_paradigm(entry: Entry, dictionary: Dictionary, alphabet: Alphabet) -> Paradigm:
    """Everything that the affixes make from one entry."""
    forms = (form for form in expand(entry, dictionary.affixes) if not _is_misformed(form))
    return Paradigm(
        entry.stem,
        "".join(entry.flags),
        [alphabet.fold(form.text) for form in forms],
        tuple(dictionary.prefixes[flag] for flag in entry.flags if flag in dictionary.prefixes),
    )


def vocatives(dictionary: Dictionary, alphabet: Alphabet) -> Iterator[tuple[str, str]]:
    """Every stem with a folded form that a refused affix makes."""
    for entry in dictionary.entries:
        for form in expand(entry, dictionary.refused):
            if form.affixes:
                yield entry.stem, alphabet.fold(form.text)


def is_word(text: str) -> bool:
    """Lower case letters only."""
    return text.islower() and text.isalpha()


def _entry(text: str) -> Entry:
    stem, _, flags = text.partition("/")
    return Entry(stem, tuple(flags))


def _is_misformed(form: Expanded) -> bool:
    return any(
        affix.flag in MISFORMED and MISFORMED[affix.flag].search(form.text)
        for affix in form.affixes
    )


def _is_plain(affix: Affix) -> bool:
    return not affix.add or is_word(affix.add)


def _is_refused(affix: Affix) -> bool:
    """Whether the rule makes a vocative, half an article or a plural that is none."""
    if affix.add in BARE_U or affix.add.endswith(("ule", "o")):  # omu, omule, mamo
        return True
    if affix.add == "le" and affix.condition.endswith("u"):  # socrule
        return True
    return affix.strip == "" and (affix.flag, affix.add) == MISMADE


ENDINGS = (
    (r"(?<=[aăâeou])iesc$", "i"),  # loc-u-iesc: locui; but pusti-esc: pustii
    (r"esc$", "i"),
    (r"ăsc$", "î"),
)


class Family(NamedTuple):
    """The kin of a verb: participle, long infinitive, infinitive."""

    participle: str
    long_infinitive: str
    infinitive: str


def verb_family(stem: str, flags: str) -> Family:
    """The kin of a verb that is entered by its first person (*lucrez*, *citesc*, *aflu*)."""
    if stem.endswith("ez"):
        radical = stem[:-2]  # lucr-ez, march-ez: marca
        return _family(radical[:-1] if radical.endswith(("ch", "gh")) else radical, "a")
    for ending, vowel in ENDINGS:
        if re.search(ending, stem):
            return _family(re.sub(ending, "", stem), vowel)
    return _family(stem[:-1], "i") if "I" in flags else _family(stem.removesuffix("u"), "a")


def infinitive_of(stem: str) -> str:
    """The infinitive that a participle or a long infinitive belongs to, or ""."""
    for ending in ("are", "ire", "at", "it"):
        if stem.endswith(ending):
            return stem.removesuffix(ending) + ending[0]
    return ""


def _family(radical: str, vowel: str) -> Family:
    inner = "â" if vowel == "î" else vowel  # î is written â inside a word
    long_vowel = "e" if radical.endswith("i") and vowel == "a" else inner  # copia, copiere
    return Family(f"{radical}{inner}t", f"{radical}{long_vowel}re", radical + vowel)


COMMAS = str.maketrans("şţ", "șț")  # the conjugator writes cedillas
GENDER, NUMBER, CASE, KIND = 1, 2, 4, 6  # places of a tag, after the part of speech
VOCATIVE, PROPER, FEMININE, PLURAL = "v", "p", "f", "p"  # what stands there
FINITE = "V0s"  # a verb in person, of which the list has more than a participle
ONE_NUMBER = ({"Sns"}, {"Smp"}, {"Sfs"})  # aur, zori, sete
SHORT_NOUN = 6  # letters
ROMAN = "R"  # at the end of a tag: a number in Roman figures
GERUND = re.compile("[aăâiî]ndu$")  # only before a pronoun, with a hyphen


class Known(NamedTuple):
    """What tells whether an entry is real."""

    lemmas: frozenset[str]  # folded forms of the list of lemmas
    tagged: Mapping[str, set[str]]  # lemma -> folded forms of the tagged list
    kinds: Mapping[str, set[str]]  # lemma -> part of speech, gender and number, as "Snp"
    listed: frozenset[str]  # all of these forms
    conjugations: Mapping[str, list[str]]  # infinitive -> folded forms of the conjugator
    conjugated: frozenset[str]  # all of these forms
    flags: Mapping[str, set[str]]  # of every stem of the dictionary
    heads: Mapping[str, str]  # folded heads of all sources but the tagged list -> who has it
    words: frozenset[str]  # stems of the dictionary that a reader vouches for
    reviewed: Mapping[Entry, bool]  # whether a reader adds an entry or takes it out
    endings: Mapping[tuple[str, str], tuple[str, ...]]  # of a rule, "in" or "out"


def read_known(sources: Sources, alphabet: Alphabet, entries: Iterable[Entry]) -> Known:
    """Read all sources but the dictionary, whose entries are given."""
    lemmas = {
        alphabet.fold(word)
        for form, lemma, _ in read_front_coded(sources.path("simplemma"))
        for word in (form, lemma)
        if is_word(word)
    }
    tagged: dict[str, set[str]] = {}
    kinds: dict[str, set[str]] = {}
    for row in filter(_is_playable, read_automaton(sources.path("languagetool"))):
        tagged.setdefault(row.lemma, set()).add(alphabet.fold(row.form))
        kinds.setdefault(row.lemma, set()).add(row.tag[: NUMBER + 1])
    conjugations = dict(_conjugations(sources, alphabet))
    flags: dict[str, set[str]] = {}
    for entry in entries:
        flags.setdefault(entry.stem, set()).add("".join(entry.flags))
    return Known(
        frozenset(lemmas),
        tagged,
        kinds,
        frozenset().union(*tagged.values()),
        conjugations,
        frozenset(text for texts in conjugations.values() for text in texts),
        flags,
        dict.fromkeys(map(alphabet.fold, conjugations), "verbecc")
        | dict.fromkeys(lemmas, "simplemma")
        | dict.fromkeys(map(alphabet.fold, flags), "hunspell"),
        frozenset(row.word for row in read_verdicts(sources.path("known", "known.tsv"))),
        reviewed_entries(sources),
        _read_endings(sources),
    )


def _read_endings(sources: Sources) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    columns = "rule, ending, in or out, evidence"
    for _, (rule, ending, verdict, _) in read_rows(sources.path("known", "endings.tsv"), columns):
        found[rule, verdict] = (*found.get((rule, verdict), ()), ending)
    return found


def _is_playable(row: Tagged) -> bool:
    """Whether a form is neither a vocative nor a name nor half of a word with a hyphen."""
    if not is_word(row.form) or row.tag.endswith(ROMAN):
        return False
    if GERUND.search(row.form) and row.form != row.lemma:  # nandu, the bird
        return False
    return row.tag[CASE] != VOCATIVE and row.tag[KIND] != PROPER


def _conjugations(sources: Sources, alphabet: Alphabet) -> Iterator[tuple[str, list[str]]]:
    templates = read_templates(sources.path("verbecc", "conjugations-ro.xml"))
    for verb in read_verbs(sources.path("verbecc", "verbs-ro.xml")):
        texts = filter(is_word, conjugate(verb, templates))
        yield verb.infinitive.translate(COMMAS), list(map(alphabet.fold, texts))


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
    decided = _borne_out(paradigm, known)
    if decided == ALONE and paradigm.stem.endswith(known.endings.get((ALONE[0], "in"), ())):
        return "R-ending", "hunspell"
    return decided


def _borne_out(paradigm: Paradigm, known: Known) -> tuple[str, str]:
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


class Material(NamedTuple):
    """All that the rules look at."""

    dictionary: Dictionary
    known: Known
    alphabet: Alphabet

    def paradigms(self) -> Iterator[Paradigm]:
        """Every entry with its forms."""
        for entry in self.dictionary.entries:
            yield make_paradigm(entry, self.dictionary, self.alphabet)


def forms(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Every form that a rule admits."""
    return admitted(read_material(sources, alphabet))


def excluded(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Forms that the dictionary has and a rule keeps out."""
    return kept_out(read_material(sources, alphabet))


def read_material(sources: Sources, alphabet: Alphabet) -> Material:
    """Read the sources of the recipe."""
    dictionary = read_dictionary(sources)
    return Material(dictionary, read_known(sources, alphabet, dictionary.entries), alphabet)


def admitted(material: Material) -> Iterator[Form]:
    """What the rules admit."""
    return (form for form in _offered(material) if not _stops(form, material.known))


def _stops(form: Form, known: Known) -> str:
    """The rule that keeps out a form of an entry that another rule admits; "" if none does."""
    if form.origin.endswith(known.endings.get((form.rule, "out"), ())):
        return "R-doubted"
    whole = any(
        kind[NUMBER] == PLURAL and kind[GENDER] != FEMININE
        for kind in known.kinds.get(form.origin, ())
    )
    lacking = "simplemma" not in form.source and form.text not in known.listed
    return "R-unlisted" if whole and lacking else ""


def _offered(material: Material) -> Iterator[Form]:
    known = material.known
    for paradigm in material.paradigms():
        rule, source = decide(paradigm, known)
        if source:
            yield from (Form(text, rule, source, paradigm.stem) for text in paradigm.forms)
            yield from _derived(paradigm, material)
        yield from _prefixed(paradigm, known)
    yield from _conjugated(known)
    yield from _tagged(known, material.alphabet)


def kept_out(material: Material) -> Iterator[Form]:
    """What the rules keep out."""
    for paradigm in material.paradigms():
        rule, source = decide(paradigm, material.known)
        if not source:
            yield from (Form(text, rule, "hunspell", paradigm.stem) for text in paradigm.forms)
    for stem, text in vocatives(material.dictionary, material.alphabet):
        yield Form(text, "R-vocative", "hunspell", stem)
    for form in _offered(material):
        if rule := _stops(form, material.known):
            yield form._replace(rule=rule)


def _derived(paradigm: Paradigm, material: Material) -> Iterator[Form]:
    """The participle and the long infinitive of a verb."""
    if not VERBS & set(paradigm.flags):
        return
    participle, long_infinitive, _ = verb_family(paradigm.stem, paradigm.flags)
    noun = "F" if long_infinitive.endswith("ire") else "A"
    for stem, flag in ((participle, "Q"), (long_infinitive, noun)):
        made = make_paradigm(Entry(stem, (flag,)), material.dictionary, material.alphabet)
        yield from (Form(text, "R-derived", "hunspell", paradigm.stem) for text in made.forms)


def _prefixed(paradigm: Paradigm, known: Known) -> Iterator[Form]:
    for prefix in paradigm.prefixes:
        for text in paradigm.forms:
            if prefix + text in known.conjugated:
                yield Form(prefix + text, "R-prefixed", "hunspell+verbecc", paradigm.stem)


def _conjugated(known: Known) -> Iterator[Form]:
    """Verbs that the dictionary lacks but not their kin, and forms that both lists share."""
    for infinitive, texts in known.conjugations.items():
        participle = infinitive[:-1] + ("at" if infinitive.endswith("a") else "it")
        if participle in known.flags and infinitive + "re" in known.flags:
            for text in texts:
                yield Form(text, "R-conjugated", "hunspell+verbecc", infinitive)
        for text in texts:
            if text in known.lemmas:
                yield Form(text, "R-both-lists", "simplemma+verbecc", infinitive)


def _tagged(known: Known, alphabet: Alphabet) -> Iterator[Form]:
    """Forms of the tagged list whose lemma another source has, or of which it is sure alone."""
    sure = known.endings.get(("R-tagged", "in"), ())
    for lemma, texts in known.tagged.items():
        if source := known.heads.get(alphabet.fold(lemma)):
            rule, sources = "R-tagged", f"languagetool+{source}"
        elif _is_sure(lemma, known.kinds[lemma]) or lemma.endswith(sure):
            rule, sources = "R-kind", "languagetool"
        else:
            continue
        yield from (Form(text, rule, sources, lemma) for text in sorted(texts))


def _is_sure(lemma: str, kinds: set[str]) -> bool:
    """Whether the tagged list errs little: a verb, a noun in one number, a short noun."""
    if {kind[0] for kind in kinds} == {"V"}:
        return FINITE in kinds
    return kinds in ONE_NUMBER or (len(lemma) <= SHORT_NOUN and all(k[0] == "S" for k in kinds))
