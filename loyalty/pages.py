"""Pages of loyalty."""

from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.pages import ADMINS, EMPLOYEES, island_page, list_path, page

PAGE_SIZE = 20


@page(EMPLOYEES)
def loyalty_points(request: HttpRequest) -> HttpResponse:
    """One's own points, what they mean, and how they came about."""
    points = f"/api/loyalty-points/{actor(request).id}"
    return island_page(
        request,
        "loyalty-points",
        title="Pontos de Lealdade",
        template="loyalty/loyalty-points.html",
        queries=[points, "/api/loyalty-points/settings"],
        lists=[f"{points}/history?limit={PAGE_SIZE}&offset=0"],
    )


@page(ADMINS)
def admin_loyalty_points(request: HttpRequest) -> HttpResponse:
    """Everybody's points; the settings come along for the dialogs."""
    return island_page(
        request,
        "admin-loyalty-points",
        title="Gerenciar Pontos de Lealdade",
        template="loyalty/admin-loyalty-points.html",
        queries=["/api/loyalty-points/summary", "/api/loyalty-points/settings"],
        lists=[list_path(request, "/api/loyalty-points", limit=PAGE_SIZE, order="user", filters=("tier",))],
    )
