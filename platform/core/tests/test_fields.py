from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.exceptions import FieldError
from django.db import connection, transaction
from django.db.models import Value

from core import crypto
from core.models import IdempotencyRecord, KeyMaterial

pytestmark = pytest.mark.django_db

SECRET = "gb_live_0123456789"


def stored(name: str = "chave") -> Any:
    with connection.cursor() as cursor:
        cursor.execute("SELECT value FROM core_keymaterial WHERE name = %s", [name])
        return cursor.fetchone()[0]


def assert_unreadable(text: Any) -> None:
    assert text.startswith("v2:")
    assert SECRET not in text
    assert crypto.decrypt(text) == SECRET


def test_encrypted_text_is_readable_in_python_and_unreadable_in_the_database() -> None:
    """API keys and all account credentials are encrypted at rest."""
    KeyMaterial.objects.create(name="chave", value=SECRET)

    assert KeyMaterial.objects.get(name="chave").value == SECRET
    assert_unreadable(stored())


def test_encrypted_text_is_read_by_values_too() -> None:
    KeyMaterial.objects.create(name="chave", value=SECRET)

    assert KeyMaterial.objects.filter(name="chave").values_list("value", flat=True).get() == SECRET


def test_queryset_update_encrypts() -> None:
    KeyMaterial.objects.create(name="chave", value="outro")

    KeyMaterial.objects.filter(name="chave").update(value=SECRET)

    assert_unreadable(stored())


def test_bulk_create_encrypts() -> None:
    KeyMaterial.objects.bulk_create([KeyMaterial(name="chave", value=SECRET)])

    assert_unreadable(stored())


def test_bulk_update_encrypts() -> None:
    material = KeyMaterial.objects.create(name="chave", value="outro")
    material.value = SECRET

    KeyMaterial.objects.bulk_update([material], ["value"])

    assert_unreadable(stored())


def test_update_or_create_encrypts() -> None:
    KeyMaterial.objects.update_or_create(name="chave", defaults={"value": SECRET})

    assert_unreadable(stored())


def test_empty_text_is_stored_as_it_is() -> None:
    KeyMaterial.objects.create(name="chave", value="")

    assert stored() == ""
    assert KeyMaterial.objects.get(name="chave").value == ""


@pytest.mark.parametrize("lookup", ["value", "value__exact", "value__in", "value__icontains", "value__startswith"])
def test_lookups_of_an_encrypted_column_are_refused(lookup: str) -> None:
    with pytest.raises(FieldError):
        KeyMaterial.objects.filter(**{lookup: [SECRET] if lookup.endswith("in") else SECRET}).first()


def test_isnull_of_an_encrypted_column_is_allowed(employee: Any) -> None:
    IdempotencyRecord.objects.create(user=employee, key="k", body=None)

    assert IdempotencyRecord.objects.filter(body__isnull=True).count() == 1


def test_plain_text_smuggled_past_the_field_does_not_open() -> None:
    KeyMaterial.objects.create(name="chave", value="outro")
    KeyMaterial.objects.filter(name="chave").update(value=Value(SECRET))

    with pytest.raises(Exception, match="FIELD_ENCRYPTION_KEYS"):
        KeyMaterial.objects.get(name="chave")


@pytest.mark.parametrize(
    "value",
    [{}, [], 0, "", False, {"a": [1, 2.5, None, "ção"]}, [{"login": SECRET}], "texto"],
)
def test_encrypted_json_round_trips(employee: Any, value: Any) -> None:
    record = IdempotencyRecord.objects.create(user=employee, key="k", body=value)

    assert IdempotencyRecord.objects.get(pk=record.pk).body == value
    with connection.cursor() as cursor:
        cursor.execute("SELECT body FROM core_idempotencyrecord")
        assert cursor.fetchone()[0].startswith("v2:")


def test_encrypted_json_keeps_null(employee: Any) -> None:
    record = IdempotencyRecord.objects.create(user=employee, key="k", body=None)

    assert IdempotencyRecord.objects.get(pk=record.pk).body is None


def test_encrypted_json_is_encrypted_by_update_and_bulk_create(employee: Any) -> None:
    IdempotencyRecord.objects.bulk_create([IdempotencyRecord(user=employee, key="k", body={"login": SECRET})])
    IdempotencyRecord.objects.update(body={"login": SECRET, "senha": SECRET})

    assert IdempotencyRecord.objects.get().body == {"login": SECRET, "senha": SECRET}
    with connection.cursor() as cursor:
        cursor.execute("SELECT body FROM core_idempotencyrecord")
        assert SECRET not in cursor.fetchone()[0]


def test_encrypted_json_refuses_what_is_no_json(employee: Any) -> None:
    with pytest.raises(TypeError), transaction.atomic():
        IdempotencyRecord.objects.create(user=employee, key="k", body={"at": datetime.now(UTC)})

    assert IdempotencyRecord.objects.count() == 0
