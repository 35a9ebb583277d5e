"""Tiles as they come out of the bag: what a rack holds, lacks, and what nobody has seen yet.

Here a blank is a blank whatever it shows on the board.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from service.engine.errors import BagExceededError, NotOnRackError, TooManyTilesError
from service.engine.tiles import BLANK, Face, Laid

Tiles = tuple[Laid, ...]

_BLANK = Face(BLANK)


def kinds(tiles: Iterable[Laid]) -> list[Face]:
    """What each tile is in the bag."""
    return [_BLANK if tile.blank else tile.face for tile in tiles]


def take(tiles: Iterable[Laid], unseen: Mapping[Face, int]) -> dict[Face, int]:
    """The unseen tiles without these; more of a kind than there are is refused."""
    left = dict(unseen)
    for tile in tiles:
        kind = _BLANK if tile.blank else tile.face
        number = left[kind]
        if number == 0:
            name = "blank" if tile.blank else f"{kind} tile"
            raise BagExceededError(f"one {name} more than there are")
        left[kind] = number - 1
    return left


def without(rack: Tiles, tiles: Iterable[Laid]) -> Tiles:
    """What is left of a rack; tiles that were not known to be on it change nothing."""
    gone = kinds(tiles)
    left = []
    for tile, kind in zip(rack, kinds(rack), strict=True):
        if kind in gone:
            gone.remove(kind)
        else:
            left.append(tile)
    return tuple(left)


def check_shown(rack: Tiles, unseen: Mapping[Face, int], size: int) -> None:
    """Refuse a rack that nobody could hold: too many tiles, or tiles that are on the board."""
    if len(rack) > size:
        raise TooManyTilesError(f"{len(rack)} tiles shown, a rack holds {size}")
    take(rack, unseen)


def check_held(tiles: Collection[Laid], rack: Tiles | None, held: int) -> None:
    """Refuse tiles that were not on the rack, as far as that is known."""
    if len(tiles) > held:
        raise NotOnRackError(f"{len(tiles)} tiles, {held} were left")
    if rack is not None and len(without(rack, tiles)) > len(rack) - len(tiles):
        shown = Counter(kinds(rack))
        lacking = sorted((Counter(kinds(tiles)) - shown).elements())
        raise NotOnRackError(f"{' '.join(lacking)} not on the rack that the sheet shows")


def same_tiles(one: Tiles, other: Tiles) -> bool:
    """Whether two racks hold the same tiles, in whatever order."""
    return sorted(kinds(one)) == sorted(kinds(other))


def tiles_of(unseen: Mapping[Face, int]) -> Tiles:
    """The unseen tiles one by one, blanks last."""
    return tuple(Laid(f, blank=f == BLANK) for f, number in unseen.items() for _ in range(number))
