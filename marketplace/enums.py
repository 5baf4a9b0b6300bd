from enum import StrEnum

from django.db import models

LISTING_SOURCE = "listing"
"""The `source_kind` of earnings for listings whose run is lost; the source is the RemoteAccount."""


class Service(StrEnum):
    """Slugs of the marketplaces that have screens and calls of their own. Every marketplace is in `adapters.registry`."""

    GAMEBOOST = "gameboost"
    LZTMARKET = "lztmarket"


class Endpoint(models.TextChoices):
    ACCOUNTS = "accounts", "Listar e criar contas"
    TEMPLATE = "accounts/template/{gameSlug}", "Campos de cada jogo"
    ACCOUNT = "accounts/{id}", "Ver uma conta"
    BY_LOGIN = "accounts/by-login/{login}", "Procurar pelo login"
    DELETE = "accounts/{id}/delete", "Excluir contas"
    STATUS = "accounts/{id}/status", "Publicar e despublicar"
    STATUSES = "accounts/status/bulk", "Publicar e despublicar várias"
    GAMES = "games", "Lista de jogos"
    GAME = "games/{id}", "Ver um jogo"
    STATISTICS = "statistics", "Estatísticas"
    PAYMENTS = "payments", "Pagamentos"
    LISTINGS = "listings", "Anúncios à venda"
    CATEGORIES = "categories", "Categorias"
    ORDERS = "orders", "Compras"
    MESSAGES = "messages", "Mensagens"


class AuthMethod(models.TextChoices):
    API_KEY = "API Key"
    OAUTH = "OAuth 2.0"
    JWT = "JWT"
    BASIC = "Basic Auth"


class ErrorHandling(models.TextChoices):
    LOG_AND_RETRY = "Log and retry"
    LOG_AND_CONTINUE = "Log and continue"
    LOG_AND_THROW = "Log and throw"
    SILENT_RETRY = "Silent retry"


class RemoteStatus(StrEnum):
    """Statuses of a remote account as read. A status that is none of these is kept as the marketplace wrote it."""

    DRAFT = "Draft"
    PENDING = "Pending"
    LISTED = "Listed"
    PROCESSING = "Processing"
    SOLD = "Sold"
    REFUNDED = "Refunded"
    ARCHIVED = "Archived"


PURCHASED = frozenset({RemoteStatus.PROCESSING, RemoteStatus.SOLD})


class OrderState(models.TextChoices):
    """The state of an order, in GameBoost's words. IN_DELIVERY: paid, and the buyer does not have it yet."""

    IN_DELIVERY = "in_delivery", "Em entrega"
    DELIVERED = "delivered", "Entregue"
    COMPLETED = "completed", "Concluído"
    REFUNDED = "refunded", "Reembolsado"
    CANCELLED = "cancelled", "Cancelado"
    DISPUTED = "disputed", "Em disputa"


class WritableStatus(StrEnum):
    LISTED = "listed"
    DRAFT = "draft"


class Bucket(StrEnum):
    """Buckets in which calls are counted: GameBoost's by method, LZT Market's by the names of its own counters."""

    CALLS = "calls"
    READ = "read"
    WRITE = "write"
    GET = "get"
    SEARCH = "search"
    DELETE = "delete"
    CHECK = "check"


class PurchaseState(models.TextChoices):
    """`sending` from before the first byte until the answer; without one `unknown` until a person looked."""

    SENDING = "sending", "Em andamento"
    BOUGHT = "bought", "Comprado"
    REFUSED = "refused", "Recusado"
    UNKNOWN = "unknown", "Não confirmado"


class ChangeKind(models.TextChoices):
    """Changes of a listing outside this product; DRAFT: the marketplace created it and did not publish it."""

    DRAFT = "draft", "Não publicado"
    SOLD = "sold", "Vendido"
    REFUNDED = "refunded", "Reembolsado"
    REMOVED = "removed", "Removido"


class Audited(models.TextChoices):
    CONFIGURATION_SAVED = "marketplace.configuration_saved", "Alterou sua configuração de API"
    CONFIGURATION_RESET = "marketplace.configuration_reset", "Redefiniu sua configuração de API para o padrão"
    KEYS_DELETED = "marketplace.keys_deleted", "Apagou suas chaves de API"
    SETTINGS_SAVED = "marketplace.settings_saved", "Alterou as configurações globais"
    PURCHASE_STARTED = "marketplace.purchase_started", "Iniciou uma compra no LZT Market"
    PURCHASE_SETTLED = "marketplace.purchase_settled", "Concluiu uma compra no LZT Market"
    PURCHASE_RESOLVED = "marketplace.purchase_resolved", "Decidiu uma compra incerta no LZT Market"
    CHANGE_HANDLED = "marketplace.change_handled", "Tratou uma mudança em um anúncio"
    TRAINING_STARTED = "marketplace.training_started", "Ligou o ensaio"
    TRAINING_ENDED = "marketplace.training_ended", "Desligou o ensaio"
    TEMPLATE_CHANGED = "marketplace.template_changed", "Registrou a mudança de um modelo do marketplace"
