"""Retention of what signing in leaves behind (decisions §12)."""

from datetime import timedelta
from importlib import import_module

from django.conf import settings

from accounts.actions.retention import purge_access
from core.schedule import periodic


@periodic(name="accounts.purge_access", every=timedelta(days=1), forgets=True)
def forget_access() -> int:
    """Access records past their 180 days, counters and sessions past their end."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return purge_access()
