"""Keeping what a person has on a creator's screen and has not created yet."""

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from bulk.errors import QueueChanged, TextChanged
from bulk.models import Draft, QueueDraft, TextDraft
from core.actor import Actor

DRAFTS_KEPT = timedelta(days=7)
"""Accounts that nobody has touched for as long are not going to be created; what is kept can leak."""


def save_queue(*, by: Actor, game: str, entries: list[dict[str, Any]], version: int) -> None:
    """Replace one's own queue as last read at `version`; QueueChanged when another tab was faster.

    The entries are only what the person wrote: how they fared is read from their rows.
    """
    if not _replaced(QueueDraft, by, game, version, entries=entries):
        raise QueueChanged


def save_text(*, by: Actor, game: str, text: str, overrides: dict[str, Any], version: int) -> None:
    """Replace one's own text as last read at `version`; TextChanged when another tab was faster.

    An empty text stays as a row, so that its version is never given to another text.
    """
    if not _replaced(TextDraft, by, game, version, text=text, overrides=overrides):
        raise TextChanged


def purge_drafts() -> int:
    """Delete what was left alone for a week; how many drafts."""
    return _deleted(updated_at__lt=timezone.now() - DRAFTS_KEPT)


def delete_drafts_of(person_id: int) -> int:
    """Delete what somebody has not sent; how many drafts."""
    return _deleted(owner=person_id)


def _replaced(drafts: type[Draft], by: Actor, game: str, version: int, **content: Any) -> bool:
    """Whether the draft was still at `version`; 0 is that of a draft nobody has written yet."""
    if version:
        draft = drafts._default_manager.filter(owner=by.id, game=game, version=version)
        return bool(draft.update(version=F("version") + 1, updated_at=Now(), **content))
    try:
        with transaction.atomic():
            drafts._default_manager.create(owner_id=by.id, game=game, **content)
    except IntegrityError:
        return False
    return True


def _deleted(**which: Any) -> int:
    return sum(drafts._default_manager.filter(**which).delete()[0] for drafts in (QueueDraft, TextDraft))
