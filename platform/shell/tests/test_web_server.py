"""gunicorn as it is configured, in processes of its own: what only the real server shows."""

import http.client
import io
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from PIL import Image

from core.errors import DATABASE_BUSY, DISK_FULL
from core.tests import processes
from core.tests.listener import reserved_port
from core.tests.processes import PATIENCE_S, ROOT, url_of
from core.tests.threads import together
from infra.tests.test_sqlite import HOLD_THE_QUEUE

# PostgreSQL's server has a disk of its own, and ends the transaction of who is frozen.
pytestmark = [pytest.mark.slow, pytest.mark.once]

LARGE = 5 * 1024 * 1024
"""More than is read of a JSON body, and than gunicorn discards by itself."""
PATHS = ("/healthz", "/", "/api/auth/me", "/profile", "/tasks")


@pytest.fixture
def serve(real_database: Any, tmp_path: Path) -> Iterator[Callable[..., tuple[int, subprocess.Popen[bytes]]]]:
    """Start the web server on a database of its own; its port and its master process."""
    started: list[subprocess.Popen[bytes]] = []
    with reserved_port() as port:

        def start(**changes: str) -> tuple[int, subprocess.Popen[bytes]]:
            environment = os.environ | {
                "DATABASE_URL": url_of(real_database),
                "VAR_DIR": str(tmp_path / "var"),
                "PORT": str(port),
                "WEB_CONCURRENCY": "1",
                "SECRET_KEY": django_settings.SECRET_KEY,
                "FIELD_ENCRYPTION_KEYS": ",".join(django_settings.FIELD_ENCRYPTION_KEYS),
                "LOG_LEVEL": "ERROR",
            }
            command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py"]
            process = subprocess.Popen(command, cwd=ROOT, env=environment | changes, start_new_session=True)
            started.append(process)
            wait_for(lambda: status_of(port, "/healthz") == 200)
            return port, process

        yield start
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            shutil.rmtree(memory_of(process), ignore_errors=True)


def wait_for(condition: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came to pass"
        time.sleep(0.1)


def status_of(port: int, path: str) -> int:
    caller = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    with suppress(OSError):
        caller.request("GET", path)
        return caller.getresponse().status
    return 0


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(child) for child in listed.split()]


def memory_of(process: subprocess.Popen[bytes]) -> Path:
    """Where a server keeps its request times."""
    return Path(f"/dev/shm/plataforma-{os.getuid()}-{process.pid}")  # noqa: S108 - memory


def test_call_after_a_refused_upload_is_answered_on_the_same_connection(serve: Callable[..., Any]) -> None:
    port, _ = serve()
    caller = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    caller.connect()
    kept = caller.sock

    caller.request("POST", "/api/auth/login", body=b"x" * LARGE, headers={"Content-Type": "application/json"})
    refused = caller.getresponse()
    refused.read()
    caller.request("GET", "/healthz")
    answer = caller.getresponse()

    assert 400 <= refused.status < 500
    assert (answer.status, answer.read()) == (200, b"ok")
    assert caller.sock is kept


def test_answer_to_what_is_too_large_to_be_read_says_that_the_connection_ends(serve: Callable[..., Any]) -> None:
    port, _ = serve()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as caller:
        caller.sendall(b"POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n")
        head = caller.recv(4096)

    assert b"\r\nConnection: close\r\n" in head


def test_what_a_killed_server_kept_in_memory_is_gone_with_the_next_start(serve: Callable[..., Any]) -> None:
    _, killed = serve()
    left = memory_of(killed)
    assert [file.stat().st_blocks * 512 >= file.stat().st_size > 0 for file in left.iterdir()] == [True]
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()

    serve()

    assert not left.exists()


@pytest.mark.django_db(transaction=True)
def test_site_stays_when_nothing_can_be_written(
    serve: Callable[..., Any], employee: Any, client_for: Any, tmp_path: Path
) -> None:
    """No file of the server can grow, as on a full disk: reads go on, a write is refused with what is wrong."""
    port, process = serve(PYTHONDONTWRITEBYTECODE="1")  # a module cut off at the limit would stay for everybody
    person = Person(port, employee, client_for)
    workers = children_of(process)
    for pid in workers:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))

    read = [person.ask("GET", path)[0] for path in PATHS]
    status, _, answered = person.rename("Outro Nome")
    image = io.BytesIO()
    Image.effect_noise((400, 400), 90).save(image, "PNG")
    uploaded, _, refused = person.upload(image.getvalue())

    assert read == [200] * len(PATHS)
    assert (status, json.loads(answered)["detail"]) == (503, DISK_FULL)
    assert (uploaded, json.loads(refused)["detail"]) == (503, DISK_FULL)
    assert children_of(process) == workers
    employee.refresh_from_db()
    assert (employee.full_name, employee.profile_image) == ("Funcionária de Teste", "")
    assert [path for path in (tmp_path / "var/media").rglob("*") if path.is_file()] == []


@pytest.mark.django_db(transaction=True)
def test_writer_that_is_frozen_leaves_reads_and_health_and_refuses_writes_in_words(
    serve: Callable[..., Any], employee: Any, client_for: Any, real_database: Any
) -> None:
    port, _ = serve(DATABASE_WAIT_S="1")
    person = Person(port, employee, client_for)
    others = [Person(port, employee, client_for) for _ in range(8)]
    assert person.rename("Antes")[0] == 200
    holder = processes.start(real_database, HOLD_THE_QUEUE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"
    holder.send_signal(signal.SIGSTOP)

    refused = together(8, lambda number: others[number].rename("Durante"))
    read = [person.ask("GET", path)[0] for path in PATHS]
    holder.kill()
    holder.communicate()
    wait_for(lambda: person.rename("Depois")[0] == 200)

    assert [(status, headers["Retry-After"], json.loads(body)["detail"]) for status, headers, body in refused] == [
        (503, "5", DATABASE_BUSY)
    ] * 8
    assert read == [200] * len(PATHS)


def test_web_process_that_is_frozen_is_replaced(serve: Callable[..., Any]) -> None:
    port, process = serve(BULK_LEASE_S="1")
    (frozen,) = children_of(process)
    os.kill(frozen, signal.SIGSTOP)

    wait_for(lambda: frozen not in children_of(process))
    wait_for(lambda: status_of(port, "/healthz") == 200)


class Person:
    """Somebody signed in, on a connection of their own."""

    def __init__(self, port: int, user: Any, client_for: Any) -> None:
        self._caller = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._user = user
        session = client_for(user).cookies["sessionid"].value
        self._headers = {"Cookie": f"sessionid={session}; csrftoken={'a' * 32}", "X-CSRFToken": "a" * 32}

    def ask(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> tuple[int, Any, str]:
        self._caller.request(method, path, body=body, headers=self._headers | {"Content-Type": kind})
        answer = self._caller.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def rename(self, name: str) -> tuple[int, Any, str]:
        return self.ask("PATCH", f"/api/users/{self._user.id}", json.dumps({"fullName": name}))

    def upload(self, image: bytes) -> tuple[int, Any, str]:
        head = b'--x\r\nContent-Disposition: form-data; name="profile_image"; filename="a.png"\r\n\r\n'
        body = head + image + b"\r\n--x--\r\n"
        return self.ask("POST", "/api/upload/profile-image", body, "multipart/form-data; boundary=x")
