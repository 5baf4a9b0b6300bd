"""Writes of notifications. Called inside the transaction of what they tell, so no message lies."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.queries import active_admins
from core.actor import Actor
from core.conditional import bump
from core.errors import NotFound, found
from notifications.enums import NotificationKind
from notifications.models import Notification
from notifications.queries import notifications_of

READ_KEPT = timedelta(days=90)
UNREAD_KEPT = timedelta(days=365)


def stamp_of(user_id: int) -> str:
    """The version of a person's notifications, for conditional reads."""
    return f"notifications:{user_id}"


@transaction.atomic
def notify(*, user_id: int, kind: NotificationKind, title: str, body: str = "", url: str = "") -> Notification:
    bump(stamp_of(user_id))
    return Notification.objects.create(user_id=user_id, kind=kind, title=title, body=body, url=url)


def notify_admins(*, kind: NotificationKind, title: str, body: str = "", url: str = "") -> None:
    """Leave the message to every admin, in the order in which their stamps are locked."""
    for admin_id in active_admins().order_by("pk").values_list("pk", flat=True):
        notify(user_id=admin_id, kind=kind, title=title, body=body, url=url)


@transaction.atomic
def mark_read(*, by: Actor, notification_id: int) -> Notification:
    """Mark one's own message as read; a message of somebody else is as absent as one that never was."""
    notification = found(notifications_of(user_id=by.id).filter(pk=notification_id).first())
    if notification.read_at is None:
        notification.read_at = timezone.now()
        notification.save(update_fields=["read_at"])
        bump(stamp_of(by.id))
    return notification


@transaction.atomic
def mark_all_read(*, by: Actor) -> int:
    """Mark everything as read; the number of messages that were not."""
    changed = notifications_of(user_id=by.id).filter(read_at__isnull=True).update(read_at=timezone.now())
    if changed:
        bump(stamp_of(by.id))
    return changed


@transaction.atomic
def delete(*, by: Actor, notification_id: int) -> None:
    """Delete one's own message; a message of somebody else is as absent as one that never was."""
    deleted, _ = notifications_of(user_id=by.id).filter(pk=notification_id).delete()
    if not deleted:
        raise NotFound()
    bump(stamp_of(by.id))


@transaction.atomic
def delete_read(*, by: Actor) -> int:
    """Delete one's own messages that were read; how many they were."""
    deleted, _ = notifications_of(user_id=by.id).filter(read_at__isnull=False).delete()
    if deleted:
        bump(stamp_of(by.id))
    return deleted


@transaction.atomic
def purge() -> int:
    """Delete messages read or left unread for too long; how many they were."""
    now = timezone.now()
    old = Notification.objects.filter(
        Q(read_at__lt=now - READ_KEPT) | Q(read_at=None, created_at__lt=now - UNREAD_KEPT)
    ).order_by()
    bump(*(stamp_of(user_id) for user_id in old.values_list("user_id", flat=True).distinct()))
    deleted, _ = old.delete()
    return deleted
