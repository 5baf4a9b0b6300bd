"""A column to search by, without case and accents."""

from django.db import migrations

from core.migrations._filling import fill_in
from core.text import SearchField


class Migration(migrations.Migration):
    dependencies = [("earnings", "0004_key_of_the_ledger")]

    operations = [
        migrations.AddField("earning", "search", SearchField("description")),
        migrations.RunPython(fill_in("earnings.Earning", "search"), migrations.RunPython.noop),
    ]
