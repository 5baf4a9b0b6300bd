"""A column to search names by, without case and accents."""

from django.db import migrations

from core.migrations._filling import fill_in
from core.text import SearchField


class Migration(migrations.Migration):
    dependencies = [("bulk", "0013_pause_by_a_person")]

    operations = [
        migrations.AddField("contenttemplate", "search", SearchField("name")),
        migrations.AddField("rareitemlist", "search", SearchField("name")),
        migrations.RunPython(fill_in("bulk.ContentTemplate", "search"), migrations.RunPython.noop),
        migrations.RunPython(fill_in("bulk.RareItemList", "search"), migrations.RunPython.noop),
    ]
