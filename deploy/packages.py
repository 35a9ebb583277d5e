"""What installed packages say about themselves: version, licence, what they need."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from deploy.locks import normal

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def find_package(name: str) -> Distribution | None:
    """A package, if it is installed here."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def licence(package: Distribution) -> str:
    """Its licence, as it says itself: an expression, a short text or a classifier."""
    about = package.metadata
    for field in ("License-Expression", "License"):
        named: str = (about.get_all(field) or [""])[0]
        if named and "\n" not in named:
            return named
    classifiers = about.get_all("Classifier") or []
    classified = [line.rpartition(" :: ")[2] for line in classifiers if "License" in line]
    return ", ".join(classified) or "not stated"


def needs(package: Distribution) -> list[str]:
    """The packages that it always needs."""
    wanted = (line for line in package.requires or [] if "extra ==" not in line)
    return sorted({normal(match[0]) for line in wanted if (match := _NAME.match(line))})
