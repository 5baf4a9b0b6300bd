"""What people wrote before a change of the tables is theirs after it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from infra.search import make_indexes

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("accounts", "0005_folded_names")]
AFTER = [("accounts", "0006_descriptions_by_game")]


@pytest.fixture
def migrated_to() -> Iterator[Any]:
    """Migrate to a state and answer its models; everything is forward again after the test."""

    def migrate(targets: list[tuple[str, str]]) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate(targets)
        return MigrationExecutor(connection).loader.project_state(targets).apps

    yield migrate
    MigrationExecutor(connection).migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    make_indexes(using="default")


def test_descriptions_of_each_game_survive_their_move_into_one_column(migrated_to: Any) -> None:
    old = migrated_to(BEFORE)
    people, settings = old.get_model("accounts", "User"), old.get_model("accounts", "UploadSettings")
    ana, bia = (people.objects.create(username=name, identity=name) for name in ("ana", "bia"))
    settings.objects.create(user=ana, roblox_description="Blocos", warthander_description="Trovão")
    settings.objects.create(user=bia)

    kept = migrated_to(AFTER).get_model("accounts", "UploadSettings").objects

    assert kept.get(user=ana.pk).descriptions == {"roblox": "Blocos", "war-thunder": "Trovão"}
    assert kept.get(user=bia.pk).descriptions == {}

    back = migrated_to(BEFORE).get_model("accounts", "UploadSettings").objects.get(user=ana.pk)

    assert (back.roblox_description, back.warthander_description) == ("Blocos", "Trovão")
    assert (back.fortnite_description, back.valorant_description) == ("", "")
