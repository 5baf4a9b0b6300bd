"""Raw analytics events 90 days."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from analytics import actions, rules
from analytics.enums import Name, Range
from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from analytics.queries import summary
from analytics.tests.factories import happened
from infra.schedule import registry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]
SUMS = (HourlyFigure, PageDay, TimingDay, PersonDay)


def days_kept(model: Any) -> int:
    """How many days back the oldest row is."""
    if model is HourlyFigure:
        return (timezone.localdate() - timezone.localdate(model.objects.earliest("hour_at").hour_at)).days
    return int((timezone.localdate() - model.objects.earliest("day").day).days)


def test_events_and_sums_that_name_a_person_are_deleted_after_90_days(employee: Any) -> None:
    now = timezone.now()
    for days in (200, 170, 91, 89, 1):
        happened(Name.PAGE_VIEW, now - timedelta(days=days), employee, path="/", duration_ms=300)
    happened(Name.LOGIN_FAILURE, now - timedelta(days=91))
    actions.roll_up()
    assert {days_kept(model) for model in SUMS} == {200}

    assert actions.forget() == 4

    assert Event.objects.filter(occurred_at__lt=now - timedelta(days=90)).count() == 0
    assert Event.objects.count() == 2
    assert days_kept(PersonDay) == 89
    assert {days_kept(model) for model in (HourlyFigure, PageDay, TimingDay)} == {170}


def test_what_is_left_is_shown_as_before(employee: Any) -> None:
    now = timezone.now()
    for days in (120, 91, 80, 1):
        happened(Name.PAGE_VIEW, now - timedelta(days=days), employee, path="/", duration_ms=300)
    actions.roll_up()
    before = summary(Range.QUARTER)

    actions.forget()

    assert summary(Range.QUARTER) == before
    assert (before["sessions"].value, before["sessions"].before) == (2, 2)


def test_purge_forgets_events_too() -> None:
    """'`manage.py purge` (retention, section 12)'; the worker does it by itself as well."""
    happened(Name.LOGOUT, timezone.now() - timedelta(days=100))
    told = StringIO()

    call_command("purge", stdout=told)

    assert "analytics.purge_events: 1 " in told.getvalue()
    assert not Event.objects.exists()
    assert registry["analytics.purge_events"].every == timedelta(days=1)
    assert registry["analytics.roll_up"].every == timedelta(minutes=5)


def test_a_worker_that_comes_late_leaves_the_sums_to_the_first(employee: Any) -> None:
    """Whoever finds the sums further than they were leaves them alone, and nothing is counted twice."""
    happened(Name.PAGE_VIEW, timezone.now() - timedelta(days=2), employee, path="/")
    actions.roll_up()
    rolled = RollUp.objects.get().rolled_until
    stale = rolled - timedelta(days=1)

    assert not actions._roll_day(stale, stale + rules.HOUR)

    assert RollUp.objects.get().rolled_until == rolled
    assert PageDay.objects.get().views == 1
