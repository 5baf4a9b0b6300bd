"""Creating in bulk over the API: documented shapes, waiting, repetition."""

import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from rest_framework.test import APIClient

from accounts.tests.factories import UserFactory
from bulk.actions import runs
from bulk.engine.worker import Worker
from bulk.models import Row, Run
from bulk.tests.helpers import SETTINGS, credited, row_of, sends, states, work
from core.errors import TEXTS
from earnings.models import Earning
from infra.shares import WAITING_CREATIONS
from marketplace.models import Configuration

Start = Callable[..., Run]
ClientFor = Callable[[Any], APIClient]

ROBLOX = "/api/roblox/bulk-create"
ASYNC = {"Prefer": "respond-async"}


class Clock:
    """Time that passes when somebody waits for it, and otherwise not."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What requests that wait for a run go by."""
    clock = Clock()
    monkeypatch.setattr(runs, "time", clock)
    return clock


def body(text: str = "ana001:Senha#1\nbia002:Senha#2", **changes: Any) -> dict[str, Any]:
    return {"text": text, "settings": SETTINGS} | changes


@pytest.mark.django_db
def test_respond_async_answers_202_and_where_the_run_is(client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(ROBLOX, body("ana001:Senha#1\nruim\nANA001:x"), headers=ASYNC)

    run = Run.objects.get()
    assert (answer.status_code, answer["Location"]) == (202, f"/api/bulk/runs/{run.id}")
    assert answer.json() == {
        "success": True,
        "runId": run.id,
        "results": {
            "total": 3,
            "successful": 0,
            "failed": 2,
            "accounts": [],
            "errors": [
                {"account": "Linha 2", "error": "Formato inválido. Use 'usuário:senha'", "line": 2},
                {"account": "Conta Roblox", "error": "Login duplicado: já está na linha 1.", "line": 3},
            ],
        },
    }


@pytest.mark.django_db
def test_a_run_not_done_in_time_answers_202(client_for: ClientFor, owner: Any, clock: Clock) -> None:
    """Wait for the run up to `Prefer: wait=N`."""
    answer = client_for(owner).post(ROBLOX, body(), headers={"Prefer": "wait=1"})

    assert answer.status_code == 202
    assert clock.now == 1


@pytest.mark.django_db
def test_a_run_that_is_over_answers_200_in_the_documented_shape(client_for: ClientFor, owner: Any, start: Start) -> None:
    earlier = start("ana001")

    answer = client_for(owner).post(ROBLOX, body("ana001:Senha#1"))

    run = Run.objects.latest("id")
    assert answer.status_code == 200
    assert "Location" not in answer
    error = f"Login duplicado: já está na execução {earlier.id}, linha 1."
    assert answer.json() == {
        "success": True,
        "runId": run.id,
        "results": {
            "total": 1,
            "successful": 0,
            "failed": 1,
            "accounts": [],
            "errors": [{"account": "Conta Roblox", "error": error, "line": 1}],
        },
    }


@pytest.mark.django_db(transaction=True)
def test_waiting_answers_200_as_soon_as_the_worker_is_done(
    real_database: Any,
    market: Any,
    configure: Callable[..., None],
    client_for: ClientFor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    patient = SimpleNamespace(monotonic=lambda: time.monotonic() / 20, sleep=time.sleep)
    monkeypatch.setattr(runs, "time", patient)  # however slow the machine is
    person = UserFactory()
    configure(person)
    worker = Worker()
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        answer = client_for(person).post(ROBLOX, body(), headers={"Prefer": "wait=20"})
    finally:
        worker.stop()
        thread.join()

    created = {row.line: row.remote_id for row in Row.objects.all()}
    assert answer.status_code == 200
    assert answer.json()["results"] == {
        "total": 2,
        "successful": 2,
        "failed": 0,
        "accounts": [
            {"title": "Conta Roblox", "line": 1, "remoteId": created[1]},
            {"title": "Conta Roblox", "line": 2, "remoteId": created[2]},
        ],
        "errors": [],
    }
    assert Earning.objects.count() == 2


@pytest.mark.django_db
def test_only_a_few_requests_wait_at_once(client_for: ClientFor, owner: Any, clock: Clock) -> None:
    """Only a few requests may wait at once (2 a process); the next ones get the 202 right away."""
    with WAITING_CREATIONS, WAITING_CREATIONS:
        answer = client_for(owner).post(ROBLOX, body(), headers={"Prefer": "wait=20"})

    assert answer.status_code == 202
    assert clock.now == 0


@pytest.mark.django_db
def test_war_thunder_takes_overrides_by_line(client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(
        "/api/war-thunder/bulk-create",
        {"text": "piloto01:a\n\npiloto02:b:p@example.com:c", "overrides": {"3": {"accountLevel": 90}}},
        headers=ASYNC,
    )

    run = Run.objects.get()
    assert (answer.status_code, run.game, states(run)) == (202, "war-thunder", {1: "queued", 3: "queued"})
    assert row_of(run, 3).override == {"accountLevel": 90}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "status", "code", "message"),
    [
        ({"text": " "}, 400, "text_empty", "Por favor, insira os detalhes das contas para análise."),
        ({"text": "sem dois pontos"}, 400, "no_valid_accounts", "Sem contas válidas"),
        (
            {"text": "a:b\n" * 5001},
            400,
            "too_many_lines",
            "O texto tem 5.001 linhas; o máximo é 5.000 por execução.",
        ),
        (
            {"text": "a:" + "b" * 2_100_000},
            400,
            "text_too_large",
            "O texto passa de 2 MB. Divida as contas em mais de uma execução.",
        ),
    ],
)
def test_a_refused_text_starts_nothing(
    changes: dict[str, Any], status: int, code: str, message: str, client_for: ClientFor, owner: Any
) -> None:
    answer = client_for(owner).post(ROBLOX, body() | changes, headers=ASYNC)

    assert (answer.status_code, answer.json()) == (status, {"message": message, "errors": {}, "code": code})
    assert Run.objects.count() == 0


@pytest.mark.django_db
def test_wrong_settings_name_their_fields(client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(ROBLOX, body(settings={"priceUsd": "-1", "title": "x"}), headers=ASYNC)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {
        "priceUsd": ["Preço deve ser um valor positivo"],
        "title": ["Título deve ter pelo menos 3 caracteres"],
    }
    assert Run.objects.count() == 0


@pytest.mark.django_db
def test_without_a_key_the_configuration_is_incomplete(client_for: ClientFor, owner: Any) -> None:
    Configuration.objects.all().delete()

    answer = client_for(owner).post(ROBLOX, body(), headers=ASYNC)

    assert (answer.status_code, answer.json()) == (
        400,
        {
            "message": "Chave de API do GameBoost não encontrada. Configure-a nas configurações.",
            "errors": {},
            "code": "configuration_missing",
        },
    )
    assert Run.objects.count() == 0


@pytest.mark.django_db
def test_a_run_for_somebody_else_is_an_admins_only(
    client_for: ClientFor, owner: Any, other_employee: Any, admin: Any
) -> None:
    refused = client_for(other_employee).post(ROBLOX, body(userId=owner.id), headers=ASYNC)
    absent = client_for(other_employee).post(ROBLOX, body(userId=10**9), headers=ASYNC)

    assert refused.status_code == absent.status_code == 403
    assert refused.content == absent.content
    assert Run.objects.count() == 0
    accepted = client_for(admin).post(ROBLOX, body(userId=owner.id), headers=ASYNC)
    assert accepted.status_code == 202
    assert Run.objects.get().owner_id == owner.id


@pytest.mark.django_db
def test_a_repeated_key_replays_the_answer_and_starts_no_second_run(client_for: ClientFor, owner: Any) -> None:
    """Same key and body replays the first answer (`Idempotent-Replay: true`), same key and other body is 422."""
    client = client_for(owner)
    key = ASYNC | {"Idempotency-Key": "chave-1"}

    first = client.post(ROBLOX, body(), headers=key)
    again = client.post(ROBLOX, body(), headers=key)
    other = client.post(ROBLOX, body("caio003:x"), headers=key)

    assert (first.status_code, again.status_code, other.status_code) == (202, 202, 422)
    assert again.json() == first.json()
    assert (again["Idempotent-Replay"], again["Location"]) == ("true", first["Location"])
    assert Run.objects.count() == 1


@pytest.mark.django_db
def test_a_refused_start_frees_its_key(client_for: ClientFor, owner: Any) -> None:
    client = client_for(owner)
    key = ASYNC | {"Idempotency-Key": "chave-2"}

    refused = client.post(ROBLOX, body(""), headers=key)
    corrected = client.post(ROBLOX, body(), headers=key)

    assert (refused.status_code, corrected.status_code) == (400, 202)


@pytest.mark.django_db(transaction=True)
def test_twenty_equal_starts_at_once_make_one_run(
    real_database: Any, market: Any, configure: Callable[..., None], client_for: ClientFor
) -> None:
    """Same start request 20× in parallel with one Idempotency-Key: 1 run."""
    person = UserFactory()
    configure(person)
    clients = [client_for(person) for _ in range(20)]
    statuses: list[int] = []

    def post(client: APIClient) -> None:
        try:
            answer = client.post(ROBLOX, body(), headers=ASYNC | {"Idempotency-Key": "chave-3"})
            statuses.append(answer.status_code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=post, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Run.objects.count() == 1
    assert len(statuses) == 20
    assert set(statuses) <= {202, 409}


@pytest.mark.django_db
def test_the_dry_run_checks_everything_and_sends_nothing(
    client_for: ClientFor, owner: Any, start: Start, market: Any
) -> None:
    """'`POST /api/bulk/preview` is the dry run: everything is checked, nothing is sent.'"""
    earlier = start("zeca01")
    text = "ana001:x\nruim\nANA001:y\nzeca01:z"

    answer = client_for(owner).post("/api/bulk/preview", body(text, game="roblox"))

    assert answer.status_code == 200
    told = answer.json()
    row = {
        "title": "Conta Roblox",
        "messages": [],
        "priceEur": None,
        "pay": None,
        "findings": [],
        "errors": {},
        "duplicateOf": None,
        "duplicateUrl": None,
        "services": [],
    }
    again = "Login duplicado: já está na linha 1."
    before = f"Login duplicado: já está na execução {earlier.id}, linha 1."
    fined = {"rule": "duplicate_listing", "field": "login", "fine": "1.00"}
    assert told["rows"] == [
        row
        | {"line": 1, "login": "a••••", "verdict": "valid", "error": ""}
        | {"priceEur": "8.70", "pay": "3.00", "services": ["gameboost"]},
        row
        | {
            "line": 2,
            "login": "",
            "title": "",
            "verdict": "invalid",
            "error": "Formato inválido. Use 'usuário:senha'",
        },
        row
        | {
            "line": 3,
            "login": "A••••",
            "verdict": "duplicate",
            "error": again,
            "findings": [fined | {"message": again}],
            "duplicateOf": 1,
        },
        row
        | {
            "line": 4,
            "login": "z••••",
            "verdict": "duplicate",
            "error": before,
            "findings": [fined | {"message": before}],
            "duplicateUrl": f"/runs/{earlier.id}?line=1",
        },
    ]
    assert told["totals"] == {
        "total": 4,
        "valid": 1,
        "invalid": 1,
        "duplicate": 2,
        "warning": 0,
        "sendable": 1,
    }
    assert (told["priceEur"], told["totalEur"], len(told["digest"])) == ("8.70", "8.70", 64)
    assert Run.objects.count() == 1
    assert market.log() == []


@pytest.mark.django_db
def test_the_dry_run_says_what_the_marketplace_would_refuse_or_change(client_for: ClientFor, owner: Any) -> None:
    client = client_for(owner)
    refused = client.post("/api/bulk/preview", body("ana001:x", game="roblox", settings=SETTINGS | {"priceUsd": "0.5"}))
    warned = client.post(
        "/api/bulk/preview",
        body("ana001:x", game="roblox", settings=SETTINGS | {"description": "Garantia de 45 dias, sem pegadinha."}),
    )

    assert refused.json()["rows"][0]["verdict"] == "invalid"
    assert refused.json()["rows"][0]["error"].startswith("price: ")
    assert warned.json()["rows"][0]["verdict"] == "warning"
    assert warned.json()["rows"][0]["messages"] != []


@pytest.mark.django_db
def test_the_dry_run_takes_five_thousand_lines(client_for: ClientFor, owner: Any) -> None:
    text = "\n".join(f"conta{number:05}:x" for number in range(5000))

    answer = client_for(owner).post("/api/bulk/preview", body(text, game="roblox"))

    assert answer.json()["totals"]["valid"] == 5000


@pytest.mark.django_db
def test_the_same_answer_comes_from_the_run_and_its_rows(client_for: ClientFor, owner: Any, market: Any) -> None:
    client = client_for(owner)
    client.post(ROBLOX, body(), headers=ASYNC)
    work()

    run = client.get(f"/api/bulk/runs/{Run.objects.get().id}").json()

    assert (run["state"], run["counts"]["created"], run["settled"]) == ("finished", 2, 2)
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert len(credited()) == 2


@pytest.mark.django_db
def test_signed_out_nothing_starts(client_for: ClientFor, owner: Any) -> None:
    answer = client_for(None).post(ROBLOX, body())

    assert (answer.status_code, answer.json()["message"]) == (401, TEXTS[401])
    assert Run.objects.count() == 0
