"""The creators of the games, and the history of runs."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from bulk.api.intake import QueueApi, TextDraftApi
from bulk.api.results import ResultsApi
from bulk.api.runs import RunApi
from bulk.api.stock import OrderApi, StockApi
from bulk.games import GAMES
from bulk.games.base import Game
from bulk.games.catalogue import all_titles, game_of, is_game
from bulk.intake.queries import shown_game
from bulk.queries import NO_PAY, Progress, newest_run, pay_of
from bulk.results.figures import choices_of_results
from bulk.serializers import RunOutput
from core.actor import actor
from core.pages import ADMINS, Query, fetched_ahead, first_hint, island_page, list_path, page
from marketplace.adapters.registry import MARKETS
from marketplace.api.integration import ConfigurationApi
from marketplace.queries import global_settings

PAGE = 20
ANALYSIS_HINT = "Cole o texto como o recebeu: a análise preenche os campos, você confere e põe a conta na fila."
BULK_HINT = "Cole uma conta por linha e analise: nada é enviado antes de você confirmar a prévia."
RUNS_HINT = "Abra uma execução para acompanhá-la ao vivo, pausá-la ou enviar de novo só o que falhou."
RESULT_FILTERS = ("start", "end", "game", "person", "supplier", "market")
ROWS_A_PAGE = 50


@page()
def creator(request: HttpRequest, slug: str) -> HttpResponse:
    """A creator with its form, the configuration in effect, and the run that goes on or was the last."""
    return _creator(request, GAMES[slug].page, slug, GAMES[slug])


@page()
def other_creator(request: HttpRequest, slug: str) -> HttpResponse:
    """The creator of any other game of the marketplace; `game` is null until somebody has opened it."""
    if slug in GAMES:
        return redirect(f"/{GAMES[slug].page}")
    return _creator(request, "criar", slug, game_of(slug) if is_game(slug) else None)


def _creator(request: HttpRequest, island: str, slug: str, game: Game[Any] | None) -> HttpResponse:
    user_id = actor(request).id
    shown = shown_game(user_id, slug) if game else None
    own: dict[str, Any] = {name: (shown or {}).get(name) for name in ("defaults", "limits", "options")}
    if slug not in GAMES:
        own["slug"] = slug
    return island_page(
        request,
        "bulk/creator.html",
        island=island,
        title=f"{game.title} em Massa" if game else "Outro jogo",
        entry="criar",
        context={"game": game or {"instruction": Game.instruction}},
        queries=_queries(request, slug if game else ""),
        activeRun=_progress_json(request, newest_run(user_id, slug, over=False)),
        lastRun=_progress_json(request, newest_run(user_id, slug, over=True)),
        usdEurRate=str(global_settings().usd_eur_rate),
        hint=first_hint(request, *(("analysis", ANALYSIS_HINT) if game and game.queued else ("bulk", BULK_HINT))),
        pay=pay.as_json(slug) if (pay := pay_of(user_id)) else NO_PAY,
        game=shown,
        **own,
    )


@page()
def upload(request: HttpRequest) -> HttpResponse:
    """The creator that starts from a file (product: creators.games), for all the games, so each comes with its form."""
    user_id = actor(request).id
    chosen, pay = request.GET.get("jogo", ""), pay_of(user_id)
    return island_page(
        request,
        "bulk/upload.html",
        title="Upload de Contas",
        queries=_queries(request, chosen if chosen in GAMES else next(iter(GAMES))),
        usdEurRate=str(global_settings().usd_eur_rate),
        games=[
            {
                "pay": pay.as_json(game.slug) if pay else NO_PAY,
                "activeRun": _progress_json(request, newest_run(user_id, game.slug, over=False)),
                **shown_game(user_id, game.slug),
            }
            for game in GAMES.values()
        ],
    )


@page()
def runs(request: HttpRequest) -> HttpResponse:
    """A person's runs, everybody's for admins, narrowed as the address says."""
    path = list_path(request, "/api/bulk/runs", limit=PAGE, filters=("game", "state", "start", "end"))
    lists, hint = [Query(path, RunApi, "list")], first_hint(request, "runs", RUNS_HINT)
    return island_page(request, "bulk/runs.html", title="Execuções", lists=lists, games=_choices()["games"], hint=hint)


@page()
def accounts(request: HttpRequest) -> HttpResponse:
    """Accounts over markets: where each is listed, sold and closed (own ones; admins all)."""
    path = list_path(request, "/api/stock", limit=PAGE, filters=("id", "game", "state", "service", "days"))
    return island_page(request, "bulk/contas.html", title="Contas", lists=[Query(path, StockApi, "list")], **_choices())


@page()
def orders(request: HttpRequest) -> HttpResponse:
    """Orders and disputes, what waits for the seller first (of own listings; admins all)."""
    filters = ("id", "account", "waiting", "decision", "state", "game", "service")
    lists = [Query(list_path(request, "/api/orders", limit=PAGE, filters=filters), OrderApi, "list")]
    return island_page(request, "bulk/pedidos.html", title="Pedidos", lists=lists, **_choices())


@page(ADMINS)
def results(request: HttpRequest) -> HttpResponse:
    """What accounts cost and brought in, narrowed and grouped as the address says."""
    listed, filters = ("accounts", ("standing", "age")) if request.GET.get("by") == "account" else ("groups", ("by",))
    path = list_path(request, f"/api/results/{listed}", limit=PAGE, filters=RESULT_FILTERS + filters)
    asked = {"search": request.GET.get("busca", "")} | {name: request.GET.get(name, "") for name in RESULT_FILTERS}
    overview = urlencode({name: value for name, value in asked.items() if value})
    return island_page(
        request,
        "bulk/resultados.html",
        title="Resultados",
        queries=[Query(f"/api/results?{overview}".rstrip("?"), ResultsApi, "overview")],
        lists=[Query(path, ResultsApi, listed)],
        **_choices(),
        **choices_of_results(),
    )


def _choices() -> dict[str, Any]:
    return {
        "games": [{"value": slug, "label": title} for slug, title in all_titles()],
        "services": [{"value": market.slug, "label": market.title} for market in MARKETS.values()],
    }


@page()
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """One run while it goes; that of somebody else is the same 404 page as one that never was."""
    path, arguments = f"/api/bulk/runs/{run_id}", {"run_id": run_id}
    rows = list_path(request, f"{path}/rows", limit=ROWS_A_PAGE, filters=("state", "line"))
    return island_page(
        request,
        "bulk/run.html",
        title=f"Execução {run_id}",
        queries=[Query(path, RunApi, "retrieve", arguments)],
        lists=[Query(rows, RunApi, "rows", arguments)],
        id=run_id,
    )


def _queries(request: HttpRequest, slug: str) -> list[Query]:
    """The configuration in effect, and a game's drafts unless the page is only fetched ahead."""
    path = f"/api/configs/gameboost?userId={actor(request).id}"
    drafts = (("queue", QueueApi), ("text-draft", TextDraftApi)) if slug and not fetched_ahead(request) else ()
    return [
        Query(path, ConfigurationApi, "retrieve", {"service": "gameboost"}),
        *(Query(f"/api/bulk/{name}?game={slug}", api, "retrieve") for name, api in drafts),
    ]


def _progress_json(request: HttpRequest, progress: Progress | None) -> dict[str, Any] | None:
    return RunOutput(progress, context={"reader": actor(request)}).data if progress else None
