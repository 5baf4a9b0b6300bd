"""A game is one folder and one line: nothing else has to know it."""

from collections.abc import Callable, Iterator
from importlib import reload
from typing import Any

import pytest
from django.test import Client
from django.urls import clear_url_caches

import config.api_urls
import config.urls
from bulk.games import GAMES
from bulk.models import Run
from bulk.tests.counter_strike import GAME
from bulk.tests.helpers import SETTINGS, credited, row_of, states, work

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = "ana001:Senha#1\nbia002\ncaio03:Senha#3"


def read_routes() -> None:
    for module in (config.api_urls, config.urls):
        reload(module)
    clear_url_caches()


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """As the line in the registry would."""
    GAMES[GAME.slug] = GAME
    read_routes()
    yield
    del GAMES[GAME.slug]
    read_routes()


@pytest.fixture
def client(client_for: Callable[[Any], Any], owner: Any) -> Any:
    return client_for(owner)


@pytest.fixture
def browser(owner: Any, built_frontend: None) -> Client:
    browser = Client()
    browser.force_login(owner)
    return browser


def test_new_game_has_its_card_its_entry_and_its_form(browser: Client) -> None:
    chosen = browser.get("/game-selection").content.decode()
    form = next(game for game in browser.get("/upload").context["props"]["games"] if game["slug"] == GAME.slug)

    # The sidebar, the menu of narrow screens, and the card.
    assert chosen.count('href="/counter-strike-2-bulk"') == 3
    assert "Linhas no formato login:senha." in chosen
    assert form["endpoint"] == "/api/counter-strike-2/bulk-create"
    [ranks] = [field["options"] for field in form["fields"] if field["name"] == "rank"]
    assert [rank["value"] for rank in ranks] == ["Silver", "Gold", "Global"]
    assert form["defaults"]["medals"] == 3


def test_new_game_is_in_the_menu_and_in_the_profile_of_an_employee(browser: Client) -> None:
    profile = browser.get("/profile")
    menu = profile.content.decode().partition('id="employee-menu"')[2].partition("</nav>")[0]

    assert 'href="/counter-strike-2-bulk"' in menu
    assert profile.context["props"]["games"][-1] == {
        "slug": GAME.slug,
        "title": GAME.title,
        "field": "counterStrikeDescription",
    }


def test_new_game_is_offered_wherever_the_api_names_games(client: Any) -> None:
    placeholders = client.get("/api/bulk/templates/placeholders?game=counter-strike-2").json()
    columns = client.get("/api/bulk/uploads/template?game=counter-strike-2&format=csv").content.decode()
    drafts = client.get("/api/bulk/text-draft?game=counter-strike-2")
    stats = client.get("/api/accounts/stats").json()

    assert [each["name"] for each in placeholders] == ["medalhas"]
    assert columns.strip().endswith("Medalhas")
    assert (drafts.status_code, stats["byGame"]["counterStrike2"]) == (200, 0)


def test_new_game_takes_a_persons_own_description(client: Any, owner: Any) -> None:
    text = "Minha descrição de Counter-Strike."
    client.patch(f"/api/employee-settings/{owner.id}", {"counterStrikeDescription": text})

    preview = client.post("/api/bulk/preview", {"game": GAME.slug, "text": TEXT}).json()

    assert client.get(f"/api/employee-settings/{owner.id}").json()["counterStrikeDescription"] == text
    assert preview["totals"]["sendable"] == 2


def test_accounts_of_a_new_game_are_previewed_listed_and_paid(
    client: Any, arrived: Callable[[], list[dict[str, Any]]]
) -> None:
    body = {"text": TEXT, "settings": {"medals": 7, "imageUrls": SETTINGS["imageUrls"]}}
    preview = client.post("/api/bulk/preview", {"game": GAME.slug, **body}).json()

    answer = client.post(
        "/api/counter-strike-2/bulk-create",
        {**body, "previewDigest": preview["digest"]},
        headers={"Prefer": "respond-async"},
    )
    work()

    run = Run.objects.get()
    assert (preview["rows"][0]["verdict"], preview["rows"][0]["title"]) == ("valid", "Conta CS | 7 medalhas")
    assert (answer.status_code, states(run)) == (202, {1: "created", 2: "failed", 3: "created"})
    assert row_of(run, 2).error == "Formato inválido. Use: login:senha"
    assert [sent["account_data"] for sent in arrived()] == [{"premier_rating_count": 7}] * 2
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 3).pk}
    assert client.get("/api/accounts/stats").json()["byGame"]["counterStrike2"] == 2
