"""Accounts that go to several marketplaces at once: each once a marketplace, each paid once."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from bulk.actions.runs import resume_run, retry_run
from bulk.engine import listings
from bulk.errors import WrongState
from bulk.games.terms import Terms
from bulk.models import Account, Row, Run
from bulk.queries import going_runs, going_summary
from bulk.tests.helpers import SETTINGS, account, credited, let_time_pass, row_of, states, work
from marketplace.actions.sync import find_sales
from marketplace.models import TrainingMode

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_markets")]

ClientFor = Callable[[Any], APIClient]
BOTH: dict[str, dict[str, Any]] = {"gameboost": {}, "lztmarket": {}}
ROUTE, ASYNC = "/api/roblox/bulk-create", {"Prefer": "respond-async"}
NO_MAILBOX = {"login": "semcorreio", "password": "Exemplo#123"}
EMAIL_WANTED = "O LZT Market exige o e-mail da conta."


def body(*accounts: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"accounts": list(accounts or [account()]), "settings": SETTINGS, "markets": BOTH} | changes


def preview_of(client: APIClient, **sent: Any) -> Any:
    answer = client.post("/api/bulk/preview", {"game": "roblox", **sent}, format="json")
    assert answer.status_code == 200, answer.json()
    return answer.json()


def start_both(client: APIClient, *accounts: dict[str, Any], **changes: Any) -> list[Run]:
    answer = client.post(ROUTE, body(*accounts, **changes), format="json", headers=ASYNC)
    assert answer.status_code == 202, answer.json()
    told = answer.json()
    return list(Run.objects.filter(pk__in=[told["runId"], *told.get("runIds", {}).values()]).order_by("pk"))


def test_accounts_are_listed_once_in_each_marketplace_and_paid_once(
    client_for: ClientFor, owner: Any, market: Any
) -> None:
    client = client_for(owner)
    asked = body(account(), account("jogador02"))
    preview = preview_of(client, **asked)
    runs = start_both(client, **asked | {"previewDigest": preview["digest"]})
    work()

    assert [(run.market.partition(":")[0], states(run)) for run in runs] == [
        ("gameboost", {1: "created", 2: "created"}),
        ("lztmarket", {1: "created", 2: "created"}),
    ]
    assert preview["totals"]["sendable"] == len(credited()) == 2
    assert Decimal(preview["totalPay"]) == sum(credited().values()) > 0
    assert Counter(listing["login"] for listing in market.listings()) == {"jogador01": 2, "jogador02": 2}
    assert {each.listings.count() for each in Account.objects.all()} == {2}


def test_line_that_one_marketplace_refuses_goes_to_the_other_and_the_preview_says_so(
    client_for: ClientFor, owner: Any
) -> None:
    client = client_for(owner)
    asked = body(account(), NO_MAILBOX)
    preview = preview_of(client, **asked)
    runs = start_both(client, **asked | {"previewDigest": preview["digest"]})
    work()

    first, second = preview["rows"]
    assert first["services"] == ["gameboost", "lztmarket"]
    assert (second["verdict"], second["services"]) == ("warning", ["gameboost"])
    assert any(text.startswith("Não vai para o LZT Market:") and EMAIL_WANTED in text for text in second["messages"])
    assert [(each["title"], each["sendable"]) for each in preview["markets"]] == [("GameBoost", 2), ("LZT Market", 1)]
    assert [states(run) for run in runs] == [{1: "created", 2: "created"}, {1: "created"}]


def test_marketplace_that_gets_no_account_has_no_run(client_for: ClientFor, owner: Any) -> None:
    [run] = start_both(client_for(owner), NO_MAILBOX)

    assert (run.market.partition(":")[0], run.group) == ("gameboost", None)


def test_account_listed_in_one_marketplace_goes_to_the_other_and_is_not_paid_again(
    client_for: ClientFor, owner: Any
) -> None:
    client = client_for(owner)
    start_both(client, markets={"gameboost": {}})
    work()
    preview = preview_of(client, **body())
    [run] = start_both(client)
    work()

    [row] = preview["rows"]
    assert (row["services"], row["duplicateOf"], preview["totalPay"]) == (["lztmarket"], None, "0.00")
    assert any("Não vai para o GameBoost: Login duplicado" in text for text in row["messages"])
    assert (states(run), len(credited())) == ({1: "created"}, 1)


def test_a_repeated_start_creates_nothing_twice(client_for: ClientFor, owner: Any, market: Any) -> None:
    client = client_for(owner)
    headers = ASYNC | {"Idempotency-Key": "duas-vezes"}
    answers = [client.post(ROUTE, body(), format="json", headers=headers) for _ in range(2)]
    work()
    again = client.post(ROUTE, body(), format="json", headers=ASYNC)
    work()

    assert answers[0].json() == answers[1].json()
    assert answers[1]["Idempotent-Replay"] == "true"
    assert list(answers[0].json()["runIds"]) == ["gameboost", "lztmarket"]
    assert again.status_code == 200  # nothing was left to send
    assert Row.objects.filter(state="duplicate").count() == 1
    assert Counter(listing["login"] for listing in market.listings()) == {"jogador01": 2}
    assert len(credited()) == 1


def test_what_one_marketplace_cannot_start_starts_nothing(client_for: ClientFor, owner: Any) -> None:
    answer = client_for(owner).post("/api/fortnite/bulk-create", body(account() | {"price": "9.99"}), format="json")

    assert (answer.status_code, answer.json()["code"]) == (400, "unsupported_game")
    assert Run.objects.count() == 0


@pytest.mark.parametrize("kind", ["created_then_dropped", "drop", "cut", "created_then_error"])
def test_dropped_answers_double_no_listing_and_no_credit(
    kind: str, client_for: ClientFor, owner: Any, market: Any
) -> None:
    logins = [f"conta{number:02}" for number in range(6)]
    market.set_faults(
        {"kind": kind, "probability": 0.5},
        {"kind": "drop", "endpoint": "check", "count": 2},
        {"kind": "drop", "endpoint": "lookup", "count": 2},
        seed=7,
    )
    runs = start_both(client_for(owner), *map(account, logins))
    for _ in range(12):
        work()
        let_time_pass()
    market.set_faults()
    for run in runs:
        for again in (resume_run, retry_run):
            with suppress(WrongState):
                again(run=Run.objects.get(pk=run.pk), by=owner)
    for _ in range(4):
        work()
        let_time_pass()

    # What was added to LZT Market and not checked names no login: its row is uncertain, and nothing is sent again.
    listed = [each for each in market.listings() if each["login"] and not each["deleted_at"]]
    created = Row.objects.filter(run__in=runs, state="created")
    assert set(Counter((each["market"], each["login"]) for each in listed).values()) == {1}
    assert {row.remote_id for row in created} <= {str(each["id"]) for each in listed}
    # Which calls of the two lanes meet a fault is not the same each time: a row of many may wait for a person too.
    assert set(states(runs[0]).values()) <= {"created", "uncertain"}
    assert len(credited()) == len({row.account_id for row in created}) >= len(logins) - 1


def test_sale_of_a_group_takes_the_other_listing_down(client_for: ClientFor, owner: Any, market: Any) -> None:
    here, there = (row_of(run) for run in start_both(client_for(owner)) if work() is None)
    market.set_listing_status(there.remote_id, "paid")
    find_sales()
    while listings.close_due():
        let_time_pass()

    here.refresh_from_db()
    assert (here.withdrawn_at is not None, Account.objects.get().sold_at is not None) == (True, True)


def test_each_marketplace_has_its_own_price_and_texts(
    client_for: ClientFor, owner: Any, arrived: Callable[[], list[dict[str, Any]]]
) -> None:
    terms = {"factor": "1.5", "feePercent": "10", "ending": "0.90", "floorEur": "5", "language": "en"}
    client = client_for(owner)
    markets = {"gameboost": {}, "lztmarket": terms | {"title": "Roblox for you"}}
    preview = preview_of(client, **body(markets=markets))
    runs = start_both(client, markets=markets, previewDigest=preview["digest"])
    work()

    assert [each["priceEur"] for each in preview["markets"]] == ["8.70", "14.90"]
    assert (preview["totalEur"], [row_of(run).price_eur for run in runs]) == (
        "8.70",
        [Decimal("8.70"), Decimal("14.90")],
    )
    offer, lot = sorted(arrived(), key=lambda body: "title_en" in body)
    assert offer["title"] == SETTINGS["title"]
    assert (lot["title_en"], lot["price"]) == ("Roblox for you", 14.9)
    assert "14 days of warranty" in lot["description"]
    assert "when you first sign in" in lot["information"]


@pytest.mark.parametrize(
    ("terms", "name", "text"),
    [
        ({"factor": "0"}, "factor", "Informe um valor de 0.01 a 100."),
        ({"feePercent": "95"}, "feePercent", "Informe um valor de 0 a 90."),
        ({"floorEur": "abc"}, "floorEur", "Informe um valor válido."),
        ({"title": "ab"}, "title", "Título deve ter pelo menos 3 caracteres"),
        ({"title": "Conta {nada}"}, "title", "Campo desconhecido: {nada}"),
    ],
)
def test_terms_that_cannot_be_are_refused_beside_their_field(
    terms: dict[str, str], name: str, text: str, client_for: ClientFor, owner: Any
) -> None:
    sent = body(markets={"gameboost": {}, "lztmarket": terms})
    for path in ("/api/bulk/preview", ROUTE):
        answer = client_for(owner).post(path, {"game": "roblox", **sent}, format="json")
        assert answer.status_code == 400
        [said] = answer.json()["errors"][f"markets.lztmarket.{name}"]
        assert said.startswith(text)
    assert Run.objects.count() == 0


def test_price_beyond_the_most_is_refused_where_it_is_and_not_elsewhere(client_for: ClientFor, owner: Any) -> None:
    markets = {"gameboost": {}, "lztmarket": {"factor": "100"}}
    preview = preview_of(client_for(owner), **body(account() | {"priceUsd": "500"}, markets=markets))

    [row] = preview["rows"]
    assert row["services"] == ["gameboost"]
    assert any("o preço passa de € 10.000" in text for text in row["messages"])


def test_other_terms_than_previewed_are_refused(client_for: ClientFor, owner: Any) -> None:
    client = client_for(owner)
    digest = preview_of(client, **body())["digest"]
    changed = body(markets=BOTH | {"lztmarket": {"factor": "1.01"}}, previewDigest=digest)

    assert client.post(ROUTE, changed, format="json").json()["code"] == "preview_changed"
    assert client.post(ROUTE, body(markets={"gameboost": {}}, previewDigest=digest), format="json").status_code == 409
    assert Run.objects.count() == 0


def test_practice_goes_to_both_simulated_marketplaces_and_earns_nothing(client_for: ClientFor, owner: Any) -> None:
    TrainingMode.objects.create(user=owner)
    runs = start_both(client_for(owner))
    work()

    assert [(run.training, run.market, states(run)) for run in runs] == [
        (True, "gameboost:ensaio", {1: "created"}),
        (True, "lztmarket:ensaio", {1: "created"}),
    ]
    assert credited() == {}


def test_each_run_of_a_group_leads_to_the_others(client_for: ClientFor, owner: Any) -> None:
    client = client_for(owner)
    runs = start_both(client)
    group = [{"id": run.pk, "market": title} for run, title in zip(runs, ("GameBoost", "LZT Market"), strict=True)]

    assert going_summary(going_runs(owner)).text == "Roblox em 2 marketplaces: 0 de 2"
    assert [run["group"] for run in client.get("/api/bulk/runs").json()] == [group, group]
    assert client.get(f"/api/bulk/runs/{runs[1].pk}").json()["group"] == group
    work()
    start_both(client, account("jogador02"), markets={"gameboost": {}})
    assert client.get("/api/bulk/runs").json()[0]["group"] == []


@pytest.mark.once
def test_a_second_marketplace_costs_a_preview_the_same_few_queries(client_for: ClientFor, owner: Any) -> None:
    client = client_for(owner)
    counts = []
    for markets in ({"gameboost": {}}, BOTH):
        for lines in (1, 30):
            asked = body(*(account(f"conta{number:02}") for number in range(lines)), markets=markets)
            preview_of(client, **asked)
            with CaptureQueriesContext(connection) as queries:
                preview_of(client, **asked)
            counts.append(len(queries))

    assert counts[0] == counts[1]
    assert counts[2] == counts[3] == counts[0] + 4


def test_credentials_beyond_the_vendors_bound_are_told_in_the_preview(client_for: ClientFor, owner: Any) -> None:
    long = account() | {"emailLogin": f"{'a' * 230}@example.com", "emailPassword": "x" * 240}
    preview = preview_of(client_for(owner), **body(long, account("jogador02"), markets={"gameboost": {}}))

    assert [row["verdict"] for row in preview["rows"]] == ["invalid", "valid"]
    assert preview["rows"][0]["errors"] == {
        "password": ["O GameBoost aceita até 500 caracteres de credenciais por conta, com os rótulos."]
    }


def test_call_that_names_no_market_goes_to_gameboost_alone(client_for: ClientFor, owner: Any) -> None:
    body = {"text": "ana01:Exemplo#1", "settings": SETTINGS}
    client_for(owner).post("/api/roblox/bulk-create", body, format="json", headers={"Prefer": "respond-async"})

    run = Run.objects.get()
    assert (run.market.partition(":")[0], run.group) == ("gameboost", None)
    assert Terms().price_eur(Decimal("8.70")) == Decimal("8.70")
