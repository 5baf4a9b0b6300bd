import math
from typing import Any

from core.errors import ActionError, Conflict, Forbidden, NotFound, TooManyRequests, Unprocessable, refusal

CONFIGURATION_MISSING = "Configuração da API {} não encontrada"
KEY_REQUIRED = "A chave de API é obrigatória"
BAD_URL = "Informe uma URL válida"
PRACTICE_ONLY = "Este endereço é só para praticar. Ligue o ensaio em vez de salvá-lo."
HAS_AN_OWNER = "Este anúncio já tem dono."
CHANGE_HANDLED = "Esta mudança já foi tratada."
NOT_FOR_SALE = "Este lote não está à venda."
NO_ORIGIN = "Este lote não informa a origem da conta, então não pode ser comprado aqui."
BAD_ORIGIN = "Este lote não pode ser comprado: a origem da conta é {kind}."
UNKNOWN_ENDPOINT = "Endpoint desconhecido: {name}"
V2_REFUSED = "A versão 2 também não aceitou a chave: {reason}"
CHECK = "Confira suas compras no LZT Market antes de tentar de novo."
MAY_BE_SPENT = f"Não foi possível confirmar a compra, e o valor pode ter sido debitado. {CHECK}"
NO_DEFAULT = "Não há configuração padrão do sistema para este serviço."
NOT_ENABLED = "Este endpoint não está habilitado na sua configuração de API."
PRICE_NOT_POSITIVE = "Preço deve ser um valor positivo"

BadSignature = refusal(Forbidden, "bad_signature")
CallRepeated = refusal(Conflict, "call_repeated")
VersionRefused = refusal(Unprocessable, "version_refused")


class ConfigurationMissing(NotFound):
    code = "configuration_missing"

    def __init__(self, title: str) -> None:
        super().__init__(CONFIGURATION_MISSING.format(title))


class MustWait(TooManyRequests):
    """`wait_s` is told in whole seconds, never less than what has to pass."""

    def __init__(self, message: str | None = None, *, wait_s: float) -> None:
        super().__init__(message, headers={"Retry-After": str(max(1, math.ceil(wait_s)))})


class MarketplaceRefused(Unprocessable):
    """A refusal of the marketplace, with its status where ours means the same, else as 422."""

    code = "marketplace_refused"
    codes = {400: "marketplace_invalid", 404: "marketplace_not_found", 409: "marketplace_conflict"}

    def __init__(self, message: str, *, status: int, **details: Any) -> None:
        if status in self.codes:
            self.status, self.code = status, self.codes[status]
        super().__init__(message, **details, status=status)


# A masked key came back where there is no stored one that may be used.
KeyRequired = refusal(ActionError, "invalid", KEY_REQUIRED, field="apiKey")
AddressRefused = refusal(ActionError, "invalid", BAD_URL, field="baseUrl")
PracticeOnly = refusal(ActionError, "practice_only", PRACTICE_ONLY, field="baseUrl")
# Changing what others listed takes a key of one's own, or an admin.
SystemKeyNotYours = refusal(Forbidden, "system_key")
KeyBudgetSpent = refusal(MustWait, "key_budget_spent")
# One listing was written to as often as the marketplace allows; the key's other calls go on.
ListingLimitReached = refusal(MustWait, "listing_limit")
MarketplaceThrottled = refusal(MustWait, "marketplace_throttled")
# No usable answer. Never 401, which would end the person's own session on the screen.
MarketplaceUnavailable = refusal(ActionError, "marketplace_unavailable", status=502)
# The lot is not bought here: its origin, or that it is not on sale.
PurchaseRefused = refusal(Unprocessable, "purchase_refused")
# Somebody's purchase of the lot is under way, or ended without an answer.
PurchaseUnsettled = refusal(Conflict, "purchase_unsettled", f"A compra deste lote ainda não foi confirmada. {CHECK}")
# The money may be spent: said as it is, and never tried again by itself.
PurchaseOutcomeUnknown = refusal(ActionError, "purchase_outcome_unknown", MAY_BE_SPENT, status=502)
SystemDefaultMissing = refusal(NotFound, "system_default_missing", NO_DEFAULT)
TrainingUnavailable = refusal(ActionError, "training_unavailable", "O ensaio não está disponível nesta instalação.")
EndpointDisabled = refusal(Forbidden, "endpoint_disabled", NOT_ENABLED)
PurchasesDisabled = refusal(Forbidden, "purchases_disabled", "A compra no LZT Market está desativada nesta instalação.")
PriceChanged = refusal(Conflict, "price_changed", "O preço do lote mudou. Confira o valor e confirme de novo.")
AlreadyPurchased = refusal(Conflict, "already_purchased", "Este lote já foi comprado.")
