"""After an older copy was restored: every listing that is live is credited exactly once."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from bulk import rules
from bulk.actions.rows import assign_listing
from bulk.actions.runs import resume_run
from bulk.engine import settle
from bulk.engine.lane import connection_of
from bulk.engine.settle import record_lookup
from bulk.enums import RowState
from bulk.errors import RemoteIdTaken, WrongState
from bulk.models import Lane, OtherGame, Row, Run
from bulk.planning import listing_of
from bulk.rules import Facts
from bulk.tests.helpers import (
    account,
    credited,
    let_time_pass,
    list_elsewhere,
    row_of,
    sends,
    session_of,
    states,
    work,
)
from bulk.tests.test_kill import environment, running, wait_until
from bulk.tests.test_pay_schemes import save
from core.errors import Conflict, Forbidden
from core.models import AuditEvent
from earnings.enums import SchemeKind
from earnings.models import Earning
from earnings.queries import verify_ledger
from infra import backup
from marketplace.actions.calls import adapter_for
from marketplace.actions.configurations import save_global_settings
from marketplace.actions.sync import sync_listings
from marketplace.adapters.base import Created, Found
from marketplace.models import RemoteAccount, SyncPass
from marketplace.tests.conftest import war_thunder
from notifications.models import Notification

Start = Callable[..., Run]


@pytest.mark.django_db(transaction=True)
def test_a_restored_copy_credits_every_live_listing_exactly_once(
    real_database: Any, start: Start, market: Any, owner: Any, admin: Any, tmp_path: Path, settings: Any
) -> None:
    """Rows that the copy shows as waiting find their own listings; those of a run that it lacks are an admin's to give."""
    settings.VAR_DIR = tmp_path
    run = start("ana001", "bia002", "caio003")
    backup.take(tmp_path / "copy.tar.gz")
    work()
    lost = start("davi004", "eva005")
    work()
    assert len(credited()) == 5
    made = {listing["login"]: str(listing["id"]) for listing in market.listings()}

    backup.restore(tmp_path / "copy.tar.gz", force=True)
    assert (states(run), credited(), Run.objects.filter(pk=lost.pk).exists()) == (
        dict.fromkeys([1, 2, 3], "queued"),
        {},
        False,
    )
    for remote_id in (made["ana001"], made["davi004"]):
        list_elsewhere(remote_id, run)
    look_through_listings()
    resume_run(run=run, by=owner)
    work()

    assert list(Row.objects.filter(run=run).order_by("line").values_list("state", "remote_id")) == [
        ("created", made["ana001"]),
        ("created", made["bia002"]),
        ("created", made["caio003"]),
    ]
    left = RemoteAccount.objects.filter(unexplained=True, user=None)
    assert set(left.values_list("remote_id", flat=True)) == {made["davi004"], made["eva005"]}
    assert Notification.objects.filter(kind="listing_unexplained", user=admin).count() == 1
    for each in left:
        give(each, owner, admin)
    assert Earning.objects.count() == 5
    assert set(Earning.objects.values_list("user", flat=True)) == {owner.id}
    assert set(sends(market).values()) == {1}
    look_through_listings()
    work()
    assert Earning.objects.count() == 5
    assert not RemoteAccount.objects.filter(unexplained=True, user=None).exists()


@pytest.mark.django_db(transaction=True)
def test_an_account_lost_on_two_markets_is_assigned_and_paid_once(
    real_database: Any, two_markets: None, start: Start, owner: Any, admin: Any, tmp_path: Path, settings: Any
) -> None:
    settings.VAR_DIR = tmp_path
    backup.take(tmp_path / "copy.tar.gz")
    for service in ("gameboost", "lztmarket"):
        start(accounts=[account()], text=None, service=service)
        work()
    backup.restore(tmp_path / "copy.tar.gz", force=True)
    look_through_listings()

    first, second = RemoteAccount.objects.filter(unexplained=True, user=None)
    give(first, owner, admin)
    with pytest.raises(Conflict):
        give(second, owner, admin)

    assert Earning.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_account_assigned_and_then_listed_in_another_market_is_paid_once(
    real_database: Any, two_markets: None, start: Start, owner: Any, admin: Any, tmp_path: Path, settings: Any
) -> None:
    settings.VAR_DIR = tmp_path
    backup.take(tmp_path / "copy.tar.gz")
    start(accounts=[account()], text=None, service="gameboost")
    work()
    backup.restore(tmp_path / "copy.tar.gz", force=True)
    look_through_listings()
    give(RemoteAccount.objects.get(), owner, admin)

    run = start(accounts=[account()], text=None, service="lztmarket")
    work()

    assert (states(run), Earning.objects.count()) == ({1: "created"}, 1)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_copy_taken_in_the_middle_of_a_run_doubles_and_loses_nothing(
    real_database: Any, start: Start, market: Any, owner: Any, admin: Any, tmp_path: Path, settings: Any
) -> None:
    """The copy shows one account created, one in doubt, one in flight and the others waiting; the worker goes on for a
    while, and comes back to the copy."""
    settings.VAR_DIR = tmp_path
    surroundings = environment(real_database, tmp_path, port=1) | {"BULK_VERIFY_AFTER_S": "2"}
    market.set_faults(
        {"kind": "created_then_dropped", "logins": ["bia002"]},
        {"kind": "created_late", "logins": ["caio003"], "ms": 600_000},
    )
    run = start("ana001", "bia002", "caio003", "davi004", "eva005")
    with running(["manage.py", "runworker"], surroundings) as worker:
        wait_until(lambda: states(run)[3] == RowState.SENDING)
        backup.take(tmp_path / "copy.tar.gz")
        market.set_faults()
        wait_until(lambda: set(states(run).values()) == {"created"})
        lost = start("fabi006", "gil007")
        wait_until(lambda: set(states(lost).values()) == {"created"})
        worker.stop()
    made = {listing["login"]: str(listing["id"]) for listing in market.listings()}
    connections.close_all()

    backup.restore(tmp_path / "copy.tar.gz", force=True)
    assert len(credited()) == 1
    assert list(states(run).values())[2:] == ["sending", "queued", "queued"]
    Lane.objects.update(lease_until=timezone.now())  # a restore takes longer than that
    look_through_listings()
    resume_run(run=Run.objects.get(), by=owner)
    with running(["manage.py", "runworker"], surroundings) as worker:
        wait_until(lambda: Run.objects.get().finished_at is not None)
        worker.stop()
    for each in RemoteAccount.objects.filter(unexplained=True, user=None):
        give(each, owner, admin)

    assert list(Row.objects.order_by("line").values_list("state", "remote_id")) == [
        ("created", made[login]) for login in ("ana001", "bia002", "caio003", "davi004", "eva005")
    ]
    assert sends(market) == dict.fromkeys(made, 1)
    assert len([listing for listing in market.listings() if not listing["deleted_at"]]) == len(made) == 7
    assert Earning.objects.filter(user=owner).count() == 7
    assert verify_ledger().faults == []


@pytest.mark.django_db
def test_a_listing_made_before_its_run_is_a_duplicate(start: Start, market: Any) -> None:
    first = start("ana001")
    work()
    Row.objects.filter(run=first).update(login_index="outro", remote_id="1")
    RemoteAccount.objects.all().delete()
    run = start("ana001")
    Run.objects.filter(pk=run.pk).update(created_at=timezone.now() + timedelta(hours=1))

    work()

    assert states(run) == {1: "duplicate"}
    assert list(credited()) == [row_of(first).pk]


@pytest.mark.django_db
def test_a_listing_that_somebody_made_in_another_way_is_a_duplicate(
    start: Start, market: Any, other_employee: Any, sandbox: Any
) -> None:
    adapter = adapter_for(sandbox.connection(), user_id=other_employee.id)
    assert isinstance(adapter.create(war_thunder("ana001", game="roblox", account_data=ROBLOX)), Created)
    adapter.close()

    run = start("ana001")
    work()

    assert (states(run), credited()) == ({1: "duplicate"}, {})


@pytest.mark.django_db
def test_a_listing_given_to_somebody_while_its_row_finds_it_is_credited_once(
    unexplained: RemoteAccount, start: Start, other_employee: Any, admin: Any
) -> None:
    run = start("ana001")
    row = row_of(run)
    facts = Facts(line=1, game="roblox", since=settle.since_of(run))
    with session_of(run) as session:
        holding, adapter = session._holding, session._adapter_of(run.owner_id)
        found = settle.look_up(holding, adapter, row)
        decision = rules.before_send(found, facts, settle.policy())
        assert decision is not None
        assert isinstance(found, Found)
        give(unexplained, other_employee, admin)
        record_lookup(holding, row, decision, settle.policy(), found)
    assert (states(run), credited()) == ({1: "queued"}, {})
    work()

    assert (states(run), Earning.objects.get().user_id) == ({1: "duplicate"}, other_employee.id)


@pytest.fixture
def unexplained(market: Any, sandbox: Any, owner: Any) -> RemoteAccount:
    """A listing of nobody's."""
    adapter = adapter_for(sandbox.connection(), user_id=owner.id)
    assert isinstance(adapter.create(war_thunder("ana001", game="roblox", account_data=ROBLOX)), Created)
    adapter.close()
    RemoteAccount.objects.update(user=None, unexplained=True)
    return RemoteAccount.objects.get()


@pytest.mark.django_db
def test_a_listing_is_assigned_once_with_its_reason(unexplained: RemoteAccount, other_employee: Any, admin: Any) -> None:
    give(unexplained, other_employee, admin)
    with pytest.raises(Conflict):
        give(unexplained, other_employee, admin)

    earning = Earning.objects.get()
    assert (earning.user_id, earning.source_kind, earning.source_id) == (other_employee.id, "listing", unexplained.pk)
    event = AuditEvent.objects.get(event="bulk.listing_assigned")
    assert (event.actor_id, event.subject_id, event.reason) == (admin.id, other_employee.id, "Execução perdida.")


@pytest.mark.django_db
def test_a_listing_that_a_row_answers_for_is_not_assigned(
    unexplained: RemoteAccount, start: Start, other_employee: Any, admin: Any
) -> None:
    start("ana001")
    Row.objects.update(remote_id=unexplained.remote_id)

    with pytest.raises(RemoteIdTaken):
        give(unexplained, other_employee, admin)

    assert (Earning.objects.count(), RemoteAccount.objects.get().user_id) == (0, None)


@pytest.mark.django_db
def test_only_admins_assign_listings(unexplained: RemoteAccount, other_employee: Any) -> None:
    with pytest.raises(Forbidden):
        give(unexplained, other_employee, other_employee)

    assert (Earning.objects.count(), RemoteAccount.objects.get().user_id) == (0, None)


@pytest.mark.django_db
def test_a_listing_is_not_assigned_while_pay_is_a_share_of_a_profit_nobody_knows(
    unexplained: RemoteAccount, other_employee: Any, admin: Any
) -> None:
    save(admin, SchemeKind.BY_PROFIT, "0.00", percent="50")

    with pytest.raises(WrongState, match="o lucro de um anúncio sem execução não é conhecido"):
        give(unexplained, other_employee, admin)

    assert (Earning.objects.count(), RemoteAccount.objects.get().user_id) == (0, None)


@pytest.mark.django_db
def test_a_listing_of_another_game_is_paid_as_that_game_whatever_its_title_names(
    unexplained: RemoteAccount, other_employee: Any, admin: Any
) -> None:
    OtherGame.objects.create(slug="league-of-legends", title="League of Legends")
    save(admin, SchemeKind.BY_GAME, "1.00", **{"league-of-legends": "9.00", "valorant": "2.00"})
    RemoteAccount.objects.update(game="league-of-legends", title="League of Legends + Valorant | EUW")
    unexplained.refresh_from_db()

    give(unexplained, other_employee, admin)

    assert Earning.objects.get().amount == Decimal("9.00")


ROBLOX = {"account_tags": ["Old Account"], "main_experience": "King Legacy"}


def give(account: RemoteAccount, person: Any, by: Any) -> None:
    assign_listing(account_id=account.pk, person=person, reason="Execução perdida.", by=by)


def look_through_listings() -> None:
    """A whole pass over every key."""
    SyncPass.objects.update(finished_at=timezone.now() - timedelta(hours=1), resting_until=None)
    for _ in range(20):
        sync_listings()
        if not SyncPass.objects.filter(finished_at=None).exists():
            return
    pytest.fail("the pass does not end")


@pytest.mark.django_db
def test_failed_account_that_somebody_else_lists_by_hand_pays_nobody(
    start: Start, market: Any, admin: Any, owner: Any
) -> None:
    save_global_settings(changes={"error_handling": "Log and continue"}, by=admin)
    market.set_faults({"kind": "drop", "endpoint": "create"})
    run = start("ana001", "bia002")
    for _ in range(3):
        work()
        let_time_pass(5)
    assert set(states(run).values()) == {"failed"}

    market.set_faults()
    for line, person in ((1, admin), (2, owner)):
        row = row_of(run, line)
        with closing(adapter_for(connection_of(run.lane), user_id=person.id)) as by_hand:
            assert isinstance(by_hand.create(listing_of(row)), Created)
    for _ in range(2):
        let_time_pass()
        work()

    assert states(run) == {1: "failed", 2: "created"}
    assert list(credited()) == [row.pk]
