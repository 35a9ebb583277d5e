"""The entry point of the `arbiter` command; what it does is in service/command."""

from service.command.main import main

__all__ = ["main"]
