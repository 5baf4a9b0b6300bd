"""Rules of prices: what they propose, what an admin or the rule itself makes of it, and what holds them back."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from bulk import rules
from bulk.actions.prices import UNITS, apply_proposals, change_prices, propose_prices
from bulk.actions.results import add_rates
from bulk.actions.runs import close_accounts, withdraw_run
from bulk.engine.listings import ask_suggestions, send_prices
from bulk.enums import Withdrawal
from bulk.models import Account, Cost, PriceChange, PriceRule, Rate, Row
from bulk.results.ledger import write_results
from bulk.tests.helpers import row_of, work
from bulk.transitions import note_sales
from core.models import AuditEvent
from core.tests.threads import in_threads
from marketplace.actions.configurations import save_configuration, save_global_settings
from marketplace.models import GlobalSettings
from marketplace.sandbox.lzt import SELLER
from marketplace.tests.sandbox_fixture import RunningSandbox

pytestmark = pytest.mark.django_db
Start = Callable[..., Any]
RULES, PROPOSALS = "/api/stock/rules", "/api/stock/proposals"
VALUES = {
    "name": "Anúncios antigos", "kind": "age", "mode": "propose", "game": "", "service": "", "threshold": 30,
    "percentage": "10.00", "rounding": "cents", "cost": "2.00", "feePercentage": "10.00", "daily": 1, "restDays": 3,
}  # fmt: skip


@pytest.fixture
def rated() -> None:
    Rate.objects.create(currency="EUR", day=timezone.localdate(), brl=6, source="BCB")


@pytest.fixture
def listed(owner: Any, configure: Callable[..., None], sandbox: RunningSandbox, start: Start) -> list[Row]:
    """Three accounts on sale on GameBoost v2, for 40 days."""
    configure(owner, "sandbox-v2", base_url=f"{sandbox.url}/v2")
    run = start("jogador01", "jogador02", "jogador03")
    work()
    age(40)
    return [row_of(run, line) for line in (1, 2, 3)]


def age(days: int) -> None:
    Row.objects.update(settled_at=timezone.now() - timedelta(days=days))


def rule(as_admin: APIClient, **changes: Any) -> int:
    answer = as_admin.post(RULES, VALUES | changes, format="json")
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def send() -> None:
    PriceChange.objects.filter(due_at__isnull=False).update(due_at=F("asked_at") - timedelta(hours=1))
    send_prices()


def prices() -> list[Decimal | None]:
    return list(Row.objects.order_by("pk").values_list("price_eur", flat=True))


def edits(market: Any) -> int:
    return sum(call["endpoint"] == "update" for call in market.log())


def test_proposal_waits_for_an_admin_and_is_undone_like_any_change(
    listed: list[Row], rated: None, as_admin: APIClient, market: Any
) -> None:
    rule(as_admin)
    before = prices()
    assert propose_prices() == 3
    send()
    assert edits(market) == 0

    [shown, *_] = as_admin.get(PROPOSALS).json()
    lower = (before[0] * Decimal("0.9")).quantize(Decimal("0.01"))  # type: ignore[operator]  # it has one
    # (€ 2 + R$ 3 at 6) without a tenth
    assert (shown["before"], shown["after"], shown["floor"]) == (str(before[0]), str(lower), "2.78")
    assert (shown["open"], shown["reason"], shown["unknown"]) == (True, "Anunciada há 40 dias", "")
    assert as_admin.get(RULES).json()[0]["proposals"] == 3

    answer = as_admin.post(f"{PROPOSALS}/apply", {"ids": [shown["id"]]}, format="json")
    assert (answer.status_code, answer.json()["applied"]) == (202, 1)
    send()
    assert (edits(market), sorted(prices())) == (1, sorted([lower, *before[1:]]))  # type: ignore[type-var]  # all have one
    assert propose_prices() == 0

    undone = as_admin.post("/api/stock/prices/undo", {"batch": answer.json()["batch"]}, format="json")
    assert undone.json() == {"undone": 1}
    send()
    assert prices() == before


@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"threshold": 1}, "Anunciada há 1 dia"), ({"kind": "stock", "threshold": 0}, "1 conta de Roblox sem vender")],
)
def test_proposal_because_of_one_day_or_one_account_says_so_in_the_singular(
    changes: dict[str, Any],
    reason: str,
    owner: Any,
    configure: Callable[..., None],
    sandbox: RunningSandbox,
    start: Start,
    rated: None,
    as_admin: APIClient,
) -> None:
    configure(owner, "sandbox-v2", base_url=f"{sandbox.url}/v2")
    start("jogador01")
    work()
    age(1)
    rule(as_admin, **changes)

    propose_prices()

    assert PriceChange.objects.get().reason == reason


def test_declined_proposal_does_not_come_again_before_its_rest_is_over(
    listed: list[Row], rated: None, as_admin: APIClient, client_for: Callable[[Any], APIClient], owner: Any
) -> None:
    rule(as_admin)
    propose_prices()
    ids = [each["id"] for each in as_admin.get(PROPOSALS).json()]
    assert as_admin.post(f"{PROPOSALS}/decline", {"ids": ids}, format="json").status_code == 204

    assert propose_prices() == 0
    assert as_admin.post(f"{PROPOSALS}/apply", {"ids": ids}, format="json").status_code == 409
    PriceChange.objects.update(asked_at=timezone.now() - timedelta(days=4))
    assert propose_prices() == 3
    stock = client_for(owner).get("/api/stock").json()
    assert [listing["prices"] for account in stock for listing in account["listings"]] == [[], [], []]


@pytest.mark.parametrize(
    ("changes", "proposed"),
    [
        ({"threshold": 41}, 0),
        ({"kind": "stock", "threshold": 2}, 3),
        ({"kind": "stock", "threshold": 3}, 0),
        ({"game": "valorant"}, 0),
        ({"service": "lztmarket"}, 0),
        ({"mode": "off"}, 0),
        ({"cost": "500.00"}, 0),
    ],
)
def test_rule_is_about_what_it_says(
    changes: dict[str, Any], proposed: int, listed: list[Row], as_admin: APIClient
) -> None:
    rule(as_admin, **changes)
    assert propose_prices() == proposed


def test_what_is_missing_of_the_floor_is_said_and_never_applied_by_the_rule(
    listed: list[Row], as_admin: APIClient
) -> None:
    """No rate of the euro, and neither cost nor fee."""
    rule(as_admin, mode="apply", cost=None, feePercentage=None)
    assert propose_prices() == 3

    [shown, *_] = as_admin.get(PROPOSALS).json()
    assert shown["unknown"] == ("Falta o custo da conta e a cotação do euro (sem cotação) e a taxa do marketplace.")
    assert not PriceChange.objects.filter(batch__isnull=False).exists()
    assert as_admin.post(f"{PROPOSALS}/apply", {"ids": [shown["id"]]}, format="json").status_code == 202


def test_cost_without_a_rate_is_missing_whatever_cost_the_rule_has(
    listed: list[Row], rated: None, as_admin: APIClient
) -> None:
    """Bought in dollars, of which no rate is known: neither this nor what the rule says is what the account cost."""
    for row in listed:
        Cost.objects.create(row=row, amount="50.00", currency="USD")
    write_results()
    rule(as_admin, mode="apply", cost="0.10")
    assert propose_prices() == 3

    assert not PriceChange.objects.filter(batch__isnull=False).exists()
    missing = set(PriceChange.objects.values_list("unknown", flat=True))
    assert missing == {"Falta a cotação do custo da conta (sem cotação)."}
    today = timezone.localdate()
    assert add_rates(currency="USD", first=today, last=today, brl=Decimal(5), source="BCB", by=None) == 3
    assert (propose_prices(), PriceChange.objects.count()) == (0, 0)  # € 41,67 and the fee are above every price


def test_rule_that_applies_keeps_the_limits_of_the_day(
    listed: list[Row], rated: None, as_admin: APIClient, admin: Any, market: Any
) -> None:
    save_global_settings(changes={"price_changes_a_day": 2}, by=admin)
    rule(as_admin, mode="apply", restDays=0)
    for _ in range(3):
        propose_prices()
        send()

    made = PriceChange.objects.filter(batch__isnull=False)
    assert (made.count(), made.filter(by=None).count(), edits(market)) == (2, 2, 2)
    assert AuditEvent.objects.filter(event="bulk.prices_changed", actor_id=None).count() == 1
    # Two accounts changed once each: the third is over the limit of all, the others over their own.
    left = list(PriceChange.objects.filter(batch=None).values_list("pk", flat=True))
    refused = as_admin.post(f"{PROPOSALS}/apply", {"ids": left}, format="json")
    assert (refused.status_code, made.count()) == (409, 2)
    made.update(asked_at=timezone.now() - timedelta(days=1))
    save_global_settings(changes={"price_changes_a_day": 50}, by=admin)
    propose_prices()
    assert made.values("row__account").distinct().count() == 3


@pytest.mark.parametrize("fault", [{"kind": "error", "status": 503}, {"kind": "drop"}])
def test_change_of_a_rule_whose_answer_is_lost_is_sent_again(
    fault: dict[str, Any], listed: list[Row], rated: None, as_admin: APIClient, market: Any
) -> None:
    rule(as_admin, mode="apply")
    market.set_faults({"endpoint": "update", "count": 1, **fault})
    propose_prices()
    send()
    assert PriceChange.objects.filter(applied_at=None).count() == 1
    send()
    assert PriceChange.objects.filter(applied_at=None).count() == 0


def test_switch_stops_rules_at_once_and_what_they_asked_for_but_no_person(
    listed: list[Row], rated: None, as_admin: APIClient, admin: Any, owner: Any, market: Any
) -> None:
    rule(as_admin, mode="apply")
    wanted = {"id": listed[0].pk, "before": listed[0].price_eur, "after": Decimal("9.99")}
    change_prices(wanted=[wanted], by=owner)
    propose_prices()
    assert PriceChange.objects.filter(due_at__isnull=False, by=None).count() == 2
    stopped = as_admin.post("/api/settings", {"userId": admin.id, "settings": {"priceRulesStopped": True}}, format="json")
    assert stopped.json()["priceRulesStopped"] is True

    send()
    assert edits(market) == 1
    given_up = PriceChange.objects.filter(by=None).values_list("due_at", "error")
    assert set(given_up) == {(None, "As regras de preço foram paradas antes de ir.")}
    PriceChange.objects.update(asked_at=timezone.now() - timedelta(days=9))
    assert propose_prices() == 0
    assert apply_proposals(ids=PriceChange.objects.values_list("pk", flat=True), by=None)["applied"] == 0


def test_sold_closing_and_practised_listings_are_never_touched(
    listed: list[Row], rated: None, as_admin: APIClient, owner: Any
) -> None:
    rule(as_admin)
    assert propose_prices() == 3
    ids = list(PriceChange.objects.order_by("row").values_list("pk", flat=True))
    note_sales(listed[0].run.market, {listed[0].remote_id: "P-1"})
    close_accounts(ids=[Account.objects.get(first_row=listed[1]).pk], by=owner)
    Row.objects.filter(pk=listed[2].pk).update(account=None)

    assert as_admin.post(f"{PROPOSALS}/apply", {"ids": ids}, format="json").status_code == 409
    assert (propose_prices(), PriceChange.objects.count()) == (0, 0)


def test_listing_that_was_withdrawn_to_a_draft_gets_no_price_by_a_rule(
    listed: list[Row], rated: None, as_admin: APIClient, owner: Any
) -> None:
    rule(as_admin)
    assert propose_prices() == 3

    withdraw_run(run=listed[0].run, withdrawal=Withdrawal.DRAFT, by=owner)
    work()

    assert (propose_prices(), PriceChange.objects.count()) == (0, 0)


def test_proposal_that_came_under_the_floor_meanwhile_is_not_applied(
    listed: list[Row], rated: None, as_admin: APIClient
) -> None:
    number = rule(as_admin)
    propose_prices()
    PriceRule.objects.filter(pk=number).update(cost_eur=Decimal(500))

    ids = list(PriceChange.objects.values_list("pk", flat=True))
    assert as_admin.post(f"{PROPOSALS}/apply", {"ids": ids}, format="json").status_code == 409
    assert (propose_prices(), PriceChange.objects.count()) == (0, 0)


@pytest.mark.parametrize(("currency", "after"), [("eur", "7.00"), ("rub", None)])
def test_suggestion_of_lzt_is_followed_where_it_is_in_euro(
    currency: str, after: str | None, owner: Any, sandbox: RunningSandbox, start: Start, rated: None,
    as_admin: APIClient, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(SELLER, "currency", currency)
    save_configuration(
        user_id=owner.id, service="lztmarket", api_key="sandbox-lzt", base_url=f"{sandbox.url}/lzt",
        timeout_ms=60_000, enabled_endpoints=None, by=owner,
    )  # fmt: skip
    mailbox = {"emailLogin": "a@example.com", "emailPassword": "Correio#9"}
    start(accounts=[{"login": "jogador01", "password": "Exemplo#123", **mailbox}], text=None, service="lztmarket")
    work()
    assert ask_suggestions() == 0
    rule(as_admin, kind="ai_price", percentage="0", rounding="99")
    assert (ask_suggestions(), ask_suggestions()) == (1, 0)

    propose_prices()
    assert [each["after"] for each in as_admin.get(PROPOSALS).json()] == ([after] if after else [])


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"percentage": "0"}, "percentage"), ({"feePercentage": "91"}, "feePercentage"), ({"cost": "-1"}, "cost"),
     ({"name": ""}, "name"), ({"kind": "x"}, "kind"), ({"daily": 0}, "daily")],
)  # fmt: skip
def test_rule_that_says_nothing_is_refused(changes: dict[str, Any], field: str, as_admin: APIClient) -> None:
    answer = as_admin.post(RULES, VALUES | changes, format="json")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])


@pytest.mark.once
def test_rule_sent_again_after_a_lost_answer_is_written_once(as_admin: APIClient) -> None:
    sent = [as_admin.post(RULES, VALUES, format="json", headers={"Idempotency-Key": "uma-vez"}) for _ in range(2)]

    assert sent[0].json() == sent[1].json()
    assert as_admin.get(RULES).json() == [sent[0].json()]


def test_rule_is_changed_and_what_it_proposed_is_looked_at_anew(
    listed: list[Row], rated: None, as_admin: APIClient
) -> None:
    number = rule(as_admin)
    propose_prices()
    changed = as_admin.put(f"{RULES}/{number}", VALUES | {"mode": "off"}, format="json")
    assert (changed.json()["mode"], changed.json()["proposals"], PriceChange.objects.count()) == ("off", 0, 0)
    assert as_admin.put(f"{RULES}/{number + 1}", VALUES, format="json").status_code == 404


def test_rule_that_is_deleted_proposes_no_more_and_what_it_proposed_stays(
    listed: list[Row], rated: None, as_admin: APIClient, as_employee: APIClient
) -> None:
    number = rule(as_admin)
    propose_prices()
    first = as_admin.get(PROPOSALS).json()[0]["id"]
    as_admin.post(f"{PROPOSALS}/apply", {"ids": [first]}, format="json")

    assert as_employee.delete(f"{RULES}/{number}").status_code == 403
    assert as_admin.delete(f"{RULES}/{number}").status_code == 204
    assert (as_admin.get(RULES).json(), propose_prices()) == ([], 0)
    shown = sorted((each["open"], each["error"]) for each in as_admin.get(PROPOSALS).json())
    assert shown == [(False, ""), *[(False, "A regra foi excluída.")] * 2]
    assert AuditEvent.objects.get(event="bulk.price_rule_deleted").before == {"name": "Anúncios antigos"}
    assert as_admin.delete(f"{RULES}/{number}").status_code == 404
    assert as_admin.put(f"{RULES}/{number}", VALUES, format="json").status_code == 404
    send()

    rule(as_admin, name="Outra")
    assert propose_prices() == 2  # the price that was changed rests


@pytest.mark.once
def test_looking_costs_the_same_queries_however_much_is_listed(
    listed: list[Row], rated: None, as_admin: APIClient
) -> None:
    rule(as_admin)
    withdrawn = Row.objects.exclude(pk=listed[0].pk)
    withdrawn.update(withdrawn_at=timezone.now())
    counts = []
    for _ in range(2):
        PriceChange.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            propose_prices()
        counts.append(len(queries))
        withdrawn.update(withdrawn_at=None)
    assert (counts[0], PriceChange.objects.count()) == (counts[1], 3)


AMOUNTS = st.decimals("0.01", "10000", places=2)


@given(AMOUNTS, AMOUNTS, st.sampled_from(list(UNITS.values())))
def test_price_of_a_rule_is_never_under_the_floor(target: Decimal, floor: Decimal, unit: tuple[Decimal, Decimal]) -> None:
    step, less = unit
    price = rules.rule_price(target, floor=floor, step=step, less=less)
    assert price >= floor
    assert (price + less) % step == 0
    assert price <= target or price - step < floor


@given(st.decimals("0", "10000", places=2), st.decimals("0", "90", places=2))
def test_what_is_left_of_the_floor_is_what_was_spent(spent: Decimal, fee: Decimal) -> None:
    floor = rules.price_floor(costs_eur=spent, fee_percentage=fee)
    assert floor * (1 - fee / 100) >= spent > (floor - Decimal("0.01")) * (1 - fee / 100) - Decimal("0.01")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("a_day", "daily", "same_account"), [(2, 9, False), (9, 2, True)])
def test_limits_of_the_day_hold_for_workers_that_apply_at_once(
    a_day: int, daily: int, same_account: bool, real_database: Any, listed: list[Row], admin: Any
) -> None:
    GlobalSettings.objects.update_or_create(pk=1, defaults={"price_changes_a_day": a_day})
    if same_account:
        Row.objects.update(account=listed[0].account_id)
    own = PriceRule.objects.create(name="x", kind="age", mode="apply", daily=daily)
    ids = [
        PriceChange.objects.create(row=row, rule=own, before_eur=row.price_eur, after_eur=row.price_eur - 1).pk
        for row in listed
        if row.price_eur
    ]
    assert in_threads(4, lambda: apply_proposals(ids=ids, by=admin)) != []
    assert in_threads(4, lambda: apply_proposals(ids=ids, by=None)) == []
    assert PriceChange.objects.filter(batch__isnull=False).count() == 2
