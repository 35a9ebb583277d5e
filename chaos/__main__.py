"""`python -m chaos`: every fault, or those whose names contain a word."""

import argparse
import sys

from chaos.faults import FAULTS
from chaos.grounds import FULL, SHORT, run_fault
from tests.support.processes import ToolMissingError

HEAD = f"{'fault':<44} {'sent':>7} {'answered':>8} {'wrong':>6} {'lost':>6} {'longest gap':>12}"


def main() -> int:
    """Run the faults and print a row for each; 1 if one was not good."""
    parser = argparse.ArgumentParser(prog="chaos", description="Break the service on purpose.")
    parser.add_argument("name", nargs="?", default="", help="only faults whose names contain this")
    parser.add_argument("--short", action="store_true", help="the form that the tests run")
    options = parser.parse_args()
    chosen = [fault for fault in FAULTS if options.name in fault.name]
    if not chosen:
        parser.error(f"no fault is called {options.name!r}")
    good = True
    print(f"{HEAD}  p50 / p99", flush=True)
    for fault in chosen:
        try:
            row = run_fault(fault, SHORT if options.short else FULL)
        except ToolMissingError as missing:
            print(f"{fault.name:<44} not run: {missing}", flush=True)
            continue
        print(row, flush=True)
        for remark in [*row.complaints[:9], *row.tally.remarks[:3]]:
            print(f"    {remark}", file=sys.stderr, flush=True)
        good = good and row.is_good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
