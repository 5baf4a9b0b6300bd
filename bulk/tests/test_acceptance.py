"""The figures that bulk creation is accepted by, against the sandbox."""

import csv
import io
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from bulk.actions.runs import retry_run
from bulk.models import Row, Run
from bulk.tests.helpers import credited, sends, state_of, states, work
from marketplace.models import GlobalSettings

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.django_db]

ClientFor = Callable[[Any], APIClient]

ROUTE = "/api/roblox/bulk-create"
ASYNC = {"Prefer": "respond-async"}
SETTINGS = {"imageUrls": ["https://cdn.example.com/a.jpg"]}


def body_of(logins: list[str]) -> dict[str, Any]:
    return {"text": "\n".join(f"{login}:Exemplo#123" for login in logins), "settings": SETTINGS}


@pytest.fixture(autouse=True)
def _unlimited(market: Any) -> None:
    """Neither side counts calls: the vendor's 500 a minute would make the test a matter of minutes."""
    market.set_policy(rate_limit_per_minute=0)
    GlobalSettings.objects.create(enable_rate_limiting=False)


def test_of_500_lines_430_are_sent_once_and_the_37_refused_ones_again(
    client_for: ClientFor, owner: Any, market: Any
) -> None:
    """50 lines are repeats and 20 were listed before; what is refused is reported, and only that is retried."""
    earlier = [f"antiga{number:03}" for number in range(20)]
    client = client_for(owner)
    client.post(ROUTE, body_of(earlier), headers=ASYNC)
    first = Run.objects.get()
    work()
    fresh = [f"conta{number:03}" for number in range(430)]
    lines = [*fresh[:200], *earlier, *fresh[200:], *(f" {login.upper()} " for login in fresh[:50])]
    refused = fresh[6::11][:37]
    assert (len(lines), len(refused)) == (500, 37)
    market.set_faults({"kind": "refuse", "logins": refused, "errors": {"login": ["already listed with this login"]}})

    preview = client.post("/api/bulk/preview", {"game": "roblox", **body_of(lines)}).json()["totals"]
    client.post(ROUTE, body_of(lines), headers=ASYNC)
    run = Run.objects.latest("id")
    work()

    assert (preview["sendable"], preview["duplicate"]) == (430, 70)
    assert Counter(states(run).values()) == {"created": 393, "failed": 37, "duplicate": 70}
    assert sends(market) == dict.fromkeys([*earlier, *fresh], 1)
    assert (state_of(run), len(credited())) == ("finished_with_errors", 413)
    named = Row.objects.filter(run=run, state="duplicate").values_list("line", "duplicate_run", "duplicate_line")
    assert {place for place in named if place[1] == first.id} == {(201 + n, first.id, 1 + n) for n in range(20)}
    assert {place for place in named if place[1] == run.id} == {(451 + n, run.id, 1 + n) for n in range(50)}
    told = [1 + lines.index(login) for login in refused]
    report = client.get(f"/api/bulk/runs/{run.id}/report.csv?state=failed").content.decode("utf-8-sig")
    assert [int(row["Linha"]) for row in csv.DictReader(io.StringIO(report), delimiter=";")] == told

    market.set_faults()
    retry_run(run=run, by=owner)
    assert [line for line, state in states(run).items() if state == "queued"] == told
    work()

    assert Counter(states(run).values()) == {"created": 430, "duplicate": 70}
    assert sends(market) == dict.fromkeys([*earlier, *fresh], 1) | dict.fromkeys(refused, 2)
    assert len(credited()) == 450
