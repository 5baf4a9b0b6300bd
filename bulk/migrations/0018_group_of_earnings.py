"""What accounts earned so far is listed under their runs."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    alias = schema_editor.connection.alias
    rows = apps.get_model("bulk", "Row").objects.filter(pk=OuterRef("source_id"))
    earnings = apps.get_model("earnings", "Earning").objects.using(alias)
    earnings.filter(source_kind="bulk_row", group_id=None).update(group_id=Subquery(rows.values("run_id")[:1]))


class Migration(migrations.Migration):
    dependencies = [("bulk", "0017_run_search"), ("earnings", "0006_groups_and_receipts")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
