from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from core.models import AuditEvent
from earnings import actions
from earnings.models import Earning, Payout
from earnings.tests.factories import owe
from earnings.tests.test_statements import pages_of

PAY = "/api/earnings/pay"


def wanted(*payments: tuple[User, str]) -> dict[str, Any]:
    return {"payments": [{"userId": person.id, "amount": amount} for person, amount in payments]}


def test_payday_answers_a_payout_for_each_person(employee: User, other_employee: User, as_admin: APIClient) -> None:
    owe(employee, "10.00")
    owe(other_employee, "20.00")

    answer = as_admin.post(PAY, wanted((employee, "10.00"), (other_employee, "5.00")))

    assert answer.status_code == 200
    payments = answer.json()["payments"]
    assert [(each["payout"]["userId"], each["payout"]["amount"], each["pendingTotal"]) for each in payments] == [
        (employee.id, "10.00", "0.00"),
        (other_employee.id, "5.00", "15.00"),
    ]


def test_payday_repeated_with_its_key_pays_once(employee: User, as_admin: APIClient) -> None:
    owe(employee, "50.00")
    body = wanted((employee, "20.00"))

    first = as_admin.post(PAY, body, headers={"Idempotency-Key": "k"})
    second = as_admin.post(PAY, body, headers={"Idempotency-Key": "k"})
    other = as_admin.post(PAY, wanted((employee, "21.00")), headers={"Idempotency-Key": "k"})

    assert second.json() == first.json()
    assert second["Idempotent-Replay"] == "true"
    assert other.status_code == 422
    assert Payout.objects.count() == 1


def test_refused_payday_names_the_person_and_frees_its_key(
    employee: User, other_employee: User, as_admin: APIClient
) -> None:
    owe(employee, "10.00")
    body = wanted((employee, "10.00"), (other_employee, "1.00"))

    refused = as_admin.post(PAY, body, headers={"Idempotency-Key": "k"})

    assert refused.status_code == 400
    assert refused.json() == {
        "message": "Outro Funcionário: Saldo pendente insuficiente.",
        "errors": {str(other_employee.id): ["Saldo pendente insuficiente."]},
        "code": "payment_refused",
    }
    assert not Payout.objects.exists()
    owe(other_employee, "1.00")
    assert as_admin.post(PAY, body, headers={"Idempotency-Key": "k"}).status_code == 200


def test_payday_without_people_or_with_one_twice_is_refused(employee: User, as_admin: APIClient) -> None:
    owe(employee, "10.00")

    nobody = as_admin.post(PAY, {"payments": []})
    twice = as_admin.post(PAY, wanted((employee, "1.00"), (employee, "2.00")))

    assert (nobody.status_code, nobody.json()["message"]) == (400, "Escolha quem recebe.")
    assert (twice.status_code, twice.json()["message"]) == (400, "Uma pessoa está duas vezes na lista.")
    assert not Payout.objects.exists()


def test_employee_neither_pays_nor_undoes(employee: User, admin: User, as_employee: APIClient) -> None:
    owe(employee, "10.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("4.00"), by=admin).payout

    assert as_employee.post(PAY, wanted((employee, "1.00"))).status_code == 403
    assert as_employee.post(f"/api/earnings/payouts/{payout.pk}/undo", {"reason": "x"}).status_code == 403

    assert (Payout.objects.count(), Earning.objects.count()) == (1, 2)


def test_undoing_that_is_sent_again_answers_as_the_first_time(employee: User, admin: User, as_admin: APIClient) -> None:
    owe(employee, "10.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin).payout
    path, once = f"/api/earnings/payouts/{payout.pk}/undo", {"Idempotency-Key": "k"}

    first, second = (as_admin.post(path, {"reason": "Conta errada"}, headers=once) for _ in range(2))

    assert (first.status_code, second.status_code, first.json()) == (201, 201, second.json())


def test_undo_answers_the_new_earning_once(employee: User, admin: User, as_admin: APIClient) -> None:
    owe(employee, "10.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin).payout
    path = f"/api/earnings/payouts/{payout.pk}/undo"

    empty = as_admin.post(path, {"reason": ""})
    done = as_admin.post(path, {"reason": "Conta errada"})
    again = as_admin.post(path, {"reason": "Conta errada"})

    assert (empty.status_code, empty.json()["message"]) == (400, "Campo Motivo é obrigatório")
    assert (done.status_code, done.json()["amount"], done.json()["status"]) == (201, "10.00", "pending")
    assert (again.status_code, again.json()["message"]) == (409, "Este pagamento já foi desfeito.")
    assert as_admin.post("/api/earnings/payouts/999/undo", {"reason": "x"}).status_code == 404
    (told,) = as_admin.get(f"/api/earnings/{employee.id}/payouts").json()
    assert (told["id"], told["undone"]) == (payout.pk, True)


def test_receipt_lists_what_the_payout_settled(
    employee: User, admin: User, as_employee: APIClient, settings: Any
) -> None:
    settings.COMPANY_NAME = "Contas & Cia"
    owe(employee, "10.00", description="Primeira", source_kind="task", source_id=1)
    owe(employee, "30.00", description="Cortada", accounts=3)
    owe(employee, "7.00", description="De fora")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("25.00"), by=admin).payout

    answer = as_employee.get(f"/api/earnings/payouts/{payout.pk}/receipt.pdf")

    assert answer["Content-Disposition"] == f'attachment; filename="recibo-{payout.pk}.pdf"'
    (page,) = pages_of(answer.content)
    for text in ("Recibo de pagamento", "Contas & Cia", "Primeira", "Tarefas: R$ 10,00", "Outros ganhos: R$ 15,00"):
        assert text in page
    assert "Cortada (parte de R$ 30,00)" in page.replace("\n", " ").replace("\\", "")
    assert "De fora" not in page
    assert "desfeito" not in page
    actions.undo_payout(payout_id=payout.pk, reason="x", by=admin)
    assert "desfeito" in pages_of(as_employee.get(f"/api/earnings/payouts/{payout.pk}/receipt.pdf").content)[0]


def test_receipt_of_somebody_else_is_as_absent_as_none(
    other_employee: User, admin: User, as_employee: APIClient, as_admin: APIClient
) -> None:
    owe(other_employee, "10.00")
    payout = actions.transfer(user_id=other_employee.id, amount=Decimal("10.00"), by=admin).payout

    foreign = as_employee.get(f"/api/earnings/payouts/{payout.pk}/receipt.pdf")
    absent = as_employee.get(f"/api/earnings/payouts/{payout.pk + 1000}/receipt.pdf")

    assert (foreign.status_code, absent.status_code) == (404, 404)
    assert foreign.json() == absent.json()
    assert as_admin.get(f"/api/earnings/payouts/{payout.pk}/receipt.pdf").status_code == 200
    assert AuditEvent.objects.filter(event="earnings.viewed", subject_id=other_employee.id).count() == 1


def test_balances_that_are_due_leave_out_who_was_paid(
    employee: User, other_employee: User, admin: User, as_admin: APIClient
) -> None:
    owe(employee, "10.00")
    owe(other_employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    answer = as_admin.get("/api/earnings/balances?due=true")

    assert [row["user"]["id"] for row in answer.json()] == [other_employee.id]
    assert len(as_admin.get("/api/earnings/balances").json()) == 2


@pytest.mark.parametrize("amount", ["1,00", "0.001", None])
def test_unreadable_amount_pays_nobody(employee: User, as_admin: APIClient, amount: Any) -> None:
    owe(employee, "10.00")

    assert as_admin.post(PAY, wanted((employee, amount))).status_code == 400
    assert not Payout.objects.exists()
