"""Two hosts and the shipped nginx on a third: one of them goes, and nobody in the hall notices."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import sleep

from tests.support.load import Load, make_releases
from tests.support.namespaces import Host, hosts
from tests.support.nginx import nginx_command, write_nginx
from tests.support.processes import ToolMissingError, find_tool, kill, running, wait_until
from tests.support.serving import SERVER
from tests.support.tools import do_without

PORT = 8000


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
            assert wait_until(partial(ready, host)), (folder / host.name).read_text()
        yield Load(front.address, PORT, releases.questions(), rate=60), served


def ready(host: Host) -> bool:
    connection = HTTPConnection(host.address, PORT, timeout=3)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def test_a_host_may_go_in_any_way_and_no_answer_is_lost(tmp_path: Path) -> None:
    try:
        with hall(tmp_path) as (load, served):
            (one, _), (_, process) = served
            with load.asking() as tally:
                sleep(1)
                one.unplug()
                sleep(4)
                one.plug_in()
                assert wait_until(lambda: ready(one), 10)
                sleep(6)  # Until nginx asks it again.
                kill(process.pid)
                sleep(2)
    except ToolMissingError as missing:
        do_without(str(missing))
    assert tally.is_whole, tally.remarks[:5]
    assert tally.sent > 500
    assert tally.longest_gap < 3, "a pulled cable is noticed after a second"
