"""Catalan: the entries of a spelling dictionary that two lists of lemmas bear out.

The spelling dictionary knows paradigms but is far larger than any dictionary of reference: it has
the terms of every trade. The lists know lemmas but miss forms. So an entry is judged as a whole:
its forms are in if the lists attest nearly all of them. A verb needs both lists, because a list
that has a few of its forms only has its homographs. Irregular verbs have an entry for each form;
there, a form that the lists lack stands beside the usual one. Verbs that both lists have and the
dictionary lacks are added. Accents are folded before comparing: the sources do not agree on them,
and the tiles do not show them.

The lists are older than the orthography of 2016 and lack what dictionaries have entered since, so
readers vouch for single entries, or take them out. The lists know the first dictionary of the
federation, the DIEC. What only the second, the GDLC, enters is told by a tagger in classes: verbs
whose use it knows, nouns and adjectives that are one word, nouns and adjectives with some endings.
No other package tells them from the terms of a trade.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from build_lexicon.readers.automaton import read_automaton
from build_lexicon.readers.conjugations import read_verbs
from build_lexicon.readers.hunspell import Affixes, expand, read_affixes, read_entries
from build_lexicon.readers.lists import (
    Tagged,
    read_front_coded,
    read_lookup,
    read_rows,
    read_verdicts,
    read_words,
)
from build_lexicon.recipe import Sources
from build_lexicon.words import Form
from service.engine.tiles import Alphabet

# Flags of weak pronouns (cantar-lo) and of elision (l'home).
WITH_OTHERS = ("_C", "_D", "_V", "_v", "_W", "_Y", "_Z")
VERB_IN_FIRST = 0.95  # share of a verb's forms that the longer list must have
VERB_IN_SECOND = 0.5
NOMINAL = 0.75  # share of other forms that the lists together must have
WHOLE_VERB = 10  # so many forms in both lists are a verb that the dictionary lacks
FIRST_PERSON = "ixo"  # servixo: in both lists, and in no paradigm of the dictionary
SUPERLATIVE = "íssim"
FEMININE = ("a", "es")
# escrivíssem beside escrivíssim, dormiguem beside dormim
VARIANTS = {
    "sses": "ssis",
    "ssem": "ssim",
    "sseu": "ssiu",
    "ssen": "ssin",
    "iguem": "im",
    "igueu": "iu",
}

# What the tagger calls verbs, forms of other conjugations (there it is right for -ar), nouns and
# adjectives; of a noun's tag the third letter is the gender.
VERB, VARIANT, NOUN, ADJECTIVE = "VM", "0V", "NC", "A"
UNUSED = "NONE"  # the class of a verb that the tagger knows and no dictionary has

Lemmas = Mapping[str, tuple[str, ...]]


class Paradigm(NamedTuple):
    """An entry of the spelling dictionary: its stem, whether it is a verb, its forms."""

    stem: str
    verb: bool
    forms: list[str]  # folded


class Lists(NamedTuple):
    """Two lists of forms with their lemmas, the verbs of a conjugator, and readers' verdicts."""

    first: Lemmas
    second: Lemmas
    verbs: frozenset[str]
    reviewed: Mapping[str, bool]  # stem of an entry -> whether it is in
    tagged: "Tagger"


class Tagger(NamedTuple):
    """What a tagger knows: the forms of each lemma, what kinds of word it is, classes of verbs."""

    verbs: Mapping[str, list[str]]  # of those that have a class
    nominals: Mapping[str, list[str]]
    kinds: Mapping[str, str]  # "A+NF+NM": adjective, noun of either gender
    endings: Sequence[tuple[str, str]]  # of nouns and adjectives that are in: kinds, ending


def forms(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Every form that a rule admits."""
    lists = _read_lists(sources, alphabet)
    seen: set[str] = set()
    conjugated: set[str] = set()
    stems: set[str] = set()
    for paradigm in _paradigms(sources, alphabet):
        seen.update(paradigm.forms)
        stems.add(paradigm.stem)
        if paradigm.verb:
            conjugated.add(paradigm.stem)
        if rule := _rule(paradigm, lists):
            borne_out = "hunspell+known" if rule == "K-known" else "hunspell+simplemma+spacy"
            yield from (Form(text, rule, borne_out, paradigm.stem) for text in paradigm.forms)
        elif paradigm.stem not in lists.reviewed and not _is_superlative(paradigm, lists):
            for text in paradigm.forms:
                if not paradigm.verb and text in lists.first:
                    yield Form(text, "K-attested", "hunspell+simplemma", paradigm.stem)
    yield from _in_both_lists(lists, seen, conjugated)
    yield from _tagged(lists, stems, sources, alphabet)


def _tagged(lists: Lists, stems: set[str], sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """What a tagger admits: verbs of a class, and entries of some kinds without a prefix."""
    tagger, refused = lists.tagged, {stem for stem, stands in lists.reviewed.items() if not stands}
    for lemma, texts in tagger.verbs.items():
        if lemma not in refused:
            yield from (Form(text, "K-used", "tagger", lemma) for text in texts)
    prefixes = sources.recipe.options["prefixes"]
    assert isinstance(prefixes, tuple)
    roots = set(map(alphabet.fold, stems))
    for lemma in sorted(tagger.nominals.keys() & stems - refused):
        rule = _kind_rule(lemma, tagger)
        if rule and not _is_prefixed(alphabet.fold(lemma), prefixes, roots):
            yield from (
                Form(text, rule, "hunspell+tagger", lemma) for text in tagger.nominals[lemma]
            )


def _kind_rule(lemma: str, tagger: Tagger) -> str:
    """The rule for an entry of which the tagger knows what it is."""
    kinds = tagger.kinds[lemma]
    if kinds == "A+NF+NM":
        return "K-people"
    if kinds in ("A+NM", "A+NC"):
        return "K-both-kinds"
    ending = any(kinds == of and lemma.endswith(text) for of, text in tagger.endings)
    return "K-ending" if ending else ""


def _is_prefixed(text: str, prefixes: tuple[str, ...], roots: set[str]) -> bool:
    """Whether a word is another one with a learned prefix: those are formed at will."""
    return any(text.startswith(prefix) and text[len(prefix) :] in roots for prefix in prefixes)


def excluded(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Forms that the spelling dictionary has and a rule keeps out."""
    lists = _read_lists(sources, alphabet)
    for paradigm in _paradigms(sources, alphabet):
        if _rule(paradigm, lists):
            continue
        rule = "K-verb-alone" if paradigm.verb else "K-alone"
        if paradigm.stem in lists.reviewed:
            rule = "K-refused"
        elif _is_superlative(paradigm, lists):
            rule = "K-superlative"
        yield from (Form(text, rule, "hunspell", paradigm.stem) for text in paradigm.forms)


def _rule(paradigm: Paradigm, lists: Lists) -> str:
    """The rule that admits all forms of an entry, or ""."""
    if paradigm.stem in lists.reviewed:
        return "K-known" if lists.reviewed[paradigm.stem] else ""
    count = len(paradigm.forms)
    first = sum(text in lists.first for text in paradigm.forms)
    second = sum(text in lists.second for text in paradigm.forms)
    if paradigm.verb:
        both = first >= VERB_IN_FIRST * count and second >= VERB_IN_SECOND * count
        return "K-verb" if both else ""
    if _is_superlative(paradigm, lists):
        return ""
    either = sum(text in lists.first or text in lists.second for text in paradigm.forms)
    if either >= NOMINAL * count:
        return "K-paradigm"
    if _has_both_genders(paradigm, lists):
        return "K-genders"
    return "K-variant" if count == 1 and _is_variant(paradigm.forms[0], lists) else ""


def _has_both_genders(paradigm: Paradigm, lists: Lists) -> bool:
    """An adjective whose lemma and one feminine form the first list has."""
    lemma, *others = paradigm.forms
    return lemma in lists.first and any(
        text.endswith(FEMININE) and text in lists.first for text in others if text != lemma
    )


def _is_variant(text: str, lists: Lists) -> bool:
    """A verb form beside a usual one that the first list has under a verb of the conjugator."""
    return any(
        text.endswith(ending)
        and not lists.verbs.isdisjoint(lists.first.get(text.removesuffix(ending) + usual, ()))
        for ending, usual in VARIANTS.items()
    )


def _is_superlative(paradigm: Paradigm, lists: Lists) -> bool:
    """An adjective in -íssim that the first list does not have as a word of its own."""
    return SUPERLATIVE in paradigm.stem and not any(text in lists.first for text in paradigm.forms)


def _in_both_lists(lists: Lists, known: set[str], conjugated: set[str]) -> Iterator[Form]:
    """Forms that the dictionary lacks: verbs it does not conjugate, first persons in -ixo."""
    verbs = {verb for verb in lists.verbs if lists.reviewed.get(verb, True)}
    candidates = {
        text: [lemma for lemma in lemmas if lemma in verbs and lemma in lists.second[text]]
        for text, lemmas in lists.first.items()
        if text not in known and text in lists.second
    }
    sizes = Counter(lemma for lemmas in candidates.values() for lemma in lemmas)
    for text, lemmas in candidates.items():
        for lemma in lemmas:
            whole = sizes[lemma] >= WHOLE_VERB and lemma not in conjugated
            if whole or text.endswith(FIRST_PERSON):
                yield Form(text, "K-both-lists", "simplemma+spacy+verbecc", lemma)


def _paradigms(sources: Sources, alphabet: Alphabet) -> Iterator[Paradigm]:
    affixes = read_affixes(sources.path("hunspell", ".aff"))
    affixes = affixes.keeping(lambda affix: affix.flag not in WITH_OTHERS)
    for entry in read_entries(sources.path("hunspell", ".dic"), affixes):
        if _is_word(entry.stem):
            words = [alphabet.fold(form.text) for form in expand(entry, affixes)]
            yield Paradigm(entry.stem, _is_verb(entry.flags, affixes), words)


def _is_verb(flags: tuple[str, ...], affixes: Affixes) -> bool:
    """Conjugations have flags of two digits, everything else begins with an underscore."""
    return any(flag in affixes.suffixes and flag[0] != "_" for flag in flags)


def _is_word(text: str) -> bool:
    """Lower case, letters and the middle dot: no names, abbreviations, hyphens or apostrophes."""
    return text.islower() and text.replace("·", "").isalpha()


def _read_lists(sources: Sources, alphabet: Alphabet) -> Lists:
    return Lists(
        _by_form(read_front_coded(sources.path("simplemma")), alphabet),
        _by_form(read_lookup(sources.path("spacy")), alphabet),
        frozenset(verb.infinitive for verb in read_verbs(sources.path("verbecc"))),
        {entry.word: entry.stands for entry in read_verdicts(sources.path("known", "entries.tsv"))},
        _read_tagger(sources, alphabet),
    )


def _read_tagger(sources: Sources, alphabet: Alphabet) -> Tagger:
    lines = (line.partition("=") for line in read_words(sources.path("tagger", ".txt")))
    used = {verb for verb, _, uses in lines if uses != UNUSED}
    verbs: defaultdict[str, list[str]] = defaultdict(list)
    nominals: defaultdict[str, list[str]] = defaultdict(list)
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    wanted = (VERB, VARIANT, NOUN, ADJECTIVE)
    for form, lemma, tag in read_automaton(sources.path("tagger", ".dict"), wanted):
        if not _is_word(form):
            continue
        if tag.startswith((VERB, VARIANT)):
            if lemma in used and (tag.startswith(VERB) or lemma.endswith("ar")):
                verbs[lemma].append(alphabet.fold(form))
            continue
        nominals[lemma].append(alphabet.fold(form))
        kinds[lemma].add(f"N{tag[2]}" if tag.startswith(NOUN) else ADJECTIVE)
    rows = read_rows(sources.path("known", "endings.tsv"), "kind, ending, evidence")
    named = {lemma: "+".join(sorted(found)) for lemma, found in kinds.items()}
    return Tagger(verbs, nominals, named, [(of, ending) for _, (of, ending, _) in rows])


def _by_form(rows: Iterator[Tagged], alphabet: Alphabet) -> Lemmas:
    """The lemmas of each folded form; a lemma is a form of itself."""
    lemmas: dict[str, tuple[str, ...]] = {}
    own: dict[str, str] = {}  # Also keeps one copy of each lemma.

    def add(text: str, lemma: str) -> None:
        known = lemmas.get(text, ())
        if lemma not in known:
            lemmas[text] = (*known, lemma)

    for form, lemma, _ in rows:
        lemma = own.setdefault(lemma, lemma)
        if _is_word(form):
            add(alphabet.fold(form), lemma)
    for lemma in filter(_is_word, own):
        add(alphabet.fold(lemma), lemma)
    return lemmas
