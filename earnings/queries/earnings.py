"""Reads of earnings, balances and payouts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, cast

from django.contrib.auth import get_user_model
from django.db.models import Count, Q, QuerySet, Sum

from accounts.queries import NAMES, people_called
from core.actor import Actor
from core.dates import midnight
from core.events import publish
from core.money import ZERO
from core.text import searchable
from earnings import rules
from earnings.enums import BalanceSort, Sort, Status
from earnings.errors import PersonNotFound
from earnings.models import AutomaticEarning, Balance, Earning, PaymentSchedule, Payout, Posting
from earnings.serializers.money import EarningOutput

# Stamps of conditional reads: everybody's earnings, one person's (`stamp_of`), and what lists with names depend on.
ALL_EARNINGS = "earnings"
LISTED = (ALL_EARNINGS, NAMES)

_COLUMNS = {Sort.CREATED_AT: "created_at", Sort.AMOUNT: "amount", Sort.USER: "user__full_name"}
# Those not yet paid come after the latest payment: databases disagree on where an empty `paid_at` stands.
_BY_PAYMENT = {Sort.PAID_AT: ("-status", "paid_at", "id"), f"-{Sort.PAID_AT}": ("status", "-paid_at", "-id")}
_BALANCE_COLUMNS = {BalanceSort.PENDING: "pending", BalanceSort.PAID: "paid", BalanceSort.USER: "user__full_name"}


@dataclass(frozen=True)
class Totals:
    pending: Decimal = ZERO
    paid: Decimal = ZERO


@dataclass(frozen=True)
class Statement:
    """A person's earnings created in a period, oldest first, their totals, and the ledger as it stands."""

    person: Actor
    start: date | None
    end: date | None
    earnings: list[Earning]
    totals: Totals
    sequence: int
    head: str


@dataclass(frozen=True)
class Credit:
    """What one source earned: the earning first credited, and its amount with what transfers split off it."""

    earning_id: int
    amount: Decimal


def stamp_of(user_id: int) -> str:
    return f"earnings:{user_id}"


def everyones_earnings() -> QuerySet[Earning]:
    """Newest first, each with its person."""
    return Earning.objects.select_related("user").order_by("-created_at", "-id")


def person(user_id: int) -> Actor:
    """Whose money it is; a deactivated person can still be paid what is owed."""
    user = get_user_model().objects.filter(pk=user_id).first()
    if user is None:
        raise PersonNotFound()
    return cast(Actor, user)


def visible_earnings(person: Actor) -> QuerySet[Earning]:
    return everyones_earnings() if person.is_admin else earnings_of(person.id)


def earnings_of(user_id: int) -> QuerySet[Earning]:
    return everyones_earnings().filter(user_id=user_id)


def pending_of(user_id: int) -> QuerySet[Earning]:
    return earnings_of(user_id).filter(status=Status.PENDING)


def pending_in_payment_order(user_id: int) -> QuerySet[Earning]:
    """A person's pending ones as a transfer meets them: oldest first."""
    return Earning.objects.filter(user_id=user_id, status=Status.PENDING).order_by("created_at", "id")


def narrowed(
    earnings: QuerySet[Earning],
    *,
    user_id: int | None = None,
    status: str = "",
    search: str = "",
    start: date | None = None,
    end: date | None = None,
    sort: str = "",
) -> QuerySet[Earning]:
    """Filter by person, status, words in the description or name, and local creation days; order by a Sort."""
    if user_id is not None:
        earnings = earnings.filter(user_id=user_id)
    if status:
        earnings = earnings.filter(status=status)
    if search:
        earnings = earnings.filter(Q(search__contains=searchable(search)) | Q(user__in=people_called(search)))
    earnings = created_between(earnings, start, end)
    if sort in _BY_PAYMENT:
        earnings = earnings.order_by(*_BY_PAYMENT[sort])
    elif sort:
        minus = "-" if sort.startswith("-") else ""
        earnings = earnings.order_by(minus + _COLUMNS[Sort(sort.removeprefix("-"))], f"{minus}id")
    return earnings


def created_between(earnings: QuerySet[Earning], start: date | None, end: date | None) -> QuerySet[Earning]:
    """Those created from the local day `start` to the local day `end`, both included."""
    if start is not None:
        earnings = earnings.filter(created_at__gte=midnight(start))
    if end is not None:
        earnings = earnings.filter(created_at__lt=midnight(end + timedelta(days=1)))
    return earnings


def totals_of(user_id: int) -> Totals:
    """A person's totals, from one row whatever the number of earnings."""
    balance = Balance.objects.filter(user_id=user_id).first()
    return Totals(balance.pending, balance.paid) if balance else Totals()


def totals_of_everyone() -> Totals:
    """What the company owes and has paid: one row a person is read."""
    sums = Balance.objects.aggregate(pending=Sum("pending"), paid=Sum("paid"))
    return Totals(sums["pending"] or ZERO, sums["paid"] or ZERO)


def balances(*, search: str = "", sort: str = "") -> QuerySet[Balance]:
    """Everybody's balances with their people, by the words of a name; the largest debt first."""
    found = Balance.objects.select_related("user")
    if search:
        found = found.filter(user__in=people_called(search))
    sort = sort or f"-{BalanceSort.PENDING}"
    minus = "-" if sort.startswith("-") else ""
    return found.order_by(minus + _BALANCE_COLUMNS[BalanceSort(sort.removeprefix("-"))], "user_id")


def statement(user_id: int, *, start: date | None = None, end: date | None = None) -> Statement:
    """Without a period it is everything, and its totals are the balance. An unknown person is PersonNotFound."""
    balance = Balance.objects.filter(user_id=user_id).first() or Balance(user_id=user_id)
    earnings = list(created_between(Earning.objects.filter(user_id=user_id), start, end).order_by("created_at", "id"))
    by_status = dict.fromkeys(Status, ZERO)
    for earning in earnings:
        by_status[Status(earning.status)] += earning.amount
    return Statement(
        person=person(user_id),
        start=start,
        end=end,
        earnings=earnings,
        totals=Totals(by_status[Status.PENDING], by_status[Status.PAID]),
        sequence=balance.sequence,
        head=balance.head,
    )


def entries_of(earning_ids: Iterable[int]) -> QuerySet[Posting]:
    """The ledger lines about some earnings, oldest first, each with its author."""
    return Posting.objects.filter(earning_id__in=earning_ids).select_related("by").order_by("sequence")


def pieces_of(earning: Earning) -> QuerySet[Earning]:
    """The earning first credited and all that splitting made of it, in the order they came to be."""
    root = earning.split_from_id or earning.pk
    return Earning.objects.filter(Q(pk=root) | Q(split_from=root)).select_related("user", "payout__by").order_by("id")


def credits_of(source_kind: str, source_ids: Iterable[int]) -> dict[int, Credit]:
    """What sources of one kind earned, by source id; those that earned nothing are absent."""
    found = Earning.objects.filter(source_kind=source_kind, source_id__in=list(source_ids), split_from=None).order_by()
    credited = list(found.values_list("source_id", "pk", "amount"))
    pieces = Earning.objects.filter(split_from__in=[pk for _, pk, _ in credited]).order_by().values_list("split_from")
    rest = dict(pieces.annotate(rest=Sum("amount")))
    return {source_id: Credit(pk, amount + rest.get(pk, ZERO)) for source_id, pk, amount in credited if source_id}


def payouts_of_month(month: date) -> QuerySet[Any]:
    """Everything paid in the local month of a day, oldest first, each with its `earnings_count`."""
    first = month.replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    payouts: QuerySet[Any] = (
        Payout.objects.filter(created_at__gte=midnight(first), created_at__lt=midnight(following))
        .select_related("user", "by")
        .annotate(earnings_count=Count("earnings"))
        .order_by("created_at", "id")
    )
    return payouts


# Stamp of conditional reads.
PAYMENT_SCHEDULE = "payment-schedule"


def payment_schedule() -> PaymentSchedule | None:
    """The one payment date, or None until an admin sets it."""
    return PaymentSchedule.objects.first()


def automatic_amount() -> Decimal:
    """What one created account earns before any bonus; 3.00 until an admin changes it."""
    amount: Decimal | None = AutomaticEarning.objects.values_list("amount", flat=True).first()
    return rules.DEFAULT_AUTOMATIC_AMOUNT if amount is None else amount


@dataclass(frozen=True)
class Source:
    """A cause in words: what it is called, where it is seen, and (label, value) facts about it.

    `admin_url` is where admins see it, when that is another place.
    """

    label: str
    url: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    admin_url: str = ""


def describe(kind: str, source_id: int | None, *, to: Actor) -> Source | None:
    """The cause of an earning, with the `url` of whoever is told; None where no app describes the kind."""
    if source_id is None:
        return None
    source = next((source for source in publish(f"source_wanted:{kind}", source_id) if source), None)
    return replace(source, url=source.admin_url) if source and source.admin_url and to.is_admin else source


def earning_json(earning: Earning) -> dict[str, Any]:
    shape: dict[str, Any] = EarningOutput(earning).data
    return shape
