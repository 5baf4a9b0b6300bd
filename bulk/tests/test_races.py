"""Starts that collide, over real connections."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from accounts.tests.factories import UserFactory
from bulk.actions.intake import save_text
from bulk.actions.runs import start_runs
from bulk.errors import TextChanged
from bulk.games.terms import Terms
from bulk.models import Row, Run, TextDraft
from bulk.tests.helpers import SETTINGS, account, credited, work
from core.tests.threads import together
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
            start_runs(
                owner=person, by=person, game="roblox", text=text, settings=SETTINGS, markets={"gameboost": Terms()}
            )
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("keys", ["aaa", "abc"])
def test_starts_on_two_marketplaces_at_once_list_each_account_once_and_pay_it_once(
    keys: str, real_database: Any, two_markets: None, owner: Any, market: Any, client_for: Callable[[Any], Any]
) -> None:
    """A start that is sent three times under one key, and three starts of the same accounts."""
    accounts = [account(f"conta{number}") for number in range(6)]
    body = {"accounts": accounts, "settings": SETTINGS, "markets": {"gameboost": {}, "lztmarket": {}}}
    clients = [client_for(owner) for _ in keys]

    def start_one(number: int) -> Any:
        headers = {"Idempotency-Key": keys[number], "Prefer": "respond-async"}
        return clients[number].post("/api/roblox/bulk-create", body, format="json", headers=headers)

    answers = together(len(keys), start_one)
    work()

    told = [answer.status_code for answer in answers]
    assert 202 in told
    assert set(told) <= {200, 202, 409}, [answer.content for answer in answers]
    listed = Counter((each["market"], each["login"]) for each in market.listings())
    assert listed == {(each, sent["login"]): 1 for each in ("gameboost", "lzt") for sent in accounts}
    assert Row.objects.filter(state="created").count() == 2 * len(accounts)
    assert len(credited()) == len(accounts)
    if keys == "aaa":
        assert Run.objects.count() == 2
        again = [start_one(number) for number in range(3)]
        assert {answer["Idempotent-Replay"] for answer in again} == {"true"}
        assert Run.objects.count() == 2
