"""Secrets at rest: encryption with rotating keys, and a keyed index for finding equal secrets."""

import hashlib
import hmac
import json
import secrets
from functools import cache, lru_cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

PREFIX = "v1:"
MASK = "••••"
INDEX_KEY, LEDGER_KEY = "blind-index", "ledger"
OWN_KEYS = (INDEX_KEY, LEDGER_KEY)
"""Keys that an installation makes for itself. They lie encrypted in the database, so that they are backed up, restored
and re-encrypted with everything else, and rotating FIELD_ENCRYPTION_KEYS changes nothing that was made with them."""


@lru_cache(maxsize=8)
def _fernet(*keys: str) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def encrypt(value: str) -> str:
    """Encrypt with the first of FIELD_ENCRYPTION_KEYS; the empty string stays empty."""
    return PREFIX + _fernet(*settings.FIELD_ENCRYPTION_KEYS).encrypt(value.encode()).decode() if value else ""


def decrypt(stored: str) -> str:
    """Read with any of FIELD_ENCRYPTION_KEYS; ImproperlyConfigured when none of them fits."""
    if not stored:
        return ""
    try:
        return _fernet(*settings.FIELD_ENCRYPTION_KEYS).decrypt(stored.removeprefix(PREFIX)).decode()
    except (InvalidToken, ValueError):
        raise ImproperlyConfigured(
            "FIELD_ENCRYPTION_KEYS não abre um segredo gravado; mantenha a chave antiga na lista até rodar rotate_keys."
        ) from None


def rotate(stored: str) -> str:
    """The same secret under the first key; the text it holds never leaves this function."""
    return encrypt(decrypt(stored))


def is_current(stored: str) -> bool:
    """Whether the first key alone opens it, so that nothing is left to rotate."""
    if not stored:
        return True
    try:
        _fernet(settings.FIELD_ENCRYPTION_KEYS[0]).decrypt(stored.removeprefix(PREFIX))
    except InvalidToken:
        return False
    return True


def mask_secret(value: str) -> str:
    """'••••' and the last four characters of a long secret; a short one shows nothing."""
    return MASK + (value[-4:] if len(value) >= 12 else "")


def is_masked(value: str) -> bool:
    return value.startswith(MASK)


def blind_index(*parts: str) -> str:
    """A keyed hash (64 hexadecimal digits) by which equal secrets are found without being readable."""
    key = _index_key(str(settings.DATABASES["default"]["NAME"]))
    return hmac.new(key, json.dumps(parts).encode(), hashlib.sha256).hexdigest()


@cache
def _index_key(database: str) -> bytes:
    """Read once a process and database."""
    from core.models import KeyMaterial  # noqa: PLC0415 - the model's encrypted field needs this module

    return bytes.fromhex(KeyMaterial.objects.get(name=INDEX_KEY).value)


def make_own_keys(using: str, **kwargs: Any) -> None:
    """After every `migrate`. Not on first use: that may be inside a transaction, and a key that is rolled back after
    a process has cached it would make two indexes of one secret.
    """
    from core.models import KeyMaterial  # noqa: PLC0415 - the model's encrypted field needs this module

    if KeyMaterial._meta.db_table in connections[using].introspection.table_names():
        for name in OWN_KEYS:
            KeyMaterial.objects.using(using).get_or_create(name=name, defaults={"value": secrets.token_hex(32)})


def forget_index_key() -> None:
    """When another database takes the place of this one."""
    _index_key.cache_clear()
