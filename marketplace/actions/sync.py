"""Follow what happens to listings outside this product: read page by page, reported to people, decided by them. A pass
goes through the listings of one key, a page a step, and keeps its place in the database: a worker that dies loses a page
at most. What a whole pass did not show is asked for by its id before it counts as removed, since a page that shifts while
it is read hides a listing now and then. A listing whose look-up keeps failing is left out of the pass, and told to the
admins once; the next pass asks for it again."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.conditional import bump
from core.events import publish
from infra.backup import restored_from
from marketplace.actions.calls import PERIODIC_TIMEOUT_MS, adapter_for
from marketplace.actions.listings import add_changes, close_drafts, take_over
from marketplace.adapters import base
from marketplace.adapters.registry import MARKETS
from marketplace.enums import PURCHASED, ChangeKind, RemoteStatus, WritableStatus
from marketplace.models import ListingChange, RemoteAccount, SyncPass
from marketplace.queries import CHANGES_STAMP, WORK_LIST, Effective, configurations_with_own_keys, work_list_url
from marketplace.rules.governor import FARTHEST_S
from marketplace.rules.integration import CHANGE_KINDS, SETTLED, describe_changes, describe_skipped
from notifications import actions as notifications
from notifications.enums import NotificationKind

PASS_EVERY = timedelta(minutes=15)
STEP_BUDGET_S = 4.0  # no call is begun after so long: the worker's other jobs wait for this one
SALES_BUDGET_S = 20.0  # of a minute; these wait for nothing and hold nothing up
REST_AFTER_FAILURE_S = 60.0
FAILURES_BEFORE_SKIP = 3
MAX_BOUGHT_PAGES = 10
GOLDEN_SECTION = 0.618034  # its multiples spread evenly over a turn
CLOCK_SKEW = timedelta(minutes=5)
RESUME_FIRST = (
    "Retome antes as execuções restauradas: o que é delas é reconhecido sozinho. O resto, atribua a quem criou, "
    "no Django admin."
)
UNEXPLAINED_URL = "/admin/marketplace/remoteaccount/?unexplained__exact=1&user__isnull=True"
CRASHED = "Falha interna ao ler os anúncios desta chave."

log = structlog.get_logger(__name__)


def _by_lane(saved: Iterable[Effective]) -> dict[str, Effective]:
    """{lane key: the key as the first who saved it has it, with a short timeout}; that person is told of strays."""
    keys: dict[str, Effective] = {}
    for each in saved:
        connection = replace(each.connection, timeout_ms=PERIODIC_TIMEOUT_MS)
        keys.setdefault(connection.lane_key, replace(each, connection=connection))
    return keys


def sync_listings() -> int:
    """A few steps of the passes that are due, least recent first; how many steps."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    steps = 0
    for key, adapter in _open_adapters(_due_keys(), give_up_at):
        try:
            while time.monotonic() < give_up_at and _step(key, adapter):
                steps += 1
        except Exception:
            # What we cannot read of one key's listings holds up no other key.
            log.exception("sync_pass_crashed", service=key.connection.provider)
            _rest(key.connection.lane_key, CRASHED)
    return steps


def find_sales() -> int:
    """Ask every key what was bought last; how many were. The pass over all listings finds what is missed here."""
    give_up_at = time.monotonic() + SALES_BUDGET_S
    found = 0
    for key, adapter in keys_in_turn(SALES_BUDGET_S, urgent=True):
        pages = _bought_lately(adapter, give_up_at)
        for listings in reversed(pages):  # a worker that dies here leaves the first page to lead to the others again
            with transaction.atomic():
                found += _keep_shown(key, listings, since=timezone.now())
    return found


def _bought_lately(adapter: base.ListingAdapter, give_up_at: float) -> list[list[base.RemoteListing]]:
    """Read what was bought, page by page as far as it is new. A call without an answer is made once more."""
    pages: list[list[base.RemoteListing]] = []
    for number in range(1, MAX_BOUGHT_PAGES + 1):
        page = adapter.bought_page(number)
        if isinstance(page, base.LookupFailed) and isinstance(page.failure, base.Unknown | base.NotSent):
            page = adapter.bought_page(number)
        if not isinstance(page, base.Page):
            break
        ids = {listing.remote_id for listing in page.items}
        known = RemoteAccount.objects.filter(market=adapter.connection.market, remote_id__in=ids, status__in=PURCHASED)
        as_known = set(known.values_list("remote_id", "status"))
        if news := [each for each in page.items if (each.remote_id, each.status) not in as_known]:
            pages.append(news)
        if not page.has_more or (adapter.latest_bought_first and not news) or time.monotonic() >= give_up_at:
            break
    return pages


def keys_in_turn(budget_s: float, *, urgent: bool = False) -> Iterator[tuple[Effective, base.ListingAdapter]]:
    """The watched keys with their adapters, none after so long, and each minute from another one on."""
    keys = list(watched_keys().values())
    first = int(time.time() // 60 * GOLDEN_SECTION % 1 * len(keys))
    yield from _open_adapters(keys[first:] + keys[:first], time.monotonic() + budget_s, urgent=urgent)


def _open_adapters(
    keys: Iterable[Effective], give_up_at: float, *, urgent: bool = False
) -> Iterator[tuple[Effective, base.ListingAdapter]]:
    """Keys with their adapters, each open until the next one is asked for."""
    for key in keys:
        if time.monotonic() >= give_up_at:
            break
        with closing(adapter_for(key.connection, user_id=key.user_id, wait=False, urgent=urgent)) as adapter:
            yield key, adapter


def watched_keys() -> dict[str, Effective]:
    """Every key that people saved and may read its listings with."""
    saved = configurations_with_own_keys()
    return _by_lane(each for each in saved if all(map(each.allows, MARKETS[each.connection.provider].sync_endpoints)))


def _due_keys() -> list[Effective]:
    now, keys = timezone.now(), watched_keys()
    passes = {each.lane_key: each for each in SyncPass.objects.filter(lane_key__in=keys)}
    due = [lane_key for lane_key in keys if _is_due(passes.get(lane_key), now)]
    stepped_at = {lane_key: each.stepped_at.timestamp() for lane_key, each in passes.items()}
    return [keys[lane_key] for lane_key in sorted(due, key=lambda lane_key: stepped_at.get(lane_key, 0.0))]


def _is_due(running: SyncPass | None, now: datetime) -> bool:
    """Times that a wrong clock left ahead are not believed."""
    if running is None:
        return True
    if running.resting_until and now < running.resting_until <= now + timedelta(seconds=FARTHEST_S):
        return False
    return running.finished_at is None or not now - PASS_EVERY < running.finished_at <= now


def _step(key: Effective, adapter: base.ListingAdapter) -> bool:
    """One call and what it says; False when the pass is over or has to rest."""
    now = timezone.now()
    begun = {"started_at": now, "stepped_at": now}
    running, _ = SyncPass.objects.get_or_create(lane_key=key.connection.lane_key, defaults=begun)
    # What began in the future, by a clock that was set back since, would find all that it sees older than itself.
    if running.finished_at is not None or running.started_at > now:
        running.page, running.started_at, running.finished_at = 1, now, None
        running.save(update_fields=["page", "started_at", "finished_at"])
    return _read_page(key, adapter, running) if running.page else _look_for_missing(key, adapter, running)


def _read_page(key: Effective, adapter: base.ListingAdapter, running: SyncPass) -> bool:
    page = adapter.list_page(running.page)
    if isinstance(page, base.LookupFailed):
        return _rest(key.connection.lane_key, page.reason, page.retry_after_s)
    next_page = running.page + 1 if page.has_more and page.items else 0
    with transaction.atomic():
        # Compared and set: a worker that was frozen finds that another one has read this page.
        mine = SyncPass.objects.filter(pk=running.pk, page=running.page, started_at=running.started_at)
        moved = mine.update(page=next_page, stepped_at=timezone.now(), error="", resting_until=None)
        if moved:
            _keep_shown(key, page.items, since=running.started_at)
    return bool(moved)


def _look_for_missing(key: Effective, adapter: base.ListingAdapter, running: SyncPass) -> bool:
    lane_key = key.connection.lane_key
    unseen = RemoteAccount.objects.filter(lane_key=lane_key, gone_at=None, seen_at__lt=running.started_at)
    left = unseen.exclude(status__in=SETTLED).exclude(skipped_at__gte=running.started_at)
    missing = left.order_by("lookup_failures", "seen_at").first()
    if missing is None:
        return _finish(key, running)
    answer = adapter.find_by_id(missing.remote_id)
    if isinstance(answer, base.LookupFailed):
        if not isinstance(answer.failure, base.Throttled | base.NotSent):
            # One more than FAILURES_BEFORE_SKIP is as far as it counts: told already.
            failures = min(missing.lookup_failures, FAILURES_BEFORE_SKIP) + 1
            skipped_at = timezone.now() if failures >= FAILURES_BEFORE_SKIP else None
            noted = {"lookup_failures": failures, "lookup_error": answer.reason[:500], "skipped_at": skipped_at}
            RemoteAccount.objects.filter(pk=missing.pk).update(**noted)
        # The marketplace that refuses to show one listing may be asked for the next one.
        return isinstance(answer.failure, base.Refused) or _rest(lane_key, answer.reason, answer.retry_after_s)
    with transaction.atomic():
        SyncPass.objects.filter(pk=running.pk).update(stepped_at=timezone.now(), error="", resting_until=None)
        if isinstance(answer, base.Found):
            _keep_shown(key, answer.listings, since=running.started_at)
            return True
        gone = RemoteAccount.objects.filter(pk=missing.pk)
        if gone.filter(gone_at=None).update(gone_at=timezone.now()):
            close_drafts(gone, "Removido.")
            publish("listing_gone", missing.market, missing.remote_id)
            _tell(key, [(missing, ChangeKind.REMOVED, missing.status)])
    return True


def _finish(key: Effective, running: SyncPass) -> bool:
    """End a pass, and tell the admins which listings it is the first to leave out, or to show unknown to any run."""
    known = RemoteAccount.objects.filter(lane_key=key.connection.lane_key)
    skipped = known.filter(skipped_at__gte=running.started_at).order_by("id")
    now, market = timezone.now(), MARKETS[key.connection.provider].title
    error = describe_skipped([(each.remote_id, each.lookup_error) for each in skipped])
    new = [(each.remote_id, each.lookup_error) for each in skipped if each.lookup_failures == FAILURES_BEFORE_SKIP]
    with transaction.atomic():
        mine = SyncPass.objects.filter(pk=running.pk, started_at=running.started_at, finished_at=None)
        if not mine.update(finished_at=now, stepped_at=now, error=error[:500]):
            return False
        if new:
            kind, title = NotificationKind.LISTING_SKIPPED, f"Anúncios sem conferência no {market}"
            notifications.notify_admins(kind=kind, title=title, body=describe_skipped(new), url=WORK_LIST)
        first_shown = known.filter(created_at__gte=running.started_at)
        if count := first_shown.filter(unexplained=True, user=None, gone_at=None).count():
            kind, title = NotificationKind.LISTING_UNEXPLAINED, f"Anúncios sem execução conhecida no {market}: {count}"
            notifications.notify_admins(kind=kind, title=title, body=RESUME_FIRST, url=UNEXPLAINED_URL)
    return False


def _rest(lane_key: str, error: str, retry_after_s: float | None = None) -> bool:
    """Pause a key's pass; False, as a step that ends it answers."""
    now = timezone.now()
    resting_until = now + timedelta(seconds=max(retry_after_s or 0.0, REST_AFTER_FAILURE_S))
    SyncPass.objects.filter(lane_key=lane_key).update(stepped_at=now, resting_until=resting_until, error=error[:500])
    return False


def _keep_shown(key: Effective, listings: Iterable[base.RemoteListing], *, since: datetime) -> int:
    """Take over what the marketplace shows, in a constant number of queries; how many were bought since it was last
    seen. A listing that went `since` the pass began stays gone: the page may be older than that."""
    shown = {listing.remote_id: listing for listing in listings}
    market = key.connection.market
    known = list(RemoteAccount.objects.select_for_update().filter(market=market, remote_id__in=shown))
    changed: list[tuple[RemoteAccount, ChangeKind, str]] = []
    redrafted: list[int] = []
    bought: list[base.RemoteListing] = []
    for account in known:
        listing = shown.pop(account.remote_id)
        kind = CHANGE_KINDS.get(listing.status)
        if kind is not None and account.status != listing.status:
            changed.append((account, kind, account.status))
        if listing.status in PURCHASED and account.status not in PURCHASED:
            bought.append(listing)
        if (account.status == RemoteStatus.DRAFT) != (listing.status == RemoteStatus.DRAFT):
            redrafted.append(account.pk)
        if account.gone_at is not None and account.gone_at < since:
            account.gone_at = None
            if listing.status == RemoteStatus.LISTED:
                publish("listing_back", market, account.remote_id)
        take_over(listing, account, key.connection)
        account.lookup_failures, account.lookup_error, account.skipped_at = 0, "", None
    fields = ["title", "game", "status", "price_eur", "lane_key", "seen_at", "gone_at", "reference"]
    fields += ["lookup_failures", "lookup_error", "skipped_at"]
    RemoteAccount.objects.bulk_update(known, fields)
    copied_at = restored_from() if shown else None
    new = []
    for remote_id, listing in shown.items():
        # Some run must know of it where it carries our reference, or is newer than the copy that was restored here.
        made_at = listing.created_at
        is_newer = copied_at is not None and made_at is not None and made_at >= copied_at - CLOCK_SKEW
        account = RemoteAccount(market=market, remote_id=remote_id, unexplained=listing.reference != "" or is_newer)
        if listing.status in PURCHASED:
            bought.append(listing)
        take_over(listing, account, key.connection)
        new.append(account)
    RemoteAccount.objects.bulk_create(new, ignore_conflicts=True)
    if redrafted:
        close_drafts(RemoteAccount.objects.filter(pk__in=redrafted).exclude(status=RemoteStatus.DRAFT), "Publicado.")
    if bought:
        publish("listings_sold", market, {listing.remote_id: listing.order_id for listing in bought})
    _tell(key, changed)
    return len(bought)


def _tell(key: Effective, changed: list[tuple[RemoteAccount, ChangeKind, str]]) -> None:
    """Put changes on the work list, unless they stand there already, and tell those who listed them."""
    if not changed:
        return
    lines = [ListingChange(account=account, kind=kind, previous_status=before) for account, kind, before in changed]
    counts: dict[int, Counter[ChangeKind]] = defaultdict(Counter)
    for line in add_changes(lines):
        counts[line.account.user_id or key.user_id][ChangeKind(line.kind)] += 1
    kind, title = NotificationKind.LISTING_CHANGED, f"Anúncios mudaram no {MARKETS[key.connection.provider].title}"
    for user_id, kinds in sorted(counts.items()):
        body, url = describe_changes(dict(kinds)), work_list_url(user_id)
        notifications.notify(user_id=user_id, kind=kind, title=title, body=body, url=url)


WAITS_S = (60, 300, 900, 1800, 3600, 3600, 3600)
"""After each failure; one listing takes 5 writes a minute and 10 an hour, those of people included."""
CLAIMED_FOR = timedelta(minutes=2)
AT_ONCE = 20


def publish_drafts() -> int:
    """Try to publish what is due; how many were tried."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    now = timezone.now()
    is_due = Q(publish_at__lte=now) | Q(publish_at__gt=now + timedelta(seconds=FARTHEST_S))  # of a wrong clock
    accounts = list(RemoteAccount.objects.filter(is_due, gone_at=None).order_by("publish_at")[:AT_ONCE])
    keys = _by_lane(configurations_with_own_keys()) if accounts else {}
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


def _publish(account: RemoteAccount, key: Effective | None) -> None:
    """Look, then publish what is still a draft: an earlier try may have worked without its answer having come."""
    if key is None:
        return _not_published(account, "A chave com que o anúncio foi criado não está mais configurada.", for_good=True)
    with closing(adapter_for(key.connection, user_id=account.user_id or key.user_id, wait=False)) as adapter:
        match adapter.find_by_id(account.remote_id):
            case base.LookupFailed() as failure:
                return _not_published(account, failure.reason, failure.retry_after_s)
            case base.Absent():
                return close_drafts(RemoteAccount.objects.filter(pk=account.pk), "Não está mais no marketplace.")
            case base.Found(listings=[listing, *_]) if listing.status != RemoteStatus.DRAFT:
                return close_drafts(RemoteAccount.objects.filter(pk=account.pk), "Publicado.")
        if any(publish("publishing_draft", account.market, account.remote_id)):
            return close_drafts(RemoteAccount.objects.filter(pk=account.pk), "Vai sair do ar, e não é publicado.")
        outcome = adapter.set_status(account.remote_id, WritableStatus.LISTED)
    if isinstance(outcome, base.Done):
        return None  # the adapter's watcher has noted it
    wait_s = outcome.retry_after_s if isinstance(outcome, base.Refused | base.Throttled) else None
    for_good = isinstance(outcome, base.Refused) and wait_s is None
    return _not_published(account, base.reason_of(outcome), wait_s, for_good=for_good)


@transaction.atomic
def _not_published(account: RemoteAccount, reason: str, wait_s: float | None = None, *, for_good: bool = False) -> None:
    """Try again after a while, where a key that has to wait is no failed try; or leave it to a person, who is told once."""
    tries = account.publish_tries + (wait_s is None)
    waiting = RemoteAccount.objects.filter(pk=account.pk).exclude(publish_at=None)
    if not for_good and tries <= len(WAITS_S):
        rest = timedelta(seconds=WAITS_S[tries - 1] if wait_s is None else wait_s)
        waiting.update(publish_at=timezone.now() + rest, publish_tries=tries)
    elif waiting.update(publish_at=None) and account.user_id:
        kind, title = NotificationKind.LISTING_NOT_PUBLISHED, "Anúncio criado e não publicado"
        body, url = f"{account.title or account.remote_id}: {reason}", work_list_url(account.user_id)
        notifications.notify(user_id=account.user_id, kind=kind, title=title, body=body, url=url)
    if ListingChange.objects.filter(account=account, kind=ChangeKind.DRAFT, handled_at=None).update(note=reason):
        bump(CHANGES_STAMP)
