"""Every sum, group, age and file of results equals what plain Python makes of the entries, for accounts drawn at random; a
whole year of 50 people in `make soak`."""

import csv
import io
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from openpyxl import load_workbook
from rest_framework.test import APIClient

from accounts.tests.factories import UserFactory
from bulk.actions.results import add_rates
from bulk.models import Account, Cost, Entry, Order, Result
from bulk.results.ledger import settle
from bulk.tests.factories import stock_account
from marketplace.models import Payment

PEOPLE, ACCOUNTS = (50, 60_000) if os.environ.get("SOAK") else (4, 240)
DAYS = 365
ZERO = Decimal(0)
AMOUNTS = ("profit", "paid", "cost", "pay", "fined", "refunded")
SEED = 20261128


def moment(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(12)))


def a_year(draw: random.Random) -> None:
    """Accounts that were bought, listed, sold, paid, fined and refunded in three currencies, with holes in the rates."""
    today = timezone.localdate()
    people = [UserFactory() for _ in range(PEOPLE)]
    for currency in ("EUR", "USD"):
        for back in range(DAYS):
            if draw.random() < 0.85:
                day = today - timedelta(back)
                brl = Decimal(draw.randrange(4_000_000, 7_000_000)) / 1_000_000
                add_rates(currency=currency, first=day, last=day, brl=brl, source="BCB", by=None)

    def money(most: int) -> Decimal:
        return Decimal(draw.randrange(1, most * 100)) / 100

    for number in range(ACCOUNTS):
        listed = today - timedelta(draw.randrange(DAYS))
        market = draw.choice(["gameboost:https://api.example", "lztmarket:https://lzt.example"])
        game = draw.choice(["roblox", "fortnite", "valorant"])
        account = stock_account(draw.choice(people), game=game, market=market, listed_at=moment(listed))
        row = account.first_row
        if draw.random() < 0.8:
            supplier, currency = draw.choice(["", "Loja", "=Outra"]), draw.choice(["BRL", "USD", "EUR"])
            created = moment(listed)
            Cost.objects.create(row=row, amount=money(40), currency=currency, supplier=supplier, created_at=created)
        sold = min(today, listed + timedelta(draw.randrange(60)))
        if draw.random() < 0.3:
            continue
        state = draw.choice(["completed", "completed", "completed", "refunded", "cancelled"])
        placed: dict[str, Any] = {"market": market, "remote_id": f"P{number}", "row": row, "state": state}
        Order.objects.create(**placed, price_eur=money(90), bought_at=moment(sold), settled_at=moment(sold))
        for part, share in enumerate(("", "fine", "back")):
            if draw.random() < (0.85, 0.1, 0.1)[part]:
                made = moment(min(today, sold + timedelta(draw.randrange(9))))
                paid = {"amount": money(80) * (-1 if share else 1), "currency": draw.choice(["EUR", "USD", "BRL"])}
                paid |= {"is_fine": share == "fine", "remote_id": f"{number}/{part}", "order_id": f"P{number}"}
                Payment.objects.create(**paid, market=market, made_at=made)
    settle(Account.objects.values_list("pk", flat=True))
    for back in range(0, DAYS, 3):  # rates that come later give a value, and change none
        day = today - timedelta(back)
        add_rates(currency="EUR", first=day, last=day, brl=Decimal("6.000001"), source="BCE", by=None)


def recomputed() -> list[dict[str, Any]]:
    """{id, sums, dates, standing} of each account, from its entries and what is known of it."""
    told: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    columns = ("account", "pk", "kind", "day", "brl", "valued")
    for account, *entry in Entry.objects.order_by().values_list(*columns):
        told[account].append(tuple(entry))
    suppliers = dict(Cost.objects.values_list("row__account", "supplier"))
    accounts = []
    for account in Account.objects.select_related("first_row__run"):
        entries = told[account.pk]
        later = {valued for *_, valued in entries if valued}
        sums: dict[str, Decimal] = defaultdict(lambda: ZERO)
        for _, kind, _, brl, _ in entries:
            sums[kind] += brl or ZERO
        unvalued = sum(brl is None and pk not in later for pk, _, _, brl, _ in entries)
        sold_on = min((day for _, kind, day, *_ in entries if kind == "sold"), default=None)
        paid_on = max((day for _, kind, day, *_ in entries if kind in ("paid", "fined", "refunded")), default=None)
        standing = "unvalued" if unvalued else "closed" if paid_on else "receivable" if sold_on else "stock"
        profit = sums["paid"] + sums["fined"] + sums["refunded"] + sums["bought"] + sums["pay"]
        accounts.append(
            {"id": account.pk, "standing": standing, "sold_on": sold_on, "paid_on": paid_on, "profit": profit}
            | {"paid": sums["paid"], "cost": -sums["bought"], "pay": -sums["pay"], "sale": sums["sold"]}
            | {"fined": -sums["fined"], "refunded": -sums["refunded"], "game": account.game}
            | {"listed_on": timezone.localdate(account.listed_at), "person": str(account.owner_id)}
            | {"supplier": suppliers.get(account.pk) or "-", "market": account.first_row.run.market.split(":")[0]}
            | {"month": f"{paid_on:%Y-%m}" if paid_on else ""}
        )
    return accounts


def figures(accounts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """As the API tells them."""
    by: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for account in accounts:
        by[account["standing"]].append(account)
    closed = by["closed"]
    sums = {name: sum((each[name] for each in closed), ZERO) for name in AMOUNTS}
    dated = [(each["sold_on"] - each["listed_on"]).days for each in closed if each["sold_on"]]
    amounts = sums | {
        "receivable": sum((each["sale"] for each in by["receivable"]), ZERO),
        "stockCost": sum((each["cost"] for each in by["stock"]), ZERO),
    }
    return {name: f"{amount:.2f}" for name, amount in amounts.items()} | {
        "margin": round(float(100 * sums["profit"] / sums["paid"]), 1) if sums["paid"] else None,
        "daysToSale": round(sum(dated) / len(dated), 1) if dated else None,
        "accountsClosed": len(closed),
        "accountsReceivable": len(by["receivable"]),
        "accountsStock": len(by["stock"]),
        "unvalued": len(by["unvalued"]),
    }


def pages(client: APIClient, path: str) -> Iterator[dict[str, Any]]:
    offset = 0
    while page := client.get(f"{path}&limit=500&offset={offset}").json():
        yield from page
        offset += 500


def age_of(account: dict[str, Any]) -> str:
    days = (timezone.localdate() - account["listed_on"]).days
    return next(age for age, until in (("0", 8), ("8", 31), ("31", 91), ("91", DAYS + 1)) if days < until)


@pytest.mark.django_db
def test_every_figure_and_file_equals_a_recomputation_from_the_entries(
    as_admin: APIClient, client_for: Callable[[Any], APIClient]
) -> None:
    a_year(random.Random(SEED))
    accounts = recomputed()
    assert {each["standing"] for each in accounts} == {"closed", "receivable", "stock", "unvalued"}

    overview = as_admin.get("/api/results").json()
    assert overview["totals"] == figures(accounts)
    assert [each["key"] for each in overview["months"]] == sorted(
        {each["month"] for each in accounts if each["standing"] == "closed"}
    )

    for by in ("game", "person", "supplier", "market", "month"):
        shown = {each.pop("key"): each for each in pages(as_admin, f"/api/results/groups?by={by}")}
        for group in shown.values():
            del group["label"]
        keys = {each[by] for each in accounts if by != "month" or each["standing"] == "closed"}
        assert shown == {key: figures(each for each in accounts if each[by] == key) for key in keys}, by
        for key in sorted(keys) if by != "month" else ():
            narrowed = as_admin.get("/api/results", {by: key}).json()["totals"]
            assert narrowed == shown[key], (by, key)

    stock = [each for each in accounts if each["standing"] == "stock"]
    for band in overview["stock"]:
        aged = [each for each in stock if age_of(each) == band["age"]]
        assert (band["count"], band["cost"]) == (len(aged), f"{sum((each['cost'] for each in aged), ZERO):.2f}")
        listed = pages(as_admin, f"/api/results/accounts?standing=stock&age={band['age']}")
        assert sorted(each["id"] for each in listed) == sorted(each["id"] for each in aged)

    middle = timezone.localdate() - timedelta(DAYS // 2)
    for query, inside in (({"start": middle}, True), ({"end": middle - timedelta(1)}, False)):
        expected = figures(each for each in accounts if not each["paid_on"] or (each["paid_on"] >= middle) == inside)
        assert as_admin.get("/api/results", query).json()["totals"] == expected

    files_hold(as_admin, accounts)

    person = Result.objects.order_by("account_id")[0].owner
    own = [each for each in accounts if each["person"] == str(person.pk)]
    mine = client_for(person).get("/api/results/mine").json()
    assert (mine["accounts"], mine["sold"]) == (len(own), sum(each["sold_on"] is not None for each in own))


def files_hold(client: APIClient, accounts: list[dict[str, Any]]) -> None:
    """Both files have every account, the newest first, with its sums to the cent."""
    sheet = client.get("/api/results/export.csv").content.decode("utf-8-sig")
    book = load_workbook(io.BytesIO(client.get("/api/results/export.xlsx").content), read_only=True)
    head, *lines = csv.reader(io.StringIO(sheet), delimiter=";")
    titles, *rows = book.worksheets[0].iter_rows(values_only=True)
    assert list(titles) == head
    names = {"Custo": "cost", "Venda": "sale", "Recebido": "paid", "Multas": "fined", "Reembolsos": "refunded"}
    expected = [
        [each["id"], *(each[name] for name in names.values()), each["profit"] if each["standing"] == "closed" else None]
        for each in sorted(accounts, key=lambda each: -each["id"])
    ]
    at = [head.index(name) for name in ("Conta", *names, "Lucro")]
    assert [[_number(line[place]) for place in at] for line in lines] == expected
    assert [[_number(row[place]) for place in at] for row in rows] == expected


def _number(cell: Any) -> Decimal | None:
    if isinstance(cell, str):
        return Decimal(cell.replace(",", ".")) if cell else None
    return None if cell is None else round(Decimal(cell), 2)
