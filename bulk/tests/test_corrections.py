"""'report CSV that can be fixed and uploaded again': what was not created, in the columns of the upload."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.games import GAMES
from bulk.intake.columns import propose_fields
from bulk.intake.files import read_file
from bulk.models import Row, Run
from bulk.tests.helpers import SETTINGS, states, work
from bulk.tests.parted import ASYNC, FORTNITE, VALORANT, bare, fortnite, valorant
from core.models import AuditEvent

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
Start = Callable[..., Run]


def path_of(run: Run) -> str:
    return f"/api/bulk/runs/{run.pk}/corrections.csv"


def read_back(content: bytes, game: str) -> list[dict[str, str]]:
    """The file as the upload understands it by itself: {field: text} of each line, blank cells left out."""
    reading = propose_fields(read_file(content), GAMES[game].columns)
    fields = {column.index: column.field for column in reading.columns if column.field}
    return [{fields[at]: cell for at, cell in enumerate(row.cells) if at in fields and cell} for row in reading.rows]


def refuse(market: Any, *logins: str) -> None:
    market.set_faults({"kind": "refuse", "logins": list(logins), "errors": {"title": ["Refused"]}})


def test_account_of_the_last_row_of_a_worksheet_can_be_corrected(client_for: ClientFor, owner: Any, market: Any) -> None:
    refuse(market, "ana001")
    client = client_for(owner)
    client.post(FORTNITE, {"accounts": [fortnite(line=1_048_576)]}, headers=ASYNC)
    work()

    [account] = read_back(client.get(path_of(Run.objects.get())).content, "fortnite")

    assert account["login"] == "ana001"


def test_the_upload_reads_it_back_whole(client_for: ClientFor, owner: Any, market: Any) -> None:
    refuse(market, "ana001")
    client = client_for(owner)
    client.post(FORTNITE, {"accounts": [fortnite(password="=1+1;\"x'"), bare(login="bia002")]}, headers=ASYNC)
    work()
    run = Run.objects.get()
    assert states(run) == {1: "failed", 2: "created"}

    answer = client.get(path_of(run))

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert answer["Cache-Control"] == "no-store"
    assert f"corrigir-execucao-{run.pk}.csv" in answer["Content-Disposition"]
    [account] = read_back(answer.content, "fortnite")
    assert {name: value for name, value in account.items() if name != "deliveryInstructions"} == {
        "login": "ana001",
        "password": "=1+1;\"x'",
        "battlepass": "não",
        "seasons_played": "2, 3",
        "emailLogin": "ana001@firstmail.ltd",
        "emailPassword": "MailExemplo#9",
        "emailDomain": "firstmail",
        "price": "24,99",
        "costCurrency": "BRL",
        "title": "Conta Fortnite | 57 skins",
        "description": "Conta com 57 skins e 1.250 V-Bucks.",
        "imageUrls": "https://cdn.example.com/a.jpg, https://cdn.example.com/b.jpg",
        "has2fa": "sim",
        "platform": "Xbox",
        "skins": "57",
        "pickaxes": "34",
        "emotes": "41",
        "backblings": "28",
        "wraps": "12",
        "gliders": "19",
        "sprays": "7",
        "loading_screens": "5",
        "vbucks": "1250",
        "account_level": "210",
        "rare_items": "Renegade Raider",
    }


def test_texts_of_many_lines_come_back_for_every_one_of_many_accounts(
    client_for: ClientFor, owner: Any, market: Any, start: Start
) -> None:
    logins = [f"conta{number:02}" for number in range(20)]
    refuse(market, *logins)
    run = start(*logins)
    work()

    accounts = read_back(client_for(owner).get(path_of(run)).content, "roblox")

    assert [account.get("login") for account in accounts] == logins
    assert all("\n" in account["deliveryInstructions"] for account in accounts)


def test_ranks_are_written_as_people_write_them(client_for: ClientFor, owner: Any, market: Any) -> None:
    refuse(market, "bia002")
    client = client_for(owner)
    client.post(VALORANT, {"accounts": [valorant()]}, headers=ASYNC)
    work()

    [account] = read_back(client.get(path_of(Run.objects.get())).content, "valorant")

    ranks = (account["current_tier:current_division"], account["peak_tier:peak_division"])
    assert (ranks, account["server"]) == (("Gold 2", "Diamond 1"), "BR")
    assert (account["agents"], account["weapon_skins"]) == ("Sova, Jett", "Neptune Spectre")


def test_a_pasted_line_keeps_the_form_and_an_unreadable_one_only_its_reason(
    client_for: ClientFor, owner: Any, market: Any, start: Start
) -> None:
    refuse(market, "ana001")
    run = start(
        text="ana001:Senha#1 | Robux: 350\nruim\nbia002:Senha#2",
        settings=SETTINGS | {"priceUsd": "12.50", "mainExperience": "Jailbreak"},
    )
    work()

    content = client_for(owner).get(path_of(run)).content
    first, unread = read_back(content, "roblox"), content.decode("utf-8-sig").splitlines()[-1]

    assert {name: first[0][name] for name in ("login", "password", "robux", "priceUsd", "mainExperience")} == {
        "login": "ana001",
        "password": "Senha#1",
        "robux": "350",
        "priceUsd": "12,50",
        "mainExperience": "Jailbreak",
    }
    assert unread.startswith("2;Falhou;Formato inválido. Use 'usuário:senha';;;")


def test_a_title_that_names_rare_items_takes_their_list_along(client_for: ClientFor, owner: Any, market: Any) -> None:
    refuse(market, "ana001")
    client = client_for(owner)
    settings = {"title": "Conta | {itens_raros}", "rareList": ["Renegade Raider", "IKONIK"]}
    account = {name: value for name, value in fortnite().items() if name != "title"}
    client.post(FORTNITE, {"accounts": [account], "settings": settings}, headers=ASYNC)
    work()
    assert Row.objects.get().title == "Conta | Renegade Raider"

    [mended] = read_back(client.get(path_of(Run.objects.get())).content, "fortnite")

    assert (mended["title"], mended["rareList"]) == ("Conta | {itens_raros}", "Renegade Raider, IKONIK")
    uploaded = {name: mended[name] for name in ("login", "password", "title", "rareList", "rare_items")}
    answer = client.post("/api/bulk/preview", {"game": "fortnite", "accounts": [uploaded | {"price": "24.99"}]})
    assert answer.json()["rows"][0]["title"] == "Conta | Renegade Raider"


def test_looking_at_it_is_noted_for_the_person_concerned(
    client_for: ClientFor, owner: Any, admin: Any, market: Any, start: Start
) -> None:
    """Every reveal of a credential writes an audit row that the person concerned can see."""
    refuse(market, "ana001", "bia002")
    run = start("ana001", "bia002", "caio03")
    work()

    client_for(admin).get(path_of(run))

    event = AuditEvent.objects.get(event="bulk.credentials_exported")
    assert (event.actor_id, event.subject_id, event.after) == (admin.id, owner.id, {"accounts": 2})
    assert "Exemplo" not in str([event.before, event.after, event.target_label])


def test_a_run_of_somebody_else_has_no_corrections(client_for: ClientFor, start: Start, other_employee: Any) -> None:
    assert client_for(other_employee).get(path_of(start("ana001"))).status_code == 404
    assert not AuditEvent.objects.filter(event="bulk.credentials_exported").exists()
