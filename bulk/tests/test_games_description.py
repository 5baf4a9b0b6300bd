"""A game described for its screen says what the server itself reads by."""

import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from bulk.games import GAMES
from bulk.games.base import Game, QueuedGame
from bulk.games.description import describe_game
from bulk.games.template import TemplateGame
from bulk.queries import pay_of
from bulk.tests.helpers import credited, work
from earnings.models import Earning
from loyalty.models import Record
from marketplace.actions.configurations import set_training
from marketplace.adapters.templates import Field, Template, template_from
from marketplace.sandbox import server

GOLDEN = Path(__file__).parents[1] / "games/golden"
RECORDED = Path(server.__file__).parent / "templates/minecraft.json"
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def fields_of(game: Game[Any]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in describe_game(game, game.defaults)["fields"]}


def test_the_screens_are_tested_with_what_the_games_say_now() -> None:
    """The components' tests read the file. It is written anew by REWRITE=1."""
    recorded = template_from(json.loads(RECORDED.read_text("utf-8")))
    other = TemplateGame("minecraft", "Minecraft", recorded, {})
    told = {
        "games.json": {slug: describe_game(game, game.defaults) for slug, game in GAMES.items()},
        "other-game.json": describe_game(other, other.defaults),
    }
    for name, content in told.items():
        if os.environ.get("REWRITE"):  # a field a line, so that a change shows
            written = json.dumps(content, ensure_ascii=False).replace('{"name": ', '\n{"name": ')
            (GOLDEN / name).write_text(written + "\n", "utf-8")

        assert json.loads((GOLDEN / name).read_text("utf-8")) == content


def test_a_label_is_found_however_the_template_writes_the_field() -> None:
    template = Template("chess", fields={"best-rank": Field("text")})

    game = TemplateGame("chess", "Chess", template, {"best_rank": "Melhor patente"})

    assert fields_of(game)["best_rank"]["label"] == "Melhor patente"


@every_game
def test_every_field_of_the_form_and_of_the_files_is_described_once(game: Game[Any]) -> None:
    fields = describe_game(game, game.defaults)["fields"]
    names = [each["name"] for each in fields]
    columns = {part for each in game.columns for part in each.name.split(":")}

    assert len(set(names)) == len(names)
    assert set(names) == (set(game.defaults.as_json()) - {"accountData"}) | columns
    assert all(each["label"] for each in fields)
    assert [each["role"] for each in fields][:4] == ["login", "password", "emailLogin", "emailPassword"]
    assert {each["name"]: each["default"] for each in fields if each["scope"] == "form"} == {
        name: value for name, value in game.defaults.as_json().items() if name != "accountData"
    }


def bounds(game: Game[Any]) -> list[tuple[str, str, Any, Any]]:
    """(name, place, the least value, one below it) of every number that has a least one."""
    found: list[tuple[str, str, Any, Any]] = []
    for each in fields_of(game).values():
        if each["kind"] == "money":
            found.append((each["name"], each["place"], each["min"], str(Decimal(each["min"]) - Decimal("0.01"))))
        elif each["min"] is not None:
            found.append((each["name"], each["place"], each["min"], each["min"] - 1))
    return found


@every_game
def test_the_least_value_described_is_taken_and_less_is_refused_in_its_words(game: Game[Any]) -> None:
    texts = fields_of(game)
    account = {"login": "ana001", "password": "Senha#1"}

    def errors_of(name: str, place: str, value: Any) -> list[str]:
        stated = {name: value} if place == "account" else {"account_data": {name: value}}
        [line] = game.read_accounts([account | stated])
        told = {key.rpartition(".")[2]: texts for key, texts in line.errors.items()}
        return told.get(name, [])

    for name, place, least, below in bounds(game):
        assert errors_of(name, place, least) == [], name
        assert errors_of(name, place, below) == [texts[name]["error"]], name


@every_game
def test_every_option_described_is_taken(game: Game[Any]) -> None:
    for each in fields_of(game).values():
        values = [option["value"] for option in each["options"]]
        if each["place"] == "account" and values:
            stated = values if each["kind"] == "choices" else values[-1]
            [line] = game.read_accounts([{"login": "ana001", "password": "Senha#1", each["name"]: stated}])
            assert each["name"] not in line.errors


@every_game
def test_lines_are_cut_as_described(game: Game[Any]) -> None:
    lines = describe_game(game, game.defaults)["lines"]
    parts = ["ana001", "Senha#1", "ana@example.com", "Mail#9"]

    for count in lines["counts"]:
        [line] = game.parse(":".join(parts[:count]))
        assert [line.login, line.password, line.email_login, line.email_password][:count] == parts[:count]
    assert game.parse("sem separador")[0].error == lines["error"]


def test_games_say_what_is_their_own() -> None:
    roblox, fortnite, valorant = (fields_of(GAMES[slug]) for slug in ("roblox", "fortnite", "valorant"))

    assert (roblox["robux"]["scope"], roblox["robux"]["place"], roblox["robux"]["kind"]) == (
        "account",
        "account",
        "count",
    )
    assert (fortnite["skins"]["place"], fortnite["skins"]["error"]) == ("data", "Skins deve ser pelo menos 0")
    assert (valorant["server"]["required"], valorant["level"]["required"]) == (True, True)
    assert valorant["server"]["options"][0] == {"value": "NA", "label": "NA"}
    assert {"value": "Gold", "label": "Ouro"} in valorant["current_tier"]["options"]
    assert [each["value"] for each in valorant["peak_division"]["options"]] == [1, 2, 3]
    assert (valorant["winrate"]["kind"], valorant["winrate"]["max"]) == ("number", 100)
    assert {game.slug: describe_game(game, game.defaults)["currency"] for game in GAMES.values()} == {
        slug: "EUR" if isinstance(game, QueuedGame) else "USD" for slug, game in GAMES.items()
    }


@pytest.mark.parametrize(
    ("winrate", "text"), [("52,5%", ""), (101, "Informe um percentual de 0 a 100"), (True, "Informe")]
)
def test_a_share_of_victories_is_a_percentage(winrate: Any, text: str) -> None:
    account = {"login": "ana001", "password": "Senha#1", "price": "5", "account_data": {"winrate": winrate}}
    [line] = GAMES["valorant"].read_accounts([account])

    assert line.error.startswith(text) if text else line.own["account_data"] == {"winrate": 52.5}


@pytest.mark.django_db(transaction=True)
def test_pay_in_view_is_what_an_account_is_credited(start: Any, owner: Any) -> None:
    Record.objects.update_or_create(user=owner, defaults={"points": 100})

    told = pay_of(owner.id)
    assert told
    start("ana001")
    work()

    assert told.as_json("roblox") == {"perAccountWithBonus": "3.15", "label": "R$ 3,15 por conta, com 5% de bônus"}
    assert [f"{earning.amount:.2f}" for earning in Earning.objects.filter(user=owner)] == ["3.15"]
    assert len(credited()) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("built_frontend")
def test_pay_in_view_is_nothing_in_practice(owner: Any, settings: Any) -> None:
    set_training(by=owner, active=True)
    client = Client()
    client.force_login(owner)

    assert client.get("/roblox-bulk").context["props"]["pay"] == {
        "perAccountWithBonus": "0.00",
        "label": "Ensaio: nada é pago",
    }
