"""The analysis of 2,000 people over 90 days, of which a million events are kept: how long its page and figures take."""

import os
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from bench import django_ground
from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ADMIN

EMPLOYEES, EVENTS, DAYS, KEENNESS = 2_000, 1_000_000, 90, 0.25
"""So keen they leave about as many events on those days."""
PATHS = (
    "/employee-analytics?range=90d",
    "/api/analytics/summary?range=90d",
    "/api/analytics/people?range=90d&limit=10",
    "/api/analytics/summary?range=1d",
)
ROUNDS = 15


def measure() -> Iterator[Figure]:
    """Roll-ups so that 90 days of 2,000 people open in under a second."""
    with tempfile.TemporaryDirectory() as var:
        installation = Installation(Path(var))
        installation.manage("migrate", "--verbosity", "0")
        installation.manage("seed", "--demo")
        installation.manage("seed", "--employees", str(EMPLOYEES))
        os.environ |= installation.environment
        django_ground.ready()
        _visit_for_months()
        with installation:
            admin = Person(installation.url, *ADMIN)
            for path in PATHS:
                first, *others = _times(admin, path)
                yield Figure(f"{path} of {EMPLOYEES:,} people, first", first, 1.0, "s")
                yield Figure(f"{path} of {EMPLOYEES:,} people", median(others), 1.0, "s")


def _visit_for_months() -> None:
    from accounts.queries import active_people
    from shell.volume import Worker, add_events, working_days

    past = working_days([Worker(person.id, KEENNESS) for person in active_people()], DAYS)
    print(f"{add_events(islice(past, EVENTS)):,} events")


def _times(person: Person, path: str) -> Iterator[float]:
    """The first one finds nothing remembered of its range."""
    for _ in range(ROUNDS):
        started = time.perf_counter()
        person.get(path)
        yield time.perf_counter() - started
