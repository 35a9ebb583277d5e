"""What the service says about itself: its editions and its lexicons, as types."""

from typing import NotRequired, TypedDict


class EditionSummary(TypedDict):
    """One edition in the list of all."""

    id: str
    federation: str
    language: str
    title: str
    newest: bool
    lexicon: str


class Editions(TypedDict):
    """Every edition that the service has."""

    rules: list[EditionSummary]


class EditionLexicon(TypedDict):
    """The lexicon that an edition plays with."""

    id: str
    language: str
    version: str
    name: str
    official: bool
    guarded: bool
    words: int
    sha256: str


class BoardPlan(TypedDict):
    """The premiums, one character a square, and the name of the centre square."""

    name: str
    rows: list[str]
    centre: str


class TileKind(TypedDict):
    """A kind of tile: its face, how many there are, what one is worth, how else it is written."""

    face: str
    count: int
    value: int
    spellings: list[str]


class BlankKind(TypedDict):
    """The blanks, and every face that one may show."""

    count: int
    value: int
    faces: list[str]


class VerdictWords(TypedDict):
    """The edition's own words for yes and no."""

    valid: str
    invalid: str


class Edition(TypedDict):
    """One edition in full; `sections` holds every rule with its article and our reading."""

    id: str
    federation: str
    language: str
    title: str
    lexicon: EditionLexicon
    board: BoardPlan
    tiles: list[TileKind]
    blank: BlankKind
    tile_total: int
    rack_size: int
    verdicts: VerdictWords
    procedures: list[str]
    variants: list[str]
    sections: dict[str, dict[str, object]]
    conditions: dict[str, dict[str, object]]
    presets: dict[str, dict[str, object]]


class Source(TypedDict):
    """One source of a lexicon."""

    name: str
    version: str
    licence: str
    sha256: str


class LexiconInfo(TypedDict):
    """A lexicon that the service holds."""

    id: str
    language: str
    version: str
    name: str
    official: bool
    guarded: bool
    words: int
    lengths: dict[str, int]
    sha256: str
    sources: list[Source]
    licences: list[str]
    built: str


class Lexicons(TypedDict):
    """Every lexicon that the service holds."""

    lexicons: list[LexiconInfo]


class Place(TypedDict):
    """What the key of an enrolled device is good for, and what the device is set up with."""

    role: str
    rules: str
    lang: str
    table: NotRequired[str]
    procedure: NotRequired[str]
    variant: NotRequired[str]
    clock: NotRequired[str]
    exit: NotRequired[str]


class PinTry(TypedDict):
    """Whether a PIN was the organiser's; if not, how many seconds to wait."""

    right: bool
    wait: int


class Status(TypedDict):
    """What a service that is alive, or ready, says of itself."""

    status: str
