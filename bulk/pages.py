"""The creators of the games whose accounts are pasted a line each, and the history of runs (decisions §4)."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from rest_framework.serializers import Serializer

from bulk.games import GAMES
from bulk.planning import default_settings
from bulk.queries import Progress, active_run, last_run
from bulk.serializers import RowsQuery, RunsQuery, run_json
from core.actor import actor
from core.pages import island_page, page
from marketplace.queries import usd_eur_rate

RUNS_A_PAGE = 20
ROWS_A_PAGE = 50
_PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,4}")


@page()
def roblox_bulk(request: HttpRequest) -> HttpResponse:
    return _creator(request, "roblox", island="roblox-bulk", title="Roblox em Massa")


@page()
def war_thunder_bulk(request: HttpRequest) -> HttpResponse:
    return _creator(request, "war-thunder", island="war-thunder-bulk", title="War Thunder em Massa")


@page()
def runs(request: HttpRequest) -> HttpResponse:
    """'history of bulk runs … (own ones; admins all)', narrowed as the address says."""
    narrowing = _narrowing(request, RunsQuery, ("game", "state", "start", "end"), rows_a_page=RUNS_A_PAGE)
    if narrowing is None:
        return redirect(request.path)
    return island_page(
        request,
        "runs",
        title="Execuções",
        template="bulk/runs.html",
        lists=[f"/api/bulk/runs?{narrowing}"],
        games=[{"value": game.slug, "label": game.title} for game in GAMES.values()],
    )


@page()
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """'one run live'; that of somebody else is the same 404 page as one that never was."""
    path = f"/api/bulk/runs/{run_id}"
    narrowing = _narrowing(request, RowsQuery, ("state", "line"), rows_a_page=ROWS_A_PAGE)
    if narrowing is None:
        return redirect(request.path)
    return island_page(
        request,
        "run",
        title=f"Execução {run_id}",
        template="bulk/run.html",
        queries=[path],
        lists=[f"{path}/rows?{narrowing}"],
        id=run_id,
    )


def _narrowing(
    request: HttpRequest, form: type[Serializer[Any]], filters: Sequence[str], *, rows_a_page: int
) -> str | None:
    """The query of the list that a page's address asks for, written as the screen writes it (use-list-state.ts).

    None for an address that the API would refuse.
    """
    asked = {"search": request.GET.get("busca", "")} | {name: request.GET.get(name, "") for name in filters}
    given = {name: value for name, value in asked.items() if value}
    if not form(data=given).is_valid():
        return None
    page_number = request.GET.get("pagina", "")
    offset = (int(page_number) - 1) * rows_a_page if _PAGE_NUMBER.fullmatch(page_number) else 0
    return urlencode({"limit": rows_a_page, "offset": offset} | given)


def _creator(request: HttpRequest, slug: str, *, island: str, title: str) -> HttpResponse:
    """A creator with its form, the configuration in effect, and the run that goes on or was the last."""
    user_id = actor(request).id
    return island_page(
        request,
        island,
        title=title,
        template=f"bulk/{island}.html",
        queries=[f"/api/configs/gameboost?userId={user_id}"],
        activeRun=_shown(active_run(user_id, slug)),
        lastRun=_shown(last_run(user_id, slug)),
        usdEurRate=str(usd_eur_rate()),
        **GAMES[slug].screen_props(default_settings(user_id, GAMES[slug])),
    )


def _shown(progress: Progress | None) -> dict[str, Any] | None:
    return run_json(progress) if progress else None
