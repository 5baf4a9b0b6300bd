"""`python -m bench.storm`: runs of 200 accounts on a marketplace that drops, garbles, delays, lags, lies and repeats
secrets, while web and workers are killed with SIGKILL, frozen past their leases, and freeze inside transactions.

Afterwards what was created there, kept here and credited must be the same, and no credential may be in plain in an
answer, a log, a cache or a table. `--sales`: 1,000 accounts go to two marketplaces instead and are sold at random on
either, or on both, while workers alone are killed; GameBoost's calls about it are lost, doubled and forged. What was
sold must be gone elsewhere in 120 s, and nothing else. The exit code says whether it is so. On the database of DATABASE_URL when that is PostgreSQL
(in a database of its own there), on SQLite otherwise; `make soak` does both:

    python -m bench.storm --kills 150 --workers 3
    .ci/with-postgres python -m bench.storm --sales --kills 100 --workers 3
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
ACCOUNTS_TO_SELL = 1000
SELLERS = 8
SALES_AT_ONCE = 3
SOLD_IN_ALL = 600
PUBLIC_URL = "https://contas.example.com"
STRIKES = {"worker": 72, "web": 15, "freeze": 10, "gone": 3}
STRIKES_AT_SALES = STRIKES | {"worker": 87, "web": 0}
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
        wait_until(lambda: answers(f"{installation.url}/healthz"))
        wait_until(lambda: answers(f"{installation.sandbox_url}/_control/health"))
        # Last: from now on something freezes, and the watch begins.
        started = [
            Process([*freezing, "manage.py", "runworker"], environment, log=folder / f"worker{number}.log")
            for number in range(workers)
        ]
        for worker in started:
            stack.callback(worker.kill)
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


def strike(at: Ground, chance: random.Random, strikes: dict[str, int]) -> int:
    """One blow of the storm; how many kills it was. What is frozen goes on by the watch."""
    [kind] = chance.choices(list(strikes), weights=list(strikes.values()))
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
    from django.db import DatabaseError, connection

    from accounts.queries import person_by_id
    from bulk.actions.rows import resolve_row
    from bulk.actions.runs import resume_run, retry_run
    from bulk.models import Row, Run
    from core.errors import ActionError

    if time.monotonic() < at.attended_at + ATTEND_EVERY_S:
        return
    at.attended_at = time.monotonic()
    admin = person_by_id(1)
    alive = {
        (listing["market"][:3], listing["login"]): str(listing["id"])
        for listing in at.sandbox.listings()
        if not listing["deleted_at"] and listing["status"] != "deleted"
    }
    # The database is held by what is frozen, or lost us; or the product was faster: there is a next time.
    connection.close_if_unusable_or_obsolete()
    with suppress(DatabaseError, ActionError):
        for run in Run.objects.filter(finished_at=None).exclude(paused_at=None):
            resume_run(run=run, by=admin)
        for row in Row.objects.filter(state="uncertain").select_related("run__owner"):
            remote_id = alive.get((row.run.market[:3], row.credentials["login"]), "")
            outcome = "created" if remote_id else "failed"
            resolve_row(row=row, outcome=outcome, remote_id=remote_id, reason="Conferida.", by=admin)
        for run in Run.objects.filter(rows__state="failed").distinct():
            retry_run(run=run, by=admin)


def faults(at: Ground) -> dict[str, int]:
    """What must not be of the accounts that were sent here, counted: {name: how many}. The demo's own are listed twice on
    purpose, one on each marketplace."""
    from bulk.enums import ROW_SOURCE
    from bulk.models import Row
    from earnings.models import Earning
    from earnings.queries import verify_ledger

    listed = (listing for listing in at.sandbox.listings() if not listing["deleted_at"])
    alive = {str(listing["id"]): listing["login"] for listing in listed if listing["login"] in at.logins}
    rows = [row for row in Row.objects.select_related("run__owner") if row.credentials["login"] in at.logins]
    kept = Counter(row.credentials["login"] for row in rows if row.state == "created")
    credited = Earning.objects.filter(source_kind=ROW_SOURCE, source_id__in=[row.pk for row in rows])
    paid = Counter(credited.values_list("source_id", "user_id"))
    due = Counter((row.pk, row.run.owner_id) for row in rows)
    return {
        "doubled": _beyond_one(Counter(alive.values())) + _beyond_one(kept),
        "lost": len(at.logins.keys() - set(alive.values())) + len(at.logins.keys() - kept.keys()),
        "miscredited": (paid - due).total()
        + (due - paid).total()
        + sum(alive.get(row.remote_id) != row.credentials["login"] for row in rows)
        + sum(at.logins.get(row.credentials["login"]) != row.run.owner.username for row in rows)
        + len(verify_ledger().faults),
        "people with another amount than their live listings earn": _wrong_amounts(at, credited, alive.values()),
    }


def _wrong_amounts(at: Ground, credited: Any, live: Iterable[str]) -> int:
    """People whose credits, without their bonus, are not what their listings on the marketplace earn."""
    from django.db.models import Sum

    from earnings.queries import scheme_in_force

    paid = dict(credited.values_list("user__username").annotate(Sum("base_amount")).order_by())
    pay = scheme_in_force().amount
    earned = {name: pay * times for name, times in Counter(at.logins[login] for login in live).items()}
    return sum(paid.get(name, 0) != earned.get(name, 0) for name in paid.keys() | earned.keys())


def _beyond_one(counted: "Counter[str]") -> int:
    return sum(times - 1 for times in counted.values())


def secrets_found(at: Ground, folder: Path, people: list[Person]) -> int:
    """How often a planted credential is in plain where none may be; prints the places."""
    from bulk.models import Run

    runs = [f"/api/bulk/runs/{run}" for run in Run.objects.values_list("pk", flat=True)]
    asked = [
        *("/api/activities?limit=500", "/api/notifications?limit=500", "/api/bulk/runs", "/api/marketplace/changes"),
        *("/api/stock?limit=500", "/api/orders?limit=500"),
        *(f"{run}{what}" for run in runs for what in ("", "/rows?limit=500", "/report.csv", "/receipt.json")),
    ]
    written = (file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("sandbox"))
    found = planted.in_tables() + planted.in_files(written)
    for person in [Person(at.url, *ADMIN), *people]:
        for path in asked:
            found[path] += planted.in_text(person.ask("GET", path).content)
    for place, times in (+found).items():
        print(f"  a planted credential {times} times in {place}")
    return found.total()


@contextmanager
def disturbed(workers: int, seed: int) -> Iterator[tuple[Path, Ground, Watch]]:
    """The folder of a product that is disturbed, with Django of its database in this process."""
    with tempfile.TemporaryDirectory() as name, fresh_database(Path(name)) as database_url:
        os.environ |= {"VAR_DIR": name, "DATABASE_URL": database_url}
        with ground(Path(name), database_url, workers) as at, Watch(at.sessions, LEASE_S) as watch:
            os.environ |= at.environment | {"PUBLIC_BASE_URL": PUBLIC_URL}
            django_ground.ready()
            at.sandbox.set_faults(*HOSTILE, seed=seed)
            yield Path(name), at, watch
        from django.db import connections

        connections.close_all()


def storm_of_sales(kills: int, workers: int, seed: int) -> Iterator[Figure]:
    chance = random.Random(seed)
    with disturbed(workers, seed) as (folder, at, watch):
        from bulk.tests.sales import Sales

        people = prepare_sellers(at)
        share = ACCOUNTS_TO_SELL // SELLERS
        for number, person in enumerate(people):
            accounts = [
                {"login": login, "password": f"{planted.MARK}#{login}"}
                | {"emailLogin": f"{login}@example.com", "emailPassword": f"{planted.MARK}@{login}"}
                for login in (f"venda{number}x{row:03}" for row in range(share))
            ]
            settings = {"imageUrls": ["https://cdn.example.com/a.jpg"]}
            body = {"accounts": accounts, "settings": settings, "markets": {"gameboost": {}, "lztmarket": {}}}
            post(person, body, f"sales-{number}")
        sales = Sales(at.sandbox, chance, prefix="venda", secret=KEY)
        done, began = 0, time.monotonic()
        told_at = 0.0

        def is_over() -> bool:
            attend(at)
            return everything_is_over() and sales.are_over()

        while not (over := is_over()) or done < kills:
            time.sleep(chance.uniform(1, 4) if not over else 1)
            if len(sales.sold) < SOLD_IN_ALL:
                sales.sell_some(SALES_AT_ONCE)
            if over or done < kills * len(sales.sold) / SOLD_IN_ALL:
                done += strike(at, chance, STRIKES_AT_SALES)
            if time.monotonic() > told_at + 30:
                told_at = time.monotonic()
                print(
                    f"  {len(sales.sold)} sold, {done} kills, {watch.freezes} freezes, {told_at - began:.0f} s",
                    flush=True,
                )
        for worker in at.workers:
            worker.stop()
        waits = sorted(sales.waits_s())
        found = {"secrets found": secrets_found(at, folder, people)}
        for name, count in (sales.faults() | found).items():
            yield Figure(f"{len(sales.sold)} sold, {done} kills: {name}", count, 0, "")
        yield Figure("from a sale to the end of the other listing, p50", waits[len(waits) // 2], 120, "s")
        yield Figure("the longest", waits[-1], 120, "s")


def prepare_sellers(at: Ground) -> list[Person]:
    """People with keys of their own at both marketplaces, and the secret of GameBoost's calls."""
    from accounts.queries import person_by_id
    from accounts.tests.factories import PASSWORD, UserFactory
    from marketplace.actions.configurations import save_global_settings
    from marketplace.actions.webhooks import set_secret

    at.sandbox.set_policy(rate_limit_per_minute=0, latency_ms=LATENCY_MS)
    admin, origin = person_by_id(1), at.environment["SANDBOX_ORIGIN"]
    save_global_settings(changes={"retry_attempts": 10}, by=admin)
    people = []
    for number in range(SELLERS):
        user = UserFactory(username=f"vendas{number}")
        for service, path in (("gameboost", "v2"), ("lztmarket", "lzt")):
            key, base_url = f"{KEY}{service}-{number}", f"{origin}/{path}"
            django_ground.connect(user, key=key, base_url=base_url, service=service, timeout_ms=2000)
        set_secret(user_id=user.pk, secret=KEY, by=admin)
        people.append(Person(at.url, user.username, PASSWORD))
    return people


def storm(kills: int, workers: int, seed: int) -> Iterator[Figure]:
    chance = random.Random(seed)
    with disturbed(workers, seed) as (folder, at, watch):
        people = prepare(at)
        done, batch, began = 0, 0, time.monotonic()
        while done < kills:
            start_run(at, people, batch)
            batch += 1
            while done < kills and not everything_is_over():
                time.sleep(chance.uniform(0.3, 1.5))
                attend(at)
                done += strike(at, chance, STRIKES)
            print(
                f"  {batch * ACCOUNTS} accounts, {done} kills, {watch.freezes} freezes, {time.monotonic() - began:.0f} s",
                flush=True,
            )
        for person, body, key in at.posted:
            post(person, body, key)  # a repetition of each request changes nothing
        wait_until(lambda: attend(at) or everything_is_over())
        for worker in at.workers:
            worker.stop()
        counted = faults(at) | {"secrets found": secrets_found(at, folder, people)}
        for name_of_fault, count in counted.items():
            yield Figure(f"{done} kills, {watch.freezes} freezes: {name_of_fault}", count, 0, "")


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
    arguments.add_argument("--sales", action="store_true")
    chosen = arguments.parse_args()
    print(f"seed {chosen.seed}")
    figures = list((storm_of_sales if chosen.sales else storm)(chosen.kills, chosen.workers, chosen.seed))
    for figure in figures:
        print(figure)
    return int(any(figure.value > figure.bound for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
