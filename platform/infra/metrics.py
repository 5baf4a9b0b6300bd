"""Figures in Prometheus' format. Request times are kept in files that the processes of one web server share where
PROMETHEUS_MULTIPROC_DIR names a folder (gunicorn.conf.py), in this process otherwise."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from prometheus_client import REGISTRY, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

MAX_SERIES = 800
"""Of one process, which has room for no more (METRICS_BYTES in gunicorn.conf.py)."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

REQUESTS = Histogram(
    "http_request_duration_seconds",
    "Time from a request to its answer.",
    ("method", "route", "status"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

_series: set[tuple[str, str, str]] = set()


@dataclass
class Gauges(Collector):
    """Figures of this moment: {(name, help): {value of the label `of`: figure}}; one without parts has the label ''."""

    figures: Mapping[tuple[str, str], Mapping[str, float]]

    def collect(self) -> Iterator[Metric]:
        for (name, text), parts in self.figures.items():
            family = GaugeMetricFamily(name, text, labels=() if set(parts) == {""} else ("of",))
            for part, figure in parts.items():
                family.add_metric((part,) if part else (), figure)
            yield family


def observe(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count one answered request under its route, which has no ids in it: what people do cannot make more series."""
    route = request.resolver_match.route if request.resolver_match else "(none)"
    series = (request.method if request.method in METHODS else "(other)", route, f"{response.status_code // 100}xx")
    if series not in _series and len(_series) >= MAX_SERIES:
        series = ("(other)", "(other)", "(other)")
    _series.add(series)
    REQUESTS.labels(*series).observe(seconds)


def exposition(figures: Mapping[tuple[str, str], Mapping[str, float]]) -> bytes:
    """The page a Prometheus server reads: these figures and the request times of all processes of this web server."""
    times: Any = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        times = MultiProcessCollector(None)  # type: ignore[no-untyped-call]  # the library has no types
    return generate_latest(Gauges(figures)) + generate_latest(times)
