"""Earnings as files: the PDF, totals on its first page and the ledger's seal on each, and the CSV sheets."""

import io
from calendar import monthrange
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import groupby
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

from django.conf import settings
from django.db.models import Count
from django.http import HttpResponse
from django.utils import timezone
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import HRFlowable, Image, LongTable, Paragraph, SimpleDocTemplate, Spacer

from core.dates import created_between, moment
from core.downloads import CSV, Cell, csv_sheet, download
from core.money import format_brl
from earnings import rules
from earnings.enums import Status
from earnings.models import Earning
from earnings.queries import Statement, describe_kinds, payouts
from infra.brand import logo_content

WIDTHS = [27 * mm, 64 * mm, 14 * mm, 22 * mm, 24 * mm, 29 * mm]
SUBTOTAL = "Subtotal do dia"
HEADER = ("Data", "Descrição", "Contas", "Bônus", "Valor", "Situação")
# Of static/admin-skin.css, as hexadecimal.
INK, RULE, SIGNAL = "#12282f", "#d5dee1", "#f0b840"
LOGO_HEIGHT, LOGO_WIDTH = 10 * mm, 60 * mm
TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=8, leading=10)
LINE = ParagraphStyle("line", TEXT, fontSize=10, leading=17)
TITLE = ParagraphStyle("title", TEXT, fontName="Helvetica-Bold", fontSize=15, leading=22, textColor=INK)
GRID = [
    ("FONT", (0, 0), (-1, -1), "Helvetica", 8),  # with its usual leading, by which a tall row is split
    ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 8),
    ("ALIGN", (2, 0), (4, -1), "RIGHT"),
    ("BACKGROUND", (0, 0), (-1, 0), INK),
    ("TEXTCOLOR", (0, 0), (-1, 0), "white"),
    ("LINEBELOW", (0, 1), (-1, -1), 0.25, RULE),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ("TOPPADDING", (0, 1), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 1), (-1, -1), 2),
]


class PageCounter(Canvas):  # type: ignore[misc]  # reportlab has no types
    """Writes 'Página n de m' and the seal on each page, once it is known how many there are."""

    def __init__(self, *args: Any, seal: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._seal = seal
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._pages, 1):
            self.__dict__.update(page)
            self.setFont("Helvetica", 7)
            self.drawString(15 * mm, 15 * mm, self._seal)
            self.drawRightString(A4[0] - 15 * mm, 10 * mm, f"Página {number} de {len(self._pages)}")
            super().showPage()
        super().save()


def statement_pdf(read: Callable[..., Statement], *of: Any, **period: Any) -> HttpResponse:
    """The statement that `read` answers: one row an earning, with all its parts; totals equal those of the screen."""
    statement = read(*of, **period)
    person, balance, payout = statement.person, statement.balance, statement.payout
    title, name, about = "Extrato de ganhos", f"extrato-{person.username}", _period(statement)
    if payout:
        title, name, about = "Recibo de pagamento", f"recibo-{payout.pk}", f"{payout} de {moment(payout.created_at)}"
    totals = {"Pendente": statement.total(Status.PENDING), "Pago": statement.total(Status.PAID)}
    lines = [
        _printable(settings.COMPANY_NAME),
        _printable(f"{person} (@{person.username})"),
        about,
        _amounts(({} if payout else totals) | {"Total": statement.total(*Status)}),
    ]
    if payout and payout.undone:
        lines.append("Este pagamento foi desfeito: o valor voltou ao saldo pendente.")
    kinds = describe_kinds((earning.source_kind, None) for earning in statement.earnings)
    by_kind = defaultdict[str, Decimal](Decimal)
    for earning in statement.earnings:
        by_kind[kinds[earning.source_kind].label] += earning.amount
    lines.append(_amounts(dict(sorted(by_kind.items()))))
    rows = []
    for day, credited in groupby(statement.credits, lambda parts: timezone.localdate(parts[0].created_at)):
        of_day = list(credited)
        rows += [_row(parts, of=statement.wholes.get(parts[0].pk)) for parts in of_day]
        total = rules.whole(part.parts for parts in of_day for part in parts)
        rows.append([f"{day:%d/%m/%Y}", SUBTOTAL, *_figures(total), ""])
    seal = f"Emitido em {moment(timezone.now())}. Lançamento {balance.sequence}, selo {balance.head}"
    content = _document(title, f"{title} - {_printable(str(person))}", lines, rows, seal=seal)
    return download(content, name=f"{name}.pdf", content_type="application/pdf")


def _amounts(named: Mapping[str, Decimal]) -> str:
    return "   ".join(f"{name}: {format_brl(amount)}" for name, amount in named.items())


def _document(heading: str, title: str, lines: list[str], rows: list[list[str]], *, seal: str) -> bytes:
    bold = [("FONT", (0, n), (-1, n), "Helvetica-Bold", 8) for n, row in enumerate(rows, 1) if row[1] == SUBTOTAL]
    for row in rows:
        words = " ".join(wrap(row[1], 22, break_on_hyphens=False))  # as much of the widest letter as a line holds
        row[1] = "\n".join(simpleSplit(words, "Helvetica", 8, WIDTHS[1] - 2 * mm))
    logo = logo_content()
    image = Image(io.BytesIO(logo), LOGO_WIDTH, LOGO_HEIGHT, kind="proportional", hAlign="LEFT") if logo else None
    story = [
        image or Spacer(0, 0),
        Paragraph(heading, TITLE),
        HRFlowable(width="100%", thickness=1.5, color=SIGNAL, spaceAfter=2 * mm),
        *(Paragraph(escape(line).replace("   ", " &nbsp; "), LINE) for line in lines),
        Spacer(0, 3 * mm),
        LongTable([HEADER, *rows], colWidths=WIDTHS, repeatRows=1, hAlign="LEFT", splitInRow=1, style=[*GRID, *bold]),
    ]
    if not rows:
        story.append(Paragraph("Nenhum ganho encontrado", TEXT))
    written = io.BytesIO()
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin"), 13 * mm)
    document = SimpleDocTemplate(written, pagesize=A4, title=title, bottomMargin=20 * mm, **margins)
    document.build(story, canvasmaker=partial(PageCounter, seal=seal))
    return written.getvalue()


def _row(parts: list[Earning], *, of: Decimal | None) -> list[str]:
    """The cells of an earning with all its parts, or of the one that is a part `of` an amount."""
    states = []
    for part in parts:
        paid = f" {timezone.localtime(part.paid_at):%d/%m/%Y}" if part.paid_at else ""
        states.append(part.get_status_display() + paid + (f"\n{format_brl(part.amount)}" if len(parts) > 1 else ""))
    description = _printable(parts[0].description) + (f" (parte de {format_brl(of)})" if of else "")
    whole = rules.whole(part.parts for part in parts)
    return [moment(parts[0].created_at), description, *_figures(whole), "\n".join(states)]


def _figures(whole: rules.Parts) -> tuple[str, str, str]:
    return str(whole.accounts), format_brl(whole.bonus), format_brl(whole.amount)


def _period(statement: Statement) -> str:
    start, end = (f"{day:%d/%m/%Y}" if day else "" for day in (statement.start, statement.end))
    if start and end:
        return f"Período: {start} a {end}"
    return "Período: " + ((start and f"desde {start}") or (end and f"até {end}") or "todos os ganhos")


def _printable(text: str) -> str:
    """The characters the PDF's built-in font has; Portuguese is among them, emoji are not."""
    return text.encode("cp1252", "replace").decode("cp1252")


# The columns of both sheets: header, and the cell of a row.
Columns = Mapping[str, Callable[[Any], Cell]]
STATEMENT: Columns = {
    "Data": lambda earning: moment(earning.created_at),
    "Descrição": lambda earning: earning.description,
    "Contas": lambda earning: str(earning.accounts_count),
    "Valor base": lambda earning: earning.base_amount,
    "Bônus": lambda earning: earning.bonus_amount,
    "Valor": lambda earning: earning.amount,
    "Situação": lambda earning: earning.get_status_display(),
    "Transferido": lambda earning: moment(earning.paid_at),
}
PAYOUTS: Columns = {
    "Pagamento": lambda payout: str(payout.pk),
    "Data": lambda payout: moment(payout.created_at),
    "Funcionário": lambda payout: payout.user.display_name,
    "Usuário": lambda payout: payout.user.username,
    "Valor": lambda payout: payout.amount,
    "Ganhos pagos": lambda payout: str(payout.earnings_count),
    "Feito por": lambda payout: payout.by.username if payout.by else "",
    "Situação": lambda payout: "Desfeito" if payout.undone else "Pago",
}


def statement_csv(read: Callable[..., Statement], *of: Any, **period: Any) -> HttpResponse:
    """One line an earning, or a part of one; the amounts of the file add up to the statement's totals."""
    statement = read(*of, **period)
    rows = (
        [*_cells(STATEMENT, part), f"{number} de {len(parts)}" if len(parts) > 1 else ""]
        for parts in statement.credits
        for number, part in enumerate(parts, 1)
    )
    sheet = csv_sheet([*STATEMENT, "Parte"], rows)
    return download(sheet, name=f"extrato-{statement.person.username}.csv", content_type=CSV)


def payouts_csv(month: date) -> HttpResponse:
    """Everything paid in the local month of a day, one line a transfer, oldest first."""
    first, last = month.replace(day=1), month.replace(day=monthrange(month.year, month.month)[1])
    paid = created_between(payouts(), first, last).order_by("created_at", "id").annotate(earnings_count=Count("earnings"))
    sheet = csv_sheet(list(PAYOUTS), (_cells(PAYOUTS, payout) for payout in paid))
    return download(sheet, name=f"pagamentos-{month:%Y-%m}.csv", content_type=CSV)


def _cells(columns: Columns, row: Any) -> list[Cell]:
    return [cell(row) for cell in columns.values()]
