"""Every file the API answers, asked for under its own media type, as browsers ask, and as nobody should."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.models import Lane, Run
from config.tests.house import ROOT
from earnings.models import Payout
from marketplace.adapters.base import Connection

DOCUMENT = json.loads((ROOT / "frontend/openapi.json").read_text("utf-8"))
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
NOT_ACCEPTABLE = {"message": "Formato de resposta não suportado.", "errors": {}, "code": "not_acceptable"}


def files() -> Iterator[tuple[str, str]]:
    """(path, media type) of each file that the OpenAPI document names."""
    for path, methods in DOCUMENT["paths"].items():
        content = methods.get("get", {"responses": {}})["responses"].get("200", {}).get("content", {})
        for media_type in content:
            if media_type != "application/json" or path.endswith((".json", "/export")):
                yield path, media_type


FILES = sorted(files())


@pytest.fixture
def path_of(admin: Any) -> Callable[[str, str], str]:
    """A path of the document with what its parameters ask for."""
    key = Lane.objects.create(key="x", market="m", connection=asdict(Connection("gameboost", "https://x", "k")))
    run = Run.objects.create(owner=admin, lane=key, game="roblox", market="m", settings={}, usd_eur_rate=1, total=0)
    payout = Payout.objects.create(user=admin, amount=1, by=admin)

    def path_of(path: str, media_type: str) -> str:
        kind = "csv" if media_type == "text/csv" else "xlsx"
        asked = f"?game=roblox&format={kind}" if path.endswith("/uploads/template") else ""
        return path.format(user_id=admin.id, run_id=run.pk, payout_id=payout.pk) + asked

    return path_of


def test_files_are_found_in_the_document() -> None:
    assert {media_type for _, media_type in FILES} == {
        "application/json",
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "text/csv",
    }
    assert len(FILES) >= 9


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "media_type"), FILES)
def test_download_answers_to_its_own_type_and_to_browsers(
    path: str, media_type: str, path_of: Callable[[str, str], str], as_admin: APIClient
) -> None:
    for accept in (media_type, media_type.partition("/")[0] + "/*", f"{media_type}; charset=utf-8", "*/*", BROWSER):
        for ask in (as_admin.get, as_admin.head):
            answer = ask(path_of(path, media_type), headers={"Accept": accept})

            assert answer.status_code == 200, accept
            assert answer["Content-Type"].partition(";")[0] == media_type
            assert answer["Content-Disposition"].startswith("attachment; filename")


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize(("path", "media_type"), FILES)
def test_download_that_nobody_can_accept_is_406(
    path: str, media_type: str, path_of: Callable[[str, str], str], as_admin: APIClient
) -> None:
    answer = as_admin.get(path_of(path, media_type), headers={"Accept": "image/png"})

    assert (answer.status_code, answer.json()) == (406, NOT_ACCEPTABLE)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize(("path", "media_type"), FILES)
def test_refused_download_is_json_whatever_is_accepted(
    path: str, media_type: str, path_of: Callable[[str, str], str], client_for: Callable[[Any], APIClient]
) -> None:
    answer = client_for(None).get(path_of(path, media_type), headers={"Accept": media_type})

    assert (answer.status_code, answer["Content-Type"]) == (401, "application/json")
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.django_db
def test_format_of_other_calls_is_no_renderer(as_admin: APIClient) -> None:
    assert as_admin.get("/api/tasks?format=csv").status_code == 200
