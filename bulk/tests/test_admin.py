"""Django admin shows runs and changes nothing (decisions §3)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.tests.factories import AdminFactory
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.tests.helpers import row_of, work

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(AdminFactory(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def finished(start: Start) -> Run:
    run = start(text="ana001:Senha#Secreta")
    work()
    OrphanListing.objects.create(row=row_of(run), lane=run.lane, remote_id="777")
    return run


@pytest.mark.parametrize("model", [Lane, Run, Row, OrphanListing])
def test_lists_and_details_show_no_secret_and_offer_no_change(
    model: type[Any], operator: Client, finished: Run
) -> None:
    path = f"/admin/bulk/{model._meta.model_name}/"

    listed = operator.get(path)
    shown = operator.get(f"{path}{model.objects.get().pk}/change/")

    assert (listed.status_code, shown.status_code) == (200, 200)
    for page in (listed, shown):
        assert "Senha#Secreta" not in page.content.decode()
        assert "sandbox-key" not in page.content.decode()
    assert 'name="_save"' not in shown.content.decode()


@pytest.mark.parametrize("model", [Lane, Run, Row, OrphanListing])
def test_nothing_is_added_changed_or_deleted(model: type[Any], operator: Client, finished: Run) -> None:
    path = f"/admin/bulk/{model._meta.model_name}/"
    key = model.objects.get().pk
    before = list(model.objects.values())

    answers = [
        operator.post(f"{path}add/", {"state": "created"}),
        operator.post(f"{path}{key}/change/", {"state": "created"}),
        operator.post(f"{path}{key}/delete/", {"post": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert list(model.objects.values()) == before
