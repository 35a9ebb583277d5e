"""What is counted: requests, their time and verdicts, by route template and edition.

Under gunicorn every worker counts in a file of its own (PROMETHEUS_MULTIPROC_DIR, set by
gunicorn_conf.py before this module is imported) and the page adds them up.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.values import ValueClass

from service.lexicon import Lexicon

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

_requests = Counter(
    "arbiter_requests_total", "Answers by route and status.", ("route", "edition", "status")
)
_seconds = Histogram(
    "arbiter_request_seconds", "Time to an answer.", ("route", "edition"), buckets=_BUCKETS
)
_verdicts = Counter("arbiter_verdicts_total", "Verdicts on plays.", ("edition", "verdict"))
_given_up = Counter(
    "arbiter_rate_storage_given_up_total", "How often a worker gave up the shared rate storage."
)


def count_given_up() -> None:
    """Count that a worker counts rates by itself from now on."""
    _given_up.inc()


def count_request(route: str, edition: str, status: int, seconds: float) -> None:
    """Count an answer and its time."""
    _requests_of(route, edition, status).inc()
    _seconds_of(route, edition).observe(seconds)


def count_verdict(edition: str, *, stands: bool) -> None:
    """Count a verdict under its edition; how many words it was about is not kept."""
    _verdicts_of(edition, stands).inc()


def write_metrics(lexicons: Iterable[Lexicon]) -> bytes:
    """Everything counted so far by all workers, and the lexicons in use."""
    registry = CollectorRegistry()
    registry.register(_LexiconCollector(lexicons))
    if ValueClass.__name__ == "MmapedValue":
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped in the library
        return generate_latest(registry)
    return generate_latest(registry) + generate_latest(REGISTRY)


class _LexiconCollector(Collector):
    """Tells which lexicons are in use; the value is the number of their words."""

    def __init__(self, lexicons: Iterable[Lexicon]) -> None:
        self._lexicons = tuple(lexicons)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The lexicons as one gauge."""
        labels = ("lexicon", "language", "version", "sha256")
        gauge = GaugeMetricFamily("arbiter_lexicon_words", "Words of a lexicon.", labels=labels)
        for one in self._lexicons:
            gauge.add_metric((one.id, one.language, one.version, one.sha256), one.words)
        yield gauge


@cache
def _requests_of(route: str, edition: str, status: int) -> Counter:
    return _requests.labels(route, edition, str(status))


@cache
def _seconds_of(route: str, edition: str) -> Histogram:
    return _seconds.labels(route, edition)


@cache
def _verdicts_of(edition: str, stands: bool) -> Counter:
    return _verdicts.labels(edition, "valid" if stands else "invalid")
