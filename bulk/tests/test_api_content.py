"""Templates and lists of rare items: one's own, and those that admins share."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.models import ContentTemplate, RareItemList

pytestmark = pytest.mark.django_db

TEMPLATES = "/api/bulk/templates"
LISTS = "/api/bulk/rare-lists"
TEMPLATE = {
    "game": "fortnite",
    "name": "Padrão",
    "title": "{skins} skins | {itens_raros}",
    "description": "Conta com {skins} skins.",
    "deliveryInstructions": "",
}


@pytest.fixture
def client(client_for: Callable[[Any], Any], employee: Any) -> Any:
    return client_for(employee)


@pytest.fixture
def boss(client_for: Callable[[Any], Any], admin: Any) -> Any:
    return client_for(admin)


@pytest.fixture
def rare(client: Any) -> dict[str, Any]:
    """A list of the employee's own."""
    answer: dict[str, Any] = client.post(
        LISTS, {"game": "fortnite", "name": "Raros", "items": ["IKONIK", " Galaxy ", "IKONIK"]}
    ).json()
    return answer


def test_list_keeps_its_items_once_and_in_order(client: Any, rare: dict[str, Any], employee: Any) -> None:
    assert rare == {
        "id": rare["id"],
        "game": "fortnite",
        "name": "Raros",
        "items": ["IKONIK", "Galaxy"],
        "shared": False,
        "owner": employee.display_name,
        "canEdit": True,
        "updatedAt": rare["updatedAt"],
    }
    assert client.get(f"{LISTS}?game=fortnite").json() == [rare]
    assert client.get(f"{LISTS}?game=roblox").json() == []


def test_template_is_created_changed_and_deleted(client: Any, rare: dict[str, Any]) -> None:
    created = client.post(TEMPLATES, {**TEMPLATE, "rareListId": rare["id"]})
    assert created.status_code == 201
    template = created.json()
    assert template["rareList"] == ["IKONIK", "Galaxy"]
    assert client.get(f"{TEMPLATES}?game=fortnite").json() == [template]

    changed = client.patch(f"{TEMPLATES}/{template['id']}", {"title": "Fortnite {nivel}"})
    assert (changed.status_code, changed.json()["title"], changed.json()["name"]) == (200, "Fortnite {nivel}", "Padrão")

    assert client.delete(f"{TEMPLATES}/{template['id']}").status_code == 204
    assert not ContentTemplate.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize(
    ("path", "body"),
    [
        (TEMPLATES, TEMPLATE | {"title": "{skins} skins"}),
        (LISTS, {"game": "fortnite", "name": "Raros", "items": ["IKONIK"]}),
    ],
)
def test_what_is_sent_again_after_a_lost_answer_is_kept_once(path: str, body: dict[str, Any], client: Any) -> None:
    first, again = (client.post(path, body, headers={"Idempotency-Key": "uma-vez"}) for _ in range(2))

    assert (again.status_code, again.json()) == (201, first.json())
    assert client.get(f"{path}?game=fortnite").json() == [first.json()]


def test_template_with_wrong_texts_is_refused_and_not_kept(client: Any) -> None:
    unknown = client.post(TEMPLATES, {**TEMPLATE, "title": "{ouro}"})
    without_list = client.post(TEMPLATES, TEMPLATE)
    empty = client.post(TEMPLATES, {**TEMPLATE, "title": "", "description": " "})

    assert unknown.status_code == without_list.status_code == empty.status_code == 400
    assert unknown.json()["errors"]["title"][0].startswith("Campo desconhecido: {ouro}. Use: {skins}")
    assert without_list.json()["errors"] == {"rareListId": ["Escolha a lista de itens raros que este modelo usa."]}
    assert empty.json()["errors"] == {"title": ["Preencha o título, a descrição ou as instruções."]}
    assert not ContentTemplate.objects.exists()


@pytest.mark.parametrize("unseen", ["Pa\u200bdrão", "Padrão\u202e", "\u3164"])
def test_name_with_characters_that_nobody_sees_is_refused(client: Any, unseen: str) -> None:
    refused = [
        client.post(TEMPLATES, {**TEMPLATE, "title": "Conta", "name": unseen}),
        client.post(LISTS, {"game": "fortnite", "name": unseen, "items": ["IKONIK"]}),
        client.post(LISTS, {"game": "fortnite", "name": "Raros", "items": ["IKONIK", unseen]}),
    ]

    assert [answer.status_code for answer in refused] == [400] * 3
    assert [next(iter(answer.json()["errors"])) for answer in refused] == ["name", "name", "items.1"]
    assert not ContentTemplate.objects.exists()
    assert not RareItemList.objects.exists()


def test_name_is_used_once_a_person_and_game(client: Any, boss: Any) -> None:
    plain = {**TEMPLATE, "title": "Conta"}
    assert client.post(TEMPLATES, plain).status_code == 201

    again = client.post(TEMPLATES, plain)

    assert (again.status_code, again.json()["code"]) == (409, "name_taken")
    assert client.post(TEMPLATES, {**plain, "game": "roblox", "description": ""}).status_code == 201
    assert boss.post(TEMPLATES, plain).status_code == 201


def test_somebody_elses_own_is_as_one_that_never_was(
    client: Any, boss: Any, client_for: Callable[[Any], Any], other_employee: Any, rare: dict[str, Any]
) -> None:
    template = client.post(TEMPLATES, {**TEMPLATE, "rareListId": rare["id"]}).json()

    for person in (boss, client_for(other_employee)):
        assert person.get(f"{TEMPLATES}?game=fortnite").json() == []
        assert person.get(f"{LISTS}?game=fortnite").json() == []
        for path in (f"{TEMPLATES}/{template['id']}", f"{LISTS}/{rare['id']}"):
            absent = path.rsplit("/", 1)[0] + "/999999"
            for send, body in ((person.patch, {"name": "x"}), (person.delete, None)):
                found, missing = send(path, body), send(absent, body)
                assert (found.status_code, found.json()) == (404, missing.json())
        # A foreign list cannot be used either.
        used = person.post(TEMPLATES, {**TEMPLATE, "rareListId": rare["id"]})
        assert used.json()["errors"] == {"rareListId": ["Escolha a lista de itens raros que este modelo usa."]}
    assert ContentTemplate.objects.get().name == "Padrão"


def test_shared_ones_are_used_by_everyone_and_changed_by_admins(client: Any, boss: Any, admin: Any) -> None:
    rare = boss.post(LISTS, {"game": "fortnite", "name": "Da casa", "items": ["IKONIK"], "shared": True}).json()
    template = boss.post(TEMPLATES, {**TEMPLATE, "rareListId": rare["id"], "shared": True}).json()

    seen = client.get(f"{TEMPLATES}?game=fortnite").json()

    assert seen == [{**template, "canEdit": False}]
    assert seen[0]["owner"] == admin.display_name
    for path in (f"{TEMPLATES}/{template['id']}", f"{LISTS}/{rare['id']}"):
        assert client.patch(path, {"name": "Minha"}).status_code == 403
        assert client.delete(path).status_code == 403
    assert ContentTemplate.objects.get().name == "Padrão"


def test_sharing_is_for_admins(client: Any, rare: dict[str, Any]) -> None:
    assert client.post(TEMPLATES, {**TEMPLATE, "title": "Conta", "shared": True}).status_code == 403
    assert client.patch(f"{LISTS}/{rare['id']}", {"shared": True}).status_code == 403
    assert not ContentTemplate.objects.exists()
    assert not RareItemList.objects.get().shared


def test_shared_template_needs_a_shared_list_as_long_as_it_is_used(boss: Any) -> None:
    rare = boss.post(LISTS, {"game": "fortnite", "name": "Da casa", "items": ["IKONIK"]}).json()
    asked = {**TEMPLATE, "rareListId": rare["id"], "shared": True}

    private = boss.post(TEMPLATES, asked)
    boss.patch(f"{LISTS}/{rare['id']}", {"shared": True})
    shared = boss.post(TEMPLATES, asked)
    taken_back = boss.patch(f"{LISTS}/{rare['id']}", {"shared": False})

    assert private.json()["errors"] == {"rareListId": ["Compartilhe também a lista de itens raros."]}
    assert shared.status_code == 201
    assert taken_back.json()["errors"] == {"shared": ["Um modelo compartilhado usa esta lista."]}
    assert RareItemList.objects.get().shared


def test_deleting_a_list_leaves_the_templates_without_items(client: Any, rare: dict[str, Any]) -> None:
    client.post(TEMPLATES, {**TEMPLATE, "rareListId": rare["id"]})

    assert client.delete(f"{LISTS}/{rare['id']}").status_code == 204
    assert client.get(f"{TEMPLATES}?game=fortnite").json()[0]["rareList"] == []


def test_example_shows_the_texts_as_an_account_would_have_them(client: Any, rare: dict[str, Any]) -> None:
    answer = client.post(f"{TEMPLATES}/example", {**TEMPLATE, "rareListId": rare["id"]})

    assert answer.json() == {
        "title": "57 skins | IKONIK, Galaxy",
        "description": "Conta com 57 skins.",
        "deliveryInstructions": "",
    }
    assert client.post(f"{TEMPLATES}/example", {**TEMPLATE, "title": "{ouro}"}).status_code == 400


def test_placeholders_of_a_game_are_listed(client: Any) -> None:
    names = [each["name"] for each in client.get(f"{TEMPLATES}/placeholders?game=valorant").json()]

    assert {"nivel", "rank", "servidor", "itens_raros"} <= set(names)
    assert client.get(f"{TEMPLATES}/placeholders?game=chess").status_code == 400


@pytest.mark.once
def test_lists_cost_the_same_queries_however_long_they_are(
    client: Any, employee: Any, django_assert_num_queries: Any
) -> None:
    for number in range(20):
        ContentTemplate.objects.create(owner=employee, game="fortnite", name=f"M{number}", title="Conta")
    client.get(f"{TEMPLATES}?game=fortnite")

    with django_assert_num_queries(4):
        assert len(client.get(f"{TEMPLATES}?game=fortnite").json()) == 20
