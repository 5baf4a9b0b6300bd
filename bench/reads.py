"""Lists at a big installation against one a tenth of its size, and unchanged polls against full answers."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ADMIN

SIZE = {"employees": 2_000, "tasks": 20_000, "earnings": 100_000}
LISTS = (
    "/api/earnings/all?limit=50&offset=0",
    "/api/earnings/all?limit=50&offset=0&status=pending",
    "/api/earnings/all?limit=50&offset=0&sort=-amount",
    "/api/earnings/all?limit=50&offset=0&sort=user",
    "/api/earnings/all?limit=50&offset=0&sort=-paidAt",
    "/api/earnings/balances?limit=50&offset=0&sort=-pending",
    "/api/tasks?limit=50&offset=0",
    "/api/tasks?limit=50&offset=0&status=overdue",
    "/api/tasks?limit=50&offset=0&sort=dueDate",
    "/api/tasks?limit=50&offset=0&sort=priority",
    "/api/tasks/summary",
    "/api/users?limit=50&offset=0&ordering=fullName",
    "/api/users?limit=50&offset=0&ordering=-lastLogin&search=0",
    "/api/loyalty-points?limit=50&offset=0&sort=-points",
    "/api/search?q=volume",
    "/api/search?q=volumne",
)
POLLED = "/api/earnings/all"
# What the panel polls while others are paid: the first reader after a change counts again.
CHANGED = "/api/earnings/all?limit=20&offset=0&sort=-createdAt"
ROUNDS = 25


def measure() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as small,
        tempfile.TemporaryDirectory() as big,
        _filled(Path(small), 10) as tenth,
        _filled(Path(big), 1) as whole,
    ):
        at_tenth, at_whole = (Person(each.url, *ADMIN) for each in (tenth, whole))
        for path in LISTS:
            pairs = [(_seconds(at_whole, path), _seconds(at_tenth, path)) for _ in range(ROUNDS)]
            yield Figure(f"{path} at full size against a tenth", _ratio(pairs), 1.5)
        pairs = [(_seconds_after_a_change(at_whole), _seconds_after_a_change(at_tenth)) for _ in range(ROUNDS)]
        yield Figure("the first answer after a change at full size against a tenth", _ratio(pairs), 1.5)
        etag = at_whole.get(POLLED).headers["ETag"]
        unchanged = {"If-None-Match": etag}
        pairs = [(_seconds(at_whole, POLLED, **unchanged), _seconds(at_whole, POLLED)) for _ in range(ROUNDS)]
        yield Figure(f"{POLLED} unchanged (304) against a full answer", _ratio(pairs), 0.2)


def _filled(var: Path, divisor: int) -> Installation:
    installation = Installation(var)
    fill(installation, divisor)
    return installation


def fill(installation: Installation, divisor: int = 1) -> None:
    """Tables, the demo, and the SIZE of a full installation or a part of it."""
    installation.manage("migrate", "--verbosity", "0")
    installation.manage("seed", "--demo")
    numbers = (word for name, count in SIZE.items() for word in (f"--{name}", str(count // divisor)))
    installation.manage("seed", *numbers)


def _seconds(person: Person, path: str, **headers: str) -> float:
    started = time.perf_counter()
    person.get(path, **headers)
    return time.perf_counter() - started


def _seconds_after_a_change(admin: Person) -> float:
    person = admin.get("/api/users?role=employee&limit=1&offset=0").json()[0]["id"]
    admin.post("/api/earnings", {"userId": person, "amount": "1.00", "description": "Medida"})
    return _seconds(admin, CHANGED)


def _ratio(pairs: list[tuple[float, float]]) -> float:
    """Median of the ratios pair by pair, so that a machine that drifts does not count."""
    return median(one / other for one, other in pairs)
