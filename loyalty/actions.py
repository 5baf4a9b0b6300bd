"""Writes of the loyalty domain: every change of points is one history row, clamped to 0-100."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.queries import active_employees
from core import audit
from core.actor import Actor
from core.errors import NotFound
from core.models import locked_row
from core.text import pluralize
from loyalty import errors
from loyalty.enums import Audited, Event
from loyalty.models import History, Record, Settings
from loyalty.queries import settings_in_force
from loyalty.rules import MAX_CHANGE, clamp
from notifications import actions as notifications
from notifications.enums import NotificationKind


@transaction.atomic
def adjust(*, user_id: int, points_change: int, reason: str, by: Actor) -> History:
    """An admin's change: an integer from -100 to 100 and a reason. Locks the record."""
    if abs(points_change) > MAX_CHANGE:
        raise errors.ChangeOutOfRange()
    if not active_employees().filter(pk=user_id).exists():
        raise errors.EmployeeNotFound()
    change = _change(locked_row(Record, user_id=user_id), points_change, reason=reason, by=by)
    points = {"before": {"points": change.previous_points}, "after": {"points": change.new_points}}
    audit.record(Audited.ADJUSTED, by=by, target=change, subject=user_id, reason=reason, **points)
    return change


def apply_events(
    *, user_id: int, events: Sequence[Event], source_kind: str, source_id: int, reason: str, by: Actor | None
) -> History:
    """One change for events that happened together, once per source: a repetition returns the first change. Part of the
    caller's transaction: refuses to run outside one. Locks the record."""
    record = locked_row(Record, user_id=user_id)
    earlier: History | None = History.objects.filter(source_kind=source_kind, source_id=source_id).first()
    if earlier is not None:
        return earlier
    points = settings_in_force().points_for(events)
    source = {"events": [str(event) for event in events], "source_kind": source_kind, "source_id": source_id}
    return _change(record, points, reason=reason, by=by, **source)


@transaction.atomic
def save_settings(*, settings_id: int, values: Mapping[str, Any], by: Actor) -> Settings:
    """Replace the rules; every tier follows at once. `values` are the columns of Settings but id and version. Locks the
    settings. Thresholds that do not tile 0-100 are InvalidThresholds, another id is NotFound."""
    if settings_id != Settings.ONLY_ID:
        raise NotFound()
    settings = locked_row(Settings, pk=settings_id)
    before, after = audit.set_columns(settings, values)
    if not settings.tiles():
        raise errors.InvalidThresholds()
    settings.version += 1
    settings.save()
    audit.record(Audited.SETTINGS_CHANGED, by=by, target=settings, before=before, after=after)
    return settings


def _change(record: Record, points: int, *, reason: str, by: Actor | None, **cause: Any) -> History:
    change: History = History.objects.create(
        user_id=record.user_id,
        points_changed=points,
        previous_points=record.points,
        new_points=clamp(record.points + points),
        reason=reason[:300],
        settings_version=settings_in_force().version,
        by_id=by.id if by else None,
        **cause,
    )
    record.points, record.updated_at = change.new_points, change.created_at
    record.save(update_fields=["points", "updated_at"])
    sign = "+" if points > 0 else ""
    body = f"{sign}{pluralize(points, 'ponto', 'pontos')}: {change.reason}. Agora você tem {change.new_points}."
    kind, title = NotificationKind.POINTS_CHANGED, "Pontos de lealdade atualizados"
    notifications.notify(user_id=record.user_id, kind=kind, title=title, body=body, url="/loyalty-points")
    return change
