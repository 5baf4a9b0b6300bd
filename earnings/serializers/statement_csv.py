"""Statements and payout lists as CSV, amounts with a decimal comma."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from django.http import HttpResponse

from core.dates import moment
from core.downloads import CSV, csv_sheet, download
from core.money import format_brl
from earnings.models import Earning
from earnings.queries import Statement, payouts_of_month

STATEMENT_HEADER = ("Data", "Descrição", "Contas", "Valor base", "Bônus", "Valor", "Situação", "Transferido")
PAYOUTS_HEADER = ("Pagamento", "Data", "Funcionário", "Usuário", "Valor", "Ganhos pagos", "Feito por")


def statement_csv(statement: Statement) -> HttpResponse:
    """One line an earning; the amounts of the file add up to the statement's totals."""
    rows = (_earning_row(earning) for earning in statement.earnings)
    return _file(f"extrato-{statement.person.username}.csv", STATEMENT_HEADER, rows)


def payouts_csv(month: date) -> HttpResponse:
    """Everything paid in the month of a day, one line a transfer."""
    rows = (
        (
            str(payout.pk),
            moment(payout.created_at),
            payout.user.full_name,
            payout.user.username,
            _amount(payout.amount),
            str(payout.earnings_count),
            payout.by.username if payout.by else "",
        )
        for payout in payouts_of_month(month)
    )
    return _file(f"pagamentos-{month:%Y-%m}.csv", PAYOUTS_HEADER, rows)


def _earning_row(earning: Earning) -> tuple[str, ...]:
    return (
        moment(earning.created_at),
        earning.description,
        str(earning.accounts_count),
        _amount(earning.base_amount),
        _amount(earning.bonus_amount),
        _amount(earning.amount),
        earning.get_status_display(),
        moment(earning.paid_at),
    )


def _amount(value: Decimal) -> str:
    return format_brl(value).removeprefix("R$ ").replace(".", "")


def _file(name: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> HttpResponse:
    return download(csv_sheet(header, rows), name=name, content_type=CSV)
