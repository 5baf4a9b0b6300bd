"""Pages that no single domain owns."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from core.actor import actor
from core.health import ready
from core.pages import ADMINS, island_page, page

RECENT = 3


def healthz(request: HttpRequest) -> HttpResponse:
    """'process up' (decisions §1): touches nothing."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """'database, migrations, worker heartbeat … no log-in, no detail leaked' (decisions §1)."""
    if ready():
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("unavailable", content_type="text/plain", status=503)


@page()
def dashboard(request: HttpRequest) -> HttpResponse:
    """Document 1 §2 'Dashboard'; §9: 'Dashboard shows 3 recent tasks and 3 recent earnings'."""
    user_id = actor(request).id
    return island_page(
        request,
        "dashboard",
        title="Dashboard",
        template="shell/dashboard.html",
        queries=[
            f"/api/tasks/summary?userId={user_id}",
            f"/api/earnings/{user_id}/pending?limit={RECENT}",
            "/api/payment-schedule",
        ],
        lists=[f"/api/tasks/assignee/{user_id}?limit={RECENT}&offset=0"],
    )


@page(ADMINS)
def admin_panel(request: HttpRequest) -> HttpResponse:
    """Document 1 §2 'Admin panel': the cards and the overview; the other tabs ask when they are opened."""
    return island_page(
        request,
        "admin-panel",
        title="Painel Administrativo",
        template="shell/admin-panel.html",
        queries=["/api/tasks/summary", "/api/earnings/totals", "/api/payment-schedule"],
        lists=[
            "/api/users/online?limit=8&offset=0",
            "/api/users?role=employee&limit=1&offset=0",
            "/api/tasks?limit=5&offset=0&sort=dueDate&status=pending",
            "/api/earnings/all?limit=5&offset=0",
        ],
    )


@page()
def game_selection(request: HttpRequest) -> HttpResponse:
    """Document 1 §2: 'Cards for Fortnite, Valorant, Roblox, War Thunder, each leading to its bulk creator.'"""
    return render(request, "shell/game-selection.html", {"title": "Criar Contas"})


def to_dashboard(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect("/")


def to_war_thunder(request: HttpRequest) -> HttpResponse:
    """The game selection's own spelling of the route (decisions §4)."""
    return HttpResponseRedirect("/war-thunder-bulk")
