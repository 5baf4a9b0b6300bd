"""The v2 dialect against the sandbox. '`gameboost v1` … and `gameboost v2`, chosen by the base URL'."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
import requests

from infra.outbound import OutboundResponse
from marketplace.adapters.base import (
    Absent,
    CallRecord,
    Connection,
    Created,
    Done,
    Found,
    LookupFailed,
    Page,
    Refused,
    RemoteListing,
    Throttled,
    Unauthorized,
    Unknown,
)
from marketplace.adapters.client import read_reply
from marketplace.adapters.gameboost.dialect import ListQuery, prepare_listing, price_of
from marketplace.adapters.gameboost.market import gameboost_version
from marketplace.adapters.gameboost.versions import GameBoostV1, GameBoostV2, offer_json
from marketplace.adapters.reading import reference_of
from marketplace.adapters.scrubbing import Scrubber
from marketplace.enums import WritableStatus
from marketplace.tests.conftest import IMAGE, outcome_under, war_thunder
from marketplace.tests.documented import V2_OFFER, V2_PRICE_OBJECT
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.once
OpenAdapter = Callable[[Connection], GameBoostV2]


@pytest.mark.parametrize(
    ("base_url", "version"),
    [
        ("https://api.gameboost.com/v1", GameBoostV1),
        ("https://api.gameboost.com/v2", GameBoostV2),
        ("https://api.gameboost.com/v2/", GameBoostV2),
        ("https://api.gameboost.com", GameBoostV1),
        ("https://v2.example.com/v1", GameBoostV1),
    ],
)
def test_dialect_is_chosen_by_the_version_segment_of_the_base_url(base_url: str, version: type) -> None:
    assert gameboost_version(base_url) is version


def test_documented_offer_is_read_field_by_field() -> None:
    assert GameBoostV2.read(V2_OFFER) == RemoteListing(
        remote_id="123",
        title="Conta",
        game="war-thunder",
        status="Listed",
        price_eur=Decimal("14.99"),
        login="piloto",
        order_id="77",
        created_at=datetime.fromtimestamp(1730000000, UTC),
    )


@pytest.mark.parametrize(
    ("raw", "price"),
    [
        ("14.99", Decimal("14.99")),
        ("€14.99", Decimal("14.99")),
        (14.99, Decimal("14.99")),
        (15, Decimal(15)),
        (V2_PRICE_OBJECT, Decimal("14.99")),
        (V2_PRICE_OBJECT | {"currency": {"symbol": "$", "code": "USD"}}, None),
        ({"value": None}, None),
        ("free", None),
        (True, None),
        (None, None),
    ],
)
def test_price_is_a_text_or_an_object(raw: Any, price: Decimal | None) -> None:
    assert price_of(raw) == price


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("draft", "Draft"),
        ("pending", "Pending"),
        ("listed", "Listed"),
        ("processing", "Processing"),
        ("sold", "Sold"),
        ("refunded", "Refunded"),
        ("archived", "Archived"),
        ("under_review", "under_review"),
    ],
)
def test_every_documented_status_is_known_and_a_new_one_kept(written: str, read: str) -> None:
    listing = GameBoostV2.read(V2_OFFER | {"status": written})
    assert listing is not None
    assert listing.status == read


@pytest.mark.parametrize("empty", [None, [], {}])
def test_empty_objects_may_be_lists_or_null(empty: Any) -> None:
    account = offer_json(V2_OFFER | {"parameters": empty, "credentials": empty, "image_urls": empty}, with_data=True)
    attributes = account["attributes"]
    told = [attributes[name] for name in ("server", "login", "email_login", "images", "data")]
    assert told == [None, "", None, [], {}]


def test_offer_is_shown_in_the_documented_shape_without_passwords() -> None:
    """'Remote account: id; attributes title, game_slug, level_up_method, price, status, images, login, server,
    is_featured'."""
    account = offer_json(V2_OFFER, with_data=True)
    attributes = account["attributes"]
    assert (account["id"], account["type"]) == ("123", "accounts")
    documented = (
        "title",
        "game_slug",
        "level_up_method",
        "price",
        "status",
        "images",
        "login",
        "server",
        "is_featured",
    )
    assert [attributes[name] for name in documented] == [
        "Conta",
        "war-thunder",
        "",
        14.99,
        "Listed",
        [IMAGE],
        "piloto",
        "Europe",
        False,
    ]
    assert attributes["data"] == {"account_level": 50, "server": "Europe"}
    assert offer_json(V2_OFFER)["attributes"]["data"] == {}
    assert "Exemplo#" not in str(account)


@pytest.mark.django_db
def test_body_has_the_servers_of_valorant_inside_account_data_and_no_v1_fields() -> None:
    listing = war_thunder(
        game="valorant",
        server="NA",
        account_data={"level": 84, "agents": ["Sova"]},
        email_login="piloto@example.com",
        email_password="Exemplo#456",
        note="interno",
    )
    body = GameBoostV2.body(prepare_listing(listing).listing)
    assert body == {
        "game": "valorant",
        "title": "Conta War Thunder - Premium",
        "description": f"Conta com acesso completo.\n\nRef. {reference_of('piloto')}",
        "price": 14.99,
        "credentials": [
            "Login: piloto\nPassword: Exemplo#123\nEmail login: piloto@example.com\nEmail password: Exemplo#456"
        ],
        "private_note": "interno",
        "is_manual": False,
        "delivery_time": {"duration": 0, "unit": "minutes"},
        "image_urls": [IMAGE],
        "account_data": {"server": "North America", "level": "84"},
        "game_items": {"agents": ["Sova"]},
    }


@pytest.mark.django_db
def test_reference_is_the_same_for_a_login_in_any_case_and_hides_it() -> None:
    assert reference_of("Piloto") == reference_of("piloto")
    assert reference_of("piloto") != reference_of("piloto2")
    assert len(reference_of("piloto")) == 12


@pytest.mark.parametrize("url", ["https://imgur.com/a/x", "https://i.imgur.com/x.jpg", "http://I.Imgur.com/x.png"])
def test_images_of_imgur_are_refused_before_sending(url: str) -> None:
    assert prepare_listing(war_thunder(image_urls=(url,))).errors == {
        "image_urls": [f"O GameBoost não aceita imagens do Imgur: {url}"]
    }


def test_created_offer_is_published_found_and_deleted(
    adapter_v2: GameBoostV2, sandbox: RunningSandbox, calls: list[CallRecord]
) -> None:
    created = adapter_v2.create(war_thunder())
    assert isinstance(created, Created)
    assert (created.remote_id, created.status, len(created.request_id)) == ("100001", "Listed", 36)
    found = adapter_v2.find_by_login("piloto")
    assert isinstance(found, Found)
    assert [(each.remote_id, each.status, each.game) for each in found.listings] == [("100001", "Listed", "war-thunder")]
    assert adapter_v2.find_by_id("100001") == found
    assert adapter_v2.delete("100001") == Done(None, 204, calls[-1].request_id)
    assert adapter_v2.find_by_id("100001") == Absent()
    assert adapter_v2.find_by_login("piloto") == Absent()
    assert [(call.method, call.endpoint, call.status) for call in calls] == [
        ("POST", "accounts", 201),
        ("POST", "accounts/{id}/status", 200),
        ("GET", "accounts", 200),
        ("GET", "accounts/{id}", 200),
        ("DELETE", "accounts/{id}/delete", 204),
        ("GET", "accounts/{id}", 404),
        ("GET", "accounts", 200),
        ("GET", "accounts", 200),
    ]
    assert (calls[0].rate.limit, calls[0].rate.remaining) == (500, 499)
    assert (calls[2].rate.limit, calls[2].rate.remaining) == (1000, 999)
    assert "piloto" not in repr(calls)
    assert sandbox.control.counters()["creates"] == {"piloto": 1}


def test_listing_whose_publication_fails_was_created_all_the_same(
    adapter_v2: GameBoostV2, sandbox: RunningSandbox
) -> None:
    sandbox.control.set_faults({"kind": "error", "endpoint": "status", "count": 1})
    created = adapter_v2.create(war_thunder())
    assert isinstance(created, Created)
    assert (created.remote_id, created.status) == ("100001", "Draft")


@pytest.mark.parametrize("shape", ["text", "object"])
def test_both_shapes_of_a_price_are_read(adapter_v2: GameBoostV2, sandbox: RunningSandbox, shape: str) -> None:
    sandbox.control.set_policy(price_shape=shape)
    adapter_v2.create(war_thunder())
    page = adapter_v2.list_page(1)
    assert isinstance(page, Page)
    assert [each.price_eur for each in page.items] == [Decimal("14.99")]


def test_look_up_takes_the_login_exactly(adapter_v2: GameBoostV2) -> None:
    adapter_v2.create(war_thunder("piloto", description="Conta do piloto2, com acesso completo."))
    adapter_v2.create(war_thunder("piloto22"))
    assert adapter_v2.find_by_login("piloto2") == Absent()
    found = adapter_v2.find_by_login("PILOTO")
    assert isinstance(found, Found)
    assert [each.remote_id for each in found.listings] == ["100001"]


@pytest.mark.parametrize(
    "stock", [["Login: piloto\nPassword: x"], ["Login: ex, Password: p", "login:  Piloto , Password: p"]]
)
def test_offer_of_the_new_format_is_found_by_its_credentials(
    adapter_v2: GameBoostV2, sandbox: RunningSandbox, stock: list[str]
) -> None:
    body = GameBoostV2.body(prepare_listing(war_thunder("outro", title="Conta do piloto")).listing)
    offered = {name: body[name] for name in ("game", "title", "description", "price", "image_urls", "account_data")}
    answer = vendor(sandbox, "POST", "/account-offers/create", offered | {"credentials": stock})
    assert answer.status_code == 201
    found = adapter_v2.find_by_login("piloto")
    assert isinstance(found, Found)
    assert [each.remote_id for each in found.listings] == ["100001"]
    assert adapter_v2.find_by_login("pilot") == Absent()


@pytest.mark.parametrize(
    ("fault", "answer"),
    [
        ({"kind": "error", "endpoint": "lookup"}, LookupFailed("Server Error")),
        (
            {"kind": "throttle", "endpoint": "lookup", "retryAfter": 3},
            LookupFailed("Muitas tentativas. Aguarde um momento e tente novamente.", 3.0),
        ),
        ({"kind": "unreadable", "endpoint": "lookup"}, LookupFailed("A resposta da API não pôde ser lida.")),
        ({"kind": "drop", "endpoint": "lookup"}, LookupFailed("A conexão com a API foi interrompida.")),
    ],
)
def test_lookup_that_fails_is_neither_found_nor_absent(
    adapter_v2: GameBoostV2, sandbox: RunningSandbox, fault: dict[str, Any], answer: LookupFailed
) -> None:
    adapter_v2.create(war_thunder())
    sandbox.control.set_faults(fault)
    assert adapter_v2.find_by_login("piloto") == answer


@pytest.mark.parametrize(
    ("fault", "status", "reason"),
    [
        ({"kind": "created_then_dropped"}, None, "A conexão com a API foi interrompida."),
        ({"kind": "created_then_error"}, 500, "Server Error"),
        ({"kind": "created_late", "ms": 600_000}, None, "Tempo limite esgotado."),
        ({"kind": "unreadable", "endpoint": "create"}, 201, "A resposta da API não pôde ser lida."),
    ],
)
def test_create_without_a_readable_answer_is_unknown_and_found_afterwards(
    sandbox: RunningSandbox, open_adapter: OpenAdapter, db: Any, fault: dict[str, Any], status: int | None, reason: str
) -> None:
    """Found is `created`."""
    outcome = outcome_under(fault, sandbox, open_adapter, path="/v2")
    assert isinstance(outcome, Unknown)
    assert (outcome.status, outcome.reason) == (status, reason)
    deadline = time.monotonic() + 60
    while not sandbox.control.counters()["created"] and time.monotonic() < deadline:
        time.sleep(0.02)
    assert isinstance(open_adapter(sandbox.connection(path="/v2")).find_by_login("piloto"), Found)
    assert sandbox.control.counters()["creates"] == {"piloto": 1}


def test_field_errors_as_texts_are_kept_by_field(adapter_v2: GameBoostV2, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(duplicate_logins="refuse")
    assert isinstance(adapter_v2.create(war_thunder()), Created)
    refused = adapter_v2.create(war_thunder())
    assert isinstance(refused, Refused)
    assert (refused.status, refused.message, refused.errors, len(refused.request_id)) == (
        422,
        "Invalid request parameters",
        {"login": ["You've already listed an account with this login."]},
        36,
    )


def test_refused_key_is_unauthorized(sandbox: RunningSandbox, open_adapter: OpenAdapter, db: Any) -> None:
    outcome = open_adapter(sandbox.connection("outra-chave", path="/v2")).create(war_thunder())
    assert isinstance(outcome, Unauthorized)
    assert outcome.status == 401


def test_publish_and_unpublish_one_and_several(adapter_v2: GameBoostV2, sandbox: RunningSandbox) -> None:
    for login in ("um", "dois"):
        adapter_v2.create(war_thunder(login))
    drafted = adapter_v2.set_status("100001", WritableStatus.DRAFT)
    assert isinstance(drafted, Done)
    assert drafted.data["data"]["attributes"]["status"] == "Draft"
    sandbox.control.set_listing_status("100002", "Sold")
    several = adapter_v2.set_status_of_many(["100001", "100002", "7"], WritableStatus.LISTED)
    assert isinstance(several, Done)
    assert [item["attributes"]["status"] for item in several.data["data"]] == ["Listed"]
    assert several.data["errors"] == [
        {"id": "100002", "message": "Invalid request parameters"},
        {"id": "7", "message": "Account offer not found"},
    ]


def test_several_statuses_are_limited_since_they_go_one_by_one(adapter_v2: GameBoostV2, calls: list[CallRecord]) -> None:
    refused = adapter_v2.set_status_of_many([str(number) for number in range(1, 52)], WritableStatus.DRAFT)
    assert refused == Refused(422, "A API v2 do GameBoost muda um anúncio por vez: escolha no máximo 50.")
    assert calls == []


@pytest.mark.parametrize("remote_id", ["", "..", "1/2", "1?x", "á"])
def test_id_that_no_offer_can_have_is_refused_without_a_call(
    adapter_v2: GameBoostV2, remote_id: str, calls: list[CallRecord]
) -> None:
    assert adapter_v2.delete(remote_id) == Refused(404, "Erro HTTP 404")
    assert adapter_v2.get(remote_id) == Refused(404, "Erro HTTP 404")
    assert adapter_v2.set_status(remote_id, WritableStatus.DRAFT) == Refused(404, "Erro HTTP 404")
    assert adapter_v2.find_by_id(remote_id) == Absent()
    assert calls == []


def test_offers_are_listed_page_by_page_by_meta(adapter_v2: GameBoostV2, sandbox: RunningSandbox) -> None:
    for number in range(3):
        adapter_v2.create(war_thunder(f"piloto{number}"))
    listed = adapter_v2.list_accounts(ListQuery(page=1, per_page=2))
    assert isinstance(listed, Done)
    assert [item["id"] for item in listed.data["data"]] == ["100003", "100002"]
    assert listed.data["meta"] == {"current_page": 1, "from": 1, "last_page": 2, "per_page": 2, "to": 2, "total": 3}
    assert isinstance(most := adapter_v2.list_accounts(ListQuery(per_page=200)), Done)
    assert most.data["meta"]["per_page"] == 50
    page = adapter_v2.list_page(1)
    assert isinstance(page, Page)
    assert (len(page.items), page.has_more) == (3, False)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        (ListQuery(search="do dragão"), ["100002"]),
        (ListQuery(search="100001"), ["100001"]),
        (ListQuery(status="draft"), ["100003"]),
        (ListQuery(game_id=3), ["100003"]),
        (ListQuery(sort="price"), ["100002", "100001", "100003"]),
        (ListQuery(sort="-price"), ["100003", "100001", "100002"]),
    ],
)
def test_list_is_filtered_and_sorted_by_the_marketplace(
    adapter_v2: GameBoostV2, sandbox: RunningSandbox, query: ListQuery, ids: list[str]
) -> None:
    adapter_v2.create(war_thunder("um", price_eur=Decimal("10.99")))
    adapter_v2.create(war_thunder("dois", title="Conta do Dragão", price_eur=Decimal("5.99")))
    adapter_v2.create(war_thunder("tres", game="roblox", price_eur=Decimal("20.99"), account_data={"robux_count": 1}))
    adapter_v2.set_status("100003", WritableStatus.DRAFT)
    listed = adapter_v2.list_accounts(query)
    assert isinstance(listed, Done)
    assert [item["id"] for item in listed.data["data"]] == ids


def test_v1_cannot_filter_and_says_so(adapter: GameBoostV1, calls: list[CallRecord]) -> None:
    refused = adapter.list_accounts(ListQuery(search="piloto"))
    assert refused == Refused(400, "Busca, filtros e ordenação exigem a API v2 do GameBoost.")
    assert calls == []


def test_template_games_and_orders_are_passed_on(adapter_v2: GameBoostV2) -> None:
    template = adapter_v2.template("valorant")
    assert isinstance(template, Done)
    assert template.data["account_data"]["level"] == {"type": "string", "required": True}
    one, orders = adapter_v2.games("roblox"), adapter_v2.orders()
    assert isinstance(one, Done)
    assert isinstance(orders, Done)
    assert (one.data["data"]["name"], orders.data["data"]) == ("Roblox", [])
    assert adapter_v2.create_order() == Refused(404, "A API do GameBoost não cria pedidos.")


def test_connection_test_tells_how_many_there_are(adapter_v2: GameBoostV2) -> None:
    adapter_v2.create(war_thunder())
    tested = adapter_v2.test()
    assert isinstance(tested, Done)
    assert tested.data == {"accounts": 1}


def test_both_versions_show_the_same_listings(adapter: GameBoostV1, adapter_v2: GameBoostV2) -> None:
    adapter.create(war_thunder("um"))
    adapter_v2.create(war_thunder("dois"))
    for one in (adapter, adapter_v2):
        page = one.list_page(1)
        assert isinstance(page, Page)
        assert [each.status for each in page.items] == ["Listed", "Listed"]
        assert [each.is_of(login) for each, login in zip(page.items, ("dois", "um"), strict=True)] == [True, True]


def test_sixth_write_to_one_offer_within_a_minute_is_429(sandbox: RunningSandbox, db: Any) -> None:
    """'writes to the same resource 5/min and 10/hour' (the vendor's page on rate limiting)."""
    body = GameBoostV2.body(prepare_listing(war_thunder()).listing)
    assert vendor(sandbox, "POST", "/account-offers/create", body).status_code == 201
    answers = [vendor(sandbox, "POST", "/account-offers/100001/draft") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert 1 <= int(answers[5].headers["Retry-After"]) <= 61
    assert vendor(sandbox, "GET", "/account-offers/100001").status_code == 200
    assert {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-Ratelimit-Reset", "X-GameBoost-Request-Id"} <= set(
        answers[0].headers
    )


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"title": ""}, {"title": "The 'title' field is required"}),
        ({"game": "tetris"}, {"game": "The selected game is invalid."}),
        ({"image_urls": []}, {"image_urls": "The image_urls must be an array of image URLs."}),
        ({"image_urls": ["https://imgur.com/x.jpg"]}, {"image_urls": "Imgur links are not supported."}),
        ({"price": 0.5}, {"price": "The minimum price is 0.99 €."}),
        ({"account_data": {"skins": 1}}, {"account_data.skins": "The account_data.skins field is not allowed."}),
        (
            {"game": "valorant", "account_data": {"level": "5"}},
            {"account_data.server": "The account_data.server field is required."},
        ),
    ],
)
def test_sandbox_refuses_what_breaks_the_contract(
    sandbox: RunningSandbox, db: Any, changes: dict[str, Any], errors: dict[str, str]
) -> None:
    body = GameBoostV2.body(prepare_listing(war_thunder()).listing) | changes
    answer = vendor(sandbox, "POST", "/account-offers/create", body)
    assert (answer.status_code, answer.json()["errors"]) == (422, errors)
    assert answer.json()["request_id"] == answer.headers["X-GameBoost-Request-Id"]
    assert sandbox.control.listings() == []


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        (422, {"message": "m", "errors": {"login": "x"}}, Refused(422, "m", {"login": ["x"]}, "")),
        (429, {"message": "Too many requests"}, Throttled(60.0)),
        (502, {"message": "Bad gateway"}, Unknown("Bad gateway", 502)),
    ],
)
def test_documented_failures_are_told_apart(status: int, body: dict[str, Any], outcome: Any) -> None:
    assert read_reply(answered(status, body), Scrubber("")).failure() == outcome


def answered(status: int, body: Any, headers: dict[str, str] | None = None) -> Any:
    """An answer as the guard at the socket gives it."""
    return OutboundResponse(status, headers or {}, json.dumps(body).encode())


def vendor(sandbox: RunningSandbox, method: str, path: str, body: Any = None) -> requests.Response:
    """A call as any client of the vendor would make it."""
    with requests.Session() as session:
        session.trust_env = False
        headers = {"Authorization": "Bearer sandbox-key"}
        return session.request(method, f"{sandbox.url}/v2{path}", json=body, headers=headers, timeout=60)
