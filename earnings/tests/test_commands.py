from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command

from earnings.queries import payment_schedule

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today() -> Any:
    with time_machine.travel("2026-11-21T12:00:00-03:00", tick=False):
        yield


def output(capsys: Any, *arguments: str) -> str:
    call_command("payment_dates", *arguments)
    return str(capsys.readouterr().out).strip()


def test_show_without_a_date(capsys: Any) -> None:
    assert output(capsys, "show") == "Não definido"


def test_set_creates_then_replaces_the_date(capsys: Any) -> None:
    assert output(capsys, "set", "2026-11-30") == "30/11/2026"
    assert output(capsys, "set", "2026-12-05") == "05/12/2026"
    assert output(capsys, "show") == "05/12/2026"


def test_set_to_the_past_fails_and_changes_nothing() -> None:
    call_command("payment_dates", "set", "2026-11-30")

    with pytest.raises(CommandError, match="Data inválida"):
        call_command("payment_dates", "set", "2026-11-20")

    schedule = payment_schedule()
    assert schedule is not None
    assert schedule.next_payment_date.isoformat() == "2026-11-30"


@pytest.mark.parametrize(
    ("arguments", "following"),
    [([], "30/12/2026"), (["--every", "biweekly"], "14/12/2026"), (["--every", "weekly"], "07/12/2026")],
)
def test_advance_moves_a_past_date_once(capsys: Any, arguments: list[str], following: str) -> None:
    """'can be run twice'."""
    call_command("payment_dates", "set", "2026-11-30")
    capsys.readouterr()

    with time_machine.travel("2026-12-01T12:00:00-03:00", tick=False):
        assert output(capsys, "advance", *arguments) == following
        assert output(capsys, "advance", *arguments) == following


def test_advance_without_a_date_fails() -> None:
    with pytest.raises(CommandError, match="Não há data de pagamento definida"):
        call_command("payment_dates", "advance")


@pytest.mark.parametrize("arguments", [[], ["set"], ["set", "amanhã"], ["advance", "--every", "daily"]])
def test_wrong_arguments_fail(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("payment_dates", *arguments)
