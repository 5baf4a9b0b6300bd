"""/api/marketplace/changes: the work list of listings that changed outside this product."""

from typing import Any

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.actions import people
from accounts.tests.factories import UserFactory
from core.models import AuditEvent
from marketplace.actions.listings import handle_change
from marketplace.actions.sync import sync_listings
from marketplace.models import ListingChange, RemoteAccount
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox

CHANGES = "/api/marketplace/changes"


@pytest.fixture
def change(db: Any) -> Any:
    """A line of the work list about a listing of a person."""

    def change(user: Any, remote_id: str = "1", kind: str = "sold", **changes: Any) -> ListingChange:
        account, _ = RemoteAccount.objects.get_or_create(
            market="gameboost:sandbox",
            remote_id=remote_id,
            defaults={
                "service": "gameboost",
                "lane_key": "x",
                "user": user,
                "title": "Conta",
                "game": "roblox",
                "status": "Sold",
                "price_eur": "9.99",
                "seen_at": timezone.now(),
            },
        )
        return ListingChange.objects.create(account=account, kind=kind, previous_status="Listed", **changes)

    return change


def test_line_tells_what_happened_to_whose_listing(change: Any, admin: Any, employee: Any, client_for: Any) -> None:
    row = change(employee)
    answer = client_for(admin).get(CHANGES)
    assert (answer.status_code, answer["X-Total-Count"]) == (200, "1")
    line = answer.json()[0]
    assert line.pop("noticedAt")
    assert line == {
        "id": row.id,
        "kind": "sold",
        "service": "gameboost",
        "remoteId": "1",
        "title": "Conta",
        "game": "roblox",
        "previousStatus": "Listed",
        "status": "Sold",
        "priceEur": "9.99",
        "user": {"id": employee.id, "fullName": employee.full_name, "username": employee.username},
        "handledAt": None,
        "handledBy": None,
        "note": "",
    }


def test_admins_see_everyones_lines_and_others_their_own(
    change: Any, admin: Any, employee: Any, other_employee: Any, client_for: Any
) -> None:
    change(employee, "1")
    change(other_employee, "2")
    change(None, "3")
    seen = {person: [row["remoteId"] for row in client_for(person).get(CHANGES).json()] for person in (admin, employee)}
    assert seen == {admin: ["3", "2", "1"], employee: ["1"]}


def test_list_is_filtered_by_kind_and_state(change: Any, admin: Any, client_for: Any) -> None:
    change(admin, "1", "sold")
    change(admin, "2", "removed", handled_at=timezone.now(), handled_by=admin)
    client = client_for(admin)

    def ids(query: str) -> list[str]:
        return [row["remoteId"] for row in client.get(f"{CHANGES}?{query}").json()]

    assert (ids("state=open"), ids("state=handled"), ids("kind=removed"), ids("")) == (["1"], ["2"], ["2"], ["2", "1"])
    assert client.get(f"{CHANGES}?state=x").status_code == 400


def test_line_is_handled_once_and_leaves_a_trace(change: Any, employee: Any, client_for: Any) -> None:
    row = change(employee)
    client = client_for(employee)
    handled = client.post(f"{CHANGES}/{row.id}/handle", {"note": "Conferido com o comprador"}, format="json")
    assert handled.status_code == 200
    assert handled.json()["handledBy"] == {
        "id": employee.id,
        "fullName": employee.full_name,
        "username": employee.username,
    }
    assert handled.json()["note"] == "Conferido com o comprador"
    event = AuditEvent.objects.get(event="marketplace.change_handled")
    assert (event.actor_id, event.subject_id, event.reason) == (employee.id, employee.id, "Conferido com o comprador")
    again = client.post(f"{CHANGES}/{row.id}/handle", {}, format="json")
    assert (again.status_code, again.json()["message"]) == (409, "Esta mudança já foi tratada.")


def test_line_of_somebody_else_is_as_absent_as_one_that_never_was(
    change: Any, employee: Any, other_employee: Any, client_for: Any
) -> None:
    row = change(other_employee)
    client = client_for(employee)
    answers = [client.post(f"{CHANGES}/{number}/handle", {}, format="json") for number in (row.id, 999_999)]
    assert [answer.status_code for answer in answers] == [404, 404]
    row.refresh_from_db()
    assert row.handled_at is None


def test_unchanged_list_is_304(change: Any, admin: Any, client_for: Any) -> None:
    row = change(admin)
    client = client_for(admin)
    first = client.get(CHANGES)
    assert client.get(CHANGES, headers={"If-None-Match": first["ETag"]}).status_code == 304
    handle_change(change=row, note="", by=admin)
    assert client.get(CHANGES, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_list_is_read_again_once_a_person_in_it_was_renamed_or_removed(
    change: Any, admin: Any, employee: Any, client_for: Any
) -> None:
    change(employee)
    client = client_for(admin)
    changes = (
        lambda: people.edit_profile(by=admin, user_id=employee.id, full_name="Nome Novo"),
        lambda: people.deactivate_person(by=admin, user_id=employee.id),
    )
    names = []
    for happens in changes:
        etag = client.get(CHANGES)["ETag"]
        happens()
        answer = client.get(CHANGES, headers={"If-None-Match": etag})
        names.append(answer.json()[0]["user"]["fullName"] if answer.status_code == 200 else "304")
    assert names == ["Nome Novo", "Pessoa removida"]


@pytest.mark.once
def test_list_costs_the_same_at_one_and_at_thirty(change: Any, admin: Any, employee: Any, client_for: Any) -> None:
    client = client_for(admin)
    costs = []
    for count in (1, 29):
        for _ in range(count):
            change(employee, str(RemoteAccount.objects.count() + 1), handled_at=timezone.now(), handled_by=admin)
        with CaptureQueriesContext(database) as queries:
            assert client.get(f"{CHANGES}?limit=100").status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_admins_see_how_far_the_looking_has_come(
    admin: Any, employee: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    configure(employee, f"{sandbox.url}/v1")
    client = client_for(admin)
    before = client.get("/api/marketplace/sync").json()
    assert [(row["service"], row["userId"], row["startedAt"], row["listings"]) for row in before] == [
        ("gameboost", employee.id, None, 0)
    ]
    sync_listings()
    after = client.get("/api/marketplace/sync").json()[0]
    assert (after["page"], after["error"], after["baseUrl"]) == (0, "", f"{sandbox.url}/v1")
    assert after["finishedAt"] is not None
    assert client_for(employee).get("/api/marketplace/sync").status_code == 403


@pytest.mark.once
def test_looking_costs_the_same_for_one_key_and_for_ten(admin: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    client = client_for(admin)
    configure(admin, f"{sandbox.url}/v1")
    client.get("/api/marketplace/sync")
    costs = []
    for count in (1, 9):
        for number in range(count):
            configure(UserFactory(), f"{sandbox.url}/v1", key=f"sandbox-chave-{count}-{number}")
        with CaptureQueriesContext(database) as queries:
            client.get("/api/marketplace/sync")
        costs.append(len(queries))
    assert costs[0] == costs[1]
