"""Who is here now."""

from django.db import transaction
from django.utils import timezone

from accounts import queries, rules
from accounts.models import User
from core.conditional import bump


@transaction.atomic
def mark_presence(*, user_id: int, online: bool, address: str | None = None) -> User:
    """A person says that they are here, or that they leave; `address` is where it was said from, if by themselves.

    Said again and again, it changes nothing that others see, so the version of what they see is raised only when the
    answer flips. Raises NotFound.
    """
    now = timezone.now()
    person = queries.person_by_id(user_id, queries.active_people().select_for_update())
    was_online = rules.is_online(marked=person.marked_online, last_seen_at=person.last_seen_at, now=now)
    person.marked_online = online
    if online:
        person.last_seen_at = now
        person.last_active_ip = address or person.last_active_ip
    person.save(update_fields=["marked_online", "last_seen_at", "last_active_ip"])
    if was_online != online:
        bump(queries.PEOPLE)
    return person
