"""`make demo`: the service, and a page with doors to things one can click through.

The page is a file of this machine. Its links carry a recorded game and a small tournament in
their fragments, as links of the pages do, so nothing is stored anywhere but in the browser.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import webbrowser
from base64 import urlsafe_b64encode
from pathlib import Path
from string import Template
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).parent
ARBITER = Path(sys.executable).with_name("arbiter")


def fragment(name: str) -> str:
    """A file of this folder as the pages take it from an address."""
    document = json.loads((HERE / name).read_text(encoding="utf-8"))
    packed = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def write_page(url: str, folder: Path) -> Path:
    """The page with its doors, for the service at an address."""
    template = Template((HERE / "page.html").read_text(encoding="utf-8"))
    page = folder / "arbiter-demo.html"
    given = {"game": fragment("game.json"), "tournament": fragment("tournament.json")}
    page.write_text(template.substitute(url=url, **given), encoding="utf-8")
    return page


def is_ready(url: str) -> bool:
    """Whether the service answers."""
    try:
        with urlopen(f"{url}/readyz", timeout=2):
            return True
    except (URLError, OSError):
        return False


def main() -> int:
    """Serve until stopped, and open the page once the service is ready."""
    url = f"http://{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
    for name in ("SIGTERM", "SIGHUP"):  # Closing the window ends it as Ctrl-C does.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    service = subprocess.Popen([ARBITER, "serve"])
    try:
        # The first time this takes minutes: lexicons are built before the service answers.
        while not is_ready(url) and service.poll() is None:
            time.sleep(0.2)
        if service.poll() is None:
            with tempfile.TemporaryDirectory(prefix="arbiter-demo-") as folder:
                page = write_page(url, Path(folder)).as_uri()
                print(f"\nThe demo: open {page}\n(Ctrl-C ends it.)\n", flush=True)
                webbrowser.open(page)
                service.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        service.terminate()
        service.wait()
    return service.returncode


if __name__ == "__main__":
    sys.exit(main())
