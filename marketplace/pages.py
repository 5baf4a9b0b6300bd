from typing import Any

from django import conf
from django.http import HttpRequest, HttpResponse

from accounts.queries import person_by_id
from core.actor import actor, resolve_user_id
from core.pages import ADMINS, Query, island_page, page
from earnings.api import AutomaticEarningApi, PaySchemeApi
from earnings.queries import game_titles
from marketplace.adapters.base import EndpointChoice
from marketplace.adapters.gameboost.market import FORM_CHOICE
from marketplace.adapters.registry import MARKETS
from marketplace.api.integration import ActivityApi, ConfigurationApi, GlobalSettingsApi
from marketplace.enums import Service
from marketplace.queries import refused_configurations


@page(ADMINS)
def integrations(request: HttpRequest) -> HttpResponse:
    figures = Query("/api/activities/figures", ActivityApi, "figures")
    budgets = [_configuration(service, actor(request).id, "/budget", "budget") for service in MARKETS]
    latest = Query("/api/activities?limit=50&offset=0", ActivityApi, "list")
    quota = Query(f"/api/activities?limit=1&offset=0&service={Service.GAMEBOOST}", ActivityApi, "list")
    queries, lists = [figures, *budgets], [latest, quota]
    return island_page(request, "marketplace/integrations.html", title="Integrações", queries=queries, lists=lists)


@page(ADMINS)
def gameboost(request: HttpRequest) -> HttpResponse:
    """The key's accounts. They come from the marketplace, so the page does not wait for them."""
    template, queries = "marketplace/gameboost.html", [_configuration(Service.GAMEBOOST, actor(request).id)]
    return island_page(request, template, title="GameBoost API", queries=queries, choice=_endpoint_options(FORM_CHOICE))


@page(ADMINS)
def lztmarket(request: HttpRequest) -> HttpResponse:
    template, queries = "marketplace/lztmarket.html", [_configuration(Service.LZTMARKET, actor(request).id)]
    can_buy = conf.settings.LZT_PURCHASE_ENABLED
    return island_page(request, template, title="LZT Market API", queries=queries, purchaseEnabled=can_buy)


@page(ADMINS)
def gerenciar_apis(request: HttpRequest) -> HttpResponse:
    """A tab for each marketplace's key: one's own, or with `?userId=` a person's, for an admin to correct."""
    person = person_by_id(resolve_user_id(request, request.GET.get("userId")))
    return island_page(
        request,
        "marketplace/gerenciar-apis.html",
        title="Gerenciar APIs",
        queries=[_configuration(service, person.pk) for service in MARKETS],
        choices={service: _endpoint_options(market.choice) for service, market in MARKETS.items()},
        person={"id": person.pk, "fullName": person.display_name} if person.pk != actor(request).id else None,
        refused=[each.connection.provider for each in refused_configurations() if each.user_id == person.pk],
    )


@page(ADMINS)
def settings(request: HttpRequest) -> HttpResponse:
    system = Query(f"/api/settings?userId={actor(request).id}", GlobalSettingsApi, "retrieve")
    earning = Query("/api/settings/automatic-earning", AutomaticEarningApi, "retrieve")
    template, queries = "marketplace/settings.html", [system, earning]
    schemes = [Query("/api/settings/pay-schemes", PaySchemeApi, "list")]
    return island_page(request, template, title="Configurações", queries=queries, lists=schemes, games=game_titles())


def _configuration(service: str, user_id: int, call: str = "", action: str = "retrieve") -> Query:
    return Query(f"/api/configs/{service}{call}?userId={user_id}", ConfigurationApi, action, {"service": str(service)})


def _endpoint_options(choice: EndpointChoice) -> dict[str, Any]:
    """Endpoints as the configuration form offers them, with what each is for."""
    options = [{"name": option.value, "words": option.label} for option in choice.options]
    return {"options": options, "defaults": choice.defaults}
