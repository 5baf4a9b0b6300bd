"""Money under calls that arrive together, each on a connection of its own."""

import os
from collections import Counter
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.db import connections, transaction

from accounts.models import User
from accounts.tests.factories import AdminFactory, UserFactory
from core.errors import ActionError
from core.tests.threads import together
from earnings import actions
from earnings.errors import InsufficientPending, PayoutUndone, ScheduleExists
from earnings.models import Balance, Earning, PaymentSchedule, Payout, Posting
from earnings.queries import ALL_EARNINGS, sealing_keys, stamp_of, totals_of, verify_ledger
from earnings.tests.factories import owe

pytestmark = pytest.mark.usefixtures("real_database")


@pytest.fixture
def people(real_database: Any) -> tuple[User, User]:
    return UserFactory(), AdminFactory()


def kinds(results: list[Any]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.postgres)])
def test_parallel_transfers_of_the_whole_balance_succeed_once(people: tuple[User, User], times: int) -> None:
    """'100 parallel transfers of the whole balance: 1 succeeds, balance never < 0'."""
    user, admin = people
    owe(user, "60.00")
    owe(user, "40.00")

    results = together(times, lambda number: actions.transfer(user_id=user.id, amount=Decimal("100.00"), by=admin))

    assert kinds(results) == {"Transfer": 1, InsufficientPending.__name__: times - 1}
    assert (totals_of(user.id).pending, totals_of(user.id).paid) == (Decimal("0.00"), Decimal("100.00"))
    assert (Payout.objects.count(), Posting.objects.count()) == (1, 4)
    assert verify_ledger().faults == []


@pytest.mark.postgres
def test_paydays_of_different_people_at_once_wait_in_no_circle(people: tuple[User, User]) -> None:
    """Whose reads change together: each is paid with one of the others', in turns."""
    _, admin = people
    one, other, *_ = ALL_EARNINGS
    first, second = ({stamp_of(user.id): user for user in (UserFactory() for _ in ALL_EARNINGS)} for _ in range(2))
    pairs = ((first[one], second[other]), (first[other], second[one]))
    for user in (*pairs[0], *pairs[1]):
        owe(user, "30.00")

    def pay(number: int) -> Any:
        return len(actions.pay_many(payments={user.id: Decimal("1.00") for user in pairs[number % 2]}, by=admin))

    assert kinds(together(30, pay)) == {"int": 30}
    assert verify_ledger().faults == []


@pytest.mark.postgres
def test_credit_waits_for_nobody_else_who_is_credited(people: tuple[User, User]) -> None:
    """As lanes do, of which each writes one person's account."""
    user, _ = people
    other = UserFactory()
    while stamp_of(other.id) == stamp_of(user.id):
        other = UserFactory()
    with transaction.atomic():
        owe(user, "10.00")
        [credited] = together(1, lambda number: owe(other, "20.00").amount)
    assert credited == Decimal("20.00")


@pytest.mark.parametrize("times", [10, pytest.param(60, marks=pytest.mark.postgres)])
def test_parallel_paydays_of_the_same_people_pay_each_once(people: tuple[User, User], times: int) -> None:
    """In any order of the people, beside credits and transfers to them: nobody waits for somebody who waits."""
    _, admin = people
    paid = [UserFactory() for _ in range(5)]
    for person in paid:
        owe(person, "10.00")

    def act(number: int) -> Any:
        if number % 5 == 4:
            return owe(paid[number % 3], "1.00").pk
        order = Random(number).sample(paid, len(paid))
        return len(actions.pay_many(payments={person.id: Decimal("10.00") for person in order}, by=admin))

    results = together(times, act)

    assert kinds(results) == {"int": times // 5 + 1, "PaymentRefused": times - times // 5 - 1}
    assert (Payout.objects.count(), {totals_of(person.id).paid for person in paid}) == (5, {Decimal("10.00")})
    assert verify_ledger().faults == []


def test_parallel_undoings_of_a_payout_owe_it_again_once(people: tuple[User, User]) -> None:
    user, admin = people
    owe(user, "10.00")
    payout = actions.transfer(user_id=user.id, amount=Decimal("10.00"), by=admin).payout

    results = together(10, lambda number: actions.undo_payout(payout_id=payout.pk, reason="x", by=admin))

    assert kinds(results) == {"Earning": 1, PayoutUndone.__name__: 9}
    assert totals_of(user.id).pending == Decimal("10.00")
    assert verify_ledger().faults == []


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.postgres)])
def test_parallel_credits_of_one_source_are_one_earning(people: tuple[User, User], times: int) -> None:
    """'each source event pays once', for a person whose balance does not exist yet."""
    user, _ = people

    results = together(times, lambda number: owe(user, "3.00", source_kind="task", source_id=1).pk)

    assert len(set(results)) == 1
    assert Balance.objects.get().pending == Decimal("3.00")
    assert verify_ledger().faults == []


def test_parallel_credits_of_many_sources_are_all_chained(people: tuple[User, User]) -> None:
    user, _ = people

    together(20, lambda number: owe(user, "3.00", source_kind="task", source_id=number))

    assert Earning.objects.count() == 20
    assert totals_of(user.id).pending == Decimal("60.00")
    assert verify_ledger().faults == []


def test_postings_beside_a_new_key_of_the_ledger_verify(people: tuple[User, User]) -> None:
    user, _ = people

    def act(number: int) -> Any:
        return actions.replace_sealing_key() if number % 5 == 0 else owe(UserFactory() if number % 2 else user)

    results = together(20, act)

    assert [result for result in results if isinstance(result, Exception)] == []
    assert (len(sealing_keys()), Posting.objects.count()) == (5, 16)
    assert verify_ledger().faults == []


def test_parallel_first_schedules_are_one(people: tuple[User, User]) -> None:
    _, admin = people
    day = date(2099, 1, 31)

    results = together(10, lambda number: actions.create_schedule(next_payment_date=day, by=admin))

    assert kinds(results) == {"PaymentSchedule": 1, ScheduleExists.__name__: 9}
    assert PaymentSchedule.objects.count() == 1


@pytest.mark.parametrize(
    ("clients", "operations"),
    [(8, 10), pytest.param(50, 40 if "SOAK" in os.environ else 10, marks=[pytest.mark.postgres, pytest.mark.slow])],
)
def test_random_operations_leave_totals_equal_to_entries_to_the_cent(
    people: tuple[User, User], clients: int, operations: int
) -> None:
    """After random concurrent operations (50 clients) all totals on all endpoints equal the sum of entries to the cent."""
    first, admin = people
    users = [first, *(UserFactory() for _ in range(4))]

    def operate(number: int) -> int:
        random, refused = Random(number), 0
        for step in range(operations):
            user, amount = random.choice(users), Decimal(random.randint(1, 2_000)) / 100
            try:
                if random.random() < 0.6:
                    owe(user, str(amount), bonus="5", source_kind="task", source_id=number * operations + step)
                else:
                    actions.transfer(user_id=user.id, amount=amount, by=admin)
            except ActionError:
                refused += 1
            finally:
                connections.close_all()  # as at the end of a request, so that a pool serves all clients
        return refused

    results = together(clients, operate)

    assert [result for result in results if not isinstance(result, int)] == []
    assert verify_ledger().faults == []
    for user in users:
        rows = Earning.objects.filter(user=user)
        totals = totals_of(user.id)
        assert totals.pending == sum((row.amount for row in rows if row.payout_id is None), Decimal(0))
        assert totals.paid == sum((row.amount for row in rows if row.payout_id), Decimal(0))
        assert totals.pending >= 0
