"""`manage.py rotate_keys` over 100,000 stored secrets while the product serves, and what opens afterwards."""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests
from cryptography.fernet import Fernet

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ADMIN

SECRETS = 100_000
READERS = 2
PAUSE_S = 0.02
READ = "/api/configs/gameboost"
"""Its answer opens the key of the configuration in effect."""

STORE = f"""
from django.db import connection, transaction
from core import crypto
text = crypto.encrypt("segredo")
with transaction.atomic(), connection.cursor() as cursor:
    rows = [(f"medida-{{number}}", text) for number in range({SECRETS})]
    cursor.executemany("INSERT INTO core_keymaterial (name, value) VALUES (%s, %s)", rows)
"""
OPEN = """
from core.models import KeyMaterial
from e2e.people import ADMIN
print(sum(row.value == "segredo" for row in KeyMaterial.objects.filter(name__startswith="medida-").iterator()))
"""


def measure() -> Iterator[Figure]:
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        with Installation(var, FIELD_ENCRYPTION_KEYS=old) as before:
            before.manage("shell", "-v", "0", "-c", STORE)
        with Installation(var, FIELD_ENCRYPTION_KEYS=f"{new},{old}") as serving, _reading(serving) as reads:
            started = time.monotonic()
            serving.manage("rotate_keys")
            elapsed = time.monotonic() - started
        yield Figure(f"rotate_keys over {SECRETS} secrets while serving", elapsed, 60.0, "s")
        yield Figure(f"failed reads of {len(reads)} meanwhile", reads.count(False), 0.0, "")
        with Installation(var, FIELD_ENCRYPTION_KEYS=new) as after:
            opened = int(after.manage("shell", "-v", "0", "-c", OPEN))
            _person(after).get(READ)
        yield Figure("secrets that the new key alone does not open", SECRETS - opened, 0.0, "")


@contextmanager
def _reading(serving: Installation) -> Iterator[list[bool]]:
    """People who read all the time; whether each read went well."""
    reads: list[bool] = []
    stop = threading.Event()
    readers = [threading.Thread(target=_read, args=(_person(serving), reads, stop)) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    try:
        yield reads
    finally:
        stop.set()
        for reader in readers:
            reader.join()


def _read(person: Person, reads: list[bool], stop: threading.Event) -> None:
    while not stop.wait(PAUSE_S):
        try:
            reads.append(bool(person.get(READ).json()["apiKey"]))
        except requests.RequestException:
            reads.append(False)


def _person(installation: Installation) -> Person:
    return Person(installation.url, *ADMIN)
