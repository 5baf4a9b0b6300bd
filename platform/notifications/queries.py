from django.db.models import QuerySet

from notifications.models import Notification


def notifications_of(*, user_id: int) -> QuerySet[Notification]:
    """Newest first."""
    return Notification.objects.filter(user_id=user_id).order_by("-id")


def unread_count(*, user_id: int) -> int:
    return Notification.objects.filter(user_id=user_id, read_at__isnull=True).count()
