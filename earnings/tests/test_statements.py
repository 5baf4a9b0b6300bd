import base64
import csv
import io
import re
import zlib
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from reportlab.pdfbase.pdfmetrics import stringWidth
from rest_framework.test import APIClient

from accounts.tests.factories import UserFactory
from earnings import actions
from earnings.queries import totals_of
from earnings.statements import WIDTHS
from earnings.tests.factories import owe


def lines(response: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))


def test_statement_csv_has_a_line_for_each_earning(employee: Any, admin: Any, as_employee: APIClient) -> None:
    with time_machine.travel("2026-11-20T15:00:00+00:00", tick=False):
        owe(employee, "1000.00", bonus="5", accounts=10, description="Tarefa: Roblox")
    with time_machine.travel("2026-11-21T15:30:00+00:00", tick=False):
        actions.transfer(user_id=employee.id, amount=Decimal("420.00"), by=admin)

    response = as_employee.get(f"/api/earnings/{employee.id}/statement.csv")

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="extrato-funcionaria.teste.csv"'
    assert lines(response) == [
        ["Data", "Descrição", "Contas", "Valor base", "Bônus", "Valor", "Situação", "Transferido", "Parte"],
        ["20/11/2026 12:00", "Tarefa: Roblox", "4", "400,00", "20,00", "420,00", "Pago", "21/11/2026 12:30", "1 de 2"],
        ["20/11/2026 12:00", "Tarefa: Roblox", "6", "600,00", "30,00", "630,00", "Pendente", "", "2 de 2"],
    ]


def test_statement_adds_up_to_the_balance(employee: Any, admin: Any, as_employee: APIClient) -> None:
    """Statement, totals equal to the API."""
    for cents in range(1, 30):
        owe(employee, f"{cents}.{cents:02}", bonus="5")
    actions.transfer(user_id=employee.id, amount=Decimal("123.45"), by=admin)

    _, *rows = lines(as_employee.get(f"/api/earnings/{employee.id}/statement.csv"))

    sums = {"Pago": Decimal(0), "Pendente": Decimal(0)}
    for row in rows:
        sums[row[6]] += Decimal(row[5].replace(",", "."))
    totals = totals_of(employee.id)
    assert sums == {"Pago": totals.paid, "Pendente": totals.pending}


def test_statement_of_a_period_holds_its_earnings_only(employee: Any, as_employee: APIClient) -> None:
    for day in ("19", "20", "21"):
        with time_machine.travel(f"2026-11-{day}T15:00:00+00:00", tick=False):
            owe(employee, "1.00", description=f"Dia {day}")

    response = as_employee.get(f"/api/earnings/{employee.id}/statement.csv?start=2026-11-20&end=2026-11-20")

    assert [row[1] for row in lines(response)[1:]] == ["Dia 20"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_cell_that_a_spreadsheet_would_run_is_neutralised(employee: Any, as_employee: APIClient, start: str) -> None:
    """Cells starting with = + - @ tab or CR neutralised."""
    owe(employee, description=f"{start}HYPERLINK(1)")

    response = as_employee.get(f"/api/earnings/{employee.id}/statement.csv")

    assert f"'{start}HYPERLINK(1)" in response.content.decode()


@pytest.mark.parametrize("kind", ["csv", "pdf"])
def test_statement_with_a_bad_day_is_400(employee: Any, as_employee: APIClient, kind: str) -> None:
    response = as_employee.get(f"/api/earnings/{employee.id}/statement.{kind}?start=2026-13-01")

    assert (response.status_code, response.json()["message"]) == (400, "Data inválida")


def pages_of(pdf: bytes) -> list[str]:
    """The texts of a PDF, page by page."""
    streams = re.findall(rb"ASCII85Decode /FlateDecode.*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    drawn = (zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True)) for stream in streams)
    pages = (b"\n".join(re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", page)) for page in drawn)
    return [re.sub(rb"\\([0-7]{3})", lambda code: bytes([int(code[1], 8)]), page).decode("cp1252") for page in pages]


def test_statement_pdf_wraps_descriptions_and_numbers_its_pages(employee: Any, as_employee: APIClient) -> None:
    for _ in range(60):
        owe(employee, description="Descrição comprida demais para caber em <uma> só linha do extrato & mais 🎮")

    response = as_employee.get(f"/api/earnings/{employee.id}/statement.pdf")

    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'attachment; filename="extrato-funcionaria.teste.pdf"'
    pages = pages_of(response.content)
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert f"Página {number} de {len(pages)}" in page
        assert "Descrição" in page.split()
        assert "selo" in page
    assert " ".join(pages).count("Descrição comprida") == 60
    assert " ".join(" ".join(pages).split()).count("<uma> só linha do extrato & mais ?") == 60
    assert ("Pendente:" in pages[0], "Pendente:" in pages[1].split()) == (True, False)


def test_statement_pdf_breaks_a_word_that_would_cover_the_amounts(employee: Any, as_employee: APIClient) -> None:
    owe(employee, description="Conta " + "W" * 50)

    (page,) = pages_of(as_employee.get(f"/api/earnings/{employee.id}/statement.pdf").content)

    lines = [text for text in page.split("\n") if "WW" in text]
    assert "".join(lines).count("W") == 50
    assert max(stringWidth(text, "Helvetica", 8) for text in lines) < WIDTHS[1]


@pytest.mark.django_db
def test_statement_of_somebody_without_a_full_name_names_them(client_for: Callable[[Any], APIClient]) -> None:
    nameless = UserFactory(username="sem.nome", full_name="")

    response = client_for(nameless).get(f"/api/earnings/{nameless.id}/statement.pdf")

    assert "sem.nome (@sem.nome)" in " ".join(pages_of(response.content)[0].replace("\\", "").split())


def test_statement_pdf_sums_up_days_and_kinds_and_keeps_a_cut_earning_whole(
    employee: Any, admin: Any, as_employee: APIClient
) -> None:
    with time_machine.travel("2026-11-20T15:00:00+00:00", tick=False):
        owe(employee, "100.00", bonus="5", accounts=10, description="Meta", source_kind="task", source_id=1)
        owe(employee, "3.00", description="Conta", source_kind="bulk_row", source_id=1)
    with time_machine.travel("2026-11-21T15:00:00+00:00", tick=False):
        owe(employee, "3.00", description="Conta", source_kind="bulk_row", source_id=2)
        actions.transfer(user_id=employee.id, amount=Decimal("42.00"), by=admin)

    (page,) = pages_of(as_employee.get(f"/api/earnings/{employee.id}/statement.pdf").content)

    drawn = page.split("\n")
    assert drawn[:2] == ["Extrato de ganhos", "Sistema"]
    assert any(
        {"Contas criadas: R$ 6,00", "Tarefas: R$ 105,00"} == set(re.split(r"[\s\xa0]{2,}", text)) for text in drawn
    )
    cut = drawn.index("Meta")
    assert drawn[cut : cut + 4] == ["Meta", "10", "R$ 5,00", "R$ 105,00"]
    assert drawn[cut + 4 : cut + 8] == ["Pago 21/11/2026", "R$ 42,00", "Pendente", "R$ 63,00"]
    days = [at for at, text in enumerate(drawn) if text == "Subtotal do dia"]
    assert [drawn[at - 1 : at + 4] for at in days] == [
        ["20/11/2026", "Subtotal do dia", "11", "R$ 5,00", "R$ 108,00"],
        ["21/11/2026", "Subtotal do dia", "1", "R$ 0,00", "R$ 3,00"],
    ]


def test_statement_pdf_of_an_earning_paid_in_forty_parts_shows_them_all(
    employee: Any, admin: Any, as_employee: APIClient
) -> None:
    owe(employee, "900.00")
    for cents in range(1, 41):
        actions.transfer(user_id=employee.id, amount=Decimal(f"7.{cents:02}"), by=admin)

    response = as_employee.get(f"/api/earnings/{employee.id}/statement.pdf")

    drawn = "\n".join(pages_of(response.content)).split("\n")
    assert [text for text in drawn if text.startswith("R$ 7,")] == [f"R$ 7,{cents:02}" for cents in range(1, 41)]
    assert drawn.count("Pendente") == 1


def test_statement_pdf_of_nothing_says_so(employee: Any, as_employee: APIClient) -> None:
    (page,) = pages_of(as_employee.get(f"/api/earnings/{employee.id}/statement.pdf").content)
    assert "Nenhum ganho encontrado" in page
    assert "Página 1 de 1" in page


@pytest.mark.parametrize("period", ["", "?start=2026-11-01", "?end=2026-11-30", "?start=2026-11-01&end=2026-11-30"])
def test_statement_pdf_is_made_for_every_kind_of_period(employee: Any, as_employee: APIClient, period: str) -> None:
    assert as_employee.get(f"/api/earnings/{employee.id}/statement.pdf{period}").status_code == 200


def test_payouts_of_the_month_are_listed(employee: Any, other_employee: Any, admin: Any, as_admin: APIClient) -> None:
    """Payout list as CSV for the month; months are local ones."""
    owe(employee, "10.00")
    owe(employee, "10.00")
    owe(other_employee, "5.00")
    for moment, person, amount in (
        ("2026-11-01T02:59:00+00:00", other_employee, "1.00"),  # still October in São Paulo
        ("2026-11-01T03:00:00+00:00", employee, "15.00"),
        ("2026-12-01T02:59:00+00:00", other_employee, "2.00"),
        ("2026-12-01T03:00:00+00:00", other_employee, "1.00"),
    ):
        with time_machine.travel(moment, tick=False):
            actions.transfer(user_id=person.id, amount=Decimal(amount), by=admin)

    response = as_admin.get("/api/earnings/payouts.csv?month=2026-11")

    assert response["Content-Disposition"] == 'attachment; filename="pagamentos-2026-11.csv"'
    assert [row[1:] for row in lines(response)] == [
        ["Data", "Funcionário", "Usuário", "Valor", "Ganhos pagos", "Feito por", "Situação"],
        ["01/11/2026 00:00", "Funcionária de Teste", "funcionaria.teste", "15,00", "2", "admin.teste", "Pago"],
        ["30/11/2026 23:59", "Outro Funcionário", "outro.teste", "2,00", "1", "admin.teste", "Pago"],
    ]


def test_payouts_that_were_undone_are_listed_as_undone(employee: Any, admin: Any, as_admin: APIClient) -> None:
    owe(employee, "10.00")
    payout = actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin).payout
    actions.undo_payout(payout_id=payout.pk, reason="Conta errada", by=admin)

    header, row = lines(as_admin.get("/api/earnings/payouts.csv"))

    assert (row[header.index("Valor")], row[-1]) == ("10,00", "Desfeito")


def test_payouts_without_a_month_are_those_of_this_one(employee: Any, admin: Any, as_admin: APIClient) -> None:
    owe(employee, "10.00")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    assert len(lines(as_admin.get("/api/earnings/payouts.csv"))) == 2


def test_payouts_of_a_bad_month_are_400(as_admin: APIClient) -> None:
    assert as_admin.get("/api/earnings/payouts.csv?month=2026-13").status_code == 400
