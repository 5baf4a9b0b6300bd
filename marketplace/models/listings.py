"""What is known of the listings behind our keys, and what people still have to look at."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from marketplace.enums import ChangeKind
from marketplace.models.configuration import service_choices


class RemoteAccount(models.Model):
    """One listing, as the marketplace last showed it. `user` listed it through this product; it is None for listings
    that were only seen under one of our keys; `unexplained` are those among them that this product made, and no run here
    knows of: after an older copy of the database was restored, an admin gives them to whom they belong.

    `gone_at`: the marketplace shows it no more, or we took it back ourselves. `publish_at`: it was created and is not
    published, which is tried (again) then; `publish_tries` were made. `lookup_failures` in a row, the last one for
    `lookup_error`: after some of them a pass leaves it out, at `skipped_at`.
    """

    market = models.CharField("marketplace", max_length=200)
    remote_id = models.CharField("anúncio", max_length=100)
    service = models.CharField("serviço", max_length=20, choices=service_choices)
    lane_key = models.CharField("chave (hash)", max_length=64)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, verbose_name="pessoa"
    )
    game = models.CharField("jogo", max_length=60, blank=True)
    title = models.CharField("título", max_length=300, blank=True)
    status = models.CharField("status", max_length=50, blank=True)
    price_eur = models.DecimalField("preço em euro", max_digits=12, decimal_places=2, null=True)
    created_at = models.DateTimeField("conhecido desde", auto_now_add=True)
    seen_at = models.DateTimeField("visto em")
    gone_at = models.DateTimeField("fora do ar desde", null=True)
    unexplained = models.BooleanField("sem execução conhecida", default=False)
    publish_at = models.DateTimeField("publicar em", null=True)
    publish_tries = models.PositiveSmallIntegerField("tentativas de publicar", default=0)
    lookup_failures = models.PositiveSmallIntegerField("buscas com falha", default=0)
    lookup_error = models.CharField("último erro da busca", max_length=500, blank=True)
    skipped_at = models.DateTimeField("deixado de lado em", null=True)

    user_id: int | None

    class Meta:
        verbose_name = "anúncio"
        verbose_name_plural = "anúncios"
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["market", "remote_id"], name="remote_account_one_per_listing")]
        indexes = [
            models.Index(fields=["lane_key", "seen_at"], condition=Q(gone_at=None), name="remote_account_to_look_for"),
            models.Index(
                fields=["publish_at"], condition=Q(publish_at__isnull=False), name="remote_account_to_publish"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.market} {self.remote_id}"


class ListingChange(models.Model):
    """Something that happened to a listing outside this product: sold, refunded, removed, not published. A line of a
    work list: what follows from it is a person's decision, never an automatic deduction. `note` says what was decided,
    and on an open line why a listing is not published."""

    account = models.ForeignKey(RemoteAccount, models.PROTECT, related_name="changes", verbose_name="anúncio")
    kind = models.CharField("tipo", max_length=10, choices=ChangeKind.choices)
    previous_status = models.CharField("status anterior", max_length=50, blank=True)
    noticed_at = models.DateTimeField("notada em", auto_now_add=True)
    handled_at = models.DateTimeField("tratada em", null=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, verbose_name="tratada por"
    )
    note = models.TextField("observação", blank=True)

    class Meta:
        verbose_name = "mudança de anúncio"
        verbose_name_plural = "mudanças de anúncios"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["account", "kind"], condition=Q(handled_at=None), name="listing_change_one_open_per_kind"
            )
        ]
        indexes = [models.Index(fields=["-id"], condition=Q(handled_at=None), name="listing_change_open")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.account_id}"


class SyncPass(models.Model):
    """How far the look through one key's listings has come. `page` is the next one to read; 0 when all were read and
    those that were not among them are asked for one by one."""

    lane_key = models.CharField("chave (hash)", max_length=64, unique=True)
    page = models.PositiveIntegerField("próxima página", default=1)
    started_at = models.DateTimeField("iniciada em")
    stepped_at = models.DateTimeField("último passo em")
    resting_until = models.DateTimeField("em espera até", null=True)
    finished_at = models.DateTimeField("terminada em", null=True)
    error = models.CharField("último erro", max_length=500, blank=True)

    class Meta:
        verbose_name = "sincronização"
        verbose_name_plural = "sincronizações"

    def __str__(self) -> str:
        return f"…{self.lane_key[-6:]}, página {self.page}"
