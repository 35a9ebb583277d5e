"""`python -m tests.simulation SEED [NUMBER]`: halls from these seeds, up to the first failure."""

import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation.hall import live
from tests.support.small_lexicons import small_lexicons

logging.disable()
first, number = (*map(int, sys.argv[1:]), *(1, 1)[len(sys.argv) - 1 :])
with TemporaryDirectory(prefix="arbiter-") as name:
    lexicons = small_lexicons(Path(name) / "lexicons")
    for seed in range(first, first + number):
        folder = Path(name) / str(seed)
        folder.mkdir()
        live(seed, folder, lexicons)
print(f"{number} halls, and nothing was wrong")
