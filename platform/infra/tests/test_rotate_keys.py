"""`manage.py rotate_keys`. It runs while people read, and what was encrypted opens without the
old key afterwards."""

import threading
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction

from core import crypto
from core.fields import EncryptedTextField
from core.models import AuditEvent, KeyMaterial
from infra.management.commands import rotate_keys

OLD, NEW, LOST = (Fernet.generate_key().decode() for _ in range(3))


@pytest.fixture
def secrets(db: Any, keys: Callable[..., None]) -> Callable[[int], None]:
    """Secrets under the old key, the new one standing in front of it from now on."""
    KeyMaterial.objects.filter(name=crypto.LEDGER_KEY).delete()
    index_key = KeyMaterial.objects.get(name=crypto.INDEX_KEY).value
    keys(OLD)
    KeyMaterial.objects.filter(name=crypto.INDEX_KEY).update(value=index_key)
    keys(NEW, OLD)

    def make(count: int) -> None:
        keys(OLD)
        KeyMaterial.objects.bulk_create([KeyMaterial(name=f"s{n}", value=f"segredo {n}") for n in range(count)])
        keys(NEW, OLD)

    return make


def stored() -> dict[str, str]:
    """What lies in the column, unread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, value FROM core_keymaterial")
        return dict(cursor.fetchall())


def rotate(*arguments: str) -> str:
    out = StringIO()
    call_command("rotate_keys", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def column() -> EncryptedTextField:
    return next(each for each in rotate_keys.encrypted_columns() if str(each) == "core.KeyMaterial.value")


def test_every_encrypted_column_is_found_by_its_type() -> None:
    names = [str(each) for each in rotate_keys.encrypted_columns()]
    assert names == sorted(names)
    assert {"core.KeyMaterial.value", "core.IdempotencyRecord.body"} <= set(names)


def test_everything_opens_after_the_old_key_is_gone(secrets: Callable[[int], None], keys: Callable[..., None]) -> None:
    secrets(25)
    index = crypto.blind_index("login")
    assert "26 segredos regravados." in rotate("--batch", "10")
    keys(NEW)
    crypto.index_key.cache_clear()
    values = dict(KeyMaterial.objects.exclude(name=crypto.INDEX_KEY).values_list("name", "value"))
    assert values == {f"s{n}": f"segredo {n}" for n in range(25)}
    assert crypto.blind_index("login") == index
    event = AuditEvent.objects.get(event="core.keys_rotated")
    assert (event.actor_label, event.after) == ("sistema", {"core.KeyMaterial.value": 26})


def test_second_run_leaves_everything_as_it_is(secrets: Callable[[int], None]) -> None:
    secrets(3)
    rotate()
    before = stored()
    assert "0 segredos regravados." in rotate()
    assert stored() == before
    assert AuditEvent.objects.filter(event="core.keys_rotated").count() == 1


def test_run_that_was_stopped_is_started_again(secrets: Callable[[int], None], keys: Callable[..., None]) -> None:
    secrets(25)
    started = rotate_keys.rotate_column(column(), batch=10)
    next(started)
    assert next(started).seen == 10
    started.close()
    half = stored()
    assert sum(map(crypto.is_current, half.values())) == 10
    assert "16 segredos regravados." in rotate("--batch", "10")
    after = stored()
    assert [name for name in half if crypto.is_current(half[name]) and after[name] != half[name]] == []
    assert all(map(crypto.is_current, after.values()))


def test_dry_run_counts_and_writes_nothing(secrets: Callable[[int], None]) -> None:
    secrets(3)
    before = stored()
    assert "4 segredos seriam regravados." in rotate("--dry-run")
    assert stored() == before
    assert AuditEvent.objects.count() == 0


def test_value_that_changed_meanwhile_is_not_overwritten(secrets: Callable[[int], None]) -> None:
    secrets(1)
    row = KeyMaterial.objects.get(name="s0")
    read = stored()["s0"]
    KeyMaterial.objects.filter(pk=row.pk).update(value="mudou")
    rotate_keys._write(column(), [(crypto.rotate(read), row.pk, read)])
    row.refresh_from_db()
    assert row.value == "mudou"


def test_empty_and_missing_values_are_no_secrets(secrets: Callable[[int], None]) -> None:
    secrets(2)
    KeyMaterial.objects.filter(name="s0").update(value="")
    progress = list(rotate_keys.rotate_column(column()))
    assert (progress[0].total, progress[-1].seen, progress[-1].rotated) == (2, 2, 2)
    assert stored()["s0"] == ""


def test_secret_that_no_key_opens_is_named_and_the_rest_rotated(
    secrets: Callable[[int], None], keys: Callable[..., None]
) -> None:
    secrets(3)
    keys(LOST)
    lost = KeyMaterial.objects.create(name="perdido", value="x")
    keys(NEW, OLD)
    out = StringIO()
    with pytest.raises(CommandError, match="1 segredos não puderam ser abertos"):
        call_command("rotate_keys", stdout=out, stderr=out)
    assert f"core.KeyMaterial.value: nenhuma chave da lista abre {lost.pk}" in out.getvalue()
    assert [name for name, text in stored().items() if not crypto.is_current(text)] == ["perdido"]


def test_batch_of_nothing_is_refused(db: Any) -> None:
    with pytest.raises(CommandError, match="--batch"):
        rotate("--batch", "0")


def test_secret_never_reaches_the_output(secrets: Callable[[int], None]) -> None:
    secrets(3)
    assert "segredo 0" not in rotate()


@pytest.mark.slow
def test_readers_never_fail_while_keys_are_rotated(real_database: Any, keys: Callable[..., None], settings: Any) -> None:
    """A tenth of the acceptance's 100,000 secrets; `python -m bench` says how long they take."""
    current = settings.FIELD_ENCRYPTION_KEYS[0]
    keys(OLD)
    text = crypto.encrypt("segredo")
    keys(current, OLD)
    with transaction.atomic(), connection.cursor() as cursor:
        rows = [(f"s{n}", text) for n in range(10_000)]
        cursor.executemany("INSERT INTO core_keymaterial (name, value) VALUES (%s, %s)", rows)
    failures: list[Exception] = []
    reads: list[str] = []
    stop = threading.Event()

    def read() -> None:
        over = False
        while not over:
            over = stop.wait(0.001)  # once more after the end, so that even the slowest reader has read
            try:
                reads.append(KeyMaterial.objects.get(name=f"s{len(reads) * 37 % 10_000}").value)
            except (KeyMaterial.DoesNotExist, ImproperlyConfigured, DatabaseError) as failure:
                failures.append(failure)
        connections.close_all()

    reader = threading.Thread(target=read)
    reader.start()
    rotate()
    stop.set()
    reader.join()
    assert failures == []
    assert set(reads) == {"segredo"}
    keys(current)
    assert {row.value for row in KeyMaterial.objects.filter(name__startswith="s")} == {"segredo"}
