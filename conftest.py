"""Fixtures that every app's tests share: the three people, and clients signed in as them."""

import fcntl
import gc
import hashlib
import itertools
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import django
import psycopg
import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, connections
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import Database as sqlite
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.test import Client, TransactionTestCase
from django.utils import timezone
from hypothesis import HealthCheck
from hypothesis import settings as examples
from rest_framework.test import APIClient

from accounts.sessions import SessionStore
from accounts.tests.factories import AdminFactory, UserFactory
from bulk.games import catalogue
from core import crypto
from infra.shares import COMPUTING, PASSWORDS
from marketplace import queries
from shell import queries as health

# The same examples each time, however slow the machine is.
examples.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("house")

FOLDERS = itertools.count()

# Sealed with the keys of who migrated; every migrate makes what lacks.
WITHOUT_KEYS = "DELETE FROM core_keymaterial"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Tests of parallel connections: those marked run on PostgreSQL only, and there transactions are real. What asks
    nothing of a database is not run on PostgreSQL again. A turn at the pool or to write is waited for however slow the
    machine is."""
    options = connection.settings_dict["OPTIONS"]
    if connection.vendor == "postgresql":
        options["pool"]["timeout"] = 600
        options["options"] = "-c jit=off"  # no test asks for so much that compiling its plan pays
    else:
        options["timeout"] = 600
        options["cached_statements"] = 10_000  # every savepoint is one of its own
    for item in items:
        if connection.vendor != "postgresql" and item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL: make test-postgres"))
        if connection.vendor == "postgresql" and "real_database" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.django_db(transaction=True))
    if connection.vendor == "postgresql":
        pure = [item for item in items if not uses_database(item)]
        config.hook.pytest_deselected(items=pure)
        items[:] = [item for item in items if uses_database(item)]
    yield
    if hasattr(config, "workerinput"):
        longest_first(items)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: looking it over for something to free takes a tenth of the tests' time."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """As many as there are processors: one more takes no less time and a sixth more of the processors'."""
    return min(4, os.cpu_count() or 1)


def uses_database(item: pytest.Item) -> bool:
    """Whether a test asks something of the database, in this process or in others that it starts, which depends on it."""
    if item.get_closest_marker("once"):
        return False
    marked = item.get_closest_marker("django_db") or item.get_closest_marker("postgres")
    if item.path.is_relative_to(Path(__file__).parent / "e2e"):
        return True
    asking = {"db", "transactional_db", "installation"}
    return bool(marked) or not asking.isdisjoint(getattr(item, "fixturenames", ()))


def longest_first(items: list[pytest.Item]) -> None:
    """The files with a slow test, then those with most tests: what begins last is what one processor is left with."""
    tests = Counter(item.path for item in items)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in slow, -tests[item.path]))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Generator[None, Any]:
    """One process migrates and keeps what that made; the other workers, and later runs, begin with it."""
    if fixturedef.argname != "django_db_setup":
        return (yield)
    kept = migrated_file(request.config)
    with kept.with_name("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return (yield from from_file(kept) if connection.vendor == "sqlite" else from_template(kept.stem))


def from_file(kept: Path) -> Generator[None, Any, Any]:
    def fill(connection: Any, **_: Any) -> None:
        if connection.is_in_memory_db() and kept.exists():
            with closing(sqlite.connect(kept)) as migrated:
                migrated.backup(connection.connection)

    connection_created.connect(fill)
    try:
        result = yield
    finally:
        connection_created.disconnect(fill)
    if not kept.exists() and connection.connection is not None:  # None where no test is marked for it
        for older in kept.parent.glob("*.sqlite3"):
            older.unlink()
        part = kept.with_suffix(".part")
        with closing(sqlite.connect(part)) as copy:
            connection.connection.backup(copy)
            copy.execute(WITHOUT_KEYS)
            copy.commit()
        part.rename(kept)
    return result


def from_template(name: str) -> Generator[None, Any, Any]:
    url, part = os.environ["DATABASE_URL"], f"{name}_part"
    with psycopg.connect(url, autocommit=True) as server:
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.settings_dict["TEST"]["TEMPLATE"] = name
            return (yield)
        result = yield
        connection.close()
        connection.close_pool()  # nobody may be connected to what is copied
        server.execute(f'DROP DATABASE IF EXISTS "{part}"')
        server.execute(f'CREATE DATABASE "{part}" TEMPLATE "{connection.settings_dict["NAME"]}"')
        with psycopg.connect(url, dbname=part, autocommit=True) as copy:
            copy.execute(WITHOUT_KEYS)
        server.execute(f'ALTER DATABASE "{part}" RENAME TO "{name}"')
    return result


def migrated_file(config: pytest.Config) -> Path:
    """Where the migrated database is kept, for as long as the code that makes it stays the same; on PostgreSQL, which
    database its stem names."""
    digest = hashlib.sha256(f"{django.VERSION} {sqlite.sqlite_version}".encode())
    root = Path(__file__).parent
    makers = ("platform/core/*.py", "platform/infra/db/**/*.py", "platform/*/migrations/*.py", "*/migrations/*.py")
    for path in sorted(path for pattern in makers for path in root.glob(pattern)):
        digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return config.cache.mkdir("migrated") / f"migrated_{digest.hexdigest()[:32]}.sqlite3"


@pytest.fixture(scope="session")
def migrated(django_db_setup: None, pytestconfig: pytest.Config) -> Path:
    """A migrated database to begin an installation with: on SQLite this file, if it exists; on PostgreSQL the database
    that its stem names."""
    return migrated_file(pytestconfig)


@pytest.fixture(autouse=True, scope="session")
def _emptied() -> Iterator[None]:
    """After a test whose transactions commit, what migrating makes the same each time (types, permissions) stays: making it,
    and TRUNCATE of eighty tables, take a third of a second. On PostgreSQL a superuser's connection is needed."""

    def empty(_: TransactionTestCase) -> None:
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        emptied = [name for name in tables if name not in ("django_content_type", "auth_permission")]
        if connection.vendor == "sqlite":
            statements = connection.ops.sql_flush(no_style(), emptied)
        else:  # deleting neither fires the triggers of tables that are appended to alone, nor asks what refers to a row
            deleted = [f'DELETE FROM "{name}"' for name in emptied]  # noqa: S608 - our own tables' names
            statements = ["SET LOCAL session_replication_role = replica", *deleted]
        connection.ops.execute_sql_flush(statements)
        crypto.make_own_keys(using="default")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True, scope="session")
def _documented() -> Iterator[None]:
    """Every success of the API that any test sees is one that the OpenAPI document names: its status and media type."""
    paths = json.loads((Path(__file__).parent / "frontend/openapi.json").read_text("utf-8"))["paths"]
    plain = Client.request

    def request(client: Client, **asked: Any) -> Any:
        answer = plain(client, **asked)
        method = asked["REQUEST_METHOD"].lower().replace("head", "get")
        if answer.status_code < 300 and asked["PATH_INFO"].startswith("/api/"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{answer.resolver_match.route}")
            if operation := paths.get(path, {}).get(method):
                kind = answer.get("Content-Type", "").partition(";")[0] if answer.status_code != 204 else None
                said = operation["responses"].get(str(answer.status_code), {"content": {}})
                assert kind in said.get("content", {None: None}), (
                    f"{method.upper()} {path} answered {answer.status_code} {kind}, which is not documented"
                )
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request)
        yield


@pytest.fixture(autouse=True, scope="session")
def _signed_in_by_a_row() -> Iterator[None]:
    """`force_login` adds the row of a session and no more: what else Django asks of the database is
    what the tests of logging in are about."""

    def force_login(client: Client, user: Any, backend: str = settings.AUTHENTICATION_BACKENDS[0]) -> None:
        about = {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: user.get_session_auth_hash()}
        row = SessionStore().create_model_instance(about)
        row.save(force_insert=True)
        client.cookies[settings.SESSION_COOKIE_NAME] = row.session_key

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "force_login", force_login)
        yield


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """pytest's own looks through the folders of all tests before for the next number."""
    folder = tmp_path_factory.getbasetemp() / str(next(FOLDERS))
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _sealed(settings: Any, tmp_path: Any) -> None:
    """Nothing of one test reaches another: files, remembered figures, keys made by the installation, turns at passwords."""
    settings.VAR_DIR = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    cache.clear()
    cache.set("logo", {}, None)  # what a page asks for once a minute is not part of what it costs
    crypto.index_key.cache_clear()
    if not connection.in_atomic_block:
        connection.savepoint_state = 0  # the savepoints of all tests have the same names, which SQLite keeps prepared
    PASSWORDS.every_s = COMPUTING.every_s = 0
    # What is asked once in seconds is asked once a test, so that no reading of a slow test costs a query more.
    queries.RECENT_S = catalogue.PINNED_FOR_S = health.REMEMBERED_S = 10**9


@receiver(post_save, sender="marketplace.GlobalSettings")
def _recent_settings_are_those_saved(**_: Any) -> None:
    """A call in a test goes by the settings that the test saved, as it would some seconds later."""
    cache.delete("recent-settings")


@pytest.fixture
def at_noon() -> Iterator[Any]:
    """The clock stands at noon of today, so that no day, and no month, ends within a test."""
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    with time_machine.travel(noon, tick=False) as clock:
        yield clock


@pytest.fixture
def admin(db: Any) -> Any:
    return AdminFactory(username="admin.teste", full_name="Administradora de Teste")


@pytest.fixture
def employee(db: Any) -> Any:
    return UserFactory(username="funcionaria.teste", full_name="Funcionária de Teste")


@pytest.fixture
def other_employee(db: Any) -> Any:
    return UserFactory(username="outro.teste", full_name="Outro Funcionário")


@pytest.fixture
def client_for() -> Callable[[Any], APIClient]:
    """A client with a session of the person given; None is an anonymous one."""

    def signed_in(user: Any) -> APIClient:
        client = APIClient()
        if user is not None:
            client.force_login(user)
        return client

    return signed_in


@pytest.fixture
def as_admin(admin: Any, client_for: Callable[[Any], APIClient]) -> APIClient:
    return client_for(admin)


@pytest.fixture
def as_employee(employee: Any, client_for: Callable[[Any], APIClient]) -> APIClient:
    return client_for(employee)


@pytest.fixture
def operator(db: Any, client_for: Callable[[Any], APIClient]) -> APIClient:
    """A client of somebody who may do everything in Django admin."""
    return client_for(AdminFactory(username="operadora", is_staff=True, is_superuser=True))


@pytest.fixture
def built_frontend(settings: Any, tmp_path: Path) -> None:
    """What the frontend build leaves behind: a manifest with an entry for each screen there is a folder for."""
    screens = {folder.name for folder in (settings.ROOT / "frontend/src/screens").iterdir()}
    entries = {name: {"file": f"dist/{name}-AAAAAAAA.js", "imports": []} for name in screens | {"shell"}}
    manifest = {"css": "dist/app-AAAAAAAA.css", "theme": "dist/theme-AAAAAAAA.js", "fonts": [], "entries": entries}
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/manifest.json").write_text(json.dumps(manifest))
    settings.STATICFILES_DIRS = [tmp_path]


@pytest.fixture
def real_database(request: pytest.FixtureRequest, django_db_setup: None, tmp_path: Path) -> Iterator[Any]:
    """The database with transactions that commit, for tests that need several connections; its settings are yielded.

    On PostgreSQL it is the test database itself, emptied afterwards. On SQLite, where a test database lives in memory,
    it is a copy in a file, reached by every thread, and by other processes under the path that is its NAME. Threads
    end with `connections.close_all()`.
    """
    if connection.vendor == "postgresql":  # and marked so by pytest_collection_modifyitems
        yield connection.settings_dict
        return
    with request.getfixturevalue("django_db_blocker").unblock():
        in_memory = connections["default"]
        if in_memory.in_atomic_block:
            pytest.fail("real_database copies what is committed: mark the test django_db(transaction=True)")
        in_memory.ensure_connection()
        name = in_memory.settings_dict["NAME"]
        in_memory.settings_dict["NAME"] = tmp_path / "db.sqlite3"
        copy = connections.create_connection("default")
        copy.ensure_connection()
        in_memory.connection.backup(copy.connection)
        copy.connection.execute("PRAGMA journal_mode=WAL").close()  # a backup brings the mode of what it copies
        connections["default"] = copy
        try:
            yield copy.settings_dict
        finally:
            connections["default"] = in_memory
            in_memory.settings_dict["NAME"] = name
            copy.close()


@pytest.fixture
def keys(settings: Any) -> Callable[..., None]:
    """Set FIELD_ENCRYPTION_KEYS for the rest of the test."""

    def use(*values: str) -> None:
        settings.FIELD_ENCRYPTION_KEYS = list(values)

    return use
