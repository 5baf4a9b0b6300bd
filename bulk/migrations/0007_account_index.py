from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bulk", "0006_training")]

    operations = [
        migrations.AddField(
            model_name="row",
            name="account_index",
            field=models.CharField(blank=True, db_index=True, default="", max_length=64, verbose_name="índice da conta"),
        ),
    ]
