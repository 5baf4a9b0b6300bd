"""Which template of a game is in force, and what it changed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from core.events import publish
from marketplace.adapters.base import Listing
from marketplace.adapters.gameboost import dialect, drift
from marketplace.adapters.gameboost.drift import Broken, Change
from marketplace.adapters.gameboost.templates import BUNDLED_GAMES, Template, bundled, template_from
from marketplace.adapters.gameboost.translation import game_slug
from marketplace.models import GameTemplate


@dataclass(frozen=True)
class TemplateState:
    """A game's template in force, the one before it, and since when. `changed_at` is None where nothing changed against
    the shipped one, `seen_at` where the marketplace was never asked."""

    template: Template
    previous: Template | None
    changed_at: datetime | None
    seen_at: datetime | None


@dataclass(frozen=True)
class Drift:
    """What a game's template changed against the one before it, and what of ours it no longer takes."""

    game: str
    changed_at: datetime | None
    seen_at: datetime | None
    changes: list[Change]
    broken: list[Broken]


def template_states() -> list[TemplateState]:
    """Every known game's, in two queries."""
    newest = GameTemplate.objects.filter(game=OuterRef("game")).order_by("-id").values("pk")
    two = GameTemplate.objects.filter(game__in=BUNDLED_GAMES, pk__in=Subquery(newest[:2]))
    rows: dict[str, list[GameTemplate]] = {game: [] for game in BUNDLED_GAMES}
    for row in two.order_by("-id"):
        rows[row.game].append(row)
    return [_state(game, rows[game]) for game in BUNDLED_GAMES]


def drifts() -> list[Drift]:
    """The drift report: one entry a game."""
    defaults = [each for listings in publish("saved_listings_wanted") for each in listings]
    return [_drift(state, defaults) for state in template_states()]


def _state(game: str, rows: list[GameTemplate]) -> TemplateState:
    shipped = bundled(game)
    assert shipped is not None
    if not rows:
        return TemplateState(shipped, None, None, None)
    template = template_from(rows[0].content)
    previous = template_from(rows[1].content) if len(rows) > 1 else shipped
    changed_at = rows[0].created_at if drift.changes(previous, template) else None
    return TemplateState(template, previous, changed_at, rows[0].seen_at)


def _drift(state: TemplateState, defaults: list[tuple[str, Listing]]) -> Drift:
    now, before = state.template, state.previous
    broken = drift.broken_translations(now)
    for where, listing in defaults:
        if game_slug(listing.game) == now.game and (messages := _broken_by(listing, now)):
            broken.append(Broken(where, tuple(messages)))
    return Drift(
        game=now.game,
        changed_at=state.changed_at,
        seen_at=state.seen_at,
        changes=drift.changes(before, now) if before else [],
        broken=broken,
    )


def _broken_by(listing: Listing, now: Template) -> list[str]:
    """What the game's own fields refuse, and what is no longer sent, although the shipped template took it: a form that
    leaves something to be filled in is not broken by that."""
    told_at_first = _told(listing, bundled(now.game))
    return [text for text in _told(listing, now) if text not in told_at_first]


def _told(listing: Listing, template: Template | None) -> list[str]:
    prepared = dialect.prepare(listing, template_of=_always(template))
    refused = [
        f"{name}: {text}"
        for name, texts in sorted(prepared.errors.items())
        if name == "server" or name.startswith("account_data.")
        for text in texts
    ]
    return [*refused, *prepared.notes]


def _always(template: Template | None) -> Callable[[str], Any]:
    return lambda game: template
