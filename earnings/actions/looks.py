"""Who looked at whose money."""

from datetime import timedelta

from django.utils import timezone

from core import audit
from core.actor import Actor
from core.models import AuditEvent
from earnings.enums import Audited

# One opening of a person's detail asks several reads; they are one look.
SAME_LOOK = timedelta(minutes=10)


def note_look(*, by: Actor, subject_id: int) -> None:
    """'An admin's look at someone's financial … detail … writes an audit row'."""
    recent = AuditEvent.objects.filter(
        event=Audited.VIEWED, actor_id=by.id, subject_id=subject_id, created_at__gte=timezone.now() - SAME_LOOK
    )
    if not recent.exists():
        audit.record(Audited.VIEWED, by=by, subject=subject_id)
