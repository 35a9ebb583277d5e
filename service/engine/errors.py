"""Requests that make no sense, each with a stable code that clients may rely on.

RuleError
├── SpellingError
│   ├── NotAWordError        not_a_word          digits, spaces, hyphens, nothing at all
│   └── NoTileError          no_such_tile        a letter that no tile can show
├── NotationError            notation            a play or position that cannot be read
├── PlacementError
│   ├── OffBoardError        off_board
│   ├── SquareTakenError     square_taken
│   ├── NotInLineError       not_in_line
│   ├── GapError             gap
│   ├── NotConnectedError    not_connected
│   ├── CentreNotCoveredError centre_not_covered
│   ├── TooFewTilesError     too_few_tiles
│   ├── TooManyTilesError    too_many_tiles
│   └── BagExceededError     bag_exceeded        more of a tile than the set holds
├── NotFormedError           not_formed          a contested word that the play does not form
├── UnknownVariantError      unknown_variant     a penalty variant the edition does not have
├── ExchangeError            exchange            more tiles than the bag lets go
├── SilentError              silent              the regulation does not say
├── NotOpenError             not_open            announced, but not left to the event by the text
├── FactError                fact                facts of an incident that cannot be used
│   ├── MissingFactError     missing_fact
│   ├── UnknownFactError     no_such_fact
│   └── ImpossibleFactError  impossible_fact
├── NotForeseenError         not_foreseen        the regulation rules it out
├── NotEntitledError         not_entitled        asked for by somebody whose right it is not
├── ThirdVerdictError        third_verdict       one verdict more than the regulation gives
├── TournamentError
│   ├── UnknownPlayerError   unknown_player      a game or a request names nobody of the event
│   ├── TwiceInRoundError    twice_in_round      a player has two entries in one round
│   ├── RoundIncompleteError round_incomplete    a result that is needed is not in yet
│   ├── TooLateError         too_late            a player entered after the last moment for it
│   ├── TooFewRoundsError    too_few_rounds
│   ├── NoPairingError       no_pairing          every way to pair breaks a rule
│   ├── UnknownSystemError   unknown_system      a way of pairing the regulation does not have
│   ├── IncompleteBlockError incomplete_block    a number of players that the system cannot divide
│   └── TooHardError         too_hard            a history that would take too long to pair
├── FileError
│   ├── UnreadableError      unreadable          another program's file that makes no sense
│   └── UnwritableError      unwritable          a document that a format cannot tell
└── RecordError              record              a game record that contradicts itself
    ├── WrongPlayerError     wrong_player        an event out of turn
    ├── NotOnRackError       not_on_rack         tiles that the player did not hold
    ├── NoPlayError          no_play             a challenge without a play to challenge
    ├── GameOverError        game_over           an event after the end
    ├── CorrectionError      correction          a score put right when it was too late for it
    └── TooLongError         too_many_events
"""

from typing import Self

Value = str | int


class RuleError(Exception):
    """A request that the rules cannot answer; `where` tells in which part, outermost first.

    The sentence is English. Who says it in another language needs what it is made of: the `reason`,
    which tells apart what one code stands for, and the `values`. A player is a number from 0.
    """

    code = "rule"
    where: tuple[str, ...] = ()

    def __init__(self, told: str = "", reason: str = "", /, **values: Value) -> None:
        """Refuse with a sentence, why, and the values in it."""
        super().__init__(told)
        self.reason = reason
        self.values = values

    def at(self, where: str, /, **values: Value) -> Self:
        """The same error, with the place in which it was met."""
        self.where = (where, *self.where)
        self.values = values | self.values
        return self

    def __str__(self) -> str:
        """The places and the reason, in one sentence."""
        return ": ".join((*self.where, super().__str__()))


class SpellingError(RuleError):
    """Text that cannot be written with the tiles."""

    code = "spelling"


class NotAWordError(SpellingError):
    """Text with something in it that is not a letter."""

    code = "not_a_word"


class NoTileError(SpellingError):
    """A letter that neither a tile nor a blank can show."""

    code = "no_such_tile"


class NotationError(RuleError):
    """A play, a position or a rack that cannot be read."""

    code = "notation"


class PlacementError(RuleError):
    """Tiles that cannot lie where they were put."""

    code = "placement"


class OffBoardError(PlacementError):
    """A tile outside the board."""

    code = "off_board"


class SquareTakenError(PlacementError):
    """A tile on a tile."""

    code = "square_taken"


class NotInLineError(PlacementError):
    """Tiles that share neither a row nor a column.

    Said of tiles that are given by their squares; a play that is written down lies in line.
    """

    code = "not_in_line"


class GapError(PlacementError):
    """An empty square between the tiles of one play."""

    code = "gap"


class NotConnectedError(PlacementError):
    """A play that touches nothing on the board."""

    code = "not_connected"


class CentreNotCoveredError(PlacementError):
    """An opening play beside the centre square."""

    code = "centre_not_covered"


class TooFewTilesError(PlacementError):
    """A play without a tile, or an opening that is no word."""

    code = "too_few_tiles"


class TooManyTilesError(PlacementError):
    """More tiles than a rack holds."""

    code = "too_many_tiles"


class BagExceededError(PlacementError):
    """More tiles of a kind than the set has."""

    code = "bag_exceeded"


class NotFormedError(RuleError):
    """A contested word that the play does not form."""

    code = "not_formed"


class UnknownVariantError(RuleError):
    """A penalty variant that the edition does not know."""

    code = "unknown_variant"


class ExchangeError(RuleError):
    """An exchange that the bag or the rules do not allow."""

    code = "exchange"


class SilentError(RuleError):
    """A question on which the regulation says nothing."""

    code = "silent"


class NotOpenError(RuleError):
    """A condition that the text does not leave to the event, or not so far."""

    code = "not_open"


class FactError(RuleError):
    """Facts about an incident that the handbook cannot use."""

    code = "fact"


class MissingFactError(FactError):
    """A fact that the case depends on was not given."""

    code = "missing_fact"


class UnknownFactError(FactError):
    """A fact that the incident does not ask for."""

    code = "no_such_fact"


class ImpossibleFactError(FactError):
    """A fact of the wrong kind, out of its bounds, or against another one."""

    code = "impossible_fact"


class NotForeseenError(RuleError):
    """Something that the regulation rules out."""

    code = "not_foreseen"


class NotEntitledError(RuleError):
    """Something that only somebody else may ask for."""

    code = "not_entitled"


class ThirdVerdictError(RuleError):
    """One verdict more on a challenge than the regulation gives."""

    code = "third_verdict"


class RecordError(RuleError):
    """A game record that contradicts itself."""

    code = "record"


class WrongPlayerError(RecordError):
    """An event of a player whose turn it is not."""

    code = "wrong_player"


class NotOnRackError(RecordError):
    """Tiles laid or exchanged that were not on the rack."""

    code = "not_on_rack"


class NoPlayError(RecordError):
    """A challenge when there is no play that could be challenged."""

    code = "no_play"


class GameOverError(RecordError):
    """An event after the end of the game."""

    code = "game_over"


class CorrectionError(RecordError):
    """A score put right when the regulation no longer lets it."""

    code = "correction"


class TooLongError(RecordError):
    """A record with more events than any game has."""

    code = "too_many_events"


class TournamentError(RuleError):
    """A tournament that cannot be counted or paired as it stands."""

    code = "tournament"


class UnknownPlayerError(TournamentError):
    """Somebody who is not among the players."""

    code = "unknown_player"


class TwiceInRoundError(TournamentError):
    """A player with two entries in one round."""

    code = "twice_in_round"


class RoundIncompleteError(TournamentError):
    """A round of which a result is missing."""

    code = "round_incomplete"


class TooLateError(TournamentError):
    """A player who entered when nobody may enter any more."""

    code = "too_late"


class TooFewRoundsError(TournamentError):
    """An event with fewer rounds than the regulation asks for."""

    code = "too_few_rounds"


class NoPairingError(TournamentError):
    """Players who cannot be paired without breaking a rule."""

    code = "no_pairing"


class UnknownSystemError(TournamentError):
    """A way of pairing that the regulation does not have."""

    code = "unknown_system"


class IncompleteBlockError(TournamentError):
    """A number of players that does not fit the system."""

    code = "incomplete_block"


class TooHardError(TournamentError):
    """A history whose pairing would take longer than we let anybody wait."""

    code = "too_hard"


class FileError(RuleError):
    """A tournament that does not fit into another program's file."""


class UnreadableError(FileError):
    """A file that is none of those that are known, or that contradicts itself."""

    code = "unreadable"


class UnwritableError(FileError):
    """A game or a name that a format cannot tell."""

    code = "unwritable"
