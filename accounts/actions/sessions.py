"""Signed-in browsers of a person, seen and ended."""

import secrets

from django.db import transaction

from accounts.enums import Audited
from accounts.models import User, UserSession
from core import audit


def end_sessions(*, person: User, keep: str = "") -> int:
    """End every session of a person but the one with the hash `keep`; how many there were.

    Runs inside the caller's transaction. The kept session has to be given the new nonce afterwards, see
    accounts.sessions.renew.
    """
    assert transaction.get_connection().in_atomic_block, "ending sessions belongs to the change that causes it"
    person.session_nonce = secrets.token_hex(16)
    person.save(update_fields=["session_nonce"])
    ended, _ = UserSession.objects.filter(user=person).exclude(key_hash=keep).delete()
    return ended


@transaction.atomic
def end_other_sessions(*, by: User, keep: str) -> int:
    """'Encerrar as outras': every session of one's own but this one."""
    ended = end_sessions(person=by, keep=keep)
    audit.record(Audited.SESSIONS_ENDED, by=by, target=by, subject=by, after={"ended": ended})
    return ended


def forget_session(*, key_hash: str) -> None:
    """The browser gave this session up."""
    UserSession.objects.filter(key_hash=key_hash).delete()


def move_session(*, old: str, new: str) -> None:
    """Follow a session whose key was rotated; both are hashes."""
    UserSession.objects.filter(key_hash=old).update(key_hash=new)
