"""The statement of earnings as PDF: A4, as many pages as it takes, totals on the first, the ledger's seal on each."""

import io
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils import timezone
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from core.dates import moment
from core.downloads import download
from core.money import format_brl
from earnings.models import Earning
from earnings.queries import Statement

WIDTH, HEIGHT = A4
MARGIN = 15 * mm
LINE = 5.5 * mm
FONT, BOLD, SIZE = "Helvetica", "Helvetica-Bold", 8
FIRST_ROW = HEIGHT - 58 * mm
ROWS_PER_PAGE = int((FIRST_ROW - 25 * mm) // LINE)


@dataclass(frozen=True)
class Column:
    title: str
    x: float
    width: float
    right: bool = False


COLUMNS = (
    Column("Data", MARGIN, 27 * mm),
    Column("Descrição", 42 * mm, 62 * mm),
    Column("Contas", 117 * mm, 12 * mm, right=True),
    Column("Bônus", 138 * mm, 20 * mm, right=True),
    Column("Valor", 162 * mm, 23 * mm, right=True),
    Column("Situação", 166 * mm, 29 * mm),
)


def statement_pdf(statement: Statement) -> HttpResponse:
    """One line an earning; totals equal those of the screen."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=A4)
    canvas.setTitle(f"Extrato de ganhos - {_printable(str(statement.person))}")
    rows = [_cells(earning) for earning in statement.earnings]
    pages = max(1, -(-len(rows) // ROWS_PER_PAGE))
    for page in range(pages):
        _draw_frame(canvas, statement, page=page + 1, pages=pages)
        for position, cells in enumerate(rows[page * ROWS_PER_PAGE : (page + 1) * ROWS_PER_PAGE]):
            _draw_row(canvas, cells, FIRST_ROW - position * LINE)
        if not rows:
            canvas.drawString(MARGIN, FIRST_ROW, "Nenhum ganho encontrado")
        canvas.showPage()
    canvas.save()
    name = f"extrato-{statement.person.username}.pdf"
    return download(written.getvalue(), name=name, content_type="application/pdf")


def _draw_frame(canvas: Canvas, statement: Statement, *, page: int, pages: int) -> None:
    totals = statement.totals
    canvas.setFont(BOLD, 15)
    canvas.drawString(MARGIN, HEIGHT - 20 * mm, "Extrato de ganhos")
    canvas.setFont(FONT, 10)
    canvas.drawString(
        MARGIN, HEIGHT - 27 * mm, _printable(f"{statement.person.full_name} (@{statement.person.username})")
    )
    canvas.drawString(MARGIN, HEIGHT - 33 * mm, _period(statement))
    canvas.drawString(
        MARGIN,
        HEIGHT - 41 * mm,
        f"Pendente: {format_brl(totals.pending)}    Pago: {format_brl(totals.paid)}    "
        f"Total: {format_brl(totals.pending + totals.paid)}",
    )
    canvas.setFont(BOLD, SIZE)
    for column in COLUMNS:
        _draw_cell(canvas, column, column.title, HEIGHT - 51 * mm)
    canvas.line(MARGIN, HEIGHT - 53 * mm, WIDTH - MARGIN, HEIGHT - 53 * mm)
    canvas.setFont(FONT, 7)
    canvas.drawString(
        MARGIN, 15 * mm, f"Emitido em {moment(timezone.now())}. Lançamento {statement.sequence}, selo {statement.head}"
    )
    canvas.drawRightString(WIDTH - MARGIN, 10 * mm, f"Página {page} de {pages}")
    canvas.setFont(FONT, SIZE)


def _draw_row(canvas: Canvas, cells: tuple[str, ...], y: float) -> None:
    for column, cell in zip(COLUMNS, cells, strict=True):
        _draw_cell(canvas, column, cell, y)


def _draw_cell(canvas: Canvas, column: Column, text: str, y: float) -> None:
    if column.right:
        canvas.drawRightString(column.x, y, text)
    else:
        canvas.drawString(column.x, y, text)


def _cells(earning: Earning) -> tuple[str, ...]:
    paid = f" {timezone.localtime(earning.paid_at):%d/%m/%Y}" if earning.paid_at else ""
    return (
        moment(earning.created_at),
        _fitting(_printable(earning.description), COLUMNS[1].width),
        str(earning.accounts_count),
        format_brl(earning.bonus_amount),
        format_brl(earning.amount),
        earning.get_status_display() + paid,
    )


def _period(statement: Statement) -> str:
    if statement.start and statement.end:
        return f"Período: {statement.start:%d/%m/%Y} a {statement.end:%d/%m/%Y}"
    if statement.start:
        return f"Período: desde {statement.start:%d/%m/%Y}"
    if statement.end:
        return f"Período: até {statement.end:%d/%m/%Y}"
    return "Período: todos os ganhos"


def _printable(text: str) -> str:
    """The characters the PDF's built-in font has; Portuguese is among them, emoji are not."""
    return text.encode("cp1252", "replace").decode("cp1252")


def _fitting(text: str, width: float) -> str:
    if stringWidth(text, FONT, SIZE) <= width:
        return text
    while text and stringWidth(f"{text}…", FONT, SIZE) > width:
        text = text[:-1]
    return f"{text}…"
