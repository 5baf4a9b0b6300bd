"""Uploaded images: known by content, rebuilt from pixels, kept under generated names, without EXIF, place, comment, XMP
or trailing bytes. Image work is slow, so it never happens inside a transaction: store first, then write the row."""

import io
import re
import secrets
import warnings
from collections.abc import Sequence
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_safe
from PIL import Image, ImageOps
from rest_framework.parsers import MultiPartParser

from core.errors import ActionError, TooLarge
from infra.errors import AvatarTooLarge, ImageTooLarge, NoImage, NotAnAvatar, NotAnImage, WrongImageCount

MEGABYTE = 1024 * 1024
MAX_PIXELS = 25_000_000
MAX_FILES = 10
MAX_MB = 5
# Long side after which an image is scaled down: what is shown is smaller, and a full-size WebP takes seconds to write.
IMAGE_SIDE = 2000
AVATAR_SIDE = 512

_EXTENSIONS = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp"}
_TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"}
_SAVE: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 85, "optimize": True, "progressive": True},
    "PNG": {"compress_level": 3},
    "WEBP": {"quality": 85, "method": 2},
}
_NAME = re.compile(r"[a-z-]+(?:/[0-9]+)?/[0-9a-f]{32}\.(?:jpg|png|webp)")


class ImageParser(MultiPartParser):
    """Multipart bodies no longer than the images they may hold; a longer one is refused unread."""

    max_bytes = (MAX_FILES * MAX_MB + 1) * MEGABYTE
    refusal: type[ActionError] = TooLarge

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        if int(parser_context["request"].META.get("CONTENT_LENGTH") or 0) > self.max_bytes:
            raise self.refusal()
        return super().parse(stream, media_type, parser_context)


class BoundedUpload(MemoryFileUploadHandler):
    """Refuses any multipart body longer than those: Django looks into every POST for its CSRF token, whoever sent it, and
    would first write its files to the disk, however long they are."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **options: Any) -> Any:
        if content_length > ImageParser.max_bytes:
            raise RequestDataTooBig()
        return super().handle_raw_input(input_data, META, content_length, *args, **options)


class AvatarParser(ImageParser):
    max_bytes = (MAX_MB + 1) * MEGABYTE
    refusal = AvatarTooLarge


def store_images(files: Sequence["UploadedFile[Any]"], *, folder: str) -> list[str]:
    """Check and store all the files, or none; their absolute public addresses in the same order. Raises NoImage,
    WrongImageCount, ImageTooLarge or NotAnImage."""
    if not files:
        raise NoImage()
    if len(files) > MAX_FILES:
        raise WrongImageCount()
    if any(file.size is None or file.size > MAX_MB * MEGABYTE for file in files):
        raise ImageTooLarge()
    rebuilt = [_rebuild(file, side=IMAGE_SIDE) for file in files]
    names: list[str] = []
    try:
        for extension, content in rebuilt:
            names.append(_save(folder, extension, content))
    except Exception:
        for name in names:
            default_storage.delete(name)
        raise
    return [urljoin(settings.PUBLIC_BASE_URL, default_storage.url(name)) for name in names]


def store_avatar(file: "UploadedFile[Any] | None", *, folder: str) -> str:
    """Check and store one picture of a person; the name it has in the storage. Raises AvatarTooLarge or NotAnAvatar."""
    if file is None:
        raise NotAnAvatar()
    if file.size is None or file.size > MAX_MB * MEGABYTE:
        raise AvatarTooLarge()
    try:
        return _save(folder, *_rebuild(file, side=AVATAR_SIDE))
    except NotAnImage:
        raise NotAnAvatar() from None


def address(name: str) -> str:
    """Where the browser finds a stored file: a path of ours, or the address of the storage service."""
    return default_storage.url(name)


def discard_on_commit(name: str) -> None:
    """Delete a stored file once the transaction that forgets it is committed."""
    if name:
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)  # it is forgotten by now


@require_safe
def serve(request: HttpRequest, name: str) -> FileResponse:
    """A stored image, so that addresses given out before images went to S3 lead somewhere. Only generated names exist,
    and each extension has one fixed type."""
    if not _NAME.fullmatch(name):
        raise Http404
    try:
        file = default_storage.open(name)
    except FileNotFoundError:
        raise Http404 from None
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return FileResponse(file, content_type=_TYPES[name.rpartition(".")[2]], headers=headers)


def put_back(name: str, content: bytes) -> None:
    """Store a file again under the name it had; one that is there is the same, and a name we never gave is passed over."""
    if _NAME.fullmatch(name) and not default_storage.exists(name):
        _put(name, content)


def _save(folder: str, extension: str, content: bytes) -> str:
    return _put(f"{folder}/{secrets.token_hex(16)}.{extension}", content)


def _put(name: str, content: bytes) -> str:
    file = ContentFile(content)
    file.content_type = _TYPES[name.rpartition(".")[2]]  # type: ignore[attr-defined]  # the S3 storage sends it along
    try:
        return default_storage.save(name, file)
    except OSError:  # the disk is full: half an image is none
        default_storage.delete(name)
        raise


def _rebuild(file: "UploadedFile[Any]", *, side: int) -> tuple[str, bytes]:
    """The extension and the bytes of a new image with the same pixels, no side longer than `side`."""
    output = io.BytesIO()
    try:
        file.seek(0)
        with Image.open(file, formats=list(_EXTENSIONS)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise NotAnImage()
            # A JPEG with previews of itself, as phones write it, is opened by Pillow under another name.
            format_ = "JPEG" if image.format == "MPO" else str(image.format)
            plain = _plain(image)
            plain.thumbnail((side, side))
            upright = ImageOps.exif_transpose(plain)
            # A new image takes the pixels and nothing of what the old one carried.
            clean = Image.new(upright.mode, upright.size)
            clean.paste(upright)
        clean.save(output, format_, **_SAVE[format_])
    except Exception as failure:  # a hostile file makes a decoder fail in any way; all of them mean the same
        raise NotAnImage() from failure
    return _EXTENSIONS[format_], output.getvalue()


def _plain(image: Image.Image) -> Image.Image:
    """The same picture in grey, RGB or RGBA. A JPEG that already is stays undecoded, so that it is scaled on reading."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if image.has_transparency_data:
        return image.convert("RGBA")
    return image if image.mode in {"L", "RGB"} else image.convert("RGB")


# Pillow only warns between its limit and twice that; here there is one limit, checked on the header.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
warnings.simplefilter("error", Image.DecompressionBombWarning)
