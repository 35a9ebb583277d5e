"""Italian by articles 14 to 23 of the FIGS regulation: which forms, and by which rule.

    inventory     what the sources and our lists attest
      ↓
    conjugation   verbs, by our generator                                   art. 15 c
    nominals      nouns, adjectives, small words                            art. 14 to 21
      ↓
    enclitics     the appendix as an algorithm                              art. 22, 23

Every form comes with its rule, also when the rule keeps it out; the recipe says which rules do.
Options of the recipe:

    enclitics = "table"            the 41 particles of the appendix; "grammar" in the 2008 edition
    intransitive = "mid"           the particles of intransitive verbs: min, mid or max
    essere_imperative = "A"        siatemi stands (A) or not (B)
    archaic_verbs = "infinitive"   -ere verbs without a modern conjugation; "conjugated" in 2008
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from build_lexicon.errors import BuildError
from build_lexicon.italian.conjugation import conjugated, headwords, paradigms
from build_lexicon.italian.enclitics import (
    EssereImperative,
    Highlighted,
    Policy,
    bases_of,
    enclitic_forms,
)
from build_lexicon.italian.inventory import Inventory, Kind, inflected, read_inventory
from build_lexicon.italian.nominals import (
    COINED,
    Known,
    corpus_forms,
    pronounced_forms,
    speller_forms,
    wiktionary_forms,
)
from build_lexicon.italian.tables import (
    Class,
    Irregulars,
    Valency,
    attested_valency,
    read_irregulars,
)
from build_lexicon.recipe import Layer, Recipe, Sources
from build_lexicon.words import Form
from service.engine.tiles import Alphabet

CORPUS = "morphit"
WIKTIONARY = ("pattern", "gruut", "pattern+gruut")
# What is left of an archaic or syncopated -ere verb, and by which rule (art. 15 c).
ARCHAIC = {"infinitive": "I15c-3", "conjugated": "I15c-2"}


@dataclass(frozen=True, slots=True)
class Material:
    """All that the layers are made of."""

    inventory: Inventory
    irregulars: Irregulars
    policy: Policy
    archaic: str  # whose rule an archaic verb follows, of ARCHAIC

    def valency_of(self, verb: str) -> Valency:
        """What the table says of a verb, or what attestation proves."""
        if reviewed := self.inventory.valency.get(verb):
            return reviewed
        return attested_valency(verb, self.inventory.corpus_verbs, self.inventory.frequent)

    def is_archaic(self, verb: str) -> bool:
        """Whether the table marks a verb so, or it is -ere or -rre and only Wiktionary has it."""
        if reviewed := self.inventory.valency.get(verb):
            return Class.NONE in reviewed.classes
        return verb.endswith(("ere", "rre")) and self.inventory.verbs[verb] in WIKTIONARY

    def stops(self, verb: str) -> str:
        """The rule that keeps a whole verb out: a mistake, a doubt, a coinage; "" if none."""
        if verb in self.inventory.slips:
            return "misspelt"
        if verb in self.inventory.no_verbs:
            return "no-verb"
        if verb in self.inventory.doubted:
            return "doubted"
        coined = COINED.fullmatch(verb)
        if coined and self.inventory.verbs[verb] == CORPUS and coined[1] in self.inventory.verbs:
            return "I18"
        return ""


def read_material(sources: Sources) -> Material:
    """Read the sources and the options of a recipe."""
    recipe = sources.recipe
    return Material(
        inventory=read_inventory(sources),
        irregulars=read_irregulars(sources.path("ours", "irregular.tsv")),
        policy=Policy(
            by_table=_choice(recipe, "enclitics", ("table", "grammar")) == "table",
            intransitive=Highlighted(_choice(recipe, "intransitive", Highlighted)),
            essere_imperative=EssereImperative(
                _choice(recipe, "essere_imperative", EssereImperative)
            ),
        ),
        archaic=_choice(recipe, "archaic_verbs", ARCHAIC),
    )


def _choice(recipe: Recipe, option: str, choices: Iterable[str]) -> str:
    chosen, names = str(recipe.options.get(option)), list(map(str, choices))
    if chosen not in names:
        raise BuildError(f"recipe {recipe.id}: option {option} must be one of {', '.join(names)}")
    return chosen


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
            rule = ARCHAIC[material.archaic]
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


LAYERS = ("enclitics",)
DECISIONS = ("italian/words.tsv", "I14", "doubted")


def forms(sources: Sources, _alphabet: Alphabet) -> Iterator[Form]:
    """Every form that a rule admits: the base, then verbs with enclitics."""
    rules = sources.recipe.rules
    material = read_material(sources)
    barred = {
        word.text for word in material.inventory.words if rules[word.rule].layer is Layer.EXCLUDED
    } | material.inventory.slips.keys()
    for form in base_forms(material):
        if rules[form.rule].layer is not Layer.EXCLUDED and form.text not in barred:
            yield form
    yield from enclitics(material)


def excluded(sources: Sources, _alphabet: Alphabet) -> Iterator[Form]:
    """Forms that a source or a paradigm has and a rule keeps out."""
    rules = sources.recipe.rules
    for form in base_forms(read_material(sources)):
        if rules[form.rule].layer is Layer.EXCLUDED:
            yield form
