"""In-process domain events. Analytics subscribes; who tells does not know who listens.

This is how apps below `analytics` are counted: signing in, for one, belongs to `accounts`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from django.db import transaction

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Happening:
    """One event by its documented name.

    `person_id` is whose work it is, None when nobody is known. `outcome` and `subject` are words of a closed list, never
    something that was typed; `quantity` counts what the event is about.
    """

    name: str
    person_id: int | None
    outcome: str = ""
    subject: str = ""
    quantity: int | None = None


Listener = Callable[[Happening], object]
listeners: list[Listener] = []


def tell(
    name: str, *, person_id: int | None, outcome: str = "", subject: str = "", quantity: int | None = None
) -> None:
    """Hand an event to every listener, inside the transaction of its cause, so that no count lies.

    A listener that fails is logged and rolled back alone: counting never undoes what is counted.
    """
    happening = Happening(name, person_id, outcome, subject, quantity)
    for listener in listeners:
        try:
            # After a failed statement PostgreSQL refuses every other one until a savepoint is rolled back.
            with transaction.atomic():
                listener(happening)
        except Exception as failure:
            log.warning("event_not_counted", event_name=name, error=type(failure).__name__)
