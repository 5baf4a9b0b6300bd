"""A copy of everything an installation keeps, taken while it runs, and put back whole. The archive (.tar.gz) holds
`manifest.json`, `database` (a SQLite file, or what pg_dump writes), `secrets.env` and, where images are kept locally,
`media/`. Whoever has it has everything: the data and the keys that open it."""

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from core import audit, crypto
from core.enums import Audited
from core.events import publish
from core.models import AuditEvent, WorkerHeartbeat
from infra import health, media

FORMAT = 1
MANIFEST, DATABASE, SECRETS, MEDIA = "manifest.json", "database", "secrets.env", "media"
LOCK_TIMEOUT = "10s"
OF_DJANGO = ("pool", "server_side_binding", "prepare_threshold")  # options that PostgreSQL's programs do not know
TAKEN_AT = "takenAt"


class BackupError(CommandError):
    """A backup or a restore that cannot be; the sentence says why. Nothing was changed."""


@dataclass(frozen=True)
class Archive:
    """`images` is None where they are kept elsewhere (S3); `has_keys`: the archive can open its own secrets."""

    taken_at: datetime
    images: int | None
    has_keys: bool
    pending: int = 0


@contextmanager
def _disk_told() -> Iterator[None]:
    """Turn errors of the disk (full, read-only, no permission) into a CommandError with a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{error}. Confira o espaço e as permissões.") from None


@_disk_told()
def take(target: Path) -> Archive:
    """Write the archive, which appears whole or not at all, readable by its owner alone. The database is one moment of
    it; images are copied after, so that those it names are there."""
    if target.exists():
        raise BackupError(f"{target} já existe.")
    if not target.parent.is_dir():
        raise BackupError(f"A pasta {target.parent} não existe.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        draft, database, taken_at = Path(folder, "archive"), Path(folder, DATABASE), timezone.now()
        _dump(database)
        draft.touch(mode=0o600)
        with tarfile.open(draft, "w:gz", compresslevel=6, dereference=True) as archive:
            manifest = {
                "format": FORMAT,
                TAKEN_AT: taken_at.isoformat(),
                "database": connection.vendor,
                "media": settings.MEDIA_STORAGE == "local",
                "migrations": sorted(map(".".join, MigrationRecorder(connection).applied_migrations())),
            }
            Path(folder, MANIFEST).write_text(json.dumps(manifest))
            archive.add(Path(folder, MANIFEST), MANIFEST)
            archive.add(database, DATABASE)
            has_keys, secrets = False, settings.VAR_DIR / SECRETS
            if secrets.exists():
                archive.add(secrets, SECRETS)
                # The environment may give those in use instead.
                text = secrets.read_text("utf-8")
                has_keys = all(key in text for key in settings.FIELD_ENCRYPTION_KEYS)
            images = _add_images(archive) if settings.MEDIA_STORAGE == "local" else None
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.rename(target)
    return Archive(taken_at, images, has_keys)


@_disk_told()
def restore(source: Path, *, force: bool = False) -> Archive:
    """Put back what the archive holds in place of what is here, once no worker runs. All of it is read and checked
    first. The database changes in one transaction; keys and images follow. Images that go to S3 go before it: an upload
    that fails has changed nothing that anybody sees."""
    people, tables = get_user_model(), connection.introspection.table_names()
    if not force and people._meta.db_table in tables and people.objects.exists():
        raise BackupError("Este banco de dados já tem pessoas. Para substituí-lo por inteiro, use --force.")
    if WorkerHeartbeat._meta.db_table in tables and health.workers_alive():
        raise BackupError("Um worker está no ar. Pare web e worker (um que caiu é esquecido em 30 s) e repita.")
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix=".restore-") as folder:
        inside, images = Path(folder), None
        _unpack(source, inside)
        manifest = _checked_manifest(inside)
        if manifest["media"]:
            (inside / MEDIA).mkdir(exist_ok=True)
            images = _images_of(inside / MEDIA)
        if images and settings.MEDIA_STORAGE == "s3":
            _upload(images, inside / MEDIA)
        # In one transaction: whoever is connected sees all of the old or all of the new.
        (_load_postgresql if connection.vendor == "postgresql" else _load_sqlite)(inside / DATABASE)
        has_keys = (inside / SECRETS).exists()
        if has_keys:
            (inside / SECRETS).chmod(0o600)
            (inside / SECRETS).replace(settings.VAR_DIR / SECRETS)
        crypto.index_key.cache_clear()
        taken_at = datetime.fromisoformat(manifest[TAKEN_AT])
        with transaction.atomic():
            audit.record(Audited.RESTORED, by=None, after={TAKEN_AT: taken_at.isoformat()})
            publish("backup_restored", taken_at)
        if images is not None and settings.MEDIA_STORAGE == "local":
            _replace_images(images, inside / MEDIA)
    pending = len(_migrations_here() - set(manifest["migrations"]))
    return Archive(taken_at, None if images is None else len(images), has_keys, pending)


def restored_from() -> datetime | None:
    """The moment of the copy that was restored here last; None where none was."""
    event = AuditEvent.objects.filter(event=Audited.RESTORED).first()
    return datetime.fromisoformat(event.after[TAKEN_AT]) if event and event.after else None


def _migrations_here() -> set[str]:
    return set(map(".".join, MigrationLoader(None).disk_migrations))


def _images_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _replace_images(images: list[str], folder: Path) -> None:
    """File by file: the folder of images may be a disk of its own, or a link to one."""
    here = Path(settings.MEDIA_ROOT)
    before = _images_of(here)
    for name in images:
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / name, here / name)
    for name in set(before).difference(images):
        (here / name).unlink()


def _add_images(archive: tarfile.TarFile) -> int:
    count = 0
    for name in _images_of(Path(settings.MEDIA_ROOT)):
        with suppress(FileNotFoundError):  # deleted meanwhile, after its row was
            archive.add(Path(settings.MEDIA_ROOT, name), f"{MEDIA}/{name}")
            count += 1
    return count


def _unpack(source: Path, folder: Path) -> None:
    """Every member into the folder, to the last byte, whose checksum closes the archive."""
    try:
        with gzip.open(source) as stream:
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for member in archive:
                    _extract(archive, member, folder)
            while stream.read(1 << 20):
                pass
    except FileNotFoundError:
        raise BackupError(f"{source} não existe.") from None
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BackupError(f"{source} está danificado ou não é um backup ({error}).") from None


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    path = PurePosixPath(member.name)
    expected = member.name in {MANIFEST, DATABASE, SECRETS} or (path.parts[0] == MEDIA and len(path.parts) > 1)
    if not (member.isreg() and expected and ".." not in path.parts):
        raise BackupError(f"O arquivo contém {member.name!r}, que um backup não tem. Nada foi alterado.")
    content, target = archive.extractfile(member), folder / path
    assert content is not None
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with content, target.open("xb") as copy:
            shutil.copyfileobj(content, copy)
    except FileExistsError:
        raise BackupError(f"O arquivo contém {member.name!r} duas vezes. Nada foi alterado.") from None


def _checked_manifest(folder: Path) -> dict[str, Any]:
    """The archive's manifest, after checking that this installation can restore it."""
    missing = [name for name in (MANIFEST, DATABASE) if not (folder / name).is_file()]
    if missing:
        raise BackupError(f"Faltam no arquivo: {', '.join(missing)}. Nada foi alterado.")
    manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
    if manifest["format"] != FORMAT:
        raise BackupError("O arquivo foi feito por uma versão do sistema que esta não conhece.")
    if manifest["database"] != connection.vendor:
        raise BackupError(
            f"O arquivo é de um banco {manifest['database']} e este é {connection.vendor}: um backup só volta para o "
            "mesmo tipo de banco. Ajuste DATABASE_URL. Nada foi alterado."
        )
    if not manifest["media"] and settings.MEDIA_STORAGE == "local":
        raise BackupError("As imagens do arquivo ficaram no S3; ajuste MEDIA_STORAGE.")
    unknown = sorted(set(manifest["migrations"]) - _migrations_here())
    if unknown:
        raise BackupError(f"O arquivo é de uma versão mais nova do sistema ({unknown[0]}). Atualize o código antes.")
    return manifest


def _upload(images: list[str], folder: Path) -> None:
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415 - only where S3 is used

    for name in images:
        try:
            media.put_back(name, (folder / name).read_bytes())
        except (BotoCoreError, ClientError) as error:
            raise BackupError(f"{name} não pôde ser gravada no S3 ({error}). Nada foi alterado.") from None


def _dump(target: Path) -> None:
    """One moment of the database, which goes on being read and written."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(target)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
    else:
        _postgresql("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")


def _load_sqlite(source: Path) -> None:
    with closing(sqlite3.connect(source)) as copy:
        try:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.DatabaseError as error:
            verdict = str(error)
        if verdict != "ok":
            raise BackupError(f"O banco de dados do arquivo está danificado ({verdict}). Nada foi alterado.")
        connection.ensure_connection()
        with connection.wait_for_turn():  # type: ignore[attr-defined]  # infra.db.sqlite3
            copy.backup(connection.connection)
    connection.close()


def _load_postgresql(source: Path) -> None:
    """Tables that are here and not in the archive go too: a copy is the whole, not an addition."""
    script = source.with_suffix(".sql")
    quote = connection.ops.quote_name
    drops = [f"DROP TABLE IF EXISTS {quote(name)} CASCADE;\n" for name in connection.introspection.table_names()]
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges", f"--file={script}", str(source))
    begin = f"SET lock_timeout = '{LOCK_TIMEOUT}';\n{''.join(drops)}"
    script.write_text(begin + script.read_text("utf-8"), "utf-8")
    _postgresql("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}")
    connection.close()


def _postgresql(name: str, *arguments: str) -> None:
    """Run a client of PostgreSQL on this database; the password goes by the environment, which `ps` does not show."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - only where PostgreSQL is used

    at = connection.settings_dict
    where = {"dbname": at["NAME"], "user": at["USER"], "host": at["HOST"], "port": at["PORT"]} | at["OPTIONS"]
    dsn = make_conninfo(**{key: value for key, value in where.items() if value and key not in OF_DJANGO})
    _run(name, f"--dbname={dsn}", *arguments, PGPASSWORD=at["PASSWORD"])


def _run(name: str, *arguments: str, **environment: str) -> None:
    """Run a program that is on PATH, or the newest that Debian's packages installed."""
    debian = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    versions = sorted(debian, key=lambda path: [int(part) for part in path.parts[-3].split(".") if part.isdigit()])
    program = shutil.which(name) or (str(versions[-1]) if versions else "")
    if not program:
        raise BackupError(f"{name} não foi encontrado: instale o cliente do PostgreSQL (pacote postgresql-client).")
    command, environment = [program, *arguments], os.environ | environment
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL's, without a shell
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"{name}: {done.stderr.strip() or done.returncode}")
