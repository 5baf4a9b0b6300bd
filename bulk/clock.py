"""Time of the engine: the database's clock."""

from datetime import timedelta

from django.db.models import DateTimeField, ExpressionWrapper
from django.db.models.functions import Now


def after(seconds: float) -> ExpressionWrapper:
    """A moment from now by the database's clock, for an UPDATE or a filter; workers' clocks may differ."""
    return ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=DateTimeField())
