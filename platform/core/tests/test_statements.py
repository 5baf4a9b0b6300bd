"""Statements whose SQL is built once do what the ORM does, with the values of each call."""

import pytest
from django.db import transaction
from django.db.models import F, Q
from django.db.transaction import TransactionManagementError

from core.models import Stamp
from core.statements import build, update

pytestmark = pytest.mark.django_db


def test_query_that_was_built_gives_the_rows_of_each_call() -> None:
    Stamp.objects.bulk_create([Stamp(name="a", version=1), Stamp(name="b", version=2)])
    versions_of = build(lambda name: Stamp.objects.filter(name=name).values_list("version", flat=True))

    assert [versions_of(name=name) for name in ("a", "b", "c", "a")] == [[1], [2], [], [1]]

    Stamp.objects.filter(name="a").update(version=7)
    assert versions_of(name="a") == [7]


def test_query_that_was_built_gives_rows_as_models() -> None:
    Stamp.objects.create(name="a", version=1)
    stamps = build(lambda version: Stamp.objects.filter(version=version).order_by("pk")[:1])

    assert [str(each.name) for each in stamps(version=1)] == ["a"]


@pytest.mark.parametrize("text", ["it's", "100%", "%s", "a\\b", "'; DROP TABLE core_stamp; --"])
def test_texts_written_into_a_built_query_stay_what_they_are(text: str) -> None:
    Stamp.objects.bulk_create([Stamp(name=text, version=1), Stamp(name="other", version=1)])
    named = build(lambda version: Stamp.objects.filter(name=text, version=version).values_list("name", flat=True))
    begun = build(lambda: Stamp.objects.filter(name__startswith=text).values_list("name", flat=True))

    assert named(version=1) == [text]
    assert begun() == [text]


def test_update_changes_what_matches_and_counts_it() -> None:
    Stamp.objects.bulk_create([Stamp(name="a", version=1), Stamp(name="b", version=2)])

    assert update(Stamp, {"name": "a"}, version=5) == 1
    assert update(Stamp, {"name": "b"}, Q(version__lt=9), version=F("version") + 1) == 1
    assert update(Stamp, {"name": "b"}, Q(version__gt=9), version=F("version") + 1) == 0
    assert update(Stamp, {"name": "c"}, version=5) == 0
    assert dict(Stamp.objects.values_list("name", "version")) == {"a": 5, "b": 3}


def test_update_takes_the_values_of_each_call() -> None:
    Stamp.objects.bulk_create([Stamp(name="a", version=1), Stamp(name="b", version=2)])

    for version in (3, 4):
        for name in ("a", "b"):
            assert update(Stamp, {"name": name}, name=f"{name}", version=version) == 1
            assert Stamp.objects.get(name=name).version == version


@pytest.mark.django_db(transaction=True)
def test_rows_are_never_locked_outside_of_a_transaction() -> None:
    """Django asks when it builds the SQL, which happens once."""
    locked = build(lambda name: Stamp.objects.select_for_update().filter(name=name))
    with transaction.atomic():
        locked(name="a")

    with pytest.raises(TransactionManagementError):
        locked(name="a")
