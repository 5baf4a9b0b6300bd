"""A lane whose call lasts longer than a lease, as LZT Market's checks of accounts may."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from bulk.engine import worker
from bulk.engine.lane import lanes_with_work
from bulk.models import Lane, Run
from bulk.tests.helpers import account, credited, row_of, states
from bulk.tests.test_kill import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_account_that_lzt_market_checks_for_long_stays_its_workers_own(
    real_database: Any,
    start: Callable[..., Run],
    configure: Callable[..., None],
    owner: Any,
    market: Any,
    sandbox: Any,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.BULK_LEASE_S = 3
    monkeypatch.setattr(worker, "BEAT_EVERY_S", 0.5)
    configure(owner, service="lztmarket", base_url=f"{sandbox.url}/lzt", enabled_endpoints=["listings"], timeout_ms=1000)
    run = start(accounts=[account()], text=None, service="lztmarket")
    market.set_faults({"kind": "slow", "endpoint": "check", "ms": 60_000})
    at_work = worker.Worker()
    thread = threading.Thread(target=at_work.run)
    thread.start()
    try:
        wait_until(lambda: states(run) == {1: "sending"})
        first = Lane.objects.get(pk=run.lane_id).lease_until
        wait_until(lambda: timezone.now() > first)
        assert (lanes_with_work(), states(run)) == ([], {1: "sending"})
    finally:
        market.set_faults()
        at_work.stop()
        thread.join()

    row = row_of(run)
    assert (row.state, row.in_doubt, list(credited())) == ("created", False, [row.pk])
