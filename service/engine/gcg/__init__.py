"""GCG, the text format in which games are written down.

    bytes -> reading.py -> Record
    Recount -> writing.py -> text

What GCG has no line for stands in notes of a fixed form (notes.py).
"""

from service.engine.gcg.reading import read_gcg
from service.engine.gcg.writing import write_gcg

__all__ = ["read_gcg", "write_gcg"]
