from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.tests.factories import AdminFactory, UserFactory
from core.errors import ActionError
from core.models import AuditEvent
from earnings import actions
from earnings.enums import PostingKind, Status
from earnings.errors import AmountNotPositive, AmountTooHigh, InsufficientPending, PersonNotFound
from earnings.models import Balance, Earning, Payout, Posting
from earnings.queries import totals_of, verify_ledger
from earnings.tests.factories import owe
from notifications.models import Notification


def paid_and_pending(user: Any) -> list[tuple[str, str, int | None]]:
    """(amount, status, split_from) of a person's earnings in payment order."""
    rows = Earning.objects.filter(user=user).order_by("created_at", "id")
    return [(f"{row.amount:.2f}", row.status, row.split_from_id) for row in rows]


def test_transfer_pays_oldest_first(employee: Any, admin: Any) -> None:
    """Transfer pays pending earnings oldest first."""
    oldest, middle, newest = (owe(employee, amount) for amount in ("10.00", "20.00", "30.00"))

    transfer = actions.transfer(user_id=employee.id, amount=Decimal("30.00"), by=admin)

    assert transfer.paid == [oldest, middle]
    assert transfer.pending_total == Decimal("30.00")
    newest.refresh_from_db()
    assert (newest.status, newest.payout, newest.paid_at) == (Status.PENDING, None, None)


def test_transfer_cuts_an_earning_in_a_paid_and_a_pending_one(employee: Any, admin: Any) -> None:
    """The one that the amount cuts is split into a paid and a pending one, so that the sums never change."""
    earning = owe(employee, "100.00", bonus="5.00", accounts=10, source_kind="task", source_id=3)

    transfer = actions.transfer(user_id=employee.id, amount=Decimal("42.00"), by=admin)

    paid, rest = Earning.objects.order_by("id")
    assert transfer.paid == [paid] == [earning]
    assert (paid.amount, paid.base_amount, paid.bonus_amount, paid.accounts_count) == (
        Decimal("42.00"),
        Decimal("40.00"),
        Decimal("2.00"),
        4,
    )
    assert (rest.amount, rest.base_amount, rest.bonus_amount, rest.accounts_count) == (
        Decimal("63.00"),
        Decimal("60.00"),
        Decimal("3.00"),
        6,
    )
    assert (rest.status, rest.split_from, rest.source_kind, rest.source_id) == (Status.PENDING, paid, "task", 3)
    assert (rest.description, rest.created_at, rest.updated_at) == (
        paid.description,
        paid.created_at,
        paid.created_at,
    )
    assert [(posting.kind, posting.amount, posting.earning) for posting in Posting.objects.all()] == [
        (PostingKind.CREDIT, Decimal("105.00"), paid),
        (PostingKind.SPLIT, Decimal("-63.00"), paid),
        (PostingKind.SPLIT, Decimal("63.00"), rest),
        (PostingKind.PAYMENT, Decimal("-42.00"), paid),
    ]


def test_a_rest_that_is_cut_again_still_names_the_earning_first_credited(employee: Any, admin: Any) -> None:
    root = owe(employee, "10.00")

    for _ in range(3):
        actions.transfer(user_id=employee.id, amount=Decimal("2.00"), by=admin)

    assert paid_and_pending(employee) == [
        ("2.00", "paid", None),
        ("2.00", "paid", root.pk),
        ("2.00", "paid", root.pk),
        ("4.00", "pending", root.pk),
    ]
    assert verify_ledger().faults == []


def test_update_time_leaves_creation_time_exactly_when_transferred(employee: Any, admin: Any) -> None:
    """'`Transferido` date when paid and updated date differs from created'."""
    for amount in ("10.00", "20.00"):
        owe(employee, amount)

    transfer = actions.transfer(user_id=employee.id, amount=Decimal("15.00"), by=admin)

    for earning in Earning.objects.all():
        assert (earning.updated_at != earning.created_at) == (earning.status == Status.PAID)
        if earning.status == Status.PAID:
            assert earning.updated_at == earning.paid_at == transfer.payout.created_at


def test_transfer_leaves_payout_balance_audit_and_notification(employee: Any, admin: Any) -> None:
    owe(employee, "100.00")

    transfer = actions.transfer(user_id=employee.id, amount=Decimal("100.00"), by=admin)

    assert (transfer.payout.user, transfer.payout.amount, transfer.payout.by) == (employee, Decimal("100.00"), admin)
    assert list(transfer.payout.earnings.all()) == transfer.paid
    assert (totals_of(employee.id).pending, totals_of(employee.id).paid) == (Decimal("0.00"), Decimal("100.00"))
    event = AuditEvent.objects.get(event="earnings.transferred")
    assert (event.actor_id, event.subject_id) == (admin.id, employee.id)
    assert event.after == {"amount": "100.00", "earnings": 1, "pendingTotal": "0.00"}
    notice = Notification.objects.get()
    assert (notice.user, notice.kind, notice.title, notice.body) == (
        employee,
        "payment_made",
        "Pagamento realizado",
        "R$ 100,00 foram transferidos para você.",
    )


@pytest.mark.parametrize(
    ("amount", "refusal", "text"),
    [
        ("0.00", AmountNotPositive, "O valor deve ser maior que zero"),
        ("-1.00", AmountNotPositive, "O valor deve ser maior que zero"),
        ("10000.01", AmountTooHigh, "O valor máximo para transferência é R$ 10.000"),
        ("10000.00", InsufficientPending, "Saldo pendente insuficiente."),
        ("50.01", InsufficientPending, "Saldo pendente insuficiente."),
    ],
)
def test_refused_transfer_changes_nothing(
    employee: Any, admin: Any, amount: str, refusal: type[ActionError], text: str
) -> None:
    owe(employee, "50.00")

    with pytest.raises(refusal) as refused:
        actions.transfer(user_id=employee.id, amount=Decimal(amount), by=admin)

    assert refused.value.message == text
    assert paid_and_pending(employee) == [("50.00", "pending", None)]
    assert (Payout.objects.count(), Posting.objects.count(), Notification.objects.count()) == (0, 1, 0)
    assert Balance.objects.get().pending == Decimal("50.00")


def test_transfer_of_the_maximum_passes(employee: Any, admin: Any) -> None:
    owe(employee, "10000.01")

    actions.transfer(user_id=employee.id, amount=Decimal("10000.00"), by=admin)

    assert totals_of(employee.id).pending == Decimal("0.01")


def test_transfer_to_nobody_is_refused(admin: Any) -> None:
    with pytest.raises(PersonNotFound):
        actions.transfer(user_id=admin.id + 1, amount=Decimal("1.00"), by=admin)

    assert not Balance.objects.exists()


def test_what_is_owed_to_a_deactivated_person_can_be_paid(employee: Any, admin: Any) -> None:
    owe(employee, "10.00")
    type(employee).objects.filter(pk=employee.pk).update(is_active=False)

    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    assert totals_of(employee.id).paid == Decimal("10.00")


@pytest.mark.once
def test_cost_of_a_transfer_does_not_grow_with_the_earnings_it_pays(
    employee: Any, other_employee: Any, admin: Any
) -> None:
    costs = []
    for person, count in ((employee, 1), (other_employee, 30)):
        for _ in range(count):
            owe(person, "1.00")
        with CaptureQueriesContext(connection) as queries:
            actions.transfer(user_id=person.id, amount=Decimal(count), by=admin)
        costs.append(len(queries))

    assert costs[0] == costs[1]


class TestAnyTransfers(TestCase):
    @settings(max_examples=40, deadline=None)
    @given(
        owed_cents=st.lists(
            st.tuples(st.integers(min_value=0, max_value=50_000), st.sampled_from(["0", "5", "12.5"])),
            min_size=1,
            max_size=6,
        ),
        wishes=st.lists(st.integers(min_value=1, max_value=60_000), max_size=6),
    )
    def test_sums_never_change_to_the_cent(self, owed_cents: list[tuple[int, str]], wishes: list[int]) -> None:
        user, admin = UserFactory(), AdminFactory()
        owed = sum(owe(user, str(Decimal(cents) / 100), bonus=bonus, accounts=3).amount for cents, bonus in owed_cents)
        paid = Decimal("0.00")

        for cents in wishes:
            amount = Decimal(cents) / 100
            if amount > owed - paid:
                with pytest.raises(InsufficientPending):
                    actions.transfer(user_id=user.id, amount=amount, by=admin)
                continue
            actions.transfer(user_id=user.id, amount=amount, by=admin)
            paid += amount

        totals = totals_of(user.id)
        assert (totals.pending, totals.paid) == (owed - paid, paid)
        rows = Earning.objects.filter(user=user)
        assert sum(row.amount for row in rows) == owed
        assert sum(row.amount for row in rows if row.status == Status.PAID) == paid
        assert sum(row.accounts_count for row in rows) == 3 * len(owed_cents)
        assert verify_ledger().faults == []
