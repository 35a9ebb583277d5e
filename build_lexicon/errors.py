"""The one exception of the build: its message is the single line that a maintainer reads."""


class BuildError(Exception):
    """A lexicon cannot be built, read or imported; the message says why and names the value."""
