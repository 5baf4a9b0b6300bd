"""Secrets at rest: encryption with rotating keys, and a keyed index for finding equal secrets."""

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

PREFIX, FERNET_PREFIX = "v2:", "v1:"
NONCE_BYTES = 12
MASK = "••••"
INDEX_KEY, LEDGER_KEY = "blind-index", "ledger"
OWN_KEYS = (INDEX_KEY, LEDGER_KEY)
"""Keys that an installation makes for itself. They lie encrypted in the database, so that they are backed up, restored
and re-encrypted with everything else, and rotating FIELD_ENCRYPTION_KEYS changes nothing that was made with them."""


@lru_cache(maxsize=8)
def _cipher(key: str) -> AESGCM:
    """AES-256-GCM under a key that is made of one of FIELD_ENCRYPTION_KEYS for this alone."""
    return AESGCM(HKDF(SHA256(), length=32, salt=None, info=b"fields").derive(urlsafe_b64decode(key)))


def encrypt(value: str) -> str:
    """Encrypt with the first of FIELD_ENCRYPTION_KEYS; the empty string stays empty."""
    if not value:
        return ""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = _cipher(settings.FIELD_ENCRYPTION_KEYS[0]).encrypt(nonce, value.encode(), None)
    return PREFIX + urlsafe_b64encode(nonce + sealed).decode()


def decrypt(stored: str) -> str:
    """Read with any of FIELD_ENCRYPTION_KEYS; ImproperlyConfigured when none of them fits."""
    if not stored:
        return ""
    value = _open(stored, settings.FIELD_ENCRYPTION_KEYS)
    if value is None:
        raise ImproperlyConfigured(
            "FIELD_ENCRYPTION_KEYS não abre um segredo gravado. Devolva a chave com que foi gravado (a de secrets.env ou do "
            "ambiente de antes, ou a do backup); ao trocá-la, mantenha a antiga na lista até rodar rotate_keys."
        )
    return value


def _open(stored: str, keys: Sequence[str]) -> str | None:
    """The secret, if one of the keys opens it. Until 1.2 secrets were written by Fernet."""
    for key in keys:
        with suppress(InvalidTag, InvalidToken, ValueError):
            if not stored.startswith(PREFIX):
                return Fernet(key).decrypt(stored.removeprefix(FERNET_PREFIX)).decode()
            sealed = urlsafe_b64decode(stored.removeprefix(PREFIX))
            return _cipher(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], None).decode()
    return None


def rotate(stored: str) -> str:
    """The same secret under the first key; the text it holds never leaves this function."""
    return encrypt(decrypt(stored))


def is_current(stored: str) -> bool:
    """Whether it is written as `encrypt` does now and the first key alone opens it, so that nothing is left to rotate."""
    return not stored or (stored.startswith(PREFIX) and _open(stored, settings.FIELD_ENCRYPTION_KEYS[:1]) is not None)


def mask_secret(value: str) -> str:
    """'••••' and the last four characters of a long secret; a short one shows nothing."""
    return MASK + (value[-4:] if len(value) >= 12 else "")


def is_masked(value: str) -> bool:
    return value.startswith(MASK)


def blind_index(*parts: str) -> str:
    """A keyed hash (64 hexadecimal digits) by which equal secrets are found without being readable."""
    key = index_key(str(settings.DATABASES["default"]["NAME"]))
    return hmac.new(key, json.dumps(parts).encode(), hashlib.sha256).hexdigest()


@cache
def index_key(database: str) -> bytes:
    """Read once a process and database; the cache is cleared when another one takes the place of this one."""
    from core.models import KeyMaterial  # noqa: PLC0415 - the model's encrypted field needs this module

    return bytes.fromhex(KeyMaterial.objects.get(name=INDEX_KEY).value)


def make_own_keys(using: str, **kwargs: Any) -> None:
    """After every `migrate`. Not on first use: that may be inside a transaction, and a key that is rolled back after a
    process has cached it would make two indexes of one secret."""
    from core.models import KeyMaterial  # noqa: PLC0415 - the model's encrypted field needs this module

    if KeyMaterial._meta.db_table in connections[using].introspection.table_names():
        for name in OWN_KEYS:
            KeyMaterial.objects.using(using).get_or_create(name=name, defaults={"value": secrets.token_hex(32)})
