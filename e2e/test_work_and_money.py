"""Work and money from the panel to the person and back."""

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.browser import enter
from e2e.conftest import NewContext, SignIn, Watch
from e2e.people import ADMIN

MARTA = ("marta.reis", "marta-demo-2026")


@pytest.fixture
def another(new_context: NewContext) -> Page:
    """A second browser."""
    return new_context().new_page()


def button(place: Page | Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name, exact=True)


def hire(admin: Page, full_name: str, username: str, password: str) -> None:
    admin.goto("/admin-panel?tab=funcionarios")
    button(admin, "Novo Funcionário").click()
    form = admin.get_by_role("dialog", name="Novo Funcionário")
    form.get_by_label("Nome completo").fill(full_name)
    form.get_by_label("Nome de Usuário").fill(username)
    form.get_by_label("Senha", exact=True).fill(password)
    button(form, "Criar Funcionário").click()
    expect(admin.get_by_text(f"{full_name} já pode entrar no sistema.")).to_be_visible()


def assign(admin: Page, title: str, full_name: str, *, target: str, payment: str) -> None:
    """Fill 'Nova Tarefa' and send it."""
    admin.goto("/admin-panel?tab=tarefas")
    button(admin, "Nova Tarefa").click()
    form = admin.get_by_role("dialog", name="Nova Tarefa")
    form.get_by_label("Título").fill(title)
    form.get_by_role("combobox", name="Funcionário").fill(full_name)
    admin.get_by_role("option", name=full_name).click()
    form.get_by_label("Meta de contas").fill(target)
    form.get_by_label("Pagamento por conta").fill(payment)
    button(form, "Criar Tarefa").click()


def test_task_is_given_done_paid_and_explained(sign_in: SignIn, another: Page) -> None:
    admin = sign_in(*ADMIN)
    hire(admin, "Marta Reis", *MARTA)
    assign(admin, "Contas da Marta", "Marta Reis", target="4", payment="2,50")
    expect(admin.get_by_text("Tarefa criada com sucesso")).to_be_visible()

    enter(another, *MARTA)
    expect(another.get_by_text("Primeiro acesso")).to_be_visible()
    another.goto("/tasks")
    card = another.get_by_role("article", name="Contas da Marta")
    button(card, "Aumentar quantidade de Contas da Marta").click()
    expect(card.get_by_text("1/4")).to_be_visible()
    card.get_by_role("button", name="Já Realizei").click()
    button(another.get_by_role("alertdialog", name="Concluir abaixo da meta?"), "Concluir tarefa").click()
    expect(another.get_by_text("Ganhos adicionados ao seu saldo.")).to_be_visible()
    expect(card.get_by_text("Concluída · R$ 10,00")).to_be_visible()
    expect(card.get_by_role("button", name="Já Realizei")).to_be_disabled()

    admin.goto("/admin-panel?tab=pagamentos&busca=Marta")
    button(admin, "Transferir para Marta Reis").click()
    form = admin.get_by_role("dialog", name="Transferir pagamento")
    form.get_by_label("Valor").fill("6,00")
    form.get_by_role("button", name="Transferir R$").click()
    expect(admin.get_by_text("transferidos para Marta Reis.")).to_be_visible()

    another.goto("/")
    expect(another.get_by_text("R$ 4,00").first).to_be_visible()
    button(another, "Ver todos").click()
    everything = another.get_by_role("dialog", name="Todos os Ganhos")
    expect(everything.get_by_text("Pago", exact=True)).to_be_visible()
    expect(everything.get_by_text("R$ 6,00")).to_be_visible()

    admin.goto("/admin-panel?tab=ganhos&busca=Marta&status=paid")
    admin.get_by_role("button", name="Por que este valor?").click()
    why = admin.get_by_role("dialog", name="Por que este valor?")
    expect(why.get_by_role("link", name="Tarefa: Contas da Marta")).to_be_visible()
    expect(why.get_by_text("Partes deste ganho")).to_be_visible()
    expect(why.get_by_text("Transferência").first).to_be_visible()


def test_task_is_changed_and_deleted_and_its_person_is_told(sign_in: SignIn, another: Page) -> None:
    admin = sign_in(*ADMIN)
    hire(admin, "Nina Couto", "nina.couto", "nina-demo-2026")
    assign(admin, "Contas da Nina", "Nina Couto", target="4", payment="2,50")
    expect(admin.get_by_text("Tarefa criada com sucesso")).to_be_visible()
    button(admin, "Editar Contas da Nina").click()
    form = admin.get_by_role("dialog", name="Editar tarefa")
    form.get_by_label("Pagamento por conta").fill("3,00")
    button(form, "Salvar").click()
    expect(admin.get_by_text("Tarefa alterada. Avisamos Nina Couto.")).to_be_visible()
    expect(admin.get_by_role("row", name="Contas da Nina").get_by_text("R$ 12,00")).to_be_visible()

    enter(another, "nina.couto", "nina-demo-2026")
    another.get_by_role("button", name="Notificações").click()
    expect(another.get_by_text("Contas da Nina: 4 contas, R$ 3,00 por conta.")).to_be_visible()

    button(admin, "Excluir Contas da Nina").click()
    button(admin.get_by_role("alertdialog", name="Excluir esta tarefa?"), "Excluir tarefa").click()
    expect(admin.get_by_text("Tarefa excluída. Avisamos Nina Couto.")).to_be_visible()
    another.goto("/tasks")
    expect(another.get_by_text("Nenhuma tarefa encontrada")).to_be_visible()


def test_poor_tier_has_two_open_tasks_until_an_admin_insists(sign_in: SignIn, watch: Watch) -> None:
    """product: tasks.poor-tier"""
    watch.allow(409)
    admin = sign_in(*ADMIN)
    hire(admin, "Rui Prado", "rui.prado", "rui-demo-2026")
    admin.goto("/admin-loyalty-points?busca=Rui")
    button(admin, "Ajustar pontos de Rui Prado").click()
    form = admin.get_by_role("dialog", name="Ajustar pontos")
    form.get_by_label("Alteração de pontos").fill("-90")
    expect(form.get_by_text("0 Fraco")).to_be_visible()
    form.get_by_label("Motivo").fill("Entregas devolvidas")
    button(form, "Ajustar pontos").click()
    expect(admin.get_by_text("Pontos ajustados com sucesso")).to_be_visible()

    for number in (1, 2):
        assign(admin, f"Do Rui {number}", "Rui Prado", target="1", payment="1,00")
        expect(admin.get_by_role("dialog", name="Nova Tarefa")).to_be_hidden()
    assign(admin, "Do Rui 3", "Rui Prado", target="1", payment="1,00")
    question = admin.get_by_role("alertdialog", name="Atribuir mesmo assim?")
    expect(question.get_by_text("Rui Prado está no nível Fraco e já tem 2 tarefas abertas.")).to_be_visible()
    button(question, "Atribuir mesmo assim").click()

    expect(admin.get_by_role("dialog", name="Nova Tarefa")).to_be_hidden()
    expect(admin.get_by_text("Do Rui 3")).to_be_visible()


def test_look_at_a_person_is_written_into_their_activity(sign_in: SignIn, another: Page) -> None:
    """product: people.audit"""
    admin = sign_in(*ADMIN)
    hire(admin, "Ivo Nunes", "ivo.nunes", "ivo-demo-2026")
    admin.goto("/admin-panel?tab=funcionarios&busca=Ivo")
    button(admin, "Detalhes de Ivo Nunes").click()
    detail = admin.get_by_role("dialog", name="Ivo Nunes")
    expect(detail.get_by_text("R$ 0,00").first).to_be_visible()
    expect(detail.get_by_role("link", name="CSV")).to_be_visible()

    enter(another, "ivo.nunes", "ivo-demo-2026")
    another.goto("/profile?tab=atividade")
    expect(another.get_by_text("Viu seus ganhos e saldos").first).to_be_visible()


def test_payment_date_is_shown_to_everybody(sign_in: SignIn, another: Page) -> None:
    admin = sign_in(*ADMIN)
    hire(admin, "Lia Melo", "lia.melo", "lia-demo-2026")
    admin.goto("/admin-panel?tab=pagamentos")
    admin.get_by_label("Nova data").fill("2000-01-01")
    button(admin, "Salvar data").click()
    expect(admin.get_by_text("Data inválida").first).to_be_visible()
    admin.get_by_label("Nova data").fill("2099-12-31")
    admin.get_by_label("Descrição").fill("Pagamento da virada")
    button(admin, "Salvar data").click()
    expect(admin.get_by_text("Data de pagamento atualizada com sucesso")).to_be_visible()

    enter(another, "lia.melo", "lia-demo-2026")
    expect(another.get_by_text("31/12/2099")).to_be_visible()
    expect(another.get_by_text("Pagamento da virada")).to_be_visible()


LONG_NAME = "Maximiliana Aparecida dos Santos Albuquerque de Vasconcelos"


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_long_name_leaves_the_rest_of_its_row_in_sight(sign_in: SignIn, width: int) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/admin-panel?tab=tarefas")
    page.get_by_text("Carla Dias", exact=True).first.evaluate("(name, long) => { name.textContent = long }", LONG_NAME)

    pay = page.get_by_role("row").filter(has_text=LONG_NAME).get_by_text("R$").first
    box = pay.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width
