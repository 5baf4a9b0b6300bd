"""`python -m bench.storm`: runs of 200 accounts on a marketplace that drops, garbles, delays, lags, lies and repeats
secrets, while web and workers are killed with SIGKILL, frozen past their leases, and freeze inside transactions.

Afterwards what was created there, kept here and credited must be the same, and no credential may be in plain in an
answer, a log, a cache or a table. The exit code says whether it is so. On the database of DATABASE_URL when that is PostgreSQL
(in a database of its own there), on SQLite otherwise; `make soak` does both:

    python -m bench.storm --kills 150 --workers 3
    .ci/with-postgres python -m bench.storm --kills 150 --workers 3
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import requests

from bench import django_ground, planted
from bench.figures import Figure
from bench.freezing import Watch
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ADMIN, ANA, BRUNO, CARLA, DIEGO
from e2e.processes import Process
from marketplace.tests.sandbox_client import SandboxControl

ACCOUNTS = 200
PAUSE_MS = 50
LATENCY_MS = 150
LEASE_S = 3
HURRY_S = 900
LATEST_S = 8
"""After so long every listing can be seen, however late it was made and shown."""
ATTEND_EVERY_S = 5.0
KEY = f"sandbox-{planted.MARK}-"
HOSTILE = (
    {"kind": "created_then_dropped", "probability": 0.05},
    {"kind": "created_then_error", "status": 500, "probability": 0.04},
    {"kind": "drop", "endpoint": "create", "probability": 0.03},
    {"kind": "created_late", "ms": 2500, "probability": 0.02},
    {"kind": "throttle", "endpoint": "create", "retryAfter": 1, "probability": 0.01},
    {"kind": "slow", "ms": 2500, "probability": 0.02},
    {"kind": "drop", "endpoint": "lookup", "probability": 0.02},
    {"kind": "unreadable", "probability": 0.03},
    {"kind": "huge", "probability": 0.01},
    {"kind": "redirected", "probability": 0.02},
    {"kind": "cut", "probability": 0.02},
    {"kind": "dripped", "probability": 0.01},
    {"kind": "other_listing", "id": 1, "login": "outra", "probability": 0.02},
    {"kind": "other_listing", "id": 1, "probability": 0.02},
    {"kind": "lagging_lookup", "ms": 4000, "probability": 0.05},
    {"kind": "echo_secrets", "probability": 0.2},
    {"kind": "echo_secrets", "status": 500, "probability": 0.02},
)
LOOKUPS_GONE = {
    "kind": "error",
    "endpoint": "lookup",
    "status": 404,
    "message": "The requested resource was not found.",
}
GONE_S = 4.0
PEOPLE = (
    ANA,
    BRUNO,
    CARLA,
    DIEGO,
)


@dataclass
class Ground:
    """A running product: the sandbox, the web and some workers, all on one database."""

    environment: dict[str, str]
    url: str
    sandbox: SandboxControl
    web: Process
    workers: list[Process]
    posted: list[tuple[Person, dict[str, Any], str]] = field(default_factory=list)
    logins: dict[str, str] = field(default_factory=dict)
    """{login: the name of whom it was made for}."""
    attended_at: float = 0.0

    def sessions(self) -> list[int]:
        return [self.web.pid, *(worker.pid for worker in self.workers)]


@contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """The address of an empty database, gone afterwards."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield f"sqlite:///{folder / 'storm.sqlite3'}"
        return
    import psycopg

    name = f"storm_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield server.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def ground(folder: Path, database_url: str, workers: int) -> Iterator[Ground]:
    installation = Installation(
        folder,
        DATABASE_URL=database_url,
        BULK_PAUSE_MS=str(PAUSE_MS),
        BULK_VERIFY_AFTER_S="1",
        BULK_LEASE_S=str(LEASE_S),
        WEB_CONCURRENCY="1",
        LOG_LEVEL="INFO",
    )
    environment, sandbox_port = installation.environment, installation.sandbox_url.rpartition(":")[2]
    installation.manage("migrate", "--verbosity", "0")
    installation.manage("seed", "--demo")
    with ExitStack() as stack:
        marketplace = Process(["manage.py", "marketplace_sandbox", "--port", sandbox_port, "--quiet"], environment)
        stack.callback(marketplace.kill)
        freezing = ["-m", "bench.freezing"]
        web = Process([*freezing, "-m", "gunicorn", "-c", "gunicorn.conf.py"], environment, log=folder / "web.log")
        stack.callback(web.kill)
        started = [
            Process([*freezing, "manage.py", "runworker"], environment, log=folder / f"worker{number}.log")
            for number in range(workers)
        ]
        for worker in started:
            stack.callback(worker.kill)
        wait_until(lambda: answers(f"{installation.url}/healthz"))
        wait_until(lambda: answers(f"{installation.sandbox_url}/_control/health"))
        control = SandboxControl(installation.sandbox_url)
        yield Ground(environment, installation.url, control, web, started)


def prepare(at: Ground) -> list[Person]:
    """Four people with a key each, which makes four lanes; failures of the marketplace do not pause their runs."""
    from bulk.models import Row

    at.sandbox.set_policy(rate_limit_per_minute=0, latency_ms=LATENCY_MS, lookup_shape="list")
    at.logins = {row.credentials["login"]: row.run.owner.username for row in Row.objects.select_related("run__owner")}
    admin = Person(at.url, *ADMIN)
    admin.post("/api/settings", {"userId": 1, "settings": {"retryAttempts": 10}})
    people = [Person(at.url, *who) for who in PEOPLE]
    for number, person in enumerate(people):
        me = person.get("/api/auth/me").json()
        person.post(
            "/api/configs/gameboost",
            {
                "userId": me["id"],
                "service": "gameboost",
                "apiKey": f"{KEY}{number}",
                "baseUrl": f"{at.environment['SANDBOX_ORIGIN']}/v1",
                "timeout": 2000,
                "enabledEndpoints": ["accounts"],
            },
        )
    return people


def start_run(at: Ground, people: list[Person], batch: int) -> None:
    """200 accounts in four requests, repeated under their keys until the server answers: it may be dead just now."""
    share = ACCOUNTS // len(people)
    for number, person in enumerate(people):
        logins = [f"storm{batch}x{number}x{row:03}" for row in range(share)]
        at.logins |= dict.fromkeys(logins, PEOPLE[number][0])
        text = "\n".join(f"{login}:{planted.MARK}#{login}" for login in logins)
        body = {"text": text, "settings": {"imageUrls": ["https://cdn.example.com/a.jpg"]}}
        key = f"storm-{batch}-{number}"
        at.posted.append((person, body, key))
        post(person, body, key)


def post(person: Person, body: dict[str, Any], key: str) -> None:
    def accepted() -> bool:
        try:
            headers = {"Idempotency-Key": key, "Prefer": "respond-async"}
            person.post("/api/roblox/bulk-create", body, **headers)
        except requests.RequestException:
            return False
        return True

    wait_until(accepted)


def strike(at: Ground, chance: random.Random) -> int:
    """One blow of the storm; how many kills it was. What is frozen goes on by the watch."""
    kind = chance.choices(("worker", "web", "freeze", "gone"), weights=(72, 15, 10, 3))[0]
    if kind == "freeze":
        chance.choice(at.workers).signal(signal.SIGSTOP)
        return 0
    if kind == "gone":
        at.sandbox.set_faults(*HOSTILE, LOOKUPS_GONE, seed=chance.randrange(10_000))
        time.sleep(GONE_S)
        at.sandbox.set_faults(*HOSTILE, seed=chance.randrange(10_000))
        return 0
    victim = at.web if kind == "web" else chance.choice(at.workers)
    victim.kill_and_restart()
    return 1


def everything_is_over() -> bool:
    """Every run ended, and was looked over once all its listings could be seen; nothing waits for its removal."""
    from django.db.models import F

    from bulk.engine.reconcile import LONGER_BY
    from bulk.models import OrphanListing, Run

    seen_whole = F("finished_at") + timedelta(seconds=LATEST_S * LONGER_BY)
    going = Run.objects.filter(finished_at=None) | Run.objects.filter(reconcile_at__lt=seen_whole)
    return not going.exists() and not OrphanListing.objects.filter(state="pending").exists()


def attend(at: Ground) -> None:
    """Do now and then what the product asks people for: resume what it paused, decide what it could not find out."""
    from django.db import OperationalError

    from accounts.queries import person_by_id
    from bulk.actions.rows import resolve_row
    from bulk.actions.runs import resume_run, retry_run
    from bulk.models import Row, Run
    from core.errors import ActionError

    if time.monotonic() < at.attended_at + ATTEND_EVERY_S:
        return
    at.attended_at = time.monotonic()
    admin = person_by_id(1)
    alive = {listing["login"]: str(listing["id"]) for listing in at.sandbox.listings() if not listing["deleted_at"]}
    # The database is held by what is frozen, or the product was faster: there is a next time.
    with suppress(OperationalError, ActionError):
        for run in Run.objects.filter(finished_at=None).exclude(paused_at=None):
            resume_run(run=run, by=admin)
        for row in Row.objects.filter(state="uncertain").select_related("run__owner"):
            remote_id = alive.get(row.credentials["login"], "")
            outcome = "created" if remote_id else "failed"
            resolve_row(row=row, outcome=outcome, remote_id=remote_id, reason="Conferida.", by=admin)
        for run in Run.objects.filter(rows__state="failed").distinct():
            retry_run(run=run, by=admin)


def faults(at: Ground) -> dict[str, int]:
    """What must not be, counted: {name: how many}."""
    from bulk.enums import ROW_SOURCE
    from bulk.models import Row
    from earnings.models import Earning
    from earnings.queries import verify_ledger

    alive = {str(listing["id"]): listing["login"] for listing in at.sandbox.listings() if not listing["deleted_at"]}
    rows = list(Row.objects.select_related("run__owner"))
    kept = Counter(row.credentials["login"] for row in rows if row.state == "created")
    paid = Counter(Earning.objects.filter(source_kind=ROW_SOURCE).values_list("source_id", "user_id"))
    due = Counter((row.pk, row.run.owner_id) for row in rows)
    return {
        "doubled": _beyond_one(Counter(alive.values())) + _beyond_one(kept),
        "lost": len(at.logins.keys() - set(alive.values())) + len(at.logins.keys() - kept.keys()),
        "miscredited": (paid - due).total()
        + (due - paid).total()
        + sum(alive.get(row.remote_id) != row.credentials["login"] for row in rows)
        + sum(at.logins.get(row.credentials["login"]) != row.run.owner.username for row in rows)
        + len(verify_ledger().faults),
        "people with another amount than their live listings earn": _wrong_amounts(at, alive.values()),
    }


def _wrong_amounts(at: Ground, live: Iterable[str]) -> int:
    """People whose credits, without their bonus, are not what their listings on the marketplace earn."""
    from django.db.models import Sum

    from bulk.enums import ROW_SOURCE
    from earnings.models import Earning
    from earnings.queries import automatic_amount

    credited = Earning.objects.filter(source_kind=ROW_SOURCE).values_list("user__username")
    paid = dict(credited.annotate(Sum("base_amount")).order_by())
    earned = {name: automatic_amount() * times for name, times in Counter(at.logins[login] for login in live).items()}
    return sum(paid.get(name, 0) != earned.get(name, 0) for name in paid.keys() | earned.keys())


def _beyond_one(counted: "Counter[str]") -> int:
    return sum(times - 1 for times in counted.values())


def secrets_found(at: Ground, folder: Path, people: list[Person]) -> int:
    """How often a planted credential is in plain where none may be; prints the places."""
    from bulk.models import Run

    runs = [f"/api/bulk/runs/{run}" for run in Run.objects.values_list("pk", flat=True)]
    asked = [
        *("/api/activities?limit=500", "/api/notifications?limit=500", "/api/bulk/runs", "/api/marketplace/changes"),
        *(f"{run}{what}" for run in runs for what in ("", "/rows?limit=500", "/report.csv", "/receipt.json")),
    ]
    found = planted.in_tables() + planted.in_files(folder.glob("*.log"))
    for person in [Person(at.url, *ADMIN), *people]:
        for path in asked:
            found[path] += planted.in_text(person.ask("GET", path).content)
    for place, times in (+found).items():
        print(f"  a planted credential {times} times in {place}")
    return found.total()


def storm(kills: int, workers: int, seed: int) -> Iterator[Figure]:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, fresh_database(Path(name)) as database_url:
        os.environ |= {"VAR_DIR": name, "DATABASE_URL": database_url}
        with ground(Path(name), database_url, workers) as at, Watch(at.sessions, LEASE_S) as watch:
            os.environ |= at.environment
            django_ground.ready()
            people = prepare(at)
            at.sandbox.set_faults(*HOSTILE, seed=seed)
            done, batch, began = 0, 0, time.monotonic()
            while done < kills:
                start_run(at, people, batch)
                batch += 1
                while done < kills and not everything_is_over():
                    time.sleep(chance.uniform(0.3, 1.5))
                    attend(at)
                    done += strike(at, chance)
                print(
                    f"  {batch * ACCOUNTS} accounts, {done} kills, {watch.freezes} freezes,"
                    f" {time.monotonic() - began:.0f} s",
                    flush=True,
                )
            for person, body, key in at.posted:
                post(person, body, key)  # a repetition of each request changes nothing
            wait_until(lambda: attend(at) or everything_is_over())
            for worker in at.workers:
                worker.stop()
            counted = faults(at) | {"secrets found": secrets_found(at, Path(name), people)}
            for name_of_fault, count in counted.items():
                yield Figure(f"{done} kills, {watch.freezes} freezes: {name_of_fault}", count, 0, "")
        from django.db import connections

        connections.close_all()


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=2).ok
    except requests.RequestException:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HURRY_S
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit("it never came to an end")
        time.sleep(0.2)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kills", type=int, default=150)
    arguments.add_argument("--workers", type=int, default=3)
    arguments.add_argument("--seed", type=int, default=random.randrange(10_000))
    chosen = arguments.parse_args()
    print(f"seed {chosen.seed}")
    figures = list(storm(chosen.kills, chosen.workers, chosen.seed))
    for figure in figures:
        print(figure)
    return int(any(figure.value > figure.bound for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
