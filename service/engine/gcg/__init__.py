"""GCG, the text format in which games are written down.

    bytes -> lines.py -> reading.py -> Record
    Recount -> writing.py -> text

lines.py has the encodings and the grammar, reading.py what lines and pragmas mean.
"""

from service.engine.gcg.reading import read_gcg
from service.engine.gcg.writing import write_gcg

__all__ = ["read_gcg", "write_gcg"]
