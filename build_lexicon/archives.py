"""Archives as publishers offer them: a zip that holds one list, unpacked within limits.

What an archive claims about itself is not believed: bytes are counted as they come out.
"""

import io
import re
import zipfile
import zlib

from build_lexicon.errors import BuildError

MOST_BYTES = 64 * 1024 * 1024  # of a list: ten times the longest that is played with
LISTS = (".txt", ".csv", ".tsv", ".dic")
LEFTOVERS = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$|Thumbs\.db$)")  # of file managers
SHEETS = ("xl/", "content.xml", "word/")  # what only spreadsheets and documents hold


def read_packed(data: bytes, member: str | None = None) -> bytes:
    """The list in an archive, the one of this name or the only one; other data as it is."""
    if not data.startswith(b"PK"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive, _chosen(archive, member))
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise BuildError("is an archive that breaks off or is damaged: load it again") from None
    except (NotImplementedError, RuntimeError):
        raise BuildError("is an archive with a password, or packed in an unusual way") from None


def _chosen(archive: zipfile.ZipFile, member: str | None) -> zipfile.ZipInfo:
    files = [
        entry
        for entry in archive.infolist()
        if not entry.is_dir() and not LEFTOVERS.search(entry.filename)
    ]
    if any(entry.filename.startswith(SHEETS) for entry in files):
        raise BuildError("is a spreadsheet or a document: save the words as CSV or text in UTF-8")
    lists = [entry for entry in files if entry.filename.lower().endswith(LISTS)]
    named = [entry for entry in lists if entry.filename.rpartition("/")[2] == member]
    chosen = named or lists
    if len(chosen) != 1:
        held = ", ".join(entry.filename for entry in files[:5]) or "nothing"
        told = f"is an archive without {member or 'one list'}; it holds {held}"
        raise BuildError(f"{told}: unpack it and give the text with the words" if lists else told)
    return chosen[0]


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BuildError(f"{entry.filename} is larger than {MOST_BYTES >> 20} MiB: no list is")
    return content
