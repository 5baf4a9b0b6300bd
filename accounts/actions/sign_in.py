"""Signing in: attempts and their locks, the two steps, sessions, trusted devices. An attempt is paid for before a
password is looked at, so that parallel guesses count too; a flood against a locked subject only reads. Passwords are
hashed here, never inside a transaction. A session's key changes at each step."""

import hashlib
import ipaddress
import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial, reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password
from django.contrib.sessions.backends.base import UpdateError
from django.core import signing
from django.db import DatabaseError, transaction
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts import errors, queries, rules
from accounts.enums import Audited
from accounts.models import BROWSER_LENGTH, AccessRecord, SignInGuard, User, UserSession
from core import audit, events
from core.actor import Actor
from core.conditional import bump
from core.crypto import blind_index
from infra.middleware import client_address
from infra.shares import PASSWORDS, at_low_priority

DEVICE_COOKIE = "device"
DEVICE_SALT = "accounts.devices"
DEVICE_LIFE = timedelta(days=180)
PENDING = "second_step"
USED = "used"
NOTED_EVERY_S = 3600

AnyRequest = HttpRequest | Request


Attempts = Mapping[tuple[str, str], rules.Limit]
"""What one attempt counts against: {(step, subject): limit}."""


def verify_password(request: Request, *, username: str, password: str) -> User:
    """Step 1: the active person of that name, if the password is theirs. Raises InvalidCredentials for as many failures
    as rules.PAIR allows, then SignInLocked, before any hash, and Busy. Names that nobody has are counted, hashed and
    answered alike. A trusted device is not held up by failures elsewhere."""
    person = queries.person_by_username(username)
    name, place = queries.name_subject(username), blind_index("sign-in", "address", _network(address_of(request) or ""))
    # The subject starts with the username's, so that a person can be unlocked.
    attempts = {(rules.PAIR.step, name[:32] + place[:32]): rules.PAIR, (rules.ADDRESS.step, place): rules.ADDRESS}
    if not _is_trusted_device(request, person):
        attempts[rules.USERNAME.step, name] = rules.USERNAME
    _refuse_locked(attempts, errors.SignInLocked)
    with PASSWORDS:
        counts = _charge(attempts, refusal=errors.SignInLocked)
        # Checking against an unusable hash costs one hash, as checking against a real one does.
        matches = at_low_priority(check_password, password, person.password if person else UNUSABLE_PASSWORD_PREFIX)
    if person is None or not matches:
        _record_failure(attempts, counts, person, "first_step")
        raise errors.InvalidCredentials(rules.PAIR.attempts - counts[0].failures)
    _forgive(attempts)
    return person


def begin_second_step(request: AnyRequest, person: User) -> None:
    """A new session that knows only whose second password is awaited, and ends in five minutes."""
    _leave(request)
    request.session[PENDING] = {"user": person.id, "auth": person.get_session_auth_hash()}
    request.session.set_expiry(timezone.now() + rules.SECOND_STEP_LIFE)


def verify_second_password(request: Request, *, user_id: int, second_password: str) -> User:
    """Step 2: the person whose first step is done in this session, unless their password has changed since; `user_id` is
    who the browser says it is. Raises InvalidSecondPassword, without a pending step and for another `user_id` too, and
    SecondPasswordLocked from the last failure on that rules.SECOND allows."""
    pending = request.session.get(PENDING) or {"user": None, "auth": ""}
    person = queries.active_people().filter(pk=pending["user"]).first()
    if person is None or person.get_session_auth_hash() != pending["auth"] or not person.has_second_password:
        raise errors.InvalidSecondPassword(rules.SECOND.attempts - 1)
    attempts = {(rules.SECOND.step, queries.account_subject(person.id)): rules.SECOND}
    _refuse_locked(attempts, errors.SecondPasswordLocked)
    with PASSWORDS:
        counts = _charge(attempts, refusal=errors.SecondPasswordLocked)
        matches = at_low_priority(check_password, second_password, person.second_password)
    if user_id != person.id or not matches:
        _record_failure(attempts, counts, person, "second_step")
        if counts[0].failures == rules.SECOND.attempts:
            raise errors.SecondPasswordLocked(int(rules.SECOND.period.total_seconds()), rules.SECOND.minutes())
        raise errors.InvalidSecondPassword(rules.SECOND.attempts - counts[0].failures)
    _forgive(attempts)
    return person


def verify_current_password(person: User, password: str) -> None:
    """Check the current password before a change. Raises WrongCurrentPassword or CurrentPasswordLocked."""
    attempts = {(rules.CURRENT.step, queries.account_subject(person.id)): rules.CURRENT}
    _refuse_locked(attempts, errors.CurrentPasswordLocked)
    _charge(attempts, refusal=errors.CurrentPasswordLocked)
    if not check_password(password, person.password):
        raise errors.WrongCurrentPassword()
    _forgive(attempts)


@transaction.atomic
def unlock(*, by: Actor, person: User, reason: str) -> None:
    """Forget every failure of a person's passwords, from wherever."""
    name = queries.name_subject(person.username)
    SignInGuard.objects.filter(
        Q(step=rules.PAIR.step, subject__startswith=name[:32])
        | Q(step=rules.USERNAME.step, subject=name)
        | Q(step__in=(rules.SECOND.step, rules.CURRENT.step), subject=queries.account_subject(person.id))
    ).delete()
    audit.record(Audited.SIGN_IN_UNLOCKED, by=by, target=person, subject=person, reason=reason)


def _refuse_locked(attempts: Attempts, refusal: type[errors.Locked]) -> dict[tuple[str, str], SignInGuard]:
    """The counters of the attempts by step and subject, or the refusal with the seconds left of the longest lock."""
    now, wanted = timezone.now(), (Q(step=step, subject=subject) for step, subject in attempts)
    rows = {(row.step, row.subject): row for row in SignInGuard.objects.filter(reduce(or_, wanted))}
    left = (rules.locked_for(row.count, attempts[key], now) for key, row in rows.items())
    if seconds := max(left, default=0):
        raise refusal(seconds, next(iter(attempts.values())).minutes())
    return rows


def _charge(attempts: Attempts, *, refusal: type[errors.Locked]) -> list[rules.Count]:
    """Pay for one attempt against every subject, or raise the refusal. Commits, so that it counts whatever happens."""
    now = timezone.now()
    with transaction.atomic(durable=True):
        # The upsert also locks the rows that exist; sorted, so that two attempts take them in one order.
        upsert = partial(SignInGuard.objects.bulk_create, update_conflicts=True, unique_fields=["step", "subject"])
        upsert([SignInGuard(step=step, subject=subject) for step, subject in sorted(attempts)], update_fields=["step"])
        rows = _refuse_locked(attempts, refusal)
        charged = {key: rules.charge(row.count, attempts[key], now) for key, row in rows.items()}
        # As another upsert, since bulk_update takes three times as long.
        counted = [SignInGuard(step=step, subject=subject, **vars(count)) for (step, subject), count in charged.items()]
        upsert(counted, update_fields=["failures", "expires_at"])
    return [charged[key] for key in attempts]


def _forgive(attempts: Attempts) -> None:
    """The password was right: narrow counters start anew, wide ones take this attempt back."""
    with transaction.atomic():
        for (step, subject), limit in attempts.items():
            row = SignInGuard.objects.filter(step=step, subject=subject)
            if limit.wide:
                row.filter(failures__gt=0).update(failures=F("failures") - 1)
            else:
                row.delete()


def _record_failure(attempts: Attempts, counts: list[rules.Count], person: User | None, outcome: str) -> None:
    """Leave an audit row for each lock that this failure began; an unknown name is not written down."""
    with transaction.atomic():
        for limit, count in zip(attempts.values(), counts, strict=True):
            if count.failures == limit.attempts:
                audit.record(Audited.SIGN_IN_LOCKED, by=None, target=person, subject=person, after={"step": limit.step})
        events.count("login_failure", person_id=person.id if person else None, outcome=outcome)


def _network(address: str) -> str:
    """An IPv6 customer owns at least a /64, so that is what counts as one address."""
    parsed = ipaddress.ip_address(address) if address else None
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
    return address


def address_of(request: Any) -> str | None:
    """The address of a request's client; None without a trustworthy one."""
    try:
        return str(ipaddress.ip_address(client_address(request, settings.TRUSTED_PROXY_COUNT).partition("%")[0]))
    except ValueError:
        return None


def start_session(request: AnyRequest, person: User) -> None:
    """Sign a person in, and write it down: its time, the access record, the session, and that the person is online."""
    _leave(request)
    login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    request.session[USED] = int(timezone.now().timestamp())
    request.session.set_expiry(timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE))
    address, browser = address_of(request), request.headers.get("User-Agent", "")[:BROWSER_LENGTH]
    with transaction.atomic():
        person.previous_login_at = person.last_login
        person.last_login = person.last_seen_at = timezone.now()
        person.marked_online = True
        person.last_active_ip, person.browser_info = address, browser
        times = ("previous_login_at", "last_login", "last_seen_at")
        person.save(update_fields=[*times, "marked_online", "last_active_ip", "browser_info"])
        UserSession.objects.create(user=person, key_hash=session_hash(request), address=address, browser=browser)
        AccessRecord.objects.create(user=person, address=address, browser=browser)
        events.count("login_success", person_id=person.id)
        bump(queries.PEOPLE)


def note_use(request: HttpRequest) -> None:
    """A page was opened, so its session is not idle. Written once an hour, which the page does not depend on."""
    now = timezone.now()
    if now.timestamp() - request.session.get(USED, now.timestamp()) < NOTED_EVERY_S:
        return
    request.session[USED] = int(now.timestamp())
    with suppress(DatabaseError, UpdateError), transaction.atomic():
        request.session.save()
        UserSession.objects.filter(key_hash=session_hash(request)).update(used_at=now)
    request.session.modified = False  # the cookie lasts as long as the session may


def renew_session(request: AnyRequest, person: User) -> None:
    """Go on, under another key, after an action that ended the person's other sessions."""
    old = session_hash(request)
    update_session_auth_hash(request, person)
    UserSession.objects.filter(key_hash=old).update(key_hash=session_hash(request))


def sign_out(request: AnyRequest, person: User) -> None:
    _leave(request)
    with transaction.atomic():
        events.count("logout", person_id=person.id)
        if User.objects.filter(pk=person.pk, marked_online=True).update(marked_online=False):
            bump(queries.PEOPLE)


def session_hash(request: AnyRequest) -> str:
    """The stored hash of the session's key; "" when there is no session."""
    key = request.session.session_key
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def _leave(request: AnyRequest) -> None:
    UserSession.objects.filter(key_hash=session_hash(request)).delete()
    request.session.flush()


def end_sessions(*, person: User, keep: str = "") -> int:
    """End every session of a person but the one with the hash `keep`, inside the caller's transaction; how many there
    were. The kept one has to be given the new nonce afterwards, see renew_session."""
    assert transaction.get_connection().in_atomic_block, "ending sessions belongs to the change that causes it"
    person.session_nonce = secrets.token_hex(16)
    person.save(update_fields=["session_nonce"])
    ended, _ = UserSession.objects.filter(user=person).exclude(key_hash=keep).delete()
    return ended


@transaction.atomic
def sign_out_everywhere(*, by: Actor, person: User, keep: str = "", reason: str = "") -> int:
    """End a person's sessions, all but the one with the hash `keep`; how many there were."""
    ended = end_sessions(person=person, keep=keep)
    audit.record(Audited.SESSIONS_ENDED, by=by, target=person, subject=person, reason=reason, after={"ended": ended})
    return ended


def trust_device(response: HttpResponse, person: User) -> None:
    """Remember the device for half a year, or until the person's password changes or their sessions are ended."""
    device = signing.dumps(_device_of(person), salt=DEVICE_SALT)
    response.set_cookie(DEVICE_COOKIE, device, max_age=DEVICE_LIFE, httponly=True, samesite="Lax")


def _is_trusted_device(request: Request, person: User | None) -> bool:
    with suppress(signing.BadSignature):
        device = signing.loads(request.COOKIES.get(DEVICE_COOKIE, ""), salt=DEVICE_SALT, max_age=DEVICE_LIFE)
        return person is not None and bool(device == _device_of(person))
    return False


def _device_of(person: User) -> dict[str, Any]:
    return {"user": person.id, "auth": person.get_session_auth_hash()}
