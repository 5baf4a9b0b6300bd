"""What goes with a person: each app settles what is its own when somebody is removed."""

from dataclasses import dataclass

from accounts.models import User
from core.actor import Actor


@dataclass(frozen=True)
class Removal:
    """Who goes, and to whom an admin hands their open work on: without `runs_to` their runs are cancelled, without
    `tasks_to` their tasks leave the counts."""

    person: User
    by: Actor
    runs_to: User | None = None
    tasks_to: User | None = None
