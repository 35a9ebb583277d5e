"""Logs, one line each, that can never quote what was asked: JSON, or text for a person.

An exception is written as its type and the places it came through: its message may hold a word,
and so may the text that a library puts it into.
"""

import json
import traceback
from datetime import UTC, datetime
from logging import Formatter, LogRecord
from random import getrandbits
from typing import Any

_EXTRA = (
    *("request_id", "route", "edition", "status", "milliseconds"),
    *("role", "label", "valid", "exception", "frames"),
)


def log_settings(level: str, *servers: str, text: bool = False) -> dict[str, object]:
    """How `logging.config` writes what the service and these servers say, on the error stream.

    A person is told of a server only what is wrong with it.
    """
    ours = {"handlers": ["lines"], "level": level.upper(), "propagate": False}
    theirs = {**ours, "level": "WARNING"} if text and level == "info" else ours
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": TextFormatter if text else JsonFormatter}},
        "handlers": {
            "lines": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {"service": ours, **dict.fromkeys(servers, theirs)},
    }


def new_request_id() -> str:
    """What finds a request in the log: unlike others, but no secret, so it costs no system call."""
    return f"{getrandbits(64):016x}"


class JsonFormatter(Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: LogRecord) -> str:
        """The record as a line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": _message(record),
        }
        line |= {name: getattr(record, name) for name in _EXTRA if hasattr(record, name)}
        if record.exc_info and record.exc_info[1]:
            line |= describe(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class TextFormatter(Formatter):
    """Writes a record for somebody at a terminal."""

    def format(self, record: LogRecord) -> str:
        """The record as a line, with where a failure came through on lines below it."""
        when = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        level = "" if record.levelname == "INFO" else f"{record.levelname.lower()}: "
        lines = [f"{when} {level}{_message(record)}"]
        if record.exc_info and record.exc_info[1]:
            told = describe(record.exc_info[1])
            lines += [f"  {told['exception']}", *(f"  {frame}" for frame in told["frames"])]
        return "\n".join(lines)


def describe(fault: BaseException) -> dict[str, Any]:
    """What may be said about an exception: its type and where it went through."""
    frames = traceback.extract_tb(fault.__traceback__)
    return {
        "exception": type(fault).__name__,
        "frames": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def _message(record: LogRecord) -> str:
    if isinstance(record.msg, BaseException):
        return type(record.msg).__name__
    if isinstance(record.args, tuple):
        args = tuple(type(a).__name__ if isinstance(a, BaseException) else a for a in record.args)
        return str(record.msg) % args if args else str(record.msg)
    return record.getMessage()
