"""When a session was last used, so that one which ended idle is told of no more."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_descriptions_by_game")]

    operations = [
        migrations.AddField(
            "usersession", "used_at", models.DateTimeField("usada em", default=django.utils.timezone.now)
        ),
    ]
