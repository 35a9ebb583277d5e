"""The two layers of the Italian lexicon: the base, and verbs with enclitics.

Every form comes with its rule, also when the rule keeps it out; the recipe says which rules do.
"""

from collections.abc import Iterator

from build_lexicon.evidence import Form
from build_lexicon.italian.enclitics import bases_of, enclitic_forms
from build_lexicon.italian.exclusions import Known
from build_lexicon.italian.inflection import Kind, inflected
from build_lexicon.italian.material import ArchaicVerbs, Material
from build_lexicon.italian.nominals import (
    corpus_forms,
    pronounced_forms,
    speller_forms,
    wiktionary_forms,
)
from build_lexicon.italian.verbs import conjugated, headwords, paradigms

RULE_OF_KIND = {Kind.ADJECTIVE: "I15b", Kind.INVARIABLE: "I14", Kind.VERB: "I14"}


def base_forms(material: Material) -> Iterator[Form]:
    """Every form without enclitics that a rule speaks about."""
    inventory = material.inventory
    for word in inventory.words:
        yield Form(word.text, word.rule, "ours", word.reason)
    for text, reason in inventory.slips.items():
        yield Form(text, "misspelt", "ours", reason)
    for text, reason in inventory.no_verbs.items():
        yield Form(text, "no-verb", "ours", reason)
    verbal: set[str] = set()
    invariable: set[str] = set()
    for form in verb_forms(material):
        (invariable if form.rule == "I15c-4" else verbal).add(form.text)
        yield form
    for lemma in inventory.lemmas:
        rule = RULE_OF_KIND.get(lemma.kind, "I15a")
        for text in inflected(lemma.text, lemma.kind):
            origin = f"{lemma.text} ({lemma.evidence})"
            yield Form(text, "I14" if text == lemma.text else rule, "ours", origin)
    stems = {entry.stem for entry in inventory.speller.entries}
    distrusted = {
        **dict.fromkeys(inventory.doubted, "doubted"),
        **dict.fromkeys(inventory.slips, "misspelt"),
    }
    known = Known(verbal, invariable - verbal, stems, distrusted)
    yield from speller_forms(inventory.speller, known)
    yield from corpus_forms(inventory, known)
    yield from wiktionary_forms(inventory, known)
    yield from pronounced_forms(inventory)


def verb_forms(material: Material) -> Iterator[Form]:
    """Every form of every verb."""
    for verb, source in material.inventory.verbs.items():
        if stopped := material.stops(verb):
            yield Form(verb, stopped, source, verb)
            continue
        valency = material.valency_of(verb)
        rule = "I15c-1"
        if material.is_archaic(verb):
            rule = "I15c-3" if material.archaic is ArchaicVerbs.INFINITIVE else "I15c-2"
        for ruled in headwords(verb, valency):
            yield Form(ruled.text, ruled.rule, source, verb)
        for paradigm in paradigms(verb, material.irregulars):
            # What an entry declares of a defective verb stands, archaic or not.
            declared = "I15c-1" if paradigm.is_defective else rule
            for ruled in conjugated(paradigm, valency, declared):
                yield Form(ruled.text, ruled.rule, source, verb)


def enclitics(material: Material) -> Iterator[Form]:
    """Every verb form with enclitics that the policy of the recipe admits.

    A verb that only readers have takes none: forty forms would hang on a guess.
    """
    inventory = material.inventory
    for verb in inventory.verbs:
        valency = material.valency_of(verb)
        if not valency.classes or material.stops(verb) or verb in inventory.unwitnessed:
            continue
        origin = f"{verb} ({'+'.join(sorted(valency.classes))}: {valency.evidence})"
        for paradigm in paradigms(verb, material.irregulars):
            bases = bases_of(verb, paradigm)
            for text in enclitic_forms(verb, bases, valency, material.policy):
                yield Form(text, "I22", "valency", origin)
