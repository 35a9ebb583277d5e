"""Every fault in its short form: no answer is wrong, none is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest

from chaos.faults import FAULTS
from chaos.grounds import SHORT, Fault, Ground, Row, run_fault, strike
from tests.deploy.conftest import SHARED, Maker
from tests.support.processes import ToolMissingError
from tests.support.tools import do_without


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_no_answer_is_wrong_or_lost_when(
    fault: Fault, grounds: Callable[[Maker], Ground], tmp_path: Path
) -> None:
    row = _run(fault, grounds)
    assert row.is_good, (str(row), row.complaints, row.tally.remarks[:5])
    assert row.tally.sent >= SHORT.rate * SHORT.quiet


def _run(fault: Fault, grounds: Callable[[Maker], Ground]) -> Row:
    if fault.ground in SHARED:
        return strike(fault, grounds(fault.ground), SHORT)
    try:
        return run_fault(fault, SHORT)
    except ToolMissingError as missing:
        do_without(str(missing))
