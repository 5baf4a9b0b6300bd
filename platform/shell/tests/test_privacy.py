"""Export of all of a person's data, a page that says in Portuguese what is kept, why and for how long."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from accounts.models import AccessRecord
from accounts.tests.factories import UserFactory
from core.models import AuditEvent
from earnings.tests.factories import owe
from infra.schedule import registry
from marketplace.actions.configurations import save_configuration, save_global_settings
from shell.privacy import HASHES, MACHINERY, OWNERS, all_kept, personal_models
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db


def test_the_page_says_everything_that_is_forgotten_and_when(
    client_for: Callable[[Any], Any], employee: Any, admin: Any
) -> None:
    save_global_settings(changes={"credential_days": 12}, by=admin)

    page = client_for(employee).get("/privacidade").content.decode()

    assert "12 dias depois da execução" in page
    for job in registry.values():
        if job.forgets:
            assert (job.forgets if isinstance(job.forgets, str) else job.forgets()) in page
    for kept in all_kept():
        assert kept["what"] in page


def test_the_page_says_one_day_in_the_singular(client_for: Callable[[Any], Any], employee: Any, admin: Any) -> None:
    save_global_settings(changes={"credential_days": 1}, by=admin)

    assert "1 dia depois da execução" in client_for(employee).get("/privacidade").content.decode()


def test_the_page_says_that_refused_requests_are_logged_with_their_address(
    client_for: Callable[[Any], Any], employee: Any
) -> None:
    page = client_for(employee).get("/privacidade").content.decode()

    assert "o que foi pedido e recusado, quando, por quem e de que endereço IP" in page


def test_a_copy_holds_ones_own_rows_and_nobody_elses(client_for: Callable[[Any], Any], employee: Any) -> None:
    give(employee, title="Minha tarefa")
    give(UserFactory(), title="Tarefa de outra pessoa")
    owe(employee, "12.50", description="Meu ganho")

    answer = client_for(employee).get(f"/api/users/{employee.id}/export")
    copy = json.loads(answer.content)

    assert answer["Content-Disposition"] == f'attachment; filename="meus-dados-{employee.id}.json"'
    assert [task["title"] for task in copy["tasks.task"]] == ["Minha tarefa"]
    assert [(earning["amount"], earning["description"]) for earning in copy["earnings.earning"]] == [
        ("12.50", "Meu ganho")
    ]
    assert copy["accounts.user"][0]["full_name"] == "Funcionária de Teste"
    assert "Tarefa de outra pessoa" not in answer.content.decode()


def test_a_copy_holds_no_secret(client_for: Callable[[Any], Any], employee: Any) -> None:
    save_configuration(
        user_id=employee.id,
        service="gameboost",
        api_key="chave-secreta-unica",
        base_url="https://api.gameboost.com/v1",
        timeout_ms=5000,
        enabled_endpoints=["accounts"],
        by=employee,
    )
    employee.set_password("senha-secreta-unica")
    employee.save()

    copy = client_for(employee).get(f"/api/users/{employee.id}/export").content.decode()

    assert json.loads(copy)["marketplace.configuration"][0]["base_url"] == "https://api.gameboost.com/v1"
    for secret in ("chave-secreta-unica", employee.password, "argon2"):
        assert secret not in copy


def test_a_copy_holds_no_hash_of_a_login_or_a_key(client_for: Callable[[Any], Any], employee: Any) -> None:
    listing = {"market": "gameboost:api.gameboost.com", "remote_id": "1", "reference": "umlogin", "lane_key": "umachave"}
    apps.get_model("marketplace", "RemoteAccount").objects.create(user=employee, seen_at=timezone.now(), **listing)

    copy = client_for(employee).get(f"/api/users/{employee.id}/export").json()

    [kept] = copy["marketplace.remoteaccount"]
    assert kept["remote_id"] == "1"
    assert not {"reference", "lane_key"} & kept.keys()
    [account] = [model for model, _ in personal_models() if model._meta.label == "bulk.Account"]
    assert "index" in {field.name for field in account._meta.fields} & HASHES


def test_the_person_sees_who_took_a_copy(client_for: Callable[[Any], Any], admin: Any, employee: Any) -> None:
    assert client_for(admin).get(f"/api/users/{employee.id}/export").status_code == 200

    event = AuditEvent.objects.get(event="accounts.data_exported")
    assert (event.actor_label, event.subject_id) == (admin.username, employee.id)


def test_nobody_takes_a_copy_of_somebody_else(
    client_for: Callable[[Any], Any], employee: Any, other_employee: Any
) -> None:
    client = client_for(employee)
    foreign, absent = (client.get(f"/api/users/{pk}/export") for pk in (other_employee.id, 999_999))

    assert foreign.status_code == absent.status_code == 403
    assert foreign.content == absent.content
    assert not AuditEvent.objects.filter(event="accounts.data_exported").exists()


def test_every_model_that_names_its_person_is_in_the_copy() -> None:
    person = apps.get_model(settings.AUTH_USER_MODEL)
    owned = {
        model._meta.label_lower
        for model in apps.get_models()
        if any(field.name in OWNERS and field.related_model is person for field in model._meta.fields)
    }
    assert owned - MACHINERY <= {model._meta.label_lower for model, _ in personal_models()}
    assert {"tasks.task", "earnings.earning", "bulk.run", "bulk.row", "notifications.notification"} <= {
        model._meta.label_lower for model, _ in personal_models()
    }


def test_purge_can_be_tried_without_forgetting_anything(employee: Any) -> None:
    AccessRecord.objects.create(user=employee, browser="Firefox")
    AccessRecord.objects.update(created_at=timezone.now() - timedelta(days=181))
    told = StringIO()

    call_command("purge", dry_run=True, stdout=told)

    assert "accounts.purge_access: 1 seriam apagados" in told.getvalue()
    assert AccessRecord.objects.count() == 1
