"""Whose configuration holds, where it leads, who is training, and the settings that hold for everyone."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from infra.outbound import Destinations
from marketplace.adapters.base import Connection
from marketplace.adapters.registry import MARKETS, vendor_hosts
from marketplace.enums import AuthMethod
from marketplace.models import Configuration, GlobalSettings, MarketAlias, TrainingMode
from marketplace.rules.addresses import DEFAULT_TIMEOUT_MS, canonical_origin, is_loopback
from marketplace.rules.settings import is_enabled


@dataclass(frozen=True)
class Effective:
    """The configuration that holds for a person: their own, else the system default; or the sandbox's,
    while they are `training`.

    `key_owner_id` is the only person who may read the key. `resumed_runs` is how many runs went on by saving it.
    """

    user_id: int
    service: str
    base_url: str
    api_key: str = field(repr=False)
    timeout_ms: int
    enabled_endpoints: list[str]
    updated_at: datetime
    is_system_default: bool
    key_owner_id: int
    auth_method: str
    training: bool = False
    resumed_runs: int = 0

    def connection(self) -> Connection:
        return Connection(self.service, self.base_url, self.api_key, self.timeout_ms, self.auth_method, self.training)

    def allows(self, endpoint: str) -> bool:
        """Whether the screens may make this call."""
        return is_enabled(endpoint, self.enabled_endpoints)


def leads_to_sandbox(market: str) -> bool:
    return market.endswith((":sandbox", ":ensaio"))


def can_fetch(market: str, address: str) -> bool:
    """Whether a marketplace can reach an address: one of this machine only the sandbox can."""
    return not is_loopback(address) or leads_to_sandbox(market)


def moved_to(origin: str, address: str) -> str:
    """An address of this machine at the port where it is served now; as it is where nothing is served."""
    return f"{origin}{urlsplit(address).path}" if origin and is_loopback(address) else address


def may_be_called(base_url: str) -> bool:
    """Whether an address is a vendor's or one that the operator allows; the gate that protects is the one at the socket."""
    try:
        canonical_origin(base_url)
    except ValueError:
        return False
    return Destinations(vendor_hosts(), settings.OUTBOUND_ALLOWED_HOSTS).permits_url(base_url)


def training_is_possible() -> bool:
    return bool(settings.SANDBOX_ORIGIN) and may_be_called(settings.SANDBOX_ORIGIN)


def is_training(user_id: int) -> bool:
    """Without a sandbox nobody is, whatever was chosen before."""
    return training_is_possible() and TrainingMode.objects.filter(pk=user_id).exists()


def training_configuration(user_id: int, service: str) -> Effective | None:
    """The sandbox under a key of the person's own, so that nobody meets what others practise; None without a sandbox."""
    if not training_is_possible():
        return None
    market = MARKETS[service]
    return Effective(
        user_id=user_id,
        service=service,
        base_url=settings.SANDBOX_ORIGIN + market.sandbox_path,
        api_key=f"sandbox-ensaio-{user_id}",
        timeout_ms=DEFAULT_TIMEOUT_MS,
        enabled_endpoints=list(market.endpoints),
        updated_at=timezone.now(),
        is_system_default=False,
        key_owner_id=user_id,
        auth_method=AuthMethod.API_KEY,
        training=True,
    )


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


def service_of(market: str) -> str:
    """The slug of the marketplace that a stored market is a place of."""
    return market.partition(":")[0]


def canonical_market(spelling: str) -> str:
    """A market's name for any spelling of it; those that are no address (the sandbox, practice) have one only."""
    provider, _, address = spelling.partition(":")
    try:
        return Connection(provider, address, "").market
    except ValueError:
        return spelling


def spellings_of(market: str) -> list[str]:
    """The market's name, and every one that indexes of its logins may have been made with."""
    return [market, *MarketAlias.objects.filter(market=market).values_list("spelling", flat=True)]


def older_spellings() -> list[str]:
    return list(MarketAlias.objects.values_list("spelling", flat=True))


def respelled_markets() -> QuerySet[MarketAlias, str]:
    """Markets that were taken for several once."""
    return MarketAlias.objects.values_list("market", flat=True)
