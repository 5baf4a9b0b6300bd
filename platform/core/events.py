"""In-process domain events: `settings.SUBSCRIBERS` names who acts on each, so that apps below need not know those above."""

from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = structlog.get_logger(__name__)


def publish(event: str, *facts: Any) -> list[Any]:
    """Call the event's subscribers in their written order, inside the publisher's transaction; what they answer. What a
    subscriber raises is the publisher's to handle."""
    return [import_string(path)(*facts) for path in settings.SUBSCRIBERS.get(event, ())]


def count(name: str, *, person_id: int | None, outcome: str = "", subject: str = "", quantity: int | None = None) -> None:
    """Have something counted by analytics under a name of `analytics.enums`, inside the transaction of its cause, so that
    no count lies. `person_id` is whose work it is, None when nobody is known. `outcome` and `subject` are words of a
    closed list, never typed; `quantity` counts what it is about. A failure is logged and rolled back alone."""
    try:
        # After a failed statement PostgreSQL refuses every other one until a savepoint is rolled back.
        with transaction.atomic():
            publish("counted", name, person_id, outcome, subject, quantity)
    except Exception as failure:
        log.warning("event_not_counted", event_name=name, error=type(failure).__name__)
