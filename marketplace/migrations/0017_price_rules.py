from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0016_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="globalsettings",
            name="price_rules_stopped",
            field=models.BooleanField(default=False, verbose_name="regras de preço paradas"),
        ),
        migrations.AddField(
            model_name="globalsettings",
            name="price_changes_a_day",
            field=models.PositiveIntegerField(default=50, verbose_name="mudanças de preço por dia, das regras"),
        ),
    ]
