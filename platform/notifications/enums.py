"""What a notification may be about, and how it reaches people outside of the app."""

from django.db import models


class NotificationKind(models.TextChoices):
    TASK_ASSIGNED = "task_assigned", "Tarefa atribuída"
    TASK_CHANGED = "task_changed", "Tarefa alterada ou excluída"
    PAYMENT_MADE = "payment_made", "Pagamento feito"
    POINTS_CHANGED = "points_changed", "Pontos alterados"
    RUN_FINISHED = "run_finished", "Execução concluída"
    RUN_HANDED_ON = "run_handed_on", "Execução repassada"
    RUN_PAUSED = "run_paused", "Execução pausada"
    RUN_RESUMED = "run_resumed", "Execução retomada"
    ROW_UNCERTAIN = "row_uncertain", "Resultado em dúvida"
    LISTING_CHANGED = "listing_changed", "Anúncio alterado no marketplace"
    LISTING_SKIPPED = "listing_skipped", "Anúncio ilegível"
    LISTING_UNEXPLAINED = "listing_unexplained", "Anúncio sem execução conhecida"
    LISTING_NOT_PUBLISHED = "listing_not_published", "Anúncio não publicado"
    LISTING_NOT_WITHDRAWN = "not_withdrawn", "Anúncio não retirado"
    ACCOUNT_SHARED = "account_shared", "Conta já em estoque"
    SOLD_TWICE = "sold_twice", "Conta vendida duas vezes"
    NOT_CLOSED = "not_closed", "Anúncio não encerrado"
    ORDER_DUE = "order_due", "Prazo de um pedido"
    KEY_REFUSED = "key_refused", "Chave recusada"
    CLOCK_WENT_BACK = "clock_went_back", "Relógio do servidor atrasado"


ADMINS_ONLY = {NotificationKind.LISTING_SKIPPED, NotificationKind.LISTING_UNEXPLAINED}
ADMINS_ONLY |= {NotificationKind.KEY_REFUSED, NotificationKind.CLOCK_WENT_BACK}


class ChannelKind(models.TextChoices):
    EMAIL = "email", "E-mail"
    TELEGRAM = "telegram", "Telegram"
    WEBHOOK = "webhook", "Webhook"


class DeliveryState(models.TextChoices):
    WAITING = "waiting", "Aguardando envio"
    SENDING = "sending", "Enviando"
    UNKNOWN = "unknown", "Sem resposta, será repetido uma vez"
    SENT = "sent", "Enviado"
    FAILED = "failed", "Não enviado"
    LOST = "lost", "Sem confirmação"


class Audited(models.TextChoices):
    CHANNEL_CHANGED = "notifications.channel_changed", "Alterou seus avisos fora do sistema"
