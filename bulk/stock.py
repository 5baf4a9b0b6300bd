"""What becomes of an account over markets: it comes into stock, is sold, and is taken down elsewhere.

Every function wants the caller's transaction and locks the account after the row that it is called for.
"""

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from bulk import notices
from bulk.enums import RowState, Withdrawal
from bulk.models import Account, Row, Run
from bulk.queries import ON_SALE
from core.money import quantize
from infra.wakeups import wake_workers
from marketplace.queries import bought


def enter(row: Row) -> bool:
    """Note a created row as a listing of its account, to be closed if that was sold; whether it is the first, paid one."""
    index = row.account_index or row.login_index or f"row:{row.pk}"
    names = {"game": row.run.game, "title": row.title, "login_hint": row.login_hint}
    new = Account(index=index, owner_id=row.run.owner_id, first_row=row, **names)
    Account.objects.bulk_create([new], ignore_conflicts=True)
    same = Account.objects.filter(Q(index=index) | Q(first_row=row)).order_by("pk")
    same = same.annotate(is_bought=bought(row.run.market, row.remote_id))
    account = same.select_for_update()[0]
    row.price_eur = quantize(Decimal(row.listing["price_eur"])) if row.listing else None
    listed = Row.objects.filter(pk=row.pk)
    listed.update(account=account, price_eur=row.price_eur)
    is_first = account.first_row_id == row.pk
    if not is_first and account.owner_id != row.run.owner_id:
        notices.listed_before(row, account)
    if account.is_bought:
        note_sales(row.run.market, {row.remote_id: ""})
    elif account.sold_at:
        close_elsewhere(listed)
    return is_first


@transaction.atomic
def note_sales(market: str, orders: Mapping[str, str]) -> None:
    """A marketplace shows listings as bought, {id: its order's id, if that is told}, any number of times: each one's account
    is sold, and every other listing of it goes at once. People are told of the second one of an account."""
    bought = Row.objects.filter(remote_id__in=orders, run__market=market, account__isnull=False)
    for row in bought.select_related("run__owner", "account").defer("credentials", "listing").order_by("account", "pk"):
        _note_sale(row, orders[row.remote_id])


def _note_sale(row: Row, order_id: str) -> None:
    assert row.account is not None
    rows = Row.objects.filter(pk=row.pk)
    _touch(rows)
    account = Account.objects.select_for_update().get(pk=row.account.pk)
    if order_id:
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


def close_elsewhere(listings: QuerySet[Row]) -> int:
    """Ask that those of the listings that are on sale go, before anything else; how many."""
    wake_workers()
    return listings.filter(ON_SALE).update(
        withdrawal=Withdrawal.DELETE, closing_at=Now(), due_at=None, failed_lookups=0
    )


def note_gone(market: str, remote_id: str) -> None:
    """A listing is not on the marketplace any more, whoever took it down: its login may be listed there again."""
    rows = Row.objects.filter(remote_id=remote_id, run__market=market, state=RowState.CREATED, withdrawn_at=None)
    _touch(rows)
    rows.update(withdrawn_at=Now(), withdrawal="", error="")


def _touch(rows: QuerySet[Row]) -> None:
    Run.objects.filter(pk__in=rows.values("run")).update(version=F("version") + 1)
