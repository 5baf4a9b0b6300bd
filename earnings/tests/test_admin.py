import csv
import io
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.tests.factories import AdminFactory
from core.models import AuditEvent
from earnings import actions
from earnings.models import Balance, Earning, Payout, Posting
from earnings.tests.factories import owe

MODELS = ["earning", "payout", "balance", "posting", "paymentschedule", "payscheme"]


def act(client: APIClient, earning: Earning, **fields: str) -> Any:
    return client.post(
        "/admin/earnings/earning/",
        {"action": "correct", "_selected_action": [earning.pk]} | fields,
        format="multipart",
        follow=True,
    )


@pytest.mark.parametrize("model", MODELS)
def test_money_is_looked_at_and_never_changed_by_forms(
    employee: Any, admin: Any, operator: APIClient, model: str
) -> None:
    """Read-only for money, points, audit and run rows."""
    earning = owe(employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("5.00"), by=admin)

    assert operator.get(f"/admin/earnings/{model}/").status_code == 200
    assert operator.get(f"/admin/earnings/{model}/add/").status_code == 403
    row = {"balance": employee.id, "earning": earning.pk}.get(model, 1)
    assert operator.post(f"/admin/earnings/{model}/{row}/delete/", {"post": "yes"}).status_code in (302, 403)
    assert operator.post(f"/admin/earnings/{model}/{row}/change/", {"amount": "1"}).status_code in (302, 403)
    assert Earning.objects.get(pk=earning.pk).amount == Decimal("5.00")


@pytest.mark.once
@pytest.mark.parametrize("model", ["earning", "payout", "balance", "posting"])
def test_change_lists_cost_the_same_at_one_and_at_many_rows(admin: Any, operator: APIClient, model: str) -> None:
    costs = []
    for count in (1, 20):
        for _ in range(count):
            earning = owe(amount="10.00")
            actions.transfer(user_id=earning.user_id, amount=Decimal("5.00"), by=admin)
        operator.get(f"/admin/earnings/{model}/")
        with CaptureQueriesContext(connection) as queries:
            operator.get(f"/admin/earnings/{model}/")
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_correction_calls_the_action_with_its_reason(employee: Any, operator: APIClient) -> None:
    earning = owe(employee, "10.00")

    act(operator, earning, reason="Conferência", amount="7,50")

    assert Earning.objects.get().amount == Decimal("7.50")
    assert Posting.objects.last().reason == "Conferência"
    event = AuditEvent.objects.get(event="earnings.corrected")
    assert (event.actor_label, event.reason) == ("operadora", "Conferência")


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"reason": "", "amount": "1"}, "Informe o motivo."),
        ({"reason": "x", "amount": ""}, "Informe um valor válido."),
        ({"reason": "x", "amount": "-1"}, "Informe um valor válido."),
        ({"reason": "x", "amount": "1,234"}, "Informe um valor com no máximo duas casas decimais."),
    ],
)
def test_correction_without_reason_or_amount_changes_nothing(
    employee: Any, operator: APIClient, fields: dict[str, str], text: str
) -> None:
    earning = owe(employee, "10.00")

    response = act(operator, earning, **fields)

    assert text in response.content.decode()
    assert (Earning.objects.get().amount, Posting.objects.count()) == (Decimal("10.00"), 1)


def test_correction_of_a_paid_earning_is_reported_and_refused(employee: Any, admin: Any, operator: APIClient) -> None:
    earning = owe(employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    response = act(operator, earning, reason="x", amount="1")

    assert "Este ganho já foi pago e não pode ser corrigido." in response.content.decode()
    assert Posting.objects.count() == 2


def test_correction_is_not_offered_to_staff_who_may_only_look(
    employee: Any, client_for: Callable[[Any], APIClient]
) -> None:
    viewer = AdminFactory(is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_earning"))
    earning = owe(employee, "10.00")

    act(client_for(viewer), earning, reason="x", amount="1")

    assert Earning.objects.get().amount == Decimal("10.00")


def test_earnings_are_filtered_by_the_words_for_their_source(employee: Any, operator: APIClient) -> None:
    owe(employee, "10.00", description="Da tarefa", source_kind="task", source_id=1)
    owe(employee, "5.00", description="Da mão", source_kind="balance")

    page = operator.get("/admin/earnings/earning/?source_kind=task").content.decode()

    assert ">Tarefas</a>" in page
    assert ">Saldos adicionados</a>" in page
    assert ">balance<" not in page
    assert ("Da tarefa" in page, "Da mão" in page) == (True, False)
    assert "Saldos adicionados</td>" in operator.get("/admin/earnings/earning/").content.decode()


@pytest.mark.parametrize("model", [Earning, Payout, Balance, Posting])
def test_look_at_somebodys_money_leaves_a_trace_as_on_the_screens(
    model: type[Model], employee: Any, admin: Any, operator: APIClient
) -> None:
    owe(employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)
    row = model._default_manager.earliest("pk")

    assert operator.get(f"/admin/earnings/{model._meta.model_name}/{row.pk}/change/").status_code == 200

    event = AuditEvent.objects.get(event="earnings.viewed")
    assert (event.actor_label, event.subject_id) == ("operadora", employee.id)


def test_exported_amounts_are_numbers_to_a_spreadsheet(employee: Any, admin: Any, operator: APIClient) -> None:
    owe(employee, "1234.50")
    actions.transfer(user_id=employee.id, amount=Decimal("1234.50"), by=admin)
    chosen = [posting.pk for posting in Posting.objects.all()]

    sheet = operator.post(
        "/admin/earnings/posting/", {"action": "export_csv", "_selected_action": chosen}, format="multipart"
    )

    _, *rows = csv.reader(io.StringIO(sheet.content.decode("utf-8-sig")), delimiter=";")
    assert {row[2] for row in rows} == {"1234,50", "-1234,50"}
