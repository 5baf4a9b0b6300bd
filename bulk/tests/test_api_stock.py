"""The list of accounts in stock: who sees which, how it narrows, and what is taken down from it."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.actions.runs import withdraw_run
from bulk.enums import Withdrawal
from bulk.models import Account, Row
from bulk.tests.helpers import row_of, work
from bulk.transitions import close_elsewhere

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]


def titles(client: APIClient, query: str = "") -> list[str]:
    return [each["login"] for each in client.get(f"/api/stock{query}").json()]


@pytest.fixture
def accounts(start: Callable[..., Any]) -> list[Account]:
    """Two accounts of the employee: ana001, the older one, and bia002."""
    start("ana001")
    start("bia002")
    work()
    return list(Account.objects.order_by("pk"))


def test_account_shows_where_it_is_listed_and_for_how_much(
    accounts: list[Account], owner: Any, client_for: ClientFor
) -> None:
    shown = client_for(owner).get("/api/stock").json()[1]

    assert {name: shown[name] for name in ("game", "gameTitle", "login", "state")} == {
        "game": "roblox",
        "gameTitle": "Roblox",
        "login": "a••••",
        "state": "on_sale",
    }
    row = row_of(accounts[0].first_row.run)
    [listing] = shown["listings"]
    assert (listing["market"], listing["remoteId"], listing["url"]) == (
        "GameBoost",
        row.remote_id,
        f"/runs/{row.run_id}?line=1",
    )
    assert (listing["price"], listing["soldAt"], listing["closedAt"]) == (str(row.price_eur), None, None)
    assert "Exemplo#123" not in str(shown)


def test_employees_see_their_own_accounts_and_admins_all(
    accounts: list[Account], other_employee: Any, owner: Any, as_admin: APIClient, client_for: ClientFor
) -> None:
    assert titles(client_for(other_employee)) == []
    assert len(titles(client_for(owner))) == len(titles(as_admin)) == 2


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?state=on_sale", 1),
        ("?state=sold", 1),
        ("?state=closed", 0),
        ("?service=lztmarket", 0),
        ("?service=gameboost", 2),
        ("?game=valorant", 0),
        ("?days=30", 1),
        ("?search=ANA001", 1),
        ("?search=conta%20roblox", 2),
        ("?search=ninguem", 0),
    ],
)
def test_list_narrows_by_state_market_game_age_and_login(
    query: str, count: int, accounts: list[Account], as_admin: APIClient
) -> None:
    Account.objects.filter(pk=accounts[0].pk).update(sold_at=accounts[0].listed_at, listed_at="2026-01-01T12:00Z")
    Row.objects.filter(account=accounts[0]).update(sold_at=accounts[0].listed_at)

    assert len(titles(as_admin, query)) == count


def test_closing_accounts_takes_down_what_is_on_sale(
    accounts: list[Account], owner: Any, client_for: ClientFor, market: Any
) -> None:
    client = client_for(owner)
    answer = client.post("/api/stock/close", {"ids": [accounts[0].pk]}, format="json")
    work()

    assert answer.status_code == 204
    assert titles(client, "?state=closed") == ["a••••"]
    assert [each["deleted_at"] is not None for each in market.listings()] == [True, False]
    again = client.post("/api/stock/close", {"ids": [accounts[0].pk]}, format="json")
    assert again.status_code == 409


def test_account_withdrawn_to_a_draft_is_a_draft_until_it_is_published_again(
    accounts: list[Account], owner: Any, client_for: ClientFor
) -> None:
    client, run = client_for(owner), accounts[0].first_row.run
    withdraw_run(run=run, withdrawal=Withdrawal.DRAFT, by=owner)
    work()

    assert titles(client, "?state=draft") == ["a••••"]
    assert titles(client, "?state=on_sale") == ["b••••"]
    assert [each["state"] for each in client.get("/api/stock?state=draft").json()[0]["listings"]] == ["draft"]
    shown = client.get(f"/api/bulk/runs/{run.pk}")
    counts, known = shown.json(), {"If-None-Match": shown["ETag"]}
    assert [counts[name] for name in ("listed", "drafts", "withdrawn")] == [1, 1, 0]
    publish = {"userId": owner.id, "method": "PATCH", "data": {"status": "listed"}}
    remote_id = accounts[0].first_row.remote_id
    assert client.post(f"/api/proxy/gameboost/accounts/{remote_id}/status", publish, format="json").status_code == 200
    assert titles(client, "?state=on_sale") == ["b••••", "a••••"]
    assert client.get(f"/api/bulk/runs/{run.pk}", headers=known).json()["drafts"] == 0


def test_draft_can_be_taken_down_from_the_list_of_accounts(
    accounts: list[Account], owner: Any, client_for: ClientFor
) -> None:
    client = client_for(owner)
    withdraw_run(run=accounts[0].first_row.run, withdrawal=Withdrawal.DRAFT, by=owner)
    work()
    answer = client.post("/api/stock/close", {"ids": [accounts[0].pk]}, format="json")
    work()

    assert answer.status_code == 204
    assert titles(client, "?state=closed") == ["a••••"]


def test_page_of_a_run_hears_at_once_that_a_sale_elsewhere_takes_its_listing_down(
    accounts: list[Account], owner: Any, client_for: ClientFor, django_capture_on_commit_callbacks: Any
) -> None:
    client, path = client_for(owner), f"/api/bulk/runs/{accounts[0].first_row.run_id}"
    known = {"If-None-Match": client.get(path)["ETag"]}
    assert client.get(path, headers=known).status_code == 304

    with django_capture_on_commit_callbacks(execute=True):
        close_elsewhere(accounts[0].listings.all())

    assert client.get(path, headers=known).json()["withdrawing"] == 1


def test_nobody_closes_accounts_of_somebody_else(
    accounts: list[Account], other_employee: Any, client_for: ClientFor
) -> None:
    answer = client_for(other_employee).post("/api/stock/close", {"ids": [accounts[0].pk]}, format="json")

    assert answer.status_code == 409
    assert not Row.objects.exclude(withdrawal="").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["stock/close", "stock/proposals/apply", "stock/proposals/decline"])
def test_id_larger_than_any_is_refused_beside_its_field(path: str, as_admin: APIClient) -> None:
    answer = as_admin.post(f"/api/{path}", {"ids": [2**63]}, format="json")

    assert answer.status_code == 400
    assert [*answer.json()["errors"]] == ["ids.0"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["minecraft\0", "ÿ" * 300, "x" * 300, "a b"])
def test_game_that_no_address_can_name_is_refused_beside_its_field(game: str, as_admin: APIClient) -> None:
    answer = as_admin.get("/api/stock", {"game": game})

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["game"]
