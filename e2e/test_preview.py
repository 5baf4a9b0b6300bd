"""What happens before and after the sending: rows nobody has checked yet, pictures, accounts that come back to be mended."""

import io
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Route, expect

from e2e.accessibility import serious_findings
from e2e.conftest import SignIn
from e2e.creation import cell, create, expect_created, open_empty
from e2e.creation import paste as analyse
from e2e.people import ANA, DIEGO
from marketplace.tests.sandbox_client import SandboxControl


def noise(width: int, height: int) -> bytes:
    written = io.BytesIO()
    Image.effect_noise((width, height), 80).convert("RGB").save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rows_that_the_server_has_not_checked_yet_are_legible(sign_in: SignIn, scheme: Literal["light", "dark"]) -> None:
    page = sign_in(*DIEGO)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/bulk/preview", hold)
    analyse(page, "espera1:Senha#1", "espera2:Senha#2")
    row = page.get_by_role("grid").get_by_role("row").nth(1)
    expect(row.get_by_title("Ainda não conferida pelo servidor")).to_have_text("Válida")

    assert serious_findings(page) == []

    for route in held:
        route.continue_()
    page.unroute("**/api/bulk/preview")
    expect(page.get_by_text("2 contas prontas para criar")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_button_that_creates_stays_where_it_is_pressed(sign_in: SignIn, width: int, height: int) -> None:
    """What the server says of the accounts meanwhile comes to stand above it."""
    page = sign_in(*DIEGO)
    page.set_viewport_size({"width": width, "height": height})
    held: list[Route] = []
    page.route("**/api/bulk/preview", lambda route: held.append(route))
    analyse(page, "parado1:Senha#1", "parado2:Senha#2")
    button = page.get_by_role("button", name="Criar 2 contas")
    expect(button).to_be_in_viewport(ratio=1)
    place = button.bounding_box()

    for route in held:
        route.continue_()
    page.unroute("**/api/bulk/preview")

    expect(page.get_by_text("Em todas as contas:")).to_be_visible()
    assert button.bounding_box() == place


def test_with_reduced_motion_nothing_moves_while_cells_are_written(sign_in: SignIn) -> None:
    page = sign_in(*DIEGO)
    page.emulate_media(reduced_motion="reduce")
    analyse(page, "parada1:Senha#1", "parada2:Senha#2")
    page.evaluate(
        "() => { window.moved = []; addEventListener('transitionrun', (event) => window.moved.push(event), true); }"
    )
    cell(page, 1, "Login").click()
    page.keyboard.type("outra")
    page.keyboard.press("Enter")
    expect(cell(page, 1, "Login")).to_contain_text("outra")
    assert page.evaluate("window.moved.map(({ propertyName }) => propertyName)") == []


def test_a_list_that_was_written_over_is_kept_for_undoing_alone(sign_in: SignIn) -> None:
    """Of thousands of accounts, what the grid made of an earlier list would fill the memory of a page open all day."""
    page = sign_in(*DIEGO)
    open_empty(page, "roblox")
    for name in ("antiga", "seguinte", "nova"):
        if name != "antiga":
            page.locator(".bench-list").get_by_role("button", name="Limpar").click()
            page.get_by_role("tab", name="Colar contas").click()
        page.get_by_label("Detalhes das contas").fill(f"{name}1:Senha#1\n{name}2:Senha#2")
        page.get_by_role("button", name="Analisar Texto").click()
        expect(cell(page, 1, "Login")).to_contain_text(name)
        expect(page.get_by_text("2 contas prontas para criar")).to_be_visible()

    session = page.context.new_cdp_session(page)
    root = session.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
    alive = session.send("Runtime.queryObjects", {"prototypeObjectId": root})["objects"]["objectId"]
    rows_of = "function (name) { return this.filter((each) => each.verdict && each.data?.text?.startsWith(name)).length }"
    asked = {"objectId": alive, "functionDeclaration": rows_of, "returnByValue": True}
    count = {
        name: session.send("Runtime.callFunctionOn", asked | {"arguments": [{"value": name}]})["result"]["value"]
        for name in ("antiga", "nova")
    }
    assert count["nova"] > 0
    assert count["antiga"] == 0


def test_a_picture_is_made_small_in_the_browser_and_checked_again_by_the_server(sign_in: SignIn) -> None:
    """'resized to at most 800x600 and re-encoded as JPEG at 0.7 quality': what leaves the browser is."""
    page = sign_in(*DIEGO)
    open_empty(page, "roblox")
    page.get_by_role("button", name="Conteúdo").click()
    original = noise(1600, 1000)
    with page.expect_request("**/api/upload/images") as sent:
        page.get_by_label("Adicionar imagens").set_input_files(
            {"name": "grande.png", "mimeType": "image/png", "buffer": original}
        )
    thumbnail = page.get_by_alt_text("Imagem 1")
    expect(thumbnail).to_be_visible()
    assert len(sent.value.post_data_buffer or b"") < len(original) / 4

    stored = Image.open(io.BytesIO(page.request.get(thumbnail.get_attribute("src") or "").body()))
    assert (stored.format, stored.size) == ("JPEG", (800, 500))


def test_of_a_paste_only_what_was_refused_stays_and_its_file_is_mended_and_uploaded(
    sign_in: SignIn, market: SandboxControl
) -> None:
    """'report CSV that can be fixed and uploaded again', formulas of spreadsheets included."""
    page = sign_in(*ANA)
    errors = {"title": ["Title is not allowed"]}
    market.set_faults({"kind": "refuse", "logins": ["=emenda1", "emenda3"], "errors": errors})
    analyse(page, "=emenda1:=1+1", "emenda2:Senha#2", "emenda3:@x")
    expect_created(page, create(page, "Criar 3 contas"), 1, failed=2)
    expect(cell(page, 1, "Login")).to_contain_text("=emenda1")
    expect(cell(page, 3, "Login")).to_contain_text("emenda3")
    expect(page.get_by_text("Falhou: ", exact=False).first).to_contain_text("Title is not allowed")

    page.get_by_role("link", name="Detalhes").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Corrigir em planilha").click()
    content = download.value.path().read_bytes()
    assert "'=emenda1;'=1+1;" in content.decode("utf-8-sig")

    market.set_faults()
    open_empty(page, "roblox", "/upload?jogo=roblox")
    page.get_by_label("Arraste o arquivo ou clique para escolher").set_input_files(
        {"name": download.value.suggested_filename, "mimeType": "text/csv", "buffer": content}
    )
    expect_created(page, create(page, "Criar 2 contas"), 2)
    created = market.counters()["creates"]
    assert [created.get(f"{login}") for login in ("=emenda1", "emenda2", "emenda3")] == [1, 1, 1]


def test_a_duplicate_of_somebody_elses_run_is_told_without_a_link(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*ANA)
    analyse(page, "alheia1:Senha#1")
    expect_created(page, create(page, "Criar 1 conta"), 1)

    sign_in(*DIEGO)
    analyse(page, "alheia1:Senha#1")
    row = page.get_by_role("grid").get_by_role("row").nth(1)
    expect(row).to_contain_text(", de outra pessoa.")
    expect(row.get_by_role("link")).to_have_count(0)
    assert market.counters()["creates"]["alheia1"] == 1
