"""`make demo` serves, and its doors lead to a game and a tournament that are as they are told."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from base64 import urlsafe_b64decode
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import requests

from tests.support.processes import ROOT, free_port, wait_until
from tests.support.serving import environment

DEMO = ROOT / "docs/demo"
SECONDS = 60


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_the_demo_serves_and_ends(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
    given = environment(PORT=str(port), BROWSER="true", TMPDIR=str(tmp_path), RATE_LIMIT="off")
    command = (sys.executable, str(DEMO))
    with (tmp_path / "log").open("wb") as log:
        demo = subprocess.Popen(command, env=given, stdout=log, stderr=log, start_new_session=True)
    try:
        page = _page(tmp_path, demo)
        doors = dict(re.findall(r'<a id="(\w+)" href="([^"]+)"', page))
        assert set(doors) == {"challenge", "game", "tournament", "italian"}
        for address in map(unescape, doors.values()):
            assert requests.get(address, timeout=10).ok
        _check_game(unescape(doors["game"]))
        _check_tournament(unescape(doors["tournament"]))
    finally:
        os.killpg(demo.pid, number)
        assert demo.wait(timeout=30) == 0
    assert not list(tmp_path.glob("arbiter-demo-*"))
    socket.create_server(("127.0.0.1", port)).close()


def _page(folder: Path, demo: subprocess.Popen[bytes]) -> str:
    def found() -> re.Match[str] | None:
        return re.search(r"open file://(\S+)", (folder / "log").read_text(encoding="utf-8"))

    wait_until(lambda: demo.poll() is not None or found() is not None, SECONDS)
    page = found()
    assert page, (folder / "log").read_text(encoding="utf-8")
    return Path(page[1]).read_text(encoding="utf-8")


def _carried(address: str) -> tuple[str, dict[str, object]]:
    """The service and what a link carries for it."""
    parts = urlsplit(address)
    given = parse_qs(parts.fragment)
    (text,) = given.get("game") or given["tournament"]
    document = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return f"{parts.scheme}://{parts.netloc}/v1/{given['rules'][0]}", document


def _check_game(address: str) -> None:
    url, game = _carried(address)
    recount = requests.post(f"{url}/replay", json=game, timeout=10).json()
    (wrong,) = recount["disagreements"]
    assert wrong["declared"] - wrong["computed"] == 2
    assert (recount["faults"], recount["over"]) == ([], True)


def _check_tournament(address: str) -> None:
    url, document = _carried(address)
    assert (
        requests.post(f"{url}/tournament/check", json=document, timeout=10).json()["faults"] == []
    )
    standings = requests.post(f"{url}/tournament/standings", json=document, timeout=10).json()
    assert (standings["after"], len(standings["standings"])) == (4, 8)
