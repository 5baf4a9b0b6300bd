from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.pages import ADMINS, EMPLOYEES, island_page, list_path, page

PAGE_SIZE = 20
SETTINGS = "/api/loyalty-points/settings"


@page(EMPLOYEES)
def loyalty_points(request: HttpRequest) -> HttpResponse:
    points = f"/api/loyalty-points/{actor(request).id}"
    queries = [points, SETTINGS, f"{points}/history?limit={PAGE_SIZE}&offset=0"]
    return island_page(request, "loyalty/loyalty-points.html", title="Pontos de Lealdade", queries=queries)


@page(ADMINS)
def admin_loyalty_points(request: HttpRequest) -> HttpResponse:
    everyone = list_path(request, "/api/loyalty-points", limit=PAGE_SIZE, order="user", filters=("tier",))
    template, queries = "loyalty/admin-loyalty-points.html", ["/api/loyalty-points/summary", SETTINGS, everyone]
    return island_page(request, template, title="Gerenciar Pontos de Lealdade", queries=queries)
