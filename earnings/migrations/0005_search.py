"""A column to search by, without case and accents."""

from django.db import migrations

from core.text import SearchField, fill_in


class Migration(migrations.Migration):
    dependencies = [("earnings", "0004_key_of_the_ledger")]

    operations = [
        migrations.AddField("earning", "search", SearchField("description")),
        migrations.RunPython(fill_in("earnings.Earning", "search"), migrations.RunPython.noop),
    ]
