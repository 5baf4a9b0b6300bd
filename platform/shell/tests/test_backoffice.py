"""Django admin as the backoffice of the whole product: 'a home page with what needs attention …, search, filters, …
exports …; constant queries'."""

import csv
import io
import re
from datetime import timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.tests.factories import AdminFactory, UserFactory
from core import audit
from core.models import AuditEvent
from earnings.actions import transfer
from earnings.models import PaymentSchedule, Payout
from earnings.tests.factories import owe
from tasks.actions import complete
from tasks.models import Task
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


def list_of(model: Any) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(AdminFactory(username="operadora", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def _without_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu beside a list takes longer than the list, and is looked at where it leads back to the page of an app."""
    monkeypatch.setattr(admin.site, "enable_nav_sidebar", False)
    monkeypatch.setattr(admin.site, "get_app_list", lambda request, app_label=None: [])


def test_home_says_that_nothing_waits(operator: Client) -> None:
    page = operator.get("/admin/")

    assert page.context["attention"] == []
    assert "Nada espera por você agora." in page.content.decode()


def test_home_names_what_waits_and_leads_to_it(operator: Client) -> None:
    person = UserFactory()
    late = give(person)
    give(person)
    Task.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(days=2))
    owe(person, "12.50")
    PaymentSchedule.objects.create(next_payment_date=timezone.localdate() - timedelta(days=1), anchor_day=1)
    audit.record("accounts.sign_in_locked", by=None, subject=person)

    waiting = operator.get("/admin/").context["attention"]

    assert {item["label"]: item["count"] for item in waiting} == {
        "Tarefas atrasadas": 1,
        "Pagamentos vencidos": 1,
        "Acessos bloqueados": 1,
    }
    for item in waiting:
        listed = operator.get(item["url"])
        assert listed.status_code == 200
        assert listed.context["cl"].result_count == item["count"], item["label"]


def test_home_names_nothing_of_rows_that_the_operator_may_not_see() -> None:
    client, person = Client(), UserFactory(is_staff=True)
    client.force_login(person)
    PaymentSchedule.objects.create(next_payment_date=timezone.localdate() - timedelta(days=1), anchor_day=1)
    owe(person, "12.50")
    audit.record("accounts.sign_in_locked", by=None, subject=person)

    assert client.get("/admin/").context["attention"] == []

    person.user_permissions.add(Permission.objects.get(codename="view_auditevent"))
    assert [item["label"] for item in client.get("/admin/").context["attention"]] == ["Acessos bloqueados"]


@pytest.mark.parametrize("app", sorted({model._meta.app_label for model in MODELS}))
def test_page_of_an_app_that_every_list_leads_back_to_answers(app: str, operator: Client) -> None:
    page = operator.get(f"/admin/{app}/")

    assert page.status_code == 200
    assert f"/admin/{app}/" in operator.get(page.context["app_list"][0]["models"][0]["admin_url"]).content.decode()
    assert "Precisa de atenção" not in page.content.decode()


@pytest.mark.usefixtures("_without_menu")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_list_answers_its_search_and_its_export(model: Any, operator: Client) -> None:
    assert operator.get(list_of(model)).status_code == 200
    assert operator.get(list_of(model), {"q": "1"}).status_code == 200


@pytest.mark.usefixtures("_without_menu")
def test_lists_cost_the_same_queries_with_few_and_with_many_rows(operator: Client) -> None:
    """What a list asks does not grow with its rows."""

    def queries() -> dict[str, int]:
        counted = {}
        for model in MODELS:
            with CaptureQueriesContext(
                connection,
            ) as seen:
                assert operator.get(list_of(model)).status_code == 200
            counted[model._meta.label] = len(seen)
        return counted

    call_command("seed", employees=3, tasks=6, earnings=10, stdout=io.StringIO())
    few = queries()
    call_command("seed", employees=40, tasks=120, earnings=300, stdout=io.StringIO())

    assert queries() == few


def test_an_export_holds_the_chosen_rows_and_is_recorded(operator: Client) -> None:
    tasks = [give(UserFactory(full_name="Ana Lima"), title=title) for title in ("=1+1", "Roblox")]

    answer = operator.post(
        "/admin/tasks/task/", {"action": "export_csv", "_selected_action": [task.pk for task in tasks]}
    )

    assert answer["Content-Disposition"] == 'attachment; filename="tarefas.csv"'
    header, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert header[1] == "responsável"
    assert {(row[0], row[1]) for row in rows} == {("'=1+1", "Ana Lima"), ("Roblox", "Ana Lima")}
    assert AuditEvent.objects.get(event="core.rows_exported").actor_label == "operadora"


def test_the_trail_reads_in_sentences(operator: Client) -> None:
    audit.record("accounts.access_viewed", by=AdminFactory(username="curiosa"), subject=UserFactory())

    page = operator.get("/admin/core/auditevent/", {"event": "accounts.access_viewed"}).content.decode()

    assert "curiosa" in page
    assert "Viu seus dados de acesso (IP e navegador)" in page


def test_a_person_links_to_all_of_theirs_and_an_earning_to_cause_and_payout(operator: Client) -> None:
    """'links between person, task, run, row, earning, payout'."""
    person = UserFactory(full_name="Ana Lima")
    task = give(person)
    complete(task_id=task.pk, by=person)
    transfer(user_id=person.id, amount=Decimal("25.00"), by=AdminFactory())

    page = unescape(operator.get(f"/admin/accounts/user/{person.pk}/change/").content.decode())
    listed = operator.get(f"/admin/earnings/earning/?user__id__exact={person.pk}").content.decode()

    for path in ("tasks/task", "bulk/run", "earnings/earning", "earnings/payout"):
        assert f"/admin/{path}/?" in page
        assert operator.get(re.search(rf'"(/admin/{path}/[^"]+)"', page)[1]).status_code == 200
    assert f'href="/admin/tasks/task/{task.pk}/change/"' in listed
    assert f'href="/admin/earnings/payout/{Payout.objects.get().pk}/change/"' in listed
