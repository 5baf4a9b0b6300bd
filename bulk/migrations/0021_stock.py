"""Accounts over markets, each with its listings: the rows that created one, those of the releases before too.

Whoever listed an account first was paid for it and keeps it; what the marketplace showed as sold is sold, and taken down
where it is still on sale.
"""

from typing import Any

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import core.text

BATCH = 500
BOUGHT = ("Processing", "Sold")


def put_into_stock(apps: Any, schema_editor: Any) -> None:
    """Rows in the order in which they were confirmed, a batch at a time."""
    account, row = apps.get_model("bulk", "Account").objects, apps.get_model("bulk", "Row").objects
    shown = apps.get_model("marketplace", "RemoteAccount").objects
    created = row.filter(state="created", run__training=False, account=None)
    created = created.select_related("run").defer("credentials", "listing").order_by("settled_at", "pk")
    while rows := list(created[:BATCH]):
        indexes = {each.pk: each.account_index or each.login_index or f"row:{each.pk}" for each in rows}
        known = set(account.filter(index__in=indexes.values()).values_list("index", flat=True))
        for each in rows:
            if (index := indexes[each.pk]) not in known:
                known.add(index)
                account.create(
                    index=index,
                    owner_id=each.run.owner_id,
                    first_row=each,
                    game=each.run.game,
                    title=each.title,
                    login_hint=each.login_hint,
                    listed_at=each.settled_at or each.run.created_at,
                )
        accounts = {each.index: each for each in account.filter(index__in=indexes.values())}
        remote = {(each.market, each.remote_id): each for each in shown.filter(remote_id__in={r.remote_id for r in rows})}
        sold = []
        for each in rows:
            each.account = accounts[indexes[each.pk]]
            listing = remote.get((each.run.market, each.remote_id))
            each.price_eur = listing.price_eur if listing else None
            if listing and listing.status in BOUGHT:
                each.sold_at = listing.seen_at
                each.account.sold_at = each.account.sold_at or listing.seen_at
                sold.append(each.account)
        row.bulk_update(rows, ["account", "price_eur", "sold_at"])
        account.bulk_update(set(sold), ["sold_at"])
    left_open = row.filter(
        state="created", account__sold_at__isnull=False, sold_at=None, withdrawn_at=None, closing_at=None
    )
    left_open.update(
        withdrawal="delete", closing_at=django.db.models.functions.datetime.Now(), due_at=None, failed_lookups=0
    )


class Migration(migrations.Migration):
    dependencies = [
        ("bulk", "0020_run_under_way"),
        ("marketplace", "0015_resume_runs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="row",
            name="closing_at",
            field=models.DateTimeField(null=True, verbose_name="a encerrar desde"),
        ),
        migrations.AddField(
            model_name="row",
            name="order_id",
            field=models.CharField(blank=True, max_length=100, verbose_name="pedido"),
        ),
        migrations.AddField(
            model_name="row",
            name="price_eur",
            field=models.DecimalField(decimal_places=2, max_digits=12, null=True, verbose_name="preço em euro"),
        ),
        migrations.AddField(
            model_name="row",
            name="sold_at",
            field=models.DateTimeField(null=True, verbose_name="vendida em"),
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.CharField(max_length=64, unique=True, verbose_name="índice da conta")),
                ("game", models.CharField(max_length=40, verbose_name="jogo")),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="título")),
                ("login_hint", models.CharField(blank=True, max_length=40, verbose_name="login mascarado")),
                ("search", core.text.SearchField("title", "game", default="", editable=False, verbose_name="busca")),
                (
                    "listed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), verbose_name="anunciada desde"
                    ),
                ),
                ("sold_at", models.DateTimeField(null=True, verbose_name="vendida em")),
                ("sold_twice_at", models.DateTimeField(null=True, verbose_name="vendida duas vezes em")),
                (
                    "first_row",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="bulk.row",
                        verbose_name="linha paga",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="pessoa",
                    ),
                ),
            ],
            options={
                "verbose_name": "conta em estoque",
                "verbose_name_plural": "estoque de contas",
                "ordering": ["-id"],
            },
        ),
        migrations.AddField(
            model_name="row",
            name="account",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="listings",
                to="bulk.account",
                verbose_name="conta",
            ),
        ),
        migrations.AddIndex(
            model_name="row",
            index=models.Index(
                condition=models.Q(("closing_at__isnull", False), ("withdrawal", "delete")),
                fields=["due_at"],
                name="row_to_close",
            ),
        ),
        migrations.AddIndex(
            model_name="account",
            index=models.Index(fields=["owner", "-id"], name="account_by_owner"),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("sold_twice_at", None), ("sold_at__isnull", False), _connector="OR"),
                name="account_sold_twice_is_sold",
            ),
        ),
        migrations.RunPython(put_into_stock, migrations.RunPython.noop),
    ]
