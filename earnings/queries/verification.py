"""The proof that earnings, postings and balances tell the same story."""

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from core.crypto import LEDGER_KEY
from core.models import KeyMaterial
from core.money import ZERO, format_brl
from earnings import rules
from earnings.enums import PostingKind, Status
from earnings.models import Balance, Earning, Payout, Posting


@dataclass
class Story:
    """What the postings say of one earning: its owner, what is pending and paid of it, and its last seal."""

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
    payments: dict[int, Decimal] = field(default_factory=dict)


def sealing_keys() -> list[tuple[int, bytes]]:
    """The keys of the chains, oldest first, each with the last posting that a former one sealed. That is encrypted with
    the key, so that whoever has a former key and the database cannot let it count for more."""
    materials = KeyMaterial.objects.filter(name__startswith=LEDGER_KEY).order_by("pk")
    stored = (value.partition("-") for value in materials.values_list("value", flat=True))
    return sorted(((int(last or 0), bytes.fromhex(key)) for key, _, last in stored), key=lambda each: each[0])


def verify_ledger() -> Verification:
    """'proves that balances equal entries and finds any altered row', over one snapshot."""
    found = Verification()
    with _snapshot():
        _verify_chains(found)
        _verify_earnings(found)
        _verify_payouts(found)
    return found


@contextmanager
def _snapshot() -> Iterator[None]:
    """All reads see one moment. SQLite's transactions are so by themselves."""
    with transaction.atomic():
        # Inside an open transaction (a test's) the level can no longer be chosen.
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _rows(model: type[Model], *order: str) -> Iterator[Any]:
    """All rows of a table as named tuples of its columns: a model instance costs more than its hash."""
    columns = [column.attname for column in model._meta.concrete_fields]
    return iter(model._default_manager.order_by(*order).values_list(*columns, named=True).iterator(5000))


def _verify_chains(found: Verification) -> None:
    """Walk every person's postings in order, then compare where the walk ends with the balance."""
    balances = Balance.objects.in_bulk()
    ends = {user_id: Balance(user_id=user_id) for user_id in balances}
    keys = sealing_keys()
    for posting in _rows(Posting, "user_id", "sequence"):
        end = ends.get(posting.user_id)
        if end is None:
            end = ends[posting.user_id] = Balance(user_id=posting.user_id)
        _, key = keys[bisect_left(keys, posting.id, key=lambda each: each[0]) - 1]
        _verify_posting(found, posting, end, key)
        end.sequence, end.head = posting.sequence, posting.hash
        end.pending += posting.amount
        end.paid -= posting.amount if posting.kind == PostingKind.PAYMENT else ZERO
        found.postings += 1
    for user_id, end in sorted(ends.items()):
        _verify_balance(found, balances.get(user_id) or Balance(user_id=user_id), end)
    found.people = len(ends)
    found.fingerprint = rules.digest(*(head for _, head in sorted((end.user_id, end.head) for end in ends.values())))


def _verify_posting(found: Verification, posting: Any, before: Balance, key: bytes) -> None:
    place = f"Pessoa {posting.user_id}, lançamento {posting.sequence}"
    if posting.sequence != before.sequence + 1:
        found.faults.append(f"{place}: esperava-se o lançamento {before.sequence + 1}.")
    if posting.previous_hash != before.head:
        found.faults.append(f"{place}: não continua o lançamento anterior.")
    if posting.hash != Posting.computed_hash(posting, key):
        found.faults.append(f"{place}: o conteúdo não confere com o hash.")
    story = found.stories.get(posting.earning_id)
    if story is None:
        story = found.stories[posting.earning_id] = Story(posting.user_id)
    story.pending += posting.amount
    story.seal = posting.earning_seal
    if posting.kind == PostingKind.PAYMENT and posting.payout_id:
        story.paid -= posting.amount
        found.payments[posting.payout_id] = found.payments.get(posting.payout_id, ZERO) - posting.amount


def _verify_balance(found: Verification, balance: Balance, end: Balance) -> None:
    place = f"Pessoa {end.user_id}"
    if (balance.sequence, balance.head) != (end.sequence, end.head):
        found.faults.append(f"{place}: o saldo aponta para o lançamento {balance.sequence}, o último é {end.sequence}.")
    for label, written, counted in (
        ("pendente", balance.pending, end.pending),
        ("pago", balance.paid, end.paid),
    ):
        if written != counted:
            found.faults.append(
                f"{place}: saldo {label} de {format_brl(written)}, lançamentos somam {format_brl(counted)}."
            )


def _verify_earnings(found: Verification) -> None:
    missing = set(found.stories)
    for earning in _rows(Earning, "id"):
        found.earnings += 1
        missing.discard(earning.id)
        story = found.stories.get(earning.id)
        place = f"Ganho {earning.id}"
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
    found.faults += [f"Ganho {earning_id}: foi removido." for earning_id in sorted(missing)]


def _verify_payouts(found: Verification) -> None:
    unseen = dict(found.payments)
    for payout in Payout.objects.order_by("id").iterator(5000):
        settled = unseen.pop(payout.pk, ZERO)
        if settled != payout.amount:
            found.faults.append(f"Pagamento {payout.pk}: de {format_brl(payout.amount)}, quitou {format_brl(settled)}.")
    found.faults += [f"Pagamento {payout_id}: foi removido." for payout_id in sorted(unseen)]
