"""/saude: what works, what waits for somebody, and where that is mended."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.actions import people
from bulk.enums import PauseCode, RowState
from bulk.models import Lane, Row, Run
from core import audit
from core.enums import Audited
from core.models import PeriodicJob
from infra import error_reports, health
from infra.backup import TAKEN_AT
from infra.models import ErrorReport
from marketplace.models import Configuration, KeyBudget, SyncPass
from marketplace.queries import configurations_with_own_keys
from marketplace.tests.factories import configure
from shell.queries import Check, checks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]


@pytest.fixture
def found() -> Callable[[str], list[Check]]:
    """The checks of a title."""
    return lambda title: [check for check in checks() if check.title == title]


def run_of(owner: Any, uncertain: int, **columns: Any) -> Run:
    """A run with rows of which nobody knows the outcome."""
    lane, _ = Lane.objects.get_or_create(key="k", market="m")
    about = {"game": "roblox", "market": "m", "settings": {}, "usd_eur_rate": 1, "total": uncertain}
    run = Run.objects.create(owner=owner, lane=lane, **about, **columns)
    for line in range(uncertain):
        Row.objects.create(run=run, line=line + 1, state=RowState.UNCERTAIN)
    return run


def attention(html: str) -> str:
    """What the entry in the header says."""
    said = re.search(r'aria-label="(Saúde do sistema[^"]*)"', unescape(html))
    assert said is not None
    return said[1]


def test_everything_is_good_on_an_installation_that_works(client: Client, admin: Any) -> None:
    health.beat("worker-1")
    audit.record(Audited.BACKED_UP, by=None)
    client.force_login(admin)

    html = client.get("/saude").content.decode()

    assert {check.tone for check in checks()} == {"good"}
    assert attention(html) == "Saúde do sistema"
    assert "Nenhum deu sinal" not in html


def test_silent_worker_and_missing_backup_ask_for_attention_on_every_page(client: Client, admin: Any) -> None:
    client.force_login(admin)

    html = client.get("/settings").content.decode()

    assert attention(html) == "Saúde do sistema: 2 pontos pedem atenção"
    assert [(check.title, check.tone) for check in checks() if check.tone != "good"] == [
        ("Workers", "bad"),
        ("Backup", "warn"),
    ]


def test_backup_is_told_with_its_age_until_it_is_too_old(found: Callable[[str], list[Check]], time_machine: Any) -> None:
    now = timezone.now()
    audit.record(Audited.BACKED_UP, by=None)

    time_machine.move_to(now + timedelta(hours=30))
    [fresh] = found("Backup")
    time_machine.move_to(now + timedelta(days=3, hours=1))
    [old] = found("Backup")

    assert (fresh.tone, fresh.text) == ("good", "O último foi feito há 1\xa0dia.")
    assert (old.tone, old.text) == ("warn", "O último foi feito há 3\xa0dias.")


def test_restored_installation_has_the_backup_that_it_came_from(found: Callable[[str], list[Check]]) -> None:
    """That backup is told of in the database after it was taken, so the restored one knows only of its being restored."""
    audit.record(Audited.RESTORED, by=None, after={TAKEN_AT: (timezone.now() - timedelta(hours=30)).isoformat()})

    [backup] = found("Backup")

    assert (backup.tone, backup.text) == ("good", "O último foi feito há 1\xa0dia.")


def test_paused_run_and_uncertain_rows_lead_to_where_they_are_decided(
    found: Callable[[str], list[Check]], employee: Any
) -> None:
    run = run_of(employee, 2, paused_at=timezone.now(), pause_code=PauseCode.KEY_REFUSED)
    run_of(employee, 1, paused_at=timezone.now(), pause_code=PauseCode.PERSON, training=True)

    [runs], [rows] = found("Execuções"), found("Contas incertas")

    assert (runs.text, runs.href) == ("1 execução pausada; nada dela é enviado.", "/runs?state=paused")
    assert (rows.text, rows.href) == ("2 contas sem resultado confirmado.", f"/runs/{run.id}?state=uncertain")


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({}, ""),
        ({"DATABASES": {"default": {"HOST": "db.example.com", "OPTIONS": {"sslmode": "prefer"}}}}, "DATABASE_URL"),
        ({"DATABASES": {"default": {"HOST": "db.example.com", "OPTIONS": {"sslmode": "verify-full"}}}}, ""),
        ({"DATABASES": {"default": {"HOST": "/run/postgresql", "OPTIONS": {}}}}, ""),
        ({"AWS_S3_ENDPOINT_URL": "http://s3.example.com"}, "AWS_S3_ENDPOINT_URL"),
        ({"EMAIL_SERVER": {"host": "mail.example.com", "use_tls": False, "use_ssl": False}}, "EMAIL_URL"),
        ({"EMAIL_SERVER": {"host": "mail.example.com", "use_tls": True, "use_ssl": False}}, ""),
        ({"PUBLIC_BASE_URL": "http://contas.example.com", "SENTRY_DSN": "http://k@errors.example/1"}, "PUBLIC_BASE_URL, SENTRY_DSN"),
    ],
)  # fmt: skip
def test_connections_in_clear_to_other_machines_are_told(
    monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any], told: str
) -> None:
    # Not by the fixture: a changed DATABASES is one that Django would try to connect to.
    monkeypatch.setattr(
        health, "settings", SimpleNamespace(**{"DATABASES": {"default": {}}, "EMAIL_SERVER": {}} | chosen)
    )

    assert ", ".join(health.connections_in_clear()) == told


def test_connection_in_clear_asks_for_attention(found: Callable[[str], list[Check]], settings: Any) -> None:
    settings.TELEGRAM_API_URL = "http://telegram.example.com"

    [check] = found("Conexões")

    assert (check.tone, check.text) == (
        "warn",
        "Sem criptografia até outra máquina: TELEGRAM_API_URL. Quem cuida do servidor muda o endereço.",
    )


def test_known_passwords_of_the_demo_ask_for_attention_over_https(
    found: Callable[[str], list[Check]], settings: Any, admin: Any
) -> None:
    ana = people.create_person(by=None, username="ana.souza", password="ana-demo-2026", role="employee")
    people.create_person(by=admin, username="rui.prado", password="rui-demo-2026", role="employee")
    over_http = found("Demonstração")
    settings.PUBLIC_BASE_URL = "https://contas.example.com"

    [known] = found("Demonstração")
    people.change_password(by=admin, user_id=ana.id, new_password="girafas-azuis")

    assert (over_http, known.tone, known.href) == ([], "bad", "/admin-panel?tab=funcionarios")
    assert found("Demonstração") == []


def test_refused_key_is_named_and_led_to(found: Callable[[str], list[Check]], admin: Any, employee: Any) -> None:
    configure(employee, "https://api.gameboost.com/v1")
    [saved] = configurations_with_own_keys()
    KeyBudget.objects.create(lane_key=saved.connection.lane_key, refusals=["*"])

    [key] = found("Chave de API")

    assert key.tone == "bad"
    assert f"de {employee.full_name}" in key.text
    assert key.href == f"/gerenciar-apis?userId={employee.id}"
    assert saved.connection.api_key not in str(checks())
    Configuration.objects.all().delete()
    assert found("Chave de API") == []


def test_refused_key_of_somebody_without_a_full_name_says_whose_it_is(
    found: Callable[[str], list[Check]], admin: Any, employee: Any
) -> None:
    configure(employee, "https://api.gameboost.com/v1")
    [saved] = configurations_with_own_keys()
    KeyBudget.objects.create(lane_key=saved.connection.lane_key, refusals=["*"])
    type(employee).objects.filter(pk=employee.pk).update(full_name="")

    [key] = found("Chave de API")

    assert f"a chave de {employee.username}." in key.text


def test_pass_that_stopped_or_failed_is_told(found: Callable[[str], list[Check]], employee: Any) -> None:
    configure(employee, "https://api.gameboost.com/v1")
    lane_key = configurations_with_own_keys()[0].connection.lane_key
    now = timezone.now()
    looked = SyncPass.objects.create(lane_key=lane_key, started_at=now, stepped_at=now)
    assert found("Sincronização")[0].tone == "good"

    SyncPass.objects.update(stepped_at=now - timedelta(hours=3))
    [stopped] = found("Sincronização de gameboost")
    looked.refresh_from_db()
    SyncPass.objects.update(error="A resposta não pôde ser lida.")
    [failed] = found("Sincronização de gameboost")

    assert stopped.text == "Parada há 3\xa0horas."
    assert failed.text == "A resposta não pôde ser lida."


def test_errors_and_failed_jobs_are_told_and_shown(client: Client, admin: Any) -> None:
    error_reports.record(source=ErrorReport.Source.SERVER, message="ValueError: <b>x</b>", stack="linha 1")
    PeriodicJob.objects.create(name="bulk.purge", due_at=timezone.now(), last_error="ValueError")
    client.force_login(admin)

    html = client.get("/saude").content.decode()

    assert "1 erro inesperado nas últimas 24 horas." in html
    assert "bulk.purge" in html
    assert "ValueError: &lt;b&gt;x&lt;/b&gt;" in html
    assert "linha 1" in html


@pytest.mark.once
def test_checks_cost_as_many_queries_with_much_as_with_little(
    django_assert_max_num_queries: Callable[[int], Any], employee: Any, other_employee: Any
) -> None:
    def cost() -> int:
        with django_assert_max_num_queries(100) as counted:
            checks()
        return len(counted)

    configure(employee, "https://api.gameboost.com/v1")
    KeyBudget.objects.create(lane_key=configurations_with_own_keys()[0].connection.lane_key, refusals=["*"])
    little = cost()
    configure(other_employee, "https://api.gameboost.com/v1", key="outra")
    for each in configurations_with_own_keys():
        KeyBudget.objects.get_or_create(lane_key=each.connection.lane_key, defaults={"refusals": ["*"]})
    for _ in range(5):
        run_of(employee, 3, paused_at=timezone.now(), pause_code=PauseCode.PERSON)

    assert cost() == little


def test_header_knows_for_half_a_minute_and_asks_nothing_meanwhile(
    client: Client, admin: Any, employee: Any, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    client.force_login(admin)
    client.get("/novidades")
    known = cache.get("shell.health")
    with django_assert_max_num_queries(100) as counted:
        client.get("/novidades")
    assert known == 2
    assert not any("bulk_row" in query["sql"] for query in counted)
    client.force_login(employee)
    assert 'href="/saude"' not in client.get("/novidades").content.decode()
