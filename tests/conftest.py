"""How examples are made up: the same in every run; `--hypothesis-profile=search` looks for new."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=1000, deadline=None)
settings.load_profile("steady")
