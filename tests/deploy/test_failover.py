"""Two hosts and the shipped nginx on a third: one of them goes, and nobody in the hall notices.

A host is a network namespace of this machine; they all hang on one bridge, as on one switch.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import sleep

from tests.support.load import Load, make_releases
from tests.support.nginx import nginx_command, write_nginx
from tests.support.processes import ToolMissingError, find_tool, is_ready, kill, running, wait_until
from tests.support.serving import SERVER
from tests.support.tools import do_without

PORT = 8000
_BRIDGE = "10.83.1.1"


@dataclass(frozen=True, slots=True)
class Host:
    """A host with an address, in which commands are run."""

    name: str
    address: str

    def inside(self, *command: str) -> tuple[str, ...]:
        """The command as it is started to run there."""
        return (find_tool("ip", "iproute2"), "netns", "exec", self.name, *command)

    def unplug(self) -> None:
        """Pull the cable: nothing comes through any more, and nobody is told."""
        _ip("link", "set", f"{self.name}-b", "down")

    def plug_in(self) -> None:
        """Put the cable back."""
        _ip("link", "set", f"{self.name}-b", "up")


@contextmanager
def hosts(number: int) -> Iterator[Sequence[Host]]:
    """Some hosts that reach each other and this machine; they are gone afterwards."""
    bridge = f"ab{os.getpid() % 100_000}"
    made = [Host(f"a{one}{bridge}"[:12], f"10.83.1.{10 + one}") for one in range(number)]
    with ExitStack() as stack:
        _ip("link", "add", bridge, "type", "bridge")
        stack.callback(_ip, "link", "del", bridge)
        _ip("addr", "add", f"{_BRIDGE}/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        for host in made:
            _ip("netns", "add", host.name)
            stack.callback(_ip, "netns", "del", host.name)
            _ip("link", "add", f"{host.name}-b", "type", "veth", "peer", "eth0", "netns", host.name)
            _ip("link", "set", f"{host.name}-b", "master", bridge, "up")
            for action in (
                ("addr", "add", f"{host.address}/24", "dev", "eth0"),
                ("link", "set", "eth0", "up"),
                ("link", "set", "lo", "up"),
            ):
                _ip("-n", host.name, *action)
        yield made


def _ip(*arguments: str) -> None:
    subprocess.run(
        (find_tool("ip", "iproute2"), *arguments), check=True, capture_output=True, timeout=20
    )


@contextmanager
def hall(folder: Path) -> Iterator[tuple[Load, list[tuple[Host, subprocess.Popen[bytes]]]]]:
    """Two hosts that serve, one that runs nginx, and the load that tablets make there."""
    if os.geteuid() != 0:
        do_without("only root may make network namespaces")
    releases = make_releases(folder / "lexicons")
    settings = {
        "LEXICONS_PATH": str(releases.current),
        "HOST": "0.0.0.0",
        "OPEN_ACCESS": "1",
        "PROXIES": "1",
        "RATE_LIMIT": "off",
        "PORT": str(PORT),
    }
    with ExitStack() as stack:
        one, two, front = stack.enter_context(hosts(3))
        served = [
            (
                host,
                stack.enter_context(running(host.inside(*SERVER), folder / host.name, **settings)),
            )
            for host in (one, two)
        ]
        path = write_nginx(folder, PORT, [f"{host.address}:{PORT}" for host in (one, two)])
        text = path.read_text(encoding="utf-8").replace(f"127.0.0.1:{PORT}", f"0.0.0.0:{PORT}")
        path.write_text(text, encoding="utf-8")
        command = nginx_command(find_tool("nginx", "nginx-light"), folder)
        stack.enter_context(running(front.inside(*command), folder / "nginx.log"))
        for host in (one, two, front):
            assert wait_until(partial(is_ready, PORT, host.address)), (
                folder / host.name
            ).read_text()
        yield Load(front.address, PORT, releases.questions(), rate=60), served


def test_a_host_may_go_in_any_way_and_no_answer_is_lost(tmp_path: Path) -> None:
    try:
        with hall(tmp_path) as (load, served):
            (one, _), (_, process) = served
            with load.asking() as tally:
                sleep(1)
                one.unplug()
                sleep(4)
                one.plug_in()
                assert wait_until(lambda: is_ready(PORT, one.address), 10)
                sleep(6)  # Until nginx asks it again.
                kill(process.pid)
                sleep(2)
    except ToolMissingError as missing:
        do_without(str(missing))
    assert tally.is_whole, tally.remarks[:5]
    assert tally.sent > 500
    assert tally.longest_gap < 3, "a pulled cable is noticed after a second"
