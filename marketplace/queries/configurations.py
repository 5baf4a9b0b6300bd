"""Whose configuration holds, and the settings that hold for everyone."""

from decimal import Decimal

from django.conf import settings

from accounts.models import User
from marketplace.models import Configuration, GlobalSettings
from marketplace.queries.addresses import moved_to
from marketplace.queries.effective import Effective
from marketplace.queries.training import is_training, training_configuration

SYSTEM_USER_ID = 1
SYSTEM_KEY = "padrão do sistema"
DEMO_KEY = "sandbox-demo-key"
"""Of the demo's configurations, which lead to the sandbox."""
DEMO_IMAGE = "/static/marketplace/listing.png"


def global_settings() -> GlobalSettings:
    """The settings that act on everybody's calls; the defaults until someone saves them."""
    known = GlobalSettings.objects.filter(id=1).first() or GlobalSettings()
    if known.default_image_url.endswith(DEMO_IMAGE):
        known.default_image_url = moved_to(settings.PUBLIC_BASE_URL, known.default_image_url)
    return known


def configuration_in_effect(user_id: int, service: str, *, training: bool | None = None) -> Effective | None:
    """What a person's runs and calls go out with: while they are training the sandbox's configuration, otherwise the
    saved one. `training` asks for the one or the other whatever the person is doing."""
    if is_training(user_id) if training is None else training:
        return training_configuration(user_id, service)
    return saved_configuration(user_id, service)


def saved_configuration(user_id: int, service: str) -> Effective | None:
    """The person's own configuration, else user 1's, else None."""
    rows = Configuration.objects.filter(service=service, user_id__in={user_id, SYSTEM_USER_ID})
    by_user = {row.user_id: row for row in rows}
    own, system = by_user.get(user_id), by_user.get(SYSTEM_USER_ID)
    keeper = own if own is not None and own.has_own_key else system
    if keeper is None:
        return None
    return _effective(user_id, keeper, own or keeper, global_settings().auth_method)


def configurations_with_own_keys() -> list[Effective]:
    """Every key that somebody saved, as it is in effect for them, oldest first; in two queries."""
    auth_method = global_settings().auth_method
    rows = [row for row in Configuration.objects.order_by("id") if row.has_own_key]
    return [_effective(row.user_id, row, row, auth_method) for row in rows]


def owners_of_key(lane_key: str) -> dict[int, str]:
    """{person's id: full name} of everybody who saved this key, oldest first."""
    owners = [each.user_id for each in configurations_with_own_keys() if each.connection().lane_key == lane_key]
    names = dict(User.objects.filter(pk__in=owners).values_list("pk", "full_name"))
    return {user_id: names[user_id] for user_id in owners}


def keys_of(user_id: int) -> int:
    """How many keys a person saved as their own."""
    return sum(row.has_own_key for row in Configuration.objects.filter(user=user_id))


def usd_eur_rate() -> Decimal:
    """Euros for one dollar."""
    return global_settings().usd_eur_rate


def _effective(user_id: int, keeper: Configuration, chosen: Configuration, auth_method: str) -> Effective:
    """`keeper` gives key and address, `chosen` the rest."""
    return Effective(
        user_id=user_id,
        service=keeper.service,
        base_url=_address_of(keeper),
        api_key=keeper.api_key,
        timeout_ms=chosen.timeout_ms,
        enabled_endpoints=list(chosen.enabled_endpoints),
        updated_at=chosen.updated_at,
        is_system_default=keeper.user_id != user_id,
        key_owner_id=keeper.user_id,
        auth_method=auth_method,
    )


def _address_of(row: Configuration) -> str:
    """Where a configuration leads. The demo's follows the sandbox of this process to the port where it listens."""
    return moved_to(settings.SANDBOX_ORIGIN, row.base_url) if row.api_key == DEMO_KEY else row.base_url
