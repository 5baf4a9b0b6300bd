"""The audit trail: one append-only table, written by actions inside their transaction."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import structlog
from django.apps import apps
from django.db.models import Model
from django.utils.module_loading import import_string

from core.actor import Actor
from core.models import AuditEvent


def record(
    event: str,
    *,
    by: Actor | None,
    target: Model | None = None,
    subject: Actor | int | None = None,
    reason: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> AuditEvent:
    """Add one event. `by` None is the system; `subject` is the person concerned, who may read it. `before` and `after`
    hold JSON values and never a secret."""
    return AuditEvent.objects.create(
        event=event,
        actor_id=by.id if by else None,
        actor_label=by.username if by else "sistema",
        target_type=target._meta.label_lower if target else "",
        target_id=str(target.pk) if target else "",
        target_label=str(target)[:200] if target else "",
        subject_id=subject if isinstance(subject, int) or subject is None else subject.id,
        reason=reason,
        before=before,
        after=after,
        request_id=structlog.contextvars.get_contextvars().get("request_id", ""),
    )


def set_columns(row: Model, values: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Set columns of a row, which is not saved; what they were and are, for `record`."""
    before = {name: str(getattr(row, name)) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    return before, {name: str(value) for name, value in values.items()}


@cache
def sentences() -> Mapping[str, str]:
    """How each audit event reads. Every app names its events and their sentences in `enums.Audited`."""
    found: dict[str, str] = {}
    for config in apps.get_app_configs():
        with suppress(ImportError):  # nothing of it is audited
            found |= dict(import_string(f"{config.name}.enums.Audited").choices)
    return found
