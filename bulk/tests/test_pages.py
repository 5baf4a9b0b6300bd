"""The pages of creators and runs carry what their islands start from."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import UploadSettings
from bulk.games.base import LIMITS
from bulk.models import Run
from bulk.pages import ANALYSIS_HINT, BULK_HINT, RUNS_HINT
from bulk.tests.helpers import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]

Start = Callable[..., Run]

CREATOR_PROPS = {
    "queries",
    "activeRun",
    "lastRun",
    "usdEurRate",
    "hint",
    "pay",
    "game",
    "defaults",
    "limits",
    "options",
}


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

    assert set(props) == CREATOR_PROPS
    configuration = props["queries"][f"/api/configs/gameboost?userId={owner.id}"]
    assert (configuration["apiKey"], configuration["isSystemDefault"]) == ("sandbox-key", False)
    assert (props["activeRun"], props["lastRun"], props["usdEurRate"]) == (None, None, "0.87")
    assert (props["defaults"]["priceUsd"], props["limits"]) == (price, LIMITS)


@pytest.mark.parametrize(
    ("path", "standard"),
    [
        ("/fortnite-bulk", {"price": None, "platform": "PC", "emailDomain": "firstmail"}),
        ("/valorant-bulk", {"price": None, "server": "NA", "emailDomain": "firstmail"}),
    ],
)
def test_a_creator_of_a_queue_opens_with_the_standard_values(path: str, standard: dict[str, Any], owner: Any) -> None:
    """Valorant defaults: server NA, 'email_domain (default firstmail)', 'platform (default PC)'."""
    props = props_of(path, owner)

    assert set(props) == CREATOR_PROPS
    assert {name: props["defaults"][name] for name in standard} == standard
    assert [each["name"] for each in props["game"]["fields"] if each["kind"] == "count"][:2] in (
        ["skins", "pickaxes"],
        ["level", "valorant_points"],
    )


@pytest.mark.parametrize(
    ("path", "name", "text"),
    [
        ("/fortnite-bulk", "analysis", ANALYSIS_HINT),
        ("/valorant-bulk", "analysis", ANALYSIS_HINT),
        ("/roblox-bulk", "bulk", BULK_HINT),
        ("/war-thunder-bulk", "bulk", BULK_HINT),
        ("/runs", "runs", RUNS_HINT),
    ],
)
def test_a_hint_is_in_the_page_until_the_person_sends_it_away(
    client: Client, path: str, name: str, text: str, owner: Any
) -> None:
    client.force_login(owner)
    hint = {"cookie": f"hint-{owner.id}-{name}", "text": text}

    answer = client.get(path)
    client.cookies[hint["cookie"]] = "gone"
    later = client.get(path)

    assert (answer.context["props"]["hint"], later.context["props"]["hint"]) == (hint, None)
    assert answer.content.decode().count(f"<p>{text}</p>") == 1
    assert 'role="note"' not in later.content.decode()


def test_a_creator_opens_with_the_run_that_goes_on_and_the_last_one(start: Start, owner: Any) -> None:
    over = start("ana001")
    work()
    going = start("bia002")

    props = props_of("/roblox-bulk", owner)

    assert (props["activeRun"]["id"], props["activeRun"]["state"]) == (going.id, "queued")
    assert (props["lastRun"]["id"], props["lastRun"]["state"]) == (over.id, "finished")
    assert props_of("/war-thunder-bulk", owner)["activeRun"] is None


def test_a_creator_starts_from_the_persons_own_description(owner: Any) -> None:
    """Note that blank means the system default is used."""
    UploadSettings.objects.create(user=owner, descriptions={"war-thunder": "Minha descrição de War Thunder."})

    assert props_of("/war-thunder-bulk", owner)["defaults"]["description"] == "Minha descrição de War Thunder."
    assert props_of("/roblox-bulk", owner)["defaults"]["description"].startswith("Conta Roblox pronta para jogar.")


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("", "limit=20&offset=0"),
        ("?pagina=3", "limit=20&offset=40"),
        ("?state=paused&game=roblox&pagina=2", "limit=20&offset=20&game=roblox&state=paused"),
        (
            "?start=2026-11-01&end=2026-11-30&busca=ana+s",
            "limit=20&offset=0&search=ana+s&start=2026-11-01&end=2026-11-30",
        ),
        ("?pagina=0", "limit=20&offset=0"),
        ("?pagina=muitas", "limit=20&offset=0"),
    ],
)
def test_the_history_carries_the_list_that_its_address_asks_for(address: str, asked: str, owner: Any) -> None:
    """As use-list.ts writes it, so that the island starts from it with no second request."""
    props = props_of(f"/runs{address}", owner)

    assert list(props["queries"]) == [f"/api/bulk/runs?{asked}"]
    assert {"value": "roblox", "label": "Roblox"} in props["games"]


def test_the_history_is_ones_own_and_everyones_for_an_admin(
    start: Start, owner: Any, other_employee: Any, admin: Any
) -> None:
    run = start("ana001")

    listed = [props_of("/runs", person)["queries"]["/api/bulk/runs?limit=20&offset=0"] for person in (owner, admin)]

    assert [([each["id"] for each in page["rows"]], page["total"]) for page in listed] == [([run.id], 1)] * 2
    assert props_of("/runs", other_employee)["queries"]["/api/bulk/runs?limit=20&offset=0"] == {"rows": [], "total": 0}


def test_a_run_carries_itself_and_its_first_rows(start: Start, owner: Any) -> None:
    run = start("ana001", "bia002")

    props = props_of(f"/runs/{run.id}?line=2", owner)

    path = f"/api/bulk/runs/{run.id}"
    assert props["id"] == run.id
    assert props["queries"][path]["counts"]["queued"] == 2
    rows = props["queries"][f"{path}/rows?limit=50&offset=0&line=2"]
    assert ([row["line"] for row in rows["rows"]], rows["total"]) == ([2], 1)


@pytest.mark.parametrize("query", ["?state=nonsense", "?game=nonsense", "?end=ontem"])
def test_an_address_that_the_api_would_refuse_leads_to_the_plain_history(query: str, client: Client, owner: Any) -> None:
    client.force_login(owner)

    assert client.get(f"/runs{query}").headers["Location"] == "/runs"


def test_a_wrong_filter_of_a_run_leads_to_the_plain_run(client: Client, start: Start, owner: Any) -> None:
    run = start("ana001")
    client.force_login(owner)

    assert client.get(f"/runs/{run.id}?line=zero").headers["Location"] == f"/runs/{run.id}"


def test_a_run_of_somebody_else_and_one_that_never_was_are_the_same_404_page(
    client: Client, start: Start, other_employee: Any
) -> None:
    """Foreign and absent ids give identical bytes."""
    run = start("ana001")
    client.force_login(other_employee)

    paths = [f"/runs/{number}" for number in (run.id, 10**9, 10**30)]
    answers = [client.get(path) for path in paths]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    # The page says at which path there is nothing.
    pages = {answer.content.decode().replace(path, "") for path, answer in zip(paths, answers, strict=True)}
    assert len(pages) == 1
    assert "404 Page Not Found" in pages.pop()


@pytest.mark.once
@pytest.mark.parametrize("path", ["/runs", "/runs/{id}"])
def test_pages_of_runs_cost_the_same_at_1_and_18_rows(path: str, client: Client, start: Start, owner: Any) -> None:
    client.force_login(owner)
    costs = []
    for count in (1, 18):  # together they fit on one page, which needs no count
        for number in range(count):
            run = start(*[f"conta{count}-{number}-{each}" for each in range(count)])
        client.get(path.format(id=run.id))
        with CaptureQueriesContext(connection) as queries:
            client.get(path.format(id=run.id))
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_every_page_shows_the_runs_under_way_in_its_first_answer(
    start: Callable[..., Run], client: Client, owner: Any, admin: Any
) -> None:
    """product: shell.going"""
    client.force_login(owner)
    assert 'id="going" href="" hidden' in client.get("/privacidade").content.decode()

    run = start("ana001", "bia002")
    for person, path in ((owner, "/tasks"), (admin, "/saude")):
        client.force_login(person)
        page = client.get(path).content.decode()
        assert f'id="going" href="/runs/{run.pk}">' in page
        assert "Roblox: 0 de 2" in page
