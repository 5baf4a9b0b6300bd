from decimal import Decimal

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.timezone import localdate

from core.append_only import AppendOnlyModel
from core.fields import EncryptedTextField
from core.models import PERSON, Called
from core.money import MoneyField
from marketplace.enums import AuthMethod, ChangeKind, ErrorHandling, PurchaseState
from marketplace.rules.integration import (
    CREDENTIAL_DAYS,
    CREDENTIAL_DAYS_KEPT,
    DEFAULT_TIMEOUT_MS,
    DEFAULT_USD_EUR_RATE,
    MIN_TIMEOUT_MS,
)


class Activity(Called):
    """One call, no secrets; added and never changed. `status` is the HTTP status, or the reason why there was none."""

    called = "{0.service} {0.method} {0.endpoint}: {0.status}"

    class Source(models.TextChoices):
        OUTBOUND = "outbound", "Chamada"
        REPORTED = "reported", "Informada"
        TRAINING = "training", "Ensaio"

    user = models.ForeignKey(PERSON, models.PROTECT, related_name="+", db_index=False, verbose_name="pessoa")
    service = models.CharField("serviço", max_length=20)
    endpoint = models.CharField("endpoint", max_length=100)
    method = models.CharField("método", max_length=10, blank=True)
    status = models.CharField("status", max_length=30)
    success = models.BooleanField("sucesso")
    response_time_ms = models.PositiveIntegerField("tempo de resposta (ms)")
    request_id = models.CharField("id remoto", max_length=100, blank=True)
    source = models.CharField("origem", max_length=10, choices=Source.choices, default=Source.OUTBOUND)
    rate_limit = models.PositiveIntegerField("limite", null=True)
    rate_remaining = models.PositiveIntegerField("restante", null=True)
    timestamp = models.DateTimeField("quando", default=timezone.now)

    class Meta:
        verbose_name = "atividade de API"
        verbose_name_plural = "atividades de API"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-id"], name="activity_of_user"),
            models.Index(fields=["timestamp", "source"], name="activity_by_time"),
        ]


class KeyBudget(models.Model):
    """A key's calls of the last minute, by all processes, and what the marketplace said of them; the row locks the
    count. `spent` holds rules.governor.Spent as lists, `reports` {bucket: rules.governor.Report as a list}, `refusals`
    the calls that the key is refused for ('*': all) until they work again. `tested_at` is None after a failed test."""

    lane_key = models.CharField("chave (hash)", max_length=64, unique=True)
    spent = models.JSONField("chamadas", default=list)
    reports = models.JSONField("limites informados", default=dict)
    refusals = models.JSONField("chamadas recusadas", default=list)
    blocked_until = models.DateTimeField("bloqueada até", null=True)
    tested_at = models.DateTimeField("testada em", null=True)

    class Meta:
        verbose_name = "orçamento de chamadas"
        verbose_name_plural = "orçamentos de chamadas"


class ListingWrite(models.Model):
    """One write to one listing: the vendor limits those by themselves. Rows older than an hour are purged."""

    lane_key = models.CharField("chave (hash)", max_length=64)
    remote_id = models.CharField("anúncio", max_length=100)
    written_at = models.DateTimeField("quando", default=timezone.now, db_index=True)

    class Meta:
        verbose_name = "alteração de anúncio"
        verbose_name_plural = "alterações de anúncios"
        indexes = [models.Index(fields=["lane_key", "remote_id", "written_at"], name="listing_writes_of_listing")]


def service_choices() -> list[tuple[str, str]]:
    """Read when a form asks, so that a new marketplace needs no migration."""
    from marketplace.adapters.registry import MARKETS  # noqa: PLC0415 - the registry reads a model

    return [(market.slug, market.title) for market in MARKETS.values()]


class Configuration(models.Model):
    """How one person reaches one marketplace. An empty key means the system default's: then its address holds too,
    since a key goes only where it was typed for."""

    user = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="pessoa")
    service = models.CharField("serviço", max_length=20, choices=service_choices)
    base_url = models.CharField("URL base", max_length=300)
    api_key = EncryptedTextField("chave de API", blank=True)
    timeout_ms = models.PositiveIntegerField("tempo limite (ms)", default=DEFAULT_TIMEOUT_MS)
    enabled_endpoints = models.JSONField("endpoints habilitados", default=list)
    webhook_secret = EncryptedTextField("segredo do webhook", blank=True)
    updated_at = models.DateTimeField("atualizada em", auto_now=True)

    class Meta:
        verbose_name = "configuração de API"
        verbose_name_plural = "configurações de API"
        constraints = [
            models.UniqueConstraint(fields=["user", "service"], name="configuration_one_per_user_and_service"),
            models.CheckConstraint(condition=Q(timeout_ms__gte=MIN_TIMEOUT_MS), name="configuration_timeout_floor"),
        ]

    def __str__(self) -> str:
        return f"{self.get_service_display()} de {self.user_id}"


class WebhookCall(Called):
    """A call of a marketplace that was believed, which it is once. Rows older than a month are purged."""

    called = "{0.received_at:%d/%m %H:%M:%S}"
    signature = models.CharField("assinatura", max_length=64, unique=True)
    received_at = models.DateTimeField("quando", default=timezone.now, db_index=True)

    class Meta:
        verbose_name = "chamada recebida"
        verbose_name_plural = "chamadas recebidas"


class GlobalSettings(Called):
    """The one row of settings that act on everybody's calls; `?userId=` is checked and does not choose a row."""

    called = "Configurações globais"
    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    retry_attempts = models.PositiveIntegerField("tentativas de repetição", default=3)
    cache_time_s = models.PositiveIntegerField("tempo de cache (s)", default=300)
    error_handling = models.CharField(
        "tratamento de erros", max_length=30, choices=ErrorHandling.choices, default=ErrorHandling.LOG_AND_RETRY
    )
    enable_cache = models.BooleanField("cache", default=True)
    enable_metrics = models.BooleanField("métricas", default=True)
    enable_rate_limiting = models.BooleanField("limite de chamadas", default=True)
    resume_runs = models.BooleanField("retomar execuções", default=True)
    auth_method = models.CharField("autenticação", max_length=20, choices=AuthMethod.choices, default=AuthMethod.API_KEY)
    token_rotation = models.BooleanField("rotação de token", default=False)
    token_storage = models.CharField("armazenamento de token", max_length=50, default="Encrypted")
    default_description = models.TextField("descrição padrão", blank=True)
    default_instructions = models.TextField("instruções padrão", blank=True)
    default_image_url = models.URLField("imagem padrão", max_length=500, blank=True)
    usd_eur_rate = models.DecimalField("euros por dólar", max_digits=8, decimal_places=4, default=DEFAULT_USD_EUR_RATE)
    credential_days = models.PositiveSmallIntegerField("dias de guarda das credenciais", default=CREDENTIAL_DAYS_KEPT)
    price_rules_stopped = models.BooleanField("regras de preço paradas", default=False)
    price_changes_a_day = models.PositiveIntegerField("mudanças de preço por dia, das regras", default=50)
    deduction_percent = models.PositiveSmallIntegerField("desconto sugerido (%)", default=0)
    updated_at = models.DateTimeField("atualizadas em", auto_now=True)

    class Meta:
        verbose_name = "configurações globais"
        verbose_name_plural = "configurações globais"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="global_settings_single_row"),
            models.CheckConstraint(condition=Q(usd_eur_rate__gt=Decimal(0)), name="global_settings_rate_positive"),
            models.CheckConstraint(
                condition=Q(credential_days__range=CREDENTIAL_DAYS), name="global_settings_credential_days"
            ),
            models.CheckConstraint(condition=Q(deduction_percent__lte=100), name="global_settings_deduction_percent"),
        ]


class RemoteAccount(Called):
    """One listing, as the marketplace last showed it. `user` listed it through this product, or it was only seen under
    a key; `unexplained` are those of the latter that this product made and no run here knows of, for an admin to
    assign. `gone_at`: it is shown no more, or we took it back. `publish_at`: it is not published, which is tried again
    then. After some `lookup_failures` in a row a pass leaves it out, at `skipped_at`."""

    called = "{0.market} {0.remote_id}"
    market = models.CharField("marketplace", max_length=200)
    remote_id = models.CharField("anúncio", max_length=100)
    service = models.CharField("serviço", max_length=20, choices=service_choices)
    lane_key = models.CharField("chave (hash)", max_length=64)
    user = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="pessoa")
    game = models.CharField("jogo", max_length=60, blank=True)
    title = models.CharField("título", max_length=300, blank=True)
    status = models.CharField("status", max_length=50, blank=True)
    price_eur = models.DecimalField("preço em euro", max_digits=12, decimal_places=2, null=True)
    created_at = models.DateTimeField("conhecido desde", auto_now_add=True)
    seen_at = models.DateTimeField("visto em")
    gone_at = models.DateTimeField("fora do ar desde", null=True)
    unexplained = models.BooleanField("sem execução conhecida", default=False)
    # Of one account the same in every market: see adapters.reading.reference_of.
    reference = models.CharField("referência", max_length=20, blank=True, default="", db_index=True)
    publish_at = models.DateTimeField("publicar em", null=True)
    publish_tries = models.PositiveSmallIntegerField("tentativas de publicar", default=0)
    lookup_failures = models.PositiveSmallIntegerField("buscas com falha", default=0)
    lookup_error = models.CharField("último erro da busca", max_length=500, blank=True)
    skipped_at = models.DateTimeField("deixado de lado em", null=True)

    class Meta:
        verbose_name = "anúncio"
        verbose_name_plural = "anúncios"
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["market", "remote_id"], name="remote_account_one_per_listing")]
        indexes = [
            models.Index(fields=["lane_key", "seen_at"], condition=Q(gone_at=None), name="remote_account_to_look_for"),
            models.Index(fields=["publish_at"], condition=Q(publish_at__isnull=False), name="remote_account_to_publish"),
        ]


class ListingChange(models.Model):
    """What happened to a listing outside this product, a line of a work list: what follows is a person's decision,
    never an automatic deduction. `note` says what was decided, and on an open line why a listing is not published."""

    account = models.ForeignKey(RemoteAccount, models.PROTECT, related_name="changes", verbose_name="anúncio")
    kind = models.CharField("tipo", max_length=10, choices=ChangeKind.choices)
    previous_status = models.CharField("status anterior", max_length=50, blank=True)
    noticed_at = models.DateTimeField("notada em", auto_now_add=True)
    handled_at = models.DateTimeField("tratada em", null=True)
    handled_by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="tratada por")
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
    """The progress of a pass over a key's listings: the next `page`; 0 while listings that no page showed are looked up."""

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


class MarketAlias(Called):
    """A spelling that an older release took for a market of its own. Indexes of logins were made with it, and cannot be
    made anew once a login is purged, so every look-up asks for it too."""

    called = "{0.spelling}"
    spelling = models.CharField("grafia antiga", max_length=200, unique=True)
    market = models.CharField("marketplace", max_length=200, db_index=True)

    class Meta:
        verbose_name = "grafia antiga de um marketplace"
        verbose_name_plural = "grafias antigas de marketplaces"


class Purchase(models.Model):
    """One attempt to buy one lot; while one stands or nobody knows how it ended, the lot is not bought again. What
    opens the account is not kept; `account_index` identifies it once listed, empty where its game is none of ours."""

    user = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="pessoa")
    market = models.CharField("marketplace", max_length=200)
    training = models.BooleanField("ensaio", default=False)
    item_id = models.CharField("lote", max_length=20)
    title = models.CharField("título", max_length=300, blank=True)
    origin = models.CharField("origem", max_length=50)
    price = models.DecimalField("preço", max_digits=12, decimal_places=2)
    currency = models.CharField("moeda", max_length=10, blank=True)
    state = models.CharField("situação", max_length=10, choices=PurchaseState.choices, default=PurchaseState.SENDING)
    message = models.TextField("resposta", blank=True)
    request_id = models.CharField("id remoto", max_length=100, blank=True)
    account_index = models.CharField("índice da conta", max_length=64, blank=True, db_default="", db_index=True)
    created_at = models.DateTimeField("criada em", auto_now_add=True)
    settled_at = models.DateTimeField("concluída em", null=True)

    class Meta:
        verbose_name = "compra"
        verbose_name_plural = "compras"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["market", "item_id"],
                condition=Q(state__in=(PurchaseState.SENDING, PurchaseState.BOUGHT, PurchaseState.UNKNOWN)),
                name="purchase_one_standing_per_lot",
            ),
            models.CheckConstraint(
                condition=Q(state=PurchaseState.SENDING, settled_at=None)
                | (~Q(state=PurchaseState.SENDING) & Q(settled_at__isnull=False)),
                name="purchase_settled_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Lote {self.item_id}: {self.get_state_display()}"


class Payment(Called, AppendOnlyModel):
    """A movement on a seller's balance that is about an order, as the marketplace tells it: negative where it took
    money back, `is_fine` where that is a penalty. `order_id` is the marketplace's."""

    called = "Pagamento {0.remote_id}"
    market = models.CharField("marketplace", max_length=200)
    remote_id = models.CharField("id remoto", max_length=100)
    order_id = models.CharField("pedido", max_length=100, db_index=True)
    amount = MoneyField("valor")
    currency = models.CharField("moeda", max_length=10)
    is_fine = models.BooleanField("multa", default=False)
    made_at = models.DateTimeField("feito em")
    created_at = models.DateTimeField("conhecido desde", default=timezone.now, db_index=True)

    class Meta:
        verbose_name = "pagamento do marketplace"
        verbose_name_plural = "pagamentos dos marketplaces"
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["market", "remote_id"], name="payment_once_per_market")]


class GameTemplate(models.Model):
    """One version of a game's template, in the form of adapters.templates; the newest is in force. `seen_at`
    is when the marketplace last told this very content."""

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


class TrainingMode(Called):
    """'Ensaio': while a person's row exists, their runs and calls go to the sandbox."""

    called = "Ensaio de {0.user_id}"
    user = models.OneToOneField(PERSON, models.PROTECT, primary_key=True, related_name="+", verbose_name="pessoa")
    started_at = models.DateTimeField("desde", auto_now_add=True)

    class Meta:
        verbose_name = "ensaio"
        verbose_name_plural = "ensaios"
