"""Other prices for listings: asked for together, sent within the vendors' bounds, taken back together."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from bulk.engine.listings import send_prices
from bulk.models import PriceChange, Row
from bulk.tests.helpers import row_of, work
from marketplace.actions.configurations import save_configuration
from marketplace.models import ListingWrite
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.django_db

PATH = "/api/stock/prices"
ClientFor = Callable[[Any], APIClient]


@pytest.fixture
def listed(owner: Any, configure: Callable[..., None], sandbox: RunningSandbox, start: Callable[..., Any]) -> list[Row]:
    """Two accounts on sale on GameBoost v2."""
    configure(owner, "sandbox-v2", base_url=f"{sandbox.url}/v2")
    run = start("jogador01", "jogador02")
    work()
    return [row_of(run, 1), row_of(run, 2)]


@pytest.fixture
def client(owner: Any, client_for: ClientFor) -> APIClient:
    return client_for(owner)


def ask(client: APIClient, *prices: tuple[Row, str], before: Any = ...) -> Any:
    body = [{"id": row.pk, "before": row.price_eur if before is ... else before, "after": to} for row, to in prices]
    return client.post(PATH, {"prices": body}, format="json")


def undo(client: APIClient, batch: str) -> Any:
    return client.post(f"{PATH}/undo", {"batch": batch}, format="json")


def send() -> None:
    """Whatever rests is due."""
    PriceChange.objects.filter(due_at__isnull=False).update(due_at=F("asked_at") - timedelta(hours=1))
    send_prices()


def shown(client: APIClient) -> dict[str, Any]:
    return {each["remoteId"]: each for account in client.get("/api/stock").json() for each in account["listings"]}


def remote_price(row: Row, arrived: Any) -> float:
    """What the marketplace keeps; its listings are numbered in the order of their coming."""
    ids = sorted(int(each) for each in Row.objects.values_list("remote_id", flat=True))
    return float(arrived()[ids.index(int(row.remote_id))]["price"])


def test_prices_of_several_listings_change_and_the_rest_of_them_stays(
    listed: list[Row], client: APIClient, arrived: Any
) -> None:
    descriptions = [body["description"] for body in arrived()]

    answer = ask(client, (listed[0], "9.99"), (listed[1], "20.00"))
    assert answer.status_code == 202
    assert [each["dueAt"] is not None for row in listed for each in shown(client)[row.remote_id]["prices"]] == [True] * 2
    send()

    assert [remote_price(row, arrived) for row in listed] == [9.99, 20.0]
    assert [body["description"] for body in arrived()] == descriptions
    listing = shown(client)[listed[0].remote_id]
    assert (listing["price"], listing["prices"][0]["before"]) == ("9.99", str(listed[0].price_eur))
    assert listing["prices"][0]["appliedAt"] is not None


def test_prices_that_were_just_asked_for_go_at_once(listed: list[Row], client: APIClient, arrived: Any) -> None:
    ask(client, (listed[0], "9.99"))

    assert send_prices() == 1
    assert remote_price(listed[0], arrived) == 9.99


def test_prices_are_set_back_together(listed: list[Row], client: APIClient, arrived: Any) -> None:
    batch = ask(client, (listed[0], "9.99"), (listed[1], "20.00")).json()["batch"]
    send()

    assert undo(client, batch).json() == {"undone": 2}
    send()
    assert [remote_price(row, arrived) for row in listed] == [float(row.price_eur or 0) for row in listed]
    assert undo(client, batch).status_code == 409


def test_prices_that_did_not_go_yet_never_go_once_undone(listed: list[Row], client: APIClient, market: Any) -> None:
    batch = ask(client, (listed[0], "9.99")).json()["batch"]
    assert undo(client, batch).json() == {"undone": 1}
    send()

    assert "update" not in [call["endpoint"] for call in market.log()]
    assert Row.objects.get(pk=listed[0].pk).price_eur == listed[0].price_eur


def test_listing_that_has_had_its_changes_waits_and_says_so(listed: list[Row], client: APIClient, market: Any) -> None:
    """Five a minute and ten an hour; the one that made it public counts."""
    for cents in range(10, 14):
        assert ask(client, (Row.objects.get(pk=listed[0].pk), f"5.{cents}")).status_code == 202
        send()
    ask(client, (Row.objects.get(pk=listed[0].pk), "6.00"))
    send()

    [waiting, *_] = shown(client)[listed[0].remote_id]["prices"]
    assert waiting["error"].startswith("O marketplace aceita 5 alterações por minuto e 10 por hora em cada anúncio.")
    assert (waiting["dueAt"] is not None, waiting["appliedAt"]) == (True, None)
    assert [call["status"] for call in market.log() if call["endpoint"] == "update"] == [200] * 4

    ListingWrite.objects.all().delete()
    PriceChange.objects.filter(due_at__isnull=False).update(due_at=F("asked_at") - timedelta(hours=1))
    assert send_prices() == 1


@pytest.mark.parametrize("fault", [{"kind": "error", "status": 503}, {"kind": "drop"}])
def test_price_whose_answer_is_lost_is_sent_again(
    fault: dict[str, Any], listed: list[Row], client: APIClient, market: Any, arrived: Any
) -> None:
    market.set_faults({"endpoint": "update", "count": 1, **fault})
    ask(client, (listed[0], "9.99"))
    send()
    assert PriceChange.objects.get().applied_at is None
    send()

    assert remote_price(listed[0], arrived) == 9.99
    assert PriceChange.objects.get().error == ""


def test_price_of_a_listing_that_was_sold_meanwhile_is_given_up(
    listed: list[Row], client: APIClient, market: Any
) -> None:
    ask(client, (listed[0], "9.99"))
    Row.objects.filter(pk=listed[0].pk).update(sold_at=listed[0].settled_at)
    send()

    change = PriceChange.objects.get()
    assert (change.due_at, change.applied_at, change.error) == (None, None, "O anúncio não está mais à venda.")
    assert "update" not in [call["endpoint"] for call in market.log()]


def test_price_that_the_marketplace_refuses_is_told_and_not_repeated(
    listed: list[Row], client: APIClient, market: Any
) -> None:
    market.set_listing_status(listed[0].remote_id, "Sold")
    batch = ask(client, (listed[0], "9.99")).json()["batch"]
    send()
    send()

    [change] = shown(client)[listed[0].remote_id]["prices"]
    assert (change["dueAt"], change["appliedAt"], change["error"] != "") == (None, None, True)
    assert [call["endpoint"] for call in market.log()].count("update") == 1
    assert "o preço não mudou" in undo(client, batch).json()["message"]


@pytest.mark.parametrize(("price", "status"), [("0.98", 422), ("10000.01", 422), ("x", 400), ("1.001", 400)])
def test_price_out_of_bounds_changes_nothing(price: str, status: int, listed: list[Row], client: APIClient) -> None:
    assert ask(client, (listed[1], "9.99"), (listed[0], price)).status_code == status
    assert not PriceChange.objects.exists()


def test_price_that_is_not_as_shown_any_more_changes_nothing(listed: list[Row], client: APIClient) -> None:
    assert ask(client, (listed[0], "9.99"), before="1.23").status_code == 409
    assert not PriceChange.objects.exists()


def test_nobody_changes_or_undoes_prices_of_somebody_else(
    listed: list[Row], client: APIClient, other_employee: Any, client_for: ClientFor
) -> None:
    batch = ask(client, (listed[0], "9.99")).json()["batch"]
    other = client_for(other_employee)

    assert ask(other, (listed[1], "9.99")).status_code == 409
    assert undo(other, batch).status_code == 409
    assert PriceChange.objects.get().due_at is not None


def test_price_on_version_1_says_what_to_do(start: Callable[..., Any], client: APIClient) -> None:
    run = start("jogador01")
    work()
    ask(client, (row_of(run), "9.99"))
    send()

    assert "Mude a chave para a versão 2" in PriceChange.objects.get().error


def test_price_changes_on_the_second_market_too(
    owner: Any, sandbox: RunningSandbox, start: Callable[..., Any], client: APIClient, arrived: Any
) -> None:
    save_configuration(
        user_id=owner.id, service="lztmarket", api_key="sandbox-lzt", base_url=f"{sandbox.url}/lzt",
        timeout_ms=60_000, enabled_endpoints=None, by=owner,
    )  # fmt: skip
    mailbox = {"emailLogin": "a@example.com", "emailPassword": "Correio#9"}
    run = start(accounts=[{"login": "jogador01", "password": "Exemplo#123", **mailbox}], text=None, service="lztmarket")
    work()
    row = row_of(run)

    refused = [ask(client, (row, price)) for price in ("0.99", "12.50")]
    told = "O LZT Market aceita preços de € 1,00 a € 10.000,00, em passos de € 1,00."
    assert [(answer.status_code, answer.json()["message"]) for answer in refused] == [(422, told)] * 2
    batch = ask(client, (row, "12.00")).json()["batch"]
    send()
    assert remote_price(row, arrived) == 12
    assert Row.objects.get(pk=row.pk).price_eur == Decimal("12.00")
    # It was listed for 8.70, and its marketplace changes prices to whole euros only.
    undo(client, batch)
    send()
    assert (remote_price(row, arrived), Row.objects.get(pk=row.pk).price_eur) == (9, Decimal("9.00"))
