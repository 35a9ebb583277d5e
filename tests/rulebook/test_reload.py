"""A running server that is told to load its rules anew."""

import sys

import pytest

from tests.support.processes import ended
from tests.support.serving import environment

RELOAD = """
from service.serving import start
from service.serving.gunicorn_conf import on_reload
from service.settings import StartError

def load(exhausted):
    raise {fault}("a disc is gone")

start.create = lambda exhausted: "the old rules"
start.load()
start.create = load
on_reload(None)
print(start.loaded())
"""


@pytest.mark.parametrize("fault", ["StartError", "OSError", "KeyError", "MemoryError"])
def test_whatever_goes_wrong_in_a_reload_the_old_rules_stay(fault: str) -> None:
    command = [sys.executable, "-c", RELOAD.format(fault=fault)]
    done = ended(command, env=environment())
    assert done.stdout == "the old rules\n", done.stderr
    assert "reload refused, the old rules and lexicons stay" in done.stderr
    assert "a disc is gone" in done.stderr
