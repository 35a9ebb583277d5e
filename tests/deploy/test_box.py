"""The tournament box: one command, and every tablet is set up by its code."""

import hashlib
import os
import pty
import re
import secrets
import shlex
import signal
import socket
import ssl
import stat
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import requests
import segno

from service.command.answers import full_hash
from service.command.base import CommandError
from service.command.box.certificate import make_certificate, read_fingerprint
from service.command.box.command import lan_address
from service.keyring import Role, read_keys
from tests.data import by_rule
from tests.data import table as data
from tests.support.boxes import Box, accepts_tls, opened, ran, started
from tests.support.processes import HOST, end, ended, free_port, is_ready, listens, wait_until
from tests.support.serving import ARBITER, environment

CASA = {"words": ["casă"]}
LINK = re.compile(r"https?://[^\s\"<]+#code=[0-9A-Z]{8}")


def new_key() -> str:
    return secrets.token_urlsafe(32)


USUAL = ("--rules", "frs", "--tables", "3")


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory, lexicons: Path) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("day") / "box"
    chosen = ("--variant", "senior", "--pin", "24680", "--wifi-name", "Sala; mare")
    with opened(folder, lexicons, *USUAL, *chosen, WIFI_PASSWORD="p:w") as made:
        yield made


def test_it_says_what_to_announce_in_the_language_of_the_rules(box: Box, lexicons: Path) -> None:
    sha256 = full_hash(hashlib.sha256((lexicons / "ro.marisa").read_bytes()).hexdigest())
    for told in (
        f"sha256 {sha256[:39]}\n       {sha256[40:]}",
        "A few words for tests (ro) test-1 (deschis, neoficial)",
        "Penalizarea anunțată: seniori: 10 puncte pe cuvânt",
        "Procedură: Auto-arbitraj, dispozitiv la masă",
        "1 Laptopul este la priză",
        "varianta obișnuită: --lang ro, --procedure device_at_table.",
        f"{HOST} este numai acest laptop",
    ):
        assert told in box.out
    assert "{" not in box.out, "no line of JSON is on the organiser's screen"
    for part in (sha256, "deschis, neoficial", "seniori: 10 puncte pe cuvânt", "Auto-arbitraj"):
        assert part in box.sheet


def test_only_digests_are_kept_and_nobody_else_reads_them(box: Box) -> None:
    (key,) = read_keys((box.folder / "keys.txt").read_text(encoding="utf-8").splitlines())
    assert (key.role, key.label) == (Role.ARBITER, "terminal")
    assert stat.S_IMODE(box.folder.stat().st_mode) == 0o700
    for path in box.folder.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_the_sheet_has_a_code_and_its_address_in_print_for_every_table(box: Box) -> None:
    codes = box.codes()
    assert codes.keys() == {"1", "2", "3"}
    for table, code in {**codes, "": box.codes("arbiter")[""]}.items():
        page = "tablet" if table else "arbiter"
        link = f"http://{HOST}:{box.port}/{page}#code={code}"
        drawn = segno.make_qr(link, error="m").svg_inline(omitsize=True)
        assert drawn in box.sheet
        assert f"{code[:4]} {code[4:]}" in box.sheet
        assert f"<b>{HOST}:{box.port}/{page}</b>" in box.sheet
    assert "Masa 2" in box.sheet
    assert "Pentru această masă: judecarea contestațiilor, nimic altceva." in box.sheet


def test_a_code_joins_the_wifi(box: Box) -> None:
    wifi = segno.make_qr(r"WIFI:T:WPA;S:Sala\; mare;P:p\:w;;", error="m")
    assert wifi.svg_inline(omitsize=True) in box.sheet


def test_no_key_and_no_pin_is_in_a_link(box: Box) -> None:
    kept = (box.folder / "arbiter.env").read_text(encoding="utf-8")
    (key,) = re.findall("ARBITER_KEY=(\\S+)", kept)
    assert key not in box.sheet
    assert key not in box.out
    assert "24680" in box.sheet
    assert "24680" not in box.out
    assert not LINK.search(box.out)


def test_a_lines_file_sets_the_command_up_for_the_arbiter(box: Box) -> None:
    lines = shlex.quote(str(box.folder / "arbiter.env"))
    command = f". {lines}\narbiter score 8F CASA"
    done = ended(("bash", "-c", command), env=environment())
    assert (done.returncode, done.stderr) == (0, "")


def test_a_day_with_a_restart_new_codes_and_a_summary(tmp_path: Path, lexicons: Path) -> None:
    folder, port, one, two = tmp_path / "box", str(free_port()), new_key(), new_key()
    score = {"before": [], "play": "8F CASA"}
    with opened(folder, lexicons, *USUAL, "--port", port) as first:
        code = first.codes()["1"]
        place = first.enrol(code, one)
        assert place.json()["table"] == "1"
        assert first.enrol(code, two).status_code == 409
        assert first.post("challenge", one, CASA) == 200
        assert first.post("score", one, score) == 403
        assert first.says("Masa 1: s-a judecat o contestație")
        arbiter = first.enrol(first.codes("arbiter")[""], two)
        plan = {"rules": "frs-2019", "lang": "ro", "variant": "b"}
        assert arbiter.json() == {"role": "arbiter", **plan}
        assert first.post("score", two, score) == 200
        waiting = first.codes()
    with opened(folder, lexicons, "--tables", "4", "--port", port) as again:
        assert "Se continuă de unde s-a rămas" in again.out
        assert again.post("challenge", one, {"words": ["zzz"]}) == 200
        more = ran(lexicons, "--folder", str(again.folder), "tables", "5")
        assert len(LINK.findall(more.stdout)) == 1, more.stderr
        codes = again.codes()
        assert codes.keys() == {"2", "3", "4", "5"}, "two more tables, the others as they were"
        assert {table: codes[table] for table in ("2", "3")} == waiting
        assert "Deja pregătite: 1." in again.sheet
        done = ran(lexicons, "--folder", str(again.folder), "code", "1")
        assert done.returncode == 0, done.stderr
        (link,) = LINK.findall(done.stdout)
        assert link.endswith(again.codes()["1"])
        assert again.enrol(again.codes()["1"], three := new_key()).status_code == 200
        assert ran(lexicons, "--folder", str(again.folder), "withdraw", "1").stdout == (
            "Masa 1: dispozitive și coduri retrase: 2\n"
        )
        assert again.post("challenge", one, CASA) == 401
        assert again.post("challenge", three, CASA) == 401
        again.process.send_signal(signal.SIGINT)
        assert again.process.wait(20) == 0
        assert re.search(r"Masa 1 +2 +1 +1\nTotal +2 +1 +1\n", again.out)
        summary = (folder / "summary.txt").read_text(encoding="utf-8")
        assert summary in again.out
        assert not re.search("cas[aă]|zzz", summary, re.IGNORECASE)


def test_at_another_address_every_table_gets_a_code_and_no_key_is_lost(
    tmp_path: Path, lexicons: Path
) -> None:
    folder, port, key = tmp_path / "box", str(free_port()), new_key()
    with opened(folder, lexicons, *USUAL, "--port", port) as first:
        first.enrol(first.codes()["1"], key)
        old = first.codes()["2"]
    with opened(folder, lexicons) as moved:
        assert "Se continuă de unde s-a rămas" not in moved.out
        assert "newer sheet has replaced" in moved.enrol(old, new_key()).json()["detail"]
        assert f"Adresa s-a schimbat din http://{HOST}:{port}" in moved.out
        assert moved.codes().keys() == {"1", "2", "3"}
        assert f"{HOST}:{moved.port}/tablet" in moved.sheet
        assert f"{HOST}:{port}/tablet" not in moved.sheet
        assert moved.post("challenge", key, CASA) == 200


def test_the_address_that_was_named_is_remembered(tmp_path: Path, lexicons: Path) -> None:
    folder = tmp_path / "box"
    with opened(folder, lexicons, *USUAL) as first:
        codes = first.codes()
    command = (*ARBITER, "box", "--no-browser", "--folder", str(folder))
    with on_a_terminal(command, lexicons) as (process, screen):
        assert wait_until(lambda: is_ready(first.port))
        assert first.codes() == codes
        os.write(screen, b"\x03")
        assert wait_until(lambda: b"5 secunde" in read_now(screen))
        assert process.poll() is None, "one Ctrl-C may be a slip"
        os.write(screen, b"\x03")
        assert process.wait(20) == 0
        assert str(folder / "summary.txt") in read_now(screen).decode().replace("\r\n", "")


@contextmanager
def on_a_terminal(
    command: tuple[str, ...], lexicons: Path
) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A command with a terminal of its own, and our end of it."""
    screen, inside = pty.openpty()
    os.set_blocking(screen, False)
    process = subprocess.Popen(
        command,
        env=environment(LEXICONS_PATH=str(lexicons), TERM="xterm"),
        stdin=inside,
        stdout=inside,
        stderr=inside,
        preexec_fn=lambda: os.login_tty(inside),
    )
    try:
        yield process, screen
    finally:
        end(process)
        os.close(inside)
        os.close(screen)


def read_now(screen: int) -> bytes:
    """What has come to a screen since it was read."""
    found = b""
    with suppress(BlockingIOError):
        while part := os.read(screen, 65536):
            found += part
    return found


def test_new_keys_set_every_table_up_anew(tmp_path: Path, lexicons: Path) -> None:
    folder, key = tmp_path / "box", new_key()
    with opened(folder, lexicons, *USUAL) as first:
        first.enrol(first.codes()["1"], key)
    with opened(folder, lexicons, *USUAL, "--new-keys") as renewed:
        assert renewed.post("challenge", key, CASA) == 401
        assert renewed.enrol(renewed.codes()["1"], key).status_code == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_however_it_is_ended_the_port_is_free_and_the_summary_kept(
    tmp_path: Path, lexicons: Path, number: signal.Signals
) -> None:
    with opened(tmp_path / "box", lexicons, *USUAL) as box:
        box.process.send_signal(number)
        assert box.process.wait(20) == 0
    assert (tmp_path / "box" / "summary.txt").exists()
    socket.create_server((HOST, box.port)).close()


def test_a_box_that_is_killed_while_all_report_loses_nothing_that_it_confirmed(
    tmp_path: Path, lexicons: Path
) -> None:
    folder, port = tmp_path / "box", str(free_port())
    games = [{"round": 1, "table": n, "players": [f"a{n}", f"b{n}"]} for n in range(1, 8)]
    players = [
        {"id": name} for game in games for name in (f"a{game['table']}", f"b{game['table']}")
    ]
    document: dict[str, Any] = {"name": "Cupa", "rounds": 2, "players": players, "games": games}
    reported: set[tuple[int, int]] = set()
    kept = [0]

    def send(method: str, path: str, key: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {key}"}
        url = f"http://{HOST}:{port}/v1/{path}"
        return requests.request(method, url, json=body, headers=headers, timeout=30)

    def put(key: str, version: int, more: str = "") -> Any:
        path = f"event/document?rules=frs{more}"
        return send("PUT", path, key, {**document, "version": version})

    def work(act: Callable[[int], None]) -> None:
        with suppress(requests.ConnectionError):
            for number in range(1, 20):
                act(number)

    def table(key: str, at: int) -> Callable[[int], None]:
        def act(number: int) -> None:
            said = {"round": 1, "table": at, "scores": [400, 300 + number], "confirmed": [True] * 2}
            if send("POST", "event/results", key, said).status_code == 202:
                reported.add((at, 300 + number))

        return act

    def lead(number: int) -> None:
        if put(director, number).status_code == 200:
            kept.append(number)

    tables = ("--tables", "8", "--port", port)
    with opened(folder, lexicons, "--rules", "frs", *tables) as box:
        keys, director = {name: new_key() for name in box.codes()}, new_key()
        late, waiting = keys.pop("8"), box.codes()["8"]
        box.enrol(box.codes("arbiter")[""], director)
        for name, key in keys.items():
            box.enrol(box.codes()[name], key)
        put(director, 1)
        with ThreadPoolExecutor(9) as pool:
            for name, key in keys.items():
                pool.submit(work, table(key, int(name)))
            pool.submit(work, lead)
            assert wait_until(lambda: len(reported) > 20, 20)
            pool.submit(work, lambda _: box.enrol(waiting, late))
            box.process.kill()
        box.process.wait(20)
        assert wait_until(lambda: not listens(box.port), 10)
    with opened(folder, lexicons, *tables) as again:
        assert "Se continuă de unde s-a rămas" in again.out
        told = send("GET", "event/results?after=0", director).json()["results"]
        assert reported <= {(entry["table"], entry["scores"][1]) for entry in told}
        assert len({(entry["table"], entry["scores"][1]) for entry in told}) == len(told)
        version = send("GET", "event/document", director).json()["version"]
        assert max(kept) <= version <= max(kept) + 1
        assert again.enrol(waiting, late).status_code == 200
        assert put(director, 3, f"&over={version}").status_code == 200


def test_a_second_box_in_the_folder_is_refused_and_changes_nothing(
    tmp_path: Path, lexicons: Path
) -> None:
    with opened(tmp_path / "box", lexicons, *USUAL):
        before = (tmp_path / "box/box.json").read_bytes()
        assert "a box is running in this folder" in refused(
            tmp_path / "box", lexicons, "--tables", "5"
        )
        assert (tmp_path / "box/box.json").read_bytes() == before


def test_of_two_boxes_that_start_at_once_in_a_new_folder_one_serves(
    tmp_path: Path, lexicons: Path
) -> None:
    usual, folder = ("--no-browser", *USUAL), tmp_path / "box"
    with (
        started(folder, lexicons, *usual) as one,
        started(folder, lexicons, *usual, "--tables", "2") as other,
    ):
        assert wait_until(lambda: {box.process.poll() for box in (one, other)} == {None, 2}, 30)
        box = one if one.process.poll() is None else other
        assert wait_until(lambda: is_ready(box.port), 30)
        codes = box.codes()
        assert all(f"{code[:4]} {code[4:]}" in box.sheet for code in codes.values())
        assert len(codes) == (3 if box is one else 2)


def test_a_box_knows_nothing_of_another_on_its_network(tmp_path: Path, lexicons: Path) -> None:
    usual, key = ("--tables", "2", "--pin", "24680"), new_key()
    with (
        opened(tmp_path / "one", lexicons, *usual, "--rules", "frs") as one,
        opened(tmp_path / "other", lexicons, *usual, "--rules", "fisc") as other,
    ):
        code = one.codes()["1"]
        assert other.enrol(code, key).status_code == 404
        assert one.enrol(code, key).status_code == 200
        assert (one.post("challenge", key, CASA), other.post("challenge", key, CASA)) == (200, 401)
        assert other.enrol(other.codes()["1"], key).status_code == 200

        def tried(box: Box, pin: str) -> bool:
            headers = {"Authorization": f"Bearer {key}"}
            told = requests.post(f"{box.url}/v1/devices/pin", json={"pin": pin}, headers=headers)
            return bool(told.json()["right"])

        assert not tried(one, "13579")
        assert not tried(one, "24680"), "the right one waits, where a wrong one was typed"
        assert tried(other, "24680")


def refused(folder: Path, lexicons: Path, *options: str) -> str:
    """What a box that must not start says, in one line."""
    usual = ("--host", HOST, "--port", str(free_port()), "--folder", str(folder))
    done = ran(lexicons, "--no-browser", *usual, *options)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("row", by_rule(data("deploy/box.toml")["refused"]))
def test_it_refuses_in_one_line(row: dict[str, Any], tmp_path: Path, lexicons: Path) -> None:
    assert row["says"] in refused(tmp_path / "box", lexicons, *row["options"])
    assert not (tmp_path / "box").exists()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, lexicons: Path) -> Path:
    """The folder of a box that was ended."""
    folder = tmp_path_factory.mktemp("made") / "box"
    with opened(folder, lexicons, *USUAL, "--variant", "b"):
        return folder


@pytest.mark.parametrize("row", by_rule(data("deploy/box.toml")["other"]))
def test_a_folder_is_for_one_tournament(row: dict[str, Any], made: Path, lexicons: Path) -> None:
    assert row["says"] in refused(made, lexicons, *row["options"])


BROKEN = {
    "keys.txt": ("nonsense", "keys.txt: entry 1 is not role:sha256"),
    "box.json": ("{", "box.json: it is not what the box wrote"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_called_by_its_name(
    name: str, tmp_path: Path, made: Path, lexicons: Path
) -> None:
    folder = tmp_path / "box"
    folder.mkdir()
    for file in ("keys.txt", "box.json"):
        (folder / file).write_bytes((made / file).read_bytes())
    text, message = BROKEN[name]
    (folder / name).write_text(text, encoding="utf-8")
    said = refused(folder, lexicons)
    assert message in said
    assert "API_KEYS_FILE" not in said


def test_a_table_that_there_is_not_has_no_code(made: Path, tmp_path: Path, lexicons: Path) -> None:
    for folder, message in ((made, "there is no table 9: 1 to 3"), (tmp_path, "there is no box")):
        done = ran(lexicons, "--folder", str(folder), "code", "9")
        assert (done.returncode, message in done.stderr) == (2, True)


def test_a_port_in_use_is_said_before_anything_is_written(tmp_path: Path, lexicons: Path) -> None:
    with socket.create_server((HOST, 0)) as other:
        port = str(other.getsockname()[1])
        said = refused(tmp_path / "box", lexicons, "--rules", "frs", "--port", port)
    assert "Address already in use" in said
    assert not (tmp_path / "box").exists()


def test_the_address_on_the_network_is_one_of_this_machine() -> None:
    with socket.socket() as listener:
        listener.bind((lan_address(), 0))


def test_over_tls_the_certificate_is_the_one_on_the_sheet(tmp_path: Path, lexicons: Path) -> None:
    folder, port = tmp_path / "box", str(free_port())
    home = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    prints = []
    secure = (*USUAL, "--tls", "--port", port)
    for _ in range(2):
        with opened(folder, lexicons, *secure, answers=accepts_tls, **home) as box:
            served = ssl.get_server_certificate((HOST, int(port)))
            found = hashlib.sha256(ssl.PEM_cert_to_DER_cert(served)).hexdigest().upper()
            shown = ":".join(found[at : at + 2] for at in range(0, 64, 2))
            assert shown in box.sheet
            assert shown in box.out
            assert f"https://{HOST}:{port}/tablet#code=" not in box.out
            assert f"<b>https://{HOST}:{port}/tablet</b>" in box.sheet
            prints.append(shown)
            lines = (folder / "arbiter.env").read_text(encoding="utf-8")
    assert prints[0] == prints[1], "a restart keeps the certificate"
    assert f"ARBITER_URL=https://{HOST}:{port}" in lines
    assert f"REQUESTS_CA_BUNDLE={folder / 'ca.crt'}" in lines


def test_the_authority_is_made_once_and_vouches_for_private_networks_only(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        make_certificate("192.168.1.20", tmp_path / name, tmp_path / "authority")
    kept = (tmp_path / "authority" / "authority.crt").read_bytes()
    assert (tmp_path / "one" / "ca.crt").read_bytes() == kept
    assert (tmp_path / "two" / "ca.crt").read_bytes() == kept
    assert read_fingerprint(tmp_path / "one" / "tls.crt", "192.168.1.20")
    assert read_fingerprint(tmp_path / "one" / "tls.crt", "192.168.1.21") == ""
    for host in ("8.8.8.8", "bank.example"):
        with pytest.raises(CommandError, match="of a private network"):
            make_certificate(host, tmp_path, tmp_path / "authority")


def test_a_certificate_for_a_stranger_is_not_believed(tmp_path: Path) -> None:
    """What somebody could sign with a stolen authority: openssl holds it to its constraints."""
    make_certificate("192.168.1.20", tmp_path, tmp_path / "authority")
    authority = tmp_path / "authority" / "authority"
    request = "/CN=bank.example"
    for command in (
        f"req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj {request}"
        f" -keyout {tmp_path}/x.key -out {tmp_path}/x.csr -addext subjectAltName=DNS:bank.example",
        f"x509 -req -in {tmp_path}/x.csr -CA {authority}.crt -CAkey {authority}.key"
        f" -copy_extensions copyall -days 5 -out {tmp_path}/x.crt",
    ):
        subprocess.run(("openssl", *shlex.split(command)), check=True, capture_output=True)
    for name, good in (("tls.crt", True), ("x.crt", False)):
        verify = ("openssl", "verify", "-CAfile", f"{authority}.crt", str(tmp_path / name))
        done = ended(verify)
        assert (done.returncode == 0) is good, done.stderr
