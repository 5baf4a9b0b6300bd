"""Lines that were pasted and not created yet: kept encrypted, their owner's alone, for a week."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.actions.people import deactivate_person
from bulk.actions.intake import purge_drafts
from bulk.models import QueueDraft, TextDraft

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]

TEXT = "/api/bulk/text-draft?game=roblox"
LINES = "ana:Senha-Do-Texto#9\r\n\r\nsem separador "
OWN = {"ana": {"priceUsd": "5,00"}}
FORM = {"values": {"title": "Conta de teste", "priceUsd": "7,5"}}


def put(client: APIClient, version: int, text: str = LINES, path: str = TEXT, **changes: Any) -> Any:
    return client.put(
        path, {"text": text, "overrides": OWN, "settings": FORM} | changes, headers={"If-Match": f'"{version}"'}
    )


def test_a_text_nobody_wrote_is_empty_at_version_0(client_for: ClientFor, employee: Any) -> None:
    answer = client_for(employee).get(TEXT)

    assert (answer.status_code, answer["ETag"], answer["Cache-Control"]) == (200, '"0"', "private, no-store")
    assert answer.json() == {
        "game": "roblox",
        "version": 0,
        "text": "",
        "overrides": {},
        "settings": {},
        "conflicts": [],
        "updatedAt": None,
    }
    assert not TextDraft.objects.exists()


def test_a_text_comes_back_character_for_character(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)

    written = put(client, 0)

    assert (written.status_code, written["ETag"]) == (200, '"1"')
    read = client.get(TEXT).json()
    assert read == written.json()
    assert (read["text"], read["overrides"], read["settings"]) == (LINES, OWN, FORM)
    assert client.get("/api/bulk/text-draft?game=war-thunder").json()["text"] == ""
    assert client.get("/api/bulk/text-draft?game=fortnite").json()["text"] == ""
    assert client.get("/api/bulk/text-draft?game=minecraft").status_code == 400


def test_a_text_is_its_owners_alone(client_for: ClientFor, employee: Any, other_employee: Any, admin: Any) -> None:
    put(client_for(employee), 0)

    assert [client_for(person).get(TEXT).json()["text"] for person in (other_employee, admin)] == ["", ""]


def test_a_slower_tab_is_refused_and_the_text_stays(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0)
    put(client, 1, "bia:x")

    answers = [put(client, 1, "caio:x"), put(client, 0, "caio:x")]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(412, "text_changed")] * 2
    assert client.get(TEXT).json()["text"] == "bia:x"


def test_the_version_of_an_emptied_text_is_not_given_again(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0)
    put(client, 1, "")

    assert put(client, 0, "bia:x").status_code == 412
    assert client.get(TEXT).json()["version"] == 2


def read_as(version: int, text: str, **changes: Any) -> dict[str, Any]:
    """What a tab has read, which it sends along when it was slower."""
    return {"text": text, "overrides": {}, "settings": {}} | changes


def test_a_slower_tab_that_says_what_it_read_is_merged_line_by_line(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    start = {"overrides": {}, "settings": {"values": {"title": "A", "price": "1"}}}
    put(client, 0, "ana:1\nbia:2\ncaio:3", **start)
    put(client, 1, "ana:9\nbia:2", overrides={"ana": {"title": "x"}}, settings={"values": {"title": "B", "price": "1"}})

    answer = put(
        client,
        1,
        "ana:1\nbia:8\ncaio:3\nduda:4",
        overrides={"bia": {"title": "y"}},
        settings={"values": {"title": "A", "price": "2"}},
        base={"text": "ana:1\nbia:2\ncaio:3"} | start,
    )

    assert (answer.status_code, answer["ETag"]) == (200, '"3"')
    read = client.get(TEXT).json()
    assert read == answer.json()
    assert read["text"].split("\n") == ["ana:9", "bia:8", "duda:4"]
    assert read["overrides"] == {"ana": {"title": "x"}, "bia": {"title": "y"}}
    assert read["settings"] == {"values": {"title": "B", "price": "2"}}
    assert read["conflicts"] == []


def test_a_line_changed_in_two_tabs_stays_twice_and_marked_until_one_goes(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0, "ana:1\nbia:2")
    put(client, 1, "ana:9\nbia:2")

    merged = put(client, 1, "ana:8\nbia:2", base=read_as(1, "ana:1\nbia:2")).json()
    moved = put(client, 3, "zoe:0\nana:9\nbia:2\nana:8").json()
    settled = put(client, 4, "zoe:0\nana:8\nbia:2").json()
    back = put(client, 5, "zoe:0\nana:8\nbia:2\nana:9").json()

    assert (merged["text"], merged["conflicts"]) == ("ana:9\nana:8\nbia:2", [{"line": 1, "other": 2}])
    assert moved["conflicts"] == [{"line": 2, "other": 4}]
    assert (settled["conflicts"], back["conflicts"]) == ([], [])


def test_a_text_whose_stored_one_is_gone_is_written_anew(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0, "ana:1")
    TextDraft.objects.all().delete()

    answer = put(client, 1, "ana:1\nbia:2", base=read_as(1, "ana:1"))

    assert (answer.status_code, answer.json()["text"], answer.json()["version"]) == (200, "ana:1\nbia:2", 1)


def test_two_texts_too_large_together_are_not_merged(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    put(client, 0, "")
    put(client, 1, "a" * 1_500_000)

    answer = put(client, 1, "b" * 1_500_000, base=read_as(1, ""))

    assert (answer.status_code, answer.json()["code"]) == (412, "text_changed")
    assert client.get(TEXT).json()["text"] == "a" * 1_500_000


@pytest.mark.parametrize("stated", [{}, {"If-Match": "*"}, {"If-Match": "1"}])
def test_a_write_says_what_it_has_read(stated: dict[str, str], client_for: ClientFor, employee: Any) -> None:
    answer = client_for(employee).put(TEXT, {"text": LINES}, headers=stated)

    assert (answer.status_code, answer.json()["code"]) == (428, "version_missing")
    assert not TextDraft.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "ana:_|WARN\u200bING:-DO-NOT-SHARE-THIS.|_ABC"}, "session_cookie"),
        ({"text": "ana:roblo\u017fecurity"}, "session_cookie"),
        ({"text": "ana:x", "overrides": {"ana": {"title": ".ROBLOSECURITY"}}}, "session_cookie"),
        ({"text": "ana:x", "settings": {"title": ".ROBLOSECURITY"}}, "session_cookie"),
        ({"text": "ana:x", "base": {"text": ".ROBLOSECURITY"}}, "session_cookie"),
        ({"text": "ana:x", "settings": {"title": "x" * 70_000}}, "invalid"),
        ({"text": "ana:x", "settings": ["x"]}, "invalid"),
        ({"text": "x" * 2_100_000}, "text_too_large"),
        ({"text": ["ana:x"]}, "invalid"),
        ({"text": "ana:x", "overrides": {"ana": "5,00"}}, "invalid"),
    ],
    ids=[
        "session cookie",
        "its other letters",
        "in a line's own",
        "in the form",
        "in what was read",
        "a form too large",
        "no form",
        "over 2 MB",
        "no text",
        "no object",
    ],
)
def test_what_is_no_text_is_refused(body: dict[str, Any], code: str, client_for: ClientFor, employee: Any) -> None:
    answer = client_for(employee).put(TEXT, body, headers={"If-Match": '"0"'})

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not TextDraft.objects.exists()


def test_nothing_of_a_text_is_readable_in_the_database(client_for: ClientFor, employee: Any) -> None:
    put(client_for(employee), 0)

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM bulk_textdraft")
        stored = str(cursor.fetchall())
    assert "Senha-Do-Texto" not in stored
    assert "priceUsd" not in stored
    assert "Conta de teste" not in stored


def test_a_text_left_alone_for_a_week_is_deleted(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    for person in (employee, other_employee):
        put(client_for(person), 0)
    TextDraft.objects.filter(owner=employee).update(updated_at=timezone.now() - timedelta(days=7, minutes=1))

    assert (purge_drafts(), purge_drafts()) == (1, 0)
    assert list(TextDraft.objects.values_list("owner_id", flat=True)) == [other_employee.id]


def test_what_somebody_has_not_sent_goes_with_them(
    client_for: ClientFor, employee: Any, other_employee: Any, admin: Any
) -> None:
    for person in (employee, other_employee):
        put(client_for(person), 0)
    QueueDraft.objects.create(owner=employee, game="fortnite", entries=[])

    deactivate_person(by=admin, user_id=employee.id)

    assert not QueueDraft.objects.exists()
    assert list(TextDraft.objects.values_list("owner_id", flat=True)) == [other_employee.id]


@pytest.mark.usefixtures("built_frontend")
def test_the_page_carries_the_text_unless_the_browser_may_keep_it(
    client: Client, client_for: ClientFor, owner: Any
) -> None:
    put(client_for(owner), 0)
    client.force_login(owner)

    asked, ahead = client.get("/roblox-bulk"), client.get("/roblox-bulk", headers={"Sec-Purpose": "prefetch"})

    assert asked["Cache-Control"] == "private, no-store"
    assert asked.context["props"]["queries"][TEXT]["text"] == LINES
    assert TEXT not in ahead.context["props"]["queries"]
    assert "Senha-Do-Texto" not in ahead.content.decode()


@pytest.mark.usefixtures("built_frontend")
def test_the_upload_carries_the_text_of_the_game_in_its_address(
    client: Client, client_for: ClientFor, owner: Any
) -> None:
    put(client_for(owner), 0)
    client.force_login(owner)
    prefetch = {"Sec-Purpose": "prefetch"}

    chosen, other = client.get("/upload?jogo=roblox"), client.get("/upload?jogo=minecraft")

    assert chosen.context["props"]["queries"][TEXT]["text"] == LINES
    assert "/api/bulk/text-draft?game=fortnite" in other.context["props"]["queries"]
    assert len(client.get("/upload?jogo=roblox", headers=prefetch).context["props"]["queries"]) == 1
