"""Check a folder of score sheets: what was added up wrongly, and who won.

    python check_sheets.py http://127.0.0.1:8000 frs sheets/*.gcg

Needs the client: pip install <checkout>/clients/python
"""

import sys
from pathlib import Path

from arbiter_client import ArbiterError, Client


def check(arbiter: Client, rules: str, sheet: Path) -> bool:
    """Print what is wrong with one sheet; whether nothing is."""
    recount = arbiter.replay(rules, sheet.read_bytes())
    for wrong in recount["disagreements"]:
        print(f"{sheet.name}: turn {wrong['n']}: {wrong['declared']}, not {wrong['computed']}")
    for fault in recount["faults"]:
        print(f"{sheet.name}: turn {fault['n']}: {fault['detail']}")
    if recount["over"]:
        print(f"{sheet.name}: {' : '.join(map(str, recount['final']))}")
    return not (recount["disagreements"] or recount["faults"])


def main(url: str, rules: str, *sheets: str) -> int:
    """Check every sheet; the exit code is 1 if any is wrong, 2 if one cannot be read."""
    right = True
    with Client(url) as arbiter:
        for sheet in map(Path, sheets):
            try:
                right = check(arbiter, rules, sheet) and right
            except OSError as fault:
                print(f"{sheet}: {fault.strerror}")
                return 2
            except ArbiterError as fault:
                print(f"{sheet.name}: {fault.detail}")
                return 2
    return 0 if right else 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
