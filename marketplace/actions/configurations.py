"""A person's way to a marketplace."""

from typing import Any
from urllib.parse import urlsplit

from django.db import transaction

from core import audit
from core.actor import Actor
from core.crypto import is_masked, mask_secret
from core.happenings import tell
from marketplace.adapters.base import Connection
from marketplace.enums import Audited
from marketplace.errors import AddressRefused, KeyRequired, SystemDefaultMissing
from marketplace.models import Configuration
from marketplace.queries import SYSTEM_USER_ID, Effective, global_settings, saved_configuration
from marketplace.queries.addresses import may_be_called
from marketplace.rules import DEFAULT_TIMEOUT_MS, endpoints_unsaid


def save_configuration(
    *,
    user_id: int,
    service: str,
    api_key: str,
    base_url: str,
    timeout_ms: int,
    enabled_endpoints: list[str] | None,
    by: Actor,
) -> Effective:
    """Create or replace a person's configuration (POST /api/configs/{service}).

    Endpoints that are None are those of `endpoints_unsaid`. A masked key keeps the stored one: the person's own, or the
    use of the system default's. Refused: an address that may not be called; a masked key with an address it was not
    typed for, unless its owner moves it.
    """
    if not may_be_called(base_url):
        raise AddressRefused()
    with transaction.atomic():
        current = saved_configuration(user_id, service)
        key = api_key if not is_masked(api_key) else _kept_key(current, base_url, by)
        if enabled_endpoints is None:
            enabled_endpoints = endpoints_unsaid(service, current.enabled_endpoints if current else None)
        Configuration.objects.update_or_create(
            user_id=user_id,
            service=service,
            defaults={
                "base_url": base_url,
                "api_key": key,
                "timeout_ms": timeout_ms,
                "enabled_endpoints": enabled_endpoints,
            },
        )
        audit.record(
            Audited.CONFIGURATION_SAVED,
            by=by,
            subject=user_id,
            before=_traceable(current),
            after={
                "service": service,
                "baseUrl": base_url,
                "apiKey": mask_secret(key),
                "timeout": timeout_ms,
                "enabledEndpoints": enabled_endpoints,
            },
        )
        tell("api_config_update", person_id=by.id, subject=service)
        saved = saved_configuration(user_id, service)
    assert saved is not None
    return saved


def reset_configuration(*, user_id: int, service: str, by: Actor) -> Effective:
    """Put the system default in the place of a person's configuration (POST /api/configs/{service}/reset).

    'Redefinir para Padrão' gives the use of user 1's key, never the reading of it (decisions §8): the person's own row
    goes, so the system default is in effect, and follows user 1 when that changes. User 1's own stays.
    """
    with transaction.atomic():
        if not Configuration.objects.filter(user_id=SYSTEM_USER_ID, service=service).exists():
            raise SystemDefaultMissing()
        before = saved_configuration(user_id, service)
        if user_id != SYSTEM_USER_ID:
            Configuration.objects.filter(user_id=user_id, service=service).delete()
        audit.record(Audited.CONFIGURATION_RESET, by=by, subject=user_id, before=_traceable(before))
        tell("api_config_update", person_id=by.id, subject=service)
        effective = saved_configuration(user_id, service)
    assert effective is not None
    return effective


def unsaved_connection(
    effective: Effective | None, *, service: str, api_key: str, base_url: str, timeout_ms: int | None, by: Actor
) -> Connection:
    """The connection that a person asks to try: what they typed, and what is stored for the rest.

    The stored key goes to the stored address only, unless its owner asks.
    """
    address = base_url or (effective.base_url if effective else "")
    if not may_be_called(address):
        raise AddressRefused()
    key = api_key
    if not key or is_masked(key):
        key = _kept_key(effective, address, by) or (effective.api_key if effective else "")
    return Connection(
        service,
        address,
        key,
        timeout_ms or (effective.timeout_ms if effective else DEFAULT_TIMEOUT_MS),
        global_settings().auth_method,
    )


def _kept_key(effective: Effective | None, base_url: str, by: Actor) -> str:
    """The person's own stored key, or '' for the use of the system default's."""
    if effective is None or not effective.api_key:
        raise KeyRequired()
    moved = urlsplit(base_url)[:3] != urlsplit(effective.base_url)[:3]
    if moved and by.id != effective.key_owner_id:
        raise KeyRequired()
    return "" if effective.is_system_default else effective.api_key


def _traceable(effective: Effective | None) -> dict[str, Any] | None:
    if effective is None:
        return None
    return {
        "service": effective.service,
        "baseUrl": effective.base_url,
        "apiKey": mask_secret(effective.api_key),
        "timeout": effective.timeout_ms,
        "enabledEndpoints": effective.enabled_endpoints,
        "isSystemDefault": effective.is_system_default,
    }
