"""The two steps of signing in. Passwords are hashed here, never inside a transaction."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password
from django.db import transaction
from django.utils import timezone

from accounts import queries, rules
from accounts.actions import guards
from accounts.errors import InvalidCredentials, InvalidSecondPassword, SecondPasswordLocked, SignInLocked
from accounts.models import AccessRecord, User, UserSession
from core import events
from core.conditional import bump


def verify_password(*, person: User | None, username: str, password: str, address: str, trusted: bool) -> User:
    """Step 1: the active person of that name, if the password is theirs.

    Raises InvalidCredentials for failures 1 to 3 and SignInLocked from then on, before any hash. Names that nobody has
    (`person` None) are counted, hashed and answered alike. A `trusted` device is not held up by failures that others
    made elsewhere with the same username.
    """
    attempts = [guards.from_place(username=username, address=address), guards.from_address(address)]
    if not trusted:
        attempts.append(guards.against_username(username))
    counts = guards.charge(*attempts, refusal=SignInLocked)
    # Checking against an unusable hash costs one hash, as checking against a real one does.
    matches = check_password(password, person.password if person else UNUSABLE_PASSWORD_PREFIX)
    if person is None or not matches:
        guards.record_lock_outs(attempts, counts, person=person)
        events.count("login_failure", person_id=person.id if person else None, outcome="first_step")
        raise InvalidCredentials(remaining=rules.PAIR.attempts - counts[0].failures)
    guards.forgive(*attempts)
    return person


def verify_second_password(*, pending: User | None, user_id: int, second_password: str) -> User:
    """Step 2: `pending` is the person whose first step waits in this session, `user_id` who the browser says it is.

    Raises InvalidSecondPassword, without a pending step and for another `user_id` too, and SecondPasswordLocked from
    the second failure on.
    """
    if pending is None or not pending.has_second_password:
        raise InvalidSecondPassword()
    attempt = guards.second_password(pending.id)
    counts = guards.charge(attempt, refusal=SecondPasswordLocked)
    matches = check_password(second_password, pending.second_password)
    if user_id != pending.id or not matches:
        guards.record_lock_outs([attempt], counts, person=pending)
        events.count("login_failure", person_id=pending.id, outcome="second_step")
        if counts[0].failures == rules.SECOND.attempts:
            raise SecondPasswordLocked(int(rules.SECOND.period.total_seconds()))
        raise InvalidSecondPassword()
    guards.forgive(attempt)
    return pending


@transaction.atomic
def record_sign_in(*, person: User, session_hash: str, address: str | None, browser: str) -> None:
    """Write down a completed sign-in: its time, the access record, the session, and that the person is online."""
    now = timezone.now()
    person.previous_login_at = person.last_login
    person.last_login = person.last_seen_at = now
    person.marked_online = True
    person.last_active_ip = address
    person.browser_info = browser
    person.save(
        update_fields=[
            "previous_login_at", "last_login", "last_seen_at", "marked_online", "last_active_ip", "browser_info",
        ]
    )  # fmt: skip
    UserSession.objects.create(user=person, key_hash=session_hash, address=address, browser=browser)
    AccessRecord.objects.create(user=person, address=address, browser=browser)
    events.count("login_success", person_id=person.id)
    bump(queries.PEOPLE)


@transaction.atomic
def record_sign_out(*, person: User) -> None:
    events.count("logout", person_id=person.id)
    if User.objects.filter(pk=person.pk, marked_online=True).update(marked_online=False):
        bump(queries.PEOPLE)
