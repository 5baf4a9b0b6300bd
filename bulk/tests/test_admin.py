"""Django admin shows runs and changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.tests.factories import AdminFactory
from bulk.engine.worker import correct_times
from bulk.models import ContentTemplate, Lane, OrphanListing, RareItemList, Row, Run
from bulk.tests.helpers import row_of, work
from core.models import AuditEvent
from earnings.models import Earning
from marketplace.models import MarketAlias, RemoteAccount

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(AdminFactory(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def finished(start: Start) -> Run:
    run = start(text="ana001:Senha#Secreta")
    work()
    OrphanListing.objects.create(row=row_of(run), lane=run.lane, remote_id="777")
    return run


@pytest.mark.parametrize("model", [Lane, Run, Row, OrphanListing])
def test_lists_and_details_show_no_secret_and_offer_no_change(model: type[Any], operator: Client, finished: Run) -> None:
    path = f"/admin/bulk/{model._meta.model_name}/"

    listed = operator.get(path)
    shown = operator.get(f"{path}{model.objects.get().pk}/change/")

    assert (listed.status_code, shown.status_code) == (200, 200)
    for page in (listed, shown):
        assert "Senha#Secreta" not in page.content.decode()
        assert "sandbox-key" not in page.content.decode()
    assert 'name="_save"' not in shown.content.decode()


@pytest.mark.parametrize("model", [Lane, Run, Row, OrphanListing])
def test_nothing_is_added_changed_or_deleted(model: type[Any], operator: Client, finished: Run) -> None:
    path = f"/admin/bulk/{model._meta.model_name}/"
    key = model.objects.get().pk
    before = list(model.objects.values())

    answers = [
        operator.post(f"{path}add/", {"state": "created"}),
        operator.post(f"{path}{key}/change/", {"state": "created"}),
        operator.post(f"{path}{key}/delete/", {"post": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert list(model.objects.values()) == before


def press(operator: Client, path: str, action: str, row: Any, **stated: str) -> Any:
    return operator.post(path, {"action": action, "_selected_action": [row.pk], **stated}, follow=True)


def test_an_uncertain_row_is_decided_with_a_reason(operator: Client, start: Start, market: Any) -> None:
    """Acts with a reason that call the same actions (… resolve a row …)."""
    run = start(text="ana001:Senha#Secreta")
    Row.objects.update(state="uncertain")

    press(operator, "/admin/bulk/row/", "resolve", row_of(run), outcome="failed")
    assert row_of(run).state == "uncertain", "no reason, no act"
    press(operator, "/admin/bulk/row/", "resolve", row_of(run), outcome="failed", reason="Conferido no painel")

    assert row_of(run).state == "failed"
    event = AuditEvent.objects.get(event="bulk.row_resolved")
    assert (event.reason, event.target_id) == ("Conferido no painel", str(row_of(run).pk))


def test_an_uncertain_row_is_not_decided_without_a_decision_or_an_id(operator: Client, start: Start, market: Any) -> None:
    """The rules are the action's, so that a post made by hand meets them too."""
    run = start(text="ana001:Senha#Secreta")
    Row.objects.update(state="uncertain")

    for stated, refusal in (
        ({}, "Escolha se a conta foi criada ou não."),
        ({"outcome": "created"}, "Informe o número do anúncio."),
        ({"outcome": "created", "remote_id": "12/34"}, "Informe o número do anúncio."),
    ):
        page = press(operator, "/admin/bulk/row/", "resolve", row_of(run), reason="Motivo", **stated)
        assert (page.status_code, refusal in page.content.decode()) == (200, True)

    assert (row_of(run).state, market.counters()["requests"]) == ("uncertain", {})
    assert not AuditEvent.objects.filter(event="bulk.row_resolved").exists()


def test_a_key_is_paused_and_released(operator: Client, start: Start, market: Any) -> None:
    """Nothing goes out with it until it is released, hours later as well."""
    run = start(text="ana001:Senha#Secreta")
    lane = Lane.objects.get()

    press(operator, "/admin/bulk/lane/", "pause_key", lane, minutes="300", reason="Suporte pediu")
    correct_times()
    work()
    assert row_of(run).state == "queued"
    assert market.counters()["requests"] == {}

    press(operator, "/admin/bulk/lane/", "release_key", lane, reason="Suporte liberou")
    work()
    assert row_of(run).state == "created"
    assert list(AuditEvent.objects.filter(event__startswith="bulk.key").values_list("event", "reason")) == [
        ("bulk.key_released", "Suporte liberou"),
        ("bulk.key_paused", "Suporte pediu"),
    ]


def test_a_run_is_paused_and_resumed(operator: Client, start: Start) -> None:
    run = start(text="ana001:Senha#Secreta")
    press(operator, "/admin/bulk/run/", "pause_run", run, reason="Fora do horário")
    run.refresh_from_db()
    assert run.paused_at is not None
    press(operator, "/admin/bulk/run/", "resume_run", run, reason="No horário")
    run.refresh_from_db()
    assert run.paused_at is None


def test_operator_takes_back_one_listing_of_a_run(operator: Client, start: Start, market: Any) -> None:
    run = start("joao", "ana")
    work()

    press(operator, "/admin/bulk/row/", "withdraw", row_of(run), reason="Anunciada em dobro")
    work()

    assert [row_of(run, line).withdrawn_at is not None for line in (1, 2)] == [True, False]
    assert [each["login"] for each in market.listings() if each["deleted_at"] is None] == ["ana"]
    assert AuditEvent.objects.get(event="bulk.row_withdrawn").reason == "Anunciada em dobro"


@pytest.mark.parametrize("model", [ContentTemplate, RareItemList])
def test_names_are_found_without_case_and_accents(model: type[Any], operator: Client, owner: Any) -> None:
    fields = {"items": []} if model is RareItemList else {}
    model.objects.create(owner=owner, game="roblox", name="Época de Promoção", **fields)

    page = operator.get(f"/admin/bulk/{model._meta.model_name}/", {"q": "ÉPOCA promocao"}).content.decode()

    assert "Época de Promoção" in page


def test_a_listing_whose_run_is_lost_is_listed_and_given_to_a_person(
    operator: Client, start: Start, market: Any, owner: Any, other_employee: Any
) -> None:
    """As a restored copy leaves it."""
    run = start("ana001")
    work()
    Row.objects.filter(run=run).update(remote_id="1")
    RemoteAccount.objects.update(user=None, unexplained=True)
    path, account = "/admin/marketplace/remoteaccount/", RemoteAccount.objects.get()
    assert "Anúncios sem execução conhecida" in operator.get("/admin/").content.decode()

    press(operator, path, "assign", account, person=other_employee.pk)
    assert not Earning.objects.filter(user=other_employee).exists(), "no reason, no act"
    for _ in range(2):
        press(operator, path, "assign", account, person=other_employee.pk, reason="Execução perdida.")

    assert Earning.objects.get(user=other_employee).source_id == account.pk
    assert "Anúncios sem execução conhecida" not in operator.get("/admin/").content.decode()


def test_an_account_that_is_live_twice_is_listed_until_one_of_its_listings_goes(
    operator: Client, start: Start, market: Any
) -> None:
    """As two spellings of one market left it."""
    run = start("joao", "ana")
    work()
    MarketAlias.objects.create(spelling="gameboost:https://antes:443", market=run.market)
    Row.objects.update(account_index=row_of(run).account_index)
    assert "Contas anunciadas em dobro" in operator.get("/admin/").content.decode()

    press(operator, "/admin/bulk/row/", "withdraw", row_of(run, 2), reason="Anunciada duas vezes.")
    work()

    assert [listing["deleted_at"] is None for listing in market.listings()] == [True, False]
    assert "Contas anunciadas em dobro" not in operator.get("/admin/").content.decode()
