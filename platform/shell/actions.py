"""What the shell does across domains."""

from typing import Any

from django.db import transaction

from accounts.enums import Audited
from accounts.queries import person_by_id
from core import audit
from core.actor import Actor
from shell.privacy import personal_data


@transaction.atomic
def export_personal_data(*, user_id: int, by: Actor) -> dict[str, list[dict[str, Any]]]:
    """A person's own copy of what is kept of them; the person sees who took it. Raises NotFound."""
    person = person_by_id(user_id)
    audit.record(Audited.DATA_EXPORTED, by=by, target=person, subject=person)
    return personal_data(user_id)
