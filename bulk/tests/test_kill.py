"""'the worker and the web process can be killed or frozen at any moment: nothing is listed twice, lost, or credited
twice'. Real processes, a hostile marketplace, SIGKILL, SIGSTOP."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
from django.conf import settings as django_settings
from django.db import connection
from django.db.models import F
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.tests.factories import UserFactory
from bulk.actions.rows import resolve_row
from bulk.actions.runs import resume_run, retry_run, start_runs
from bulk.engine.lane import FREE
from bulk.engine.listings import TO_CLOSE
from bulk.engine.reconcile import LONGER_BY
from bulk.enums import RowState
from bulk.errors import RemoteIdTaken, WrongState
from bulk.games.terms import Terms
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.rules import MAX_FAILED_LOOKUPS, SECONDS_BETWEEN_MISSES
from bulk.tests.helpers import SETTINGS, account, credited, let_time_pass, work
from bulk.tests.sales import Sales
from core.models import IdempotencyRecord
from core.tests.listener import reserved_port
from e2e.processes import Process
from earnings.queries import verify_ledger
from infra.schedule import run_soon
from marketplace.actions.configurations import save_global_settings
from marketplace.models import Configuration

PEOPLE = 3
BATCHES = 2
ROWS = 12
KILLS = 4
ACCOUNTS, SALES_KILLS = 6, 3
PAUSE_MS = 20
VERIFY_AFTER_S = 1
LATEST_S = 3
"""After so long whatever was sent is listed, or never will be."""
PATIENCE_S = 900
HOSTILE = (
    {"kind": "created_then_dropped", "probability": 0.05},
    {"kind": "created_then_error", "status": 500, "probability": 0.05},
    {"kind": "drop", "endpoint": "create", "probability": 0.03},
    {"kind": "created_late", "ms": 1300, "probability": 0.03},
    {"kind": "throttle", "endpoint": "create", "retryAfter": 1, "probability": 0.02},
)


@contextmanager
def running(command: list[str], environment: dict[str, str], *, log: Path = Path(os.devnull)) -> Iterator[Process]:
    process = Process(command, environment, log=log)
    try:
        yield process
    finally:
        process.kill()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_kills_and_freezes_list_nothing_twice_lose_nothing_and_pay_once(
    system_owner: Any,
    real_database: dict[str, Any],
    sandbox: Any,
    market: Any,
    configure: Any,
    tmp_path: Path,
) -> None:
    # What differs between the versions is the adapter's alone, so each is tried on one of the databases.
    version = "v2" if connection.vendor == "sqlite" else "v1"
    save_global_settings(changes={"retry_attempts": 10}, by=system_owner)
    people = [UserFactory() for _ in range(PEOPLE)]
    for number, person in enumerate(people):
        configure(person, key=f"sandbox-{number}", timeout_ms=1000, base_url=f"{sandbox.url}/{version}")
    market.set_policy(rate_limit_per_minute=0, latency_ms=15, lookup_shape="list")
    market.set_faults(*HOSTILE, seed=7)
    posts = [(person, batch) for person in people for batch in range(BATCHES)]
    logins = {login(person, batch, row) for person, batch in posts for row in range(ROWS)}
    chance = random.Random(11)

    with reserved_port() as port, ExitStack() as started:
        surroundings = environment(real_database, tmp_path, port)
        web = started.enter_context(running(["-m", "gunicorn", "-c", "gunicorn.conf.py"], surroundings))
        wait_until(lambda: answers(port))
        clients = {person.id: cookies_of(person) for person in people}
        for person, batch in posts:
            post(port, clients[person.id], person, batch)
            if person is people[0] and batch == 0:
                web.kill_and_restart()
        # With everything before them, however long the posts took, so that each kill falls into work.
        workers = [started.enter_context(running(["manage.py", "runworker"], surroundings)) for _ in range(2)]
        for kill in range(KILLS):
            go_on_until(partial(settled, (kill + 1) * len(logins) // (KILLS + 1)), market, by=system_owner)
            time.sleep(chance.uniform(0.0, 0.2))
            victim = chance.choice(workers)
            if kill == KILLS // 2:
                freeze(victim)
            else:
                victim.kill_and_restart()
        # A minute later the keys of requests that were killed are free again.
        IdempotencyRecord.objects.filter(running_until__isnull=False).update(running_until=timezone.now())
        wait_until(lambda: answers(port))
        for person, batch in posts:
            post_again(port, clients[person.id], person, batch)
        go_on_until(everything_is_over, market, by=system_owner)
        codes = [worker.stop() for worker in workers]

    listed = {str(listing["id"]): listing["login"] for listing in alive(market)}
    rows = Row.objects.all()
    assert Run.objects.count() == PEOPLE * BATCHES
    assert set(rows.values_list("state", flat=True)) == {"created"}
    assert sorted(listed.values()) == sorted(logins)
    assert set(rows.values_list("remote_id", flat=True)) == set(listed)
    assert set(credited()) == set(rows.values_list("pk", flat=True))
    assert set(market.counters()["creates"]) == logins
    assert made_twice(market) <= made_late(market)
    assert market.counters()["minCreateGapMs"] >= PAUSE_MS
    assert verify_ledger().faults == []
    # One that was still starting has nothing in hand and simply ends.
    assert set(codes) <= {0, -signal.SIGTERM}
    assert not Lane.objects.exclude(FREE).exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_sales_amid_kills_close_what_was_sold_elsewhere_and_nothing_else(
    system_owner: Any,
    real_database: dict[str, Any],
    two_markets: None,
    owner: Any,
    other_employee: Any,
    market: Any,
    tmp_path: Path,
    settings: Any,
) -> None:
    """The short form of `bench.storm --sales`: a minute and every rest pass at once."""
    settings.PUBLIC_BASE_URL = "https://contas.example.com"
    Configuration.objects.update(webhook_secret="segredo-das-vendas")
    for person in (owner, other_employee):
        accounts = [account(f"conta{person.id}x{row}") for row in range(ACCOUNTS)]
        markets = {"gameboost": Terms(), "lztmarket": Terms()}
        sent = {"accounts": accounts, "text": None, "settings": SETTINGS, "markets": markets}
        start_runs(owner=person, game="roblox", by=person, **sent)
    work()
    market.set_faults(*({"kind": "drop", "endpoint": each, "probability": 0.3} for each in ("delete", "list", "own")))
    chance = random.Random(5)
    sales = Sales(market, chance, prefix="conta", secret="segredo-das-vendas")
    surroundings = environment(real_database, tmp_path, port=1)

    def is_over() -> bool:
        let_time_pass()
        run_soon("marketplace.find_sales")
        return sales.are_over() and not TO_CLOSE.exists()

    with ExitStack() as started:
        workers = [started.enter_context(running(["manage.py", "runworker"], surroundings)) for _ in range(2)]
        for _ in range(SALES_KILLS):
            sales.sell_some(2)
            time.sleep(chance.uniform(0.5, 1.5))
            chance.choice(workers).kill_and_restart()
        wait_until(is_over)
        for worker in workers:
            worker.stop()

    assert len(sales.sold) == 2 * SALES_KILLS
    assert {name: count for name, count in sales.faults().items() if count} == {}


def environment(database: dict[str, Any], folder: Path, port: int) -> dict[str, str]:
    """What the processes need to be this installation."""
    if connection.vendor == "postgresql":
        url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
    else:
        url = f"sqlite:///{database['NAME']}"
    return os.environ | {
        "DATABASE_URL": url,
        "DATABASE_WAIT_S": "60",
        "VAR_DIR": str(folder / "var"),
        "PORT": str(port),
        "WEB_CONCURRENCY": "1",
        "SECRET_KEY": django_settings.SECRET_KEY,
        "FIELD_ENCRYPTION_KEYS": ",".join(django_settings.FIELD_ENCRYPTION_KEYS),
        "SANDBOX_ORIGIN": django_settings.SANDBOX_ORIGIN,
        "OUTBOUND_ALLOWED_HOSTS": ",".join(django_settings.OUTBOUND_ALLOWED_HOSTS),
        "BULK_PAUSE_MS": str(PAUSE_MS),
        "BULK_VERIFY_AFTER_S": str(VERIFY_AFTER_S),
        "BULK_LEASE_S": "2",
        "LOG_LEVEL": "ERROR",
    }


def login(person: Any, batch: int, row: int) -> str:
    return f"conta{person.id}x{batch}x{row:03}"


def post(port: int, cookies: dict[str, str], person: Any, batch: int) -> int:
    """Start a run the way a browser does, again and again under one key until the server answers; the status."""
    text = "\n".join(f"{login(person, batch, row)}:Exemplo#123" for row in range(ROWS))
    headers = {
        "X-CSRFToken": cookies["csrftoken"],
        "Idempotency-Key": f"{person.id}-{batch}",
        "Prefer": "respond-async",
    }
    url = f"http://127.0.0.1:{port}/api/roblox/bulk-create"
    answers: list[requests.Response] = []

    def answered() -> bool:
        with suppress(requests.RequestException):
            body = {"text": text, "settings": SETTINGS}
            answers.append(requests.post(url, json=body, cookies=cookies, headers=headers, timeout=60))
        return bool(answers)

    wait_until(answered)
    return answers[0].status_code


def post_again(port: int, cookies: dict[str, str], person: Any, batch: int) -> None:
    """Repeat what was posted; a request that this machine took too long for may still hold its key."""
    wait_until(lambda: post(port, cookies, person, batch) in (200, 202))


def cookies_of(person: Any) -> dict[str, str]:
    client = APIClient()
    client.force_login(person)
    return {"sessionid": client.cookies["sessionid"].value, "csrftoken": "a" * 32}


def answers(port: int) -> bool:
    try:
        return requests.get(f"http://127.0.0.1:{port}/healthz", timeout=60).ok
    except requests.RequestException:
        return False


def settled(rows: int) -> bool:
    """Whether that many have come to their end."""
    return Row.objects.filter(settled_at__isnull=False).count() >= rows


def everything_is_over() -> bool:
    """Nothing is due, and no worker's death is so young that its lane still counts as held.

    A run is looked over again and again for a day; what counts is a look at a time when the latest listing was there.
    """
    seen_whole = F("finished_at") + timedelta(seconds=LATEST_S * LONGER_BY)
    going = Run.objects.filter(finished_at=None) | Run.objects.filter(reconcile_at__lt=seen_whole)
    undecided = Row.objects.filter(state=RowState.UNCERTAIN)
    pending = OrphanListing.objects.filter(state="pending")
    held = Lane.objects.exclude(FREE)
    return not any(unfinished.exists() for unfinished in (going, undecided, pending, held))


def go_on_until(condition: Callable[[], bool], market: Any, *, by: Any) -> None:
    """Wait, and meanwhile do what people are asked for where this machine stood still for several calls in a row."""

    def met() -> bool:
        resume_paused_runs()
        decide_uncertain_rows(market, by=by)
        return condition()

    wait_until(met)


def resume_paused_runs() -> None:
    for run in Run.objects.filter(finished_at=None).exclude(paused_at=None).select_related("owner"):
        with suppress(WrongState):  # what was in doubt has just ended it
            resume_run(run=run, by=run.owner)


def decide_uncertain_rows(market: Any, *, by: Any) -> None:
    """What the marketplace shows was created; anything else failed, and is tried again. Only a row that no look-up
    could reach is left to people here."""
    for row in Row.objects.filter(state=RowState.UNCERTAIN).select_related("run__owner"):
        assert row.failed_lookups == MAX_FAILED_LOOKUPS - 1, row.error
        shown = [str(listing["id"]) for listing in alive(market) if listing["login"] == row.credentials["login"]]
        with suppress(WrongState, RemoteIdTaken):  # a late answer has just settled it
            if shown:
                resolve_row(
                    row=row, outcome=RowState.CREATED, remote_id=shown[0], reason="Conferida no marketplace.", by=by
                )
            else:
                resolve_row(row=row, outcome=RowState.FAILED, by=by)
                retry_run(run=row.run, by=row.run.owner)


def freeze(process: Process) -> None:
    """Stop it until what it held may be taken by another, and a moment longer."""
    process.signal(signal.SIGSTOP)
    leases = list(Lane.objects.exclude(FREE).values_list("lease_until", flat=True))
    wait_until(lambda: not Lane.objects.filter(lease_until__in=leases).exclude(FREE).exists())
    time.sleep(0.5)
    process.signal(signal.SIGCONT)


def alive(market: Any) -> list[dict[str, Any]]:
    return [listing for listing in market.listings() if not listing["deleted_at"]]


def made_twice(market: Any) -> set[str]:
    """The logins that were listed more than once, whatever became of the other listings."""
    return {login for login, times in market.counters()["creates"].items() if times > 1}


def made_late(market: Any) -> set[str]:
    """The logins whose listing came later than a row rests, when the marketplace had said twice that there is none."""
    asked = [(call["login"], call["at"]) for call in market.log() if call["endpoint"] == "create" and call["created"]]
    listed = [(listing["login"], listing["created_at"]) for listing in market.listings()]
    rest_s = VERIFY_AFTER_S + SECONDS_BETWEEN_MISSES
    return {
        login for (login, at), (_, made_at) in zip(sorted(asked), sorted(listed), strict=True) if made_at - at > rest_s
    }


def wait_until(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "this takes too long"
        time.sleep(0.1)
