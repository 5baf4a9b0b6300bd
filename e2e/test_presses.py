"""The jobs of a day by mouse alone, from home: what is typed or pasted is no press (docs/performance.md)."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.browser import enter
from e2e.conftest import Hire, NewContext, Presses, SignIn, menu, post
from e2e.people import ADMIN


@pytest.fixture
def employee(page: Page, hire: Hire, new_context: NewContext) -> Page:
    """Who began today, at home."""
    hire("Nilo Prado", "nilo.prado")
    return enter(new_context().new_page(), "nilo.prado", "nilo.prado-desde-2026")


def button(place: Page, name: str) -> Locator:
    return place.get_by_role("button", name=name, exact=True)


def confirmed(page: Page) -> Locator:
    return page.get_by_role("alertdialog").get_by_role("button", name="Criar contas")


def test_first_account_takes_four_presses_and_its_pay_is_explained_in_two(employee: Page, press: Presses) -> None:
    page = employee
    press(menu(page, "Roblox"))
    expect(page.get_by_text("R$ 3,00 por conta")).to_be_visible()
    page.get_by_label("Detalhes das contas").fill("primeira.presses:Senha#1")
    press(button(page, "Analisar Texto"))
    press(button(page, "Criar 1 conta"))
    press(confirmed(page))
    expect(page.get_by_text("1 conta criada. Você ganhou R$ 3,00.")).to_be_visible()
    assert press.count == 4

    page.goto("/")
    press(menu(page, "Ganhos"))
    press(page.get_by_role("button", name=re.compile("^Por que este valor")).first)
    expect(page.get_by_role("dialog", name="Por que este valor?").get_by_text("Roblox").first).to_be_visible()
    assert press.count == 6


def test_three_hundred_mixed_lines_are_mended_and_created_in_six_presses(employee: Page, press: Presses) -> None:
    page = employee
    good = [f"certa.presses{number}:Senha#{number}" for number in range(240)]
    spaced = [f"espaco.presses{number} Senha#{number}" for number in range(30)]
    doubled = [f"dupla.presses{number}:Senha#{number}:mail{number}@rambler.ru:mp{number}" for number in range(30)]
    press(menu(page, "Roblox"))
    page.get_by_label("Detalhes das contas").fill("\n".join([*good, *spaced, *doubled]))
    press(button(page, "Analisar Texto"))
    press(button(page, "Corrigir separador (30)"))
    press(button(page, "Separar e-mail da senha (30)"))
    press(button(page, "Criar 300 contas"))
    press(confirmed(page))
    expect(page.get_by_role("link", name="Detalhes").first).to_be_visible()
    assert press.count == 6


def test_five_fortnite_texts_are_created_in_six_presses(employee: Page, press: Presses) -> None:
    page = employee
    texts = [
        f"Login: cinco.presses{number}\nSenha: Exemplo#123\nE-mail: cinco{number}@rambler.ru\n"
        f"Senha do e-mail: Mail#{number}\nSkins: 57"
        for number in range(5)
    ]
    press(menu(page, "Fortnite"))
    page.get_by_label("Texto para análise").fill("\n\n".join(texts))
    press(button(page, "Analisar com IA"))
    page.get_by_label("Preço (EUR)", exact=True).fill("20")
    press(button(page, "Aplicar a todas"))
    press(button(page, "Adicionar todas"))
    expect(page.get_by_text("total € 100,00")).to_be_visible()
    press(button(page, "Criar 5 contas"))
    press(confirmed(page))
    expect(page.get_by_text("5 contas criadas. Você ganhou R$ 15,00.")).to_be_visible()
    assert press.count == 6


def test_file_of_accounts_is_created_in_four_presses(employee: Page, press: Presses) -> None:
    page = employee
    press(menu(page, "Upload de Contas"))
    with page.expect_file_chooser() as chooser:
        press(page.get_by_text("Arraste o arquivo ou clique para escolher"))
    lines = b"login;senha;titulo;preco\narquivo.presses1;Senha#1;Conta;10,00\narquivo.presses2;Senha#2;Conta;12,50\n"
    chooser.value.set_files({"name": "contas.csv", "mimeType": "text/csv", "buffer": lines})
    press(button(page, "Criar 2 contas"))
    press(confirmed(page))
    expect(page.get_by_text("2 contas criadas. Você ganhou R$ 6,00.")).to_be_visible()
    assert press.count == 4


def test_admin_hires_gives_work_pays_and_sets_points_and_date(sign_in: SignIn, hire: Hire, press: Presses) -> None:
    page = sign_in(*ADMIN)
    page.goto("/")
    press(menu(page, "Admin Panel"))
    press(page.get_by_role("tab", name="Funcionários"))
    press(button(page, "Novo Funcionário"))
    form = page.get_by_role("dialog", name="Novo Funcionário")
    form.get_by_label("Nome completo").fill("Lia Presses")
    form.get_by_label("Nome de Usuário").fill("lia.presses")
    form.get_by_label("Senha", exact=True).fill("lia.presses-desde-2026")
    press(form.get_by_role("button", name="Criar Funcionário"))
    expect(page.get_by_text("Lia Presses já pode entrar no sistema.")).to_be_visible()
    assert press.count == 4

    press.count = 0
    page.goto("/")
    press(menu(page, "Admin Panel"))
    press(page.get_by_role("tab", name="Tarefas"))
    press(button(page, "Nova Tarefa"))
    form = page.get_by_role("dialog", name="Nova Tarefa")
    form.get_by_label("Título").fill("Dez da Lia")
    form.get_by_role("combobox", name="Funcionário").fill("Lia Presses")
    press(page.get_by_role("option", name="Lia Presses"))
    form.get_by_label("Meta de contas").fill("10")
    form.get_by_label("Pagamento por conta").fill("2,50")
    press(form.get_by_role("button", name="Criar Tarefa"))
    expect(page.get_by_text("Tarefa criada com sucesso")).to_be_visible()
    assert press.count == 5

    lia = page.request.get("/api/earnings/balances?search=lia.presses").json()[0]["user"]["id"]
    post(page, "/api/earnings", {"userId": lia, "amount": "40.00", "description": "Bônus"})
    press.count = 0
    page.goto("/")
    press(menu(page, "Admin Panel"))
    press(page.get_by_role("tab", name="Pagamentos"))
    press(button(page, "Transferir para Lia Presses"))
    form = page.get_by_role("dialog", name="Transferir pagamento")
    form.get_by_label("Valor").fill("15,00")
    press(form.get_by_role("button", name="Transferir R$"))
    expect(page.get_by_text("transferidos para Lia Presses.")).to_be_visible()
    assert press.count == 4

    press.count = 0
    page.goto("/")
    press(menu(page, "Pontos de Lealdade"))
    press(button(page, "Ajustar pontos de Lia Presses"))
    form = page.get_by_role("dialog", name="Ajustar pontos")
    form.get_by_label("Alteração de pontos").fill("5")
    form.get_by_label("Motivo").fill("Boa semana")
    press(form.get_by_role("button", name="Ajustar pontos"))
    expect(form).to_be_hidden()
    assert press.count == 3

    press.count = 0
    page.goto("/")
    press(menu(page, "Admin Panel"))
    press(page.get_by_role("tab", name="Pagamentos"))
    press(button(page, "Salvar data"))
    expect(page.get_by_text("Data de pagamento atualizada com sucesso")).to_be_visible()
    assert press.count == 3
