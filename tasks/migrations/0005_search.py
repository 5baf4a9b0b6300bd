"""A column to search by, without case and accents."""

from django.db import migrations

from core.migrations._filling import fill_in
from core.text import SearchField


class Migration(migrations.Migration):
    dependencies = [("tasks", "0004_cancelled")]

    operations = [
        migrations.AddField("task", "search", SearchField("title", "description")),
        migrations.RunPython(fill_in("tasks.Task", "search"), migrations.RunPython.noop),
    ]
