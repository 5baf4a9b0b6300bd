"""'backup and restore (tried)': an archive is taken of one installation and put back into another."""

import gzip
import io
import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from django.contrib.auth import get_user_model
from django.db import connection

from core.tests.bucket import BUCKET, PERSON, served
from core.tests.processes import ROOT
from infra import backup, health

Environment = dict[str, str]
CONTENT = """
from django.core.management import call_command
from accounts.models import User
from marketplace.models import Configuration
from django.core.files.storage import default_storage
ana = User.objects.get(username="ana.souza")
print(ana.pk, ana.full_name, ana.check_password("ana-demo-2026"))
print([(each.pk, each.api_key) for each in Configuration.objects.order_by("pk")])
print(default_storage.exists("images/1/0.jpg") and default_storage.open("images/1/0.jpg").read())
call_command("verify_ledger")
"""
FILL = """
from decimal import Decimal
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("seed", demo=True)
call_command("verify_ledger", new_key=True)
from accounts.models import User
from earnings.actions import add_balance
ana, admin = (User.objects.get(username=name) for name in ("ana.souza", "admin"))
add_balance(user_id=ana.pk, amount=Decimal("5.00"), description="Depois da chave nova", by=admin)
"""
BACK_UP = """
from django.core.management import call_command
from core.models import AuditEvent
call_command("backup", {!r})
print("audited", AuditEvent.objects.filter(event="core.backed_up").count())
"""
MIGRATE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""
RESTORE = """
from django.core.management import call_command
from django.db import connection
from infra import media
print("tables", connection.introspection.table_names())
call_command("restore", {!r})
print(media.address({!r}))
"""


def manage(environment: Environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def done(environment: Environment, *arguments: str) -> str:
    answer = manage(environment, *arguments)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def shell(environment: Environment, code: str) -> str:
    return done(environment, "shell", "--no-imports", "-c", code)


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Callable[[str], Environment]]:
    """An empty installation by name: its own folder, its own keys, its own database."""
    made: list[str] = []

    def make(name: str) -> Environment:
        environment = {
            key: value for key, value in os.environ.items() if key not in {"SECRET_KEY", "FIELD_ENCRYPTION_KEYS"}
        }
        environment |= {"VAR_DIR": str(tmp_path / name), "LOG_LEVEL": "ERROR", "MEDIA_STORAGE": "local"}
        environment["DATABASE_URL"] = _new_database(name, made) if connection.vendor == "postgresql" else ""
        return environment

    yield make
    for name in made:
        _on_server(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def migrate(migrated: Path) -> Callable[[Environment], None]:
    """Prepare an installation's database: with all migrations, but without the keys of its own."""

    def prepare(environment: Environment) -> None:
        if name := environment["DATABASE_URL"].rpartition("/")[2]:
            _on_server(f'DROP DATABASE "{name}"')
            _on_server(f'CREATE DATABASE "{name}" TEMPLATE "{migrated.stem}"')
        elif migrated.exists():
            Path(environment["VAR_DIR"]).mkdir()
            shutil.copyfile(migrated, Path(environment["VAR_DIR"]) / "db.sqlite3")

    return prepare


def _new_database(name: str, made: list[str]) -> str:
    database = f"backup_{os.getpid()}_{name}"
    _on_server(f'CREATE DATABASE "{database}"')
    made.append(database)
    return os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{database}"


def _on_server(statement: str) -> None:
    import psycopg  # noqa: PLC0415 - only where PostgreSQL is used

    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(statement)


@pytest.mark.slow
def test_restored_installation_has_people_money_images_and_opens_its_secrets(
    installation: Callable[[str], Environment], migrate: Callable[[Environment], None], tmp_path: Path
) -> None:
    first, second, archive = installation("first"), installation("second"), tmp_path / "copy.tar.gz"
    migrate(first)
    image = tmp_path / "first/media/images/1/0.jpg"
    image.parent.mkdir(parents=True)
    image.write_bytes(b"pixels")
    steps = (FILL, CONTENT, BACK_UP.format(str(archive)))
    _, before, told = shell(first, "print('next')".join(steps)).split("next\n")

    assert "1 imagens" in told
    assert told.endswith("audited 1\n")
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    done(second, "restore", str(archive))

    assert "ana" in before.casefold()
    assert "pixels" in before
    changed = "User.objects.update(full_name='Outra')"
    assert shell(second, CONTENT + changed) == before
    assert (tmp_path / "second/secrets.env").read_text() == (tmp_path / "first/secrets.env").read_text()
    assert stat.S_IMODE((tmp_path / "second/secrets.env").stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*/.restore-*"))

    again = manage(second, "restore", str(archive))
    assert again.returncode == 1
    assert "já tem pessoas" in again.stderr

    (tmp_path / "second/media/images/1/1.jpg").write_bytes(b"newer")
    done(second, "restore", str(archive), "--force")
    assert shell(second, CONTENT) == before
    assert [path.name for path in (tmp_path / "second/media").rglob("*.jpg")] == ["0.jpg"]

    refused = manage(first, "backup", str(archive))
    assert refused.returncode == 1
    assert "já existe" in refused.stderr


@pytest.mark.slow
@pytest.mark.once
def test_local_images_of_an_archive_go_to_s3_where_images_are_kept_there(
    installation: Callable[[str], Environment], migrate: Callable[[Environment], None], tmp_path: Path
) -> None:
    """S3-compatible media is the documented way beyond it."""
    local, archive, name = installation("local"), tmp_path / "copy.tar.gz", "images/1/" + "0" * 32 + ".png"
    migrate(local)
    image = tmp_path / "local/media" / name
    image.parent.mkdir(parents=True)
    image.write_bytes(b"pixels")
    shell(local, MIGRATE + BACK_UP.format(str(archive)))

    with served() as client:
        where = {"AWS_STORAGE_BUCKET_NAME": BUCKET, "AWS_S3_ENDPOINT_URL": client.meta.endpoint_url}
        target = installation("target") | {"MEDIA_STORAGE": "s3", "AWS_QUERYSTRING_AUTH": "1"} | PERSON | where
        missing = manage(target | {"AWS_STORAGE_BUCKET_NAME": "nenhum"}, "restore", str(archive))
        before, *told, address = shell(target, RESTORE.format(str(archive), name)).splitlines()
        kept = client.get_object(Bucket=BUCKET, Key=name)
        signed = requests.get(address, timeout=60)

    assert (missing.returncode, before) == (1, "tables []")
    assert "não pôde ser gravada no S3" in missing.stderr
    assert "1 imagens" in told[0]
    assert (kept["Body"].read(), kept["ContentType"]) == (b"pixels", "image/png")
    assert signed.content == b"pixels"
    assert "X-Amz-Expires=604800" in address  # a marketplace may fetch an image days after it was stored
    assert not (tmp_path / "target/media").exists()


@pytest.mark.once
@pytest.mark.slow
def test_linked_images_are_kept_and_come_back_to_the_disk_that_a_link_names(
    installation: Callable[[str], Environment], migrate: Callable[[Environment], None], tmp_path: Path
) -> None:
    first, second, archive, disk = (
        installation("first"),
        installation("second"),
        tmp_path / "copy.tar.gz",
        tmp_path / "disk",
    )
    migrate(first)
    images = tmp_path / "first/media/images/1"
    images.mkdir(parents=True)
    (images / "0.jpg").write_bytes(b"pixels")
    os.link(images / "0.jpg", images / "1.jpg")
    (images / "2.jpg").symlink_to(images / "0.jpg")
    for folder in (disk, tmp_path / "second"):
        folder.mkdir(mode=0o700)
    (disk / "former.jpg").write_bytes(b"former")
    (tmp_path / "second/media").symlink_to(disk)

    shell(first, MIGRATE + BACK_UP.format(str(archive)))
    done(second, "restore", str(archive))

    assert {path.name: path.read_bytes() for path in disk.rglob("*.jpg")} == {f"{n}.jpg": b"pixels" for n in range(3)}
    assert (tmp_path / "second/media").is_symlink()


@pytest.fixture
def here(db: Any, settings: Any, tmp_path: Path) -> Path:
    """This process as an installation with one person, one image and keys."""
    settings.VAR_DIR = tmp_path
    (tmp_path / backup.SECRETS).write_text("SECRET_KEY=kept\n")
    Path(settings.MEDIA_ROOT).mkdir()
    (Path(settings.MEDIA_ROOT) / "kept.jpg").write_bytes(b"kept")
    get_user_model().objects.create(username="fica", full_name="Fica")
    return tmp_path


@pytest.fixture
def manifest(db: Any) -> dict[str, Any]:
    return {
        "format": backup.FORMAT,
        "takenAt": "2026-11-21T10:00:00+00:00",
        "database": connection.vendor,
        "media": True,
        "migrations": [],
    }


def packed(path: Path, *members: tuple[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, body in members:
            member = tarfile.TarInfo(name)
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))
    return path


def refusal(archive: Path) -> str:
    """The sentence of the refusal; everything that was there still is."""
    here = archive.parent
    with pytest.raises(backup.BackupError) as refused:
        backup.restore(archive, force=True)
    assert get_user_model().objects.get().username == "fica"
    assert (here / backup.SECRETS).read_text() == "SECRET_KEY=kept\n"
    assert [path.name for path in (here / "media").rglob("*")] == ["kept.jpg"]
    assert sorted(path.name for path in here.iterdir()) == sorted({archive.name, backup.SECRETS, "media"})
    return str(refused.value)


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../secrets.env", "media/../../x", "media", "other.txt", "media/../secrets.env"]
)
def test_archive_with_a_name_that_a_backup_does_not_have_is_refused(
    here: Path, manifest: dict[str, Any], name: str
) -> None:
    archive = packed(here / "x.tar.gz", (backup.MANIFEST, json.dumps(manifest).encode()), (name, b"x"))

    assert repr(name) in refusal(archive)


def test_archive_with_a_link_is_refused(here: Path) -> None:
    with tarfile.open(here / "x.tar.gz", "w:gz") as archive:
        member = tarfile.TarInfo("media/a.jpg")
        member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(member)

    assert "media/a.jpg" in refusal(here / "x.tar.gz")


def test_archive_with_a_name_twice_is_refused(here: Path) -> None:
    assert "duas vezes" in refusal(packed(here / "x.tar.gz", ("media/a.jpg", b"a"), ("media/a.jpg", b"b")))


def test_archive_without_a_database_is_refused(here: Path, manifest: dict[str, Any]) -> None:
    archive = packed(here / "x.tar.gz", (backup.MANIFEST, json.dumps(manifest).encode()))

    assert refusal(archive) == "Faltam no arquivo: database. Nada foi alterado."


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": 2}, "não conhece"),
        ({"database": "oracle"}, "O arquivo é de um banco oracle e este é"),
        ({"media": False}, "MEDIA_STORAGE"),
        ({"migrations": ["core.9999_of_tomorrow"]}, "core.9999_of_tomorrow"),
    ],
)
def test_archive_of_something_else_is_refused(
    here: Path, manifest: dict[str, Any], change: dict[str, Any], told: str
) -> None:
    body = json.dumps(manifest | change).encode()
    archive = packed(here / "x.tar.gz", (backup.MANIFEST, body), (backup.DATABASE, b"x"))

    assert told in refusal(archive)


def test_archive_of_the_other_engine_is_refused_with_what_to_do(here: Path, manifest: dict[str, Any]) -> None:
    other = "sqlite" if connection.vendor == "postgresql" else "postgresql"
    body = json.dumps(manifest | {"database": other}).encode()

    told = refusal(packed(here / "x.tar.gz", (backup.MANIFEST, body), (backup.DATABASE, b"x")))

    assert f"é de um banco {other} e este é {connection.vendor}" in told
    assert "Ajuste DATABASE_URL" in told


def test_damaged_database_is_refused(here: Path, manifest: dict[str, Any]) -> None:
    body = json.dumps(manifest).encode()
    archive = packed(here / "x.tar.gz", (backup.MANIFEST, body), (backup.DATABASE, b"not a database" * 100))

    assert refusal(archive)


@pytest.mark.parametrize("kept", [0.5, 0.99])
def test_cut_archive_is_refused(here: Path, kept: float) -> None:
    archive = packed(here / "x.tar.gz", ("media/a.jpg", os.urandom(5000)))
    whole = archive.read_bytes()
    archive.write_bytes(whole[: int(len(whole) * kept)])

    assert "danificado" in refusal(archive)


def test_altered_archive_is_refused(here: Path, manifest: dict[str, Any]) -> None:
    """The checksum at the very end is read, after tar itself has seen enough."""
    archive = packed(here / "x.tar.gz", (backup.MANIFEST, json.dumps(manifest).encode()), (backup.DATABASE, b"x"))
    plain = gzip.decompress(archive.read_bytes())
    body = bytearray(gzip.compress(plain))
    body[-8] ^= 1
    archive.write_bytes(body)

    assert "danificado" in refusal(archive)


def test_missing_archive_is_refused(here: Path) -> None:
    with pytest.raises(backup.BackupError, match="não existe"):
        backup.restore(here / "nowhere.tar.gz", force=True)


def test_disk_that_takes_no_archive_is_told_in_one_sentence(db: Any) -> None:
    with pytest.raises(backup.BackupError, match=r"^\[Errno .+'/proc/.+'\. Confira o espaço e as permissões\.$"):
        backup.take(Path("/proc/x.tar.gz"))


def test_archive_that_the_disk_has_no_room_for_is_refused(
    here: Path, manifest: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a module cut off at the limit would stay for everybody
    body = json.dumps(manifest).encode()
    archive = packed(here / "x.tar.gz", (backup.MANIFEST, body), (backup.DATABASE, b"x" * 9000))
    room = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, room[1]))
    try:
        told = refusal(archive)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, room)

    assert "Confira o espaço e as permissões." in told


def test_nothing_is_restored_under_a_running_worker(here: Path) -> None:
    health.beat("alive")

    assert "worker está no ar" in refusal(packed(here / "x.tar.gz"))


def test_absent_client_of_postgresql_is_told_with_its_package(monkeypatch: Any) -> None:
    with pytest.raises(backup.BackupError, match="postgresql-client"):
        backup._run("pg_of_nobody")
