"""Listings that change outside this product: 'sold, refunded or removed remotely becomes a work list and a notification,
never an automatic deduction'."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection as database
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.queries import active_admins
from accounts.tests.factories import UserFactory
from earnings.models import Earning
from marketplace.actions import sync
from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import sync_listings
from marketplace.adapters.base import Created
from marketplace.adapters.gameboost.dialect import prepare_listing
from marketplace.adapters.gameboost.versions import GameBoostV1
from marketplace.models import KeyBudget, ListingChange, RemoteAccount, SyncPass
from marketplace.queries import configurations_with_own_keys
from marketplace.tests.conftest import war_thunder
from marketplace.tests.factories import configure
from marketplace.tests.sandbox_fixture import RunningSandbox, always_open
from notifications.models import Notification

pytestmark = pytest.mark.usefixtures("system_owner")


@pytest.fixture(params=["/v1", "/v2"])
def path(request: pytest.FixtureRequest) -> str:
    """Both dialects, each with its own words for a status."""
    return str(request.param)


@pytest.fixture
def listed(employee: Any, sandbox: RunningSandbox, path: str) -> Callable[..., str]:
    """List an account with the employee's own key; its id."""
    configure(employee, f"{sandbox.url}{path}", key="sandbox-key")

    def listed(login: str = "piloto") -> str:
        adapter = adapter_for(sandbox.connection(path=path), user_id=employee.id)
        created = adapter.create(war_thunder(login))
        adapter.close()
        assert isinstance(created, Created)
        return created.remote_id

    return listed


def run_pass() -> None:
    """A whole pass over every key, as if its time had come."""
    SyncPass.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    for _ in range(50):
        SyncPass.objects.update(resting_until=None)
        sync_listings()
        if not SyncPass.objects.filter(finished_at=None).exists():
            return
    pytest.fail("the pass does not end")


def open_changes() -> list[tuple[str, str, str]]:
    rows = ListingChange.objects.filter(handled_at=None).order_by("id")
    return [(row.account.remote_id, row.kind, row.previous_status) for row in rows]


def test_what_people_list_is_known_at_once(listed: Callable[..., str], employee: Any, sandbox: RunningSandbox) -> None:
    remote_id = listed()
    account = RemoteAccount.objects.get()
    assert (account.remote_id, account.user_id, account.status, account.game, account.price_eur) == (
        remote_id,
        employee.id,
        "Listed",
        "war-thunder",
        Decimal("14.99"),
    )
    assert account.market == "gameboost:sandbox"


@pytest.mark.parametrize(
    ("status", "kind", "told"),
    [
        ("Sold", "sold", "1 vendido."),
        ("Refunded", "refunded", "1 reembolsado."),
        ("Archived", "removed", "1 removido."),
    ],
)
def test_change_on_the_marketplace_becomes_work_and_a_message(
    listed: Callable[..., str], employee: Any, sandbox: RunningSandbox, status: str, kind: str, told: str
) -> None:
    remote_id = listed()
    run_pass()
    sandbox.control.set_listing_status(remote_id, status)
    run_pass()
    run_pass()
    assert open_changes() == [(remote_id, kind, "Listed")]
    message = Notification.objects.get(kind="listing_changed")
    assert (message.user_id, message.title, message.body, message.url) == (
        employee.id,
        "Anúncios mudaram no GameBoost",
        told,
        "/runs",
    )
    assert RemoteAccount.objects.get().status == status
    assert Earning.objects.count() == 0


def test_listing_that_is_gone_is_asked_for_before_it_counts_as_removed(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    gone, kept = listed("um"), listed("dois")
    elsewhere = GameBoostV1(sandbox.connection(), lambda record: None, always_open)
    elsewhere.delete(gone)
    elsewhere.close()
    asked = len(sandbox.control.log())
    run_pass()
    assert open_changes() == [(gone, "removed", "Listed")]
    assert [entry["endpoint"] for entry in sandbox.control.log()[asked:]] == ["list", "get"]
    assert RemoteAccount.objects.get(remote_id=gone).gone_at is not None
    assert RemoteAccount.objects.get(remote_id=kept).gone_at is None
    run_pass()
    assert len(open_changes()) == 1


def test_listing_that_a_page_did_not_show_but_exists_is_no_removal(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    remote_id = listed()
    sandbox.control.set_faults({"kind": "lagging_lookup", "ms": 60_000})
    hidden = listed("dois")
    RemoteAccount.objects.filter(remote_id=hidden).update(seen_at=timezone.now() - timedelta(hours=1))
    sandbox.control.set_faults()
    run_pass()
    assert open_changes() == []
    assert {row.remote_id for row in RemoteAccount.objects.filter(gone_at=None)} == {remote_id, hidden}


def test_what_we_take_back_ourselves_is_no_change(
    listed: Callable[..., str], sandbox: RunningSandbox, employee: Any, path: str
) -> None:
    remote_id = listed()
    run_pass()
    adapter = adapter_for(sandbox.connection(path=path), user_id=employee.id)
    adapter.delete(remote_id)
    adapter.close()
    run_pass()
    assert open_changes() == []
    assert RemoteAccount.objects.get().gone_at is not None


def test_sold_listing_that_is_refunded_is_a_second_line(listed: Callable[..., str], sandbox: RunningSandbox) -> None:
    remote_id = listed()
    for status in ("Sold", "Refunded"):
        sandbox.control.set_listing_status(remote_id, status)
        run_pass()
    assert open_changes() == [(remote_id, "sold", "Listed"), (remote_id, "refunded", "Sold")]


def test_listing_first_seen_as_sold_is_nobodys_work(listed: Callable[..., str], sandbox: RunningSandbox) -> None:
    remote_id = listed()
    RemoteAccount.objects.all().delete()
    sandbox.control.set_listing_status(remote_id, "Sold")
    run_pass()
    account = RemoteAccount.objects.get()
    assert (account.status, account.user_id, open_changes()) == ("Sold", None, [])


def test_listing_of_nobody_here_is_told_to_the_owner_of_the_key(
    listed: Callable[..., str], employee: Any, sandbox: RunningSandbox
) -> None:
    remote_id = listed()
    RemoteAccount.objects.update(user=None)
    type(employee).objects.filter(pk=employee.pk).update(role="admin")
    sandbox.control.set_listing_status(remote_id, "Sold")
    run_pass()
    message = Notification.objects.get(kind="listing_changed")
    assert (message.user_id, message.url) == (employee.id, "/integrations?aba=mudancas")


def test_pass_goes_on_at_its_page_after_a_stop(
    listed: Callable[..., str], sandbox: RunningSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        listed(f"piloto{number}")
    monkeypatch.setattr("marketplace.adapters.gameboost.versions.GameBoostV1.page_size", 1)
    monkeypatch.setattr("marketplace.adapters.gameboost.versions.GameBoostV2.page_size", 1)
    sandbox.control.set_faults({"kind": "error", "endpoint": "list", "status": 503, "message": "Down"})
    SyncPass.objects.all().delete()
    sync_listings()
    resting = SyncPass.objects.get()
    assert (resting.page, resting.error, resting.finished_at) == (1, "Down", None)
    assert resting.resting_until is not None
    asked = len(sandbox.control.log())
    sync_listings()
    assert len(sandbox.control.log()) == asked
    sandbox.control.set_faults()
    SyncPass.objects.update(resting_until=None, page=2)
    RemoteAccount.objects.update(seen_at=resting.started_at - timedelta(seconds=1))
    sync_listings()
    finished = SyncPass.objects.get()
    assert (finished.page, finished.error, finished.finished_at is None) == (0, "", False)
    assert [entry["endpoint"] for entry in sandbox.control.log()[asked:]] == ["list", "list", "get"]


def test_pass_that_somebody_else_moved_on_keeps_nothing(
    listed: Callable[..., str], sandbox: RunningSandbox, employee: Any, path: str
) -> None:
    """Two workers on one page: the second one's answer is let go."""
    remote_id = listed()
    SyncPass.objects.all().delete()
    connection = sandbox.connection(path=path)
    now = timezone.now()
    running = SyncPass.objects.create(lane_key=connection.lane_key, started_at=now, stepped_at=now)
    SyncPass.objects.update(page=7)
    sandbox.control.set_listing_status(remote_id, "Sold")
    adapter = adapter_for(connection, user_id=employee.id)
    [key] = configurations_with_own_keys()
    assert sync._read_page(key, adapter, running) is False
    adapter.close()
    assert (SyncPass.objects.get().page, open_changes()) == (7, [])


def test_pass_begins_again_when_its_time_has_come(listed: Callable[..., str], sandbox: RunningSandbox) -> None:
    listed()
    run_pass()
    asked = len(sandbox.control.log())
    sync_listings()
    assert len(sandbox.control.log()) == asked
    SyncPass.objects.update(finished_at=timezone.now() - timedelta(minutes=16))
    sync_listings()
    assert len(sandbox.control.log()) == asked + 1


def test_throttled_key_rests_as_long_as_it_is_told(listed: Callable[..., str], sandbox: RunningSandbox) -> None:
    listed()
    SyncPass.objects.all().delete()
    sandbox.control.set_faults({"kind": "throttle", "endpoint": "list", "retryAfter": 300})
    began = timezone.now()
    sync_listings()
    resting_until = SyncPass.objects.get().resting_until
    assert resting_until is not None
    assert began <= resting_until - timedelta(seconds=300) <= timezone.now()


def test_key_that_may_not_read_its_listings_is_left_alone(employee: Any, sandbox: RunningSandbox) -> None:
    configure(employee, f"{sandbox.url}/v1", enabled_endpoints=["games"])
    assert sync_listings() == 0
    assert sandbox.control.log() == []


def test_page_costs_the_same_with_two_listings_and_with_thirty(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    costs = []
    for count in (1, 1, 28):
        for _ in range(count):
            listed(f"piloto{RemoteAccount.objects.count()}")
        for row in RemoteAccount.objects.all():
            sandbox.control.set_listing_status(row.remote_id, "Listed")
        run_pass()
        for row in RemoteAccount.objects.all():
            sandbox.control.set_listing_status(row.remote_id, "Sold")
        ListingChange.objects.all().delete()
        KeyBudget.objects.update(spent=[], reports={})
        with CaptureQueriesContext(database) as queries:
            run_pass()
        assert len(open_changes()) == RemoteAccount.objects.count()
        costs.append(len(queries))
    assert costs[1] == costs[2]


def test_listing_whose_look_up_keeps_failing_is_left_out_and_told_once(
    listed: Callable[..., str], sandbox: RunningSandbox, admin: Any, employee: Any
) -> None:
    sandbox.control.set_faults({"kind": "lagging_lookup", "ms": 3_600_000, "count": 1})
    failing, gone = listed("um"), listed("dois")
    elsewhere = GameBoostV1(sandbox.connection(), lambda record: None, always_open)
    elsewhere.delete(gone)
    elsewhere.close()
    sandbox.control.set_faults(
        {"kind": "error", "endpoint": "get", "status": 422, "message": "Not yours.", "logins": [failing]}
    )

    for _ in range(3):
        run_pass()

    reason = f"O anúncio {failing} não pôde ser conferido: Not yours."
    assert SyncPass.objects.get().error == reason
    assert open_changes() == [(gone, "removed", "Listed")]
    assert RemoteAccount.objects.get(remote_id=failing).gone_at is None
    told = Notification.objects.filter(kind="listing_skipped")
    assert set(told.values_list("user_id", "body")) == {(person.id, reason) for person in active_admins()}
    assert told.count() == active_admins().count() > 0
    assert employee.id not in set(told.values_list("user_id", flat=True))


def test_listing_that_was_left_out_is_asked_for_again_by_the_next_pass(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    sandbox.control.set_faults({"kind": "lagging_lookup", "ms": 3_600_000})
    failing = listed()
    sandbox.control.set_faults({"kind": "error", "endpoint": "get", "status": 403, "logins": [failing]})
    run_pass()
    sandbox.control.set_faults()

    run_pass()

    account = RemoteAccount.objects.get()
    assert (account.lookup_failures, account.lookup_error, account.skipped_at) == (0, "", None)
    assert SyncPass.objects.get().error == ""


@pytest.mark.parametrize("status", [422, 500])
def test_listing_whose_look_up_fails_waits_until_the_others_were_asked_for(
    listed: Callable[..., str], sandbox: RunningSandbox, status: int
) -> None:
    """The marketplace that refuses one listing is asked for the next at once; one that fails rests first."""
    sandbox.control.set_faults({"kind": "lagging_lookup", "ms": 3_600_000, "count": 1})
    failing, gone = listed("um"), listed("dois")
    SyncPass.objects.all().delete()
    sandbox.control.set_listing_status(gone, "Archived")
    RemoteAccount.objects.filter(remote_id=gone).update(seen_at=timezone.now())
    lane_key = RemoteAccount.objects.get(remote_id=gone).lane_key
    SyncPass.objects.create(lane_key=lane_key, page=0, started_at=timezone.now(), stepped_at=timezone.now())
    sandbox.control.set_faults({"kind": "error", "endpoint": "get", "status": status, "logins": [failing]})

    sync_listings()
    if status == 500:
        assert open_changes() == []
        SyncPass.objects.update(resting_until=None)
        sync_listings()

    assert open_changes() == [(gone, "removed", "Listed")]


def test_throttled_look_up_is_no_reason_to_leave_a_listing_out(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    sandbox.control.set_faults({"kind": "lagging_lookup", "ms": 3_600_000})
    listed()
    sandbox.control.set_faults({"kind": "throttle", "endpoint": "get", "retryAfter": 1, "count": 5})

    for _ in range(5):
        SyncPass.objects.update(resting_until=None, finished_at=None, started_at=timezone.now(), page=0)
        KeyBudget.objects.all().delete()
        sync_listings()

    assert len([call for call in sandbox.control.log() if call["endpoint"] == "get"]) == 5
    account = RemoteAccount.objects.get()
    assert (account.lookup_failures, account.skipped_at) == (0, None)


@pytest.mark.parametrize("garbled", [{"price": 10**30}, {"title": "Conta\0 Roblox"}])
def test_garbled_listing_stops_neither_its_key_nor_another(
    employee: Any, other_employee: Any, sandbox: RunningSandbox, garbled: dict[str, Any]
) -> None:
    for person, key in ((employee, "sandbox-um"), (other_employee, "sandbox-dois")):
        configure(person, f"{sandbox.url}/v1", key=key)
        adapter = adapter_for(sandbox.connection(key), user_id=person.id)
        adapter._call(
            "POST",
            "/accounts",
            endpoint="accounts",
            body=GameBoostV1.body(prepare_listing(war_thunder()).listing) | garbled,
        )
        adapter.close()

    run_pass()

    assert RemoteAccount.objects.count() == 2
    assert set(RemoteAccount.objects.values_list("price_eur", "title")) == {
        (None if "price" in garbled else Decimal("14.99"), garbled.get("title", war_thunder().title).replace("\0", ""))
    }
    assert set(SyncPass.objects.values_list("error", flat=True)) == {""}


def test_key_whose_pass_fails_by_our_mistake_holds_up_no_other(
    listed: Callable[..., str], other_employee: Any, sandbox: RunningSandbox, path: str
) -> None:
    listed()
    configure(other_employee, f"{sandbox.url}{path}", key="sandbox-dois")
    broken = KeyBudget.objects.get()
    KeyBudget.objects.update(spent={"nonsense": True})
    SyncPass.objects.all().delete()

    sync_listings()

    errors = dict(SyncPass.objects.values_list("lane_key", "error"))
    assert errors.pop(broken.lane_key) == sync.CRASHED
    assert list(errors.values()) == [""]
    assert SyncPass.objects.get(lane_key=broken.lane_key).resting_until is not None


def test_passes_leave_the_share_of_screens_alone(listed: Callable[..., str], sandbox: RunningSandbox, path: str) -> None:
    listed()
    KeyBudget.objects.all().delete()
    run_pass()
    spent = KeyBudget.objects.get(lane_key=sandbox.connection(path=path).lane_key).spent
    assert [screen for _, _, screen, _, _ in spent] == [False]


def test_pass_is_due_though_a_wrong_clock_ended_the_last_one_in_the_future(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    listed()
    run_pass()
    ahead = timezone.now() + timedelta(hours=3)
    SyncPass.objects.update(finished_at=ahead, resting_until=ahead)

    assert sync_listings() > 0


def test_pass_that_a_wrong_clock_began_in_the_future_asks_for_nothing_over_and_over(
    listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    listed()
    run_pass()
    asked = len(sandbox.control.log())
    SyncPass.objects.update(started_at=timezone.now() + timedelta(hours=3), page=0, finished_at=None)

    sync_listings()

    assert [entry["endpoint"] for entry in sandbox.control.log()[asked:]] == ["list"]
    assert SyncPass.objects.get().finished_at is not None


def test_sale_of_an_older_lot_is_found_however_many_were_sold(
    employee: Any, sandbox: RunningSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LZT Market does not say in which order its sold lots come."""
    monkeypatch.setattr("marketplace.sandbox.lzt.PER_PAGE", 1)
    configure(employee, f"{sandbox.url}/lzt", service="lztmarket", key="sandbox-key")
    adapter = adapter_for(sandbox.connection(path="/lzt"), user_id=employee.id)
    mailbox = {"email_login": "a@example.com", "email_password": "Exemplo#9"}
    stated = {"game": "roblox", "account_data": {}, "image_urls": (), **mailbox}
    lots = [adapter.create(war_thunder(f"conta{number}", **stated)) for number in range(2)]
    adapter.close()
    older, newer = [lot.remote_id for lot in lots if isinstance(lot, Created)]
    sandbox.control.set_listing_status(newer, "paid")
    assert sync.find_sales() == 1
    sandbox.control.set_listing_status(older, "paid")
    assert sync.find_sales() == 1


@pytest.mark.parametrize("kind", ["drop", "error"])
def test_question_for_sales_that_is_not_answered_is_asked_again(
    kind: str, listed: Callable[..., str], sandbox: RunningSandbox
) -> None:
    sandbox.control.set_listing_status(listed(), "Sold")
    sandbox.control.set_faults({"kind": kind, "endpoint": "list", "count": 1})
    assert sync.find_sales() == 1


def test_every_key_is_asked_for_sales_however_slow_those_before_it_are(
    sandbox: RunningSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        configure(UserFactory(), f"{sandbox.url}/v2", key=f"sandbox-{number}")
    monkeypatch.setattr(sync, "SALES_BUDGET_S", 0.3)
    sandbox.control.set_faults({"kind": "slow", "ms": 310})
    now = timezone.now()
    for minute in range(5):
        with time_machine.travel(now + timedelta(minutes=minute)):
            sync.find_sales()
    assert len({call["key_hash"] for call in sandbox.control.log()}) == 3
