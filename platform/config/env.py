"""The environment, read strictly: a value that makes no sense stops the start and names its variable."""

import base64
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"1", "true", "on", "yes", "sim"})
_FALSE = frozenset({"0", "false", "off", "no", "nao", "não", ""})


def load(root: Path) -> None:
    """Read `.env` of the project into the environment; what is set already wins."""
    environ.Env.read_env(root / ".env", overwrite=False)


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    folded = value.strip().casefold()
    if folded in _TRUE:
        return True
    if folded in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} deve ser 1 ou 0; recebido {value!r}.")


def integer(name: str, default: int, *, minimum: int, maximum: int) -> int:
    value = os.environ.get(name)
    if value is None or not value.strip():
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} deve ser um número inteiro; recebido {value!r}.") from None
    if not minimum <= number <= maximum:
        raise ImproperlyConfigured(f"{name} deve ficar entre {minimum} e {maximum}; recebido {number}.")
    return number


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = text(name, default) or default
    if value not in choices:
        raise ImproperlyConfigured(f"{name} deve ser um de: {', '.join(choices)}; recebido {value!r}.")
    return value


def listing(name: str) -> list[str]:
    """A comma-separated list; blanks are dropped."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def url(name: str, default: str = "") -> str:
    """An absolute http(s) address without a trailing slash, or the default."""
    value = text(name, default).rstrip("/")
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ImproperlyConfigured(f"{name} deve ser um endereço http(s) completo; recebido {value!r}.")
    return value


def host_list(name: str) -> frozenset[str]:
    """`host` or `host:port` entries, lower case."""
    hosts = set()
    for entry in listing(name):
        host, _, port = entry.lower().rpartition(":") if ":" in entry else (entry.lower(), "", "")
        if not host or "/" in entry or (port and not port.isdigit()):
            raise ImproperlyConfigured(f"{name} aceita 'host' ou 'host:porta' separados por vírgula; recebido {entry!r}.")
        hosts.add(entry.lower())
    return frozenset(hosts)


def database(name: str, default_path: Path) -> dict[str, object]:
    """Django's database settings: the SQLite file by default, `postgres://…` for many machines."""
    value = text(name)
    if not value or value.startswith("sqlite:"):
        path = Path(str(environ.Env.db_url_config(value)["NAME"])) if value else default_path
        return {
            "ENGINE": "core.db.sqlite3",
            "NAME": path,
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;"
                    "PRAGMA cache_size=-20000; PRAGMA journal_size_limit=27103364;"
                ),
            },
        }
    if not value.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(f"{name} aceita sqlite:///caminho ou postgres://…; recebido outro esquema.")
    try:
        config = dict(environ.Env.db_url_config(value))
    except (ValueError, environ.ImproperlyConfigured):
        raise ImproperlyConfigured(f"{name} não é um endereço de banco de dados válido.") from None
    # A pool and returning the connection after each transaction: many lanes share few connections.
    return config | {"CONN_MAX_AGE": 0, "OPTIONS": {"pool": {"min_size": 0, "max_size": 10, "timeout": 30}}}


def fernet_keys(name: str) -> list[str]:
    """Keys for secrets at rest: 32 bytes in URL-safe base64 each, the first one writes, all read."""
    keys = listing(name)
    for position, key in enumerate(keys, start=1):
        try:
            valid = len(base64.urlsafe_b64decode(key.encode())) == 32
        except ValueError:
            valid = False
        if not valid:
            raise ImproperlyConfigured(f"{name}: a chave {position} não tem 32 bytes em base64 (use Fernet.generate_key).")
    return keys


def ensure_secrets(folder: Path) -> None:
    """Generate `secrets.env` (mode 600) on the first start, then read it; the environment wins over the file."""
    path = folder / "secrets.env"
    if not path.exists() and not (text("SECRET_KEY") and text("FIELD_ENCRYPTION_KEYS")):
        folder.mkdir(parents=True, exist_ok=True)
        body = (
            f"SECRET_KEY={secrets.token_urlsafe(48)}\n"
            f"FIELD_ENCRYPTION_KEYS={base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()}\n"
        )
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass  # another process of the same start was first
        else:
            with os.fdopen(descriptor, "w") as file:
                file.write(body)
    if path.exists():
        environ.Env.read_env(path, overwrite=False)
