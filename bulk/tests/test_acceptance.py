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

ROUTES = {"roblox": "/api/roblox/bulk-create", "fortnite": "/api/fortnite/bulk-create"}
ASYNC = {"Prefer": "respond-async"}
SETTINGS = {"imageUrls": ["https://cdn.example.com/a.jpg"]}


def body_of(game: str, logins: list[str]) -> dict[str, Any]:
    if game == "roblox":
        return {"text": "\n".join(f"{login}:Exemplo#123" for login in logins), "settings": SETTINGS}
    accounts = [{"login": login, "password": "Exemplo#123", "price": "9.99"} for login in logins]
    return {"accounts": accounts, "settings": SETTINGS}


@pytest.fixture(autouse=True)
def _unlimited(market: Any) -> None:
    """Neither side counts calls: the vendor's 500 a minute would make the test a matter of minutes."""
    market.set_policy(rate_limit_per_minute=0)
    GlobalSettings.objects.create(enable_rate_limiting=False)


@pytest.mark.parametrize("game", ["roblox"])
def test_500_lines_with_50_repeats_and_20_earlier_ones_send_exactly_430(
    game: str, client_for: ClientFor, owner: Any, market: Any, start: Callable[..., Run]
) -> None:
    earlier = [f"antiga{number:03}" for number in range(20)]
    client = client_for(owner)
    client.post(ROUTES[game], body_of(game, earlier), headers=ASYNC)
    first = Run.objects.get()
    work()
    fresh = [f"conta{number:03}" for number in range(430)]
    lines = [*fresh[:200], *earlier, *fresh[200:], *(f" {login.upper()} " for login in fresh[:50])]
    assert len(lines) == 500

    preview = client.post("/api/bulk/preview", {"game": game, **body_of(game, lines)}).json()["totals"]
    client.post(ROUTES[game], body_of(game, lines), headers=ASYNC)
    run = Run.objects.latest("id")
    work()

    assert (preview["sendable"], preview["duplicate"]) == (430, 70)
    assert Counter(states(run).values()) == {"created": 430, "duplicate": 70}
    assert sends(market) == dict.fromkeys([*earlier, *fresh], 1)
    assert len(credited()) == 450
    named = Row.objects.filter(run=run, state="duplicate").values_list("line", "duplicate_run", "duplicate_line")
    assert {place for place in named if place[1] == first.id} == {(201 + n, first.id, 1 + n) for n in range(20)}
    assert {place for place in named if place[1] == run.id} == {(451 + n, run.id, 1 + n) for n in range(50)}


@pytest.mark.parametrize("game", ["fortnite"])
def test_37_refusals_in_500_are_reported_and_only_they_are_retried(
    game: str, client_for: ClientFor, owner: Any, market: Any
) -> None:
    logins = [f"conta{number:03}" for number in range(500)]
    refused = logins[6::13][:37]
    assert len(refused) == 37
    market.set_faults({"kind": "refuse", "logins": refused, "errors": {"login": ["already listed with this login"]}})
    client = client_for(owner)
    client.post(ROUTES[game], body_of(game, logins), headers=ASYNC)
    run = Run.objects.get()
    work()

    assert Counter(states(run).values()) == {"created": 463, "failed": 37}
    assert (state_of(run), len(credited())) == ("finished_with_errors", 463)
    lines = [1 + logins.index(login) for login in refused]
    report = client.get(f"/api/bulk/runs/{run.id}/report.csv?state=failed").content.decode("utf-8-sig")
    assert [int(row["Linha"]) for row in csv.DictReader(io.StringIO(report), delimiter=";")] == lines

    market.set_faults()
    retry_run(run=run, by=owner)
    assert [line for line, state in states(run).items() if state == "queued"] == lines
    work()

    assert set(states(run).values()) == {"created"}
    assert sends(market) == {login: 2 if login in refused else 1 for login in logins}
    assert (state_of(run), len(credited())) == ("finished", 500)
