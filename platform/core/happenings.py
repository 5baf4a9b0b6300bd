"""What happens in the domains, told to whoever keeps count of it. Who tells does not know who listens.

This is how floors below `analytics` are counted: signing in, for one, belongs to `accounts`.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Happening:
    """One event by its documented name (document 1 §3 'Analytics event names').

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
    """Say that something happened. Belongs inside the transaction of what it tells, so that no count lies."""
    happening = Happening(name, person_id, outcome, subject, quantity)
    for listener in listeners:
        listener(happening)
