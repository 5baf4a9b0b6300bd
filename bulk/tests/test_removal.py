"""Somebody is removed: what they left open stops or goes on under another, and their key is forgotten."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.actions import people
from accounts.models import User
from accounts.tests.factories import AdminFactory
from bulk import rules
from bulk.actions.intake import save_queue
from bulk.actions.rows import resolve_row
from bulk.actions.runs import retry_run
from bulk.engine import lane, settle
from bulk.engine.listings import close_due
from bulk.engine.settle import record_answer
from bulk.enums import RowState
from bulk.errors import WrongState
from bulk.models import Lane, QueueDraft, Row, Run
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, session_of, state_of, states, work
from bulk.transitions import close_elsewhere
from core.errors import ActionError, NotFound
from core.models import AuditEvent
from earnings.models import Earning
from infra.schedule import registry
from marketplace.actions.sync import sync_listings
from marketplace.adapters.base import Created
from marketplace.models import Configuration
from marketplace.queries import SYSTEM_USER_ID
from notifications.models import Notification
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
LOST = {"kind": "created_then_dropped", "count": 1}


@pytest.fixture
def heir(other_employee: Any, configure: Callable[..., None]) -> Any:
    """Who takes over, with a key of their own."""
    configure(other_employee, "sandbox-de-quem-fica")
    return other_employee


def remove(client: Any, person: User, **choices: Any) -> Any:
    return client.delete(f"/api/users/{person.pk}", choices, format="json")


def keys_kept() -> list[str]:
    """Every marketplace key that is stored anywhere, the system default's left out."""
    lanes = [lane.connection["api_key"] for lane in Lane.objects.filter(connection__isnull=False)]
    saved = Configuration.objects.exclude(user=SYSTEM_USER_ID)
    return sorted({*lanes, *(row.api_key for row in saved)})


def owners_paid() -> dict[int, int]:
    """{line: who earned}."""
    lines = dict(Row.objects.values_list("pk", "line"))
    return {lines[source]: user for source, user in Earning.objects.values_list("source_id", "user_id")}


# Cancelled


def test_a_removed_persons_run_and_sync_stop_at_once(as_admin: Any, start: Start, market: Any, owner: Any) -> None:
    run = start("ana001", "bia002")
    save_queue(by=owner, game="roblox", entries=[{"login": "eva"}], version=0)

    answer = remove(as_admin, owner)
    let_time_pass()
    work()
    sync_listings()

    assert answer.status_code == 204
    assert (state_of(run), states(run)) == ("cancelled", {1: "unsent", 2: "unsent"})
    assert market.counters()["requests"] == {}
    assert (credited(), keys_kept(), QueueDraft.objects.count()) == ({}, [], 0)
    events = set(AuditEvent.objects.values_list("event", flat=True))
    assert {"bulk.run_cancelled", "bulk.key_forgotten", "marketplace.keys_deleted"} < events


def test_a_removed_persons_key_asks_for_what_is_in_doubt_and_goes(
    as_admin: Any, start: Start, market: Any, owner: Any
) -> None:
    """The account was created before they went: it is found, it is their earning, and then the key is destroyed."""
    market.set_faults(LOST)
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()

    remove(as_admin, owner)
    assert keys_kept() == ["sandbox-key"]
    assert not Configuration.objects.filter(user=owner).exists()
    for _ in range(3):
        let_time_pass()
        work()
    registry["bulk.forget_keys"].run()

    assert states(run) == {1: "created", 2: "unsent"}
    assert (owners_paid(), sends(market), keys_kept()) == ({1: owner.id}, {"ana001": 1}, [])


def test_an_uncertain_row_keeps_the_key_for_a_day_at_most(as_admin: Any, start: Start, market: Any, owner: Any) -> None:
    run = start("ana001", "bia002", "eva003")
    sent = {"sent_via": run.lane_id}
    Row.objects.filter(line=1).update(state="uncertain", **sent, settled_at=timezone.now())
    Row.objects.filter(line=2).update(state="verifying", **sent, due_at=timezone.now() + timedelta(days=2))
    Row.objects.filter(line=3).update(state="sending", **sent, sent_at=timezone.now())
    remove(as_admin, owner)
    registry["bulk.forget_keys"].run()
    assert keys_kept() == ["sandbox-key"]

    Lane.objects.update(retired_at=timezone.now() - timedelta(hours=24))
    registry["bulk.forget_keys"].run()
    work()

    assert keys_kept() == []
    assert set(states(run).values()) == {"uncertain"}
    assert row_of(run, 3).error == "A chave de API foi apagada com a remoção da pessoa. Confira a conta no marketplace."
    assert market.counters()["requests"] == {}


def test_deciding_what_was_uncertain_lets_the_key_go(as_admin: Any, admin: Any, start: Start, owner: Any) -> None:
    run = start("ana001")
    Row.objects.update(state="uncertain", sent_via=run.lane_id, settled_at=timezone.now())
    remove(as_admin, owner)
    registry["bulk.forget_keys"].run()
    assert keys_kept() == ["sandbox-key"]

    resolve_row(row=row_of(run), outcome=RowState.FAILED, by=admin)
    registry["bulk.forget_keys"].run()

    assert keys_kept() == []


def test_a_key_that_others_use_too_stays_theirs(
    as_admin: Any, start: Start, market: Any, owner: Any, other_employee: Any, configure: Callable[..., None]
) -> None:
    configure(other_employee)
    gone, stays = start("ana001"), start("bia002", by=other_employee)

    remove(as_admin, owner)
    work()

    assert (states(gone), states(stays)) == ({1: "unsent"}, {1: "created"})
    assert keys_kept() == ["sandbox-key"]


def test_a_key_that_somebody_else_saved_is_kept_for_what_their_runs_left(
    as_admin: Any, start: Start, market: Any, owner: Any, other_employee: Any, configure: Callable[..., None]
) -> None:
    """Their run is over, and to be looked over again."""
    configure(other_employee)
    stays = start("bia002", by=other_employee)
    work()
    Run.objects.filter(pk=stays.pk).update(reconcile_at=timezone.now() + timedelta(hours=1))
    start("ana001")

    remove(as_admin, owner)
    registry["bulk.forget_keys"].run()

    stays.refresh_from_db()
    assert stays.reconcile_at is not None
    assert Lane.objects.get().connection["api_key"] == "sandbox-key"


def test_nothing_is_started_resumed_or_repeated_for_somebody_removed(
    as_admin: Any, admin: Any, start: Start, market: Any, owner: Any, configure: Callable[..., None]
) -> None:
    configure(User.objects.get(pk=SYSTEM_USER_ID), "chave-do-sistema")
    market.set_faults({"kind": "refuse", "count": 1})
    failed = start("ana001")
    work()
    remove(as_admin, owner)

    with pytest.raises(NotFound):
        start("bia002")
    with pytest.raises(WrongState, match="A pessoa desta execução foi removida"):
        retry_run(run=failed, by=admin)

    assert states(failed) == {1: "failed"}
    assert sends(market) == {"ana001": 1}


@pytest.mark.parametrize("system_key", [True, False])
def test_listings_of_somebody_removed_are_taken_down_with_a_key_that_others_share(
    system_key: bool,
    as_admin: Any,
    admin: Any,
    system_owner: Any,
    start: Start,
    market: Any,
    owner: Any,
    configure: Callable[..., None],
) -> None:
    if system_key:
        configure(system_owner, "sandbox-do-sistema")
    configure(admin)
    run = start("ana001")
    work()
    remove(as_admin, owner)

    as_admin.post("/api/stock/close", {"ids": [row_of(run).account_id]}, format="json")
    work()

    assert [each["deleted_at"] is not None for each in market.listings()] == [True]
    assert row_of(run).withdrawn_at is not None


# Handed on


def test_a_run_handed_on_goes_on_with_the_heirs_key_and_earns_for_them(
    as_admin: Any, start: Start, market: Any, owner: Any, heir: Any
) -> None:
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    before = owners_paid()

    answer = remove(as_admin, owner, runs="handOn", runsTo=heir.id)
    work()

    run.refresh_from_db()
    assert (answer.status_code, run.owner_id, states(run)) == (204, heir.id, {1: "created", 2: "created"})
    assert (before, owners_paid()) == ({1: owner.id}, {1: owner.id, 2: heir.id})
    assert len({each["seller"] for each in market.listings()}) == 2
    assert keys_kept() == ["sandbox-de-quem-fica"]
    assert Notification.objects.filter(user=heir, kind="run_handed_on").count() == 1
    assert AuditEvent.objects.get(event="bulk.run_handed_on").before == {"ownerId": owner.id}


def test_what_was_created_before_a_hand_on_is_not_counted_as_the_heirs(
    as_admin: Any, start: Start, owner: Any, heir: Any, client_for: Callable[[Any], Any]
) -> None:
    run = start("ana001", "bia002", "caio003")
    with session_of(run) as session:
        session.do_one_thing()

    remove(as_admin, owner, runs="handOn", runsTo=heir.id)
    work()

    assert states(run) == dict.fromkeys([1, 2, 3], "created")
    assert client_for(heir).get("/api/accounts/stats").json()["total"] == 2


def test_heir_of_a_run_is_shown_what_its_accounts_earned_them_and_nobody_else(
    as_admin: Any, start: Start, owner: Any, heir: Any, client_for: Callable[[Any], Any]
) -> None:
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    remove(as_admin, owner, runs="handOn", runsTo=heir.id)
    work()

    heirs, all_ = (client.get(f"/api/bulk/runs/{run.pk}/rows").json() for client in (client_for(heir), as_admin))

    shown = [row["earning"] for row in heirs]
    assert shown == [None, all_[1]["earning"]]
    assert client_for(heir).get(f"/api/earnings/{shown[1]['id']}/why").status_code == 200
    assert all_[0]["earning"]["amount"] == "3.00"


def test_what_the_former_key_sent_is_settled_with_it_and_earns_for_the_heir(
    as_admin: Any, start: Start, market: Any, owner: Any, heir: Any
) -> None:
    market.set_faults(LOST)
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()

    remove(as_admin, owner, runs="handOn", runsTo=heir.id)
    for _ in range(3):
        let_time_pass()
        work()
    registry["bulk.forget_keys"].run()

    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert owners_paid() == {1: heir.id, 2: heir.id}
    assert keys_kept() == ["sandbox-de-quem-fica"]


def test_an_account_in_flight_while_its_run_is_handed_on_earns_for_the_heir(
    as_admin: Any, start: Start, market: Any, owner: Any, heir: Any
) -> None:
    """The answer comes to the worker that sent it, after the run has changed hands."""
    run = start("ana001")
    holding = lane.take(run.lane_id)
    assert holding is not None
    row = lane.next_to_send(holding)
    assert row is not None
    claim = lane.claim(holding, row, pace_s=None)
    assert claim is not None
    policy = settle.policy()
    facts = settle.facts_of(holding, row, attempts=claim.attempts)
    decision = rules.after_create(Created("7001"), facts, policy, rest_s=0)

    remove(as_admin, owner, runs="handOn", runsTo=heir.id)
    record_answer(holding, row, decision, policy)

    assert (states(run), owners_paid()) == ({1: "created"}, {1: heir.id})
    assert Notification.objects.get(kind="run_finished").user_id == heir.id


@pytest.mark.parametrize("choice", ["absent", "self", "nobody", "without a key"])
def test_a_hand_on_that_cannot_be_removes_nobody(
    choice: str, as_admin: Any, start: Start, market: Any, owner: Any, other_employee: Any
) -> None:
    run = start("ana001")
    give(owner)
    chosen = {"absent": 999_999, "self": owner.id, "nobody": None, "without a key": other_employee.id}[choice]
    tables = (User, Run, Row, Configuration, Lane, AuditEvent)
    before = [list(table.objects.order_by("pk").values()) for table in tables]

    answer = remove(as_admin, owner, runs="handOn", runsTo=chosen)

    assert answer.status_code in {400, 404, 409}
    assert [list(table.objects.order_by("pk").values()) for table in tables] == before
    work()
    assert states(run) == {1: "created"}


def test_django_admin_removes_a_person_whole(start: Start, market: Any, owner: Any) -> None:
    client = Client()
    client.force_login(AdminFactory(is_staff=True, is_superuser=True))
    run = start("ana001")
    data = {"action": "deactivate", "_selected_action": [owner.pk], "reason": "Saiu da empresa"}

    client.post("/admin/accounts/user/", data)

    assert (state_of(run), keys_kept()) == ("cancelled", [])


def test_an_error_of_one_app_undoes_the_whole_removal(
    admin: Any, start: Start, owner: Any, heir: Any, as_admin: Any
) -> None:
    """Tasks go to employees alone: an admin may take the runs, and then nothing of the person is changed."""
    run = start("ana001")
    task = give(owner)

    with pytest.raises(ActionError):
        people.deactivate_person(by=admin, user_id=owner.id, runs_to=heir.id, tasks_to=admin.id)

    owner.refresh_from_db()
    run.refresh_from_db()
    task.refresh_from_db()
    assert (owner.is_active, run.owner_id, task.assignee_id) == (True, owner.id, owner.id)
    assert "sandbox-key" in keys_kept()


@pytest.mark.parametrize("handed_on", [False, True])
def test_account_sold_before_a_removal_is_taken_down_with_the_key_that_listed_it(
    as_admin: Any,
    start: Start,
    market: Any,
    owner: Any,
    heir: Any,
    system_owner: Any,
    configure: Callable[..., None],
    handed_on: bool,
) -> None:
    configure(system_owner, "sandbox-do-sistema")
    run = start("jogador01", "jogador02")
    Row.objects.filter(line=2).update(due_at=timezone.now() + timedelta(hours=1))
    work()
    row = row_of(run)
    with transaction.atomic():
        close_elsewhere(Row.objects.filter(pk=row.pk))

    choices = {"runs": "handOn", "runsTo": heir.id} if handed_on else {}
    assert remove(as_admin, owner, **choices).status_code == 204
    close_due()

    row.refresh_from_db()
    assert (row.error, row.withdrawn_at is not None) == ("", True)
    assert market.listings()[0]["deleted_at"]
