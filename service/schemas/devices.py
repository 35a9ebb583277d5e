"""How a device introduces itself: a one-time code, a key of its own making, the organiser's PIN."""

import re

from marshmallow import ValidationError

from service.devices import KEY, PinTry, Place
from service.schemas.fields import Checked, Fields, ObjectSchema, load, text

_LONGEST_CODE = 32
_PIN = re.compile(r"[0-9]{4,8}")


def _key(value: object) -> str:
    if not isinstance(value, str) or not KEY.fullmatch(value):
        raise ValidationError("Not 32 to 64 letters, digits, hyphens and underscores.")
    return value


def _pin(value: object) -> str:
    if not isinstance(value, str) or not _PIN.fullmatch(value):
        raise ValidationError("Not 4 to 8 digits.")
    return value


class _EnrolSchema(ObjectSchema):
    code = Checked(text(_LONGEST_CODE), required=True)
    key = Checked(_key, required=True)


class _PinSchema(ObjectSchema):
    pin = Checked(_pin, required=True)


_ENROL, _TRY = _EnrolSchema(), _PinSchema()


def read_enrolment(body: object) -> tuple[str, str]:
    """The code and the key of a device."""
    fields = load(_ENROL, body)
    return fields["code"], fields["key"]


def read_pin(body: object) -> str:
    """The PIN that was typed."""
    pin: str = load(_TRY, body)["pin"]
    return pin


def write_place(place: Place) -> Fields:
    """What the key is good for from now on, and what the device is set up with."""
    return {"role": place.role, **place.choices}


def write_try(tried: PinTry) -> Fields:
    """Whether the PIN is right, and how long to wait before the next one."""
    return {"right": tried.right, "wait": tried.wait}
