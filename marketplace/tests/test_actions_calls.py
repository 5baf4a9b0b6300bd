"""'enableRateLimiting on the shared per-key governor', '429 waits for `Retry-After` on the whole key'."""

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.tests.factories import AdminFactory
from core.tests import processes
from marketplace.actions.calls import adapter_for, block_key, gate_for, purge_listing_writes
from marketplace.adapters.base import Connection, Done, Refused, Throttled
from marketplace.adapters.gameboost.dialect import ListQuery
from marketplace.adapters.lzt.market import LotQuery, LztMarket
from marketplace.enums import WritableStatus
from marketplace.models import GlobalSettings, KeyBudget, ListingWrite
from marketplace.tests.conftest import war_thunder
from marketplace.tests.factories import SYSTEM_KEY, configure
from marketplace.tests.sandbox_fixture import RunningSandbox

CALLER = """
import os, time
from pathlib import Path
from urllib.parse import urlsplit
from django.conf import settings
from marketplace.actions.calls import adapter_for
from marketplace.adapters.base import Connection, Done, Throttled
from marketplace.adapters.gameboost.dialect import ListQuery

settings.OUTBOUND_ALLOWED_HOSTS = frozenset({{urlsplit({url!r}).netloc}})
adapter = adapter_for(Connection("gameboost", {url!r} + "/v1", "sandbox-key", 60_000), user_id={user})
Path({folder!r}, str(os.getpid())).touch()
while len(os.listdir({folder!r})) < {processes}:
    time.sleep(0.01)
outcomes = [adapter.list_accounts(ListQuery()) for _ in range({calls})]
print(sum(isinstance(each, Done) for each in outcomes), sum(isinstance(each, Throttled) and each.held for each in outcomes))
"""

Ask = Callable[..., Any]


@pytest.fixture
def ask(employee: Any, sandbox: RunningSandbox) -> Ask:
    """One read with the employee's key, for a screen or for a run."""

    def ask(*, user: Any = employee, interactive: bool = True, connection: Connection | None = None) -> Any:
        adapter = adapter_for(connection or sandbox.connection(), user_id=user.id, interactive=interactive)
        try:
            return adapter.list_accounts(ListQuery())
        finally:
            adapter.close()

    return ask


def budget(connection: Connection) -> KeyBudget:
    return KeyBudget.objects.get(lane_key=connection.lane_key)


def seconds_until_a_write_is(age: timedelta) -> float:
    """How long the first write of all has still to wait until it is so old."""
    first = ListingWrite.objects.earliest("written_at").written_at
    return (first + age - timezone.now()).total_seconds()


@pytest.mark.slow
def test_two_processes_on_one_key_stay_under_its_limit(
    real_database: Any, sandbox: RunningSandbox, tmp_path: Path
) -> None:
    """Counted by the marketplace, which reports 40 a minute: of 81 calls 36 go out, and it refuses none."""
    sandbox.control.set_policy(rate_limit_per_minute=40, latency_ms=10)
    user = AdminFactory().id
    first = adapter_for(sandbox.connection(), user_id=user)
    assert isinstance(first.list_accounts(ListQuery()), Done)
    first.close()

    folder = tmp_path / "callers"
    folder.mkdir()
    code = CALLER.format(url=sandbox.url, user=user, folder=str(folder), processes=2, calls=40)
    callers = [processes.start(real_database, code) for _ in range(2)]
    counts = [[int(count) for count in processes.finish(caller).split()] for caller in callers]
    done, held = (sum(each) for each in zip(*counts, strict=True))
    log = sandbox.control.log()
    assert [entry["status"] for entry in log] == [200] * (1 + done)
    assert done + held == 80
    if log[-1]["at"] - log[0]["at"] < 60:  # the slowest machine sees the next minute begin
        assert (done, held) == (35, 45)


def test_calls_of_screens_and_runs_are_counted_together(ask: Ask, sandbox: RunningSandbox) -> None:
    assert isinstance(ask(), Done)
    assert isinstance(ask(interactive=False), Done)
    assert sorted((screen, calls) for _, _, screen, _, calls in budget(sandbox.connection()).spent) == [
        (False, 1),
        (True, 1),
    ]


def test_answers_teach_the_budget(ask: Ask, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(rate_limit_per_minute=100)
    began = time.time()
    ask()
    limit, remaining, reset_at = budget(sandbox.connection()).reports["calls"]
    assert (limit, remaining) == (100, 99)
    assert began + 59 <= reset_at <= time.time() + 60  # told in whole seconds


def test_v2_keeps_reads_and_writes_apart(sandbox: RunningSandbox, employee: Any) -> None:
    connection = sandbox.connection(path="/v2")
    adapter = adapter_for(connection, user_id=employee.id)
    adapter.create(war_thunder())
    adapter.list_accounts(ListQuery())
    adapter.close()
    row = budget(connection)
    assert {name: report[:2] for name, report in row.reports.items()} == {"write": [500, 499], "read": [1000, 999]}
    # An entry a second: slow calls are told of in more than one.
    assert {tuple(buckets) for _, _, _, buckets, _ in row.spent} == {("calls", "write"), ("calls", "read")}


def test_report_that_leaves_as_much_freedom_is_kept_now_and_then(
    sandbox: RunningSandbox, employee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 20 allowed calls 18 are made: the first answer is kept, and the one that says that hardly any are left."""
    monkeypatch.setattr("marketplace.actions.calls.RECORDED_EVERY_S", 3600)
    sandbox.control.set_policy(rate_limit_per_minute=20)
    adapter = adapter_for(sandbox.connection(), user_id=employee.id)
    adapter.list_accounts(ListQuery())
    with CaptureQueriesContext(database) as captured:
        for _ in range(17):
            adapter.list_accounts(ListQuery())
    adapter.close()
    assert budget(sandbox.connection()).reports["calls"][:2] == [20, 2]
    kept = [each["sql"] for each in captured if 'SET "reports"' in each["sql"]]
    assert len(kept) == 1


def test_retry_after_holds_everything_with_the_key_back(ask: Ask, sandbox: RunningSandbox, other_employee: Any) -> None:
    """Acceptance: '429 with Retry-After n: 0 requests on that key for n s'."""
    sandbox.control.set_faults({"kind": "throttle", "retryAfter": 30, "count": 1})
    told = ask()
    assert isinstance(told, Throttled)
    assert (told.retry_after_s, told.held) == (30.0, False)
    for user in (None, other_employee):
        held = ask(**({"user": user} if user else {}))
        assert isinstance(held, Throttled)
        assert held.held
        assert 0 < held.retry_after_s <= 30
    assert isinstance(ask(interactive=False), Throttled)
    assert len(sandbox.control.log()) == 1
    assert isinstance(ask(connection=sandbox.connection("sandbox-outra")), Done)


def test_run_waits_a_little_for_its_turn(ask: Ask, sandbox: RunningSandbox) -> None:
    started = time.monotonic()
    block_key(sandbox.connection(), seconds=0.4)
    assert isinstance(ask(interactive=False), Done)
    assert time.monotonic() - started >= 0.35


def test_longer_block_is_not_shortened_by_a_later_one(ask: Ask, sandbox: RunningSandbox) -> None:
    connection = sandbox.connection()
    began = timezone.now()
    block_key(connection, seconds=60)
    block_key(connection, seconds=1)
    blocked_until = budget(connection).blocked_until
    assert blocked_until is not None
    assert blocked_until > began + timedelta(seconds=55)


def test_listing_is_written_to_five_times_a_minute_by_all_together(
    sandbox: RunningSandbox, employee: Any, other_employee: Any
) -> None:
    adapters = [adapter_for(sandbox.connection(), user_id=user.id) for user in (employee, other_employee)]
    adapters[0].create(war_thunder("um"))
    adapters[0].create(war_thunder("dois"))
    outcomes = [adapters[number % 2].set_status("100001", WritableStatus.DRAFT) for number in range(6)]
    assert [type(each) for each in outcomes] == [Done] * 5 + [Refused]
    refused = outcomes[5]
    assert isinstance(refused, Refused)
    assert refused.status == 429
    assert refused.retry_after_s is not None
    assert seconds_until_a_write_is(timedelta(minutes=1)) <= refused.retry_after_s <= 60
    assert isinstance(adapters[1].set_status_of_many(["100001", "100002"], WritableStatus.LISTED), Refused)
    assert isinstance(adapters[1].set_status("100002", WritableStatus.DRAFT), Done)
    for adapter in adapters:
        adapter.close()
    assert sandbox.control.counters()["requests"] == {"create": 2, "status": 6}


def test_eleventh_write_to_a_listing_within_an_hour_is_held(sandbox: RunningSandbox, employee: Any) -> None:
    adapter = adapter_for(sandbox.connection(), user_id=employee.id)
    adapter.create(war_thunder())
    connection = sandbox.connection()
    for minutes in range(10):
        ListingWrite.objects.create(
            lane_key=connection.lane_key,
            remote_id="100001",
            written_at=timezone.now() - timedelta(minutes=55 - minutes * 2),
        )
    refused = adapter.delete("100001")
    adapter.close()
    assert isinstance(refused, Refused)
    assert refused.retry_after_s is not None
    assert seconds_until_a_write_is(timedelta(hours=1)) <= refused.retry_after_s <= 300
    assert [row["deleted_at"] for row in sandbox.control.listings()] == [None]


@pytest.mark.django_db
def test_writes_older_than_an_hour_are_purged() -> None:
    now = timezone.now()
    for minutes in (1, 59, 61):
        ListingWrite.objects.create(lane_key="x", remote_id="1", written_at=now - timedelta(minutes=minutes))
    assert purge_listing_writes() == 1
    assert ListingWrite.objects.count() == 2


def test_governor_that_is_switched_off_counts_nothing(ask: Ask, sandbox: RunningSandbox) -> None:
    GlobalSettings.objects.create(enable_rate_limiting=False, enable_metrics=False)
    block_key(sandbox.connection(), seconds=60)
    assert isinstance(ask(), Done)
    assert budget(sandbox.connection()).spent == []


@pytest.mark.once
def test_counting_costs_the_same_after_one_call_and_after_thirty(ask: Ask, sandbox: RunningSandbox) -> None:
    ask()
    costs = []
    for _ in range(30):
        with CaptureQueriesContext(database) as queries:
            ask()
        costs.append(len(queries))
    assert len(set(costs)) == 1


def test_gauge_tells_what_is_left_this_minute(
    system_owner: Any, employee: Any, other_employee: Any, client_for: Any, sandbox: RunningSandbox, ask: Ask
) -> None:
    """Requests left this minute on the key in effect, whoever used it."""
    configure(system_owner, f"{sandbox.url}/v1", key="sandbox-key")
    for user in (employee, other_employee):
        ask(user=user)
    answer = client_for(employee).get("/api/configs/gameboost/budget")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    body = answer.json()
    assert body.pop("reportedResetAt") is not None
    assert body == {
        "configured": True,
        "enabled": True,
        "limit": 450,
        "used": 2,
        "left": 448,
        "yourLeft": 104,
        "people": 2,
        "blockedUntil": None,
        "reported": {"limit": 500, "remaining": 498},
        "buckets": [
            {"name": "calls", "limit": 450, "used": 2, "left": 448},
            {"name": "read", "limit": 900, "used": 0, "left": 900},
            {"name": "write", "limit": 450, "used": 0, "left": 450},
        ],
    }
    assert "sandbox-key" not in answer.content.decode()


@pytest.mark.usefixtures("system_owner")
def test_gauge_of_a_blocked_key_has_nothing_left(employee: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    configure(employee, f"{sandbox.url}/v1", key="sandbox-key")
    block_key(sandbox.connection(), seconds=60)
    body = client_for(employee).get("/api/configs/gameboost/budget").json()
    assert (body["left"], body["yourLeft"], body["blockedUntil"] is None) == (0, 0, False)


@pytest.mark.usefixtures("system_owner")
def test_gauge_without_a_configuration_is_zero(employee: Any, client_for: Any) -> None:
    body = client_for(employee).get("/api/configs/lztmarket/budget").json()
    assert (body["configured"], body["limit"], body["left"], body["buckets"]) == (False, 0, 0, [])


@pytest.mark.usefixtures("system_owner")
def test_gauge_of_somebody_else_is_for_admins(employee: Any, other_employee: Any, admin: Any, client_for: Any) -> None:
    path = f"/api/configs/gameboost/budget?userId={other_employee.id}"
    assert client_for(employee).get(path).status_code == 403
    assert client_for(admin).get(path).status_code == 200


@pytest.mark.usefixtures("system_owner")
def test_connection_test_of_a_blocked_key_waits(employee: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    configure(employee, f"{sandbox.url}/v1", key=SYSTEM_KEY)
    block_key(sandbox.connection(SYSTEM_KEY), seconds=60)
    refused = client_for(employee).post("/api/configs/gameboost/test", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (429, "key_budget_spent")
    assert sandbox.control.log() == []


def test_lzt_searches_and_own_items_share_120_a_minute_and_deletes_do_not(employee: Any, sandbox: RunningSandbox) -> None:
    """Of which nine tenths are used."""
    connection = sandbox.connection(path="/lzt")
    lzt = LztMarket(
        connection,
        lambda record: None,
        gate=gate_for(connection, user_id=employee.id, interactive=False, wait=False),
    )
    asks = (lambda: lzt.lots(LotQuery()), lambda: lzt.lots(LotQuery(own=True)), lambda: lzt.lot("9008"))
    assert all(isinstance(each(), Done) for each in asks)
    counted = [[second, person, screen, buckets, 36] for second, person, screen, buckets, _ in budget(connection).spent]
    KeyBudget.objects.update(spent=[*counted, *counted, *counted][:3])

    held = [each() for each in asks]

    assert [isinstance(answer, Throttled) and answer.held for answer in held] == [True] * 3
    KeyBudget.objects.update(spent=[*budget(connection).spent, [counted[0][0], employee.id, False, ["write"], 27]])
    assert lzt.delete("1") == Refused(404, "Requested item not found")
    lzt.close()
