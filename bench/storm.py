"""`python -m bench.storm`: runs of 500 accounts on a misbehaving marketplace while web and workers are killed with
SIGKILL and frozen past their leases; afterwards what was created there, kept here and credited must be the same.

On the database of DATABASE_URL when that is PostgreSQL (in a database of its own there), on SQLite otherwise:

    python -m bench.storm --workers 2
    .ci/with-postgres python -m bench.storm --workers 4
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from bench import django_ground
from bench.figures import Figure
from bench.http import Person
from bench.installation import Installation
from bench.people import ADMIN, ANA, BRUNO, CARLA, DIEGO
from bench.processes import Process
from marketplace.sandbox.client import SandboxControl

ACCOUNTS = 500
PAUSE_MS = 50
LATENCY_MS = 150
LEASE_S = 3
HURRY_S = 900
HOSTILE = (
    {"kind": "created_then_dropped", "probability": 0.05},
    {"kind": "created_then_error", "status": 500, "probability": 0.04},
    {"kind": "drop", "endpoint": "create", "probability": 0.03},
    {"kind": "created_late", "ms": 2500, "probability": 0.02},
    {"kind": "throttle", "endpoint": "create", "retryAfter": 1, "probability": 0.01},
)
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
        LOG_LEVEL="ERROR",
    )
    environment, sandbox_port = installation.environment, installation.sandbox_url.rpartition(":")[2]
    installation.manage("migrate", "--verbosity", "0")
    installation.manage("seed", "--demo")
    with ExitStack() as stack:
        marketplace = Process(["manage.py", "marketplace_sandbox", "--port", sandbox_port, "--quiet"], environment)
        stack.callback(marketplace.kill)
        web = Process(["-m", "gunicorn", "-c", "gunicorn.conf.py"], environment)
        stack.callback(web.kill)
        started = [Process(["manage.py", "runworker"], environment) for _ in range(workers)]
        for worker in started:
            stack.callback(worker.kill)
        wait_until(lambda: answers(f"{installation.url}/healthz"))
        wait_until(lambda: answers(f"{installation.sandbox_url}/_control/counters"))
        control = SandboxControl(installation.sandbox_url)
        yield Ground(environment, installation.url, control, web, started)


def prepare(at: Ground) -> list[Person]:
    """Four people with a key each, which makes four lanes; failures of the marketplace do not pause their runs."""
    at.sandbox.set_policy(rate_limit_per_minute=0, latency_ms=LATENCY_MS, lookup_shape="list")
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
                "apiKey": f"sandbox-storm-{number}",
                "baseUrl": f"{at.environment['SANDBOX_ORIGIN']}/v1",
                "timeout": 2000,
                "enabledEndpoints": ["accounts"],
            },
        )
    return people


def start_run(at: Ground, people: list[Person], batch: int) -> None:
    """500 accounts in four requests, repeated under their keys until the server answers: it may be dead just now."""
    share = ACCOUNTS // len(people)
    for number, person in enumerate(people):
        logins = [f"storm{batch}x{number}x{row:03}" for row in range(share)]
        text = "\n".join(f"{login}:Exemplo#123" for login in logins)
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
    """One blow of the storm; how many kills it was."""
    kind = chance.choices(("worker", "web", "freeze"), weights=(75, 15, 10))[0]
    if kind == "freeze":
        frozen = chance.choice(at.workers)
        frozen.signal(signal.SIGSTOP)
        time.sleep(LEASE_S + chance.uniform(0.5, 2))
        frozen.signal(signal.SIGCONT)
        return 0
    victim = at.web if kind == "web" else chance.choice(at.workers)
    victim.kill_and_restart()
    return 1


def everything_is_over() -> bool:
    from bulk.models import OrphanListing, Run

    going = Run.objects.filter(finished_at=None) | Run.objects.filter(reconcile_at__isnull=False)
    return not going.exists() and not OrphanListing.objects.filter(state="pending").exists()


def faults(at: Ground, accounts: int) -> dict[str, int]:
    """What must not be, counted: {name: how many}."""
    from bulk.enums import ROW_SOURCE
    from bulk.models import Row
    from earnings.models import Earning
    from earnings.queries import verify_ledger

    alive = [listing for listing in at.sandbox.listings() if not listing["deleted_at"]]
    logins = [listing["login"] for listing in alive]
    rows = dict(Row.objects.values_list("pk", "remote_id"))
    credited = list(Earning.objects.filter(source_kind=ROW_SOURCE).values_list("source_id", flat=True))
    return {
        "listings made twice": len(logins) - len(set(logins)),
        "accounts without a listing": accounts - len(set(logins)),
        "rows lost": accounts - len(rows),
        "rows not created": Row.objects.exclude(state="created").count(),
        "listings no row knows": len({str(listing["id"]) for listing in alive} ^ set(rows.values())),
        "accounts not credited": len(set(rows) - set(credited)),
        "credits beyond one an account": len(credited) - len(set(credited) & set(rows)),
        "faults of the ledger": len(verify_ledger().faults),
    }


def storm(kills: int, workers: int, seed: int) -> Iterator[Figure]:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, fresh_database(Path(name)) as database_url:
        os.environ |= {"VAR_DIR": name, "DATABASE_URL": database_url}
        with ground(Path(name), database_url, workers) as at:
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
                    done += strike(at, chance)
                print(f"  {batch * ACCOUNTS} accounts, {done} kills, {time.monotonic() - began:.0f} s", flush=True)
            for person, body, key in at.posted:
                post(person, body, key)  # a repetition of each request changes nothing
            wait_until(everything_is_over)
            for worker in at.workers:
                worker.stop()
            for name_of_fault, count in faults(at, batch * ACCOUNTS).items():
                yield Figure(f"{done} kills, {batch} runs: {name_of_fault}", count, 0, "")
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
    arguments.add_argument("--kills", type=int, default=200)
    arguments.add_argument("--workers", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=random.randrange(10_000))
    chosen = arguments.parse_args()
    print(f"seed {chosen.seed}")
    figures = list(storm(chosen.kills, chosen.workers, chosen.seed))
    for figure in figures:
        print(figure)
    return int(any(figure.value > figure.bound for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
