"""The director's file: read from JSON or TOML, written so that nothing is ever lost.

A file is written beside the old one and put in its place at once; the former one is kept with
`.bak` behind its name. Every writing raises the version, and a file that somebody else has written
in the meantime is not written over.
"""

import codecs
import json
import os
import re
import secrets
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from service.command.base import CommandError

Document = dict[str, Any]


def read_bytes(path: Path) -> bytes:
    """What is in a file."""
    try:
        return path.read_bytes()
    except OSError as fault:
        raise CommandError(f"{path}: {fault.strerror}") from None


def _read_text(path: Path) -> str:
    """The text in a file; shells of Windows also write UTF-16, and mark it."""
    content = read_bytes(path)
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not written in UTF-8") from None


def read_document(path: Path) -> Document:
    """The document in a file."""
    # Only here: commands that open no file start without what the service reads JSON with.
    from service.schemas.text import JsonError, read_json

    if not path.exists():
        begin = 'begin with `arbiter tournament new "NAME" --rounds 7`'
        raise CommandError(f"there is no {path}; {begin}")
    try:
        text = _read_text(path)
        document = tomllib.loads(text) if path.suffix == ".toml" else read_json(text.encode())
    except CommandError as fault:
        raise CommandError(f"{fault}{_former(path)}") from None
    except (JsonError, ValueError, RecursionError) as fault:
        said = str(fault).removeprefix("the body ")
        raise CommandError(f"{path} cannot be read: {said}{_former(path)}") from None
    if not isinstance(document, dict) or not isinstance(document.get("players", []), list):
        raise CommandError(f"{path} is not a tournament{_former(path)}")
    document.setdefault("players", [])
    document.setdefault("games", [])
    try:
        check_document(document, path)
    except CommandError as fault:
        raise CommandError(f"{fault}{_line(text, str(fault))}") from None
    return document


def check_document(document: Document, path: Path) -> None:
    """Refuse what the service would refuse, read (changed by hand?) or about to be written."""
    from service.engine.errors import UnreadableError
    from service.interchange.document import checked

    try:
        checked(document)
    except UnreadableError as fault:
        raise CommandError(f"{path}: {fault}") from None


def write_document(path: Path, document: Document) -> None:
    """Put the document in the place of the file it was read from, one version later."""
    if path.suffix == ".toml":
        json_path = path.with_suffix(".json")
        raise CommandError(
            f"{path} is written by hand: make {json_path} of it with "
            f"`arbiter tournament convert {path} {json_path}`"
        )
    with _alone(path):
        if path.exists():
            now, read = _version(read_document(path)), _version(document)
            if now != read:
                raise CommandError(
                    f"{path} is version {now} now and was {read} when it was read: "
                    "nothing is written, try again"
                )
        document["version"] = _version(document) + 1
        check_document(document, path)
        replace_file(path, written(document))


def written(document: Document) -> bytes:
    """The document as JSON that people can read; half a character stays an escape."""
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace") + b"\n"


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let nobody else compare versions and write in the folder meanwhile, where that can be had."""
    try:
        import fcntl

        folder = os.open(_real(path).parent, os.O_RDONLY)
    except (ImportError, OSError):
        yield  # Windows has no such lock, and a folder that is not there is told on writing.
        return
    try:
        with suppress(OSError):  # Nor have some shares.
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file at once or not at all, and keep the former one."""
    real = _real(path)
    new, old = (real.parent / f".{real.name}.{secrets.token_hex(4)}" for _ in range(2))
    try:
        with open(new, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if real.exists():
            shutil.copymode(real, new)
            # A copy, not a link, which sticks do not have; until it is whole, the one before stays.
            shutil.copy2(real, old)
            os.replace(old, backup(real))
        os.replace(new, real)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}") from None
    finally:
        for left in (new, old):
            with suppress(OSError):
                left.unlink()


def backup(path: Path) -> Path:
    """Where the former file is kept."""
    real = _real(path)
    return real.parent / f"{real.name}.bak"


def _real(path: Path) -> Path:
    """The file itself, where a link leads to it."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _former(path: Path) -> str:
    kept = backup(path)
    return f"; the former file is {kept}" if kept.exists() else ""


def _line(text: str, fault: str) -> str:
    """Where a file written by hand says what is wrong, if each entry has a heading of its own."""
    found = re.search(r": (player|game|adjustment) (\d+)\b", fault)
    if found is None:
        return ""
    heads = list(re.finditer(rf"^[ \t]*\[\[\s*{found[1]}s\s*\]\]", text, re.MULTILINE))
    number = int(found[2])
    if number > len(heads):
        return ""
    return f" (line {text.count(chr(10), 0, heads[number - 1].start()) + 1})"


def _version(document: Document) -> int:
    version = document.get("version", 0)
    return version if isinstance(version, int) else 0
