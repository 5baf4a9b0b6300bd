"""What accounts cost and brought in: sums, groups, ages and lists say the same; who reads them; the files to take away."""

import csv
import io
import json
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook
from rest_framework.test import APIClient

from bulk.models import Account, Entry, Order, Rate, Result
from bulk.results.figures import AGES
from bulk.tests.factories import result_of

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
OCTOBER, NOVEMBER = date(2026, 10, 31), date(2026, 11, 1)


def days_ago(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)


@pytest.fixture
def results(employee: Any, other_employee: Any) -> dict[str, Result]:
    """One account of each standing, and a second one that was paid, with a loss."""
    sold = {"listed_on": date(2026, 10, 1), "sold_on": date(2026, 10, 11), "sale": 60}
    return {
        "gain": result_of(employee, **sold, paid_on=OCTOBER, cost=20, paid=50, pay=5, profit=25, supplier="Loja"),
        "loss": result_of(
            other_employee, **sold | {"sold_on": date(2026, 10, 6)}, paid_on=NOVEMBER, cost=30, paid=20, pay=5, fined=2,
            refunded=3, profit=-20, game="fortnite", market="lztmarket",
        ),
        "receivable": result_of(employee, **sold, cost=7, pay=5),
        "stock": result_of(other_employee, listed_on=days_ago(8), cost=11, pay=5),
        "unvalued": result_of(employee, **sold, paid_on=NOVEMBER, paid=99, unvalued=1),
    }  # fmt: skip


def test_totals_count_paid_accounts_and_say_what_is_awaited_and_in_stock(
    results: dict[str, Result], as_admin: APIClient
) -> None:
    overview = as_admin.get("/api/results").json()

    assert overview["totals"] == {
        "profit": "5.00", "paid": "70.00", "cost": "50.00", "pay": "10.00", "fined": "2.00", "refunded": "3.00",
        "margin": 7.1, "daysToSale": 7.5, "accountsClosed": 2,
        "receivable": "60.00", "accountsReceivable": 1, "stockCost": "11.00", "accountsStock": 1, "unvalued": 1,
    }  # fmt: skip
    assert [(month["key"], month["profit"], month["paid"]) for month in overview["months"]] == [
        ("2026-10", "25.00", "50.00"),
        ("2026-11", "-20.00", "20.00"),
    ]
    assert [(each["age"], each["count"], each["cost"]) for each in overview["stock"]] == [
        ("0", 0, "0.00"),
        ("8", 1, "11.00"),
        ("31", 0, "0.00"),
        ("91", 0, "0.00"),
    ]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("game", [("roblox", "Roblox", "25.00"), ("fortnite", "Fortnite", "-20.00")]),
        ("supplier", [("Loja", "Loja", "25.00"), ("-", "Sem fornecedor", "-20.00")]),
        ("market", [("gameboost", "GameBoost", "25.00"), ("lztmarket", "LZT Market", "-20.00")]),
        ("month", [("2026-11", "", "-20.00"), ("2026-10", "", "25.00")]),
    ],
)
def test_groups_are_named_and_the_most_profit_is_first(
    by: str, expected: list[tuple[str, str, str]], results: dict[str, Result], as_admin: APIClient
) -> None:
    answer = as_admin.get(f"/api/results/groups?by={by}")

    assert [(each["key"], each["label"], each["profit"]) for each in answer.json()] == expected
    assert answer["X-Total-Count"] == "2"


def test_people_are_groups_with_what_each_has_in_every_standing(
    results: dict[str, Result], employee: Any, as_admin: APIClient
) -> None:
    first = as_admin.get("/api/results/groups?by=person").json()[0]

    names = ("key", "label", "profit", "accountsClosed", "accountsReceivable", "unvalued", "accountsStock")
    assert [first[name] for name in names] == [str(employee.pk), employee.display_name, "25.00", 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["unvalued", "stock", "receivable", "loss", "gain"]),
        ("?standing=closed", ["loss", "gain"]),
        ("?standing=receivable", ["receivable"]),
        ("?standing=stock", ["stock"]),
        ("?standing=unvalued", ["unvalued"]),
        ("?standing=stock&age=8", ["stock"]),
        ("?standing=stock&age=0", []),
        ("?end=2026-10-31", ["stock", "receivable", "gain"]),
        ("?start=2026-11-01&standing=closed", ["loss"]),
        ("?game=fortnite", ["loss"]),
        ("?market=lztmarket", ["loss"]),
        ("?supplier=Loja", ["gain"]),
        ("?supplier=-&standing=closed", ["loss"]),
        ("?search=Conta%20nenhuma", []),
    ],
)
def test_accounts_narrow_as_the_sums_do(
    query: str, expected: list[str], results: dict[str, Result], as_admin: APIClient
) -> None:
    answer = as_admin.get(f"/api/results/accounts{query}")

    names = {result.pk: name for name, result in results.items()}
    assert [names[each["id"]] for each in answer.json()] == expected
    assert answer["X-Total-Count"] == str(len(expected))


def test_person_and_title_narrow_too(results: dict[str, Result], other_employee: Any, as_admin: APIClient) -> None:
    title = Account.objects.get(pk=results["loss"].pk).title

    for query in (f"person={other_employee.pk}", f"search={title}"):
        assert as_admin.get(f"/api/results?{query}").json()["totals"]["profit"] == "-20.00"


@pytest.mark.parametrize("days", [0, 7, 8, 30, 31, 90, 91, 400])
def test_account_in_stock_is_in_one_age_alone_and_in_the_list_that_it_opens(
    days: int, employee: Any, as_admin: APIClient
) -> None:
    result_of(employee, listed_on=days_ago(days), cost=3)

    bands = {each["age"]: each["count"] for each in as_admin.get("/api/results").json()["stock"]}

    expected = next(age for age, (since, until) in AGES.items() if since <= days and (until is None or days < until))
    assert bands == dict.fromkeys(AGES, 0) | {expected: 1}
    for age, count in bands.items():
        assert as_admin.get(f"/api/results/accounts?standing=stock&age={age}")["X-Total-Count"] == str(count)


def test_chain_shows_each_amount_in_its_currency_with_its_rate_or_none(
    results: dict[str, Result], admin: Any, as_admin: APIClient
) -> None:
    account_id, day = results["gain"].pk, date(2026, 10, 11)
    rate = Rate.objects.create(currency="EUR", day=day, brl=Decimal("6.1234"), source="BCE", created_by=admin)
    stated: dict[str, Any] = {"account_id": account_id, "currency": "EUR"}
    bought = Entry.objects.create(**stated, kind="bought", amount=-10, day=date(2026, 9, 30), source="purchase:1")
    sold = Entry.objects.create(**stated, kind="sold", amount=9, day=day, source="order:1", rate=rate, brl="55.11")
    paid = Entry.objects.create(**stated, kind="paid", amount=8, day=day, source="payment:1")
    Entry.objects.create(**stated, kind="paid", amount=0, day=day, source="v", rate=rate, brl="48.99", valued=paid)

    chain = as_admin.get(f"/api/results/accounts/{account_id}").json()

    assert [
        (each["id"], each["kind"], each["amount"], each["currency"], each["day"], each["brl"])
        for each in chain["entries"]
    ] == [
        (bought.pk, "bought", "-10.00", "EUR", "2026-09-30", None),
        (sold.pk, "sold", "9.00", "EUR", "2026-10-11", "55.11"),
        (paid.pk, "paid", "8.00", "EUR", "2026-10-11", "48.99"),
    ]
    assert chain["entries"][0]["rate"] is None
    told = chain["entries"][2]["rate"]
    assert (told["brl"], told["source"], told["day"], told["by"]["id"]) == ("6.123400", "BCE", "2026-10-11", admin.pk)
    assert (chain["profit"], chain["standing"]) == ("25.00", "closed")


def test_chain_of_no_account_is_not_found(as_admin: APIClient) -> None:
    assert as_admin.get("/api/results/accounts/999999").status_code == 404


def test_both_files_have_the_accounts_asked_for_with_amounts_that_add_up(
    results: dict[str, Result], as_admin: APIClient
) -> None:
    Account.objects.filter(pk=results["gain"].pk).update(title='=HYPERLINK("http://x")')
    sheet = as_admin.get("/api/results/export.csv?standing=closed")
    book = as_admin.get("/api/results/export.xlsx?standing=closed")

    head, *lines = csv.reader(io.StringIO(sheet.content.decode("utf-8-sig")), delimiter=";")
    titles, *rows = load_workbook(io.BytesIO(book.content)).active.values
    assert list(titles) == head
    assert [dict(zip(head, line, strict=True))["Lucro"] for line in lines] == ["-20,00", "25,00"]
    assert [dict(zip(head, row, strict=True))["Lucro"] for row in rows] == [-20, 25]
    gain = dict(zip(head, rows[1], strict=True))
    assert (gain["Título"], gain["Recebida em"].date(), gain["Situação"], gain["Marketplace"]) == (
        '\'=HYPERLINK("http://x")',
        OCTOBER,
        "Recebida",
        "GameBoost",
    )
    assert (lines[1][head.index("Título")], lines[1][head.index("Recebida em")]) == (gain["Título"], "31/10/2026")
    assert sheet["Content-Disposition"] == 'attachment; filename="resultados.csv"'
    assert book["Content-Disposition"] == 'attachment; filename="resultados.xlsx"'


def test_files_name_people_without_a_full_name_by_their_user_name(
    results: dict[str, Result], employee: Any, as_admin: APIClient
) -> None:
    type(employee).objects.filter(pk=employee.pk).update(full_name="")

    sheet = as_admin.get(f"/api/results/export.csv?person={employee.pk}").content.decode("utf-8-sig")

    assert {line["Pessoa"] for line in csv.DictReader(io.StringIO(sheet), delimiter=";")} == {employee.username}


def test_employee_sees_own_production_and_pay_and_no_cost(
    results: dict[str, Result], employee: Any, client_for: ClientFor, built_frontend: None
) -> None:
    row = results["gain"].account.first_row
    Order.objects.create(row=row, market="m", remote_id="P1", listing_id="1", price_eur=10, state="refunded")

    production = {"accounts": 3, "sold": 3, "refunded": 1, "pay": "10.00"}
    client = client_for(employee)
    assert client.get("/api/results/mine").json() == production
    page = client.get("/ganhos").content.decode()
    assert json.loads(page.split('"production":')[1].split("}")[0] + "}") == production
    Order.objects.update(state="completed")
    assert client.get("/api/results/mine").json() == production | {"refunded": 0}, "the refund was taken back"
    for path in ("", "/groups", "/accounts", f"/accounts/{results['gain'].pk}", "/export.csv", "/export.xlsx"):
        assert client.get(f"/api/results{path}").status_code == 403
    assert client.get("/api/rates").status_code == 403


@pytest.mark.once
@pytest.mark.parametrize(
    "path",
    [
        "/api/results",
        *(f"/api/results/groups?by={by}" for by in ("game", "person", "supplier", "market", "month")),
        "/api/results/accounts",
        "/api/results/export.csv",
        "/api/results/mine",
    ],
)
def test_answers_cost_the_same_queries_at_1_and_at_30_accounts(path: str, employee: Any, as_admin: APIClient) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert as_admin.get(path).status_code == 200
        return len(captured)

    result_of(employee, paid_on=OCTOBER, paid=10, profit=10)
    as_admin.get(path)
    one = queries()
    for number in range(29):
        result_of(employee, supplier=f"Loja {number}", paid_on=NOVEMBER, paid=10, profit=10)

    assert queries() == one


RATE = {"currency": "EUR", "first": "2026-10-10", "last": "2026-10-11", "brl": "6.1", "source": "BCE"}


def test_rate_tells_how_many_entries_it_values_before_it_does(
    results: dict[str, Result], admin: Any, as_admin: APIClient
) -> None:
    stated = {
        "account": results["gain"].account,
        "kind": "paid",
        "currency": "EUR",
        "amount": 10,
        "market": "gameboost",
    }
    waiting = Entry.objects.create(**stated, day=date(2026, 10, 11), source="payment:1")
    Entry.objects.create(**stated, day=date(2026, 10, 12), source="payment:2")

    assert as_admin.post("/api/rates/preview", RATE, format="json").json() == {"entries": 1}
    assert not Rate.objects.exists()
    answer = as_admin.post("/api/rates", RATE, format="json")

    assert (answer.status_code, answer.json()) == (201, {"entries": 1})
    assert waiting.valuation.brl == 61
    listed = as_admin.get("/api/rates").json()
    assert [(each["day"], each["brl"], each["source"], each["by"]["id"]) for each in listed] == [
        ("2026-10-11", "6.100000", "BCE", admin.pk),
        ("2026-10-10", "6.100000", "BCE", admin.pk),
    ]


@pytest.mark.parametrize(
    "wrong", [{"brl": "0"}, {"brl": "x"}, {"currency": "BRL"}, {"first": "2026-10-12"}, {"source": ""}]
)
def test_wrong_rate_is_refused_and_adds_nothing(wrong: dict[str, str], as_admin: APIClient) -> None:
    assert as_admin.post("/api/rates", RATE | wrong, format="json").status_code == 400
    assert not Rate.objects.exists()
