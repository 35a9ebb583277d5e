"""Where things lie: in a checkout beside the code, once installed in folders of the user's.

A checkout holds recipes and built lexicons in `lexicons/` and the contract in its root. An
installed package carries recipes and contract with it; what is built or set on a machine is the
user's, and `LEXICONS_PATH` overrides where lexicons are looked for.
"""

from collections.abc import Callable
from pathlib import Path

from platformdirs import user_config_path, user_data_path

_PACKAGE = Path(__file__).parent
_NAME = "arbiter"
_HOMELESS = Path("/nonexistent")  # A user that systemd makes up for a service has no home.


def checkout() -> Path | None:
    """The checkout that this code runs from, if it does."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "lexicons").is_dir() else None


def recipes() -> Path:
    """The recipes, the reviewed lists and the manifests of the lexicons they give."""
    root = checkout()
    return root / "lexicons" if root else _PACKAGE.parent / "build_lexicon" / "recipes"


def lexicons() -> Path:
    """Where lexicons are built and looked for, unless LEXICONS_PATH says otherwise."""
    root = checkout()
    return root / "lexicons" if root else _of_the_user(user_data_path) / "lexicons"


def dictionaries() -> Path:
    """The lock file of the dictionaries that the recipes read."""
    root = checkout()
    return (root / "requirements" if root else recipes()) / "dictionaries.lock"


def contract() -> Path:
    """The OpenAPI document."""
    return (checkout() or _PACKAGE) / "openapi.yaml"


def machine_settings() -> Path:
    """The folder in which a person keeps settings of this machine."""
    return _of_the_user(user_config_path)


def _of_the_user(folder: Callable[..., Path]) -> Path:
    try:
        return folder(_NAME, appauthor=False)
    except RuntimeError:  # Neither HOME nor an entry among the users.
        return _HOMELESS / _NAME
