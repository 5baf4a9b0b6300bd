"""Pages that no single domain owns."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bulk.enums import RowState
from bulk.games import GAMES
from bulk.queries import queue_figures
from core.actor import actor
from core.pages import ADMINS, first_hint, island_page, list_path, page
from infra.health import clock_corrections, ready, workers_alive
from infra.metrics import exposition
from shell.changelog import releases
from shell.privacy import all_kept

HINT = "Comece por uma ação rápida: escolha o jogo, cole os dados e confira a prévia antes de criar."
RECENT = 3
OPEN_STATES = (RowState.QUEUED, RowState.SENDING, RowState.VERIFYING)
PANEL_ROWS = 20


def healthz(request: HttpRequest) -> HttpResponse:
    """'process up': touches nothing."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """'database, migrations, worker heartbeat … no log-in, no detail leaked'."""
    if ready():
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("unavailable", content_type="text/plain", status=503)


def metrics(request: HttpRequest) -> HttpResponse:
    """Queue, worker and request figures in Prometheus' format, for METRICS_TOKEN's bearer and for admins; a 404 to others."""
    if not (_bears_metrics_token(request) or (request.user.is_authenticated and actor(request).is_admin)):
        return HttpResponse("not found", content_type="text/plain", status=404)
    figures = queue_figures()
    return HttpResponse(
        exposition(
            {
                ("bulk_rows", "Rows of runs that are not over, by state."): {
                    state: figures[state] for state in OPEN_STATES
                },
                ("bulk_oldest_queued_seconds", "How long the oldest queued row has waited."): {
                    "": figures["oldest_queued_s"]
                },
                ("bulk_settled_last_hour", "Rows settled in the last hour, by outcome."): {
                    "created": figures["created_last_hour"],
                    "failed": figures["failed_last_hour"],
                },
                ("workers", "Workers heard of in the last 30 seconds."): {"": workers_alive()},
                ("clock_corrections", "How often stored times were corrected, as the clock had gone back."): {
                    "": clock_corrections()
                },
            }
        ),
        content_type=CONTENT_TYPE_PLAIN_0_0_4,
    )


def _bears_metrics_token(request: HttpRequest) -> bool:
    told = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and constant_time_compare(told, settings.METRICS_TOKEN)


@page()
def dashboard(request: HttpRequest) -> HttpResponse:
    """'Dashboard shows 3 recent tasks and 3 recent earnings'."""
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
        hint=first_hint(request, "dashboard", HINT),
    )


@page(ADMINS)
def admin_panel(request: HttpRequest) -> HttpResponse:
    """the four cards, and what the tab in the address shows."""
    queries, lists = _panel_tab(request)
    return island_page(
        request,
        "admin-panel",
        title="Painel Administrativo",
        template="shell/admin-panel.html",
        queries=["/api/earnings/totals", *queries],
        lists=[
            "/api/users/online?role=employee&limit=8&offset=0",
            "/api/users?role=employee&limit=1&offset=0",
            "/api/tasks?limit=5&offset=0&sort=dueDate&status=pending",
            *lists,
        ],
    )


def _panel_tab(request: HttpRequest) -> tuple[list[str], list[str]]:
    """Queries and lists of the tab in the address, as its screen asks for them; the overview is the first tab."""
    listed = partial(list_path, request, limit=PANEL_ROWS)
    match request.GET.get("tab"):
        case "tarefas":
            return [], [listed("/api/tasks", order="-createdAt", filters=("status", "priority"))]
        case "ganhos":
            return [], [listed("/api/earnings/all", order="-createdAt", filters=("status",))]
        case "pagamentos":
            return ["/api/payment-schedule"], [listed("/api/earnings/balances", order="-pending")]
        case "funcionarios":
            return [], [listed("/api/users", order="fullName", order_name="ordering", filters=("role",))]
        case _:
            return ["/api/payment-schedule"], ["/api/earnings/all?limit=5&offset=0"]


@page()
def game_selection(request: HttpRequest) -> HttpResponse:
    """A card for each game, which leads to its creator."""
    return render(request, "shell/game-selection.html", {"title": "Criar Contas", "games": list(GAMES.values())})


@page()
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, why and for how long; every time is the one the purging goes by."""
    return render(request, "shell/privacy.html", {"title": "Privacidade", "all_kept": all_kept()})


@page()
def changelog(request: HttpRequest) -> HttpResponse:
    """What is new, for the people who use it: CHANGELOG.md."""
    return render(request, "shell/changelog.html", {"title": "Novidades", "releases": releases()})


def to_dashboard(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect("/")
