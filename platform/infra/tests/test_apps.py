from typing import Any

import pysqlite3
import pytest

from infra.apps import lease_outlives_the_pause, sqlite_library_is_safe


@pytest.mark.parametrize(
    ("version", "ids"), [((3, 40, 1), ["core.W001"]), ((3, 51, 2), ["core.W001"]), ((3, 51, 3), []), ((3, 53, 4), [])]
)
def test_sqlite_library_with_the_corruption_bug_is_warned_of(
    monkeypatch: Any, settings: Any, version: tuple[int, ...], ids: list[str]
) -> None:
    monkeypatch.setattr(pysqlite3, "sqlite_version_info", version)
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "infra.db.sqlite3")

    assert [message.id for message in sqlite_library_is_safe(None)] == ids


def test_sqlite_library_does_not_matter_on_postgresql(monkeypatch: Any, settings: Any) -> None:
    monkeypatch.setattr(pysqlite3, "sqlite_version_info", (3, 40, 1))
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "infra.db.postgresql")

    assert sqlite_library_is_safe(None) == []


@pytest.mark.parametrize(("lease_s", "pause_ms", "ids"), [(20, 500, []), (1, 1000, ["core.E001"]), (1, 999, [])])
def test_lease_has_to_outlive_the_pause(settings: Any, lease_s: int, pause_ms: int, ids: list[str]) -> None:
    settings.BULK_LEASE_S, settings.BULK_PAUSE_MS = lease_s, pause_ms

    assert [message.id for message in lease_outlives_the_pause(None)] == ids
