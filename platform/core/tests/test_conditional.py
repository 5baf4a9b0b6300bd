import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from rest_framework.test import APIClient

from accounts.tests.factories import UserFactory
from core.conditional import bump, cache_by_stamps, versions
from core.models import Stamp
from core.tests.threads import in_threads

pytestmark = pytest.mark.urls("core.tests.urls")

POLLED = "/api/probe/polled/a"


@pytest.fixture
def client(client_for: Callable[[Any], APIClient], employee: Any) -> APIClient:
    return client_for(employee)


def etag(client: APIClient, path: str = POLLED) -> str:
    return client.get(path)["ETag"]


def test_bump_raises_the_version_of_each_name_once(db: Any) -> None:
    bump("a", "b", "a")
    bump("b")

    assert versions(["a", "b", "never"]) == {"a": 1, "b": 2, "never": 0}


def test_bump_outside_a_transaction_is_refused(real_database: Any) -> None:
    with pytest.raises(AssertionError, match="inside the transaction"):
        bump("a")

    assert not Stamp.objects.exists()


def test_bump_that_is_rolled_back_never_happened(db: Any) -> None:
    bump("a")
    with transaction.atomic():
        bump("a", "b")
        transaction.set_rollback(True)

    assert versions(["a", "b"]) == {"a": 1, "b": 0}


def test_bump_by_parallel_writers_loses_nothing(real_database: Any) -> None:
    def write() -> None:
        for _ in range(10):
            with transaction.atomic():
                bump("b", "a")

    assert in_threads(6, write) == []
    assert versions(["a", "b"]) == {"a": 60, "b": 60}


def test_first_read_carries_an_etag_and_may_be_kept_by_the_browser_alone(client: APIClient) -> None:
    answer = client.get(POLLED)

    assert answer.status_code == 200
    assert answer.json() == {"name": "a"}
    assert answer["ETag"].startswith('W/"')
    assert answer["Cache-Control"] == "private, no-cache"


def test_unchanged_read_is_304_without_a_body(client: APIClient) -> None:
    """Answer `ETag`, and 304 to `If-None-Match`."""
    known = etag(client)

    answer = client.get(POLLED, headers={"If-None-Match": known})

    assert answer.status_code == 304
    assert answer.content == b""
    assert answer["ETag"] == known
    assert answer["Cache-Control"] == "private, no-cache"


def test_one_of_several_known_tags_is_enough(client: APIClient) -> None:
    known = etag(client)

    assert client.get(POLLED, headers={"If-None-Match": f'W/"old", {known}'}).status_code == 304


def test_tags_are_compared_weakly(client: APIClient) -> None:
    strong = etag(client).removeprefix("W/")

    assert client.get(POLLED, headers={"If-None-Match": strong}).status_code == 304


def test_star_is_304_without_a_body_where_there_is_an_answer(client: APIClient) -> None:
    known = etag(client)

    answer = client.get(POLLED, headers={"If-None-Match": "*"})

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", known)
    assert answer["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("header", ["", "W/", 'W/"0"', "nonsense"])
def test_other_tags_get_the_answer(client: APIClient, header: str) -> None:
    assert client.get(POLLED, headers={"If-None-Match": header}).status_code == 200


@pytest.mark.parametrize("stamp", ["probe", "probe:a"])
def test_change_of_any_stamp_changes_the_tag(client: APIClient, stamp: str) -> None:
    known = etag(client)
    bump(stamp)

    answer = client.get(POLLED, headers={"If-None-Match": known})

    assert answer.status_code == 200
    assert answer["ETag"] != known


def test_change_of_another_stamp_changes_nothing(client: APIClient) -> None:
    known = etag(client)
    bump("probe:b", "unrelated")

    assert client.get(POLLED, headers={"If-None-Match": known}).status_code == 304


def test_tag_of_another_person_path_query_or_role_is_another(
    client: APIClient, client_for: Callable[[Any], APIClient], employee: Any, other_employee: Any
) -> None:
    known = etag(client)

    assert etag(client_for(other_employee)) != known
    assert etag(client, "/api/probe/polled/b") != known
    assert etag(client, f"{POLLED}?limit=1") != known
    employee.role = "admin"
    employee.save()
    assert etag(client) != known


@pytest.mark.parametrize("header", ["", "*"])
def test_refusal_carries_no_tag(client: APIClient, header: str) -> None:
    answer = client.get("/api/probe/polled/missing", headers={"If-None-Match": header})

    assert answer.status_code == 404
    assert not answer.has_header("ETag")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.once
def test_304_costs_one_query_beyond_the_session(
    client: APIClient, django_assert_num_queries: Callable[[int], Any]
) -> None:
    """At a cost that doesn't grow with the table."""
    known = etag(client)
    session_and_person = 2

    with django_assert_num_queries(session_and_person + 1):
        client.get(POLLED, headers={"If-None-Match": known})


def test_signed_out_read_is_401_whatever_it_claims_to_know(client: APIClient) -> None:
    answer = APIClient().get(POLLED, headers={"If-None-Match": etag(client)})

    assert answer.status_code == 401


def test_read_made_while_a_change_waits_to_commit_is_not_taken_for_the_new_one(real_database: Any) -> None:
    """The stamps are read before the data, so a tag can only ever be too old, never too new."""
    client = APIClient()
    client.force_login(UserFactory())
    changed, read = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            bump("probe")
            changed.set()
            read.wait(60)

    writer = threading.Thread(target=lambda: in_threads(1, change))
    writer.start()
    assert changed.wait(60)
    before_commit = etag(client)
    read.set()
    writer.join()

    assert client.get(POLLED, headers={"If-None-Match": before_commit}).status_code == 200


@pytest.mark.django_db
def test_remembered_figure_is_computed_again_when_a_stamp_moves_or_its_time_ends() -> None:
    computed = iter(range(10))
    now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    deadlines = iter([now + timedelta(minutes=5), None, None])

    def figure() -> int:
        return cache_by_stamps("figure", ["a"], lambda: next(computed), until=lambda: next(deadlines))

    with time_machine.travel(now, tick=False):
        assert (figure(), figure()) == (0, 0)
    with time_machine.travel(now + timedelta(minutes=5), tick=False):
        assert figure() == 0
    with time_machine.travel(now + timedelta(minutes=5, seconds=1), tick=False):
        assert (figure(), figure()) == (1, 1)
    with transaction.atomic():
        bump("a")
    assert (figure(), figure()) == (2, 2)


class Figure:
    """A figure that is dear to compute: each time it is another."""

    def __init__(self) -> None:
        self.computed = 0

    def __call__(self) -> int:
        self.computed += 1
        return self.computed


def test_remembered_figures_are_told_apart_by_any_name(db: Any) -> None:
    figure = Figure()
    names = ["counted: [('status', 'paid')]", "x" * 300, "x" * 301, "ação\n"]

    for _ in range(2):
        assert [cache_by_stamps(name, ["a"], figure) for name in names] == [1, 2, 3, 4]


def test_remembered_figure_that_changed_while_it_was_computed_is_computed_again(db: Any) -> None:
    figure = Figure()

    def compute_while_it_changes() -> int:
        bump("a")
        return figure()

    cache_by_stamps("figure", ["a"], compute_while_it_changes)

    assert cache_by_stamps("figure", ["a"], figure) == 2
    assert cache_by_stamps("figure", ["a"], figure) == 2


def test_remembered_nothing_is_remembered_too(db: Any) -> None:
    figure = Figure()

    def nothing() -> None:
        figure()

    for _ in range(2):
        assert cache_by_stamps("figure", ["a"], nothing) is None

    assert figure.computed == 1


@pytest.mark.django_db
def test_a_remembered_value_that_a_caller_changes_stays_as_it_was() -> None:
    for _ in range(2):
        figures = cache_by_stamps("figure", ["a"], lambda: {"views": [1]})
        figures["views"].append(2)

    assert cache_by_stamps("figure", ["a"], dict) == {"views": [1]}
