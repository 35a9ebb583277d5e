"""The director's file: read from JSON or TOML, written so that nothing is ever lost.

A file is written beside the old one and put in its place at once; the former one is kept with
`.bak` behind its name. Every writing raises the version, and a file that somebody else has written
in the meantime is not written over.
"""

import json
import os
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from service.command.base import CommandError

Document = dict[str, Any]


def read_document(path: Path) -> Document:
    """The document in a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        begin = 'begin with `arbiter tournament new "NAME" --rounds 7`'
        raise CommandError(f"there is no {path}; {begin}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not written in UTF-8") from None
    try:
        document = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as fault:
        kept = f"; the former file is {backup(path)}" if backup(path).exists() else ""
        raise CommandError(f"{path} cannot be read: {fault}{kept}") from None
    if not isinstance(document, dict) or not isinstance(document.get("players", []), list):
        raise CommandError(f"{path} is not a tournament")
    document.setdefault("players", [])
    document.setdefault("games", [])
    _check(document, path)
    return document


def _check(document: Document, path: Path) -> None:
    """Refuse what the service would refuse, read (changed by hand?) or about to be written."""
    # Only here: commands that open no file start without marshmallow.
    from service.schemas.problems import REFUSALS
    from service.schemas.tournament import read_check

    if not document["players"] and not document["games"]:
        return  # Nobody is entered yet.
    try:
        read_check(document)
    except REFUSALS as fault:
        raise CommandError(f"{path}: {fault}") from None


def write_document(path: Path, document: Document) -> None:
    """Put the document in the place of the file it was read from, one version later."""
    if path.suffix == ".toml":
        json_path = path.with_suffix(".json")
        raise CommandError(
            f"{path} is written by hand: make {json_path} of it with "
            f"`arbiter tournament convert {path} {json_path}`"
        )
    if path.exists():
        now, read = _version(read_document(path)), _version(document)
        if now != read:
            raise CommandError(
                f"{path} is version {now} now and was {read} when it was read: nothing is written"
            )
    _check(document, path)
    document["version"] = _version(document) + 1
    replace_file(path, json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")


def replace_file(path: Path, content: bytes) -> None:
    """Write a file at once or not at all, and keep the former one."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(name, path.stat().st_mode & 0o777)
            kept = backup(path)
            kept.unlink(missing_ok=True)
            os.link(path, kept)
        else:
            os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as fault:
        Path(name).unlink(missing_ok=True)
        raise CommandError(f"{path} cannot be written: {fault.strerror}") from None


def backup(path: Path) -> Path:
    """Where the former file is kept."""
    return path.with_name(f"{path.name}.bak")


def _version(document: Document) -> int:
    version = document.get("version", 0)
    return version if isinstance(version, int) else 0
