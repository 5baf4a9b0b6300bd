"""Runs are found by words of their title and game, and rows by their title."""

from django.db import migrations, models

from core.migrations._filling import fill_in
from core.text import SearchField


class Migration(migrations.Migration):
    dependencies = [("bulk", "0016_draft_merging")]

    operations = [
        migrations.AddField("run", "search", SearchField("title", "game")),
        migrations.RunPython(fill_in("bulk.Run", "search"), migrations.RunPython.noop),
        migrations.AddIndex("row", models.Index(fields=["title", "-id"], name="row_by_title")),
    ]
