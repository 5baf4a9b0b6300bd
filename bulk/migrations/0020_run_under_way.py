from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bulk", "0019_other_games")]

    operations = [
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                condition=models.Q(("cancelled_at", None), ("finished_at", None), ("paused_at", None)),
                fields=["-id"],
                name="run_under_way",
            ),
        ),
    ]
