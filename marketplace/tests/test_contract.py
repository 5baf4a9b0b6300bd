"""That the check of every call against the vendors' documents can fail."""

from pathlib import Path
from typing import Any

import pytest
import requests

from marketplace.sandbox import gameboost
from marketplace.tests.contract import OF_ADAPTERS, answer_faults, request_faults
from marketplace.tests.sandbox_fixture import BackgroundSandbox

LOT = {"title": "Conta", "price": 5, "category_id": 31, "currency": "eur", "item_origin": "personal"}


@pytest.mark.parametrize(
    ("prefix", "method", "path", "query", "body"),
    [
        ("v1", "GET", "/account", {}, None),
        ("v1", "GET", "/accounts", {"per_page": ["many"]}, None),
        ("v1", "PATCH", "/accounts/7/status", {}, {"status": "Listed"}),
        ("v1", "DELETE", "/accounts/7", {}, {"reason": "x"}),
        ("v2", "GET", "/account-offers", {"per_page": ["51"]}, None),
        ("v2", "GET", "/account-offers", {"sort": ["title"]}, None),
        ("v2", "POST", "/account-offers/7/credentials", {}, {"credentials": []}),
        ("lzt", "POST", "/item/add", {}, LOT | {"price": 0.5}),
        ("lzt", "POST", "/item/add", {}, LOT | {"currency": None}),
        ("lzt", "POST", "/item/add", {}, LOT | {"images": []}),
        ("lzt", "POST", "/items/bulk-action", {}, {"action": "delete", "item_ids": [7]}),
    ],
)
def test_request_that_the_vendor_does_not_document_is_noticed(
    prefix: str, method: str, path: str, query: dict[str, list[str]], body: Any
) -> None:
    assert request_faults(prefix, method, path, query, body)


def test_request_that_the_vendor_documents_passes() -> None:
    assert request_faults("lzt", "POST", "/item/add", {}, LOT) == []
    assert request_faults("v2", "GET", "/account-offers", {"per_page": ["50"], "sort": ["-created_at"]}, None) == []


@pytest.mark.parametrize(
    ("prefix", "method", "path", "status", "body"),
    [
        ("v1", "DELETE", "/accounts/7", 204, None),
        ("v1", "GET", "/accounts/7", 200, {"data": {"id": 7, "type": "accounts", "attributes": {}}}),
        ("v2", "GET", "/games/roblox", 200, {"data": {"id": 1, "name": "Roblox", "slug": "roblox", "code": 1}}),
        ("v2", "GET", "/games/roblox", 404, {"errors": []}),
        ("lzt", "POST", "/7/close", 200, {"status": "ok"}),
        ("lzt", "GET", "/7", 404, {"message": "Not found."}),
    ],
)
def test_answer_that_the_vendor_does_not_document_is_noticed(
    prefix: str, method: str, path: str, status: int, body: Any
) -> None:
    assert answer_faults(prefix, method, path, status, body)


@pytest.mark.parametrize(
    ("accept", "query", "told"), [(OF_ADAPTERS, "?perPage=5", "perPage"), ("*/*", "?sort=-title", ""), ("*/*", "", "")]
)
def test_sandbox_ends_in_an_error_after_a_call_of_ours_that_does_not_fit(
    tmp_path: Path, accept: str, query: str, told: str
) -> None:
    headers = {"Authorization": "Bearer sandbox-key", "Accept": accept}
    running = BackgroundSandbox(tmp_path / "sandbox.sqlite3").__enter__()
    requests.get(f"{running.url}/v2/account-offers{query}", headers=headers, timeout=60)
    if not told:
        running.__exit__()
        return
    with pytest.raises(AssertionError, match=told):
        running.__exit__()


def test_sandbox_ends_in_an_error_after_an_answer_that_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = BackgroundSandbox(tmp_path / "sandbox.sqlite3").__enter__()
    monkeypatch.setattr(gameboost, "_game", lambda slug: {"slug": slug})
    requests.get(f"{running.url}/v2/games", headers={"Authorization": "Bearer sandbox-key"}, timeout=60)
    with pytest.raises(AssertionError, match="is a required property"):
        running.__exit__()
