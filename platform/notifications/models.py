"""What people are told: a task assigned, a payment made, points changed, a run finished."""

from django.conf import settings
from django.db import models

from notifications.enums import NotificationKind


class Notification(models.Model):
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", verbose_name="pessoa"
    )
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

    def __str__(self) -> str:
        return self.title
