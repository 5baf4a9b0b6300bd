from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import time_machine

from core.conditional import versions
from core.errors import NotFound
from core.models import AuditEvent
from earnings import actions
from earnings.enums import Frequency
from earnings.errors import InvalidAutomaticAmount, InvalidPaymentDate, ScheduleExists
from earnings.models import PaymentSchedule
from earnings.queries import PAYMENT_SCHEDULE, payment_schedule, scheme_in_force

TODAY = "2026-11-21T12:00:00-03:00"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def today() -> Any:
    with time_machine.travel(TODAY, tick=False):
        yield


def state() -> tuple[str, str] | None:
    schedule = payment_schedule()
    return (schedule.next_payment_date.isoformat(), schedule.description) if schedule else None


def test_schedule_is_created_once(admin: Any) -> None:
    actions.create_schedule(next_payment_date=date(2026, 11, 30), description="Folha", by=admin)

    with pytest.raises(ScheduleExists):
        actions.create_schedule(next_payment_date=date(2026, 12, 1), by=admin)

    assert state() == ("2026-11-30", "Folha")


def test_schedule_of_today_is_accepted_and_of_yesterday_refused(admin: Any) -> None:
    """A date before today is 400 'Data inválida'."""
    with pytest.raises(InvalidPaymentDate, match="Data inválida"):
        actions.create_schedule(next_payment_date=date(2026, 11, 20), by=admin)
    assert state() is None

    actions.create_schedule(next_payment_date=date(2026, 11, 21), by=admin)

    assert state() == ("2026-11-21", "")


@time_machine.travel("2026-11-22T01:30:00+00:00", tick=False)
def test_today_is_the_day_in_sao_paulo(admin: Any) -> None:
    actions.create_schedule(next_payment_date=date(2026, 11, 21), by=admin)

    assert state() == ("2026-11-21", "")


def test_schedule_update_changes_what_is_given_and_leaves_a_trace(admin: Any) -> None:
    schedule = actions.create_schedule(next_payment_date=date(2026, 11, 30), description="Folha", by=admin)
    seen = versions([PAYMENT_SCHEDULE])

    actions.update_schedule(schedule_id=schedule.pk, description="13º", by=admin)
    actions.update_schedule(schedule_id=schedule.pk, next_payment_date=date(2026, 12, 5), by=admin)

    assert state() == ("2026-12-05", "13º")
    assert versions([PAYMENT_SCHEDULE]) != seen
    event = AuditEvent.objects.filter(event="earnings.schedule_changed").first()
    assert event is not None
    assert (event.before, event.after) == (
        {"nextPaymentDate": "2026-11-30", "description": "13º"},
        {"nextPaymentDate": "2026-12-05", "description": "13º"},
    )


def test_schedule_update_of_an_unknown_id_or_a_past_date_changes_nothing(admin: Any) -> None:
    schedule = actions.create_schedule(next_payment_date=date(2026, 11, 30), by=admin)

    with pytest.raises(NotFound):
        actions.update_schedule(schedule_id=2, description="x", by=admin)
    with pytest.raises(InvalidPaymentDate):
        actions.update_schedule(schedule_id=schedule.pk, next_payment_date=date(2026, 11, 1), by=admin)

    assert state() == ("2026-11-30", "")


def test_new_words_for_the_same_date_leave_the_31st_the_day_of_the_month(admin: Any) -> None:
    schedule = actions.create_schedule(next_payment_date=date(2027, 1, 31), by=admin)
    with time_machine.travel("2027-02-01T12:00:00-03:00", tick=False):
        actions.advance_schedule(every=Frequency.MONTHLY)
        same = date(2027, 2, 28)
        actions.update_schedule(schedule_id=schedule.pk, next_payment_date=same, description="Folha", by=admin)
    assert state() == ("2027-02-28", "Folha")

    with time_machine.travel("2027-03-01T12:00:00-03:00", tick=False):
        actions.advance_schedule(every=Frequency.MONTHLY)

    assert state() == ("2027-03-31", "Folha")


def test_past_date_advances_by_its_rhythm_and_a_coming_one_stays(admin: Any) -> None:
    actions.create_schedule(next_payment_date=date(2026, 11, 30), by=admin)

    with time_machine.travel("2027-02-10T12:00:00-03:00", tick=False):
        actions.advance_schedule(every=Frequency.MONTHLY)
        assert state() == ("2027-02-28", "")
        actions.advance_schedule(every=Frequency.MONTHLY)
        assert state() == ("2027-02-28", "")
    with time_machine.travel("2027-03-01T12:00:00-03:00", tick=False):
        actions.advance_schedule(every=Frequency.MONTHLY)

    assert state() == ("2027-03-30", "")
    assert PaymentSchedule.objects.get().anchor_day == 30


def test_automatic_amount_is_three_until_somebody_sets_it(admin: Any) -> None:
    """Automatic earning default | 3.00."""
    assert scheme_in_force().amount == Decimal("3.00")

    actions.set_automatic_amount(written=Decimal("0.00"), by=admin)
    actions.set_automatic_amount(written=Decimal("4.50"), by=admin)

    assert scheme_in_force().amount == Decimal("4.50")
    assert [event.after for event in AuditEvent.objects.order_by("id")] == [{"amount": "0.00"}, {"amount": "4.50"}]


def test_automatic_amount_of_zero_is_zero(admin: Any) -> None:
    actions.set_automatic_amount(written=Decimal("0.00"), by=admin)

    assert scheme_in_force().amount == Decimal("0.00")


@pytest.mark.parametrize("amount", [None, Decimal("-0.01")])
def test_automatic_amount_missing_or_negative_is_refused(admin: Any, amount: Decimal | None) -> None:
    with pytest.raises(InvalidAutomaticAmount, match="Por favor, insira um valor válido"):
        actions.set_automatic_amount(written=amount, by=admin)

    assert scheme_in_force().amount == Decimal("3.00")
