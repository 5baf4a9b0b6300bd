import django.utils.timezone
from django.db import migrations, models

import core.money
from core.append_only import ForbidUpdateAndDelete


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0018_deduction_percent"),
    ]

    operations = [
        migrations.AddField(
            model_name="purchase",
            name="account_index",
            field=models.CharField(
                blank=True, db_default="", db_index=True, max_length=64, verbose_name="índice da conta"
            ),
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("market", models.CharField(max_length=200, verbose_name="marketplace")),
                ("remote_id", models.CharField(max_length=100, verbose_name="id remoto")),
                ("order_id", models.CharField(db_index=True, max_length=100, verbose_name="pedido")),
                ("amount", core.money.MoneyField(verbose_name="valor")),
                ("currency", models.CharField(max_length=10, verbose_name="moeda")),
                ("is_fine", models.BooleanField(default=False, verbose_name="multa")),
                ("made_at", models.DateTimeField(verbose_name="feito em")),
                (
                    "created_at",
                    models.DateTimeField(
                        db_index=True, default=django.utils.timezone.now, verbose_name="conhecido desde"
                    ),
                ),
            ],
            options={
                "verbose_name": "pagamento do marketplace",
                "verbose_name_plural": "pagamentos dos marketplaces",
                "ordering": ["-id"],
                "constraints": [models.UniqueConstraint(fields=("market", "remote_id"), name="payment_once_per_market")],
            },
        ),
        ForbidUpdateAndDelete("marketplace_payment"),
    ]
