"""The only place where rows and runs change their state, by compare-and-set; and what
becomes of an account over markets: it comes into stock, is sold, and is taken down elsewhere. Every function here wants
the caller's transaction. `touch` comes first: it locks the run; an account is locked after the row it is locked for."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, DateTimeField, Exists, ExpressionWrapper, F, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from bulk import notices
from bulk.enums import ROW_SOURCE, RowState, Withdrawal
from bulk.games.catalogue import title_of
from bulk.models import Account, OrphanListing, Row, Run
from bulk.queries import ON_SALE
from bulk.rules import OPEN, TRANSITIONS, Pause
from core import events
from core.money import quantize
from core.statements import build, update
from earnings import actions as earnings
from earnings.queries import scheme_in_force
from infra.wakeups import wake_workers
from loyalty.queries import bonus_percentage
from marketplace.enums import PURCHASED
from marketplace.queries import is_shown, was_given


@lru_cache
def after(seconds: float) -> ExpressionWrapper[Any]:
    """A moment from now by the database's clock, for an UPDATE or a filter; workers' clocks may differ."""
    return ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=DateTimeField())


THIS_MOMENT = after(0)
"""To compare with what rests for no time: on SQLite Now() ends with the millisecond, which is before it as text."""
NOW = Now()
_ONE_MORE = F("version") + 1
_an_open_row = build(lambda run_id: Row.objects.filter(run=run_id, state__in=OPEN).values_list("pk")[:1])
_ACCOUNTS = Account.objects.select_for_update(of=("self",)).order_by("pk")
_stocked = build(
    lambda index, row, **shown: _ACCOUNTS.filter(Q(index=index) | Q(first_row=row)).annotate(
        is_bought=is_shown(PURCHASED, **shown)
    )[:1]
)
GOING = Q(paused_at=None, cancelled_at=None, finished_at=None)  # a run whose rows are sent
UNPAUSED = {"paused_at": None, "pause_code": "", "pause_reason": ""}


def touch(run_id: int, *, only: Q | None = None, where: Mapping[str, Any] | None = None, **changes: Any) -> bool:
    """Lock the run by raising its version, which is what progress is polled by; False when `only` or `where` does not hold."""
    return update(Run, {"pk": run_id, **(where or {})}, only or Q(), version=_ONE_MORE, **changes) == 1


def move(rows: QuerySet[Row] | dict[str, Any], source: RowState, to: RowState, **changes: Any) -> int:
    """Move the rows (all of these values, where it is a dict) that are still in `source`; returns how many."""
    if source is not to and to not in TRANSITIONS[source]:
        raise AssertionError(f"a row never goes from {source} to {to}")
    if to not in OPEN:
        changes |= {"settled_at": NOW, "due_at": None}
    if isinstance(rows, dict):
        return update(Row, rows | {"state": source}, state=to, **changes)
    return rows.filter(state=source).update(state=to, **changes)


def credit(row: Row) -> None:
    """Put a confirmed listing into stock, and pay its account's first one, once for ever. Practice earns nothing."""
    if row.run.training or not enter_stock(row):
        return
    owner_id = row.run.owner_id
    if row.credentials and was_given(row.run.game, row.credentials["login"]):
        return
    # Before the credit, whose last lock, a stamp of all earnings, other lanes wait for.
    events.count("account_creation_success", person_id=owner_id, subject=row.run.game, quantity=1)
    scheme = scheme_in_force()
    if scheme.profit_percent is not None:
        Account.objects.filter(first_row=row).update(profit_scheme=scheme)  # see bulk.results.ledger
        return
    amount = scheme.pay(game=row.run.game, price_eur=row.price_eur)
    cause = {"source_kind": ROW_SOURCE, "source_id": row.pk, "group_id": row.run_id}
    credit_account(scheme, owner_id, amount, description=f"Conta {title_of(row.run.game)} criada: {row.title}", **cause)


def credit_account(scheme: Any, person_id: int, amount: Decimal, **cause: Any) -> None:
    """Credit a person what a pay scheme has for an account, with their bonus. `cause`: see earnings.actions.credit."""
    bonus = bonus_percentage(person_id)
    earnings.credit(user_id=person_id, amount=amount, scheme_id=scheme.pk, bonus_percentage=bonus, **cause)


def turned_up(row: Row, remote_id: str, *, lane_id: int) -> bool:
    """A late answer, or a later pass, found a listing of this row: the row becomes created and paid. Where it stands for
    another listing, is being sent now, or another row holds its login, the listing is noted as an orphan: False."""
    if row.remote_id == remote_id or _become_created(row, remote_id):
        return True
    orphan = OrphanListing(row=row, lane_id=lane_id, remote_id=remote_id, due_at=after(settings.BULK_VERIFY_AFTER_S))
    OrphanListing.objects.bulk_create([orphan], ignore_conflicts=True)
    return False


def _become_created(row: Row, remote_id: str) -> bool:
    source = RowState(row.state)
    if source is RowState.SENDING or RowState.CREATED not in TRANSITIONS[source]:
        return False
    rows = Row.objects.filter(pk=row.pk)
    try:
        with transaction.atomic():
            moved = move(rows, source, RowState.CREATED, remote_id=remote_id, error="", errors={})
    except IntegrityError:  # another row took the login meanwhile
        return False
    if moved:
        ended = end_if_done(row.run)
        credit(row)
        if ended:
            tell_end(row.run)
    return bool(moved)


def finish_if_done(run: Run) -> None:
    if end_if_done(run):
        tell_end(run)


def end_if_done(run: Run) -> bool:
    """Mark the end of a run none of whose rows is open; whether it is now: then `tell_end` comes after what was earned. A
    run with a row whose outcome was unknown is looked over again later."""
    if _an_open_row(run_id=run.pk):
        return False
    if not Run.objects.filter(pk=run.pk, finished_at=None).update(finished_at=Now(), **UNPAUSED):
        return False
    doubted = Exists(Row.objects.filter(run=OuterRef("pk"), in_doubt=True))
    Run.objects.filter(doubted, pk=run.pk).update(reconcile_at=after(settings.BULK_VERIFY_AFTER_S))
    return True


def tell_end(run: Run) -> None:
    if Run.objects.filter(pk=run.pk, cancelled_at=None).exists():
        notices.run_finished(run)
        events.count("bulk_upload_complete", person_id=run.owner_id, subject=run.game, quantity=run.total)


def pause_runs(runs: QuerySet[Run], pause: Pause) -> None:
    for run in runs.filter(GOING).select_related("owner").order_by("pk"):
        if touch(run.pk, only=GOING, paused_at=Now(), pause_code=pause.code, pause_reason=pause.reason):
            run.pause_code, run.pause_reason = pause.code, pause.reason
            notices.run_paused(run)


def enter_stock(row: Row) -> bool:
    """Note a created row as a listing of its account, to be closed if that was sold; whether it is the first, paid one."""
    index = row.account_index or row.login_index or f"row:{row.pk}"
    names = {"game": row.run.game, "title": row.title, "login_hint": row.login_hint}
    new = Account(index=index, owner_id=row.run.owner_id, first_row=row, **names)
    Account.objects.bulk_create([new], ignore_conflicts=True)
    [account] = _stocked(index=index, row=row.pk, market=row.run.market, remote_id=row.remote_id)
    row.price_eur = quantize(Decimal(row.listing["price_eur"])) if row.listing else None
    update(Row, {"pk": row.pk}, account=account, price_eur=row.price_eur)
    is_first: bool = account.first_row_id == row.pk
    if not is_first and account.owner_id != row.run.owner_id:
        notices.listed_before(row, account)
    if account.is_bought:
        note_sales(row.run.market, {row.remote_id: ""})
    elif account.sold_at:
        close_elsewhere(Row.objects.filter(pk=row.pk))
    return is_first


@transaction.atomic
def note_sales(market: str, orders: Mapping[str, str]) -> None:
    """Note listings that a marketplace shows as bought, {id: its order's id, if known}, any number of times: each one's
    account is sold, and every other listing of it goes at once. People are told of the second one of an account."""
    sold = Row.objects.filter(remote_id__in=orders, run__market=market, account__isnull=False)
    for row in sold.select_related("run__owner", "account").defer("credentials", "listing").order_by("account", "pk"):
        _note_sale(row, orders[row.remote_id])


def _note_sale(row: Row, order_id: str) -> None:
    touch(row.run_id)
    rows = Row.objects.filter(pk=row.pk)
    account = _ACCOUNTS.get(listings=row)
    rows.filter(order_id="").update(order_id=order_id)
    closed = {"withdrawal": "", "closing_at": None, "due_at": None, "error": ""}
    if not rows.filter(sold_at=None).update(sold_at=Now(), **closed):
        return
    row.refresh_from_db(fields=["order_id"])
    listings = Row.objects.filter(account=account).exclude(pk=row.pk).select_related("run__owner")
    sold_before = listings.filter(sold_at__isnull=False).order_by("sold_at").first()
    Account.objects.filter(pk=account.pk).update(**{"sold_twice_at" if sold_before else "sold_at": Now()})
    if sold_before:
        notices.sold_twice(account, sold_before, row)
    close_elsewhere(listings)


def note_cancelled(listings: QuerySet[Row]) -> None:
    """Take back that these were bought. Their accounts are for sale again, or they go as well where another was bought."""
    for row in listings.filter(sold_at__isnull=False, account__isnull=False).order_by("account", "pk"):
        touch(row.run_id)
        account, rows = _ACCOUNTS.get(listings=row), Row.objects.filter(pk=row.pk)
        rows.update(sold_at=None, order_id="")
        left = Row.objects.filter(account=account).aggregate(first=Min("sold_at"), sales=Count("sold_at"))
        if left["sales"]:
            close_elsewhere(rows)
        twice = {} if left["sales"] > 1 else {"sold_twice_at": None}
        Account.objects.filter(pk=account.pk).update(sold_at=left["first"], **twice)


def close_elsewhere(listings: QuerySet[Row]) -> None:
    """Ask first of all that those of the listings that are on sale are taken down. Their runs may be others than the
    caller has locked, so their versions are raised after the commit."""
    wake_workers()
    on_sale = listings.filter(ON_SALE)
    run_ids = set(on_sale.values_list("run_id", flat=True))
    on_sale.update(withdrawal=Withdrawal.DELETE, closing_at=Now(), due_at=None, failed_lookups=0)
    transaction.on_commit(lambda: [touch(run_id) for run_id in run_ids], robust=True)


def note_gone(market: str, remote_id: str) -> None:
    """Note that a listing is gone from the marketplace, whoever took it down: its login may be listed there again."""
    rows = Row.objects.filter(remote_id=remote_id, run__market=market, state=RowState.CREATED, withdrawn_at=None)
    Run.objects.filter(pk__in=rows.values("run")).update(version=F("version") + 1)
    rows.update(withdrawn_at=Now(), withdrawal="", error="")


def note_back(market: str, remote_id: str) -> None:
    """Note that a listing that was gone is on sale again, unless another one has its login by now; it has to go where its
    account was sold meanwhile."""
    listed = Row.objects.filter(remote_id=remote_id, run__market=market, state=RowState.CREATED)
    gone = listed.filter(withdrawn_at__isnull=False)
    Run.objects.filter(pk__in=gone.values("run")).update(version=F("version") + 1)
    with suppress(IntegrityError), transaction.atomic():
        gone.update(withdrawn_at=None, withdrawal="", error="")
    close_elsewhere(listed.filter(account__sold_at__isnull=False))
