"""Fetches a file from its publisher: over https, within a size and a time, or says why not."""

import time
from urllib.parse import urlsplit

import requests

from build_lexicon.errors import BuildError

MOST_BYTES = 32 * 1024 * 1024
CONNECT, READ, ALL = 10, 30, 180  # seconds: until there is a connection, between bytes, in all
CHUNK = 1 << 16
LOOPBACK = {"127.0.0.1", "::1", "localhost"}  # this machine needs no https with itself


class FetchError(BuildError):
    """An address gives no list."""


class UnreachableError(FetchError):
    """The way to it is broken: another machine, or another day, may get it."""


def fetch(url: str) -> bytes:
    """The bytes at an address."""
    _check_address(url)
    try:
        with requests.get(url, stream=True, timeout=(CONNECT, READ)) as answer:
            _check_address(answer.url)
            if answer.status_code != requests.codes.ok:
                raise FetchError(f"{url} answers {answer.status_code} {answer.reason}")
            return _body(answer, url)
    except requests.Timeout:
        raise UnreachableError(f"{_host(url)} takes too long to answer") from None
    except requests.exceptions.ChunkedEncodingError:
        raise UnreachableError(f"{_host(url)} breaks off in the middle") from None
    except requests.ConnectionError:
        raise UnreachableError(f"{_host(url)} cannot be reached") from None
    except requests.RequestException as error:
        raise FetchError(f"{_host(url)} gives no file: {error}") from None


def _body(answer: requests.Response, url: str) -> bytes:
    until = time.monotonic() + ALL
    content = bytearray()
    for chunk in answer.iter_content(CHUNK):
        content += chunk
        if len(content) > MOST_BYTES:
            raise FetchError(f"{url} is larger than {MOST_BYTES >> 20} MiB: no list is")
        if time.monotonic() > until:
            raise UnreachableError(f"{_host(url)} sends too slowly")
    return bytes(content)


def _check_address(url: str) -> None:
    """Nothing is taken over a connection that anybody on the way could alter."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
        raise FetchError(f"{url} is not an https address")


def _host(url: str) -> str:
    return urlsplit(url).hostname or url
