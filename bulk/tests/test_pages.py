"""The creators' pages carry what their islands start from (decisions §4)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import UploadSettings
from bulk.games.base import LIMITS
from bulk.models import Run
from bulk.tests.helpers import work

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


@pytest.fixture(autouse=True)
def _built_frontend(settings: Any, tmp_path: Path) -> None:
    """What the frontend build leaves behind, as far as these pages need it."""
    entries = {
        name: {"file": f"dist/{name}.js", "imports": []} for name in ("shell", "roblox-bulk", "war-thunder-bulk")
    }
    manifest = {"css": "dist/app.css", "theme": "dist/theme.js", "fonts": [], "entries": entries}
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/manifest.json").write_text(json.dumps(manifest))
    settings.STATICFILES_DIRS = [tmp_path]


def props_of(path: str, person: Any) -> dict[str, Any]:
    client = Client()
    client.force_login(person)
    answer = client.get(path)
    assert answer.status_code == 200
    props: dict[str, Any] = answer.context["props"]
    return props


@pytest.mark.parametrize(("path", "price"), [("/roblox-bulk", "10.00"), ("/war-thunder-bulk", "15.00")])
def test_a_creator_opens_with_form_configuration_and_no_run(path: str, price: str, owner: Any) -> None:
    props = props_of(path, owner)

    assert set(props) == {"queries", "activeRun", "lastRun", "usdEurRate", "defaults", "limits", "options"}
    configuration = props["queries"][f"/api/configs/gameboost?userId={owner.id}"]
    assert (configuration["apiKey"], configuration["isSystemDefault"]) == ("sandbox-key", False)
    assert (props["activeRun"], props["lastRun"], props["usdEurRate"]) == (None, None, "0.87")
    assert (props["defaults"]["priceUsd"], props["limits"]) == (price, LIMITS)


def test_a_creator_opens_with_the_run_that_goes_on_and_the_last_one(start: Start, owner: Any) -> None:
    over = start("ana001")
    work()
    going = start("bia002")

    props = props_of("/roblox-bulk", owner)

    assert (props["activeRun"]["id"], props["activeRun"]["state"]) == (going.id, "queued")
    assert (props["lastRun"]["id"], props["lastRun"]["state"]) == (over.id, "finished")
    assert props_of("/war-thunder-bulk", owner)["activeRun"] is None


def test_a_creator_starts_from_the_persons_own_description(owner: Any) -> None:
    """'note that blank means the system default is used' (document 1 §2)."""
    UploadSettings.objects.create(user=owner, warthander_description="Minha descrição de War Thunder.")

    assert props_of("/war-thunder-bulk", owner)["defaults"]["description"] == "Minha descrição de War Thunder."
    assert props_of("/roblox-bulk", owner)["defaults"]["description"].startswith("Conta Roblox pronta para jogar.")
