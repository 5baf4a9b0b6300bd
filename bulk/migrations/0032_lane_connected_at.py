from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("bulk", "0031_row_by_end")]

    operations = [migrations.RenameField("lane", "vouched_at", "connected_at")]
