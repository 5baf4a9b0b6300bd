"""Search that forgives typos, by the trigrams of `search` columns (core.text.SearchField). PostgreSQL finds them by a
pg_trgm index, SQLite by an FTS5 table that triggers fill; how similar is enough, and the order, are one calculation."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

import structlog
from django.apps import apps as installed
from django.db import ProgrammingError, connections, transaction
from django.db.models import BooleanField, Model, Q, QuerySet
from django.db.models.expressions import RawSQL

from core.text import SearchField, searchable
from infra.db.sqlite3.base import trigram_index

M = TypeVar("M", bound=Model)
CANDIDATES = 100
LENGTH = 3
COMMON = 500
"""A trigram that so many rows have tells little of any of them, and to rank them all takes long."""
SIMILAR, CONTAINED = 0.4, 0.9
"""Half of the trigrams of 'sousa' are those of 'souza'."""

log = structlog.get_logger(__name__)


def search_rows(rows: QuerySet[M], typed: str, *, limit: int, indexed: bool, similar: bool = True) -> list[M]:
    """Rows whose `search` has each word typed in it, the best first, then the newest; where none has, those with words
    that are `similar`. `indexed`: `rows` are nearly the whole table. Otherwise they are read, and the newest CANDIDATES
    compared, since the index does not know whose they are."""
    words = searchable(typed).split()
    if not words:
        return []
    long = [word for word in words if len(word) >= LENGTH]
    by_index = indexed and bool(long)
    found = rows.filter(*(Q(search__contains=word) for word in words))
    if by_index and connections[rows.db].vendor == "sqlite":
        if long == words:
            found = rows.filter(pk__in=_fts(rows, words, " AND ", f"ORDER BY rowid DESC LIMIT {CANDIDATES}"))
        elif min(_counts(rows, long).values()) < COMMON:  # of a common word, reading every row is quicker
            found = found.filter(pk__in=_fts(rows, long, " AND "))
    best = _rank_similar(found.order_by("-pk"), words)
    if not best and similar:
        trigrams = sorted({trigram for word in words for trigram in _trigrams(word)})
        for found in _with_trigrams(rows, trigrams) if by_index and trigrams else [rows.order_by("-pk")]:
            if best := _rank_similar(found, words):
                break
    shown = rows.in_bulk(best[:limit])
    return [shown[pk] for pk in best if pk in shown]


def _rank_similar(rows: QuerySet[M], words: list[str]) -> list[int]:
    """The keys of the similar ones, the best first. No row is read whole: most candidates are not shown."""
    candidates = rows.values_list("pk", "search")[:CANDIDATES]
    scored = [(min(_likeness(word, text) for word in words), pk) for pk, text in candidates]
    return [pk for score, pk in sorted(scored, reverse=True) if score >= SIMILAR]


def _fts(rows: QuerySet[M], phrases: Iterable[str], joined_by: str, which: str = "") -> RawSQL:
    """The ids of the rows that hold the phrases."""
    index, _ = trigram_index(rows.model._meta.db_table)
    sql = f"SELECT rowid FROM {index} WHERE {index} MATCH %s {which}"  # noqa: S608 - a model's table
    return RawSQL(sql, [joined_by.join(map(_phrase, phrases))])  # noqa: S611 - the words are a parameter


def _phrase(words: str) -> str:
    """Quote a word for an FTS5 query."""
    return '"' + words.replace('"', '""') + '"'


def _with_trigrams(rows: QuerySet[M], trigrams: list[str]) -> Iterator[QuerySet[M]]:
    """Rows that have most of the rare ones of these trigrams, then the newest with any of the common ones."""
    sqlite, counts = connections[rows.db].vendor == "sqlite", _counts(rows, trigrams)
    rare = [trigram for trigram, count in counts.items() if 0 < count < COMMON]
    common = [trigram for trigram, count in counts.items() if count == COMMON]
    has = f"{rows.model._meta.db_table}.search LIKE %s"
    for shared, order in ((rare, "rank"), (common, "rowid DESC")):
        if shared and sqlite:
            which = f"ORDER BY {order} LIMIT {CANDIDATES}"
            yield rows.filter(pk__in=_fts(rows, shared, " OR ", which)).order_by("-pk")
        elif shared:
            # As text: for Django a dozen conditions are longer to write than for PostgreSQL to answer.
            like = [f"%{trigram}%" for trigram in shared]
            found = rows.filter(RawSQL(" OR ".join([has] * len(like)), like, output_field=BooleanField()))  # noqa: S611 - parameters
            most = RawSQL(" + ".join([f"({has})::int"] * len(like)), like)  # noqa: S611 - parameters
            yield found.order_by(most.desc(), "-pk") if shared is rare else found.order_by("-pk")


def _counts(rows: QuerySet[M], pieces: list[str]) -> dict[str, int]:
    """How many rows have each of these trigrams or words, COMMON at most."""
    table = rows.model._meta.db_table
    if connections[rows.db].vendor == "sqlite":
        index, _ = trigram_index(table)
        having, written = f"{index} WHERE {index} MATCH %s", [_phrase(each) for each in pieces]
    else:
        having, written = f"{table} WHERE search LIKE %s", [f"%{each}%" for each in pieces]
    few = f"(SELECT count(*) FROM (SELECT 1 FROM {having} LIMIT {COMMON}) AS few)"  # noqa: S608 - a model's table
    with connections[rows.db].cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([few] * len(pieces))}", written)
        return dict(zip(pieces, cursor.fetchone(), strict=True))


def _likeness(word: str, text: str) -> float:
    """How well a word is found in a text, both searchable: 1 where a word begins with it."""
    parts = text.split()
    if any(part.startswith(word) for part in parts):
        return 1.0
    if word in text:
        return CONTAINED
    if len(word) <= LENGTH:  # everything is similar to so little
        return 0.0
    own = _trigrams(f"  {word} ")
    return max((len(own & _trigrams(f"  {part} ")) / len(own) for part in parts), default=0.0)


@lru_cache(maxsize=2_000)
def _trigrams(text: str) -> frozenset[str]:
    return frozenset(text[at : at + LENGTH] for at in range(len(text) - LENGTH + 1))


def make_indexes(*, using: str, apps: Any = installed, **kwargs: Any) -> None:
    """Make what lacks, after every migration: SQLite drops the triggers of a table that one of them remakes."""
    make = _make_fts if connections[using].vendor == "sqlite" else _make_gin
    for model in apps.get_models():
        if any(isinstance(field, SearchField) for field in model._meta.local_fields):
            make(model._meta.db_table, using)


def _make_fts(table: str, using: str) -> None:
    index, (added, removed, changed) = trigram_index(table)
    remove = f"INSERT INTO {index}({index}, rowid, search) VALUES ('delete', old.id, old.search);"  # noqa: S608 - a model's table
    add = f"INSERT INTO {index}(rowid, search) VALUES (new.id, new.search);"  # noqa: S608 - a model's table
    triggers = {
        added: f"AFTER INSERT ON {table} BEGIN {add} END",
        removed: f"AFTER DELETE ON {table} BEGIN {remove} END",
        changed: f"AFTER UPDATE OF search ON {table} WHEN old.search <> new.search BEGIN {remove} {add} END",
    }
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        if triggers.keys() <= {name for (name,) in cursor.fetchall()}:
            return
        columns = f"search, content={table}, content_rowid=id, tokenize='trigram'"
        cursor.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {index} USING fts5({columns})")
        for name, body in triggers.items():
            cursor.execute(f"CREATE TRIGGER IF NOT EXISTS {name} {body}")
        cursor.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")  # noqa: S608 - a model's table


def _make_gin(table: str, using: str) -> None:
    """Create the trigram index; without the right to add pg_trgm searches read the whole table."""
    index, _ = trigram_index(table)
    try:
        with transaction.atomic(using=using), connections[using].cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            cursor.execute(f"CREATE INDEX IF NOT EXISTS {index} ON {table} USING gin (search gin_trgm_ops)")
    except ProgrammingError:
        log.warning("trigram_index_refused", table=table)
