"""The page of the upload carries every game's form, and accounts keep the lines of their file."""

from typing import Any

import pytest
from django.test import Client

from bulk.games import GAMES

pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]


def test_upload_opens_with_the_form_of_every_game(owner: Any) -> None:
    client = Client()
    client.force_login(owner)
    props = client.get("/upload").context["props"]

    assert set(props) == {"queries", "usdEurRate", "games"}
    assert list(props["queries"]) == [
        f"/api/configs/gameboost?userId={owner.id}",
        "/api/bulk/queue?game=fortnite",
        "/api/bulk/text-draft?game=fortnite",
    ]
    assert [game["slug"] for game in props["games"]] == list(GAMES)
    for game in props["games"]:
        known = {"slug", "title", "endpoint", "pay", "activeRun", "lines", "fields", "defaults", "limits", "options"}
        assert known <= set(game)
        assert game["endpoint"].startswith("/api/")
        assert game["defaults"]["rareList"] == []


@pytest.mark.parametrize(
    ("stated", "lines"),
    [
        ([4, 9], [4, 9]),
        ([4, None], [1, 2]),
        ([4, 4], [1, 2]),
        ([0, 9], [1, 2]),
        ([True, 9], [1, 2]),
        (["4", "9"], [1, 2]),
    ],
)
def test_accounts_have_the_lines_that_all_of_them_state(stated: list[Any], lines: list[int]) -> None:
    accounts = [{"login": f"conta{n}", "password": "x", "line": line} for n, line in enumerate(stated)]

    assert [read.line for read in GAMES["roblox"].read_accounts(accounts)] == lines


def test_rows_of_a_run_have_the_lines_of_the_file(owner: Any, client_for: Any) -> None:
    accounts = [{"login": "conta1", "password": "x", "line": 3}, {"login": "conta1", "password": "y", "line": 7}]
    preview = client_for(owner).post("/api/bulk/preview", {"game": "roblox", "accounts": accounts}).json()

    assert [(row["line"], row["verdict"]) for row in preview["rows"]] == [(3, "warning"), (7, "duplicate")]
    assert preview["rows"][1]["error"] == "Login duplicado: já está na linha 3."
