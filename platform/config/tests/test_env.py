import base64
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

KEY = base64.urlsafe_b64encode(b"k" * 32).decode()


@pytest.fixture
def given(monkeypatch: Any) -> Any:
    """Set the variable X; None takes it away."""

    def put(value: str | None) -> None:
        if value is None:
            monkeypatch.delenv("X", raising=False)
        else:
            monkeypatch.setenv("X", value)

    return put


@pytest.fixture
def no_secrets(monkeypatch: Any) -> None:
    """The environment has none, and is put back afterwards."""
    for name in ("SECRET_KEY", "FIELD_ENCRYPTION_KEYS"):
        monkeypatch.setenv(name, "")


@pytest.mark.parametrize("blank", [None, "", "  "])
def test_blank_counts_as_not_given(given: Any, blank: str | None, tmp_path: Path) -> None:
    given(blank)

    assert env.text("X", "default") == "default"
    assert env.flag("X", default=True) is True
    assert env.integer("X", 5, minimum=1, maximum=9) == 5
    assert env.choice("X", "a", ("a", "b")) == "a"
    assert env.listing("X") == []
    assert env.url("X", "http://a") == "http://a"
    assert env.origins("X") == []
    assert env.served_hosts("X", ["localhost"]) == ["localhost"]
    assert env.bind_host("X", "127.0.0.1") == "127.0.0.1"
    assert env.host_list("X") == frozenset()
    assert env.folder("X", tmp_path / "var", root=tmp_path) == tmp_path / "var"
    assert (
        env.database("X", tmp_path / "db.sqlite3", root=tmp_path, wait_s=5, lease_s=20)["NAME"] == tmp_path / "db.sqlite3"
    )


@pytest.mark.parametrize(
    ("value", "read"),
    [("1", True), ("true", True), (" ON ", True), ("sim", True), ("0", False), ("False", False), ("não", False)],
)
def test_flag_reads_the_usual_words(given: Any, value: str, read: bool) -> None:
    given(value)

    assert env.flag("X") is read


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("https://a.example/base/", "https://a.example/base"),
        ("http://[::1]:8001", "http://[::1]:8001"),
    ],
)
def test_url_drops_the_trailing_slash(given: Any, value: str, read: str) -> None:
    given(value)

    assert env.url("X") == read


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("smtp+tls://ana:s%40x@mail.example", ("mail.example", 587, "ana", "s@x", True, False)),
        ("smtp+ssl://mail.example:2465", ("mail.example", 2465, "", "", False, True)),
        ("smtp://mail.example", ("mail.example", 25, "", "", False, False)),
    ],
)
def test_email_server_is_read_for_djangos_backend(given: Any, value: str, read: tuple[Any, ...]) -> None:
    given(value)

    assert tuple(env.email_server("X").values()) == read


@pytest.mark.parametrize("value", ["consolemail://", "smtp://", "smtp://mail.example:x"])
def test_email_server_is_refused_where_nothing_could_be_sent(given: Any, value: str) -> None:
    given(value)

    with pytest.raises(ImproperlyConfigured, match="smtp"):
        env.email_server("X")


def test_lists_are_parted_by_commas(given: Any) -> None:
    given(" Localhost:8001, example.com ,,[::1]:8001, 10.0.0.1 ")

    assert env.host_list("X") == {"localhost:8001", "example.com", "[::1]:8001", "10.0.0.1"}


def test_served_hosts_take_what_django_takes(given: Any) -> None:
    given("*, .example.com, localhost, [::1], 10.0.0.1")

    assert env.served_hosts("X", []) == ["*", ".example.com", "localhost", "[::1]", "10.0.0.1"]


@pytest.mark.parametrize("value", ["https://a.example", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_origin_is_a_whole_host(given: Any, value: str) -> None:
    given(f"{value}/")

    assert env.url("X", "") == value


def test_address_that_people_are_led_to_may_have_a_query(given: Any) -> None:
    given("https://mapa.example/?site=1#inicio")

    assert env.url("X", query=True) == "https://mapa.example/?site=1#inicio"


def test_public_address_in_capitals_is_https_all_the_same(given: Any) -> None:
    """Secure cookies, HSTS and the absence of the demo's people hang on it."""
    given("HTTPS://Contas.Example")

    assert env.url("X", whole=True) == "https://contas.example"


def test_origins_keep_their_scheme(given: Any) -> None:
    given("https://a.example, http://localhost:3000, HTTPS://*.Example.com")

    origins = ["https://a.example", "http://localhost:3000", "https://*.example.com"]
    assert env.origins("X", below=True) == origins


@pytest.mark.parametrize(
    ("read", "values"),
    [
        (env.flag, ["talvez", "2", "yess"]),
        (lambda name: env.integer(name, 5, minimum=1, maximum=9), ["abc", "1.5", "0", "10", "-1", "9" * 5000]),
        (lambda name: env.choice(name, "a", ("a", "b")), ["c", "A"]),
        (env.url, ["example.com", "ftp://a", "http://", "http://[a", "http://a:99999", "http://a:b", "//a", "http:a"]),
        (lambda name: env.url(name), ["https://a/v1?loja=1", "https://a/v1/?", "https://a/v1#b"]),
        (
            lambda name: env.url(name, whole=True),
            ["example.com", "https://a/b", "https://a?b=c", "https://a#b", "https://ana:senha@a", "https://*.a"],
        ),
        (
            env.origins,
            [
                "example.com",
                "https://a/",
                "https://a/b",
                "*",
                "https://",
                "https://a b",
                "https://a:99999",
                "https://*.a",
            ],
        ),
        (lambda name: env.served_hosts(name, []), ["http://a", "a/b", "a b", "a:8000", "*.a"]),
        (lambda name: env.bind_host(name, ""), ["a b", "http://a", "a/b", "a:b c", "0.0.0.0:80"]),
        (env.host_list, ["http://a", "a/b", "a b", "a:", "a:b", "a:99999", ":80", "ana@a", "[::1", "::1"]),
        (
            lambda name: env.sentry_dsn(name, frozenset({"errors.example"})),
            [
                *("sentry", "https://o1.ingest.sentry.io/1", "https://k@evil.io/1", "http://k@o1.ingest.sentry.io/1"),
                *("https://k@o1.ingest.sentry.io/projeto", "https://k@errors.example/"),
            ],
        ),
        (env.fernet_keys, ["", "abc", "ção", KEY[:-4], f"{KEY},abc"]),
        (lambda name: env.nonempty(name, "sem ela nada"), ["", " "]),
    ],
    ids=[
        "flag",
        "integer",
        "choice",
        "url",
        "url with a query",
        "origin",
        "origins",
        "served_hosts",
        "bind_host",
        "host_list",
        "sentry",
        "keys",
        "required",
    ],
)
def test_nonsense_is_refused_with_a_sentence_that_names_the_variable(given: Any, read: Any, values: list[str]) -> None:
    """A bad value stops the start with a sentence that names the variable."""
    for value in values:
        given(value)

        with pytest.raises(ImproperlyConfigured, match=r"^X\b.*\.$"):
            read("X")


def test_fernet_keys_are_read_in_order_and_never_shown(given: Any) -> None:
    other = base64.urlsafe_b64encode(b"o" * 32).decode()
    given(f"{KEY}, {other}")
    assert env.fernet_keys("X") == [KEY, other]

    given(f"{KEY},{other[:-8]}")
    with pytest.raises(ImproperlyConfigured, match="a chave 2") as refusal:
        env.fernet_keys("X")

    assert other[:-8] not in str(refusal.value)


@pytest.mark.parametrize(
    ("value", "name"),
    [("sqlite:///data/x.db", "data/x.db"), ("sqlite:///x%20y.db", "x y.db"), ("sqlite:////{root}/x.db", "x.db")],
)
def test_database_is_a_sqlite_file_in_a_folder_that_exists(given: Any, tmp_path: Path, value: str, name: str) -> None:
    (tmp_path / "data").mkdir()
    given(value.format(root=str(tmp_path).lstrip("/")))

    database = env.database("X", tmp_path / "db.sqlite3", root=tmp_path, wait_s=5, lease_s=20)

    assert database["ENGINE"] == "infra.db.sqlite3"
    assert database["NAME"] == tmp_path / name


def test_database_is_postgresql_with_everything_its_address_says(given: Any, tmp_path: Path) -> None:
    given(
        "postgres://ana:se%2Fnha@db.example:5433/contas?sslmode=require&connect_timeout=7&options=-c%20search_path%3Dcontas"
    )

    database = env.database("X", tmp_path / "db.sqlite3", root=tmp_path, wait_s=5, lease_s=20)

    assert database == {
        "ENGINE": "infra.db.postgresql",
        "NAME": "contas",
        "USER": "ana",
        "PASSWORD": "se/nha",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "sslmode": "require",
            "connect_timeout": "7",
            "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=20s -c search_path=contas",
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 25_000,
            "server_side_binding": True,
            "prepare_threshold": 2,
            "pool": {"min_size": 0, "max_size": 10, "timeout": 5},
        },
    }


@pytest.mark.parametrize(
    "value",
    [
        "mysql://ana:segredo@host/db",
        "ana:segredo@host/db",
        "sqlite://",
        "sqlite:///nowhere/segredo/x.db",
        "sqlite:///",
        "postgres://",
        "postgres://ana:segredo@host",
        "postgres://ana:segredo@host:abc/db",
        "postgres://ana:segredo@host/db?nonsense=1",
        "postgres://ana:segredo@[host/db",
    ],
)
def test_database_that_cannot_be_is_refused_without_showing_its_password(given: Any, tmp_path: Path, value: str) -> None:
    given(value)

    with pytest.raises(ImproperlyConfigured, match=r"^X\b") as refusal:
        env.database("X", tmp_path / "db.sqlite3", root=tmp_path, wait_s=5, lease_s=20)

    assert "ana:segredo" not in str(refusal.value)


def test_folder_is_made_for_its_owner_alone_and_a_relative_one_starts_at_the_root(given: Any, tmp_path: Path) -> None:
    given("a/b")

    assert env.folder("X", tmp_path / "var", root=tmp_path) == tmp_path / "a/b"
    assert (tmp_path / "a/b").is_dir()
    assert stat.S_IMODE((tmp_path / "a/b").stat().st_mode) == 0o700


def test_folder_that_cannot_be_made_is_refused(given: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    given("file/inside")

    with pytest.raises(ImproperlyConfigured, match=r"^X: não foi possível criar a pasta"):
        env.folder("X", tmp_path / "var", root=tmp_path)


def test_secrets_are_generated_once_for_the_owner_alone(no_secrets: None, tmp_path: Path) -> None:
    """'`var/secrets.env` (generated once, mode 600)'."""
    path = tmp_path / "secrets.env"
    env.ensure_secrets(tmp_path)
    written = path.read_text()

    env.ensure_secrets(tmp_path)

    assert path.read_text() == written
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
    assert [line.partition("=")[0] for line in written.splitlines()] == ["SECRET_KEY", "FIELD_ENCRYPTION_KEYS"]
    assert len(os.environ["SECRET_KEY"]) == 64
    assert len(env.fernet_keys("FIELD_ENCRYPTION_KEYS")) == 1


def test_secrets_of_the_environment_win_over_the_file(no_secrets: None, monkeypatch: Any, tmp_path: Path) -> None:
    env.ensure_secrets(tmp_path)
    monkeypatch.setenv("SECRET_KEY", "from the environment")

    env.ensure_secrets(tmp_path)

    assert os.environ["SECRET_KEY"] == "from the environment"


def test_secrets_are_not_written_where_the_environment_has_both(
    no_secrets: None, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "a")
    monkeypatch.setenv("FIELD_ENCRYPTION_KEYS", KEY)

    env.ensure_secrets(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_env_file_is_read_and_loses_against_the_environment(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("X", "from the environment")
    monkeypatch.setenv("Y", "taken away")
    monkeypatch.delenv("Y")
    (tmp_path / ".env").write_text("# a comment\nX=from the file\nY='from the file'\n")

    env.load(tmp_path)

    assert (env.text("X"), env.text("Y")) == ("from the environment", "from the file")


def test_env_file_of_another_editor_is_read_from_its_first_line(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("X", "")
    monkeypatch.delenv("X")
    (tmp_path / ".env").write_bytes("\ufeffX=Ação\r\n  \r\n  # a comment\r\n".encode())

    env.load(tmp_path)

    assert env.text("X") == "Ação"


@pytest.mark.parametrize("line", ["FIELD_ENCRYPTION_KEYS = segredo", "segredo", "export  X=segredo"])
def test_line_of_an_env_file_that_sets_nothing_is_refused_unsaid(line: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"# a comment\n{line}\n")

    with pytest.raises(ImproperlyConfigured, match=r"\.env, linha 2: deve ter a forma NOME=valor\.$"):
        env.load(tmp_path)


def test_env_file_in_another_encoding_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("COMPANY_NAME=Ação\n".encode("latin-1"))

    with pytest.raises(ImproperlyConfigured, match=r"\.env não pode ser lido como texto UTF-8\.$"):
        env.load(tmp_path)
