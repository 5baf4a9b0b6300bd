import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bulk", "0023_prices"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PriceRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="nome")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("age", "Tempo anunciada"),
                            ("stock", "Estoque do jogo"),
                            ("ai_price", "Sugestão do LZT Market"),
                        ],
                        max_length=10,
                        verbose_name="tipo",
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[("off", "Desligada"), ("propose", "Propõe"), ("apply", "Aplica")],
                        default="propose",
                        max_length=10,
                        verbose_name="modo",
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=40, verbose_name="jogo")),
                ("service", models.CharField(blank=True, max_length=20, verbose_name="marketplace")),
                ("threshold", models.PositiveIntegerField(default=0, verbose_name="dias ou contas")),
                (
                    "percentage",
                    models.DecimalField(decimal_places=2, default=0, max_digits=4, verbose_name="redução (%)"),
                ),
                (
                    "rounding",
                    models.CharField(
                        choices=[("cents", "Centavos"), ("99", "Terminar em ,99"), ("whole", "Euros inteiros")],
                        default="cents",
                        max_length=10,
                        verbose_name="arredondamento",
                    ),
                ),
                (
                    "cost_eur",
                    models.DecimalField(
                        decimal_places=2, max_digits=12, null=True, verbose_name="custo por conta em euro"
                    ),
                ),
                (
                    "fee_percentage",
                    models.DecimalField(
                        decimal_places=2, max_digits=4, null=True, verbose_name="taxa do marketplace (%)"
                    ),
                ),
                ("daily", models.PositiveSmallIntegerField(default=1, verbose_name="mudanças por conta e dia")),
                ("rest_days", models.PositiveSmallIntegerField(default=3, verbose_name="dias entre mudanças")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="alterada em")),
            ],
            options={"verbose_name": "regra de preço", "verbose_name_plural": "regras de preço", "ordering": ["id"]},
        ),
        migrations.AddField(
            model_name="pricechange",
            name="rule",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="changes",
                to="bulk.pricerule",
                verbose_name="regra",
            ),
        ),
        migrations.AddField(
            model_name="pricechange",
            name="floor_eur",
            field=models.DecimalField(decimal_places=2, max_digits=12, null=True, verbose_name="piso em euro"),
        ),
        migrations.AddField(
            model_name="pricechange",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="por quê"),
        ),
        migrations.AddField(
            model_name="pricechange",
            name="unknown",
            field=models.CharField(blank=True, max_length=200, verbose_name="falta saber"),
        ),
        migrations.AlterField(
            model_name="pricechange", name="batch", field=models.UUIDField(null=True, verbose_name="lote")
        ),
        migrations.AlterField(
            model_name="pricechange",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="pedida por",
            ),
        ),
        migrations.AddField(
            model_name="row",
            name="suggested_at",
            field=models.DateTimeField(null=True, verbose_name="sugestão pedida em"),
        ),
        migrations.AddField(
            model_name="row",
            name="suggested_eur",
            field=models.DecimalField(decimal_places=2, max_digits=12, null=True, verbose_name="preço sugerido em euro"),
        ),
        migrations.AddIndex(
            model_name="pricechange",
            index=models.Index(condition=models.Q(("rule__isnull", False)), fields=["-id"], name="price_change_of_rules"),
        ),
        migrations.AddConstraint(
            model_name="pricechange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("batch", None), ("error", "")),
                fields=("row",),
                name="price_change_one_proposal_per_listing",
            ),
        ),
        migrations.AddConstraint(
            model_name="pricechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rule__isnull", False),
                    models.Q(("batch__isnull", False), ("by__isnull", False)),
                    _connector="OR",
                ),
                name="price_change_is_of_a_rule_or_a_person",
            ),
        ),
    ]
