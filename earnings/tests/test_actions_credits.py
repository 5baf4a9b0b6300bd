from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from core.append_only import AppendOnlyError
from core.models import AuditEvent
from earnings import actions
from earnings.enums import PostingKind, Status
from earnings.errors import AlreadyPaid, AmountNegative, ReasonRequired
from earnings.models import Balance, Earning, Posting
from earnings.queries import verify_ledger
from earnings.rules import GENESIS
from earnings.tests.factories import owe


def test_credit_owes_the_amount_and_its_bonus_as_its_own_part(employee: Any) -> None:
    earning = owe(employee, "3.00", bonus="5.00", accounts=1, description="Conta criada", source_id=7)

    assert (earning.base_amount, earning.bonus_amount, earning.amount) == (
        Decimal("3.00"),
        Decimal("0.15"),
        Decimal("3.15"),
    )
    assert (earning.status, earning.accounts_count, earning.description) == (Status.PENDING, 1, "Conta criada")
    assert earning.updated_at == earning.created_at
    balance = Balance.objects.get(user=employee)
    assert (balance.pending, balance.paid, balance.sequence) == (Decimal("3.15"), Decimal("0.00"), 1)
    posting = Posting.objects.get()
    assert (posting.kind, posting.amount, posting.earning, posting.by, posting.reason) == (
        PostingKind.CREDIT,
        Decimal("3.15"),
        earning,
        None,
        "Conta criada",
    )
    assert (posting.previous_hash, posting.hash) == (GENESIS, balance.head)


def test_credit_is_once_per_source(employee: Any) -> None:
    first, second = owe(employee, "3.00", source_id=7), owe(employee, "3.00", source_id=7)

    assert second == first
    assert (Earning.objects.count(), Posting.objects.count()) == (1, 1)
    assert Balance.objects.get().pending == Decimal("3.00")


def test_credit_of_another_kind_with_the_same_id_is_another_source(employee: Any) -> None:
    owe(employee, source_kind="task", source_id=7)
    owe(employee, source_kind="bulk_row", source_id=7)

    assert Earning.objects.count() == 2


def test_credit_without_a_source_is_never_a_repetition(employee: Any) -> None:
    owe(employee)
    owe(employee)

    assert Earning.objects.count() == 2


def test_credit_of_a_source_that_paid_somebody_else_is_that_earning(employee: Any, other_employee: Any) -> None:
    first, second = owe(employee, source_id=7), owe(other_employee, source_id=7)

    assert second == first
    assert not Earning.objects.filter(user=other_employee).exists()


def test_credit_shortens_a_description_that_does_not_fit(employee: Any) -> None:
    assert owe(employee, description="x" * 400).description == "x" * 300


@pytest.mark.django_db(transaction=True)
def test_credit_outside_a_transaction_is_refused() -> None:
    earning = owe()

    with pytest.raises(TransactionManagementError):
        actions.credit(
            user_id=earning.user_id,
            amount=Decimal("1.00"),
            description="x",
            accounts_count=1,
            source_kind="teste",
            source_id=1,
        )

    assert Earning.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_credit_disappears_with_the_transaction_of_its_cause() -> None:
    user = owe(source_id=1).user

    with transaction.atomic():
        owe(user, source_id=2)
        transaction.set_rollback(True)

    assert Earning.objects.count() == 1
    assert verify_ledger().faults == []


def test_database_refuses_a_second_root_of_a_source(employee: Any) -> None:
    earning = owe(employee, source_id=7)
    earning.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        earning.save(force_insert=True)


@pytest.mark.parametrize(
    "change",
    [
        {"amount": Decimal("11.00")},
        {"base_amount": Decimal("-1.00"), "amount": Decimal("-1.00")},
        {"status": Status.PAID},
        {"updated_at": "2030-01-01T00:00:00Z"},
    ],
)
def test_database_refuses_an_earning_that_does_not_add_up(employee: Any, change: dict[str, Any]) -> None:
    earning = owe(employee, "10.00")

    with pytest.raises(IntegrityError), transaction.atomic():
        Earning.objects.filter(pk=earning.pk).update(**change)


@pytest.mark.parametrize("statement", ["UPDATE earnings_posting SET amount = 1", "DELETE FROM earnings_posting"])
def test_database_refuses_to_change_a_posting(employee: Any, statement: str) -> None:
    """Direct UPDATE/DELETE of a posted entry is refused by the database."""
    owe(employee)

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert Posting.objects.get().amount == Decimal("10.00")


def test_a_posting_is_never_saved_again(employee: Any) -> None:
    owe(employee)

    with pytest.raises(AppendOnlyError):
        Posting.objects.get().save()


def test_add_balance_is_pending_with_one_account_and_audited(employee: Any, admin: Any) -> None:
    """An added balance is created pending with accountsCount 1."""
    earning = actions.add_balance(user_id=employee.id, amount=Decimal("10.00"), description=" Bônus ", by=admin)

    assert (earning.status, earning.accounts_count, earning.description) == (Status.PENDING, 1, "Bônus")
    assert Posting.objects.get().by == admin
    event = AuditEvent.objects.get(event="earnings.balance_added")
    assert (event.actor_id, event.subject_id, event.reason, event.after) == (
        admin.id,
        employee.id,
        "Bônus",
        {"amount": "10.00"},
    )


def test_correction_is_a_new_posting_and_keeps_the_bonus_share(employee: Any, admin: Any) -> None:
    """Corrections are new entries."""
    earning = owe(employee, "100.00", bonus="5.00")

    actions.correct(earning_id=earning.pk, amount=Decimal("52.50"), reason="Metade das contas", by=admin)

    earning.refresh_from_db()
    assert (earning.base_amount, earning.bonus_amount, earning.amount) == (
        Decimal("50.00"),
        Decimal("2.50"),
        Decimal("52.50"),
    )
    assert earning.updated_at == earning.created_at
    credited, corrected = Posting.objects.all()
    assert credited.amount == Decimal("105.00")
    assert (corrected.kind, corrected.amount, corrected.reason, corrected.by) == (
        PostingKind.CORRECTION,
        Decimal("-52.50"),
        "Metade das contas",
        admin,
    )
    assert Balance.objects.get().pending == Decimal("52.50")
    assert verify_ledger().faults == []


def test_correction_to_zero_withdraws_the_earning(employee: Any, admin: Any) -> None:
    earning = owe(employee, "10.00")
    owe(employee, "5.00")

    actions.correct(earning_id=earning.pk, amount=Decimal("0.00"), reason="Engano", by=admin)
    actions.transfer(user_id=employee.id, amount=Decimal("5.00"), by=admin)

    balance = Balance.objects.get()
    assert (balance.pending, balance.paid) == (Decimal("0.00"), Decimal("5.00"))
    assert verify_ledger().faults == []


def test_correction_of_a_paid_earning_is_refused(employee: Any, admin: Any) -> None:
    earning = owe(employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    with pytest.raises(AlreadyPaid):
        actions.correct(earning_id=earning.pk, amount=Decimal("5.00"), reason="Tarde", by=admin)

    assert Posting.objects.count() == 2


@pytest.mark.parametrize(
    ("amount", "reason", "refusal"),
    [("5.00", "  ", ReasonRequired), ("-0.01", "x", AmountNegative)],
)
def test_correction_without_reason_or_below_zero_is_refused(
    employee: Any, admin: Any, amount: str, reason: str, refusal: type[Exception]
) -> None:
    earning = owe(employee, "10.00")

    with pytest.raises(refusal):
        actions.correct(earning_id=earning.pk, amount=Decimal(amount), reason=reason, by=admin)

    assert Posting.objects.count() == 1
