"""The company's logo: uploaded in Django admin, shown wherever its name stands."""

import io
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError
from django.core.cache import cache
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image
from rest_framework.test import APIClient

from core.handlers import server_error
from core.models import AuditEvent
from infra import brand
from infra.models import Logo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]
ADD, FORM = "/admin/infra/logo/add/", "/admin/infra/logo/1/change/"


def picture(size: tuple[int, int] = (400, 100), content: bytes = b"") -> SimpleUploadedFile:
    output = io.BytesIO()
    Image.new("RGB", size, "teal").save(output, "PNG")
    return SimpleUploadedFile("logo.png", content or output.getvalue(), content_type="image/png")


@pytest.fixture
def upload(operator: APIClient, django_capture_on_commit_callbacks: Any) -> Any:
    """Send the form of the logo as an operator: the first one adds it."""

    def send(file: SimpleUploadedFile | None) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return operator.post(
                FORM if Logo.objects.exists() else ADD, {"file": file} if file else {}, format="multipart"
            )

    return send


def test_a_logo_is_shown_in_the_sidebar_the_log_in_and_django_admin(upload: Any, operator: APIClient) -> None:
    assert upload(picture()).status_code == 302

    shown = brand.logo()
    assert shown is not None
    assert (shown["width"], shown["height"]) == (72, 18)
    for page in (operator.get("/"), Client().get("/"), operator.get("/admin/"), operator.get("/nada")):
        assert f'src="{shown["url"]}"' in page.content.decode()
    image = Client().get(shown["url"])
    assert image["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert AuditEvent.objects.get(event="core.logo_changed").after == {"shown": True}


def test_pages_are_shown_without_a_logo_whose_file_is_gone(upload: Any) -> None:
    upload(picture())
    default_storage.delete(Logo.objects.get().image)
    cache.delete("logo")

    assert Client().get("/").status_code == 200
    assert brand.logo_content() == b""


class Unreachable(FileSystemStorage):
    """A service that does not answer, as botocore says it."""

    def _open(self, name: str, mode: str = "rb") -> Any:
        raise EndpointConnectionError(endpoint_url="https://s3.example")


def test_pages_are_shown_while_the_service_that_keeps_the_logo_is_down(upload: Any, settings: Any) -> None:
    upload(picture())
    known = brand.logo()
    default = {"BACKEND": f"{__name__}.Unreachable", "OPTIONS": {"location": settings.MEDIA_ROOT}}
    settings.STORAGES = settings.STORAGES | {"default": default}

    assert known is not None
    assert brand.logo_content() == b""
    cache.delete("logo")
    assert Client().get("/").status_code == 200


def test_a_logo_is_rebuilt_from_its_pixels_and_the_one_before_is_deleted(upload: Any) -> None:
    upload(picture())
    first = Logo.objects.get().image
    upload(picture((3000, 90)))

    second = Logo.objects.get().image
    with default_storage.open(second) as file, Image.open(file) as image:
        assert image.size == (512, 15)
    assert not default_storage.exists(first)


def test_what_is_no_image_is_refused_beside_its_field(upload: Any) -> None:
    refused = upload(picture(content=b"<svg onload=alert(1)>"))

    assert refused.status_code == 200
    assert "JPEG, PNG e WebP" in refused.content.decode()
    assert not Logo.objects.exists()


def test_saving_without_a_file_takes_the_logo_away(upload: Any, operator: APIClient) -> None:
    upload(picture())
    upload(None)

    assert brand.logo() is None
    assert "/media/logo/" not in operator.get("/").content.decode()


def test_only_superusers_change_the_logo(as_admin: APIClient, admin: Any) -> None:
    admin.is_staff = True
    admin.save()

    assert as_admin.post(FORM, {"file": picture()}, format="multipart").status_code in {302, 403}

    assert brand.logo() is None


def test_a_page_asks_for_the_logo_once_a_minute_at_most() -> None:
    cache.delete("logo")
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            brand.logo()
        costs.append(len(queries))

    assert costs == [1, 0]


def test_a_failure_shows_name_and_logo_and_asks_the_database_nothing(upload: Any, settings: Any, rf: Any) -> None:
    settings.COMPANY_NAME = "Contas & Cia"
    upload(picture())
    shown = brand.logo()
    with CaptureQueriesContext(connection) as queries:
        page = server_error(rf.get("/tasks")).content.decode()

    assert len(queries) == 0
    assert "<title>Erro · Contas &amp; Cia</title>" in page
    assert shown is not None
    assert shown["url"] in page
