"""Which template of a game is in force, and what it changed."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from marketplace.adapters.gameboost import drift
from marketplace.adapters.gameboost.templates import BUNDLED_GAMES, Template, bundled, template_from
from marketplace.models import GameTemplate


@dataclass(frozen=True)
class TemplateState:
    """A game's template in force, what it changed against the one before it, and since when. `changed_at` is None where
    nothing changed against the shipped one, `seen_at` where the marketplace was never asked."""

    template: Template
    changes: list[drift.Change]
    changed_at: datetime | None
    seen_at: datetime | None


def template_states() -> list[TemplateState]:
    """Every known game's, in two queries."""
    newest = GameTemplate.objects.filter(game=OuterRef("game")).order_by("-id").values("pk")
    two = GameTemplate.objects.filter(game__in=BUNDLED_GAMES, pk__in=Subquery(newest[:2]))
    rows: dict[str, list[GameTemplate]] = {game: [] for game in BUNDLED_GAMES}
    for row in two.order_by("-id"):
        rows[row.game].append(row)
    return [_state(game, rows[game]) for game in BUNDLED_GAMES]


def _state(game: str, rows: list[GameTemplate]) -> TemplateState:
    shipped = bundled(game)
    assert shipped is not None
    if not rows:
        return TemplateState(shipped, [], None, None)
    template = template_from(rows[0].content)
    found = drift.changes(template_from(rows[1].content) if len(rows) > 1 else shipped, template)
    return TemplateState(template, found, rows[0].created_at if found else None, rows[0].seen_at)
