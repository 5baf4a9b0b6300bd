"""What every template of the shell needs."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from core.pages import answer
from marketplace.queries import is_training, training_is_possible
from notifications.queries import unread_count
from shell.navigation import navigation
from shell.pages import ME

STORED = ("id", "username", "fullName", "role", "profileImage", "lastLogin")


def shell(request: HttpRequest) -> dict[str, Any]:
    """`navigation` for the sidebar and `app_context` for the scripts; both empty for signed-out people."""
    person = getattr(request, "user", None)
    if person is None or not person.is_authenticated:
        return {"app_context": {"user": None, "unreadCount": 0}, "navigation": ()}
    return {
        "app_context": SimpleLazyObject(
            lambda: {
                "user": _stored_user(request),
                "unreadCount": unread_count(user_id=person.id),
                "gameboostBaseUrl": settings.GAMEBOOST_BASE_URL,
                "training": {"available": training_is_possible(), "active": is_training(person.id)},
            }
        ),
        "navigation": SimpleLazyObject(lambda: navigation(person, request.path)),
    }


def _stored_user(request: HttpRequest) -> dict[str, Any]:
    """What the browser keeps of its user: 'only id, username, fullName, role, profileImage, lastLogin'."""
    known = answer(request, ME).data
    return {name: known[name] for name in STORED}
