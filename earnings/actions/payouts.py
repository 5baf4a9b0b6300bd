"""Money that is paid."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.money import ZERO, format_brl
from earnings import rules
from earnings.actions.checks import check_manual_amount
from earnings.actions.ledger import Entry, locked_balance, post
from earnings.enums import Audited, PostingKind, Status
from earnings.errors import TRANSFER_TOO_HIGH, InsufficientPending
from earnings.models import Balance, Earning, Payout
from earnings.queries import pending_in_payment_order, person
from notifications import actions as notifications
from notifications.enums import NotificationKind

REASON = "Transferência"
CHUNK = 500


@dataclass(frozen=True)
class Transfer:
    """What a transfer did: the payout, the earnings it paid oldest first, what stays pending."""

    payout: Payout
    paid: list[Earning]
    pending_total: Decimal


@transaction.atomic
def transfer(*, user_id: int, amount: Decimal, by: Actor) -> Transfer:
    """'Transfer pays pending earnings oldest first; the one that the amount cuts is split'.

    Locks the balance. Refuses an amount of zero or less, above R$ 10.000, or above the pending total.
    """
    check_manual_amount(amount, too_high=TRANSFER_TOO_HIGH)
    user = person(user_id)
    balance = locked_balance(user.id)
    if amount > balance.pending:
        raise InsufficientPending()
    payout = Payout.objects.create(user_id=user.id, amount=amount, by_id=by.id, created_at=timezone.now())
    paid = _settle(balance, payout, by=by)
    audit.record(
        Audited.TRANSFERRED,
        by=by,
        target=payout,
        subject=user.id,
        after={"amount": str(amount), "earnings": len(paid), "pendingTotal": str(balance.pending)},
    )
    notifications.notify(
        user_id=user.id,
        kind=NotificationKind.PAYMENT_MADE,
        title="Pagamento realizado",
        body=f"{format_brl(amount)} foram transferidos para você.",
        url="/",
    )
    return Transfer(payout, paid, balance.pending)


def _settle(balance: Balance, payout: Payout, *, by: Actor) -> list[Earning]:
    """Mark earnings worth the payout as paid and post it."""
    due = _oldest_worth(pending_in_payment_order(balance.user_id).iterator(CHUNK), payout.amount)
    plan = rules.allocate([earning.amount for earning in due], payout.amount)
    paid, entries = due[: plan.whole], []
    if plan.cut > ZERO:
        entries += _split(due[plan.whole], plan.cut)
        paid.append(due[plan.whole])
    _mark_paid(paid, payout)
    entries += [Entry(PostingKind.PAYMENT, earning, -earning.amount, REASON) for earning in paid]
    post(balance, entries, by=by, at=payout.created_at)
    return paid


def _oldest_worth(pending: Iterable[Earning], amount: Decimal) -> list[Earning]:
    """The first earnings that together cover the amount."""
    due, covered = [], ZERO
    for earning in pending:
        due.append(earning)
        covered += earning.amount
        if covered >= amount:
            break
    return due


def _split(earning: Earning, amount: Decimal) -> list[Entry]:
    """Leave `amount` in the earning and move the rest to a new pending one of the same source and time."""
    first, rest = rules.cut(earning.parts, amount)
    earning.become(first)
    earning.save(update_fields=Earning.PART_COLUMNS)
    remainder = Earning(
        user_id=earning.user_id,
        description=earning.description,
        bonus_percentage=earning.bonus_percentage,
        source_kind=earning.source_kind,
        source_id=earning.source_id,
        split_from_id=earning.split_from_id or earning.pk,
        created_at=earning.created_at,
        updated_at=earning.created_at,
    )
    remainder.become(rest)
    remainder.save()
    return [
        Entry(PostingKind.SPLIT, earning, -remainder.amount, REASON),
        Entry(PostingKind.SPLIT, remainder, remainder.amount, REASON),
    ]


def _mark_paid(paid: list[Earning], payout: Payout) -> None:
    """pending → paid, by compare-and-set: a row that is no longer pending stops the transfer."""
    state = {
        "status": Status.PAID,
        "payout_id": payout.id,
        "paid_at": payout.created_at,
        "updated_at": payout.created_at,
    }
    for start in range(0, len(paid), CHUNK):
        ids = [earning.pk for earning in paid[start : start + CHUNK]]
        if Earning.objects.filter(pk__in=ids, status=Status.PENDING).update(**state) != len(ids):
            raise InsufficientPending()
    for earning in paid:
        for column, value in state.items():
            setattr(earning, column, value)
