"""Events and sums in Django admin: looked at, never changed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin import site
from django.test import Client
from django.utils import timezone

from analytics import actions
from analytics.enums import Name
from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from analytics.tests.factories import event

pytestmark = pytest.mark.django_db
MODELS = (Event, HourlyFigure, PageDay, TimingDay, PersonDay, RollUp)


@pytest.fixture
def operator(admin: Any) -> Client:
    admin.is_staff = admin.is_superuser = True
    admin.save()
    client = Client()
    client.force_login(admin)
    return client


def fill(count: int, person: Any) -> None:
    at = timezone.now() - timedelta(days=2)
    Event.objects.bulk_create(
        event(Name.PAGE_VIEW, at - timedelta(hours=each), person, path=f"/{each}", duration_ms=40 * each)
        for each in range(count)
    )
    actions.roll_up_again()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_rows_are_listed_and_cannot_be_changed(model: Any, operator: Client, admin: Any, rf: Any) -> None:
    fill(3, admin)
    path = f"/admin/analytics/{model._meta.model_name}/"
    request = rf.get(path)
    request.user = admin
    view = site._registry[model]

    assert operator.get(path).status_code == 200
    assert operator.get(f"{path}{model.objects.first().pk}/change/").status_code == 200
    assert operator.get(f"{path}add/").status_code == 403
    assert not view.has_change_permission(request)
    assert not view.has_delete_permission(request)


@pytest.mark.once
@pytest.mark.parametrize("model", MODELS[:5], ids=lambda model: model.__name__)
def test_a_list_costs_the_same_queries_however_many_rows_it_has(
    model: Any, operator: Client, admin: Any, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    path = f"/admin/analytics/{model._meta.model_name}/"
    fill(1, admin)
    with django_assert_max_num_queries(30) as few:
        operator.get(path)
    fill(30, admin)
    with django_assert_max_num_queries(30) as many:
        operator.get(path)

    assert len(many) == len(few)
