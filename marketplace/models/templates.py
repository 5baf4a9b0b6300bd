"""Templates of games, as the marketplace told them."""

from django.db import models
from django.utils.timezone import localdate


class GameTemplate(models.Model):
    """One version of a game's template, in the form of adapters.gameboost.templates; the newest is in force.

    `seen_at` is when the marketplace last told this very content.
    """

    game = models.CharField("jogo", max_length=60)
    content = models.JSONField("conteúdo")
    created_at = models.DateTimeField("vista pela primeira vez em", auto_now_add=True)
    seen_at = models.DateTimeField("confirmada em")

    class Meta:
        verbose_name = "modelo de jogo"
        verbose_name_plural = "modelos de jogos"
        ordering = ["-id"]
        indexes = [models.Index(fields=["game", "-id"], name="template_newest_of_game")]

    def __str__(self) -> str:
        return f"{self.game} ({localdate(self.created_at):%d/%m/%Y})"
