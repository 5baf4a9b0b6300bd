"""The company's logo, shown beside its name: one image, uploaded in Django admin."""

from contextlib import suppress
from typing import Any

from django.core.cache import cache
from django.core.files.storage import default_storage
from django.db import transaction
from PIL import Image

from core import audit
from core.actor import Actor
from core.enums import Audited
from core.models import locked_row
from infra import media
from infra.models import Logo

CACHED, CACHED_FOR_S = "logo", 60
HEIGHT, MOST_WIDTH = 28, 72
"""How large it is shown, in pixels."""


def logo() -> dict[str, Any] | None:
    """The logo's name in the storage, url, width and height, or None. Asked once a minute: pages cost no query."""
    shown: dict[str, Any] | None = cache.get(CACHED)
    if shown is None:
        row, shown = Logo.objects.first(), {}
        if row and row.image:
            with suppress(Exception), default_storage.open(row.image) as file, Image.open(file) as image:  # or go without
                scale = min(HEIGHT / image.height, MOST_WIDTH / image.width)
                width, height = (max(1, round(side * scale)) for side in image.size)
                shown = {"name": row.image, "url": media.address(row.image), "width": width, "height": height}
        cache.set(CACHED, shown, CACHED_FOR_S)
    return shown or None


def logo_content() -> bytes:
    """The logo's bytes, for PDFs and e-mails; empty without one, or where it cannot be read."""
    shown = logo()
    with suppress(Exception):  # as above
        return default_storage.open(shown["name"]).read() if shown else b""
    return b""


@transaction.atomic
def change_logo(*, by: Actor, image: str) -> None:
    """Show another stored image as the logo, or none; the one before is deleted."""
    row = locked_row(Logo, pk=1)
    media.discard_on_commit(row.image)
    row.image = image
    row.save()
    audit.record(Audited.LOGO_CHANGED, by=by, after={"shown": bool(image)})
    transaction.on_commit(lambda: cache.delete(CACHED))
