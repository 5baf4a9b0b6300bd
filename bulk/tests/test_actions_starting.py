"""Starting a run: what becomes of every line."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from bulk.actions.runs import pause_run, resume_run
from bulk.errors import ConfigurationMissing, NoValidAccounts, SettingsInvalid, TextEmpty, TextRefused
from bulk.models import Cost, Lane, Row, Run
from bulk.tests.helpers import SETTINGS, credited, row_of, sends, state_of, states, work
from core.models import AuditEvent
from marketplace.actions.configurations import set_training
from marketplace.models import Configuration, RemoteAccount
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def nothing_was_stored() -> bool:
    return not (Run.objects.exists() or Row.objects.exists() or AuditEvent.objects.filter(event="bulk.run_started"))


def test_every_non_blank_line_becomes_a_row_with_its_pasted_number(start: Start) -> None:
    run = start(text="\ufeffana001:Senha#1\n\n  bia002:Senha#2  \nsem senha\n")

    assert states(run) == {1: "queued", 3: "queued", 4: "failed"}
    assert run.total == 3
    assert row_of(run, 3).credentials == {
        "login": "bia002",
        "password": "Senha#2",
        "email_login": "",
        "email_password": "",
    }
    assert row_of(run, 4).error == "Formato inválido. Use 'usuário:senha'"
    assert row_of(run, 4).credentials is None


def test_the_login_is_shown_masked(start: Start) -> None:
    run = start(text="jogador02:x\nana:y")

    assert [row_of(run, line).login_hint for line in (1, 2)] == ["jo••••02", "a••••"]


def test_a_title_that_names_the_login_is_shown_with_it_masked(start: Start) -> None:
    """The marketplace gets 'Conta War Thunder - {login}'; rows, reports and earnings show less of it."""
    run = start(game="war-thunder", text="piloto01:Senha#1", settings={"customTitles": True})
    work()

    assert row_of(run).title == "Conta War Thunder - pi••••01"
    assert RemoteAccount.objects.get().title == "Conta War Thunder - piloto01"


def test_a_repeated_login_names_the_first_line_and_keeps_no_credentials(start: Start) -> None:
    """'500 lines with 50 repeated logins (case and spaces varied) … naming the first line or the earlier run'."""
    run = start(text="Ana001:Senha#1\nbia002:Senha#2\n ana001 :Outra#3")

    assert states(run) == {1: "queued", 2: "queued", 3: "duplicate"}
    row = row_of(run, 3)
    assert (row.error, row.duplicate_run_id, row.duplicate_line) == (
        "Login duplicado: já está na linha 1.",
        run.id,
        1,
    )
    assert row.credentials is None


def test_a_login_created_before_by_anyone_names_the_earlier_run(
    start: Start, other_employee: Any, configure: Callable[..., None], market: Any
) -> None:
    """Or created before by anyone for that marketplace and game, is `duplicate` and names the earlier one."""
    configure(other_employee, key="sandbox-other")
    earlier = start("zeca", "ana001", by=other_employee)
    work()

    run = start(text="ANA001:Senha#1\nbia002:Senha#2")
    work()

    assert states(run) == {1: "duplicate", 2: "created"}
    row = row_of(run, 1)
    assert row.error == f"Login duplicado: já está na execução {earlier.id}, linha 2, de outra pessoa."
    assert (row.duplicate_run_id, row.duplicate_line) == (earlier.id, 2)
    assert sends(market) == {"zeca": 1, "ana001": 1, "bia002": 1}


def test_login_that_is_spelled_with_a_combining_accent_is_listed_once(start: Start, market: Any) -> None:
    first, second = start("joão01"), start("bia002", "Joa\u0303o01")

    work()

    assert (states(first), states(second)) == ({1: "created"}, {1: "created", 2: "duplicate"})
    assert len(market.listings()) == 2


def test_the_same_login_of_another_game_is_no_duplicate(start: Start) -> None:
    start("ana001")

    run = start("ana001", game="war-thunder", settings={})

    assert states(run) == {1: "queued"}


def test_a_login_whose_row_failed_may_be_tried_by_another_run(start: Start, market: Any) -> None:
    market.set_faults({"kind": "refuse", "count": 1})
    start("ana001")
    work()

    run = start("ana001")
    work()

    assert states(run) == {1: "created"}


def test_a_run_of_duplicates_only_is_over_at_once(start: Start) -> None:
    start("ana001")

    run = start("ana001")

    assert state_of(run) == "finished"
    assert run.finished_at is not None


def test_accounts_that_come_already_parted_are_taken(start: Start, market: Any) -> None:
    run = start(text=None, accounts=[{"login": "ana001", "password": "Senha#1"}, {"login": "bia002"}])

    work()

    assert states(run) == {1: "created", 2: "failed"}


def test_a_line_with_a_session_cookie_is_refused_and_nothing_of_it_stored(start: Start) -> None:
    """Pasted lines with a Roblox session cookie are refused and not stored."""
    run = start(text="ana001:_|WARNING:-DO-NOT-SHARE-THIS.segredo\nbia002:Senha#2")

    row = row_of(run, 1)
    assert (row.state, row.login_hint, row.login_index, row.credentials, row.title) == ("failed", "", "", None, "")
    assert row.error == "Linha recusada: contém um cookie de sessão do Roblox. Cole apenas login e senha."


def test_what_the_run_was_started_with_is_kept(start: Start, owner: Any) -> None:
    run = start("ana001", settings=SETTINGS | {"priceUsd": "12.00"}, overrides={"1": {"title": "Conta especial"}})

    assert run.settings["priceUsd"] == "12.00"
    assert run.usd_eur_rate == Decimal("0.87")
    assert row_of(run).title == "Conta especial"
    assert row_of(run).override == {"title": "Conta especial"}
    assert (run.owner_id, run.game, run.market, run.system_key) == (owner.id, "roblox", "gameboost:sandbox", False)
    event = AuditEvent.objects.get(event="bulk.run_started")
    assert (event.actor_id, event.subject_id, event.after) == (owner.id, owner.id, {"game": "roblox", "total": 1})


def test_without_a_configuration_nothing_starts(start: Start, employee: Any) -> None:
    """'Configuração incompleta', 'Chave de API do GameBoost não encontrada. Configure-a nas configurações.'"""
    Configuration.objects.all().delete()

    with pytest.raises(ConfigurationMissing) as refused:
        start("ana001")

    assert refused.value.code == "configuration_missing"
    assert refused.value.message == "Chave de API do GameBoost não encontrada. Configure-a nas configurações."
    assert nothing_was_stored()


def test_a_run_makes_the_calls_it_needs_whatever_the_screens_may(
    start: Start, owner: Any, configure: Callable[..., None], market: Any
) -> None:
    """The profile's documented list has no `accounts`, and would stop every run."""
    configure(owner, enabled_endpoints=["games/list", "games/{id}", "orders/create", "orders/list"])
    run = start("ana001")

    work()

    assert states(run) == {1: "created"}


def test_the_system_default_serves_who_has_no_configuration(
    system_owner: Any, other_employee: Any, configure: Callable[..., None], start: Start
) -> None:
    configure(system_owner)

    run = start("ana001", by=other_employee)
    work()

    assert run.system_key
    assert states(run) == {1: "created"}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"text": ""}, TextEmpty),
        ({"text": " \n\u200b\n"}, TextEmpty),
        ({"text": "sem dois pontos"}, NoValidAccounts),
        ({"text": "a:b\n" * 5001}, TextRefused),
        ({"text": "a:" + "b" * 2 * 1024 * 1024}, TextRefused),
        ({"settings": {"priceUsd": "0"}}, SettingsInvalid),
        ({"settings": []}, SettingsInvalid),
        ({"overrides": {"x": {}}}, SettingsInvalid),
    ],
)
def test_a_refused_request_stores_nothing(changes: dict[str, Any], error: type[Exception], start: Start) -> None:
    with pytest.raises(error):
        start("ana001", **changes)

    assert nothing_was_stored()
    assert Lane.objects.count() == 0


def test_five_thousand_lines_start(start: Start) -> None:
    """At most 5,000 rows or 2 MB a run."""
    logins = [f"conta{number:05}" for number in range(5000)]

    run = start(*logins)

    assert run.total == Row.objects.filter(run=run, state="queued").count() == 5000


def test_a_run_started_as_practice_stays_practice_and_earns_nothing(
    start: Start, owner: Any, market: Any, client_for: Any
) -> None:
    """'Ensaio': to the sandbox, whatever its owner does later, and no automatic earning credited."""
    set_training(active=True, by=owner)
    run = start("ana001", "bia002")
    set_training(active=False, by=owner)
    pause_run(run=run, by=owner)
    resume_run(run=run, by=owner)
    work()

    assert (states(run), run.market) == ({1: "created", 2: "created"}, "gameboost:ensaio")
    assert credited() == {}
    shown = client_for(owner).get(f"/api/bulk/runs/{run.pk}").json()
    assert (shown["training"], shown["market"]) == (True, "gameboost:ensaio")
    assert client_for(owner).get(f"/api/accounts/stats?userId={owner.id}").json()["total"] == 0
    assert Notification.objects.get(kind="run_finished").title == f"Execução {run.pk} (ensaio) concluída"


def test_practice_takes_no_login_from_the_real_marketplace(start: Start, owner: Any, market: Any) -> None:
    set_training(active=True, by=owner)
    start("ana001")
    work()
    set_training(active=False, by=owner)

    run = start("ana001")
    work()

    assert states(run) == {1: "created"}
    assert len(credited()) == 1


def costs() -> list[tuple[Any, ...]]:
    return list(Cost.objects.order_by("row__line").values_list("row__line", "amount", "currency", "supplier"))


def test_cost_of_the_run_is_kept_for_each_account_that_goes_out(start: Start) -> None:
    stated = {"cost": "12,50", "costCurrency": "USD", "supplier": "Loja do Zé"}

    start(text="ana001:Senha#1\nsem senha\nbia002:Senha#2", settings=SETTINGS | stated)

    kept = (Decimal("12.50"), "USD", "Loja do Zé")
    assert costs() == [(1, *kept), (3, *kept)]


def test_account_of_a_file_has_a_cost_of_its_own(start: Start) -> None:
    accounts = [
        {"login": "ana001", "password": "Senha#1", "cost": "3", "costCurrency": "EUR", "supplier": "Outra loja"},
        {"login": "bia002", "password": "Senha#2"},
    ]

    start(text=None, accounts=accounts, settings=SETTINGS | {"cost": "12.50"})

    assert costs() == [(1, Decimal("3.00"), "EUR", "Outra loja"), (2, Decimal("12.50"), "BRL", "")]


@pytest.mark.parametrize("cost", ["", None])
def test_run_without_a_cost_keeps_none(start: Start, cost: Any) -> None:
    start("ana001", settings=SETTINGS | {"cost": cost, "supplier": "Loja"})

    assert costs() == []


@pytest.mark.parametrize("cost", ["-1", "10000.01", "doze", True])
def test_cost_that_is_no_amount_starts_nothing(start: Start, cost: Any) -> None:
    with pytest.raises(SettingsInvalid) as refused:
        start("ana001", settings=SETTINGS | {"cost": cost})

    assert refused.value.errors == {"cost": ["Custo deve ser um valor de 0 a 10.000"]}
    assert nothing_was_stored()


def test_practice_costs_nothing(start: Start, owner: Any) -> None:
    set_training(active=True, by=owner)

    start("ana001", settings=SETTINGS | {"cost": "1.00"})

    assert costs() == []
