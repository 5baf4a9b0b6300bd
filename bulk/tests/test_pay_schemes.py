"""Accounts earn by the version in force when each is credited, and the preview says what they would earn now."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.models import Account, Cost, Result
from bulk.results.ledger import credit_shares, write_results
from bulk.tests.helpers import row_of, session_of, work
from bulk.tests.test_api_preview import ASYNC, PREVIEW, ROUTES, account
from bulk.tests.test_results import order, payment, rate
from earnings.actions import correct, save_scheme
from earnings.enums import SchemeKind
from earnings.models import Earning
from earnings.queries import verify_ledger
from loyalty.models import Record
from marketplace.actions.configurations import set_training

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]


def save(by: Any, kind: SchemeKind, amount: str, **terms: str) -> Any:
    paid = {key.removeprefix("eur"): Decimal(value) for key, value in terms.items()}
    return save_scheme(kind=kind, amount=Decimal(amount), terms=paid, by=by)


def earned() -> list[str]:
    return [str(earning.amount) for earning in Earning.objects.order_by("id")]


def test_version_saved_in_the_middle_of_a_run_holds_for_what_comes_after(
    start: Callable[..., Any], owner: Any, admin: Any, client_for: ClientFor
) -> None:
    first = save(admin, SchemeKind.BY_GAME, "1.00", roblox="2.50")
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    second = save(admin, SchemeKind.PER_ACCOUNT, "7.00")
    work()

    assert earned() == ["2.50", "7.00"]
    assert list(Earning.objects.order_by("id").values_list("scheme", flat=True)) == [first.pk, second.pk]
    why = client_for(owner).get(f"/api/earnings/{Earning.objects.order_by('id')[0].pk}/why").json()
    assert {"name": "Esquema de pagamento", "value": f"{first}: R$ 1,00 por conta; Roblox, R$ 2,50"} in why["cause"][
        "facts"
    ]
    assert f"Versão {first.pk}, vigente desde {first.valid_from:%d/%m/%Y}" == str(first)
    assert verify_ledger().faults == []


def test_accounts_earn_by_the_price_of_their_listing_as_it_was_previewed(
    owner: Any, admin: Any, client_for: ClientFor
) -> None:
    save(admin, SchemeKind.BY_PRICE, "1.00", eur10="2.00", eur20="4.00")
    Record.objects.update_or_create(user=owner, defaults={"points": 100})  # 5 %
    prices = ("9.99", "10", "19.99", "20")
    body = {"accounts": [account(number, price=price) for number, price in enumerate(prices, 1)]}
    client = client_for(owner)

    told = client.post(PREVIEW, {"game": "valorant", **body}).json()
    client.post(ROUTES["valorant"], {**body, "previewDigest": told["digest"]}, headers=ASYNC)
    work()

    assert [row["pay"] for row in told["rows"]] == earned() == ["1.05", "2.10", "2.10", "4.20"]
    assert told["totalPay"] == "9.45"


def test_line_that_is_not_sent_and_practice_earn_nothing(owner: Any, admin: Any, client_for: ClientFor) -> None:
    body = {"game": "valorant", "accounts": [account(1), account(2, price=0)]}
    client = client_for(owner)

    told = client.post(PREVIEW, body).json()
    set_training(by=owner, active=True)
    practice = client.post(PREVIEW, body).json()

    assert ([row["pay"] for row in told["rows"]], told["totalPay"]) == (["3.00", None], "3.00")
    assert ([row["pay"] for row in practice["rows"]], practice["totalPay"]) == (["0.00", None], "0.00")


def test_share_of_profit_is_credited_once_when_the_market_has_paid(
    start: Callable[..., Any], owner: Any, admin: Any, client_for: ClientFor
) -> None:
    first = save(admin, SchemeKind.BY_PROFIT, "0.00", percent="12.5")
    Record.objects.update_or_create(user=owner, defaults={"points": 100})  # 5 %
    start("ana001")
    work()
    save(admin, SchemeKind.PER_ACCOUNT, "7.00")
    write_results()
    assert earned() == []

    payment(order(Account.objects.get()), "10.00")
    rate("5")
    assert [write_results(), write_results()] == [2, 0]

    [earning] = Earning.objects.all()
    assert (earning.amount, earning.base_amount, earning.scheme_id) == (Decimal("6.56"), Decimal("6.25"), first.pk)
    result = Result.objects.get()
    assert (result.pay, result.profit) == (Decimal("6.56"), Decimal("43.44"))
    why = client_for(owner).get(f"/api/earnings/{earning.pk}/why").json()
    assert why["earning"]["description"].startswith("12,5% de R$ 50,00 de lucro: ")
    assert f"{first}: 12,5% do lucro da conta, quando o marketplace pagar" in [
        fact["value"] for fact in why["cause"]["facts"]
    ]
    assert verify_ledger().faults == []


def test_share_of_profit_is_estimated_before_and_unknown_without_a_rate(
    owner: Any, admin: Any, client_for: ClientFor
) -> None:
    save(admin, SchemeKind.BY_PROFIT, "0.00", percent="20")
    body = {"game": "valorant", "accounts": [account(1, price="10"), account(2, price="2.50")]}
    client = client_for(owner)

    unknown = client.post(PREVIEW, body).json()
    rate("6")
    told = client.post(PREVIEW, body).json()

    assert ([row["pay"] for row in unknown["rows"]], unknown["totalPay"]) == ([None, None], "0.00")
    assert ([row["pay"] for row in told["rows"]], told["totalPay"]) == (["12.00", "3.00"], "15.00")


def test_share_of_profit_waits_for_a_rate_and_a_loss_earns_nothing(
    start: Callable[..., Any], owner: Any, admin: Any
) -> None:
    save(admin, SchemeKind.BY_PROFIT, "0.00", percent="50")
    loss = start("ana001")
    Cost.objects.create(row=row_of(loss), amount="80.00", currency="BRL")
    start("bia002")
    work()
    for each in Account.objects.all():
        payment(order(each), "10.00")
    write_results()
    assert earned() == []

    rate("5")
    write_results()

    assert earned() == ["25.00"]
    assert set(Result.objects.values_list("profit", "pay")) == {
        (Decimal("-30.00"), Decimal("0.00")),
        (Decimal("25.00"), Decimal("25.00")),
    }


def test_share_of_a_profit_of_one_cent_is_credited(start: Callable[..., Any], owner: Any, admin: Any) -> None:
    save(admin, SchemeKind.BY_PROFIT, "0.00", percent="100")
    start("ana001")
    work()
    payment(order(Account.objects.get(), price_eur=0), "0.01", currency="BRL")
    rate("5")

    write_results()

    assert earned() == ["0.01"]


def test_share_of_profit_that_was_deducted_is_not_credited_again(
    start: Callable[..., Any], owner: Any, admin: Any
) -> None:
    save(admin, SchemeKind.BY_PROFIT, "0.00", percent="50")
    start("ana001")
    work()
    payment(order(Account.objects.get()), "10.00")
    rate("5")
    write_results()
    correct(earning_id=Earning.objects.get().pk, amount=Decimal("0.00"), reason="Conta errada", by=admin)

    write_results(), write_results()

    assert earned() == ["0.00"]
    assert Result.objects.get().pay == Decimal("0.00")
    assert credit_shares([Account.objects.get().pk]) == []  # or sweeps would find it behind for ever
