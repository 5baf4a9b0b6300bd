"""Whose configuration or activity a call is about."""

from rest_framework.request import Request

from accounts.queries import person_by_id
from core.actor import actor, resolve_user_id


def person_id(request: Request, raw: object) -> int:
    """The actor's own id, or that of an active person an admin names; 403 and 404 otherwise."""
    user_id = resolve_user_id(request, raw)
    return user_id if user_id == actor(request).id else person_by_id(user_id).id
