"""What each account cost and brought in: rates, entries, and the sums that lists and figures are made of."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from bulk.enums import Currency, EntryKind
from core.append_only import AppendOnlyModel
from core.models import PERSON, Called
from core.money import ZERO, MoneyField


class Rate(Called, AppendOnlyModel):
    """R$ for one unit of a currency on a local day. The newest holds for what is valued next, earlier values stay."""

    called = "{0.currency} em {0.day:%d/%m/%Y}"
    currency = models.CharField("moeda", max_length=3, choices=Currency.choices)
    day = models.DateField("dia")
    brl = models.DecimalField("reais", max_digits=12, decimal_places=6)
    source = models.CharField("fonte", max_length=60)
    created_by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="informada por")
    created_at = models.DateTimeField("informada em", default=timezone.now)

    class Meta:
        verbose_name = "cotação"
        verbose_name_plural = "cotações"
        ordering = ["-day", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(brl__gt=0), name="rate_positive"),
            models.CheckConstraint(condition=~Q(currency=Currency.BRL), name="rate_of_a_foreign_currency"),
        ]
        indexes = [models.Index(fields=["currency", "day", "-id"], name="rate_of_day")]


class Cost(Called, AppendOnlyModel):
    """What the account of a row cost and who sold it, as it was typed for the run or stands in its file."""

    called = "{0.amount} {0.currency}"
    row = models.OneToOneField("Row", models.PROTECT, related_name="cost", verbose_name="linha")
    amount = MoneyField("custo")
    currency = models.CharField("moeda", max_length=3, choices=Currency.choices)
    supplier = models.CharField("fornecedor", max_length=80, blank=True)
    created_at = models.DateTimeField("informado em", default=timezone.now)

    class Meta:
        verbose_name = "custo de uma conta"
        verbose_name_plural = "custos das contas"
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=Q(amount__gte=0), name="cost_not_negative")]


class Entry(AppendOnlyModel):
    """One movement of money of one account: what came in is positive, what went out negative; `sold` is what an order
    says, which is no money yet. `source` names the cause and its number among the entries of that cause: `order:12`,
    and `order:12:2` for the first correction. `brl` is its value at `rate`, None while there was no rate of its
    currency and day. Such an entry is given its value by another one of amount zero, as its `valued`."""

    account = models.ForeignKey("Account", models.PROTECT, related_name="entries", verbose_name="conta")
    kind = models.CharField("tipo", max_length=10, choices=EntryKind.choices)
    market = models.CharField("marketplace", max_length=20, blank=True)
    amount = MoneyField("valor")
    currency = models.CharField("moeda", max_length=10)
    day = models.DateField("dia")
    rate = models.ForeignKey(Rate, models.PROTECT, related_name="+", null=True, verbose_name="cotação")
    brl = MoneyField("valor em reais", null=True)
    source = models.CharField("origem", max_length=60, unique=True)
    valued = models.OneToOneField(
        "self", models.PROTECT, related_name="valuation", null=True, verbose_name="lançamento valorado"
    )
    created_at = models.DateTimeField("lançado em", default=timezone.now)

    class Meta:
        verbose_name = "lançamento de uma conta"
        verbose_name_plural = "lançamentos das contas"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["account", "id"], name="entry_of_account"),
            models.Index(fields=["currency", "day"], condition=Q(brl=None), name="entry_without_value"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} da conta {self.account_id}"

    @property
    def value(self) -> "Entry":
        """The entry that has this one's rate and value in R$: itself, or the one that came later."""
        return getattr(self, "valuation", self)

    @property
    def cause(self) -> str:
        """The source without its number."""
        return ":".join(self.source.split(":")[:2])


class Result(Called):
    """The result of one account in R$: the sums of its entries, rewritten in the transaction that adds one. Only
    bulk.results writes here, and every figure of results is read here. `market` is that of the sale, else of the first
    listing. `paid_on` is when the marketplace paid, fined or refunded it last. `profit` is paid − fined − refunded −
    cost − pay, None until `paid_on` and while entries are `unvalued`."""

    called = "Resultado da conta {0.account_id}"
    account = models.OneToOneField(
        "Account", models.PROTECT, related_name="result", primary_key=True, verbose_name="conta"
    )
    owner = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="pessoa")
    game = models.CharField("jogo", max_length=40)
    supplier = models.CharField("fornecedor", max_length=80, blank=True)
    market = models.CharField("marketplace", max_length=20)
    listed_on = models.DateField("anunciada em")
    sold_on = models.DateField("vendida em", null=True)
    paid_on = models.DateField("recebida em", null=True)
    cost = MoneyField("custo", default=ZERO)
    sale = MoneyField("venda", default=ZERO)
    paid = MoneyField("recebido", default=ZERO)
    fined = MoneyField("multas", default=ZERO)
    refunded = MoneyField("reembolsos", default=ZERO)
    pay = MoneyField("ganho da equipe", default=ZERO)
    profit = MoneyField("lucro", null=True)
    unvalued = models.PositiveIntegerField("lançamentos sem cotação", default=0)

    class Meta:
        verbose_name = "resultado de uma conta"
        verbose_name_plural = "resultados das contas"
        ordering = ["-account"]
        indexes = [
            models.Index(fields=["paid_on"], condition=Q(paid_on__isnull=False), name="result_by_payment"),
            models.Index(fields=["listed_on"], condition=Q(sold_on=None), name="result_in_stock"),
            models.Index(fields=["sold_on"], condition=Q(sold_on__isnull=False, paid_on=None), name="result_to_receive"),
            models.Index(fields=["account"], condition=Q(unvalued__gt=0), name="result_without_rate"),
            models.Index(fields=["owner", "paid_on"], name="result_by_owner"),
        ]
