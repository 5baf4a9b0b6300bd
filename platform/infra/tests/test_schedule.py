import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from core.models import PeriodicJob
from core.tests.processes import start
from core.tests.threads import in_threads
from infra import schedule

HOURLY = timedelta(hours=1)


@pytest.fixture(autouse=True)
def only_our_jobs() -> Iterator[None]:
    """The product's jobs are put aside."""
    theirs = dict(schedule.registry)
    schedule.registry.clear()
    yield
    schedule.registry.clear()
    schedule.registry.update(theirs)


@pytest.fixture
def runs() -> list[str]:
    """Names of the two jobs that exist, in the order they ran."""
    ran: list[str] = []
    schedule.periodic("first", lambda: ran.append("first"), every=HOURLY)
    schedule.periodic("second", lambda: ran.append("second"), every=timedelta(minutes=5))
    return ran


@pytest.mark.django_db
def test_run_due_runs_everything_the_first_time_and_nothing_right_after(runs: list[str]) -> None:
    assert schedule.run_due() == ["first", "second"]
    assert schedule.run_due() == []
    assert runs == ["first", "second"]


@pytest.mark.django_db
def test_run_due_runs_a_job_again_when_its_time_has_come(runs: list[str]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        schedule.run_due()
        clock.shift(timedelta(minutes=5))
        assert schedule.run_due() == ["second"]
        clock.shift(timedelta(minutes=55))
        assert schedule.run_due() == ["first", "second"]

    assert runs == ["first", "second", "second", "first", "second"]


@pytest.mark.django_db
def test_job_that_is_asked_for_while_it_runs_runs_again_at_once() -> None:
    ran: list[int] = []

    def run() -> None:
        ran.append(1)
        if len(ran) == 1:
            schedule.run_soon("asked")

    schedule.periodic("asked", run, every=HOURLY)
    assert (schedule.run_due(), schedule.run_due(), schedule.run_due()) == (["asked"], ["asked"], [])


@pytest.mark.django_db
def test_urgent_jobs_and_the_others_run_apart(runs: list[str]) -> None:
    schedule.periodic("third", lambda: None, every=HOURLY, urgent=True)
    assert schedule.run_due(urgent=True) == ["third"]
    assert (schedule.run_due(urgent=False), schedule.run_due()) == (["first", "second"], [])


@pytest.mark.django_db
def test_failing_job_is_recorded_and_the_others_go_on(runs: list[str], caplog: Any) -> None:
    def fail() -> None:
        raise ValueError("detalhe")

    schedule.registry["first"] = schedule.Periodic("first", HOURLY, fail, forgets=False)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert schedule.run_due() == ["first", "second"]

        failed, passed = PeriodicJob.objects.order_by("name")
        assert (failed.last_error, failed.last_started_at, failed.last_finished_at) == (
            "ValueError",
            timezone.now(),
            timezone.now(),
        )
        assert failed.due_at == timezone.now() + HOURLY
        assert passed.last_error == ""
        assert runs == ["second"]

        schedule.registry["first"] = schedule.Periodic("first", HOURLY, lambda: None, forgets=False)
        clock.shift(HOURLY)
        schedule.run_due()

    assert PeriodicJob.objects.get(name="first").last_error == ""
    assert [record.message for record in caplog.records if "periodic_job_failed" in record.getMessage()] != []


def test_two_workers_run_a_due_job_once(real_database: Any) -> None:
    ran: list[int] = []
    schedule.periodic("once", lambda: ran.append(threading.get_ident()), every=HOURLY)
    claimed: list[list[str]] = []

    assert in_threads(8, lambda: claimed.append(schedule.run_due())) == []

    assert len(ran) == 1
    assert sorted(claimed) == [[]] * 7 + [["once"]]
    assert PeriodicJob.objects.get().last_finished_at is not None


def test_killed_job_is_due_at_once_and_a_running_one_is_not(real_database: Any, runs: list[str], settings: Any) -> None:
    dying = start(
        real_database,
        f"""
import time
from pathlib import Path
from django.conf import settings
from infra import schedule
settings.VAR_DIR = Path({str(settings.VAR_DIR)!r})
schedule.registry.clear()
schedule.periodic("first", lambda: print("running", flush=True) or time.sleep(600), every=schedule.timedelta(hours=1))
schedule.run_due()
""",
    )
    with dying:
        assert dying.stdout is not None
        assert dying.stdout.readline() == "running\n"
        assert schedule.run_due() == ["second"]
        dying.kill()

    assert schedule.run_due() == ["first"]
    assert schedule.run_due() == []
    assert runs == ["second", "first"]
    assert list((settings.VAR_DIR / "jobs").iterdir()) == []


@pytest.mark.django_db
def test_job_killed_on_another_machine_is_due_once_its_claim_ran_out(runs: list[str], settings: Any) -> None:
    def killed() -> None:
        raise SystemExit

    with time_machine.travel(timezone.now(), tick=False) as clock:
        schedule.registry["first"] = schedule.Periodic("first", HOURLY, killed, forgets=None)
        with pytest.raises(SystemExit):
            schedule.run_due()
        settings.VAR_DIR = settings.VAR_DIR / "here"
        schedule.registry["first"] = schedule.Periodic("first", HOURLY, lambda: runs.append("first"), forgets=None)
        clock.shift(schedule.CLAIM - timedelta(seconds=1))
        assert schedule.run_due() == ["second"]
        clock.shift(timedelta(seconds=1))
        assert schedule.run_due() == ["first"]

        kept = PeriodicJob.objects.get(name="first")
        assert (kept.due_at, kept.last_finished_at) == (timezone.now() + HOURLY, timezone.now())


@pytest.mark.django_db
def test_worker_that_lost_its_claim_leaves_the_row_to_the_one_that_took_it(runs: list[str]) -> None:
    """It was frozen in the middle of its work, and the job is running again elsewhere."""
    elsewhere = timezone.now() + timedelta(minutes=2)

    def frozen() -> None:
        PeriodicJob.objects.filter(name="first").update(last_started_at=elsewhere, due_at=elsewhere)

    schedule.registry["first"] = schedule.Periodic("first", HOURLY, frozen, forgets=None)
    schedule.run_due()

    kept = PeriodicJob.objects.get(name="first")
    assert (kept.due_at, kept.last_started_at, kept.last_finished_at) == (elsewhere, elsewhere, None)


def test_claim_is_renewed_while_a_long_job_runs(real_database: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "CLAIM", timedelta(seconds=3))  # it has to outlast a busy machine
    renewed: list[bool] = []

    def long() -> None:
        first = PeriodicJob.objects.get(name="long").due_at
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not renewed:
            if PeriodicJob.objects.get(name="long").due_at > first:
                renewed.append(True)

    schedule.periodic("long", long, every=HOURLY)
    schedule.run_due()

    assert renewed == [True]
    assert PeriodicJob.objects.get().due_at > timezone.now() + timedelta(minutes=59)


@pytest.mark.django_db
def test_jobs_run_on_after_the_clock_went_back_three_hours(runs: list[str], caplog: Any) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        schedule.run_due()
        clock.shift(timedelta(hours=-3))

        assert schedule.run_due() == ["first", "second"]
        assert schedule.run_due() == []
        clock.shift(timedelta(hours=1))
        assert schedule.run_due() == ["first", "second"]

    assert [record for record in caplog.records if "clock_went_back" in record.getMessage()] != []


def test_name_can_be_used_once() -> None:
    schedule.periodic("same", lambda: None, every=HOURLY)

    with pytest.raises(AssertionError, match="two periodic jobs are called same"):
        schedule.periodic("same", lambda: None, every=HOURLY)
