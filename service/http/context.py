"""What belongs to one request beside its body: its id and who makes it."""

from dataclasses import dataclass

from flask import request

from service.http.keyring import Role

REQUEST_ID = "arbiter.request_id"
CALLER = "arbiter.caller"


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
    identity: str = request.environ[REQUEST_ID]
    return identity


def calling() -> Caller:
    """Who makes this call."""
    caller: Caller = request.environ[CALLER]
    return caller
