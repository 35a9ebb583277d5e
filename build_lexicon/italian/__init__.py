"""Italian by articles 14 to 23 of the FIGS regulation: which forms, and by which rule.

inventory   what the sources attest
  ↓
verbs       conjugated by our generator: conjugation, irregular         art. 15 c
nominals    nouns, adjectives, small words; inflection, exclusions      art. 14 to 21
lemmas      lists of ours                                               art. 14 to 21
  ↓
enclitics   the appendix as an algorithm: particles, valency            art. 22, 23
"""

from collections.abc import Iterator

from build_lexicon.evidence import Form
from build_lexicon.italian.layers import base_forms, enclitics
from build_lexicon.italian.material import read_material
from build_lexicon.recipe import Layer
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

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
