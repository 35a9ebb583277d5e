"""The tournament box: one command, and every tablet is set up by its code."""

import hashlib
import html
import re
import shlex
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
import segno

from service.command.box.box import lan_address
from service.command.box.seal import opens
from service.http.keyring import Role, read_keys
from tests.support.processes import HOST, end, free_port, is_ready, wait_until
from tests.support.serving import ARBITER, environment
from tests.support.small_lexicons import small_lexicons

CASA = {"words": ["casă"]}


@dataclass(frozen=True, slots=True)
class Box:
    """A box that serves, and what it left in its folder."""

    port: int
    out: str
    folder: Path

    @property
    def sheet(self) -> str:
        return (self.folder / "sheet.html").read_text(encoding="utf-8")

    @property
    def links(self) -> list[str]:
        """The links of the sheet: the arbiter's first, then those of the tables."""
        return [html.unescape(link) for link in re.findall('<a href="([^"]+)">', self.sheet)]

    def choices(self, number: int) -> dict[str, str]:
        """What a link brings to a page."""
        return {
            name: value[0]
            for name, value in parse_qs(urlsplit(self.links[number]).fragment).items()
        }

    def post(self, path: str, key: str, body: object) -> int:
        """The status of a call with a key."""
        headers = {"Authorization": f"Bearer {key}"}
        url = f"http://{HOST}:{self.port}/v1/frs/{path}"
        return requests.post(url, json=body, headers=headers, timeout=10).status_code


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicons(tmp_path_factory.mktemp("lexicons"))


@contextmanager
def opened(folder: Path, lexicons: Path, *options: str) -> Iterator[Box]:
    """A box with three tables; it is ended afterwards."""
    port = free_port()
    log = folder.with_suffix(".log")
    address = ("--host", HOST, "--port", str(port), "--folder", str(folder))
    command = (*ARBITER, "box", "--rules", "frs", "--tables", "3", *address, *options)
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, env=environment(LEXICONS_PATH=str(lexicons)), stdout=file, stderr=file
        )
    try:
        assert wait_until(lambda: is_ready(port)), log.read_text(encoding="utf-8")
        yield Box(port, log.read_text(encoding="utf-8"), folder)
    finally:
        end(process)


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory, lexicons: Path) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("day") / "box"
    with opened(folder, lexicons, "--variant", "senior", "--pin", "24680") as made:
        yield made


def test_it_says_what_to_announce(box: Box, lexicons: Path) -> None:
    sha256 = hashlib.sha256((lexicons / "ro.marisa").read_bytes()).hexdigest()
    assert f"sha256 {sha256}" in box.out
    assert "A few words for tests (ro) test-1 (open, not official)" in box.out
    assert "Start of the day" in box.out
    assert sha256 in box.sheet
    assert "deschis, neoficial" in box.sheet


def test_only_digests_are_kept_and_nobody_else_reads_them(box: Box) -> None:
    keys = read_keys((box.folder / "keys.txt").read_text(encoding="utf-8").splitlines())
    assert [key.role for key in keys] == [Role.DEVICE] * 3 + [Role.ARBITER]
    assert [key.label for key in keys] == ["table 1", "table 2", "table 3", "arbiter"]
    made = [box.choices(number)["key"] for number in (1, 2, 3, 0)]
    assert [key.digest for key in keys] == [hashlib.sha256(k.encode()).hexdigest() for k in made]
    assert not any(key in box.out for key in made)
    for path, mode in ((box.folder, 0o700), *((file, 0o600) for file in box.folder.iterdir())):
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_code_brings_everything_that_its_tablet_needs(box: Box) -> None:
    assert box.links[2].startswith(f"http://{HOST}:{box.port}/tablet#")
    key, seal = box.choices(2)["key"], box.choices(2)["seal"]
    assert box.choices(2) == {
        "rules": "frs-2019",
        "lang": "ro",
        "table": "2",
        "key": key,
        "procedure": "device_at_table",
        "variant": "senior",
        "seal": seal,
    }
    assert opens("24680", seal)
    assert not opens("24681", seal)
    assert not any("24680" in link for link in box.links)
    assert box.choices(0).keys() == {"rules", "lang", "key"}
    assert "Masa 2" in box.sheet


def test_the_codes_are_those_of_the_links(box: Box) -> None:
    assert len(box.links) == 4
    for link in box.links:
        drawn = segno.make_qr(link, error="m").svg_inline(omitsize=True)
        assert f'<a href="{html.escape(link)}">{drawn}</a>' in box.sheet


def test_a_key_opens_what_its_place_needs(box: Box) -> None:
    table, arbiter = box.choices(1)["key"], box.choices(0)["key"]
    score = {"before": [], "play": "8F CASA"}
    assert box.post("challenge", table, CASA) == 200
    assert box.post("score", table, score) == 403
    assert box.post("score", arbiter, score) == 200
    assert box.post("challenge", "guessed", CASA) == 401


def test_a_line_of_the_sheet_sets_the_command_up_for_the_arbiter(box: Box) -> None:
    (line,) = re.findall("<code>(export .+?)</code>", box.sheet)
    command = f"{html.unescape(line)}\n{shlex.join(ARBITER)} score '8F CASA'"
    done = subprocess.run(
        ("bash", "-c", command),
        env=environment(),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_restart_keeps_the_keys_unless_it_is_told_otherwise(
    tmp_path: Path, lexicons: Path
) -> None:
    folder = tmp_path / "box"
    with opened(folder, lexicons) as first:
        key, links = first.choices(1)["key"], first.links
    with opened(folder, lexicons) as again:
        assert "stays in force" in again.out
        assert again.links == links
        assert again.post("challenge", key, CASA) == 200
    with opened(folder, lexicons, "--new-keys") as renewed:
        assert renewed.post("challenge", key, CASA) == 401
        assert renewed.post("challenge", renewed.choices(1)["key"], CASA) == 200


WRONG = {
    "rules that nobody knows": (("--rules", "none"), "no rules called 'none'"),
    "no tables": (("--tables", "0"), "--tables: from 1 to 200"),
    "too many tables": (("--tables", "201"), "--tables: from 1 to 200"),
    "tables in words": (("--tables", "ten"), "invalid int value"),
    "a short PIN": (("--pin", "123"), "--pin: 4 to 8 digits"),
    "a PIN in letters": (("--pin", "secret"), "--pin: 4 to 8 digits"),
    "a procedure of others": (("--procedure", "coin"), "frs-2019 has no procedure 'coin'"),
    "a variant of others": (("--variant", "z"), "frs-2019 has no variant 'z'"),
    "a language of others": (("--lang", "la"), "invalid choice"),
    "a port that is none": (("--port", "0"), "PORT: '0' is not a number from 1 to 65535"),
    "another machine": (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1:"),
    "a folder that cannot be": (("--folder", "/proc/box"), "cannot write into /proc/box"),
}


@pytest.mark.parametrize(("options", "message"), WRONG.values(), ids=WRONG.keys())
def test_it_refuses_in_one_line(
    options: tuple[str, ...], message: str, tmp_path: Path, lexicons: Path
) -> None:
    usual = ("--rules", "frs", "--host", HOST, "--port", str(free_port()))
    command = (*ARBITER, "box", *usual, "--folder", str(tmp_path / "box"), *options)
    env = environment(LEXICONS_PATH=str(lexicons))
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "box").exists()


def test_a_port_in_use_is_said_before_anything_is_written(tmp_path: Path, lexicons: Path) -> None:
    with socket.create_server((HOST, 0)) as other:
        address = ("--host", HOST, "--port", str(other.getsockname()[1]))
        command = (*ARBITER, "box", "--rules", "frs", *address, "--folder", str(tmp_path / "box"))
        env = environment(LEXICONS_PATH=str(lexicons))
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, timeout=30, check=False
        )
    assert (done.returncode, "Address already in use" in done.stderr) == (2, True)
    assert not (tmp_path / "box").exists()


def test_the_address_on_the_network_is_one_of_this_machine() -> None:
    with socket.socket() as listener:
        listener.bind((lan_address(), 0))
