"""Days and moments of the company's time zone, America/Sao_Paulo (product: shell.language)."""

from datetime import date, datetime, time, timedelta
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone

M = TypeVar("M", bound=Model)

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2100, 12, 31)
"""The days that are taken from people: beyond them time zones and calendars overflow."""


def midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def created_between(rows: QuerySet[M], start: date | None, end: date | None) -> QuerySet[M]:
    """Those created from the local day `start` to the local day `end`, both included."""
    if start is not None:
        rows = rows.filter(created_at__gte=midnight(start))
    if end is not None:
        rows = rows.filter(created_at__lt=midnight(end + timedelta(days=1)))
    return rows


def moment(value: datetime | None, *, seconds: bool = False) -> str:
    """A moment as people read it: '21/11/2026 14:05', or '21/11/2026 14:05:09'; empty for none."""
    if value is None:
        return ""
    return timezone.localtime(value).strftime("%d/%m/%Y %H:%M:%S" if seconds else "%d/%m/%Y %H:%M")
