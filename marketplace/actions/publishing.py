"""Listings that were created and not published: GameBoost's second API makes a draft and publishes it by a call of its
own, which may fail. Publishing is then tried again, never creating; what keeps failing is left to a person."""

import time
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from core.conditional import bump
from marketplace.actions.calls import adapter_for
from marketplace.actions.listings import settle_drafts
from marketplace.actions.sync import CALL_TIMEOUT_MS, STEP_BUDGET_S
from marketplace.adapters.base import (
    Absent,
    Connection,
    Done,
    Found,
    ListingAdapter,
    LookupFailed,
    Refused,
    Throttled,
    reason_of,
)
from marketplace.enums import ChangeKind, RemoteStatus, WritableStatus
from marketplace.models import ListingChange, RemoteAccount
from marketplace.queries import CHANGES_STAMP, configurations_with_own_keys, work_list_url
from notifications import actions as notifications
from notifications.enums import NotificationKind

WAITS_S = (60, 300, 900, 1800, 3600, 3600, 3600)
"""After each failure; one listing takes 5 writes a minute and 10 an hour, those of people included."""
CLAIMED_FOR = timedelta(minutes=2)
AT_ONCE = 20

KEY_GONE = "A chave com que o anúncio foi criado não está mais configurada."


def publish_drafts() -> int:
    """Try to publish what is due; how many were tried."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    due = RemoteAccount.objects.filter(gone_at=None, publish_at__lte=timezone.now()).order_by("publish_at")
    accounts = list(due[:AT_ONCE])
    keys = _keys() if accounts else {}
    tried = 0
    for account in accounts:
        if time.monotonic() >= give_up_at:
            break
        # Compared and set, so that two workers do not try the same one at once.
        mine = RemoteAccount.objects.filter(pk=account.pk, publish_at=account.publish_at)
        if mine.update(publish_at=timezone.now() + CLAIMED_FOR):
            tried += 1
            _publish(account, keys.get(account.lane_key))
    return tried


def _keys() -> dict[str, tuple[Connection, int]]:
    """Every saved key with the person who saved it, by its hash."""
    saved = [(each.connection(), each.user_id) for each in reversed(configurations_with_own_keys())]
    return {connection.lane_key: (connection, user_id) for connection, user_id in saved}


def _publish(account: RemoteAccount, key: tuple[Connection, int] | None) -> None:
    if key is None:
        return _give_up(account, KEY_GONE)
    connection, owner_id = key
    adapter = adapter_for(
        replace(connection, timeout_ms=CALL_TIMEOUT_MS), user_id=account.user_id or owner_id, wait=False
    )
    try:
        _try(account, adapter)
    finally:
        adapter.close()


def _try(account: RemoteAccount, adapter: ListingAdapter) -> None:
    """Look, then publish what is still a draft: an earlier try may have worked without its answer having come."""
    match adapter.find_by_id(account.remote_id):
        case LookupFailed() as failure:
            return _later(account, failure.reason, failure.retry_after_s)
        case Absent():
            return _settle(account, "Não está mais no marketplace.")
        case Found(listings=[listing, *_]) if listing.status != RemoteStatus.DRAFT:
            return _settle(account, "Publicado.")
    outcome = adapter.set_status(account.remote_id, WritableStatus.LISTED)
    if isinstance(outcome, Done):
        return None  # the adapter's watcher has noted it
    if isinstance(outcome, Refused) and outcome.retry_after_s is None:
        return _give_up(account, reason_of(outcome))
    wait_s = outcome.retry_after_s if isinstance(outcome, Refused | Throttled) else None
    return _later(account, reason_of(outcome), wait_s)


def _settle(account: RemoteAccount, note: str) -> None:
    with transaction.atomic():
        settle_drafts(RemoteAccount.objects.filter(pk=account.pk), note)


def _later(account: RemoteAccount, reason: str, retry_after_s: float | None) -> None:
    """Try again after a while. A key that has to wait is no failed try."""
    tries = account.publish_tries + (retry_after_s is None)
    if tries > len(WAITS_S):
        return _give_up(account, reason)
    wait_s = WAITS_S[tries - 1] if retry_after_s is None else retry_after_s
    publish_at = timezone.now() + timedelta(seconds=wait_s)
    RemoteAccount.objects.filter(pk=account.pk).exclude(publish_at=None).update(
        publish_at=publish_at, publish_tries=tries
    )
    return _say_why(account, reason)


def _give_up(account: RemoteAccount, reason: str) -> None:
    """Leave it to a person, who is told once."""
    with transaction.atomic():
        given_up = RemoteAccount.objects.filter(pk=account.pk).exclude(publish_at=None).update(publish_at=None)
        if given_up and account.user_id:
            notifications.notify(
                user_id=account.user_id,
                kind=NotificationKind.LISTING_NOT_PUBLISHED,
                title="Anúncio criado e não publicado",
                body=f"{account.title or account.remote_id}: {reason}",
                url=work_list_url(account.user_id),
            )
        _say_why(account, reason)


def _say_why(account: RemoteAccount, reason: str) -> None:
    with transaction.atomic():
        if ListingChange.objects.filter(account=account, kind=ChangeKind.DRAFT, handled_at=None).update(note=reason):
            bump(CHANGES_STAMP)
