"""Money owed and paid: the earning people see, the append-only ledger behind it, the payment date and the pay schemes.
Only earnings.actions writes here; `verify_ledger` proves that earnings, postings and balances agree."""

from collections.abc import Mapping
from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from core.append_only import AppendOnlyModel
from core.models import PERSON, Called
from core.money import ZERO, MoneyField, format_brl, format_eur, format_percent, quantize
from core.text import SearchField
from earnings import rules
from earnings.enums import PostingKind, SchemeKind, Status

DESCRIPTION_LENGTH = 300


class Payout(Called, AppendOnlyModel):
    """One transfer to one person; it lists the earnings it settled."""

    called = "Pagamento {0.pk}"
    user = models.ForeignKey(PERSON, models.PROTECT, related_name="payouts", verbose_name="pessoa")
    amount = MoneyField("valor")
    by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="feito por")
    created_at = models.DateTimeField("feito em", default=timezone.now)

    class Meta:
        verbose_name = "pagamento"
        verbose_name_plural = "pagamentos"
        ordering = ["-created_at", "-id"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="payout_amount_positive")]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="payout_newest"),
            models.Index(fields=["user", "-created_at", "-id"], name="payout_by_user"),
        ]


class Earning(Called):
    """What somebody earned, pending or paid. `updated_at` leaves `created_at` only when it is transferred. A transfer
    that needs part of an earning leaves that part here, paid, and moves the rest to a new row, which keeps the source and
    the creation time; its `split_from` is the earning that was first credited."""

    called = "{0.description}"
    PART_COLUMNS = ("amount", "base_amount", "bonus_amount", "accounts_count")
    ORDERS: ClassVar[dict[str, tuple[str, ...]]] = {
        "createdAt": ("created_at", "id"),
        # Those not yet paid come after the latest payment: databases disagree on where an empty `paid_at` stands.
        "paidAt": ("-status", "paid_at", "id"),
        "amount": ("amount", "id"),
        "user": ("user__full_name", "id"),
    }

    user = models.ForeignKey(PERSON, models.PROTECT, related_name="earnings", verbose_name="pessoa")
    description = models.CharField("descrição", max_length=DESCRIPTION_LENGTH)
    search = SearchField("description")
    amount = MoneyField("valor")
    base_amount = MoneyField("valor sem bônus")
    bonus_percentage = models.DecimalField("bônus (%)", max_digits=5, decimal_places=2, default=0)
    bonus_amount = MoneyField("bônus", default=ZERO)
    status = models.CharField("situação", max_length=10, choices=Status.choices, default=Status.PENDING)
    accounts_count = models.PositiveIntegerField("contas", default=1)
    source_kind = models.CharField("tipo da origem", max_length=30)
    source_id = models.BigIntegerField("id da origem", null=True)
    # Under what it is listed: the run of a row, a task itself. None is with all others of its kind.
    group_id = models.BigIntegerField("id do grupo", null=True, editable=False)
    scheme = models.ForeignKey(
        "PayScheme", models.PROTECT, related_name="+", null=True, db_index=False, verbose_name="esquema de pagamento"
    )
    split_from = models.ForeignKey(
        "self", models.PROTECT, related_name="splits", null=True, db_index=False, verbose_name="dividido de"
    )
    payout = models.ForeignKey(Payout, models.PROTECT, related_name="earnings", null=True, verbose_name="pagamento")
    created_at = models.DateTimeField("criado em", default=timezone.now)
    updated_at = models.DateTimeField("atualizado em", default=timezone.now)
    paid_at = models.DateTimeField("pago em", null=True)

    class Meta:
        verbose_name = "ganho"
        verbose_name_plural = "ganhos"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(base_amount__gte=0, bonus_amount__gte=0), name="earning_not_negative"),
            models.CheckConstraint(
                condition=Q(amount=F("base_amount") + F("bonus_amount")), name="earning_amount_is_base_and_bonus"
            ),
            models.CheckConstraint(
                condition=Q(status=Status.PENDING, payout=None, paid_at=None, updated_at=F("created_at"))
                | Q(status=Status.PAID, payout__isnull=False, paid_at=F("updated_at")),
                name="earning_paid_by_a_payout",
            ),
            models.UniqueConstraint(
                fields=["source_kind", "source_id"], condition=Q(split_from=None), name="earning_once_per_source"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "status", "created_at", "id"], name="earning_payment_order"),
            models.Index(fields=["user", "-created_at", "-id"], name="earning_by_user"),
            models.Index(fields=["user", "source_kind", "group_id", "-created_at", "-id"], name="earning_by_group"),
            models.Index(fields=["status", "-created_at", "-id"], name="earning_by_status"),
            models.Index(fields=["-created_at", "-id"], name="earning_newest"),
            models.Index(fields=["-amount", "-id"], name="earning_by_amount"),
            # Nearly all are NULL, for which SQLite would take an index of all of them to be of no use.
            models.Index(fields=["split_from"], condition=Q(split_from__isnull=False), name="earning_splits"),
            models.Index(fields=["status", "-paid_at", "-id"], name="earning_by_payment"),
        ]

    @property
    def parts(self) -> rules.Parts:
        return rules.Parts(self.base_amount, self.bonus_amount, self.accounts_count)

    def become(self, parts: rules.Parts) -> None:
        """Take over an amount and what it is made of; PART_COLUMNS are the columns to save."""
        self.amount, self.base_amount = parts.amount, parts.base
        self.bonus_amount, self.accounts_count = parts.bonus, parts.accounts

    def seal(self) -> str:
        """Digest of every column but `search` and `group_id`, kept by the last posting about this earning. Those without
        a scheme have the digest of the releases before there were any."""
        return rules.digest(
            self.id,
            self.user_id,
            self.description,
            rules.to_cents(self.base_amount),
            rules.to_cents(self.bonus_amount),
            f"{self.bonus_percentage:.2f}",
            str(self.status),
            self.accounts_count,
            self.source_kind,
            self.source_id,
            self.split_from_id,
            self.payout_id,
            self.created_at.timestamp(),
            self.paid_at.timestamp() if self.paid_at else None,
            *([self.scheme_id] if self.scheme_id else []),
        )


class Balance(Called):
    """A person's totals and the head of their ledger. Its row is the lock of everything that moves their money."""

    called = "Saldo de {0.user_id}"
    SORTABLE: ClassVar[dict[str, str]] = {"pending": "pending", "paid": "paid", "user": "user__full_name"}

    user = models.OneToOneField(PERSON, models.PROTECT, related_name="balance", primary_key=True, verbose_name="pessoa")
    pending = MoneyField("pendente", default=ZERO)
    paid = MoneyField("pago", default=ZERO)
    sequence = models.BigIntegerField("última sequência", default=0)
    head = models.CharField("último hash", max_length=64, default=rules.GENESIS)

    class Meta:
        verbose_name = "saldo"
        verbose_name_plural = "saldos"
        constraints = [models.CheckConstraint(condition=Q(pending__gte=0, paid__gte=0), name="balance_not_negative")]
        indexes = [
            models.Index(fields=["-pending", "user"], name="balance_by_pending"),
            models.Index(fields=["-paid", "user"], name="balance_by_paid"),
        ]


class Posting(AppendOnlyModel):
    """One line of a person's ledger, chained to the line before. `amount` is the change of the pending balance; a
    payment's negative amount is what became paid. A person's pending is the sum of all amounts, paid the payments'."""

    user = models.ForeignKey(PERSON, models.PROTECT, related_name="postings", verbose_name="pessoa")
    sequence = models.BigIntegerField("sequência")
    kind = models.CharField("tipo", max_length=12, choices=PostingKind.choices)
    amount = MoneyField("valor")
    earning = models.ForeignKey(Earning, models.PROTECT, related_name="postings", verbose_name="ganho")
    payout = models.ForeignKey(Payout, models.PROTECT, related_name="postings", null=True, verbose_name="pagamento")
    by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="feito por")
    reason = models.CharField("motivo", max_length=DESCRIPTION_LENGTH)
    created_at = models.DateTimeField("feito em", default=timezone.now)
    earning_seal = models.CharField("selo do ganho", max_length=64)
    previous_hash = models.CharField("hash anterior", max_length=64)
    hash = models.CharField("hash", max_length=64)

    class Meta:
        verbose_name = "lançamento"
        verbose_name_plural = "lançamentos"
        ordering = ["user", "sequence"]
        constraints = [models.UniqueConstraint(fields=["user", "sequence"], name="posting_one_per_sequence")]
        indexes = [
            models.Index(fields=["created_at"], condition=Q(kind=PostingKind.CORRECTION), name="posting_corrections")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.sequence}"

    def computed_hash(self, key: bytes) -> str:
        """What `hash` must be for this row and its place in the chain; nobody without the key can compute it."""
        return rules.keyed_digest(
            key,
            self.previous_hash,
            self.user_id,
            self.sequence,
            str(self.kind),
            rules.to_cents(self.amount),
            self.earning_id,
            self.payout_id,
            self.by_id,
            self.reason,
            self.created_at.timestamp(),
            self.earning_seal,
        )


class PaymentSchedule(Called):
    """The next payment date, shown to all. One row at most: its id is 1."""

    called = "{0.next_payment_date:%d/%m/%Y}"
    ONLY_ID = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY_ID)
    next_payment_date = models.DateField("próximo pagamento")
    description = models.CharField("descrição", max_length=DESCRIPTION_LENGTH, blank=True)
    anchor_day = models.PositiveSmallIntegerField("dia do mês escolhido")

    class Meta:
        verbose_name = "cronograma de pagamento"
        verbose_name_plural = "cronograma de pagamento"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="payment_schedule_only_one")]


class PayScheme(Called, AppendOnlyModel):
    """A version of what one created account earns before any bonus; its id is its number. In force is the last one of the
    latest `valid_from`, a local day, that has come. `terms` are amounts in R$ as texts, by game or by the price in EUR
    from which on they are paid; `amount` is that of all others. By profit, they are `percent` of it, once it was paid."""

    called = "Versão {0.pk}, vigente desde {0.valid_from:%d/%m/%Y}"
    kind = models.CharField("tipo", max_length=10, choices=SchemeKind.choices, default=SchemeKind.PER_ACCOUNT)
    amount = MoneyField("valor por conta", default=rules.DEFAULT_AUTOMATIC_AMOUNT)
    terms = models.JSONField("valores", default=dict)
    valid_from = models.DateField("vigência", default=timezone.localdate)
    by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="feito por")
    created_at = models.DateTimeField("feito em", default=timezone.now)

    class Meta:
        verbose_name = "esquema de pagamento"
        verbose_name_plural = "esquemas de pagamento"
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=Q(amount__gte=0), name="pay_scheme_not_negative")]

    def pay(self, *, game: str, price_eur: Decimal | None) -> Decimal:
        """What an account earns before any bonus: what `terms` say of its game, or of the highest price that its own
        reaches; else `amount`, as for an account whose price nobody knows."""
        if self.kind == SchemeKind.BY_GAME:
            return Decimal(self.terms.get(game, self.amount))
        if self.kind == SchemeKind.BY_PRICE and price_eur is not None:
            reached = [floor for floor in self.terms if Decimal(floor) <= price_eur]
            return Decimal(self.terms[max(reached, key=Decimal)]) if reached else self.amount
        return self.amount

    @property
    def profit_percent(self) -> Decimal | None:
        """The share of an account's profit that it pays; None where an account is paid when it is created."""
        return Decimal(self.terms["percent"]) if self.kind == SchemeKind.BY_PROFIT else None

    def share_of(self, profit: Decimal) -> Decimal:
        """The person's share of an account's profit, before any bonus; nothing of a loss."""
        return quantize(max(profit, ZERO) * (self.profit_percent or ZERO) / 100)

    def text(self, titles: Mapping[str, str]) -> str:
        """What it pays, in words: 'R$ 3,00 por conta; de € 20,00 em diante, R$ 5,00'. `titles` are the games', by slug."""
        if self.profit_percent is not None:
            return f"{format_percent(self.profit_percent)} do lucro da conta, quando o marketplace pagar"
        parts = [f"{format_brl(self.amount)} por conta"]
        if self.kind == SchemeKind.BY_PRICE:
            named = {floor: f"de {format_eur(Decimal(floor))} em diante" for floor in sorted(self.terms, key=Decimal)}
        else:
            named = {game: titles.get(game, game) for game in self.terms}
        return "; ".join(parts + [f"{name}, {format_brl(Decimal(self.terms[key]))}" for key, name in named.items()])

    def example(self, titles: Mapping[str, str]) -> str:
        """What an account listed for € 10 would earn, in each game, or one with R$ 100 of profit."""
        if self.profit_percent is not None:
            share = format_brl(self.share_of(Decimal(100)))
            return f"Uma conta com R$ 100,00 de lucro rende, antes do bônus: {share}. Com prejuízo, nada."
        paid: dict[Decimal, list[str]] = {}
        for game, title in titles.items():
            paid.setdefault(self.pay(game=game, price_eur=Decimal(10)), []).append(title)
        parts = [f"{format_brl(amount)} em {', '.join(named)}" for amount, named in paid.items()]
        return f"Uma conta de € 10,00 rende, antes do bônus: {'; '.join(parts)}."
