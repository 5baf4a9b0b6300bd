"""Every sum, group, age, chain and file of results and of earnings equals what plain Python makes of a drawn year; a whole
company of 50 people in `make soak`."""

import csv
import io
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from rest_framework.test import APIClient

from bulk.results.proof import verify_results
from bulk.tests.year import DAYS, ZERO, Year
from core.money import format_brl
from earnings.enums import PAYOUT_SOURCE
from earnings.queries import verify_ledger
from earnings.tests.test_statements import pages_of

PEOPLE, ACCOUNTS = (50, 60_000) if os.environ.get("SOAK") else (4, 240)
AMOUNTS = ("profit", "paid", "cost", "pay", "fined", "refunded")
SEED = 20261128
CHAINS = 40


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
def test_every_total_equals_a_recomputation_of_the_year_that_was_drawn(
    at_noon: Any, admin: Any, as_admin: APIClient, client_for: Callable[[Any], APIClient]
) -> None:
    year = Year(random.Random(SEED), people=PEOPLE, accounts=ACCOUNTS, admin=admin)
    accounts = year.recomputed()
    assert {each["standing"] for each in accounts} == {"closed", "receivable", "stock", "unvalued"}

    sums_hold(as_admin, accounts)
    files_hold(as_admin, accounts)
    chains_hold(as_admin, year, accounts)
    earnings_hold(as_admin, year)
    for person in year.people:
        person_holds(person, client_for(person), year, [each for each in accounts if each["person"] == str(person.pk)])
    assert (verify_results().faults, verify_ledger().faults) == ([], [])


def sums_hold(as_admin: APIClient, accounts: list[dict[str, Any]]) -> None:
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


def files_hold(client: APIClient, accounts: list[dict[str, Any]]) -> None:
    """Both files have every account, the newest first, with its days and its sums to the cent."""
    sheet = client.get("/api/results/export.csv").content.decode("utf-8-sig")
    book = load_workbook(io.BytesIO(client.get("/api/results/export.xlsx").content), read_only=True)
    head, *lines = csv.reader(io.StringIO(sheet), delimiter=";")
    titles, *rows = book.worksheets[0].iter_rows(values_only=True)
    assert list(titles) == head
    days = {"Anunciada em": "listed_on", "Vendida em": "sold_on", "Recebida em": "paid_on"}
    names = {"Custo": "cost", "Venda": "sale", "Recebido": "paid", "Multas": "fined", "Reembolsos": "refunded"}
    names |= {"Ganho da equipe": "pay", "Lucro": "profit", "Lançamentos sem cotação": "unvalued"}
    expected = [
        [each["id"], *(each[name] for name in days.values()), *(each[name] for name in names.values())]
        for each in sorted(accounts, key=lambda each: -each["id"])
    ]
    at = [head.index(name) for name in ("Conta", *days, *names)]
    assert [[_typed(line[place]) for place in at] for line in lines] == expected
    assert [[_typed(row[place]) for place in at] for row in rows] == expected


def _typed(cell: Any) -> Any:
    """A number or a day as it stands in either file."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, str) and "/" in cell:
        return datetime.strptime(cell, "%d/%m/%Y").date()  # noqa: DTZ007  # a day has no zone
    if isinstance(cell, str):
        return Decimal(cell.replace(",", ".")) if cell else None
    return None if cell is None else round(Decimal(cell), 2)


def chains_hold(client: APIClient, year: Year, accounts: list[dict[str, Any]]) -> None:
    """Of some accounts every movement, in its own currency and in R$."""
    for account in random.Random(SEED).sample(accounts, CHAINS):
        shown = client.get(f"/api/results/accounts/{account['id']}").json()
        amounts: dict[tuple[str, str], Decimal] = defaultdict(lambda: ZERO)
        values: dict[str, Decimal] = defaultdict(lambda: ZERO)
        for entry in shown["entries"]:
            amounts[entry["kind"], entry["currency"]] += Decimal(entry["amount"])
            values[entry["kind"]] += Decimal(entry["brl"] or 0)
        expected = defaultdict(lambda: ZERO)
        for each in account["drawn"].movements:
            expected[each.kind, each.currency] += each.amount
        if account["pay"]:
            expected["pay", "BRL"] -= account["pay"]
        named = {
            "cost": "bought",
            "sale": "sold",
            "paid": "paid",
            "fined": "fined",
            "refunded": "refunded",
            "pay": "pay",
        }
        signs = dict.fromkeys(("cost", "fined", "refunded", "pay"), -1)
        assert {key: amount for key, amount in amounts.items() if amount} == {
            key: amount for key, amount in expected.items() if amount
        }
        for name, kind in named.items():
            assert values[kind] == account[name] * signs.get(name, 1) == Decimal(shown[name]) * signs.get(name, 1)
        assert sum(entry["brl"] is None for entry in shown["entries"]) == account["unvalued"] == shown["unvalued"]
        assert shown["profit"] == (f"{account['profit']:.2f}" if account["profit"] is not None else None)


def earnings_hold(client: APIClient, year: Year) -> None:
    """What everybody is owed and was paid, and what was paid this month."""
    due = {person.pk: year.due(person) for person in year.people}
    totals = client.get("/api/earnings/totals").json()
    assert (Decimal(totals["pending"]), Decimal(totals["paid"])) == (sum(due.values()), sum(year.paid.values()))
    balances = client.get("/api/earnings/balances?limit=500").json()
    shown = {each["user"]["id"]: (Decimal(each["pending"]), Decimal(each["paid"])) for each in balances}
    assert {pk: shown[pk] for pk in due} == {pk: (due[pk], year.paid[pk]) for pk in due}
    _, *lines = csv_lines(client.get("/api/earnings/payouts.csv"))
    assert sum(_typed(line[4]) for line in lines) == sum(year.paid.values())


def person_holds(person: Any, client: APIClient, year: Year, own: list[dict[str, Any]]) -> None:
    """One's own production, balance, groups and statements."""
    production = {
        "accounts": len(own),
        "sold": sum(each["sold_on"] is not None for each in own),
        "refunded": sum(each["took_back"] for each in own),
    }
    pay = sum((each["pay"] for each in own), ZERO)
    assert client.get("/api/results/mine").json() == production | {"pay": f"{pay:.2f}"}
    browser = Client()
    browser.force_login(person)
    assert browser.get("/ganhos").context["props"]["production"] == production | {"pay": pay}

    earned, path = year.earned[person.pk], f"/api/earnings/{person.pk}"
    assert Decimal(client.get(f"{path}/pending?limit=1").json()["total"]) == year.due(person)
    assert Decimal(client.get(f"{path}/paid").json()["total"]) == year.paid[person.pk]
    month = [amount for day, amount, kind, _ in earned if day >= year.today.replace(day=1) and kind != PAYOUT_SOURCE]
    assert Decimal(client.get("/api/home").json()["earned"]) == sum(month, ZERO)
    groups: dict[tuple[str, int | None], Decimal] = defaultdict(lambda: ZERO)
    days: dict[str, Decimal] = defaultdict(lambda: ZERO)
    for day, amount, kind, group in earned:
        groups[kind, group] += amount
        days[f"{day:%d/%m/%Y}"] += amount
    listed = {(each["sourceKind"], each["groupId"]): Decimal(each["amount"]) for each in pages(client, f"{path}/groups?")}
    assert listed == groups

    head, *lines = csv_lines(client.get(f"{path}/statement.csv"))
    told: dict[str, Decimal] = defaultdict(lambda: ZERO)
    by_day: dict[str, Decimal] = defaultdict(lambda: ZERO)
    for line in lines:
        amount = _typed(line[head.index("Valor")])
        assert amount == _typed(line[head.index("Valor base")]) + _typed(line[head.index("Bônus")])
        told[line[head.index("Situação")]] += amount
        by_day[line[0][:10]] += amount
    assert (told["Pendente"], told["Pago"]) == (year.due(person), year.paid[person.pk])
    assert by_day == days
    if person in year.people[:2]:
        texts = "\n".join(pages_of(client.get(f"{path}/statement.pdf").content)).split("\n")
        at = [place for place, text in enumerate(texts) if text == "Subtotal do dia"]
        assert {texts[place - 1]: texts[place + 3] for place in at} == {
            day: format_brl(amount) for day, amount in days.items()
        }


def csv_lines(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
