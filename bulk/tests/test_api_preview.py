"""The dry run that all creators share, and a creation held to it: what is confirmed is exactly what
was previewed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from bulk.models import Run
from bulk.tests.helpers import sends, states, work

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]

PREVIEW = "/api/bulk/preview"
ASYNC = {"Prefer": "respond-async"}
IMAGE = "https://cdn.example.com/a.jpg"
ROUTES = {
    "fortnite": "/api/fortnite/bulk-create",
    "valorant": "/api/gameboost/valorant",
    "roblox": "/api/roblox/bulk-create",
    "war-thunder": "/api/war-thunder/bulk-create",
}


def account(number: int = 1, **changes: Any) -> dict[str, Any]:
    stated = {
        "title": f"Conta {number}",
        "login": f"jogador{number:04}",
        "password": "Exemplo#123",
        "email_login": f"jogador{number:04}@firstmail.ltd",
        "email_password": "MailExemplo#9",
        "price": "9.99",
        "gallery": [IMAGE],
        "account_data": {"level": 30},
    }
    return stated | changes


def body_of(game: str, rows: int) -> dict[str, Any]:
    if game in ("fortnite", "valorant"):
        return {"accounts": [account(number) for number in range(1, rows + 1)]}
    return {
        "text": "\n".join(f"jogador{number:04}:Exemplo#{number}" for number in range(rows)),
        "settings": {"imageUrls": [IMAGE]},
    }


def test_a_row_tells_price_findings_and_the_marketplaces_own_check(client_for: ClientFor, owner: Any) -> None:
    accounts = [
        account(1),
        account(2, title="Conta com reembolso", price="20"),
        account(3, server="Marte"),
        account(4, gallery=[]),
        account(5, login="JOGADOR0001"),
        account(6, price=0),
    ]

    told = client_for(owner).post(PREVIEW, {"game": "valorant", "accounts": accounts}).json()

    assert [row["verdict"] for row in told["rows"]] == [
        "valid",
        "warning",
        "invalid",
        "warning",
        "duplicate",
        "invalid",
    ]
    assert told["rows"][1]["findings"] == [
        {
            "rule": "forbidden_words",
            "field": "title",
            "message": "O marketplace proíbe “reembolso” no título.",
            "fine": "5.00",
        }
    ]
    assert told["rows"][1]["messages"] == ["O marketplace proíbe “reembolso” no título."]
    assert list(told["rows"][2]["errors"]) == ["server"]
    assert told["rows"][2]["error"].startswith("server: 'Marte' não é aceito pelo GameBoost.")
    assert [each["rule"] for each in told["rows"][3]["findings"]] == ["image_missing"]
    assert told["rows"][4]["findings"][0]["fine"] == "1.00"
    assert [row["priceEur"] for row in told["rows"]] == ["9.99", "20.00", "9.99", "9.99", None, None]
    assert told["totals"] == {
        "total": 6,
        "valid": 1,
        "warning": 2,
        "duplicate": 1,
        "invalid": 2,
        "sendable": 3,
    }
    assert (told["priceEur"], told["totalEur"]) == ("0.00", "39.98")
    assert Run.objects.count() == 0


def test_findings_and_warnings_never_refuse(client_for: ClientFor, owner: Any, market: Any) -> None:
    accounts = [account(1, title="Conta com reembolso", gallery=[])]
    client_for(owner).post(ROUTES["valorant"], {"accounts": accounts}, headers=ASYNC)
    work()

    assert states(Run.objects.get()) == {1: "created"}


@pytest.mark.parametrize("game", ROUTES)
def test_what_was_previewed_is_what_is_created(game: str, client_for: ClientFor, owner: Any, market: Any) -> None:
    client = client_for(owner)
    body = body_of(game, 3)
    digest = client.post(PREVIEW, {"game": game, **body}).json()["digest"]

    answer = client.post(ROUTES[game], {**body, "previewDigest": digest}, headers=ASYNC)
    work()

    assert answer.status_code == 202
    assert (set(states(Run.objects.get()).values()), len(sends(market))) == ({"created"}, 3)


@pytest.mark.parametrize(
    "changes",
    [
        {"settings": {"title": "Outro título", "imageUrls": [IMAGE]}},
        {"settings": {"priceUsd": "11.00", "imageUrls": [IMAGE]}},
        {"text": "jogador0000:OutraSenha\njogador0001:Exemplo#1\njogador0002:Exemplo#2"},
        {"text": "jogador0000:Exemplo#0\njogador0001:Exemplo#1"},
        {"overrides": {"2": {"title": "Só esta"}}},
    ],
)
def test_anything_else_than_what_was_previewed_is_refused(
    changes: dict[str, Any], client_for: ClientFor, owner: Any
) -> None:
    client = client_for(owner)
    body = body_of("roblox", 3)
    digest = client.post(PREVIEW, {"game": "roblox", **body}).json()["digest"]

    answer = client.post(ROUTES["roblox"], {**body, **changes, "previewDigest": digest}, headers=ASYNC)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert answer.json()["message"] == (
        "As contas ou os textos mudaram desde a prévia. Confira a nova prévia antes de criar."
    )
    assert Run.objects.count() == 0


def test_a_login_that_somebody_took_meanwhile_changes_the_preview(
    client_for: ClientFor, owner: Any, start: Callable[..., Run]
) -> None:
    client = client_for(owner)
    body = body_of("roblox", 3)
    digest = client.post(PREVIEW, {"game": "roblox", **body}).json()["digest"]
    taken = start("jogador0001")

    answer = client.post(ROUTES["roblox"], {**body, "previewDigest": digest}, headers=ASYNC)

    assert (answer.status_code, Run.objects.get()) == (409, taken)


def test_a_duplicate_leads_to_the_earlier_line_only_where_its_reader_may_see_it(
    client_for: ClientFor,
    owner: Any,
    other_employee: Any,
    admin: Any,
    start: Callable[..., Run],
    configure: Callable[..., None],
) -> None:
    configure(other_employee)
    mine, theirs = start("jogador0001"), start("jogador0002", by=other_employee)
    body = {"game": "roblox", "text": "jogador0001:a\njogador0002:b\njogador0003:c\njogador0003:d", "userId": owner.id}

    seen_by_me, seen_by_admin = (client_for(person).post(PREVIEW, body).json()["rows"] for person in (owner, admin))

    texts = [
        f"Login duplicado: já está na execução {mine.id}, linha 1.",
        f"Login duplicado: já está na execução {theirs.id}, linha 1, de outra pessoa.",
        "",
        "Login duplicado: já está na linha 3.",
    ]
    assert [row["error"] for row in seen_by_me] == [row["error"] for row in seen_by_admin] == texts
    urls = [f"/runs/{mine.id}?line=1", f"/runs/{theirs.id}?line=1", None, None]
    assert [row["duplicateUrl"] for row in seen_by_me] == [urls[0], None, None, None]
    assert [row["duplicateUrl"] for row in seen_by_admin] == urls


def test_the_same_request_has_the_same_digest_and_another_marketplace_another(
    client_for: ClientFor, owner: Any, configure: Callable[..., None], sandbox: Any
) -> None:
    client = client_for(owner)
    body = {"game": "roblox", **body_of("roblox", 3)}
    first, again = (client.post(PREVIEW, body).json()["digest"] for _ in range(2))
    configure(owner, base_url="https://api.gameboost.com/v1")

    assert first == again != client.post(PREVIEW, body).json()["digest"]


@pytest.mark.parametrize("digest", ["x", "A" * 64, "0" * 63])
def test_a_digest_that_is_none_is_refused(digest: str, client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(ROUTES["roblox"], {**body_of("roblox", 1), "previewDigest": digest}, headers=ASYNC)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["previewDigest"])
    assert Run.objects.count() == 0


@pytest.mark.once
@pytest.mark.parametrize("game", ROUTES)
def test_a_preview_costs_the_same_queries_at_1_and_1000_rows(game: str, client_for: ClientFor, owner: Any) -> None:
    client = client_for(owner)
    costs = []
    client.post(PREVIEW, {"game": game, **body_of(game, 1)})
    for rows in (1, 1_000):
        with CaptureQueriesContext(connection) as queries:
            told = client.post(PREVIEW, {"game": game, **body_of(game, rows)}).json()
        assert told["totals"]["sendable"] == rows
        costs.append(len(queries))

    assert costs[0] == costs[1]


MIXED = "ana:x1\r\u200b\nbia:x2\nsem separador\ncaio:x3\nANA:x4"


def test_a_text_is_judged_as_pasted_by_the_servers_own_lines(client_for: ClientFor, owner: Any) -> None:
    told = client_for(owner).post(PREVIEW, {"game": "roblox", "text": MIXED}).json()

    assert [(row["line"], row["verdict"], row["duplicateOf"]) for row in told["rows"]] == [
        (1, "warning", None),
        (3, "warning", None),
        (4, "invalid", None),
        (5, "warning", None),
        (6, "duplicate", 1),
    ]


def test_lines_to_skip_are_neither_judged_nor_part_of_the_run(client_for: ClientFor, owner: Any, market: Any) -> None:
    client = client_for(owner)
    shown = client.post(PREVIEW, {"game": "roblox", "text": MIXED}).json()

    asked = {"text": MIXED, "skipLines": [4, 6], "previewDigest": shown["digest"]}
    run_id = client.post(ROUTES["roblox"], asked, headers=ASYNC).json()["runId"]
    work()

    assert list(Run.objects.get(pk=run_id).rows.values_list("line", "state")) == [
        (1, "created"),
        (3, "created"),
        (5, "created"),
    ]
    assert sends(market) == {"ana": 1, "bia": 1, "caio": 1}


def test_the_second_of_two_lines_counts_when_the_first_is_skipped(client_for: ClientFor, owner: Any) -> None:
    told = client_for(owner).post(PREVIEW, {"game": "roblox", "text": "ana:x1\nana:x2", "skipLines": [1]}).json()

    assert [(row["line"], row["verdict"]) for row in told["rows"]] == [(2, "warning")]


@pytest.mark.parametrize(
    ("skip", "code"), [([1, 2], "text_empty"), ([0], "invalid"), (["a"], "invalid"), ("1", "invalid")]
)
def test_a_run_of_nothing_but_skipped_lines_is_refused(skip: Any, code: str, client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post(ROUTES["roblox"], {"text": "ana:x1\nbia:x2", "skipLines": skip}, headers=ASYNC)

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("public", "images", "real", "told"),
    [
        ("http://127.0.0.1:8000", [], True, True),
        ("http://localhost:8000", [], True, True),
        ("http://127.0.0.1:8000", [IMAGE], True, False),
        ("https://contas.example.com", [], True, False),
        ("http://127.0.0.1:8000", [], False, False),
    ],
)
def test_images_that_a_real_marketplace_cannot_fetch_are_told_before_the_run(
    client_for: ClientFor, owner: Any, settings: Any, public: str, images: list[str], real: bool, told: bool
) -> None:
    settings.PUBLIC_BASE_URL = public
    if real:
        settings.SANDBOX_ORIGIN = "http://127.0.0.1:1"
    body = {"game": "roblox", "text": "ana001:x", "settings": {"imageUrls": images}}

    answer = client_for(owner).post(PREVIEW, body, format="json").json()

    text = (
        f"O marketplace não consegue buscar as imagens: elas estão em {public}, que só existe nesta máquina. "
        "Defina PUBLIC_BASE_URL com o endereço público da plataforma."
    )
    assert (answer["warnings"], answer["totals"]["sendable"]) == ([text] if told else [], 1)
