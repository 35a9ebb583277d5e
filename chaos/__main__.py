"""`python -m chaos`: every fault, or those whose names contain a word."""

import argparse
import sys
from collections.abc import Iterable

from chaos.fault import FULL, SHORT, Fault, Scale, run_fault
from chaos.faults import FAULTS
from tests.support.processes import ToolMissingError

HEAD = f"{'fault':<44} {'sent':>7} {'answered':>8} {'wrong':>6} {'lost':>6} {'longest gap':>12}"


def main() -> int:
    """Run the faults; 1 if an answer was wrong or lost, or a promise not kept."""
    parser = argparse.ArgumentParser(prog="chaos", description="Break the service on purpose.")
    parser.add_argument("name", nargs="?", default="", help="only faults whose names contain this")
    parser.add_argument("--short", action="store_true", help="the form that the tests run")
    options = parser.parse_args()
    chosen = [fault for fault in FAULTS if options.name in fault.name]
    if not chosen:
        parser.error(f"no fault is called {options.name!r}")
    return 0 if print_table(chosen, SHORT if options.short else FULL) else 1


def print_table(faults: Iterable[Fault], scale: Scale) -> bool:
    """Print a row for each fault; whether all were good."""
    good = True
    print(f"{HEAD}  p50 / p99", flush=True)
    for fault in faults:
        try:
            row = run_fault(fault, scale)
        except ToolMissingError as missing:
            print(f"{fault.name:<44} not run: {missing}", flush=True)
            continue
        print(row, flush=True)
        for remark in [*row.complaints[:9], *row.tally.remarks[:3]]:
            print(f"    {remark}", file=sys.stderr, flush=True)
        good = good and row.is_good
    return good


if __name__ == "__main__":
    sys.exit(main())
