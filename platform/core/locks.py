"""Get or create a row and lock it FOR UPDATE."""

from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=Model)


def locked_row(model: type[Row], **key: Any) -> Row:
    """Get or create the row of this key, locked until the transaction ends.

    Raises TransactionManagementError outside of a transaction, where the lock would be released at once.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError(f"{model.__name__} is locked inside the transaction of its cause.")
    # A row that does not exist cannot be locked, so it is inserted first.
    model._default_manager.bulk_create([model(**key)], ignore_conflicts=True)
    return model._default_manager.select_for_update().get(**key)
