"""The settings that act on everybody's calls."""

from typing import Any

from django.db import transaction

from core import audit
from core.actor import Actor
from core.locks import locked_row
from marketplace.enums import Audited
from marketplace.models import GlobalSettings


def save_global_settings(*, changes: dict[str, Any], by: Actor) -> GlobalSettings:
    """Change the named settings for everyone (POST /api/settings)."""
    with transaction.atomic():
        row = locked_row(GlobalSettings, pk=1)
        before = {name: str(getattr(row, name)) for name in changes}
        for name, value in changes.items():
            setattr(row, name, value)
        row.save()
        audit.record(
            Audited.SETTINGS_SAVED,
            by=by,
            target=row,
            before=before,
            after={name: str(value) for name, value in changes.items()},
        )
    return row
