"""The environment, read strictly: a value that makes no sense stops the start and names its variable; blank is none."""

import io
import os
import re
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
import idna
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"1", "true", "on", "yes", "sim"})
_FALSE = frozenset({"0", "false", "off", "no", "nao", "não"})
_NAME = r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?"
_HOST = rf"(?:{_NAME}|\[[0-9a-f:.]+\])"
_PORT = r"(?::[0-9]{1,5})?"
_HOST_AND_PORT = re.compile(_HOST + _PORT, re.I)
_SERVED_HOST = re.compile(rf"\*|\.?{_HOST}", re.I)
_ORIGIN = re.compile(rf"https?://{_HOST}{_PORT}", re.I)
_BOUND = re.compile(rf"{_NAME}|[0-9a-f.]*(?::[0-9a-f.]*){{2,}}", re.I)
_LINE = re.compile(r"(?:#.*)?|(?:export )?[A-Za-z_0-9]+=.*")
_SECRETS = ("SECRET_KEY", "FIELD_ENCRYPTION_KEYS")


def load(root: Path) -> None:
    """Read `.env` of the project into the environment; what is set already wins."""
    _read(root / ".env")


def _read(path: Path) -> None:
    """A line that sets nothing is not passed over: what it was to set would be missing. It may be a secret, so it is not said."""
    try:
        lines = [line.strip() for line in path.read_text("utf-8-sig").splitlines()]
    except (FileNotFoundError, IsADirectoryError):
        return
    except (OSError, UnicodeDecodeError):
        raise ImproperlyConfigured(f"{path} não pode ser lido como texto UTF-8.") from None
    for number, line in enumerate(lines, start=1):
        _require(_LINE.fullmatch(line), f"{path}, linha {number}:", "deve ter a forma NOME=valor")
    environ.Env.read_env(io.StringIO("\n".join(lines)), overwrite=False)


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def _require(valid: object, name: str, expected: str, value: str | None = None) -> None:
    """Refuse a variable; its value is shown only where `value` gives it, since it may be a secret."""
    if not valid:
        raise ImproperlyConfigured(f"{name} {expected}{'' if value is None else f'; recebido {value!r}'}.")


def nonempty(name: str, reason: str) -> str:
    value = text(name)
    _require(value, name, f"é obrigatória: {reason}")
    return value


def flag(name: str, default: bool = False) -> bool:
    value = text(name).casefold()
    _require(value in {"", *_TRUE, *_FALSE}, name, "deve ser 1 ou 0", value)
    return value in _TRUE if value else default


def integer(name: str, default: int, *, minimum: int, maximum: int) -> int:
    value = text(name, str(default))
    _require(re.fullmatch(r"[+-]?[0-9]{1,18}", value), name, "deve ser um número inteiro", value)
    _require(minimum <= int(value) <= maximum, name, f"deve ficar entre {minimum} e {maximum}", value)
    return int(value)


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = text(name, default)
    _require(value in choices, name, f"deve ser um de: {', '.join(choices)}", value)
    return value


def listing(name: str) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()]


def url(name: str, default: str = "", *, whole: bool = False, query: bool = False) -> str:
    """An absolute http(s) address without a trailing slash, or the default; `whole` that of a host, with nothing behind it."""
    value = text(name, default).rstrip("/")
    valid = _is_address(value) and (query or {"?", "#"}.isdisjoint(value))
    _require(not value or valid, name, f"deve ser um endereço http(s) completo{'' if query else ', sem ? e #'}", value)
    form = "deve ser http(s)://host ou http(s)://host:porta, sem mais nada"
    _require(not whole or _ORIGIN.fullmatch(value), name, form)
    return value.lower() if whole else value


def origins(name: str, *, below: bool = False) -> list[str]:
    """`scheme://host` or `scheme://host:port` entries, as browsers send them; `*.host` where those `below` one count."""
    for entry in (entries := [each.lower() for each in listing(name)]):
        valid = _ORIGIN.fullmatch(entry.replace("://*.", "://", below)) and _is_address(entry)
        _require(valid, name, "aceita 'https://host[:porta]' separados por vírgula", entry)
    return entries


def served_hosts(name: str, default: list[str]) -> list[str]:
    """Names this installation answers to: `host`, `.domain`, `[::1]` or `*`, without scheme and port."""
    for entry in (entries := listing(name)):
        _require(_SERVED_HOST.fullmatch(entry), name, "aceita 'host' separados por vírgula, sem porta", entry)
    return entries or default


def bind_host(name: str, default: str) -> str:
    value = text(name, default)
    _require(_BOUND.fullmatch(value), name, "deve ser um endereço IP ou um nome", value)
    return value


def host_list(name: str) -> frozenset[str]:
    """`host` or `host:port` entries ("[::1]:8001" for IPv6), lower case, as calls spell them: Unicode names in A-labels."""
    hosts = set()
    for entry in listing(name):
        host, colon, port = entry.partition(":")
        with suppress(UnicodeError):  # a name that no encoding has stays as it is, which is refused
            host = host if host.isascii() else idna.encode(host, uts46=True).decode()
        host += colon + port
        valid = _HOST_AND_PORT.fullmatch(host) and _is_address(f"http://{host}")
        _require(valid, name, "aceita 'host' ou 'host:porta' separados por vírgula", entry)
        hosts.add(host.lower())
    return frozenset(hosts)


def sentry_dsn(name: str, allowed_hosts: frozenset[str]) -> str:
    """The address of a project at sentry.io, or at a host that outbound calls are allowed to."""
    value = text(name)
    if value:
        parts = urlsplit(value) if _is_address(value) else urlsplit("")
        host = parts.hostname or ""
        is_vendor = parts.scheme == "https" and host.endswith(".sentry.io") and parts.port is None
        project = parts.path.rstrip("/").rpartition("/")[2]
        _require(parts.username and project.isdecimal(), name, "deve ter a forma https://chave@host/número-do-projeto")
        if not (is_vendor or {host, parts.netloc.rpartition("@")[2].lower()} & allowed_hosts):
            raise ImproperlyConfigured(f"{name}: {host} não é do sentry.io nem está em OUTBOUND_ALLOWED_HOSTS.")
    return value


def email_server(name: str) -> dict[str, Any]:
    """The mail server, as options of Django's SMTP backend; empty when there is none."""
    if not (value := text(name)):
        return {}
    server: dict[str, Any] = {"EMAIL_HOST": ""}
    with suppress(ImproperlyConfigured, ValueError):
        server = environ.Env.email_url_config(value)
    form = "deve ter a forma smtp+tls://pessoa:senha@host:587, smtp+ssl://…:465 ou smtp://host:25"
    _require(server["EMAIL_HOST"] and server["EMAIL_BACKEND"].endswith("smtp.EmailBackend"), name, form)
    use_tls, use_ssl = server.get("EMAIL_USE_TLS", False), server.get("EMAIL_USE_SSL", False)
    return {
        "host": server["EMAIL_HOST"],
        "port": server["EMAIL_PORT"] or (465 if use_ssl else 587 if use_tls else 25),
        "username": server["EMAIL_HOST_USER"] or "",
        "password": server["EMAIL_HOST_PASSWORD"] or "",
        "use_tls": use_tls,
        "use_ssl": use_ssl,
    }


def _is_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets that do not close, a port that is none
        return False


def folder(name: str, default: Path, *, root: Path) -> Path:
    """A folder that can be written to, made on the first start for its owner alone. A relative path starts at `root`."""
    path = (root / text(name, str(default))).resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}: não foi possível criar a pasta {path} ({error.strerror}).") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name}: sem permissão de escrita em {path}.")
    return path


def database(name: str, default: Path, *, root: Path, wait_s: int, lease_s: int) -> dict[str, Any]:
    """Django's database settings: a SQLite file (a relative path starts at `root`) or `postgres://…`, for many
    machines. Nobody waits longer than `wait_s` for a lock or a connection. PostgreSQL ends a transaction that was idle
    for `lease_s`: whoever began it is frozen or gone."""
    value = text(name)
    if value.startswith(("postgres://", "postgresql://")):
        return _postgresql(name, value, wait_s, lease_s)
    known = not value or value.startswith("sqlite:///")
    _require(known, name, "aceita sqlite:///caminho ou postgres://…; recebido outro esquema")
    path = (root / unquote(value.removeprefix("sqlite:///"))).resolve() if value else default
    if path.is_dir() or not path.parent.is_dir():
        raise ImproperlyConfigured(f"{name}: {path} não é um arquivo em uma pasta que existe.")
    return {
        "ENGINE": "infra.db.sqlite3",
        "NAME": path,
        "TEST": {"NAME": ":memory:"},  # one for each process of tests
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": wait_s,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;"
                "PRAGMA cache_size=-20000; PRAGMA journal_size_limit=27103364;"
                # INSERT OR REPLACE deletes too: with this the append-only triggers see it.
                "PRAGMA recursive_triggers=ON;"
            ),
        },
    }


def _postgresql(name: str, value: str, wait_s: int, lease_s: int) -> dict[str, Any]:
    from psycopg import ProgrammingError  # noqa: PLC0415 - only where PostgreSQL is used
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - only where PostgreSQL is used

    try:
        options = conninfo_to_dict(value)
    except ProgrammingError:
        raise ImproperlyConfigured(f"{name} não é um endereço de banco de dados válido.") from None
    port = str(options.pop("port", ""))
    valid = options.get("dbname") and (not port or port.isdigit())
    _require(valid, name, "deve ter a forma postgres://pessoa:senha@host:porta/banco")
    # What the address says of these wins. Migrations are not hurried: infra.connections.lift_limits.
    session = f"-c lock_timeout={wait_s}s -c idle_in_transaction_session_timeout={max(lease_s, 5)}s"
    limits: dict[str, Any] = {
        "options": f"{session} {options.pop('options', '')}".rstrip(),
        "connect_timeout": wait_s,
        # A server that vanished without a word is noticed within about 25 s, an unanswered write as well.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 25_000,
        # What is asked again and again is planned once a connection: nearly half of the server's time for an account.
        "server_side_binding": True,
        "prepare_threshold": 2,
    }
    return {
        "ENGINE": "infra.db.postgresql",
        "NAME": options.pop("dbname"),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": port,
        # A pool and returning the connection after each transaction: many lanes share few connections.
        "CONN_MAX_AGE": 0,
        "OPTIONS": limits | options | {"pool": {"min_size": 0, "max_size": 10, "timeout": wait_s}},
    }


def fernet_keys(name: str) -> list[str]:
    """Keys for secrets at rest: 32 bytes in URL-safe base64 each, the first one writes, all read."""
    keys = listing(name) or [nonempty(name, "é com ela que os segredos são gravados")]
    for position, key in enumerate(keys, start=1):
        try:
            Fernet(key)
        except ValueError:
            form = "não tem 32 bytes em base64 (use Fernet.generate_key)"
            raise ImproperlyConfigured(f"{name}: a chave {position} {form}.") from None
    return keys


def ensure_secrets(folder: Path) -> None:
    """Generate `secrets.env` (mode 600) on the first start, then read it; the environment wins over the file."""
    for name in _SECRETS:
        if not text(name):
            os.environ.pop(name, None)
    path = folder / "secrets.env"
    if not path.exists() and not all(map(text, _SECRETS)):
        # The whole file at once, unless another process of the same start was first.
        with tempfile.NamedTemporaryFile("w", dir=folder) as draft:
            draft.write(f"SECRET_KEY={secrets.token_urlsafe(48)}\n")
            draft.write(f"FIELD_ENCRYPTION_KEYS={Fernet.generate_key().decode()}\n")
            draft.flush()
            with suppress(FileExistsError):
                os.link(draft.name, path)
    _read(path)
