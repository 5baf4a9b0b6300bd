"""Retention of what signing in leaves behind (decisions §12)."""

from datetime import timedelta
from importlib import import_module

from django.conf import settings

from accounts.actions.retention import purge_access
from core.schedule import periodic


@periodic(name="purge-access", every=timedelta(days=1))
def purge() -> None:
    """Access records past their 180 days, counters and sessions past their end."""
    purge_access()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
