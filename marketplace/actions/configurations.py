"""A person's way to a marketplace, their training mode, and the global settings."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.actions.people import Removal
from core import audit, events
from core.actor import Actor
from core.crypto import is_masked, mask_secret
from core.errors import ensure
from core.models import locked_row
from marketplace import errors, queries
from marketplace.actions.calls import try_connection
from marketplace.adapters.base import Connection
from marketplace.adapters.gameboost.market import goes_past_version, with_v2
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Audited, Service
from marketplace.models import Configuration, GlobalSettings, KeyBudget, SyncPass, TrainingMode
from marketplace.queries import Effective

TEST_HOLDS = timedelta(minutes=10)  # a key that is saved so long after its test is still known to work


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
    """Create or replace a person's configuration. Endpoints that are None are those that were enabled, or the market's
    default ones, and the profile's own. A masked key keeps the stored one, or the use of the system default's; it is
    refused with an address it was not typed for, unless its owner moves it. So is an address that may not be called,
    the sandbox's beside real marketplaces, which admins alone may save, since what is created there would be paid, and
    another version of the API while a subscriber of `api_version_changing` objects. Where the key was just tested,
    or moves to another version, paused runs go on."""
    if not queries.may_be_called(base_url) or (service == Service.GAMEBOOST and goes_past_version(base_url)):
        raise errors.AddressRefused()
    with transaction.atomic():
        current = queries.saved_configuration(user_id, service)
        key = api_key if not is_masked(api_key) else _kept_key(current, base_url, by)
        if not by.is_admin and _is_for_practice(Connection(service, base_url, key)):
            raise errors.PracticeOnly()
        if enabled_endpoints is None:
            market = MARKETS[service]
            enabled = current.enabled_endpoints if current else market.default_endpoints
            enabled_endpoints = list(dict.fromkeys([*enabled, *market.profile_endpoints]))
        moved = _change_version(Connection(service, base_url, key), by) if key else False
        kept = {"base_url": base_url, "timeout_ms": timeout_ms, "enabled_endpoints": enabled_endpoints}
        Configuration.objects.update_or_create(user_id=user_id, service=service, defaults=kept | {"api_key": key})
        after = _traceable(Connection(service, base_url, key, timeout_ms), enabled_endpoints)
        audit.record(Audited.CONFIGURATION_SAVED, by=by, subject=user_id, before=_in_effect(current), after=after)
        events.count("api_config_update", person_id=by.id, subject=service)
        saved = ensure(queries.saved_configuration(user_id, service))
    lane_key, since = saved.connection.lane_key, timezone.now() - TEST_HOLDS
    works = moved or KeyBudget.objects.filter(lane_key=lane_key, tested_at__gte=since).exists()
    return replace(saved, resumed_runs=resume_runs(saved.connection, by=by) if works else 0)


def resume_runs(connection: Connection, *, by: Actor) -> int:
    """Let runs go on that paused for a key which works now, where the global settings want that; how many do."""
    return sum(events.publish("key_works", connection, by)) if queries.global_settings().resume_runs else 0


def use_v2(*, user_id: int, by: Actor) -> Effective:
    """Move a person's own GameBoost key to the second API, once that has answered to it; VersionRefused otherwise."""
    current = queries.saved_configuration(user_id, Service.GAMEBOOST)
    if current is None:
        raise errors.ConfigurationMissing(MARKETS[Service.GAMEBOOST].title)
    if current.is_system_default:
        raise errors.SystemKeyNotYours()
    connection = replace(current.connection, base_url=with_v2(current.connection.base_url))
    tested = try_connection(connection, user_id=user_id)
    if not tested["success"]:
        raise errors.VersionRefused(errors.V2_REFUSED.format(reason=tested["detail"] or tested["error"]))
    return save_configuration(
        user_id=user_id,
        service=Service.GAMEBOOST,
        api_key=connection.api_key,
        base_url=connection.base_url,
        timeout_ms=connection.timeout_ms,
        enabled_endpoints=current.enabled_endpoints,
        by=by,
    )


@transaction.atomic
def reset_configuration(*, user_id: int, service: str, by: Actor) -> Effective:
    """Put the system default in the place of a person's configuration. That gives the use of user 1's key, never the
    reading of it: the person's own row goes, and user 1's is followed when it changes. User 1's own stays."""
    if not Configuration.objects.filter(user_id=queries.SYSTEM_USER_ID, service=service).exists():
        raise errors.SystemDefaultMissing()
    before = queries.saved_configuration(user_id, service)
    if user_id != queries.SYSTEM_USER_ID:
        Configuration.objects.filter(user_id=user_id, service=service).delete()
    audit.record(Audited.CONFIGURATION_RESET, by=by, subject=user_id, before=_in_effect(before))
    events.count("api_config_update", person_id=by.id, subject=service)
    return ensure(queries.saved_configuration(user_id, service))


def follow_removal(removal: Removal) -> None:
    """Delete the keys of somebody who is removed. What their runs left in doubt is asked with their lane's copy."""
    saved = Configuration.objects.filter(user=removal.person)
    services = [str(row.service) for row in saved if row.api_key]
    saved.delete()
    TrainingMode.objects.filter(pk=removal.person.pk).delete()
    if services:
        audit.record(Audited.KEYS_DELETED, by=removal.by, subject=removal.person, before={"services": services})


def unsaved_connection(
    effective: Effective | None, *, service: str, api_key: str, base_url: str, timeout_ms: int | None = None, by: Actor
) -> Connection:
    """The typed connection, completed from the stored one, whose key goes to its own address alone unless its owner asks."""
    saved = effective.connection if effective else Connection(service, "", "")
    address, key = base_url or saved.base_url, api_key
    if not queries.may_be_called(address):
        raise errors.AddressRefused()
    if not key or is_masked(key):
        key = _kept_key(effective, address, by) or saved.api_key
    return Connection(service, address, key, timeout_ms or saved.timeout_ms, queries.global_settings().auth_method)


def _is_for_practice(connection: Connection) -> bool:
    """Whether it leads to the sandbox where somebody's key leads to a real marketplace."""
    markets = (each.connection.market for each in queries.configurations_with_own_keys())
    return queries.leads_to_sandbox(connection.market) and not all(map(queries.leads_to_sandbox, markets))


def _change_version(connection: Connection, by: Actor) -> bool:
    """Move everybody who saved this key with another version of the API, and look up first, by its id, every listing
    that the former version showed. Whether anybody did."""
    sharers, version_of = queries.holders_of_key(connection.lane_key), MARKETS[connection.provider].version_of
    movers = [each for each in sharers if version_of(each.connection.base_url) != version_of(connection.base_url)]
    if not movers:
        return False
    events.publish("api_version_changing", connection)
    for each in movers:
        service, base_url = connection.provider, connection.base_url
        moved = {"service": service, "baseUrl": base_url}
        Configuration.objects.filter(user=each.user_id, service=service).update(base_url=base_url)
        if each.user_id != by.id:
            audit.record(Audited.CONFIGURATION_SAVED, by=by, subject=each.user_id, before=_in_effect(each), after=moved)
    now = timezone.now()
    anew = {"page": 0, "started_at": now, "stepped_at": now, "resting_until": None, "finished_at": None, "error": ""}
    SyncPass.objects.update_or_create(lane_key=connection.lane_key, defaults=anew)
    return True


def _kept_key(effective: Effective | None, base_url: str, by: Actor) -> str:
    """The person's own stored key, or '' for the use of the system default's."""
    if effective is None or not effective.connection.api_key:
        raise errors.KeyRequired()
    saved = effective.connection
    moved = urlsplit(base_url)[:3] != urlsplit(saved.base_url)[:3]
    only_version = not effective.is_system_default and with_v2(base_url) == with_v2(saved.base_url)
    if moved and by.id != effective.key_owner_id and not (by.is_admin and only_version):
        raise errors.KeyRequired()
    return "" if effective.is_system_default else saved.api_key


def _traceable(connection: Connection, enabled_endpoints: list[str]) -> dict[str, Any]:
    return {
        "service": connection.provider,
        "baseUrl": connection.base_url,
        "apiKey": mask_secret(connection.api_key),
        "timeout": connection.timeout_ms,
        "enabledEndpoints": enabled_endpoints,
    }


def _in_effect(effective: Effective | None) -> dict[str, Any] | None:
    if effective is None:
        return None
    shown = _traceable(effective.connection, effective.enabled_endpoints)
    return shown | {"isSystemDefault": effective.is_system_default}


def locked_global_settings() -> GlobalSettings:
    """Locked until the caller's transaction ends, for what a setting limits."""
    return locked_row(GlobalSettings, pk=1)


@transaction.atomic
def save_global_settings(*, changes: dict[str, Any], by: Actor, reason: str = "") -> GlobalSettings:
    row = locked_global_settings()
    before, after = audit.set_columns(row, changes)
    row.save()
    audit.record(Audited.SETTINGS_SAVED, by=by, target=row, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def set_training(*, active: bool, by: Actor) -> None:
    """Let runs and calls from now on go to the sandbox, or no longer. Raises TrainingUnavailable without a sandbox."""
    if active and not queries.training_is_possible():
        raise errors.TrainingUnavailable()
    if active:
        _, changed = TrainingMode.objects.get_or_create(user_id=by.id)
    else:
        changed = TrainingMode.objects.filter(pk=by.id).delete()[0] > 0
    if changed:
        audit.record(Audited.TRAINING_STARTED if active else Audited.TRAINING_ENDED, by=by, subject=by.id)


def seed_demo(*, seller_id: int) -> None:
    """Lead user 1 to the sandbox, so that a run of the demo works at once, and a seller to v2, which tells orders."""
    keys = [(queries.SYSTEM_USER_ID, queries.DEMO_KEY, market, market.sandbox_path) for market in MARKETS.values()]
    keys.append((seller_id, f"{queries.DEMO_KEY}-{seller_id}", MARKETS[Service.GAMEBOOST], "/v2"))
    for user_id, api_key, market, path in keys:
        endpoints, address = list(market.endpoints), settings.SANDBOX_ORIGIN + path
        kept = {"base_url": address, "api_key": api_key, "enabled_endpoints": endpoints}
        Configuration.objects.get_or_create(user_id=user_id, service=market.slug, defaults=kept)
    image = f"{settings.PUBLIC_BASE_URL}{queries.DEMO_IMAGE}"
    GlobalSettings.objects.get_or_create(id=1, defaults={"default_image_url": image})
