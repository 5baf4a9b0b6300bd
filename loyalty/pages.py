from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.pages import ADMINS, EMPLOYEES, Query, island_page, list_path, page
from loyalty.api import LoyaltyApi, LoyaltySettingsApi

PAGE_SIZE = 20
SETTINGS = Query("/api/loyalty-points/settings", LoyaltySettingsApi, "retrieve")


@page(EMPLOYEES)
def loyalty_points(request: HttpRequest) -> HttpResponse:
    own = {"user_id": actor(request).id}
    points = f"/api/loyalty-points/{actor(request).id}"
    return island_page(
        request,
        "loyalty/loyalty-points.html",
        title="Pontos de Lealdade",
        queries=[Query(points, LoyaltyApi, "retrieve", own), SETTINGS],
        lists=[Query(f"{points}/history?limit={PAGE_SIZE}&offset=0", LoyaltyApi, "history", own)],
    )


@page(ADMINS)
def admin_loyalty_points(request: HttpRequest) -> HttpResponse:
    everyone = list_path(request, "/api/loyalty-points", limit=PAGE_SIZE, order="user", filters=("tier",))
    return island_page(
        request,
        "loyalty/admin-loyalty-points.html",
        title="Gerenciar Pontos de Lealdade",
        queries=[Query("/api/loyalty-points/summary", LoyaltyApi, "summary"), SETTINGS],
        lists=[Query(everyone, LoyaltyApi, "everyone")],
    )
