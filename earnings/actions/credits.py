"""Money that becomes owed, and its correction."""

from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.errors import NotFound
from core.money import ZERO
from earnings import rules
from earnings.actions.checks import check_manual_amount, checked_reason
from earnings.actions.ledger import Entry, locked_balance, post
from earnings.enums import MANUAL_SOURCE, Audited, PostingKind, Status
from earnings.errors import BALANCE_TOO_HIGH, AlreadyPaid, AmountNegative, DescriptionRequired
from earnings.models import DESCRIPTION_LENGTH, Earning
from earnings.queries import person


def credit(
    *,
    user: Actor,
    amount: Decimal,
    description: str,
    accounts_count: int,
    source_kind: str,
    source_id: int | None,
    bonus_percentage: Decimal = Decimal(0),
    by: Actor | None = None,
) -> Earning:
    """Owe a person `amount` plus the bonus on it, once per source: a repetition returns the first earning.

    Takes part in the caller's transaction and refuses to run outside one. `source_id` None is an earning without a
    cause elsewhere, which nothing deduplicates. Locks the person's balance.
    """
    balance = locked_balance(user.id)
    if source_id is not None:
        earlier = Earning.objects.filter(source_kind=source_kind, source_id=source_id, split_from=None).first()
        if earlier is not None:
            return earlier
    now = timezone.now()
    earning = Earning(
        user_id=user.id,
        description=description[:DESCRIPTION_LENGTH],
        bonus_percentage=bonus_percentage,
        source_kind=source_kind,
        source_id=source_id,
        created_at=now,
        updated_at=now,
    )
    earning.become(rules.Parts(amount, rules.bonus_on(amount, bonus_percentage), accounts_count))
    earning.save()
    post(balance, [Entry(PostingKind.CREDIT, earning, earning.amount, earning.description)], by=by, at=now)
    return earning


@transaction.atomic
def add_balance(*, user_id: int, amount: Decimal, description: str, accounts_count: int = 1, by: Actor) -> Earning:
    """'an added balance is created pending with accountsCount 1'. Locks the balance."""
    check_manual_amount(amount, too_high=BALANCE_TOO_HIGH)
    if not description.strip():
        raise DescriptionRequired()
    earning = credit(
        user=person(user_id),
        amount=amount,
        description=description.strip(),
        accounts_count=accounts_count,
        source_kind=MANUAL_SOURCE,
        source_id=None,
        by=by,
    )
    audit.record(
        Audited.BALANCE_ADDED,
        by=by,
        target=earning,
        subject=user_id,
        reason=earning.description,
        after={"amount": str(amount)},
    )
    return earning


@transaction.atomic
def correct(*, earning_id: int, amount: Decimal, reason: str, by: Actor) -> Earning:
    """Set what a pending earning is worth by a correcting posting; zero withdraws it, a bonus keeps its share.

    'corrections are new entries'. Locks the balance. Refuses a paid earning: AlreadyPaid.
    """
    reason = checked_reason(reason)
    if amount < ZERO:
        raise AmountNegative()
    owner = Earning.objects.filter(pk=earning_id).values_list("user_id", flat=True).first()
    if owner is None:
        raise NotFound()
    balance = locked_balance(owner)
    earning = Earning.objects.get(pk=earning_id)
    if earning.status != Status.PENDING:
        raise AlreadyPaid()
    before = earning.amount
    earning.become(rules.rescale(earning.parts, amount))
    earning.save(update_fields=Earning.PART_COLUMNS)
    entry = Entry(PostingKind.CORRECTION, earning, amount - before, reason[:DESCRIPTION_LENGTH])
    post(balance, [entry], by=by, at=timezone.now())
    audit.record(
        Audited.CORRECTED,
        by=by,
        target=earning,
        subject=owner,
        reason=reason,
        before={"amount": str(before)},
        after={"amount": str(amount)},
    )
    return earning
