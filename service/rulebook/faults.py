"""The one way in which a rulebook file is refused."""

from pathlib import Path


class RulebookError(Exception):
    """A rule file that cannot be used; the message is one line with the file and the key."""

    def __init__(self, path: Path, fault: str, key: str = "") -> None:
        """Say what is wrong, and where."""
        where = f"{path.name}: {key}" if key else path.name
        super().__init__(" ".join(f"{where}: {fault}".splitlines()))
