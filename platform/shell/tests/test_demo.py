from collections import Counter
from decimal import Decimal
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db.models import F, Sum
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from bulk.models import Result, Row
from bulk.results.ledger import write_results
from bulk.results.proof import verify_results
from bulk.tests.helpers import work
from earnings.models import Earning, PaymentSchedule, Posting
from loyalty.models import History
from marketplace.actions.orders import read_orders, read_payments
from marketplace.actions.sync import find_sales
from marketplace.enums import OrderState
from marketplace.tests.sandbox_fixture import RunningSandbox, sandbox
from notifications.models import Notification
from shell import demo
from shell.management.commands import start
from tasks.models import Task

__all__ = ["sandbox"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def seeded(django_db_reset_sequences: Any) -> dict[str, User]:
    """The demo in an empty database; its people by name."""
    assert demo.seed()
    return {user.username: user for user in User.objects.all()}


@pytest.mark.once
def test_demo_is_the_one_of_the_decisions_and_is_made_once(seeded: dict[str, User]) -> None:
    assert_people_are_those_of_the_decisions(seeded)
    assert_people_stand_in_their_tiers(seeded)
    assert_every_status_and_priority_is_there_and_somebody_with_nothing(seeded)
    assert_money_agrees_with_its_ledger()
    assert_a_month_of_activity_is_there(seeded)
    assert_seeding_again_changes_nothing()


def assert_people_are_those_of_the_decisions(seeded: dict[str, User]) -> None:
    """And can sign in."""
    assert {name: (user.role, user.is_superuser, user.has_second_password) for name, user in seeded.items()} == {
        "admin": ("admin", True, True),
        "ana.souza": ("employee", False, False),
        "bruno.lima": ("employee", False, True),
        "carla.dias": ("employee", False, False),
        "diego.alves": ("employee", False, False),
    }
    assert seeded["admin"].id == 1
    for person in demo.PEOPLE:
        assert seeded[person.username].check_password(person.password)


def assert_people_stand_in_their_tiers(seeded: dict[str, User]) -> None:
    client = APIClient()
    client.force_login(seeded["admin"])

    tiers = {name: client.get(f"/api/loyalty-points/{user.id}").json()["tier"] for name, user in seeded.items()}

    assert {name: tiers[name] for name in ("ana.souza", "bruno.lima", "carla.dias")} == {
        "ana.souza": "excellent",
        "bruno.lima": "medium",
        "carla.dias": "poor",
    }


def assert_every_status_and_priority_is_there_and_somebody_with_nothing(seeded: dict[str, User]) -> None:
    """Tasks of every status and priority, earnings pending and paid, a payment date, points, notices; nothing for
    diego.alves."""
    overdue = Task.objects.filter(due_at__lt=timezone.now()).exclude(status="completed")

    assert set(Task.objects.values_list("status", flat=True)) >= {"pending", "completed"}
    assert overdue.count() == 1
    assert set(Task.objects.values_list("priority", flat=True)) == {"high", "medium", "low"}
    assert set(Earning.objects.values_list("status", flat=True)) == {"pending", "paid"}
    assert PaymentSchedule.objects.get().next_payment_date > timezone.localdate()
    assert History.objects.exists()
    assert Notification.objects.exists()
    diego = seeded["diego.alves"]
    assert not Task.objects.filter(assignee=diego).exists()
    assert not Earning.objects.filter(user=diego).exists()


def assert_money_agrees_with_its_ledger() -> None:
    call_command("verify_ledger", stdout=StringIO())

    totals = dict(Earning.objects.values_list("status").annotate(total=Sum("amount")))
    assert totals["paid"] == Decimal("90.00")


def assert_a_month_of_activity_is_there(seeded: dict[str, User]) -> None:
    """Visits are imagined; accounts and tasks are those that the other screens show."""
    client = APIClient()
    client.force_login(seeded["admin"])

    summary = client.get("/api/analytics/summary?range=30d").json()
    people = {row["username"]: row for row in client.get("/api/analytics/people?range=30d").json()}

    assert summary["people"]["value"] == len(people) == len(demo.PEOPLE)
    assert summary["sessions"]["value"] > 50
    assert summary["loginRate"]["value"] > 80
    tasks = Counter(Task.objects.filter(status="completed").values_list("assignee__username", flat=True))
    assert sum(row["accounts"] for row in people.values()) == Row.objects.filter(state="created").count() == 0
    assert {name: row["tasks"] for name, row in people.items() if row["tasks"]} == tasks
    assert sum(point["tasksAssigned"] for point in summary["points"]) == Task.objects.count()


def assert_seeding_again_changes_nothing() -> None:
    """'idempotent'."""

    def state() -> list[Any]:
        return [model.objects.count() for model in (User, Task, Earning, Posting, History, Notification)]

    before = state()

    said = StringIO()
    call_command("seed", demo=True, stdout=said)

    assert said.getvalue() == "A demonstração já existe; nada foi alterado.\n"
    assert state() == before


def test_demo_lists_its_accounts_sells_some_and_tells_of_it(sandbox: RunningSandbox, seeded: dict[str, User]) -> None:
    assert_a_signed_webhook_takes_its_notices(seeded)
    work()
    assert_every_figure_is_the_count_of_its_rows(seeded)
    find_sales()
    read_orders()
    assert_accounts_are_in_stock_and_an_order_of_each_state(seeded)
    read_payments()
    write_results()
    assert_results_have_costs_and_one_was_paid()


def assert_a_signed_webhook_takes_its_notices(seeded: dict[str, User]) -> None:
    client = APIClient()
    client.force_login(seeded["carla.dias"])

    *_, webhook = client.get("/api/notifications/channels").json()["channels"]
    tried = client.post("/api/notifications/channels/webhook/test")

    assert (webhook["channel"], webhook["connected"], webhook["kinds"]) == ("webhook", True, demo.WORK["notices"])
    assert tried.status_code == 204


def assert_every_figure_is_the_count_of_its_rows(seeded: dict[str, User]) -> None:
    """Runs, dashboards, earnings and analytics tell of the same accounts."""
    client = APIClient()
    client.force_login(seeded["admin"])
    runs = client.get("/api/bulk/runs").json()
    people = client.get("/api/analytics/people?range=30d").json()
    summary = client.get("/api/analytics/summary?range=30d").json()
    listed = Row.objects.filter(state="created")
    made = Counter(listed.filter(account__first_row=F("pk")).values_list("run__owner__username", flat=True))
    credited = Counter(Earning.objects.filter(source_kind="bulk_row").values_list("user__username", flat=True))
    assert made == {"ana.souza": 6, "bruno.lima": 10, "carla.dias": 2}
    assert {run["state"] for run in runs} == {"finished"}
    assert sum(run["counts"]["created"] for run in runs) == sum(run["total"] for run in runs) == listed.count()
    assert listed.count() == made.total() + len(demo.WORK["on_both"])
    assert credited == {row["username"]: row["accounts"] for row in people if row["accounts"]} == made
    assert sum(point["accounts"] for point in summary["points"]) == made.total()
    for name, user in seeded.items():
        stats = client.get(f"/api/accounts/stats?userId={user.id}").json()
        assert (stats["total"], stats["failed"]) == (made[name], 0)


def assert_accounts_are_in_stock_and_an_order_of_each_state(seeded: dict[str, User]) -> None:
    client = APIClient()
    client.force_login(seeded["bruno.lima"])
    orders = client.get("/api/orders").json()
    stock = Counter(account["state"] for account in client.get("/api/stock").json())
    assert {order["state"] for order in orders} == set(OrderState)
    assert [order["state"] for order in orders if order["dueAt"]] == [OrderState.IN_DELIVERY, OrderState.DISPUTED]
    assert stock == {"sold": 5, "on_sale": 5}


def assert_results_have_costs_and_one_was_paid() -> None:
    results = Result.objects.all()
    assert {each.supplier for each in results} == {"", "Loja Exemplo", "Example Store"}
    assert {each.unvalued for each in results} == {0}
    [paid] = [each for each in results if each.paid]
    assert paid.profit == paid.paid - paid.cost - paid.pay
    assert verify_results().faults == []


def test_seed_says_what_it_needs_to_be_told() -> None:
    with pytest.raises(CommandError, match="Diga o que criar"):
        call_command("seed")
    with pytest.raises(CommandError, match="não podem ser negativos"):
        call_command("seed", employees=-1)

    assert not User.objects.exists()


def test_demo_is_not_made_where_people_come_by_https(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PUBLIC_BASE_URL = "https://contas.example.com"
    monkeypatch.setattr(start, "connection", SimpleNamespace(close=lambda: None))

    with pytest.raises(CommandError, match="não é criada onde PUBLIC_BASE_URL é https"):
        call_command("seed", demo=True)
    start.Command()._prepare(collect=False)

    assert not User.objects.exists()


def test_start_with_keys_that_open_nothing_says_so_before_anybody_signs_in(keys: Any) -> None:
    """As where `var/secrets.env` was lost and made anew: every log-in would be an error."""
    User.objects.create(username="chefe")
    keys(Fernet.generate_key().decode())

    with pytest.raises(ImproperlyConfigured, match=r"^FIELD_ENCRYPTION_KEYS não abre um segredo gravado"):
        start.Command()._prepare(collect=False)


def test_seed_fills_up_to_the_numbers_and_not_beyond() -> None:
    """The counts make a big installation for measuring."""
    for _ in range(2):
        call_command("seed", employees=3, tasks=5, earnings=7, stdout=StringIO())

    counts = Counter(model.__name__ for model in (User, Task, Earning) for _ in model.objects.all())
    assert counts == {"User": 3, "Task": 5, "Earning": 7}
    assert not any(user.has_usable_password() for user in User.objects.all())
