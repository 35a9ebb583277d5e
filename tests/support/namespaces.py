"""Hosts of their own on this machine: network namespaces on one bridge, as on one switch."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tests.support.processes import find_tool

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
