"""Points for tests, made by the same actions as everybody's."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.tests.factories import AdminFactory
from loyalty import actions
from loyalty.enums import Event
from loyalty.models import History, Settings
from loyalty.queries import points_of
from loyalty.rules import START_POINTS, clamp


def stand_at(user: Any, points: int) -> None:
    """Bring somebody to a number of points."""
    actions.adjust(user_id=user.id, points_change=points - points_of(user.id), reason="Teste", by=AdminFactory())


def happen(user: Any, events: Sequence[Event], source_id: int = 1, source_kind: str = "teste") -> History:
    """Let events happen together to somebody."""
    with transaction.atomic():
        return actions.apply_events(
            user_id=user.id, events=events, source_kind=source_kind, source_id=source_id, reason="Teste", by=None
        )


def settings_values(**changes: Any) -> dict[str, Any]:
    """The columns that save_settings takes, at their defaults but for the changes."""
    columns = [field.name for field in Settings._meta.fields if field.name not in ("id", "version")]
    return {name: getattr(Settings(), name) for name in columns} | changes


def replayed_points(user_id: int) -> int:
    """The points that the history leads to, from the start on."""
    points = START_POINTS
    for change in History.objects.filter(user_id=user_id).order_by("id").values_list("points_changed", flat=True):
        points = clamp(points + change)
    return points
