"""The views of /v1: read, one engine call, write.

verdicts.py opens lexicons and says yes or no; counting.py scores, spells, recounts and settles and
cannot reach a lexicon; lookup.py shows rules and lexicons.
"""

from service.http.views.counting import counting
from service.http.views.lookup import lookup
from service.http.views.verdicts import verdicts

__all__ = ["BLUEPRINTS"]

BLUEPRINTS = (verdicts, counting, lookup)
