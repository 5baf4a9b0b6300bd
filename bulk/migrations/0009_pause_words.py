"""What a reader can do about a pause is added where it is shown, so it leaves the stored reason."""

from typing import Any

from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Replace, Trim

STEPS = (
    "A chave é a padrão do sistema: peça a um administrador que a corrija e retome a execução.",
    "Corrija a chave de API e retome a execução.",
)


def drop_steps(apps: Any, schema_editor: Any) -> None:
    runs = apps.get_model("bulk", "Run").objects.filter(pause_code="key_refused")
    for step in STEPS:
        runs.update(pause_reason=Trim(Replace("pause_reason", Value(step), Value(""))))


class Migration(migrations.Migration):
    dependencies = [("bulk", "0008_one_market")]

    operations = [
        migrations.AlterField(
            model_name="run",
            name="pause_code",
            field=models.CharField(
                blank=True,
                choices=[
                    ("person", "Pausada por uma pessoa"),
                    ("key_refused", "Chave de API recusada"),
                    ("version_gone", "Versão da API desativada"),
                    ("service_failing", "Marketplace com falhas"),
                    ("throttled", "Limite de pedidos"),
                    ("first_error", "Primeiro erro"),
                ],
                max_length=20,
                verbose_name="tipo da pausa",
            ),
        ),
        migrations.RunPython(drop_steps, migrations.RunPython.noop),
    ]
