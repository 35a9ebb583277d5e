"""Which letters the bytes of a GCG file are.

A file may say so in `#character-encoding`. One that does not is UTF-8 if it can be, and otherwise
what the older programs wrote: the Windows form of Latin-1.
"""

import codecs
import re

from service.engine.errors import NotationError

_NAMED = re.compile(rb"^#character-encoding[ \t]+(\S+)", re.MULTILINE | re.IGNORECASE)
# Files that claim Latin-1 are often really cp1252. The list is our own because Python remembers
# for ever every name that it is asked for and does not know.
_NAMES = {
    "utf-8": """utf8 utf u8 utf8ucs2 utf8ucs4 cp65001 ascii usascii us 646 iso646us iso646irv1991
        isoir6 ansix341968 ansix341986 cp367 ibm367 csascii""",
    "cp1252": """cp1252 windows1252 1252 iso88591 iso885911987 iso8859 8859 latin1 latin l1 isoir100
        cp819 ibm819 csisolatin1""",
    "iso8859-2": "iso88592 iso885921987 latin2 l2 isoir101 csisolatin2",
    "cp1250": "cp1250 windows1250 1250",
    "iso8859-15": "iso885915 latin9 l9",
    "iso8859-16": "iso885916 iso8859162001 latin10 l10 isoir226",
}
_KNOWN = {name: encoding for encoding, names in _NAMES.items() for name in names.split()}
"""The encodings we read, by their names in small letters without punctuation."""

_LONGEST_NAME = 40


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
    written = name[:_LONGEST_NAME]
    encoding = _KNOWN.get(re.sub(r"[\W_]", "", written).lower())
    if encoding is None or written != name:
        raise NotationError(f"the character encoding {written!r} is not one we read")
    return encoding
