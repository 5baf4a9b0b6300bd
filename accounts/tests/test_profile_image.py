"""The photo of the profile."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image
from rest_framework.test import APIClient

from accounts.models import User

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
PATH = "/api/upload/profile-image"


def photo(format_: str = "PNG", padding: int = 0) -> SimpleUploadedFile:
    output = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(output, format_)
    return SimpleUploadedFile("eu.png", output.getvalue() + b"\0" * padding, content_type="image/png")


def send(client: APIClient, file: Any) -> Any:
    return client.post(PATH, {"profile_image": file} if file else {}, format="multipart")


def stored_for(user: User) -> list[str]:
    folder = f"avatars/{user.id}"
    return default_storage.listdir(folder)[1] if default_storage.exists(folder) else []


def test_upload_becomes_the_picture(client_for: ClientFor, employee: User) -> None:
    """'Foto de perfil atualizada com sucesso'."""
    client = client_for(employee)

    response = send(client, photo())

    employee.refresh_from_db()
    assert response.status_code == 200
    assert response.json() == {
        "imageUrl": f"/media/{employee.profile_image}",
        "message": "Foto de perfil atualizada com sucesso",
    }
    assert stored_for(employee) == [employee.profile_image.rpartition("/")[2]]
    assert client.get("/api/auth/me").json()["profileImage"] == response.json()["imageUrl"]


def test_upload_replaces_the_older_file(
    client_for: ClientFor, employee: User, django_capture_on_commit_callbacks: Any
) -> None:
    client = client_for(employee)
    send(client, photo())

    with django_capture_on_commit_callbacks(execute=True):
        send(client, photo("JPEG"))

    [kept] = stored_for(employee)
    assert kept.endswith(".jpg")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (photo("GIF"), "Apenas arquivos JPEG, PNG e WebP são permitidos"),
        (SimpleUploadedFile("a.jpg", b"<svg onload=alert(1)>"), "Apenas arquivos JPEG, PNG e WebP são permitidos"),
        (None, "Apenas arquivos JPEG, PNG e WebP são permitidos"),
        (photo(padding=5 * 1024 * 1024), "A imagem deve ter no máximo 5MB"),
        (photo(padding=7 * 1024 * 1024), "A imagem deve ter no máximo 5MB"),
    ],
    ids=["gif", "svg", "none", "over 5 MB", "over 6 MB"],
)
def test_upload_refusals(client_for: ClientFor, employee: User, file: Any, message: str) -> None:
    response = send(client_for(employee), file)

    assert (response.status_code, response.json()["message"]) == (400, message)
    employee.refresh_from_db()
    assert (employee.profile_image, stored_for(employee)) == ("", [])


def test_upload_needs_a_session_and_a_token(employee: User, visitor: APIClient) -> None:
    strict = APIClient(enforce_csrf_checks=True)
    strict.force_login(employee)

    assert send(visitor, photo()).status_code == 401
    assert send(strict, photo()).status_code == 403
    assert stored_for(employee) == []


def test_picture_is_confirmed_and_removed_by_the_profile(
    client_for: ClientFor, employee: User, django_capture_on_commit_callbacks: Any
) -> None:
    client = client_for(employee)
    address = send(client, photo()).json()["imageUrl"]
    path = f"/api/users/{employee.id}"

    for same in (address, f"https://contas.example.com{address}"):
        assert client.patch(path, {"profileImage": same}).json()["profileImage"] == address
    with django_capture_on_commit_callbacks(execute=True):
        assert client.patch(path, {"profileImage": None}).json()["profileImage"] is None

    assert stored_for(employee) == []


class WatchedStorage(FileSystemStorage):
    """Notes whether a transaction was open while a file was written."""

    in_transaction: list[bool] = []

    def _save(self, name: str, content: Any) -> str:
        self.in_transaction.append(connection.in_atomic_block)
        return super()._save(name, content)


@pytest.mark.django_db(transaction=True)
def test_upload_works_on_the_image_outside_transactions(client_for: ClientFor, employee: User, settings: Any) -> None:
    settings.STORAGES = settings.STORAGES | {"default": {"BACKEND": f"{__name__}.WatchedStorage"}}

    send(client_for(employee), photo())

    assert WatchedStorage.in_transaction == [False]


class DeletesNothing(FileSystemStorage):
    def delete(self, name: str) -> None:
        raise ConnectionError("the service does not answer")


@pytest.mark.django_db(transaction=True)
def test_picture_is_removed_though_its_file_cannot_be_deleted_now(
    client_for: ClientFor, employee: User, settings: Any
) -> None:
    client = client_for(employee)
    send(client, photo())
    default = {"BACKEND": f"{__name__}.DeletesNothing", "OPTIONS": {"location": settings.MEDIA_ROOT}}
    settings.STORAGES = settings.STORAGES | {"default": default}

    answer = client.patch(f"/api/users/{employee.id}", {"profileImage": None})

    assert (answer.status_code, answer.json()["profileImage"]) == (200, None)
