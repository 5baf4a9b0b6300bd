"""The health checks of the installation, each with where to fix it; and what Ctrl+K finds."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from django.core.cache import cache
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.queries import active_people, with_known_passwords
from bulk.queries import accounts_called, needing_people, queue_figures, visible_runs
from core.actor import Actor
from core.enums import Audited
from core.models import AuditEvent, PeriodicJob
from core.money import format_brl
from core.text import pluralize
from earnings.queries import visible_earnings
from infra.backup import restored_from
from infra.health import connections_in_clear, workers_alive
from infra.models import ErrorReport
from infra.search import search_rows
from marketplace.queries import refused_keys, stalled_passes
from shell.demo import is_unwanted
from tasks.queries import visible_tasks

BACKUP_DUE = timedelta(days=2)
ERRORS_OF = timedelta(days=1)
QUEUE_WAITS_S = 3600
"""A run of 5,000 accounts takes about an hour."""
REMEMBERED_S = 30
SHOWN = 5
SHORTEST = 2
TONES = BAD, WARN, GOOD = "bad", "warn", "good"


@dataclass(frozen=True)
class Check:
    """One thing looked at: its `tone`, a sentence, and where it is mended, as `action` names it."""

    title: str
    tone: str
    text: str
    href: str = ""
    action: str = ""


def checks() -> list[Check]:
    """Everything there is to know, the worst first, in a constant number of queries."""
    return sorted([*_work(), *_markets(), *_upkeep()], key=lambda check: TONES.index(check.tone))


def needing_attention() -> int:
    """How many checks fail; cached by each process for REMEMBERED_S."""
    return cache.get_or_set("shell.health", lambda: sum(check.tone != GOOD for check in checks()), REMEMBERED_S) or 0


def _work() -> Iterator[Check]:
    alive, queue = workers_alive(), queue_figures()
    silent = "Nenhum deu sinal nos últimos 30 segundos: nada é enviado até que quem cuida do servidor o reinicie."
    yield Check("Workers", GOOD, f"{alive} em atividade.") if alive else Check("Workers", BAD, silent)
    waited_s, settled = queue["oldest_queued_s"], queue["created_last_hour"] + queue["failed_last_hour"]
    if not queue["queued"]:
        yield Check("Fila", GOOD, "Nenhuma conta espera para ser enviada.")
    else:
        stuck = waited_s > QUEUE_WAITS_S and not settled
        text = f"{pluralize(queue['queued'], 'conta na fila', 'contas na fila')}; {pluralize(settled, 'processada', 'processadas')} na última hora."
        yield Check("Fila", BAD if stuck else GOOD, text, "/runs?state=running", "Ver execuções")
    waiting = needing_people()
    if not waiting["paused"]:
        yield Check("Execuções", GOOD, "Nenhuma está pausada.")
    yield from paused_checks(waiting)
    yield from uncertain_checks(waiting)


def paused_checks(waiting: dict[str, int]) -> Iterator[Check]:
    if count := waiting["paused"]:
        text = f"{pluralize(count, 'execução pausada; nada dela', 'execuções pausadas; nada delas')} é enviado."
        yield Check("Execuções", WARN, text, "/runs?state=paused", "Ver as pausadas")


def uncertain_checks(waiting: dict[str, int]) -> Iterator[Check]:
    if count := waiting["uncertain"]:
        text = f"{pluralize(count, 'conta sem', 'contas sem')} resultado confirmado."
        yield Check("Contas incertas", WARN, text, f"/runs/{waiting['first_uncertain_run']}?state=uncertain", "Decidir")


def _markets() -> Iterator[Check]:
    refused, stalled = refused_keys(), stalled_passes()
    for user_id, whose in refused.items():
        text = f"O marketplace recusa a chave {whose}. As execuções com ela esperam."
        yield Check("Chave de API", BAD, text, f"/gerenciar-apis?userId={user_id}", "Corrigir a chave")
    if not refused:
        yield Check("Chaves de API", GOOD, "Nenhuma é recusada.")
    for state in stalled:
        text = state.running.error or f"Parada há {timesince(state.running.stepped_at, depth=1)}."
        title = f"Sincronização de {state.effective.connection.provider}"
        yield Check(title, WARN, text, "/integrations?aba=mudancas", "Ver a sincronização")
    if not stalled:
        yield Check("Sincronização", GOOD, "Os anúncios são conferidos a cada 15 minutos.")


def _upkeep() -> Iterator[Check]:
    now = timezone.now()
    failed = ", ".join(PeriodicJob.objects.exclude(last_error="").values_list("name", flat=True))
    text = f"Falhou na última vez e será repetido: {failed}." if failed else "Tudo terminou bem na última vez."
    yield Check("Trabalho periódico", WARN if failed else GOOD, text)
    if errors := ErrorReport.objects.filter(created_at__gte=now - ERRORS_OF).count():
        text = f"{pluralize(errors, 'erro inesperado', 'erros inesperados')} nas últimas 24 horas."
        yield Check("Erros", WARN, text, "#errors", "Ver os erros")
    else:
        yield Check("Erros", GOOD, "Nenhum nas últimas 24 horas.")
    if in_clear := connections_in_clear():
        text = f"Sem criptografia até outra máquina: {', '.join(in_clear)}. Quem cuida do servidor muda o endereço."
        yield Check("Conexões", WARN, text)
    if is_unwanted() and with_known_passwords().exists():
        text = "Há pessoas de demonstração, de senhas conhecidas: mude as senhas ou delete quem não existe."
        yield Check("Demonstração", BAD, text, "/admin-panel?tab=funcionarios", "Ver funcionários")
    taken = AuditEvent.objects.filter(event=Audited.BACKED_UP).order_by("-id").values_list("created_at", flat=True)
    text, tone = "Nenhum foi feito ainda. Quem cuida do servidor o faz com manage.py backup.", WARN
    if last := max(filter(None, (taken.first(), restored_from())), default=None):
        text = f"O último foi feito há {timesince(last, now, depth=1)}."
        tone = GOOD if now - last < BACKUP_DUE else WARN
    yield Check("Backup", tone, text)


@dataclass(frozen=True)
class Result:
    """One thing found: what kind it is, its title, what tells it from others, and where it is seen."""

    kind: str
    title: str
    detail: str
    href: str


def search_results(typed: str, *, by: Actor) -> Iterator[Result]:
    """At most SHOWN of each kind, in a constant number of queries; nothing for less than SHORTEST characters."""
    typed = typed.strip()
    if len(typed) < SHORTEST:
        return
    for person in search_rows(active_people(), typed, limit=SHOWN, indexed=True) if by.is_admin else ():
        href = address_of("/admin-panel", tab="funcionarios", busca=person.username)
        yield Result("Pessoas", person.display_name, f"@{person.username}", href)
    for task in search_rows(visible_tasks(by), typed, limit=SHOWN, indexed=by.is_admin):
        href = address_of("/admin-panel", tab="tarefas", busca=task.title) if by.is_admin else "/tasks"
        yield Result("Tarefas", task.title, task.assignee.display_name if by.is_admin else "", href)
    runs = visible_runs(by)
    number = typed.lstrip("#")
    numbered = list(runs.filter(pk=number)) if number.isdecimal() and len(number) < 10 else []
    for run in numbered or search_rows(runs, typed, limit=SHOWN, indexed=by.is_admin):
        yield Result("Execuções", f"{run} · {run.title}", str(run.owner) if by.is_admin else "", f"/runs/{run.pk}")
    for row in accounts_called(typed, by)[:SHOWN]:
        yield Result("Contas", row.title, f"{row.login_hint} · {row.run}", row.url)
    for earning in search_rows(visible_earnings(by), typed, limit=SHOWN, indexed=by.is_admin, similar=False):
        href = address_of("/admin-panel", tab="ganhos", busca=earning.description) if by.is_admin else "/ganhos"
        yield Result("Ganhos", earning.description, format_brl(earning.amount), href)


def address_of(path: str, **query: str) -> str:
    return f"{path}?{urlencode({name: text[:100] for name, text in query.items()})}"  # as much as lists search for
