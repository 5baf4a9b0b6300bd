"""GameBoost as a marketplace: its two versions, its limits and the templates in force."""

from urllib.parse import urlsplit

from django.core.cache import cache

from marketplace.adapters.base import Connection, EndpointChoice, Gate, Listing, Market, OnCall, Prepared
from marketplace.adapters.gameboost.dialect import GAMEBOOST_HOSTS, GameBoost, prepare_listing
from marketplace.adapters.gameboost.templates import BUNDLED, MIN_PRICE_EUR
from marketplace.adapters.gameboost.translation import FIELDS
from marketplace.adapters.gameboost.versions import GameBoostV1, GameBoostV2, within_bounds
from marketplace.adapters.templates import Template, template_from
from marketplace.enums import Bucket, Endpoint, Service
from marketplace.models import GameTemplate
from marketplace.rules.governor import KeyLimits
from marketplace.rules.integration import PROFILE_ENDPOINTS

TEMPLATE_CACHE_S = 60

# Enabled in a new configuration: creating accounts needs them.
_DEFAULTS = (Endpoint.ACCOUNTS, Endpoint.TEMPLATE, Endpoint.ACCOUNT, Endpoint.BY_LOGIN)
_OTHERS = (Endpoint.DELETE, Endpoint.STATUS, Endpoint.STATUSES, Endpoint.GAMES, Endpoint.GAME)
_READS = (Endpoint.ACCOUNTS, Endpoint.GAMES)
FORM_CHOICE = EndpointChoice((*_DEFAULTS, *_OTHERS), _DEFAULTS)


def speaks_v2(base_url: str) -> bool:
    """Whether an address is that of GameBoost's second API: its path has a segment 'v2'."""
    return "v2" in urlsplit(base_url).path.lower().split("/")


def goes_past_version(base_url: str) -> bool:
    """Whether more than the version is in an address, as in '…/v2/account-offers': there all listings would seem gone."""
    *before, last = urlsplit(base_url).path.lower().rstrip("/").split("/")
    return last not in ("v1", "v2") and not {"v1", "v2"}.isdisjoint(before)


def with_v2(base_url: str) -> str:
    parts = urlsplit(base_url)
    segments = [segment for segment in parts.path.split("/") if segment and segment.lower() not in ("v1", "v2")]
    return parts._replace(path="/".join(["", *segments, "v2"]), query="", fragment="").geturl()


def gameboost_version(base_url: str) -> type[GameBoost]:
    return GameBoostV2 if speaks_v2(base_url) else GameBoostV1


def template_in_force(game: str) -> Template | None:
    """The newest that GameBoost sent, else the bundled one; kept for a minute, as thousands of lines ask it."""

    def newest() -> Template | None:
        row = GameTemplate.objects.filter(game=game).first()
        return template_from(row.content) if row else None

    return cache.get_or_set(f"marketplace:template:{game}", newest, TEMPLATE_CACHE_S) or BUNDLED.get(game)


def forget_template(game: str) -> None:
    """After a change, in this process; the others notice within the minute."""
    cache.delete(f"marketplace:template:{game}")


def open_gameboost(connection: Connection, on_call: OnCall, gate: Gate) -> GameBoost:
    adapter = gameboost_version(connection.base_url)(connection, on_call, gate)
    adapter.template_of = template_in_force
    return adapter


def prepare_by_current_template(listing: Listing, connection: Connection) -> Prepared:
    prepared = prepare_listing(listing, template_of=template_in_force)
    return within_bounds(prepared) if speaks_v2(connection.base_url) else prepared


GAMEBOOST = Market(
    slug=Service.GAMEBOOST,
    title="GameBoost",
    hosts=GAMEBOOST_HOSTS,
    sandbox_path="/v1",
    games=None,
    limits=KeyLimits(
        # Screens may use 7/15 of the main bucket: runs may need the rest, a look-up and a creation every 500 ms.
        buckets={Bucket.CALLS: 500, Bucket.READ: 1000, Bucket.WRITE: 500},
        main=Bucket.CALLS,
        screen_part=(7, 15),
    ),
    endpoints=(*FORM_CHOICE.options, Endpoint.ORDERS, Endpoint.STATISTICS, Endpoint.PAYMENTS),
    choice=EndpointChoice((*_READS, Endpoint.STATISTICS, Endpoint.PAYMENTS), _READS),
    default_endpoints=FORM_CHOICE.defaults,
    profile_endpoints=tuple(PROFILE_ENDPOINTS),
    own_key_screen="Perfil, aba API GameBoost",
    templates=BUNDLED,
    field_names=FIELDS,
    version_of=gameboost_version,
    sync_endpoints=(Endpoint.ACCOUNTS, Endpoint.ACCOUNT),
    open=open_gameboost,
    prepare=prepare_by_current_template,
    lowest_price_eur=MIN_PRICE_EUR,
)
