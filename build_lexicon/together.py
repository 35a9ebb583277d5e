"""Several lexicons at a time, each in a process of its own that tells how far it is.

After a fault no further lexicon is begun; what is under way is finished, so that nothing is left
half done, and then the fault is raised.
"""

import gc
import os
from collections.abc import Callable, Sequence
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from build_lexicon.building import STEPS, build, kit_of
from build_lexicon.errors import BuildError
from build_lexicon.index import write_index
from build_lexicon.manifest import Manifest
from build_lexicon.progress import Bar, Progress
from build_lexicon.recipe import Recipe
from service.rulebook import Rulebook

AT_ONCE = min(2, os.cpu_count() or 1)  # One takes up to 800 MB; all should fit in 2 GB.


Builder = Callable[[Recipe, Rulebook, Path, Progress], Manifest]


class At(NamedTuple):
    """Where a build is."""

    step: str
    read: int


Told = At | Manifest | str
"""Where a build is, what it made, or why it failed."""


def build_all(
    recipes: Sequence[Recipe], rulebook: Rulebook, folder: Path, *, index: bool = False
) -> None:
    """Build every lexicon into a folder, perhaps with its index, and show how far that is."""
    build_one = build_with_index if index else build
    bar = Bar(len(recipes) * (len(STEPS) + index))
    waiting, running, faults = list(recipes), dict[Connection, str](), list[str]()
    while running or (waiting and not faults):
        while waiting and not faults and len(running) < AT_ONCE:
            recipe = waiting.pop(0)
            running[_begin(build_one, recipe, rulebook, folder)] = recipe.id
        for pipe in wait(running):
            assert isinstance(pipe, Connection)  # It could wait for other things too.
            title = running[pipe]
            match _told(pipe, title):
                case At() as at:
                    bar.show(title, *at)
                    continue
                case str() as fault:
                    bar.give_up(title)
                    faults.append(fault)
                case made:
                    words = f"{made['words']:,}".replace(",", " ")
                    bar.finish(title, f"{words} words, {made['sha256'][:12]}")
            del running[pipe]
    if faults:
        raise BuildError(faults[0])


def build_with_index(
    recipe: Recipe, rulebook: Rulebook, folder: Path, progress: Progress
) -> Manifest:
    """Build one lexicon, and what `why` looks up."""
    made = build(recipe, rulebook, folder, progress)
    write_index(recipe, kit_of(recipe.alphabet, rulebook), folder, progress)
    return made


def _begin(build_one: Builder, recipe: Recipe, rulebook: Rulebook, folder: Path) -> Connection:
    ours, theirs = Pipe(duplex=False)
    Process(
        target=_build, args=(build_one, (recipe, rulebook, folder), theirs), daemon=True
    ).start()
    theirs.close()
    return ours


def _build(build_one: Builder, what: tuple[Recipe, Rulebook, Path], pipe: Connection) -> None:
    """Build one lexicon; this happens in its process."""
    gc.disable()  # As in main: the process may have begun anew.
    progress = Progress(lambda step, read: pipe.send(At(step, read)))
    try:
        pipe.send(build_one(*what, progress))
    except BuildError as fault:
        pipe.send(str(fault))
    except (KeyboardInterrupt, MemoryError):
        pass  # Whoever began the build hears of the one too, and sees that the other ended us.


def _told(pipe: Connection, title: str) -> Told:
    try:
        told: Told = pipe.recv()
    except EOFError:
        return f"{title}: the build ended before its time; is there enough memory?"
    return told
