"""Where a request ends, told from the bytes that have arrived."""

import re

ENOUGH = 16 * 1024
"""Bytes that any socket buffers; the rest of a longer request is read by a thread."""
_SHORT = 4096  # Bytes of a body: a challenge, a play with those before it, or an ordinary game.
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*(?:\r\n|$)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_EXPECTS = re.compile(rb"\r\nexpect:", re.IGNORECASE)
# As nearly everybody writes it, sought in a head in small letters.
_PLAIN_LENGTH = re.compile(rb"\r\ncontent-length: ?(\d+)(?:\r\n|$)")
_UNSURE = (b"expect", b"transfer-encoding")  # What may announce a body in another way.


def is_whole(data: bytes) -> bool:
    """Whether this is a whole request, or as much of a long one as we wait for."""
    head, end, body = data.partition(b"\r\n\r\n")
    if len(data) >= ENOUGH:
        return True
    if not end:
        return False
    if _EXPECTS.search(head):
        return True
    if _CHUNKED.search(head):
        return body.endswith(b"\r\n\r\n")
    length = _LENGTH.search(head)
    return length is None or len(body) >= int(length[1])


def is_short(data: bytes) -> bool:
    """Whether this is one request with a short body or none, so that reading it never waits."""
    head, end, body = data.partition(b"\r\n\r\n")
    if not end or not head[:1].isalpha() or len(body) > _SHORT:
        return False
    head = head.lower()
    if any(word in head for word in _UNSURE):
        return False
    lengths = _PLAIN_LENGTH.findall(head)
    if len(lengths) != head.count(b"content-length"):
        return False
    return lengths == [b"%d" % len(body)] if lengths else not body
