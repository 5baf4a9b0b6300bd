"""Writes of notifications. Called inside the transaction of what they tell, so no message lies."""

import base64
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.queries import active_admins
from core import audit
from core.actor import Actor
from core.conditional import bump
from core.errors import NotFound, ensure
from core.models import locked_row
from notifications import delivery, errors, senders
from notifications.enums import Audited, ChannelKind, DeliveryState, NotificationKind
from notifications.models import Channel, Notification
from notifications.queries import notifications_of

CODE_VALID = timedelta(minutes=15)
CODE_TRIES = 5
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10
LINK_LENGTH = 26  # 128 bits: nobody types it, and tries at it are not counted
BETWEEN_MESSAGES = timedelta(minutes=1)
READ_KEPT = timedelta(days=90)
UNREAD_KEPT = timedelta(days=365)


def stamp_of(user_id: int) -> str:
    return f"notifications:{user_id}"


@transaction.atomic
def notify(*, user_id: int, kind: NotificationKind, title: str, body: str = "", url: str = "") -> Notification:
    bump(stamp_of(user_id))
    notification = Notification.objects.create(user_id=user_id, kind=kind, title=title, body=body, url=url)
    delivery.queue(notification)
    return notification


def notify_admins(*, kind: NotificationKind, title: str, body: str = "", url: str = "") -> None:
    """Leave the message to every admin, in the order in which their stamps are locked."""
    for admin_id in active_admins().order_by("pk").values_list("pk", flat=True):
        notify(user_id=admin_id, kind=kind, title=title, body=body, url=url)


@transaction.atomic
def mark_read(*, by: Actor, notification_id: int) -> Notification:
    """Mark one's own message as read; a message of somebody else is as absent as one that never was."""
    notification = ensure(notifications_of(user_id=by.id).filter(pk=notification_id).first())
    if notification.read_at is None:
        notification.read_at = timezone.now()
        notification.save(update_fields=["read_at"])
        bump(stamp_of(by.id))
    return notification


@transaction.atomic
def mark_all_read(*, by: Actor) -> int:
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
    deleted, _ = notifications_of(user_id=by.id).filter(read_at__isnull=False).delete()
    if deleted:
        bump(stamp_of(by.id))
    return deleted


@transaction.atomic
def purge() -> int:
    now = timezone.now()
    too_old = Q(read_at__lt=now - READ_KEPT) | Q(read_at=None, created_at__lt=now - UNREAD_KEPT)
    old = Notification.objects.filter(too_old).order_by()
    bump(*(stamp_of(user_id) for user_id in old.values_list("user_id", flat=True).distinct()))
    deleted, _ = old.delete()
    return deleted


def connect(*, by: Actor, kind: str, address: str = "") -> tuple[Channel, str]:
    """Begin to use a channel, with no kind of notification on; the channel, and what is shown once: the link to the bot
    or the secret of a webhook. An e-mail address gets its code by e-mail. Raises ChannelUnavailable, NotAWebhook,
    TooSoon or NotDelivered."""
    if missing := senders.what_is_missing(kind):
        raise errors.ChannelUnavailable(missing)
    if kind == ChannelKind.WEBHOOK and not senders.may_be_called(address):
        raise errors.NotAWebhook()
    length = CODE_LENGTH if kind == ChannelKind.EMAIL else LINK_LENGTH
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
    now = timezone.now()
    with transaction.atomic():
        channel = locked_row(Channel, user_id=by.id, kind=kind)
        _check_pace(channel)
        channel.deliveries.filter(state__in=delivery.DUE).delete()
        channel.address, channel.kinds = address, []
        if kind == ChannelKind.WEBHOOK:
            channel.secret, channel.confirmed_at = f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}", now
        else:
            channel.code_hash, channel.code_expires_at, channel.code_tries = _hash(code), now + CODE_VALID, 0
            channel.confirmed_at = None
        channel.save()
        _record(channel, by)
        begun = delivery.begin(channel) if kind == ChannelKind.EMAIL else None
    if begun and not delivery.send_begun(begun, f"Seu código é {code}. Ele vale por 15 minutos."):
        raise errors.NotDelivered()
    # Where pressing 'Iniciar' hands the code to the bot.
    link = f"https://t.me/{settings.TELEGRAM_BOT_NAME}?start={code}"
    return channel, link if kind == ChannelKind.TELEGRAM else channel.secret


def confirm_email(*, by: Actor, code: str) -> Channel:
    """Confirm one's address with the code that was sent to it, of which five may be tried. Raises WrongCode."""
    tried = _pending_channels(ChannelKind.EMAIL).filter(user_id=by.id, code_tries__lt=CODE_TRIES)
    if not tried.update(code_tries=F("code_tries") + 1):  # committed by itself: a refusal counts
        raise errors.WrongCode()
    with transaction.atomic():
        mine = _pending_channels(ChannelKind.EMAIL).select_for_update().filter(user_id=by.id, code_hash=_hash(code))
        return _confirm(ensure(mine.first(), errors.WrongCode))


def link_telegram() -> int:
    """Connect the chats that sent a valid code to the bot, which is asked only while there is one; how many."""
    if senders.what_is_missing(ChannelKind.TELEGRAM) or not _pending_channels(ChannelKind.TELEGRAM).exists():
        return 0
    linked = 0
    for code, chat in senders.telegram_starts():
        with transaction.atomic():
            channel = _pending_channels(ChannelKind.TELEGRAM).select_for_update().filter(code_hash=_hash(code)).first()
            if channel:
                channel.address = chat
                _confirm(channel)
                linked += 1
    return linked


@transaction.atomic
def change_channel(*, by: Actor, kind: str, **chosen: Any) -> Channel:
    """Choose `kinds` (of others nothing waits on), `quiet_from`, `quiet_until`, `digest_at`, or keep. Raises NotConnected."""
    channel = _connected_channel(by, kind)
    before = _audit_details(channel)
    for name, value in chosen.items():
        setattr(channel, name, value)
    channel.save(update_fields=list(chosen))
    # What was tried is repeated as it was.
    untried = channel.deliveries.filter(state=DeliveryState.WAITING, message_id=None)
    untried.exclude(notification__kind__in=channel.kinds).delete()
    _record(channel, by, before)
    return channel


def send_test(*, by: Actor, kind: str) -> Channel:
    """Send a message of no meaning at once. Raises NotConnected, TooSoon or NotDelivered."""
    with transaction.atomic():
        channel = _connected_channel(by, kind)
        _check_pace(channel)
        begun = delivery.begin(channel)
    if not delivery.send_begun(begun, "Mensagem de teste: seus avisos chegam aqui."):
        raise errors.NotDelivered()
    return channel


@transaction.atomic
def disconnect(*, by: Actor, kind: str) -> None:
    """Forget an address with all that was chosen for it. The row stays, which keeps the pace of messages."""
    channel = Channel.objects.select_for_update().filter(user_id=by.id, kind=kind).first()
    if channel is None:
        return
    before = _audit_details(channel)
    channel.deliveries.filter(state__in=delivery.DUE).delete()
    blank = Channel(pk=channel.pk, user_id=by.id, kind=kind)
    blank.save()
    _record(blank, by, before)


def follow_removal(removal: Any) -> None:
    """Delete the addresses, links and waiting messages of a person who is removed."""
    Channel.objects.filter(user_id=removal.person.id).delete()


def _connected_channel(by: Actor, kind: str) -> Channel:
    channel = Channel.objects.select_for_update().filter(user_id=by.id, kind=kind, confirmed_at__isnull=False).first()
    return ensure(channel, errors.NotConnected)


def _check_pace(channel: Channel) -> None:
    if channel.deliveries.filter(notification=None, created_at__gt=timezone.now() - BETWEEN_MESSAGES).exists():
        raise errors.TooSoon()


def _pending_channels(kind: str) -> Any:
    return Channel.objects.filter(kind=kind, confirmed_at=None, code_expires_at__gt=timezone.now())


def _confirm(channel: Channel) -> Channel:
    channel.confirmed_at, channel.code_hash, channel.code_expires_at = timezone.now(), "", None
    channel.save()
    _record(channel, channel.user)
    return channel


def _hash(code: str) -> str:
    return sha256(code.strip().upper().encode()).hexdigest()


def _audit_details(channel: Channel) -> dict[str, Any]:
    """For the audit trail, which never learns addresses."""
    return {
        "channel": channel.kind,
        "connected": channel.confirmed_at is not None,
        "kinds": channel.kinds,
        "quiet": [channel.quiet_from, channel.quiet_until],
        "digest": channel.digest_at,
    }


def _record(channel: Channel, by: Actor, before: dict[str, Any] | None = None) -> None:
    audit.record(Audited.CHANNEL_CHANGED, by=by, subject=by.id, before=before, after=_audit_details(channel))
