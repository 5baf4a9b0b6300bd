"""The pages of the marketplace integration: who sees them, and what they carry."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from marketplace.models import Activity, KeyBudget
from marketplace.queries import configurations_with_own_keys
from marketplace.tests.factories import OWN_KEY, configure

pytestmark = pytest.mark.django_db

BASE_URL = "https://api.gameboost.com/v1"
PATHS = ("/integrations", "/gameboost", "/lztmarket", "/gerenciar-apis", "/settings")


def queries(page: Any) -> dict[str, Any]:
    """The answers that a page carries, by the path they would be asked at."""
    return dict(page.context["props"]["queries"])


def _called(person: User, service: str, endpoint: str) -> None:
    Activity.objects.create(
        user=person, service=service, endpoint=endpoint, method="GET", status="200", success=True, response_time_ms=12
    )


def as_answered(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


@pytest.fixture
def page_for(client: Client) -> Callable[[User, str], Any]:
    def get(person: User, path: str) -> Any:
        client.force_login(person)
        return client.get(path)

    return get


@pytest.mark.parametrize("path", PATHS)
def test_page_is_for_admins(page_for: Callable[[User, str], Any], admin: User, employee: User, path: str) -> None:
    """'/gameboost, /lztmarket, /gerenciar-apis, /integrations, /settings, … admins'."""
    assert page_for(admin, path).status_code == 200

    refused = page_for(employee, path)

    assert refused.status_code == 404
    assert "shell/404.html" in [template.name for template in refused.templates]


def test_integrations_carries_figures_gauges_and_the_newest_calls(
    page_for: Callable[[User, str], Any], client: Client, admin: User, employee: User
) -> None:
    """'(limit 50 on the integration dashboard …)', everybody's."""
    for endpoint in ("accounts", "games"):
        _called(employee, "gameboost", endpoint)
    _called(admin, "lztmarket", "profile")

    carried = queries(page_for(admin, "/integrations"))

    newest, of_gameboost = "/api/activities?limit=50&offset=0", "/api/activities?limit=1&offset=0&service=gameboost"
    answered = (
        "/api/activities/figures",
        f"/api/configs/gameboost/budget?userId={admin.id}",
        f"/api/configs/lztmarket/budget?userId={admin.id}",
    )
    assert set(carried) == {newest, of_gameboost, *answered}
    assert [row["endpoint"] for row in carried[newest]["rows"]] == ["profile", "games", "accounts"]
    assert carried[newest]["total"] == 3
    assert [row["endpoint"] for row in carried[of_gameboost]["rows"]] == ["games"]
    for path in answered:
        assert as_answered(carried[path]) == client.get(path).json()


def test_gameboost_carries_its_configuration_and_calls_no_marketplace(
    page_for: Callable[[User, str], Any], admin: User
) -> None:
    """Accounts are fetched when the configuration loads: by the browser, so that a slow marketplace
    does not hold the page."""
    configure(admin, BASE_URL)

    page = page_for(admin, "/gameboost")

    path = f"/api/configs/gameboost?userId={admin.id}"
    assert set(queries(page)) == {path}
    assert queries(page)[path]["baseUrl"] == BASE_URL
    assert page.context["island"] == "gameboost"
    choice = page.context["props"]["choice"]
    assert [option["name"] for option in choice["options"]] == [
        "accounts",
        "accounts/template/{gameSlug}",
        "accounts/{id}",
        "accounts/by-login/{login}",
        "accounts/{id}/delete",
        "accounts/{id}/status",
        "accounts/status/bulk",
        "games",
        "games/{id}",
    ]
    assert [option["name"] for option in choice["options"][:4]] == list(choice["defaults"])
    assert not Activity.objects.exists()


@pytest.mark.parametrize("enabled", [False, True])
def test_lztmarket_says_whether_it_may_buy(
    page_for: Callable[[User, str], Any], admin: User, settings: Any, enabled: bool
) -> None:
    """'LZT purchase: admins only, off unless `LZT_PURCHASE_ENABLED`'."""
    settings.LZT_PURCHASE_ENABLED = enabled

    props = page_for(admin, "/lztmarket").context["props"]

    path = f"/api/configs/lztmarket?userId={admin.id}"
    assert props == {"queries": {path: None}, "purchaseEnabled": enabled}


def test_gerenciar_apis_carries_both_configurations_in_effect(page_for: Callable[[User, str], Any], admin: User) -> None:
    configure(admin, BASE_URL)

    page = page_for(admin, "/gerenciar-apis")

    gameboost, lztmarket = f"/api/configs/gameboost?userId={admin.id}", f"/api/configs/lztmarket?userId={admin.id}"
    assert set(queries(page)) == {gameboost, lztmarket}
    assert queries(page)[gameboost]["baseUrl"] == BASE_URL
    assert queries(page)[lztmarket] is None
    assert page.context["island"] == "gerenciar-apis"


def test_gerenciar_apis_offers_the_documented_endpoints_of_each_marketplace(
    page_for: Callable[[User, str], Any], admin: User
) -> None:
    """Each tab offers the endpoints of its marketplace, two of them chosen at first."""
    choices = as_answered(page_for(admin, "/gerenciar-apis").context["props"]["choices"])

    assert choices == {
        "gameboost": {
            "options": [
                {"name": "accounts", "words": "Listar e criar contas"},
                {"name": "games", "words": "Lista de jogos"},
                {"name": "statistics", "words": "Estatísticas"},
                {"name": "payments", "words": "Pagamentos"},
            ],
            "defaults": ["accounts", "games"],
        },
        "lztmarket": {
            "options": [
                {"name": "listings", "words": "Anúncios à venda"},
                {"name": "categories", "words": "Categorias"},
                {"name": "orders", "words": "Compras"},
                {"name": "messages", "words": "Mensagens"},
            ],
            "defaults": ["listings", "categories"],
        },
    }


def test_another_admin_is_not_told_the_system_key(
    page_for: Callable[[User, str], Any], system_owner: User, admin: User
) -> None:
    """Only the owner reads their own key."""
    configure(system_owner, BASE_URL)

    page = page_for(admin, "/gerenciar-apis")

    assert queries(page)[f"/api/configs/gameboost?userId={admin.id}"]["apiKey"] == "••••1234"
    assert OWN_KEY not in page.content.decode()


def test_key_of_a_person_is_mended_where_the_notice_leads(
    page_for: Callable[[User, str], Any], admin: User, employee: User
) -> None:
    configure(employee, BASE_URL)

    page = page_for(admin, f"/gerenciar-apis?userId={employee.pk}")

    assert page.context["props"]["person"] == {"id": employee.pk, "fullName": employee.full_name}
    assert queries(page)[f"/api/configs/gameboost?userId={employee.pk}"]["apiKey"] == "••••1234"
    assert OWN_KEY not in page.content.decode()
    assert page.context["props"]["refused"] == []
    assert page_for(admin, f"/gerenciar-apis?userId={admin.pk}").context["props"]["person"] is None
    assert page_for(admin, "/gerenciar-apis?userId=999999").status_code == 404
    User.objects.filter(pk=employee.pk).update(full_name="")
    nameless = page_for(admin, f"/gerenciar-apis?userId={employee.pk}").context["props"]["person"]
    assert nameless["fullName"] == employee.username


def test_page_says_which_of_a_persons_keys_are_refused(
    page_for: Callable[[User, str], Any], admin: User, employee: User
) -> None:
    configure(employee, BASE_URL)
    configure(employee, "https://prod-api.lzt.market", service="lztmarket")
    lzt = next(each for each in configurations_with_own_keys() if each.connection.provider == "lztmarket")
    KeyBudget.objects.create(lane_key=lzt.connection.lane_key, refusals=["*"])

    assert page_for(admin, f"/gerenciar-apis?userId={employee.pk}").context["props"]["refused"] == ["lztmarket"]
    assert page_for(admin, "/gerenciar-apis").context["props"]["refused"] == []


def test_settings_carries_the_settings_and_the_automatic_earning(
    page_for: Callable[[User, str], Any], client: Client, admin: User
) -> None:
    page = page_for(admin, "/settings")

    settings = f"/api/settings?userId={admin.id}"
    schemes = "/api/settings/pay-schemes"
    assert set(queries(page)) == {settings, "/api/settings/automatic-earning", schemes}
    assert as_answered(queries(page)[schemes]["rows"]) == client.get(schemes).json()
    assert page.context["props"]["games"]["valorant"] == "Valorant"
    assert as_answered(queries(page)[settings]) == client.get(settings).json()
    assert queries(page)["/api/settings/automatic-earning"] == {"amount": "3.00"}
    assert page.context["island"] == "settings"
