"""Runs and rows over the API."""

import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from bulk.actions.runs import pause_run
from bulk.enums import RowState
from bulk.exports import REPORT
from bulk.models import Row, Run
from bulk.tests.helpers import credited, row_of, session_of, state_of, states, work
from core.models import AuditEvent
from earnings.actions import set_automatic_amount, transfer
from earnings.models import Earning
from earnings.queries import Source, cause_of, describe_kinds
from loyalty.models import Record

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
ClientFor = Callable[[Any], APIClient]

NONE = dict.fromkeys([state.value for state in RowState], 0)


def path_of(run: Run, suffix: str = "") -> str:
    return f"/api/bulk/runs/{run.id}{suffix}"


def iso(moment: Any) -> str:
    return timezone.localtime(moment).isoformat()


def test_progress_of_a_run(client_for: ClientFor, start: Start, owner: Any, configure: Callable[..., None]) -> None:
    configure(owner, key="sandbox-chave-key")
    run = start(text="ana001:x\nbia002:x\nruim")
    with session_of(run) as session:
        session.do_one_thing()

    answer = client_for(owner).get(path_of(run))

    run.refresh_from_db()
    assert answer.json() == {
        "id": run.id,
        "game": "roblox",
        "gameTitle": "Roblox",
        "creatorPath": "/roblox-bulk",
        "market": run.market,
        "keyHint": "••••-key",
        "training": False,
        "group": [],
        "systemKey": False,
        "title": "Conta Roblox",
        "state": "running",
        "counts": NONE | {"created": 1, "queued": 1, "failed": 1},
        "total": 3,
        "settled": 2,
        "earned": "3.00",
        "pauseCode": "",
        "pauseReason": "",
        "keyUserId": None,
        "createdAt": iso(run.created_at),
        "startedAt": iso(run.started_at),
        "finishedAt": None,
        "etaSeconds": None,
        "by": {"id": owner.id, "fullName": owner.full_name, "username": owner.username},
        "retryable": 0,
        "listed": 1,
        "drafts": 0,
        "withdrawing": 0,
        "withdrawn": 0,
    }


def test_what_a_run_earned_is_what_was_credited_whatever_an_account_pays_now(
    client_for: ClientFor, start: Start, owner: Any, admin: Any
) -> None:
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    set_automatic_amount(by=admin, written=Decimal("5.00"))
    Record.objects.update_or_create(user=owner, defaults={"points": 100})
    work()
    transfer(user_id=owner.id, amount=Decimal("4.00"), by=admin)

    client = client_for(owner)
    told = client.get(path_of(run)).json()

    assert (told["counts"]["created"], told["earned"]) == (2, "8.25")
    assert [each["earned"] for each in client.get("/api/bulk/runs").json()] == ["8.25"]


def test_progress_says_how_long_it_will_take(
    client_for: ClientFor, start: Start, owner: Any, settings: Any, market: Any
) -> None:
    """ETA within ±20 % after the first 10 % at steady latency."""
    settings.BULK_PAUSE_MS = 150
    run = start(*[f"conta{number:03}" for number in range(30)])
    started = time.monotonic()
    with session_of(run) as session:
        for _ in range(4):
            session.do_one_thing()
    elapsed = time.monotonic() - started

    answer = client_for(owner).get(path_of(run))

    measured = Run.objects.get().pace_s
    assert measured is not None
    assert 0.15 <= measured <= elapsed
    assert answer.json()["etaSeconds"] == round(26 * measured)


def test_unchanged_progress_is_304_for_one_small_read(client_for: ClientFor, start: Start, owner: Any) -> None:
    """Answer `ETag`, and 304 to `If-None-Match`, at a cost that doesn't grow with the table."""
    run = start("ana001", "bia002")
    client = client_for(owner)
    first = client.get(path_of(run))
    known = {"If-None-Match": first["ETag"]}

    with CaptureQueriesContext(connection) as queries:
        unchanged = client.get(path_of(run), headers=known)
    work()
    changed = client.get(path_of(run), headers=known)

    assert (first["Cache-Control"], unchanged.status_code, unchanged.content) == ("private, no-cache", 304, b"")
    assert [query["sql"] for query in queries if "bulk_row" in query["sql"]] == []
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


@pytest.mark.parametrize(
    ("method", "suffix"),
    [
        ("get", ""),
        ("get", "/rows"),
        ("get", "/report.csv"),
        ("get", "/receipt.json"),
        ("post", "/pause"),
        ("post", "/resume"),
        ("post", "/cancel"),
        ("post", "/retry"),
        ("post", "/withdraw"),
        ("post", "/rows/{row}/resolve"),
        ("post", "/rows/{row}/reveal"),
    ],
)
def test_a_run_of_somebody_else_answers_as_one_that_never_was(
    method: str, suffix: str, client_for: ClientFor, start: Start, other_employee: Any
) -> None:
    """Foreign and absent ids give identical bytes; refused writes change nothing."""
    run = start("ana001")
    body = {"outcome": "failed", "action": "delete"} if method == "post" else None
    before = (Run.objects.values().get(), Row.objects.values().get(), AuditEvent.objects.count())
    client = client_for(other_employee)

    foreign = getattr(client, method)(path_of(run, suffix.format(row=row_of(run).id)), body)
    absent = getattr(client, method)(f"/api/bulk/runs/{10**9}" + suffix.format(row=10**9), body)

    assert foreign.status_code == absent.status_code == 404
    assert foreign.content == absent.content
    assert (Run.objects.values().get(), Row.objects.values().get(), AuditEvent.objects.count()) == before


def test_an_admin_sees_every_run(client_for: ClientFor, start: Start, admin: Any, owner: Any) -> None:
    run = start("ana001")

    answer = client_for(admin).get(path_of(run))

    assert answer.json()["by"] == {"id": owner.id, "fullName": owner.full_name, "username": owner.username}


def test_the_list_is_ones_own_newest_first(
    client_for: ClientFor, start: Start, owner: Any, other_employee: Any, admin: Any, configure: Callable[..., None]
) -> None:
    configure(other_employee)
    first, second = start("ana001"), start("bia002", game="war-thunder", settings={})
    theirs = start("caio003", by=other_employee)

    mine = client_for(owner).get("/api/bulk/runs")
    by_game = client_for(owner).get("/api/bulk/runs?game=war-thunder")
    everyones = client_for(admin).get("/api/bulk/runs?limit=2")
    of_one = client_for(admin).get(f"/api/bulk/runs?userId={owner.id}")
    refused = client_for(owner).get(f"/api/bulk/runs?userId={other_employee.id}")

    assert [run["id"] for run in mine.json()] == [second.id, first.id]
    assert mine["X-Total-Count"] == "2"
    assert [run["id"] for run in by_game.json()] == [second.id]
    assert [run["id"] for run in everyones.json()] == [theirs.id, second.id]
    assert everyones["X-Total-Count"] == "3"
    assert [run["id"] for run in of_one.json()] == [second.id, first.id]
    assert refused.status_code == 403


def test_rows_are_shown_in_order_masked_and_by_state(client_for: ClientFor, start: Start, owner: Any) -> None:
    run = start(text="ana001xyz:Senha#1\nruim\nANA001XYZ:Senha#2")
    work()

    everything = client_for(owner).get(path_of(run, "/rows"))
    failed = client_for(owner).get(path_of(run, "/rows?state=failed&limit=1"))
    third = client_for(owner).get(path_of(run, "/rows?line=3"))

    row = row_of(run)
    assert everything["X-Total-Count"] == "3"
    assert everything.json()[0] == {
        "id": row.id,
        "line": 1,
        "login": "an••••yz",
        "title": "Conta Roblox",
        "state": "created",
        "error": "",
        "errors": {},
        "remoteId": row.remote_id,
        "duplicateOf": None,
        "duplicateUrl": None,
        "earning": {"id": Earning.objects.get().id, "amount": "3.00"},
        "canReveal": True,
        "sentAt": iso(row.sent_at),
        "settledAt": iso(row.settled_at),
        "withdrawal": "",
        "withdrawnAt": None,
    }
    assert [(each["line"], each["state"], each["duplicateOf"], each["earning"]) for each in everything.json()[1:]] == [
        (2, "failed", None, None),
        (3, "duplicate", "linha 1", None),
    ]
    assert [each["line"] for each in failed.json()] == [2]
    assert [each["line"] for each in third.json()] == [3]
    assert "Senha" not in everything.content.decode()


@pytest.mark.parametrize("query", ["state=nonsense", "limit=0", "limit=501", "offset=-1", "line=0"])
def test_nonsense_in_the_query_is_a_400(query: str, client_for: ClientFor, start: Start, owner: Any) -> None:
    run = start("ana001")

    assert client_for(owner).get(path_of(run, f"/rows?{query}")).status_code == 400


@pytest.mark.once
@pytest.mark.parametrize(
    "path", ["/api/bulk/runs?limit=100", "/api/bulk/runs/{id}", "/api/bulk/runs/{id}/rows?limit=100"]
)
def test_reads_cost_the_same_at_1_and_30_rows(path: str, client_for: ClientFor, start: Start, owner: Any) -> None:
    """Every list costs the same number of queries at 1 and at 30 rows."""
    client = client_for(owner)
    costs = []
    for count in (1, 30):
        for number in range(count):
            run = start(*[f"conta{count}-{number}-{each}" for each in range(count)])
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path.format(id=run.id)).status_code == 200
        costs.append(len(queries))

    assert costs[0] == costs[1]


@pytest.mark.parametrize(("verb", "state"), [("pause", "paused"), ("cancel", "cancelled")])
def test_verbs_answer_the_run(verb: str, state: str, client_for: ClientFor, start: Start, owner: Any) -> None:
    run = start("ana001")

    answer = client_for(owner).post(path_of(run, f"/{verb}"))

    assert (answer.status_code, answer.json()["id"], answer.json()["state"]) == (200, run.id, state)
    assert state_of(run) == state


def test_resume_and_retry_answer_the_run(client_for: ClientFor, start: Start, owner: Any, market: Any) -> None:
    client = client_for(owner)
    run = start("ana001")
    client.post(path_of(run, "/pause"))
    market.set_faults({"kind": "refuse"})

    resumed = client.post(path_of(run, "/resume"))
    work()
    retried = client.post(path_of(run, "/retry"))

    assert resumed.json()["state"] == "queued"
    assert retried.json()["counts"] == NONE | {"queued": 1}


def test_a_verb_that_does_not_fit_is_409(client_for: ClientFor, start: Start, owner: Any) -> None:
    run = start("ana001")

    answer = client_for(owner).post(path_of(run, "/resume"))

    assert (answer.status_code, answer.json()) == (
        409,
        {"message": "Esta execução não está pausada.", "errors": {}, "code": "wrong_state"},
    )


def test_withdraw_asks_for_every_created_listing(client_for: ClientFor, start: Start, owner: Any) -> None:
    run = start("ana001")
    work()

    answer = client_for(owner).post(path_of(run, "/withdraw"), {"action": "draft"})

    assert answer.status_code == 200
    assert row_of(run).withdrawal == "draft"


def test_an_uncertain_row_is_resolved(client_for: ClientFor, start: Start, owner: Any, market: Any) -> None:
    """The marketplace is asked whether the listing is there; a repetition by its key is told the same."""
    run = start("ana001")
    work()
    remote_id = row_of(run).remote_id
    Row.objects.update(state=RowState.UNCERTAIN, remote_id="")
    path = path_of(run, f"/rows/{row_of(run).id}/resolve")
    client = client_for(owner)
    asked = {"outcome": "created", "remoteId": remote_id}

    without_id = client.post(path, {"outcome": "created"})
    bad_id = client.post(path, {"outcome": "created", "remoteId": "12/34"})
    of_nobody = client.post(path, {"outcome": "created", "remoteId": "777"})
    resolved = client.post(path, asked, headers={"Idempotency-Key": "decidida"})
    replayed = client.post(path, asked, headers={"Idempotency-Key": "decidida"})
    again = client.post(path, asked)

    assert without_id.json()["errors"] == bad_id.json()["errors"] == {"remoteId": ["Informe o número do anúncio."]}
    assert (of_nobody.status_code, of_nobody.json()["code"]) == (409, "not_confirmed")
    assert (resolved.status_code, resolved.json()["state"], resolved.json()["remoteId"]) == (200, "created", remote_id)
    assert (replayed.status_code, replayed.json()) == (200, resolved.json())
    assert again.status_code == 409
    assert len(credited()) == 1


def test_credentials_are_revealed_to_those_who_may_see_the_run(client_for: ClientFor, start: Start, owner: Any) -> None:
    run = start(game="war-thunder", text="piloto01:a:p@example.com:b", settings={})

    answer = client_for(owner).post(path_of(run, f"/rows/{row_of(run).id}/reveal"))

    assert answer.json() == {
        "login": "piloto01",
        "password": "a",
        "emailLogin": "p@example.com",
        "emailPassword": "b",
    }
    assert answer["Cache-Control"] == "no-store"
    assert AuditEvent.objects.filter(event="bulk.credentials_revealed", actor_id=owner.id).count() == 1


def test_the_report_lists_every_line_and_runs_no_formula(
    client_for: ClientFor, start: Start, owner: Any, market: Any
) -> None:
    """'error report by line'; cells starting with = + - @ tab or CR neutralised."""
    market.set_faults({"kind": "refuse", "errors": {"login": ["=HYPERLINK(0)"]}})
    run = start(text="ana001xyz:Senha#1\nruim")
    work()

    answer = client_for(owner).get(path_of(run, "/report.csv"))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="execucao-{run.id}.csv"'
    header, first, second, end = answer.content.decode().removeprefix("\ufeff").split("\r\n")
    assert (header, end) == (";".join(REPORT), "")
    assert first.split(";")[:5] == ["1", "Falhou", "'=HYPERLINK(0)", "an••••yz", "Conta Roblox"]
    assert second.split(";")[:3] == ["2", "Falhou", "Formato inválido. Use 'usuário:senha'"]
    assert "Senha#1" not in answer.content.decode()


def test_statistics_are_counted_from_the_rows(
    client_for: ClientFor, start: Start, owner: Any, other_employee: Any, admin: Any
) -> None:
    """'`{total, today, thisMonth, byGame: {fortnite, valorant, roblox, warThunder}, failed}`'."""
    start(text="ana001:x\nbia002:x\nruim")
    start("piloto1", game="war-thunder", settings={})
    work()
    Row.objects.filter(title="Conta Roblox", line=1).update(settled_at=timezone.now() - timezone.timedelta(days=40))

    mine = client_for(owner).get("/api/accounts/stats")
    seen = client_for(admin).get(f"/api/accounts/stats?userId={owner.id}")
    refused = client_for(other_employee).get(f"/api/accounts/stats?userId={owner.id}")
    empty = client_for(other_employee).get("/api/accounts/stats")

    assert (
        mine.json()
        == seen.json()
        == {
            "total": 3,
            "today": 2,
            "thisMonth": 2,
            "byGame": {"fortnite": 0, "valorant": 0, "roblox": 2, "warThunder": 1},
            "failed": 1,
        }
    )
    assert refused.status_code == 403
    assert empty.json()["total"] == 0


def test_an_earning_tells_its_row(start: Start, market: Any, owner: Any) -> None:
    """'Por que R$ 3,00?': every cent opens the chain."""
    run = start("ana001xyz")
    work()
    row = row_of(run)

    source = cause_of(Earning(source_kind="bulk_row", source_id=row.id), to=owner)

    assert source is not None
    assert (source.label, source.url) == (f"Execução {run.id}, linha 1", f"/runs/{run.id}?line=1")
    assert source.facts[:3] == (("Jogo", "Roblox"), ("Conta", "an••••yz"), ("Anúncio", row.remote_id))
    assert Earning.objects.get().group_id == run.id
    kind = describe_kinds([("bulk_row", run.id), ("bulk_row", None)])["bulk_row"]
    assert (kind.label, kind.groups) == (
        "Contas criadas",
        {run.id: Source(f"Execução {run.id} · Roblox", f"/runs/{run.id}")},
    )


def test_a_pause_by_an_admin_is_told_in_the_owners_trail(start: Start, owner: Any, admin: Any) -> None:
    run = start("ana001")

    pause_run(run=run, by=admin)

    event = AuditEvent.objects.get(event="bulk.run_paused")
    assert (event.actor_id, event.subject_id) == (admin.id, owner.id)
    assert states(run) == {1: "queued"}
