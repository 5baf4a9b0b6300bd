"""One market however its address is spelled, and what was started before it was."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from accounts.tests.factories import AdminFactory
from bulk.actions.runs import retry_run
from bulk.admin import duplicates_filter
from bulk.models import Lane, Row, Run
from bulk.planning import account_index
from bulk.queries import doubled_rows
from bulk.tests.helpers import credited, states, work
from core.crypto import blind_index
from infra.search import make_indexes
from marketplace.adapters.base import Connection
from marketplace.models import ListingChange, MarketAlias, RemoteAccount, SyncPass

BEFORE = [("bulk", "0006_training"), ("marketplace", "0010_lookup_failures")]
PLAIN, SPELLED = "https://host.example", "https://host.example:443"
PLAIN_ELSEWHERE, SPELLED_ELSEWHERE = "https://other.example", "https://other.example:443"


# What people notice


@pytest.mark.django_db
def test_the_same_logins_at_another_spelling_are_duplicates(
    start: Callable[..., Run], configure: Callable[..., None], owner: Any, market: Any, sandbox: Any, settings: Any
) -> None:
    """The address is respelled between two runs: no login is listed twice, none earns twice, and the lane is the same."""
    settings.SANDBOX_ORIGIN = ""
    first = start("joao", "maria")
    work()
    port = sandbox.url.rpartition(":")[2]
    settings.OUTBOUND_ALLOWED_HOSTS = settings.OUTBOUND_ALLOWED_HOSTS | {f"127.1:{port}"}
    configure(owner, base_url=f"http://127.1:0{port}/v1")

    second = start("joao", "ana")
    work()

    assert (states(first), states(second)) == ({1: "created", 2: "created"}, {1: "duplicate", 2: "created"})
    assert (len(market.listings()), len(credited()), Lane.objects.count()) == (3, 3, 1)


@pytest.mark.django_db
def test_a_login_listed_under_an_older_spelling_is_a_duplicate(start: Callable[..., Run], market: Any) -> None:
    earlier = start("joao")
    work()
    purge_under_an_older_spelling(earlier)

    later = start("joao", "ana")
    work()

    assert states(later) == {1: "duplicate", 2: "created"}
    assert Row.objects.get(run=later, line=1).duplicate_run_id == earlier.pk


@pytest.mark.django_db
def test_repeating_a_failure_finds_the_account_under_another_spelling(start: Callable[..., Run], owner: Any) -> None:
    failed = start("joao")
    older = blind_index("login", "gameboost:https://antes:443", "roblox", "joao")
    MarketAlias.objects.create(spelling="gameboost:https://antes:443", market=failed.market)
    Row.objects.filter(run=failed).update(state="failed", login_index=older)
    start("joao")
    work()

    retry_run(run=failed, by=owner)
    work()

    assert states(failed) == {1: "duplicate"}
    assert len(credited()) == 1


@pytest.mark.django_db
def test_repeating_a_failure_finds_a_purged_account_of_an_older_spelling(start: Callable[..., Run], owner: Any) -> None:
    failed = start("joao")
    Row.objects.filter(run=failed).update(state="failed")
    live = start("joao")
    work()
    purge_under_an_older_spelling(live)

    retry_run(run=failed, by=owner)

    row = Row.objects.get(run=failed)
    assert (row.state, row.duplicate_run_id) == ("duplicate", live.pk)


@pytest.mark.django_db
def test_a_listing_is_confirmed_for_a_purged_account_of_an_older_spelling(
    start: Callable[..., Run], client_for: Any, owner: Any
) -> None:
    run = start("joao")
    work()
    row = Row.objects.get(run=run)
    Row.objects.filter(run=run).update(state="uncertain", remote_id="")
    purge_under_an_older_spelling(run)

    asked = {"outcome": "created", "remoteId": row.remote_id}
    answer = client_for(owner).post(f"/api/bulk/runs/{run.pk}/rows/{row.pk}/resolve", asked, format="json")

    assert (answer.status_code, answer.json().get("state")) == (200, "created")


def purge_under_an_older_spelling(run: Run) -> None:
    """Of a purged login nothing but its index is left, made with the market as it was spelled then."""
    older = "gameboost:https://antes:443"
    MarketAlias.objects.create(spelling=older, market=run.market)
    index = blind_index("login", older, "roblox", "joao")
    Row.objects.filter(run=run).update(credentials=None, login_index=index, account_index="")


@pytest.mark.django_db
def test_an_account_has_one_index_over_games_markets_and_people(
    start: Callable[..., Run], configure: Callable[..., None], other_employee: Any, sandbox: Any, settings: Any
) -> None:
    first = start("Joao")
    settings.SANDBOX_ORIGIN = ""  # the sandbox becomes a market by its address
    configure(other_employee, "outra-chave")
    second = start("joao", by=other_employee)

    one, other = Row.objects.get(run=first), Row.objects.get(run=second)
    assert first.market != second.market
    assert one.login_index != other.login_index
    assert one.account_index == other.account_index == account_index("roblox", "joao")
    assert one.account_index != account_index("fortnite", "joao")


@pytest.mark.django_db
def test_django_admin_says_which_rows_are_linked_to_no_account(start: Callable[..., Run]) -> None:
    start("joao", "ana")
    Row.objects.filter(line=1).update(credentials=None, account_index="")
    client = Client()
    client.force_login(AdminFactory(is_staff=True, is_superuser=True))

    page = client.get("/admin/bulk/row/").content.decode()

    assert page.count("Sem vínculo (login apagado antes)") == page.count("Vinculada") == 1


@pytest.mark.django_db
def test_an_address_that_names_a_user_is_refused(client_for: Any, employee: Any) -> None:
    body = {"apiKey": "chave-123456789", "baseUrl": "https://pessoa@api.gameboost.com/v1"}
    answer = client_for(employee).post("/api/configs/gameboost", body, format="json")

    assert (answer.status_code, answer.json()["message"]) == (400, "Informe uma URL válida")


# What was started before


@pytest.fixture
def before() -> Iterator[Any]:
    """The tables of the release before; a test migrates them forward."""
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    MigrationExecutor(connection).migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    make_indexes(using="default")


def migrate() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


class Before:
    """Rows as the release before wrote them: the address as it was typed is part of market, lane and login index."""

    def __init__(self, apps: Any, person: Any) -> None:
        self.apps, self.person = apps, person

    def lane(self, origin: str, key: str = "chave", **columns: Any) -> Any:
        stored = {"provider": "gameboost", "base_url": f"{origin}/v1", "api_key": key}
        return self.apps.get_model("bulk", "Lane").objects.create(
            key=self.lane_key(origin, key), market=f"gameboost:{origin}", **({"connection": stored} | columns)
        )

    def run(self, lane: Any) -> Any:
        return self.apps.get_model("bulk", "Run").objects.create(
            owner_id=self.person.id, lane=lane, game="roblox", market=lane.market, settings={}, usd_eur_rate=1, total=1
        )

    def row(
        self, run: Any, line: int, login: str, state: str = "created", *, purged: bool = False, **columns: Any
    ) -> Any:
        columns |= {"remote_id": f"{run.pk}-{line}"} if state == "created" else {}
        return self.apps.get_model("bulk", "Row").objects.create(
            run=run,
            line=line,
            state=state,
            login_index=blind_index("login", run.market, "roblox", login),
            credentials=None if purged else {"login": login, "password": "x"},
            **columns,
        )

    @staticmethod
    def lane_key(origin: str, key: str = "chave") -> str:
        return blind_index("lane", "gameboost", origin, key)


@pytest.mark.django_db(transaction=True)
def test_migrating_makes_one_of_a_market_login_or_listing_of_two_spellings(before: Any, employee: Any) -> None:
    """Of a login whose text is purged, with one that is stored; of a listing that a marketplace showed under both: these
    are at a marketplace of their own."""
    old = Before(before, employee)
    plain, spelled = old.lane(PLAIN, fence=3), old.lane(SPELLED, fence=7, owner="alguém")
    purged = old.lane("https://host.example:0443", "outra", connection=None)
    kept, moved, _ = old.run(plain), old.run(spelled), old.run(purged)
    left, twin = old.row(kept, 1, "joao"), old.row(moved, 1, "joao")
    old.row(moved, 2, "ana", "failed")
    old.row(moved, 3, "rui", purged=True)
    old.row(moved, 4, "eva", "sending", sent_via=spelled, sent_at=timezone.now(), fence=7)
    orphan = before.get_model("bulk", "OrphanListing").objects.create(row=left, lane=spelled, remote_id="9")

    without_text = old.row(old.run(old.lane(SPELLED_ELSEWHERE)), 5, "leo", purged=True)
    stored = old.row(old.run(old.lane(PLAIN_ELSEWHERE)), 5, "leo")
    before.get_model("marketplace", "Configuration").objects.create(
        user_id=employee.id, service="gameboost", base_url=f"{SPELLED_ELSEWHERE}/v1", api_key="chave", timeout_ms=5000
    )
    now = timezone.now()
    for origin, status, seen_at, person in (
        (PLAIN_ELSEWHERE, "listed", now - timedelta(hours=1), None),
        (SPELLED_ELSEWHERE, "sold", now, employee.id),
    ):
        account = before.get_model("marketplace", "RemoteAccount").objects.create(
            market=f"gameboost:{origin}", remote_id="1", service="gameboost", lane_key=old.lane_key(origin),
            status=status, seen_at=seen_at, user_id=person,
        )  # fmt: skip
        before.get_model("marketplace", "ListingChange").objects.create(account=account, kind="sold")
        before.get_model("marketplace", "SyncPass").objects.create(
            lane_key=old.lane_key(origin), started_at=now, stepped_at=now
        )

    migrate()

    market, elsewhere = f"gameboost:{PLAIN}", f"gameboost:{PLAIN_ELSEWHERE}"
    assert dict(MarketAlias.objects.values_list("spelling", "market")) == {
        f"gameboost:{SPELLED}": market,
        "gameboost:https://host.example:0443": market,
        f"gameboost:{SPELLED_ELSEWHERE}": elsewhere,
    }
    assert set(Run.objects.values_list("market", flat=True)) == {market, elsewhere}
    assert set(Lane.objects.values_list("market", flat=True)) == {market, elsewhere}
    lane = Lane.objects.get(key=Connection("gameboost", SPELLED, "chave").lane_key)
    assert (lane.pk, lane.fence, lane.owner, lane.connection["api_key"]) == (plain.pk, 8, "", "chave")
    assert set(Lane.objects.filter(market=market).values_list("pk", flat=True)) == {plain.pk, purged.pk}
    assert set(Run.objects.filter(market=market).values_list("lane", flat=True)) == {plain.pk, purged.pk}
    assert Row.objects.get(line=4).sent_via_id == plain.pk
    orphan.refresh_from_db()
    assert orphan.lane_id == plain.pk
    indexes = {(row.run_id, row.line): row.login_index for row in Row.objects.all()}
    assert indexes[moved.pk, 2] == blind_index("login", market, "roblox", "ana")
    assert indexes[moved.pk, 1] == blind_index("login", f"gameboost:{SPELLED}", "roblox", "joao")
    assert Row.objects.get(line=3).account_index == ""
    assert Row.objects.get(line=2).account_index == account_index("roblox", "ana")
    twins = {name: [row.pk for row in doubled_rows() if row.run.market == name] for name in (market, elsewhere)}
    assert twins == {market: [left.pk, twin.pk], elsewhere: [without_text.pk, stored.pk]}
    assert duplicates_filter() == {"id__in": ",".join(str(row.pk) for row in doubled_rows())}

    account = RemoteAccount.objects.get()
    assert (account.market, account.status, account.user_id) == (elsewhere, "sold", employee.id)
    key = Connection("gameboost", PLAIN_ELSEWHERE, "chave").lane_key
    assert account.lane_key == SyncPass.objects.get().lane_key == key
    assert ListingChange.objects.get().account_id == account.pk
