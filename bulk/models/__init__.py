"""Lanes, runs, rows: the queue itself, and the truth of what was sent."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from bulk.enums import Language, OrphanState, PauseCode, RowState, Withdrawal
from bulk.models.prices import PriceChange, PriceRule
from bulk.models.results import Cost, Entry, Rate, Result
from bulk.rules import LIVE
from core.append_only import AppendOnlyModel
from core.fields import EncryptedJSONField, EncryptedTextField
from core.models import PERSON, Called
from core.money import MoneyField
from core.text import SearchField
from marketplace.enums import OrderState

__all__ = ["Cost", "Entry", "PriceChange", "PriceRule", "Rate", "Result"]


class Lane(models.Model):
    """One marketplace key. Whatever goes out with it goes through one worker at a time, at its pace. `key` is
    Connection.lane_key, so people who share a key share the lane. A worker holds it while `owner` is its name and
    `lease_until` lies ahead; each taking raises `fence`, by which a worker that was frozen knows that it lost it. Since
    `retired_at` the key is nobody's: what is in doubt is settled with it, then it is forgotten."""

    key = models.CharField("chave (hash)", max_length=64, unique=True)
    market = models.CharField("marketplace", max_length=200)
    connection = EncryptedJSONField("conexão", null=True)
    owner = models.CharField("processo", max_length=64, blank=True)
    fence = models.PositiveBigIntegerField("cerca", default=0)
    lease_until = models.DateTimeField("posse até", null=True)
    next_at = models.DateTimeField("próximo envio", db_default=Now())
    quiet_until = models.DateTimeField("em silêncio até", null=True)
    paused_until = models.DateTimeField("pausada por uma pessoa até", null=True)
    failures = models.PositiveSmallIntegerField("falhas seguidas", default=0)
    refused_at = models.DateTimeField("chave recusada em", null=True)
    connected_at = models.DateTimeField("conexão informada em", db_default=Now())
    retired_at = models.DateTimeField("pessoa removida em", null=True)

    class Meta:
        verbose_name = "fila por chave"
        verbose_name_plural = "filas por chave"

    def __str__(self) -> str:
        return f"{self.market} …{self.key[-6:]}"


class Run(Called):
    """One paste, or one queue, of accounts of one game. Its state is computed (rules.run_state); `version` grows with every
    visible change. `training`: started as practice ('Ensaio'), it goes to the sandbox whatever its owner does later, and
    earns nothing. Runs of one `group` were started at once with the same accounts, each for a marketplace of its own."""

    called = "Execução {0.pk}"
    owner = models.ForeignKey(PERSON, models.PROTECT, related_name="bulk_runs", verbose_name="pessoa")
    lane = models.ForeignKey(Lane, models.PROTECT, related_name="runs", verbose_name="fila")
    game = models.CharField("jogo", max_length=40)
    market = models.CharField("marketplace", max_length=200)
    training = models.BooleanField("ensaio", default=False)
    group = models.UUIDField("grupo", null=True, blank=True)
    system_key = models.BooleanField("usa a chave padrão", default=False)
    key_hint = models.CharField("chave mascarada", max_length=20, blank=True)
    settings = models.JSONField("configuração")
    title = models.CharField("título", max_length=200)
    search = SearchField("title", "game")
    usd_eur_rate = models.DecimalField("euros por dólar", max_digits=8, decimal_places=4)
    total = models.PositiveIntegerField("linhas")
    version = models.PositiveBigIntegerField("versão", default=1)
    created_at = models.DateTimeField("criada em", db_default=Now())
    started_at = models.DateTimeField("iniciada em", null=True)
    served_at = models.DateTimeField("último envio", null=True)
    pace_s = models.FloatField("segundos por linha", null=True)
    paused_at = models.DateTimeField("pausada em", null=True)
    pause_code = models.CharField("tipo da pausa", max_length=20, choices=PauseCode.choices, blank=True)
    pause_reason = models.TextField("motivo da pausa", blank=True)
    cancelled_at = models.DateTimeField("cancelada em", null=True)
    finished_at = models.DateTimeField("terminada em", null=True)
    reconcile_at = models.DateTimeField("conferência em", null=True)
    credentials_purged_at = models.DateTimeField("credenciais apagadas em", null=True)

    class Meta:
        verbose_name = "execução"
        verbose_name_plural = "execuções"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["owner", "-id"], name="run_by_owner"),
            models.Index(fields=["lane"], condition=Q(finished_at=None), name="run_unfinished_of_lane"),
            models.Index(
                fields=["-id"], condition=Q(finished_at=None, cancelled_at=None, paused_at=None), name="run_under_way"
            ),
            models.Index(fields=["group"], condition=Q(group__isnull=False), name="run_by_group"),
            models.Index(fields=["reconcile_at"], condition=Q(reconcile_at__isnull=False), name="run_to_reconcile"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(paused_at=None, pause_code="") | (Q(paused_at__isnull=False) & ~Q(pause_code="")),
                name="run_pause_has_a_code",
            )
        ]


class Account(Called):
    """One account of a game, over markets: what its listings have in common. Practice has none. `index` is
    Row.account_index; of rows of older releases without one, their login index. `first_row` is the listing that was
    confirmed first: it alone earns, once for ever, and its owner is the account's. Since `sold_at` it is on sale
    nowhere else, and `sold_twice_at` is when a second market was seen to have sold it too."""

    called = "Conta {0.pk}: {0.title}"
    index = models.CharField("índice da conta", max_length=64, unique=True)
    owner = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="pessoa")
    first_row = models.OneToOneField("Row", models.PROTECT, related_name="+", verbose_name="linha paga")
    game = models.CharField("jogo", max_length=40)
    title = models.CharField("título", max_length=200, blank=True)
    login_hint = models.CharField("login mascarado", max_length=40, blank=True)
    search = SearchField("title", "game")
    listed_at = models.DateTimeField("anunciada desde", db_default=Now())
    profit_scheme = models.ForeignKey(
        "earnings.PayScheme",
        models.PROTECT,
        related_name="+",
        null=True,
        db_index=False,
        verbose_name="paga por parte do lucro",
    )
    sold_at = models.DateTimeField("vendida em", null=True)
    sold_twice_at = models.DateTimeField("vendida duas vezes em", null=True)

    class Meta:
        verbose_name = "conta em estoque"
        verbose_name_plural = "estoque de contas"
        ordering = ["-id"]
        indexes = [models.Index(fields=["owner", "-id"], name="account_by_owner")]
        constraints = [
            models.CheckConstraint(
                condition=Q(sold_twice_at=None) | Q(sold_at__isnull=False), name="account_sold_twice_is_sold"
            )
        ]


class Row(Called):
    """One account of a run, from the pasted line to its listing. `fence` and `sent_via` name the lane's holder that
    claimed it; only that holder's answer settles it. `listing` is what goes out, as it was confirmed; rows of the first
    release lack it. It and the credentials are purged some weeks after the run (a setting); `login_index` stays, so
    that a login is recognised for ever in its market. `account_index` is that of the account over markets, empty on
    rows purged before there was one. Once created, a row is its account's listing in its market: `sold_at` there, or
    `closing_at` the account was sold elsewhere, until `withdrawn_at`. `suggested_eur` is what the marketplace would ask."""

    called = "Execução {0.run_id}, linha {0.line}"
    run = models.ForeignKey(Run, models.PROTECT, related_name="rows", verbose_name="execução")
    line = models.PositiveIntegerField("linha")
    state = models.CharField("situação", max_length=12, choices=RowState.choices, default=RowState.QUEUED)
    title = models.CharField("título", max_length=200, blank=True)
    login_hint = models.CharField("login mascarado", max_length=40, blank=True)
    login_index = models.CharField("índice do login", max_length=64, blank=True, db_index=True)
    account_index = models.CharField("índice da conta", max_length=64, blank=True, default="", db_index=True)
    credentials = EncryptedJSONField("credenciais", null=True)
    listing = EncryptedJSONField("anúncio confirmado", null=True)
    details = models.JSONField("dados da linha", default=dict)
    override = models.JSONField("ajustes da linha", default=dict)
    error = models.TextField("erro", blank=True)
    errors = models.JSONField("erros por campo", default=dict)
    duplicate_run = models.ForeignKey(
        Run, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="execução anterior"
    )
    duplicate_line = models.PositiveIntegerField("linha anterior", null=True)
    account = models.ForeignKey(Account, models.PROTECT, related_name="listings", null=True, verbose_name="conta")
    price_eur = models.DecimalField("preço em euro", max_digits=12, decimal_places=2, null=True)
    remote_id = models.CharField("anúncio", max_length=100, blank=True, db_index=True)
    request_id = models.CharField("pedido no marketplace", max_length=100, blank=True)
    fence = models.PositiveBigIntegerField("cerca", default=0)
    sent_via = models.ForeignKey(Lane, models.PROTECT, related_name="+", null=True, verbose_name="enviada pela fila")
    attempts = models.PositiveSmallIntegerField("envios", default=0)
    misses = models.PositiveSmallIntegerField("buscas sem resultado", default=0)
    failed_lookups = models.PositiveSmallIntegerField("buscas com falha", default=0)
    in_doubt = models.BooleanField("já teve resultado desconhecido", default=False)
    due_at = models.DateTimeField("buscar a partir de", null=True)
    sent_at = models.DateTimeField("enviada em", null=True)
    settled_at = models.DateTimeField("concluída em", null=True)
    withdrawal = models.CharField("retirada pedida", max_length=8, choices=Withdrawal.choices, blank=True)
    withdrawn_at = models.DateTimeField("retirada em", null=True)
    closing_at = models.DateTimeField("a encerrar desde", null=True)
    sold_at = models.DateTimeField("vendida em", null=True)
    order_id = models.CharField("pedido", max_length=100, blank=True)
    suggested_eur = models.DecimalField("preço sugerido em euro", max_digits=12, decimal_places=2, null=True)
    suggested_at = models.DateTimeField("sugestão pedida em", null=True)

    class Meta:
        verbose_name = "linha"
        verbose_name_plural = "linhas"
        ordering = ["line"]
        constraints = [
            models.UniqueConstraint(fields=["run", "line"], name="row_one_per_line"),
            models.UniqueConstraint(
                fields=["login_index"],
                condition=Q(state__in=sorted(LIVE), withdrawn_at=None) & ~Q(login_index=""),
                name="row_one_live_listing_per_market_game_and_login",
            ),
            models.CheckConstraint(
                condition=~Q(state=RowState.CREATED) | ~Q(remote_id=""), name="row_created_has_a_remote_id"
            ),
            models.CheckConstraint(
                condition=~Q(state=RowState.SENDING) | Q(sent_via__isnull=False, sent_at__isnull=False),
                name="row_sending_names_its_lane",
            ),
        ]
        indexes = [
            models.Index(fields=["run", "state", "line"], name="row_by_state"),
            models.Index(fields=["title", "-id"], name="row_by_title"),
            models.Index(fields=["sent_via"], condition=Q(state=RowState.SENDING), name="row_in_flight"),
            models.Index(fields=["due_at"], condition=Q(state=RowState.VERIFYING), name="row_to_verify"),
            models.Index(fields=["run"], condition=~Q(withdrawal=""), name="row_to_withdraw"),
            models.Index(
                fields=["due_at"], condition=Q(closing_at__isnull=False, withdrawal="delete"), name="row_to_close"
            ),
            models.Index(fields=["run"], condition=Q(state=RowState.UNCERTAIN), name="row_uncertain"),
            models.Index(fields=["sold_at"], condition=Q(sold_at__isnull=False), name="row_by_sale"),
            models.Index(fields=["settled_at"], condition=Q(settled_at__isnull=False), name="row_by_end"),
        ]

    @property
    def url(self) -> str:
        return f"/runs/{self.run_id}?line={self.line}"

    @property
    def duplicate_of(self) -> str | None:
        """Where the login is listed already: 'linha 3', or 'execução 12, linha 4'; None for a listing that is not ours."""
        if self.duplicate_line is None:
            return None
        line = f"linha {self.duplicate_line}"
        return line if self.duplicate_run_id == self.run_id else f"execução {self.duplicate_run_id}, {line}"


class Order(Called):
    """What was bought of a listing, as its marketplace tells it. `row` is that listing, None for one not made here:
    only admins see those. From `asked_at` until `due_at` it waits for the seller, to deliver by hand or to answer a
    dispute, and `fine_eur` is at stake, or was where the time has passed; people are told of it next at `warn_at`."""

    called = "Pedido {0.remote_id}"
    market = models.CharField("marketplace", max_length=200)
    remote_id = models.CharField("pedido", max_length=100)
    listing_id = models.CharField("anúncio", max_length=100, blank=True)
    row = models.ForeignKey(Row, models.PROTECT, related_name="orders", null=True, verbose_name="linha")
    title = models.CharField("título", max_length=300, blank=True)
    search = SearchField("title", "remote_id", "listing_id")
    game = models.CharField("jogo", max_length=60, blank=True)
    state = models.CharField("situação", max_length=12, choices=OrderState.choices)
    reason = models.CharField("reclamação", max_length=200, blank=True)
    price_eur = models.DecimalField("preço em euro", max_digits=12, decimal_places=2, null=True)
    bought_at = models.DateTimeField("comprado em", db_default=Now())
    settled_at = models.DateTimeField("concluído ou reembolsado em", null=True)
    asked_at = models.DateTimeField("espera desde", null=True)
    due_at = models.DateTimeField("prazo", null=True)
    warn_at = models.DateTimeField("avisar em", null=True)
    fine_eur = models.DecimalField("multa em euro", max_digits=12, decimal_places=2, null=True)
    changed_at = models.DateTimeField("mudou em", db_default=Now())

    class Meta:
        verbose_name = "pedido"
        verbose_name_plural = "pedidos"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["market", "remote_id"], name="order_one_per_market_and_id"),
            models.CheckConstraint(
                condition=Q(due_at=None, warn_at=None) | Q(due_at__isnull=False, asked_at__isnull=False),
                name="order_due_has_a_start",
            ),
        ]
        indexes = [
            models.Index(fields=["warn_at"], condition=Q(warn_at__isnull=False), name="order_to_warn_of"),
            models.Index(fields=["changed_at"], name="order_by_change"),
        ]


class OrderDecision(AppendOnlyModel):
    """What an admin decided of the pay for the account of an order that was refunded or fined: `deducted` of what was
    pending of it, in R$; zero keeps all."""

    order = models.OneToOneField(Order, models.PROTECT, related_name="decision", verbose_name="pedido")
    deducted = MoneyField("descontado")
    reason = models.CharField("motivo", max_length=200)
    by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="decidido por")
    created_at = models.DateTimeField("decidido em", default=timezone.now)

    class Meta:
        verbose_name = "decisão sobre um pedido"
        verbose_name_plural = "decisões sobre pedidos"
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=Q(deducted__gte=0), name="order_decision_not_negative")]

    def __str__(self) -> str:
        return f"Decisão sobre o {str(self.order).lower()}"


class Owned(Called):
    """What a person has of one game."""

    owner = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="pessoa")
    game = models.CharField("jogo", max_length=40)

    class Meta:
        abstract = True


class Draft(Owned):
    """A person's unsent work in a game. `version` tells two tabs of the screen apart. Deleted a week after the last write."""

    version = models.PositiveBigIntegerField("versão", default=1)
    updated_at = models.DateTimeField("alterada em", db_default=Now())

    class Meta:
        abstract = True


class QueueDraft(Draft):
    """Accounts that were put together; `entries` is what the screen wrote."""

    called = "Fila de {0.game}"
    entries = EncryptedJSONField("contas", default=list)

    class Meta:
        verbose_name = "fila de criação"
        verbose_name_plural = "filas de criação"
        constraints = [models.UniqueConstraint(fields=["owner", "game"], name="queue_one_per_person_and_game")]
        indexes = [models.Index(fields=["updated_at"], name="queue_by_age")]


class TextDraft(Draft):
    """Lines that were pasted or read from a file, without session cookies; `overrides` are by login, `settings` what the
    screen had beside them, and `conflicts` pairs of lines that were one until two browsers changed it."""

    called = "Texto de {0.game}"
    text = EncryptedTextField("texto")
    overrides = EncryptedJSONField("ajustes por login", default=dict)
    settings = EncryptedJSONField("configuração", default=dict)
    conflicts = EncryptedJSONField("linhas em conflito", default=list)

    class Meta:
        verbose_name = "texto não enviado"
        verbose_name_plural = "textos não enviados"
        constraints = [models.UniqueConstraint(fields=["owner", "game"], name="text_one_per_person_and_game")]
        indexes = [models.Index(fields=["updated_at"], name="text_by_age")]


class LabelAlias(Owned):
    """A label that a person taught the analysis: what stands behind it is that field's value, by the document's name."""

    called = "{0.label} → {0.field}"
    label = models.CharField("rótulo", max_length=60)
    folded = models.CharField("rótulo comparado", max_length=120)
    field = models.CharField("campo", max_length=40)
    created_at = models.DateTimeField("ensinado em", db_default=Now())

    class Meta:
        verbose_name = "rótulo ensinado"
        verbose_name_plural = "rótulos ensinados"
        constraints = [
            models.UniqueConstraint(fields=["owner", "game", "folded"], name="label_one_field_per_person_and_game")
        ]


class OrphanListing(Called):
    """A listing that came into being after its row was given to somebody else, and that no row answers for."""

    called = "Anúncio {0.remote_id} da linha {0.row_id}"
    row = models.ForeignKey(Row, models.PROTECT, related_name="orphans", verbose_name="linha")
    lane = models.ForeignKey(Lane, models.PROTECT, related_name="orphans", verbose_name="fila")
    remote_id = models.CharField("anúncio", max_length=100)
    state = models.CharField("situação", max_length=10, choices=OrphanState.choices, default=OrphanState.PENDING)
    tries = models.PositiveSmallIntegerField("tentativas", default=0)
    due_at = models.DateTimeField("excluir a partir de", db_default=Now())
    last_error = models.CharField("último erro", max_length=500, blank=True)
    created_at = models.DateTimeField("criado em", db_default=Now())

    class Meta:
        verbose_name = "anúncio órfão"
        verbose_name_plural = "anúncios órfãos"
        constraints = [models.UniqueConstraint(fields=["row", "remote_id"], name="orphan_once_per_listing")]
        indexes = [models.Index(fields=["due_at"], condition=Q(state=OrphanState.PENDING), name="orphan_pending")]


class OtherGame(Called):
    """A game of the marketplace, beside our own, whose creator somebody has opened; `pinned` puts it into the sidebar."""

    called = "{0.title}"
    slug = models.CharField("jogo", max_length=40, unique=True)
    title = models.CharField("título", max_length=100)
    pinned = models.BooleanField("fixado no menu", default=False)
    created_at = models.DateTimeField("aberto em", db_default=Now())

    class Meta:
        verbose_name = "outro jogo"
        verbose_name_plural = "outros jogos"
        ordering = ["title"]


class FieldLabel(Called):
    """What an admin calls a field of a template, in one game or, without one, in all of them."""

    called = "{0.name}: {0.label}"
    game = models.CharField("jogo", max_length=40, blank=True)
    name = models.CharField("campo", max_length=60)
    label = models.CharField("rótulo", max_length=60)

    class Meta:
        verbose_name = "rótulo de campo"
        verbose_name_plural = "rótulos de campos"
        ordering = ["game", "name"]
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="field_label_one_per_game")]


class Named(Owned):
    """Its owner's own, or everybody's to use when an admin shares it."""

    called = "{0.name}"
    name = models.CharField("nome", max_length=80)
    search = SearchField("name")

    class Meta:
        abstract = True
        ordering = ["name", "id"]


class RareItemList(Named):
    """Names of items that make an account dear, the dearest first; titles name those that an account has."""

    items = models.JSONField("itens")
    shared = models.BooleanField("compartilhada", default=False)
    updated_at = models.DateTimeField("alterada em", auto_now=True)

    class Meta(Named.Meta):
        verbose_name = "lista de itens raros"
        verbose_name_plural = "listas de itens raros"
        constraints = [models.UniqueConstraint(fields=["owner", "game", "name"], name="rare_list_one_of_a_name")]


class ContentTemplate(Named):
    """Texts of listings with placeholders, which every account fills in; a blank one leaves the form's own. They are in
    `language`, and for the marketplace that `service` names, or for any."""

    service = models.CharField("marketplace", max_length=40, blank=True, default="")
    language = models.CharField("idioma", max_length=2, choices=Language.choices, default=Language.PORTUGUESE)
    title = models.CharField("título", max_length=150, blank=True)
    description = models.TextField("descrição", blank=True)
    delivery_instructions = models.TextField("instruções de entrega", blank=True)
    rare_list = models.ForeignKey(
        RareItemList, models.SET_NULL, related_name="+", null=True, blank=True, verbose_name="itens raros"
    )
    shared = models.BooleanField("compartilhado", default=False)
    updated_at = models.DateTimeField("alterado em", auto_now=True)

    class Meta(Named.Meta):
        verbose_name = "modelo de conteúdo"
        verbose_name_plural = "modelos de conteúdo"
        constraints = [models.UniqueConstraint(fields=["owner", "game", "name"], name="template_one_of_a_name")]
