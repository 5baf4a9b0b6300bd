from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("bulk", "0025_order_decisions")]

    operations = [
        migrations.AddField("run", "group", models.UUIDField(blank=True, null=True, verbose_name="grupo")),
        migrations.AddIndex(
            "run",
            models.Index(condition=Q(("group__isnull", False)), fields=["group"], name="run_by_group"),
        ),
        migrations.AddField(
            "contenttemplate",
            "service",
            models.CharField(blank=True, default="", max_length=40, verbose_name="marketplace"),
        ),
        migrations.AddField(
            "contenttemplate",
            "language",
            models.CharField(
                choices=[("pt", "Português"), ("en", "Inglês")], default="pt", max_length=2, verbose_name="idioma"
            ),
        ),
    ]
