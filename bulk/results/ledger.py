"""The entries of accounts: what orders, payments of marketplaces, postings of earnings, purchases and typed costs say
of their money is compared with what is written down, and what is missing is added. People earn their part of a profit
once. Whoever adds an entry bumps LEDGER first: the lock of all entries and results, and the version of what is read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.utils import timezone

from bulk.enums import ROW_SOURCE, Currency, EntryKind
from bulk.models import Account, Cost, Entry, Order, Rate, Result, Row
from core.conditional import bump, keep, versions
from core.money import ZERO, format_brl, format_percent, quantize
from earnings import actions as earnings
from earnings.queries import corrected_since, credits_of, movements_of
from loyalty.queries import bonus_percentage
from marketplace.adapters.registry import MARKETS
from marketplace.enums import OrderState
from marketplace.queries import payments, purchases_of, service_of

LEDGER, LOOKED, SWEPT = "results", "results-looked", "results-swept"
"""The lock; when the last pass looked at what had happened, in seconds of Unix time; how far the sweep is."""
LONGEST_TRANSACTION = timedelta(minutes=1)
"""Its changes may be seen so much later than they are dated."""
SETTLED_AT_ONCE = 500
SWEPT_AT_ONCE = 250
MOST_TURNS = 20
"""Of one sweep, while accounts are behind."""
NEWEST_ACCOUNTS = 1000
CLOSING = (EntryKind.PAID, EntryKind.FINED, EntryKind.REFUNDED)
_day = timezone.localdate


class Movement(NamedTuple):
    kind: EntryKind
    amount: Decimal
    currency: str
    day: date
    market: str = ""


class Story(NamedTuple):
    """What all sources say of one account: the columns of its result that are no sums, and {cause: movement}."""

    columns: dict[str, Any]
    movements: dict[str, Movement]


def write_results() -> int:
    """Write down what happened to accounts since the last pass, and credit the shares of profit due by it; how many changed."""
    now, last = timezone.now(), versions([LOOKED])[LOOKED]
    since = min(datetime.fromtimestamp(last, UTC), now) if last else now
    touched = _touched_since(since - LONGEST_TRANSACTION)
    changed = add_missing_entries(touched) + add_missing_entries(credit_shares(touched))
    keep(LOOKED, int(now.timestamp()))
    return changed


def sweep_results() -> int:
    """Compare some of all accounts, each in its turn, and more while some lack something; how many lacked something."""
    changed, last = 0, versions([SWEPT])[SWEPT]
    for _ in range(MOST_TURNS):
        ids = list(Account.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:SWEPT_AT_ONCE])
        last = ids[-1] if len(ids) == SWEPT_AT_ONCE else 0
        behind = add_missing_entries(ids) + add_missing_entries(credit_shares(ids))
        changed += behind
        if not behind or not last:
            break
    keep(SWEPT, last)
    return changed


def add_missing_entries(account_ids: Iterable[int]) -> int:
    """Add the entries that these accounts lack and bring their results up to date; how many accounts lacked something."""
    wanted, changed = sorted(set(account_ids)), 0
    for start in range(0, len(wanted), SETTLED_AT_ONCE):
        ids = wanted[start : start + SETTLED_AT_ONCE]
        if not _compare(ids)[1]:
            continue
        with transaction.atomic():
            bump(LEDGER)
            fresh, behind = _compare(ids)
            Entry.objects.bulk_create(_value_entries(fresh))
            rewrite({pk: story.columns for pk, story in behind.items()})
        changed += len(behind)
    return changed


def costs_of(account_ids: Iterable[int]) -> tuple[dict[int, Decimal | None], Decimal | None]:
    """{account: what it cost in R$}, None where a rate is missing, of those with a cost; and `brl_per_euro`."""
    bought = Entry.objects.filter(account__in=list(account_ids), kind=EntryKind.BOUGHT).order_by().values("account")
    costs = bought.annotate(spent=Sum("brl"), unknown=Count("pk", filter=Q(brl=None, valuation=None)))
    return {each["account"]: None if each["unknown"] else -each["spent"] for each in costs}, brl_per_euro()


def brl_per_euro() -> Decimal | None:
    """The newest rate of a week, for estimates alone: what is written down has the rate of its day."""
    lately = timezone.localdate() - timedelta(days=7)
    rate = Rate.objects.filter(currency=Currency.EUR, day__gte=lately).order_by("-day", "-pk").first()
    return rate.brl if rate else None


def waiting_entries(currency: str, first: date, last: date) -> QuerySet[Any]:
    """Those that a rate of these days would give a value."""
    unvalued = Entry.objects.filter(brl=None, valuation=None).order_by("pk")
    return unvalued.filter(currency=currency, day__range=(first, last))


def _touched_since(since: datetime) -> set[int]:
    """Accounts that are new, or of which an order, a payment, a sale, a correction of pay or a rate was seen since. What
    this does not find (a cost that came with a further listing), the sweep does."""
    newest = Account.objects.aggregate(newest=Max("pk"))["newest"] or 0
    touched = set(Account.objects.filter(pk__gt=newest - NEWEST_ACCOUNTS, result=None).values_list("pk", flat=True))
    touched |= set(Row.objects.filter(sold_at__gte=since).values_list("account", flat=True))
    paid: dict[str, set[str]] = defaultdict(set)
    for market, order_id in payments(created_at__gte=since).order_by().values_list("market", "order_id"):
        paid[market].add(order_id)
    orders = Q(changed_at__gte=since)
    for market, order_ids in paid.items():
        orders |= Q(market=market, remote_id__in=order_ids)
    touched |= set(Order.objects.filter(orders).order_by().values_list("row__account", flat=True))
    if rows := corrected_since(ROW_SOURCE, since):
        touched |= set(Account.objects.filter(first_row__in=rows).values_list("pk", flat=True))
    valued = Entry.objects.filter(rate__created_at__gte=since, valued__isnull=False)
    touched |= set(valued.filter(account__profit_scheme__isnull=False).order_by().values_list("account", flat=True))
    return {pk for pk in touched if pk}


def _compare(ids: Sequence[int]) -> tuple[list[tuple[Entry, list[Entry]]], dict[int, Story]]:
    """The missing entries, each with those of its cause, kind and currency before it, and the accounts that lack something."""
    stories, known = _stories(ids), Result.objects.in_bulk(ids)
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(account__in=ids).select_related("rate", "valuation__rate").order_by("pk"):
        entries[entry.account_id].append(entry)
    fresh, behind = [], {}
    for pk, story in stories.items():
        missing = _missing_entries(pk, story.movements, entries[pk])
        fresh += missing
        result = known.get(pk)
        if missing or result is None or any(getattr(result, name) != value for name, value in story.columns.items()):
            behind[pk] = story
    return fresh, behind


def _missing_entries(pk: int, movements: dict[str, Movement], entries: list[Entry]) -> list[tuple[Entry, list[Entry]]]:
    """What makes the entries of an account add up to what its sources say; where a source says no more, to nothing."""
    causes: dict[str, list[Entry]] = {cause: [] for cause in movements}
    for entry in entries:
        if entry.valued_id is None:
            causes.setdefault(entry.cause, []).append(entry)
    missing = []
    for cause, before in causes.items():
        movement = movements.get(cause)
        targets = {(entry.kind, entry.currency): ZERO for entry in before}
        if movement:
            targets[movement.kind, movement.currency] = movement.amount
        number = len(before)
        for (kind, currency), amount in targets.items():
            same = [entry for entry in before if (entry.kind, entry.currency) == (kind, currency)]
            change = amount - sum((entry.amount for entry in same), ZERO)
            if same and not change:
                continue
            number += 1
            day, market = (movement.day, movement.market) if movement else (same[-1].day, same[-1].market)
            source = cause if number == 1 else f"{cause}:{number}"
            stated = {"kind": kind, "market": market, "amount": change, "currency": currency, "day": day}
            missing.append((Entry(account_id=pk, source=source, **stated), same))
    return missing


def _value_entries(missing: list[tuple[Entry, list[Entry]]]) -> list[Entry]:
    """The entries with their values in R$: a correction at the rate of what it corrects, so that what is taken back
    leaves nothing, else at the newest rate of the day."""
    wanted = {(entry.currency, entry.day) for entry, _ in missing}
    found = Rate.objects.filter(currency__in={each for each, _ in wanted}, day__in={day for _, day in wanted})
    rates = {(rate.currency, rate.day): rate for rate in found.order_by("pk")}
    for entry, same in missing:
        held = [each.value for each in same]
        if entry.currency == Currency.BRL or not entry.amount:
            entry.brl = entry.amount
            continue
        entry.rate = next((each.rate for each in held if each.rate), rates.get((entry.currency, entry.day)))
        if entry.rate:
            valued = [(each.amount, value.brl) for each, value in zip(same, held, strict=True) if value.brl is not None]
            amount: Decimal = sum((each for each, _ in valued), entry.amount)
            entry.brl = quantize(amount * entry.rate.brl) - sum((value for _, value in valued), ZERO)
    return [entry for entry, _ in missing]


def rewrite(columns: dict[int, dict[str, Any]]) -> None:
    valued = {kind: Sum("brl", filter=Q(kind=kind), default=ZERO) for kind in EntryKind.values}
    unvalued = Count("pk", filter=Q(brl=None, valuation=None))
    entries = Entry.objects.filter(account__in=columns).order_by().values("account")
    entries = entries.annotate(**valued, unvalued=unvalued)
    sums = {each.pop("account"): each for each in entries}
    known = Result.objects.in_bulk(columns)
    results = []
    for pk, stated in columns.items():
        result = known.get(pk) or Result(account_id=pk)
        figures: dict[str, Any] = sums.get(pk) or dict.fromkeys(EntryKind.values, ZERO) | {"unvalued": 0}
        for name, value in stated.items():
            setattr(result, name, value)
        result.sale, result.paid, result.unvalued = figures["sold"], figures["paid"], figures["unvalued"]
        result.cost, result.pay = -figures["bought"], -figures["pay"]
        result.fined, result.refunded = -figures["fined"], -figures["refunded"]
        spent = result.fined + result.refunded + result.cost + result.pay
        result.profit = result.paid - spent if result.paid_on and not result.unvalued else None
        results.append(result)
    names = [field.name for field in Result._meta.fields if not field.primary_key]
    Result.objects.bulk_create(results, update_conflicts=True, unique_fields=["account"], update_fields=names)


def _stories(ids: Sequence[int]) -> dict[int, Story]:
    """What the sources say of these accounts; each source is read once."""
    accounts = Account.objects.in_bulk(ids)
    rows, orders, paid, purchases, pay = (defaultdict[Any, list[Any]](list) for _ in range(5))
    listed = Row.objects.filter(account__in=ids).select_related("run").order_by("pk")
    for row in listed.only("account", "run__market", "sold_at", "price_eur"):
        rows[row.account_id].append(row)
    for order in Order.objects.filter(row__account__in=ids).order_by("pk"):
        orders[order.row_id].append(order)
    for payment in payments(order_id__in={order.remote_id for each in orders.values() for order in each}):
        paid[payment.market, payment.order_id].append(payment)
    for purchase in purchases_of(account.index for account in accounts.values()):
        purchases[purchase.account_index].append(purchase)
    for posted in movements_of(ROW_SOURCE, [account.first_row_id for account in accounts.values()]):
        pay[posted.source_id].append(posted)
    typed = Cost.objects.filter(row__account__in=ids).annotate(of=F("row__account")).order_by("-row_id")
    costs = {cost.of: cost for cost in typed}  # of several rows of an account the first one's
    stories = {}
    for pk, account in accounts.items():
        bought, earned = purchases[account.index], pay[account.first_row_id]
        stories[pk] = _story(account, rows[pk], orders, paid, bought, costs.get(pk), earned)
    return stories


def _story(
    account: Account,
    rows: Sequence[Row],
    orders: Mapping[int, Sequence[Order]],
    paid: Mapping[tuple[str, str], Sequence[Any]],
    purchases: Sequence[Any],
    typed: Cost | None,
    pay: Sequence[Any],
) -> Story:
    """The sale of a listing is its orders, or, where its marketplace tells of none, its price on the day it was seen
    sold. What was bought here is not taken from a typed cost too. `orders` are by row, `paid` by order."""
    story: dict[str, Movement] = {}
    for each in purchases:
        currency = each.currency.upper()
        story[f"purchase:{each.pk}"] = Movement(EntryKind.BOUGHT, -each.price, currency, _day(each.settled_at))
    if typed and not purchases:
        story[f"cost:{typed.pk}"] = Movement(EntryKind.BOUGHT, -typed.amount, typed.currency, _day(typed.created_at))
    for row in rows:
        if row.sold_at and not orders[row.pk]:
            story[f"sale:{row.pk}"] = _sale_movement(row, row.price_eur, row.sold_at)
    for row, order in ((each, order) for each in rows for order in orders[each.pk]):
        market = service_of(order.market)
        if order.state != OrderState.CANCELLED:
            price = row.price_eur if order.price_eur is None else order.price_eur
            story[f"order:{order.pk}"] = _sale_movement(row, price, order.bought_at)
        if order.state == OrderState.REFUNDED:
            day = _day(order.settled_at or order.changed_at)
            story[f"refund:{order.pk}"] = Movement(EntryKind.REFUNDED, ZERO, Currency.EUR, day, market)
        for each in paid[order.market, order.remote_id]:
            kind = EntryKind.PAID if each.amount > 0 else EntryKind.FINED if each.is_fine else EntryKind.REFUNDED
            story[f"payment:{each.pk}"] = Movement(kind, each.amount, each.currency, _day(each.made_at), market)
    for each in pay:
        story[f"posting:{each.posting_id}"] = Movement(EntryKind.PAY, -each.amount, Currency.BRL, _day(each.made_at))
    sales = [each for each in story.values() if each.kind == EntryKind.SOLD]
    bought_from = MARKETS[service_of(purchases[0].market)].title if purchases else ""
    columns = {
        "owner_id": account.owner_id,
        "game": account.game,
        "supplier": bought_from or (typed.supplier.strip(" -–—") if typed else ""),
        "market": sales[0].market if sales else service_of(rows[0].run.market) if rows else "",
        "listed_on": _day(account.listed_at),
        "sold_on": min((each.day for each in sales), default=None),
        "paid_on": max((each.day for each in story.values() if each.kind in CLOSING), default=None),
    }
    return Story(columns, story)


def _sale_movement(row: Row, price_eur: Decimal | None, moment: datetime) -> Movement:
    return Movement(EntryKind.SOLD, price_eur or ZERO, Currency.EUR, _day(moment), service_of(row.run.market))


def credit_shares(account_ids: Iterable[int]) -> list[int]:
    """Credit the shares of these accounts that are due; of which. A loss earns nothing. What becomes of a profit later
    takes nothing back: that is for an admin to decide. Locks one balance at a time."""
    due = Result.objects.filter(pk__in=account_ids, account__profit_scheme__isnull=False, profit__gt=ZERO, pay=ZERO)
    paid = due.filter(paid__gt=ZERO).select_related("account__first_row", "account__profit_scheme").order_by("pk")
    # What was credited and then deducted to nothing is credited.
    credited = credits_of(ROW_SOURCE, [result.account.first_row_id for result in paid])
    shared = []
    for result in paid:
        row, scheme, profit = result.account.first_row, result.account.profit_scheme, result.profit
        if row.pk in credited or scheme is None or profit is None:  # the query leaves the latter out
            continue
        with transaction.atomic():
            earnings.credit(
                user_id=result.owner_id,
                amount=scheme.share_of(profit),
                scheme_id=scheme.pk,
                bonus_percentage=bonus_percentage(result.owner_id),
                description=f"{format_percent(scheme.profit_percent or ZERO)} de {format_brl(profit)} de lucro: {row.title}",
                source_kind=ROW_SOURCE,
                source_id=row.pk,
                group_id=row.run_id,
            )
        shared.append(result.pk)
    return shared
