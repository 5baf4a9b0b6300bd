"""Who is practising."""

from django.conf import settings
from django.db import models


class TrainingMode(models.Model):
    """'Ensaio': while a person's row exists, their runs and calls go to the sandbox."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="+", verbose_name="pessoa"
    )
    started_at = models.DateTimeField("desde", auto_now_add=True)

    class Meta:
        verbose_name = "ensaio"
        verbose_name_plural = "ensaios"

    def __str__(self) -> str:
        return f"Ensaio de {self.user_id}"
