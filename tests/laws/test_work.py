"""No input is worth more than its size: memory and work of a request are its size times a constant.

The constants are stated here and measured; they are counts, not seconds. Beside them, no answer
quotes its question at length, and no long run of marks is brought into order.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from flask.testing import FlaskClient

from build_lexicon.errors import BuildError
from build_lexicon.importing import ListOptions, listed
from build_lexicon.words import Kit
from service.engine.errors import UnreadableError
from service.engine.tiles import LONGEST_TEXT
from service.http.app import create_app
from service.interchange.files import read_file
from service.rulebook import load_rulebook
from service.settings import Settings
from service.terminal import main
from tests.laws.places import FILES, FULL, GCG, LINES, TABLES, Place, places
from tests.laws.weighing import MOST_MARKS, Weight, texts, weighed

MEMORY, MEMORY_BASE = 64, 1_000_000
"""Bytes for each byte of a body, and for having been asked at all."""
CALLS, CALLS_BASE = 12, 20_000
"""Calls of functions for each byte of a body, and for having been asked at all."""
ANSWER = 32_768
"""Bytes of a refusal."""
GROWTH, LITTLE = 8, 0.02
"""How many times as long four times as much may take, and the seconds below which nothing shows."""
PLACES = list(places())
WARM: set[str] = set()
LONG = 50_000
SOME = ("marks", "controls", "spaces")
FOR_FIELDS = (
    "marks",
    "controls",
    "ligatures that unfold",
    "bracketed tiles",
    "another half",
    "digits",
)
TEXTS, MARKS = texts(LONGEST_TEXT), texts(LONG)["marks"]


@pytest.fixture(scope="module")
def client(lexicons: Path) -> FlaskClient:
    return create_app(Settings(lexicons_path=(lexicons,))).test_client()


def worst() -> Iterator[str]:
    """Every bad text as long as a word may be, and some far longer."""
    yield from texts(LONGEST_TEXT).values()
    longer = texts(LONG)
    yield from (longer[name] for name in SOME)


def hold(weight: Weight, size: int) -> None:
    """Hold what was spent to the size of what was sent."""
    assert weight.marks <= MOST_MARKS
    assert weight.memory <= MEMORY * size + MEMORY_BASE, weight.memory / size
    assert weight.calls <= CALLS * size + CALLS_BASE, weight.calls / size


def send(client: FlaskClient, path: str, body: bytes, kind: str = "application/json") -> None:
    """Post a body, and hold its answer and its weight to its size."""
    if path not in WARM:  # What is read once and kept is not the price of a request.
        WARM.add(path)
        client.post(path, data=body, content_type=kind)
    with weighed() as weight:
        answer = client.post(path, data=body, content_type=kind)
    assert answer.status_code in (200, 400, 404, 413, 422)
    if answer.status_code != 200:
        assert len(answer.data) <= ANSWER
    hold(weight, len(body))


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.path}{place.field}")
def test_a_field_costs_its_size(client: FlaskClient, place: Place) -> None:
    for name in FOR_FIELDS:
        send(client, place.path, place.filled(TEXTS[name]))
    send(client, place.path, place.filled(MARKS))


SEVERAL = [place for place in PLACES if place.several]


@pytest.mark.parametrize("place", SEVERAL, ids=lambda place: f"{place.path}{place.field}")
def test_a_list_full_of_a_field_costs_its_size(client: FlaskClient, place: Place) -> None:
    for name in ("marks", "controls"):
        send(client, place.path, place.full(texts(LONGEST_TEXT)[name]))
    send(client, place.path, place.full("A"))


@pytest.mark.parametrize("token", GCG)
def test_a_token_of_a_game_costs_its_size(client: FlaskClient, token: str) -> None:
    for text in worst():
        body = GCG[token].replace("{}", text).encode()
        send(client, "/v1/frs-2019/replay", body, "text/plain")


@pytest.mark.parametrize("line", LINES)
def test_a_game_full_of_lines_costs_its_size(client: FlaskClient, line: str) -> None:
    most = FULL // len(LINES[line])
    whole = "".join(LINES[line].replace("{number}", str(number)) for number in range(most))
    for before in ("", ">A: 8H AA +4 4\n>B: - +0 0\n"):
        send(client, "/v1/frs-2019/replay", (before + whole).encode(), "text/plain")


@pytest.mark.parametrize("cell", TABLES)
def test_a_cell_of_a_table_costs_its_size(client: FlaskClient, cell: str) -> None:
    for text in worst():
        body = TABLES[cell].replace("{}", text).encode()
        send(client, "/v1/frs-2019/tournament/standings", body, "text/csv")


@pytest.mark.parametrize("ending", FILES)
def test_a_part_of_another_program_s_file_costs_its_size(ending: str) -> None:
    for form in FILES[ending]:
        for text in worst():
            content = form.replace("{}", text).encode()
            with weighed() as weight:
                told = refusal(f"tournament{ending}", content)
            assert len(told) <= 1000
            hold(weight, len(content))


def refusal(name: str, content: bytes) -> str:
    """What is said of a file that cannot be read."""
    try:
        read_file(name, content)
    except UnreadableError as fault:
        return str(fault)
    return ""


def test_a_line_of_a_list_costs_its_size() -> None:
    alphabet = load_rulebook().editions["frs-2019"].alphabet
    for text in worst():
        data = f"CASA\n{text}\nMASA\n".encode()
        with weighed() as weight, suppress(BuildError):
            listed(data, Kit(alphabet, 15), ListOptions("ro", odd=True))
        hold(weight, len(data))


@pytest.mark.parametrize("command", ["spell", "challenge", "score"])
def test_an_argument_of_a_command_is_bounded_before_it_is_read(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with weighed() as weight:
        main(
            [command, "--offline", "--rules", "frs", *FIRST.get(command, ()), texts(LONG)["marks"]]
        )
    assert weight.marks <= MOST_MARKS
    assert len(capsys.readouterr().err) <= 2 * LONGEST_TEXT


FIRST = {"score": ("8F",)}


def seconds(do: Callable[[], object]) -> float:
    """How long the processor was busy."""
    began = process_time()
    do()
    return process_time() - began


def grows_little(short: Callable[[], object], long: Callable[[], object]) -> bool:
    """Whether four times the text takes no more than it may; what disturbs once is tried again."""
    return any(seconds(long) < GROWTH * max(seconds(short), LITTLE) for _ in range(3))


FORMS = {
    **{
        f"a game, {name}": ("/v1/frs-2019/replay", "text/plain", form) for name, form in GCG.items()
    },
    **{
        f"a table, {name}": ("/v1/frs-2019/tournament/standings", "text/csv", form)
        for name, form in TABLES.items()
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_done_inside_one_call_grows_no_faster_than_the_text(
    client: FlaskClient, form: str
) -> None:
    path, kind, written = FORMS[form]

    def asked(text: str) -> Callable[[], object]:
        body = written.replace("{}", text).encode()
        return lambda: client.post(path, data=body, content_type=kind)

    short, long = texts(30_000), texts(120_000)
    for name in short:
        assert grows_little(asked(short[name]), asked(long[name])), name


@pytest.mark.parametrize("ending", FILES)
def test_reading_another_program_s_file_grows_no_faster_than_the_file(
    ending: str,
) -> None:
    def read(form: str, text: str) -> Callable[[], object]:
        content = form.replace("{}", text).encode()
        return lambda: refusal(f"tournament{ending}", content)

    short, long = texts(30_000), texts(120_000)
    for form in FILES[ending]:
        for name in short:
            assert grows_little(read(form, short[name]), read(form, long[name])), name
