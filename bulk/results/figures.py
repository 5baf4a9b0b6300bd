"""What accounts cost and brought in: sums of their results, whole and by group, month and age in stock. An account
stands in one place. `closed`: the marketplace has paid, fined or refunded it, and it counts on the last day that it
did. `receivable`: sold, not paid yet. `stock`: not sold. `unvalued`: an amount lacks its rate, so it is in no sum."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.db.models import Case, Count, Exists, Func, IntegerField, OuterRef, Prefetch, Q, QuerySet, Sum, Value, When
from django.utils import timezone

from accounts.models import User
from bulk.enums import EntryKind, Standing
from bulk.games.catalogue import all_titles
from bulk.models import Entry, Order, Result
from bulk.queries import account_index
from core.errors import ensure
from core.money import ZERO
from core.text import searchable
from marketplace.adapters.registry import MARKETS
from marketplace.enums import OrderState

VALUED = Q(unvalued=0)
STANDINGS: Mapping[str, Q] = {
    Standing.CLOSED: Q(profit__isnull=False),
    Standing.RECEIVABLE: VALUED & Q(paid_on=None, sold_on__isnull=False),
    Standing.STOCK: VALUED & Q(paid_on=None, sold_on=None),
    Standing.UNVALUED: Q(unvalued__gt=0),
}
CLOSED, RECEIVABLE, STOCK, UNVALUED = STANDINGS.values()
AGES: Mapping[str, tuple[int, int | None]] = {"0": (0, 8), "8": (8, 31), "31": (31, 91), "91": (91, None)}
"""Days in stock, from the first until before the second."""
GROUPED = {"game": "game", "person": "owner", "supplier": "supplier", "market": "market", "month": "paid_on"}
NO_SUPPLIER, UNSUPPLIED = "-", "Sem fornecedor"
ORDERS: Mapping[str, str] = {Standing.CLOSED: "-paid_on", Standing.RECEIVABLE: "-sold_on", Standing.STOCK: "listed_on"}


class Days(Func):
    """A date as a number of days."""

    template = "(%(expressions)s - DATE '2000-01-01')"
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="CAST(julianday(%(expressions)s) AS INTEGER)", **context)


def _money(column: str, standing: Q) -> Sum:
    return Sum(column, filter=standing, default=ZERO)


DATED = CLOSED & Q(sold_on__isnull=False)
Sums = dict[str, Any]
SUMS = {
    "profit": Sum("profit", default=ZERO),
    **{name: _money(name, CLOSED) for name in ("paid", "cost", "pay", "fined", "refunded")},
    "receivable": _money("sale", RECEIVABLE),
    "stock_cost": _money("cost", STOCK),
    "accounts_closed": Count("profit"),
    "accounts_receivable": Count("pk", filter=RECEIVABLE),
    "accounts_stock": Count("pk", filter=STOCK),
    "unvalued": Count("pk", filter=UNVALUED),
    "accounts_sold": Count("pk", filter=DATED),
    "waited": Sum(Days("sold_on") - Days("listed_on"), filter=DATED, default=0),
}
"""In R$. `profit` to `refunded` are of `accounts_closed`; `accounts_sold` of those were sold, after `waited` days in all."""


def filter_results(
    *,
    start: date | None = None,
    end: date | None = None,
    supplier: str = "",
    search: str = "",
    standing: str = "",
    age: str = "",
    **columns: Any,
) -> QuerySet[Result]:
    """Those paid on the days from `start` to `end`, both included; what is not paid yet is as it stands now. `supplier`
    is NO_SUPPLIER for those without one, `age` one of AGES; `search` are words of the title or a login."""
    results = Result.objects.filter(**columns)
    if start:
        results = results.filter(Q(paid_on=None) | Q(paid_on__gte=start))
    if end:
        results = results.filter(Q(paid_on=None) | Q(paid_on__lte=end))
    if supplier:
        results = results.filter(supplier="" if supplier == NO_SUPPLIER else supplier)
    if search:
        indexes = [account_index(game, search) for game, _ in all_titles()]
        results = results.filter(Q(account__search__contains=searchable(search)) | Q(account__index__in=indexes))
    if age:
        results = results.filter(_age_filter(age))
    return results.filter(STANDINGS[standing]) if standing else results


def _age_filter(age: str) -> Q:
    (since, until), today = AGES[age], timezone.localdate()
    aged = STOCK & Q(listed_on__lte=today - timedelta(since)) if since else STOCK
    return aged & Q(listed_on__gt=today - timedelta(until)) if until else aged


def stock_by_age(results: QuerySet[Result]) -> list[dict[str, Any]]:
    """[{age, count, cost}]."""
    sums: dict[str, Any] = {f"{age}_count": Count("pk", filter=_age_filter(age)) for age in AGES}
    sums |= {f"{age}_cost": _money("cost", _age_filter(age)) for age in AGES}
    figures = results.filter(STOCK).order_by().aggregate(**sums)
    return [{"age": age} | {name: figures[f"{age}_{name}"] for name in ("count", "cost")} for age in AGES]


def totals_and_months(results: QuerySet[Result]) -> tuple[Sums, list[Sums]]:
    """The sums of all, and those of each month of payment, the oldest first; in one query."""
    months = _sum_by("month", results)
    totals = {name: sum(sums[name] for sums in months.values()) for name in SUMS}
    paid = sorted(key for key, sums in months.items() if sums["accounts_closed"])
    return _with_ratios(totals), [_with_ratios(months[key], key=key, label="") for key in paid]


def grouped_by(by: str, results: QuerySet[Result]) -> list[Sums]:
    """The sums of each group, by profit from the highest, months from the newest; at most two queries."""
    if by == "month":
        return totals_and_months(results)[1][::-1]
    groups = _sum_by(by, results)
    labels = _labels(by, groups)
    rows = [_with_ratios(sums, key=key, label=labels.get(key, key)) for key, sums in groups.items()]
    return sorted(rows, key=lambda group: (-group["profit"], group["label"]))


def _sum_by(by: str, results: QuerySet[Result]) -> dict[str, Sums]:
    """The sums by key; the month is '' for what is not paid yet."""
    groups: dict[str, Sums] = {}
    sums = {f"sum_{name}": each for name, each in SUMS.items()}
    for value, *figures in results.order_by().values_list(GROUPED[by]).annotate(**sums):
        key = str(value or "")[:7] if by == "month" else str(value or NO_SUPPLIER)
        group = groups.setdefault(key, dict.fromkeys(SUMS, 0))
        for name, figure in zip(SUMS, figures, strict=True):
            group[name] += figure
    return groups


def _with_ratios(sums: Sums, **named: str) -> Sums:
    """With the margin, in per cent of what was paid, and the mean of the days from the first listing to the sale."""
    paid, sold = sums["paid"], sums["accounts_sold"]
    margin = round(float(100 * sums["profit"] / paid), 1) if paid else None
    days_to_sale = round(sums["waited"] / sold, 1) if sold else None
    return sums | named | {"margin": margin, "days_to_sale": days_to_sale}


def _labels(by: str, keys: Iterable[str]) -> dict[str, str]:
    if by == "person":
        return {str(person.pk): person.display_name for person in User.objects.filter(pk__in=map(int, keys))}
    if by == "game":
        return dict(all_titles())
    titles = {market.slug: market.title for market in MARKETS.values()}
    return titles if by == "market" else {NO_SUPPLIER: UNSUPPLIED}


def choices_of_results() -> dict[str, Any]:
    people = User.objects.filter(Exists(Result.objects.filter(owner=OuterRef("pk"))))
    suppliers = Result.objects.order_by("supplier").values_list("supplier", flat=True).distinct()
    named = sorted((person.display_name, str(person.pk)) for person in people)
    return {
        "people": [{"value": key, "label": name} for name, key in named],
        "suppliers": [{"value": name or NO_SUPPLIER, "label": name or UNSUPPLIED} for name in suppliers],
    }


def shown_results(results: QuerySet[Result], standing: str = "") -> QuerySet[Result]:
    """Each with where it stands: the newest account first; of one standing the last paid or sold, or the longest in stock."""
    where = Case(*(When(each, then=Value(name)) for name, each in STANDINGS.items()))
    order = [ORDERS[standing]] if standing in ORDERS else []
    return results.annotate(standing=where).select_related("account", "owner").order_by(*order, "-account_id")


def chain_of(account_id: int) -> Result:
    """The result of an account with its entries, oldest first, each with the one that gave it its value. Raises NotFound."""
    entries = Entry.objects.filter(valued=None).select_related("rate", "valuation__rate").order_by("day", "id")
    chain = shown_results(Result.objects.filter(pk=account_id))
    return ensure(chain.prefetch_related(Prefetch("account__entries", entries)).first())


def production_of(user_id: int) -> dict[str, Any]:
    """{accounts, sold, refunded, pay} of the accounts that somebody created, in R$; costs and profit are no part of it."""
    orders = Order.objects.filter(row__account=OuterRef("pk"), state=OrderState.REFUNDED)
    returned = Entry.objects.filter(account=OuterRef("pk"), kind=EntryKind.REFUNDED, amount__lt=ZERO)
    return Result.objects.filter(owner=user_id).aggregate(
        accounts=Count("pk"),
        sold=Count("pk", filter=Q(sold_on__isnull=False)),
        refunded=Count("pk", filter=Exists(orders) | Exists(returned)),
        pay=Sum("pay", default=ZERO),
    )
