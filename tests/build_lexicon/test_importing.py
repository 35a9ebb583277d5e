"""A federation's own list, in whatever form it comes."""

import io
import itertools
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from build_lexicon import importing
from build_lexicon.errors import BuildError
from build_lexicon.importing import Listing, ListOptions, read_listing
from build_lexicon.words import kit_of
from service.command.answers import hash_lines
from tests.build_lexicon.running import contents, refused, run, small_folder
from tests.data import RULEBOOK, by_rule, table

LISTS = table("build_lexicon/imports.toml")["list"]
REFUSED = table("build_lexicon/imports.toml")["refused"]
LANGUAGES = {"italian": "it", "catalan": "ca", "romanian": "ro"}
CATALAN = (
    *("--language", "ca", "--version", "1", "--source", "us", "--alphabet", "catalan"),
    *("--licence", "MIT"),
)
IDENTITY = ("--language", "it", "--version", "2026", "--source", "The federation")


def written(row: dict[str, Any]) -> bytes:
    """The bytes of a row: its text in its encoding, or line by line in turn in several."""
    encodings = row.get("encodings", [row.get("encoding", "utf-8")])
    if "repeat" in row:
        return bytes(row["text"].encode() * row["repeat"])
    if "last" in row:
        most, last = row["text"].rsplit("\n", 1)
        return bytes(f"{most}\n".encode(encodings[0]) + last.encode(row["last"]))
    if len(encodings) == 1:
        return bytes(row["text"].encode(encodings[0]))
    lines = row["text"].splitlines()
    coded = [line.encode(encodings[at % len(encodings)]) for at, line in enumerate(lines)]
    return b"\n".join(coded)


def listed(row: dict[str, Any], folder: Path) -> Listing:
    path = folder / "list.txt"
    path.write_bytes(written(row)[: row.get("cut")])
    alphabet = row.get("alphabet", "italian")
    options = ListOptions(
        LANGUAGES[alphabet],
        row.get("codes", {}),
        row.get("told"),
        row.get("column"),
        odd="odd" in row,
    )
    return read_listing(path, kit_of(alphabet, RULEBOOK), options)


@pytest.mark.parametrize("row", by_rule(LISTS))
def test_a_list_is_read_in_any_form_and_every_line_is_accounted_for(
    row: dict[str, Any], tmp_path: Path
) -> None:
    listing = listed(row, tmp_path)
    spell = kit_of(row["alphabet"], RULEBOOK).spell
    assert sorted(spell(key) for key in listing.keys) == row["words"].split()
    assert listing.encoding == row.get("read_as", row.get("encoding", "utf-8"))
    for found, expected in (
        (listing.rejected, row.get("rejected", [])),
        (listing.repeated, row.get("repeated", [])),
    ):
        assert len(found) == len(expected)
        for line, start in zip(found, expected, strict=True):
            assert str(line).startswith(start)
    without = len(listing.rejected) + len(listing.repeated) + listing.merged
    assert len(listing.keys) + without == listing.lines


@pytest.mark.parametrize("row", by_rule(REFUSED))
def test_what_is_no_list_is_refused(row: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BuildError) as raised:
        listed(row, tmp_path)
    assert row["says"] in str(raised.value)


@pytest.mark.parametrize(("accented", "encoding"), [(40, "cp1250"), (15, None)])
def test_a_few_accents_in_a_long_list_do_not_tell_its_encoding(
    tmp_path: Path, accented: int, encoding: str | None
) -> None:
    words = ["".join(letters) for letters in itertools.product("abcdefg", repeat=4)]
    marked = [f"{word}{'ăţ'[at % 2]}" for at, word in enumerate(words[:accented])]
    path = tmp_path / "list.txt"
    path.write_bytes("\n".join([*words, *marked, ""]).encode("cp1250"))
    kit, options = kit_of("romanian", RULEBOOK), ListOptions("ro")
    if encoding is not None:
        assert read_listing(path, kit, options).encoding == encoding
        return
    with pytest.raises(BuildError, match=r"line 2402 is not UTF-8 .* accents in 15 of 2416 lines"):
        read_listing(path, kit, options)


@pytest.mark.parametrize("spoilt", ["pla?{}", "{}ŕ", "{}-"])
def test_letters_that_were_lost_in_the_same_way_are_told(tmp_path: Path, spoilt: str) -> None:
    words = ["".join(letters) for letters in itertools.product("abcdefg", repeat=4)]
    lost = [spoilt.format(word) for word in words[:25]]
    path = tmp_path / "list.txt"
    path.write_text("\n".join([*words, *lost, ""]), encoding="utf-8")
    kit, sign = kit_of("catalan", RULEBOOK), spoilt.strip("pla{}")
    says = f"25 of its lines are unreadable in the same way: they have {sign!r}, as in {lost[0]!r}"
    with pytest.raises(BuildError, match=re.escape(says)):
        read_listing(path, kit, ListOptions("ca"))
    listing = read_listing(path, kit, ListOptions("ca", odd=True))
    assert len(listing.keys) + len(listing.rejected) == len([*words, *lost])


@pytest.mark.parametrize("name", ["/dev/zero", "large.txt"])
def test_a_file_larger_than_any_list_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if not path.exists():
        with path.open("wb") as file:
            file.truncate(importing.MOST_BYTES + 1)
    with pytest.raises(BuildError, match="is larger than 64 MiB: no list is"):
        read_italian(path)


def read_italian(path: Path) -> Listing:
    return read_listing(path, kit_of("italian", RULEBOOK), ListOptions("it"))


def packed(folder: Path, members: dict[str, bytes]) -> Path:
    """A zip with these files."""
    path = folder / "list.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


LIST = {"words.txt": b"casa\ncase\n"}


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({**LIST, "__MACOSX/._words.txt": b"\0", "._words.txt": b"\0", "readme.pdf": b"\0"}, ""),
        ({**LIST, "new/.DS_Store": b"\0", "new/Thumbs.db": b"\0"}, ""),
        ({}, "is an archive without one list; it holds nothing"),
        (
            {**LIST, "readme.txt": b"Words"},
            "without one list; it holds words.txt, readme.txt: unpack it and give the text with",
        ),
        ({**LIST, "content.xml": b"<x/>"}, "is a spreadsheet or a document"),
        ({"a.txt": bytes(importing.MOST_BYTES + 1)}, "a.txt is larger than 64 MiB: no list is"),
    ],
)
def test_a_zip_is_read_if_it_holds_one_list(
    tmp_path: Path, members: dict[str, bytes], says: str
) -> None:
    path = packed(tmp_path, members)
    if not says:
        assert list(read_italian(path).keys) == ["CASA", "CASE"]
        return
    with pytest.raises(BuildError) as raised:
        read_italian(path)
    assert says in str(raised.value)


@pytest.mark.parametrize("size", [3, 60, 100])
def test_an_archive_that_breaks_off_is_refused(tmp_path: Path, size: int) -> None:
    path = packed(tmp_path, {"words.txt": b"casa\ncase\n"})
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(BuildError, match="breaks off or is damaged"):
        read_italian(path)


def test_an_archive_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    data = bytearray(packed(tmp_path, {"words.txt": b"casa\n" * 1000}).read_bytes())
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        there = archive.start_dir + 24  # uncompressed size in the central directory
    data[there : there + 4] = (10).to_bytes(4, "little")
    path = tmp_path / "lying.zip"
    path.write_bytes(bytes(data))
    with pytest.raises(BuildError, match="breaks off or is damaged"):
        read_italian(path)


def test_an_import_writes_trie_and_manifest_like_a_build(tmp_path: Path) -> None:
    folder = small_folder(tmp_path / "lexicons")
    path = tmp_path / "list.txt"
    path.write_text("casa\ncase\nl'uva\nCasa\ncasà\n", encoding="utf-8")
    done = run(folder, "import", *IDENTITY, "--date", "2026-02-03", "--official", str(path))
    assert done.code == 0
    sums, named, *digest, step = done.out.splitlines()
    assert sums == (
        "2 words + 1 spelled with the same tiles + 1 rejected + 1 repeated = 5 lines (utf-8)"
    )
    assert named == "it-2026  The federation, version 2026"
    assert step == f"It lies in {folder}: name this folder in LEXICONS_PATH."
    starts = [line.split(":")[0] for line in done.error.splitlines()]
    assert starts == ["line 3", "line 4", "rejected"]
    manifest = json.loads((folder / "it-2026.json").read_text(encoding="utf-8"))
    first, second = hash_lines(manifest["sha256"])
    assert digest == [f"sha256  {first}", f"        {second}"]
    assert (manifest["language"], manifest["version"]) == ("it", "2026")
    assert (manifest["official"], manifest["built"]) == (True, "2026-02-03")
    assert (manifest["words"], manifest["lengths"]) == (2, {"4": 2})
    assert [source["name"] for source in manifest["sources"]] == ["The federation"]
    built = run(folder, "build")
    assert built.code == 0
    recipe_made = json.loads((folder / "few.json").read_text(encoding="utf-8"))
    assert manifest.keys() - {"guarded"} == recipe_made.keys()


@pytest.fixture
def casa(tmp_path: Path) -> Path:
    """A list of one word."""
    (tmp_path / "list.txt").write_text("casa\n", encoding="utf-8")
    return tmp_path / "list.txt"


@pytest.fixture
def imported(tmp_path: Path, casa: Path) -> Path:
    """A folder with the small recipe, built, and an imported list beside it."""
    folder = small_folder(tmp_path / "lexicons")
    assert run(folder, "build").code == 0
    assert run(folder, "import", *IDENTITY, str(casa)).code == 0
    return folder


def test_a_code_and_a_licence_are_said_on_the_command_line(tmp_path: Path, casa: Path) -> None:
    casa.write_text("cowegi\n", encoding="utf-8")
    assert run(tmp_path, "import", *CATALAN, "--code", "W=L·L", str(casa)).code == 0
    assert run(tmp_path, "export", "ca-1").out == "COL·LEGI\n", "with a licence it is not guarded"


def test_a_dry_run_counts_and_writes_nothing(imported: Path, casa: Path) -> None:
    casa.write_text("casa\ncase\nca5a\n", encoding="utf-8")
    before = contents(imported)
    done = run(imported, "import", *IDENTITY, "--id", "it-new", "--dry-run", str(casa))
    assert (done.code, done.out.splitlines()[-1]) == (0, "nothing was written")
    assert "rejected: 1 × '5'" in done.error
    assert contents(imported) == before


def test_a_version_that_exists_is_not_replaced_unawares(imported: Path, casa: Path) -> None:
    for dry in ([], ["--dry-run"]):
        assert run(imported, "import", *IDENTITY, *dry, str(casa)).code == 0, "the same words"
        casa.write_text("casa\ncase\n", encoding="utf-8")
        told = refused(imported, "import", *IDENTITY, *dry, str(casa))
        assert "it-2026 exists and has other words" in told
        casa.write_text("casa\n", encoding="utf-8")
    casa.write_text("casa\ncase\n", encoding="utf-8")
    assert run(imported, "import", *IDENTITY, "--replace", str(casa)).code == 0
    assert run(imported, "export", "it-2026", "--guarded").out == "CASA\nCASE\n"


@pytest.mark.parametrize("row", table("build_lexicon/imports.toml")["unfit"])
def test_an_import_that_is_refused_leaves_everything_as_it_is(
    imported: Path, casa: Path, row: dict[str, Any]
) -> None:
    casa.write_text(row.get("text", "casa\n"), encoding="utf-8")
    if "gone" in row:
        casa.unlink()
    assert row["says"] in refused(imported, "import", *IDENTITY, *row["arguments"], str(casa))


def test_a_disk_too_full_leaves_the_old_list(imported: Path, casa: Path) -> None:
    casa.write_text("casa\ncase\n", encoding="utf-8")
    told = refused(imported, "import", *IDENTITY, "--replace", str(casa), largest_file=1)
    assert "cannot write" in told


def test_a_guarded_list_is_printed_only_to_who_says_that_they_may(imported: Path) -> None:
    assert "it-2026 is guarded" in refused(imported, "export", "it-2026")
    assert "it-2026 is guarded" in refused(imported, "compare", "few", "it-2026")
    assert run(imported, "export", "it-2026", "--guarded").out == "CASA\n"
    assert "- RE\n" in run(imported, "compare", "few", "it-2026", "--guarded").out


def test_why_says_of_a_listed_word_that_the_list_has_it(imported: Path) -> None:
    title = "The federation 2026 (not official)"
    assert run(imported, "why", "it-2026", "casa").out == (
        f"CASA is in it-2026, {title}: a word of the list of The federation\n"
    )
    assert run(imported, "why", "it-2026", "case").out == f"case is not in it-2026, {title}\n"
