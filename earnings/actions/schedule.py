"""When people are paid next. One schedule for everybody."""

from datetime import date
from decimal import Decimal

from django.db import IntegrityError, transaction
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.conditional import bump
from core.dates import LAST_DAY
from core.errors import NotFound
from core.money import MAX_AMOUNT, ZERO
from earnings import rules
from earnings.enums import Audited, Frequency
from earnings.errors import BALANCE_TOO_HIGH, INVALID_DATE, InvalidAutomaticAmount, InvalidPaymentDate, ScheduleExists
from earnings.models import AutomaticEarning, PaymentSchedule
from earnings.queries.earnings import PAYMENT_SCHEDULE, automatic_amount


@transaction.atomic
def create_schedule(*, next_payment_date: date, description: str = "", by: Actor | None) -> PaymentSchedule:
    """The first schedule; 'POST when one exists is 409'."""
    _check(next_payment_date)
    try:
        with transaction.atomic():
            schedule = PaymentSchedule.objects.create(
                next_payment_date=next_payment_date, description=description, anchor_day=next_payment_date.day
            )
    except IntegrityError:
        raise ScheduleExists() from None
    _announce(schedule, before=None, by=by)
    return schedule


@transaction.atomic
def update_schedule(
    *, schedule_id: int, next_payment_date: date | None = None, description: str | None = None, by: Actor | None
) -> PaymentSchedule:
    """Change what is given. Locks the schedule; an unknown id is NotFound."""
    schedule = _locked(schedule_id)
    before = _state(schedule)
    if next_payment_date is not None:
        _check(next_payment_date)
        schedule.next_payment_date = next_payment_date
        schedule.anchor_day = next_payment_date.day
    if description is not None:
        schedule.description = description
    schedule.save()
    _announce(schedule, before=before, by=by)
    return schedule


@transaction.atomic
def advance_schedule(*, every: Frequency, by: Actor | None = None) -> PaymentSchedule:
    """Move a date that has passed to the next one of the rhythm; a date of today or later stays. Locks the schedule."""
    schedule = _locked(PaymentSchedule.ONLY_ID)
    before = _state(schedule)
    following = rules.next_payment_date(
        schedule.next_payment_date, anchor_day=schedule.anchor_day, every=every, today=timezone.localdate()
    )
    if following != schedule.next_payment_date:
        schedule.next_payment_date = following
        schedule.save()
        _announce(schedule, before=before, by=by)
    return schedule


def _locked(schedule_id: int) -> PaymentSchedule:
    schedule = PaymentSchedule.objects.select_for_update().filter(pk=schedule_id).first()
    if schedule is None:
        raise NotFound()
    return schedule


def _check(day: date) -> None:
    """InvalidPaymentDate before today and after LAST_DAY."""
    if not timezone.localdate() <= day <= LAST_DAY:
        raise InvalidPaymentDate(errors={"nextPaymentDate": [INVALID_DATE]})


def _state(schedule: PaymentSchedule) -> dict[str, str]:
    return {"nextPaymentDate": schedule.next_payment_date.isoformat(), "description": schedule.description}


def _announce(schedule: PaymentSchedule, *, before: dict[str, str] | None, by: Actor | None) -> None:
    bump(PAYMENT_SCHEDULE)
    audit.record(Audited.SCHEDULE_CHANGED, by=by, target=schedule, before=before, after=_state(schedule))


@transaction.atomic
def set_automatic_amount(*, amount: Decimal | None, by: Actor) -> Decimal:
    """Change it to 0 up to MAX_AMOUNT; InvalidAutomaticAmount otherwise."""
    if amount is None or amount < ZERO:
        raise InvalidAutomaticAmount()
    if amount > MAX_AMOUNT:
        raise InvalidAutomaticAmount(BALANCE_TOO_HIGH)
    before = automatic_amount()
    setting, _ = AutomaticEarning.objects.update_or_create(pk=AutomaticEarning.ONLY_ID, defaults={"amount": amount})
    audit.record(
        Audited.AUTOMATIC_AMOUNT_CHANGED,
        by=by,
        target=setting,
        before={"amount": str(before)},
        after={"amount": str(amount)},
    )
    return amount
