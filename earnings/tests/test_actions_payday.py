from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.tests.factories import UserFactory
from core.models import AuditEvent
from earnings import actions
from earnings.enums import Status
from earnings.errors import PaymentRefused, PayoutUndone, PersonNotFound, ReasonRequired
from earnings.models import Balance, Earning, Payout, Posting
from earnings.queries import payouts, totals_of, verify_ledger
from earnings.tests.factories import owe
from notifications.models import Notification


def test_several_people_are_paid_at_once(employee: Any, other_employee: Any, admin: Any) -> None:
    owe(employee, "10.00")
    owe(other_employee, "20.00")

    paid = actions.pay_many(payments={other_employee.id: Decimal("15.00"), employee.id: Decimal("10.00")}, by=admin)

    assert [(each.payout.user_id, each.payout.amount, each.pending_total) for each in paid] == [
        (employee.id, Decimal("10.00"), Decimal("0.00")),
        (other_employee.id, Decimal("15.00"), Decimal("5.00")),
    ]
    assert AuditEvent.objects.filter(event="earnings.transferred").count() == 2
    assert set(Notification.objects.values_list("user_id", "title")) == {
        (employee.id, "Pagamento realizado"),
        (other_employee.id, "Pagamento realizado"),
    }
    assert verify_ledger().faults == []


def test_each_person_of_a_payday_is_looked_up_and_locked_once(admin: Any) -> None:
    people = [UserFactory() for _ in range(3)]
    for person in people:
        owe(person, "10.00")

    with CaptureQueriesContext(connection) as asked:
        actions.pay_many(payments={person.id: Decimal("10.00") for person in people}, by=admin)

    reads = [each["sql"] for each in asked.captured_queries if each["sql"].startswith("SELECT")]
    assert sum('FROM "accounts_user"' in sql for sql in reads) == len(people)
    assert sum('FROM "earnings_balance"' in sql for sql in reads) == len(people)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("20.01", "Saldo pendente insuficiente."),
        ("10000.01", "O valor máximo para transferência é R$ 10.000"),
        ("0.00", "O valor deve ser maior que zero"),
    ],
)
def test_one_refused_payment_pays_nobody(employee: Any, other_employee: Any, admin: Any, amount: str, text: str) -> None:
    owe(employee, "10.00")
    owe(other_employee, "20.00")

    with pytest.raises(PaymentRefused) as refused:
        actions.pay_many(payments={employee.id: Decimal("10.00"), other_employee.id: Decimal(amount)}, by=admin)

    assert refused.value.message == f"Outro Funcionário: {text}"
    assert refused.value.errors == {str(other_employee.id): [text]}
    assert (Payout.objects.count(), Posting.objects.count(), Notification.objects.count()) == (0, 2, 0)
    assert set(Earning.objects.values_list("status", flat=True)) == {Status.PENDING}
    assert verify_ledger().faults == []


def test_payment_to_nobody_among_others_pays_nobody(employee: Any, admin: Any) -> None:
    owe(employee, "10.00")

    with pytest.raises(PersonNotFound):
        actions.pay_many(payments={employee.id: Decimal("10.00"), admin.id + 1000: Decimal("1.00")}, by=admin)

    assert not Payout.objects.exists()
    assert Balance.objects.count() == 1


@pytest.mark.once
def test_payday_costs_the_same_for_each_further_person(admin: Any) -> None:
    costs = []
    for count in (1, 2, 3):
        people = [UserFactory() for _ in range(count)]
        for person in people:
            owe(person, "10.00")
        with CaptureQueriesContext(connection) as queries:
            actions.pay_many(payments={person.id: Decimal("10.00") for person in people}, by=admin)
        costs.append(len(queries))

    assert costs[2] - costs[1] == costs[1] - costs[0]


def test_undone_payout_is_due_again_and_stays_in_the_books(employee: Any, admin: Any) -> None:
    earning = owe(employee, "50.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("50.00"), by=admin).payout

    again = actions.undo_payout(payout_id=payout.pk, reason=" Conta errada ", by=admin)

    earning.refresh_from_db()
    assert (earning.status, earning.payout) == (Status.PAID, payout)
    assert (again.amount, again.status, again.accounts_count) == (Decimal("50.00"), Status.PENDING, 0)
    assert again.description == f"Pagamento {payout.pk} desfeito: Conta errada"
    assert (totals_of(employee.id).pending, totals_of(employee.id).paid) == (Decimal("50.00"), Decimal("50.00"))
    assert payouts().get().undone
    event = AuditEvent.objects.get(event="earnings.payout_undone")
    assert (event.actor_id, event.subject_id, event.reason) == (admin.id, employee.id, "Conta errada")
    assert Notification.objects.filter(user=employee, title="Pagamento desfeito").count() == 1
    assert verify_ledger().faults == []


def test_payout_is_undone_once_even_after_it_was_paid_again(employee: Any, admin: Any) -> None:
    owe(employee, "50.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("50.00"), by=admin).payout
    actions.undo_payout(payout_id=payout.pk, reason="x", by=admin)
    actions.transfer(user_id=employee.id, amount=Decimal("20.00"), by=admin)

    with pytest.raises(PayoutUndone):
        actions.undo_payout(payout_id=payout.pk, reason="x", by=admin)

    assert totals_of(employee.id).pending == Decimal("30.00")
    assert Notification.objects.filter(title="Pagamento desfeito").count() == 1
    assert verify_ledger().faults == []


def test_payout_is_not_undone_without_a_reason(employee: Any, admin: Any) -> None:
    owe(employee, "50.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("50.00"), by=admin).payout

    with pytest.raises(ReasonRequired):
        actions.undo_payout(payout_id=payout.pk, reason=" ", by=admin)

    assert Earning.objects.count() == 1
