"""Keeping the accounts that a person has put together and not created yet."""

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from bulk.errors import QueueChanged
from bulk.models import QueueDraft
from core.actor import Actor

QUEUES_KEPT = timedelta(days=7)
"""Accounts that nobody has touched for as long are not going to be created; what is kept can leak."""


def save_queue(*, by: Actor, game: str, entries: list[dict[str, Any]], version: int) -> None:
    """Replace one's own queue as last read at `version`; QueueChanged when another tab was faster.

    The entries are only what the person wrote: how they fared is read from their rows.
    """
    queue = QueueDraft.objects.filter(owner=by.id, game=game)
    if version:
        written = queue.filter(version=version).update(entries=entries, version=F("version") + 1, updated_at=Now())
        if not written:
            raise QueueChanged
        return
    try:
        with transaction.atomic():
            QueueDraft.objects.create(owner_id=by.id, game=game, entries=entries)
    except IntegrityError:
        raise QueueChanged from None


def purge_queues() -> int:
    """Forget the queues that were left alone for a week; how many."""
    deleted, _ = QueueDraft.objects.filter(updated_at__lt=timezone.now() - QUEUES_KEPT).delete()
    return deleted
