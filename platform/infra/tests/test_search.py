"""Typo-tolerant search, the same on SQLite and PostgreSQL."""

from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from accounts.models import User
from accounts.tests.factories import UserFactory
from infra import search
from infra.search import make_indexes, search_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Any]:
    names = ("Ana Souza", "Bruno Lima", "Érico Conceição", "Mariana Castro")
    return [UserFactory(full_name=name, username=f"u{at}") for at, name in enumerate(names)]


def names(typed: str, *, indexed: bool = True) -> list[str]:
    return [person.full_name for person in search_rows(User.objects.all(), typed, limit=5, indexed=indexed)]


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ana souza", ["Ana Souza"]),
        ("SOUSA", ["Ana Souza"]),
        ("erico conceicao", ["Érico Conceição"]),
        ("conseição", ["Érico Conceição"]),
        ("brun", ["Bruno Lima"]),
        ("ana", ["Ana Souza", "Mariana Castro"]),
        ("so", ["Ana Souza"]),
        ('li" OR "ana', []),
        ('souz"a 100% _x_', []),
        ('lim"a', ["Bruno Lima"]),
        ("xyzzy", []),
        ("  ", []),
    ],
)
def test_finds_people_despite_accents_case_and_typing_errors(typed: str, found: list[str], indexed: bool) -> None:
    assert names(typed, indexed=indexed) == found


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("typed", "found"),
    [("sousa", ["Ana Souza"]), ("marjana castro", ["Mariana Castro"]), ("conseição", ["Érico Conceição"])],
)
def test_a_typing_error_is_forgiven_where_most_rows_share_its_letters(
    typed: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "COMMON", 1)
    assert names(typed) == found
    monkeypatch.setattr(search, "COMMON", 2)
    assert names(typed) == found


@pytest.mark.parametrize("common", [1, 500])
def test_a_short_word_hides_nobody_among_many(common: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "COMMON", common)
    first = UserFactory(full_name="Ana da Silva", username="ana")
    UserFactory.create_batch(search.CANDIDATES, full_name="Bia da Rocha")
    assert names("ana da silva") == names("da silvva") == [first.full_name]


def test_a_renamed_person_is_found_by_the_new_name_alone(people: list[Any]) -> None:
    people[0].full_name = "Tereza Prado"
    people[0].save()
    people[1].delete()

    assert names("tereza") == ["Tereza Prado"]
    assert names("ana souza") == []
    assert names("bruno") == []


@pytest.mark.usefixtures("people")
def test_a_table_that_a_migration_remade_is_indexed_again() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER accounts_user_trigrams_added")
    UserFactory(full_name="Zuleica Prates")

    make_indexes(using="default", apps=apps)

    assert names("zulaica") == ["Zuleica Prates"]


@pytest.mark.django_db(transaction=True)
def test_a_searched_column_can_be_taken_back_by_a_migration() -> None:
    field = User._meta.get_field("search")
    with connection.schema_editor() as editor:
        editor.remove_field(User, field)
        editor.add_field(User, field)
    make_indexes(using="default")
    UserFactory(full_name="Zuleica Prates")

    assert names("zulaica") == ["Zuleica Prates"]
