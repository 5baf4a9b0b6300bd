"""Starts that collide, over real connections."""

import threading
from typing import Any

import pytest
from django.db import connections

from accounts.tests.factories import UserFactory
from bulk.actions.intake import save_text
from bulk.actions.runs import start_runs
from bulk.errors import TextChanged
from bulk.models import Row, Run, TextDraft
from bulk.tests.helpers import SETTINGS
from marketplace.actions.configurations import save_configuration
from marketplace.adapters.gameboost.market import GAMEBOOST


@pytest.mark.django_db(transaction=True)
def test_browsers_that_write_one_text_at_the_same_moment_lose_no_line(real_database: Any) -> None:
    person = UserFactory()
    save_text(by=person, game="roblox", text="ana:1", overrides={}, settings={}, version=0)
    together = threading.Barrier(4)
    refused = []

    def write(number: int) -> None:
        base = {"text": "ana:1", "overrides": {}, "settings": {}}
        together.wait()
        try:
            save_text(
                by=person,
                game="roblox",
                text=f"ana:1\nconta{number}:x",
                overrides={f"conta{number}": {"title": "x"}},
                settings={f"campo{number}": 1},
                version=1,
                base=base,
            )
        except TextChanged:
            refused.append(number)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    kept = TextDraft.objects.get()
    assert refused == []
    assert kept.version == 5
    assert sorted(kept.text.split("\n")) == ["ana:1", *(f"conta{number}:x" for number in range(4))]
    assert sorted(kept.overrides) == [f"conta{number}" for number in range(4)]
    assert sorted(kept.settings) == [f"campo{number}" for number in range(4)]


@pytest.mark.django_db(transaction=True)
def test_starts_with_the_same_logins_at_the_same_moment_list_each_once(real_database: Any) -> None:
    """The look and the insert are two steps; the database's constraint makes them one, and the loser looks again."""
    logins = [f"conta{number:03}" for number in range(60)]
    people = [UserFactory() for _ in range(3)]
    for person in people:
        save_configuration(
            user_id=person.id,
            service="gameboost",
            api_key="sandbox-key",
            base_url="https://api.gameboost.com/v1",
            timeout_ms=2000,
            enabled_endpoints=list(GAMEBOOST.endpoints),
            by=person,
        )
    together = threading.Barrier(len(people))

    def start_one(person: Any) -> None:
        text = "\n".join(f"{login}:Exemplo#123" for login in logins)
        together.wait()
        try:
            start_runs(owner=person, by=person, game="roblox", text=text, settings=SETTINGS)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=start_one, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Row.objects.filter(state="queued").count() == len(logins)
    assert Row.objects.filter(state="duplicate").count() == 2 * len(logins)
    assert Run.objects.count() == 3
