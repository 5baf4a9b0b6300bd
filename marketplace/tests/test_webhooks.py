"""Calls of GameBoost to us: believed by their signature, once, and only as a reason to ask."""

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from core.models import AuditEvent, PeriodicJob
from infra.schedule import run_due
from marketplace.actions import webhooks
from marketplace.actions.webhooks import CALLS_KEPT, purge_calls
from marketplace.enums import Service
from marketplace.models import Configuration, WebhookCall

pytestmark = pytest.mark.django_db
SECRET = "segredo-de-teste-123"
BODY = json.dumps({"event": "account.order.purchased", "payload": {"id": 7, "account_offer_id": 100001}}).encode()
Call = Callable[..., Any]


def signature(body: bytes = BODY, secret: str = SECRET) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@pytest.fixture
def configuration(admin: Any, employee: Any) -> Configuration:
    row = Configuration.objects.create(user=employee, service=Service.GAMEBOOST, base_url="https://api.gameboost.com/v2")
    webhooks.set_secret(user_id=row.user_id, secret=SECRET, reason="Painel do GameBoost", by=admin)
    return row


@pytest.fixture
def call(settings: Any, configuration: Configuration) -> Call:
    """Calls as GameBoost does, from outside; both jobs are due in half a minute before."""
    settings.PUBLIC_BASE_URL = "https://contas.example.com"
    later = timezone.now() + timedelta(seconds=30)
    for name in ("marketplace.find_sales", "marketplace.read_orders"):
        PeriodicJob.objects.create(name=name, due_at=later)

    def call(body: bytes = BODY, told: str | None = None) -> Any:
        headers = {"Signature": signature(body) if told is None else told}
        return APIClient(enforce_csrf_checks=True).post(
            "/api/webhooks/gameboost", body, content_type="application/json", headers=headers
        )

    return call


def due() -> int:
    return PeriodicJob.objects.filter(name__startswith="marketplace.", due_at__lte=timezone.now()).count()


def test_signed_call_has_sales_and_orders_asked_for_at_once(call: Call) -> None:
    assert (call().status_code, due()) == (200, 2)
    assert {"marketplace.find_sales", "marketplace.read_orders"} <= set(run_due())


@pytest.mark.parametrize(
    "told",
    ["", "0" * 64, "é" * 3, signature(secret=""), signature(secret="outro"), signature(BODY + b" "), SECRET],
)
def test_call_with_another_signature_is_refused_and_changes_nothing(call: Call, told: str) -> None:
    refused = call(told=told)
    assert (refused.status_code, refused.json()["code"]) == (403, "bad_signature")
    assert (due(), WebhookCall.objects.count()) == (0, 0)


def test_call_that_comes_again_is_refused(call: Call) -> None:
    assert call().status_code == 200
    PeriodicJob.objects.update(due_at=timezone.now() + timedelta(seconds=30))
    again = call(told=signature().upper())
    assert (again.status_code, again.json()["code"], due()) == (409, "call_repeated", 0)
    assert call(BODY + b" ").status_code == 200


def test_nothing_of_the_body_is_read(call: Call) -> None:
    body = b"{not json"
    assert (call(body).status_code, due()) == (200, 2)


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000", "https://localhost", "http://contas.example.com"])
def test_there_is_no_webhook_without_a_public_address(call: Call, settings: Any, address: str) -> None:
    settings.PUBLIC_BASE_URL = address
    assert (call().status_code, due()) == (404, 0)


def test_secret_that_was_removed_signs_nothing_more(call: Call, configuration: Configuration, admin: Any) -> None:
    webhooks.set_secret(user_id=configuration.user_id, secret="", reason="Trocado", by=admin)
    assert (call().status_code, call(told=signature(secret="")).status_code) == (403, 403)


def test_secret_is_encrypted_and_in_no_audit(configuration: Configuration) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT webhook_secret FROM marketplace_configuration")
        [(stored,)] = cursor.fetchall()
    assert (SECRET in str(stored), bool(stored)) == (False, True)
    assert SECRET not in str(list(AuditEvent.objects.values_list("before", "after", "reason")))
    configuration.refresh_from_db()
    assert configuration.webhook_secret == SECRET


def test_admin_sets_the_secret_and_is_never_shown_it(configuration: Configuration, admin: Any) -> None:
    admin.is_superuser = admin.is_staff = True
    admin.save()
    client = Client()
    client.force_login(admin)
    changelist = reverse("admin:marketplace_configuration_changelist")
    told = {"action": "set_webhook_secret", "_selected_action": configuration.pk, "reason": "Novo", "secret": "outro-1"}
    assert client.post(changelist, told).status_code == 302
    configuration.refresh_from_db()
    assert configuration.webhook_secret == "outro-1"
    detail = reverse("admin:marketplace_configuration_change", args=[configuration.pk])
    for page in (changelist, detail):
        assert "outro-1" not in client.get(page).content.decode()


def test_old_calls_are_forgotten(call: Call) -> None:
    call()
    assert purge_calls() == 0
    WebhookCall.objects.update(received_at=timezone.now() - CALLS_KEPT - timedelta(seconds=1))
    assert purge_calls() == 1


def test_secret_is_kept_from_the_screen_replaced_and_forgotten(
    call: Call, configuration: Configuration, client_for: Callable[[Any], APIClient], admin: Any, employee: Any
) -> None:
    path, whose = "/api/configs/gameboost/webhook", {"userId": employee.pk}
    client = client_for(admin)
    kept = client.put(path, whose | {"secret": "segredo-novo"}, format="json")
    assert kept.json() == {"url": "https://contas.example.com/api/webhooks/gameboost", "saved": True}
    assert (call().status_code, call(told=signature(secret="segredo-novo")).status_code) == (403, 200)
    assert client.get(path, whose).json() == kept.json()
    assert client.put(path, whose | {"secret": ""}, format="json").json()["saved"] is False
    assert client_for(employee).get(path, whose).status_code == 403


def test_secret_wants_a_configuration_and_says_where_there_is_no_public_address(as_admin: APIClient) -> None:
    path = "/api/configs/gameboost/webhook"
    assert as_admin.get(path).json() == {"url": "", "saved": False}
    assert as_admin.put(path, {"secret": "x"}, format="json").status_code == 404
