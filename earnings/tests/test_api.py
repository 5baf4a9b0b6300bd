from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.actions.people import edit_profile
from accounts.models import User
from core.models import AuditEvent, IdempotencyRecord
from earnings import actions
from earnings.models import Balance, Earning, PaymentSchedule, Payout, Posting
from earnings.queries import scheme_in_force
from earnings.tests.factories import owe

ClientFor = Callable[[Any], APIClient]
NOT_VALID = "Informe um valor válido."
NOT_POSITIVE = "O valor deve ser maior que zero"
TOO_MANY_PLACES = "Informe um valor com no máximo duas casas decimais."
REQUIRED = "Campo Valor é obrigatório"
MAX_TRANSFER = "O valor máximo para transferência é R$ 10.000"
MAX_BALANCE = "O valor máximo é R$ 10.000"
FORBIDDEN = {"message": "Você não tem permissão para realizar esta ação.", "errors": {}, "code": "forbidden"}


def money_state() -> tuple[int, int, int, list[Decimal]]:
    """Everything a refused write must leave as it was."""
    return (
        Earning.objects.count(),
        Payout.objects.count(),
        Posting.objects.count(),
        list(Balance.objects.order_by("user_id").values_list("pending", flat=True)),
    )


def test_earning_has_the_documented_fields_in_both_spellings(employee: User, as_employee: APIClient) -> None:
    """'Earning: id, userId, description, amount (numeric), status …, accountsCount, createdAt/created_at, …'."""
    with time_machine.travel(datetime(2026, 11, 21, 15, 0, tzinfo=UTC), tick=False):
        earning = owe(employee, "100.00", bonus="5.00", accounts=2, description="Tarefa: Roblox", source_kind="task")

    (answer,) = as_employee.get(f"/api/earnings/{employee.id}").json()

    assert answer == {
        "id": earning.pk,
        "userId": employee.id,
        "user": {"id": employee.id, "fullName": "Funcionária de Teste", "username": "funcionaria.teste"},
        "description": "Tarefa: Roblox",
        "amount": "105.00",
        "baseAmount": "100.00",
        "bonusPercentage": "5.00",
        "bonusAmount": "5.00",
        "status": "pending",
        "accountsCount": 2,
        "sourceKind": "task",
        "splitFrom": None,
        "payoutId": None,
        "createdAt": "2026-11-21T12:00:00-03:00",
        "created_at": "2026-11-21T12:00:00-03:00",
        "updatedAt": "2026-11-21T12:00:00-03:00",
        "updated_at": "2026-11-21T12:00:00-03:00",
        "paidAt": None,
    }


def test_pending_holds_total_and_earnings_and_paid_holds_total(
    employee: User, admin: User, as_employee: APIClient
) -> None:
    """The pending-earnings response holds total and earnings."""
    owe(employee, "10.00")
    newest = owe(employee, "20.00")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    pending = as_employee.get(f"/api/earnings/{employee.id}/pending")

    assert pending.json()["total"] == "20.00"
    assert [row["id"] for row in pending.json()["earnings"]] == [newest.pk]
    assert pending["X-Total-Count"] == "1"
    assert as_employee.get(f"/api/earnings/{employee.id}/paid").json() == {"total": "10.00"}


def test_total_of_pending_is_of_all_pages(employee: User, as_employee: APIClient) -> None:
    for _ in range(3):
        owe(employee, "10.00")

    answer = as_employee.get(f"/api/earnings/{employee.id}/pending?limit=1")

    assert (answer.json()["total"], len(answer.json()["earnings"]), answer["X-Total-Count"]) == ("30.00", 1, "3")


def test_nobody_without_earnings_has_zero(employee: User, as_employee: APIClient) -> None:
    assert as_employee.get(f"/api/earnings/{employee.id}").json() == []
    assert as_employee.get(f"/api/earnings/{employee.id}/pending").json() == {"total": "0.00", "earnings": []}
    assert as_employee.get(f"/api/earnings/{employee.id}/paid").json() == {"total": "0.00"}


READS_OF_ONE_PERSON = [
    "",
    "/pending",
    "/paid",
    "/groups",
    "/credits",
    "/payouts",
    "/statement.csv",
    "/statement.pdf",
]


@pytest.mark.parametrize("read", READS_OF_ONE_PERSON)
def test_reading_somebody_else_is_refused_alike_whether_they_exist_or_not(
    other_employee: User, as_employee: APIClient, read: str
) -> None:
    owe(other_employee)

    existing = as_employee.get(f"/api/earnings/{other_employee.id}{read}")
    absent = as_employee.get(f"/api/earnings/{other_employee.id + 1000}{read}")

    assert (existing.status_code, absent.status_code) == (403, 403)
    assert existing.json() == absent.json() == FORBIDDEN


@pytest.mark.parametrize("read", READS_OF_ONE_PERSON)
def test_admin_reads_anybody_and_nobody_is_404(employee: User, as_admin: APIClient, read: str) -> None:
    assert as_admin.get(f"/api/earnings/{employee.id}{read}").status_code == 200
    absent = as_admin.get(f"/api/earnings/{employee.id + 1000}{read}")
    assert (absent.status_code, absent.json()["message"]) == (404, "Funcionário não encontrado.")


def test_look_of_an_admin_is_audited_once_and_the_own_one_never(
    employee: User, admin: User, as_admin: APIClient, as_employee: APIClient
) -> None:
    """An admin's look at someone's financial detail writes an audit row."""
    earning = owe(employee)
    as_admin.get(f"/api/earnings/{earning.pk}/why")
    for read in READS_OF_ONE_PERSON:
        as_admin.get(f"/api/earnings/{employee.id}{read}")
        as_admin.get(f"/api/earnings/{admin.id}{read}")
        as_employee.get(f"/api/earnings/{employee.id}{read}")

    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == ("earnings.viewed", admin.id, employee.id)


def test_list_of_everybody_narrowed_to_a_person_is_a_look_at_them(employee: User, as_admin: APIClient) -> None:
    earning = owe(employee)
    as_admin.get("/api/earnings/all")
    assert not AuditEvent.objects.exists()

    shown = as_admin.get(f"/api/earnings/all?userId={employee.id}").json()

    assert [row["id"] for row in shown] == [earning.pk]
    assert AuditEvent.objects.get(event="earnings.viewed").subject_id == employee.id


def test_look_half_an_hour_later_is_another_look(employee: User, as_admin: APIClient) -> None:
    with time_machine.travel(datetime.now(UTC)) as traveller:
        as_admin.get(f"/api/earnings/{employee.id}")
        traveller.shift(1800)
        as_admin.get(f"/api/earnings/{employee.id}")

    assert AuditEvent.objects.filter(event="earnings.viewed").count() == 2


ADMIN_WRITES: list[tuple[str, str, dict[str, Any]]] = [
    ("post", "/api/earnings", {"userId": 0, "amount": "5.00", "description": "x"}),
    ("post", "/api/earnings/transfer", {"userId": 0, "amount": "5.00"}),
    ("post", "/api/payment-schedule", {"nextPaymentDate": "2099-01-01"}),
    ("patch", "/api/payment-schedule/1", {"nextPaymentDate": "2099-01-01"}),
    ("put", "/api/settings/automatic-earning", {"amount": "9.00"}),
]


@pytest.mark.parametrize(("method", "path", "body"), ADMIN_WRITES)
@pytest.mark.parametrize(("who", "status"), [("nobody", 401), ("employee", 403)])
def test_write_of_admins_is_refused_to_others_and_changes_nothing(
    client_for: ClientFor,
    employee: User,
    method: str,
    path: str,
    body: dict[str, Any],
    who: str,
    status: int,
) -> None:
    owe(employee, "50.00")
    before = money_state()
    client = client_for(None if who == "nobody" else employee)
    body = {name: employee.id if name == "userId" else value for name, value in body.items()}

    assert getattr(client, method)(path, body).status_code == status

    assert money_state() == before
    assert not PaymentSchedule.objects.exists()
    assert scheme_in_force().amount == Decimal("3.00")


@pytest.mark.parametrize("path", ["/api/earnings/all", "/api/earnings/payouts.csv"])
def test_read_of_admins_is_refused_to_employees(as_employee: APIClient, path: str) -> None:
    assert as_employee.get(path).status_code == 403


def test_add_balance_answers_the_pending_earning(employee: User, as_admin: APIClient) -> None:
    answer = as_admin.post(
        "/api/earnings",
        {"userId": employee.id, "amount": 10, "description": "Bônus", "status": "pending", "accountsCount": 1},
    )

    assert answer.status_code == 201
    shown = answer.json()
    assert (shown["userId"], shown["amount"], shown["description"], shown["status"], shown["accountsCount"]) == (
        employee.id,
        "10.00",
        "Bônus",
        "pending",
        1,
    )
    assert Earning.objects.get().pk == shown["id"]


def test_add_balance_takes_the_other_spelling(employee: User, as_admin: APIClient) -> None:
    answer = as_admin.post(
        "/api/earnings", {"user_id": employee.id, "amount": "1.00", "description": "x", "accounts_count": 4}
    )

    assert (answer.status_code, answer.json()["accountsCount"]) == (201, 4)


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"description": " "}, "description", "Campo Descrição é obrigatório"),
        ({"description": None}, "description", "Campo Descrição é obrigatório"),
        ({"userId": None}, "userId", "Campo Funcionário é obrigatório"),
        ({"status": "paid"}, "status", '"paid" não é uma escolha válida.'),
    ],
)
def test_add_balance_with_a_bad_field_names_it_and_changes_nothing(
    employee: User, as_admin: APIClient, change: dict[str, Any], field: str, text: str
) -> None:
    body = {"userId": employee.id, "amount": "10.00", "description": "Bônus"} | change

    answer = as_admin.post("/api/earnings", body)

    assert (answer.status_code, answer.json()["message"], answer.json()["errors"]) == (400, text, {field: [text]})
    assert money_state() == (0, 0, 0, [])


AMOUNTS: list[tuple[Any, str]] = [
    ("10000.01", "too high"),
    (10000.01, "too high"),
    ("999999999.00", "too high"),
    (0, NOT_POSITIVE),
    ("0.00", NOT_POSITIVE),
    (-1, NOT_POSITIVE),
    ("-0.01", NOT_POSITIVE),
    ("NaN", NOT_VALID),
    ("Infinity", NOT_VALID),
    ("1e400", NOT_VALID),
    ("1e3", NOT_VALID),
    ("0.001", TOO_MANY_PLACES),
    ("1.234", TOO_MANY_PLACES),
    (1.234, TOO_MANY_PLACES),
    ("12,50", NOT_VALID),
    ("", NOT_VALID),
    ("abc", NOT_VALID),
    (True, NOT_VALID),
    ([], NOT_VALID),
    ({}, NOT_VALID),
    (None, REQUIRED),
]


@pytest.mark.parametrize(("path", "too_high"), [("/api/earnings/transfer", MAX_TRANSFER), ("/api/earnings", MAX_BALANCE)])
@pytest.mark.parametrize(("amount", "text"), AMOUNTS)
def test_amount_at_the_edge_is_refused_with_its_text_and_changes_nothing(
    employee: User, as_admin: APIClient, path: str, too_high: str, amount: Any, text: str
) -> None:
    owe(employee, "20000.00")
    before = money_state()

    answer = as_admin.post(path, {"userId": employee.id, "amount": amount, "description": "x"})

    expected = too_high if text == "too high" else text
    assert (answer.status_code, answer.json()["message"]) == (400, expected)
    assert answer.json()["errors"] == {"amount": [expected]}
    assert money_state() == before


@pytest.mark.parametrize("body", ['{"userId": 1, "amount": NaN}', '{"userId": 1, "amount": 1e400}', "[]", "{"])
def test_body_that_is_no_json_or_no_number_is_400(as_admin: APIClient, body: str) -> None:
    answer = as_admin.generic("POST", "/api/earnings/transfer", body, content_type="application/json")

    assert answer.status_code == 400
    assert money_state() == (0, 0, 0, [])


@pytest.mark.parametrize("path", ["/api/earnings/transfer", "/api/earnings"])
@pytest.mark.parametrize("amount", ["10000.00", 10000, "0.01", 0.1])
def test_amount_within_the_limits_passes(employee: User, as_admin: APIClient, path: str, amount: Any) -> None:
    owe(employee, "20000.00")

    answer = as_admin.post(path, {"userId": employee.id, "amount": amount, "description": "x"})

    assert answer.status_code in (200, 201)


def test_transfer_answers_payout_paid_and_pending_total(employee: User, admin: User, as_admin: APIClient) -> None:
    """Answer: `{payout, paid: [...], pendingTotal}`."""
    earning = owe(employee, "50.00")

    answer = as_admin.post("/api/earnings/transfer", {"userId": employee.id, "amount": "20.00"})

    assert answer.status_code == 200
    shown = answer.json()
    assert shown.keys() == {"payout", "paid", "pendingTotal"}
    assert (shown["payout"]["userId"], shown["payout"]["amount"], shown["payout"]["by"]["id"]) == (
        employee.id,
        "20.00",
        admin.id,
    )
    assert [(row["id"], row["amount"], row["status"]) for row in shown["paid"]] == [(earning.pk, "20.00", "paid")]
    assert shown["paid"][0]["updatedAt"] == shown["paid"][0]["paidAt"] != shown["paid"][0]["createdAt"]
    assert shown["pendingTotal"] == "30.00"


def test_transfer_beyond_the_pending_total_is_refused(employee: User, as_admin: APIClient) -> None:
    owe(employee, "50.00")
    before = money_state()

    answer = as_admin.post("/api/earnings/transfer", {"userId": employee.id, "amount": "50.01"})

    assert (answer.status_code, answer.json()["message"]) == (400, "Saldo pendente insuficiente.")
    assert money_state() == before


def test_transfer_repeated_with_its_key_pays_once(employee: User, as_admin: APIClient) -> None:
    owe(employee, "50.00")
    body = {"userId": employee.id, "amount": "20.00"}

    first = as_admin.post("/api/earnings/transfer", body, headers={"Idempotency-Key": "k"})
    second = as_admin.post("/api/earnings/transfer", body, headers={"Idempotency-Key": "k"})
    other = as_admin.post("/api/earnings/transfer", body | {"amount": "21.00"}, headers={"Idempotency-Key": "k"})

    assert second.json() == first.json()
    assert second["Idempotent-Replay"] == "true"
    assert other.status_code == 422
    assert Payout.objects.count() == 1


def test_refused_transfer_frees_its_key(employee: User, as_admin: APIClient) -> None:
    body = {"userId": employee.id, "amount": "20.00"}
    as_admin.post("/api/earnings/transfer", body, headers={"Idempotency-Key": "k"})
    assert not IdempotencyRecord.objects.exists()
    owe(employee, "50.00")

    assert as_admin.post("/api/earnings/transfer", body, headers={"Idempotency-Key": "k"}).status_code == 200


def test_everyone_is_paged_filtered_and_sorted_on_the_server(
    employee: User, other_employee: User, admin: User, as_admin: APIClient
) -> None:
    small = owe(employee, "1.00", description="Roblox")
    large = owe(other_employee, "9.00", description="Valorant")
    medium = owe(employee, "5.00", description="Fortnite")
    actions.transfer(user_id=employee.id, amount=Decimal("1.00"), by=admin)

    def ids(query: str) -> list[int]:
        return [row["id"] for row in as_admin.get(f"/api/earnings/all?{query}").json()]

    assert ids("") == [medium.pk, large.pk, small.pk]
    assert ids("sort=amount") == [small.pk, medium.pk, large.pk]
    assert ids("sort=-amount") == [large.pk, medium.pk, small.pk]
    assert ids("sort=user") == [small.pk, medium.pk, large.pk]
    assert ids("sort=-paidAt") == [small.pk, medium.pk, large.pk] == ids("sort=paidAt")[::-1]
    assert ids("status=paid") == [small.pk]
    assert ids(f"userId={other_employee.id}") == [large.pk]
    assert ids("search=val") == [large.pk]
    assert ids("search=outro") == [large.pk]
    page = as_admin.get("/api/earnings/all?limit=1&offset=1")
    assert ([row["id"] for row in page.json()], page["X-Total-Count"]) == ([large.pk], "3")


def test_everyone_of_a_period_counts_local_days(employee: User, as_admin: APIClient) -> None:
    with time_machine.travel("2026-11-21T02:30:00+00:00", tick=False):
        late = owe(employee)  # still the 20th in São Paulo
    with time_machine.travel("2026-11-21T03:00:00+00:00", tick=False):
        early = owe(employee)

    def ids(query: str) -> list[int]:
        return [row["id"] for row in as_admin.get(f"/api/earnings/all?{query}").json()]

    assert ids("start=2026-11-21") == [early.pk]
    assert ids("end=2026-11-20") == [late.pk]
    assert ids("start=2026-11-20&end=2026-11-21") == [early.pk, late.pk]


@pytest.mark.parametrize(
    "query",
    [
        "status=late",
        "sort=password",
        "start=ontem",
        "limit=0",
        "offset=-1",
        "userId=x",
        *(f"userId={n}" for n in (10**30, -(10**30))),
    ],
)
def test_everyone_with_a_bad_filter_is_400(as_admin: APIClient, query: str) -> None:
    assert as_admin.get(f"/api/earnings/all?{query}").status_code == 400


@pytest.mark.parametrize("path", ["/api/earnings/all", "/api/payment-schedule"])
def test_unchanged_poll_is_304_without_reading_the_table(employee: User, as_admin: APIClient, path: str) -> None:
    """Answer `ETag`, and 304 to `If-None-Match`, at a cost that doesn't grow with the table."""
    owe(employee)
    etag = as_admin.get(path)["ETag"]

    with CaptureQueriesContext(connection) as queries:
        answer = as_admin.get(path, headers={"If-None-Match": etag})

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)
    assert not [query for query in queries if "earnings_" in query["sql"]]


def test_poll_after_a_change_is_200_with_another_etag(employee: User, admin: User, as_admin: APIClient) -> None:
    earning = owe(employee, "10.00")
    changes: list[Callable[[], object]] = [
        lambda: owe(employee, "5.00"),
        lambda: actions.correct(earning_id=earning.pk, amount=Decimal("8.00"), reason="x", by=admin),
        lambda: actions.transfer(user_id=employee.id, amount=Decimal("1.00"), by=admin),
        lambda: edit_profile(by=admin, user_id=employee.id, full_name="Outro nome"),
    ]
    for change in changes:
        etag = as_admin.get("/api/earnings/all")["ETag"]
        change()
        answer = as_admin.get("/api/earnings/all", headers={"If-None-Match": etag})
        assert (answer.status_code, answer["ETag"] != etag) == (200, True)


@pytest.mark.once
@pytest.mark.parametrize(
    "path", ["/api/earnings/all", "/api/earnings/{user}", "/api/earnings/{user}/pending", "/api/earnings/{user}/paid"]
)
def test_reads_cost_the_same_at_one_and_at_thirty_rows(employee: User, as_admin: APIClient, path: str) -> None:
    path = path.format(user=employee.id) + "?limit=50"
    costs = []
    for count in (1, 29):
        for _ in range(count):
            owe(employee)
        as_admin.get(path)  # the first look is audited
        with CaptureQueriesContext(connection) as queries:
            as_admin.get(path)
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_why_tells_the_chain_from_payment_to_source(employee: User, admin: User, as_employee: APIClient) -> None:
    earning = owe(employee, "10.00", source_kind="sem descrição", source_id=5)
    transfer = actions.transfer(user_id=employee.id, amount=Decimal("4.00"), by=admin)

    why = as_employee.get(f"/api/earnings/{earning.pk}/why").json()

    assert why["earning"]["id"] == earning.pk
    assert [(piece["amount"], piece["status"]) for piece in why["pieces"]] == [("4.00", "paid"), ("6.00", "pending")]
    assert [payout["id"] for payout in why["payouts"]] == [transfer.payout.pk]
    assert why["cause"] is None
    assert [(entry["kind"], entry["amount"]) for entry in why["entries"]] == [
        ("credit", "10.00"),
        ("split", "-6.00"),
        ("split", "6.00"),
        ("payment", "-4.00"),
    ]


def test_why_of_a_piece_tells_the_same_chain(employee: User, admin: User, as_employee: APIClient) -> None:
    root = owe(employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("4.00"), by=admin)
    rest = Earning.objects.get(split_from=root)

    of_root = as_employee.get(f"/api/earnings/{root.pk}/why").json()
    of_rest = as_employee.get(f"/api/earnings/{rest.pk}/why").json()

    assert of_rest["earning"]["id"] == rest.pk
    assert (of_rest["pieces"], of_rest["entries"]) == (of_root["pieces"], of_root["entries"])


def test_why_of_somebody_elses_earning_is_as_absent_as_none(other_employee: User, as_employee: APIClient) -> None:
    earning = owe(other_employee)

    foreign = as_employee.get(f"/api/earnings/{earning.pk}/why")
    absent = as_employee.get(f"/api/earnings/{earning.pk + 1000}/why")

    assert (foreign.status_code, absent.status_code) == (404, 404)
    assert foreign.json() == absent.json()
