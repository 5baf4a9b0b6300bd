"""Templates kept fresh from the marketplace: 'checked against the game's template before sending'."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.models import AuditEvent
from marketplace import queries
from marketplace.actions.calls import adapter_for
from marketplace.actions.templates import refresh_templates_with_the_system_key
from marketplace.adapters.base import Connection, Created, Refused
from marketplace.adapters.gameboost.market import prepare_by_current_template, template_in_force
from marketplace.adapters.gameboost.templates import BUNDLED
from marketplace.models import Activity, GameTemplate
from marketplace.tests.conftest import war_thunder
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.usefixtures("system_owner")

REFRESH = "/api/marketplace/templates/refresh"
DRIFT = "/api/marketplace/templates/drift"


@pytest.fixture
def refresh(admin: Any, client_for: Any, sandbox: RunningSandbox, django_capture_on_commit_callbacks: Any) -> Any:
    """Ask the sandbox, as an admin does; {game: outcome}."""
    client = client_for(admin)

    def refresh(path: str = "/v2") -> dict[str, str]:
        if not queries.configuration_in_effect(admin.id, "gameboost"):
            configure(admin, f"{sandbox.url}{path}")
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(REFRESH, {}, format="json")
        assert answer.status_code == 200
        return {row["game"]: row["outcome"] for row in answer.json()}

    return refresh


def drift_of(client: Any, game: str) -> dict[str, Any]:
    answer = client.get(DRIFT)
    assert answer.status_code == 200
    return next(row for row in answer.json() if row["game"] == game)


@pytest.mark.parametrize("path", ["/v1", "/v2"])
def test_templates_that_say_nothing_new_are_confirmed(refresh: Any, admin: Any, client_for: Any, path: str) -> None:
    unchanged = dict.fromkeys(("fortnite", "valorant", "roblox", "war-thunder"), "unchanged")
    assert refresh(path) == unchanged
    assert refresh(path) == unchanged
    assert GameTemplate.objects.count() == 4
    assert AuditEvent.objects.filter(event="marketplace.template_changed").count() == 0
    state = next(each for each in queries.template_states() if each.template.game == "roblox")
    assert (state.template, state.changed_at, state.seen_at is None) == (BUNDLED["roblox"], None, False)
    assert drift_of(client_for(admin), "roblox")["changes"] == []


def test_listing_is_checked_against_the_newest_template(refresh: Any, sandbox: RunningSandbox, employee: Any) -> None:
    nations = {"kind": "choices", "values": ["Atlantis"]}
    sandbox.control.change_template("war-thunder", account_data={"nations": nations, "gjn_balance_count": None})
    old, new = war_thunder("um"), war_thunder("dois", account_data={"nations": ["Atlantis"]})
    key = sandbox.connection(path="/v2")
    assert prepare_by_current_template(old, key).errors == {}
    assert refresh()["war-thunder"] == "changed"
    assert list(prepare_by_current_template(old, key).errors) == ["account_data.nations"]
    assert prepare_by_current_template(new, key).errors == {}
    adapter = adapter_for(key, user_id=employee.id)
    assert isinstance(adapter.create(old), Refused)
    assert isinstance(adapter.create(new), Created)
    adapter.close()
    assert sandbox.control.counters()["creates"] == {"dois": 1}


def test_drift_tells_what_changed(refresh: Any, admin: Any, client_for: Any, sandbox: RunningSandbox) -> None:
    refresh()
    sandbox.control.change_template(
        "war-thunder",
        account_data={
            "nations": {"kind": "choices", "values": ["Germany"]},
            "golden_eagles_count": None,
            "region": {"kind": "text", "required": True},
        },
    )
    refresh()
    client = client_for(admin)
    found = drift_of(client, "war-thunder")
    assert found["changedAt"] is not None
    assert [change["change"] for change in found["changes"]] == ["removed", "values_removed", "added"]
    assert [change["field"] for change in found["changes"]] == ["golden_eagles_count", "nations", "region"]
    assert found["changes"][0]["text"] == "O campo golden_eagles_count deixou de existir."
    assert drift_of(client, "roblox")["changes"] == []
    event = AuditEvent.objects.get(event="marketplace.template_changed")
    assert event.actor_id == admin.id
    assert "Novo campo region (texto, obrigatório)." in event.after["changes"]


def test_game_that_the_marketplace_refuses_keeps_its_template(refresh: Any, sandbox: RunningSandbox) -> None:
    sandbox.control.set_faults({"kind": "error", "endpoint": "template", "count": 1, "status": 404, "message": "Gone"})
    assert refresh() == {
        "fortnite": "failed",
        "valorant": "unchanged",
        "roblox": "unchanged",
        "war-thunder": "unchanged",
    }
    assert template_in_force("fortnite") == BUNDLED["fortnite"]


@pytest.mark.parametrize("fault", [{"kind": "error", "status": 503}, {"kind": "unreadable"}, {"kind": "drop"}])
def test_marketplace_that_fails_is_asked_once(refresh: Any, sandbox: RunningSandbox, fault: dict[str, Any]) -> None:
    sandbox.control.set_faults(fault | {"endpoint": "template"})
    assert set(refresh().values()) == {"failed"}
    assert len(sandbox.control.log()) == 1
    assert GameTemplate.objects.count() == 0


def test_answer_that_describes_no_field_is_not_taken_over(refresh: Any, sandbox: RunningSandbox) -> None:
    fields = BUNDLED["roblox"]
    assert fields is not None
    sandbox.control.change_template("roblox", account_data=dict.fromkeys(fields.fields))
    assert refresh()["roblox"] == "failed"
    assert template_in_force("roblox") == BUNDLED["roblox"]


def test_periodic_refresh_uses_the_system_key(system_owner: Any, sandbox: RunningSandbox) -> None:
    assert refresh_templates_with_the_system_key() == []
    configure(system_owner, f"{sandbox.url}/v2")
    assert [each.outcome for each in refresh_templates_with_the_system_key()] == ["unchanged"] * 4
    assert set(Activity.objects.values_list("user_id", "endpoint")) == {(system_owner.id, "accounts/template/{gameSlug}")}


def test_templates_in_force_are_shown_to_everyone(employee: Any, client_for: Any) -> None:
    answer = client_for(employee).get("/api/marketplace/templates")
    assert answer.status_code == 200
    roblox = next(row for row in answer.json() if row["game"] == "roblox")
    assert (roblox["servers"], roblox["itemCollections"], roblox["changedAt"], roblox["seenAt"]) == ([], [], None, None)
    assert {"name": "robux_count", "kind": "integer", "values": [], "required": False, "minimum": 0} in roblox["entries"]


@pytest.mark.parametrize(("method", "path"), [("post", REFRESH), ("get", DRIFT)])
def test_refresh_and_drift_are_for_admins(employee: Any, client_for: Any, method: str, path: str) -> None:
    assert getattr(client_for(employee), method)(path).status_code == 403


def test_refresh_without_a_key_is_told(admin: Any, client_for: Any) -> None:
    refused = client_for(admin).post(REFRESH, {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (404, "configuration_missing")


@pytest.mark.once
def test_checking_many_lines_costs_one_query(refresh: Any) -> None:
    refresh()
    key = Connection("gameboost", "https://api.gameboost.com/v2", "chave")
    with CaptureQueriesContext(connection) as queries_made:
        for number in range(30):
            prepare_by_current_template(war_thunder(f"piloto{number}"), key)
    assert len(queries_made) == 1


def test_report_costs_the_same_after_one_change_and_after_ten(
    refresh: Any, admin: Any, client_for: Any, sandbox: RunningSandbox
) -> None:
    client = client_for(admin)
    costs = []
    for number in range(10):
        sandbox.control.change_template("roblox", account_data={f"novo_{number}": {"kind": "text"}})
        refresh()
        with CaptureQueriesContext(connection) as queries_made:
            client.get(DRIFT)
        costs.append(len(queries_made))
    assert GameTemplate.objects.filter(game="roblox").count() == 10
    assert len(set(costs)) == 1
