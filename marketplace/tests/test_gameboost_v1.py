"""The v1 dialect against the sandbox. 'vocabularies differ on read and write, server omitted rather than
null, an empty image_urls refused, unknown statuses shown and not crashed on'."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from marketplace.adapters.base import (
    Absent,
    CallRecord,
    Connection,
    Created,
    Done,
    Found,
    LookupFailed,
    NotSent,
    Page,
    Refused,
    RemoteListing,
    Throttled,
    Unauthorized,
    Unknown,
    reason_of,
)
from marketplace.adapters.client import errors_of, message_of, retry_after_s
from marketplace.adapters.gameboost.dialect import without_secrets
from marketplace.adapters.gameboost.versions import GameBoostV1
from marketplace.enums import WritableStatus
from marketplace.tests.conftest import outcome_under, war_thunder
from marketplace.tests.documented import V1_ACCOUNT
from marketplace.tests.sandbox_fixture import RunningSandbox

OpenAdapter = Callable[[Connection], GameBoostV1]


def test_vendor_item_is_read_field_by_field() -> None:
    assert GameBoostV1.read(V1_ACCOUNT) == RemoteListing(
        remote_id="123456",
        title="Conta",
        game="fortnite",
        status="Listed",
        price_eur=Decimal("14.99"),
        login="piloto",
        created_at=datetime.fromtimestamp(1730000000, UTC),
    )


@pytest.mark.parametrize(
    ("name", "written", "read", "value"),
    [
        ("status", "Draft", "status", "Draft"),
        ("status", "Pending", "status", "Pending"),
        ("status", "Processing", "status", "Processing"),
        ("status", "Sold", "status", "Sold"),
        ("status", "Refunded", "status", "Refunded"),
        ("status", "listed", "status", "Listed"),
        ("status", "Under Review", "status", "Under Review"),
        ("price", "12.50", "price_eur", Decimal("12.50")),
        ("price", None, "price_eur", None),
        ("price", "NaN", "price_eur", None),
        ("created_at", None, "created_at", None),
    ],
)
def test_read_words_are_normalised_and_unknown_ones_kept(name: str, written: Any, read: str, value: Any) -> None:
    item = {"id": 7, "attributes": V1_ACCOUNT["attributes"] | {name: written}}
    listing = GameBoostV1.read(item)
    assert getattr(listing, read) == value


@pytest.mark.parametrize("item", [None, [], "x", {}, {"id": None}, {"id": True}, {"id": ""}, {"id": "../1"}])
def test_item_without_an_id_is_no_listing(item: Any) -> None:
    assert GameBoostV1.read(item) is None


def test_passwords_are_taken_out_of_what_is_passed_on() -> None:
    cleaned = without_secrets({"data": [V1_ACCOUNT]})
    attributes = cleaned["data"][0]["attributes"]
    assert {"password", "email_password"} & attributes.keys() == set()
    assert attributes["login"] == "piloto"


def test_410_is_told_as_the_version_and_not_as_the_account(adapter: GameBoostV1, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(v1_gone=1)
    gone = Unauthorized(410, "O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2.")

    assert replace(adapter.create(war_thunder()), request_id="") == gone
    assert replace(adapter.delete("100001"), request_id="") == gone
    lookups = (adapter.find_by_login("piloto"), adapter.find_by_id("100001"), adapter.list_page(1))
    for answer in lookups:
        assert isinstance(answer, LookupFailed)
        assert isinstance(answer.failure, Unauthorized)
        assert answer.reason == gone.message


def test_create_then_look_up_then_delete(adapter: GameBoostV1, sandbox: RunningSandbox, calls: list[CallRecord]) -> None:
    created = adapter.create(war_thunder("piloto/1"))
    assert isinstance(created, Created)
    assert created.remote_id == "100001"
    assert len(created.request_id) == 36
    found = adapter.find_by_login("piloto/1")
    assert isinstance(found, Found)
    assert [(each.remote_id, each.status, each.login) for each in found.listings] == [("100001", "Listed", "piloto/1")]
    assert adapter.find_by_login("piloto") == Absent()
    assert isinstance(adapter.delete("100001"), Done)
    assert adapter.find_by_login("piloto/1") == Absent()
    assert [(call.method, call.endpoint, call.status) for call in calls] == [
        ("POST", "accounts", 201),
        ("GET", "accounts/by-login/{login}", 200),
        ("GET", "accounts/by-login/{login}", 404),
        ("DELETE", "accounts/{id}/delete", 200),
        ("GET", "accounts/by-login/{login}", 404),
    ]
    assert calls[0].request_id == created.request_id
    assert (calls[0].service, calls[0].rate.limit, calls[0].rate.remaining) == ("gameboost", 500, 499)
    assert "piloto" not in repr(calls)
    assert sandbox.control.counters()["creates"] == {"piloto/1": 1}


def test_create_that_the_check_refuses_sends_nothing(adapter: GameBoostV1, calls: list[CallRecord]) -> None:
    refused = adapter.create(war_thunder(image_urls=(), title=""))
    assert refused == Refused(
        422,
        "Título é obrigatório",
        {
            "title": ["Título é obrigatório"],
            "image_urls": ["Adicione ao menos uma imagem: o GameBoost não aceita anúncios sem imagem."],
        },
    )
    assert calls == []


def test_create_refused_by_the_marketplace_keeps_its_field_messages(
    adapter: GameBoostV1, sandbox: RunningSandbox
) -> None:
    sandbox.control.set_policy(duplicate_logins="refuse")
    assert isinstance(adapter.create(war_thunder()), Created)
    refused = adapter.create(war_thunder())
    assert isinstance(refused, Refused)
    assert (refused.status, refused.message, refused.errors) == (
        422,
        "already listed with this login",
        {"login": ["already listed with this login"]},
    )
    assert len(refused.request_id) == 36
    assert sandbox.control.counters()["created"] == 1


@pytest.mark.parametrize(
    ("fault", "status", "reason"),
    [
        ({"kind": "created_then_dropped"}, None, "A conexão com a API foi interrompida."),
        ({"kind": "created_then_error"}, 500, "Server Error"),
        ({"kind": "created_late", "ms": 600_000}, None, "Tempo limite esgotado."),
        ({"kind": "unreadable"}, 201, "A resposta da API não pôde ser lida."),
    ],
)
def test_create_that_happened_without_a_readable_answer_is_unknown(
    sandbox: RunningSandbox, open_adapter: OpenAdapter, fault: dict[str, Any], status: int | None, reason: str
) -> None:
    """A timeout, dropped connection, 5xx or unreadable success is an unknown outcome."""
    outcome = outcome_under(fault, sandbox, open_adapter)
    assert isinstance(outcome, Unknown)
    assert (outcome.status, outcome.reason) == (status, reason)
    deadline = time.monotonic() + 60
    while not sandbox.control.counters()["created"] and time.monotonic() < deadline:
        time.sleep(0.02)
    assert sandbox.control.counters()["creates"] == {"piloto": 1}


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        ({"kind": "throttle", "retryAfter": 7}, Throttled(7.0)),
        ({"kind": "error", "status": 500}, Unknown("Server Error", 500)),
        ({"kind": "error", "status": 408}, Unknown("Server Error", 408)),
        ({"kind": "error", "status": 302, "message": "Moved"}, Unknown("Moved", 302)),
        ({"kind": "error", "status": 403, "message": "Forbidden"}, Unauthorized(403, "Forbidden")),
        ({"kind": "error", "status": 409, "message": "Conflict"}, Refused(409, "Conflict")),
        ({"kind": "drop"}, Unknown("A conexão com a API foi interrompida.", None)),
        (
            {"kind": "refuse", "logins": ["piloto"], "errors": {"login": ["Login banned."], "title": ["Too long."]}},
            Refused(422, "Login banned. (and 1 more error)", {"login": ["Login banned."], "title": ["Too long."]}),
        ),
    ],
)
def test_create_that_did_not_happen_says_what_may_be_done(
    adapter: GameBoostV1, sandbox: RunningSandbox, fault: dict[str, Any], outcome: Any
) -> None:
    sandbox.control.set_faults(fault)
    answered = adapter.create(war_thunder())
    without_request_id = {**answered.__dict__, "request_id": ""}
    assert type(answered)(**without_request_id) == outcome
    assert sandbox.control.counters()["created"] == 0


def test_key_that_the_marketplace_refuses_is_unauthorized(sandbox: RunningSandbox, open_adapter: OpenAdapter) -> None:
    adapter = open_adapter(sandbox.connection("outra-chave"))
    outcome = adapter.create(war_thunder())
    assert isinstance(outcome, Unauthorized)
    assert (outcome.status, outcome.message) == (401, "Missing, invalid, or expired API key")


def test_address_that_is_not_permitted_sends_nothing(
    sandbox: RunningSandbox, open_adapter: OpenAdapter, settings: Any, calls: list[CallRecord]
) -> None:
    settings.OUTBOUND_ALLOWED_HOSTS = frozenset()
    outcome = open_adapter(sandbox.connection()).create(war_thunder())
    assert outcome == NotSent("Endereço da API não permitido.")
    assert sandbox.control.log() == []
    assert [(call.status, call.failure) for call in calls] == [(None, "destination_refused")]


def test_create_withdrawn_at_the_last_moment_sends_nothing(adapter: GameBoostV1, sandbox: RunningSandbox) -> None:
    outcome = adapter.create(war_thunder(), may_send=lambda: False)
    assert outcome == NotSent("Envio cancelado antes de sair.", withdrawn=True)
    assert sandbox.control.log() == []


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
    adapter: GameBoostV1, sandbox: RunningSandbox, fault: dict[str, Any], answer: LookupFailed
) -> None:
    adapter.create(war_thunder())
    sandbox.control.set_faults(fault)
    assert adapter.find_by_login("piloto") == answer


def test_404_of_something_else_than_the_api_is_not_absent(sandbox: RunningSandbox, open_adapter: OpenAdapter) -> None:
    adapter = open_adapter(sandbox.connection())
    sandbox.control.set_faults({"kind": "unreadable", "endpoint": "lookup"})
    assert isinstance(adapter.find_by_login("ninguem"), LookupFailed)


@pytest.mark.parametrize("login", ["", ".", ".."])
def test_login_that_no_path_can_carry_is_not_looked_up(adapter: GameBoostV1, login: str, calls: list[CallRecord]) -> None:
    assert adapter.find_by_login(login) == LookupFailed("Login inválido")
    assert calls == []


def test_lookup_lags_behind_the_create(adapter: GameBoostV1, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "lagging_lookup", "ms": 2000})
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert isinstance(adapter.create(war_thunder()), Created)
        assert adapter.find_by_login("piloto") == Absent()
        clock.shift(2.1)
        assert isinstance(adapter.find_by_login("piloto"), Found)


def test_listings_of_another_key_are_not_seen(
    adapter: GameBoostV1, sandbox: RunningSandbox, open_adapter: OpenAdapter
) -> None:
    adapter.create(war_thunder())
    assert open_adapter(sandbox.connection("sandbox-other")).find_by_login("piloto") == Absent()


def test_second_listing_of_a_login_is_found_by_paging(adapter: GameBoostV1, sandbox: RunningSandbox) -> None:
    for _ in range(2):
        adapter.create(war_thunder())
    page = adapter.list_page(1)
    assert isinstance(page, Page)
    assert ([each.remote_id for each in page.items], page.has_more) == (["100002", "100001"], False)
    sandbox.control.set_policy(lookup_shape="list")
    found = adapter.find_by_login("piloto")
    assert isinstance(found, Found)
    assert [each.remote_id for each in found.listings] == ["100001", "100002"]


def test_list_of_a_shop_without_accounts_ends_at_its_first_page(adapter: GameBoostV1) -> None:
    """However the server counts what is not there: else nothing is ever taken for absent."""
    assert not adapter.has_more({"current_page": 1, "to": None, "total": 0}, 0)


def test_publish_and_unpublish(adapter: GameBoostV1) -> None:
    adapter.create(war_thunder())
    adapter.create(war_thunder("piloto2"))
    drafted = adapter.set_status("100001", WritableStatus.DRAFT)
    assert isinstance(drafted, Done)
    assert drafted.data["data"]["attributes"]["status"] == "Draft"
    listed = adapter.set_status_of_many(["100001", "100002"], WritableStatus.LISTED)
    assert isinstance(listed, Done)
    assert [item["attributes"]["status"] for item in listed.data["data"]] == ["Listed", "Listed"]


def test_status_that_the_vendor_invents_is_shown(adapter: GameBoostV1, sandbox: RunningSandbox) -> None:
    adapter.create(war_thunder())
    sandbox.control.set_listing_status("100001", "Em Análise")
    found = adapter.find_by_login("piloto")
    assert isinstance(found, Found)
    assert found.listings[0].status == "Em Análise"


@pytest.mark.parametrize("remote_id", ["", "..", "1/2", "1?x", "á"])
def test_id_that_no_listing_can_have_is_refused_without_a_call(
    adapter: GameBoostV1, remote_id: str, calls: list[CallRecord]
) -> None:
    assert adapter.delete(remote_id) == Refused(404, "Erro HTTP 404")
    assert adapter.set_status_of_many([remote_id], WritableStatus.DRAFT) == Refused(404, "Erro HTTP 404")
    assert calls == []


def test_template_and_games_are_passed_on(adapter: GameBoostV1, calls: list[CallRecord]) -> None:
    template = adapter.template("roblox")
    assert isinstance(template, Done)
    assert template.data["template"]["account_data"]["robux_count"] == {"condition": "min:0"}
    games = adapter.games()
    assert isinstance(games, Done)
    assert [game["slug"] for game in games.data["data"]][:4] == ["fortnite", "valorant", "roblox", "war-thunder"]
    game = adapter.games("fortnite")
    assert isinstance(game, Done)
    assert game.data["data"]["name"] == "Fortnite"
    assert adapter.games("xadrez") == Refused(404, "Erro HTTP 404")
    assert all(call.succeeded for call in calls)


def test_orders_are_refused_in_words_and_nothing_goes_out(adapter: GameBoostV1, calls: list[CallRecord]) -> None:
    assert adapter.orders() == Refused(404, "Os pedidos exigem a API v2 do GameBoost.")
    assert adapter.create_order() == Refused(404, "A API do GameBoost não cria pedidos.")
    assert calls == []


def test_connection_test_counts_the_accounts(adapter: GameBoostV1) -> None:
    adapter.create(war_thunder())
    tested = adapter.test()
    assert isinstance(tested, Done)
    assert tested.data == {"accounts": 1}


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 60.0),
        ("7", 7.0),
        ("0", 0.0),
        ("-3", 0.0),
        ("1.5", 1.5),
        ("999999", 3600.0),
        ("nan", 60.0),
        ("soon", 60.0),
        ("Wed, 21 Oct 2026 07:28:30 GMT", 30.0),
        ("Wed, 21 Oct 2026 07:27:00 GMT", 0.0),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str | None, seconds: float) -> None:
    assert retry_after_s(header, now=datetime(2026, 10, 21, 7, 28, tzinfo=UTC)) == seconds


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"errors": {"login": "The 'login' field is required"}}, {"login": ["The 'login' field is required"]}),
        ({"errors": {"login": ["a", "b"], "price": "c"}}, {"login": ["a", "b"], "price": ["c"]}),
        ({"errors": ["x"]}, {}),
        ("text", {}),
    ],
)
def test_field_errors_may_be_a_text_or_a_list(body: Any, errors: dict[str, list[str]]) -> None:
    assert errors_of(body) == errors


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"message": "Invalid"}, "Invalid"),
        ({"error": "Invalid"}, "Invalid"),
        ({"errors": ["Requested item not found"]}, "Requested item not found"),
        ({"message": ""}, "Erro HTTP 418"),
        (None, "Erro HTTP 418"),
        ({"message": "x" * 900}, "x" * 500),
    ],
)
def test_message_is_the_vendors_own_or_the_status(body: Any, message: str) -> None:
    assert message_of(body, 418) == message


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        (NotSent("a"), "a"),
        (Unknown("b"), "b"),
        (Refused(422, "c"), "c"),
        (Unauthorized(401, "d"), "d"),
        (Throttled(1), "Muitas tentativas. Aguarde um momento e tente novamente."),
    ],
)
def test_every_failure_has_a_sentence(failure: Any, text: str) -> None:
    assert reason_of(failure) == text


def test_secrets_are_in_no_repr(sandbox: RunningSandbox) -> None:
    connection = sandbox.connection("sandbox-segredo")
    listing = war_thunder("login-secreto", password="senha-secreta", email_password="email-secreto")
    assert "segredo" not in repr(connection)
    assert "secret" not in repr(listing)
