from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone


class SessionStore(DatabaseStore):
    """Django's table, in which a session ends at its own time or SESSION_IDLE after it was last saved, whichever is first."""

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.expire_date = min(row.expire_date, timezone.now() + settings.SESSION_IDLE)
        return row
