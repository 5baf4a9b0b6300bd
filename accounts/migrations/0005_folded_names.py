"""Folded forms of names, which SQL cannot compute on every database.

Of active names that are equal now but were not before, the oldest keeps the plain identity; the others have the id of
their row behind it, so that all of them can sign in by their own spelling and no new one is taken.
"""

import unicodedata
from typing import Any

from django.db import migrations

import accounts.models
import core.text
from core.migrations._filling import fill_in

SEPARATOR = "\x1f"


def identity(text: str) -> str:
    """`core.text.identity` as it was when this was written."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).casefold())


def fill_identities(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("accounts", "User")._base_manager.using(schema_editor.connection.alias)
    taken: set[str] = set()
    rows = []
    for pk, username in people.order_by("-is_active", "pk").values_list("pk", "username"):
        name = identity(username)
        rows.append((f"{name}{SEPARATOR}{pk}" if name in taken else name, pk))
        taken.add(name)
    with schema_editor.connection.cursor() as cursor:
        cursor.executemany("UPDATE accounts_user SET identity = %s WHERE id = %s", rows)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_index_of_online")]

    operations = [
        migrations.AddField(
            "user",
            "identity",
            accounts.models.IdentityField(default="", editable=False, verbose_name="identidade do nome"),
        ),
        migrations.AddField("user", "search", core.text.SearchField("full_name", "username")),
        migrations.RunPython(fill_identities, migrations.RunPython.noop),
        migrations.RunPython(fill_in("accounts.User", "search"), migrations.RunPython.noop),
        migrations.RemoveConstraint("user", "user_one_per_username"),
        migrations.AlterField(
            "user",
            "identity",
            accounts.models.IdentityField(default="", editable=False, unique=True, verbose_name="identidade do nome"),
        ),
    ]
