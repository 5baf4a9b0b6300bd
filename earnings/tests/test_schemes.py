"""What a created account earns: by version, game and price, from its day on."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import DatabaseError
from django.utils import timezone
from rest_framework.test import APIClient

from core.dates import midnight
from core.models import AuditEvent
from earnings import actions
from earnings.enums import SchemeKind
from earnings.models import Earning, PayScheme
from earnings.queries import AccountPay, game_titles, scheme_in_force, verify_ledger
from earnings.tests.factories import owe
from infra.search import make_indexes

pytestmark = pytest.mark.django_db

URL = "/api/settings/pay-schemes"
BY_GAME = {"kind": "game", "amount": "3.00", "terms": {"valorant": "4.00"}}
BY_PRICE = {"kind": "price", "amount": "2.00", "terms": {"9.99": "4.00", "20": "5.50"}}


@pytest.mark.parametrize(
    ("kind", "terms", "game", "price", "pay"),
    [
        ("account", {}, "valorant", "50.00", "3.00"),
        ("game", {"valorant": "4.00", "roblox": "0.00"}, "valorant", "50.00", "4.00"),
        ("game", {"valorant": "4.00", "roblox": "0.00"}, "roblox", None, "0.00"),
        ("game", {"valorant": "4.00"}, "fortnite", "50.00", "3.00"),
        ("price", {"10.00": "4.00", "9.00": "3.50"}, "valorant", "8.99", "3.00"),
        ("price", {"10.00": "4.00", "9.00": "3.50"}, "valorant", "9.00", "3.50"),
        ("price", {"10.00": "4.00", "9.00": "3.50"}, "valorant", "9.99", "3.50"),
        ("price", {"10.00": "4.00", "9.00": "3.50"}, "valorant", "10.00", "4.00"),
        ("price", {"10.00": "4.00", "9.00": "3.50"}, "valorant", None, "3.00"),
    ],
)
def test_pay_of_an_account_by_its_game_or_its_price(
    kind: str, terms: dict[str, str], game: str, price: str | None, pay: str
) -> None:
    price_eur = None if price is None else Decimal(price)
    scheme = PayScheme(kind=kind, amount=Decimal("3.00"), terms=terms)

    assert scheme.pay(game=game, price_eur=price_eur) == Decimal(pay)


def test_version_of_a_later_day_waits_for_it_and_is_told_before(as_admin: APIClient) -> None:
    day = timezone.localdate() + timedelta(days=2)

    saved = as_admin.post(URL, {**BY_GAME, "validFrom": f"{day}"})
    newest = as_admin.get(URL).json()[0]

    assert saved.status_code == 201
    assert (newest["state"], newest["validFrom"], newest["terms"]) == ("next", f"{day}", {"valorant": "4.00"})
    assert newest["text"] == "R$ 3,00 por conta; Valorant, R$ 4,00"
    with time_machine.travel(midnight(day) - timedelta(seconds=1), tick=False):
        assert scheme_in_force().pk != newest["id"]
    with time_machine.travel(midnight(day), tick=False):
        assert scheme_in_force().pk == newest["id"]
        assert as_admin.get(URL).json()[0]["state"] == "current"


def test_version_of_the_same_day_takes_the_place_of_the_one_before(as_admin: APIClient) -> None:
    day = timezone.localdate() + timedelta(days=9)
    for body in (BY_GAME, BY_PRICE):
        as_admin.post(URL, {**body, "validFrom": f"{day}"})

    states = [each["state"] for each in as_admin.get(URL).json()]
    assert (states[:2], states.count("next")) == (["next", "past"], 1)


def test_automatic_earning_is_a_version_for_any_account_at_once(as_admin: APIClient, admin: Any) -> None:
    as_admin.post(URL, BY_GAME)

    assert as_admin.get("/api/settings/automatic-earning").json() == {"amount": "3.00"}
    as_admin.put("/api/settings/automatic-earning", {"amount": "4.5"})

    newest = as_admin.get(URL).json()[0]
    assert (newest["kind"], newest["amount"], newest["state"]) == ("account", "4.50", "current")
    assert newest["by"]["id"] == admin.id
    assert scheme_in_force().amount == Decimal("4.50")


def test_preview_tells_what_ten_euros_earn_in_each_game_and_saves_nothing(as_admin: APIClient) -> None:
    before = PayScheme.objects.count()

    told = [as_admin.post(f"{URL}/preview", body).json() for body in (BY_GAME, BY_PRICE)]

    others = ", ".join(title for slug, title in game_titles().items() if slug != "valorant")
    assert f"R$ 3,00 em {others}" in told[0]["example"]
    assert "R$ 4,00 em Valorant" in told[0]["example"]
    assert told[1]["text"] == "R$ 2,00 por conta; de € 9,99 em diante, R$ 4,00; de € 20,00 em diante, R$ 5,50"
    assert f"R$ 4,00 em {', '.join(game_titles().values())}." in told[1]["example"]
    assert PayScheme.objects.count() == before


def test_share_of_profit_is_told_in_words_and_pays_no_account_when_it_is_created(as_admin: APIClient) -> None:
    body = {"kind": "profit", "amount": "9.00", "terms": {"percent": "12.5", "valorant": "4.00"}}

    told = as_admin.post(URL, body).json()

    newest = as_admin.get(URL).json()[0]
    assert told["text"] == newest["text"] == "12,5% do lucro da conta, quando o marketplace pagar"
    assert told["example"] == ("Uma conta com R$ 100,00 de lucro rende, antes do bônus: R$ 12,50. Com prejuízo, nada.")
    assert (newest["amount"], newest["terms"]) == ("0.00", {"percent": "12.50"})
    assert scheme_in_force().amount == Decimal("0.00")


@pytest.mark.parametrize(
    ("profit", "share"),
    [("100.00", "12.50"), ("0.01", "0.00"), ("0.12", "0.02"), ("0.00", "0.00"), ("-50.00", "0.00")],
)
def test_share_of_a_profit_is_never_negative(profit: str, share: str) -> None:
    scheme = PayScheme(kind=SchemeKind.BY_PROFIT, terms={"percent": "12.5"})

    assert scheme.share_of(Decimal(profit)) == Decimal(share)


def test_whole_profit_of_a_loss_is_not_a_cent() -> None:
    scheme = PayScheme(kind=SchemeKind.BY_PROFIT, terms={"percent": "100"})

    assert [scheme.share_of(Decimal(profit)) for profit in ("-1.00", "0.00", "0.01")] == [0, 0, Decimal("0.01")]


@pytest.mark.parametrize(
    ("changes", "field", "text"),
    [
        ({"amount": "-0.01"}, "amount", "Por favor, insira um valor válido (maior ou igual a 0)"),
        ({"amount": "10000.01"}, "amount", "O valor máximo é R$ 10.000"),
        ({"amount": "1.234"}, "amount", "Informe um valor com no máximo duas casas decimais."),
        ({"terms": {"valorant": "10000.01"}}, "terms.valorant", "O valor máximo é R$ 10.000"),
        ({"terms": {"tetris": "1"}}, "terms.tetris", "Este jogo não existe aqui. Escolha um da lista."),
        ({"terms": {}}, "terms", "Informe ao menos um valor."),
        ({"kind": "price", "terms": {"0": "1"}}, "terms.0", "Informe um preço maior que zero."),
        ({"kind": "price", "terms": {"caro": "1"}}, "terms.caro", "Informe um preço maior que zero."),
        ({"kind": "price", "terms": {"20": "4.00", "20.00": "5.00"}}, "terms", "Outra faixa já começa neste preço."),
        ({"kind": "profit", "terms": {}}, "terms.percent", "Informe um percentual maior que 0 e até 100."),
        (
            {"kind": "profit", "terms": {"percent": "-5"}},
            "terms.percent",
            "Informe um percentual maior que 0 e até 100.",
        ),
        (
            {"kind": "profit", "terms": {"percent": "100.01"}},
            "terms.percent",
            "Informe um percentual maior que 0 e até 100.",
        ),
        ({"validFrom": "2020-01-01"}, "validFrom", "Escolha hoje ou um dia depois de hoje."),
        ({"kind": "luck"}, "kind", None),
    ],
)
@pytest.mark.parametrize("path", [URL, f"{URL}/preview"])
def test_scheme_that_cannot_be_paid_is_refused_by_its_field(
    as_admin: APIClient, path: str, changes: dict[str, Any], field: str, text: str | None
) -> None:
    before = PayScheme.objects.count()

    answer = as_admin.post(path, BY_GAME | changes)

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    assert text is None or answer.json()["errors"][field] == [text]
    assert PayScheme.objects.count() == before


def test_schemes_are_for_admins_and_leave_an_audit_row(as_admin: APIClient, as_employee: APIClient, admin: Any) -> None:
    assert [as_employee.get(URL).status_code, as_employee.post(URL, BY_GAME).status_code] == [403, 403]

    as_admin.post(URL, BY_GAME | {"validFrom": str(timezone.localdate())})

    event = AuditEvent.objects.get(event="earnings.pay_scheme_saved")
    assert event.actor_id == admin.id
    assert event.after["terms"] == {"valorant": "4.00"}


def test_versions_are_never_changed(admin: Any) -> None:
    scheme = actions.save_scheme(kind=SchemeKind.PER_ACCOUNT, amount=Decimal("1.00"), terms={}, by=admin)

    for verb in ("UPDATE earnings_payscheme SET amount = 1", "DELETE FROM earnings_payscheme"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"{verb} WHERE id = %s", [scheme.pk])
    assert PayScheme.objects.get(pk=scheme.pk).amount == Decimal("1.00")


def test_another_version_put_on_an_earning_is_found(admin: Any, employee: Any) -> None:
    schemes = [actions.save_scheme(kind="account", amount=Decimal(n), terms={}, by=admin) for n in (1, 2)]
    with transaction.atomic():
        actions.credit(
            user_id=employee.id,
            amount=Decimal(1),
            description="Conta",
            source_kind="teste",
            source_id=1,
            scheme_id=schemes[0].pk,
        )
    owe(employee, "5.00")
    actions.transfer(user_id=employee.id, amount=Decimal("0.40"), by=admin)

    assert verify_ledger().faults == []
    assert set(Earning.objects.filter(source_id=1).values_list("scheme", flat=True)) == {schemes[0].pk}

    Earning.objects.filter(source_id=1, split_from=None).update(scheme=schemes[1])

    assert len(verify_ledger().faults) == 1


@pytest.mark.parametrize(
    ("kind", "terms", "bonus", "shown"),
    [
        ("account", {}, "0", ("3.00", "R$ 3,00 por conta")),
        ("game", {"valorant": "4.00"}, "7.50", ("4.30", "R$ 4,30 por conta, com 7,5% de bônus")),
        ("price", {"20": "5.00", "10": "2.00"}, "10", (None, "R$ 2,20 a R$ 5,50 por conta, conforme o preço, com 10% de bônus")),
        ("price", {"20": "3.00"}, "0", ("3.00", "R$ 3,00 por conta")),
    ],
)  # fmt: skip
def test_pay_is_told_in_words(kind: str, terms: dict[str, str], bonus: str, shown: tuple[str | None, str]) -> None:
    pay = AccountPay(PayScheme(kind=kind, terms=terms), Decimal(bonus))

    assert tuple(pay.as_json("valorant").values()) == shown


@pytest.fixture
def migrated_to() -> Iterator[Any]:
    """Migrate to a state and answer its models; everything is forward again after the test."""

    def migrate(name: str) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate([("earnings", name)])
        return MigrationExecutor(connection).loader.project_state([("earnings", name)]).apps

    yield migrate
    MigrationExecutor(connection).migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    make_indexes(using="default")


@pytest.mark.django_db(transaction=True)
def test_amount_set_before_the_upgrade_is_version_one_and_earnings_stay(migrated_to: Any, employee: Any) -> None:
    owe(employee, "3.50")
    old = migrated_to("0008_balance_of_everybody")
    old.get_model("earnings", "AutomaticEarning").objects.update_or_create(pk=1, defaults={"amount": Decimal("3.50")})

    migrated_to("0009_pay_schemes")

    [scheme] = PayScheme.objects.all()
    assert (scheme.kind, scheme.amount, scheme.valid_from, scheme.by) == (
        "account", Decimal("3.50"), timezone.localdate(), None,
    )  # fmt: skip
    assert scheme_in_force().amount == Decimal("3.50")
    assert list(Earning.objects.values_list("amount", "scheme")) == [(Decimal("3.50"), None)]
    assert verify_ledger().faults == []
