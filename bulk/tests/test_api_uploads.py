"""Images of listings."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
PATHS = ("/api/upload/image", "/api/upload/images")


def picture(name: str = "conta.jpg") -> SimpleUploadedFile:
    written = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(written, "JPEG")
    return SimpleUploadedFile(name, written.getvalue(), "image/jpeg")


def stored(settings: Any) -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


@pytest.mark.parametrize("path", PATHS)
def test_images_are_stored_and_their_public_addresses_answered(
    path: str, client_for: ClientFor, employee: Any, settings: Any
) -> None:
    """Response {success, files[{url}], count, message}."""
    answer = client_for(employee).post(path, {"images": [picture(), picture("b.jpg")]}, format="multipart")

    assert answer.status_code == 200
    urls = [file["url"] for file in answer.json()["files"]]
    assert answer.json() == {
        "success": True,
        "files": [{"url": url} for url in urls],
        "count": 2,
        "message": "2 imagens enviadas.",
    }
    assert all(url.startswith(f"{settings.PUBLIC_BASE_URL}/media/listings/") for url in urls)
    assert len(stored(settings)) == 2


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([SimpleUploadedFile("a.jpg", b"<html>", "image/jpeg")], "Um ou mais arquivos não são imagens válidas."),
        (
            [SimpleUploadedFile("a.jpg", b"0" * (5 * 1024 * 1024 + 1), "image/jpeg")],
            "Uma ou mais imagens excedem o tamanho máximo de 5MB.",
        ),
        ([picture(f"{number}.jpg") for number in range(11)], "Envie no máximo 10 imagens por vez."),
    ],
)
def test_what_is_refused_stores_nothing(
    files: list[Any], message: str, client_for: ClientFor, employee: Any, settings: Any
) -> None:
    answer = client_for(employee).post(PATHS[1], {"images": files}, format="multipart")

    assert (answer.status_code, answer.json()["message"]) == (400, message)
    assert stored(settings) == []


def test_signed_out_nothing_is_stored(client_for: ClientFor, settings: Any, db: None) -> None:
    answer = client_for(None).post(PATHS[0], {"images": [picture()]}, format="multipart")

    assert answer.status_code == 401
    assert stored(settings) == []
