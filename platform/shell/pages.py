"""Pages that no single domain owns."""

from collections.abc import Mapping
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from accounts.api import TRAIL_LENGTH, PeopleApi, SignInApi
from accounts.models import User
from bulk.api.runs import UploadSettingsApi
from bulk.enums import RowState
from bulk.games import GAMES
from bulk.queries import queue_figures
from core.actor import actor
from core.api import Api
from core.pages import ADMINS, Query, first_hint, island_page, list_path, page
from earnings.api import EarningApi, PaymentScheduleApi
from infra.health import clock_corrections, ready, workers_alive
from infra.metrics import exposition
from infra.models import ErrorReport
from marketplace.api.integration import ActivityApi, ConfigurationApi
from notifications.api import ChannelApi
from shell.api import ShellApi
from shell.changelog import releases
from shell.privacy import all_kept
from shell.queries import checks
from tasks.api import TaskApi

HINT = "Comece por uma ação rápida: escolha o jogo, cole os dados e confira a prévia antes de criar."
RECENT = 3
DUE = 5
OPEN_STATES = (RowState.QUEUED, RowState.SENDING, RowState.VERIFYING)
PANEL_ROWS = 20
SESSIONS = 10
ACTIVITIES = 10
ERRORS = 20
PAYMENT_SCHEDULE = Query("/api/payment-schedule", PaymentScheduleApi, "retrieve")
ME = Query("/api/auth/me", SignInApi, "me")


def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the process answers; touches nothing else."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Whether the database answers, migrations are done and a worker lives: without a log-in, so without details."""
    text, status = ("ok", 200) if ready() else ("unavailable", 503)
    return HttpResponse(text, content_type="text/plain", status=status)


def metrics(request: HttpRequest) -> HttpResponse:
    """Queue, worker and request figures in Prometheus' format, for METRICS_TOKEN's bearer and for admins; a 404 to others."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    knows_token = bool(settings.METRICS_TOKEN) and constant_time_compare(token, settings.METRICS_TOKEN)
    if not (knows_token or (request.user.is_authenticated and actor(request).is_admin)):
        return HttpResponse("not found", content_type="text/plain", status=404)
    queue = queue_figures()
    settled = {"created": queue["created_last_hour"], "failed": queue["failed_last_hour"]}
    clock = "How often stored times were corrected, as the clock had gone back."
    figures: dict[tuple[str, str], Mapping[str, float]] = {
        ("bulk_rows", "Rows of runs that are not over, by state."): {state: queue[state] for state in OPEN_STATES},
        ("bulk_oldest_queued_seconds", "How long the oldest queued row has waited."): {"": queue["oldest_queued_s"]},
        ("bulk_settled_last_hour", "Rows settled in the last hour, by outcome."): settled,
        ("workers", "Workers heard of in the last 30 seconds."): {"": workers_alive()},
        ("clock_corrections", clock): {"": clock_corrections()},
    }
    return HttpResponse(exposition(figures), content_type=CONTENT_TYPE_PLAIN_0_0_4)


@page()
def dashboard(request: HttpRequest) -> HttpResponse:
    user_id = actor(request).id
    due = Query(f"/api/earnings/balances?limit={DUE}&offset=0&due=true&sort=-pending", EarningApi, "balances")
    return island_page(
        request,
        "shell/dashboard.html",
        title="Dashboard",
        queries=[
            Query(f"/api/tasks/summary?userId={user_id}", TaskApi, "counts"),
            Query(f"/api/earnings/{user_id}/pending?limit={RECENT}", EarningApi, "pending", {"user_id": user_id}),
            PAYMENT_SCHEDULE,
            Query("/api/home", ShellApi, "home"),
            *([Query("/api/earnings/totals", EarningApi, "totals")] if actor(request).is_admin else []),
        ],
        lists=[
            Query(f"/api/tasks/assignee/{user_id}?limit={RECENT}&offset=0", TaskApi, "of_person", {"user_id": user_id}),
            *([due] if actor(request).is_admin else []),
        ],
        hint=first_hint(request, "dashboard", HINT),
    )


@page(ADMINS)
def admin_panel(request: HttpRequest) -> HttpResponse:
    queries, lists = _panel_tab(request)
    return island_page(
        request,
        "shell/admin-panel.html",
        title="Painel Administrativo",
        queries=[Query("/api/earnings/totals", EarningApi, "totals"), *queries],
        lists=[
            Query("/api/users/online?role=employee&limit=8&offset=0", PeopleApi, "online"),
            Query("/api/users?role=employee&limit=1&offset=0", PeopleApi, "list"),
            Query("/api/tasks?limit=5&offset=0&sort=dueDate&status=pending", TaskApi, "list"),
            *lists,
        ],
    )


def _panel_tab(request: HttpRequest) -> tuple[list[Query], list[Query]]:
    """Queries and lists of the tab in the address, as its screen asks for them; the overview is the first tab."""

    def query(api: type[Api], action: str, path: str, **options: Any) -> Query:
        return Query(list_path(request, path, limit=PANEL_ROWS, **options), api, action)

    match request.GET.get("tab"):
        case "tarefas":
            return [], [query(TaskApi, "list", "/api/tasks", order="-createdAt", filters=("status", "priority"))]
        case "ganhos":
            return [], [query(EarningApi, "everyone", "/api/earnings/all", order="-createdAt", filters=("status",))]
        case "pagamentos":
            return [PAYMENT_SCHEDULE], [query(EarningApi, "balances", "/api/earnings/balances", order="-pending")]
        case "funcionarios":
            people = query(PeopleApi, "list", "/api/users", order="fullName", order_name="ordering", filters=("role",))
            return [], [people]
        case _:
            return [PAYMENT_SCHEDULE], [Query("/api/earnings/all?limit=5&offset=0", EarningApi, "everyone")]


@page()
def profile(request: HttpRequest) -> HttpResponse:
    """`lastAccess` is one's own: the API tells lastActiveIp and browserInfo to admins only."""
    person = cast(User, request.user)
    own = {"user_id": person.id}
    channels = [Query("/api/notifications/channels", ChannelApi, "retrieve")]
    return island_page(
        request,
        "accounts/profile.html",
        title="Perfil",
        queries=[
            ME,
            Query(f"/api/employee-settings/{person.id}", UploadSettingsApi, "retrieve", own),
            Query(f"/api/configs/gameboost?userId={person.id}", ConfigurationApi, "retrieve", {"service": "gameboost"}),
            *(channels if request.GET.get("tab") == "avisos" else []),
        ],
        lists=[
            Query(f"/api/auth/sessions?limit={SESSIONS}&offset=0", SignInApi, "list_sessions"),
            Query(f"/api/users/{person.id}/activity-trail?limit={TRAIL_LENGTH}&offset=0", PeopleApi, "trail", own),
            Query(f"/api/activities?userId={person.id}&limit={ACTIVITIES}&offset=0", ActivityApi, "list"),
        ],
        hasSecondPassword=person.has_second_password,
        games=[
            {"slug": game.slug, "title": game.title, "field": f"{game.description_name}Description"}
            for game in GAMES.values()
        ],
        lastAccess={"address": person.last_active_ip, "browser": person.browser_info},
    )


@page()
def game_selection(request: HttpRequest) -> HttpResponse:
    return render(request, "shell/game-selection.html", {"title": "Criar Contas", "games": list(GAMES.values())})


@page()
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, why and for how long; every time is the one the purging goes by."""
    return render(request, "shell/privacy.html", {"title": "Privacidade", "all_kept": all_kept()})


@page(ADMINS)
def health(request: HttpRequest) -> HttpResponse:
    """The checks of health, what waits for somebody and where to fix it, and the uncaught errors."""
    context = {"title": "Saúde do sistema", "checks": checks(), "errors": ErrorReport.objects.all()[:ERRORS]}
    return render(request, "shell/health.html", context)


@page()
def changelog(request: HttpRequest) -> HttpResponse:
    """One release, the newest unless `?versao=` names another one."""
    written = releases()
    shown = next((each for each in written if each.version == request.GET.get("versao")), written[0])
    context = {"title": "Novidades", "release": shown, "others": [each for each in written if each is not shown]}
    return render(request, "shell/changelog.html", context)
