"""What a notification may be about."""

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
    KEY_REFUSED = "key_refused", "Chave recusada"
    CLOCK_WENT_BACK = "clock_went_back", "Relógio do servidor atrasado"
