"""How long a run takes: how many rounds, for how many seconds, with how many samples."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a run.

    `slice` is how many seconds a contender is asked before the next one has its turn; `loads` are
    parts of the peak; `sizes` are the keys of a small and of a large lexicon; `memories` is how
    often memory is measured; `sides` are sections that the targets hardly need: other servers,
    other forms of a lexicon, instructions and profiles.
    """

    rounds: int
    side_rounds: int
    slice: int
    steady_seconds: int
    loads: tuple[float, ...]
    words: tuple[int, ...]
    plays: tuple[int, ...]
    sizes: tuple[int, int]
    starts: int
    samples: int
    engine_rounds: int
    memories: int
    sides: bool


FULL = Scale(
    rounds=5,
    side_rounds=3,
    slice=1,
    steady_seconds=4,
    loads=(0.1, 0.25, 0.5, 0.75, 0.9),
    words=(1, 2, 4, 6, 8),
    plays=(1, 10, 25, 33),
    sizes=(500_000, 2_500_000),
    starts=5,
    samples=20_000,
    engine_rounds=200,
    memories=5,
    sides=True,
)

QUICK = Scale(
    rounds=1,
    side_rounds=1,
    slice=1,
    steady_seconds=1,
    loads=(0.5,),
    words=(1, 8),
    plays=(1, 25),
    sizes=(40_000, 200_000),
    starts=1,
    samples=200,
    engine_rounds=20,
    memories=1,
    sides=False,
)
