"""Changes of the two passwords: one's own with the current one, an employee's by an admin.

Every hash is made or checked outside transactions, and stored only over the hashes that were looked at: of two changes
at once, one wins. A changed password ends the person's other sessions.
"""

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import queries
from accounts.actions import guards
from accounts.actions.sessions import end_sessions
from accounts.enums import Audited
from accounts.errors import (
    SAME_AS_USERNAME,
    SAME_PASSWORDS,
    CurrentPasswordLocked,
    PasswordRefused,
    PasswordsChanged,
    WrongCurrentPassword,
)
from accounts.models import User
from core import audit
from core.actor import Actor
from core.errors import Forbidden
from core.text import identity


def check_strength(password: str, *, username: str, field: str) -> None:
    """At least 6 characters, not one of the commonest, not the user name; PasswordRefused names the input's field."""
    if identity(password) == identity(username):
        raise PasswordRefused(field, [SAME_AS_USERNAME])
    try:
        validate_password(password)
    except ValidationError as problem:
        raise PasswordRefused(field, list(problem.messages)) from None


def change_password(
    *, by: Actor, user_id: int, new_password: str, current_password: str = "", keep_session: str = ""
) -> User:
    """Give a person another password; `keep_session` is the hash of the session that goes on.

    Raises Forbidden, WrongCurrentPassword, CurrentPasswordLocked, PasswordRefused or PasswordsChanged.
    """
    person = _person_to_change(by, user_id, current_password)
    check_strength(new_password, username=person.username, field="newPassword")
    if person.second_password and check_password(new_password, person.second_password):
        raise PasswordRefused("newPassword", [SAME_PASSWORDS])
    encoded = make_password(new_password)
    with transaction.atomic():
        _store(person, password=encoded)
        end_sessions(person=person, keep=keep_session)
        audit.record(Audited.PASSWORD_CHANGED, by=by, target=person, subject=person)
    return person


def set_second_password(
    *, by: Actor, user_id: int, second_password: str, current_password: str = "", keep_session: str = ""
) -> User:
    """Set, change or (with an empty one) remove a person's second password; refusals as change_password."""
    person = _person_to_change(by, user_id, current_password)
    encoded = ""
    if second_password:
        check_strength(second_password, username=person.username, field="secondPassword")
        if check_password(second_password, person.password):
            raise PasswordRefused("secondPassword", [SAME_PASSWORDS])
        encoded = make_password(second_password)
    return _store_second_password(by=by, person=person, encoded=encoded, keep_session=keep_session)


def reset_second_password(*, by: Actor, person: User, reason: str) -> User:
    """An operator's act: take the second password away, so that the person can sign in and set another."""
    return _store_second_password(by=by, person=person, encoded="", reason=reason)


@transaction.atomic
def _store_second_password(*, by: Actor, person: User, encoded: str, keep_session: str = "", reason: str = "") -> User:
    _store(person, second_password=encoded)
    end_sessions(person=person, keep=keep_session)
    event = Audited.SECOND_PASSWORD_SET if encoded else Audited.SECOND_PASSWORD_REMOVED
    audit.record(event, by=by, target=person, subject=person, reason=reason)
    return person


def _store(person: User, **encoded: str) -> None:
    """Store a hash unless either one was changed since the person was read; PasswordsChanged then."""
    read = {"password": person.password, "second_password": person.second_password}
    if not queries.active_people().filter(pk=person.pk, **read).update(**encoded):
        raise PasswordsChanged()
    for name, value in encoded.items():
        setattr(person, name, value)


def _person_to_change(by: Actor, user_id: int, current_password: str) -> User:
    """Oneself, after the current password is checked, or an employee when an admin asks; Forbidden otherwise."""
    person = queries.person_by_id(user_id)
    if person.id != by.id:
        if not by.is_admin or person.is_admin:
            raise Forbidden()
        return person
    attempt = guards.current_password(person.id)
    guards.charge(attempt, refusal=CurrentPasswordLocked)
    if not check_password(current_password, person.password):
        raise WrongCurrentPassword()
    guards.forgive(attempt)
    return person
