import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import core.money
from core.append_only import ForbidUpdateAndDelete


class Migration(migrations.Migration):
    dependencies = [
        ("bulk", "0024_price_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="OrderDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deducted", core.money.MoneyField(verbose_name="descontado")),
                ("reason", models.CharField(max_length=200, verbose_name="motivo")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="decidido em")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="decidido por",
                    ),
                ),
                (
                    "order",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decision",
                        to="bulk.order",
                        verbose_name="pedido",
                    ),
                ),
            ],
            options={
                "verbose_name": "decisão sobre um pedido",
                "verbose_name_plural": "decisões sobre pedidos",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("deducted__gte", 0)), name="order_decision_not_negative")
                ],
            },
        ),
        ForbidUpdateAndDelete("bulk_orderdecision"),
    ]
