"""Rows on their way out, with the sandbox as the marketplace."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bulk.actions.rows import resolve_row
from bulk.actions.runs import retry_run
from bulk.enums import RowState
from bulk.models import Lane, Row, Run
from bulk.tests.helpers import SETTINGS, credited, let_time_pass, row_of, sends, session_of, state_of, states, work
from earnings.models import Earning
from loyalty.models import Record
from marketplace.actions.configurations import save_global_settings
from marketplace.adapters.gameboost.market import forget_template
from marketplace.adapters.gameboost.templates import BUNDLED
from marketplace.adapters.templates import content_of
from marketplace.models import Activity, GameTemplate
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def test_every_account_is_created_and_credited_once(start: Start, market: Any, owner: Any) -> None:
    """Credits one automatic earning per created account."""
    run = start("ana001", "bia002", "caio003")

    work()

    assert states(run) == {1: "created", 2: "created", 3: "created"}
    assert state_of(run) == "finished"
    assert market.counters()["creates"] == {"ana001": 1, "bia002": 1, "caio003": 1}
    remote = {listing["login"]: str(listing["id"]) for listing in market.listings()}
    assert dict(Row.objects.values_list("line", "remote_id")) == {
        1: remote["ana001"],
        2: remote["bia002"],
        3: remote["caio003"],
    }
    assert credited() == {row_id: Decimal("3.00") for row_id in Row.objects.values_list("pk", flat=True)}
    assert set(Earning.objects.values_list("user_id", "accounts_count", "status")) == {(owner.id, 1, "pending")}


def test_the_bonus_of_an_excellent_employee_is_added(start: Start, owner: Any) -> None:
    """The excellent bonus applies to task pay and to automatic earnings."""
    Record.objects.update_or_create(user=owner, defaults={"points": 90})
    start("ana001")

    work()

    assert list(credited().values()) == [Decimal("3.15")]


def test_the_end_of_a_run_is_told_once(start: Start, owner: Any) -> None:
    run = start("ana001", "bia002")

    work()
    work()

    told = Notification.objects.get(kind="run_finished")
    assert (told.user_id, told.title, told.body, told.url) == (
        owner.id,
        f"Execução {run.id} concluída",
        "2 de 2 contas foram criadas com sucesso.",
        f"/runs/{run.id}",
    )


def test_calls_are_noted_as_the_activity_of_the_run_owner(start: Start, owner: Any) -> None:
    start("ana001")

    work()

    noted = Activity.objects.order_by("id").values_list("user_id", "method", "endpoint", "status")
    assert list(noted) == [(owner.id, "GET", "accounts/by-login/{login}", "404"), (owner.id, "POST", "accounts", "201")]


def test_the_listing_is_what_run_and_line_say(start: Start, market: Any, owner: Any) -> None:
    run = start(
        game="war-thunder",
        text="piloto01:Exemplo#1:piloto@example.com:Mail#1",
        settings={"title": "Conta War Thunder", "priceUsd": "20.00", "imageUrls": ["/media/listings/a.jpg"]},
        overrides={"1": {"goldenEagles": 900, "title": "Piloto veterano"}},
    )

    work()

    assert states(run) == {1: "created"}
    row = row_of(run)
    assert row.title == "Piloto veterano"
    assert row.credentials == {
        "login": "piloto01",
        "password": "Exemplo#1",
        "email_login": "piloto@example.com",
        "email_password": "Mail#1",
    }


def test_what_was_confirmed_goes_out_whatever_is_changed_later(
    start: Start, market: Any, admin: Any, arrived: Callable[[], list[dict[str, Any]]]
) -> None:
    """Default image, standard texts, rate and the marketplace's template change between start, send and repeat."""
    market.set_faults({"kind": "refuse", "logins": ["bia002"]})
    save_global_settings(changes={"default_image_url": "https://cdn.example.com/antes.jpg"}, by=admin)
    settings = {"title": "Conta Roblox", "priceUsd": "20.00", "accountTags": ["Has Robux"]}
    run = start("ana001", "bia002", settings=settings)
    rate = run.usd_eur_rate
    changes = {
        "default_image_url": "https://cdn.example.com/depois.jpg",
        "default_description": "Outra descrição.",
        "default_instructions": "Outras instruções.",
        "usd_eur_rate": rate * 2,
    }
    save_global_settings(changes=changes, by=admin)
    forget_fields_of("roblox", "account_tags")

    work()
    market.set_faults()
    retry_run(run=run, by=run.owner)
    work()

    assert states(run) == {1: "created", 2: "created"}
    first, second = arrived()
    assert first["image_urls"] == ["https://cdn.example.com/antes.jpg"]
    assert first["account_data"]["account_tags"] == ["Robux Account"]
    assert Decimal(str(first["price"])) == (Decimal(20) * rate).quantize(Decimal("0.01"))
    assert "Outra" not in first["description"] + first.get("delivery_instructions", "")
    own = ("login", "ign")
    assert {name: first[name] for name in first if name not in own} == {
        name: second[name] for name in second if name not in own
    }


def test_rows_of_the_first_release_are_sent_as_their_run_and_line_say(
    start: Start, market: Any, arrived: Callable[[], list[dict[str, Any]]]
) -> None:
    """They kept no listing of their own."""
    run = start("ana001", "bia002")
    Row.objects.filter(line=2).update(listing=None)

    work()

    assert states(run) == {1: "created", 2: "created"}
    kept, rebuilt = arrived()
    assert kept | {"login": "", "ign": ""} == rebuilt | {"login": "", "ign": ""}


def forget_fields_of(game: str, *names: str) -> None:
    """As if the marketplace had taken these fields out of the game's template."""
    template = BUNDLED[game]
    assert template is not None
    fields = {name: field for name, field in template.fields.items() if name not in names}
    assert len(fields) < len(template.fields)
    content = content_of(replace(template, fields=fields))
    GameTemplate.objects.create(game=game, content=content, seen_at=timezone.now())
    forget_template(game)


def test_a_refusal_fails_the_row_with_the_marketplaces_words_and_the_rest_goes_on(start: Start, market: Any) -> None:
    """A failure of one account is recorded and does not stop the rest."""
    errors = {"login": ["The login is invalid."], "price": ["The minimum price is 0.99 €."]}
    market.set_faults({"kind": "refuse", "logins": ["bia002"], "errors": errors})
    run = start("ana001", "bia002", "caio003")

    work()

    assert states(run) == {1: "created", 2: "failed", 3: "created"}
    assert state_of(run) == "finished_with_errors"
    row = row_of(run, 2)
    assert (row.error, row.errors) == ("The login is invalid. (and 1 more error)", errors)
    assert row.request_id != ""
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 3).pk}


def test_what_is_wrong_with_a_listing_is_refused_without_a_create(start: Start, market: Any) -> None:
    run = start("ana001", settings=SETTINGS | {"priceUsd": "0.50"})

    work()

    assert states(run) == {1: "failed"}
    assert "price" in row_of(run).errors
    assert "create" not in market.counters()["requests"]


def test_a_login_already_on_the_marketplace_is_a_duplicate_and_earns_nothing(start: Start, market: Any) -> None:
    """A login that was already on the marketplace before our first send is `duplicate` and earns nothing."""
    first = start("ana001")
    work()
    # What we know of it is forgotten, as if somebody had listed the login by hand.
    Row.objects.filter(run=first).update(login_index="outro")
    run = start("ana001", "bia002")

    work()

    assert states(run) == {1: "duplicate", 2: "created"}
    assert row_of(run, 1).error == f"Este login já está no marketplace (anúncio {row_of(first).remote_id})."
    assert market.counters()["creates"] == {"ana001": 1, "bia002": 1}
    assert set(credited()) == {row_of(first).pk, row_of(run, 2).pk}


def test_every_send_is_preceded_by_a_look_up_of_its_login(start: Start, market: Any) -> None:
    start("ana001", "bia002")

    work()

    assert [(call["endpoint"], call["login"]) for call in market.log()] == [
        ("lookup", "ana001"),
        ("create", "ana001"),
        ("lookup", "bia002"),
        ("create", "bia002"),
    ]


def test_the_pause_is_kept_between_two_creations_and_across_takings(start: Start, market: Any, settings: Any) -> None:
    """One at a time per key with the 500 ms pause."""
    settings.BULK_PAUSE_MS = 200
    start("ana001", "bia002")
    work()
    start("caio003")

    work()

    assert market.counters()["created"] == 3
    assert market.counters()["minCreateGapMs"] >= 200


def test_a_row_that_cannot_be_read_any_more_fails_and_holds_nobody_up(start: Start, market: Any) -> None:
    run = start("ana001", "bia002")
    Row.objects.filter(run=run, line=1).update(listing=None, override={"unknown": 1})

    work()

    assert states(run) == {1: "failed", 2: "created"}


def test_lone_login_whose_look_up_always_fails_is_set_aside_without_a_pause(start: Start, market: Any) -> None:
    """The marketplace answers other questions, so nothing else has to stand still."""
    market.set_faults({"kind": "error", "endpoint": "lookup", "status": 500, "logins": ["ana001"]})
    run = start("ana001")

    for _ in range(10):
        work()
        let_time_pass()

    reason = "Não foi possível conferir se a conta já está no marketplace: Server Error."
    assert (state_of(run), states(run)) == ("finished_with_errors", {1: "uncertain"})
    assert row_of(run).error == reason
    told = Notification.objects.get(kind="row_uncertain")
    assert (told.user_id, told.body) == (run.owner_id, f"Linha 1: {reason} Confira no marketplace e decida.")
    assert not Notification.objects.filter(kind="run_paused").exists()
    assert sends(market) == {}


def test_a_login_whose_look_up_always_fails_holds_nobody_else_up(start: Start, market: Any) -> None:
    """It rests while the others go on, waits at last for a decision, and can be repeated."""
    failing = {"kind": "error", "endpoint": "lookup", "status": 500, "logins": ["ana001"]}
    market.set_faults(failing)
    run = start("ana001", "bia002", "caio003")
    with session_of(run) as session:
        session.do_one_thing()
    work_while_it_rests(row_of(run, 1))
    assert states(run) == {1: "queued", 2: "created", 3: "created"}

    for number in range(5):
        let_time_pass()
        work()
        start(f"outra{number}")
        work_while_it_rests(row_of(run, 1))

    row = row_of(run, 1)
    assert (row.state, row.attempts) == ("uncertain", 0)
    assert row.error == "Não foi possível conferir se a conta já está no marketplace: Server Error."
    assert set(Row.objects.exclude(pk=row.pk).values_list("state", flat=True)) == {"created"}
    assert not Run.objects.filter(paused_at__isnull=False).exists()

    market.set_faults()
    resolve_row(row=row, outcome="failed", by=run.owner)
    retry_run(run=run, by=run.owner)
    work()
    assert states(run)[1] == "created"


def work_while_it_rests(row: Row) -> None:
    """The lane is silent for less long than a row whose look-up failed."""
    let_time_pass()
    Row.objects.filter(pk=row.pk, state="queued").update(due_at=timezone.now() + timedelta(minutes=1))
    work()


def test_a_mistake_of_ours_rests_the_lane_and_releases_it(start: Start, market: Any) -> None:
    run = start("ana001")
    Lane.objects.update(connection={"nonsense": True})

    work()

    lane = Lane.objects.get()
    assert states(run) == {1: "queued"}
    assert lane.quiet_until is not None
    assert market.log() == []


def test_no_secret_is_readable_anywhere_in_the_database(start: Start, market: Any, capsys: Any) -> None:
    """Planted passwords and API keys: 0 hits in database dump, logs, queue, activity rows, audit."""
    market.set_faults({"kind": "created_then_dropped", "count": 1})
    start(game="war-thunder", text="piloto01:Plantada#1:p@example.com:Plantada#2", settings={})
    work()
    let_time_pass()
    work()

    with connection.cursor() as cursor:
        dump = ""
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - the names are those of our own tables
            dump += str(cursor.fetchall())
    assert "piloto01" in str([row.credentials for row in Row.objects.all()])
    for secret in ("Plantada", "sandbox-key"):
        assert secret not in dump
        assert secret not in capsys.readouterr().err


def test_row_states_are_stored_as_their_words(start: Start) -> None:
    run = start("ana001")

    assert row_of(run).state == RowState.QUEUED == "queued"


@pytest.mark.django_db(transaction=True)
def test_account_of_a_run_costs_a_bounded_number_of_statements(
    start: Start, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its two calls, its credit and their transactions. A run of so many keys is as quick as what these cost."""
    monkeypatch.setattr("marketplace.queries.RECENT_S", 2)
    start("aquecida", "segunda")
    work()
    counted = []
    for accounts in (2, 12):
        start(*(f"conta{accounts}x{number:03}" for number in range(accounts)))
        with CaptureQueriesContext(connection) as asked:
            work()
        counted.append(len(asked))

    of_one = (counted[1] - counted[0]) / 10
    assert of_one <= (49 if connection.vendor == "sqlite" else 47)  # 46 and 44, and a report of the limits each second
