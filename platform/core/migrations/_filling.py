"""What migrations alone need."""

from collections.abc import Callable
from typing import Any

BATCH = 500


def fill_in(label: str, *columns: str) -> Callable[[Any, Any], None]:
    """For a migration: write columns that fill themselves in on every row of a model, in batches."""

    def fill(apps: Any, schema_editor: Any) -> None:
        model = apps.get_model(label)
        rows = model._base_manager.using(schema_editor.connection.alias).order_by("pk")
        last = 0
        while batch := list(rows.filter(pk__gt=last)[:BATCH]):
            last = batch[-1].pk
            for row in batch:
                for column in columns:
                    model._meta.get_field(column).pre_save(row, add=False)
            rows.bulk_update(batch, columns)

    return fill
