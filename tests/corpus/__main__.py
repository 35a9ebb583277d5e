"""`make fuzz MINUTES=10`: requests that grow out of good ones and of all that ever went wrong.

Whatever brings an answer of a kind not seen before is kept, and changed further. A request that
breaks a promise is written into `failures/`, from where it is asked again in every run of the
tests.
"""

import json
import logging
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from service.contract import contract
from tests.corpus.promises import FAILURES, GCG, Promises, Request, read_request
from tests.support.small_lexicons import small_lexicons

GAMES = Path(__file__).parents[1] / "games"
LETTERS = "AZaăț·?.()[]#>+-8H/ \t\n\0\u0301\ud800"


def seeds() -> list[Request]:
    """The examples of the contract, recorded games, and what once went wrong."""
    found = [read_request(path) for path in sorted(FAILURES.iterdir())]
    for path, operations in contract()["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {})
        examples = content.get("application/json", {}).get("examples", {})
        if "{rules}" in path and "{incident}" not in path:
            for name, example in examples.items():
                where = path.replace("{rules}", name.partition(" ")[0])
                sent = json.dumps(example["value"]).encode()
                found.append(Request(where, "application/json", sent))
    for name, rules in (("it-1", "figs"), ("ca-1", "fisc"), ("ro-1", "frs")):
        text = (GAMES / f"{name}.gcg").read_bytes()
        found.append(Request(f"/v1/{rules}/replay", GCG, text))
    return found


def changed(request: Request, other: Request, lots: Random) -> Request:
    """The request with one thing in it changed, perhaps for a thing of another one."""
    if request.kind == GCG:
        lines = request.body.splitlines(keepends=True) or [b"\n"]
        at = lots.randrange(len(lines))
        line = list(lines[at].decode("utf-8", "replace"))
        line.insert(lots.randint(0, len(line)), lots.choice(LETTERS))
        new = "".join(line).encode("utf-8", "surrogatepass")
        lines[at : at + 1] = lots.choice(([], [new], [new, lines[at]], [lots.choice(lines)]))
        return request._replace(body=b"".join(lines))
    try:
        value, strange = json.loads(request.body), json.loads(other.body)
    except (ValueError, RecursionError):
        cut = lots.randint(0, len(request.body))
        return request._replace(body=request.body[:cut] + request.body[cut + 1 :])
    places = [*_places(value)] or [([value], 0)]
    holder, at = lots.choice(places)
    theirs = [holder[at] for holder, at in _places(strange)] or [None]
    near = [
        0,
        -1,
        1,
        16,
        10**30,
        1e308,
        "",
        "x" * 70,
        None,
        True,
        [],
        {},
        "\ud800",
        [holder[at]] * 9,
    ]
    text = holder[at]
    if isinstance(text, str):
        where = lots.randint(0, len(text))
        near.append(text[:where] + lots.choice(LETTERS) + text[where:])
    if isinstance(holder, dict) and lots.random() < 0.2:
        del holder[at]
    else:
        holder[at] = lots.choice(lots.choice((near, theirs)))
    return request._replace(body=json.dumps(value).encode())


def _places(value: Any) -> Any:
    """Every place of a JSON value in which something stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for at, part in [*items]:
        yield value, at
        if isinstance(part, dict | list):
            yield from _places(part)


def main() -> int:
    """Ask for so many minutes; 1 if a promise was broken."""
    minutes, lots = float(sys.argv[1]), Random()
    logging.disable()
    with TemporaryDirectory(prefix="arbiter-") as name:
        promises = Promises(small_lexicons(Path(name)))
        known, seen, asked = seeds(), set(), 0
        until = monotonic() + 60 * minutes
        while monotonic() < until:
            request = changed(lots.choice(known), lots.choice(known), lots)
            asked += 1
            try:
                kind = promises.hold(request)
            except Exception as fault:
                path = FAILURES / f"{request.name}-{sha256(request.body).hexdigest()[:8]}"
                path.write_bytes(request.written())
                print(f"{path.relative_to(Path.cwd())}: {type(fault).__name__}: {fault}")
                return 1
            if kind not in seen:
                seen.add(kind)
                known.append(request)
    print(f"{asked} requests, {len(seen)} kinds of answers, and every promise was kept")
    return 0


if __name__ == "__main__":
    sys.exit(main())
