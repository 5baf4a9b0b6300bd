"""Every list of the API pages by one rule: `?limit=&offset=`, bad ones refused, the whole length in X-Total-Count."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from config.tests.house import ROOT, require_none

PATHS = json.loads((ROOT / "frontend/openapi.json").read_text("utf-8"))["paths"]
# As long as there are games, words that a browser knows by itself, or kinds to search; never a table that grows.
WHOLE = {
    "/api/analysis/labels",
    "/api/bulk/templates/placeholders",
    "/api/marketplace/templates",
    "/api/marketplace/templates/drift",
    "/api/search",
}
BAD = ("limit=x", "limit=0", "limit=-1", "limit=501", f"limit={'9' * 30}", "offset=x", "offset=-1")


def lists(*, paged: bool) -> list[str]:
    """The paths of which GET answers an array, with a `limit` or without one."""
    found = []
    for path, methods in PATHS.items():
        operation = methods.get("get", {"responses": {}})
        content = operation["responses"].get("200", {}).get("content", {}).get("application/json", {"schema": {}})
        has_limit = any(parameter["name"] == "limit" for parameter in operation.get("parameters", []))
        if content["schema"].get("type") == "array" and has_limit == paged:
            found.append(path)
    return found


def test_every_list_has_a_limit() -> None:
    require_none(set(lists(paged=False)) - WHOLE, "answer these with core.api.paginate and declare Paging:")


@pytest.mark.django_db
@pytest.mark.parametrize("path", lists(paged=True))
def test_list_takes_a_limit_and_refuses_a_bad_one(path: str, as_admin: APIClient, admin: Any) -> None:
    if "{" in path and "{user_id}" not in path:
        pytest.skip("a list below something that is not there")
    address = path.format(user_id=admin.id)

    answer = as_admin.get(f"{address}?game=roblox&limit=1&offset=0")
    refused = {bad: as_admin.get(f"{address}?game=roblox&{bad}").status_code for bad in BAD}

    assert (answer.status_code, answer["X-Total-Count"].isdigit()) == (200, True)
    assert len(answer.json()) <= 1
    assert refused == dict.fromkeys(BAD, 400)
