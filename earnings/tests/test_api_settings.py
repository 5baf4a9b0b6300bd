from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from earnings.models import PaymentSchedule
from earnings.queries import scheme_in_force


def test_payment_schedule_is_null_until_it_is_created(as_admin: APIClient, as_employee: APIClient) -> None:
    """Payment schedule: `GET` is `null` when there is none; `POST` when one exists is 409."""
    assert as_employee.get("/api/payment-schedule").json() is None

    created = as_admin.post("/api/payment-schedule", {"nextPaymentDate": "2099-01-31", "description": "Folha"})

    shown = {"id": 1, "nextPaymentDate": "2099-01-31", "description": "Folha"}
    assert (created.status_code, created.json()) == (201, shown)
    assert as_employee.get("/api/payment-schedule").json() == shown
    again = as_admin.post("/api/payment-schedule", {"nextPaymentDate": "2099-02-28"})
    assert (again.status_code, again.json()["code"]) == (409, "payment_schedule_exists")
    assert as_employee.get("/api/payment-schedule").json() == shown


def test_payment_schedule_is_updated_by_id(as_admin: APIClient) -> None:
    as_admin.post("/api/payment-schedule", {"nextPaymentDate": "2099-01-31", "description": "Folha"})

    updated = as_admin.patch("/api/payment-schedule/1", {"nextPaymentDate": "2099-02-28"})

    assert (updated.status_code, updated.json()) == (
        200,
        {"id": 1, "nextPaymentDate": "2099-02-28", "description": "Folha"},
    )
    assert as_admin.patch("/api/payment-schedule/2", {"nextPaymentDate": "2099-02-28"}).status_code == 404


@pytest.mark.parametrize("written", ["2020-01-01", "", "31/12/2099", None, 5, "2099-02-30"])
@pytest.mark.parametrize(("method", "path"), [("post", "/api/payment-schedule"), ("patch", "/api/payment-schedule/1")])
def test_bad_payment_date_is_refused_with_its_text(as_admin: APIClient, method: str, path: str, written: Any) -> None:
    """'Payment date: required ('Data inválida')'."""
    if method == "patch":
        as_admin.post("/api/payment-schedule", {"nextPaymentDate": "2099-01-31"})
    before = list(PaymentSchedule.objects.values())

    answer = getattr(as_admin, method)(path, {"nextPaymentDate": written, "description": "x"})

    assert (answer.status_code, answer.json()["message"]) == (400, "Data inválida")
    assert list(PaymentSchedule.objects.values()) == before


def test_payment_date_left_out_of_the_creation_is_refused(as_admin: APIClient) -> None:
    answer = as_admin.post("/api/payment-schedule", {"description": "x"})

    assert (answer.status_code, answer.json()["errors"]) == (400, {"nextPaymentDate": ["Data inválida"]})


def test_automatic_earning_is_read_by_all_and_set_by_admins(as_admin: APIClient, as_employee: APIClient) -> None:
    assert as_employee.get("/api/settings/automatic-earning").json() == {"amount": "3.00"}

    answer = as_admin.put("/api/settings/automatic-earning", {"amount": "4.5", "userId": 1})

    assert (answer.status_code, answer.json()) == (200, {"amount": "4.50"})
    assert as_employee.get("/api/settings/automatic-earning").json() == {"amount": "4.50"}


@pytest.mark.parametrize("body", [{}, *({"amount": amount} for amount in ("", None, "-1", -0.01, "abc", []))])
def test_automatic_earning_refusal_carries_error(as_admin: APIClient, body: dict[str, Any]) -> None:
    """'PUT /api/settings/automatic-earning, JSON {amount, userId}; error body {error}'."""
    text = "Por favor, insira um valor válido (maior ou igual a 0)"

    answer = as_admin.put("/api/settings/automatic-earning", body)

    assert answer.status_code == 400
    assert answer.json() == {"message": text, "errors": {"amount": [text]}, "code": "invalid_amount", "error": text}
    assert scheme_in_force().amount == Decimal("3.00")


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("10000.01", "O valor máximo é R$ 10.000"),
        (10_000_000, "O valor máximo é R$ 10.000"),
        ("0.001", "Informe um valor com no máximo duas casas decimais."),
        (1.234, "Informe um valor com no máximo duas casas decimais."),
    ],
)
def test_automatic_earning_too_high_or_too_fine_says_so(as_admin: APIClient, amount: Any, text: str) -> None:
    answer = as_admin.put("/api/settings/automatic-earning", {"amount": amount})

    assert answer.status_code == 400
    assert answer.json() == {"message": text, "errors": {"amount": [text]}, "code": "invalid_amount", "error": text}
    assert scheme_in_force().amount == Decimal("3.00")


def test_automatic_earning_of_ten_thousand_is_taken(as_admin: APIClient) -> None:
    assert as_admin.put("/api/settings/automatic-earning", {"amount": "10000"}).json() == {"amount": "10000.00"}
