"""A person's descriptions move from a column a game into one column, by the game's slug."""

from typing import Any

from django.db import migrations, models

COLUMNS = {
    "fortnite": "fortnite_description",
    "valorant": "valorant_description",
    "roblox": "roblox_description",
    "war-thunder": "warthander_description",
}


def gather(apps: Any, schema_editor: Any) -> None:
    settings = apps.get_model("accounts", "UploadSettings")._base_manager.using(schema_editor.connection.alias)
    for row in settings.iterator():
        texts = {slug: getattr(row, column) for slug, column in COLUMNS.items()}
        settings.filter(pk=row.pk).update(descriptions={slug: text for slug, text in texts.items() if text})


def spread(apps: Any, schema_editor: Any) -> None:
    settings = apps.get_model("accounts", "UploadSettings")._base_manager.using(schema_editor.connection.alias)
    for row in settings.iterator():
        columns = {column: row.descriptions.get(slug, "") for slug, column in COLUMNS.items()}
        settings.filter(pk=row.pk).update(**columns)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_folded_names")]

    operations = [
        migrations.AddField(
            "uploadsettings", "descriptions", models.JSONField(default=dict, verbose_name="descrições por jogo")
        ),
        *(
            migrations.AlterField("uploadsettings", column, models.TextField(blank=True, default=""))
            for column in COLUMNS.values()
        ),
        migrations.RunPython(gather, spread),
        *(migrations.RemoveField("uploadsettings", column) for column in COLUMNS.values()),
    ]
