"""The variables of the environment: all written down, all read strictly."""

import ast
import os
import re
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.tests.house import ROOT, modules, nodes_of, relative, require_none, tree_of

# Read by boto3 itself, under its own names.
READ_BY_OTHERS = frozenset({"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"})

# One value for each variable that cannot be meant, with what else it takes to be read.
NONSENSE: dict[str, tuple[str, dict[str, str]]] = {
    "HOST": ("a b", {}),
    "PORT": ("70000", {}),
    "DEBUG": ("talvez", {}),
    "FIELD_ENCRYPTION_KEYS": ("not-a-key", {}),
    "ALLOWED_HOSTS": ("http://example.com", {}),
    "CSRF_TRUSTED_ORIGINS": ("example.com", {}),
    "CORS_ALLOWED_ORIGINS": ("example.com", {}),
    "TRUSTED_PROXY_COUNT": ("-1", {}),
    "WEB_CONCURRENCY": ("0", {}),
    "LOG_LEVEL": ("LOUD", {}),
    "DATABASE_URL": ("mysql://host/db", {}),
    "DATABASE_WAIT_S": ("0", {}),
    "VAR_DIR": ("manage.py/inside", {}),
    "MEDIA_STORAGE": ("ftp", {}),
    "AWS_STORAGE_BUCKET_NAME": (" ", {"MEDIA_STORAGE": "s3"}),
    "AWS_S3_ENDPOINT_URL": ("s3.example", {"MEDIA_STORAGE": "s3", "AWS_STORAGE_BUCKET_NAME": "b"}),
    "AWS_QUERYSTRING_AUTH": ("talvez", {"MEDIA_STORAGE": "s3", "AWS_STORAGE_BUCKET_NAME": "b"}),
    "PUBLIC_BASE_URL": ("example.com", {}),
    "OUTBOUND_ALLOWED_HOSTS": ("http://localhost", {}),
    "GAMEBOOST_BASE_URL": ("api.gameboost.com/v2", {}),
    "SANDBOX_ORIGIN": ("localhost:8001", {}),
    "BULK_PAUSE_MS": ("meio segundo", {}),
    "BULK_VERIFY_AFTER_S": ("-5", {}),
    "BULK_LEASE_S": ("0", {}),
    "LZT_PURCHASE_ENABLED": ("quase", {}),
    "ANALYSIS_LLM_BASE_URL": ("llm", {}),
    "HEATMAP_URL": ("heatmap", {}),
    "EMAIL_URL": ("mail.example.com:25", {}),
    "EMAIL_FROM": (" ", {"EMAIL_URL": "smtp://mail.example.com:25"}),
    "TELEGRAM_API_URL": ("api.telegram.org", {}),
    "SENTRY_DSN": ("https://key@errors.example/1", {}),
}
# Names and keys of other services: any text may be right.
FREE_TEXT = frozenset(
    {
        "SECRET_KEY",
        "COMPANY_NAME",
        "AWS_S3_REGION_NAME",
        "AWS_S3_CUSTOM_DOMAIN",
        "ANALYSIS_LLM_API_KEY",
        "ANALYSIS_LLM_MODEL",
        "METRICS_TOKEN",
        "TELEGRAM_BOT_TOKEN",
        "TELEGRAM_BOT_NAME",
    }
)


def documented() -> set[str]:
    example = (ROOT / ".env.example").read_text("utf-8")
    return set(re.findall(r"^(?:# )?([A-Z][A-Z0-9_]+)=", example, re.M))


def read_by_settings() -> set[str]:
    names = {
        node.args[0].value
        for node in ast.walk(tree_of(ROOT / "platform/config/settings.py"))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    return {str(name) for name in names}


def manage(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_variable_that_is_read_is_in_the_example_and_the_other_way_round() -> None:
    """'`.env.example` lists all'."""
    assert read_by_settings() | READ_BY_OTHERS == documented()


def test_environment_is_read_in_one_place() -> None:
    """Application code imports django.conf.settings only: settings are read through config.env, strictly."""

    def reads(node: ast.AST) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return ast.unparse(node.func) in {"os.getenv", "os.environ.get", "environ.get"}
        return isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ"

    wrong = [
        f"{relative(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in [*modules().values(), ROOT / "gunicorn.conf.py"]
        if path != ROOT / "platform/config/env.py"
        for node in nodes_of(path)
        if reads(node) and isinstance(node, ast.expr)
        if "NOTIFY_SOCKET" not in ast.unparse(node)  # systemd's way to be told of a pulse, and no setting of ours
    ]

    require_none(wrong, "read these in config/settings.py through config.env, and take the setting:")


def test_every_variable_has_a_value_that_is_refused_or_takes_any_text() -> None:
    assert set(NONSENSE) | FREE_TEXT == read_by_settings()
    assert not set(NONSENSE) & FREE_TEXT


@pytest.mark.parametrize("name", sorted(NONSENSE))
def test_bad_value_is_refused_by_the_settings(name: str, monkeypatch: Any) -> None:
    """A bad value stops the start with a sentence that names the variable."""
    value, others = NONSENSE[name]
    for variable, given in {**others, name: value}.items():
        monkeypatch.setenv(variable, given)

    with pytest.raises(ImproperlyConfigured, match=rf"^{name}\b[^\n]+\.$"):
        runpy.run_path(str(ROOT / "platform/config/settings.py"))


@pytest.mark.parametrize("name", ["BULK_LEASE_S", "DATABASE_URL", "VAR_DIR"])
def test_bad_value_stops_every_command_with_one_sentence_and_no_trace(name: str) -> None:
    answer = manage("check", **{name: NONSENSE[name][0]})

    assert answer.returncode == 1
    assert answer.stdout == ""
    assert re.fullmatch(rf"Configuração inválida: {name}\b[^\n]+\.\n", answer.stderr), answer.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("db.sqlite3", "no such table: tasks_task"),
        ("folder/db.sqlite3", "unable to open database file (Is a directory)"),
    ],
)
def test_database_that_cannot_serve_a_command_is_told_in_one_sentence(name: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/db.sqlite3-queue").mkdir()

    answer = manage("tasks_overdue", DATABASE_URL=f"sqlite:///{tmp_path / name}")

    assert answer.returncode == 1
    assert re.fullmatch(rf"Banco de dados: {re.escape(told)}\. Confira DATABASE_URL, [^\n]+\n", answer.stderr)


def test_bad_value_stops_the_web_server_with_the_same_sentence() -> None:
    answer = subprocess.run(
        [Path(sys.executable).with_name("gunicorn"), "-c", "gunicorn.conf.py", "--check-config"],
        cwd=ROOT,
        env=os.environ | {"PORT": "abc"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 1
    assert answer.stderr == "Configuração inválida: PORT deve ser um número inteiro; recebido 'abc'.\n"


def test_web_server_leaves_forwarded_headers_to_the_settings() -> None:
    """gunicorn believes `X-Forwarded-Proto` from loopback by itself, whatever TRUSTED_PROXY_COUNT says."""
    read = """
from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.http.parser import RequestParser
call = b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\nX-Forwarded-Proto: https\\r\\n\\r\\n"
print(next(RequestParser(WSGIApplication().cfg, iter([call]), ("127.0.0.1", 1))).scheme)
"""
    command = [sys.executable, "-c", read, "-c", "gunicorn.conf.py"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (answer.stdout, answer.stderr) == ("http\n", "")


def test_first_start_makes_the_secrets_and_the_second_keeps_them(tmp_path: Path, monkeypatch: Any) -> None:
    for name in ("SECRET_KEY", "FIELD_ENCRYPTION_KEYS", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    secrets = tmp_path / "var/secrets.env"

    first = manage("version", VAR_DIR=str(tmp_path / "var"))
    written = secrets.read_text()
    second = manage("version", VAR_DIR=str(tmp_path / "var"))

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert secrets.read_text() == written
    assert stat.S_IMODE(secrets.stat().st_mode) == 0o600
