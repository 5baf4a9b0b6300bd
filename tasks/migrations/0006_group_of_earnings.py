"""What tasks earned so far is listed under them."""

from django.db import migrations
from django.db.models import F


def fill(apps, schema_editor):
    earnings = apps.get_model("earnings", "Earning").objects.using(schema_editor.connection.alias)
    earnings.filter(source_kind="task", group_id=None).update(group_id=F("source_id"))


class Migration(migrations.Migration):
    dependencies = [("tasks", "0005_search"), ("earnings", "0006_groups_and_receipts")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
