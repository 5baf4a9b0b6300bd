from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.models import User
from earnings import actions
from earnings.tests.factories import owe


def test_earnings_are_grouped_by_run_and_task_latest_first(employee: User, as_employee: APIClient) -> None:
    with time_machine.travel("2026-11-20T15:00:00+00:00", tick=False):
        first = owe(employee, "3.00", source_kind="bulk_row", source_id=1, group_id=7)
        owe(employee, "3.00", source_kind="bulk_row", source_id=2, group_id=7)
    with time_machine.travel("2026-11-21T15:00:00+00:00", tick=False):
        completed = owe(employee, "100.00", bonus="5", accounts=10, source_kind="task", source_id=9, group_id=9)
    with time_machine.travel("2026-11-19T15:00:00+00:00", tick=False):
        owe(employee, "8.00", source_kind="balance")

    answer = as_employee.get(f"/api/earnings/{employee.id}/groups")

    assert answer["X-Total-Count"] == "3"
    told = [(each["kind"], each["title"], each["url"], each["amount"], each["creditsCount"]) for each in answer.json()]
    assert told == [
        ("Tarefas", "Tarefas", "", "105.00", 1),
        ("Contas criadas", "Contas criadas", "", "6.00", 2),
        ("Saldos adicionados", "Saldos adicionados", "", "8.00", 1),
    ]
    assert [each["earningId"] for each in answer.json()][:2] == [completed.pk, first.pk]
    assert (
        answer.json()[0] | {"accountsCount": 10, "pending": "105.00", "sourceKind": "task", "groupId": 9}
        == (answer.json()[0])
    )


def test_group_opens_to_its_earnings_and_no_others(employee: User, as_employee: APIClient) -> None:
    mine = owe(employee, "3.00", source_kind="bulk_row", source_id=1, group_id=7)
    ungrouped = owe(employee, "4.00", source_kind="bulk_row", source_id=2)
    owe(employee, "5.00", source_kind="task", source_id=7, group_id=7)
    path = f"/api/earnings/{employee.id}/credits"

    grouped = as_employee.get(f"{path}?sourceKind=bulk_row&groupId={7}").json()
    others = as_employee.get(f"{path}?sourceKind=bulk_row").json()

    assert [each["id"] for each in grouped] == [mine.pk]
    assert [each["id"] for each in others] == [ungrouped.pk]


def test_cut_earning_is_one_in_two_parts(employee: User, admin: User, as_employee: APIClient) -> None:
    owe(employee, "100.00", bonus="5", accounts=10, source_kind="task", source_id=1, group_id=3)
    actions.transfer(user_id=employee.id, amount=Decimal("42.00"), by=admin)

    (group,) = as_employee.get(f"/api/earnings/{employee.id}/groups").json()
    answer = as_employee.get(f"/api/earnings/{employee.id}/credits?status=pending")

    assert (group["amount"], group["pending"], group["creditsCount"], group["accountsCount"]) == (
        "105.00",
        "63.00",
        1,
        10,
    )
    (credit,) = answer.json()
    assert answer["X-Total-Count"] == "1"
    assert (credit["amount"], credit["baseAmount"], credit["bonusAmount"], credit["accountsCount"]) == (
        "105.00",
        "100.00",
        "5.00",
        10,
    )
    assert [(part["amount"], part["status"]) for part in credit["parts"]] == [("42.00", "paid"), ("63.00", "pending")]


def test_groups_are_narrowed_by_state_words_and_days(employee: User, admin: User, as_employee: APIClient) -> None:
    with time_machine.travel("2026-11-20T15:00:00+00:00", tick=False):
        owe(employee, "3.00", description="Conta Roblox", source_kind="bulk_row", source_id=1, group_id=1)
        owe(employee, "3.00", description="Conta Roblox", source_kind="bulk_row", source_id=2, group_id=2)
    with time_machine.travel("2026-11-21T15:00:00+00:00", tick=False):
        owe(employee, "9.00", description="Meta", source_kind="task", source_id=3, group_id=3)
    actions.transfer(user_id=employee.id, amount=Decimal("3.00"), by=admin)

    def groups(query: str) -> list[int]:
        return [each["groupId"] for each in as_employee.get(f"/api/earnings/{employee.id}/groups?{query}").json()]

    assert groups("status=paid") == [1]
    assert groups("status=pending") == [3, 2]
    assert groups("search=roblox") == [1, 2]
    assert groups("start=2026-11-21") == [3]
    assert groups("limit=1&offset=1") == [1]
    assert as_employee.get(f"/api/earnings/{employee.id}/groups?status=x").status_code == 400


@pytest.mark.once
@pytest.mark.parametrize("read", ["groups", "credits", "payouts"])
def test_reads_of_ganhos_cost_the_same_at_one_and_at_thirty_rows(
    employee: User, admin: User, as_employee: APIClient, read: str
) -> None:
    costs = []
    for start, count in ((1, 1), (2, 29)):
        for number in range(start, start + count):
            owe(employee, "3.00", source_kind="bulk_row", source_id=number, group_id=number)
            owe(employee, "3.00", source_kind="task", source_id=number, group_id=number)
            actions.transfer(user_id=employee.id, amount=Decimal("4.00"), by=admin)
        with CaptureQueriesContext(connection) as queries:
            assert as_employee.get(f"/api/earnings/{employee.id}/{read}?limit=50").status_code == 200
        costs.append(len(queries))

    assert costs[0] == costs[1]
