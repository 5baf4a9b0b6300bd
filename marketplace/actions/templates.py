"""Keep the templates of the games fresh: a form is checked against them before a run (product: creators.template-changes)."""

from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.errors import NotFound
from infra.shares import MARKETPLACE_CALLS
from marketplace.actions.calls import PERIODIC_TIMEOUT_MS, adapter_for
from marketplace.actions.proxy import Perform, ProxyCall
from marketplace.adapters import templates
from marketplace.adapters.base import Connection, Done, Refused, reason_of
from marketplace.adapters.gameboost.dialect import GameBoost
from marketplace.adapters.gameboost.market import forget_template, speaks_v2, template_in_force, with_v2
from marketplace.adapters.gameboost.templates import BUNDLED, read_template
from marketplace.enums import Audited, Service
from marketplace.errors import MarketplaceRefused
from marketplace.models import GameTemplate
from marketplace.queries import SYSTEM_USER_ID, Effective, leads_to_sandbox, saved_configuration

log = structlog.get_logger(__name__)

NO_FIELDS = "A resposta da API não descreve os campos do jogo."


@dataclass(frozen=True)
class Refreshed:
    """The result for one game: 'unchanged', 'changed' or 'failed', and why it failed."""

    game: str
    outcome: str
    message: str = ""


def refresh_templates(connection: Connection, *, user_id: int, by: Actor | None) -> list[Refreshed]:
    """Ask for every game's template; one that fails stays, and a failure of the marketplace ends the asking."""
    results: list[Refreshed] = []
    adapter = adapter_for(connection, user_id=user_id, interactive=by is not None, wait=False)
    with MARKETPLACE_CALLS if by else nullcontext(), closing(adapter):
        assert isinstance(adapter, GameBoost)
        for game in BUNDLED:
            outcome = adapter.template(game)
            if not isinstance(outcome, Done | Refused):
                left = list(BUNDLED)[len(results) :]
                return results + [Refreshed(each, "failed", reason_of(outcome)) for each in left]
            if isinstance(outcome, Refused):
                results.append(Refreshed(game, "failed", outcome.message))
            elif template := read_template(game, outcome.data, template_in_force(game)):
                results.append(_adopt(template, by=by))
            else:
                results.append(Refreshed(game, "failed", NO_FIELDS))
    return results


def described_games(effective: Effective, *, by: Actor) -> list[dict[str, str]]:
    """[{slug, title}] of every game that GameBoost has, by title. Raises what `ProxyCall.read` does."""
    answer = _call(effective, by).read("games", lambda adapter: adapter.all_games(), cached_as=("all",))
    games = [{"slug": str(each.get("slug") or ""), "title": str(each.get("name") or "")} for each in answer["data"]]
    return sorted((each for each in games if each["slug"] and each["title"]), key=lambda each: each["title"].casefold())


def title_of_game(effective: Effective, game: str, *, by: Actor) -> str:
    """GameBoost's title of a game. Raises NotFound for one that it does not have."""
    answer = _ask(effective, by, lambda adapter: adapter.games(game))
    entry = answer["data"][0] if isinstance(answer["data"], list) else answer["data"]
    return str(entry.get("name") or game)


def fetch_template(effective: Effective, game: str, *, by: Actor) -> bool:
    """Put in force what GameBoost's second API says of a game; whether it describes it. The first one is not asked."""
    if not knows_templates(effective):
        return False
    answer = _ask(effective, by, lambda adapter: adapter.template(game))
    template = read_template(game, answer, None, fieldless=True)
    if template is not None:
        _adopt(template, by=by)
    return template is not None


def knows_templates(effective: Effective) -> bool:
    """The sandbox speaks both versions, wherever a configuration leads to it."""
    connection = effective.connection
    return speaks_v2(connection.base_url) or leads_to_sandbox(connection.market)


def _call(effective: Effective, by: Actor) -> ProxyCall:
    connection = effective.connection
    if knows_templates(effective):
        connection = replace(connection, base_url=with_v2(connection.base_url))
    return ProxyCall(effective, connection, by)


def _ask(effective: Effective, by: Actor, perform: Perform) -> Any:
    """The answer to a call that creating accounts needs; like a run it does not depend on `enabledEndpoints`."""
    try:
        return _call(effective, by).answer(perform)
    except MarketplaceRefused as refused:
        if refused.status == 404:
            raise NotFound from None
        raise


def refresh_templates_with_the_system_key() -> list[Refreshed]:
    """The periodic refresh, with user 1's GameBoost key; nothing where there is none."""
    effective = saved_configuration(SYSTEM_USER_ID, Service.GAMEBOOST)
    if effective is None or not effective.connection.api_key:
        return []
    connection = replace(effective.connection, timeout_ms=PERIODIC_TIMEOUT_MS)
    results = refresh_templates(connection, user_id=SYSTEM_USER_ID, by=None)
    for result in results:
        if result.outcome != "unchanged":
            log.warning("template_refreshed", game=result.game, outcome=result.outcome, message=result.message)
    return results


def _adopt(template: templates.Template, *, by: Actor | None) -> Refreshed:
    """Put a template in force where it says anything new."""
    now = timezone.now()
    with transaction.atomic():
        newest = GameTemplate.objects.select_for_update().filter(game=template.game).first()
        known = templates.template_from(newest.content) if newest else BUNDLED.get(template.game)
        found = templates.changes(known, template) if known else []
        if newest and not found:
            newest.seen_at = now
            newest.save(update_fields=["seen_at"])
            return Refreshed(template.game, "unchanged")
        row = GameTemplate.objects.create(game=template.game, content=templates.content_of(template), seen_at=now)
        if found:
            texts = [each.text for each in found]
            audit.record(Audited.TEMPLATE_CHANGED, by=by, target=row, after={"changes": texts})
        transaction.on_commit(lambda: forget_template(template.game))
    return Refreshed(template.game, "changed" if found else "unchanged")
