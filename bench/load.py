"""Fifty people at a full installation for a minute: what they wait for, and what it costs the machine.

'50 people on 2 cores polling and working for a minute: list p95 at most 150 ms, unchanged polls p95 at most 30 ms, no
5xx, memory flat.' Waiting depends on who else uses the machine, so the processor time of a request is told beside it.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Event, Lock, Thread

from bench.figures import Figure
from bench.http import Person
from bench.reads import SIZE
from e2e.installation import Installation
from e2e.people import ADMIN, ANA, BRUNO, CARLA

# What one person does from the moment they are let in to the end.
Day = Callable[[Event], None]

ADMINS, EMPLOYEES = 10, 40
WARM_S, MEASURED_S = 15, 60
DEMO = (
    ANA,
    BRUNO,
    CARLA,
)
# product: api.polls
PANEL_POLLS = {
    "/api/users/online?role=employee&limit=8&offset=0": 5,
    "/api/earnings/all?limit=20&offset=0&sort=-createdAt": 5,
    "/api/earnings/totals": 5,
    "/api/payment-schedule": 10,
}
LISTS = (
    "/api/earnings/all?limit=20&offset=0&sort=-amount",
    "/api/earnings/all?limit=20&offset=20&sort=-createdAt&status=pending",
    "/api/earnings/balances?limit=20&offset=0&sort=-pending",
    "/api/tasks?limit=20&offset=0&sort=-createdAt",
    "/api/tasks?limit=20&offset=0&sort=dueDate&status=overdue",
    "/api/users?limit=20&offset=0&ordering=fullName&search=00",
    "/api/loyalty-points?limit=20&offset=0&sort=user",
)


@dataclass
class Record:
    """Seconds waited by kind of call, and the statuses answered; each call adds under the lock while it is on."""

    on: bool = False
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: list[int] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def call(self, kind: str, act: Callable[[], int]) -> None:
        started = time.perf_counter()
        status = act()
        waited = time.perf_counter() - started
        with self.lock:
            if self.on:
                # A poll that was answered in full is another thing than one of which nothing changed.
                self.waits["unchanged poll" if status == 304 else kind].append(waited)
                self.statuses.append(status)


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, Installation(Path(folder)) as installation:
        quiet = _quiet(installation)
        installation.manage("seed", *(word for name, count in SIZE.items() for word in (f"--{name}", str(count))))
        record, cost = Record(), _Cost(installation)
        _at_once(installation, record, cost)
    waits = {kind: _p95_ms(seconds) for kind, seconds in record.waits.items()}
    lists = record.waits["list"]
    requests = len(record.statuses)
    yield Figure(f"list, p95 of {len(lists)} by {ADMINS + EMPLOYEES} people", waits["list"], 150, "ms")
    yield Figure("unchanged poll, p95", waits["unchanged poll"], 30, "ms")
    yield Figure("write, p95", waits["write"], 300, "ms")
    yield Figure("page with its data, p95", waits["page"], 300, "ms")
    yield Figure("list, median against one person at a small one", median(lists) / quiet, 3)
    yield Figure("processor time of a request", cost.cpu_s * 1000 / requests, 15, "ms")
    yield Figure("cores in use", cost.cpu_s / MEASURED_S, 2, "")
    yield Figure(f"answers of 5xx among {requests}", sum(status >= 500 for status in record.statuses), 0, "")
    yield Figure("memory after against before", cost.memory_growth, 1.1)


class _Cost:
    """Processor time and memory of the product between `start` and `stop`."""

    def __init__(self, installation: Installation) -> None:
        self._installation = installation
        self.cpu_s = self.memory_growth = 0.0

    def start(self) -> None:
        self._cpu_s, self._memory = self._installation.cpu_s(), self._installation.memory_bytes()

    def stop(self) -> None:
        self.cpu_s = self._installation.cpu_s() - self._cpu_s
        self.memory_growth = self._installation.memory_bytes() / self._memory


def _quiet(installation: Installation) -> float:
    """What one person waits for the same lists while there is little of everything and nobody else."""
    person, waits = Person(installation.url, *ADMIN), []
    for path in LISTS * 8:
        started = time.perf_counter()
        person.get(path)
        waits.append(time.perf_counter() - started)
    return median(waits)


def _at_once(installation: Installation, record: Record, cost: _Cost) -> None:
    """Let everybody come, one by one, and work together; what happens after the warming up counts."""
    ended = Event()
    days = [_admin(Person(installation.url, *ADMIN), Random(number), record) for number in range(ADMINS)]
    days += [
        _employee(Person(installation.url, *DEMO[number % len(DEMO)]), Random(1000 + number), record)
        for number in range(EMPLOYEES)
    ]
    threads = [Thread(target=day, args=(ended,)) for day in days]
    for thread in threads:
        thread.start()
    time.sleep(WARM_S)
    cost.start()
    record.on = True
    time.sleep(MEASURED_S)
    record.on = False
    cost.stop()
    ended.set()
    for thread in threads:
        thread.join()


def _admin(person: Person, chance: Random, record: Record) -> Day:
    """Somebody at the admin panel: it polls by itself, and now and then a list is opened or a balance added."""
    people = [row["id"] for row in person.get("/api/users?role=employee&limit=50&offset=0").json()]

    def work() -> None:
        if chance.random() < 0.1:
            body = {"userId": chance.choice(people), "amount": "1.00", "description": "Medida"}
            record.call("write", lambda: person.ask("POST", "/api/earnings", body).status_code)
        elif chance.random() < 0.1:
            record.call("page", lambda: person.ask("GET", "/admin-panel?tab=tarefas").status_code)
        else:
            record.call("list", lambda: person.ask("GET", chance.choice(LISTS)).status_code)

    return partial(_spend, person, chance, record, PANEL_POLLS, work, 3.0)


def _employee(person: Person, chance: Random, record: Record) -> Day:
    """Somebody at their tasks: the bell polls, a quantity is typed, the dashboard is looked at."""
    me = person.get("/api/auth/me").json()["id"]
    tasks = person.get(f"/api/tasks/assignee/{me}?limit=24&offset=0&status=pending").json()

    def work() -> None:
        what = chance.random()
        if what < 0.3 and tasks:
            task = chance.choice(tasks)
            body = {"currentQuantity": chance.randint(0, task["targetQuantity"])}
            record.call("write", lambda: person.ask("PATCH", f"/api/tasks/{task['id']}", body).status_code)
        elif what < 0.5:
            record.call("page", lambda: person.ask("GET", "/").status_code)
        else:
            path = (
                f"/api/tasks/assignee/{me}?limit=24&offset=0" if what < 0.8 else f"/api/earnings/{me}?limit=20&offset=0"
            )
            record.call("list", lambda: person.ask("GET", path).status_code)

    polls = {f"/api/notifications/{me}/unread-count": 60, "/api/payment-schedule": 60}
    return partial(_spend, person, chance, record, polls, work, 4.0)


def _spend(
    person: Person,
    chance: Random,
    record: Record,
    polls: dict[str, int],
    work: Callable[[], None],
    every_s: float,
    ended: Event,
) -> None:
    """Poll at the documented intervals and do something every so often, until it has ended."""
    etags: dict[str, str] = {}

    def poll(path: str) -> int:
        known = {"If-None-Match": etags[path]} if path in etags else {}
        answer = person.ask("GET", path, **known)
        etags[path] = answer.headers.get("ETag", "")
        return answer.status_code

    now = time.monotonic()
    due: dict[str, float] = {path: now + chance.random() * interval for path, interval in polls.items()}
    due[""] = now + chance.random() * every_s
    while True:
        path = min(due, key=lambda each: due[each])
        if ended.wait(max(0.0, due[path] - time.monotonic())):
            return
        if path:
            record.call("poll", partial(poll, path))
        else:
            work()
        due[path] = time.monotonic() + (polls[path] if path else every_s * (0.5 + chance.random()))


def _p95_ms(seconds: list[float]) -> float:
    return quantiles(seconds, n=20)[-1] * 1000
