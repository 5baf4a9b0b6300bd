from core.errors import ActionError, Conflict, TooManyRequests, refusal

NOT_AN_ADDRESS = "Informe um e-mail válido."
ChannelUnavailable = refusal(Conflict, "channel_unavailable")
NOT_PUBLIC = "Informe um endereço https público, sem usuário, porta nem parâmetros."
NotAWebhook = refusal(ActionError, "not_a_webhook", NOT_PUBLIC, field="address")
NotConnected = refusal(Conflict, "channel_not_connected", "Conecte e confirme este canal antes.")
INVALID_CODE = "Código inválido ou vencido. Confira a mensagem ou peça outro."
WrongCode = refusal(ActionError, "wrong_code", INVALID_CODE, field="code")
TooSoon = refusal(TooManyRequests, "too_soon", "Aguarde um minuto antes de pedir outra mensagem.")
TRY_AGAIN = "A mensagem não foi entregue. Confira o endereço e tente de novo em um minuto."
NotDelivered = refusal(Conflict, "not_delivered", TRY_AGAIN)
