"""The vendors' documented answers, field by field: what the adapters make of each, and that the sandbox answers alike."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from marketplace.adapters.base import (
    CallRecord,
    Connection,
    Done,
    Found,
    ListingAdapter,
    LookupFailed,
    Page,
    Refused,
    RemoteListing,
    Throttled,
    Unknown,
)
from marketplace.adapters.gameboost.dialect import ListQuery, prepare_listing
from marketplace.adapters.gameboost.market import gameboost_version
from marketplace.adapters.gameboost.versions import GameBoostV1, GameBoostV2
from marketplace.adapters.lzt.market import LotQuery, LztMarket
from marketplace.enums import WritableStatus
from marketplace.tests import documented
from marketplace.tests.conftest import war_thunder
from marketplace.tests.replay import answering
from marketplace.tests.sandbox_fixture import RunningSandbox, always_open

pytestmark = pytest.mark.once

REQUEST_ID = "0e8400e2-9b00-4000-8000-000000000000"
V2_LISTING = RemoteListing(
    remote_id="123",
    title="Conta",
    game="war-thunder",
    status="Listed",
    price_eur=Decimal("14.99"),
    login="piloto",
    order_id="77",
    created_at=datetime.fromtimestamp(1730000000, UTC),
)
V1_LISTING = RemoteListing(
    remote_id="123456",
    title="Conta",
    game="fortnite",
    status="Listed",
    price_eur=Decimal("14.99"),
    login="piloto",
    created_at=datetime.fromtimestamp(1730000000, UTC),
)

Ask = Callable[[ListingAdapter], Any]


@pytest.fixture
def told(settings: Any, db: Any) -> Callable[..., Any]:
    """What an adapter makes of an answer: told("/v2", 200, body, lambda adapter: …)."""

    def told(path: str, status: int, body: Any, ask: Ask, **told_with: Any) -> Any:
        records: list[CallRecord] = []
        with answering(status, body, **told_with) as origin:
            settings.OUTBOUND_ALLOWED_HOSTS = frozenset({urlsplit(origin).netloc})
            lzt = path == "/lzt"
            connection = Connection("lztmarket" if lzt else "gameboost", origin + path, "chave", 2000)
            kind = LztMarket if lzt else gameboost_version(connection.base_url)
            adapter = kind(connection, records.append, always_open)
            try:
                return ask(adapter), records
            finally:
                adapter.close()

    return told


@pytest.mark.parametrize(
    ("path", "body", "ask", "outcome"),
    [
        ("/v1", {"data": documented.V1_ACCOUNT}, lambda a: a.find_by_id("123456"), Found([V1_LISTING])),
        ("/v1", {"data": documented.V1_ACCOUNT}, lambda a: a.find_by_login("piloto"), Found([V1_LISTING])),
        ("/v1", {"data": [documented.V1_ACCOUNT]}, lambda a: a.list_page(1), Page([V1_LISTING], False)),
        (
            "/v1",
            {"data": [documented.V1_ACCOUNT], "meta": {"to": 1, "total": 2, "per_page": 1}},
            lambda a: a.list_page(1),
            Page([V1_LISTING], True),
        ),
        ("/v2", {"data": documented.V2_OFFER}, lambda a: a.find_by_id("123"), Found([V2_LISTING])),
        ("/v2", documented.V2_LIST, lambda a: a.list_page(1), Page([V2_LISTING], True)),
        ("/v2", documented.V2_LIST, lambda a: a.find_by_login("PILOTO"), Found([V2_LISTING])),
        (
            "/v2",
            {"data": documented.V2_OFFER | {"price": documented.V2_PRICE_OBJECT}},
            lambda a: a.find_by_id("123"),
            Found([V2_LISTING]),
        ),
        ("/v2", documented.V2_STOCK, lambda a: a._logins_in_stock("123"), {"piloto"}),
        (
            "/lzt",
            documented.LZT_ME,
            lambda a: a.test(),
            Done({"userId": 5, "username": "vendedor"}),
        ),
    ],
)
def test_documented_answer_is_read(told: Callable[..., Any], path: str, body: Any, ask: Ask, outcome: Any) -> None:
    answer, _ = told(path, 200, body, ask)
    assert answer == outcome


def every_call(adapter: Any) -> None:
    """Whatever an adapter can be asked, with an id that may stand in a path."""
    listing = prepare_listing(war_thunder(game="roblox", account_data={})).listing
    adapter.create(listing)
    adapter.delete("7")
    for status in WritableStatus:
        adapter.set_status("7", status)
    adapter.find_by_id("7")
    adapter.find_by_login("piloto")
    adapter.list_page(1)
    adapter.test()
    if isinstance(adapter, LztMarket):
        adapter._check_lot("7", listing, "")
        adapter._fast_sell(listing, None)
        adapter.profile()
        adapter.lot("7")
        adapter.fast_buy("7", price=1)
        for query in (LotQuery(), LotQuery(own=True), LotQuery(category="roblox"), LotQuery(category="valorant")):
            adapter.lots(query)
    else:
        adapter._logins_in_stock("7") if isinstance(adapter, GameBoostV2) else None
        adapter.get("7")
        adapter.show_by_login("piloto")
        adapter.set_status_of_many(["7"], WritableStatus.DRAFT)
        adapter.list_accounts(ListQuery())
        adapter.template("roblox")
        adapter.games()
        adapter.games("roblox")
        adapter.orders()
        adapter.create_order()


@pytest.mark.parametrize("path", ["/v1", "/v2", "/lzt"])
def test_everything_an_adapter_can_ask_is_as_the_vendor_documents_it(told: Callable[..., Any], path: str) -> None:
    asked: list[str] = []
    told(path, 404, {"message": "Not found."}, every_call, asked=asked)
    assert len(set(asked)) >= 8


@pytest.mark.parametrize(
    "body", [b"<html>Back soon</html>", {"errors": {"id": "Locked"}}, {"errors": ["Locked"]}], ids=str
)
@pytest.mark.parametrize("path", ["/v1", "/v2", "/lzt"])
def test_page_or_error_with_status_200_takes_no_listing_for_deleted(
    told: Callable[..., Any], path: str, body: Any
) -> None:
    answers = [
        told(path, 200, body, lambda a: a.delete("7")),
        told(path, 200, body, lambda a: a.set_price("7", Decimal(9))),
    ]
    assert isinstance(answers[0][0], Unknown)
    assert isinstance(answers[1][0], Unknown if path != "/v1" else Refused)


def test_errors_within_errors_are_told_in_words_by_their_own_field(told: Callable[..., Any]) -> None:
    errors = {"account_data": {"level": ["The level is required."]}, "login": "Taken.", "price": None}
    refused, _ = told("/v2", 422, {"message": "Invalid", "errors": errors}, lambda a: a.create(war_thunder()))
    assert refused.errors == {"level": ["The level is required."], "login": ["Taken."]}


@pytest.mark.parametrize("odd", [[], {}, [None]], ids=str)
def test_answer_of_lzt_with_a_list_for_a_word_is_read(told: Callable[..., Any], odd: Any) -> None:
    """A crash after the first byte would leave the account without an outcome each time it is looked up."""
    lot = {"item": documented.LZT_LOT | {"category_id": odd}, "system_info": {"rate_limit": {"bucket": odd}}}
    found, calls = told("/lzt", 200, lot, lambda a: a.find_by_id("7"))
    assert [listing.game for listing in found.listings] == [""]
    assert len(calls) == 1


def test_order_that_may_be_delivered_for_ever_has_no_deadline(told: Callable[..., Any]) -> None:
    order = {"id": 5, "status": "pending", "is_manual_delivery": True, "created_at": 1730000000}
    page, _ = told("/v2", 200, {"data": [order | {"delivery_time": {"seconds": 10**30}}]}, lambda a: a.orders_page(1))
    assert [each.deliver_by for each in page.items] == [None]


def test_games_that_come_as_a_bare_list_are_listed(told: Callable[..., Any]) -> None:
    games, _ = told("/v2", 200, [{"slug": "roblox", "name": "Roblox"}], lambda a: a.all_games())
    assert games.data == {"data": [{"slug": "roblox", "name": "Roblox"}]}


@pytest.mark.parametrize(("path", "item"), [("/v1", documented.V1_ACCOUNT), ("/v2", documented.V2_OFFER)])
def test_answer_has_nothing_that_no_database_takes(told: Callable[..., Any], path: str, item: dict[str, Any]) -> None:
    text = "Con\ud800ta\0 \ud83d\ude00"
    titled = item | {"title": text, "attributes": item.get("attributes", {}) | {"title": text}}
    page, _ = told(path, 200, {"data": [titled], "meta": {}}, lambda a: a.list_page(1))
    refused, _ = told(path, 422, {"message": text}, lambda a: a.create(war_thunder()))
    assert ([listing.title for listing in page.items], refused.message) == (["Conta \U0001f600"], "Conta \U0001f600")


def test_documented_list_of_offers_is_shown_with_its_meta(told: Callable[..., Any]) -> None:
    listed, _ = told("/v2", 200, documented.V2_LIST, lambda a: a.list_accounts(ListQuery()))
    assert isinstance(listed, Done)
    assert listed.data["meta"] == documented.V2_LIST["meta"]
    assert [item["attributes"]["status"] for item in listed.data["data"]] == ["Listed"]


def test_documented_action_shows_the_offer_it_changed(told: Callable[..., Any]) -> None:
    changed, _ = told("/v2", 200, documented.V2_ACTION, lambda a: a.set_status("123", WritableStatus.LISTED))
    assert isinstance(changed, Done)
    assert (changed.data["data"]["id"], changed.data["data"]["attributes"]["status"]) == ("123", "Listed")


def test_documented_purchase_parts_the_lot_from_its_credentials(told: Callable[..., Any]) -> None:
    bought, _ = told("/lzt", 200, documented.LZT_BOUGHT, lambda a: a.fast_buy("777", price=12.5))
    assert isinstance(bought, Done)
    lot = documented.LZT_LOT
    assert bought.data["credentials"] == {"account": lot["loginData"], "email": lot["emailLoginData"]}
    assert (bought.data["item"]["item_id"], "loginData" in bought.data["item"]) == (777, False)


def test_documented_lots_are_listed_with_their_counts(told: Callable[..., Any]) -> None:
    found, records = told("/lzt", 200, documented.LZT_LIST, lambda a: a.lots(LotQuery(category="roblox")))
    assert isinstance(found, Done)
    assert (found.data["totalItems"], found.data["hasNextPage"], found.data["perPage"]) == (1, False, 40)
    assert [lot["roblox_robux"] for lot in found.data["items"]] == [350]
    assert [(call.rate.bucket, call.rate.limit, call.rate.remaining) for call in records] == [("get", 300, 299)]


@pytest.mark.parametrize("path", ["/v1", "/v2"])
def test_documented_refusal_keeps_field_texts_and_request_id(told: Callable[..., Any], path: str) -> None:
    refused, records = told(path, 422, documented.V2_REFUSED, lambda a: a.create(war_thunder()))
    assert refused == Refused(422, "Invalid request parameters", {"login": ["The 'login' field is required"]}, REQUEST_ID)
    assert [call.request_id for call in records] == [REQUEST_ID]


@pytest.mark.parametrize("path", ["/v1", "/v2"])
def test_documented_429_waits_as_its_header_says(told: Callable[..., Any], path: str) -> None:
    headers = {
        "Retry-After": "7",
        "X-RateLimit-Limit": "500",
        "X-RateLimit-Remaining": "0",
        "X-Ratelimit-Reset": "1730000060",
        "X-GameBoost-Request-Id": REQUEST_ID,
    }
    throttled, records = told(path, 429, documented.V2_THROTTLED, lambda a: a.create(war_thunder()), headers=headers)
    assert throttled == Throttled(7.0, REQUEST_ID)
    record = records[0]
    assert (record.retry_after_s, record.rate.limit, record.rate.remaining) == (7.0, 500, 0)
    assert record.rate.reset_at == datetime.fromtimestamp(1730000060, UTC)
    looked_up, _ = told(path, 429, documented.V2_THROTTLED, lambda a: a.find_by_login("x"), headers=headers)
    assert looked_up == LookupFailed("Muitas tentativas. Aguarde um momento e tente novamente.", 7.0)


class Sandbox:
    """Calls the sandbox as any client of the vendors would."""

    def __init__(self, url: str) -> None:
        self._url = url

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        with requests.Session() as session:
            session.trust_env = False
            headers = {"Authorization": "Bearer sandbox-key"}
            return session.request(method, self._url + path, json=body, headers=headers, timeout=60).json()


@pytest.fixture
def ask(sandbox: RunningSandbox) -> Sandbox:
    return Sandbox(sandbox.url)


def shape(value: Any) -> Any:
    """The names and types of an answer. Anything may be null; an empty map and an empty list are alike."""
    if isinstance(value, dict) and value:
        return {name: shape(item) for name, item in value.items()}
    if isinstance(value, list) and value:
        return [shape(value[0])]
    if isinstance(value, dict | list):
        return "empty"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number"
    return type(value).__name__


def misfits(documented_shape: Any, answered: Any, where: str = "") -> list[str]:
    """Where an answer has other names or types than the documented one."""
    if "NoneType" in (documented_shape, answered) or "empty" in (documented_shape, answered):
        return []
    if isinstance(documented_shape, dict) and isinstance(answered, dict):
        names = documented_shape.keys() ^ answered.keys()
        found = [f"{where}.{name}" for name in sorted(names)]
        for name in documented_shape.keys() & answered.keys():
            found += misfits(documented_shape[name], answered[name], f"{where}.{name}")
        return found
    if isinstance(documented_shape, list) and isinstance(answered, list):
        return misfits(documented_shape[0], answered[0], f"{where}[]")
    return [] if documented_shape == answered else [f"{where}: {documented_shape} is {answered}"]


@pytest.mark.django_db
def test_sandbox_answers_v1_as_documented(ask: Sandbox) -> None:
    created = ask("POST", "/v1/accounts", GameBoostV1.body(prepare_listing(war_thunder()).listing))
    account = documented.V1_ACCOUNT
    assert misfits(shape(account), shape(created["data"])) == []


@pytest.mark.django_db
@pytest.mark.parametrize("price", ["text", "object"])
def test_sandbox_answers_v2_as_documented(ask: Sandbox, sandbox: RunningSandbox, price: str) -> None:
    sandbox.control.set_policy(price_shape=price)
    offer = documented.V2_OFFER
    if price == "object":
        offer = offer | dict.fromkeys(("price", "price_usd"), documented.V2_PRICE_OBJECT)
    # The template's own fields differ from game to game.
    offer = offer | {"parameters": {}, "account_order_ids": []}
    envelope = documented.V2_LIST | {"data": [offer], "request_id": "x"}
    created = ask("POST", "/v2/account-offers/create", GameBoostV2.body(prepare_listing(war_thunder()).listing))
    action = ask("POST", "/v2/account-offers/100001/list")
    listed = ask("GET", "/v2/account-offers")
    refused = ask("POST", "/v2/account-offers/create", {})
    for answer in (created["data"], action["data"], listed["data"][0]):
        answer["parameters"] = {}
    assert misfits(shape({"data": offer, "request_id": "x"}), shape(created)) == []
    assert misfits(shape(documented.V2_ACTION | {"data": offer, "request_id": "x"}), shape(action)) == []
    assert misfits(shape(envelope), shape(listed)) == []
    assert refused.keys() == documented.V2_REFUSED.keys()
    assert {type(text) for text in refused["errors"].values()} == {str}


def test_sandbox_answers_lzt_as_documented(ask: Sandbox) -> None:
    own = {"roblox_robux", "rub_price", "loginData", "emailLoginData", "copyFormatData"}
    lot = {name: value for name, value in documented.LZT_LOT.items() if name not in own}
    listed = ask("GET", "/lzt/roblox")
    for item in listed["items"]:
        for name in ("roblox_robux", "roblox_verified"):
            item.pop(name)
    assert misfits(shape(documented.LZT_LIST | {"items": [lot]}), shape(listed)) == []
    assert misfits(shape(documented.LZT_ME), shape(ask("GET", "/lzt/me"))) == []
    bought = ask("POST", "/lzt/9008/fast-buy", {"price": 6})
    assert (bought["status"], bought["item"]["loginData"].keys()) == ("ok", documented.LZT_LOT["loginData"].keys())
    assert ask("GET", "/lzt/1").keys() == {"errors", "system_info"}
