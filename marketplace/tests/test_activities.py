"""/api/activities and the figures of the integration dashboard. product:
market.activities"""

from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.conditional import versions
from infra import schedule
from marketplace import queries
from marketplace.actions.calls import CallRecorder, adapter_for, reads_stamp
from marketplace.actions.listings import Notes
from marketplace.adapters.base import CallRecord, Connection
from marketplace.enums import WritableStatus
from marketplace.models import Activity, GlobalSettings, KeyBudget, RemoteAccount
from marketplace.tests.conftest import war_thunder
from marketplace.tests.replay import answering
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.django_db

PATH = "/api/activities"


def add(user: Any, **changes: Any) -> Activity:
    values = {
        "service": "gameboost",
        "endpoint": "accounts",
        "method": "GET",
        "status": "200",
        "success": True,
        "response_time_ms": 120,
    }
    return Activity.objects.create(user=user, **(values | changes))


def test_activity_is_answered_in_the_documented_fields(employee: Any, client_for: Any) -> None:
    row = add(employee, request_id="abc")
    answer = client_for(employee).get(PATH)
    assert answer.headers["X-Total-Count"] == "1"
    assert answer.json() == [
        {
            "id": row.id,
            "userId": employee.id,
            "service": "gameboost",
            "endpoint": "accounts",
            "method": "GET",
            "status": "200",
            "success": True,
            "timestamp": timezone.localtime(row.timestamp).isoformat(),
            "responseTime": 120,
            "requestId": "abc",
        }
    ]


def test_activities_are_the_ten_newest_unless_asked_otherwise(employee: Any, client_for: Any) -> None:
    """Limit 50 on the integration dashboard; default 10 elsewhere."""
    rows = [add(employee) for _ in range(12)]
    client = client_for(employee)
    first = client.get(PATH)
    assert [row["id"] for row in first.json()] == [row.id for row in reversed(rows[2:])]
    assert first.headers["X-Total-Count"] == "12"
    assert len(client.get(f"{PATH}?limit=50").json()) == 12
    assert [row["id"] for row in client.get(f"{PATH}?limit=5&offset=10").json()] == [rows[1].id, rows[0].id]


def test_employee_reads_their_own_and_an_admin_anyones(
    employee: Any, other_employee: Any, admin: Any, client_for: Any
) -> None:
    """'an employee their own; an admin anyone's, or everyone's without userId'."""
    own, other = add(employee), add(other_employee)

    def ids(client: Any, query: str) -> list[int]:
        return [row["id"] for row in client.get(PATH + query).json()]

    assert ids(client_for(employee), "") == [own.id]
    assert client_for(employee).get(f"{PATH}?userId={other_employee.id}").status_code == 403
    assert ids(client_for(admin), "") == [other.id, own.id]
    assert ids(client_for(admin), f"?userId={employee.id}") == [own.id]


def test_activities_of_one_service(admin: Any, client_for: Any) -> None:
    add(admin)
    lzt = add(admin, service="lztmarket")
    client = client_for(admin)
    assert [row["id"] for row in client.get(f"{PATH}?service=lztmarket").json()] == [lzt.id]
    assert client.get(f"{PATH}?service=outro").status_code == 400


@pytest.mark.once
def test_list_costs_the_same_queries_at_1_and_at_30_rows(employee: Any, client_for: Any) -> None:
    client = client_for(employee)
    client.get(f"{PATH}?limit=50")
    costs = []
    for count in (1, 29):
        for _ in range(count):
            add(employee)
        with CaptureQueriesContext(connection) as queries:
            rows = client.get(f"{PATH}?limit=50").json()
        costs.append(len(queries))
    assert len(rows) == 30
    assert costs[0] == costs[1]


def test_reported_activity_is_kept_and_enters_no_figure(employee: Any, admin: Any, client_for: Any) -> None:
    body = {"service": "gameboost", "endpoint": "accounts", "status": "success", "responseTime": 90}
    created = client_for(employee).post(PATH, body | {"userId": employee.id}, format="json")
    assert created.status_code == 201
    assert (created.json()["userId"], created.json()["success"], created.json()["responseTime"]) == (
        employee.id,
        True,
        90,
    )
    assert client_for(admin).get(f"{PATH}/figures").json()["requestsToday"] == 0


@pytest.mark.parametrize(
    ("status", "success"),
    [("success", True), ("201", True), (204, True), ("error", False), ("422", False), ("200²", False)],
)
def test_reported_status_may_be_a_word_or_a_number(employee: Any, client_for: Any, status: Any, success: bool) -> None:
    body = {"service": "lztmarket", "endpoint": "listings", "status": status}
    assert client_for(employee).post(PATH, body, format="json").json()["success"] is success


def test_activity_reported_for_someone_else_is_refused(employee: Any, other_employee: Any, client_for: Any) -> None:
    body = {"service": "gameboost", "endpoint": "accounts", "status": "200", "userId": other_employee.id}
    assert client_for(employee).post(PATH, body, format="json").status_code == 403
    assert Activity.objects.count() == 0


def test_figures_are_counted_from_todays_calls(admin: Any, client_for: Any) -> None:
    add(admin, response_time_ms=100, rate_limit=500, rate_remaining=480)
    add(admin, response_time_ms=200, rate_limit=500, rate_remaining=479)
    add(admin, response_time_ms=301, status="422", success=False)
    add(admin, service="lztmarket", response_time_ms=50)
    add(admin, timestamp=timezone.now() - timedelta(days=2), response_time_ms=9000)
    client = client_for(admin)
    assert client.get(f"{PATH}/figures?service=gameboost").json() == {
        "requestsToday": 3,
        "successRate": 66.7,
        "averageResponseTime": 200,
        "quotaLimit": 500,
        "quotaRemaining": 479,
    }
    assert client.get(f"{PATH}/figures").json()["requestsToday"] == 4


def test_figures_without_any_call_are_empty_and_not_made_up(admin: Any, client_for: Any) -> None:
    assert client_for(admin).get(f"{PATH}/figures").json() == {
        "requestsToday": 0,
        "successRate": None,
        "averageResponseTime": None,
        "quotaLimit": None,
        "quotaRemaining": None,
    }


def test_figures_are_for_admins(employee: Any, client_for: Any) -> None:
    assert client_for(employee).get(f"{PATH}/figures").status_code == 403


def test_every_call_of_an_adapter_is_an_activity_without_secrets(employee: Any, sandbox: RunningSandbox) -> None:
    adapter = adapter_for(sandbox.connection(), user_id=employee.id)
    adapter.create(war_thunder("login-secreto"))
    adapter.find_by_login("login-secreto")
    sandbox.control.set_faults({"kind": "drop"})
    adapter.delete("100001")
    adapter.close()
    rows = list(queries.activities(employee.id).order_by("id"))
    assert [(row.method, row.endpoint, row.status, row.success) for row in rows] == [
        ("POST", "accounts", "201", True),
        ("GET", "accounts/by-login/{login}", "200", True),
        ("DELETE", "accounts/{id}/delete", "connection_lost", False),
    ]
    assert [row.rate_remaining for row in rows] == [499, 498, None]
    assert len(rows[0].request_id) == 36
    assert "secret" not in str([row.__dict__ for row in rows])


@pytest.mark.parametrize(
    ("path", "ask", "status"),
    [
        ("/v1", lambda adapter: adapter.find_by_login("ninguem"), "404"),
        ("/v1", lambda adapter: adapter.find_by_id("7"), "404"),
        ("/v1", lambda adapter: adapter.show_by_login("ninguem"), "404"),
        ("/v2", lambda adapter: adapter.find_by_id("7"), "404"),
        ("/lzt", lambda adapter: adapter.find_by_id("7"), "404"),
    ],
)
def test_lookup_that_finds_nothing_counts_as_a_success(
    admin: Any, client_for: Any, sandbox: RunningSandbox, path: str, ask: Any, status: str
) -> None:
    adapter = adapter_for(sandbox.connection(path=path), user_id=admin.id)
    ask(adapter)
    assert [(row.status, row.success) for row in Activity.objects.all()] == [(status, True)]
    assert client_for(admin).get(f"{PATH}/figures").json()["successRate"] == 100.0
    adapter.set_status("7", WritableStatus.DRAFT)
    adapter.delete("7")
    adapter.close()
    assert client_for(admin).get(f"{PATH}/figures").json()["successRate"] == 33.3


def test_lookup_at_a_wrong_address_counts_as_a_failure(admin: Any, sandbox: RunningSandbox, settings: Any) -> None:
    with answering(404, {"detail": "Not Found"}) as origin:
        settings.OUTBOUND_ALLOWED_HOSTS = frozenset({urlsplit(origin).netloc})
        adapter = adapter_for(Connection("gameboost", f"{origin}/v1", "chave"), user_id=admin.id)
        adapter.find_by_login("ninguem")
        adapter.close()
    assert [(row.status, row.success) for row in Activity.objects.all()] == [("404", False)]


def test_calls_leave_no_activity_when_metrics_are_off(employee: Any, sandbox: RunningSandbox) -> None:
    """'enableMetrics on activity rows'."""
    GlobalSettings.objects.create(enable_metrics=False)
    adapter = adapter_for(sandbox.connection(), user_id=employee.id)
    adapter.create(war_thunder())
    adapter.close()
    assert len(sandbox.control.log()) == 1
    assert Activity.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_activity_that_cannot_be_stored_does_not_change_the_outcome(sandbox: RunningSandbox) -> None:
    """A listing that was made stays made, even where the note of it fails (here: a person who does not exist)."""
    adapter = adapter_for(sandbox.connection(), user_id=0)
    created = adapter.create(war_thunder())
    adapter.close()
    assert getattr(created, "remote_id", "") == "100001"


def test_calls_are_forgotten_after_180_days(employee: Any) -> None:
    now = timezone.now()
    for days in (179, 181):
        add(employee, timestamp=now - timedelta(days=days))

    assert schedule.registry["marketplace.purge_activities"].run() == 1

    assert Activity.objects.get().timestamp == now - timedelta(days=179)


def test_note_that_cannot_be_written_takes_no_other_of_its_step_along(
    employee: Any, sandbox: RunningSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marketplace.actions.calls.RECORDED_EVERY_S", 3600)
    connection = sandbox.connection()
    notes = Notes()
    adapter = adapter_for(connection, user_id=employee.id, notes=notes)
    adapter.test()  # the first answer of a key is kept at once
    notes.add(partial(add, employee, service=None))
    adapter.create(war_thunder())
    adapter.close()
    assert versions([reads_stamp(connection)]) == {reads_stamp(connection): 0}

    with notes.transaction():
        pass

    assert list(Activity.objects.order_by("id").values_list("method", flat=True)) == ["GET", "POST"]
    assert RemoteAccount.objects.get().user_id == employee.id
    assert versions([reads_stamp(connection)]) == {reads_stamp(connection): 1}


def test_call_whose_row_cannot_be_written_renews_reads_and_holds_its_key(employee: Any) -> None:
    connection = Connection("gameboost", "https://api.gameboost.com/v1", "sandbox-key")
    unwritable: Any = None
    record = CallRecord("gameboost", "accounts", "POST", 429, 12, "", unwritable, retry_after_s=30.0)

    CallRecorder(connection, user_id=employee.id, enabled=True, interactive=False)(record)

    assert Activity.objects.count() == 0
    assert versions([reads_stamp(connection)]) == {reads_stamp(connection): 1}
    assert KeyBudget.objects.get().blocked_until is not None


def test_steps_notes_are_one_transaction_however_many_they_are(employee: Any) -> None:
    costs = []
    for count in (1, 5):
        notes = Notes()
        for _ in range(count):
            notes.add(partial(add, employee))
        with CaptureQueriesContext(connection) as captured, notes.transaction():
            pass
        costs.append(len(captured) - count)
    assert costs[0] == costs[1]
