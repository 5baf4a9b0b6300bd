from datetime import UTC, date, datetime

import pytest

from core.dates import midnight, moment

LATE = datetime(2026, 11, 22, 1, 30, 9, tzinfo=UTC)


def test_midnight_is_the_local_day_s() -> None:
    assert midnight(date(2026, 11, 21)) == datetime(2026, 11, 21, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds", "written"),
    [(LATE, False, "21/11/2026 22:30"), (LATE, True, "21/11/2026 22:30:09"), (None, False, ""), (None, True, "")],
)
def test_moment_is_written_in_local_time(value: datetime | None, seconds: bool, written: str) -> None:
    assert moment(value, seconds=seconds) == written
