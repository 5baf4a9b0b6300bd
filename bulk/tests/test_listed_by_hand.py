"""An account that somebody lists by hand ('Nova Conta') while a row of its login is in doubt."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.models import Run
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, session_of, states, work
from marketplace.models import RemoteAccount

pytestmark = pytest.mark.django_db

NEW_ACCOUNT = {
    "title": "Conta Roblox",
    "description": "Conta Roblox pronta para jogar.",
    "game": "roblox",
    "price": "9.90",
    "login": "ana001",
    "password": "Exemplo#123",
    "image_urls": ["https://cdn.example.com/a.jpg"],
}


@pytest.fixture
def in_doubt(start: Callable[..., Run], market: Any) -> Run:
    """A run whose account was sent, and not created, without an answer."""
    market.set_faults({"kind": "drop", "endpoint": "create", "count": 1})
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    return run


def list_by_hand(person: Any, client_for: Any) -> str:
    body = {"userId": person.id, "method": "POST", "data": NEW_ACCOUNT}
    answer = client_for(person).post("/api/proxy/gameboost/accounts", body, format="json")
    assert answer.status_code == 201, answer.content
    return str(answer.json()["data"]["id"])


@pytest.mark.parametrize("waits_to_be_sent", [False, True])
def test_account_that_somebody_else_listed_by_hand_is_no_row_in_doubts(
    in_doubt: Run,
    other_employee: Any,
    configure: Callable[..., None],
    client_for: Any,
    market: Any,
    waits_to_be_sent: bool,
) -> None:
    configure(other_employee)
    if waits_to_be_sent:
        in_doubt.rows.update(state="queued", due_at=None)
    remote_id = list_by_hand(other_employee, client_for)
    for _ in range(4):
        work()
        let_time_pass()

    assert states(in_doubt) == {1: "duplicate"}
    assert remote_id in row_of(in_doubt).error
    assert (credited(), sends(market)) == ({}, {"ana001": 2})
    assert RemoteAccount.objects.get(remote_id=remote_id).user_id == other_employee.id


def test_account_that_its_owner_listed_by_hand_is_the_rows(in_doubt: Run, owner: Any, client_for: Any) -> None:
    """As a process that was killed leaves it: noted as the owner's, and not on the row."""
    remote_id = list_by_hand(owner, client_for)
    work()
    let_time_pass()
    work()

    assert (states(in_doubt), row_of(in_doubt).remote_id) == ({1: "created"}, remote_id)
