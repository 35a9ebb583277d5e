"""How a process begins and ends: arguments in, one command, faults as one line, an exit code."""

import os
import sys
from collections.abc import Sequence

from service.client import ArbiterError
from service.command.base import CommandError, Exit
from service.command.console import process_console
from service.command.faults import one_line
from service.command.registry import build_parser
from service.rulebook import RulebookError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 valid, 1 not valid, 2 error."""
    console = process_console(os.environ)
    try:
        options = build_parser().parse_args(argv)
        code: Exit = options.run(options, console)
        console.out.flush()
    except ArbiterError as fault:
        console.note(f"arbiter: {one_line(fault)}")
        return Exit.ERROR
    except (CommandError, RulebookError) as fault:
        console.note(f"arbiter: {fault}")
        return Exit.ERROR
    except KeyboardInterrupt:
        console.note("arbiter: stopped")
        return Exit.ERROR
    except BrokenPipeError:
        # Whoever read the output has left; what Python still holds must not be written either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.ERROR
    return code
