from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core import audit
from core.models import AuditEvent

pytestmark = pytest.mark.django_db


def test_record_keeps_who_what_whom_and_why(admin: Any, employee: Any) -> None:
    event = audit.record(
        "users.changed",
        by=admin,
        target=employee,
        subject=employee,
        reason="pedido da pessoa",
        before={"fullName": "Ana"},
        after={"fullName": "Ana Souza"},
    )

    kept = AuditEvent.objects.values().get()
    assert kept.pop("created_at") == event.created_at
    assert kept == {
        "id": event.id,
        "event": "users.changed",
        "actor_id": admin.id,
        "actor_label": "admin.teste",
        "target_type": "accounts.user",
        "target_id": str(employee.id),
        "target_label": "Funcionária de Teste",
        "subject_id": employee.id,
        "reason": "pedido da pessoa",
        "before": {"fullName": "Ana"},
        "after": {"fullName": "Ana Souza"},
        "request_id": "",
    }


def test_record_by_the_system_has_no_actor() -> None:
    event = audit.record("tasks.overdue", by=None, subject=7)

    assert (event.actor_id, event.actor_label, event.subject_id) == (None, "sistema", 7)
    assert (event.target_type, event.target_id, event.target_label) == ("", "", "")


def test_record_shortens_a_label_that_is_too_long(employee: Any) -> None:
    employee.full_name = "x" * 300

    assert audit.record("probe", by=None, target=employee).target_label == "x" * 200


@pytest.mark.urls("core.tests.urls")
def test_record_carries_the_id_of_the_request(client_for: Callable[[Any], APIClient], employee: Any) -> None:
    answer = client_for(employee).post("/api/probe/write", {})

    assert len(answer["X-Request-Id"]) == 32
    assert AuditEvent.objects.get().request_id == answer["X-Request-Id"]
    assert audit.record("later", by=None).request_id == ""
