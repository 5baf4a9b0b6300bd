"""Transactions that do not hold others up."""

from typing import Any

import pytest
from django.db import connection, transaction

from core.connections import unsynced_transaction
from core.models import KeyMaterial


def waits_for_the_disk() -> bool:
    question = "SHOW synchronous_commit" if connection.vendor == "postgresql" else "PRAGMA synchronous"
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0] not in ("off", 1)


def test_unsynced_transaction_does_not_wait_for_the_disk_and_the_next_one_does(real_database: Any) -> None:
    with unsynced_transaction():
        KeyMaterial.objects.create(name="contagem", value="x")
        assert not waits_for_the_disk()
    assert KeyMaterial.objects.filter(name="contagem").exists()
    with transaction.atomic():
        assert waits_for_the_disk()


def test_unsynced_transaction_that_fails_leaves_nothing(real_database: Any) -> None:
    def fails() -> None:
        with unsynced_transaction():
            KeyMaterial.objects.create(name="contagem", value="x")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert not KeyMaterial.objects.filter(name="contagem").exists()
    assert waits_for_the_disk()


def test_inside_another_transaction_it_is_as_durable_as_that_one(real_database: Any) -> None:
    with transaction.atomic():
        with unsynced_transaction():
            assert waits_for_the_disk()
        KeyMaterial.objects.create(name="promessa", value="x")
    assert KeyMaterial.objects.filter(name="promessa").exists()
