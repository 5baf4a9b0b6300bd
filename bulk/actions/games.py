"""Opening any game of the marketplace, and what admins decide of it."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from bulk import errors
from bulk.enums import Audited
from bulk.games import GAMES
from bulk.games.catalogue import PINNED, SLUG, creator_path, game_of
from bulk.models import FieldLabel, OtherGame
from core import audit
from core.actor import Actor
from core.errors import ActionError, NotFound
from core.text import searchable
from marketplace.actions import templates
from marketplace.enums import Service
from marketplace.errors import EndpointDisabled
from marketplace.queries import Effective, configuration_in_effect, newest_template, template_history

log = structlog.get_logger(__name__)

FRESH = timedelta(minutes=10)
MOST_FOUND = 50
LISTS_OFF = "A lista de jogos está desligada em Gerenciar APIs. Escreva o nome do jogo como no endereço do GameBoost."
ONLY_COMMON = "Com a API v1 do GameBoost só os campos comuns dos jogos são conhecidos. Com a v2, cada jogo traz os seus."


def find_games(*, by: Actor, search: str) -> dict[str, Any]:
    """{games: [{slug, title, path}] of the marketplace, notice: what to know of them}. Raises ConfigurationMissing."""
    effective = _configuration(by.id)
    notice = "" if templates.knows_templates(effective) else ONLY_COMMON
    words = searchable(search)
    try:
        found = [each for each in templates.described_games(effective, by=by) if words in searchable(each["title"])]
    except EndpointDisabled:
        written = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
        found, notice = [{"slug": written, "title": search.strip()}], LISTS_OFF
    games = [each | {"path": creator_path(each["slug"])} for each in found if SLUG.fullmatch(each["slug"])]
    return {"games": games[:MOST_FOUND], "notice": notice}


def open_game(*, slug: str, user_id: int, by: Actor) -> None:
    """Keep what the marketplace says of a game, unless it was asked a moment ago; user_id: whose configuration asks.
    Raises NotFound, ConfigurationMissing, and of a game that nobody opened yet whatever made a call fail."""
    if slug in GAMES:
        return
    if not SLUG.fullmatch(slug):
        raise NotFound
    known = OtherGame.objects.filter(slug=slug).exists()
    state = template_history(slug)
    if known and state and state.seen_at and timezone.now() - state.seen_at < FRESH:
        return
    try:
        effective = _configuration(user_id)
        title = "" if known else templates.title_of_game(effective, slug, by=by)
        templates.fetch_template(effective, slug, by=by)
    except ActionError as failure:
        if not known:
            raise
        log.warning("template_not_asked", game=slug, reason=failure.code)
    if not known:
        OtherGame.objects.get_or_create(slug=slug, defaults={"title": title[:100]})


def require_template(*, slug: str, version: int | None) -> None:
    """TemplateChanged, with what changed, unless the form was filled in under the template in force."""
    if slug in GAMES:
        return
    if version is None:
        raise errors.TemplateVersionMissing
    newest = newest_template(slug)
    if newest is not None and newest[0] != version:
        state = template_history(slug, since=version)
        raise errors.TemplateChanged(changes=[change.text for change in state.changes] if state else [])


@transaction.atomic
def change_game(
    *, slug: str, by: Actor, pinned: bool | None = None, labels: Mapping[str, str] | None = None, reason: str = ""
) -> None:
    """Pin a game to everybody's sidebar, or rename its fields, "" for the name they had. Raises FieldUnknown."""
    game = game_of(slug)
    if slug in GAMES:
        raise NotFound
    unknown = set(labels or ()) - set(game.data)
    if unknown:
        raise errors.FieldUnknown(errors={f"labels.{name}": [errors.NO_SUCH_FIELD] for name in sorted(unknown)})
    kept = OtherGame.objects.select_for_update().get(slug=slug)
    if pinned is not None:
        kept.pinned = pinned
        kept.save(update_fields=["pinned"])
        transaction.on_commit(lambda: cache.delete(PINNED))
    for name, label in (labels or {}).items():
        if label:
            FieldLabel.objects.update_or_create(game=slug, name=name, defaults={"label": label})
        else:
            FieldLabel.objects.filter(game=slug, name=name).delete()
    changes = {"pinned": pinned, "labels": dict(labels) if labels else None}
    after = {name: value for name, value in changes.items() if value is not None}
    audit.record(Audited.GAME_CHANGED, by=by, target=kept, reason=reason, after=after)


def _configuration(user_id: int) -> Effective:
    effective = configuration_in_effect(user_id, Service.GAMEBOOST)
    if effective is None or not effective.connection.api_key:
        raise errors.ConfigurationMissing
    return effective
