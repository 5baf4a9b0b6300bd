"""People, their passwords and presence. A hash is made or checked outside transactions, and stored only over the hashes
that were looked at: of two changes at once, one wins. A changed password ends the person's other sessions."""

import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import Group, Permission
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import errors, queries, rules
from accounts.actions.sign_in import end_sessions, verify_current_password
from accounts.enums import Audited, Role
from accounts.models import AccessRecord, SignInGuard, UploadSettings, User, UserSession
from accounts.sessions import SessionStore
from core import audit
from core.actor import Actor
from core.conditional import bump
from core.errors import Forbidden, ensure
from core.events import publish
from core.text import identity
from infra import media


@dataclass(frozen=True)
class Removal:
    """A person to remove, and who takes on their open runs (else cancelled) and tasks (else left out of counts)."""

    person: User
    by: Actor
    runs_to: User | None = None
    tasks_to: User | None = None


REMOVED = "Pessoa removida"


def create_person(
    *, by: Actor | None, username: str, password: str, role: str, full_name: str = "", second_password: str | None = None
) -> User:
    """Add an employee or an admin. Raises PasswordRefused or UsernameTaken."""
    person = User(username=username, full_name=full_name, role=Role(role))
    _check_strength(password, person, field="password")
    if second_password:
        _check_strength(second_password, person, field="secondPassword")
        if second_password == password:
            raise errors.PasswordRefused("secondPassword", errors.SAME_PASSWORDS)
    person.password = make_password(password)
    person.second_password = make_password(second_password) if second_password else ""
    try:
        with transaction.atomic():
            person.save()
            audit.record(Audited.PERSON_CREATED, by=by, target=person, subject=person, after={"role": person.role})
            publish("person_added", person)
            bump(queries.PEOPLE)
    except IntegrityError:
        raise errors.UsernameTaken(errors={"username": [errors.USERNAME_TAKEN]}) from None
    return person


@transaction.atomic
def edit_profile(*, by: Actor, user_id: int, profile_image: str | None = None, **columns: str) -> User:
    """Change columns of a person (`full_name`) or remove ("") their picture; None leaves it as it is. A new one comes
    through set_profile_image: another address is UnknownImage. Raises NotFound too."""
    person = _lock_person(user_id)
    if profile_image and not _is_address_of(person.profile_image, profile_image):
        raise errors.UnknownImage()
    if profile_image == "":
        media.discard_on_commit(person.profile_image)
        columns |= {"profile_image": ""}
    for name, value in columns.items():
        setattr(person, name, value)
    person.save(update_fields=[*columns, "search"])
    if person.id != by.id:
        # Without the old name, which would outlive a pseudonymised person.
        audit.record(Audited.PERSON_EDITED, by=by, target=person, subject=person)
    bump(queries.PEOPLE, queries.NAMES)
    return person


def _is_address_of(image: str, address: str) -> bool:
    """Whether an address, absolute or not, signed or not, is that of a stored file, if there is one."""
    with suppress(ValueError):  # "http://[" is none at all
        return bool(image) and urlsplit(address).path == urlsplit(media.address(image)).path
    return False


@transaction.atomic
def set_profile_image(*, by: User, name: str) -> User:
    """Make a stored image one's picture; the one before it is deleted."""
    person = _lock_person(by.id)
    media.discard_on_commit(person.profile_image)
    person.profile_image = name
    person.save(update_fields=["profile_image"])
    bump(queries.PEOPLE)
    return person


def change_password(
    *, by: Actor, user_id: int, new_password: str, current_password: str = "", keep_session: str = ""
) -> User:
    """Give a person another password; `keep_session` is the hash of the session that goes on. Raises Forbidden,
    WrongCurrentPassword, CurrentPasswordLocked, PasswordRefused or PasswordsChanged."""
    person = _person_to_change(by, user_id, current_password)
    _check_strength(new_password, person, field="newPassword", other=person.second_password)
    return _store(person, Audited.PASSWORD_CHANGED, by=by, keep=keep_session, password=make_password(new_password))


def set_second_password(
    *, by: Actor, user_id: int, second_password: str | None, current_password: str = "", keep_session: str = ""
) -> User:
    """Set, change or (with an empty one) remove a person's second password; refusals as change_password."""
    person = _person_to_change(by, user_id, current_password)
    if not second_password:
        return _store(person, Audited.SECOND_PASSWORD_REMOVED, by=by, keep=keep_session, second_password="")
    _check_strength(second_password, person, field="secondPassword", other=person.password)
    encoded = make_password(second_password)
    return _store(person, Audited.SECOND_PASSWORD_SET, by=by, keep=keep_session, second_password=encoded)


def reset_second_password(*, by: Actor, person: User, reason: str) -> User:
    """An operator's act: take the second password away, so that the person can sign in and set another."""
    return _store(person, Audited.SECOND_PASSWORD_REMOVED, by=by, reason=reason, second_password="")


@transaction.atomic
def _store(person: User, event: Audited, *, by: Actor, keep: str = "", reason: str = "", **encoded: str) -> User:
    """Store a hash unless either one was changed since the person was read; PasswordsChanged then."""
    read = {"password": person.password, "second_password": person.second_password}
    if not queries.active_people().filter(pk=person.pk, **read).update(**encoded):
        raise errors.PasswordsChanged()
    for name, value in encoded.items():
        setattr(person, name, value)
    end_sessions(person=person, keep=keep)
    audit.record(event, by=by, target=person, subject=person, reason=reason)
    return person


def _person_to_change(by: Actor, user_id: int, current_password: str) -> User:
    """Oneself, after the current password is checked, or an employee when an admin asks; Forbidden otherwise."""
    person = queries.person_by_id(user_id)
    if person.id == by.id:
        verify_current_password(person, current_password)
    elif not by.is_admin or person.is_admin:
        raise Forbidden()
    return person


def _check_strength(password: str, person: User, *, field: str, other: str = "") -> None:
    """At least 6 characters, no common ones, not made of names, not that of the `other` hash; else PasswordRefused."""
    if identity(password) == identity(person.username):
        raise errors.PasswordRefused(field, errors.SAME_AS_USERNAME)
    try:
        validate_password(password, person)
    except ValidationError as problem:
        raise errors.PasswordRefused(field, *problem.messages) from None
    if other and check_password(password, other):
        raise errors.PasswordRefused(field, errors.SAME_PASSWORDS)


@transaction.atomic
def deactivate_person(
    *, by: Actor, user_id: int, reason: str = "", runs_to: int | None = None, tasks_to: int | None = None
) -> User:
    """End a person's sessions, forget their names, passwords and keys, keep all they did. Their open runs and tasks go to
    those named, or are cancelled and leave the counts. Raises CannotDeactivateSelf, CannotDeactivateAdmin, UnknownHeir,
    NotFound, and what an app refuses of the work it hands on; nothing has changed then."""
    if user_id == by.id:
        raise errors.CannotDeactivateSelf()
    # Credits name these people meanwhile, which this lock lets them; a start and another removal wait.
    people = queries.active_people().filter(pk__in=[user_id, runs_to or 0, tasks_to or 0]).order_by("pk")
    wanted = {each.pk: each for each in people.select_for_update(no_key=True)}
    person = ensure(wanted.get(user_id))
    if person.is_admin:
        raise errors.CannotDeactivateAdmin()
    heirs = {"runsTo": runs_to, "tasksTo": tasks_to}
    if unknown := [name for name, heir in heirs.items() if heir == user_id or (heir and heir not in wanted)]:
        raise errors.UnknownHeir(errors={name: [errors.UnknownHeir.message] for name in unknown})
    media.discard_on_commit(person.profile_image)
    person.full_name = REMOVED
    person.profile_image = person.second_password = person.browser_info = ""
    person.last_active_ip = None
    person.is_active = person.is_staff = person.is_superuser = person.marked_online = False
    person.deactivated_at = timezone.now()
    person.set_unusable_password()
    person.save()
    end_sessions(person=person)
    publish("person_removed", Removal(person, by, wanted.get(runs_to or 0), wanted.get(tasks_to or 0)))
    # Once the apps hold what they change: a unique name that changes locks out whoever names the person, and on PostgreSQL a
    # worker does so when it commits, with its lane in its hands.
    person.username = f"removida.{person.id}.{secrets.token_hex(4)}"
    person.save()
    audit.record(Audited.PERSON_DEACTIVATED, by=by, target=person, subject=person, reason=reason)
    bump(queries.PEOPLE, queries.NAMES)
    return person


@transaction.atomic
def grant_operator_access(
    *, by: Actor, user_id: int, is_staff: bool, groups: Collection[Group], permissions: Collection[Permission]
) -> User:
    """Decide whether a person may use Django admin, and for what. Raises NotFound."""
    person = _lock_person(user_id)
    before = _operator_access(person)
    person.is_staff = is_staff
    person.save(update_fields=["is_staff"])
    person.groups.set(groups)
    person.user_permissions.set(permissions)
    after = _operator_access(person)
    audit.record(Audited.OPERATOR_ACCESS_CHANGED, by=by, target=person, subject=person, before=before, after=after)
    return person


@transaction.atomic
def view_access(*, by: Actor, user_id: int) -> User:
    """A person with their access detail. An admin's look at somebody else's is written down."""
    person = queries.person_by_id(user_id)
    if person.id != by.id:
        audit.record(Audited.ACCESS_VIEWED, by=by, target=person, subject=person)
    return person


def _operator_access(person: User) -> dict[str, Any]:
    return {
        "isStaff": person.is_staff,
        "groups": sorted(person.groups.values_list("name", flat=True)),
        "permissions": sorted(person.user_permissions.values_list("codename", flat=True)),
    }


def _lock_person(user_id: int) -> User:
    """The active person, for update; NotFound otherwise."""
    return queries.person_by_id(user_id, queries.active_people().select_for_update())


@transaction.atomic
def mark_presence(*, user_id: int, online: bool, address: str | None = None) -> User:
    """A person is here, or leaves; `address` is where they said it from, if by themselves. Raises NotFound."""
    person = _lock_person(user_id)
    was_online = person.is_online
    person.marked_online = online
    if online:
        person.last_seen_at = timezone.now()
        person.last_active_ip = address or person.last_active_ip
    person.save(update_fields=["marked_online", "last_seen_at", "last_active_ip"])
    if was_online != online:
        bump(queries.PEOPLE)
    return person


@transaction.atomic
def purge_access() -> int:
    """Delete access records of 180 days ago (how many?), what rows tell of them, ended sessions and counters."""
    now = timezone.now()
    forgotten = now - rules.ACCESS_RETENTION
    deleted, _ = AccessRecord.objects.filter(created_at__lt=forgotten).delete()
    User.objects.filter(last_seen_at__lt=forgotten).update(last_active_ip=None, browser_info="")
    SignInGuard.objects.filter(expires_at__lt=now).delete()
    UserSession.objects.filter(queries.session_has_ended()).delete()
    SessionStore.clear_expired()
    return deleted


@transaction.atomic
def save_upload_settings(*, user_id: int, descriptions: dict[str, str]) -> UploadSettings:
    """Store the descriptions given, by the slug of their game; the others stay. Locks the row. Raises NotFound."""
    stored, _ = UploadSettings.objects.select_for_update().get_or_create(user=queries.person_by_id(user_id))
    stored.descriptions |= descriptions
    stored.save()
    return stored
