"""What was earned, why, and how everybody is paid on a payday, each in as few presses as are counted here."""

import re

from playwright.sync_api import Page, expect

from e2e.browser import enter
from e2e.conftest import Hire, NewContext, Presses, menu, post

NAMES = ("Alice", "Bento", "Caio", "Dora", "Enzo", "Flora", "Gil", "Heitor", "Inês", "Joana")


def test_ten_people_are_paid_in_five_presses(page: Page, hire: Hire, press: Presses) -> None:
    admin, ours = page, set()
    for number, name in enumerate(NAMES):
        person_id = hire(f"{name} do Pagamento", f"payday{number}")
        ours.add(person_id)
        for amount in ("10000.00", "2000.00") if number == 0 else (f"{10 + number}.00",):
            post(admin, "/api/earnings", {"userId": person_id, "amount": amount, "description": "Bônus"})

    press(menu(admin, "Ganhos"))
    press(admin.get_by_role("button", name="Selecionar todos"))
    expect(admin.get_by_label("Valor para Alice do Pagamento")).to_have_value("10.000,00")
    expect(admin.get_by_text("O valor máximo para transferência é R$ 10.000")).to_be_visible()
    press(admin.get_by_role("button", name="Revisar pagamento"))
    with admin.expect_response("**/api/earnings/pay") as paid:
        press(admin.get_by_role("dialog", name="Revisar pagamento").get_by_role("button", name=re.compile("^Pagar R")))
    done = admin.get_by_role("dialog", name="Pagamento realizado")
    expect(done.get_by_role("link", name=re.compile("do Pagamento$"))).to_have_count(10)
    with admin.expect_download() as receipt:
        press(done.get_by_role("link", name="Recibo de Joana do Pagamento"))

    assert press.count == 5
    assert re.fullmatch(r"recibo-\d+\.pdf", receipt.value.suggested_filename)
    done.get_by_role("button", name="Fechar").last.click()
    expect(admin.get_by_label("Pagar Alice do Pagamento")).to_be_visible()
    expect(admin.get_by_label("Pagar Bento do Pagamento")).to_be_hidden()
    for payout in (payment["payout"] for payment in paid.value.json()["payments"]):
        if payout["userId"] not in ours:  # the demo people, of whom other tests know what they have to receive
            post(admin, f"/api/earnings/payouts/{payout['id']}/undo", {"reason": "Teste"})


def test_task_pay_and_statement_are_two_presses_from_home(
    page: Page, hire: Hire, press: Presses, new_context: NewContext
) -> None:
    admin = page
    person_id = hire("Nara Lima", "nara.lima")
    task = {"title": "Dez da Nara", "targetQuantity": 10, "paymentPerAccount": "2.50", "assignedTo": person_id}
    task_id = post(admin, "/api/tasks", task)["id"]
    post(admin, f"/api/tasks/{task_id}/complete", {})
    post(admin, "/api/earnings/transfer", {"userId": person_id, "amount": "10.00"})

    nara = enter(new_context().new_page(), "nara.lima", "nara.lima-desde-2026")
    press(menu(nara, "Ganhos"))
    press(nara.get_by_role("button", name=re.compile(r"^Por que este valor\? .*Dez da Nara")))
    why = nara.get_by_role("dialog", name="Por que este valor?")
    expect(why.get_by_role("link", name="Tarefa: Dez da Nara")).to_be_visible()
    expect(why.get_by_text("Valor base (10 contas)")).to_be_visible()
    expect(why.get_by_text("Partes deste ganho")).to_be_visible()
    assert press.count == 2

    nara.goto("/")
    press(menu(nara, "Ganhos"))
    with nara.expect_download() as statement:
        press(nara.get_by_role("link", name="Extrato em PDF"))
    assert press.count == 4
    assert statement.value.suggested_filename == "extrato-nara.lima.pdf"


def test_home_tells_the_month_and_leads_to_the_creator_in_one_press(
    page: Page, hire: Hire, press: Presses, new_context: NewContext
) -> None:
    person_id = hire("Rita Sales", "rita.sales")
    post(page, "/api/earnings", {"userId": person_id, "amount": "40.00", "description": "Bônus"})
    task = {"title": "Dez contas Roblox", "targetQuantity": 10, "paymentPerAccount": "2.50", "assignedTo": person_id}
    post(page, "/api/tasks", task)

    rita = enter(new_context().new_page(), "rita.sales", "rita.sales-desde-2026")
    expect(rita.get_by_text(re.compile(r"Você ganhou R\$.40,00 este mês"))).to_be_visible()
    press(rita.get_by_role("link", name="Criar contas Roblox"))

    rita.wait_for_url("**/roblox-bulk")
    assert press.count == 1


def test_undone_payment_is_due_again_and_told(page: Page, hire: Hire, new_context: NewContext) -> None:
    admin = page
    person_id = hire("Olga Reis", "olga.reis")
    post(admin, "/api/earnings", {"userId": person_id, "amount": "40.00", "description": "Bônus"})
    payout = post(admin, "/api/earnings/pay", {"payments": [{"userId": person_id, "amount": "40.00"}]})["payments"][0]

    admin.goto(f"/ganhos?pessoa={person_id}")
    admin.get_by_role("button", name="Desfazer").click()
    form = admin.get_by_role("dialog", name=f"Desfazer pagamento {payout['payout']['id']}")
    form.get_by_label("Motivo").fill("Conta errada")
    form.get_by_role("button", name="Desfazer pagamento").click()
    expect(admin.get_by_text("voltaram ao saldo pendente de Olga Reis.")).to_be_visible()
    expect(admin.get_by_text("Desfeito", exact=True)).to_be_visible()

    olga = enter(new_context().new_page(), "olga.reis", "olga.reis-desde-2026")
    menu(olga, "Ganhos").click()
    expect(olga.get_by_text("Pagamentos desfeitos", exact=True)).to_be_visible()
    expect(olga.get_by_role("link", name="Recibo")).to_be_visible()
