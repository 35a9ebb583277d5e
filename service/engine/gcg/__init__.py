"""GCG, the text in which games are written down: read from any program's file, written one way.

    bytes -> encoding.py -> lines.py -> reading.py, end_reading.py -> Record
    Recount -> writing.py, end_writing.py -> text

lines.py has the grammar, reading.py what a line means, end_reading.py what the lines and pragmas
about the end mean. What GCG cannot say is told by pragmas of ours, listed where they are read.
"""

from service.engine.gcg.reading import read_gcg
from service.engine.gcg.writing import write_gcg

__all__ = ["read_gcg", "write_gcg"]
