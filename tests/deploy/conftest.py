"""Grounds for the faults: set up once for all faults that leave them as they were."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from chaos.grounds import Ground, behind_nginx, direct
from tests.support.processes import ToolMissingError
from tests.support.tools import do_without

SHARED = (behind_nginx, direct)

Maker = Callable[[Path], AbstractContextManager[Ground]]


@pytest.fixture(scope="session")
def grounds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Maker], Ground]]:
    """Finds or sets up a ground; all are taken down at the end."""
    made: dict[Maker, Ground] = {}
    with ExitStack() as stack:

        def find(maker: Maker) -> Ground:
            if maker not in made:
                try:
                    made[maker] = stack.enter_context(maker(tmp_path_factory.mktemp("ground")))
                except ToolMissingError as missing:
                    do_without(str(missing))
            return made[maker]

        yield find
