"""Notifications about runs, with the texts of notices.toml. Called inside the transaction of their cause."""

import math
import tomllib
from pathlib import Path

from django.utils import timezone

from accounts.queries import active_admins
from bulk.enums import RowState
from bulk.models import Account, Order, Row, Run
from bulk.queries import account_url, counts_of
from bulk.rules import KEY_CODES, next_step, sentence
from core.actor import Actor
from core.money import format_eur
from marketplace.adapters.registry import MARKETS
from marketplace.enums import OrderState
from marketplace.queries import SYSTEM_KEY, SYSTEM_USER_ID, service_of
from notifications import actions as notifications
from notifications.enums import NotificationKind

WORDS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("notices.toml").read_text("utf-8"))


def tell(run: Run, kind: NotificationKind, *, url: str = "", **values: object) -> None:
    """Notify the owner of a run; `values` fill in the placeholders of this kind's text."""
    run_name = f"Execução {run.pk} (ensaio)" if run.training else f"Execução {run.pk}"
    words = {name: text.format(run=run_name, **values) for name, text in WORDS[kind].items()}
    notifications.notify(user_id=run.owner_id, kind=kind, url=url or f"/runs/{run.pk}", **words)


def _tell_with_admins(people: set[int], kind: NotificationKind, url: str, **values: object) -> None:
    words = {name: text.format(**values) for name, text in WORDS[kind].items()}
    for user_id in sorted({*people, *active_admins().values_list("pk", flat=True)}):
        notifications.notify(user_id=user_id, kind=kind, url=url, **words)


def run_finished(run: Run) -> None:
    tell(run, NotificationKind.RUN_FINISHED, created=counts_of([run.pk])[run.pk][RowState.CREATED], total=run.total)


def run_paused(run: Run) -> None:
    tell(run, NotificationKind.RUN_PAUSED, reason=pause_text(run, reader=run.owner))


def pause_text(run: Run, *, reader: Actor) -> str:
    """Why a run is paused, and what this reader can do about it."""
    owns_key, whose = reader.id == _key_owner_id(run), SYSTEM_KEY if run.system_key else f"de {run.owner.display_name}"
    market = MARKETS[service_of(run.market)]
    step = next_step(run.pause_code, owns_key=owns_key, is_admin=reader.is_admin, whose=whose, market=market)
    return f"{run.pause_reason} {step}".strip()


def mendable_key_of(run: Run, *, reader: Actor) -> int | None:
    """The owner of the configuration that this reader can change to let the run go on; None where that would not help."""
    if run.training or run.pause_code not in KEY_CODES:
        return None
    owner_id = _key_owner_id(run)
    is_own = reader.id == owner_id and MARKETS[service_of(run.market)].own_key_screen
    return owner_id if reader.is_admin or is_own else None


def _key_owner_id(run: Run) -> int:
    return SYSTEM_USER_ID if run.system_key else run.owner_id


def row_uncertain(row: Row, reason: str) -> None:
    """Notify of the first row of a run that waits for a decision; the others are shown beside it."""
    if not Row.objects.filter(run=row.run_id, state=RowState.UNCERTAIN).exclude(pk=row.pk).exists():
        tell(row.run, NotificationKind.ROW_UNCERTAIN, url=row.url, line=row.line, reason=reason)


def not_withdrawn(row: Row, reason: str) -> None:
    """Notify of the first listing of a run that could not be withdrawn; the others are shown beside it."""
    others = Row.objects.filter(run=row.run_id, state=RowState.CREATED, withdrawal="").exclude(pk=row.pk)
    if not others.exclude(error="").exists():
        listing_stays(row, reason)


def listing_stays(row: Row, reason: str) -> None:
    """Notify that a listing of this row's account could not be taken down."""
    tell(row.run, NotificationKind.LISTING_NOT_WITHDRAWN, url=row.url, line=row.line, reason=sentence(reason))


def not_closed(row: Row, reason: str, wait_s: float) -> None:
    """Notify that the first try to close a listing of a sold account failed; further ones are shown on its page."""
    values = {"account": row.title, "id": row.remote_id, "reason": reason.rstrip("."), "seconds": math.ceil(wait_s)}
    tell(row.run, NotificationKind.NOT_CLOSED, url=account_url(row.account_id), **values)


def listed_before(row: Row, account: Account) -> None:
    """Notify that somebody else had listed an account first and is paid for it."""
    values = {"account": row.title, "owner": account.owner.display_name}
    tell(row.run, NotificationKind.ACCOUNT_SHARED, url=account_url(account.pk), **values)


def sold_twice(account: Account, first: Row, second: Row) -> None:
    """Notify the owners of the listings and the admins that an account was sold twice."""
    people, sales = {first.run.owner_id, second.run.owner_id}, {"first": _sale(first), "second": _sale(second)}
    _tell_with_admins(people, NotificationKind.SOLD_TWICE, account_url(account.pk), account=account.title, **sales)


def order_waits(order: Order) -> None:
    """Notify the owner of the listing and the admins that half or a tenth of an order's time is left."""
    assert order.due_at is not None
    minutes = math.ceil((order.due_at - timezone.now()).total_seconds() / 60)
    left = f"Faltam {minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"Faltam {minutes} min"
    what = f"disputa ({order.reason.rstrip('.')})" if order.state == OrderState.DISPUTED else "entrega manual"
    fine = f" A multa é de {format_eur(order.fine_eur)}." if order.fine_eur else ""
    values = {"order": order.remote_id, "account": order.title, "market": MARKETS[service_of(order.market)].title}
    values |= {"what": what, "left": left if minutes > 0 else "O prazo acabou", "fine": fine}
    people = {order.row.run.owner_id} if order.row else set()
    _tell_with_admins(people, NotificationKind.ORDER_DUE, f"/pedidos?id={order.pk}", **values)


def _sale(row: Row) -> str:
    market = MARKETS[service_of(row.run.market)].title
    return f"{market} ({f'pedido {row.order_id}' if row.order_id else f'anúncio {row.remote_id}'})"
