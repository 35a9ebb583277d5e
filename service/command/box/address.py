"""Where a box listens: at the address that tablets reach, and the one that they know already."""

import os
import socket
from argparse import Namespace

from service.command.base import CommandError
from service.command.box.plan import Plan
from service.command.commands import serve
from service.command.local import checked_settings
from service.settings import Settings

ELSEWHERE = ("192.0.2.1", 9)
"""An address that exists nowhere: finding the way to it sends nothing."""


def find_address(options: Namespace, before: Plan | None) -> Settings:
    """Where to listen, tried out: where the command says, or where the tablets look for it."""
    named = before.host if before and _is_own(before.host) else ""
    host = options.host or named or lan_address()
    if host in ("0.0.0.0", "::"):
        raise CommandError(
            f"--host: {host} is no address that a tablet can open: name the laptop's"
        )
    port = options.port or os.environ.get("PORT") or (before.port if before else "")
    with serve.naming(options):
        settings = checked_settings({"HOST": host, "PORT": port, "OPEN_ACCESS": "1"})
        serve.check_start(settings)
    return settings


def lan_address() -> str:
    """The address under which others on the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            raise CommandError("no network: join the Wi-Fi, or name an address: --host") from None
        address: str = probe.getsockname()[0]
        return address


def _is_own(host: str) -> bool:
    """Whether this machine still has an address; an empty one is nobody's."""
    if not host:
        return False
    try:
        socket.create_server((host, 0), family=socket.getaddrinfo(host, 0)[0][0]).close()
    except OSError:
        return False
    return True
