"""What a recipe makes of the Italian sources: the inventory, and how the edition reads it.

Options of the recipe:

    enclitics = "table"            the 41 particles of the appendix; "grammar" in the 2008 edition
    intransitive = "mid"           the particles of intransitive verbs: min, mid or max
    essere_imperative = "A"        siatemi stands (A) or not (B)
    archaic_verbs = "infinitive"   -ere verbs without a modern conjugation; "conjugated" in 2008
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from build_lexicon.errors import BuildError
from build_lexicon.italian.enclitics import EssereImperative, Policy
from build_lexicon.italian.exclusions import COINED
from build_lexicon.italian.inventory import Inventory, read_inventory
from build_lexicon.italian.irregular import Irregulars, read_irregulars
from build_lexicon.italian.particles import Highlighted
from build_lexicon.italian.valency import Class, Valency, attested_valency
from build_lexicon.recipe import Recipe
from build_lexicon.sources import Sources

T = TypeVar("T", bound=StrEnum)

CORPUS = "morphit"
WIKTIONARY = ("pattern", "gruut", "pattern+gruut")


class Enclitics(StrEnum):
    """Who decides which particles there are."""

    TABLE = "table"
    GRAMMAR = "grammar"


class ArchaicVerbs(StrEnum):
    """What is left of an archaic or syncopated -ere verb (art. 15 c)."""

    INFINITIVE = "infinitive"
    CONJUGATED = "conjugated"


@dataclass(frozen=True, slots=True)
class Material:
    """All that the layers are made of."""

    inventory: Inventory
    irregulars: Irregulars
    policy: Policy
    archaic: ArchaicVerbs

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
    policy = Policy(
        by_table=_choice(recipe, "enclitics", Enclitics) is Enclitics.TABLE,
        intransitive=_choice(recipe, "intransitive", Highlighted),
        essere_imperative=_choice(recipe, "essere_imperative", EssereImperative),
    )
    archaic = _choice(recipe, "archaic_verbs", ArchaicVerbs)
    inventory = read_inventory(sources)
    return Material(
        inventory=inventory,
        irregulars=read_irregulars(sources.path("ours", "irregular.tsv")),
        policy=policy,
        archaic=archaic,
    )


def _choice(recipe: Recipe, option: str, choices: type[T]) -> T:
    try:
        return choices(str(recipe.options[option]))
    except (KeyError, ValueError):
        names = ", ".join(choices)
        raise BuildError(f"recipe {recipe.id}: option {option} must be one of {names}") from None
