"""The views of /v1: read, one engine call, write.

verdicts.py opens lexicons and says yes or no; counting.py scores, spells, recounts and settles and
cannot reach a lexicon; lookup.py shows rules and lexicons.
"""

from service.api.counting import counting
from service.api.lookup import lookup
from service.api.verdicts import verdicts

__all__ = ["BLUEPRINTS"]

BLUEPRINTS = (verdicts, counting, lookup)
