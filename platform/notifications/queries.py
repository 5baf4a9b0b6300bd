"""Reads of notifications."""

from django.db.models import QuerySet

from notifications.models import Channel, Notification


def notifications_of(*, user_id: int) -> QuerySet[Notification]:
    """Newest first."""
    return Notification.objects.filter(user_id=user_id).order_by("-id")


def unread_count(*, user_id: int) -> int:
    return Notification.objects.filter(user_id=user_id, read_at__isnull=True).count()


def channels_of(*, user_id: int) -> dict[str, Channel]:
    """A person's channels by their kind, those that are forgotten or never confirmed too."""
    return {channel.kind: channel for channel in Channel.objects.filter(user_id=user_id)}
