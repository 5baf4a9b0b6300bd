"""Acts of Django admin sent by hand, with what its forms never send: none of it is a 500."""

from dataclasses import asdict
from decimal import Decimal

import pytest
from django.contrib import admin
from django.template import engines
from django.test import Client
from django.utils import timezone

from accounts.tests.factories import UserFactory
from bulk.models import Lane, OtherGame, PriceRule, Row, Run
from core.admin import export_csv
from earnings.actions import transfer
from earnings.tests.factories import owe
from loyalty.tests.factories import stand_at
from marketplace.adapters.base import Connection
from marketplace.models import Configuration, GlobalSettings, RemoteAccount
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db

SITES = {model._meta.label: site for model, site in sorted(admin.site._registry.items(), key=str)}
ACTS = [
    (label, act if isinstance(act, str) else act.__name__)
    for label, site in SITES.items()
    for act in {*site.actions, export_csv}
    if act is not export_csv
]
GARBAGE = ("", "garbage", "-1", "9" * 30, "1e999", "²", "\0")


@pytest.fixture(autouse=True)
def _without_sidebar(monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu beside each list is the same whatever is sent, and takes longer than the list."""
    monkeypatch.setattr(admin.site, "enable_nav_sidebar", False)
    monkeypatch.setattr(admin.site, "get_app_list", lambda request, app_label=None: [])


@pytest.fixture
def _without_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the page that answers an act only what the act says: the list below it is the one that is looked at without."""
    said = engines["django"].from_string("{% for message in messages %}{{ message }}{% endfor %}")
    for site in SITES.values():
        monkeypatch.setattr(site, "change_list_template", said)


@pytest.fixture
def one_of_each() -> None:
    """A row of each model that has an act of its own."""
    person = UserFactory()
    give(person)
    owe(person, "12.50")
    transfer(user_id=person.id, amount=Decimal("2.50"), by=person)
    stand_at(person, 50)
    key = Lane.objects.create(key="x", market="m", connection=asdict(Connection("gameboost", "https://x", "k")))
    run = Run.objects.create(owner=person, lane=key, game="roblox", market="m", settings={}, usd_eur_rate=1, total=1)
    Row.objects.create(run=run, line=1, state="uncertain")
    OtherGame.objects.create(slug="minecraft", title="Minecraft")
    PriceRule.objects.create(name="Parada há um mês", kind="age")
    GlobalSettings.objects.create(id=1)
    Configuration.objects.create(user=person, service="gameboost", base_url="https://x")
    RemoteAccount.objects.create(market="m", remote_id="1", service="gameboost", lane_key="x", seen_at=timezone.now())


def path_of(label: str) -> str:
    return f"/admin/{label.lower().replace('.', '/')}/"


def test_every_act_is_found() -> None:
    assert {("bulk.Row", "resolve"), ("tasks.Task", "report_problem"), ("accounts.User", "unlock")} <= set(ACTS)


@pytest.mark.parametrize(("label", "act"), sorted(ACTS))
@pytest.mark.usefixtures("one_of_each", "_without_list")
def test_act_with_garbage_in_its_fields_is_no_500(label: str, act: str, operator: Client) -> None:
    fields = set(SITES[label].action_form.base_fields) - {"action", "select_across"}
    row = SITES[label].model.objects.order_by("-pk").first()

    for value in GARBAGE:
        stated = dict.fromkeys(fields, value) | {"action": act, "reason": "Motivo", "_selected_action": [row.pk]}
        assert operator.post(path_of(label), stated).status_code in (200, 302), stated


@pytest.mark.parametrize("label", SITES)
@pytest.mark.usefixtures("_without_list")
def test_act_on_rows_that_cannot_be_is_no_500(label: str, operator: Client) -> None:
    for value in GARBAGE:
        stated = {"action": "export_csv", "_selected_action": [value]}
        assert operator.post(path_of(label), stated).status_code in (200, 302), stated


@pytest.mark.parametrize("label", SITES)
def test_list_of_an_id_that_no_column_holds_is_no_500(label: str, operator: Client) -> None:
    for lookup in ("id__in", "id__exact"):
        answer = operator.get(path_of(label), {lookup: f"1,{'9' * 30}" if lookup == "id__in" else "9" * 30})
        assert answer.status_code in (200, 302), lookup


@pytest.mark.parametrize("label", SITES)
def test_page_of_a_row_that_cannot_be_leads_home(label: str, operator: Client) -> None:
    for value in ("garbage", "9" * 30, "²"):
        for page in ("change", "history"):
            answer = operator.get(f"{path_of(label)}{value}/{page}/")
            assert (answer.status_code, answer.get("Location")) == (302, "/admin/"), (value, page)


@pytest.mark.parametrize("label", [label for label, site in SITES.items() if site.date_hierarchy])
def test_list_of_a_day_that_no_calendar_has_is_the_whole_list(label: str, operator: Client) -> None:
    """As Django answers other values that cannot be."""
    wrong = [("year", year) for year in (*GARBAGE, "0", "9999", "99999", "9" * 5000)]
    for part, value in (*wrong, ("month", "13"), ("day", "32")):
        named = {f"{SITES[label].date_hierarchy}__{part}": value}
        answer = operator.get(path_of(label), {f"{SITES[label].date_hierarchy}__year": "2026"} | named)
        assert (answer.status_code, answer.get("Location")) == (302, f"{path_of(label)}?e=1"), named

    day = {f"{SITES[label].date_hierarchy}__{part}": value for part, value in (("year", 2026), ("month", 2), ("day", 31))}
    assert operator.get(path_of(label), {f"{SITES[label].date_hierarchy}__year": 2026}).status_code == 200
    assert operator.get(path_of(label), day).status_code in (200, 302)
