from django.conf import settings
from django.db import migrations


def open_balances(apps, schema_editor):
    balance = apps.get_model("earnings", "Balance")
    people = apps.get_model(*settings.AUTH_USER_MODEL.split(".")).objects.using(schema_editor.connection.alias)
    new = people.filter(role="employee", is_active=True, balance=None).values_list("pk", flat=True)
    balance.objects.using(schema_editor.connection.alias).bulk_create(
        [balance(user_id=pk) for pk in new], ignore_conflicts=True, batch_size=500
    )


class Migration(migrations.Migration):
    dependencies = [
        ("earnings", "0007_order_in_groups"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(open_balances, migrations.RunPython.noop)]
