"""Runs that paused for a refused key go on by themselves once it works."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bulk.actions.runs import pause_run, resume_run, withdraw_run
from bulk.engine.listings import OTHER_SHOP
from bulk.enums import Withdrawal
from bulk.models import Lane, Run
from bulk.queries import detail_of
from bulk.tests.helpers import let_time_pass, row_of, sends, state_of, work
from core.models import AuditEvent
from marketplace.actions.configurations import TEST_HOLDS, save_global_settings
from marketplace.models import Configuration, KeyBudget
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
Configure = Callable[..., None]
Post = Callable[..., Any]

PATH = "/api/configs/gameboost"
DEAD = {"kind": "error", "endpoint": "*", "status": 401}


@pytest.fixture
def try_key(client_for: Any) -> Post:
    """What a test of a person's configuration, with what is typed in place of it, answers."""

    def try_key(person: Any, **typed: Any) -> Any:
        return client_for(person).post(f"{PATH}/test", {"userId": person.id, **typed}, format="json").json()

    return try_key


@pytest.fixture
def save_key(client_for: Any) -> Post:
    """How many runs go on as somebody saves a key for themselves or another."""

    def save_key(by: Any, key: str, *, whose: Any = None) -> int:
        saved = Configuration.objects.filter(user=whose or by).values_list("base_url", flat=True).get()
        body = {"userId": (whose or by).id, "apiKey": key, "baseUrl": saved}
        return int(client_for(by).post(PATH, body, format="json").json()["resumedRuns"])

    return save_key


def resumed_by() -> list[tuple[int, int, str]]:
    """(who resumed, which run, why) of every resumption."""
    rows = AuditEvent.objects.filter(event="bulk.run_resumed").order_by("id")
    return [(row.actor_id, int(row.target_id), row.reason) for row in rows]


def told() -> list[tuple[int, str, str]]:
    rows = Notification.objects.filter(kind="run_resumed").order_by("id")
    return [(row.user_id, row.url, row.body) for row in rows]


def test_a_test_that_succeeds_resumes_the_runs_of_everybody_who_shares_the_key(
    start: Start, market: Any, owner: Any, other_employee: Any, configure: Configure, try_key: Post
) -> None:
    configure(other_employee)
    runs = [start("ana001", "bia002"), start("caio003", by=other_employee)]
    market.set_faults(DEAD)
    work()
    assert [state_of(run) for run in runs] == ["paused", "paused"]
    assert "resumedRuns" not in try_key(owner)
    market.set_faults()

    tested = try_key(owner)

    assert (tested["success"], tested["resumedRuns"]) == (True, 2)
    assert resumed_by() == [(owner.id, run.pk, "A chave foi corrigida.") for run in runs]
    text = "A chave foi corrigida, e a execução segue de onde parou."
    assert told() == [(other_employee.id, f"/runs/{runs[1].pk}", text)]
    work()
    assert [state_of(run) for run in runs] == ["finished", "finished"]
    assert sends(market) == {"ana001": 1, "bia002": 1, "caio003": 1}
    assert try_key(owner) == {"success": True, "data": {"accounts": 3}}


def test_a_key_saved_after_its_test_resumes_the_runs_of_whoever_it_is_in_effect_for(
    start: Start,
    market: Any,
    owner: Any,
    other_employee: Any,
    admin: Any,
    configure: Configure,
    try_key: Post,
    save_key: Post,
) -> None:
    configure(owner, key="errada-123456")
    configure(other_employee, key="errada-123456")
    run, theirs = start("ana001"), start("bia002", by=other_employee)
    work()
    typed = {"apiKey": "sandbox-nova", "baseUrl": Configuration.objects.get(user=owner).base_url}
    assert try_key(owner, **typed) == {"success": True, "data": {"accounts": 0}}

    assert save_key(admin, "sandbox-nova", whose=owner) == 1

    assert told() == [(owner.id, f"/runs/{run.pk}", "A chave foi corrigida, e a execução segue de onde parou.")]
    work()
    assert (state_of(run), state_of(theirs)) == ("finished", "paused")
    assert sends(market) == {"ana001": 1}


def test_the_systems_key_mended_resumes_the_runs_of_its_users(
    start: Start, market: Any, owner: Any, system_owner: Any, configure: Configure, try_key: Post
) -> None:
    configure(system_owner)
    Configuration.objects.filter(user=owner).delete()
    run = start("ana001")
    market.set_faults(DEAD)
    work()
    market.set_faults()

    assert try_key(system_owner)["resumedRuns"] == 1

    work()
    assert state_of(run) == "finished"


@pytest.mark.parametrize("known", ["never tested", "tested long ago", "failed since"])
def test_a_saved_key_that_is_not_known_to_work_resumes_nothing(
    start: Start, owner: Any, configure: Configure, save_key: Post, try_key: Post, known: str
) -> None:
    configure(owner, key="errada-123456")
    run = start("ana001")
    work()
    if known == "tested long ago":
        try_key(owner, apiKey="sandbox-nova")
        KeyBudget.objects.update(tested_at=timezone.now() - TEST_HOLDS - timedelta(seconds=1))
    if known == "failed since":
        try_key(owner)

    assert save_key(owner, "errada-123456" if known == "failed since" else "sandbox-nova") == 0

    assert (state_of(run), resumed_by(), told()) == ("paused", [], [])


def test_a_run_that_a_person_paused_stays_paused(
    start: Start, market: Any, owner: Any, configure: Configure, try_key: Post
) -> None:
    by_hand, resumed_and_paused = start("ana001"), start("bia002")
    pause_run(run=by_hand, by=owner)
    market.set_faults(DEAD)
    work()
    market.set_faults()
    resume_run(run=resumed_and_paused, by=owner)
    pause_run(run=resumed_and_paused, by=owner)

    assert "resumedRuns" not in try_key(owner)

    work()
    assert [state_of(run) for run in (by_hand, resumed_and_paused)] == ["paused", "paused"]
    assert sends(market) == {}


def test_practice_and_another_marketplaces_runs_are_not_resumed(
    start: Start, market: Any, owner: Any, try_key: Post
) -> None:
    practice, elsewhere = start("ana001"), start("bia002")
    market.set_faults(DEAD)
    work()
    market.set_faults()
    Run.objects.filter(pk=practice.pk).update(training=True)
    Run.objects.filter(pk=elsewhere.pk).update(market="gameboost:https://outro.example")

    assert "resumedRuns" not in try_key(owner)

    assert [state_of(run) for run in (practice, elsewhere)] == ["paused", "paused"]
    assert (resumed_by(), told()) == ([], [])


def test_nothing_is_resumed_where_the_settings_do_not_want_it(
    start: Start, market: Any, owner: Any, admin: Any, try_key: Post
) -> None:
    save_global_settings(changes={"resume_runs": False}, by=admin)
    run = start("ana001")
    market.set_faults(DEAD)
    work()
    market.set_faults()

    assert try_key(owner) == {"success": True, "data": {"accounts": 0}}

    work()
    assert (state_of(run), sends(market)) == ("paused", {})


def being_taken_back(start: Start, market: Any, owner: Any) -> Run:
    """A run that is over, whose listing was to go when the key was refused; the key works again."""
    run = start("ana001")
    work()
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    market.set_faults(DEAD)
    work()
    market.set_faults()
    let_time_pass()
    return run


def test_what_a_run_that_is_over_takes_back_goes_on_with_its_key(
    start: Start, market: Any, owner: Any, try_key: Post
) -> None:
    run = being_taken_back(start, market, owner)
    work()
    assert detail_of(run).asked["withdrawing"] == 1

    assert "resumedRuns" not in try_key(owner)
    work()

    assert detail_of(run).asked == {"retryable": 0, "listed": 0, "drafts": 0, "withdrawing": 0, "withdrawn": 1}


def test_what_a_run_that_is_over_takes_back_follows_its_owner_to_another_key(
    start: Start, market: Any, owner: Any, try_key: Post, save_key: Post
) -> None:
    being_taken_back(start, market, owner)
    typed = {"apiKey": "sandbox-nova", "baseUrl": Configuration.objects.get(user=owner).base_url}
    assert try_key(owner, **typed)["success"]
    assert save_key(owner, "sandbox-nova") == 0

    assert Run.objects.get().lane.connection["api_key"] == "sandbox-nova"


OF_ANOTHER_SHOP = f"Não foi possível retirar o anúncio: {OTHER_SHOP}"


@pytest.mark.parametrize(("key", "error"), [("sandbox-key", ""), ("sandbox-nova", OF_ANOTHER_SHOP)])
def test_listings_to_be_taken_down_wait_no_longer_than_the_key_is_refused(
    key: str, error: str, start: Start, market: Any, owner: Any, try_key: Post, save_key: Post
) -> None:
    """No run waits for the key, and the page shows no button for listings that are about to go."""
    run = start("ana001")
    work()
    market.set_faults(DEAD)
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()
    assert (row_of(run).withdrawal, Lane.objects.get().refused_at is not None) == ("delete", True)

    market.set_faults()
    assert try_key(owner, apiKey=key)["success"]
    assert save_key(owner, key) == 0
    let_time_pass()
    work()

    row = row_of(run)
    assert (row.withdrawal, row.error, row.withdrawn_at is None) == ("", error, bool(error))
    assert (state_of(run), resumed_by()) == ("finished", [])
