"""What people are told about their runs. Called inside the transaction of what it tells."""

import math

from django.utils import timezone

from accounts.queries import active_admins
from bulk.enums import RowState
from bulk.models import Account, Order, Row, Run
from bulk.queries import account_url, counts_of, row_url
from bulk.rules import KEY_CODES, next_step
from core.actor import Actor
from marketplace.adapters.registry import MARKETS
from marketplace.enums import OrderState
from marketplace.queries import SYSTEM_KEY, SYSTEM_USER_ID, service_of
from notifications import actions as notifications
from notifications.enums import NotificationKind


def run_finished(run: Run) -> None:
    created = counts_of([run.pk])[run.pk][RowState.CREATED]
    body = f"{created} de {run.total} contas foram criadas com sucesso."
    _tell(run, NotificationKind.RUN_FINISHED, " concluída", body)


def run_handed_on(run: Run) -> None:
    body = "Era de uma pessoa que saiu. O que for criado a partir de agora é ganho seu."
    _tell(run, NotificationKind.RUN_HANDED_ON, " passou para você", body)


def run_paused(run: Run) -> None:
    _tell(run, NotificationKind.RUN_PAUSED, " pausada", pause_text(run, reader=run.owner))


def run_resumed(run: Run) -> None:
    body = "A chave foi corrigida, e a execução segue de onde parou."
    _tell(run, NotificationKind.RUN_RESUMED, " retomada", body)


def pause_text(run: Run, *, reader: Actor) -> str:
    """Why a run stands still, and what this reader can do about it."""
    step = next_step(
        run.pause_code,
        owns_key=reader.id == _key_owner_id(run),
        is_admin=reader.is_admin,
        whose=SYSTEM_KEY if run.system_key else f"de {run.owner.full_name}",
    )
    return f"{run.pause_reason} {step}".strip()


def mendable_key_of(run: Run, *, reader: Actor) -> int | None:
    """Whose configuration this reader can change so that the run goes on; None where that would not help."""
    if run.training or run.pause_code not in KEY_CODES:
        return None
    owner_id = _key_owner_id(run)
    return owner_id if reader.is_admin or reader.id == owner_id else None


def _key_owner_id(run: Run) -> int:
    return SYSTEM_USER_ID if run.system_key else run.owner_id


def row_uncertain(row: Row, reason: str) -> None:
    """The first one of a run that waits for a decision; the others are seen beside it."""
    if Row.objects.filter(run=row.run_id, state=RowState.UNCERTAIN).exclude(pk=row.pk).exists():
        return
    body = f"Linha {row.line}: {reason} Confira no marketplace e decida."
    _tell(row.run, NotificationKind.ROW_UNCERTAIN, ": conta incerta", body, url=row_url(row.run_id, row.line))


def not_withdrawn(row: Row, reason: str) -> None:
    """The first listing of a run that could not be taken back; the others are seen beside it."""
    if Row.objects.filter(run=row.run_id, state=RowState.CREATED).exclude(error="").exclude(pk=row.pk).exists():
        return
    body = f"Linha {row.line}: {reason} Tente de novo ou retire no marketplace."
    url = row_url(row.run_id, row.line)
    _tell(row.run, NotificationKind.LISTING_NOT_WITHDRAWN, ": anúncio não retirado", body, url=url)


def listed_before(row: Row, account: Account) -> None:
    """An account that somebody else had listed first: they are paid for it."""
    body = f"{row.title}: {account.owner.full_name} anunciou esta conta antes. Este anúncio não gera ganho."
    _tell(row.run, NotificationKind.ACCOUNT_SHARED, ": conta já em estoque", body, url=account_url(account.pk))


def sold_twice(account: Account, first: Row, second: Row) -> None:
    """Two buyers wait for one account: everybody whose listing it was, and the admins."""
    body = (
        f"{account.title}: {_sale(first)} e {_sale(second)}. Entregue ao primeiro comprador; "
        "no segundo marketplace, cancele ou reembolse o pedido antes do prazo de resposta."
    )
    people = {first.run.owner_id, second.run.owner_id}
    _tell_with_admins(people, NotificationKind.SOLD_TWICE, "Conta vendida duas vezes", body, account_url(account.pk))


def order_waits(order: Order) -> None:
    """Of the time of an order that waits for the seller, a half or a tenth is left: whose listing was bought, and the
    admins."""
    assert order.due_at is not None
    left_s = (order.due_at - timezone.now()).total_seconds()
    minutes = math.ceil(left_s / 60)
    left = f"Faltam {minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"Faltam {minutes} min"
    what = f"disputa ({order.reason.rstrip('.')})" if order.state == OrderState.DISPUTED else "entrega manual"
    fine = f" A multa é de € {order.fine_eur:.2f}".replace(".", ",") + "." if order.fine_eur else ""
    market = MARKETS[service_of(order.market)].title
    _tell_with_admins(
        {order.row.run.owner_id} if order.row else set(),
        NotificationKind.ORDER_DUE,
        f"Pedido {order.remote_id} espera por você",
        f"{order.title}: {what} no {market}. {left if left_s > 0 else 'O prazo acabou'}.{fine}",
        f"/pedidos?id={order.pk}",
    )


def _tell_with_admins(people: set[int], kind: NotificationKind, title: str, body: str, url: str) -> None:
    for user_id in sorted({*people, *active_admins().values_list("pk", flat=True)}):
        notifications.notify(user_id=user_id, kind=kind, title=title, body=body, url=url)


def not_closed(row: Row, reason: str, wait_s: float) -> None:
    """The first try to close a listing of a sold account failed; the others are seen on its page."""
    body = (
        f"{row.title}: a conta foi vendida e o anúncio {row.remote_id} continua no ar ({reason.rstrip('.')}). "
        f"Nova tentativa em {math.ceil(wait_s)} s; se continuar, retire-o no marketplace."
    )
    _tell(row.run, NotificationKind.NOT_CLOSED, ": anúncio não encerrado", body, url=account_url(row.account_id))


def _sale(row: Row) -> str:
    market = MARKETS[service_of(row.run.market)].title
    return f"{market} ({f'pedido {row.order_id}' if row.order_id else f'anúncio {row.remote_id}'})"


def _tell(run: Run, kind: NotificationKind, what: str, body: str, *, url: str = "") -> None:
    name = f"Execução {run.pk} (ensaio)" if run.training else f"Execução {run.pk}"
    notifications.notify(
        user_id=run.owner_id, kind=kind, title=f"{name}{what}", body=body, url=url or f"/runs/{run.pk}"
    )
