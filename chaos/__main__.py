"""`python -m chaos`: every fault, or those whose names contain a word."""

import argparse
import sys

from chaos.fault import FULL, SHORT
from chaos.faults import FAULTS
from chaos.table import print_table


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


if __name__ == "__main__":
    sys.exit(main())
