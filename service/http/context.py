"""What belongs to the request that is being answered, beside its body: its id and who makes it.

It lies in the request's WSGI environment, which is found by the thread or task that answers. Flask
keeps as much and more, but only for the views that it calls itself (app.py).
"""

from contextvars import ContextVar
from dataclasses import dataclass
from wsgiref.types import WSGIEnvironment

from flask import Flask

from service.http.keyring import Role

REQUEST_ID = "arbiter.request_id"
CALLER = "arbiter.caller"
ROUTE = "arbiter.route"
SERVICE = "arbiter.service"

answering: ContextVar[WSGIEnvironment] = ContextVar("answering")
"""The environment of the request that is being answered."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the role of the key, if it is a good one, and what rates are counted by."""

    role: Role | None
    counted_by: str
    label: str = ""

    @property
    def limited(self) -> bool:
        """Whether this caller's calls are counted."""
        return self.role not in (Role.ARBITER, Role.DEVICE)


def request_id() -> str:
    """What finds this request in the log."""
    identity: str = answering.get()[REQUEST_ID]
    return identity


def calling() -> Caller:
    """Who makes this call."""
    caller: Caller = answering.get()[CALLER]
    return caller


def serving() -> Flask:
    """The application that answers."""
    app: Flask = answering.get()[SERVICE]
    return app
