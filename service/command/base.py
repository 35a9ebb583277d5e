"""What a command is, and what its exit code means."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from service.command.output import Console


class Exit(IntEnum):
    """What a script may rely on."""

    VALID = 0
    NOT_VALID = 1
    ERROR = 2


class CommandError(Exception):
    """A command that cannot be carried out: one line that says what to do about it."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: `arguments` declares its options, `run` answers with an exit code."""

    name: str
    summary: str
    example: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Console], Exit]
