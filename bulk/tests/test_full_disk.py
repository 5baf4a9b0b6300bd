"""Uploads and runs refuse clearly, the site stays: what a person reads while the disk is full."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone
from PIL import Image

from bulk.models import Lane, Row, Run
from bulk.tests.helpers import PAGE_BYTES, SETTINGS, no_room
from core.errors import DISK_FULL
from core.models import AuditEvent, IdempotencyRecord

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(real_database: Any, owner: Any, client_for: Callable[[Any], Any]) -> Any:
    client = client_for(owner)
    client.raise_request_exception = False
    client.get("/api/auth/me")
    return client


def refused(answer: Any) -> bool:
    return (answer.status_code, answer.json().get("detail")) == (503, DISK_FULL)


@pytest.mark.parametrize("pages", [0, 4, 8, 16, 32])
def test_run_on_a_full_disk_is_refused_whole_and_starts_once_there_is_room(
    client: Any, real_database: Any, pages: int
) -> None:
    """Wherever the room ends: before the request is noted, or in the middle of its rows."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's server has a disk of its own")
    text = "\n".join(f"conta{number:03}:Exemplo#123" for number in range(50))
    headers = {"Idempotency-Key": "uma-vez", "Prefer": "respond-async"}

    def start() -> Any:
        asked = {"text": text, "settings": SETTINGS}
        return client.post("/api/roblox/bulk-create", asked, format="json", headers=headers)

    journal = Path(f"{real_database['NAME']}-wal").stat().st_size
    with no_room(journal + pages * PAGE_BYTES):
        assert refused(start())
    assert [model.objects.count() for model in (Run, Row, Lane)] == [0, 0, 0]
    assert not AuditEvent.objects.filter(event="bulk.run_started").exists()

    # Where there was room to note the request and none to forget it, its repetition waits as after a kill.
    IdempotencyRecord.objects.update(running_until=timezone.now())
    assert start().status_code == 202
    assert Row.objects.count() == 50


def test_spreadsheet_is_read_on_a_full_disk_or_refused_clearly(client: Any) -> None:
    content = b"usuario;senha\n" + b"".join(b"conta%06d;Exemplo#123\n" % number for number in range(2000))
    with no_room():
        answer = client.post(
            "/api/bulk/uploads/read",
            {"file": SimpleUploadedFile("contas.csv", content), "game": "roblox"},
            format="multipart",
        )
    assert answer.status_code == 200, answer.content


def test_image_on_a_full_disk_is_refused_and_nothing_is_left_of_it(client: Any, settings: Any) -> None:
    output = io.BytesIO()
    Image.effect_noise((400, 400), 90).save(output, "PNG")
    files = [SimpleUploadedFile(f"{number}.png", output.getvalue()) for number in range(2)]

    with no_room():
        answer = client.post("/api/upload/images", {"images": files}, format="multipart")

    assert refused(answer), answer.content
    assert [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()] == []


def test_pages_stay_while_the_disk_is_full(client: Any, built_frontend: None) -> None:
    with no_room():
        answers = {path: client.get(path).status_code for path in ("/", "/upload", "/healthz", "/api/bulk/runs")}
    assert set(answers.values()) == {200}, answers
