"""Credentials that can be told from everything else, and the search for them where none may be in plain."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

MARK = "Plantada"


def _base64_forms(text: bytes) -> Iterable[bytes]:
    """What a text becomes in the middle of something encoded, by where it begins in it."""
    for before in range(3):
        encoded = b64encode(b"\0" * before + text).rstrip(b"=")
        whole = (before + len(text)) * 8 // 6
        yield encoded[-(-before * 8 // 6) : whole]


_FORMS = [MARK.encode(), MARK.encode().hex().encode(), *_base64_forms(MARK.encode())]
PATTERN = re.compile(b"|".join(map(re.escape, _FORMS)), re.IGNORECASE)


def in_text(text: str | bytes) -> int:
    """How often planted credentials are in a text, in plain, in hexadecimal or in base64."""
    return len(PATTERN.findall(text.encode("utf-8", "replace") if isinstance(text, str) else text))


def in_files(files: Iterable[Path]) -> Counter[str]:
    return Counter({file.name: found for file in files if (found := in_text(file.read_bytes()))})


def in_tables() -> Counter[str]:
    """Of every column of every table of Django's database: {table.column: how often}."""
    from django.db import connection

    found: Counter[str] = Counter()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            names = [column[0] for column in cursor.description]
            while rows := cursor.fetchmany(1000):
                for row in rows:
                    for name, value in zip(names, row, strict=True):
                        found[f"{table}.{name}"] += in_text(bytes(value) if isinstance(value, memoryview) else str(value))
    return +found
