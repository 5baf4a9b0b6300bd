"""The work list of listings that changed outside this product, how far the looking has come, and purchases."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from accounts.queries import active_admins
from core.actor import Actor
from earnings.queries.earnings import Source
from marketplace.models import ListingChange, Purchase, RemoteAccount, SyncPass
from marketplace.queries.configurations import configurations_with_own_keys

CHANGES_STAMP = "marketplace:changes"
"""The version of the work list, for conditional reads."""


@dataclass(frozen=True)
class SyncState:
    """How the look through one key's listings stands; `running` is an unsaved one where it never began."""

    service: str
    base_url: str
    user_id: int
    listings: int
    running: SyncPass


def changes_for(person: Actor, *, kind: str = "", state: str = "") -> QuerySet[ListingChange]:
    """Newest first: an admin sees all, anyone else those of what they listed. `state`: open, handled, or '' for all."""
    rows = ListingChange.objects.select_related("account__user", "handled_by").order_by("-id")
    if not person.is_admin:
        rows = rows.filter(account__user=person.id)
    if kind:
        rows = rows.filter(kind=kind)
    return rows.filter(handled_at__isnull=state == "open") if state else rows


def claimed_listings(market: str, remote_ids: set[str]) -> set[str]:
    """Those that somebody is known to have listed."""
    claimed = RemoteAccount.objects.filter(market=market, remote_id__in=remote_ids, user__isnull=False)
    return set(claimed.values_list("remote_id", flat=True))


def describe_listing(account_id: int) -> Source | None:
    """Why a listing whose run is lost was paid: an admin gave it to the person."""
    account = RemoteAccount.objects.filter(pk=account_id).first()
    if account is None:
        return None
    facts = (("Jogo", account.game), ("Título", account.title), ("Anúncio", account.remote_id))
    return Source(f"Anúncio {account.remote_id}", facts=facts)


def work_list_url(user_id: int) -> str:
    """Where a person follows up what happened to their listings: the work list is on a page for admins."""
    is_admin = active_admins().filter(pk=user_id).exists()
    return "/integrations?aba=mudancas" if is_admin else "/runs"


def sync_states() -> list[SyncState]:
    """Every saved key, with the number of listings known behind it."""
    passes = {each.lane_key: each for each in SyncPass.objects.all()}
    counted = RemoteAccount.objects.values_list("lane_key").annotate(listings=Count("pk", filter=Q(gone_at=None)))
    listings = dict(counted.order_by())
    states = []
    for effective in configurations_with_own_keys():
        lane_key = effective.connection().lane_key
        states.append(
            SyncState(
                service=effective.service,
                base_url=effective.base_url,
                user_id=effective.user_id,
                listings=listings.get(lane_key, 0),
                running=passes.get(lane_key) or SyncPass(page=0),
            )
        )
    return states


def purchases() -> QuerySet[Purchase]:
    """Newest first."""
    return Purchase.objects.order_by("-id")
