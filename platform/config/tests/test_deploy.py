"""The examples of docs/deploy fit the product: its commands, its time to stop, its variables; no secret is in them."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config.tests.house import ROOT
from config.tests.test_environment import documented

DEPLOY = ROOT / "docs/deploy"
UNITS = ("plataforma-web.service", "plataforma-worker@.service")


def unit(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(interpolation=None, strict=False, delimiters=("=",))
    parsed.read(DEPLOY / name)
    return parsed


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def graceful_s() -> int:
    found = re.search(r"^graceful_timeout = (\d+)$", (ROOT / "gunicorn.conf.py").read_text("utf-8"), re.M)
    assert found is not None
    return int(found[1])


def test_compose_has_the_web_two_workers_and_a_database_that_are_checked_and_kept() -> None:
    services = compose()["services"]

    assert set(services) == {"postgres", "prepare", "web", "worker"}
    assert services["worker"]["deploy"]["replicas"] == 2
    assert {"postgres", "web"} <= {name for name, service in services.items() if "healthcheck" in service}
    used = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert used == set(compose()["volumes"])
    assert (DEPLOY / services["web"]["build"]["context"]).resolve() == ROOT
    assert (ROOT / services["web"]["build"]["dockerfile"]).exists()


@pytest.mark.parametrize(
    ("given", "asked"),
    [("contas.example.com, b.example.com", "contas.example.com"), (".example.com", "example.com"), ("*", "localhost")],
)
def test_health_check_of_compose_asks_under_a_name_that_is_served(given: str, asked: str) -> None:
    """A name that ALLOWED_HOSTS lacks is answered 400, also on loopback."""
    names = []

    class Web(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names.append((self.path, self.headers["Host"]))
            self.send_response(200)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Web) as web:
        Thread(target=web.handle_request, daemon=True).start()
        how, _, *command = compose()["services"]["web"]["healthcheck"]["test"]
        command[-1] = command[-1].replace(":8000", f":{web.server_port}")
        subprocess.run([sys.executable, *command], env=os.environ | {"ALLOWED_HOSTS": given}, check=True)

    assert (how, names) == ("CMD", [("/healthz", asked)])


def test_time_to_stop_is_longer_than_the_web_needs() -> None:
    assert int(unit("plataforma-web.service")["Service"]["TimeoutStopSec"]) > graceful_s()
    assert int(compose()["services"]["web"]["stop_grace_period"].removesuffix("s")) > graceful_s()


def test_commands_of_the_examples_exist() -> None:
    text = "\n".join(path.read_text("utf-8") for path in DEPLOY.iterdir())
    named = set(re.findall(r"manage\.py ([a-z_]+)", text))

    assert named == {"collectstatic", "migrate", "runworker"}
    assert named <= set(get_commands())


def test_variables_of_the_examples_are_ours_and_hold_no_secret() -> None:
    text = "\n".join(path.read_text("utf-8") for path in DEPLOY.iterdir())
    given = dict(re.findall(r"\b([A-Z]+_[A-Z_]+)[=:] ?([^\s,)]+)", text))

    assert not [name for name in given if re.search("KEY|SECRET|TOKEN", name)]
    assert given.pop("POSTGRES_PASSWORD") == "${POSTGRES_PASSWORD:?}"
    others = {name for name in given if name.startswith(("POSTGRES_", "PYTHON"))}
    assert set(given) - others <= documented()


@pytest.mark.parametrize("name", UNITS)
def test_unit_is_hardened_and_comes_back(name: str) -> None:
    service = unit(name)["Service"]

    assert (service["NoNewPrivileges"], service["ProtectSystem"], service["StateDirectory"]) == (
        "yes",
        "strict",
        "plataforma",
    )
    assert (service["Restart"], service["KillMode"], service["KillSignal"]) == ("always", "mixed", "SIGTERM")


def test_tables_change_before_the_web_starts_and_never_beside_it() -> None:
    prepared, web, worker = (unit(f"plataforma-{name}.service") for name in ("prepare", "web", "worker@"))

    assert prepared["Service"]["Type"] == "oneshot"
    assert "RemainAfterExit" not in prepared["Service"]  # it runs again at the next start
    assert "plataforma-prepare.service" in web["Unit"]["Requires"].split()
    assert "plataforma-prepare.service" in web["Unit"]["After"].split()
    assert "plataforma-prepare.service" in worker["Unit"]["After"].split()


@pytest.mark.parametrize("name", ["plataforma-prepare.service", *UNITS])
def test_every_unit_and_command_works_on_the_same_installation(name: str) -> None:
    service, command = unit(name)["Service"], (DEPLOY / "plataforma-manage").read_text("utf-8")

    assert f"--uid={service['User']}" in command
    assert f"--property=WorkingDirectory={service['WorkingDirectory']}" in command
    assert f"--property=EnvironmentFile={service['EnvironmentFile']}" in command
    assert f"--property=UMask={service['UMask']}" in command
    assert f"--setenv={service['Environment']}" in command


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_units_are_read_by_systemd(tmp_path: Path) -> None:
    """All it may object to is that the product is not installed where the units say."""
    units = [str(DEPLOY / name) for name in ("plataforma-web.socket", "plataforma-prepare.service", *UNITS)]
    told = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False).stderr

    ours = [line for line in told.splitlines() if "plataforma" in line]
    assert [line for line in ours if "/opt/plataforma/.venv/bin/python is not executable" not in line] == []
