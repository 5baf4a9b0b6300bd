from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from accounts.queries import active_admins
from core.actor import Actor, seen_by
from core.dates import midnight
from core.statements import build
from earnings.queries import Kind, Source
from infra.outbound import Destinations
from marketplace import models
from marketplace.adapters import templates
from marketplace.adapters.base import Connection
from marketplace.adapters.reading import reference_of
from marketplace.adapters.registry import MARKETS, shipped_templates
from marketplace.enums import PurchaseState, Service
from marketplace.rules import governor
from marketplace.rules.integration import PROFILE_ENDPOINTS, canonical_origin, is_loopback


@dataclass(frozen=True)
class Effective:
    """The configuration that holds for a person: their own, else the system default; the sandbox's while they train.
    `key_owner_id` alone may read the key. `resumed_runs` is how many runs went on by saving it."""

    user_id: int
    connection: Connection
    enabled_endpoints: list[str]
    updated_at: datetime
    key_owner_id: int
    is_system_default: bool = False
    resumed_runs: int = 0

    def allows(self, endpoint: str) -> bool:
        """Whether the screens may make this call, under any of their names for it."""
        return any(endpoint in (name, PROFILE_ENDPOINTS.get(name)) for name in self.enabled_endpoints)


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
    vendors = frozenset().union(*(market.hosts for market in MARKETS.values()))
    return Destinations(vendors, settings.OUTBOUND_ALLOWED_HOSTS).permits_url(base_url)


def training_is_possible() -> bool:
    return bool(settings.SANDBOX_ORIGIN) and may_be_called(settings.SANDBOX_ORIGIN)


def is_training(user_id: int) -> bool:
    """Whether a person practises; nobody does without a sandbox."""
    return training_is_possible() and models.TrainingMode.objects.filter(pk=user_id).exists()


SYSTEM_USER_ID = 1
_GIVEN = models.RemoteAccount.objects.filter(unexplained=True, user__isnull=False).values_list("pk")
_saved_settings = build(lambda: models.GlobalSettings.objects.filter(id=1))
_own_and_system = build(
    lambda user_id, **kind: models.Configuration.objects.filter(Q(user_id=user_id) | Q(user_id=SYSTEM_USER_ID), **kind)
)
_given = build(lambda **account: _GIVEN.filter(**account)[:1])
RECENT_S = 2.0  # how old what is asked at every call may be
SYSTEM_KEY = "padrão do sistema"
DEMO_KEY = "sandbox-demo-key"  # begins the keys of the demo's configurations, which lead to the sandbox
DEMO_IMAGE = "/static/marketplace/listing.png"


def global_settings() -> models.GlobalSettings:
    """The settings that act on everybody's calls; the defaults until someone saves them."""
    known = next(iter(_saved_settings()), None) or models.GlobalSettings()
    if known.default_image_url.endswith(DEMO_IMAGE):
        known.default_image_url = moved_to(settings.PUBLIC_BASE_URL, known.default_image_url)
    return known


def recent_settings() -> models.GlobalSettings:
    """The global settings, at most RECENT_S old, for readers at every call: all lanes of a process share one read."""
    return cast("models.GlobalSettings", cache.get_or_set("recent-settings", global_settings, RECENT_S))


def configuration_in_effect(user_id: int, service: str, *, training: bool | None = None) -> Effective | None:
    """What a person's runs and calls go out with: what is saved, or while they train the sandbox under a key of their
    own (None without a sandbox). `training` asks for either."""
    if not (is_training(user_id) if training is None else training):
        return saved_configuration(user_id, service)
    if not training_is_possible():
        return None
    market = MARKETS[service]
    base_url, api_key = settings.SANDBOX_ORIGIN + market.sandbox_path, f"sandbox-ensaio-{user_id}"
    connection = Connection(service, base_url, api_key, training=True)
    return Effective(user_id, connection, list(market.endpoints), updated_at=timezone.now(), key_owner_id=user_id)


def saved_configuration(user_id: int, service: str) -> Effective | None:
    """The person's own configuration, else user 1's, else None."""
    by_user = {row.user_id: row for row in _own_and_system(user_id=user_id, service=service)}
    own, system = by_user.get(user_id), by_user.get(SYSTEM_USER_ID)
    keeper = own if own is not None and own.api_key else system
    if keeper is None:
        return None
    return _effective(user_id, keeper, own or keeper, global_settings().auth_method)


def configurations_with_own_keys() -> list[Effective]:
    """Every key that somebody saved, as it is in effect for them, oldest first; in two queries."""
    auth_method = global_settings().auth_method
    rows = [row for row in models.Configuration.objects.order_by("id") if row.api_key]
    return [_effective(row.user_id, row, row, auth_method) for row in rows]


def has_webhook_secret(user_id: int) -> bool:
    row = models.Configuration.objects.filter(user=user_id, service=Service.GAMEBOOST).first()
    return bool(row and row.webhook_secret)


def holders_of_key(lane_key: str) -> list[Effective]:
    """The configurations of everybody who saved this key, oldest first."""
    return [each for each in configurations_with_own_keys() if each.connection.lane_key == lane_key]


def is_refused(lane_key: str) -> bool:
    return models.KeyBudget.objects.filter(lane_key=lane_key).exclude(refusals=[]).exists()


def owners_of_key(lane_key: str) -> dict[int, str]:
    """{person's id: whose it is} of everybody who saved this key, oldest first."""
    return _whose([each.user_id for each in holders_of_key(lane_key)])


def refused_configurations() -> list[Effective]:
    """Every key that somebody saved and a marketplace refuses, oldest first."""
    refused = set(models.KeyBudget.objects.exclude(refusals=[]).values_list("lane_key", flat=True))
    return [each for each in configurations_with_own_keys() if each.connection.lane_key in refused]


def refused_keys() -> dict[int, str]:
    """{id of the person who saved it first: whose it is} of every saved key that a marketplace refuses."""
    first = {each.connection.lane_key: each.user_id for each in reversed(refused_configurations())}
    return _whose(sorted(first.values()))


def _whose(owners: list[int]) -> dict[int, str]:
    names = {person.pk: f"de {person.display_name}" for person in User.objects.filter(pk__in=owners)}
    return {each: SYSTEM_KEY if each == SYSTEM_USER_ID else names[each] for each in owners}


def keys_of(user_id: int) -> int:
    return sum(bool(row.api_key) for row in models.Configuration.objects.filter(user=user_id))


def _effective(user_id: int, keeper: models.Configuration, chosen: models.Configuration, auth_method: str) -> Effective:
    """`keeper` gives key and address, `chosen` the rest. The demo's address follows the sandbox to its port."""
    is_demo = keeper.api_key.startswith(DEMO_KEY)
    base_url = moved_to(settings.SANDBOX_ORIGIN, keeper.base_url) if is_demo else keeper.base_url
    connection = Connection(keeper.service, base_url, keeper.api_key, chosen.timeout_ms, auth_method)
    endpoints, owner_id = list(chosen.enabled_endpoints), keeper.user_id
    return Effective(user_id, connection, endpoints, chosen.updated_at, owner_id, is_system_default=owner_id != user_id)


def service_of(market: str) -> str:
    """The slug of the marketplace that a stored market is a place of."""
    return market.partition(":")[0]


def spellings_of(market: str) -> list[str]:
    """The market's name, and every one that indexes of its logins may have been made with."""
    return [market, *models.MarketAlias.objects.filter(market=market).values_list("spelling", flat=True)]


def respelled_markets() -> QuerySet[models.MarketAlias, str]:
    """Markets that were taken for several once."""
    return models.MarketAlias.objects.values_list("market", flat=True)


def activities(user_id: int | None, *, service: str = "") -> QuerySet[models.Activity]:
    """Newest first; of one person, or everybody's for None."""
    rows = models.Activity.objects.all()
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    return rows.filter(service=service) if service else rows


def call_figures(*, service: str = "") -> dict[str, float | None]:
    """Today's figures over everybody's calls; `success_rate` is percent with one place, the quota the latest."""
    today = midnight(timezone.localdate())
    # What browsers reported and what was practice is in no figure.
    rows = activities(None, service=service).filter(source=models.Activity.Source.OUTBOUND, timestamp__gte=today)
    succeeded = Count("id", filter=Q(success=True))
    counted = rows.aggregate(total=Count("id"), succeeded=succeeded, average=Avg("response_time_ms"))
    last = rows.filter(rate_remaining__isnull=False).first()
    total = counted["total"]
    return {
        "requests_today": total,
        "success_rate": round(counted["succeeded"] * 100 / total, 1) if total else None,
        "average_response_ms": round(counted["average"]) if total else None,
        "quota_limit": last.rate_limit if last else None,
        "quota_remaining": last.rate_remaining if last else None,
    }


def gauge(effective: Effective | None, *, service: str, user_id: int) -> dict[str, Any]:
    """The remaining calls of the key in effect for a person; all zero without a key. `left` is what the whole key may still
    send now, `your_left` what is left for the person's own screens, `reported` the marketplace's own latest word."""
    limits = MARKETS[service].limits
    enabled = global_settings().enable_rate_limiting
    if effective is None or not effective.connection.api_key:
        none = dict.fromkeys(("limit", "used", "left", "your_left", "people"), 0)
        unknown = dict.fromkeys(("blocked_until", "reported", "reported_reset_at"))
        return {"configured": False, "enabled": enabled, "buckets": [], **none, **unknown}
    row = models.KeyBudget.objects.annotate(now=Now()).filter(lane_key=effective.connection.lane_key).first()
    now: datetime = row.now if row else datetime.now(UTC)
    spent = governor.current(governor.spent_from(row.spent), now.timestamp()) if row else []
    reports = governor.reports_from(row.reports) if row else {}
    most = {name: governor.limit_of(limits, name, reports) for name in limits.buckets}
    used = {name: governor.count_used(spent, name) for name in limits.buckets}
    lefts = {name: max(most[name] - used[name], 0) for name in limits.buckets}
    blocked_until = row.blocked_until if row and row.blocked_until and row.blocked_until > now else None
    # What the marketplace's own counts leave, less the tenth that we never use.
    standing = (report for report in reports.values() if report.reset_at > now.timestamp())
    remaining = [max(each.remaining - (each.limit - governor.quota(each.limit)), 0) for each in standing]
    left = 0 if blocked_until else min([lefts[limits.main], *remaining])
    mine = sum(each.calls for each in spent if each.screen and each.person == user_id)
    share = governor.screen_share(limits, spent, reports, user_id)
    reported = next((reports[name] for name in reversed(most) if name in reports), None)
    return {
        "configured": True,
        "enabled": enabled,
        "limit": most[limits.main],
        "used": used[limits.main],
        "left": left,
        "your_left": max(min(share - mine, left), 0),
        "people": len({each.person for each in spent}),
        "blocked_until": blocked_until,
        "reported": reported,
        "reported_reset_at": datetime.fromtimestamp(reported.reset_at, UTC) if reported else None,
        "buckets": [{"name": name, "limit": most[name], "used": used[name], "left": lefts[name]} for name in most],
    }


CHANGES_STAMP = "marketplace:changes"  # the version of the work list and of what is a draft
WORK_LIST = "/integrations?aba=mudancas"
SYNC_STALLS = timedelta(hours=1)  # four times as long as a pass rests before the next one


@dataclass(frozen=True)
class SyncState:
    """The progress of the pass over one key's listings; `running` is an unsaved one where it never began."""

    effective: Effective
    listings: int
    running: models.SyncPass


def changes_for(person: Actor, *, kind: str = "", state: str = "") -> QuerySet[models.ListingChange]:
    """Newest first: an admin sees all, anyone else those of what they listed. `state`: open, handled, or '' for all."""
    rows = models.ListingChange.objects.select_related("account__user", "handled_by").order_by("-id")
    rows = seen_by(person, rows, owner="account__user")
    if kind:
        rows = rows.filter(kind=kind)
    return rows.filter(handled_at__isnull=state == "open") if state else rows


def is_shown(statuses: Iterable[str], **listing: Any) -> Exists:
    """Whether the marketplace shows a listing (`market`, `remote_id`) in one of these, as a part of another question."""
    return Exists(models.RemoteAccount.objects.filter(**listing, status__in=statuses))


def claimed_listings(market: str, remote_ids: set[str], *, but: int | None = None) -> set[str]:
    """Listings that somebody, or somebody `but` this person, is known to have made."""
    claimed = models.RemoteAccount.objects.filter(market=market, remote_id__in=remote_ids, user__isnull=False)
    return set(claimed.exclude(user=but).values_list("remote_id", flat=True))


def was_given(game: str, login: str) -> bool:
    """Whether an admin gave a listing of this account, whose run was lost, to somebody, who was paid for it."""
    return bool(_given(reference=reference_of(login), game=game))


def describe_listings(_: Iterable[int]) -> Kind:
    return Kind("Anúncios atribuídos")


def describe_listing(account_id: int) -> Source | None:
    """Why a listing whose run is lost was paid: an admin gave it to the person."""
    account = models.RemoteAccount.objects.filter(pk=account_id).first()
    if account is None:
        return None
    facts = (("Jogo", account.game), ("Título", account.title), ("Anúncio", account.remote_id))
    return Source(f"Anúncio {account.remote_id}", facts=facts)


def work_list_url(user_id: int) -> str:
    """The page on which a person follows changes of their listings: the work list is for admins."""
    return WORK_LIST if active_admins().filter(pk=user_id).exists() else "/runs"


def sync_states() -> list[SyncState]:
    """Every saved key, with the number of listings known behind it."""
    passes = {each.lane_key: each for each in models.SyncPass.objects.all()}
    accounts = models.RemoteAccount.objects.values_list("lane_key")
    listings = dict(accounts.annotate(listings=Count("pk", filter=Q(gone_at=None))).order_by())
    keys = [(each, each.connection.lane_key) for each in configurations_with_own_keys()]
    return [SyncState(each, listings.get(key, 0), passes.get(key) or models.SyncPass(page=0)) for each, key in keys]


def stalled_passes() -> list[SyncState]:
    """Saved keys whose listings could not be read, or were not for SYNC_STALLS."""
    late = timezone.now() - SYNC_STALLS
    begun = (state for state in sync_states() if state.running.pk)
    return [each for each in begun if each.running.error or each.running.stepped_at < late]


def purchases() -> QuerySet[models.Purchase]:
    """Newest first."""
    return models.Purchase.objects.order_by("-id")


def purchases_of(account_indexes: Iterable[str]) -> QuerySet[models.Purchase]:
    """The purchases of these accounts, practice left out."""
    wanted = set(account_indexes) - {""}
    return purchases().filter(account_index__in=wanted, state=PurchaseState.BOUGHT, training=False)


def payments(**narrowed: Any) -> QuerySet[Any]:
    """Payments of marketplaces for orders, and what they took back. An `order_id` is one of its `market`'s."""
    return models.Payment.objects.filter(**narrowed)


@dataclass(frozen=True)
class TemplateState:
    """A game's template in force, what it changed against the one before it, and since when. `changed_at` is None where
    nothing changed against the shipped one, `seen_at` where the marketplace was never asked."""

    template: templates.Template
    changes: list[templates.Change]
    changed_at: datetime | None
    seen_at: datetime | None


def newest_template(game: str) -> tuple[int, dict[str, Any]] | None:
    """(version, content as it is kept) of the newest template that the marketplace told of any game."""
    return models.GameTemplate.objects.filter(game=game).values_list("pk", "content").first()


def template_history(game: str, *, since: int | None = None) -> TemplateState | None:
    """The newest template that the marketplace told of a game, against the version `since`, or the one before."""
    rows = models.GameTemplate.objects.filter(game=game)
    newest = rows.first()
    if newest is None:
        return None
    return _state(newest, rows.filter(pk=since).first() if since else rows.exclude(pk=newest.pk).first())


def template_states() -> list[TemplateState]:
    """Every known game's, in two queries."""
    newest = models.GameTemplate.objects.filter(game=OuterRef("game")).order_by("-id").values("pk")
    shipped = shipped_templates()
    two = models.GameTemplate.objects.filter(game__in=shipped, pk__in=Subquery(newest[:2]))
    rows: dict[str, list[models.GameTemplate]] = {}
    for row in two.order_by("-id"):
        rows.setdefault(row.game, []).append(row)
    return [_state(*rows[game]) if game in rows else TemplateState(it, [], None, None) for game, it in shipped.items()]


def _state(newest: models.GameTemplate, before: models.GameTemplate | None = None) -> TemplateState:
    """Against the one before it, else the shipped one."""
    template = templates.template_from(newest.content)
    earlier = templates.template_from(before.content) if before else shipped_templates().get(newest.game)
    found = templates.changes(earlier, template) if earlier else []
    return TemplateState(template, found, newest.created_at if found else None, newest.seen_at)
