"""The only door to the ledger: lock a person's balance, then post. Nobody holds two balances at once.

What is locked before and after a balance is in docs/architecture.md, 'Locks'.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from core.actor import Actor
from core.conditional import bump
from core.locks import locked_row
from earnings.enums import PostingKind
from earnings.models import Balance, Earning, Posting
from earnings.queries import ALL_EARNINGS, stamp_of


@dataclass(frozen=True)
class Entry:
    """One line to post. The earning is already written as the transaction leaves it."""

    kind: PostingKind
    earning: Earning
    amount: Decimal
    reason: str


def locked_balance(user_id: int) -> Balance:
    """The person's balance, made if missing, locked until the transaction ends. Refuses to run outside one."""
    return locked_row(Balance, user_id=user_id)


def post(balance: Balance, entries: Sequence[Entry], *, by: Actor | None, at: datetime) -> None:
    """Chain the entries to a locked balance, move its totals, and mark the earnings' reads as changed."""
    postings = []
    for entry in entries:
        balance.sequence += 1
        posting = Posting(
            user_id=balance.user_id,
            sequence=balance.sequence,
            kind=entry.kind,
            amount=entry.amount,
            earning=entry.earning,
            payout_id=entry.earning.payout_id if entry.kind == PostingKind.PAYMENT else None,
            by_id=by.id if by else None,
            reason=entry.reason,
            created_at=at,
            earning_seal=entry.earning.seal(),
            previous_hash=balance.head,
        )
        balance.head = posting.hash = posting.computed_hash()
        balance.pending += entry.amount
        if entry.kind == PostingKind.PAYMENT:
            balance.paid -= entry.amount
        postings.append(posting)
    Posting.objects.bulk_create(postings, batch_size=500)
    balance.save(update_fields=["pending", "paid", "sequence", "head"])
    bump(ALL_EARNINGS, stamp_of(balance.user_id))
