from typing import Any

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from core.models import Stamp, locked_row
from core.tests.threads import together


@pytest.mark.django_db
def test_locked_row_is_made_once() -> None:
    first, second = (locked_row(Stamp, name="prova") for _ in range(2))

    assert (first.pk, second.pk, first.version) == (Stamp.objects.get().pk, first.pk, 0)


@pytest.mark.django_db(transaction=True)
def test_locked_row_is_refused_outside_of_a_transaction() -> None:
    with pytest.raises(TransactionManagementError):
        locked_row(Stamp, name="prova")

    assert not Stamp.objects.filter(name="prova").exists()


@pytest.mark.django_db(transaction=True)
def test_locked_row_holds_the_others_back(real_database: Any) -> None:
    def count_up(number: int) -> None:
        with transaction.atomic():
            row = locked_row(Stamp, name="prova")
            row.version += 1
            row.save()

    assert together(8, count_up) == [None] * 8

    assert Stamp.objects.get(name="prova").version == 8
