"""What goes out, and what the forms start from."""

from typing import Any

import pytest

from bulk.payload import forms_as_they_open
from marketplace.actions import refresh_templates
from marketplace.queries import drifts

pytestmark = pytest.mark.django_db


def test_every_form_is_taken_by_the_shipped_templates() -> None:
    assert [where for where, _ in forms_as_they_open()] == [
        "Padrões de Fortnite",
        "Padrões de Valorant",
        "Padrões de Roblox",
        "Padrões de War Thunder",
    ]
    assert [drift.broken for drift in drifts()] == [[], [], [], []]


def test_form_that_a_new_template_no_longer_takes_is_reported(market: Any, sandbox: Any, admin: Any) -> None:
    """'a drift report says what changed', and which saved defaults now break."""
    nations = {"kind": "choices", "values": ["Germany"]}
    market.change_template("war-thunder", account_data={"nations": nations})

    refresh_templates(sandbox.connection(path="/v2"), user_id=admin.id, by=admin)

    broken = {each.where: each.messages for drift in drifts() for each in drift.broken}
    assert [text for text in broken["Padrões de War Thunder"] if text.startswith("account_data.nations")]
    assert "Padrões de Roblox" not in broken
