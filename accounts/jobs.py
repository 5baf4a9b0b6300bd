from datetime import timedelta

from accounts.actions.people import purge_access
from accounts.rules import ACCESS_RETENTION
from infra.schedule import periodic

kept = f"{ACCESS_RETENTION.days} dias; sessões, até você sair, 3 dias sem abrir uma página ou 14 dias"
periodic("accounts.purge_access", purge_access, every=timedelta(days=1), forgets=kept)
