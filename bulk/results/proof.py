"""The proof that entries say what their sources say and that results are their sums, made without bulk.results.ledger."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import Count, F

from bulk.enums import ROW_SOURCE
from bulk.models import Account, Cost, Entry, Order, Result, Row
from core.money import ZERO, format_brl, quantize
from earnings.queries import credits_of
from marketplace.enums import OrderState
from marketplace.queries import payments, purchases_of

READ_AT_ONCE = 2000
Sums = dict[tuple[int, str, str], Decimal]


@dataclass
class Recomputation:
    """What was read, and every fault in words."""

    accounts: int = 0
    entries: int = 0
    faults: list[str] = field(default_factory=list)


def verify_results() -> Recomputation:
    """Recompute every account from its sources, and its result from its entries; what no pass has seen yet is a fault too."""
    proof, last = Recomputation(), 0
    while accounts := list(Account.objects.filter(pk__gt=last).order_by("pk")[:READ_AT_ONCE]):
        last = accounts[-1].pk
        proof.accounts += len(accounts)
        ids = [account.pk for account in accounts]
        entries = list(Entry.objects.filter(account__in=ids).select_related("rate", "valuation").order_by("pk"))
        proof.entries += len(entries)
        proof.faults += _unlike_sources(accounts, entries)
        proof.faults += _wrongly_valued(entries)
        proof.faults += _unlike_results(ids, entries)
    return proof


def _unlike_sources(accounts: list[Account], entries: Iterable[Entry]) -> list[str]:
    stated: Sums = defaultdict(lambda: ZERO)
    for entry in entries:
        stated[entry.account_id, entry.kind, entry.currency] += entry.amount
    meant = _sums_of_sources({account.pk: account for account in accounts})
    return [
        f"Conta {pk}, {kind}: lançamentos somam {stated.get(key, ZERO)} {currency}, as origens {meant.get(key, ZERO)}."
        for key in sorted(stated.keys() | meant.keys())
        if stated.get(key, ZERO) != meant.get(key, ZERO)
        for pk, kind, currency in [key]
    ]


def _sums_of_sources(accounts: dict[int, Account]) -> Sums:
    sums: Sums = defaultdict(lambda: ZERO)
    index_of = {account.index: pk for pk, account in accounts.items()}
    has_purchase = set()
    for purchase in purchases_of(index_of):
        pk = index_of[purchase.account_index]
        has_purchase.add(pk)
        sums[pk, "bought", purchase.currency.upper()] -= purchase.price
    typed = Cost.objects.filter(row__account__in=accounts).annotate(of=F("row__account")).order_by("-row_id")
    for pk, cost in {cost.of: cost for cost in typed}.items():  # of several rows of an account the first one's
        if pk not in has_purchase:
            sums[pk, "bought", cost.currency] -= cost.amount
    rows = Row.objects.filter(account__in=accounts).annotate(told=Count("orders"))
    for row in rows.filter(sold_at__isnull=False, told=0).only("account", "sold_at", "price_eur"):
        sums[row.account_id or 0, "sold", "EUR"] += row.price_eur or ZERO
    places: dict[tuple[str, str], int] = {}
    orders = Order.objects.filter(row__account__in=accounts).select_related("row")
    for order in orders.defer("row__credentials", "row__listing"):
        assert order.row is not None
        places[order.market, order.remote_id] = pk = order.row.account_id or 0
        if order.state != OrderState.CANCELLED:
            sums[pk, "sold", "EUR"] += (order.row.price_eur if order.price_eur is None else order.price_eur) or ZERO
    for payment in payments(order_id__in={order_id for _, order_id in places}):
        if place := places.get((payment.market, payment.order_id)):
            kind = "paid" if payment.amount > 0 else "fined" if payment.is_fine else "refunded"
            sums[place, kind, payment.currency] += payment.amount
    paid_by = {account.first_row_id: pk for pk, account in accounts.items()}
    for row_id, credit in credits_of(ROW_SOURCE, paid_by).items():
        sums[paid_by[row_id], "pay", "BRL"] -= credit.amount
    return sums


def _wrongly_valued(entries: Iterable[Entry]) -> list[str]:
    """The entries of one cause, kind and currency that have a value are worth their sum at one rate."""
    groups: dict[tuple[Any, ...], list[tuple[Entry, Entry]]] = defaultdict(list)
    for entry in entries:
        value = entry.value
        if entry.valued_id is None and value.brl is not None:
            groups[entry.account_id, entry.cause, entry.kind, entry.currency].append((entry, value))
    faults = []
    for same in groups.values():
        entry = same[0][0]
        amount, brl = sum((each.amount for each, _ in same), ZERO), sum((value.brl or ZERO for _, value in same), ZERO)
        rates = {value.rate for _, value in same if value.rate}
        rate = next(iter(rates)).brl if rates else Decimal(1 if entry.currency == "BRL" else 0)
        fits = all(each.currency == entry.currency for each in rates) and len(rates) < 2
        if not fits or brl != quantize(amount * rate):
            faults.append(f"Conta {entry.account_id}, {entry.source}: vale {format_brl(brl)}, não {amount} × {rate}.")
    return faults


def _unlike_results(ids: list[int], entries: Iterable[Entry]) -> list[str]:
    sums: dict[int, dict[str, Any]] = {pk: defaultdict(lambda: ZERO) for pk in ids}
    for entry in entries:
        sums[entry.account_id][entry.kind] += entry.brl or ZERO
        sums[entry.account_id]["unvalued"] += entry.brl is None and not hasattr(entry, "valuation")
    results = Result.objects.in_bulk(ids)
    faults = [f"Conta {pk}: não tem resultado." for pk in ids if pk not in results]
    for pk, result in results.items():
        real = sums[pk]
        profit = sum((real[kind] for kind in ("bought", "paid", "fined", "refunded", "pay")), ZERO)
        meant = (-real["bought"], real["sold"], real["paid"], -real["fined"], -real["refunded"], -real["pay"])
        stated = (result.cost, result.sale, result.paid, result.fined, result.refunded, result.pay)
        is_final = result.paid_on is not None and not real["unvalued"]
        if (*meant, real["unvalued"], profit if is_final else None) != (*stated, result.unvalued, result.profit):
            faults.append(f"Conta {pk}: o resultado não é a soma dos lançamentos.")
    return faults
