"""How the engine treats a marketplace that asks to wait, fails, or refuses the key."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from bulk.actions.runs import resume_run, withdraw_run
from bulk.enums import Withdrawal
from bulk.models import Lane, Run
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, session_of, state_of, states, work
from marketplace.actions.configurations import save_global_settings

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def silenced_for(least_s: float, most_s: float, *, since: datetime) -> bool:
    """Whether the key was silenced for as many seconds, at some moment after `since`."""
    until = Lane.objects.get().quiet_until
    assert until is not None
    return since + timedelta(seconds=least_s) <= until <= timezone.now() + timedelta(seconds=most_s)


def test_429_silences_the_whole_key_for_retry_after(start: Start, market: Any) -> None:
    """'429 with Retry-After n: 0 requests on that key for n s, the row is not a failure'."""
    market.set_faults({"kind": "throttle", "endpoint": "create", "retryAfter": 30, "count": 1})
    run = start("ana001", "bia002")
    began = timezone.now()
    work()
    asked = len(market.log())
    assert silenced_for(30, 30, since=began)

    work()

    assert len(market.log()) == asked
    assert states(run) == {1: "queued", 2: "queued"}
    let_time_pass()
    work()
    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 2, "bia002": 1}


def test_429_on_a_look_up_silences_the_key_too(start: Start, market: Any) -> None:
    market.set_faults({"kind": "throttle", "endpoint": "lookup", "retryAfter": 30, "count": 1})
    run = start("ana001")
    began = timezone.now()

    work()

    assert silenced_for(30, 30, since=began)
    assert len(market.log()) == 1
    let_time_pass()
    work()
    assert states(run) == {1: "created"}


@pytest.mark.parametrize("told", ["0", "-5", "Thu, 01 Jan 2026 00:00:00 GMT"])
def test_429_that_asks_for_no_wait_is_not_asked_again_at_once(told: str, start: Start, market: Any) -> None:
    market.set_faults({"kind": "throttle", "endpoint": "lookup", "retryAfter": told, "count": 20})
    run = start("ana001")

    work()

    assert len(market.log()) == 1
    assert states(run) == {1: "queued"}


def test_429_silences_everyone_who_shares_the_key(
    start: Start, market: Any, other_employee: Any, configure: Callable[..., None]
) -> None:
    configure(other_employee)
    market.set_faults({"kind": "throttle", "endpoint": "create", "retryAfter": 30, "count": 1})
    start("ana001")
    work()
    theirs = start("bia002", by=other_employee)

    work()

    assert states(theirs) == {1: "queued"}


def test_429_without_end_pauses_the_run_after_the_allowed_sends(start: Start, market: Any, admin: Any) -> None:
    """'≤ 1 + retryAttempts sends per row'."""
    save_global_settings(changes={"retry_attempts": 1}, by=admin)
    market.set_faults({"kind": "throttle", "endpoint": "create", "retryAfter": 1})
    run = start("ana001")

    for _ in range(5):
        work()
        let_time_pass()

    assert sends(market) == {"ana001": 2}
    assert state_of(run) == "paused"
    assert run.pause_code == "throttled"


def test_a_wrong_key_shows_the_marketplaces_own_answer(
    start: Start, market: Any, owner: Any, configure: Callable[..., None]
) -> None:
    configure(owner, key="errada-123456")
    run = start("ana001", "bia002")

    work()

    assert state_of(run) == "paused"
    assert (run.pause_code, run.pause_reason) == (
        "key_refused",
        "O marketplace recusou a chave de API: Missing, invalid, or expired API key.",
    )
    assert states(run) == {1: "queued", 2: "queued"}
    assert sends(market) == {}


def test_a_refused_key_makes_no_call_until_somebody_vouches_for_it(
    start: Start, owner: Any, configure: Callable[..., None], market: Any
) -> None:
    configure(owner, key="errada-123456")
    run = start("ana001")
    work()
    assert Lane.objects.get().refused_at is not None

    configure(owner, key="sandbox-certa")
    work()
    assert state_of(run) == "paused"
    resume_run(run=run, by=owner)
    work()

    assert states(run) == {1: "created"}
    assert state_of(run) == "finished"
    assert len(credited()) == 1


def test_five_failures_in_a_row_pause_the_runs_of_the_lane(
    start: Start, market: Any, other_employee: Any, configure: Callable[..., None]
) -> None:
    """Falso answering 503 to everything: run pauses itself after 5 in a row, no row burnt as failed."""
    configure(other_employee)
    market.set_faults({"kind": "error", "status": 503, "message": "Service Unavailable"})
    run = start("ana001", "bia002")
    theirs = start("caio003", by=other_employee)

    for _ in range(10):
        work()
        let_time_pass()

    assert {state_of(run), state_of(theirs)} == {"paused"}
    assert run.pause_code == theirs.pause_code == "service_failing"
    assert run.pause_reason == (
        "O marketplace falhou 5 vezes seguidas: Service Unavailable. Retome quando ele voltar a responder."
    )
    assert set(states(run).values()) | set(states(theirs).values()) == {"queued"}
    assert sends(market) == {}


def test_creates_that_fail_pause_the_run_though_look_ups_answer(start: Start, market: Any) -> None:
    market.set_faults({"kind": "error", "endpoint": "create", "status": 500})
    run = start(*[f"conta{number:03}" for number in range(20)])

    for _ in range(30):
        work()
        let_time_pass()

    assert sum(sends(market).values()) == 5
    assert state_of(run) == "paused"
    assert "failed" not in states(run).values()


def test_a_failure_backs_off_for_the_whole_lane(start: Start, market: Any) -> None:
    """'5xx backs off with jitter'."""
    market.set_faults({"kind": "error", "endpoint": "create", "status": 500, "count": 1})
    run = start("ana001", "bia002")
    began = timezone.now()

    with session_of(run) as session:
        session.do_one_thing()

    assert silenced_for(0.5, 1, since=began)
    Lane.objects.update(quiet_until=F("quiet_until") + timedelta(hours=1))
    work()
    assert len(market.log()) == 2


def test_a_success_ends_a_row_of_failures(start: Start, market: Any) -> None:
    market.set_faults({"kind": "error", "endpoint": "create", "status": 500, "count": 4})
    run = start(*[f"conta{number:03}" for number in range(6)])

    for _ in range(30):
        work()
        let_time_pass()

    assert set(states(run).values()) == {"created"}
    assert Lane.objects.get().failures == 0


def test_a_marketplace_that_cannot_be_reached_pauses_the_run(
    start: Start, owner: Any, configure: Callable[..., None], settings: Any, market: Any
) -> None:
    settings.OUTBOUND_ALLOWED_HOSTS = settings.OUTBOUND_ALLOWED_HOSTS | {"127.0.0.1:9"}
    configure(owner, base_url="http://127.0.0.1:9/v1")
    run = start("ana001")

    for _ in range(8):
        work()
        let_time_pass()

    assert state_of(run) == "paused"
    assert states(run) == {1: "queued"}
    assert row_of(run).attempts == 0
    assert run.pause_reason.startswith("O marketplace falhou 5 vezes seguidas: Não foi possível conectar à API.")


def test_the_first_error_pauses_the_run_under_log_and_throw(start: Start, market: Any, admin: Any) -> None:
    save_global_settings(changes={"error_handling": "Log and throw"}, by=admin)
    market.set_faults({"kind": "refuse", "logins": ["ana001"]})
    run = start("ana001", "bia002")

    work()

    assert states(run) == {1: "failed", 2: "queued"}
    assert state_of(run) == "paused"
    assert run.pause_reason == "Parada no primeiro erro (linha 1): The login is invalid."
    assert sends(market) == {"ana001": 1}


def test_429_on_a_withdrawal_silences_the_key_too(start: Start, market: Any, owner: Any) -> None:
    run = start("ana001", "bia002")
    work()
    market.set_faults({"kind": "throttle", "endpoint": "status", "retryAfter": 30, "count": 1})
    withdraw_run(run=run, withdrawal=Withdrawal.DRAFT, by=owner)

    work()

    assert market.counters()["requests"]["status"] == 1
    let_time_pass()
    work()
    assert {listing["status"] for listing in market.listings()} == {"Draft"}
