from datetime import timedelta
from importlib import import_module

from django.conf import settings

from accounts.actions.people import purge_access
from accounts.rules import ACCESS_RETENTION
from infra.schedule import periodic


def forget_access() -> int:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return purge_access()


kept = f"{ACCESS_RETENTION.days} dias; sessões, até você sair, 3 dias sem abrir uma página ou 14 dias"
periodic("accounts.purge_access", forget_access, every=timedelta(days=1), forgets=kept)
