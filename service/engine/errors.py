"""Requests that make no sense, each with a stable code that clients may rely on.

RuleError
├── SpellingError       not_a_word, no_such_tile
├── NotationError       notation
├── PlacementError      off_board, square_taken, not_in_line, gap, not_connected,
│                       centre_not_covered, too_few_tiles, too_many_tiles, bag_exceeded
├── FactError           missing_fact, no_such_fact, impossible_fact
├── TournamentError     unknown_player, twice_in_round, round_incomplete, too_late,
│                       too_few_rounds, no_pairing, unknown_system, incomplete_block, too_hard
├── FileError           unreadable, unwritable
├── RecordError         record, wrong_player, not_on_rack, no_play, game_over, correction,
│                       too_many_events
└── and each by itself  not_formed, unknown_variant, exchange, silent, not_open, not_foreseen,
                        not_entitled, third_verdict
"""

from typing import ClassVar, Self

Value = str | int


class RuleError(Exception):
    """A request that the rules cannot answer; `where` tells in which part, outermost first.

    The sentence is English. Who says it in another language needs what it is made of: the `reason`,
    which tells apart what one code stands for, and the `values`. A player is a number from 0.
    """

    code: ClassVar[str] = "rule"
    where: tuple[str, ...] = ()

    def __init_subclass__(cls, code: str = "") -> None:
        """Give a kind of error its code; one without has that of its parent."""
        cls.code = code or cls.code

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


class SpellingError(RuleError, code="spelling"):
    """Text that cannot be written with the tiles."""


class NotAWordError(SpellingError, code="not_a_word"):
    """Text with something in it that is not a letter."""


class NoTileError(SpellingError, code="no_such_tile"):
    """A letter that neither a tile nor a blank can show."""


class NotationError(RuleError, code="notation"):
    """A play, a position or a rack that cannot be read."""


class PlacementError(RuleError, code="placement"):
    """Tiles that cannot lie where they were put."""


class OffBoardError(PlacementError, code="off_board"):
    """A tile outside the board."""


class SquareTakenError(PlacementError, code="square_taken"):
    """A tile on a tile."""


class NotInLineError(PlacementError, code="not_in_line"):
    """Tiles that share neither a row nor a column.

    Said of tiles that are given by their squares; a play that is written down lies in line.
    """


class GapError(PlacementError, code="gap"):
    """An empty square between the tiles of one play."""


class NotConnectedError(PlacementError, code="not_connected"):
    """A play that touches nothing on the board."""


class CentreNotCoveredError(PlacementError, code="centre_not_covered"):
    """An opening play beside the centre square."""


class TooFewTilesError(PlacementError, code="too_few_tiles"):
    """A play without a tile, or an opening that is no word."""


class TooManyTilesError(PlacementError, code="too_many_tiles"):
    """More tiles than a rack holds."""


class BagExceededError(PlacementError, code="bag_exceeded"):
    """More tiles of a kind than the set has."""


class NotFormedError(RuleError, code="not_formed"):
    """A contested word that the play does not form."""


class UnknownVariantError(RuleError, code="unknown_variant"):
    """A penalty variant that the edition does not know."""


class ExchangeError(RuleError, code="exchange"):
    """An exchange that the bag or the rules do not allow."""


class SilentError(RuleError, code="silent"):
    """A question on which the regulation says nothing."""


class NotOpenError(RuleError, code="not_open"):
    """A condition that the text does not leave to the event, or not so far."""


class FactError(RuleError, code="fact"):
    """Facts about an incident that the handbook cannot use."""


class MissingFactError(FactError, code="missing_fact"):
    """A fact that the case depends on was not given."""


class UnknownFactError(FactError, code="no_such_fact"):
    """A fact that the incident does not ask for."""


class ImpossibleFactError(FactError, code="impossible_fact"):
    """A fact of the wrong kind, out of its bounds, or against another one."""


class NotForeseenError(RuleError, code="not_foreseen"):
    """Something that the regulation rules out."""


class NotEntitledError(RuleError, code="not_entitled"):
    """Something that only somebody else may ask for."""


class ThirdVerdictError(RuleError, code="third_verdict"):
    """One verdict more on a challenge than the regulation gives."""


class RecordError(RuleError, code="record"):
    """A game record that contradicts itself."""


class WrongPlayerError(RecordError, code="wrong_player"):
    """An event of a player whose turn it is not."""


class NotOnRackError(RecordError, code="not_on_rack"):
    """Tiles laid or exchanged that were not on the rack."""


class NoPlayError(RecordError, code="no_play"):
    """A challenge when there is no play that could be challenged."""


class GameOverError(RecordError, code="game_over"):
    """An event after the end of the game."""


class CorrectionError(RecordError, code="correction"):
    """A score put right when the regulation no longer lets it."""


class TooLongError(RecordError, code="too_many_events"):
    """A record with more events than any game has."""


class TournamentError(RuleError, code="tournament"):
    """A tournament that cannot be counted or paired as it stands."""


class UnknownPlayerError(TournamentError, code="unknown_player"):
    """Somebody who is not among the players."""


class TwiceInRoundError(TournamentError, code="twice_in_round"):
    """A player with two entries in one round."""


class RoundIncompleteError(TournamentError, code="round_incomplete"):
    """A round of which a result is missing."""


class TooLateError(TournamentError, code="too_late"):
    """A player who entered when nobody may enter any more."""


class TooFewRoundsError(TournamentError, code="too_few_rounds"):
    """An event with fewer rounds than the regulation asks for."""


class NoPairingError(TournamentError, code="no_pairing"):
    """Players who cannot be paired without breaking a rule."""


class UnknownSystemError(TournamentError, code="unknown_system"):
    """A way of pairing that the regulation does not have."""


class IncompleteBlockError(TournamentError, code="incomplete_block"):
    """A number of players that does not fit the system."""


class TooHardError(TournamentError, code="too_hard"):
    """A history whose pairing would take longer than we let anybody wait."""


class FileError(RuleError):
    """A tournament that does not fit into another program's file."""


class UnreadableError(FileError, code="unreadable"):
    """A file that is none of those that are known, or that contradicts itself."""


class UnwritableError(FileError, code="unwritable"):
    """A game or a name that a format cannot tell."""
