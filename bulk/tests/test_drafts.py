"""The queue of a creator: kept encrypted, its owner's alone, settled by what became of its runs."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from bulk.actions.intake import purge_drafts
from bulk.enums import RowState
from bulk.intake.serializers import MAX_ENTRIES
from bulk.models import QueueDraft, Row, Run

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
Start = Callable[..., Run]

QUEUE = "/api/bulk/queue?game=fortnite"
SECRET = "Senha-Da-Fila#9"


def entry(name: str = "a1", *, sent: dict[str, int] | None = None, **account: Any) -> dict[str, Any]:
    stated = {"title": "Conta Fortnite", "login": f"login-{name}", "password": SECRET, "account_data": {"skins": 57}}
    return {"id": name, "account": stated | account, "sent": sent}


def put(client: APIClient, version: int, *entries: dict[str, Any], path: str = QUEUE) -> Any:
    return client.put(path, {"entries": list(entries)}, headers={"If-Match": f'"{version}"'})


def kept(client: APIClient, path: str = QUEUE) -> list[str]:
    return [each["id"] for each in client.get(path).json()["entries"]]


def test_a_queue_nobody_wrote_is_empty_at_version_0(client_for: ClientFor, employee: Any) -> None:
    answer = client_for(employee).get(QUEUE)

    assert (answer.status_code, answer["ETag"], answer["Cache-Control"]) == (200, '"0"', "private, no-store")
    assert answer.json() == {"game": "fortnite", "version": 0, "entries": []}
    assert not QueueDraft.objects.exists()


def test_a_queue_comes_back_as_it_was_written(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)

    written = put(client, 0, entry("a1"), entry("b2", price="12.50"))

    assert (written.status_code, written["ETag"]) == (200, '"1"')
    read = client.get(QUEUE).json()
    assert read == written.json()
    assert read["entries"][1]["account"] == entry("b2", price="12.50")["account"]
    assert read["entries"][0] | {"account": {}} == {
        "id": "a1",
        "account": {},
        "sent": None,
        "conflict": False,
        "state": None,
        "error": "",
        "errors": {},
    }


def test_a_slower_tab_that_says_what_it_read_is_merged_account_by_account(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0, entry("a1"), entry("b2"), entry("c3"))
    put(client, 1, entry("a1", title="Deles"), entry("c3", title="Deles"))

    body = {
        "entries": [entry("a1"), entry("b2"), entry("c3", title="Minha"), entry("d4")],
        "base": [entry("a1"), entry("b2"), entry("c3")],
    }
    answer = client.put(QUEUE, body, headers={"If-Match": '"1"'})

    assert (answer.status_code, answer.json()["version"]) == (200, 3)
    told = [(each["id"], each["account"]["title"], each["conflict"]) for each in client.get(QUEUE).json()["entries"]]
    assert [each for each in told if not each[2]] == [
        ("a1", "Deles", False),
        ("c3", "Deles", False),
        ("d4", "Conta Fortnite", False),
    ]
    assert [each[1] for each in told if each[2]] == ["Minha"]


def test_two_queues_too_long_together_are_not_merged(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0)
    put(client, 1, *(entry(f"a{number}") for number in range(MAX_ENTRIES)))

    answer = client.put(QUEUE, {"entries": [entry("b1")], "base": []}, headers={"If-Match": '"1"'})

    assert (answer.status_code, answer.json()["code"]) == (412, "queue_changed")
    assert len(kept(client)) == MAX_ENTRIES


def test_the_games_have_queues_of_their_own(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0, entry())

    assert kept(client, "/api/bulk/queue?game=valorant") == kept(client, "/api/bulk/queue?game=roblox") == []
    assert client.get("/api/bulk/queue?game=minecraft").status_code == 400


def test_a_queue_is_its_owners_alone(client_for: ClientFor, employee: Any, other_employee: Any, admin: Any) -> None:
    put(client_for(employee), 0, entry())

    assert kept(client_for(other_employee)) == kept(client_for(admin)) == []
    put(client_for(other_employee), 0, entry("b2"))
    assert kept(client_for(employee)) == ["a1"]


def test_a_slower_tab_is_refused_and_nothing_changes(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0, entry("a1"))
    put(client, 1, entry("a1"), entry("b2"))

    answers = [put(client, 1, entry("c3")), put(client, 0, entry("c3"))]

    assert [answer.status_code for answer in answers] == [412, 412]
    assert answers[0].json()["code"] == "queue_changed"
    assert kept(client) == ["a1", "b2"]


@pytest.mark.parametrize("stated", [{}, {"If-Match": "*"}, {"If-Match": "1"}, {"If-Match": 'W/"1"'}])
def test_a_write_says_what_it_has_read(stated: dict[str, str], client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)

    answer = client.put(QUEUE, {"entries": [entry()]}, headers=stated)

    assert (answer.status_code, answer.json()["code"]) == (428, "version_missing")
    assert not QueueDraft.objects.exists()


@pytest.mark.parametrize(
    ("entries", "status", "code"),
    [
        ([entry(f"e{number}") for number in range(MAX_ENTRIES + 1)], 400, "invalid"),
        ([entry(), entry()], 400, "invalid"),
        ([entry(description="x" * 2_100_000)], 413, "too_large"),
        ([entry(note="_|WARNING:-DO-NOT-SHARE-THIS.|_ABC")], 400, "session_cookie"),
        ([{"id": "a1", "account": "texto"}], 400, "invalid"),
        ([{"id": "../a", "account": {}}], 400, "invalid"),
        ("fila", 400, "invalid"),
    ],
    ids=["1001 accounts", "one id twice", "over 2 MB", "session cookie", "no object", "strange id", "no list"],
)
def test_what_is_no_queue_is_refused(entries: Any, status: int, code: str, client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)

    answer = client.put(QUEUE, {"entries": entries}, headers={"If-Match": '"0"'})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not QueueDraft.objects.exists()


def test_no_credential_of_a_queue_is_readable_in_the_database(client_for: ClientFor, employee: Any) -> None:
    put(client_for(employee), 0, entry())

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM bulk_queuedraft")
        stored = str(cursor.fetchall())
    assert SECRET not in stored
    assert "login-a1" not in stored


def test_created_accounts_leave_and_failed_ones_stay_with_their_error(
    client_for: ClientFor, start: Start, owner: Any
) -> None:
    """Accounts created successfully are removed from the queue; failed ones stay."""
    run = start("criada", "falhou", "na-fila")
    Row.objects.filter(run=run, line=1).update(state=RowState.CREATED, remote_id="900")
    Row.objects.filter(run=run, line=2).update(
        state=RowState.FAILED, error="Recusada pelo marketplace.", errors={"title": ["Muito longo."]}
    )
    client = client_for(owner)

    lines = [entry(f"e{line}", sent={"runId": run.id, "line": line}) for line in (1, 2, 3)]
    put(client, 0, *lines, entry("nova"))

    read = client.get(QUEUE).json()["entries"]
    assert [(each["id"], each["state"], each["error"], each["errors"]) for each in read] == [
        ("e2", "failed", "Recusada pelo marketplace.", {"title": ["Muito longo."]}),
        ("e3", "queued", "", {}),
        ("nova", None, "", {}),
    ]


def test_what_was_created_for_practice_still_waits(client_for: ClientFor, start: Start, owner: Any) -> None:
    """The training mode ('Ensaio')."""
    run = start("criada", "falhou")
    Run.objects.filter(pk=run.pk).update(training=True)
    Row.objects.filter(run=run, line=1).update(state=RowState.CREATED, remote_id="900")
    Row.objects.filter(run=run, line=2).update(state=RowState.FAILED, error="Recusada pelo marketplace.")
    client = client_for(owner)

    put(client, 0, *[entry(f"e{line}", sent={"runId": run.id, "line": line}) for line in (1, 2)])

    read = client.get(QUEUE).json()["entries"]
    assert [(each["id"], each["state"], each["sent"] is None) for each in read] == [
        ("e1", None, True),
        ("e2", "failed", False),
    ]


def test_a_line_of_somebody_elses_run_settles_nothing(
    client_for: ClientFor, start: Start, owner: Any, other_employee: Any
) -> None:
    run = start("criada")
    Row.objects.filter(run=run).update(state=RowState.CREATED, remote_id="900")
    client = client_for(other_employee)

    put(client, 0, entry(sent={"runId": run.id, "line": 1}))

    assert [(each["sent"], each["state"]) for each in client.get(QUEUE).json()["entries"]] == [(None, None)]


@pytest.mark.once
def test_a_queue_costs_the_same_queries_at_1_and_at_30_accounts(client_for: ClientFor, start: Start, owner: Any) -> None:
    client = client_for(owner)
    runs = [start(f"conta{number}") for number in range(30)]
    costs = []
    for version, sent in enumerate((runs[:1], runs)):
        put(client, version, *[entry(f"e{run.id}", sent={"runId": run.id, "line": 1}) for run in sent])
        with CaptureQueriesContext(connection) as queries:
            assert len(kept(client)) == len(sent)
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_a_queue_left_alone_for_a_week_is_forgotten(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    for person in (employee, other_employee):
        put(client_for(person), 0, entry())
    QueueDraft.objects.filter(owner=employee).update(updated_at=timezone.now() - timedelta(days=7, minutes=1))
    QueueDraft.objects.filter(owner=other_employee).update(updated_at=timezone.now() - timedelta(days=6))

    assert (purge_drafts(), purge_drafts()) == (1, 0)
    assert list(QueueDraft.objects.values_list("owner_id", flat=True)) == [other_employee.id]


@pytest.mark.usefixtures("built_frontend")
def test_the_page_carries_the_queue_unless_the_browser_may_keep_it(
    client: Client, client_for: ClientFor, owner: Any
) -> None:
    """A page fetched ahead lies in the browser's cache for a moment."""
    put(client_for(owner), 0, entry())
    client.force_login(owner)

    asked, ahead = client.get("/fortnite-bulk"), client.get("/fortnite-bulk", headers={"Sec-Purpose": "prefetch"})

    assert (asked["Cache-Control"], ahead["Cache-Control"]) == ("private, no-store", "private, max-age=5")
    assert [each["id"] for each in asked.context["props"]["queries"][QUEUE]["entries"]] == ["a1"]
    assert QUEUE not in ahead.context["props"]["queries"]
    assert SECRET not in ahead.content.decode()
