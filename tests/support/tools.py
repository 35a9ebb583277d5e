"""What a few tests drive and not every machine has.

A test that lacks it is skipped, except where everything is promised: CI installs it all, so there
it fails.
"""

import os
from typing import NoReturn

import pytest

from tests.support.processes import ToolMissingError, find_tool


def tool(name: str, package: str) -> str:
    """Where a program of a Debian package is."""
    try:
        return find_tool(name, package)
    except ToolMissingError as missing:
        do_without(str(missing))


def do_without(missing: str) -> NoReturn:
    """End a test that cannot be run here: skipped on a desk that lacks a tool, failed on CI."""
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)
