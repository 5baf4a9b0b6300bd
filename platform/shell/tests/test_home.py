"""GET /api/home: what somebody reads first."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import UserFactory
from bulk.enums import PauseCode, RowState
from bulk.models import Lane, OtherGame, QueueDraft, Row, Run, TextDraft
from bulk.tests.factories import stock_account
from earnings import actions
from earnings.tests.factories import owe
from infra import health
from tasks.tests.factories import give, give_overdue

pytestmark = pytest.mark.django_db


def made(owner: Any, *states: RowState, game: str = "roblox", days_ago: int = 0, **columns: Any) -> Run:
    """A run with a row of each state, settled so many days ago."""
    lane, _ = Lane.objects.get_or_create(key="k", market="m")
    about = {"game": game, "market": "m", "settings": {}, "usd_eur_rate": 1, "total": len(states)}
    at = timezone.now() - timedelta(days=days_ago)
    run = Run.objects.create(owner=owner, lane=lane, **{**about, "finished_at": at, **columns})
    for line, state in enumerate(states, 1):
        Row.objects.create(run=run, line=line, state=state, remote_id=f"{run.pk}-{line}", settled_at=at, credentials={})
    return run


def titles(client: APIClient) -> list[str]:
    return [check["title"] for check in client.get("/api/home").json()["checks"]]


def test_earned_is_of_this_month_and_not_what_is_due_again(
    employee: User, other_employee: User, admin: User, as_employee: APIClient
) -> None:
    with time_machine.travel("2026-10-31T15:00:00+00:00", tick=False):
        owe(employee, "100.00")
    with time_machine.travel("2026-11-10T15:00:00+00:00", tick=False):
        owe(employee, "30.00")
        owe(other_employee, "7.00")
        payout = actions.transfer(user_id=employee.id, amount=Decimal("120.00"), by=admin).payout
        actions.undo_payout(payout_id=payout.pk, reason="x", by=admin)

        assert as_employee.get("/api/home").json()["earned"] == "30.00"


def test_account_that_was_decided_weeks_after_its_run_is_of_today(employee: User, as_employee: APIClient) -> None:
    run = made(employee, RowState.CREATED, days_ago=20)
    Row.objects.filter(run=run).update(settled_at=timezone.now())

    assert as_employee.get("/api/home").json()["days"][-1]["accounts"] == 1


def test_production_is_ones_own_by_local_day_and_everybodys_for_admins(
    employee: User, other_employee: User, as_employee: APIClient, as_admin: APIClient
) -> None:
    created, failed = RowState.CREATED, RowState.FAILED
    made(employee, created, created, failed)
    made(employee, created, game="fortnite", days_ago=3)
    made(employee, created, days_ago=14)
    made(employee, created, training=True)
    OtherGame.objects.create(slug="minecraft", title="Minecraft")
    made(other_employee, created, created, created)
    made(other_employee, created, game="minecraft")

    own, all_ = as_employee.get("/api/home").json(), as_admin.get("/api/home").json()

    assert len(own["days"]) == 14
    assert own["days"][-1] == {"day": timezone.localdate().isoformat(), "accounts": 2}
    assert [day["accounts"] for day in own["days"][-4:]] == [1, 0, 0, 2]
    assert own["team"] == []
    assert all_["days"][-1]["accounts"] == 6
    assert [(each["person"]["username"], each["games"], each["accounts"]) for each in all_["team"]] == [
        (other_employee.username, {"Roblox": 3, "Minecraft": 1}, 4),
        (employee.username, {"Roblox": 2, "Fortnite": 1}, 3),
    ]


def test_production_stays_with_who_created_when_the_run_is_handed_on(
    employee: User, other_employee: User, as_admin: APIClient, client_for: Callable[[User], APIClient]
) -> None:
    account = stock_account(employee)
    Run.objects.filter(pk=account.first_row.run_id).update(owner=other_employee)

    heirs, all_ = client_for(other_employee).get("/api/home").json(), as_admin.get("/api/home").json()

    assert {day["accounts"] for day in heirs["days"]} == {0}
    assert [(each["person"]["username"], each["accounts"]) for each in all_["team"]] == [(employee.username, 1)]


def test_next_task_is_due_first_and_leads_to_the_creator_of_its_game(employee: User, as_employee: APIClient) -> None:
    assert as_employee.get("/api/home").json()["nextTask"] is None
    give(employee, title="Sem prazo")
    give(employee, title="Vinte contas war thunder", due_at=timezone.now() + timedelta(days=2))
    give(employee, title="Mais tarde", due_at=timezone.now() + timedelta(days=9))

    task = as_employee.get("/api/home").json()["nextTask"]

    assert (task["title"], task["href"], task["action"]) == (
        "Vinte contas war thunder",
        "/war-thunder-bulk",
        "Criar contas War Thunder",
    )


def test_task_that_names_no_game_leads_to_all_of_them(employee: User, as_employee: APIClient) -> None:
    give(employee, title="Contas novas", description="")

    task = as_employee.get("/api/home").json()["nextTask"]

    assert (task["href"], task["action"]) == ("/game-selection", "Criar contas")


def test_employee_is_told_what_waits_for_them_with_where_it_is_mended(
    employee: User, other_employee: User, as_employee: APIClient
) -> None:
    made(other_employee, RowState.UNCERTAIN, RowState.FAILED)
    assert titles(as_employee) == []
    uncertain = made(employee, RowState.UNCERTAIN)
    made(employee, RowState.FAILED, days_ago=8)
    refused = made(employee, RowState.FAILED, RowState.FAILED, days_ago=6)
    made(employee, paused_at=timezone.now(), pause_code=PauseCode.PERSON, finished_at=None)
    TextDraft.objects.create(owner=employee, game="valorant", text="conta:senha")
    TextDraft.objects.create(owner=employee, game="roblox", text=" ")
    OtherGame.objects.create(slug="minecraft", title="Minecraft")
    TextDraft.objects.create(owner=employee, game="minecraft", text="conta:senha")
    QueueDraft.objects.create(owner=employee, game="fortnite", entries=[{"sent": {"runId": 1, "line": 1}}])

    checks = as_employee.get("/api/home").json()["checks"]

    assert [(check["title"], check["text"], check["href"]) for check in checks] == [
        ("Contas incertas", "1 conta sem resultado confirmado.", f"/runs/{uncertain.pk}?state=uncertain"),
        ("Recusadas", "2 contas recusadas nos últimos 7 dias.", f"/runs/{refused.pk}?state=failed"),
        ("Execuções", "1 execução pausada; nada dela é enviado.", "/runs?state=paused"),
        ("Minecraft", "Há contas que você ainda não enviou. Ficam guardadas por 7 dias.", "/criar/minecraft"),
        ("Valorant", "Há contas que você ainda não enviou. Ficam guardadas por 7 dias.", "/valorant-bulk"),
    ]
    assert "conta:senha" not in str(checks)


def test_admin_is_told_of_payments_tasks_and_locked_people(
    employee: User, as_admin: APIClient, client_for: Callable[[Any], APIClient]
) -> None:
    health.beat("worker-1")
    actions.create_schedule(next_payment_date=timezone.localdate() + timedelta(days=3), by=None)
    assert titles(as_admin) == ["Backup"]
    owe(employee, "80.00")
    give_overdue(employee)
    for _ in range(3):
        client_for(None).post("/api/auth/login", {"username": employee.username.upper(), "password": "errada"})

    told = {check["title"]: check for check in as_admin.get("/api/home").json()["checks"]}

    assert told.keys() == {"Backup", "Pagamento", "Tarefas", "Acesso bloqueado"}
    assert told["Pagamento"]["text"].startswith("R$ 80,00 a pagar")
    assert (told["Pagamento"]["href"], told["Pagamento"]["tone"]) == ("/ganhos", "warn")
    assert told["Tarefas"]["text"] == "1 tarefa passou do prazo."
    assert employee.full_name in told["Acesso bloqueado"]["text"]
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert "Acesso bloqueado" not in titles(as_admin)


def test_the_button_that_unlocks_is_shown_to_admins_whom_it_leads_somewhere(
    employee: User, as_admin: APIClient, operator: APIClient, client_for: Callable[[Any], APIClient]
) -> None:
    for _ in range(3):
        client_for(None).post("/api/auth/login", {"username": employee.username, "password": "errada"})

    def href(client: APIClient) -> str:
        checks = client.get("/api/home").json()["checks"]
        return next(str(check["href"]) for check in checks if check["title"] == "Acesso bloqueado")

    page = f"/admin/accounts/user/?q={employee.username}"
    assert [client.get(page).status_code for client in (as_admin, operator)] == [404, 200]
    assert [href(as_admin), href(operator)] == ["", page]


def test_the_button_that_unlocks_finds_somebody_whose_name_has_a_plus(
    operator: APIClient, client_for: Callable[[Any], APIClient]
) -> None:
    person = UserFactory(username="ana+b&c#d", full_name="")
    for _ in range(3):
        client_for(None).post("/api/auth/login", {"username": person.username, "password": "errada"})
    checks = operator.get("/api/home").json()["checks"]

    href = next(check["href"] for check in checks if check["title"] == "Acesso bloqueado")

    assert f"/admin/accounts/user/{person.pk}/change/" in operator.get(href).content.decode()


@pytest.mark.once
@pytest.mark.parametrize("role", ["employee", "admin"])
def test_home_costs_the_same_queries_however_much_there_is(
    role: str, employee: User, as_employee: APIClient, as_admin: APIClient
) -> None:
    client = as_admin if role == "admin" else as_employee
    costs = []
    for count in (1, 20):
        for _ in range(count):
            made(employee, RowState.CREATED, RowState.UNCERTAIN, RowState.FAILED)
            made(UserFactory(), RowState.CREATED)
            owe(employee)
        give_overdue(employee)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/api/home").status_code == 200
        costs.append(len(queries))

    assert costs[0] == costs[1]
