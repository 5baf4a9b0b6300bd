from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0017_price_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="globalsettings",
            name="deduction_percent",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="desconto sugerido (%)"),
        ),
        migrations.AddConstraint(
            model_name="globalsettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("deduction_percent__lte", 100)), name="global_settings_deduction_percent"
            ),
        ),
    ]
