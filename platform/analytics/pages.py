from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from analytics.api import AnalyticsApi
from analytics.enums import Range
from core.actor import actor
from core.pages import Query, island_page, page

TITLE = "Análise Comportamental dos Funcionários"
DENIED = "Acesso Negado: Apenas administradores podem acessar análises comportamentais."
PEOPLE = 10


@page()
def employee_analytics(request: HttpRequest) -> HttpResponse:
    """Whoever is no admin reads 'Acesso Negado…' with 403 (product: shell.not-found); the range is part of the address."""
    if not actor(request).is_admin:
        return render(request, "analytics/denied.html", {"title": TITLE, "message": DENIED}, status=403)
    asked = request.GET.get("range")
    range_ = asked if asked in Range.values else Range.WEEK
    return island_page(
        request,
        "analytics/employee-analytics.html",
        title=TITLE,
        queries=[Query(f"/api/analytics/summary?range={range_}", AnalyticsApi, "summary")],
        lists=[
            Query(f"/api/analytics/people?limit={PEOPLE}&offset=0&sort=seconds&range={range_}", AnalyticsApi, "people")
        ],
    )
