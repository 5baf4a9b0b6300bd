"""The sandbox by itself. 'a separate process that speaks both vendors' contracts over HTTP, keeps its own
state, and can be told to fail'."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
import time_machine
from django.conf import settings as project_settings

from core.tests.listener import reserved_port
from core.tests.processes import PATIENCE_S
from marketplace.sandbox.dialect import Policy
from marketplace.sandbox.faults import Faults
from marketplace.tests.sandbox_fixture import RunningSandbox

BODY = {
    "game": "war-thunder",
    "title": "Conta War Thunder - Premium",
    "price": 14.99,
    "login": "piloto",
    "password": "Exemplo#123",
    "email_password": "Exemplo#456",
    "has_2fa": False,
    "description": "Conta com acesso completo.",
    "level_up_method": "by_hand",
    "image_urls": ["https://cdn.example.com/wt1.jpg"],
    "account_data": {"account_level": 50, "nations": ["USSR"]},
}


class Vendor:
    """Calls the sandbox as any client of the vendor would."""

    def __init__(self, url: str, prefix: str = "/v1") -> None:
        self._url = url + prefix
        self.session = requests.Session()
        self.session.trust_env = False

    def __call__(self, method: str, path: str, body: Any = None, key: str = "sandbox-a") -> requests.Response:
        headers = {"Authorization": f"Bearer {key}"}
        return self.session.request(method, f"{self._url}{path}", json=body, headers=headers, timeout=60)


@pytest.fixture
def vendor(sandbox: RunningSandbox) -> Iterator[Vendor]:
    caller = Vendor(sandbox.url)
    yield caller
    caller.session.close()


def test_number_that_is_no_decimal_is_an_unknown_path(sandbox: RunningSandbox) -> None:
    """'²' is a digit to Python, and no number."""
    assert Vendor(sandbox.url, "/lzt")("GET", "/²").status_code == 404


def test_create_answers_the_read_words_and_the_password_in_clear(vendor: Vendor) -> None:
    answer = vendor("POST", "/accounts", BODY)
    assert answer.status_code == 201
    data = answer.json()["data"]
    attributes = data["attributes"]
    assert (data["id"], data["type"]) == ("100001", "accounts")
    assert (attributes["status"], attributes["level_up_method"]) == ("Listed", "Handmade")
    assert (attributes["password"], attributes["email_password"]) == ("Exemplo#123", "Exemplo#456")
    assert (attributes["price"], attributes["server"], attributes["images"]) == (14.99, None, BODY["image_urls"])
    assert isinstance(attributes["created_at"], int)
    assert {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-Ratelimit-Reset", "X-GameBoost-Request-Id"} <= set(
        answer.headers
    )


@pytest.mark.parametrize(
    ("changes", "message", "errors"),
    [
        (
            {"image_urls": []},
            "The image_urls must be an array of image URLs.",
            {"image_urls": ["The image_urls must be an array of image URLs."]},
        ),
        (
            {"image_urls": [], "price": 0.5},
            "The minimum price is 0.99 €. (and 1 more error)",
            {
                "price": ["The minimum price is 0.99 €."],
                "image_urls": ["The image_urls must be an array of image URLs."],
            },
        ),
        (
            {"server": None},
            "The server field is prohibited for this game.",
            {"server": ["The server field is prohibited for this game."]},
        ),
        (
            {"account_data": {"gjn_balance_count": None}},
            "The account_data.gjn_balance_count must be an integer of at least 0.",
            {"account_data.gjn_balance_count": ["The account_data.gjn_balance_count must be an integer of at least 0."]},
        ),
        (
            {"account_data": {"nations": ["Brasil"]}},
            "The account_data.nations has an invalid value.",
            {"account_data.nations": ["The account_data.nations has an invalid value."]},
        ),
        (
            {"account_data": {"skins": 3}},
            "The account_data.skins field is not allowed.",
            {"account_data.skins": ["The account_data.skins field is not allowed."]},
        ),
        (
            {"game": "valorant", "server": "NA", "account_data": {"level": "5"}},
            "The selected server is invalid.",
            {"server": ["The selected server is invalid."]},
        ),
        (
            {"game": "valorant", "server": "Brazil", "account_data": {"level": 5}},
            "The account_data.level must be a string.",
            {"account_data.level": ["The account_data.level must be a string."]},
        ),
        (
            {"is_manual": True},
            "The delivery_time field is required when is_manual is true.",
            {"delivery_time": ["The delivery_time field is required when is_manual is true."]},
        ),
        ({"game": "tetris"}, "The selected game is invalid.", {"game": ["The selected game is invalid."]}),
    ],
)
def test_create_that_breaks_the_contract_is_422_and_nothing_is_listed(
    vendor: Vendor, sandbox: RunningSandbox, changes: dict[str, Any], message: str, errors: dict[str, list[str]]
) -> None:
    answer = vendor("POST", "/accounts", BODY | changes)
    assert answer.status_code == 422
    body = answer.json()
    assert (body["message"], body["errors"]) == (message, errors)
    assert body["request_id"] == answer.headers["X-GameBoost-Request-Id"]
    assert sandbox.control.listings() == []


def test_key_without_the_sandbox_prefix_is_401_in_the_vendors_envelope(vendor: Vendor) -> None:
    answer = vendor("GET", "/accounts", key="live-key")
    assert answer.status_code == 401
    assert answer.json().keys() == {"message", "request_id"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/accounts/by-login/ninguem"),
        ("GET", "/accounts/1"),
        ("DELETE", "/accounts/1"),
        ("PATCH", "/accounts/1/status"),
        ("GET", "/nothing"),
        ("GET", "/orders"),
        ("POST", "/orders"),
        ("GET", "/games"),
    ],
)
def test_what_is_not_there_is_404(vendor: Vendor, method: str, path: str) -> None:
    assert vendor(method, path).status_code == 404


def test_list_pages_newest_first_and_hides_data_unless_asked(vendor: Vendor) -> None:
    for number in range(3):
        vendor("POST", "/accounts", BODY | {"login": f"piloto{number}"})
    page = vendor("GET", "/accounts?page=1&per_page=2").json()
    assert [item["id"] for item in page["data"]] == ["100003", "100002"]
    assert page["meta"] == {"current_page": 1, "per_page": 2, "to": 2, "total": 3}
    assert page["data"][0]["attributes"]["data"] == {}
    detailed = vendor("GET", "/accounts/100001?with_data=1").json()
    assert detailed["data"]["attributes"]["data"] == BODY["account_data"]


def test_unknown_game_of_a_template_carries_the_list_of_games(vendor: Vendor) -> None:
    answer = vendor("GET", "/accounts/template/all")
    assert answer.status_code == 404
    assert answer.json()["games"]["war-thunder"] == "War Thunder"


def test_status_of_a_sold_account_cannot_be_changed(vendor: Vendor, sandbox: RunningSandbox) -> None:
    vendor("POST", "/accounts", BODY)
    sandbox.control.set_listing_status("100001", "Sold")
    answer = vendor("PATCH", "/accounts/100001/status", {"status": "listed"})
    assert answer.status_code == 422
    assert vendor("GET", "/accounts/100001").json()["data"]["attributes"]["status"] == "Sold"


def test_rate_limit_answers_429_with_retry_after(vendor: Vendor, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(rate_limit_per_minute=2)
    answers = [vendor("GET", "/accounts") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 61
    assert vendor("GET", "/accounts", key="sandbox-b").status_code == 200


def test_counters_tell_creates_by_login_and_the_pace(vendor: Vendor, sandbox: RunningSandbox) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        for login in ("um", "dois", "um"):
            vendor("POST", "/accounts", BODY | {"login": login})
            clock.shift(0.02)
        clock.shift(1)
        vendor("GET", "/accounts")
    counters = sandbox.control.counters()
    assert counters["creates"] == {"um": 2, "dois": 1}
    assert counters["created"] == 3
    assert counters["requests"] == {"create": 3, "list": 1}
    assert counters["minCreateGapMs"] == pytest.approx(20, abs=0.01)


def test_log_tells_who_asked_what_without_the_key(vendor: Vendor, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "created_then_dropped", "count": 1})
    with pytest.raises(requests.ConnectionError):
        vendor("POST", "/accounts", BODY)
    vendor("GET", "/accounts/by-login/piloto", key="sandbox-b")
    first, second = sandbox.control.log()
    assert (first["method"], first["endpoint"], first["login"], first["status"], first["fault"], first["created"]) == (
        "POST",
        "create",
        "piloto",
        None,
        "created_then_dropped",
        1,
    )
    assert (second["endpoint"], second["login"], second["status"], second["created"]) == ("lookup", "piloto", 404, 0)
    assert first["key_hash"] != second["key_hash"]
    assert "sandbox-a" not in str(first)
    assert sandbox.control.log(after=first["id"]) == [second]


def test_counted_fault_strikes_that_often(vendor: Vendor, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "error", "endpoint": "list", "count": 2, "status": 503})
    assert [vendor("GET", "/accounts").status_code for _ in range(4)] == [503, 503, 200, 200]
    assert vendor("GET", "/accounts/template/roblox").status_code == 200


def test_fault_by_chance_is_the_same_for_the_same_seed() -> None:
    def drawn(seed: int) -> list[bool]:
        faults = Faults()
        faults.replace([{"kind": "drop", "probability": 0.5}], seed)
        return [bool(faults.strike("create", frozenset({"piloto"}))) for _ in range(50)]

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)
    assert 10 < sum(drawn(7)) < 40


def test_slow_fault_and_latency_delay_the_answer(vendor: Vendor, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(latency_ms=60)
    sandbox.control.set_faults({"kind": "slow", "ms": 60, "endpoint": "template"})
    started = time.monotonic()
    vendor("GET", "/accounts/template/roblox")
    assert time.monotonic() - started >= 0.12


def test_reset_forgets_everything_and_gives_no_id_twice(vendor: Vendor, sandbox: RunningSandbox) -> None:
    vendor("POST", "/accounts", BODY)
    sandbox.control.set_policy(duplicate_logins="refuse")
    sandbox.control.set_faults({"kind": "drop"})
    sandbox.control.reset()
    assert (sandbox.control.listings(), sandbox.control.log()) == ([], [])
    assert vendor("POST", "/accounts", BODY).json()["data"]["id"] == "100002"
    assert sandbox.control.set_policy()["duplicate_logins"] == "accept"


@pytest.mark.parametrize(
    "description",
    [
        {},
        {"kind": "magic"},
        {"kind": "slow", "probability": 2},
        {"kind": "slow", "count": -1},
        {"kind": "slow", "millis": 3},
    ],
)
def test_fault_that_makes_no_sense_is_refused(description: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|unknown"):
        Faults().replace([description])


@pytest.mark.parametrize(
    "changes", [{"duplicate_logins": "maybe"}, {"latency_ms": -1}, {"latency_ms": True}, {"nothing": 1}]
)
def test_policy_that_makes_no_sense_is_refused(changes: dict[str, Any]) -> None:
    policy = Policy()
    with pytest.raises(ValueError, match=r"must be|unknown"):
        policy.update({"lookup_shape": "list"} | changes)
    assert policy == Policy()


@pytest.fixture
def port() -> Iterator[int]:
    with reserved_port() as port:
        yield port


@pytest.mark.slow
def test_command_serves_keeps_its_state_and_stops_when_told(tmp_path: Path, port: int) -> None:
    state = tmp_path / "sandbox.sqlite3"
    serving = [
        sys.executable,
        "manage.py",
        "marketplace_sandbox",
        "--port",
        str(port),
        "--state",
        str(state),
        "--quiet",
    ]
    # As a script's background job has it: SIGINT ignored from birth.
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *serving]
    url = f"http://127.0.0.1:{port}"
    for run, end in ((1, signal.SIGINT), (2, signal.SIGTERM)):
        process = subprocess.Popen(
            command,
            cwd=project_settings.ROOT,
            stderr=subprocess.DEVNULL,
        )
        try:
            vendor = Vendor(url)
            deadline = time.monotonic() + PATIENCE_S
            while True:
                try:
                    answer = vendor("POST", "/accounts", BODY | {"login": f"piloto{run}"})
                    break
                except requests.ConnectionError:
                    assert time.monotonic() < deadline
                    time.sleep(0.02)
            assert answer.status_code == 201
            assert vendor("GET", "/accounts").json()["meta"]["total"] == run
            vendor.session.close()
        finally:
            process.send_signal(end)
            assert process.wait(PATIENCE_S) == 0


OFFER = {
    "game": "war-thunder",
    "title": "Conta War Thunder",
    "price": 14.99,
    "credentials": ["Login: piloto\nPassword: Exemplo#123"],
    "description": "Conta com acesso completo.",
    "account_data": {"account_level": 50},
}
LOT = {
    "title": "Conta Roblox",
    "price": 10,
    "category_id": 31,
    "currency": "eur",
    "item_origin": "personal",
    "has_email_login_data": True,
    "email_login_data": "a@example.com:Exemplo#456",
    "login": "conta",
    "password": "Exemplo#123",
}


def without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in names}


@pytest.fixture
def any_vendor(sandbox: RunningSandbox) -> Iterator[Vendor]:
    """For calls that name the vendor in their path."""
    caller = Vendor(sandbox.url, "")
    yield caller
    caller.session.close()


def test_v2_refuses_a_login_that_is_listed_already_where_it_is_told_to(
    any_vendor: Vendor, sandbox: RunningSandbox
) -> None:
    sandbox.control.set_policy(duplicate_logins="refuse")
    assert any_vendor("POST", "/v2/account-offers/create", OFFER).status_code == 201
    again = any_vendor("POST", "/v2/account-offers/create", OFFER)
    assert (again.status_code, again.json()["errors"]) == (
        422,
        {"login": "You've already listed an account with this login."},
    )
    assert len(sandbox.control.listings()) == 1
    sandbox.control.set_policy(duplicate_logins="accept")
    assert any_vendor("POST", "/v2/account-offers/create", OFFER).status_code == 201


def test_v2_refuses_pages_of_more_than_50(any_vendor: Vendor) -> None:
    assert any_vendor("GET", "/v2/account-offers?per_page=50").status_code == 200
    refused = any_vendor("GET", "/v2/account-offers?per_page=51")
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["per_page"])


def test_v2_takes_what_is_delivered_by_hand_without_credentials(any_vendor: Vendor) -> None:
    path, body = "/v2/account-offers/create", without(OFFER, "credentials")
    assert any_vendor("POST", path, body).status_code == 422
    assert any_vendor("POST", path, body | {"is_manual": True}).status_code == 201
    assert any_vendor("POST", path, body | {"is_manual": True}).status_code == 201


@pytest.mark.parametrize(
    ("body", "status", "text"),
    [
        (LOT, 200, ""),
        (without(LOT, "title") | {"title_en": "Roblox account"}, 200, ""),
        (without(LOT, "login", "password") | {"login_password": "conta:Exemplo#123"}, 200, ""),
        (without(LOT, "email_login_data") | {"item_origin": "resale"}, 200, ""),
        (LOT | {"price": 0.5}, 400, "'price'"),
        (without(LOT, "title"), 400, "'title'"),
        (without(LOT, "email_login_data"), 400, "login data from your first mail"),
        (without(LOT, "has_email_login_data"), 400, "login data from your first mail"),
        (without(LOT, "password"), 400, "'login_password'"),
        (without(LOT, "email_login_data") | {"category_id": 9, "item_origin": "resale"}, 400, "login data"),
        (LOT | {"category_id": 9}, 400, "'cookies'"),
        (LOT | {"category_id": 9, "extra": {"cookies": "[]"}}, 200, ""),
    ],
)
def test_lzt_takes_and_refuses_what_the_vendor_does(
    any_vendor: Vendor, sandbox: RunningSandbox, body: dict[str, Any], status: int, text: str
) -> None:
    answer = any_vendor("POST", "/lzt/item/fast-sell", body)
    assert answer.status_code == status, answer.text
    assert text in str(answer.json().get("errors", ""))
    assert len(sandbox.control.listings()) == (status == 200)


def test_lzt_checks_with_the_lot_and_deletes_softly(any_vendor: Vendor) -> None:
    added = any_vendor("POST", "/lzt/item/add", without(LOT, "login", "password")).json()["item"]
    account = {name: LOT[name] for name in ("login", "password")}
    checked = any_vendor("POST", f"/lzt/{added['item_id']}/goods/check", account).json()
    assert (added["item_state"], checked["item"]["item_state"]) == ("awaiting", "active")
    assert checked["item"]["copyFormatData"]["full"] == "conta:Exemplo#123\na@example.com:Exemplo#456"
    assert any_vendor("DELETE", f"/lzt/{added['item_id']}", {"reason": "x"}).status_code == 200
    item = any_vendor("GET", f"/lzt/{added['item_id']}").json()["item"]
    assert (item["item_state"], item["category"]["category_name"]) == ("deleted", "roblox")
    listed = {show: any_vendor("GET", f"/lzt/user/items?show={show}").json()["items"] for show in ("active", "deleted")}
    assert [len(items) for items in listed.values()] == [0, 1]


def test_lzt_counts_searches_and_reads_together_and_deletes_apart(any_vendor: Vendor, sandbox: RunningSandbox) -> None:
    sandbox.control.set_policy(lzt_searches_per_minute=2, lzt_deletes_per_minute=1, lzt_writes_per_minute=1)
    paths = ("/lzt/9008", "/lzt/user/items", "/lzt/roblox", "/lzt/")
    assert [any_vendor("GET", path).status_code for path in paths] == [200, 200, 429, 429]
    assert [any_vendor("DELETE", "/lzt/1").status_code for _ in range(2)] == [404, 429]
    assert any_vendor("POST", "/lzt/1/close").status_code == 404


def test_echoed_secrets_stand_in_texts_errors_and_request_id(vendor: Vendor, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "echo_secrets", "endpoint": "create", "count": 1, "status": 422})
    refused = vendor("POST", "/accounts", BODY)
    for text in (refused.json()["message"], *refused.json()["errors"]["login"]):
        assert {"sandbox-a", "Exemplo#123", "Exemplo%23456", "RXhlbXBsbyMxMjM="} <= set(text.split())
    assert refused.headers["X-GameBoost-Request-Id"].startswith("sandbox-a ")
    assert sandbox.control.listings() == []
    sandbox.control.set_faults({"kind": "echo_secrets"})
    created = vendor("POST", "/accounts", BODY)
    assert created.status_code == 201
    assert "Exemplo#123" in created.json()["data"]["attributes"]["title"]
    assert [row["login"] for row in sandbox.control.listings()] == ["piloto"]


def test_half_a_request_of_a_killed_caller_asks_for_nothing(sandbox: RunningSandbox) -> None:
    at = urlsplit(sandbox.url)
    assert at.hostname
    assert at.port
    with socket.create_connection((at.hostname, at.port)) as caller:
        caller.sendall(b'POST /v1/accounts HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 90\r\n\r\n{"game": "war-')
        caller.shutdown(socket.SHUT_WR)
        assert caller.recv(1) == b""

    assert (sandbox.control.listings(), sandbox.control.log()) == ([], [])
