"""Reads of earnings, balances and payouts, and the proof that earnings, postings and balances tell the same story."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple, cast

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Count, Exists, Max, Min, Model, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.queries import NAMES, people_called
from core.actor import Actor, seen_by
from core.crypto import LEDGER_KEY
from core.dates import created_between, midnight
from core.errors import ensure
from core.events import publish
from core.models import KeyMaterial
from core.money import ZERO, format_brl, format_percent
from core.statements import build
from core.text import searchable
from earnings import rules
from earnings.enums import MANUAL_SOURCE, PAYOUT_SOURCE, PostingKind, SchemeKind, Status
from earnings.errors import PersonNotFound
from earnings.models import Balance, Earning, PaymentSchedule, Payout, PayScheme, Posting
from earnings.serializers import EarningOutput

# Stamps of conditional reads: everybody's earnings, what lists with names depend on, and the payment date. Everybody's are
# several, each for some of the people (`stamp_of`), so that lanes that credit at once seldom wait for one another.
ALL_EARNINGS = ("earnings", *(f"earnings-{part}" for part in range(1, 8)))
LISTED = (*ALL_EARNINGS, NAMES)
_begun = build(lambda today: PayScheme.objects.filter(valid_from__lte=today).order_by("-valid_from", "-pk")[:1])
_sealing = KeyMaterial.objects.filter(name__startswith=LEDGER_KEY).order_by("pk").values_list("value", flat=True)
_sealing_keys = build(_sealing.all)
PAYMENT_SCHEDULE = "payment-schedule"


@dataclass(frozen=True)
class Statement:
    """A person's earnings created in a period, or settled by a payout, oldest first, and the ledger as it stands."""

    person: Actor
    start: date | None
    end: date | None
    earnings: Sequence[Earning]
    balance: Balance
    payout: Any = None
    # What an earning is a part of, where the payout settled no more of it.
    wholes: dict[int, Decimal] = field(default_factory=dict)

    @property
    def credits(self) -> list[list[Earning]]:
        """The earnings as they were credited: each with all its parts here."""
        credited = defaultdict[int, list[Earning]](list)
        for earning in self.earnings:
            credited[earning.split_from_id or earning.pk].append(earning)
        return list(credited.values())

    def total(self, *statuses: Status) -> Decimal:
        return sum((earning.amount for earning in self.earnings if earning.status in statuses), ZERO)


class Credit(NamedTuple):
    """What one source earned: the earning first credited, and its amount with what transfers split off it."""

    earning_id: int
    amount: Decimal


class Movement(NamedTuple):
    source_id: int
    posting_id: int
    amount: Decimal
    made_at: datetime


@dataclass(frozen=True)
class AccountPay:
    """What created accounts earn a person now: the version in force, and their bonus on it in percent."""

    scheme: PayScheme
    bonus: Decimal
    brl_per_eur: Decimal | None = None

    def of(self, *, game: str, price_eur: Decimal | None) -> Decimal | None:
        """The pay for one account, listed in a game for a price; for a share of profit an estimate, before costs and fees."""
        base = self.scheme.pay(game=game, price_eur=price_eur)
        if self.scheme.profit_percent is not None:
            if price_eur is None or self.brl_per_eur is None:
                return None
            base = self.scheme.share_of(price_eur * self.brl_per_eur)
        return base + rules.bonus_on(base, self.bonus)

    def as_json(self, game: str) -> dict[str, Any]:
        """`perAccountWithBonus`, None where it depends on the price, and `label`, the same in words; maybe `estimated`."""
        bonus = f", com {format_percent(self.bonus)} de bônus" if self.bonus else ""
        if self.scheme.profit_percent is not None:
            return {"perAccountWithBonus": None, "label": self.scheme.text({}) + bonus, "estimated": True}
        floors = [Decimal(floor) for floor in self.scheme.terms] if self.scheme.kind == SchemeKind.BY_PRICE else []
        paid = sorted({self.of(game=game, price_eur=price) or ZERO for price in (ZERO, *floors)})
        amounts = " a ".join(format_brl(amount) for amount in (paid if len(paid) < 2 else (paid[0], paid[-1])))
        label = f"{amounts} por conta" + (", conforme o preço" if len(paid) > 1 else "") + bonus
        return {"perAccountWithBonus": f"{paid[0]:.2f}" if len(paid) == 1 else None, "label": label}


@dataclass(frozen=True)
class Source:
    """A cause in words: its name, where it is seen (by admins at `admin_url`, if any), (label, value) facts."""

    label: str
    url: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    admin_url: str = ""


@dataclass(frozen=True)
class Kind:
    """Earnings of one kind of source: what they are called, and their groups by id."""

    label: str
    groups: dict[int, Source] = field(default_factory=dict)


OWN_KINDS = {MANUAL_SOURCE: Kind("Saldos adicionados"), PAYOUT_SOURCE: Kind("Pagamentos desfeitos")}


def stamp_of(user_id: int) -> str:
    return ALL_EARNINGS[user_id % len(ALL_EARNINGS)]


def everyones_earnings() -> QuerySet[Earning]:
    """Newest first, each with its person."""
    return Earning.objects.select_related("user").order_by("-created_at", "-id")


def person(user_id: int) -> Actor:
    """The person, deactivated or not: what is owed can still be paid."""
    return cast(Actor, ensure(get_user_model().objects.filter(pk=user_id).first(), PersonNotFound))


def visible_earnings(person: Actor) -> QuerySet[Earning]:
    return seen_by(person, everyones_earnings(), owner="user")


def earnings_of(user_id: int) -> QuerySet[Earning]:
    return everyones_earnings().filter(user_id=user_id)


def filter_earnings(
    earnings: QuerySet[Earning],
    *,
    search: str = "",
    start: date | None = None,
    end: date | None = None,
    sort: str = "",
    **columns: str | int | None,
) -> QuerySet[Earning]:
    """Filter by columns, words in the description or name, and local creation days; order by a key of ORDERS."""
    earnings = earnings.filter(**columns)
    if search:
        earnings = earnings.filter(Q(search__contains=searchable(search)) | Q(user__in=people_called(search)))
    earnings = created_between(earnings, start, end)
    if sort:
        earnings = earnings.order_by(*Earning.ORDERS[sort.removeprefix("-")])
    return earnings.reverse() if sort.startswith("-") else earnings


def groups_of(earnings: QuerySet[Earning]) -> QuerySet[Any]:
    """What was earned in each run and by each task, the rest by kind: a dict each, the latest first."""
    return (
        earnings.order_by()
        .values("source_kind", "group_id")
        .annotate(
            total=Sum("amount"),
            pending=Sum("amount", filter=Q(status=Status.PENDING), default=ZERO),
            accounts=Sum("accounts_count"),
            credits_count=Count(Coalesce("split_from_id", "id"), distinct=True),
            earning_id=Min(Coalesce("split_from_id", "id")),
            last_at=Max("created_at"),
        )
        .order_by("-last_at", "source_kind", "group_id")
    )


def earned_by_each(source_kind: str, *, user: str) -> Subquery:
    """What each row of a query, a group, earned the person in its column; None while that is nothing."""
    earned = Earning.objects.filter(user=OuterRef(user), source_kind=source_kind, group_id=OuterRef("pk")).order_by()
    return Subquery(earned.values("group_id").annotate(total=Sum("amount")).values("total"))


def whole_earnings(user_id: int, *, status: str = "", **filters: Any) -> QuerySet[Earning]:
    """A person's earnings as first credited, newest first, by the filters of `filter_earnings`; of a status where any
    part has it. In all else the parts are alike."""
    found = filter_earnings(earnings_of(user_id).filter(split_from=None), **filters)
    if status:
        parts = Earning.objects.filter(split_from=OuterRef("pk"), status=status)
        found = found.filter(Q(status=status) | Exists(parts))
    return found.prefetch_related(Prefetch("splits", Earning.objects.order_by("id")))


def describe_kinds(groups: Iterable[tuple[str, int | None]]) -> dict[str, Kind]:
    """The kinds of (kind, group id) pairs in words, with what apps tell of their groups; a read for each kind."""
    wanted: dict[str, set[int]] = {}
    for kind, group_id in groups:
        wanted.setdefault(kind, set()).update(() if group_id is None else (group_id,))
    answers = {kind: next(iter(publish(f"kind_wanted:{kind}", ids)), None) for kind, ids in wanted.items()}
    return {kind: answers[kind] or OWN_KINDS.get(kind, Kind("Outros ganhos")) for kind in wanted}


def payouts() -> QuerySet[Any]:
    """What was paid, newest first, each with its people and `undone`: whether its amount was made due again."""
    undone = Earning.objects.filter(source_kind=PAYOUT_SOURCE, source_id=OuterRef("pk"), split_from=None)
    found: QuerySet[Any] = Payout.objects.select_related("user", "by").annotate(undone=Exists(undone))
    return found.order_by("-created_at", "-id")


def receipt(payout_id: int) -> Statement:
    """What a payout settled, as a statement of its own. An unknown payout is NotFound."""
    payout = ensure(payouts().filter(pk=payout_id).first())
    is_cut = Exists(Earning.objects.filter(split_from=OuterRef("pk")))
    earnings = list(Earning.objects.filter(payout=payout).annotate(is_cut=is_cut).order_by("created_at", "id"))
    cut = (each for each in earnings if each.is_cut or each.split_from_id)  # the first and the last, at most
    wholes = {earning.pk: sum((piece.amount for piece in pieces_of(earning)), ZERO) for earning in cut}
    return Statement(payout.user, None, None, earnings, totals_of(payout.user_id), payout, wholes)


def totals_of(user_id: int) -> Balance:
    """A person's totals, from one row whatever the number of earnings; an empty one, not stored, before the first."""
    return Balance.objects.filter(user_id=user_id).first() or Balance(user_id=user_id)


def earned_since(user_id: int, day: date) -> Decimal:
    """What a person earned since a local day; what is due again was earned before."""
    earned = Earning.objects.filter(user_id=user_id, created_at__gte=midnight(day)).exclude(source_kind=PAYOUT_SOURCE)
    total: Decimal = earned.aggregate(total=Sum("amount", default=ZERO))["total"]
    return total


def totals_of_everyone() -> dict[str, Decimal]:
    """What the company owes and has paid, `pending` and `paid`: one row a person is read."""
    return Balance.objects.aggregate(pending=Sum("pending", default=ZERO), paid=Sum("paid", default=ZERO))


def balances(*, due: bool = False, search: str = "", sort: str = "-pending") -> QuerySet[Balance]:
    """Everybody's balances with their people, or those `due` something, by the words of a name; the largest first. Who
    left without having earned is in no list."""
    found = Balance.objects.select_related("user").exclude(sequence=0, user__is_active=False)
    if due:
        found = found.filter(pending__gt=ZERO)
    if search:
        found = found.filter(user__in=people_called(search))
    minus = "-" if sort.startswith("-") else ""
    return found.order_by(minus + Balance.SORTABLE[sort.removeprefix("-")], "user_id")


def statement(user_id: int, *, start: date | None = None, end: date | None = None) -> Statement:
    """A person's statement; without a period of everything, with the balance as totals. Raises PersonNotFound."""
    balance = totals_of(user_id)
    earnings = list(created_between(Earning.objects.filter(user_id=user_id), start, end).order_by("created_at", "id"))
    return Statement(person(user_id), start, end, earnings, balance)


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


def movements_of(source_kind: str, source_ids: Iterable[int]) -> list[Movement]:
    """What was credited to sources of one kind, and every correction of it, oldest first; three queries."""
    credited = Earning.objects.filter(source_kind=source_kind, source_id__in=list(source_ids), split_from=None)
    sources = dict(credited.order_by().values_list("pk", "source_id"))
    pieces = Earning.objects.filter(split_from__in=sources).order_by().values_list("pk", "split_from")
    sources |= {pk: sources[root] for pk, root in pieces if root}
    posted = Posting.objects.filter(earning__in=sources, kind__in=(PostingKind.CREDIT, PostingKind.CORRECTION))
    rows = posted.order_by("pk").values_list("earning_id", "pk", "amount", "created_at")
    return [Movement(sources[earning] or 0, *posting) for earning, *posting in rows]


def corrected_since(source_kind: str, moment: datetime) -> set[int]:
    corrections = Posting.objects.filter(kind=PostingKind.CORRECTION, created_at__gte=moment).order_by()
    found = corrections.filter(earning__source_kind=source_kind).values_list("earning__source_id", flat=True)
    return {source_id for source_id in found if source_id}


def pending_credits(source_kind: str, source_ids: Iterable[int]) -> dict[int, Credit]:
    """What is pending of what sources of one kind earned, by source id: the earning that has it, and its amount."""
    left = Earning.objects.filter(source_kind=source_kind, source_id__in=list(source_ids), status=Status.PENDING)
    rows = left.values_list("source_id", "pk", "amount")
    return {source_id: Credit(pk, amount) for source_id, pk, amount in rows if source_id}


def payment_schedule() -> PaymentSchedule | None:
    return PaymentSchedule.objects.first()


def schemes() -> QuerySet[Any]:
    """All versions, newest first, each with who made it and `replaced`: another one is in force from the same day on."""
    later = PayScheme.objects.filter(valid_from=OuterRef("valid_from"), pk__gt=OuterRef("pk"))
    found: QuerySet[Any] = PayScheme.objects.select_related("by").annotate(replaced=Exists(later))
    return found


def scheme_in_force() -> PayScheme:
    """The version that holds at this moment; before the first one DEFAULT_AUTOMATIC_AMOUNT for any account, not stored."""
    return next(iter(_begun(today=str(timezone.localdate()))), PayScheme())


def game_titles() -> dict[str, str]:
    """{slug: title} of every game that accounts are created of."""
    [titles] = publish("game_titles_wanted")
    return dict(titles)


def cause_of(earning: Earning, *, to: Actor) -> Source | None:
    """An earning's cause, with the reader's `url` and the version of its pay scheme; None where no app describes it."""
    found = publish(f"source_wanted:{earning.source_kind}", earning.source_id) if earning.source_id is not None else []
    cause: Source | None = next(filter(None, found), None)
    if cause and cause.admin_url and to.is_admin:
        cause = replace(cause, url=cause.admin_url)
    if cause and earning.scheme:
        text = f"{earning.scheme}: {earning.scheme.text(game_titles())}"
        cause = replace(cause, facts=(*cause.facts, ("Esquema de pagamento", text)))
    return cause


def earning_json(earning: Earning) -> dict[str, Any]:
    return dict(EarningOutput(earning).data)


@dataclass
class Story:
    """One earning by its postings: its owner, what is pending and paid of it, and its last seal."""

    user_id: int
    pending: Decimal = ZERO
    paid: Decimal = ZERO
    seal: str = ""


@dataclass
class Verification:
    """What was read, every fault found in words, and one digest of all heads to compare with an earlier run."""

    postings: int = 0
    earnings: int = 0
    people: int = 0
    fingerprint: str = ""
    faults: list[str] = field(default_factory=list)
    stories: dict[int, Story] = field(default_factory=dict)
    payments: dict[int, Decimal] = field(default_factory=lambda: defaultdict(Decimal))


def sealing_keys() -> list[tuple[int, bytes]]:
    """The keys of the chains, oldest first, each with the last posting that a former one sealed. That is encrypted with
    the key, so that whoever has a former key and the database cannot let it count for more."""
    stored = (value.partition("-") for value in _sealing_keys())
    return sorted(((int(last or 0), bytes.fromhex(key)) for key, _, last in stored), key=lambda each: each[0])


def verify_ledger() -> Verification:
    """Prove from one snapshot that balances equal entries and that no entry was altered (product: earnings.ledger)."""
    found = Verification()
    with transaction.atomic():
        # SQLite's transactions see one moment by themselves. In an open one (a test's) the level can't be chosen.
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        _verify_chains(found)
        _verify_earnings(found)
        _verify_payouts(found)
    return found


def _rows(model: type[Model], *order: str) -> Iterator[Any]:
    """All rows of a table as named tuples of its columns: a model instance costs more than its hash."""
    columns = [column.attname for column in model._meta.concrete_fields]
    return iter(model._default_manager.order_by(*order).values_list(*columns, named=True).iterator(5000))


def _verify_chains(found: Verification) -> None:
    """Walk every person's postings in order, then compare where the walk ends with the balance."""
    balances, keys = Balance.objects.in_bulk(), sealing_keys()
    ends = {user_id: Balance(user_id=user_id) for user_id in balances}
    for posting in _rows(Posting, "user_id", "sequence"):
        end = ends.get(posting.user_id) or ends.setdefault(posting.user_id, Balance(user_id=posting.user_id))
        place = f"Pessoa {posting.user_id}, lançamento {posting.sequence}"
        if posting.sequence != end.sequence + 1:
            found.faults.append(f"{place}: esperava-se o lançamento {end.sequence + 1}.")
        if posting.previous_hash != end.head:
            found.faults.append(f"{place}: não continua o lançamento anterior.")
        _, key = keys[bisect_left(keys, posting.id, key=lambda each: each[0]) - 1]
        if posting.hash != Posting.computed_hash(posting, key):
            found.faults.append(f"{place}: o conteúdo não confere com o hash.")
        story = found.stories.setdefault(posting.earning_id, Story(posting.user_id))
        story.pending += posting.amount
        story.seal = posting.earning_seal
        if posting.kind == PostingKind.PAYMENT and posting.payout_id:
            story.paid -= posting.amount
            found.payments[posting.payout_id] -= posting.amount
        end.sequence, end.head = posting.sequence, posting.hash
        end.pending += posting.amount
        end.paid -= posting.amount if posting.kind == PostingKind.PAYMENT else ZERO
        found.postings += 1
    for user_id, end in sorted(ends.items()):
        place, balance = f"Pessoa {user_id}", balances.get(user_id) or Balance(user_id=user_id)
        if (balance.sequence, balance.head) != (end.sequence, end.head):
            last = f"o saldo aponta para o lançamento {balance.sequence}, o último é {end.sequence}"
            found.faults.append(f"{place}: {last}.")
        for label, written, counted in (("pendente", balance.pending, end.pending), ("pago", balance.paid, end.paid)):
            if written != counted:
                sums = f"saldo {label} de {format_brl(written)}, lançamentos somam {format_brl(counted)}"
                found.faults.append(f"{place}: {sums}.")
    found.people = len(ends)
    found.fingerprint = rules.digest(*(end.head for _, end in sorted(ends.items())))


def _verify_earnings(found: Verification) -> None:
    for earning in _rows(Earning, "id"):
        found.earnings += 1
        story, place = found.stories.pop(earning.id, None), f"Ganho {earning.id}"
        if story is None:
            found.faults.append(f"{place}: nenhum lançamento o registra.")
            continue
        if story.user_id != earning.user_id or story.seal != Earning.seal(earning):
            found.faults.append(f"{place}: foi alterado depois do último lançamento.")
        pending, paid = (ZERO, earning.amount) if earning.status == Status.PAID else (earning.amount, ZERO)
        if (story.pending, story.paid) != (pending, paid):
            found.faults.append(
                f"{place}: vale {format_brl(earning.amount)} ({Status(earning.status).label}), "
                f"lançamentos dizem {format_brl(story.pending)} pendente e {format_brl(story.paid)} pago."
            )
    found.faults += [f"Ganho {earning_id}: foi removido." for earning_id in sorted(found.stories)]


def _verify_payouts(found: Verification) -> None:
    for payout in Payout.objects.order_by("id").iterator(5000):
        settled = found.payments.pop(payout.pk, ZERO)
        if settled != payout.amount:
            found.faults.append(f"Pagamento {payout.pk}: de {format_brl(payout.amount)}, quitou {format_brl(settled)}.")
    found.faults += [f"Pagamento {payout_id}: foi removido." for payout_id in sorted(found.payments)]
