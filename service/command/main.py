"""How a process begins and ends: arguments in, one command, faults as one line, an exit code."""

import os
import sys
import traceback
from collections.abc import Sequence

from arbiter_client import ArbiterError

from service.command.base import CommandError, Exit
from service.command.faults import one_line
from service.command.output import Console, let_go, process_console
from service.command.registry import build_parser, check_name
from service.lexicon import LexiconError, MissingLexiconError
from service.rulebook import RulebookError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 valid, 1 not valid, 2 error."""
    console = process_console(os.environ)
    if sys.stdout is None:
        console.note("arbiter: the output is closed: there is nowhere to answer")
        return Exit.ERROR
    try:
        return _run(argv, console)
    except ArbiterError as fault:
        console.note(f"arbiter: {one_line(fault)}")
    except MissingLexiconError as fault:
        built = not os.environ.get("LEXICONS_PATH")
        cure = "`arbiter serve` builds what is missing" if built else "put its files there"
        console.note(f"arbiter: {fault}; {cure}")
    except (CommandError, LexiconError, RulebookError) as fault:
        console.note(f"arbiter: {fault}")
    except ModuleNotFoundError as missing:
        console.note(f"arbiter: {missing.name} is missing: install arbiter anew")
    except KeyboardInterrupt:
        console.note("arbiter: stopped")
    except BrokenPipeError:
        # Whoever read the output has left, and needs to be told nothing.
        let_go(console.out)
    except OSError as fault:
        let_go(console.out)
        said = fault.strerror or str(fault)
        console.note(f"arbiter: {fault.filename}: {said}" if fault.filename else f"arbiter: {said}")
    except Exception:
        # A mistake of ours is shown in full, but must not look like the verdict "not valid".
        console.note(traceback.format_exc().rstrip())
    return Exit.ERROR


def _run(argv: Sequence[str] | None, console: Console) -> Exit:
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        parser = build_parser()
        if arguments in ([], ["help"]):
            console.say(parser.format_help().rstrip())
            return Exit.VALID
        check_name(arguments[0])
        options = parser.parse_args(arguments)
        code: Exit = options.run(options, console)
    finally:
        # Here, and not when Python ends: what cannot be written is still a fault to tell.
        console.out.flush()
    return code
