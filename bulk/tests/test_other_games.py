"""Any game of the marketplace: found, opened, filled in, created, without a line of code of its own."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

import bulk
from bulk.games.catalogue import game_of, is_game
from bulk.models import FieldLabel, OtherGame, Run
from bulk.tests.helpers import credited, row_of, states, work
from core.models import AuditEvent
from marketplace.actions.configurations import set_training
from marketplace.models import Activity, GameTemplate

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = "/api/bulk/games"
IMAGES = ["https://cdn.example.com/a.jpg"]
SETTINGS = {"price": "12.50", "imageUrls": IMAGES}
ASYNC = {"Prefer": "respond-async"}
FORMATS = ("csv", "xlsx")

RECORDED = {
    "minecraft": 7,
    "genshin-impact": 11,
    "league-of-legends": 14,
    "counter-strike-2": 7,
    "clash-of-clans": 14,
    "discord": 0,
}
"""The six recorded templates, and how many fields of its own each has, its server and collections of items included."""


@pytest.fixture
def client(client_for: Callable[[Any], Any], owner: Any) -> Any:
    return client_for(owner)


@pytest.fixture
def opened(client: Any) -> Callable[..., dict[str, Any]]:
    def opened(slug: str = "minecraft") -> dict[str, Any]:
        answer = client.post(f"{GAMES}/{slug}", {})
        assert answer.status_code == 200, answer.json()
        game: dict[str, Any] = answer.json()["game"]
        return game

    return opened


def fields_of(game: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in game["fields"]}


def create(client: Any, game: dict[str, Any], **body: Any) -> Any:
    version = game["template"]["version"]
    return client.post(game["endpoint"], {"templateVersion": version, **body}, headers=ASYNC)


def test_no_caller_looks_into_the_registry_for_a_slug_that_may_be_another_games() -> None:
    root = Path(bulk.__file__).parent
    sources = [path for path in root.rglob("*.py") if "tests" not in path.parts and path.name != "catalogue.py"]

    found = {
        f"{path.relative_to(root)}: {line}" for path in sources for line in re.findall(r"GAMES\[.*", path.read_text())
    }

    # Of routes that are made from the registry; after a look into it; words of games, none of which is the registry.
    allowed = ("pages.py", "actions/games.py", "analysis/")
    assert [each for each in found if not each.startswith(allowed)] == []


def test_the_games_of_the_marketplace_are_found_by_name(client: Any, market: Any) -> None:
    everything = client.get(GAMES).json()
    found = client.get(f"{GAMES}?search=LEG").json()

    titles = [each["title"] for each in everything["games"]]
    assert titles == sorted(titles, key=str.casefold)
    assert {"slug": "roblox", "title": "Roblox", "path": "/roblox-bulk"} in everything["games"]
    assert {"slug": "minecraft", "title": "Minecraft", "path": "/criar/minecraft"} in everything["games"]
    assert found == {
        "games": [{"slug": "league-of-legends", "title": "League of Legends", "path": "/criar/league-of-legends"}],
        "notice": "",
    }
    assert not OtherGame.objects.exists()


def test_where_the_list_is_off_nothing_goes_out_and_a_name_can_be_written(
    client: Any, owner: Any, configure: Any
) -> None:
    configure(owner, enabled_endpoints=["accounts"])

    answer = client.get(f"{GAMES}?search=Clash%20of%20Clans").json()

    assert [each["path"] for each in answer["games"]] == ["/criar/clash-of-clans"]
    assert "Gerenciar APIs" in answer["notice"]
    assert not Activity.objects.filter(endpoint="games").exists()


def test_without_a_key_games_are_neither_found_nor_opened(client_for: Any, employee: Any) -> None:
    client = client_for(employee)

    answers = [client.get(GAMES), client.post(f"{GAMES}/minecraft", {})]

    assert [(each.status_code, each.json()["code"]) for each in answers] == [(400, "configuration_missing")] * 2
    assert not OtherGame.objects.exists()


@pytest.mark.parametrize("slug", RECORDED)
def test_a_creator_is_made_from_the_games_template(slug: str, opened: Any, market: Any) -> None:
    game = opened(slug)

    own = [each for each in game["fields"] if each["place"] == "data"]
    assert len(own) == RECORDED[slug]
    assert (game["template"]["known"], game["template"]["notice"] == "") == (bool(own), bool(own))
    assert {each["scope"] for each in own} <= {"form"}
    common = {"login", "password", "emailLogin", "emailPassword", "emailDomain", "price", "title", "description"}
    assert common | {"deliveryInstructions", "imageUrls"} <= set(fields_of(game))
    assert (game["queued"], game["analyse"], game["currency"]) == (False, None, "EUR")
    assert game["lines"]["counts"] == [2, 4]


def test_fields_have_the_templates_kinds_bounds_and_words(opened: Any, market: Any) -> None:
    league, clans, genshin = (
        fields_of(opened(slug)) for slug in ("league-of-legends", "clash-of-clans", "genshin-impact")
    )

    assert (league["server"]["kind"], league["server"]["required"], league["server"]["label"]) == (
        "choice",
        True,
        "Servidor",
    )
    assert {"value": "Brazil", "label": "Brazil"} in league["server"]["options"]
    assert (league["winrate"]["kind"], league["winrate"]["min"], league["winrate"]["max"]) == ("number", 0, 100)
    assert (league["level"]["kind"], league["level"]["required"]) == ("text", True)
    assert league["champions"]["kind"] == "list"
    assert (clans["town_hall_level"]["kind"], clans["town_hall_level"]["min"]) == ("count", 1)
    assert clans["town_hall_level"]["label"] == "Town hall level"
    assert clans["max"]["kind"] == "switch"
    assert (genshin["platforms"]["kind"], len(genshin["platforms"]["options"])) == ("choices", 6)


def test_a_game_that_the_marketplace_does_not_have_is_not_opened(client: Any, market: Any) -> None:
    answers = [client.post(f"{GAMES}/{slug}", {}) for slug in ("jogo-nenhum", "x" * 41)]

    assert [each.status_code for each in answers] == [404, 404]
    assert not OtherGame.objects.exists()
    assert not is_game("jogo-nenhum")
    assert client.post(f"{GAMES}/jogo-nenhum/create", {"text": "ana001:Senha#1"}).status_code == 404
    assert client.post("/api/bulk/preview", {"game": "jogo-nenhum", "text": "ana001:Senha#1"}).status_code == 400


def test_accounts_of_another_game_are_previewed_listed_and_paid(
    client: Any, opened: Any, arrived: Callable[[], list[dict[str, Any]]]
) -> None:
    game = opened("genshin-impact")
    body = {
        "text": "ana001:Senha#1\nbia002\ncaio03:Senha#3:caio@firstmail.ltd:Mail#3",
        "settings": {
            **SETTINGS,
            "title": "Conta {adventure_rank} | {server}",
            "accountData": {
                "server": "europe",
                "adventure_rank": "55",
                "platforms": "pc, ios",
                "characters": ["Navia"],
            },
        },
        "overrides": {"3": {"accountData": {"adventure_rank": 60}, "price": "20"}},
    }
    preview = client.post("/api/bulk/preview", {"game": "genshin-impact", **body}).json()

    answer = create(client, game, **body, previewDigest=preview["digest"])
    work()

    run = Run.objects.get()
    assert [(row["verdict"], row["priceEur"]) for row in preview["rows"]] == [
        ("valid", "12.50"),
        ("invalid", None),
        ("valid", "20.00"),
    ]
    assert (answer.status_code, states(run)) == (202, {1: "created", 2: "failed", 3: "created"})
    first, last = arrived()
    assert first["account_data"] == {"adventure_rank": 55, "platforms": ["PC", "iOS"]}
    assert (first["server"], first["game_items"], first["title"]) == (
        "Europe",
        {"characters": ["Navia"]},
        "Conta 55 | Europe",
    )
    assert (last["account_data"]["adventure_rank"], last["email_login"], last["title"]) == (
        60,
        "caio@firstmail.ltd",
        "Conta 60 | Europe",
    )
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 3).pk}
    assert client.get("/api/accounts/stats").json()["byGame"]["genshinImpact"] == 2
    told = client.get(f"/api/bulk/runs/{run.pk}").json()
    assert (told["gameTitle"], told["creatorPath"]) == ("Genshin Impact", "/criar/genshin-impact")
    assert client.get(f"/api/bulk/runs/{run.pk}/corrections.csv").status_code == 200


def test_what_the_template_refuses_is_told_on_its_field(client: Any, opened: Any, market: Any) -> None:
    opened("league-of-legends")
    body = {
        "game": "league-of-legends",
        "accounts": [
            {"login": "ana001", "password": "Senha#1", "account_data": {"winrate": "101", "server": "Marte"}},
            {
                "login": "bia002",
                "password": "Senha#2",
                "account_data": {"server": "Brazil", "level_up_method": "by_hand"},
            },
        ],
        "settings": SETTINGS,
    }
    first, second = client.post("/api/bulk/preview", body).json()["rows"]

    assert set(first["errors"]) == {"account_data.winrate", "account_data.server"}
    assert second["errors"] == {"account_data.level": ["Campo obrigatório para este jogo."]}


def test_a_refusal_of_the_marketplace_lands_on_its_field(client: Any, opened: Any, market: Any) -> None:
    game = opened()
    market.set_faults(
        {"kind": "refuse", "logins": ["ana001"], "errors": {"account_data.hypixel_rank": ["The rank is retired."]}}
    )
    create(client, game, text="ana001:Senha#1", settings={**SETTINGS, "accountData": {"hypixel_rank": "mvp+"}})
    work()

    assert "account_data.hypixel_rank" in row_of(Run.objects.get()).errors


def test_a_template_that_changed_is_told_before_a_run_with_what_changed(
    client: Any, opened: Any, market: Any, arrived: Callable[[], list[dict[str, Any]]]
) -> None:
    game = opened()
    market.change_template(
        "minecraft", account_data={"with_cape": None, "skyblock_coins": {"kind": "integer", "required": True}}
    )
    GameTemplate.objects.update(seen_at=timezone.now() - timedelta(minutes=11))
    cache.clear()
    body = {"text": "ana001:Senha#1", "settings": {**SETTINGS, "accountData": {"with_cape": True, "hypixel_level": 3}}}

    answer = create(client, game, **body)
    told = answer.json()
    again = opened()
    mended = {**body["settings"], "accountData": {**body["settings"]["accountData"], "skyblock_coins": 7}}
    later = create(client, again, text=body["text"], settings=mended)
    work()

    assert (answer.status_code, told["code"]) == (409, "template_changed")
    assert told["changes"] == [
        "O campo skyblock_coins passou de texto a número inteiro.",
        "O campo skyblock_coins passou a ser obrigatório.",
        "O campo with_cape deixou de existir.",
    ]
    assert again["template"]["changes"] == told["changes"]
    assert again["template"]["version"] > game["template"]["version"]
    assert later.status_code == 202
    assert [sent["account_data"] for sent in arrived()] == [{"hypixel_level": 3, "skyblock_coins": 7}]
    assert client.post("/api/bulk/preview", {"game": "minecraft", "templateVersion": 0, **body}).status_code == 409


def test_a_run_of_another_game_says_which_template_it_was_filled_in_under(client: Any, opened: Any, market: Any) -> None:
    game = opened()

    answer = client.post(game["endpoint"], {"text": "ana001:Senha#1", "settings": SETTINGS})

    assert (answer.status_code, answer.json()["code"]) == (400, "template_version_missing")
    assert not Run.objects.exists()


def test_the_marketplace_is_asked_for_a_template_at_most_every_ten_minutes(opened: Any, market: Any) -> None:
    opened()
    opened()
    asked = Activity.objects.filter(endpoint="accounts/template/{gameSlug}")

    assert asked.count() == 1
    GameTemplate.objects.update(seen_at=timezone.now() - timedelta(minutes=11))
    opened()
    assert asked.count() == 2


def test_a_marketplace_that_fails_leaves_an_opened_game_as_it_was(opened: Any, market: Any) -> None:
    before = opened()
    GameTemplate.objects.update(seen_at=timezone.now() - timedelta(minutes=11))
    market.set_faults({"kind": "error", "status": 500, "endpoint": "template"})

    assert opened() == before


def test_with_the_first_api_only_the_common_fields_are_known(
    client: Any, owner: Any, market: Any, settings: Any, opened: Any
) -> None:
    settings.SANDBOX_ORIGIN = ""  # as a marketplace that is no sandbox

    game = opened()
    found = client.get(f"{GAMES}?search=mine").json()

    assert [each["place"] for each in game["fields"] if each["place"] == "data"] == []
    assert (game["template"]["version"], game["template"]["known"]) == (0, False)
    assert "API v2" in game["template"]["notice"]
    assert "API v1" in found["notice"]
    assert not GameTemplate.objects.exists()
    preview = client.post(
        "/api/bulk/preview", {"game": "minecraft", "text": "ana001:Senha#1", "settings": SETTINGS}
    ).json()
    assert preview["totals"]["sendable"] == 1


def test_another_marketplace_says_that_it_does_not_take_the_game(client: Any, opened: Any, market: Any) -> None:
    opened()

    answer = client.post("/api/bulk/preview", {"game": "minecraft", "text": "a:b", "service": "lztmarket"})

    assert (answer.status_code, answer.json()["message"]) == (400, "O LZT Market não aceita contas de Minecraft.")


def test_another_game_is_practised_as_ours_are(client: Any, owner: Any, opened: Any, market: Any) -> None:
    set_training(by=owner, active=True)
    game = opened()

    create(client, game, text="ana001:Senha#1", settings={**SETTINGS, "accountData": {"hypixel_level": 3}})
    work()

    run = Run.objects.get()
    assert (run.training, states(run), credited()) == (True, {1: "created"}, {})


def test_files_drafts_and_templates_of_texts_know_another_game(client: Any, opened: Any, market: Any) -> None:
    opened()
    FieldLabel.objects.create(game="", name="hypixel_level", label="Nível Hypixel")

    sheet = "login;senha;nível hypixel;game_editions;with cape\nana001;Senha#1;12;java, bedrock;sim"
    read = client.post("/api/bulk/uploads/read", {"game": "minecraft", "text": sheet}).json()
    columns = client.get("/api/bulk/uploads/template?game=minecraft&format=csv").content.decode()
    placeholders = client.get("/api/bulk/templates/placeholders?game=minecraft").json()
    draft = client.put("/api/bulk/text-draft?game=minecraft", {"text": "ana001:Senha#1"}, headers={"If-Match": '"0"'})
    kept = client.post("/api/bulk/templates", {"game": "minecraft", "name": "A", "title": "Conta {hypixel_level}"})

    assert [column["field"] for column in read["columns"]] == [
        "login",
        "password",
        "hypixel_level",
        "game_editions",
        "with_cape",
    ]
    assert "Nível Hypixel" in columns
    assert {"name": "hypixel_level", "label": "Nível Hypixel", "example": "10"} in placeholders
    assert (draft.status_code, kept.status_code) == (200, 201)


def test_what_fields_are_called_is_no_formula_in_the_files_to_fill_in(client: Any, opened: Any, market: Any) -> None:
    opened()
    FieldLabel.objects.create(game="", name="hypixel_level", label="=1+1")

    files = {kind: client.get(f"/api/bulk/uploads/template?game=minecraft&format={kind}").content for kind in FORMATS}
    sheets = load_workbook(BytesIO(files["xlsx"])).worksheets
    named = [cell for sheet in sheets for row in sheet.iter_rows() for cell in row if "=1+1" in str(cell.value)]
    header = files["csv"].decode()
    filled_in = header + "ana;Senha#1" + ";" * (header.count(";") - 1)
    read = client.post("/api/bulk/uploads/read", {"game": "minecraft", "text": filled_in})

    assert ";'=1+1;" in header
    assert [(cell.value, cell.data_type) for cell in named] == [("'=1+1", "s")] * 2
    assert "hypixel_level" in [column["field"] for column in read.json()["columns"]]


def test_an_admin_names_fields_once_for_all_and_pins_a_game(
    client: Any, client_for: Any, admin: Any, owner: Any, opened: Any, market: Any, built_frontend: None
) -> None:
    opened()
    client_admin = client_for(admin)
    labels = {"hypixel_rank": "Patente do Hypixel"}

    refused = client.patch(f"{GAMES}/minecraft", {"pinned": True})
    unknown = client_admin.patch(f"{GAMES}/minecraft", {"labels": {"nada": "Nada"}})
    changed = client_admin.patch(f"{GAMES}/minecraft", {"pinned": True, "labels": labels}).json()["game"]
    browser = Client()
    browser.force_login(owner)
    page = browser.get("/criar/minecraft")

    assert (refused.status_code, unknown.status_code) == (403, 400)
    assert unknown.json()["errors"] == {"labels.nada": ["Este jogo não tem esse campo."]}
    assert (changed["template"]["pinned"], fields_of(changed)["hypixel_rank"]["label"]) == (True, "Patente do Hypixel")
    assert fields_of(opened())["hypixel_rank"]["label"] == "Patente do Hypixel"
    assert page.content.decode().count('href="/criar/minecraft"') == 2  # the sidebar, and the menu of narrow screens
    assert AuditEvent.objects.get(event="bulk.game_changed").actor_id == admin.id
    back = client_admin.patch(f"{GAMES}/minecraft", {"pinned": False, "labels": {"hypixel_rank": ""}}).json()["game"]
    assert (back["template"]["pinned"], fields_of(back)["hypixel_rank"]["label"]) == (False, "Hypixel rank")
    assert 'href="/criar/minecraft"' not in browser.get("/profile").content.decode()


@pytest.mark.usefixtures("built_frontend")
def test_the_page_of_another_game_has_what_ours_have(client: Any, owner: Any, opened: Any, market: Any) -> None:
    browser = Client()
    browser.force_login(owner)
    unopened = browser.get("/criar/minecraft").context["props"]
    opened()

    props = browser.get("/criar/minecraft").context["props"]

    assert (unopened["slug"], unopened["game"], unopened["activeRun"]) == ("minecraft", None, None)
    assert (props["game"]["title"], props["pay"]["perAccountWithBonus"]) == ("Minecraft", "3.00")
    assert props["defaults"]["title"] == "Conta Minecraft"
    assert "/api/bulk/text-draft?game=minecraft" in props["queries"]
    assert browser.get("/criar/roblox").headers["Location"] == "/roblox-bulk"
    assert {"value": "minecraft", "label": "Minecraft"} in browser.get("/runs").context["props"]["games"]


def test_a_field_of_a_template_is_read_however_it_is_written(opened: Any, market: Any) -> None:
    opened("clash-of-clans")
    game = game_of("clash-of-clans")
    account = {"login": "ana001", "password": "Senha#1", "price": "5"}

    [line] = game.read_accounts(
        [account | {"accountData": {"townHallLevel": "12", "clan-role": "co-leader", "max": True}}]
    )
    [wrong] = game.read_accounts([account | {"account_data": {"town_hall_level": 0, "clan_role": "Rei"}}])

    assert line.own["account_data"] == {"town_hall_level": 12, "clan_role": "Co-Leader", "max": True}
    assert wrong.errors == {
        "account_data.town_hall_level": ["Town hall level deve ser pelo menos 1"],
        "account_data.clan_role": ["Valores aceitos: Leader, Co-Leader, Elder, Member"],
    }
