"""Earnings as files: the PDF (A4, totals on the first page, the seal of the ledger on each) and the CSV sheets."""

import io
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape

from django.http import HttpResponse
from django.utils import timezone
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import LongTable, Paragraph, SimpleDocTemplate, Spacer

from core.dates import moment
from core.downloads import CSV, csv_sheet, download
from core.money import format_brl
from earnings.enums import Status
from earnings.models import Earning
from earnings.queries import Statement, payouts_of_month
from infra.shares import compute

WIDTHS = [27 * mm, 64 * mm, 14 * mm, 22 * mm, 24 * mm, 29 * mm]
HEADER = ("Data", "Descrição", "Contas", "Bônus", "Valor", "Situação")
TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=8, leading=10)
LINE = ParagraphStyle("line", TEXT, fontSize=10, leading=17)
TITLE = ParagraphStyle("title", TEXT, fontName="Helvetica-Bold", fontSize=15, leading=22)
GRID = [
    ("FONT", (0, 0), (-1, -1), "Helvetica", 8, 10),
    ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 8),
    ("ALIGN", (2, 0), (4, -1), "RIGHT"),
    ("LINEBELOW", (0, 0), (-1, 0), 0.5, "black"),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 1), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 1), (-1, -1), 2),
]


class PageCounter(Canvas):
    """Writes 'Página n de m' and the seal on each page, once it is known how many there are."""

    seal = ""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._pages, 1):
            self.__dict__.update(page)
            self.setFont("Helvetica", 7)
            self.drawString(15 * mm, 15 * mm, self.seal)
            self.drawRightString(A4[0] - 15 * mm, 10 * mm, f"Página {number} de {len(self._pages)}")
            super().showPage()
        super().save()


def statement_pdf(statement: Statement) -> HttpResponse:
    """One row an earning, its description wrapped; totals equal those of the screen. Raises Busy."""
    person, balance = statement.person, statement.balance
    lines = [
        _printable(f"{person.full_name} (@{person.username})"),
        _period(statement),
        f"Pendente: {format_brl(statement.total(Status.PENDING))}   Pago: {format_brl(statement.total(Status.PAID))}   "
        f"Total: {format_brl(statement.total(*Status))}",
    ]
    content = compute(
        _document,
        f"Extrato de ganhos - {_printable(str(person))}",
        lines,
        [_row(earning) for earning in statement.earnings],
        seal=f"Emitido em {moment(timezone.now())}. Lançamento {balance.sequence}, selo {balance.head}",
    )
    return download(content, name=f"extrato-{person.username}.pdf", content_type="application/pdf")


def _document(title: str, lines: list[str], rows: list[list[str]], *, seal: str) -> bytes:
    """The statement as a PDF: the lines below its title, then the table."""
    for row in rows:
        row[1] = "\n".join(simpleSplit(row[1], "Helvetica", 8, WIDTHS[1] - 2 * mm))
    story = [
        Paragraph("Extrato de ganhos", TITLE),
        *(Paragraph(escape(line).replace("   ", " &nbsp; "), LINE) for line in lines),
        Spacer(0, 3 * mm),
        LongTable([HEADER, *rows], colWidths=WIDTHS, repeatRows=1, hAlign="LEFT", style=GRID),
    ]
    if not rows:
        story.append(Paragraph("Nenhum ganho encontrado", TEXT))
    written = io.BytesIO()
    document = SimpleDocTemplate(
        written,
        pagesize=A4,
        title=title,
        leftMargin=13 * mm,
        rightMargin=13 * mm,
        topMargin=13 * mm,
        bottomMargin=20 * mm,
    )
    document.build(story, canvasmaker=type("Pages", (PageCounter,), {"seal": seal}))
    return written.getvalue()


def _row(earning: Earning) -> list[str]:
    paid = f" {timezone.localtime(earning.paid_at):%d/%m/%Y}" if earning.paid_at else ""
    return [
        moment(earning.created_at),
        _printable(earning.description),
        str(earning.accounts_count),
        format_brl(earning.bonus_amount),
        format_brl(earning.amount),
        earning.get_status_display() + paid,
    ]


def _period(statement: Statement) -> str:
    start, end = (f"{day:%d/%m/%Y}" if day else "" for day in (statement.start, statement.end))
    if start and end:
        return f"Período: {start} a {end}"
    return "Período: " + ((start and f"desde {start}") or (end and f"até {end}") or "todos os ganhos")


def _printable(text: str) -> str:
    """The characters the PDF's built-in font has; Portuguese is among them, emoji are not."""
    return text.encode("cp1252", "replace").decode("cp1252")


def _amount(value: Decimal) -> str:
    return format_brl(value).removeprefix("R$ ").replace(".", "")


# The columns of both sheets: header, and the cell of a row.
Columns = Mapping[str, Callable[[Any], str]]
STATEMENT: Columns = {
    "Data": lambda earning: moment(earning.created_at),
    "Descrição": lambda earning: earning.description,
    "Contas": lambda earning: str(earning.accounts_count),
    "Valor base": lambda earning: _amount(earning.base_amount),
    "Bônus": lambda earning: _amount(earning.bonus_amount),
    "Valor": lambda earning: _amount(earning.amount),
    "Situação": lambda earning: earning.get_status_display(),
    "Transferido": lambda earning: moment(earning.paid_at),
}
PAYOUTS: Columns = {
    "Pagamento": lambda payout: str(payout.pk),
    "Data": lambda payout: moment(payout.created_at),
    "Funcionário": lambda payout: payout.user.full_name,
    "Usuário": lambda payout: payout.user.username,
    "Valor": lambda payout: _amount(payout.amount),
    "Ganhos pagos": lambda payout: str(payout.earnings_count),
    "Feito por": lambda payout: payout.by.username if payout.by else "",
}


def statement_csv(statement: Statement) -> HttpResponse:
    """One line an earning; the amounts of the file add up to the statement's totals."""
    return _sheet(f"extrato-{statement.person.username}.csv", STATEMENT, statement.earnings)


def payouts_csv(month: date) -> HttpResponse:
    """Everything paid in the month of a day, one line a transfer."""
    return _sheet(f"pagamentos-{month:%Y-%m}.csv", PAYOUTS, payouts_of_month(month))


def _sheet(name: str, columns: Columns, rows: Iterable[Any]) -> HttpResponse:
    cells = ([cell(row) for cell in columns.values()] for row in rows)
    return download(csv_sheet(list(columns), cells), name=name, content_type=CSV)
