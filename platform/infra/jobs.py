"""Periodic work of the kernel."""

from datetime import timedelta

from django.utils import timezone

from core.models import IdempotencyRecord, WorkerHeartbeat
from infra import error_reports
from infra.schedule import RetentionPolicy, periodic
from infra.statistics import refresh_statistics

ANSWERS_KEPT = timedelta(days=2)
HEARTBEATS_KEPT = timedelta(days=1)
ANSWERS = RetentionPolicy(
    what="Respostas a pedidos repetíveis",
    why="Para que um pedido enviado duas vezes, por uma queda de rede, seja feito uma só. Guardadas cifradas.",
    how_long=f"{ANSWERS_KEPT.days} dias",
)


ERRORS = RetentionPolicy(
    what="Erros do navegador e do servidor",
    why="Para consertá-los. Sem segredos e sem dizer de quem.",
    how_long=f"{error_reports.KEPT.days} dias",
)

periodic(name="infra.purge_errors", every=timedelta(days=1), forgets=ERRORS)(error_reports.purge)
periodic(name="core.refresh_statistics", every=timedelta(hours=6))(refresh_statistics)


@periodic(name="core.purge_answers", every=timedelta(hours=6), forgets=ANSWERS)
def forget_answers() -> int:
    """Answers to repeatable requests that nobody repeats any more; how many."""
    now = timezone.now()
    WorkerHeartbeat.objects.filter(beat_at__lt=now - HEARTBEATS_KEPT).delete()
    deleted, _ = IdempotencyRecord.objects.filter(created_at__lt=now - ANSWERS_KEPT).delete()
    return deleted
