"""The history of runs and one run, live: what a person follows, stops, corrects and takes back."""

import json
import re
import time
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from e2e.accessibility import LOOKS, serious_findings
from e2e.conftest import UNHURRIED, SignIn, Watch, post
from e2e.installation import Installation
from e2e.people import ADMIN, ANA, CARLA, DIEGO
from marketplace.tests.sandbox_client import SandboxControl

COUNTERS = "Mostrar contas por situação"
DEADLINE_S = 120
# Long enough for many accounts of a run that goes on unhindered.
STANDING_MS = 1_500


def start(page: Page, *logins: str, lines: str = "", game: str = "roblox") -> int:
    """A run of these logins; its number."""
    text = "\n".join(f"{login}:Senha#{login}" for login in logins)
    body = {"text": f"{text}\n{lines}", "settings": {}}
    return int(post(page, f"/api/{game}/bulk-create", body, Prefer="respond-async")["runId"])


def counts_of(page: Page, run_id: int) -> dict[str, int]:
    counts: dict[str, int] = page.request.get(f"/api/bulk/runs/{run_id}").json()["counts"]
    return counts


def wait_for_rest(page: Page, run_id: int) -> dict[str, int]:
    """Until no account of a run that was stopped is in flight any more; its counts then."""
    give_up_at = time.monotonic() + DEADLINE_S
    while (counts := counts_of(page, run_id))["sending"] + counts["verifying"]:
        assert time.monotonic() < give_up_at, counts
        page.wait_for_timeout(100)
    return counts


def open_over(page: Page, run_id: int, words: str = "Concluída") -> None:
    """The page of a run, once it is over."""
    page.goto(f"/runs/{run_id}")
    expect(page.get_by_role("region", name="Andamento").get_by_text(words, exact=True)).to_be_visible()


def figures(page: Page) -> list[int]:
    """The total, then every counter, read at one moment: they move while they are looked at."""
    texts: list[str] = (
        page.get_by_role("group", name=COUNTERS)
        .get_by_role("button")
        .evaluate_all("(buttons) => buttons.map((button) => button.lastElementChild.innerText)")
    )
    return [int(text.replace(".", "")) for text in texts]


def test_a_run_is_followed_paused_and_cancelled(sign_in: SignIn, market: SandboxControl) -> None:
    """'progress that never goes back', 'counters always sum', 'cancelled rows are não enviada and never sent'."""
    market.set_faults(UNHURRIED)
    page = sign_in(*ANA)
    run_id = start(page, *[f"seguida{number}" for number in range(150)])
    page.goto("/runs")
    page.get_by_role("link", name=f"Execução {run_id}", exact=True).click()

    page.get_by_role("group", name=COUNTERS).wait_for()
    seen: list[int] = []
    give_up_at = time.monotonic() + DEADLINE_S
    while len(seen) < 6 or (seen[-1] == seen[0] and time.monotonic() < give_up_at):
        total, *parts = figures(page)
        assert sum(parts) == total == 150
        seen.append(
            int(page.get_by_role("progressbar", name="Progresso da execução").get_attribute("aria-valuenow") or 0)
        )
        page.wait_for_timeout(400)
    assert seen == sorted(seen)
    assert seen[-1] > seen[0]

    page.get_by_role("button", name="Pausar").click()
    expect(page.get_by_role("button", name="Retomar")).to_be_visible()
    expect(page.get_by_role("button", name="Enviando 0")).to_be_visible()
    market.set_faults()
    resting = wait_for_rest(page, run_id)
    page.reload()
    page.get_by_role("group", name=COUNTERS).wait_for()
    standing = figures(page)
    page.wait_for_timeout(STANDING_MS)
    assert figures(page) == standing
    assert counts_of(page, run_id) == resting

    page.get_by_role("button", name="Cancelar").click()
    dialog = page.get_by_role("alertdialog", name="Cancelar a criação?")
    expect(dialog).to_contain_text("contas na fila não serão enviadas.")
    dialog.get_by_role("button", name="Cancelar criação").click()
    expect(page.get_by_role("region", name="Andamento").get_by_text("Cancelada", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Retomar")).to_have_count(0)
    page.get_by_role("button", name="Não enviadas").click()
    expect(page.get_by_role("table").get_by_text("Não enviada").first).to_be_visible()
    assert page.url.endswith("?state=unsent")


def test_an_unchanged_run_is_answered_304(sign_in: SignIn, market: SandboxControl) -> None:
    """A paused run is asked for every 5 s, and costs an ETag."""
    market.set_faults(UNHURRIED)
    page = sign_in(*ANA)
    run_id = start(page, *[f"parada{number}" for number in range(30)])
    post(page, f"/api/bulk/runs/{run_id}/pause", {})
    wait_for_rest(page, run_id)
    now = datetime.now(UTC)
    page.goto("about:blank")
    page.clock.install(time=now - timedelta(days=1))
    page.clock.pause_at(now)
    page.goto(f"/runs/{run_id}")
    asked: list[str] = []
    answered: dict[str, int] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent",
        lambda sent: (
            asked.append(sent["requestId"]) if sent["request"]["url"].endswith(f"/api/bulk/runs/{run_id}") else None
        ),
    )
    # Told by another process of the browser, which may be ahead of the one that tells of the request.
    session.on("Network.responseReceivedExtraInfo", lambda got: answered.update({got["requestId"]: got["statusCode"]}))

    for _ in range(12):
        page.clock.run_for(1_000)
        # The clock of the page stands while an answer is on its way.
        give_up_at = time.monotonic() + DEADLINE_S
        while not answered.keys() >= set(asked):
            assert time.monotonic() < give_up_at
            page.wait_for_timeout(20)

    # What the page carried has no ETag for the browser.
    assert answered[asked[-1]] == 304
    assert 2 <= len(asked) <= 4
    post(page, f"/api/bulk/runs/{run_id}/cancel", {})


def test_failures_say_why_and_are_repeated(sign_in: SignIn, market: SandboxControl) -> None:
    """'repetir falhas sends exactly' those that can be sent; a malformed line is not one of them."""
    page = sign_in(*ANA)
    market.set_faults({"kind": "refuse", "logins": ["recusada1"], "errors": {"price": ["The minimum price is 0.99 €."]}})
    run_id = start(page, "recusada0", "recusada1", "recusada0", lines="sem separador")
    open_over(page, run_id, "Concluída com erros")

    expect(page.get_by_text("Preço: The minimum price is 0.99 €.")).to_be_visible()
    expect(page.get_by_text("Formato inválido. Use 'usuário:senha'")).to_be_visible()
    expect(page.get_by_text("1 falha não pode ser repetida")).to_be_visible()
    market.set_faults()
    page.get_by_role("button", name="Repetir falhas (1)").click()
    expect(page.get_by_role("button", name="Criadas 2")).to_be_visible()
    creates = market.counters()["creates"]
    assert (creates["recusada0"], creates["recusada1"]) == (1, 1)

    page.get_by_role("button", name="Duplicadas 1").click()
    page.get_by_role("link", name="Ver linha 1").click()
    expect(page.get_by_text("Só a linha 1")).to_be_visible()
    expect(page.get_by_role("table").get_by_text("Criada")).to_be_visible()


def test_an_uncertain_account_is_decided_and_credited_once(
    sign_in: SignIn, stack: Installation, market: SandboxControl
) -> None:
    """The marketplace is asked for the listing that a person names, and confirms it here."""
    page = sign_in(*CARLA)
    run_id = start(page, "duvida0", "duvida1")
    open_over(page, run_id)
    stack.manage(
        "shell",
        "-c",
        f"from bulk.models import Row; Row.objects.filter(run={run_id}, line=2).update(state='uncertain', remote_id='')",
    )
    listing = next(str(each["id"]) for each in market.listings() if each["login"] == "duvida1")
    page.goto(f"/runs/{run_id}")
    page.get_by_role("link", name="Ver incertas").click()
    page.get_by_role("button", name="Decidir a linha 2").click()
    dialog = page.get_by_role("dialog", name="Decidir a linha 2")
    dialog.get_by_role("button", name="Confirmar").click()
    expect(dialog.get_by_text("Informe o número do anúncio.")).to_be_visible()
    dialog.get_by_label("Número do anúncio").fill(listing)
    dialog.get_by_role("button", name="Confirmar").click()

    expect(page.get_by_text("Conta marcada como criada; o ganho foi creditado.")).to_be_visible()
    expect(page.get_by_role("button", name="Criadas 2")).to_be_visible()
    page.get_by_role("button", name="Total 2").click()
    expect(page.get_by_text(listing)).to_be_visible()
    expect(page.get_by_role("button", name="R$ 3,00: por que este valor, linha 2")).to_be_visible()


def test_credentials_are_shown_on_request_and_the_owner_reads_who_looked(sign_in: SignIn) -> None:
    """Revealed on request with an audit row that the person concerned can see in their profile."""
    page = sign_in(*CARLA)
    run_id = start(page, "segredo0")
    open_over(page, run_id)
    assert "Senha#segredo0" not in page.content()

    page.get_by_role("button", name="Mostrar credenciais da linha 1").click()
    dialog = page.get_by_role("dialog", name="Credenciais da linha 1")
    dialog.get_by_role("button", name="Mostrar credenciais").click()
    expect(dialog.get_by_text("Senha#segredo0")).to_be_visible()
    expect(dialog.get_by_text("Esta consulta foi registrada.")).to_be_visible()

    person = json.loads(page.locator("#app-context").inner_text())["user"]["id"]
    trail = page.request.get(f"/api/users/{person}/activity-trail").text()
    assert "Viu as credenciais de uma conta de uma execução sua" in trail


def test_a_run_is_withdrawn_and_its_receipt_tells_it(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*CARLA)
    run_id = start(page, "retirada0", "retirada1")
    open_over(page, run_id)
    page.get_by_role("button", name="Retirar anúncios").click()
    dialog = page.get_by_role("alertdialog", name="Retirar 2 anúncios?")
    dialog.get_by_label("Excluir").check()
    expect(dialog.get_by_role("button", name="Retirar anúncios")).to_be_disabled()
    dialog.get_by_label(f"Digite retirar {run_id} para confirmar").fill(f"retirar {run_id}")
    dialog.get_by_role("button", name="Retirar anúncios").click()

    expect(page.get_by_text("2 anúncios desta execução foram retirados depois.")).to_be_visible()
    expect(page.get_by_text("Retirado em").first).to_be_visible()

    page.get_by_role("button", name="Recibo").click()
    dialog = page.get_by_role("dialog", name=f"Recibo da execução {run_id}")
    with page.expect_download() as downloading:
        dialog.get_by_role("link", name="Baixar recibo").click()
    receipt = json.loads(downloading.value.path().read_text("utf-8"))
    assert downloading.value.suggested_filename == f"recibo-execucao-{run_id}.json"
    expect(dialog.get_by_text(receipt["sha256"])).to_be_visible()
    assert [listing["withdrawnAt"] is not None for listing in receipt["receipt"]["listings"]] == [True, True]


def test_the_report_is_downloaded(sign_in: SignIn) -> None:
    page = sign_in(*CARLA)
    run_id = start(page, "relatorio0", lines="sem separador")
    open_over(page, run_id, "Concluída com erros")

    with page.expect_download() as downloading:
        page.get_by_role("link", name="Relatório CSV").click()

    lines = downloading.value.path().read_text("utf-8-sig").splitlines()
    assert [line.split(";")[:2] for line in lines[1:]] == [["1", "Criada"], ["2", "Falhou"]]


def test_the_history_is_narrowed_by_an_admin_and_keeps_it_in_the_address(sign_in: SignIn) -> None:
    page = sign_in(*CARLA)
    run_id = start(page, "historia0")
    open_over(page, run_id)
    sign_in(*ADMIN)
    page.goto("/runs")

    page.get_by_role("searchbox", name="Buscar pessoa").fill("carla")
    expect(page).to_have_url(re.compile(r"/runs\?busca=carla$"))
    with page.expect_response(re.compile("/api/bulk/runs.*state=finished")):
        page.get_by_label("Situação").select_option("Concluída")
    expect(page).to_have_url(re.compile(r"/runs\?busca=carla&state=finished$"))
    expect(page.get_by_text("@ana.souza")).to_have_count(0)
    expect(page.get_by_role("link", name=f"Execução {run_id}", exact=True)).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/bulk" in request.url else None)
    page.reload()

    expect(page.get_by_role("searchbox", name="Buscar pessoa")).to_have_value("carla")
    expect(page.get_by_role("link", name=f"Execução {run_id}", exact=True)).to_be_visible()
    assert asked == []


def test_somebody_elses_run_is_the_404_page(sign_in: SignIn, watch: Watch) -> None:
    watch.allow(404)
    page = sign_in(*CARLA)
    run_id = start(page, "alheia0")
    sign_in(*DIEGO)

    for number in (run_id, 999_999):
        answer = page.goto(f"/runs/{number}")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_a_run_is_accessible_and_fits(
    sign_in: SignIn, market: SandboxControl, width: int, scheme: Literal["light", "dark"]
) -> None:
    page = sign_in(*CARLA)
    names = [f"acessivel-{width}-{scheme}-{number}" for number in range(3)]
    market.set_faults(
        {"kind": "refuse", "logins": names[:1], "errors": {"image_urls": ["The image urls field is wrong."]}}
    )
    run_id = start(page, *names, names[1], lines="sem separador")
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_over(page, run_id, "Concluída com erros")

    for opener in (None, "Recibo", "Retirar anúncios", "Mostrar credenciais da linha 1"):
        page.goto(f"/runs/{run_id}")
        page.get_by_role("table").wait_for()
        if opener:
            page.get_by_role("button", name=opener).click()
            page.get_by_role("dialog").or_(page.get_by_role("alertdialog")).wait_for()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, opener
        assert serious_findings(page) == [], opener
