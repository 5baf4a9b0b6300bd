"""LZT Market against the sandbox. The paths of our proxy lead to its calls."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from infra.outbound import OutboundResponse
from marketplace.adapters.base import (
    Absent,
    CallRecord,
    Created,
    Done,
    Found,
    Hold,
    Listing,
    LookupFailed,
    NotSent,
    Page,
    Rate,
    Refused,
    RemoteListing,
    Throttled,
    Unauthorized,
    Unknown,
)
from marketplace.adapters.client import read_rate, read_reply
from marketplace.adapters.lzt.market import LotQuery, LztMarket
from marketplace.adapters.lzt.reading import check_listing, failure_of, items_in, read_listing, shown_lot, text_of
from marketplace.adapters.scrubbing import Scrubber
from marketplace.enums import WritableStatus
from marketplace.tests.conftest import war_thunder
from marketplace.tests.documented import LZT_ERRORS, LZT_LIST, LZT_LOT, LZT_SYSTEM_INFO
from marketplace.tests.sandbox_fixture import PATIENCE_MS, RunningSandbox, always_open

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def roblox(login: str = "conta", **changes: Any) -> Listing:
    stated = {
        "game": "roblox",
        "title": "Conta Roblox",
        "account_data": {},
        "image_urls": (),
        "email_login": "a@example.com",
        "email_password": "Exemplo#9",
    }
    return war_thunder(login, **stated | changes)


def reply(status: int, body: Any) -> Any:
    return read_reply(OutboundResponse(status, {}, json.dumps(body).encode()), Scrubber(""))


@pytest.mark.parametrize(("status", "body", "text"), LZT_ERRORS)
def test_documented_errors_are_told_in_words(status: int, body: dict[str, Any], text: str) -> None:
    """403 is a refusal, since it also says 'This item is sold.'; 401 is the key's end, and 5xx says nothing."""
    kinds = {401: Unauthorized, 502: Unknown}
    failure = failure_of(reply(status, body | {"system_info": LZT_SYSTEM_INFO}))
    assert type(failure) is kinds.get(status, Refused)
    assert (getattr(failure, "message", "") or getattr(failure, "reason", "")) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("You <b>can</b>", "You can"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;", "alert(1)"),
        ("&amp;lt;b&amp;gt;", "b"),
        ("a &amp; b", "a & b"),
        ("1 < 2", "1 2"),
        ("x" * 900, "x" * 500),
    ],
)
def test_html_in_messages_never_reaches_people_as_html(html: str, text: str) -> None:
    assert text_of(html) == text


def test_answer_that_is_no_json_is_told_by_its_status() -> None:
    """Nginx HTML instead of JSON happens."""
    answer = read_reply(OutboundResponse(502, {}, b"<html>Bad Gateway</html>"), Scrubber(""))
    assert failure_of(answer) == Unknown("Erro HTTP 502", 502)


def test_documented_lot_is_read_field_by_field() -> None:
    assert read_listing(LZT_LOT) == RemoteListing(
        remote_id="777",
        title="Roblox 350",
        game="roblox",
        status="Listed",
        price_eur=Decimal("12.5"),
        login="conta",
        created_at=datetime.fromtimestamp(1730000000, UTC),
    )


@pytest.mark.parametrize(
    ("changes", "name", "value"),
    [
        ({"item_state": "paid"}, "status", "Sold"),
        ({"item_state": "awaiting"}, "status", "Pending"),
        ({"item_state": "closed"}, "status", "Draft"),
        ({"item_state": "deleted"}, "status", "Archived"),
        ({"item_state": "frozen"}, "status", "frozen"),
        ({"price": 12}, "price_eur", Decimal(12)),
        ({"price_currency": "rub"}, "price_eur", None),
        ({"price": True}, "price_eur", None),
        ({"category_id": 27}, "game", ""),
        ({"loginData": []}, "login", ""),
        ({"title": None}, "title", "Roblox 350"),
    ],
)
def test_unclean_values_are_read(changes: dict[str, Any], name: str, value: Any) -> None:
    assert getattr(read_listing(LZT_LOT | changes), name) == value


def test_empty_map_may_come_as_a_list_and_a_list_as_a_map() -> None:
    for items in ([LZT_LOT], {"777": LZT_LOT}):
        assert [item["item_id"] for item in items_in(reply(200, LZT_LIST | {"items": items})) or ()] == [777]
    assert items_in(reply(200, {"items": []})) == []
    assert items_in(reply(200, {"items": None})) is None


def test_lot_is_shown_without_what_opens_the_account() -> None:
    shown = shown_lot(LZT_LOT)
    assert shown["roblox_robux"] == 350
    assert shown["purchase_refusal"] == ""
    assert "Exemplo#" not in str(shown)
    assert {"loginData", "emailLoginData", "copyFormatData"} & shown.keys() == set()
    new = shown_lot(LZT_LOT | {"newGameCookies": "x", "steam_mafile": "x", "api_token": "x", "level": 3})
    assert {"newGameCookies", "steam_mafile", "api_token"} & new.keys() == set()
    assert new["level"] == 3


@pytest.mark.parametrize(
    ("told", "rate"),
    [
        (
            {"limit": 20, "remaining": 3, "reset": 1767225660, "bucket": "search"},
            Rate(20, 3, datetime(2026, 1, 1, 0, 1, tzinfo=UTC), "search"),
        ),
        (
            {"limit": 20, "remaining": 3, "reset": 30, "bucket": "letters"},
            Rate(20, 3, datetime(2026, 1, 1, 0, 0, 30, tzinfo=UTC), ""),
        ),
        ({"limit": "x"}, Rate()),
    ],
)
def test_rate_is_read_from_system_info(told: dict[str, Any], rate: Rate) -> None:
    assert read_rate({"X-RateLimit-Limit": "999"}, {"system_info": {"rate_limit": told}}, now=NOW) == rate


def test_rate_is_read_from_headers_where_the_body_has_none() -> None:
    headers = {"X-RateLimit-limit": "500", "X-RateLimit-remaining": "7", "X-RateLimit-reset": "1767225601"}
    assert read_rate(headers, {"data": []}, now=NOW) == Rate(500, 7, datetime(2026, 1, 1, 0, 0, 1, tzinfo=UTC), "")


def test_profile_and_connection_test(lzt: LztMarket, calls: list[CallRecord]) -> None:
    profile = lzt.profile()
    assert isinstance(profile, Done)
    assert (profile.data["user"]["username"], profile.data["user"]["balance"]) == ("vendedor_sandbox", "1000.00")
    assert lzt.test() == Done({"userId": 7001, "username": "vendedor_sandbox"})
    assert [(call.endpoint, call.rate.bucket, call.rate.limit, call.rate.remaining) for call in calls] == [
        ("profile", "get", 300, 299),
        ("profile", "get", 300, 298),
    ]


def test_key_that_is_refused_is_unauthorized(sandbox: RunningSandbox) -> None:
    market = LztMarket(sandbox.connection("outra", path="/lzt"), lambda record: None, always_open)
    assert market.profile() == Unauthorized(401, "Missing, invalid, or expired API key")
    market.close()


@pytest.mark.parametrize(
    ("query", "ids", "endpoint"),
    [
        (LotQuery(), [9001, 9002, 9004, 9005, 9006, 9008, 9009, 9011, 9012], "listings"),
        (LotQuery(category="valorant"), [9004, 9005, 9006], "categories"),
        (LotQuery(category="riot"), [9004, 9005, 9006], "categories"),
        (LotQuery(category="roblox", pmin=5, pmax=10), [9008], "categories"),
        (LotQuery(category="riot", order_by="price_to_down"), [9006, 9005, 9004], "categories"),
        (LotQuery(title="gold"), [9004], "listings"),
        (LotQuery(page=2), [], "listings"),
    ],
)
def test_lots_are_searched_without_stolen_ones(
    lzt: LztMarket, calls: list[CallRecord], query: LotQuery, ids: list[int], endpoint: str
) -> None:
    found = lzt.lots(query)
    assert isinstance(found, Done)
    assert [lot["item_id"] for lot in found.data["items"]] == ids
    assert found.data["perPage"] == 40
    assert "system_info" not in found.data
    assert [(call.endpoint, call.rate.bucket) for call in calls] == [(endpoint, "search")]


def test_war_thunder_has_no_category(lzt: LztMarket, calls: list[CallRecord]) -> None:
    refused = Refused(404, "O LZT Market não tem categoria para War Thunder.")
    assert lzt.lots(LotQuery(category="war-thunder")) == refused
    assert check_listing(war_thunder()).errors["game"] == ["O LZT Market não tem categoria para War Thunder."]
    assert calls == []


def test_lot_says_why_it_is_not_bought_here(lzt: LztMarket) -> None:
    refusals = {}
    for item_id in ("9008", "9003", "9007", "9010", "9011"):
        lot = lzt.lot(item_id)
        assert isinstance(lot, Done)
        refusals[item_id] = lot.data["item"]["purchase_refusal"]
    assert refusals == {
        "9008": "",
        "9003": "Este lote não pode ser comprado: a origem da conta é stealer.",
        "9007": "Este lote não pode ser comprado: a origem da conta é força bruta.",
        "9010": "Este lote não pode ser comprado: a origem da conta é phishing.",
        "9011": "Este lote não informa a origem da conta, então não pode ser comprado aqui.",
    }
    assert lzt.lot("1") == Refused(404, "Requested item not found")


def test_published_lot_is_found_closed_opened_and_deleted(
    lzt: LztMarket, sandbox: RunningSandbox, calls: list[CallRecord]
) -> None:
    created = lzt.create(roblox())
    assert created == Created("100001", "", "Listed")
    assert [(call.method, call.rate.bucket) for call in calls] == [
        ("POST", "write"),
        ("GET", "search"),
        ("POST", "check"),
    ]
    found = lzt.find_by_login("conta")
    assert isinstance(found, Found)
    assert [(each.remote_id, each.status, each.game, each.price_eur) for each in found.listings] == [
        ("100001", "Listed", "roblox", Decimal("14.99"))
    ]
    assert isinstance(lzt.set_status("100001", WritableStatus.DRAFT), Done)
    closed = lzt.find_by_id("100001")
    assert isinstance(closed, Found)
    assert closed.listings[0].status == "Draft"
    assert isinstance(lzt.set_status("100001", WritableStatus.LISTED), Done)
    assert lzt.set_status("7", WritableStatus.LISTED) == Refused(404, "Requested item not found")
    assert isinstance(lzt.delete("100001"), Done)
    assert lzt.find_by_id("100001") == Absent()
    assert lzt.find_by_login("conta") == Absent()
    assert "conta" not in repr(calls)


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"game": "cs2"}, {"game": ["O LZT Market não tem categoria para este jogo."]}),
        (
            {"game": "fortnite"},
            {"game": ["O LZT Market exige os cookies de sessão da conta para este jogo, que não são guardados aqui."]},
        ),
        ({"email_login": ""}, {"email_login": ["O LZT Market exige o e-mail da conta."]}),
        ({"email_password": " "}, {"email_password": ["O LZT Market exige a senha do e-mail da conta."]}),
        ({"price_eur": Decimal("0.99")}, {"price": ["O LZT Market aceita preços a partir de € 1,00."]}),
        ({"title": " "}, {"title": ["Título é obrigatório"]}),
    ],
)
def test_listing_that_cannot_be_published_is_refused_before_sending(
    lzt: LztMarket, calls: list[CallRecord], changes: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    refused = lzt.create(roblox(**changes))
    assert refused == Refused(422, next(iter(errors.values()))[0], errors)
    assert calls == []


def test_login_and_password_with_colons_arrive_whole(lzt: LztMarket) -> None:
    created = lzt.create(roblox("a:b", password="c:d:e"))
    assert isinstance(created, Created)
    found = lzt.find_by_id(created.remote_id)
    assert isinstance(found, Found)
    assert found.listings[0].login == "a:b"


def test_account_that_the_check_refuses_leaves_no_half_made_lot(lzt: LztMarket, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "error", "endpoint": "check", "status": 403, "message": "Invalid <b>account</b>"})
    assert lzt.create(roblox()) == Refused(403, "Invalid account")
    assert [row["status"] for row in sandbox.control.listings()] == ["deleted"]


def test_check_that_does_not_answer_is_looked_at(lzt: LztMarket, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "created_then_dropped", "endpoint": "check"})
    assert lzt.create(roblox("um")) == Created("100001", "", "Listed")
    sandbox.control.set_faults({"kind": "drop", "endpoint": "check"})
    assert lzt.create(roblox("dois")) == Unknown(
        "O anúncio foi adicionado, mas a conferência da conta não terminou.", None
    )


def test_publishing_without_writes_left_sells_fast(sandbox: RunningSandbox, calls: list[CallRecord]) -> None:
    """`item/add` is one of 30 writes a minute, `fast-sell` one of 300."""
    market = LztMarket(
        sandbox.connection(path="/lzt"), calls.append, gate=lambda buckets, _: Hold(30) if "write" in buckets else None
    )
    assert market.create(roblox()) == Created("100001", "", "Listed")
    market.close()
    assert [(call.method, call.rate.bucket) for call in calls] == [("POST", "check")]


def test_lot_is_not_left_half_made_where_its_searches_are_used_up(
    sandbox: RunningSandbox, calls: list[CallRecord]
) -> None:
    """What was added is looked at before it is checked."""
    market = LztMarket(
        sandbox.connection(path="/lzt"), calls.append, gate=lambda buckets, _: Hold(30) if "search" in buckets else None
    )
    assert market.create(roblox()) == Created("100001", "", "Listed")
    market.close()


def test_look_at_an_added_lot_is_counted_once_and_before_the_adding(sandbox: RunningSandbox) -> None:
    searches: list[bool] = []

    def gate(buckets: tuple[str, ...], _: tuple[str, ...]) -> None:
        searches.append("search" in buckets)

    market = LztMarket(sandbox.connection(path="/lzt"), lambda call: None, gate)
    market.create(roblox())
    market.close()
    assert (searches[0], sum(searches)) == (True, 1)


@pytest.mark.parametrize("login", ["outra", ""])
@pytest.mark.parametrize("endpoint", ["create", "check", "fast"])
def test_success_that_names_another_account_is_not_believed(
    sandbox: RunningSandbox, calls: list[CallRecord], endpoint: str, login: str
) -> None:
    """Nor is anything done with its id."""
    fast = endpoint == "fast"
    market = LztMarket(
        sandbox.connection(path="/lzt"),
        calls.append,
        gate=lambda buckets, _: Hold(30) if fast and "write" in buckets else None,
    )
    others = market.create(roblox("alheia"))
    assert isinstance(others, Created)
    told = {"kind": "other_listing", "id": int(others.remote_id), "login": login}
    sandbox.control.set_faults(told | {"endpoint": "create" if fast else endpoint})

    outcome = market.create(roblox())

    assert not isinstance(outcome, Created) or outcome.remote_id != others.remote_id
    found = market.find_by_id(others.remote_id)
    assert isinstance(found, Found)
    assert (found.listings[0].login, found.listings[0].status) == ("alheia", "Listed")
    market.close()


@pytest.mark.parametrize(("times", "tries"), [(2, 3), (100, 10)])
def test_request_is_repeated_while_the_server_asks_for_it_and_not_for_ever(
    lzt: LztMarket, sandbox: RunningSandbox, calls: list[CallRecord], times: int, tries: int
) -> None:
    """LZT Market asks for the same call again, and gets it a few times."""
    fault = {"kind": "error", "endpoint": "purchase", "status": 403, "message": "retry_request", "count": times}
    sandbox.control.set_faults(fault)
    outcome = lzt.fast_buy("9008", price=6)
    assert len(calls) == tries
    if times < 10:
        assert isinstance(outcome, Done)
    else:
        text = "O LZT Market pediu para repetir o pedido várias vezes. Tente novamente em instantes."
        assert outcome == Refused(403, text)
    assert sandbox.control.counters()["creates"] == ({"9008": 1} if times < 10 else {})


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "created_then_dropped", "endpoint": "purchase"},
        {"kind": "created_then_error", "endpoint": "purchase", "status": 502},
        {"kind": "unreadable", "endpoint": "purchase"},
        {"kind": "error", "endpoint": "purchase", "status": 500},
        {"kind": "drop", "endpoint": "purchase"},
    ],
)
def test_purchase_without_an_answer_is_unknown_and_never_repeated(
    lzt: LztMarket, sandbox: RunningSandbox, calls: list[CallRecord], fault: dict[str, Any]
) -> None:
    sandbox.control.set_faults(fault)
    assert isinstance(lzt.fast_buy("9008", price=6), Unknown)
    assert len(calls) == 1


def test_buying_has_more_time_than_reading(sandbox: RunningSandbox, calls: list[CallRecord]) -> None:
    """'Timeout: highly recommended 300+ seconds'; a person's configured 5 s hold for reading."""
    assert profile_that_never_comes(sandbox) == Unknown("Tempo limite esgotado.", None)
    market = LztMarket(sandbox.connection(path="/lzt", timeout_ms=200), calls.append, always_open)
    sandbox.control.set_faults({"kind": "slow", "ms": 400})
    assert isinstance(market.fast_buy("9008", price=6), Done)
    market.close()


def test_bought_lot_gives_its_credentials_apart(lzt: LztMarket) -> None:
    bought = lzt.fast_buy("9008", price=6)
    assert isinstance(bought, Done)
    credentials = bought.data["credentials"]
    assert [(each["login"], each["password"]) for each in credentials.values()] == [
        ("conta9008", "Exemplo#9008"),
        ("conta9008@example.com", "Exemplo#456"),
    ]
    assert "Exemplo#" not in str(bought.data["item"])
    assert lzt.fast_buy("9008", price=6) == Refused(403, "This item is sold.")


@pytest.mark.parametrize(
    ("item_id", "price", "refused"),
    [
        ("9006", 5000, Refused(400, "You do not have enough money to buy this product. Top up")),
        ("9008", 5, Refused(400, "Price of this item has been changed.")),
        ("1", 5, Refused(404, "Requested item not found")),
    ],
)
def test_purchase_that_the_marketplace_refuses_says_why(
    lzt: LztMarket, item_id: str, price: float, refused: Refused
) -> None:
    assert lzt.fast_buy(item_id, price=price) == refused


def test_own_lots_are_listed_page_by_page(lzt: LztMarket) -> None:
    for number in range(2):
        lzt.create(roblox(f"conta{number}"))
    page = lzt.list_page(1)
    assert isinstance(page, Page)
    assert ([each.login for each in page.items], page.has_more) == (["conta1", "conta0"], False)
    own = lzt.lots(LotQuery(own=True, state="paid"))
    assert isinstance(own, Done)
    assert own.data["items"] == []


@pytest.mark.parametrize(
    ("fault", "answer"),
    [
        ({"kind": "error", "endpoint": "own"}, LookupFailed("Server Error")),
        (
            {"kind": "throttle", "endpoint": "own", "retryAfter": 3},
            LookupFailed("Muitas tentativas. Aguarde um momento e tente novamente.", 3.0),
        ),
        ({"kind": "unreadable", "endpoint": "own"}, LookupFailed("A resposta da API não pôde ser lida.")),
    ],
)
def test_lookup_that_fails_is_neither_found_nor_absent(
    lzt: LztMarket, sandbox: RunningSandbox, fault: dict[str, Any], answer: LookupFailed
) -> None:
    sandbox.control.set_faults(fault)
    assert lzt.find_by_login("conta") == answer


def test_search_beyond_its_limit_is_429_for_the_whole_key(lzt: LztMarket, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(lzt_searches_per_minute=1)
    assert isinstance(lzt.lots(LotQuery()), Done)
    throttled = lzt.lots(LotQuery())
    assert isinstance(throttled, Throttled)
    assert 1 <= throttled.retry_after_s <= 61
    assert isinstance(lzt.profile(), Done)


def test_slow_answer_ends_at_the_persons_own_time(sandbox: RunningSandbox) -> None:
    assert profile_that_never_comes(sandbox) == Unknown("Tempo limite esgotado.", None)


def profile_that_never_comes(sandbox: RunningSandbox) -> Any:
    """What a call comes to whose time runs out. On a machine that needs the whole of it to send, the call gets more."""
    sandbox.control.set_faults({"kind": "slow", "ms": 600_000})
    for timeout_ms in (150, 4_000, PATIENCE_MS):
        market = LztMarket(sandbox.connection(path="/lzt", timeout_ms=timeout_ms), lambda record: None, always_open)
        outcome = market.profile()
        market.close()
        if not isinstance(outcome, NotSent):
            break
    sandbox.control.set_faults()
    return outcome
