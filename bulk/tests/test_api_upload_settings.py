"""A person's own descriptions of listings."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts import queries
from accounts.models import UploadSettings, User

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
FIELDS = ("fortniteDescription", "valorantDescription", "robloxDescription", "warthanderDescription")
FOUR = dict(zip(FIELDS, ("Forte", "Valor", "Blocos", "Trovão"), strict=True))


def descriptions(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: answer[name] for name in FIELDS}


def test_settings_never_saved_are_blank(client_for: ClientFor, employee: User) -> None:
    """Blank means the system default is used."""
    response = client_for(employee).get(f"/api/employee-settings/{employee.id}")

    assert response.status_code == 200
    assert response.json() == {"userId": employee.id} | dict.fromkeys(FIELDS, "") | {
        "updatedAt": None,
        "updated_at": None,
    }
    assert UploadSettings.objects.count() == 0


def test_post_saves_the_four_descriptions(client_for: ClientFor, employee: User) -> None:
    response = client_for(employee).post("/api/employee-settings", {"userId": employee.id} | FOUR)

    assert response.status_code == 200
    assert (response.json()["userId"], descriptions(response.json())) == (employee.id, FOUR)
    assert descriptions(client_for(employee).get(f"/api/employee-settings/{employee.id}").json()) == FOUR
    assert queries.upload_settings(employee.id).descriptions["war-thunder"] == "Trovão"


def test_post_without_a_user_id_saves_ones_own(client_for: ClientFor, employee: User) -> None:
    assert client_for(employee).post("/api/employee-settings", FOUR).json()["userId"] == employee.id


def test_patch_changes_only_what_it_names(client_for: ClientFor, employee: User) -> None:
    client = client_for(employee)
    client.post("/api/employee-settings", FOUR)

    response = client.patch(f"/api/employee-settings/{employee.id}", {"robloxDescription": ""})

    assert descriptions(response.json()) == FOUR | {"robloxDescription": ""}


def test_text_is_kept_as_written(client_for: ClientFor, employee: User) -> None:
    text = "Linha 1\n\n  • item <b>\U0001f600</b>"

    client_for(employee).patch(f"/api/employee-settings/{employee.id}", {"fortniteDescription": text})

    assert queries.upload_settings(employee.id).descriptions["fortnite"] == text


@pytest.mark.parametrize("spelling", ["userId", "user_id"])
def test_post_for_somebody_else_is_for_admins(
    client_for: ClientFor, admin: User, employee: User, other_employee: User, spelling: str
) -> None:
    refused = client_for(employee).post("/api/employee-settings", {spelling: other_employee.id} | FOUR)
    absent = client_for(employee).post("/api/employee-settings", {spelling: 999_999} | FOUR)

    assert (refused.status_code, refused.content) == (403, absent.content)
    assert UploadSettings.objects.count() == 0
    assert client_for(admin).post("/api/employee-settings", {spelling: employee.id} | FOUR).status_code == 200
    assert UploadSettings.objects.get().user == employee


def test_too_long_a_description_is_refused(client_for: ClientFor, employee: User) -> None:
    response = client_for(employee).post("/api/employee-settings", {"robloxDescription": "x" * 20_001})

    assert (response.status_code, list(response.json()["errors"])) == (400, ["robloxDescription"])
    assert UploadSettings.objects.count() == 0
