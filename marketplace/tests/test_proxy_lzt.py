"""/api/proxy/lztmarket/…: 'market/items (GET), /market/item/{id} (GET), /user/profile (GET), /market/purchase (POST,
data)'."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.queries import account_index
from core.models import AuditEvent
from marketplace.enums import Service
from marketplace.models import Activity, Purchase
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.usefixtures("system_owner")

BASE = "/api/proxy/lztmarket"
Call = Callable[..., Any]


@pytest.fixture
def caller(client_for: Any, sandbox: RunningSandbox) -> Callable[[Any], Call]:
    """Proxy calls of a person who has a key of their own."""

    def of(user: Any, **changes: Any) -> Call:
        configure(user, f"{sandbox.url}/lzt", service=Service.LZTMARKET, **changes)
        client = client_for(user)

        def perform(path: str, method: str = "GET", *, key: str = "", **body: Any) -> Any:
            headers = {"Idempotency-Key": key} if key else {}
            return client.post(BASE + path, {"userId": user.id, "method": method, **body}, format="json", headers=headers)

        return perform

    return of


@pytest.fixture
def call(employee: Any, caller: Callable[[Any], Call]) -> Call:
    return caller(employee)


@pytest.fixture
def buy(admin: Any, caller: Callable[[Any], Call], settings: Any) -> Call:
    """Purchases of an administrator, where they are switched on."""
    settings.LZT_PURCHASE_ENABLED = True
    call = caller(admin)

    def buy(item_id: int = 9008, price: str = "6.00", *, key: str = "") -> Any:
        return call("/market/purchase", "POST", key=key, data={"item_id": item_id, "price": price})

    return buy


def endpoints(sandbox: RunningSandbox) -> list[str]:
    return [entry["endpoint"] for entry in sandbox.control.log()]


def test_items_item_and_profile_are_the_marketplaces_own_answers(call: Call) -> None:
    items = call("/market/items", params={"category": "roblox"})
    assert items.status_code == 200
    assert [lot["item_id"] for lot in items.json()["items"]] == [9008, 9009, 9011]
    item = call("/market/item/9008").json()["item"]
    assert (item["title"], item["price"], item["purchase_refusal"]) == ("Roblox 350 Robux", 6, "")
    assert call("/user/profile").json()["user"]["username"] == "vendedor_sandbox"
    own = call("/market/items", params={"own": True})
    assert own.json()["items"] == []


def test_war_thunder_has_no_category(call: Call, sandbox: RunningSandbox) -> None:
    refused = call("/market/items", params={"category": "war-thunder"})
    assert (refused.status_code, refused.json()["message"]) == (
        404,
        "O LZT Market não tem categoria para War Thunder.",
    )
    assert sandbox.control.log() == []


@pytest.mark.parametrize(
    ("enabled", "path", "params"),
    [
        (["categories", "orders"], "/market/items", {}),
        (["categories", "orders"], "/market/items", {"own": True, "category": "roblox"}),
        (["listings", "orders"], "/market/items", {"category": "roblox"}),
        (["categories", "orders"], "/market/item/9008", {}),
        (["categories", "orders"], "/user/profile", {}),
    ],
)
def test_call_outside_the_enabled_endpoints_is_403_and_nothing_goes_out(
    employee: Any,
    caller: Callable[..., Call],
    sandbox: RunningSandbox,
    enabled: list[str],
    path: str,
    params: dict[str, Any],
) -> None:
    refused = caller(employee, enabled_endpoints=enabled)(path, params=params)
    assert (refused.status_code, refused.json()["code"]) == (403, "endpoint_disabled")
    assert sandbox.control.log() == []


def test_reads_are_kept_for_the_cache_time(call: Call, sandbox: RunningSandbox) -> None:
    for _ in range(3):
        call("/market/items", params={"category": "roblox"})
        call("/market/item/9008")
        call("/user/profile")
    call("/market/items", params={"category": "roblox", "page": 2})
    assert endpoints(sandbox) == ["search", "get", "profile", "search"]


@pytest.mark.parametrize(
    ("path", "method"), [("/market/items", "POST"), ("/market/item/1", "DELETE"), ("/user/profile", "PATCH")]
)
def test_method_that_the_path_does_not_have_is_405(call: Call, sandbox: RunningSandbox, path: str, method: str) -> None:
    assert call(path, method).status_code == 405
    assert sandbox.control.log() == []


@pytest.mark.parametrize(
    "params", [{"category": "../me"}, {"category": "a b"}, {"page": 0}, {"state": "x"}, {"order_by": "a;b"}]
)
def test_params_that_make_no_sense_are_refused(call: Call, sandbox: RunningSandbox, params: dict[str, Any]) -> None:
    assert call("/market/items", params=params).status_code == 400
    assert sandbox.control.log() == []


@pytest.mark.parametrize(
    ("fault", "status", "code", "message"),
    [
        ({"kind": "error", "status": 401, "message": "Invalid token"}, 502, "marketplace_unavailable", "Invalid token"),
        (
            {"kind": "error", "status": 403, "message": "Not <b>yours</b>"},
            422,
            "marketplace_refused",
            "Not yours",
        ),
        (
            {"kind": "error", "status": 404, "message": "Requested item not found"},
            404,
            "marketplace_not_found",
            "Requested item not found",
        ),
        ({"kind": "error", "status": 502, "message": "Bad"}, 502, "marketplace_unavailable", "Bad"),
        (
            {"kind": "unreadable", "endpoint": "*"},
            502,
            "marketplace_unavailable",
            "A resposta da API não pôde ser lida.",
        ),
    ],
)
def test_failures_are_told_in_the_envelope(
    call: Call, sandbox: RunningSandbox, fault: dict[str, Any], status: int, code: str, message: str
) -> None:
    sandbox.control.set_faults(fault)
    failed = call("/market/items")
    assert (failed.status_code, failed.json()["code"], failed.json()["message"]) == (status, code, message)


def test_call_without_a_configuration_is_404(employee: Any, client_for: Any) -> None:
    refused = client_for(employee).post(f"{BASE}/user/profile", {"method": "GET"}, format="json")
    assert (refused.status_code, refused.json()["message"]) == (404, "Configuração da API LZT Market não encontrada")


def test_purchase_gives_the_account_once_and_leaves_a_trace(buy: Call, admin: Any, sandbox: RunningSandbox) -> None:
    bought = buy()
    body = bought.json()
    assert (bought.status_code, body["status"], body["item"]["item_id"]) == (200, "ok", 9008)
    assert body["credentials"]["account"]["login"] == "conta9008"
    purchase = Purchase.objects.get()
    assert body["purchase"]["id"] == purchase.id
    assert (purchase.user_id, purchase.item_id, purchase.state, str(purchase.price), purchase.origin) == (
        admin.id,
        "9008",
        "bought",
        "6.00",
        "autoreg",
    )
    events = AuditEvent.objects.filter(event__startswith="marketplace.purchase").order_by("id")
    assert [(event.event, event.actor_id, event.after["state"]) for event in events] == [
        ("marketplace.purchase_started", admin.id, "sending"),
        ("marketplace.purchase_settled", admin.id, "bought"),
    ]
    assert "Exemplo#" not in str([event.after for event in events])
    assert sandbox.control.counters()["creates"] == {"9008": 1}
    assert [row.endpoint for row in Activity.objects.order_by("id")] == ["listings", "orders"]


def test_purchase_made_as_practice_says_so(buy: Call, admin: Any, client_for: Any) -> None:
    client = client_for(admin)
    client.post("/api/training", {"active": True}, format="json")
    assert buy().json()["purchase"]["training"] is True
    assert [purchase["training"] for purchase in client.get("/api/purchases").json()] == [True]


def test_purchase_is_for_admins(
    employee: Any, caller: Callable[..., Call], sandbox: RunningSandbox, settings: Any
) -> None:
    settings.LZT_PURCHASE_ENABLED = True
    refused = caller(employee)("/market/purchase", "POST", data={"item_id": 9008, "price": "6.00"})
    assert refused.status_code == 403
    assert sandbox.control.log() == []


def test_purchase_is_off_unless_it_is_switched_on(buy: Call, settings: Any, sandbox: RunningSandbox) -> None:
    """'off unless `LZT_PURCHASE_ENABLED`'."""
    settings.LZT_PURCHASE_ENABLED = False
    refused = buy()
    assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == (
        403,
        "purchases_disabled",
        "A compra no LZT Market está desativada nesta instalação.",
    )
    assert sandbox.control.log() == []


@pytest.mark.parametrize(
    ("item_id", "price", "message"),
    [
        (9003, "49.99", "Este lote não pode ser comprado: a origem da conta é stealer."),
        (9007, "4.00", "Este lote não pode ser comprado: a origem da conta é força bruta."),
        (9010, "60.00", "Este lote não pode ser comprado: a origem da conta é phishing."),
        (9011, "3.00", "Este lote não informa a origem da conta, então não pode ser comprado aqui."),
        (9012, "18.00", "Este lote não está à venda."),
    ],
)
def test_lot_of_a_refused_origin_is_not_bought(
    buy: Call, sandbox: RunningSandbox, item_id: int, price: str, message: str
) -> None:
    """Refuses lots whose origin is brute, phishing or stealer."""
    refused = buy(item_id, price)
    assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == (
        422,
        "purchase_refused",
        message,
    )
    assert endpoints(sandbox) == ["get"]
    assert Purchase.objects.count() == 0


def test_purchase_needs_the_endpoint(
    admin: Any, caller: Callable[..., Call], settings: Any, sandbox: RunningSandbox
) -> None:
    settings.LZT_PURCHASE_ENABLED = True
    call = caller(admin, enabled_endpoints=["listings", "categories"])
    refused = call("/market/purchase", "POST", data={"item_id": 9008, "price": "6.00"})
    assert (refused.status_code, refused.json()["code"]) == (403, "endpoint_disabled")
    assert sandbox.control.log() == []


def test_price_that_changed_is_shown_and_nothing_is_bought(buy: Call, sandbox: RunningSandbox) -> None:
    refused = buy(9008, "5.00")
    body = refused.json()
    assert (refused.status_code, body["code"], body["price"], body["currency"]) == (409, "price_changed", "6.00", "eur")
    assert endpoints(sandbox) == ["get"]


@pytest.mark.parametrize(
    "data",
    [{}, {"item_id": 0, "price": "1"}, {"item_id": "x", "price": "1"}, {"item_id": 1, "price": "0"}, {"item_id": 1}],
)
def test_purchase_without_lot_or_price_is_refused(
    admin: Any, caller: Callable[..., Call], settings: Any, sandbox: RunningSandbox, data: dict[str, Any]
) -> None:
    settings.LZT_PURCHASE_ENABLED = True
    assert caller(admin)("/market/purchase", "POST", data=data).status_code == 400
    assert sandbox.control.log() == []


def test_refusal_of_the_marketplace_is_told_and_the_lot_may_be_tried_again(buy: Call, sandbox: RunningSandbox) -> None:
    refused = buy(9006, "5000.00")
    assert (refused.status_code, refused.json()["message"], refused.json()["purchase"]["state"]) == (
        400,
        "You do not have enough money to buy this product. Top up",
        "refused",
    )
    assert buy(9006, "5000.00").status_code == 400
    assert [row.state for row in Purchase.objects.all()] == ["refused", "refused"]


@pytest.mark.parametrize("kind", ["created_then_dropped", "unreadable", "drop"])
def test_purchase_without_an_answer_is_said_to_be_unknown_and_never_repeated(
    buy: Call, sandbox: RunningSandbox, kind: str
) -> None:
    """'never retried after a timeout'."""
    sandbox.control.set_faults({"kind": kind, "endpoint": "purchase"})
    unknown = buy()
    assert (unknown.status_code, unknown.json()["code"]) == (502, "purchase_outcome_unknown")
    assert unknown.json()["message"] == (
        "Não foi possível confirmar a compra, e o valor pode ter sido debitado. "
        "Confira suas compras no LZT Market antes de tentar de novo."
    )
    assert unknown.json()["purchase"]["state"] == "unknown"
    sandbox.control.set_faults()
    again = buy()
    assert (again.status_code, again.json()["code"]) == (409, "purchase_unsettled")
    assert endpoints(sandbox).count("purchase") == 1


@pytest.mark.parametrize("fault", [None, {"kind": "error", "status": 500, "endpoint": "get"}])
def test_account_of_a_purchase_settled_by_hand_is_known_where_its_lot_shows_it(
    buy: Call, sandbox: RunningSandbox, admin: Any, client_for: Any, fault: Any
) -> None:
    sandbox.control.set_faults({"kind": "created_then_dropped", "endpoint": "purchase"})
    unknown = buy().json()["purchase"]
    sandbox.control.set_faults(*[fault] if fault else [])

    answer = client_for(admin).post(f"/api/purchases/{unknown['id']}/resolve", {"outcome": "bought"}, format="json")

    assert (answer.status_code, answer.json()["state"]) == (200, "bought")
    assert "conta9008" not in answer.content.decode()
    assert Purchase.objects.get().account_index == ("" if fault else account_index("roblox", "conta9008"))


def test_same_key_replays_the_answer_and_buys_once(buy: Call, sandbox: RunningSandbox) -> None:
    """Same key and body replays the first answer (`Idempotent-Replay: true`)."""
    first, second = buy(key="compra-1"), buy(key="compra-1")
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()
    assert second.headers["Idempotent-Replay"] == "true"
    assert buy(9009, "22.00", key="compra-1").status_code == 422
    assert buy().json()["code"] == "already_purchased"
    assert sandbox.control.counters()["creates"] == {"9008": 1}


def test_same_key_after_an_unknown_outcome_says_so_again(buy: Call, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "created_then_dropped", "endpoint": "purchase"})
    first, second = buy(key="compra-1"), buy(key="compra-1")
    assert (second.status_code, second.json()) == (first.status_code, first.json())
    assert second.headers["Idempotent-Replay"] == "true"
    assert endpoints(sandbox).count("purchase") == 1


def test_same_key_after_a_refusal_replays_the_refusal(buy: Call, sandbox: RunningSandbox) -> None:
    first, second = buy(9006, "5000.00", key="compra-1"), buy(9006, "5000.00", key="compra-1")
    assert (first.status_code, second.status_code, second.json()) == (400, 400, first.json())
    assert endpoints(sandbox).count("purchase") == 1


def test_purchase_refused_before_sending_frees_its_key(buy: Call, sandbox: RunningSandbox) -> None:
    assert buy(9008, "5.00", key="compra-1").status_code == 409
    assert buy(9008, "6.00", key="compra-1").status_code == 200
    assert sandbox.control.counters()["creates"] == {"9008": 1}
