"""Sessions of people: the browser's own, whose key changes at each step of signing in, the stored list of them, and the
devices somebody has signed in from, which are not locked out when others guess at the password elsewhere."""

import hashlib
import ipaddress
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from rest_framework.request import Request

from accounts import queries
from accounts.actions import sign_in
from accounts.enums import Audited
from accounts.models import BROWSER_LENGTH, User, UserSession
from accounts.rules import SECOND_STEP_LIFE
from core import audit
from infra.middleware import client_address

DEVICE_COOKIE = "device"
DEVICE_SALT = "accounts.devices"
DEVICE_LIFE = timedelta(days=180)
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
    UserSession.objects.filter(key_hash=old).update(key_hash=current_hash(request))


def end(request: AnyRequest, person: User) -> None:
    _leave(request)
    sign_in.record_sign_out(person=person)


def current_hash(request: AnyRequest) -> str:
    """What is kept of the session's key; "" when there is no session."""
    key = request.session.session_key
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def _leave(request: AnyRequest) -> None:
    UserSession.objects.filter(key_hash=current_hash(request)).delete()
    request.session.flush()


def end_sessions(*, person: User, keep: str = "") -> int:
    """End every session of a person but the one with the hash `keep`; how many there were.

    Runs inside the caller's transaction. The kept session has to be given the new nonce afterwards, see
    renew.
    """
    assert transaction.get_connection().in_atomic_block, "ending sessions belongs to the change that causes it"
    person.session_nonce = secrets.token_hex(16)
    person.save(update_fields=["session_nonce"])
    ended, _ = UserSession.objects.filter(user=person).exclude(key_hash=keep).delete()
    return ended


@transaction.atomic
def end_other_sessions(*, by: User, keep: str) -> int:
    ended = end_sessions(person=by, keep=keep)
    audit.record(Audited.SESSIONS_ENDED, by=by, target=by, subject=by, after={"ended": ended})
    return ended


def trust_device(response: HttpResponse, person: User) -> None:
    """Remember the device for half a year, or until the person's password changes or their sessions are ended."""
    response.set_cookie(
        DEVICE_COOKIE,
        signing.dumps({"user": person.id, "auth": person.get_session_auth_hash()}, salt=DEVICE_SALT),
        max_age=DEVICE_LIFE,
        path="/api/auth/login",
        httponly=True,
        samesite="Lax",
    )


def is_trusted_device(request: Request, person: User | None) -> bool:
    cookie = request.COOKIES.get(DEVICE_COOKIE)
    if cookie is None or person is None:
        return False
    try:
        device = signing.loads(cookie, salt=DEVICE_SALT, max_age=DEVICE_LIFE)
    except signing.BadSignature:
        return False
    return device["user"] == person.id and constant_time_compare(device["auth"], person.get_session_auth_hash())
