"""The browser's side of signing in: its session, whose key changes at each step, and where it comes from."""

import hashlib
import ipaddress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from accounts import queries
from accounts.actions import sessions as stored_sessions
from accounts.actions import sign_in
from accounts.models import BROWSER_LENGTH, User
from accounts.rules import SECOND_STEP_LIFE
from infra.middleware import client_address

BACKEND = "django.contrib.auth.backends.ModelBackend"
PENDING = "second_step"

AnyRequest = HttpRequest | Request


@dataclass(frozen=True)
class Origin:
    """Where a request comes from. The address is None when nothing credible says it."""

    address: str | None
    browser: str


def origin_of(request: Any) -> Origin:
    said = client_address(request, settings.TRUSTED_PROXY_COUNT).partition("%")[0]
    try:
        address: str | None = str(ipaddress.ip_address(said))
    except ValueError:
        address = None
    return Origin(address, request.headers.get("User-Agent", "")[:BROWSER_LENGTH])


def begin_second_step(request: AnyRequest, person: User) -> None:
    """A new session that knows only whose second password is awaited, and ends in five minutes."""
    _leave(request)
    request.session[PENDING] = {"user": person.id, "auth": person.get_session_auth_hash()}
    request.session.set_expiry(timezone.now() + SECOND_STEP_LIFE)


def pending_person(request: AnyRequest) -> User | None:
    """Whose first step is done in this session, unless their password has changed since."""
    pending = request.session.get(PENDING)
    if pending is None:
        return None
    person = queries.active_people().filter(pk=pending["user"]).first()
    return person if person is not None and person.get_session_auth_hash() == pending["auth"] else None


def begin(request: AnyRequest, person: User) -> None:
    """Sign the person in, in a new session."""
    origin = origin_of(request)
    _leave(request)
    login(request, person, backend=BACKEND)
    sign_in.record_sign_in(
        person=person, session_hash=current_hash(request), address=origin.address, browser=origin.browser
    )


def renew(request: AnyRequest, person: User) -> None:
    """Go on, under another key, after an action that ended the person's other sessions."""
    old = current_hash(request)
    update_session_auth_hash(request, person)
    stored_sessions.move_session(old=old, new=current_hash(request))


def end(request: AnyRequest, person: User) -> None:
    """Sign the person out; the old cookie opens nothing any more."""
    _leave(request)
    sign_in.record_sign_out(person=person)


def current_hash(request: AnyRequest) -> str:
    """What is kept of the session's key; "" when there is no session."""
    key = request.session.session_key
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def _leave(request: AnyRequest) -> None:
    stored_sessions.forget_session(key_hash=current_hash(request))
    request.session.flush()
