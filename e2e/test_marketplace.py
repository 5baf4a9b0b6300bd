"""The screens of the marketplaces, against the sandbox that speaks for both."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
import requests
from playwright.sync_api import Page, expect

from e2e.accessibility import LOOKS, serious_findings
from e2e.conftest import SignIn, Watch, post
from e2e.creation import create, expect_created
from e2e.installation import ROOT, Installation
from e2e.people import ADMIN, CARLA, DIEGO
from marketplace.queries import DEMO_KEY
from marketplace.tests.sandbox_client import SandboxControl

PICTURE = ROOT / "marketplace/static/marketplace/listing.png"


@pytest.fixture
def admin(sign_in: SignIn) -> Page:
    return sign_in(*ADMIN)


def toast(page: Page, text: str) -> None:
    expect(page.locator("#toasts")).to_contain_text(text)


def new_account(page: Page, login: str, title: str) -> None:
    """Fill in and send 'Nova Conta' for Valorant, with a picture."""
    page.get_by_role("button", name="Nova Conta").click()
    dialog = page.get_by_role("dialog", name="Nova Conta")
    dialog.get_by_label("Jogo", exact=True).select_option("valorant")
    dialog.get_by_label("Título", exact=True).fill(title)
    dialog.get_by_label("Preço (EUR)").fill("19,90")
    dialog.get_by_label("Descrição").fill("Conta com acesso completo.")
    dialog.get_by_label("Login", exact=True).fill(login)
    dialog.get_by_label("Senha", exact=True).fill("Exemplo#123")
    dialog.get_by_label("Servidor").select_option("Brazil")
    dialog.get_by_label("Nível").fill("84")
    dialog.get_by_label("PC", exact=True).check()
    dialog.get_by_label("Agentes").fill("Sova\nJett")
    dialog.get_by_label("Adicionar imagens").set_input_files(PICTURE)
    expect(dialog.get_by_alt_text("Imagem 1")).to_be_visible()
    dialog.get_by_role("button", name="Criar Conta").click()


def test_an_account_is_created_unpublished_and_published(admin: Page, stack: Installation) -> None:
    """The life of a listing on /gameboost."""
    admin.goto("/gameboost")
    new_account(admin, "valorant.e2e", "Conta Valorant Ouro")
    toast(admin, "Conta criada com sucesso")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    created = listed(stack, "valorant.e2e")
    assert (created["data"], created["server"]) == ({"level": "84", "platforms": ["PC"]}, "Brazil")
    assert [Path(url).suffix for url in created["images"]] == [".jpg"]

    admin.get_by_role("button", name="Despublicar Conta Valorant Ouro").click()
    toast(admin, "Status da conta atualizado para draft")
    admin.get_by_role("button", name="Publicar Conta Valorant Ouro", exact=True).click()
    toast(admin, "Status da conta atualizado para listed")


def listed(stack: Installation, login: str) -> dict[str, Any]:
    """What the marketplace itself has under a login."""
    answer = requests.get(
        f"{stack.sandbox_url}/v1/accounts",
        params={"with_data": "1", "per_page": "100"},
        headers={"Authorization": f"Bearer {DEMO_KEY}"},
        timeout=60,
    )
    rows: list[dict[str, Any]] = [item["attributes"] for item in answer.json()["data"]]
    return next(row for row in rows if row["login"] == login)


def test_several_accounts_are_unpublished_together_and_one_is_deleted(admin: Page) -> None:
    """The notice of what was done stays, since the list is not empty then, which is told as well."""
    admin.goto("/gameboost")
    for number in (1, 2):
        new_account(admin, f"varias{number}.e2e", f"Conta de várias {number}")
        toast(admin, "Conta criada com sucesso")
        expect(admin.get_by_role("dialog")).to_have_count(0)
        admin.get_by_role("button", name="Fechar aviso").click()

    admin.get_by_label("Selecionar Conta de várias 1").check()
    admin.get_by_label("Selecionar Conta de várias 2").check()
    admin.get_by_role("button", name="Despublicar (2)").click()
    admin.get_by_role("alertdialog").get_by_role("button", name="Despublicar").click()

    toast(admin, "Status de 2 conta(s) atualizado para draft")
    expect(admin.get_by_role("button", name="Publicar Conta de várias 1", exact=True)).to_be_visible()

    admin.get_by_role("tab", name="Cards").click()
    admin.get_by_role("button", name="Excluir Conta de várias 2").click()
    question = admin.get_by_role("alertdialog", name="Tem certeza que deseja excluir esta conta?")
    question.get_by_role("button", name="Excluir").click()
    toast(admin, "Conta excluída com sucesso")
    expect(admin.get_by_text("Conta de várias 2")).to_have_count(0)
    expect(admin.get_by_text("Conta de várias 1").first).to_be_visible()


def test_a_refused_account_keeps_the_form_and_names_the_fields(admin: Page, market: SandboxControl, watch: Watch) -> None:
    """'the 'Erro de validação' toast lists 'field: messages' per line'."""
    watch.allow(422)
    errors = {"login": ["already listed with this login"]}
    market.set_faults({"kind": "refuse", "endpoint": "create", "logins": ["repetida.e2e"], "errors": errors})
    admin.goto("/gameboost")

    new_account(admin, "repetida.e2e", "Conta repetida")

    toast(admin, "Erro de validaçãologin: already listed with this login")
    expect(admin.get_by_role("dialog").get_by_label("Título", exact=True)).to_have_value("Conta repetida")


def test_an_account_whose_answer_was_lost_is_found_and_not_sent_again(
    admin: Page, market: SandboxControl, watch: Watch
) -> None:
    """'unknown outcome said honestly': the login is looked up before anything else."""
    watch.allow(502)
    admin.goto("/gameboost")
    market.set_faults({"kind": "created_then_dropped", "endpoint": "create", "logins": ["perdida.e2e"]})
    new_account(admin, "perdida.e2e", "Conta sem resposta")
    expect(admin.get_by_text("Não se sabe se a conta foi criada: a resposta não chegou.")).to_be_visible()
    expect(admin.get_by_role("button", name="Criar Conta")).to_be_disabled()

    admin.get_by_role("button", name="Verificar pelo login").click()

    toast(admin, "Conta criada com sucesso")
    expect(admin.get_by_role("button", name="Despublicar Conta sem resposta")).to_be_visible()
    assert market.counters()["creates"]["perdida.e2e"] == 1


def test_a_status_that_is_new_is_shown_and_offers_nothing(admin: Page, market: SandboxControl) -> None:
    """Unknown statuses shown and not crashed on."""
    admin.goto("/gameboost")
    new_account(admin, "nova.e2e", "Conta em quarentena")
    toast(admin, "Conta criada com sucesso")
    number = next(row["id"] for row in market.listings() if row["login"] == "nova.e2e")
    market.set_listing_status(number, "Quarantined")

    admin.goto("/gameboost")
    admin.get_by_label("Login da conta").fill("nova.e2e")
    admin.get_by_role("main").get_by_role("button", name="Buscar").click()

    row = admin.get_by_role("row", name="Conta em quarentena")
    expect(row).to_contain_text("Quarantined")
    expect(row.get_by_role("button")).to_have_count(1)
    expect(row.get_by_role("checkbox")).to_be_disabled()


def test_the_connection_is_really_tested(admin: Page, watch: Watch) -> None:
    """Connection tests are real, everywhere."""
    admin.goto("/gerenciar-apis")
    admin.get_by_role("button", name="Testar Conexão").click()
    toast(admin, "API connection successful")

    address = admin.get_by_label("URL base")
    working = address.input_value()
    address.fill(re.sub(r":\d+", ":9", working))
    watch.allow(400)
    admin.get_by_role("button", name="Testar Conexão").click()
    toast(admin, "Failed to test API connection")
    expect(admin.get_by_text("Informe uma URL válida")).to_be_visible()

    admin.get_by_role("tab", name="LZT Market").click()
    admin.get_by_role("button", name="Testar Conexão").click()
    expect(admin.get_by_text("LZT Market respondeu: a chave é de vendedor_sandbox.")).to_be_visible()


def test_a_refused_key_is_mended_in_three_presses_and_its_run_goes_on(sign_in: SignIn, stack: Installation) -> None:
    """From any page: 'Saúde do sistema', 'Corrigir a chave', and 'Salvar Configuração' once it is typed."""
    page = sign_in(*DIEGO)
    post(page, "/api/configs/gameboost", {"apiKey": "errada-e2e-1234", "baseUrl": f"{stack.sandbox_url}/v1"})
    body = {"text": "corrigida1:Senha#corrigida1", "settings": {}}
    run_id = post(page, "/api/roblox/bulk-create", body, Prefer="respond-async")["runId"]
    page.goto(f"/runs/{run_id}")
    told = page.get_by_text("Corrija sua chave em Perfil, aba API GameBoost.")
    expect(told).to_be_visible()

    sign_in(*ADMIN).goto("/novidades")
    page.get_by_role("link", name="Saúde do sistema").click()
    page.get_by_role("listitem").filter(has_text="Diego").get_by_role("link", name="Corrigir a chave").click()
    expect(page.get_by_label("Chave da API")).to_be_focused()
    page.keyboard.type("sandbox-diego-1234")
    page.get_by_role("button", name="Salvar Configuração").click()

    toast(page, "Configuração da API GameBoost salva com sucesso. 1 execução continua.")
    sign_in(*DIEGO).goto(f"/runs/{run_id}")
    expect(page.get_by_role("region", name="Andamento").get_by_text("Concluída", exact=True)).to_be_visible()
    post(page, "/api/configs/gameboost/reset", {})


def test_a_saved_configuration_keeps_its_key(admin: Page) -> None:
    admin.goto("/gerenciar-apis")
    masked = admin.get_by_label("Chave da API")
    expect(masked).to_have_value("••••-key")
    admin.get_by_label("Timeout (ms)").fill("7000")
    admin.get_by_role("button", name="Salvar Configuração").click()
    toast(admin, "Configuração da API GameBoost salva com sucesso")

    admin.reload()
    expect(admin.get_by_label("Timeout (ms)")).to_have_value("7000")
    expect(masked).to_have_value("••••-key")
    admin.get_by_role("button", name="Testar Conexão").click()
    toast(admin, "API connection successful")


def test_each_screen_of_a_key_keeps_what_the_others_set(admin: Page) -> None:
    admin.goto("/gameboost")
    admin.get_by_role("checkbox", name="accounts/status/bulk").uncheck()
    admin.get_by_role("button", name="Salvar").click()
    toast(admin, "API configuration saved successfully")
    admin.goto("/gerenciar-apis")
    admin.get_by_role("checkbox", name="payments").check()
    admin.get_by_role("button", name="Salvar Configuração").click()
    toast(admin, "Configuração da API GameBoost salva com sucesso")
    admin.goto("/profile?tab=api")
    admin.get_by_role("button", name="Alterar").click()
    admin.get_by_label("Timeout (ms)").fill("6500")
    admin.get_by_role("button", name="Salvar").click()
    toast(admin, "Configuração da API GameBoost salva com sucesso")

    admin.goto("/gameboost")
    bulk = admin.get_by_role("checkbox", name="accounts/status/bulk")
    expect(bulk).not_to_be_checked()
    expect(admin.get_by_label("Timeout (ms)")).to_have_value("6500")
    bulk.check()
    admin.get_by_role("button", name="Salvar").click()
    toast(admin, "API configuration saved successfully")
    admin.goto("/gerenciar-apis")
    expect(admin.get_by_role("checkbox", name="payments")).to_be_checked()
    expect(admin.get_by_label("Timeout (ms)")).to_have_value("6500")
    expect(admin.get_by_label("Chave da API")).to_have_value("••••-key")


def test_settings_are_saved_and_stay(admin: Page) -> None:
    admin.goto("/settings")
    admin.get_by_label("Tentativas de repetição").fill("-1")
    admin.get_by_role("button", name="Salvar Opções").click()
    expect(admin.get_by_text("Tentativas de repetição deve ser pelo menos 0")).to_be_visible()

    admin.get_by_label("Tentativas de repetição").fill("4")
    admin.get_by_role("button", name="Salvar Opções").click()
    toast(admin, "Configurações globais salvas com sucesso")
    admin.get_by_label("Valor por conta criada").fill("3,50")
    admin.get_by_role("button", name="Salvar Valor").click()
    toast(admin, "Valor automático de ganhos atualizado com sucesso!")

    admin.reload()
    expect(admin.get_by_label("Tentativas de repetição")).to_have_value("4")
    expect(admin.get_by_label("Valor por conta criada")).to_have_value("3,50")

    # Other tests count on what accounts are worth.
    admin.get_by_label("Valor por conta criada").fill("3,00")
    admin.get_by_role("button", name="Salvar Valor").click()
    toast(admin, "Valor automático de ganhos atualizado com sucesso!")


def test_the_integration_dashboard_counts_the_calls_that_were_made(admin: Page) -> None:
    """Computed from those rows; no sample figures."""
    admin.goto("/gerenciar-apis")
    admin.get_by_role("button", name="Testar Conexão").click()
    toast(admin, "API connection successful")

    admin.goto("/integrations")
    expect(admin.get_by_role("link", name="Active")).to_have_attribute("href", "/gameboost")
    rows = admin.get_by_role("table", name="Recent API Activity").get_by_role("row")
    # A worker looks for sales meanwhile, with calls of its own.
    expect(rows.filter(has_text="GET accounts").first).to_be_visible()
    admin.get_by_label("API", exact=True).select_option("LZT Market")
    expect(admin.get_by_role("table").get_by_text("GameBoost")).to_have_count(0)

    admin.get_by_role("tab", name="Modelos dos jogos").click()
    admin.get_by_role("button", name="Conferir agora").click()
    toast(admin, "Nenhum modelo mudou")
    admin.get_by_role("tab", name="Mudanças em anúncios").click()
    # A sale of the demo may have been noticed by now.
    expect(admin.get_by_text("Nada a tratar").or_(admin.get_by_role("button", name="Tratar")).first).to_be_visible()


def test_lots_are_searched_and_shown_and_not_bought_where_buying_is_off(admin: Page) -> None:
    """'off unless LZT_PURCHASE_ENABLED'."""
    admin.goto("/lztmarket")
    expect(admin.get_by_text("vendedor_sandbox")).to_be_visible()
    expect(admin.get_by_text("Fortnite 300 skins")).to_have_count(0)
    admin.get_by_label("Título do lote").fill("skins")
    admin.get_by_role("button", name="Buscar lotes").click()
    expect(admin.get_by_text("Valorant Gold 2 BR")).to_have_count(0)

    admin.get_by_role("button", name="Detalhes de Fortnite 57 skins").click()
    dialog = admin.get_by_role("dialog", name="Fortnite 57 skins")
    expect(dialog.get_by_text("A compra no LZT Market está desativada nesta instalação.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Comprar")).to_have_count(0)
    admin.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(admin.get_by_role("button", name="Detalhes de Fortnite 57 skins")).to_be_focused()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_screens_with_data_and_dialogs_are_accessible_and_fit(
    admin: Page, width: int, scheme: Literal["light", "dark"]
) -> None:
    admin.set_viewport_size({"width": width, "height": 900})
    admin.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    openings: tuple[tuple[str, str], ...] = (
        ("/gameboost?vista=cards", "Nova Conta"),
        ("/lztmarket", "Detalhes de Fortnite 57 skins"),
    )

    for path, button in openings:
        admin.goto(path)
        admin.get_by_role("button", name=button).wait_for()
        admin.wait_for_load_state("networkidle")
        assert admin.evaluate("document.documentElement.scrollWidth") <= width, path
        assert serious_findings(admin) == []
        admin.get_by_role("button", name=button).click()
        admin.get_by_role("dialog").wait_for()
        admin.wait_for_load_state("networkidle")
        assert serious_findings(admin) == []


def test_practice_is_marked_on_every_page_and_earns_nothing(sign_in: SignIn) -> None:
    """'Ensaio': to the sandbox, clearly marked, without an automatic earning."""
    page = sign_in(*CARLA)
    person = page.request.get("/api/auth/me").json()["id"]
    earned = page.request.get(f"/api/earnings/{person}").json()
    page.goto("/roblox-bulk")
    page.get_by_role("button", name="Treinar (ensaio)").click()
    banner = page.get_by_role("note", name="Ensaio")
    expect(banner).to_contain_text("nada é publicado e nenhum ganho é creditado")

    page.get_by_label("Detalhes das contas").fill("ensaio01:Exemplo#1")
    page.get_by_role("button", name="Analisar Texto").click()
    expect_created(page, create(page, "Criar 1 conta"), 1)

    page.goto("/runs")
    expect(banner).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Ensaio")).to_have_count(1)
    assert page.request.get(f"/api/earnings/{person}").json() == earned

    page.goto("/profile?tab=api")
    page.get_by_role("switch", name="Ensaio").click()
    expect(banner).to_have_count(0)
    expect(page.get_by_role("switch", name="Ensaio")).not_to_be_checked()


def test_a_key_whose_version_1_is_gone_is_moved_to_version_2_in_one_press(
    sign_in: SignIn, market: SandboxControl, stack: Installation
) -> None:
    """Saving tells the 410 in words; one press later accounts are created by version 2."""
    page = sign_in(*DIEGO)
    market.set_policy(v1_gone=1)
    page.goto("/profile?tab=api")
    page.get_by_role("button", name="Alterar").click()
    page.get_by_label("Chave da API").fill("sandbox-diego-v2")
    page.get_by_label("URL base").fill(f"{stack.sandbox_url}/v1")
    page.get_by_role("button", name="Salvar", exact=True).click()
    question = page.get_by_role("alertdialog", name="Este teste falhou. Salvar mesmo assim?")
    expect(question).to_contain_text("O GameBoost desativou a versão 1 da API (HTTP 410). Use a versão 2.")

    question.get_by_role("button", name="Usar a versão 2").click()

    toast(page, "Configuração da API GameBoost salva com sucesso")
    expect(page.get_by_label("URL base")).to_have_value(f"{stack.sandbox_url}/v2")
    page.goto("/roblox-bulk")
    page.get_by_label("Detalhes das contas").fill("versao2.e2e:Exemplo#123")
    page.get_by_role("button", name="Analisar Texto").click()
    expect_created(page, create(page, "Criar 1 conta"), 1)
    made = [call["path"] for call in market.log() if call["login"] == "versao2.e2e" and call["endpoint"] == "create"]
    assert made == ["/v2/account-offers/create"]
    post(page, "/api/configs/gameboost/reset", {})
