"""Words of bulk runs."""

from django.db import models

ROW_SOURCE = "bulk_row"  # the `source_kind` of automatic earnings; the source is the row


class RowState(models.TextChoices):
    QUEUED = "queued", "Na fila"
    SENDING = "sending", "Enviando"
    VERIFYING = "verifying", "Verificando"
    CREATED = "created", "Criada"
    FAILED = "failed", "Falhou"
    DUPLICATE = "duplicate", "Duplicada"
    UNCERTAIN = "uncertain", "Incerta"
    UNSENT = "unsent", "Não enviada"


class RunState(models.TextChoices):
    """Computed from the states of the rows (product: runs.rows)."""

    QUEUED = "queued", "Na fila"
    RUNNING = "running", "Em andamento"
    PAUSED = "paused", "Pausada"
    CANCELLED = "cancelled", "Cancelada"
    FINISHED = "finished", "Concluída"
    FINISHED_WITH_ERRORS = "finished_with_errors", "Concluída com erros"


class Ending(models.TextChoices):
    """Endings of a price; it is rounded up to the next one."""

    NINETY = "0.90", "Terminar em ,90"
    NINETY_NINE = "0.99", "Terminar em ,99"
    WHOLE = "1.00", "Euros inteiros"


class Language(models.TextChoices):
    """What texts of a listing are written in."""

    PORTUGUESE = "pt", "Português"
    ENGLISH = "en", "Inglês"


class PauseCode(models.TextChoices):
    PERSON = "person", "Pausada por uma pessoa"
    KEY_REFUSED = "key_refused", "Chave de API recusada"
    VERSION_GONE = "version_gone", "Versão da API desativada"
    SERVICE_FAILING = "service_failing", "Marketplace com falhas"
    THROTTLED = "throttled", "Limite de pedidos"
    FIRST_ERROR = "first_error", "Primeiro erro"


class Withdrawal(models.TextChoices):
    DRAFT = "draft", "Tornar rascunho"
    DELETE = "delete", "Excluir"


class AccountState(models.TextChoices):
    """The state of an account or a listing. DRAFT: not published. CLOSING: to go, on request or since it was sold elsewhere."""

    ON_SALE = "on_sale", "À venda"
    DRAFT = "draft", "Rascunho"
    CLOSING = "closing", "Encerrando"
    SOLD = "sold", "Vendida"
    SOLD_TWICE = "sold_twice", "Vendida duas vezes"
    CLOSED = "closed", "Encerrada"


class RuleKind(models.TextChoices):
    """Kinds of price rules."""

    AGE = "age", "Tempo anunciada"
    STOCK = "stock", "Estoque do jogo"
    SUGGESTED = "ai_price", "Sugestão do LZT Market"


class RuleMode(models.TextChoices):
    OFF = "off", "Desligada"
    PROPOSE = "propose", "Propõe"
    APPLY = "apply", "Aplica"


class Rounding(models.TextChoices):
    CENTS = "cents", "Centavos"
    NINETY_NINE = "99", "Terminar em ,99"
    WHOLE = "whole", "Euros inteiros"


class Currency(models.TextChoices):
    """Currencies of typed costs."""

    EUR = "EUR", "Euro"
    USD = "USD", "Dólar"
    BRL = "BRL", "Real"


FOREIGN = ("EUR", "USD", "RUB", "UAH", "KZT", "BYN", "GBP", "CNY", "TRY", "JPY")
"""What may need a rate: what marketplaces pay in, and LZT Market sells lots in."""


class EntryKind(models.TextChoices):
    """Kinds of entries of an account's money."""

    BOUGHT = "bought", "Compra"
    SOLD = "sold", "Venda"
    PAID = "paid", "Pagamento do marketplace"
    FINED = "fined", "Multa"
    REFUNDED = "refunded", "Reembolso"
    PAY = "pay", "Ganho da equipe"


class Standing(models.TextChoices):
    """Where an account stands in the sums of results (bulk.results.figures)."""

    CLOSED = "closed", "Recebida"
    RECEIVABLE = "receivable", "A receber"
    STOCK = "stock", "Em estoque"
    UNVALUED = "unvalued", "Sem cotação"


class OrphanState(models.TextChoices):
    """States of an orphan: a listing that no row answers for."""

    PENDING = "pending", "A excluir"
    KEPT = "kept", "Ligada à linha"
    DELETED = "deleted", "Excluída"
    GIVEN_UP = "given_up", "Não foi possível excluir"


class Audited(models.TextChoices):
    RUN_STARTED = "bulk.run_started", "Iniciou uma execução em massa sua"
    RUN_PAUSED = "bulk.run_paused", "Pausou uma execução sua"
    RUN_RESUMED = "bulk.run_resumed", "Retomou uma execução sua"
    RUN_CANCELLED = "bulk.run_cancelled", "Cancelou uma execução sua"
    RUN_HANDED_ON = "bulk.run_handed_on", "Passou a você uma execução de uma pessoa removida"
    RUN_RETRIED = "bulk.run_retried", "Repetiu as falhas de uma execução sua"
    PRICES_CHANGED = "bulk.prices_changed", "Pediu novos preços de anúncios"
    PRICES_DECLINED = "bulk.prices_declined", "Recusou preços que uma regra propôs"
    PRICE_RULE_SAVED = "bulk.price_rule_saved", "Salvou uma regra de preço"
    PRICE_RULE_DELETED = "bulk.price_rule_deleted", "Excluiu uma regra de preço"
    RUN_WITHDRAWN = "bulk.run_withdrawn", "Retirou os anúncios de uma execução sua"
    ROW_WITHDRAWN = "bulk.row_withdrawn", "Retirou o anúncio de uma conta de uma execução sua"
    LISTING_ASSIGNED = "bulk.listing_assigned", "Atribuiu a você um anúncio sem execução conhecida"
    ROW_RESOLVED = "bulk.row_resolved", "Decidiu uma conta incerta de uma execução sua"
    ORDER_DECIDED = "bulk.order_decided", "Decidiu sobre o ganho de uma conta reembolsada ou multada sua"
    RATES_ADDED = "bulk.rates_added", "Informou cotações"
    GAME_CHANGED = "bulk.game_changed", "Mudou o menu ou os rótulos de um jogo"
    KEY_PAUSED = "bulk.key_paused", "Pausou uma chave de API"
    KEY_RELEASED = "bulk.key_released", "Liberou uma chave de API"
    KEY_FORGOTTEN = "bulk.key_forgotten", "Apagou a chave de API de uma pessoa removida"
    CREDENTIALS_EXPORTED = (
        "bulk.credentials_exported",
        "Baixou as credenciais das contas não criadas de uma execução sua",
    )
    CREDENTIALS_REVEALED = "bulk.credentials_revealed", "Viu as credenciais de uma conta de uma execução sua"
