from django.db import models


class Status(models.TextChoices):
    PENDING = "pending", "Pendente"
    PAID = "paid", "Pago"


class PostingKind(models.TextChoices):
    CREDIT = "credit", "Crédito"
    PAYMENT = "payment", "Pagamento"
    SPLIT = "split", "Divisão"
    CORRECTION = "correction", "Correção"


class Frequency(models.TextChoices):
    """How often people are paid (`manage.py payment_dates advance --every`)."""

    MONTHLY = "monthly", "Mensal"
    BIWEEKLY = "biweekly", "Quinzenal"
    WEEKLY = "weekly", "Semanal"


class SchemeKind(models.TextChoices):
    PER_ACCOUNT = "account", "Por conta"
    BY_GAME = "game", "Por jogo"
    BY_PRICE = "price", "Por faixa de preço"
    BY_PROFIT = "profit", "Por lucro"


# An earning without a cause in another table: an admin added it by hand.
MANUAL_SOURCE = "balance"
# An earning that a payout was undone by; its source is the payout.
PAYOUT_SOURCE = "payout"


class Audited(models.TextChoices):
    VIEWED = "earnings.viewed", "Viu seus ganhos e saldos"
    TRANSFERRED = "earnings.transferred", "Transferiu um pagamento a você"
    BALANCE_ADDED = "earnings.balance_added", "Adicionou saldo a você"
    PAYOUT_UNDONE = "earnings.payout_undone", "Desfez um pagamento a você"
    CORRECTED = "earnings.corrected", "Corrigiu um ganho seu"
    AUTOMATIC_AMOUNT_CHANGED = "earnings.automatic_amount_changed", "Alterou o valor automático de ganhos"
    PAY_SCHEME_SAVED = "earnings.pay_scheme_saved", "Salvou uma versão do esquema de pagamento"
    LEDGER_SEALED = "earnings.ledger_sealed", "Selou o razão com uma chave própria"
    SCHEDULE_CHANGED = "earnings.schedule_changed", "Alterou a data de pagamento"
