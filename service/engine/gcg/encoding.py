"""Which letters the bytes of a GCG file are.

A file may say so in `#character-encoding`. One that does not is UTF-8 if it can be, and otherwise
what the older programs wrote: the Windows form of Latin-1.
"""

import codecs
import re

from service.engine.errors import NotationError

_NAMED = re.compile(rb"^#character-encoding[ \t]+(\S+)", re.MULTILINE | re.IGNORECASE)
_KNOWN = {
    "ascii": "utf-8",
    "utf-8": "utf-8",
    "iso8859-1": "cp1252",
    "cp1252": "cp1252",
    "iso8859-2": "iso8859-2",
    "cp1250": "cp1250",
    "iso8859-15": "iso8859-15",
    "iso8859-16": "iso8859-16",
}
"""The encodings we read, by Python's names. Files that claim Latin-1 are often really cp1252."""


def decode(file: bytes) -> str:
    """The text of a file, whatever program wrote it."""
    file = file.removeprefix(codecs.BOM_UTF8)
    named = _NAMED.search(file)
    if named is None:
        return _decode_unnamed(file)
    encoding = _known(named[1].decode("ascii", "replace"))
    try:
        return file.decode(encoding)
    except UnicodeDecodeError as fault:
        if encoding == "cp1252":
            return file.decode("iso8859-1")
        line = file.count(b"\n", 0, fault.start) + 1
        raise NotationError(f"line {line}: not {encoding}, as the file says it is") from None


def _decode_unnamed(file: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return file.decode(encoding)
        except UnicodeDecodeError:
            continue
    return file.decode("iso8859-1")


def _known(name: str) -> str:
    try:
        return _KNOWN[codecs.lookup(name).name]
    except (LookupError, ValueError):
        raise NotationError(f"the character encoding {name!r} is not one we read") from None
