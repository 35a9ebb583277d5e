"""Tagged lists, conjugation tables and plain lists, read from small files of ours."""

import gzip
import lzma
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_lexicon.errors import BuildError
from build_lexicon.readers.automaton import read_automaton
from build_lexicon.readers.conjugations import Verb, conjugate, read_templates, read_verbs
from build_lexicon.readers.lists import (
    Tagged,
    Verdict,
    read_frequencies,
    read_front_coded,
    read_lookup,
    read_verdicts,
    read_words,
    repaired,
)
from tests.build_lexicon.coding import (
    write_automaton,
    write_compact,
    write_frequencies,
    write_front_coded,
    write_lookup,
)

PAIRS = [("casa", "casa"), ("case", "casa"), ("caselle", "casella"), ("vo", "andare")]
VERBS = "<verbs><v><i>dansa</i><t>dans:a</t></v><v><i>fi</i><t>a:fi</t></v></verbs>"
TEMPLATES = """<conjugations><template name="dans:a">
<Indicativ><prezent><p><i>ez</i></p><p><i>ezi</i><i>i</i></p></prezent></Indicativ>
<Gerunziu><simplu><p><i>ând</i></p><p><i>-mi</i></p></simplu></Gerunziu>
</template></conjugations>"""


def test_a_lookup_table_gives_a_form_its_lemmas_and_may_be_sorted_by_tag(tmp_path: Path) -> None:
    path = write_lookup(tmp_path / "t.json.gz", {"case": "casa", "vie": ["via", "vie"]})
    rows = [("case", "casa", "N"), ("vie", "via", "N"), ("vie", "vie", "N")]
    assert list(read_lookup(path, "N")) == rows
    write_lookup(path, {"verb": {"vo": ["andare"], "va": ["andare"]}})
    assert list(read_lookup(path)) == [("vo", "andare", "verb"), ("va", "andare", "verb")]


def test_text_that_was_decoded_twice_is_repaired() -> None:
    assert repaired("città".encode().decode("latin-1")) == "città"
    assert repaired("città") == "città"


@pytest.mark.parametrize("backwards", [False, True])
def test_a_front_coded_list_gives_back_its_pairs(tmp_path: Path, backwards: bool) -> None:
    path = write_front_coded(tmp_path / "t.plzma", PAIRS, backwards=backwards)
    assert {(row.form, row.lemma) for row in read_front_coded(path)} == set(PAIRS)


@given(
    st.sets(
        st.tuples(
            st.text("abcò", min_size=1, max_size=200), st.text("abcò", min_size=1, max_size=9)
        ),
        max_size=8,
    )
)
def test_any_pairs_survive_front_coding(
    tmp_path_factory: pytest.TempPathFactory, pairs: set[tuple[str, str]]
) -> None:
    path = write_front_coded(tmp_path_factory.getbasetemp() / "any.plzma", pairs)
    assert {(row.form, row.lemma) for row in read_front_coded(path)} == pairs


TAGGED = [
    Tagged("casă", "casă", "Sfs"),
    Tagged("case", "casă", "Sfp"),
    Tagged("case", "casa", "V"),
    Tagged("caselor", "casă", "Sfp"),
    Tagged("ești", "fi", "V"),
]


def test_an_automaton_gives_back_its_records(tmp_path: Path) -> None:
    path = write_automaton(tmp_path / "t.dict", TAGGED)
    assert sorted(read_automaton(path)) == sorted(TAGGED)


@given(
    st.sets(
        st.builds(
            Tagged,
            st.text("abș", min_size=1, max_size=9),
            st.text("abș", min_size=1, max_size=9),
            st.text("SV", min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_any_records_survive_an_automaton(
    tmp_path_factory: pytest.TempPathFactory, rows: set[Tagged]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.dict"
    assert sorted(read_automaton(write_automaton(path, rows))) == sorted(rows)
    for numbered in (False, True):
        assert sorted(read_automaton(write_compact(path, rows, numbered=numbered))) == sorted(rows)


def test_only_records_of_the_kinds_that_are_wanted_are_read(tmp_path: Path) -> None:
    path = write_automaton(tmp_path / "t.dict", TAGGED)
    wanted = [row for row in TAGGED if row.tag.startswith("V")]
    assert wanted
    assert sorted(read_automaton(path, ("V",))) == sorted(wanted)


def test_verbs_name_their_template(tmp_path: Path) -> None:
    path = tmp_path / "verbs.xml"
    path.write_text(VERBS, encoding="utf-8")
    assert list(read_verbs(path)) == [Verb("dansa", "dans:a"), Verb("fi", "a:fi")]


def test_a_verb_takes_every_ending_of_its_template_but_those_with_a_hyphen(tmp_path: Path) -> None:
    path = tmp_path / "templates.xml"
    path.write_text(TEMPLATES, encoding="utf-8")
    forms = conjugate(Verb("dansa", "dans:a"), read_templates(path))
    assert list(forms) == ["dansez", "dansezi", "dansi", "dansând"]


@pytest.mark.parametrize("verb", [Verb("dansa", "un:known"), Verb("dormi", "dans:a")])
def test_a_verb_that_does_not_fit_a_template_has_no_forms(tmp_path: Path, verb: Verb) -> None:
    path = tmp_path / "templates.xml"
    path.write_text(TEMPLATES, encoding="utf-8")
    assert list(conjugate(verb, read_templates(path))) == []


def test_a_plain_list_has_a_word_a_line_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("\ufeff# heads\r\ncasa  # a house\r\n\r\n  città\r\n".encode())
    assert list(read_words(path)) == ["casa", "città"]


def test_a_reviewed_list_gives_each_word_its_verdict_and_reason(tmp_path: Path) -> None:
    path = tmp_path / "short.tsv"
    path.write_text("# word\nre\tin\tnoun: king\n\nab\tout\tno entry\n", encoding="utf-8")
    assert list(read_verdicts(path)) == [
        Verdict("re", True, "noun: king"),
        Verdict("ab", False, "no entry"),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("re\tin", "expected word, in or out, reason"),
        ("re\tin\t ", "expected word, in or out, reason"),
        ("re in king", "expected word, in or out, reason"),
        ("re\tmaybe\tking", "'maybe' of 're' is neither in nor out"),
    ],
)
def test_a_reviewed_line_without_verdict_or_reason_is_refused(
    tmp_path: Path, line: str, says: str
) -> None:
    path = tmp_path / "short.tsv"
    path.write_text(f"ab\tout\tno entry\n{line}\n", encoding="utf-8")
    with pytest.raises(BuildError, match=f"short.tsv:2: {says}"):
        list(read_verdicts(path))


def test_frequent_words_come_the_most_frequent_first(tmp_path: Path) -> None:
    many = [f"parola{'x' * number}" for number in range(40)]
    path = write_frequencies(tmp_path / "f.msgpack.gz", [["di"], [], many])
    assert list(read_frequencies(path)) == ["di", *many]


WRONG = [
    pytest.param(read_lookup, b"not gzipped", id="lookup, not gzipped"),
    pytest.param(read_lookup, gzip.compress(b"{"), id="lookup, half a table"),
    pytest.param(read_lookup, gzip.compress(b'{"a": 1}'), id="lookup, no lemma"),
    pytest.param(read_front_coded, b"not lzma", id="front-coded, not lzma"),
    pytest.param(read_front_coded, lzma.compress(b"another"), id="front-coded, another format"),
    pytest.param(
        read_front_coded, lzma.compress(b"SMFC1\0\5\0\x09ab"), id="front-coded, cut short"
    ),
    pytest.param(read_automaton, b"\\fsa\x07\0\7\0", id="automaton, another version"),
    pytest.param(read_automaton, b"\\fsa\xc6\0\2\1\0\xe1", id="automaton, compact and cut short"),
    pytest.param(read_automaton, b"\\fsa\x05_+\3\0\0\0\0^\xff\xff\xff", id="automaton, cut short"),
    pytest.param(
        read_automaton,
        b"\\fsa\x05_+\3\0\0\0\0^\x42\0\0a\3\0\0",
        id="automaton, a record without lemma",
    ),
    pytest.param(read_verbs, b"<verbs><v>", id="verbs, cut short"),
    pytest.param(read_words, "città".encode("latin-1"), id="words, not UTF-8"),
    pytest.param(read_frequencies, b"not gzipped", id="frequencies, not gzipped"),
    pytest.param(read_frequencies, gzip.compress(b"\xdc\0\5\x90"), id="frequencies, cut short"),
    pytest.param(read_frequencies, gzip.compress(b"\x92\x80\xc1"), id="frequencies, unknown type"),
    pytest.param(read_frequencies, gzip.compress(b"\5"), id="frequencies, no list"),
]


@pytest.mark.parametrize(("read", "data"), WRONG)
def test_a_file_of_another_kind_is_one_line_that_names_it(
    tmp_path: Path, read: Callable[[Path], Iterable[object]], data: bytes
) -> None:
    path = tmp_path / "source.bin"
    path.write_bytes(data)
    with pytest.raises(BuildError) as raised:
        list(read(path))
    assert "source.bin" in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "read",
    [read_lookup, read_front_coded, read_automaton, read_verbs, read_words, read_frequencies],
)
def test_a_file_that_is_not_there_is_one_line_that_names_it(
    tmp_path: Path, read: Callable[[Path], Iterable[object]]
) -> None:
    with pytest.raises(BuildError, match="nowhere"):
        list(read(tmp_path / "nowhere"))
