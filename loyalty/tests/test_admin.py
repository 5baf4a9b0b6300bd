from typing import Any

import pytest
from rest_framework.test import APIClient

from core.models import AuditEvent
from loyalty.models import History
from loyalty.queries import points_of
from loyalty.tests.factories import stand_at


def act(client: APIClient, user: Any, **fields: str) -> str:
    response = client.post(
        "/admin/loyalty/record/",
        {"action": "adjust", "_selected_action": [user.pk]} | fields,
        format="multipart",
        follow=True,
    )
    return str(response.content.decode())


@pytest.mark.parametrize("model", ["record", "history", "settings"])
def test_points_are_looked_at_and_never_changed_by_forms(employee: Any, operator: APIClient, model: str) -> None:
    stand_at(employee, 60)

    assert operator.get(f"/admin/loyalty/{model}/").status_code == 200
    assert operator.get(f"/admin/loyalty/{model}/add/").status_code == 403
    row = employee.pk if model == "record" else 1
    assert operator.post(f"/admin/loyalty/{model}/{row}/change/", {"points": "99"}).status_code in (302, 403)
    assert points_of(employee.id) == 60


def test_adjustment_calls_the_action_with_its_reason(employee: Any, operator: APIClient) -> None:
    stand_at(employee, 60)

    act(operator, employee, reason="Revisão", points_change="-10")

    assert points_of(employee.id) == 50
    event = AuditEvent.objects.filter(event="loyalty.adjusted").first()
    assert event is not None
    assert (event.actor_label, event.reason) == ("operadora", "Revisão")


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"reason": "", "points_change": "5"}, "Informe o motivo."),
        ({"reason": "x", "points_change": ""}, "Alteração deve estar entre -100 e 100"),
        ({"reason": "x", "points_change": "101"}, "Alteração deve estar entre -100 e 100"),
    ],
)
def test_adjustment_without_reason_or_number_changes_nothing(
    employee: Any, operator: APIClient, fields: dict[str, str], text: str
) -> None:
    stand_at(employee, 60)

    assert text in act(operator, employee, **fields)

    assert (points_of(employee.id), History.objects.count()) == (60, 1)
