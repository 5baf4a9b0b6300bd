"""Pause, resume, cancel, retry and withdraw: honest about what is in flight."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bulk.actions.runs import cancel_run, pause_run, resume_run, retry_run, withdraw_run
from bulk.engine import lane, reconcile
from bulk.engine.listings import OTHER_SHOP
from bulk.engine.reconcile import MAX_TRIES
from bulk.enums import RowState, Withdrawal
from bulk.errors import ConfigurationMissing, WrongState
from bulk.models import Lane, Row, Run
from bulk.queries import progress_of
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, session_of, state_of, states, work
from core.events import publish
from core.models import AuditEvent
from marketplace.actions.calls import adapter_for
from marketplace.models import Configuration, ListingWrite
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def test_pause_stops_at_the_row_and_resume_goes_on_at_the_next(start: Start, market: Any, owner: Any) -> None:
    """At most 1 POST (the one in flight) afterwards; resume starts at the exact next row."""
    run = start("ana001", "bia002", "caio003")
    with session_of(run) as session:
        session.do_one_thing()
    pause_run(run=run, by=owner)

    work()

    assert (state_of(run), states(run)) == ("paused", {1: "created", 2: "queued", 3: "queued"})
    resume_run(run=run, by=owner)
    work()
    assert states(run) == {1: "created", 2: "created", 3: "created"}
    assert list(sends(market)) == ["ana001", "bia002", "caio003"]


def test_pause_by_a_person_has_no_reason_and_tells_nobody(start: Start, owner: Any) -> None:
    run = pause_run(run=start("ana001"), by=owner)

    assert (run.pause_code, run.pause_reason) == ("person", "")
    assert not Notification.objects.filter(kind="run_paused").exists()
    assert AuditEvent.objects.filter(event="bulk.run_paused", subject_id=owner.id).count() == 1


def test_run_of_a_restored_copy_sends_nothing_until_a_person_has_looked(start: Start, market: Any, owner: Any) -> None:
    """What a copy shows as waiting may have been created after it was taken, and nothing may be listed twice."""
    run = start("ana001", "bia002")
    taken_at = timezone.now()

    publish("backup_restored", taken_at)
    work()

    run.refresh_from_db()
    assert (state_of(run), states(run), sends(market)) == ("paused", {1: "queued", 2: "queued"}, {})
    assert f"{timezone.localtime(taken_at):%d/%m/%Y %H:%M}" in run.pause_reason
    resume_run(run=run, by=owner)
    work()
    assert states(run) == {1: "created", 2: "created"}


def test_what_is_in_doubt_is_looked_up_though_the_run_is_paused(start: Start, market: Any, owner: Any) -> None:
    market.set_faults({"kind": "created_then_dropped", "count": 1})
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    pause_run(run=run, by=owner)

    work()

    assert states(run) == {1: "created", 2: "queued"}
    assert sends(market) == {"ana001": 1}


@pytest.mark.parametrize(
    ("before", "verb", "message"),
    [
        ((), resume_run, "Esta execução não está pausada."),
        ((pause_run,), pause_run, "Esta execução já está pausada."),
        ((cancel_run,), pause_run, "Esta execução foi cancelada."),
        ((cancel_run,), resume_run, "Esta execução foi cancelada."),
        ((cancel_run,), cancel_run, "Esta execução foi cancelada."),
        ((cancel_run,), retry_run, "Esta execução foi cancelada."),
        ((), retry_run, "Não há falhas para repetir."),
    ],
)
def test_what_does_not_fit_the_state_is_refused_and_changes_nothing(
    before: tuple[Any, ...], verb: Any, message: str, start: Start, owner: Any
) -> None:
    run = start("ana001")
    for earlier in before:
        earlier(run=run, by=owner)
    untouched = Run.objects.values().get(pk=run.pk)

    with pytest.raises(WrongState) as refused:
        verb(run=run, by=owner)

    assert (refused.value.message, refused.value.status) == (message, 409)
    assert Run.objects.values().get(pk=run.pk) == untouched


@pytest.mark.parametrize("verb", [pause_run, resume_run, cancel_run])
def test_a_run_that_is_over_stays_over(verb: Any, start: Start, owner: Any) -> None:
    run = start("ana001")
    work()

    with pytest.raises(WrongState) as refused:
        verb(run=run, by=owner)

    assert refused.value.message == "Esta execução já terminou."
    assert state_of(run) == "finished"


def test_cancelled_rows_are_unsent_and_never_sent(start: Start, market: Any, owner: Any) -> None:
    """Cancelled rows are *não enviada* and never sent."""
    run = start("ana001", "bia002", "caio003")
    with session_of(run) as session:
        session.do_one_thing()

    cancel_run(run=run, by=owner)
    work()

    assert (state_of(run), states(run)) == ("cancelled", {1: "created", 2: "unsent", 3: "unsent"})
    assert sends(market) == {"ana001": 1}
    assert run.finished_at is not None
    assert not Notification.objects.filter(kind="run_finished").exists()


def test_the_account_in_flight_when_people_cancel_is_settled_and_paid(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001", "bia002")
    holding = lane.take(run.lane_id)
    assert holding is not None
    row = lane.next_to_send(holding)
    assert row is not None
    assert lane.claim(holding, row, pace_s=None)

    cancel_run(run=run, by=owner)

    progress = progress_of([Run.objects.get(pk=run.pk)])[0]
    assert (progress.state, progress.counts[RowState.SENDING], progress.settled) == ("cancelled", 1, 1)
    assert progress.run.finished_at is None


def test_a_row_in_doubt_of_a_cancelled_run_is_still_found_and_paid(start: Start, market: Any, owner: Any) -> None:
    market.set_faults({"kind": "created_then_dropped", "count": 1})
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    cancel_run(run=run, by=owner)

    work()

    assert states(run) == {1: "created", 2: "unsent"}
    assert list(credited()) == [row_of(run).pk]


def test_a_row_in_doubt_of_a_cancelled_run_that_does_not_exist_is_unsent(start: Start, market: Any, owner: Any) -> None:
    market.set_faults({"kind": "drop", "endpoint": "create", "count": 1})
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    cancel_run(run=run, by=owner)

    for _ in range(3):
        work()
        let_time_pass()

    assert states(run) == {1: "unsent"}
    assert sends(market) == {"ana001": 1}


def test_listing_of_a_cancelled_run_is_paid_to_its_owner_not_to_who_pastes_it_next(
    start: Start,
    market: Any,
    owner: Any,
    other_employee: Any,
    configure: Callable[..., None],
    let_lookups_see: Callable[[], None],
) -> None:
    configure(other_employee)
    market.set_faults(
        {"kind": "created_then_dropped", "count": 1}, {"kind": "lagging_lookup", "ms": 3_600_000, "count": 1}
    )
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    cancel_run(run=run, by=owner)
    for _ in range(3):
        Row.objects.filter(due_at__isnull=False).update(due_at=timezone.now() - timedelta(seconds=5))
        work()
    assert states(run) == {1: "unsent"}

    start("ana001", by=other_employee)
    let_lookups_see()
    for _ in range(4):
        work()
        let_time_pass()

    assert set(credited()) == {row_of(run).pk}
    assert sends(market) == {"ana001": 1}


def test_retry_sends_the_failed_rows_and_only_those(start: Start, market: Any, owner: Any) -> None:
    """''repetir falhas' sends exactly 37 POSTs'."""
    market.set_faults({"kind": "refuse", "logins": ["bia002", "duda04"]})
    run = start(text="ana001:x\nbia002:x\nruim\ncaio003:x\nduda04:x\nana001:y")
    work()
    before = sends(market)
    assert states(run) == {1: "created", 2: "failed", 3: "failed", 4: "created", 5: "failed", 6: "duplicate"}
    market.set_faults()

    retry_run(run=run, by=owner)
    assert state_of(run) == "running"
    work()

    assert states(run) == {1: "created", 2: "created", 3: "failed", 4: "created", 5: "created", 6: "duplicate"}
    assert {login: count - before[login] for login, count in sends(market).items()} == {
        "ana001": 0,
        "bia002": 1,
        "caio003": 0,
        "duda04": 1,
    }
    assert Notification.objects.filter(kind="run_finished").count() == 2


def test_a_failed_row_whose_login_somebody_took_meanwhile_becomes_a_duplicate(
    start: Start, market: Any, owner: Any
) -> None:
    market.set_faults({"kind": "refuse", "count": 1})
    run = start("ana001")
    work()
    other = start("ana001")

    retry_run(run=run, by=owner)

    row = row_of(run)
    assert (row.state, row.duplicate_run_id, row.duplicate_line) == ("duplicate", other.id, 1)
    assert state_of(run) == "finished"


@pytest.mark.parametrize(("revoked", "state"), [(False, "created"), (True, "uncertain")])
def test_resume_takes_the_key_that_is_in_effect_now(
    revoked: bool, state: str, start: Start, market: Any, owner: Any, configure: Callable[..., None]
) -> None:
    """Rows that wait go out with the new key; one sent with the old one is asked for with that, while it may be, and is
    never taken for absent."""
    market.set_faults({"kind": "created_then_dropped", "count": 1})
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    pause_run(run=run, by=owner)
    old = run.lane_id
    Lane.objects.filter(pk=old).update(refused_at=timezone.now() if revoked else None)
    configure(owner, key="sandbox-nova")

    resume_run(run=run, by=owner)
    for _ in range(4):
        work()
        let_time_pass()

    assert run.lane_id != old
    assert states(run) == {1: state, 2: "created"}
    other_key = "Enviada com outra chave de API: não foi possível confirmar se a conta foi criada."
    assert row_of(run).error == (other_key if revoked else "")
    assert sends(market) == {"ana001": 1, "bia002": 1}


def test_resume_does_not_carry_a_run_to_another_marketplace(
    start: Start, owner: Any, configure: Callable[..., None]
) -> None:
    run = pause_run(run=start("ana001"), by=owner)
    configure(owner, base_url="https://api.gameboost.com/v1")

    with pytest.raises(WrongState) as refused:
        resume_run(run=run, by=owner)

    assert refused.value.code == "other_market"
    assert state_of(run) == "paused"


def test_resume_without_a_configuration_is_refused(start: Start, owner: Any) -> None:
    run = pause_run(run=start("ana001"), by=owner)
    Configuration.objects.all().delete()

    with pytest.raises(ConfigurationMissing):
        resume_run(run=run, by=owner)

    assert state_of(run) == "paused"


@pytest.mark.parametrize(
    ("withdrawal", "status", "withdrawn"), [(Withdrawal.DELETE, "Listed", True), (Withdrawal.DRAFT, "Draft", False)]
)
def test_withdraw_takes_back_all_that_the_run_created(
    withdrawal: Withdrawal, status: str, withdrawn: bool, start: Start, market: Any, owner: Any
) -> None:
    """'`POST …/withdraw` (draft or delete all that the run created)'."""
    other = start("zeca")
    run = start("ana001", "bia002")
    work()

    withdraw_run(run=run, withdrawal=withdrawal, by=owner)
    work()

    seen = {each["login"]: (each["status"], each["deleted_at"] is not None) for each in market.listings()}
    assert seen == {"zeca": ("Listed", False), "ana001": (status, withdrawn), "bia002": (status, withdrawn)}
    rows = Row.objects.filter(run=run, state="created")
    assert {row.withdrawn_at is not None for row in rows} == {withdrawn}
    assert set(rows.values_list("withdrawal", flat=True)) == {""}
    assert states(other) == {1: "created"}
    assert len(credited()) == 3


def test_a_deletion_asked_for_while_a_draft_is_being_made_follows_it(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001")
    work()
    withdraw_run(run=run, withdrawal=Withdrawal.DRAFT, by=owner)

    holding = lane.take(run.lane_id)
    assert holding is not None
    row = reconcile.next_withdrawal(holding)
    assert row is not None
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    reconcile.withdraw(holding, adapter_for(holding.connection, user_id=owner.id), row)
    lane.release(holding)
    work()

    [listing] = market.listings()
    assert (listing["status"], listing["deleted_at"] is not None) == ("Draft", True)
    assert (row_of(run).withdrawal, row_of(run).withdrawn_at is not None) == ("", True)


def test_a_deleted_login_may_be_listed_again(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001")
    work()
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()

    again = start("ana001")
    work()

    assert states(again) == {1: "created"}


def test_a_sold_listing_is_not_withdrawn(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001")
    work()
    market.set_listing_status(row_of(run).remote_id, "Sold")

    withdraw_run(run=run, withdrawal=Withdrawal.DRAFT, by=owner)
    work()

    row = row_of(run)
    assert row.error == "Não foi possível retirar o anúncio: The account status cannot be changed."
    assert (row.withdrawal, row.withdrawn_at) == ("", None)


def test_withdrawal_that_always_fails_is_set_aside_and_told_and_the_next_one_goes_on(
    start: Start, market: Any, owner: Any
) -> None:
    run = start("ana001", "bia002")
    work()
    failing = row_of(run, 1)
    market.set_faults({"kind": "error", "status": 500, "logins": [failing.remote_id]})

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    for _ in range(2 * MAX_TRIES):
        work()
        let_time_pass()
        ListingWrite.objects.all().delete()

    reason = "Não foi possível retirar o anúncio: Server Error"
    kept = [(row_of(run, line).withdrawal, row_of(run, line).error) for line in (1, 2)]
    assert kept == [("", reason), ("", "")]
    assert row_of(run, 2).withdrawn_at is not None
    assert market.counters()["requests"]["delete"] == MAX_TRIES + 1
    told = Notification.objects.get(kind="not_withdrawn")
    assert (told.user_id, told.body) == (
        owner.id,
        f"Linha 1: {reason}. Se o anúncio continuar no ar, retire-o no marketplace.",
    )

    market.set_faults()
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()
    assert row_of(run, 1).withdrawn_at is not None


@pytest.mark.parametrize("withdrawal", Withdrawal)
def test_404_that_is_not_of_the_marketplace_takes_no_listing_for_withdrawn(
    withdrawal: Withdrawal, start: Start, market: Any, owner: Any
) -> None:
    """As a proxy answers, or a wrong address: the listing is still on sale."""
    run = start("ana001")
    work()
    market.set_faults({"kind": "error", "status": 404, "message": ""})

    withdraw_run(run=run, withdrawal=withdrawal, by=owner)
    work()

    row = row_of(run)
    assert (row.withdrawal, row.withdrawn_at) == ("", None)
    assert row.error == "Não foi possível retirar o anúncio: Erro HTTP 404"
    assert Notification.objects.get(kind="not_withdrawn").user_id == owner.id


def test_listing_at_its_limit_of_changes_is_withdrawn_once_that_is_over(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001")
    work()
    key = {"lane_key": run.lane.key, "remote_id": row_of(run).remote_id}
    ListingWrite.objects.bulk_create(ListingWrite(**key, written_at=timezone.now()) for _ in range(5))

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()
    assert row_of(run).withdrawal == Withdrawal.DELETE

    ListingWrite.objects.all().delete()
    let_time_pass()
    work()
    assert row_of(run).withdrawn_at is not None
    assert not Notification.objects.filter(kind="not_withdrawn").exists()


def test_withdraw_of_nothing_is_refused(start: Start, owner: Any) -> None:
    run = start("ana001")

    with pytest.raises(WrongState):
        withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)


def test_what_another_key_does_not_see_is_not_taken_for_withdrawn(
    start: Start, market: Any, owner: Any, configure: Callable[..., None]
) -> None:
    run = start("ana001")
    work()
    configure(owner, key="sandbox-nova")

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()

    assert row_of(run).withdrawn_at is None
    assert row_of(run).error == f"Não foi possível retirar o anúncio: {OTHER_SHOP}"
    assert [listing["deleted_at"] for listing in market.listings()] == [None]


def test_key_refused_after_the_cancelling_leaves_what_is_in_doubt_to_a_person(
    start: Start, market: Any, owner: Any
) -> None:
    market.set_faults({"kind": "created_then_dropped"})
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    cancel_run(run=run, by=owner)
    market.set_faults({"kind": "error", "endpoint": "*", "status": 401})

    work()

    run.refresh_from_db()
    assert states(run) == {1: "uncertain"}
    assert run.finished_at is not None


def test_cancelling_leaves_what_a_refused_key_cannot_confirm_to_a_person(start: Start, market: Any, owner: Any) -> None:
    market.set_faults({"kind": "created_then_dropped"})
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    Lane.objects.update(refused_at=timezone.now())

    cancel_run(run=run, by=owner)

    assert states(run) == {1: "uncertain", 2: "unsent"}
    assert run.finished_at is not None
