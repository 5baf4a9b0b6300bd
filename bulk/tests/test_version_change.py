"""A GameBoost key changes from version 1 of the API to version 2, with runs under way and listings behind it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models.functions import Now

from bulk.actions.runs import cancel_run, pause_run, withdraw_run
from bulk.engine import lane as lanes
from bulk.engine.lane import connection_of
from bulk.enums import RowState, Withdrawal
from bulk.models import Lane, Row, Run
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, session_of, state_of, states, work
from core.models import AuditEvent
from marketplace.actions.sync import sync_listings
from marketplace.models import Configuration, ListingChange, RemoteAccount, SyncPass
from marketplace.tests.sandbox_fixture import RunningSandbox
from notifications.enums import NotificationKind
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
PATH = "/api/configs/gameboost/use-v2"


@pytest.fixture
def use_v2(owner: Any, client_for: Any) -> Callable[[], Any]:
    """What the press answers the owner of the key."""
    return lambda: client_for(owner).post(PATH, {"userId": owner.id}, format="json")


def address() -> str:
    return Configuration.objects.get(user__username="funcionaria.teste").base_url


def test_a_switch_of_v1_to_v2_with_rows_and_listings(
    start: Start, market: Any, owner: Any, use_v2: Callable[[], Any], sandbox: RunningSandbox
) -> None:
    former = start("ana001", "bia002")
    work()
    sync_listings()
    listed = dict(RemoteAccount.objects.values_list("remote_id", "lane_key"))
    sold = row_of(former, 2).remote_id
    market.set_listing_status(sold, "Sold")
    run = start("caio003", "davi004")
    market.set_policy(v1_gone=1)
    work()
    assert state_of(run) == "paused"
    asked = market.log()[-1]["id"]

    answer = use_v2()

    assert (answer.status_code, answer.json()["baseUrl"]) == (200, f"{sandbox.url}/v2")
    sync_listings()
    by_id = [call["path"] for call in market.log(after=asked) if call["endpoint"] != "list"]
    assert sorted(by_id) == sorted(f"/v2/account-offers/{remote_id}" for remote_id in listed)
    assert market.log(after=asked)[-1]["endpoint"] == "get"  # before any page of version 2 is believed
    assert dict(RemoteAccount.objects.values_list("remote_id", "lane_key")) == listed
    assert not RemoteAccount.objects.filter(gone_at__isnull=False).exists()
    assert [(change.kind, change.account.remote_id) for change in ListingChange.objects.all()] == [("sold", sold)]

    work()
    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == dict.fromkeys(("ana001", "bia002", "caio003", "davi004"), 1)
    assert len(credited()) == 4
    assert {run.market, former.market} == {connection_of(Lane.objects.get()).market}
    withdraw_run(run=former, withdrawal=Withdrawal.DELETE, by=owner)
    work()
    # The other one was bought.
    assert [each["login"] for each in market.listings() if each["deleted_at"]] == ["ana001"]


def test_runs_that_wait_for_version_2_go_on_and_the_switch_says_how_many(
    start: Start,
    market: Any,
    owner: Any,
    other_employee: Any,
    configure: Callable[..., None],
    use_v2: Callable[[], Any],
) -> None:
    configure(other_employee)
    waiting = [start("ana001"), start("bia002", by=other_employee)]
    by_hand, cancelled, before = start("caio003"), start("davi004"), start("edu005")
    pause_run(run=by_hand, by=owner)
    market.set_policy(v1_gone=1)
    pause_run(run=before, by=owner)
    work()
    cancel_run(run=cancelled, by=owner)

    answer = use_v2()

    assert (answer.status_code, answer.json()["resumedRuns"]) == (200, 2)
    resumed = AuditEvent.objects.filter(event="bulk.run_resumed").values_list("actor_id", "target_id").order_by("id")
    assert list(resumed) == [(owner.id, str(run.pk)) for run in waiting]
    work()
    assert [state_of(run) for run in waiting] == ["finished", "finished"]
    assert [state_of(run) for run in (by_hand, before, cancelled)] == ["paused", "paused", "cancelled"]
    assert use_v2().json()["resumedRuns"] == 0


def test_the_owner_of_a_run_resumed_by_anothers_switch_is_told(
    start: Start, market: Any, other_employee: Any, configure: Callable[..., None], use_v2: Callable[[], Any]
) -> None:
    configure(other_employee)
    start("ana001")
    theirs = start("bia002", by=other_employee)
    market.set_policy(v1_gone=1)
    work()

    assert use_v2().json()["resumedRuns"] == 2

    told = Notification.objects.filter(kind=NotificationKind.RUN_RESUMED)
    assert [(each.user_id, each.title, each.body, each.url) for each in told] == [
        (
            other_employee.id,
            f"Execução {theirs.pk} retomada",
            "A chave foi corrigida, e a execução segue de onde parou.",
            f"/runs/{theirs.pk}",
        )
    ]


def test_saving_version_2_by_hand_lets_runs_go_on_too(start: Start, market: Any, owner: Any, client_for: Any) -> None:
    run = start("ana001")
    market.set_policy(v1_gone=1)
    work()
    body = {"apiKey": "••••-key", "baseUrl": address().replace("/v1", "/v2"), "timeout": 5000}

    saved = client_for(owner).post("/api/configs/gameboost", body, format="json")

    assert (saved.status_code, saved.json()["resumedRuns"]) == (200, 1)
    work()
    assert state_of(run) == "finished"


@pytest.mark.parametrize("state", [RowState.SENDING, RowState.VERIFYING, RowState.UNCERTAIN])
def test_key_with_an_open_outcome_is_not_switched(
    start: Start, market: Any, use_v2: Callable[[], Any], state: RowState
) -> None:
    run = start("ana001")
    Row.objects.filter(run=run).update(state=state, sent_via=run.lane_id, sent_at=Now())
    before, known = address(), Lane.objects.values("fence", "owner", "refused_at").get()

    refused = use_v2()

    assert (refused.status_code, refused.json()["code"]) == (409, "version_in_use")
    assert refused.json()["message"] == (
        "Esta chave tem 1 conta enviada sem resultado confirmado. Espere a verificação ou decida as incertas em "
        "Execuções; depois mude a versão."
    )
    assert address() == before
    assert Lane.objects.values("fence", "owner", "refused_at").get() == known
    assert connection_of(Lane.objects.get()).base_url == before
    assert not SyncPass.objects.exists()
    assert not AuditEvent.objects.filter(event="marketplace.configuration_saved", before__isnull=False).exists()


def test_the_documented_save_is_held_to_the_same(start: Start, market: Any, owner: Any, client_for: Any) -> None:
    run = start("ana001")
    Row.objects.filter(run=run).update(state=RowState.UNCERTAIN)
    before = address()
    body = {"apiKey": "••••-key", "baseUrl": before.replace("/v1", "/v2"), "timeout": 5000}

    refused = client_for(owner).post("/api/configs/gameboost", body, format="json")

    assert (refused.status_code, refused.json()["code"], address()) == (409, "version_in_use", before)
    Row.objects.filter(run=run).update(state=RowState.QUEUED)
    assert client_for(owner).post("/api/configs/gameboost", body, format="json").status_code == 200
    assert address() == body["baseUrl"]


def test_a_worker_with_the_former_version_in_hand_sends_nothing_more(
    start: Start, market: Any, use_v2: Callable[[], Any]
) -> None:
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
        assert use_v2().status_code == 200
        with pytest.raises(lanes.LaneLost):
            session.do_one_thing()

    assert states(run) == {1: "created", 2: "queued"}
    work()
    assert states(run) == {1: "created", 2: "created"}
    assert [call["path"] for call in market.log() if call["endpoint"] == "create"] == [
        "/v1/accounts",
        "/v2/account-offers/create",
    ]


def test_people_who_share_the_key_are_switched_together(
    start: Start, market: Any, other_employee: Any, configure: Callable[..., None], use_v2: Callable[[], Any]
) -> None:
    configure(other_employee)
    run = start("ana001", by=other_employee)

    assert use_v2().status_code == 200

    assert set(Configuration.objects.values_list("base_url", flat=True)) == {address()}
    told = (
        AuditEvent.objects.filter(event="marketplace.configuration_saved", subject_id=other_employee.id)
        .order_by("id")
        .last()
    )
    assert told is not None
    assert told.after == {"service": "gameboost", "baseUrl": address()}
    work()
    assert states(run) == {1: "created"}


def test_a_key_that_version_2_refuses_stays_where_it_is(
    start: Start, market: Any, owner: Any, configure: Callable[..., None], use_v2: Callable[[], Any]
) -> None:
    configure(owner, key="errada-123456")
    before = address()

    refused = use_v2()

    assert (refused.status_code, refused.json()["message"]) == (
        422,
        "A versão 2 também não aceitou a chave: Missing, invalid, or expired API key",
    )
    assert address() == before


def test_admins_switch_the_systems_key_and_its_users_do_not(
    owner: Any, admin: Any, system_owner: Any, configure: Callable[..., None], client_for: Any, market: Any
) -> None:
    configure(system_owner, key="sandbox-do-sistema")
    Configuration.objects.filter(user=owner).delete()
    theirs = Configuration.objects.get(user=system_owner)
    answers = [
        client_for(owner).post(PATH, {"userId": owner.id}, format="json"),
        client_for(owner).post(PATH, {"userId": system_owner.id}, format="json"),
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    theirs.refresh_from_db()
    assert theirs.base_url.endswith("/v1")

    switched = client_for(admin).post(PATH, {"userId": system_owner.id}, format="json")

    assert (switched.status_code, switched.json()["apiKey"]) == (200, "••••tema")
    theirs.refresh_from_db()
    assert theirs.base_url.endswith("/v2")
    assert client_for(owner).get("/api/configs/gameboost").json()["baseUrl"] == theirs.base_url


def test_an_open_outcome_settled_lets_the_key_be_switched(start: Start, market: Any, use_v2: Callable[[], Any]) -> None:
    market.set_faults({"kind": "created_then_dropped", "logins": ["ana001"]})
    run = start("ana001")
    with session_of(run) as session:
        session.do_one_thing()
    assert (states(run), use_v2().status_code) == ({1: "verifying"}, 409)
    let_time_pass()
    work()

    assert (states(run), use_v2().status_code) == ({1: "created"}, 200)
    assert sends(market) == {"ana001": 1}
