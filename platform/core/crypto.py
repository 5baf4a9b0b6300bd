"""Secrets at rest: encryption with rotating keys, and a keyed index for finding equal secrets."""

import hashlib
import hmac
import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

PREFIX = "v1:"
MASK = "••••"


@lru_cache(maxsize=8)
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def encrypt(value: str) -> str:
    """Encrypt with the first of FIELD_ENCRYPTION_KEYS; the empty string stays empty."""
    if not value:
        return ""
    return PREFIX + _fernet(tuple(settings.FIELD_ENCRYPTION_KEYS)).encrypt(value.encode()).decode()


def decrypt(stored: str) -> str:
    """Read with any of FIELD_ENCRYPTION_KEYS."""
    if not stored:
        return ""
    try:
        token = stored.removeprefix(PREFIX).encode()
        return _fernet(tuple(settings.FIELD_ENCRYPTION_KEYS)).decrypt(token).decode()
    except InvalidToken:
        raise ImproperlyConfigured(
            "FIELD_ENCRYPTION_KEYS não abre um segredo gravado; mantenha a chave antiga na lista até rodar rotate_keys."
        ) from None


def rotate(stored: str) -> str:
    """The same secret under the first key; the text it holds never leaves this function."""
    if not stored:
        return ""
    return PREFIX + _fernet(tuple(settings.FIELD_ENCRYPTION_KEYS)).rotate(stored.removeprefix(PREFIX).encode()).decode()


def mask_secret(value: str) -> str:
    """'••••' and the last four characters of a long secret; a short one shows nothing (decisions §8)."""
    return MASK + (value[-4:] if len(value) >= 12 else "")


def is_masked(value: str) -> bool:
    return value.startswith(MASK)


def blind_index(*parts: str) -> str:
    """A keyed hash (64 hexadecimal digits) by which equal secrets are found without being readable.

    Its key is made on first use and kept encrypted in the database, so rotating keys does not change the index.
    """
    return hmac.new(_index_key(), "\x1f".join(parts).encode(), hashlib.sha256).hexdigest()


_index_key_cache: dict[str, bytes] = {}


def _index_key() -> bytes:
    from core.models import KeyMaterial  # noqa: PLC0415 - the model's encrypted field needs this module

    database = str(settings.DATABASES["default"]["NAME"])
    if database not in _index_key_cache:
        material, _ = KeyMaterial.objects.get_or_create(
            name="blind-index", defaults={"value": secrets.token_hex(32)}
        )
        _index_key_cache[database] = bytes.fromhex(material.value)
    return _index_key_cache[database]


def forget_index_key() -> None:
    """For tests that start from an empty database."""
    _index_key_cache.clear()
