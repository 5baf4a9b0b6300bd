"""One holder a lane, turns within it, and what a holder that lost it may still do."""

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from bulk import rules
from bulk.actions.runs import cancel_run, pause_run
from bulk.engine import lane, reconcile
from bulk.engine.lane import Holding, LaneLost
from bulk.engine.settle import facts_of, policy, record_answer, record_lookup
from bulk.engine.worker import LaneSession, send
from bulk.enums import RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.planning import listing_of
from bulk.rules import News
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, session_of, state_of, states, work
from marketplace.actions.calls import adapter_for
from marketplace.actions.configurations import set_training
from marketplace.adapters.base import Created, NotSent
from marketplace.models import Activity, Configuration

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def hold(run: Run) -> Holding:
    holding = lane.take(run.lane_id)
    assert holding is not None
    return holding


def lose(holding: Holding) -> None:
    """As if the holder had been frozen past its lease: it is free to be taken."""
    Lane.objects.filter(pk=holding.lane_id).update(owner="")


def claim_next(holding: Holding) -> lane.Claim:
    row = lane.next_to_send(holding)
    assert row is not None
    claim = lane.claim(holding, row, pace_s=None)
    assert claim is not None
    return claim


def settle_created(holding: Holding, claim: lane.Claim, remote_id: str) -> None:
    facts = facts_of(holding, claim.row, attempts=claim.attempts)
    decision = rules.after_create(Created(remote_id), facts, policy(), rest_s=0)
    record_answer(holding, claim.row, decision, policy())


def test_a_lane_is_held_by_one(start: Start) -> None:
    run = start("ana001")

    holding = hold(run)

    assert lane.take(run.lane_id) is None
    assert lane.lanes_with_work() == []
    lane.release(holding)
    assert lane.lanes_with_work() == [run.lane_id]


def test_a_lane_whose_lease_ran_out_is_taken_with_a_higher_fence(start: Start) -> None:
    run = start("ana001")
    first = hold(run)
    Lane.objects.update(lease_until=F("lease_until") - timedelta(hours=1))

    second = hold(run)

    assert second.fence == first.fence + 1
    assert lane.still_held(second)
    assert not lane.still_held(first)


def test_a_holder_that_lost_its_lane_does_not_free_it_when_it_leaves(start: Start) -> None:
    run = start("ana001")
    frozen = hold(run)
    lose(frozen)
    holder = hold(run)

    lane.release(frozen)

    assert Lane.objects.get().owner == holder.owner
    assert lane.take(run.lane_id) is None


def test_the_lease_outlives_the_longest_call(
    start: Start, owner: Any, configure: Callable[..., None], settings: Any
) -> None:
    """Lease L must exceed connect + read + total deadline of one call with margin."""
    settings.BULK_LEASE_S, settings.BULK_PAUSE_MS = 20, 500
    configure(owner, timeout_ms=120_000)

    assert lane.lease_s(hold(start("ana001")).connection) == 122.5


def test_a_claim_is_committed_before_anything_is_sent(start: Start, market: Any) -> None:
    run = start("ana001")

    claim = claim_next(hold(run))

    row = row_of(run)
    assert (row.state, row.attempts, row.fence) == ("sending", 1, Lane.objects.get().fence)
    assert (row.sent_via_id, row.sent_at is not None) == (run.lane_id, True)
    assert claim.attempts == 1
    assert market.log() == []


def test_what_a_killed_worker_left_in_flight_is_looked_up_and_never_sent_blindly(start: Start, market: Any) -> None:
    run = start("ana001", "bia002")
    dead = hold(run)
    claim = claim_next(dead)
    adapter = adapter_for(dead.connection, user_id=run.owner_id)
    assert isinstance(adapter.create(listing_of(claim.row)), Created)
    adapter.close()
    lose(dead)

    work()

    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert row_of(run).in_doubt
    assert len(credited()) == 2


def test_what_was_claimed_and_never_left_is_sent_after_two_look_ups(start: Start, market: Any) -> None:
    run = start("ana001")
    dead = hold(run)
    claim_next(dead)
    lose(dead)

    for _ in range(3):
        work()
        let_time_pass()

    assert states(run) == {1: "created"}
    assert [call["endpoint"] for call in market.log()][:7] == [*["lookup", "list"] * 3, "create"]


def test_a_frozen_worker_that_lost_its_lane_sends_nothing(start: Start, market: Any) -> None:
    """Older than 0.5 s (frozen process, VM pause) → do not send."""
    run = start("ana001")
    frozen = hold(run)
    claim = claim_next(frozen)
    lose(frozen)
    hold(run)
    old = lane.Claim(claim.row, claim.attempts, claim.claimed_at - 1)
    adapter = adapter_for(frozen.connection, user_id=run.owner_id)

    outcome = send(adapter, frozen, old, listing_of(claim.row), not_before=0)

    adapter.close()
    assert isinstance(outcome, NotSent)
    assert outcome.withdrawn
    assert market.log() == []


def test_a_slow_worker_that_still_holds_its_lane_sends(start: Start) -> None:
    run = start("ana001")
    slow = hold(run)
    claim = claim_next(slow)
    old = lane.Claim(claim.row, claim.attempts, claim.claimed_at - 1)
    adapter = adapter_for(slow.connection, user_id=run.owner_id)

    outcome = send(adapter, slow, old, listing_of(claim.row), not_before=0)

    adapter.close()
    assert isinstance(outcome, Created)


def test_an_answer_that_comes_too_late_settles_the_row_it_is_about(start: Start) -> None:
    """A woken zombie whose row is only in doubt by now: what it knows is true."""
    run = start("ana001")
    zombie = hold(run)
    claim = claim_next(zombie)
    lose(zombie)
    hold(run)
    assert states(run) == {1: "verifying"}

    with pytest.raises(LaneLost):
        settle_created(zombie, claim, "555")

    assert (row_of(run).state, row_of(run).remote_id) == ("created", "555")
    assert list(credited()) == [row_of(run).pk]
    assert OrphanListing.objects.count() == 0


def test_a_look_up_that_another_key_overtook_with_a_send_changes_nothing(start: Start) -> None:
    """The row waits again, but what was looked up was asked before that send: its listing would be a duplicate."""
    run = start("ana001")
    holding = hold(run)
    row = lane.next_to_send(holding)
    assert row is not None
    Row.objects.update(attempts=1)
    found = rules.Decision(state=RowState.DUPLICATE, attempts=0, in_doubt=False, error="Já existe.", news=News())

    record_lookup(holding, row, found, policy())

    assert (states(run), row_of(run).attempts, state_of(run)) == ({1: "queued"}, 1, "queued")


def test_an_answer_about_a_listing_already_found_changes_nothing(start: Start, market: Any) -> None:
    run = start("ana001")
    zombie = hold(run)
    claim = claim_next(zombie)
    adapter = adapter_for(zombie.connection, user_id=run.owner_id)
    created = adapter.create(listing_of(claim.row))
    adapter.close()
    assert isinstance(created, Created)
    lose(zombie)
    work()

    with pytest.raises(LaneLost):
        settle_created(zombie, claim, created.remote_id)

    assert states(run) == {1: "created"}
    assert len(credited()) == 1
    assert OrphanListing.objects.count() == 0


def test_a_second_listing_of_a_woken_zombie_is_deleted_and_earns_nothing(start: Start, market: Any) -> None:
    """Woken zombie: the response was 2xx → OrphanListing and deletion."""
    run = start("ana001")
    zombie = hold(run)
    claim = claim_next(zombie)
    lose(zombie)
    for _ in range(3):
        work()
        let_time_pass()
    kept = row_of(run).remote_id
    adapter = adapter_for(zombie.connection, user_id=run.owner_id)
    second = adapter.create(listing_of(claim.row))
    adapter.close()
    assert isinstance(second, Created)

    with pytest.raises(LaneLost):
        settle_created(zombie, claim, second.remote_id)
    let_time_pass()
    work()

    orphan = OrphanListing.objects.get()
    assert (orphan.remote_id, orphan.state) == (second.remote_id, "deleted")
    alive = [str(listing["id"]) for listing in market.listings() if listing["deleted_at"] is None]
    assert alive == [kept] == [row_of(run).remote_id]
    assert len(credited()) == 1


def test_an_orphan_becomes_the_rows_own_when_the_row_ends_without_a_listing(start: Start, market: Any) -> None:
    market.set_policy(duplicate_logins="refuse")
    run = start("ana001")
    zombie = hold(run)
    claim = claim_next(zombie)
    lose(zombie)
    # Looked up twice in vain, queued, and at this moment being sent by somebody else.
    Row.objects.update(state=RowState.SENDING, fence=claim.row.fence + 99)
    with pytest.raises(LaneLost):
        settle_created(zombie, claim, "555")
    assert OrphanListing.objects.get().state == "pending"
    Row.objects.update(state=RowState.FAILED, error="already listed with this login")

    let_time_pass()
    work()

    assert OrphanListing.objects.get().state == "kept"
    assert (row_of(run).state, row_of(run).remote_id) == ("created", "555")
    assert len(credited()) == 1


def test_listing_that_somebody_gave_the_row_a_moment_ago_is_not_deleted(
    start: Start, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row was read as undecided, and is decided as this very listing before it is locked."""
    run = start("ana001")
    work()
    row = row_of(run)
    listed = row.remote_id
    Row.objects.filter(pk=row.pk).update(state=RowState.UNCERTAIN, remote_id="")
    orphan = OrphanListing.objects.create(row=row, lane=run.lane, remote_id=listed, due_at=timezone.now())
    holding = hold(run)
    adapter = adapter_for(holding.connection, user_id=run.owner_id)
    orphan = OrphanListing.objects.select_related("row__run__owner").get(pk=orphan.pk)

    def decided_before(*args: Any, **changes: Any) -> None:
        Row.objects.filter(pk=row.pk).update(state=RowState.CREATED, remote_id=listed)
        lane.renew(*args, **changes)

    monkeypatch.setattr(reconcile, "renew", decided_before)
    reconcile.resolve_orphan(holding, adapter, orphan)
    adapter.close()

    assert [str(each["id"]) for each in market.listings() if each["deleted_at"] is None] == [listed]
    assert OrphanListing.objects.get().state == "kept"


def test_people_who_share_a_key_take_turns(
    start: Start, market: Any, other_employee: Any, configure: Callable[..., None]
) -> None:
    """'fair turns between employees who share it'."""
    configure(other_employee)
    start("ana001", "ana002", "ana003", "ana004")
    start("ana005")
    start("bia001", "bia002", by=other_employee)

    work()

    created = [call["login"] for call in market.log() if call["endpoint"] == "create"]
    assert created == ["ana001", "bia001", "ana002", "bia002", "ana003", "ana004", "ana005"]


def test_different_keys_are_different_lanes(start: Start, other_employee: Any, configure: Callable[..., None]) -> None:
    configure(other_employee, key="sandbox-other")
    mine, theirs = start("ana001"), start("bia001", by=other_employee)

    assert mine.lane_id != theirs.lane_id
    assert sorted(lane.lanes_with_work()) == sorted([mine.lane_id, theirs.lane_id])


def test_a_stop_finishes_the_account_in_hand_and_releases_the_lane(start: Start, market: Any) -> None:
    """SIGTERM finishes the unit in hand and releases leases."""
    run = start("ana001", "bia002")
    stop = threading.Event()
    session = LaneSession(hold(run), stop)
    session.do_one_thing()
    stop.set()

    session.work()

    assert states(run) == {1: "created", 2: "queued"}
    assert Lane.objects.get().owner == ""


def test_account_is_settled_and_paid_where_its_call_cannot_be_noted(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001")
    holding = hold(run)
    holding.notes.add(partial(Activity.objects.create, user_id=owner.pk, service=None))

    LaneSession(holding, threading.Event()).work()

    assert states(run) == {1: "created"}
    assert sends(market) == {"ana001": 1}
    assert list(credited()) == [row_of(run).pk]


def test_a_stop_during_the_pause_claims_nothing(start: Start, market: Any, settings: Any) -> None:
    settings.BULK_PAUSE_MS = 60_000
    run = start("ana001", "bia002")
    stop = threading.Event()
    session = LaneSession(hold(run), stop)
    session.do_one_thing()
    stop.set()

    session.do_one_thing()
    session.leave()

    assert states(run) == {1: "created", 2: "queued"}
    assert row_of(run, 2).attempts == 0


def test_a_run_paused_during_the_pause_is_not_sent(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
        pause_run(run=run, by=owner)

        assert session.do_one_thing() is False

    assert states(run) == {1: "created", 2: "queued"}
    assert sends(market) == {"ana001": 1}


def test_a_claim_of_a_paused_run_fails_and_changes_nothing(start: Start, owner: Any) -> None:
    run = start("ana001")
    holding = hold(run)
    row = lane.next_to_send(holding)
    assert row is not None
    pause_run(run=run, by=owner)

    assert lane.claim(holding, row, pace_s=None) is None

    assert (row_of(run).state, row_of(run).attempts) == ("queued", 0)
    assert state_of(run) == "paused"


def test_a_row_settled_after_its_run_was_cancelled_never_waits_again(start: Start, owner: Any) -> None:
    """The one in flight when people cancel: here it never left, so it is unsent and not queued for ever."""
    run = start("ana001")
    holding = hold(run)
    claim = claim_next(holding)
    cancel_run(run=run, by=owner)
    facts = facts_of(holding, claim.row, attempts=claim.attempts)
    decision = rules.after_create(NotSent("Não foi possível conectar à API."), facts, policy(), rest_s=0)

    record_answer(holding, claim.row, decision, policy())

    run.refresh_from_db()
    assert states(run) == {1: "unsent"}
    assert run.finished_at is not None


@pytest.mark.parametrize("training", [False, True])
def test_open_run_follows_the_sandbox_to_another_port(
    start: Start, owner: Any, market: Any, settings: Any, training: bool
) -> None:
    """`PORT=9000 make run` after a first start on another port, with accounts still waiting."""
    settings.OUTBOUND_ALLOWED_HOSTS |= {"127.0.0.1:1"}
    origin, settings.SANDBOX_ORIGIN = settings.SANDBOX_ORIGIN, "http://127.0.0.1:1"
    if training:
        set_training(active=True, by=owner)
    Configuration.objects.update(base_url="http://127.0.0.1:1/v1")
    run = start("ana001", "bia002")
    settings.SANDBOX_ORIGIN = origin

    work()

    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
