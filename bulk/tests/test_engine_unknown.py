"""Unknown outcomes: rest, look-up, never a blind second send."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bulk.engine.reconcile import MAX_TRIES
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.tests.helpers import (
    SETTINGS,
    account,
    credited,
    let_time_pass,
    list_elsewhere,
    row_of,
    sends,
    session_of,
    state_of,
    states,
    work,
)
from bulk.transitions import THIS_MOMENT, after
from marketplace.actions.configurations import save_global_settings
from marketplace.models import RemoteAccount
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "created_then_dropped"},
        {"kind": "created_then_error", "status": 500},
        {"kind": "created_then_error", "status": 502},
        {"kind": "unreadable"},
    ],
    ids=lambda fault: f"{fault['kind']}-{fault.get('status', '')}",
)
def test_an_account_created_without_an_answer_is_found_and_credited(
    fault: dict[str, Any], start: Start, market: Any
) -> None:
    """'each row ends criada with its remote id; 0 second POSTs for any login'. What was found is watched as what was
    answered."""
    market.set_faults(fault)
    run = start("ana001", "bia002")

    for _ in range(3):
        work()
        let_time_pass()

    remote = {listing["login"]: str(listing["id"]) for listing in market.listings()}
    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert [row.remote_id for row in Row.objects.order_by("line")] == [remote["ana001"], remote["bia002"]]
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 2).pk}
    watched = RemoteAccount.objects.filter(user=run.owner).values_list("remote_id", flat=True)
    assert set(watched) == set(remote.values())


def test_a_row_in_doubt_rests_before_it_is_looked_up(start: Start, market: Any, settings: Any) -> None:
    """The row rests `BULK_VERIFY_AFTER_S`, then is looked up by login."""
    settings.BULK_VERIFY_AFTER_S = 60
    market.set_faults({"kind": "created_then_dropped"})
    run = start("ana001")
    began = timezone.now()

    work()

    row = row_of(run)
    assert states(run) == {1: "verifying"}
    assert began <= row.due_at - timedelta(seconds=60) <= timezone.now()
    assert market.counters()["requests"] == {"lookup": 1, "create": 1}
    assert row.error == (
        "Resultado desconhecido: A conexão com a API foi interrompida. A conta será procurada no marketplace."
    )


def test_other_rows_go_on_while_one_rests(start: Start, market: Any, settings: Any) -> None:
    settings.BULK_VERIFY_AFTER_S = 60
    market.set_faults({"kind": "created_then_dropped", "logins": ["ana001"]})
    run = start("ana001", "bia002")

    work()

    assert states(run) == {1: "verifying", 2: "created"}
    assert state_of(run) == "running"


def test_what_rests_for_no_time_is_due_at_once(start: Start) -> None:
    run = start("ana001")

    assert Run.objects.filter(pk=run.pk).alias(due_at=after(0)).filter(due_at__lte=THIS_MOMENT).exists()


def test_absent_twice_is_sent_again(start: Start, market: Any) -> None:
    """'absent twice is sent again', and the two look-ups are a second apart."""
    market.set_faults({"kind": "drop", "endpoint": "create", "count": 1})
    run = start("ana001")
    began = timezone.now()
    with session_of(run) as session:
        session.do_one_thing()
        session.do_one_thing()
    row = row_of(run)
    assert (row.state, row.misses) == ("verifying", 1)
    assert began <= row.due_at - timedelta(seconds=1) <= timezone.now()

    let_time_pass()
    work()

    assert states(run) == {1: "created"}
    assert sends(market) == {"ana001": 2}
    assert [listing["login"] for listing in market.listings()] == ["ana001"]
    assert len(credited()) == 1


def test_a_listing_that_comes_late_is_found_and_not_made_twice(
    start: Start, market: Any, configure: Callable[..., None], owner: Any
) -> None:
    """A marketplace that works on after we gave up: absent at first, there at the second look."""
    configure(owner, timeout_ms=1000)
    market.set_faults({"kind": "created_late", "ms": 60_000, "count": 1})
    run = start("ana001")
    for _ in range(10):  # a machine that needs its second for less than that sends and looks up again
        if not row_of(run).misses:
            let_time_pass()
            with session_of(run) as session:
                session.do_one_thing()
    assert (row_of(run).state, row_of(run).misses) == ("verifying", 1)

    market.set_faults()
    deadline = time.monotonic() + 60
    while not market.listings() and time.monotonic() < deadline:
        time.sleep(0.1)
    for _ in range(3):
        let_time_pass()
        work()

    assert states(run) == {1: "created"}
    assert [listing["login"] for listing in market.listings()] == ["ana001"]
    assert sends(market) == {"ana001": 1}


def test_look_ups_that_keep_failing_leave_it_to_a_person(start: Start, market: Any) -> None:
    """'row becomes incerta, 0 automatic re-sends, no earning until resolved'."""
    market.set_faults({"kind": "created_then_dropped"})
    run = start("ana001")
    send_one(run)
    market.set_faults({"kind": "error", "endpoint": "lookup", "status": 500})

    for _ in range(8):
        let_time_pass()
        work()

    row = row_of(run)
    assert row.state == "uncertain"
    assert row.error == "Não foi possível confirmar se a conta foi criada: Server Error."
    assert sends(market) == {"ana001": 1}
    assert credited() == {}
    assert state_of(run) == "finished_with_errors"


def test_a_row_is_sent_no_more_often_than_retry_attempts_allows(start: Start, market: Any, admin: Any) -> None:
    """RetryAttempts and errorHandling [act] on the run engine."""
    save_global_settings(changes={"retry_attempts": 2}, by=admin)
    market.set_faults({"kind": "drop", "endpoint": "create"})
    run = start("ana001")

    for _ in range(10):
        work()
        let_time_pass()

    assert sends(market) == {"ana001": 3}
    assert states(run) == {1: "failed"}
    assert row_of(run).error == "A conta não foi criada: o marketplace não a mostra após 3 envios."


@pytest.mark.parametrize("handling", ["Log and continue", "Log and throw"])
def test_nothing_is_sent_a_second_time_when_errors_are_not_retried(
    handling: str, start: Start, market: Any, admin: Any
) -> None:
    save_global_settings(changes={"error_handling": handling}, by=admin)
    market.set_faults({"kind": "drop", "endpoint": "create", "logins": ["ana001"]})
    run = start("ana001", "bia002")

    for _ in range(4):
        work()
        let_time_pass()

    assert sends(market)["ana001"] == 1
    assert states(run) == {1: "failed", 2: "created"}


def test_a_re_send_is_preceded_by_a_look_up_of_its_own(start: Start, market: Any) -> None:
    """Any re-send of a create after 5xx or timeout is preceded by a by-login query: 100 %."""
    market.set_faults({"kind": "error", "endpoint": "create", "status": 500, "count": 1})
    run = start("ana001")

    for _ in range(4):
        work()
        let_time_pass()

    assert states(run) == {1: "created"}
    calls = [call["endpoint"] for call in market.log() if call["endpoint"] != "list"]
    assert calls == ["lookup", "create", "lookup", "lookup", "lookup", "create"]


def test_a_second_listing_of_a_login_is_found_and_removed_after_the_run(
    start: Start, market: Any, settings: Any, let_lookups_see: Callable[[], None]
) -> None:
    """After a run a second listing of a login is found and removed.

    The first listing is not shown by look-ups for a while, longer than a row in doubt rests here.
    """
    settings.BULK_VERIFY_AFTER_S = 60
    run = listed_twice(start, market)
    [extra] = set(alive(market)) - {row_of(run).remote_id}
    list_elsewhere(extra, run)

    let_lookups_see()
    for _ in range(3):
        let_time_pass()
        work()

    assert alive(market) == [row_of(run).remote_id]
    assert len(credited()) == 1


@pytest.fixture
def shown_twice(start: Start, market: Any, settings: Any, let_lookups_see: Callable[[], None]) -> Run:
    """A run whose account has a second listing, which look-ups show by now."""
    settings.BULK_VERIFY_AFTER_S = 60
    run = listed_twice(start, market)
    let_lookups_see()
    return run


@pytest.mark.parametrize(
    "fault",
    [{"kind": "error", "status": 401}, {"kind": "error", "status": 503}, {"kind": "throttle", "retryAfter": 30}],
    ids=["refused key", "failure", "429"],
)
def test_second_listing_goes_once_the_marketplace_lets_it_though_that_took_hours(
    fault: dict[str, Any], market: Any, shown_twice: Run
) -> None:
    market.set_faults({"endpoint": "delete", **fault})
    for _ in range(2 * MAX_TRIES):
        let_time_pass()
        work()
    assert len(alive(market)) == 2

    market.set_faults()
    Lane.objects.update(refused_at=None)
    let_time_pass()
    work()

    assert alive(market) == [row_of(shown_twice).remote_id]


def test_second_listing_that_the_marketplace_keeps_is_told_with_its_id(market: Any, shown_twice: Run) -> None:
    [extra] = set(alive(market)) - {row_of(shown_twice).remote_id}
    market.set_faults({"kind": "error", "endpoint": "delete", "status": 422, "message": "Locked."})

    for _ in range(2 * MAX_TRIES):
        let_time_pass()
        work()

    told = Notification.objects.get(kind="not_withdrawn")
    reason = f"O segundo anúncio da conta ({extra}) não pôde ser excluído: Locked."
    assert (told.user_id, told.body) == (
        shown_twice.owner_id,
        f"Linha 1: {reason} Se o anúncio continuar no ar, retire-o no marketplace.",
    )


def test_a_second_listing_that_somebody_bought_stays(market: Any, shown_twice: Run) -> None:
    """What is sold is somebody's purchase, whoever listed it."""
    [extra] = set(alive(market)) - {row_of(shown_twice).remote_id}
    market.set_listing_status(extra, "Sold")

    for _ in range(3):
        let_time_pass()
        work()

    assert sorted(alive(market)) == sorted([row_of(shown_twice).remote_id, extra])
    assert OrphanListing.objects.count() == 0
    assert len(credited()) == 1


@pytest.mark.parametrize("login", ["", "outra-conta"], ids=["bare id", "another login"])
@pytest.mark.parametrize("path", ["/v1", "/v2"])
def test_an_id_in_a_success_that_names_another_account_is_looked_up(
    login: str, path: str, start: Start, market: Any, owner: Any, configure: Callable[..., None], sandbox: Any
) -> None:
    """A success without the account's login or our reference says nothing: somebody else's listing is not the row's."""
    configure(owner, base_url=f"{sandbox.url}{path}")
    market.set_faults({"kind": "other_listing", "id": 77, "login": login})
    run = start("ana001")
    send_one(run)
    assert row_of(run).remote_id == ""
    assert not RemoteAccount.objects.filter(remote_id="77").exists()

    for _ in range(3):
        let_time_pass()
        work()

    [listing] = market.listings()
    assert (row_of(run).state, row_of(run).remote_id) == ("created", str(listing["id"]))
    assert sends(market) == {"ana001": 1}
    assert len(credited()) == 1


def test_accounts_stay_listed_once_while_the_look_up_route_is_gone(
    start: Start, market: Any, settings: Any, monkeypatch: Any
) -> None:
    """Every look-up by login answers 404, as it does for a login that is not there: the list says what is, on whatever
    page."""
    settings.BULK_VERIFY_AFTER_S = 60
    monkeypatch.setattr("marketplace.adapters.gameboost.versions.GameBoostV1.page_size", 1)
    gone = {"kind": "error", "endpoint": "lookup", "status": 404, "message": "The route could not be found."}
    market.set_faults(gone, {"kind": "created_then_dropped"})
    run = start("ana001", "bia002", "caio003")

    for _ in range(8):
        work()
        let_time_pass()

    assert market.counters()["creates"] == {"ana001": 1, "bia002": 1, "caio003": 1}
    assert set(states(run).values()) == {"created"}
    assert len(credited()) == 3


def test_nothing_is_sent_again_while_no_list_confirms_that_it_is_absent(start: Start, market: Any) -> None:
    """Neither way of asking answers: a person decides."""
    market.set_faults({"kind": "drop", "endpoint": "create"})
    run = start("ana001")
    send_one(run)
    market.set_faults({"kind": "error", "endpoint": "list", "status": 404, "message": "The route could not be found."})

    for _ in range(8):
        let_time_pass()
        work()

    row = row_of(run)
    assert row.state == "uncertain"
    assert row.error == "Não foi possível confirmar se a conta foi criada: The route could not be found."
    assert sends(market) == {"ana001": 1}
    told = Notification.objects.get(kind="row_uncertain")
    assert (told.user_id, told.url) == (run.owner_id, f"/runs/{run.pk}?line=1")
    assert row.error in told.body


def test_nothing_is_sent_again_beside_a_new_listing_that_names_no_account(
    start: Start, market: Any, owner: Any, configure: Callable[..., None], sandbox: Any, tmp_path: Path
) -> None:
    """It may be the row's own: a person decides."""
    configure(owner, base_url=f"{sandbox.url}/v2")
    start("bia002")
    work()
    Row.objects.update(state="failed", remote_id="")
    with closing(sqlite3.connect(tmp_path / "sandbox.sqlite3")) as kept:
        kept.execute(
            "UPDATE listing SET attributes = json_set(attributes, '$.description', 'À mão.', '$.stock', json('[]'))"
        )
        kept.commit()
    market.set_faults({"kind": "drop", "endpoint": "create"})
    run = start("ana001")
    send_one(run)

    for _ in range(8):
        let_time_pass()
        work()

    assert row_of(run).state == "uncertain"
    assert "O marketplace não diz de qual conta é o anúncio" in row_of(run).error
    assert sends(market) == {"bia002": 1, "ana001": 1}


def test_listing_of_a_corrected_line_is_not_deleted_by_the_first_runs_look_over(
    start: Start, market: Any, admin: Any, settings: Any
) -> None:
    save_global_settings(changes={"retry_attempts": 0}, by=admin)
    market.set_faults({"kind": "drop", "endpoint": "create", "count": 1})
    first = start("ana001")
    for _ in range(3):
        work()
        Row.objects.filter(due_at__isnull=False).update(due_at=timezone.now() - timedelta(seconds=5))
    assert states(first) == {1: "failed"}
    settings.BULK_VERIFY_AFTER_S = 60
    market.set_faults({"kind": "created_then_dropped", "count": 1})
    corrected = start("ana001")
    work()
    assert states(corrected) == {1: "verifying"}

    Run.objects.filter(pk=first.pk).update(reconcile_at=timezone.now() - timedelta(seconds=1))
    work()
    OrphanListing.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    work()
    for _ in range(3):
        let_time_pass()
        work()

    assert states(corrected) == {1: "created"}
    assert alive(market) == [row_of(corrected).remote_id]
    assert row_of(corrected).withdrawn_at is None


def test_account_on_sale_for_another_game_hides_no_listing_from_the_look_up(start: Start, market: Any) -> None:
    """The look-up by login shows one of them, and the list both."""
    login = "ana@example.com"
    start(accounts=[account(login)], text=None, game="war-thunder", settings=SETTINGS | {"price": "20.00"})
    work()
    market.set_faults({"kind": "created_then_dropped", "count": 1})
    run = start(accounts=[account(login)], text=None)

    for _ in range(4):
        work()
        let_time_pass()

    assert states(run) == {1: "created"}
    assert sends(market) == {login: 2}


def test_what_is_shown_late_is_found_by_a_later_look_over_the_run(
    start: Start, market: Any, settings: Any, let_lookups_see: Callable[[], None]
) -> None:
    """A marketplace that shows a listing long after the first look over the run."""
    settings.BULK_VERIFY_AFTER_S = 60
    run = listed_twice(start, market)
    let_time_pass()
    work()
    assert len(alive(market)) == 2

    let_lookups_see()
    for _ in range(3):
        let_time_pass()
        work()

    assert alive(market) == [row_of(run).remote_id]
    assert len(credited()) == 1


def test_looks_over_a_run_come_at_longer_and_longer_intervals_for_a_day(start: Start, market: Any, settings: Any) -> None:
    settings.BULK_VERIFY_AFTER_S = 30
    market.set_faults({"kind": "created_then_dropped"})
    run = start("ana001")
    work()
    let_time_pass()
    work()
    waits = []
    for age_s in (30, 120, 480, 40_000, 86_400):
        finished_at = timezone.now() - timedelta(seconds=age_s)
        # SQLite tells the time in milliseconds: what is due this very moment may not be yet.
        Run.objects.update(finished_at=finished_at, reconcile_at=timezone.now() - timedelta(seconds=1))
        work()
        run.refresh_from_db()
        waits.append(run.reconcile_at and round((run.reconcile_at - finished_at) / timedelta(minutes=1)))

    assert waits == [2, 8, 32, 24 * 60, None]


def listed_twice(start: Start, market: Any) -> Run:
    """A run whose first listing no look-up showed, so that its account was sent a second time."""
    market.set_policy(lookup_shape="list")
    market.set_faults(
        {"kind": "created_then_dropped", "count": 1}, {"kind": "lagging_lookup", "ms": 3_600_000, "count": 1}
    )
    run = start("ana001")
    for _ in range(2):
        work()
        let_time_pass()
    work()
    assert states(run) == {1: "created"}
    assert sends(market) == {"ana001": 2}
    return run


def alive(market: Any) -> list[str]:
    """The ids of the listings that were not deleted."""
    return [str(listing["id"]) for listing in market.listings() if listing["deleted_at"] is None]


def send_one(run: Run) -> None:
    """Send one row, and stop before it is looked up."""
    with session_of(run) as session:
        session.do_one_thing()
    assert row_of(run).state == "verifying"
