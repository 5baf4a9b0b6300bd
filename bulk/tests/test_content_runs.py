"""Templates in a run: the preview shows what the creation sends, and what the worker sends later."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.models import Row, Run
from bulk.planning import listing_of
from bulk.tests.helpers import SETTINGS, states, work

pytestmark = pytest.mark.django_db(transaction=True)

PREVIEW = "/api/bulk/preview"
ACCOUNTS = [
    {
        "login": "conta01",
        "password": "Exemplo#1",
        "price": "10.00",
        "account_data": {"skins": 57, "rare_items": ["Galaxy"]},
    },
    {"login": "conta02", "password": "Exemplo#2", "price": "10.00", "account_data": {"vbucks": 500}},
]
TEMPLATE = {
    "title": "Fortnite {skins} skins | {vbucks} V-Bucks | {itens_raros}",
    "description": "Conta Fortnite com {skins} skins.\nTroque a senha no primeiro acesso.",
    "imageUrls": SETTINGS["imageUrls"],
    "rareList": ["IKONIK", "Galaxy"],
}


@pytest.fixture
def client(client_for: Callable[[Any], Any], owner: Any) -> Any:
    return client_for(owner)


def test_preview_and_creation_say_the_same_and_the_worker_sends_it(client: Any) -> None:
    body = {"accounts": ACCOUNTS, "settings": TEMPLATE}
    preview = client.post(PREVIEW, {"game": "fortnite", **body}).json()
    titles = ["Fortnite 57 skins | Galaxy", "500 V-Bucks"]

    answer = client.post(
        "/api/fortnite/bulk-create",
        {**body, "previewDigest": preview["digest"]},
        headers={"Prefer": "respond-async"},
    )

    assert answer.status_code == 202
    assert [row["title"] for row in preview["rows"]] == titles
    rows = Row.objects.select_related("run").order_by("line")
    assert [row.title for row in rows] == titles
    assert [listing_of(row).title for row in rows] == titles
    assert listing_of(rows[1]).description == "Troque a senha no primeiro acesso."
    work()
    assert states(Run.objects.get()) == {1: "created", 2: "created"}


def test_run_is_named_by_what_is_said_of_all_its_accounts(client: Any) -> None:
    body = {"accounts": ACCOUNTS, "settings": {**TEMPLATE, "title": "Lote de maio | {skins} skins"}}
    client.post("/api/fortnite/bulk-create", body, headers={"Prefer": "respond-async"})

    assert Run.objects.get().title == "Lote de maio"


def test_unknown_placeholder_of_the_form_refuses_and_stores_nothing(client: Any) -> None:
    body = {"accounts": ACCOUNTS, "settings": {**TEMPLATE, "deliveryInstructions": "Use {ouro}"}}

    for path in (PREVIEW, "/api/fortnite/bulk-create"):
        answer = client.post(path, {"game": "fortnite", **body} if path == PREVIEW else body)
        assert (answer.status_code, answer.json()["code"]) == (400, "settings_invalid")
        assert answer.json()["errors"]["deliveryInstructions"][0].startswith("Campo desconhecido: {ouro}. Use: {skins}")
    assert not Run.objects.exists()


def test_unknown_placeholder_of_one_account_is_that_accounts_problem(client: Any) -> None:
    accounts = [ACCOUNTS[0], {**ACCOUNTS[1], "title": "Conta {ouro}"}]
    answer = client.post(PREVIEW, {"game": "fortnite", "accounts": accounts, "settings": TEMPLATE}).json()

    assert [row["verdict"] for row in answer["rows"]] != ["invalid", "invalid"]
    assert answer["rows"][1]["verdict"] == "invalid"
    assert list(answer["rows"][1]["errors"]) == ["title"]


def test_slug_of_valorant_follows_the_title_that_goes_out(client: Any) -> None:
    account = {"login": "conta01", "password": "Exemplo#1", "price": "10.00", "account_data": {"level": 84}}
    body = {"accounts": [account], "settings": {"title": "Valorant nível {nivel}", "imageUrls": SETTINGS["imageUrls"]}}
    client.post("/api/gameboost/valorant", body, headers={"Prefer": "respond-async"})

    assert listing_of(Row.objects.select_related("run").get()).slug == "valorant-nivel-84"


def test_roblox_lines_fill_in_placeholders_too(client: Any) -> None:
    settings = {**SETTINGS, "title": "Roblox {robux} Robux | {experiencia}"}
    answer = client.post(PREVIEW, {"game": "roblox", "text": "a01:x | Robux: 350\na02:y", "settings": settings}).json()

    assert [row["title"] for row in answer["rows"]] == ["Roblox 350 Robux | King Legacy", "King Legacy"]
