"""What leaves the app: put in line with the notification, sent by the worker. An attempt is written down before any byte
of it leaves, so that whatever is killed meanwhile is known to have an unknown outcome."""

import time
from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import structlog
from django.db import transaction
from django.utils import timezone

from notifications import rules, senders
from notifications.enums import DeliveryState
from notifications.models import Channel, Delivery, Notification

log = structlog.get_logger(__name__)
BATCH = 20
ROUND_S = 4  # the worker's other jobs, sales among them, wait for this one
ABANDONED_AFTER = timedelta(minutes=2)
KEPT = timedelta(days=30)
DUE = (DeliveryState.WAITING, DeliveryState.UNKNOWN)


def queue(notification: Notification) -> None:
    """Put it in line for each of the person's channels that takes its kind, inside the transaction of its cause."""
    channels = Channel.objects.filter(user_id=notification.user_id, confirmed_at__isnull=False)
    now = timezone.localtime()
    Delivery.objects.bulk_create(
        Delivery(channel=channel, notification=notification, due_at=rules.due_at(now, digest_at=channel.digest_at))
        for channel in channels.defer("address", "secret")
        if notification.kind in channel.kinds
    )


def deliver_due() -> int:
    """Send what is due, for about ROUND_S; how many messages. All for a channel go as one, none in its quiet hours."""
    ends_at, now, count = time.monotonic() + ROUND_S, timezone.now(), 0
    abandoned = Delivery.objects.filter(state=DeliveryState.SENDING, started_at__lt=now - ABANDONED_AFTER)
    for delivery in abandoned.distinct():
        _record_outcome([delivery], rules.Outcome.UNKNOWN)
    due = Delivery.objects.filter(state__in=DUE, due_at__lte=now).values("channel")
    hour = timezone.localtime().hour
    for channel in Channel.objects.filter(pk__in=due, confirmed_at__isnull=False).order_by("pk"):
        if rules.is_quiet(hour, start=channel.quiet_from, end=channel.quiet_until):
            continue
        while time.monotonic() < ends_at and (batch := _claim(channel)):
            notices = (each.notification for each in batch if each.notification)
            _send(channel, batch, [senders.Line(each.kind, each.title, each.url, each.created_at) for each in notices])
            count += 1
    return count


def begin(channel: Channel) -> Delivery:
    """Write down a test or a code that goes at once, in the transaction in which its pace was looked at."""
    now, message_id = timezone.now(), uuid4()
    return Delivery.objects.create(
        channel=channel, state=DeliveryState.SENDING, message_id=message_id, attempts=1, due_at=now, started_at=now
    )


def send_begun(delivery: Delivery, title: str) -> bool:
    """Send it, outside of any transaction; whether it was taken."""
    _send(delivery.channel, [delivery], [senders.Line("test", title, senders.SETTINGS_PATH, delivery.created_at)])
    delivery.refresh_from_db()
    return delivery.state == DeliveryState.SENT


@transaction.atomic
def _claim(channel: Channel) -> list[Delivery]:
    """The next message of a channel, marked as being sent: what waits together, or one that is tried again, unchanged."""
    now = timezone.now()
    due = channel.deliveries.select_for_update(of=("self",)).filter(state__in=DUE, due_at__lte=now).order_by("id")
    first = due.first()
    if first is None:
        return []
    together = due.filter(state=first.state, message_id=first.message_id).select_related("notification")
    batch = list(together if first.message_id else together[:BATCH])
    message_id, repeated = first.message_id or uuid4(), first.state == DeliveryState.UNKNOWN
    for each in batch:
        each.state, each.message_id, each.started_at = DeliveryState.SENDING, message_id, now
        each.attempts, each.repeated = each.attempts + 1, repeated
    Delivery.objects.bulk_update(batch, ["state", "message_id", "attempts", "repeated", "started_at"])
    return batch


def _send(channel: Channel, batch: Sequence[Delivery], lines: Sequence[senders.Line]) -> None:
    try:
        outcome = senders.send(channel, senders.Message(str(batch[0].message_id), lines))
    except Exception as failure:  # whatever broke may have broken after the first byte
        log.error("delivery_failed", channel=channel.kind, error=type(failure).__name__)
        outcome = rules.Outcome.UNKNOWN
    _record_outcome(batch, outcome)


def _record_outcome(batch: Sequence[Delivery], outcome: rules.Outcome) -> None:
    """Write down how the attempt ended, unless somebody did."""
    first = batch[0]
    ended = rules.after(outcome, attempts=first.attempts, repeated=first.repeated, once=first.notification_id is None)
    mine = Delivery.objects.filter(message_id=first.message_id, state=DeliveryState.SENDING, attempts=first.attempts)
    mine.update(state=ended.state, repeated=ended.repeated, due_at=timezone.now() + ended.wait)


def purge_deliveries() -> int:
    return Delivery.objects.filter(created_at__lt=timezone.now() - KEPT).exclude(state__in=DUE).delete()[0]
