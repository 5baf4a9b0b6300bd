"""A year of a company, drawn at random: accounts that were bought, listed, sold, paid, fined, refunded and earned, under
pay schemes that change; and what all of it is worth, computed from what was drawn alone."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from itertools import groupby
from typing import Any

import time_machine
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from accounts.tests.factories import UserFactory
from bulk.actions.results import add_rates
from bulk.enums import ROW_SOURCE
from bulk.models import Account, Cost, Lane, Order, Rate, Row, Run
from bulk.results.ledger import SWEPT_AT_ONCE, add_missing_entries, credit_shares, sweep_results, write_results
from earnings.actions import add_balance, correct, locked_balance, post, save_scheme, transfer, undo_payout
from earnings.enums import MANUAL_SOURCE, PAYOUT_SOURCE, PostingKind, SchemeKind
from earnings.models import Earning, PayScheme, Posting
from earnings.queries import scheme_in_force
from earnings.rules import bonus_on
from loyalty.models import Record
from loyalty.queries import bonus_percentage
from marketplace.models import Payment

DAYS = 365
ZERO = Decimal(0)
MARKETS = {"gameboost": "gameboost:https://api.example", "lztmarket": "lztmarket:https://lzt.example"}
GAMES = ("roblox", "fortnite", "valorant")
LATE = Decimal("6.000001")
CHUNK = 2000

# What is paid from which day of the year on, for a game and a price in euro; a percentage of the profit is a number alone.
SCHEMES: tuple[tuple[int, SchemeKind, str, dict[str, str]], ...] = (
    (0, SchemeKind.PER_ACCOUNT, "3.00", {}),
    (70, SchemeKind.BY_GAME, "2.50", {"roblox": "1.11", "valorant": "4.75"}),
    (140, SchemeKind.BY_PRICE, "1.00", {"9.99": "2.33", "50.00": "7.77"}),
    (210, SchemeKind.BY_PROFIT, "0.00", {"percent": "12.5"}),
    (290, SchemeKind.PER_ACCOUNT, "3.33", {}),
    (330, SchemeKind.BY_PROFIT, "0.00", {"percent": "33.33"}),
)


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_HALF_EVEN)


def moment(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(12)))


@dataclass
class Movement:
    """What became of one cause of money, and how often it was said anew."""

    kind: str
    amount: Decimal
    currency: str
    day: date
    told: int = 1


@dataclass
class Drawn:
    """An account as it was drawn; `market` is where it was sold, else where it was listed first."""

    person: Any
    game: str
    market: str
    listed: date
    day: int
    price: Decimal
    supplier: str = ""
    movements: list[Movement] = field(default_factory=list)
    order: Movement | None = None
    order_id: str = ""
    id: int = 0
    row: Row | None = None
    other: Row | None = None
    pay: Decimal | None = None


class Year:
    def __init__(self, draw: random.Random, *, people: int, accounts: int, admin: Any) -> None:
        self.draw, self.admin = draw, admin
        self.today = timezone.localdate()
        self.first = self.today - timedelta(DAYS - 1)
        self.people = [UserFactory() for _ in range(people)]
        self.bonus = {person.pk: Decimal(5 if number % 2 else 0) for number, person in enumerate(self.people)}
        for person in self.people:
            Record.objects.create(user=person, points=100 if self.bonus[person.pk] else 40)
        self.rates: dict[tuple[str, date], Decimal] = {}
        self.earned: dict[int, list[tuple[date, Decimal, str, int | None]]] = defaultdict(list)
        self.paid: dict[int, Decimal] = defaultdict(lambda: ZERO)
        self._rate()
        self.accounts = [self._drawn() for _ in range(accounts)]
        self._listed()
        self._told()
        self._pay_for_creation()
        self._write()

    # What happened

    def money(self, most: int) -> Decimal:
        return Decimal(self.draw.randrange(1, most * 100)) / 100

    def _rate(self) -> None:
        """Some days have no rate, some a second one, which holds."""
        rates = []
        for currency in ("EUR", "USD"):
            for number in range(DAYS):
                day = self.first + timedelta(number)
                for _ in range(self.draw.choices((0, 1, 2), (15, 75, 10))[0]):
                    brl = Decimal(self.draw.randrange(4_000_000, 7_000_000)) / 1_000_000
                    rates.append(Rate(currency=currency, day=day, brl=brl, source="BCB"))
                    self.rates[currency, day] = brl
        Rate.objects.bulk_create(rates)

    def _drawn(self) -> Drawn:
        draw, number = self.draw, self.draw.randrange(DAYS)
        listed = self.first + timedelta(number)
        price = draw.choice([self.money(90), Decimal("9.99"), Decimal("50.00"), Decimal("9.98")])
        account = Drawn(draw.choice(self.people), draw.choice(GAMES), draw.choice([*MARKETS]), listed, number, price)
        if draw.random() < 0.8:
            account.supplier = draw.choice(["", "Loja", "=Outra"])
            currency = draw.choice(["BRL", "USD", "EUR"])
            account.movements.append(Movement("bought", -self.money(40), currency, listed))
        return account

    def _sale(self, account: Drawn, number: int) -> None:
        draw = self.draw
        sold = min(self.today, account.listed + timedelta(draw.randrange(60)))
        row = account.row
        assert row is not None
        if account.other and draw.random() < 0.5:
            row = account.other
            account.market = next(slug for slug, market in MARKETS.items() if market == row.run.market)
        if draw.random() < 0.1:  # seen to be sold, without an order
            row.sold_at = moment(sold)
            account.movements.append(Movement("sold", row.price_eur or ZERO, "EUR", sold))
            return
        state = draw.choice(["completed", "completed", "completed", "refunded", "cancelled"])
        price = draw.choice([self.money(90), None])
        account.order_id = f"P{number}"
        placed: dict[str, Any] = {"market": row.run.market, "remote_id": account.order_id, "row": row, "state": state}
        days = dict.fromkeys(("bought_at", "settled_at", "changed_at"), moment(sold))
        self.orders.append(Order(**placed, price_eur=price, **days))
        if state != "cancelled":
            account.order = Movement("sold", price or row.price_eur or ZERO, "EUR", sold)
            account.movements.append(account.order)
        else:
            account.market = self.listed_in(account)
        if state == "refunded":
            account.movements.append(Movement("refunded", ZERO, "EUR", sold))
        for part, kind in enumerate(("paid", "fined", "refunded")):
            if draw.random() < (0.85, 0.1, 0.1)[part]:
                amount = self.money(80) * (-1 if part else 1)
                made = min(self.today, sold + timedelta(draw.randrange(9)))
                currency = draw.choice(["EUR", "USD", "BRL"])
                account.movements.append(Movement(kind, amount, currency, made))
                stated = {"market": row.run.market, "order_id": account.order_id, "remote_id": f"{number}/{part}"}
                paid = {"amount": amount, "currency": currency, "is_fine": kind == "fined"}
                at = moment(made)
                self.payments.append(Payment(**stated, **paid, made_at=at, created_at=at))

    def listed_in(self, account: Drawn) -> str:
        assert account.row is not None
        return account.row.run.market.partition(":")[0]

    def _listed(self) -> None:
        """A run a person, game, market and day; one account in ten is listed on the other marketplace too."""
        lanes = {slug: Lane.objects.create(key=f"ano {slug}", market=market) for slug, market in MARKETS.items()}
        runs: dict[tuple[Any, ...], Run] = {}
        lines: dict[int, int] = defaultdict(int)
        rows: list[Row] = []

        def row(account: Drawn, market: str) -> Row:
            key = (account.person.pk, account.game, market, account.listed)
            if key not in runs:
                stated = {"owner": account.person, "lane": lanes[market], "game": account.game, "settings": {}}
                at = moment(account.listed)
                runs[key] = Run(**stated, market=MARKETS[market], usd_eur_rate=1, total=1, created_at=at, finished_at=at)
            run = runs[key]
            lines[id(run)] += 1
            made = {"state": "created", "title": f"Conta {len(rows)}", "remote_id": f"F{len(rows)}"}
            rows.append(
                Row(run=run, line=lines[id(run)], price_eur=account.price, settled_at=moment(account.listed), **made)
            )
            return rows[-1]

        for account in self.accounts:
            account.row = row(account, account.market)
        firsts = len(rows)
        for account in self.accounts:
            if self.draw.random() < 0.1:
                account.other = row(account, next(slug for slug in MARKETS if slug != account.market))
        Run.objects.bulk_create(runs.values(), CHUNK)
        Row.objects.bulk_create(rows[:firsts], CHUNK)
        made = [
            Account(
                index=f"ano {number}", owner=each.person, first_row=each.row, game=each.game, title=f"Conta {number}",
                listed_at=moment(each.listed),
            )
            for number, each in enumerate(self.accounts)
        ]  # fmt: skip
        Account.objects.bulk_create(made, CHUNK)
        mine = Account.objects.filter(first_row=OuterRef("pk")).values("pk")
        Row.objects.filter(account=None).update(account=Subquery(mine))
        for each, account in zip(self.accounts, made, strict=True):
            each.id = account.pk
            if each.other:
                each.other.account = account
        self.others = rows[firsts:]

    def _told(self) -> None:
        """What purchases, orders and payments say."""
        self.orders: list[Order] = []
        self.payments: list[Payment] = []
        costs = []
        for number, account in enumerate(self.accounts):
            for bought in account.movements:
                stated = {"amount": -bought.amount, "currency": bought.currency, "supplier": account.supplier}
                costs.append(Cost(row=account.row, created_at=moment(bought.day), **stated))
            if self.draw.random() < 0.7:
                self._sale(account, number)
        Row.objects.bulk_create(self.others, CHUNK)
        seen = [each.row for each in self.accounts if each.row and each.row.sold_at]
        for start in range(0, len(seen), 500):
            Row.objects.bulk_update(seen[start : start + 500], ["sold_at"])
        Cost.objects.bulk_create(costs, CHUNK)
        Order.objects.bulk_create(self.orders, CHUNK)
        Payment.objects.bulk_create(self.payments, CHUNK)

    def _pay_for_creation(self) -> None:
        """By the version that was in force on the day, and with the person's bonus, as `transitions.credit` does."""
        # The version that a migration leaves is in force on its day, unless another one is saved on it.
        kept = {(scheme.valid_from - self.first).days for scheme in PayScheme.objects.all()} & set(range(DAYS))
        for number in sorted(kept.union(scheme[0] for scheme in SCHEMES)):
            _, kind, amount, terms = scheme_on(number)
            with time_machine.travel(moment(self.first + timedelta(number)), tick=False):
                said = {name: Decimal(value) for name, value in terms.items()}
                save_scheme(kind=kind, amount=Decimal(amount), terms=said, by=self.admin)
        in_force = {}
        for number in range(DAYS):
            with time_machine.travel(moment(self.first + timedelta(number)), tick=False):
                in_force[number] = scheme_in_force()
        shared: dict[int, list[int]] = defaultdict(list)
        for person, of_person in _by(self.accounts, lambda each: each.person.pk):
            earnings, percentage = [], bonus_percentage(person)
            for each in sorted(of_person, key=lambda each: each.listed):
                scheme, row = in_force[each.day], each.row
                assert row is not None
                if scheme.profit_percent is not None:
                    shared[scheme.pk].append(each.id)
                    continue
                base = scheme.pay(game=each.game, price_eur=row.price_eur)
                bonus, at = bonus_on(base, percentage), moment(each.listed)
                earnings.append(
                    Earning(
                        user=each.person, description=row.title, amount=base + bonus, base_amount=base, bonus_amount=bonus,
                        bonus_percentage=percentage, source_kind=ROW_SOURCE, source_id=row.pk, group_id=row.run_id,
                        scheme_id=scheme.pk, created_at=at, updated_at=at,
                    )
                )  # fmt: skip
            with transaction.atomic():
                balance = locked_balance(person)
                Earning.objects.bulk_create(earnings, CHUNK)
                entries = [
                    Posting(kind=PostingKind.CREDIT, earning=each, amount=each.amount, reason=each.description)
                    for each in earnings
                ]
                post(balance, entries, by=None, at=timezone.now())
        for scheme_id, ids in shared.items():
            for start in range(0, len(ids), CHUNK):
                Account.objects.filter(pk__in=ids[start : start + CHUNK]).update(profit_scheme=scheme_id)

    def _write(self) -> None:
        """Results, then what changes afterwards: prices, cancellations, rates that come late, pay, transfers."""
        ids = [each.id for each in self.accounts]
        add_missing_entries(ids)
        add_missing_entries(credit_shares(ids))
        sold = [each for each in self.accounts if each.order]
        changed = self.draw.sample(sold, len(sold) // 20)
        for number, account in enumerate(changed):
            assert account.order is not None
            told = Order.objects.filter(remote_id=account.order_id)
            if number % 3:
                account.order.amount, account.order.told = account.order.amount + self.money(9), 2
                told.update(price_eur=account.order.amount, changed_at=timezone.now())
            else:
                account.order.amount, account.order.told, account.order.kind = ZERO, 2, "cancelled"
                account.market = self.listed_in(account)
                told.filter(state="completed").update(state="cancelled", changed_at=timezone.now())
                told.filter(state="refunded").update(state="cancelled", changed_at=timezone.now())
                for each in account.movements:
                    if (each.kind, each.amount) == ("refunded", ZERO):
                        each.kind = "undone"
        write_results()
        for back in range(0, DAYS, 3):
            day = self.today - timedelta(back)
            add_rates(currency="EUR", first=day, last=day, brl=LATE, source="BCE", by=None)
            self.rates.setdefault(("EUR", day), LATE)
        write_results()
        for account in self.accounts:
            account.pay = self.pay_of(account)
        credited = dict(Earning.objects.filter(source_kind=ROW_SOURCE).values_list("source_id", "pk"))
        for number, account in enumerate(self.draw.sample(self.accounts, max(10, len(self.accounts) // 100))):
            if account.pay and account.row and account.row.pk in credited:
                account.pay = ZERO if number % 4 == 0 else self.money(5)
                correct(earning_id=credited[account.row.pk], amount=account.pay, reason="Conta errada", by=self.admin)
        write_results()
        # The passes have seen all of it.
        turns = len(self.accounts) // SWEPT_AT_ONCE + 1
        assert [sweep_results() for _ in range(turns)] == [0] * turns
        for account in self.accounts:
            if account.pay is not None and account.row:
                is_shared = scheme_on(account.day)[1] == SchemeKind.BY_PROFIT
                day = self.today if is_shared else account.listed
                self.earned[account.person.pk].append((day, account.pay, ROW_SOURCE, account.row.run_id))
        for number, person in enumerate(self.people):
            self._transfers(person, undo=number == 1)

    def _transfers(self, person: Any, *, undo: bool) -> None:
        by = {"user_id": person.pk, "by": self.admin}
        added = self.money(50)
        add_balance(amount=added, description="Combinado", **by)
        self.earned[person.pk].append((self.today, added, MANUAL_SOURCE, None))
        due = sum((amount for _, amount, *_ in self.earned[person.pk]), ZERO)
        for share in (3, 5):
            amount = min(Decimal(9999), cents(due / share))
            payout = transfer(amount=amount, **by).payout
            self.paid[person.pk] += amount
        if undo:
            undo_payout(payout_id=payout.pk, reason="Conta errada", by=self.admin)
            self.earned[person.pk].append((self.today, payout.amount, PAYOUT_SOURCE, None))

    # What it is worth

    def value(self, movement: Movement) -> Decimal | None:
        """In R$, rounded once; None without a rate of its own day."""
        rate = Decimal(1) if movement.currency == "BRL" else self.rates.get((movement.currency, movement.day))
        if rate is None:
            return None if movement.amount or movement.told > 1 else ZERO
        return cents(movement.amount * rate)

    def pay_of(self, account: Drawn) -> Decimal | None:
        """What its person earns of it; None where there is no earning (yet)."""
        bonus = self.bonus[account.person.pk]
        _, kind, amount, terms = scheme_on(account.day)
        base = Decimal(amount)
        if kind == SchemeKind.BY_PROFIT:
            values = [self.value(each) for each in account.movements]
            known = [value for value in values if value is not None]
            paid = [value for each, value in zip(account.movements, values, strict=True) if each.kind == "paid" and value]
            kinds = ("bought", "paid", "fined", "refunded")
            profit = sum((self.value(each) or ZERO for each in account.movements if each.kind in kinds), ZERO)
            if len(known) < len(values) or not paid or profit <= ZERO:
                return None
            base = cents(profit * Decimal(terms["percent"]) / 100)
        elif kind == SchemeKind.BY_GAME:
            base = Decimal(terms.get(account.game, amount))
        elif reached := [Decimal(floor) for floor in terms if Decimal(floor) <= account.price]:
            base = Decimal(terms[f"{max(reached):.2f}"])
        return base + cents(base * bonus / 100)

    def due(self, person: Any) -> Decimal:
        return sum((amount for _, amount, *_ in self.earned[person.pk]), ZERO) - self.paid[person.pk]

    def recomputed(self) -> list[dict[str, Any]]:
        """{id, sums, dates, standing …} of each account."""
        return [self._recomputed(account) for account in self.accounts]

    def _recomputed(self, account: Drawn) -> dict[str, Any]:
        sums: dict[str, Decimal] = defaultdict(lambda: ZERO)
        unvalued = 0
        for each in account.movements:
            value = self.value(each)
            sums[each.kind] += value or ZERO
            unvalued += each.told if value is None else 0
        days = defaultdict(list)
        for each in account.movements:
            days[each.kind].append(each.day)
        closing = days["paid"] + days["fined"] + days["refunded"]
        sold_on, paid_on = min(days["sold"], default=None), max(closing, default=None)
        standing = "unvalued" if unvalued else "closed" if paid_on else "receivable" if sold_on else "stock"
        pay = account.pay or ZERO
        profit = sums["paid"] + sums["fined"] + sums["refunded"] + sums["bought"] - pay
        return {
            "id": account.id, "standing": standing, "sold_on": sold_on, "paid_on": paid_on,
            "profit": profit if standing == "closed" else None,
            "paid": sums["paid"], "cost": -sums["bought"], "pay": pay, "sale": sums["sold"], "fined": -sums["fined"],
            "refunded": -sums["refunded"], "unvalued": unvalued, "game": account.game, "listed_on": account.listed,
            "person": str(account.person.pk), "supplier": account.supplier or "-", "market": account.market,
            "month": f"{paid_on:%Y-%m}" if paid_on else "", "took_back": bool(days["refunded"]),
            "drawn": account,
        }  # fmt: skip


def scheme_on(number: int) -> tuple[int, SchemeKind, str, dict[str, str]]:
    """What is paid on a day of the year."""
    return [scheme for scheme in SCHEMES if scheme[0] <= number][-1]


def _by(accounts: Iterable[Drawn], key: Any) -> Iterator[tuple[Any, list[Drawn]]]:
    for value, group in groupby(sorted(accounts, key=key), key=key):
        yield value, list(group)
