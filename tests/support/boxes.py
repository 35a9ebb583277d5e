"""A tournament box that serves, as an organiser starts it, and what it left in its folder."""

import json
import re
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

from tests.support.processes import HOST, end, ended, free_port, is_ready, wait_until
from tests.support.serving import ARBITER, environment

PAGE = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/")


@dataclass(frozen=True, slots=True)
class Box:
    """A box, and what it left in its folder."""

    port: int
    log: Path
    folder: Path
    process: "subprocess.Popen[bytes]"

    @property
    def out(self) -> str:
        return self.log.read_text(encoding="utf-8")

    @property
    def sheet(self) -> str:
        return (self.folder / "sheet.html").read_text(encoding="utf-8")

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def page(self) -> str:
        """The address of the laptop's own page."""
        (link,) = set(PAGE.findall(self.out))
        return str(link)

    def codes(self, role: str = "device") -> dict[str, str]:
        """The codes that wait, by their table; the arbiter's is under nothing."""
        found = (self.folder / "enrolment" / "codes").iterdir()
        places = [json.loads(path.read_text(encoding="utf-8")) for path in found]
        return {p["choices"].get("table", ""): p["code"] for p in places if p["role"] == role}

    def enrol(self, code: str, key: str) -> Any:
        """What a device with a code is answered."""
        return requests.post(f"{self.url}/v1/devices", json={"code": code, "key": key}, timeout=10)

    def post(self, path: str, key: str, body: object) -> int:
        """The status of a call with a key."""
        headers = {"Authorization": f"Bearer {key}"}
        return requests.post(
            f"{self.url}/v1/frs/{path}", json=body, headers=headers, timeout=10
        ).status_code

    def says(self, text: str) -> bool:
        """Whether it says this before long."""
        return wait_until(lambda: text in self.out, 10)


@contextmanager
def started(folder: Path, lexicons: Path, *options: str, **variables: str) -> Iterator[Box]:
    """A box that was started just now; it is ended afterwards."""
    port = options[options.index("--port") + 1] if "--port" in options else str(free_port())
    log = folder.with_name(f"{folder.name}-{port}.log")
    address = ("--host", HOST, "--port", port, "--folder", str(folder))
    with log.open("wb") as file:
        process = subprocess.Popen(
            (*ARBITER, "box", *address, *options),
            env=environment(LEXICONS_PATH=str(lexicons), **variables),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )
    try:
        yield Box(int(port), log, folder, process)
    finally:
        end(process)


@contextmanager
def opened(
    folder: Path,
    lexicons: Path,
    *options: str,
    answers: Callable[[int], bool] = is_ready,
    **variables: str,
) -> Iterator[Box]:
    """A box that serves."""
    with started(folder, lexicons, "--no-browser", *options, **variables) as box:
        wait_until(lambda: box.process.poll() is not None or answers(box.port))
        assert box.process.poll() is None, box.out
        yield box


def accepts_tls(port: int) -> bool:
    """Whether something speaks TLS on this port."""
    try:
        return bool(ssl.get_server_certificate((HOST, port)))
    except OSError:
        return False


def ran(lexicons: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """`arbiter box` with these arguments, until it ends by itself."""
    return ended(
        (*ARBITER, "box", *arguments),
        env=environment(LEXICONS_PATH=str(lexicons)),
        stdin=subprocess.DEVNULL,
    )
