import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, get_commands, load_command_class
from django.test import Client

from core.tests.listener import reserved_port
from core.tests.processes import PATIENCE_S
from shell import supervisor
from shell.supervisor import Child

ROOT = Path(__file__).resolve().parents[3]
SERVES = """
import http.server, pathlib, os, sys
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), http.server.SimpleHTTPRequestHandler).serve_forever()
"""
IGNORES_NOTHING = """
import pathlib, os, sys, time
sys.path.insert(0, sys.argv[2])
from infra import pulse
pulse.start()
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
time.sleep(60)
"""
DIES = """
import sys
print("started", file=open(sys.argv[1], "a"))
sys.exit(1)
"""
SUPERVISES = f"""
import os, sys
sys.path.insert(0, sys.argv[1])
from core.tests.listener import reserved_port
from core.tests.processes import PATIENCE_S
from shell import supervisor
from shell.supervisor import Child
folder, port, lease, dying = sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]
python = [sys.executable, "-c"]
children = [
    Child("web", [*python, {SERVES!r}, folder + "/web", port]),
    Child("worker", [*python, {IGNORES_NOTHING!r}, folder + "/worker", sys.argv[1]]),
]
if dying:
    children.append(Child("sandbox", [*python, {DIES!r}, folder + "/sandbox"]))
supervisor.run(
    children,
    environment=dict(os.environ),
    health=f"http://127.0.0.1:{{port}}/",
    lease_s=float(lease),
    on_ready=lambda: print("ready", flush=True),
)
"""


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a supervisor of two small children in a process of its own; `tmp_path` has their ids."""
    started: list[subprocess.Popen[str]] = []

    with reserved_port() as port:

        def start(*arguments: str, lease_s: float = PATIENCE_S, under: Sequence[str] = ()) -> subprocess.Popen[str]:
            places = [str(ROOT / "platform"), str(tmp_path), str(port)]
            command = [*under, sys.executable, "-c", SUPERVISES, *places, str(lease_s), *arguments]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            started.append(process)
            return process

        yield start
        for process in started:
            process.terminate()  # and its children, which a kill would leave behind with its pipes
            process.communicate(timeout=PATIENCE_S)


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came to pass"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def written(path: Path) -> int:
    """The id in a file that is written right now, perhaps; 0 is none yet."""
    return int((path.read_text() if path.exists() else "") or 0)


def test_run_tells_when_the_web_answers_and_stops_everything_on_ctrl_c(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    """Ctrl-C stops all of it cleanly."""
    process = supervise()
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    wait_for(lambda: written(tmp_path / "worker"))
    pids = [written(tmp_path / name) for name in ("web", "worker")]
    assert all(map(alive, pids))

    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE_S)

    assert (process.returncode, output, errors.count("Traceback")) == (0, "", 0)
    assert not any(map(alive, pids))


@pytest.mark.parametrize(("under", "ends"), [(("env", "--default-signal=HUP"), True), (("nohup",), False)])
def test_terminal_that_closes_ends_what_was_not_started_to_outlive_it(
    supervise: Callable[..., subprocess.Popen[str]], under: tuple[str, ...], ends: bool
) -> None:
    process = supervise(under=under)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"

    process.send_signal(signal.SIGHUP)
    if not ends:
        time.sleep(1)
        assert process.poll() is None
        process.terminate()

    assert process.wait(PATIENCE_S) == 0


def test_run_starts_a_child_anew_that_was_killed(supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    process = supervise()
    wait_for(lambda: written(tmp_path / "worker"))
    first = written(tmp_path / "worker")
    os.kill(first, signal.SIGKILL)

    wait_for(lambda: written(tmp_path / "worker") not in (0, first))

    assert process.poll() is None
    process.terminate()
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert not alive(written(tmp_path / "worker"))


@pytest.mark.slow
def test_frozen_child_is_killed_and_started_anew(supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    """What it held (a lane, the queue of SQLite's writers) is free again."""
    process = supervise(lease_s=3.0)
    wait_for(lambda: written(tmp_path / "worker"))
    first = written(tmp_path / "worker")
    time.sleep(1.5)  # it was heard of: one that is still starting is never taken for frozen
    os.kill(first, signal.SIGSTOP)

    wait_for(lambda: written(tmp_path / "worker") not in (0, first))

    assert not alive(first)
    assert process.poll() is None


def test_web_stays_when_another_child_dies_again_and_again(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    process = supervise("dying")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    web = written(tmp_path / "web")
    started = tmp_path / "sandbox"

    wait_for(lambda: started.exists() and len(started.read_text().splitlines()) > supervisor.MAX_QUICK_DEATHS)

    assert (written(tmp_path / "web"), alive(web), process.poll()) == (web, True, None)
    process.terminate()
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "O processo 'sandbox' terminou (código 1) e recomeça em 1 s." in errors
    assert "O processo 'sandbox' terminou (código 1) e recomeça em 2 s." in errors


def test_run_gives_up_on_a_web_that_never_answers_and_leaves_nobody_behind(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    """Whoever started it is told: with its port taken, say, it would be started anew for ever."""
    (tmp_path / "web").mkdir()  # where it cannot write its id, so that it dies

    process = supervise()
    _, errors = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 1
    assert "O processo 'web' não fica de pé; veja as mensagens acima." in errors
    assert not (worker := written(tmp_path / "worker")) or not alive(worker)


def test_back_off_doubles_to_half_a_minute_and_ends_with_a_life_of_some_length(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    worker = Child("worker", [sys.executable, "-c", ""])
    pauses = []

    for lived_s in (20, 7, 7, 7, 7, 7, 7, 7, 20):
        now = worker.start_at
        worker.revive(dict(os.environ))
        assert worker.process is not None
        worker.process.wait()
        now += lived_s
        worker.revive(dict(os.environ))
        pauses.append(worker.start_at - now)

    assert pauses == [0, 1, 2, 4, 8, 16, 30, 30, 0]


def test_port_that_is_taken_is_refused_with_another_to_try() -> None:
    with reserved_port() as port:
        with socket.create_server(("127.0.0.1", port)), pytest.raises(CommandError) as refusal:
            supervisor.require_free("127.0.0.1", port)
        supervisor.require_free("127.0.0.1", port)

    assert str(refusal.value) == (
        f"A porta {port} já está em uso. Feche o outro programa ou use outra: PORT={port + 10} make run"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "nowhere.invalid"])
def test_address_that_is_not_this_machines_is_no_port_in_use(host: str) -> None:
    with pytest.raises(CommandError, match=f"^Não é possível escutar em {host}, porta 8000: "):
        supervisor.require_free(host, 8000)


@pytest.mark.parametrize("served", ["contas.example.com", ".example.com", "*", "[::1]"])
def test_health_is_asked_under_a_name_that_is_served(served: str, client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = [served]

    asked = supervisor.health_of("127.0.0.1:8000", settings.ALLOWED_HOSTS)

    assert asked.full_url == "http://127.0.0.1:8000/healthz"
    assert client.get("/healthz", headers=dict(asked.header_items())).status_code == 200


def test_children_are_web_worker_and_sandbox() -> None:
    """Starts web + worker + marketplace sandbox in one foreground command."""
    processes = supervisor.children(Path("/house"), host="127.0.0.1", port=8000, sandbox_port=8001, dev=False)

    assert {child.name: child.command[1:] for child in processes} == {
        "web": ["-m", "gunicorn", "-c", "/house/gunicorn.conf.py"],
        "worker": ["/house/manage.py", "runworker"],
        "sandbox": ["/house/manage.py", "marketplace_sandbox", "--port", "8001", "--quiet"],
    }


def test_children_of_development_reload_and_watch() -> None:
    """'`make dev` (auto-reload + watch build)'."""
    processes = supervisor.children(Path("/house"), host="127.0.0.1", port=8000, sandbox_port=8001, dev=True)

    assert {child.name: child.command[1:] for child in processes} == {
        "frontend": ["--prefix", "/house/frontend", "run", "watch"],
        "web": ["/house/manage.py", "runserver", "127.0.0.1:8000"],
        "worker": ["/house/manage.py", "runworker", "--reload"],
        "sandbox": ["/house/manage.py", "marketplace_sandbox", "--port", "8001", "--quiet"],
    }


@pytest.mark.parametrize("dev", [False, True])
def test_children_take_the_options_they_are_started_with(dev: bool) -> None:
    processes = supervisor.children(Path("/house"), host="127.0.0.1", port=8000, sandbox_port=8001, dev=dev)

    ours = [child.command[2:] for child in processes if child.command[1] == "/house/manage.py"]
    assert len(ours) == (3 if dev else 2)
    for name, *options in ours:
        command = load_command_class(get_commands()[name], name)
        command.create_parser("manage.py", name).parse_args(options)  # ends the test when one is unknown
