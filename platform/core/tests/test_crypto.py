from base64 import urlsafe_b64decode
from typing import Any

import pytest
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.exceptions import ImproperlyConfigured

from core import crypto
from core.models import KeyMaterial

OLD, NEW, OTHER = (Fernet.generate_key().decode() for _ in range(3))


@pytest.mark.parametrize("secret", ["a", "senha com espaço", "ção•😀", "x" * 10_000, "v1:gAAAA", "v2:AAAA", "\x00\n"])
def test_encrypt_is_undone_by_decrypt(secret: str) -> None:
    stored = crypto.encrypt(secret)

    assert stored.startswith("v2:")
    assert stored.isascii()
    assert crypto.decrypt(stored) == secret


def test_encrypt_twice_gives_two_texts() -> None:
    assert crypto.encrypt("igual") != crypto.encrypt("igual")


def test_empty_text_stays_empty() -> None:
    assert (crypto.encrypt(""), crypto.decrypt(""), crypto.rotate("")) == ("", "", "")


def test_first_key_writes_and_all_read(keys: Any) -> None:
    """'comma list, first one writes, all read'."""
    keys(OLD)
    written_before = crypto.encrypt("antes")
    keys(NEW, OLD)
    written_after = crypto.encrypt("depois")

    assert crypto.decrypt(written_before) == "antes"
    keys(NEW)
    assert crypto.decrypt(written_after) == "depois"
    with pytest.raises(ImproperlyConfigured, match="FIELD_ENCRYPTION_KEYS"):
        crypto.decrypt(written_before)


def test_rotate_writes_the_same_secret_under_the_first_key(keys: Any) -> None:
    keys(OLD)
    stored = crypto.encrypt("segredo")
    keys(NEW, OLD)

    rotated = crypto.rotate(stored)

    keys(NEW)
    assert crypto.decrypt(rotated) == "segredo"


@pytest.mark.parametrize(
    "stored", ["v1:not-a-token", "plain text", "v1:", "ção", "v2:", "v2:ção", "v2:AAAA", "v2:" + "A" * 60]
)
def test_what_no_key_opens_names_the_variable_and_not_the_value(stored: str) -> None:
    for read in (crypto.decrypt, crypto.rotate):
        with pytest.raises(ImproperlyConfigured) as refusal:
            read(stored)

        assert str(refusal.value) == (
            "FIELD_ENCRYPTION_KEYS não abre um segredo gravado. Devolva a chave com que foi gravado (a de secrets.env ou do "
            "ambiente de antes, ou a do backup); ao trocá-la, mantenha a antiga na lista até rodar rotate_keys."
        )


def test_secret_that_fernet_wrote_is_read_and_rotated_to_the_cipher_of_now(keys: Any) -> None:
    keys(NEW, OLD)
    for key in (OLD, NEW):
        stored = "v1:" + Fernet(key).encrypt(b"segredo").decode()
        rotated = crypto.rotate(stored)

        assert (crypto.decrypt(stored), crypto.is_current(stored)) == ("segredo", False)
        assert (crypto.decrypt(rotated), crypto.is_current(rotated), rotated[:3]) == ("segredo", True, "v2:")


def test_cipher_is_aes_with_256_bits_and_a_nonce_of_its_own(keys: Any) -> None:
    """By the library itself, so that another implementation could read what is stored."""
    keys(NEW)
    sealed = urlsafe_b64decode(crypto.encrypt("segredo")[3:])
    key = HKDF(SHA256(), length=32, salt=None, info=b"fields").derive(urlsafe_b64decode(NEW))

    assert AESGCM(key).decrypt(sealed[:12], sealed[12:], None) == b"segredo"
    assert len({crypto.encrypt("segredo")[:19] for _ in range(100)}) == 100


def test_tampered_text_is_refused() -> None:
    stored = crypto.encrypt("segredo")
    flipped = stored[:-6] + ("A" if stored[-6] != "A" else "B") + stored[-5:]

    with pytest.raises(ImproperlyConfigured):
        crypto.decrypt(flipped)


@pytest.mark.parametrize(
    ("secret", "shown"),
    [("", "••••"), ("1234", "••••"), ("12345678901", "••••"), ("gb_live_abcdef1234", "••••1234")],
)
def test_mask_secret_shows_the_last_four_of_a_long_one_only(secret: str, shown: str) -> None:
    """The answer shows `••••` and the last four."""
    assert crypto.mask_secret(secret) == shown
    assert crypto.is_masked(shown)


def test_is_masked_of_a_real_key_is_false() -> None:
    assert not crypto.is_masked("gb_live_abcdef1234")


@pytest.mark.django_db
def test_blind_index_is_the_same_for_equal_parts_and_for_nothing_else() -> None:
    index = crypto.blind_index("gameboost", "login")

    assert len(index) == 64
    assert int(index, 16) >= 0
    assert crypto.blind_index("gameboost", "login") == index
    others = [
        ("gameboost", "Login"),
        ("gameboostlogin",),
        ("gameboost\x1flogin",),
        ("gameboost", "login", ""),
        ("login",),
    ]
    assert index not in {crypto.blind_index(*parts) for parts in others}


@pytest.mark.django_db
def test_blind_index_takes_any_text() -> None:
    assert crypto.blind_index("\ud800", "😀") != crypto.blind_index("\ud801", "😀")


@pytest.mark.django_db
def test_blind_index_survives_a_key_rotation_and_a_restart(keys: Any, settings: Any) -> None:
    keys(*settings.FIELD_ENCRYPTION_KEYS)
    before = crypto.blind_index("login")
    keys(NEW, *settings.FIELD_ENCRYPTION_KEYS)
    for material in KeyMaterial.objects.all():
        material.save()
    keys(NEW)
    crypto.index_key.cache_clear()

    assert crypto.blind_index("login") == before


@pytest.mark.django_db
def test_blind_index_key_is_made_by_migrate_once() -> None:
    key = KeyMaterial.objects.get(name="blind-index").value

    crypto.make_own_keys(using="default")

    assert KeyMaterial.objects.get(name="blind-index").value == key
    assert len(bytes.fromhex(key)) == 32


@pytest.mark.django_db
def test_blind_index_of_another_installation_is_another() -> None:
    before = crypto.blind_index("login")
    KeyMaterial.objects.all().delete()
    crypto.make_own_keys(using="default")
    crypto.index_key.cache_clear()

    assert crypto.blind_index("login") != before
