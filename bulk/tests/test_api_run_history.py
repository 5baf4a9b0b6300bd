"""What the history of runs is narrowed by, polled by, and leads to."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.actions.people import deactivate_person
from bulk.actions.runs import cancel_run, pause_run, withdraw_run
from bulk.enums import RowState, RunState, Withdrawal
from bulk.models import Row, Run
from bulk.queries import in_state
from bulk.tests.helpers import row_of, state_of, work
from earnings.actions import correct, transfer
from earnings.models import Earning

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
ClientFor = Callable[[Any], APIClient]

RUNS = "/api/bulk/runs"


def ids(answer: Any) -> list[int]:
    return [run["id"] for run in answer.json()]


@pytest.fixture
def one_of_each(start: Start, owner: Any) -> dict[RunState, Run]:
    """A run in every state."""
    runs = {
        RunState.FINISHED: start("ana001"),
        RunState.FINISHED_WITH_ERRORS: start(text="bia002:x\nruim"),
    }
    work()
    runs |= {state: start(f"conta{state}") for state in RunState if state not in runs}
    Run.objects.filter(pk=runs[RunState.RUNNING].pk).update(started_at=datetime.now(ZoneInfo("UTC")))
    pause_run(run=runs[RunState.PAUSED], by=owner)
    cancel_run(run=runs[RunState.CANCELLED], by=owner)
    return runs


def test_a_filter_by_state_agrees_with_the_computed_state(
    one_of_each: dict[RunState, Run], client_for: ClientFor, owner: Any
) -> None:
    client = client_for(owner)

    for state, run in one_of_each.items():
        assert state_of(run) == state
        assert list(Run.objects.filter(in_state(state))) == [run]
        found = client.get(f"{RUNS}?state={state}")
        assert (ids(found), found["X-Total-Count"]) == ([run.id], "1")


def test_the_history_is_narrowed_by_local_day_and_by_person(
    start: Start, owner: Any, other_employee: Any, admin: Any, client_for: ClientFor, configure: Callable[..., None]
) -> None:
    """Days are those of America/Sao_Paulo: 23:30 there is the next day in UTC."""
    configure(other_employee)
    first, second, theirs = start("ana001"), start("bia002"), start("caio003", by=other_employee)
    for run, day in ((first, 1), (second, 2)):
        late = datetime(2026, 11, day, 23, 30, tzinfo=ZoneInfo("America/Sao_Paulo"))
        Run.objects.filter(pk=run.pk).update(created_at=late)
    client = client_for(admin)

    assert ids(client.get(f"{RUNS}?start=2026-11-01&end=2026-11-01")) == [first.id]
    assert ids(client.get(f"{RUNS}?start=2026-11-02&end=2026-11-02")) == [second.id]
    assert ids(client.get(f"{RUNS}?search=outro.TESTE")) == [theirs.id]
    assert ids(client.get(f"{RUNS}?search=funcionária")) == [second.id, first.id]
    assert ids(client_for(owner).get(f"{RUNS}?search=outro.teste")) == []


@pytest.mark.parametrize("query", ["state=nonsense", "game=nonsense", "start=ontem", "end=2026-13-01"])
def test_nonsense_narrows_nothing_and_is_400(query: str, client_for: ClientFor, owner: Any) -> None:
    assert client_for(owner).get(f"{RUNS}?{query}").status_code == 400


def test_an_unchanged_history_is_304_without_a_look_at_its_rows(
    start: Start, owner: Any, admin: Any, client_for: ClientFor
) -> None:
    """Answer `ETag`, and 304 to `If-None-Match`, at a cost that doesn't grow with the table."""
    run = start("ana001", "bia002")
    client = client_for(owner)
    known = {"If-None-Match": client.get(RUNS)["ETag"]}

    with CaptureQueriesContext(connection) as queries:
        unchanged = client.get(RUNS, headers=known)
    for_an_admin = client_for(admin).get(RUNS, headers=known)
    pause_run(run=run, by=owner)
    changed = client.get(RUNS, headers=known)

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert [query["sql"] for query in queries if "bulk_row" in query["sql"]] == []
    assert for_an_admin.status_code == 200
    assert (changed.status_code, changed.json()[0]["state"]) == (200, "paused")


def test_a_run_that_is_over_is_read_again_once_its_pay_or_owners_name_changed(
    start: Start, owner: Any, admin: Any, client_for: ClientFor
) -> None:
    run = start("ana001")
    work()
    client, name = client_for(admin), owner.full_name
    paths = (RUNS, f"{RUNS}/{run.id}")

    def told(changing: Callable[[], object]) -> list[str]:
        known = [client.get(path)["ETag"] for path in paths]
        changing()
        return [client.get(path, headers={"If-None-Match": etag}).text for path, etag in zip(paths, known, strict=True)]

    earning = Earning.objects.get()
    corrected = told(lambda: correct(earning_id=earning.pk, amount=Decimal("1.25"), reason="Reembolso", by=admin))
    removed = told(lambda: deactivate_person(by=admin, user_id=owner.id))

    assert ['"earned":"1.25"' in text for text in corrected] == [True, True]
    assert [name not in text and "Pessoa removida" in text for text in removed] == [True, True]


def test_a_run_says_what_can_be_asked_of_it(start: Start, owner: Any, market: Any, client_for: ClientFor) -> None:
    """Of two failures the malformed line has nothing to send; a withdrawn listing stands no more."""
    run = start(text="ana001:x\nbia002:x\nruim")
    work()
    market.set_faults({"kind": "refuse"})
    failing = start(text="caio003:x\nruim")
    work()
    client = client_for(owner)
    path = f"{RUNS}/{run.id}"

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    asked = client.get(path).json()
    work()
    done = client.get(path).json()

    names = ("retryable", "listed", "withdrawing", "withdrawn")
    assert [asked[name] for name in names] == [0, 2, 2, 0]
    assert [done[name] for name in names] == [0, 0, 0, 2]
    assert client.get(f"{RUNS}/{failing.id}").json()["retryable"] == 1


def test_a_run_names_the_key_it_uses_and_never_more_than_its_end(
    start: Start, owner: Any, configure: Callable[..., None], client_for: ClientFor
) -> None:
    """Configuration answers show at most the last 4 characters of a key."""
    configure(owner, key="primeira-chave-1111")
    run = start("ana001")
    pause_run(run=run, by=owner)
    before = client_for(owner).get(f"{RUNS}/{run.id}").json()
    configure(owner, key="segunda-chave-2222")

    resumed = client_for(owner).post(f"{RUNS}/{run.id}/resume")

    assert (before["keyHint"], before["systemKey"]) == ("••••1111", False)
    assert resumed.json()["keyHint"] == "••••2222"
    assert "chave" not in resumed.content.decode()


def test_a_duplicate_leads_to_the_earlier_line_where_its_reader_may_see_it(
    start: Start, owner: Any, other_employee: Any, admin: Any, client_for: ClientFor, configure: Callable[..., None]
) -> None:
    configure(other_employee)
    theirs = start("ana001", by=other_employee)
    mine = start("ana001", "bia002", "bia002")
    path = f"{RUNS}/{mine.id}/rows"

    seen_by_me, seen_by_admin = client_for(owner).get(path).json(), client_for(admin).get(path).json()

    assert [row["duplicateOf"] for row in seen_by_me] == [f"execução {theirs.id}, linha 1", None, "linha 2"]
    assert [row["duplicateUrl"] for row in seen_by_me] == [None, None, f"/runs/{mine.id}?line=2"]
    assert seen_by_admin[0]["duplicateUrl"] == f"/runs/{theirs.id}?line=1"


def test_a_row_tells_its_whole_earning_after_a_transfer_split_it(
    start: Start, owner: Any, admin: Any, client_for: ClientFor
) -> None:
    run = start("ana001")
    work()
    path = f"{RUNS}/{run.id}/rows"
    before = client_for(owner).get(path).json()[0]["earning"]

    transfer(user_id=owner.id, amount=Decimal("1.00"), by=admin)

    assert before["amount"] == "3.00"
    assert client_for(owner).get(path).json()[0]["earning"] == before


@pytest.mark.once
def test_rows_with_earnings_cost_the_same_at_1_and_30(start: Start, owner: Any, client_for: ClientFor) -> None:
    client = client_for(owner)
    costs = []
    for count in (1, 30):
        run = start(*[f"conta{count}-{number}" for number in range(count)])
        work()
        with CaptureQueriesContext(connection) as queries:
            rows = client.get(f"{RUNS}/{run.id}/rows").json()
        assert all(row["earning"] for row in rows)
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_the_receipt_seals_counts_and_listings(start: Start, owner: Any, client_for: ClientFor) -> None:
    """'a signed run receipt (counts, remote ids, hash) anyone can re-verify': here by the keys in order, no white
    space, UTF-8, SHA-256."""
    run = start(text="ana001:x\nbia002:x\nruim")
    work()
    client = client_for(owner)

    answer = client.get(f"{RUNS}/{run.id}/receipt.json")
    again = client.get(f"{RUNS}/{run.id}/receipt.json")

    receipt = answer.json()["receipt"]
    text = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert answer.json()["sha256"] == hashlib.sha256(text.encode()).hexdigest()
    assert answer["Content-Disposition"] == f'attachment; filename="recibo-execucao-{run.id}.json"'
    assert again.content == answer.content
    assert (receipt["run"], receipt["state"], receipt["total"]) == (run.id, "finished_with_errors", 3)
    assert sum(receipt["counts"].values()) == 3
    assert [(listing["line"], listing["remoteId"], listing["withdrawnAt"]) for listing in receipt["listings"]] == [
        (line, row_of(run, line).remote_id, None) for line in (1, 2)
    ]
    assert "ana001" not in answer.content.decode()


def test_the_seal_changes_with_what_it_seals(start: Start, owner: Any, client_for: ClientFor) -> None:
    run = start("ana001")
    work()
    path = f"{RUNS}/{run.id}/receipt.json"
    before = client_for(owner).get(path).json()

    Row.objects.filter(run=run, state=RowState.CREATED).update(remote_id="outro")

    assert client_for(owner).get(path).json()["sha256"] != before["sha256"]


def test_runs_under_way_are_told_together_until_they_are_over(
    start: Start, owner: Any, admin: Any, other_employee: Any, client_for: ClientFor
) -> None:
    none = {"text": "", "percent": 0, "href": ""}
    client, everybody, other = client_for(owner), client_for(admin), client_for(other_employee)
    assert client.get(f"{RUNS}/going").json() == none

    run = start("ana001", "bia002")
    Row.objects.filter(run=run, line=1).update(state=RowState.FAILED)
    first = client.get(f"{RUNS}/going")
    assert first.json() == {"text": "Roblox: 1 de 2", "percent": 50, "href": f"/runs/{run.pk}"}
    assert client.get(f"{RUNS}/going", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert (everybody.get(f"{RUNS}/going").json(), other.get(f"{RUNS}/going").json()) == (first.json(), none)

    second = start("caio03")
    both = client.get(f"{RUNS}/going", HTTP_IF_NONE_MATCH=first["ETag"])
    assert both.json() == {"text": "2 execuções: 1 de 3", "percent": 33, "href": "/runs"}
    pause_run(run=second, by=owner)
    cancel_run(run=run, by=owner)
    assert client.get(f"{RUNS}/going").json() == none
