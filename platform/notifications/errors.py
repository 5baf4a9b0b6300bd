"""Refusals of notifications."""

from core.errors import ActionError, Conflict, TooManyRequests, refusal

NOT_AN_ADDRESS = "Informe um e-mail válido."
ChannelUnavailable = refusal(Conflict, "channel_unavailable")
NotAWebhook = refusal(
    ActionError,
    "not_a_webhook",
    "Informe um endereço https público, sem usuário, porta nem parâmetros.",
    field="address",
)
NotConnected = refusal(Conflict, "channel_not_connected", "Conecte e confirme este canal antes.")
WrongCode = refusal(
    ActionError, "wrong_code", "Código inválido ou vencido. Confira a mensagem ou peça outro.", field="code"
)
TooSoon = refusal(TooManyRequests, "too_soon", "Aguarde um minuto antes de pedir outra mensagem.")
NotDelivered = refusal(
    Conflict, "not_delivered", "A mensagem não foi entregue. Confira o endereço e tente de novo em um minuto."
)
