"""What people are told: a task assigned, a payment made, points changed, a run finished."""

from django.db import models

from core.fields import EncryptedTextField
from core.models import PERSON, Called
from notifications.enums import ChannelKind, DeliveryState, NotificationKind


class Notification(Called):
    called = "{0.title}"
    user = models.ForeignKey(PERSON, models.CASCADE, related_name="notifications", verbose_name="pessoa")
    kind = models.CharField("tipo", max_length=40, choices=NotificationKind.choices)
    title = models.CharField("título", max_length=200)
    body = models.TextField("texto", blank=True)
    url = models.CharField("endereço", max_length=200, blank=True)
    created_at = models.DateTimeField("criada em", auto_now_add=True)
    read_at = models.DateTimeField("lida em", null=True, blank=True)

    class Meta:
        verbose_name = "notificação"
        verbose_name_plural = "notificações"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-id"], name="notification_by_user"),
            models.Index(fields=["user"], condition=models.Q(read_at__isnull=True), name="notification_unread"),
        ]


class Channel(models.Model):
    """Where else a person is told, of the `kinds` they chose and from its confirmation on: an e-mail address, the id of a
    Telegram chat, or the URL of a webhook, whose messages are signed with `secret`. Hours are those of the local day."""

    user = models.ForeignKey(PERSON, models.CASCADE, related_name="channels", verbose_name="pessoa")
    kind = models.CharField("canal", max_length=10, choices=ChannelKind.choices)
    address = EncryptedTextField("endereço", default="")
    secret = EncryptedTextField("segredo", default="")
    code_hash = models.CharField("hash do código", max_length=64, blank=True)
    code_expires_at = models.DateTimeField("código vale até", null=True)
    code_tries = models.PositiveSmallIntegerField("tentativas do código", default=0)
    confirmed_at = models.DateTimeField("confirmado em", null=True)
    kinds = models.JSONField("avisos", default=list)
    quiet_from = models.PositiveSmallIntegerField("silêncio das", null=True)
    quiet_until = models.PositiveSmallIntegerField("silêncio até", null=True)
    digest_at = models.PositiveSmallIntegerField("resumo às", null=True)

    class Meta:
        verbose_name = "canal de avisos"
        verbose_name_plural = "canais de avisos"
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="channel_one_of_a_kind")]

    def __str__(self) -> str:
        return self.get_kind_display()


class Delivery(models.Model):
    """A notification for a channel; without one, a test or a code, sent once. Those of one message have its id."""

    channel = models.ForeignKey(Channel, models.CASCADE, related_name="deliveries", verbose_name="canal")
    notification = models.ForeignKey(Notification, models.CASCADE, null=True, verbose_name="notificação")
    state = models.CharField("estado", max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    message_id = models.UUIDField("mensagem", null=True, db_index=True)
    attempts = models.PositiveSmallIntegerField("tentativas", default=0)
    repeated = models.BooleanField("repetida", default=False)
    due_at = models.DateTimeField("enviar em")
    started_at = models.DateTimeField("enviada em", null=True)
    created_at = models.DateTimeField("criada em", auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = "envio de aviso"
        verbose_name_plural = "envios de avisos"
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state__in=[DeliveryState.WAITING, DeliveryState.UNKNOWN, DeliveryState.SENDING]),
                name="delivery_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.channel}: {self.notification or 'teste ou código'}"
