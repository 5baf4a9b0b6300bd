from decimal import Decimal

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

import core.money
from core.append_only import ForbidUpdateAndDelete


def first_version(apps, schema_editor):
    """What accounts earned until now is version 1, from today on."""
    using = schema_editor.connection.alias
    amount = apps.get_model("earnings", "AutomaticEarning").objects.using(using).values_list("amount", flat=True).first()
    scheme = apps.get_model("earnings", "PayScheme")
    scheme.objects.using(using).create(amount=Decimal("3.00") if amount is None else amount)


def last_amount(apps, schema_editor):
    using = schema_editor.connection.alias
    begun = apps.get_model("earnings", "PayScheme").objects.using(using)
    begun = begun.filter(valid_from__lte=timezone.localdate()).order_by("-valid_from", "-pk").first()
    if begun:
        apps.get_model("earnings", "AutomaticEarning").objects.using(using).create(pk=1, amount=begun.amount)


class Migration(migrations.Migration):
    dependencies = [
        ("earnings", "0008_balance_of_everybody"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PayScheme",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("account", "Por conta"), ("game", "Por jogo"), ("price", "Por faixa de preço")],
                        default="account",
                        max_length=10,
                        verbose_name="tipo",
                    ),
                ),
                ("amount", core.money.MoneyField(default=Decimal("3.00"), verbose_name="valor por conta")),
                ("terms", models.JSONField(default=dict, verbose_name="valores")),
                ("valid_from", models.DateField(default=timezone.localdate, verbose_name="vigência")),
                ("created_at", models.DateTimeField(default=timezone.now, verbose_name="feito em")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="feito por",
                    ),
                ),
            ],
            options={
                "verbose_name": "esquema de pagamento",
                "verbose_name_plural": "esquemas de pagamento",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gte", 0)), name="pay_scheme_not_negative")
                ],
            },
        ),
        migrations.AddField(
            model_name="earning",
            name="scheme",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="earnings.payscheme",
                verbose_name="esquema de pagamento",
            ),
        ),
        migrations.RunPython(first_version, last_amount),
        ForbidUpdateAndDelete("earnings_payscheme"),
        migrations.DeleteModel(name="AutomaticEarning"),
    ]
