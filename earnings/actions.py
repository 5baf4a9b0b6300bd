"""Writes of the money domain. To the ledger: lock a person's balance, then post. Only `pay_many` holds several at once.
What is locked before and after a balance is in docs/architecture.md, 'Locks'."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, cast

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from accounts.enums import Role
from core import audit
from core.actor import Actor
from core.conditional import bump
from core.crypto import LEDGER_KEY
from core.dates import LAST_DAY
from core.errors import TOO_MANY_PLACES, ActionError, ensure
from core.models import AuditEvent, KeyMaterial, locked_row
from core.money import MAX_AMOUNT, ZERO, format_brl, has_too_many_places, parse_amount
from core.statements import build, update
from earnings import errors, queries, rules
from earnings.enums import MANUAL_SOURCE, PAYOUT_SOURCE, Audited, Frequency, PostingKind, SchemeKind, Status
from earnings.models import DESCRIPTION_LENGTH, Balance, PaymentSchedule, Payout, PayScheme, Posting
from earnings.models import Earning as Earning
from notifications import actions as notifications
from notifications.enums import NotificationKind

REASON = "Transferência"
CHUNK = 500
# One opening of a person's detail asks several reads; they are one look.
SAME_LOOK = timedelta(minutes=10)
_earnings_of = build(lambda **cause: Earning.objects.filter(split_from=None, **cause)[:1])


def locked_balance(user_id: int) -> Balance:
    """The person's balance, made if missing, locked until the transaction ends. Refuses to run outside one."""
    return locked_row(Balance, user_id=user_id)


def open_balance(person: Any) -> None:
    """Create the balance of a new employee (event `person_added`), so that the list of balances has them from the first day."""
    if person.role == Role.EMPLOYEE:
        locked_balance(person.id)
        bump(queries.stamp_of(person.id))


def post(balance: Balance, postings: Sequence[Posting], *, by: Actor | None, at: datetime) -> None:
    """Chain postings of an earning, an amount and a reason to a locked balance, move its totals, and mark the earnings'
    reads as changed. The earnings are already written as the transaction leaves them."""
    _, key = queries.sealing_keys()[-1]
    for posting in postings:
        balance.sequence += 1
        posting.user_id, posting.sequence, posting.previous_hash = balance.user_id, balance.sequence, balance.head
        posting.by_id, posting.created_at = by.id if by else None, at
        posting.earning_seal = posting.earning.seal()
        if posting.kind == PostingKind.PAYMENT:
            posting.payout_id = posting.earning.payout_id
            balance.paid -= posting.amount
        balance.head = posting.hash = posting.computed_hash(key)
        balance.pending += posting.amount
    Posting.objects.bulk_create(postings, batch_size=500)
    moved = {name: getattr(balance, name) for name in ("pending", "paid", "sequence", "head")}
    update(Balance, {"pk": balance.pk}, **moved)
    bump(queries.stamp_of(balance.user_id))


@transaction.atomic
def replace_sealing_key() -> int:
    """Seal what is posted from now on with a new key; the id of the first posting that it seals. What was posted goes
    on verifying with the key that sealed it. Waits for whoever holds a balance, and holds up the next ones."""
    if connection.vendor == "postgresql":  # SQLite has one writer anyway
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE earnings_balance IN EXCLUSIVE MODE")
    last = Posting.objects.aggregate(last=Max("id"))["last"] or 0
    name = f"{LEDGER_KEY}-{len(queries.sealing_keys()) + 1}"
    KeyMaterial.objects.create(name=name, value=f"{secrets.token_hex(32)}-{last}")
    audit.record(Audited.LEDGER_SEALED, by=None, after={"fromPosting": last + 1})
    return last + 1


def _check_manual_amount(amount: Decimal, *, too_high: str) -> None:
    if amount <= ZERO:
        raise errors.AmountNotPositive
    if amount > MAX_AMOUNT:
        raise errors.AmountTooHigh(too_high)


def credit(
    *,
    user_id: int,
    amount: Decimal,
    description: str,
    accounts_count: int = 1,
    source_kind: str,
    source_id: int | None,
    group_id: int | None = None,
    scheme_id: int | None = None,
    bonus_percentage: Decimal = Decimal(0),
    by: Actor | None = None,
) -> Earning:
    """Owe a person `amount` plus the bonus on it, once per source: a repetition returns the first earning; `source_id`
    None is an earning without a cause elsewhere, which nothing deduplicates. `scheme_id` is the version that the amount
    follows. Part of the caller's transaction: refuses to run outside one. Locks the person's balance."""
    balance = locked_balance(user_id)
    if source_id is not None and (earlier := _earnings_of(source_kind=source_kind, source_id=source_id)):
        return cast("Earning", earlier[0])
    now = timezone.now()
    earning = Earning(
        user_id=user_id,
        description=description[:DESCRIPTION_LENGTH],
        bonus_percentage=bonus_percentage,
        source_kind=source_kind,
        source_id=source_id,
        group_id=group_id,
        scheme_id=scheme_id,
        created_at=now,
        updated_at=now,
    )
    earning.become(rules.Parts(amount, rules.bonus_on(amount, bonus_percentage), accounts_count))
    earning.save()
    entry = Posting(kind=PostingKind.CREDIT, earning=earning, amount=earning.amount, reason=earning.description)
    post(balance, [entry], by=by, at=now)
    return earning


@transaction.atomic
def add_balance(*, user_id: int, amount: Decimal, description: str, accounts_count: int = 1, by: Actor) -> Earning:
    """Credit a person by hand, as a pending earning (product: earnings.pending). Locks the balance."""
    _check_manual_amount(amount, too_high=errors.BALANCE_TOO_HIGH)
    earning = credit(
        user_id=queries.person(user_id).id,
        amount=amount,
        description=description.strip(),
        accounts_count=accounts_count,
        source_kind=MANUAL_SOURCE,
        source_id=None,
        by=by,
    )
    why, after = earning.description, {"amount": str(amount)}
    audit.record(Audited.BALANCE_ADDED, by=by, target=earning, subject=user_id, reason=why, after=after)
    return earning


@transaction.atomic
def correct(*, earning_id: int, amount: Decimal, reason: str, by: Actor) -> Earning:
    """Set what a pending earning is worth by a correcting posting; zero withdraws it, a bonus keeps its share.
    Locks the balance. Refuses a paid earning: AlreadyPaid."""
    reason = _require_reason(reason)
    if amount < ZERO:
        raise errors.AmountNegative()
    owner = ensure(Earning.objects.filter(pk=earning_id).values_list("user_id", flat=True).first())
    balance = locked_balance(owner)
    earning = Earning.objects.get(pk=earning_id)
    if earning.status != Status.PENDING:
        raise errors.AlreadyPaid()
    change, why = amount - earning.amount, reason[:DESCRIPTION_LENGTH]
    entry = Posting(kind=PostingKind.CORRECTION, earning=earning, amount=change, reason=why)
    changes = {"before": {"amount": str(earning.amount)}, "after": {"amount": str(amount)}}
    earning.become(rules.rescale(earning.parts, amount))
    earning.save(update_fields=Earning.PART_COLUMNS)
    post(balance, [entry], by=by, at=timezone.now())
    audit.record(Audited.CORRECTED, by=by, target=earning, subject=owner, reason=reason, **changes)
    return earning


@dataclass(frozen=True)
class Transfer:
    """What a transfer did: the payout, the earnings it paid oldest first, what stays pending."""

    payout: Payout
    paid: list[Earning]
    pending_total: Decimal


@transaction.atomic
def transfer(*, user_id: int, amount: Decimal, by: Actor) -> Transfer:
    """Pay pending earnings, oldest first (product: earnings.transfer). Locks the balance. Refuses an
    amount of zero or less, above MAX_AMOUNT, or above the pending total."""
    return _transfer(locked_balance(queries.person(user_id).id), amount, by=by)


def _transfer(balance: Balance, amount: Decimal, *, by: Actor) -> Transfer:
    _check_manual_amount(amount, too_high=errors.TRANSFER_TOO_HIGH)
    if amount > balance.pending:
        raise errors.InsufficientPending()
    payout = Payout.objects.create(user_id=balance.user_id, amount=amount, by_id=by.id, created_at=timezone.now())
    paid = _mark_paid(balance, payout, by=by)
    after = {"amount": str(amount), "earnings": len(paid), "pendingTotal": str(balance.pending)}
    audit.record(Audited.TRANSFERRED, by=by, target=payout, subject=balance.user_id, after=after)
    _tell(balance.user_id, "Pagamento realizado", f"{format_brl(amount)} foram transferidos para você.", "/")
    return Transfer(payout, paid, balance.pending)


@transaction.atomic
def pay_many(*, payments: Mapping[int, Decimal], by: Actor) -> list[Transfer]:
    """Transfer an amount to each person, by their id, or nothing to anybody. What `transfer` refuses has the person's
    name before it, and stands by their id in `errors`. Locks all balances first, in id order, then stamps."""
    people = [queries.person(user_id) for user_id in sorted(payments)]
    balances = [locked_balance(user.id) for user in people]
    bump(*map(queries.stamp_of, payments))  # in one order too
    paid = []
    for user, balance in zip(people, balances, strict=True):
        try:
            paid.append(_transfer(balance, payments[user.id], by=by))
        except ActionError as refused:
            message = f"{user.full_name or user.username}: {refused.message}"
            raise errors.PaymentRefused(message, errors={str(user.id): [refused.message]}) from None
    return paid


@transaction.atomic
def undo_payout(*, payout_id: int, reason: str, by: Actor) -> Earning:
    """Owe again what a payout settled, once, as a new pending earning. The payout and what it paid stay as they are.
    Locks the balance. Refuses an empty reason, and a payout that was undone: PayoutUndone."""
    reason = _require_reason(reason)
    payout = ensure(Payout.objects.select_related("user").filter(pk=payout_id).first())
    locked_balance(payout.user_id)
    if Earning.objects.filter(source_kind=PAYOUT_SOURCE, source_id=payout.pk).exists():
        raise errors.PayoutUndone()
    earning = credit(
        user_id=payout.user_id,
        amount=payout.amount,
        description=f"{payout} desfeito: {reason}",
        accounts_count=0,
        source_kind=PAYOUT_SOURCE,
        source_id=payout.pk,
        by=by,
    )
    after = {"payout": payout.pk, "amount": str(payout.amount)}
    audit.record(Audited.PAYOUT_UNDONE, by=by, target=earning, subject=payout.user_id, reason=reason, after=after)
    back = f"{format_brl(payout.amount)} voltaram para o seu saldo pendente: {reason}"
    _tell(payout.user_id, "Pagamento desfeito", back, "/ganhos")
    return earning


def _require_reason(reason: str) -> str:
    if not (stated := reason.strip()):
        raise errors.ReasonRequired()
    return stated


def _tell(user_id: int, title: str, body: str, url: str) -> None:
    notifications.notify(user_id=user_id, kind=NotificationKind.PAYMENT_MADE, title=title, body=body, url=url)


def _mark_paid(balance: Balance, payout: Payout, *, by: Actor) -> list[Earning]:
    """Mark earnings worth the payout as paid and post it."""
    pending = Earning.objects.filter(user_id=balance.user_id, status=Status.PENDING).order_by("created_at", "id")
    due, covered = [], ZERO
    for earning in pending.iterator(CHUNK):
        due.append(earning)
        covered += earning.amount
        if covered >= payout.amount:
            break
    whole, cut = rules.allocate([earning.amount for earning in due], payout.amount)
    paid, entries = due[:whole], list[Posting]()
    if cut > ZERO:
        entries += _split(due[whole], cut)
        paid.append(due[whole])
    # pending → paid, by compare-and-set: a row that is no longer pending stops the transfer.
    at = payout.created_at
    state = {"status": Status.PAID, "payout_id": payout.id, "paid_at": at, "updated_at": at}
    for start in range(0, len(paid), CHUNK):
        ids = [earning.pk for earning in paid[start : start + CHUNK]]
        if Earning.objects.filter(pk__in=ids, status=Status.PENDING).update(**state) != len(ids):
            raise errors.InsufficientPending()
    for earning in paid:
        for column, value in state.items():
            setattr(earning, column, value)
    entries += [Posting(kind=PostingKind.PAYMENT, earning=each, amount=-each.amount, reason=REASON) for each in paid]
    post(balance, entries, by=by, at=at)
    return paid


def _split(earning: Earning, amount: Decimal) -> list[Posting]:
    """Leave `amount` in the earning and move the rest to a new pending one of the same source and time."""
    first, rest = rules.cut(earning.parts, amount)
    earning.become(first)
    earning.save(update_fields=Earning.PART_COLUMNS)
    alike = ("user_id", "description", "bonus_percentage", "source_kind", "source_id", "group_id", "scheme_id")
    remainder = Earning(
        **{name: getattr(earning, name) for name in (*alike, "created_at")},
        split_from_id=earning.split_from_id or earning.pk,
        updated_at=earning.created_at,
    )
    remainder.become(rest)
    remainder.save()
    return [
        Posting(kind=PostingKind.SPLIT, earning=earning, amount=-remainder.amount, reason=REASON),
        Posting(kind=PostingKind.SPLIT, earning=remainder, amount=remainder.amount, reason=REASON),
    ]


def note_look(*, by: Actor, subject_id: int) -> None:
    """Write the audit row of an admin's look at somebody's money (product: people.audit)."""
    recent = AuditEvent.objects.filter(
        event=Audited.VIEWED, actor_id=by.id, subject_id=subject_id, created_at__gte=timezone.now() - SAME_LOOK
    )
    if not recent.exists():
        audit.record(Audited.VIEWED, by=by, subject=subject_id)


@transaction.atomic
def create_schedule(*, next_payment_date: date, description: str = "", by: Actor | None) -> PaymentSchedule:
    """Create the only schedule; refused where there is one (product: earnings.payment-date)."""
    _check(next_payment_date)
    columns = {"next_payment_date": next_payment_date, "anchor_day": next_payment_date.day, "description": description}
    schedule, is_new = PaymentSchedule.objects.get_or_create(id=PaymentSchedule.ONLY_ID, defaults=columns)
    if not is_new:
        raise errors.ScheduleExists()
    _announce(schedule, before=None, by=by)
    return schedule


@transaction.atomic
def update_schedule(
    *, schedule_id: int, next_payment_date: date | None = None, description: str | None = None, by: Actor | None
) -> PaymentSchedule:
    """Change what is given; the date that it has keeps the day of its rhythm. Locks the schedule; an unknown id is NotFound."""
    schedule = _lock_schedule(schedule_id)
    before = _state(schedule)
    if next_payment_date is not None:
        _check(next_payment_date)
        if next_payment_date != schedule.next_payment_date:
            schedule.next_payment_date, schedule.anchor_day = next_payment_date, next_payment_date.day
    if description is not None:
        schedule.description = description
    schedule.save()
    _announce(schedule, before=before, by=by)
    return schedule


@transaction.atomic
def advance_schedule(*, every: Frequency) -> PaymentSchedule:
    """Move a date that has passed to the next one of the rhythm; a date of today or later stays. Locks the schedule."""
    schedule = _lock_schedule(PaymentSchedule.ONLY_ID)
    before = _state(schedule)
    following = rules.next_payment_date(
        schedule.next_payment_date, anchor_day=schedule.anchor_day, every=every, today=timezone.localdate()
    )
    if following != schedule.next_payment_date:
        schedule.next_payment_date = following
        schedule.save()
        _announce(schedule, before=before, by=None)
    return schedule


def _lock_schedule(schedule_id: int) -> PaymentSchedule:
    return ensure(PaymentSchedule.objects.select_for_update().filter(pk=schedule_id).first())


def _check(day: date) -> None:
    """InvalidPaymentDate before today and after LAST_DAY."""
    if not timezone.localdate() <= day <= LAST_DAY:
        raise errors.InvalidPaymentDate


def _state(schedule: PaymentSchedule) -> dict[str, str]:
    return {"nextPaymentDate": schedule.next_payment_date.isoformat(), "description": schedule.description}


def _announce(schedule: PaymentSchedule, *, before: dict[str, str] | None, by: Actor | None) -> None:
    bump(queries.PAYMENT_SCHEDULE)
    audit.record(Audited.SCHEDULE_CHANGED, by=by, target=schedule, before=before, after=_state(schedule))


@transaction.atomic
def set_automatic_amount(*, written: object, by: Actor) -> Decimal:
    """Pay 0 up to MAX_AMOUNT for any account from this moment on, as a new version; refused with a body of `error`."""
    amount = parse_amount(written)
    if amount is None or not ZERO <= amount <= MAX_AMOUNT:
        wrong = errors.BALANCE_TOO_HIGH if amount and amount > ZERO else errors.INVALID_AUTOMATIC_AMOUNT
        if has_too_many_places(written):
            wrong = TOO_MANY_PLACES
        raise errors.InvalidAutomaticAmount(wrong, error=wrong)
    before, after = {"amount": str(queries.scheme_in_force().amount)}, {"amount": str(amount)}
    scheme = PayScheme.objects.create(amount=amount, by_id=by.id)
    audit.record(Audited.AUTOMATIC_AMOUNT_CHANGED, by=by, target=scheme, before=before, after=after)
    return amount


def drafted_scheme(
    *, kind: SchemeKind, amount: Decimal, terms: dict[str, Decimal], valid_from: date | None = None, by: Actor
) -> PayScheme:
    """A version as it would be saved; InvalidScheme names what is wrong with it, by its field or its term."""
    day, wrong = valid_from or timezone.localdate(), {}
    if kind == SchemeKind.BY_PRICE:
        floors = {key: parse_amount(key) or ZERO for key in terms}
        wrong = {f"terms.{key}": errors.INVALID_FLOOR for key, floor in floors.items() if floor <= ZERO}
        wrong |= {"terms": errors.REPEATED_FLOOR} if len({*floors.values()}) < len(floors) else {}
    elif kind == SchemeKind.BY_GAME:
        titles = queries.game_titles()
        wrong = {f"terms.{key}": errors.UNKNOWN_GAME for key in terms if key not in titles}
    elif kind == SchemeKind.BY_PROFIT:
        amount, terms = ZERO, {"percent": terms.get("percent", ZERO)}
        wrong = {} if ZERO < terms["percent"] <= 100 else {"terms.percent": errors.INVALID_PERCENT}
    else:
        terms = {}
    if kind != SchemeKind.PER_ACCOUNT and not terms:
        wrong["terms"] = errors.NO_TERMS
    for name, value in {"amount": amount, **{f"terms.{key}": value for key, value in terms.items()}}.items():
        if not ZERO <= value <= MAX_AMOUNT:
            wrong.setdefault(name, errors.INVALID_AUTOMATIC_AMOUNT if value < ZERO else errors.BALANCE_TOO_HIGH)
    if not timezone.localdate() <= day <= LAST_DAY:
        wrong["validFrom"] = errors.PAST_SCHEME
    if wrong:
        raise errors.InvalidScheme(next(iter(wrong.values())), errors={name: [text] for name, text in wrong.items()})
    written = {f"{Decimal(key):.2f}" if kind == SchemeKind.BY_PRICE else key: str(value) for key, value in terms.items()}
    return PayScheme(kind=kind, amount=amount, terms=written, valid_from=day, by_id=by.id)


@transaction.atomic
def save_scheme(*, by: Actor, **wanted: Any) -> PayScheme:
    """Add the version of `drafted_scheme`. What is credited from its day on follows it; what was earned stays."""
    scheme = drafted_scheme(**wanted, by=by)
    scheme.save()
    after = {
        "kind": scheme.kind,
        "amount": str(scheme.amount),
        "terms": scheme.terms,
        "validFrom": str(scheme.valid_from),
    }
    audit.record(Audited.PAY_SCHEME_SAVED, by=by, target=scheme, after=after)
    return scheme
