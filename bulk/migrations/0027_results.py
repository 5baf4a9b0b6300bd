from decimal import Decimal

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import core.money
from core.append_only import ForbidUpdateAndDelete


class Migration(migrations.Migration):
    dependencies = [
        ("bulk", "0026_markets"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Cost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", core.money.MoneyField(verbose_name="custo")),
                (
                    "currency",
                    models.CharField(
                        choices=[("EUR", "Euro"), ("USD", "Dólar"), ("BRL", "Real")], max_length=3, verbose_name="moeda"
                    ),
                ),
                ("supplier", models.CharField(blank=True, max_length=80, verbose_name="fornecedor")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="informado em")),
            ],
            options={
                "verbose_name": "custo de uma conta",
                "verbose_name_plural": "custos das contas",
                "ordering": ["-id"],
                "constraints": [models.CheckConstraint(condition=models.Q(("amount__gte", 0)), name="cost_not_negative")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("bought", "Compra"),
                            ("sold", "Venda"),
                            ("paid", "Pagamento do marketplace"),
                            ("fined", "Multa"),
                            ("refunded", "Reembolso"),
                            ("pay", "Ganho da equipe"),
                        ],
                        max_length=10,
                        verbose_name="tipo",
                    ),
                ),
                ("market", models.CharField(blank=True, max_length=20, verbose_name="marketplace")),
                ("amount", core.money.MoneyField(verbose_name="valor")),
                ("currency", models.CharField(max_length=10, verbose_name="moeda")),
                ("day", models.DateField(verbose_name="dia")),
                ("brl", core.money.MoneyField(null=True, verbose_name="valor em reais")),
                ("source", models.CharField(max_length=60, unique=True, verbose_name="origem")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="lançado em")),
            ],
            options={
                "verbose_name": "lançamento de uma conta",
                "verbose_name_plural": "lançamentos das contas",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Rate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "currency",
                    models.CharField(
                        choices=[("EUR", "Euro"), ("USD", "Dólar"), ("BRL", "Real")], max_length=3, verbose_name="moeda"
                    ),
                ),
                ("day", models.DateField(verbose_name="dia")),
                ("brl", models.DecimalField(decimal_places=6, max_digits=12, verbose_name="reais")),
                ("source", models.CharField(max_length=60, verbose_name="fonte")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="informada em")),
            ],
            options={
                "verbose_name": "cotação",
                "verbose_name_plural": "cotações",
                "ordering": ["-day", "-id"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("brl__gt", 0)), name="rate_positive"),
                    models.CheckConstraint(
                        condition=models.Q(("currency", "BRL"), _negated=True), name="rate_of_a_foreign_currency"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="result",
                        serialize=False,
                        to="bulk.account",
                        verbose_name="conta",
                    ),
                ),
                ("game", models.CharField(max_length=40, verbose_name="jogo")),
                ("supplier", models.CharField(blank=True, max_length=80, verbose_name="fornecedor")),
                ("market", models.CharField(max_length=20, verbose_name="marketplace")),
                ("listed_on", models.DateField(verbose_name="anunciada em")),
                ("sold_on", models.DateField(null=True, verbose_name="vendida em")),
                ("paid_on", models.DateField(null=True, verbose_name="recebida em")),
                ("cost", core.money.MoneyField(default=Decimal("0.00"), verbose_name="custo")),
                ("sale", core.money.MoneyField(default=Decimal("0.00"), verbose_name="venda")),
                ("paid", core.money.MoneyField(default=Decimal("0.00"), verbose_name="recebido")),
                ("fined", core.money.MoneyField(default=Decimal("0.00"), verbose_name="multas")),
                ("refunded", core.money.MoneyField(default=Decimal("0.00"), verbose_name="reembolsos")),
                ("pay", core.money.MoneyField(default=Decimal("0.00"), verbose_name="ganho da equipe")),
                ("profit", core.money.MoneyField(null=True, verbose_name="lucro")),
                ("unvalued", models.PositiveIntegerField(default=0, verbose_name="lançamentos sem cotação")),
            ],
            options={
                "verbose_name": "resultado de uma conta",
                "verbose_name_plural": "resultados das contas",
                "ordering": ["-account"],
            },
        ),
        migrations.AddField(
            model_name="order",
            name="changed_at",
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="mudou em"),
        ),
        migrations.AddIndex(
            model_name="order",
            index=models.Index(fields=["changed_at"], name="order_by_change"),
        ),
        migrations.AddField(
            model_name="cost",
            name="row",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="cost", to="bulk.row", verbose_name="linha"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="bulk.account",
                verbose_name="conta",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="valued",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="valuation",
                to="bulk.entry",
                verbose_name="lançamento valorado",
            ),
        ),
        migrations.AddField(
            model_name="rate",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="informada por",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="rate",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="bulk.rate",
                verbose_name="cotação",
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="owner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="pessoa",
            ),
        ),
        migrations.AddIndex(
            model_name="rate",
            index=models.Index(fields=["currency", "day", "-id"], name="rate_of_day"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["account", "id"], name="entry_of_account"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(condition=models.Q(("brl", None)), fields=["currency", "day"], name="entry_without_value"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                condition=models.Q(("paid_on__isnull", False)), fields=["paid_on"], name="result_by_payment"
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(condition=models.Q(("sold_on", None)), fields=["listed_on"], name="result_in_stock"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                condition=models.Q(("paid_on", None), ("sold_on__isnull", False)),
                fields=["sold_on"],
                name="result_to_receive",
            ),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(condition=models.Q(("unvalued__gt", 0)), fields=["account"], name="result_without_rate"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["owner", "paid_on"], name="result_by_owner"),
        ),
        *(ForbidUpdateAndDelete(f"bulk_{name}") for name in ("rate", "cost", "entry")),
    ]
