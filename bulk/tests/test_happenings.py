"""What runs tell the analysis: 'account_creation_*, bulk_upload_*'."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from analytics.models import Event
from bulk.models import Run
from bulk.tests.helpers import work

pytestmark = pytest.mark.django_db


def told(owner: Any) -> Counter[tuple[str, str, int | None]]:
    """Of the person's accounts and runs."""
    events = Event.objects.filter(name__regex="^(account|bulk)_", user=owner)
    return Counter(events.values_list("name", "subject", "quantity"))


def test_a_run_tells_its_start_its_accounts_and_its_end(start: Callable[..., Run], market: Any, owner: Any) -> None:
    market.set_faults({"kind": "refuse", "logins": ["bia002"], "errors": {"login": ["already listed with this login"]}})
    run = start("ana001", "bia002", "caio003")
    assert told(owner) == {("bulk_upload_start", run.game, 3): 1}

    work()
    work()

    assert told(owner) == {
        ("bulk_upload_start", run.game, 3): 1,
        ("account_creation_success", run.game, 1): 2,
        ("account_creation_failure", run.game, 1): 1,
        ("bulk_upload_complete", run.game, 3): 1,
    }
