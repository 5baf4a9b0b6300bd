"""Uploaded images: refused by content, rebuilt from pixels, served with a fixed type."""

import io
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404
from django.test import Client, RequestFactory
from PIL import Image, PngImagePlugin

from core.errors import ActionError, TooLarge
from core.tests.bucket import BUCKET, PERSON, served
from infra import media
from infra.errors import AvatarTooLarge, ImageTooLarge, NotAnImage, WrongImageCount

MB = 1024 * 1024
GPS_TAG = 0x8825
ORIENTATION_TAG = 0x0112


def encoded(image: Image.Image, format_: str, **params: Any) -> bytes:
    output = io.BytesIO()
    image.save(output, format_, **params)
    return output.getvalue()


def picture(size: tuple[int, int] = (40, 20), mode: str = "RGB") -> Image.Image:
    """Left half red, right half blue."""
    image = Image.new(mode, size, "red")
    image.paste("blue", (size[0] // 2, 0, size[0], size[1]))
    return image


def upload(content: bytes, name: str = "foto.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="image/jpeg")


def stored_name(address: str) -> str:
    return urlsplit(address).path.removeprefix("/media/")


def stored(address: str) -> bytes:
    with default_storage.open(stored_name(address)) as file:
        return bytes(file.read())


def stored_files() -> list[str]:
    try:
        return default_storage.listdir("fotos")[1]
    except FileNotFoundError:
        return []


def huge_png(width: int, height: int) -> bytes:
    """A valid black PNG of one bit a pixel, a few kilobytes for hundreds of megapixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("format_", "extension"), [("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp")])
def test_store_images_keeps_format_and_pixels_under_a_generated_public_name(
    settings: Any, format_: str, extension: str
) -> None:
    settings.PUBLIC_BASE_URL = "https://contas.example.com"

    [address] = media.store_images([upload(encoded(picture(), format_), "../../etc/passwd.html")], folder="fotos")

    assert address.startswith("https://contas.example.com/media/fotos/")
    assert stored_files() == [stored_name(address).removeprefix("fotos/")]
    name, _, ending = stored_files()[0].partition(".")
    assert (len(name), ending) == (32, extension)
    with Image.open(io.BytesIO(stored(address))) as image:
        assert (image.format, image.size, image.mode) == (format_, (40, 20), "RGB")
        red, green, blue = image.getpixel((5, 10))
        assert red > 230
        assert green < 25
        assert blue < 25


def test_store_images_answers_addresses_in_the_order_of_the_files() -> None:
    files = [upload(encoded(Image.new("L", (width, 4)), "PNG")) for width in (3, 5, 7)]

    addresses = media.store_images(files, folder="fotos")

    assert [Image.open(io.BytesIO(stored(address))).width for address in addresses] == [3, 5, 7]


def jpeg_with_everything() -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION_TAG] = 6
    exif[0x010F] = "MARCA-SECRETA"
    exif.get_ifd(GPS_TAG)[2] = (23.0, 33.0, 1.0)
    body = encoded(picture(), "JPEG", exif=exif, comment=b"COMENTARIO-SECRETO", xmp=b"<x>XMP-SECRETO</x>")
    return body + b"FIM-SECRETO<script>"


def png_with_everything() -> bytes:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", "COMENTARIO-SECRETO")
    text.add_itxt("XML:com.adobe.xmp", "XMP-SECRETO")
    exif = Image.Exif()
    exif[ORIENTATION_TAG] = 6
    exif[0x010F] = "MARCA-SECRETA"
    return encoded(picture(), "PNG", pnginfo=text, exif=exif) + b"FIM-SECRETO<script>"


def webp_with_everything() -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION_TAG] = 6
    exif[0x010F] = "MARCA-SECRETA"
    return encoded(picture(), "WEBP", exif=exif, xmp=b"XMP-SECRETO") + b"FIM-SECRETO<script>"


@pytest.mark.parametrize("content", [jpeg_with_everything(), png_with_everything(), webp_with_everything()])
def test_store_images_drops_what_is_not_pixels_and_turns_the_picture_upright(content: bytes) -> None:
    [address] = media.store_images([upload(content)], folder="fotos")

    kept = stored(address)
    assert b"SECRET" not in kept
    assert b"script" not in kept
    assert b"Exif" not in kept
    with Image.open(io.BytesIO(kept)) as image:
        assert image.size == (20, 40)
        assert dict(image.getexif()) == {}
        top, bottom = image.convert("RGB").getpixel((10, 5)), image.convert("RGB").getpixel((10, 35))
        assert top[0] > 200 > top[2]
        assert bottom[2] > 200 > bottom[0]


@pytest.mark.parametrize("format_", ["PNG", "WEBP"])
def test_store_images_keeps_transparency(format_: str) -> None:
    image = Image.new("RGBA", (8, 8), (255, 0, 0, 0))
    image.paste((0, 255, 0, 255), (4, 0, 8, 8))

    [address] = media.store_images([upload(encoded(image, format_))], folder="fotos")

    with Image.open(io.BytesIO(stored(address))) as kept:
        assert kept.mode == "RGBA"
        assert kept.getpixel((1, 4))[3] == 0
        assert kept.getpixel((6, 4))[3] == 255


def test_store_images_keeps_the_transparency_of_a_palette() -> None:
    image = Image.new("P", (4, 4))
    image.putpalette([255, 0, 0, 0, 255, 0])

    [address] = media.store_images([upload(encoded(image, "PNG", transparency=0))], folder="fotos")

    with Image.open(io.BytesIO(stored(address))) as kept:
        assert (kept.mode, kept.getpixel((0, 0))) == ("RGBA", (255, 0, 0, 0))


@pytest.mark.parametrize(
    ("image", "format_", "expected"),
    [
        (Image.new("CMYK", (4, 4), (0, 0, 0, 0)), "JPEG", ("RGB", (255, 255, 255))),
        (Image.new("I;16", (4, 4), 32768), "PNG", ("L", 128)),
        (Image.new("1", (4, 4), 1), "PNG", ("RGB", (255, 255, 255))),
        (Image.new("LA", (4, 4), (128, 64)), "PNG", ("RGBA", (128, 128, 128, 64))),
    ],
)
def test_store_images_redraws_unusual_modes(image: Image.Image, format_: str, expected: Any) -> None:
    [address] = media.store_images([upload(encoded(image, format_))], folder="fotos")

    with Image.open(io.BytesIO(stored(address))) as kept:
        assert (kept.mode, kept.getpixel((1, 1))) == expected


def test_store_images_takes_a_jpeg_that_carries_previews() -> None:
    content = encoded(picture(), "MPO", save_all=True, append_images=[picture((10, 5))])

    [address] = media.store_images([upload(content)], folder="fotos")

    with Image.open(io.BytesIO(stored(address))) as kept:
        assert (kept.format, kept.size) == ("JPEG", (40, 20))


def test_store_images_scales_a_large_picture_down_to_2000() -> None:
    [address] = media.store_images([upload(encoded(picture((4000, 1000)), "JPEG"))], folder="fotos")

    with Image.open(io.BytesIO(stored(address))) as kept:
        assert kept.size == (2000, 500)


def zipped() -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        archive.writestr("a.txt", "x")
    return output.getvalue()


NOT_IMAGES = {
    "html": b"<!doctype html><script>alert(1)</script>",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "zip": zipped(),
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
    "gif": encoded(picture(), "GIF"),
    "tiff": encoded(picture(), "TIFF"),
    "bmp": encoded(picture(), "BMP"),
    "empty": b"",
    "cut jpeg": encoded(picture((400, 400)), "JPEG")[:600],
    "cut png": encoded(picture((400, 400)), "PNG")[:60],
    "jpeg header only": b"\xff\xd8\xff\xe0" + b"\0" * 40,
}


@pytest.mark.parametrize("content", NOT_IMAGES.values(), ids=NOT_IMAGES)
def test_store_images_refuses_other_content_under_a_jpg_name(content: bytes) -> None:
    """'Um ou mais arquivos não são imagens válidas.'"""
    with pytest.raises(NotAnImage) as refusal:
        media.store_images([upload(encoded(picture(), "JPEG")), upload(content)], folder="fotos")

    assert refusal.value.message == "Um ou mais arquivos não são imagens válidas."
    assert stored_files() == []


@pytest.mark.parametrize("side", [13_000, 50_000])
def test_store_images_refuses_a_decompression_bomb_before_decoding_it(side: int) -> None:
    content = huge_png(side, side)
    assert len(content) < 400_000
    tracemalloc.start()

    with pytest.raises(NotAnImage):
        media.store_images([upload(content)], folder="fotos")

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * MB
    assert stored_files() == []


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP"])
def test_store_images_refuses_more_than_25_megapixels_in_every_format(format_: str) -> None:
    with pytest.raises(NotAnImage):
        media.store_images([upload(encoded(Image.new("L", (5001, 5000)), format_))], folder="fotos")

    assert stored_files() == []


def test_store_images_takes_25_megapixels() -> None:
    [address] = media.store_images([upload(encoded(Image.new("L", (5000, 5000)), "PNG"))], folder="fotos")

    with Image.open(io.BytesIO(stored(address))) as kept:
        assert kept.size == (2000, 2000)


def padded_jpeg(size: int) -> bytes:
    content = encoded(picture(), "JPEG")
    return content + b"\0" * (size - len(content))


def test_store_images_refuses_one_byte_more_than_the_limit() -> None:
    """Each at most maxSize MB, default 5."""
    assert len(media.store_images([upload(padded_jpeg(5 * MB))], folder="fotos")) == 1
    before = stored_files()

    with pytest.raises(ImageTooLarge) as refusal:
        media.store_images([upload(padded_jpeg(5 * MB + 1))], folder="fotos")

    assert refusal.value.message == "Uma ou mais imagens excedem o tamanho máximo de 5MB."
    assert stored_files() == before


@pytest.mark.parametrize(
    ("count", "message"), [(0, "Nenhuma imagem enviada."), (11, "Envie no máximo 10 imagens por vez.")]
)
def test_store_images_refuses_none_and_the_eleventh(count: int, message: str) -> None:
    with pytest.raises(WrongImageCount) as refusal:
        media.store_images([upload(encoded(picture(), "PNG")) for _ in range(count)], folder="fotos")

    assert refusal.value.message == message
    assert stored_files() == []


def test_store_avatar_answers_the_name_of_a_picture_of_at_most_512() -> None:
    name = media.store_avatar(upload(encoded(picture((1600, 800)), "PNG")), folder="avatars/7")

    assert name.startswith("avatars/7/")
    assert media.address(name) == f"/media/{name}"
    with default_storage.open(name) as file, Image.open(file) as kept:
        assert kept.size == (512, 256)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (NOT_IMAGES["gif"], "Apenas arquivos JPEG, PNG e WebP são permitidos"),
        (NOT_IMAGES["svg"], "Apenas arquivos JPEG, PNG e WebP são permitidos"),
        (padded_jpeg(5 * MB + 1), "A imagem deve ter no máximo 5MB"),
        (None, "Apenas arquivos JPEG, PNG e WebP são permitidos"),
    ],
)
def test_store_avatar_refusals(content: bytes | None, message: str) -> None:
    """A profile image."""
    with pytest.raises(ActionError) as refusal:
        media.store_avatar(None if content is None else upload(content), folder="fotos")

    assert (refusal.value.status, refusal.value.message) == (400, message)
    assert stored_files() == []


@pytest.mark.django_db  # the end of an answer looks after connections
def test_serve_answers_a_fixed_type_whatever_was_asked(rf: RequestFactory) -> None:
    [address] = media.store_images([upload(encoded(picture(), "WEBP"))], folder="fotos")

    response = media.serve(rf.get(address, HTTP_ACCEPT="text/html"), name=stored_name(address))

    assert response.status_code == 200
    assert response["Content-Type"] == "image/webp"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert b"".join(response.streaming_content) == stored(address)
    response.close()


@pytest.mark.parametrize(
    "name",
    [
        "fotos/" + "0" * 32 + ".png",
        "fotos/../../db.sqlite3",
        "fotos/foto.jpg",
        "fotos/" + "0" * 32 + ".html",
        "fotos",
        "",
    ],
)
def test_serve_knows_generated_names_only(rf: RequestFactory, name: str) -> None:
    with pytest.raises(Http404):
        media.serve(rf.get(f"/media/{name}"), name=name)


@pytest.fixture
def bucket(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An S3 bucket of a server on loopback, as the default storage."""
    for name, value in PERSON.items():
        monkeypatch.setenv(name, value)
    with served() as client:
        options = {
            "bucket_name": BUCKET,
            "endpoint_url": client.meta.endpoint_url,
            "region_name": "us-east-1",
            "querystring_auth": False,
            "file_overwrite": False,
        }
        settings.STORAGES = settings.STORAGES | {
            "default": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
        }
        yield client


def test_store_images_on_s3_keeps_the_type_and_answers_the_service_address(bucket: Any) -> None:
    [address] = media.store_images([upload(encoded(picture(), "WEBP"))], folder="fotos")

    [kept] = bucket.list_objects_v2(Bucket=BUCKET)["Contents"]
    assert address == f"{bucket.meta.endpoint_url}/{BUCKET}/{kept['Key']}"
    answer = bucket.get_object(Bucket=BUCKET, Key=kept["Key"])
    assert answer["ContentType"] == "image/webp"
    assert Image.open(io.BytesIO(answer["Body"].read())).size == (40, 20)


@pytest.mark.django_db  # the end of an answer looks after connections
def test_image_that_went_to_s3_is_found_under_the_address_it_had_here(bucket: Any, rf: RequestFactory) -> None:
    name = "fotos/" + "a" * 32 + ".png"
    for _ in range(2):
        media.put_back(name, encoded(picture(), "PNG"))
    media.put_back("notas.txt", b"x")

    response = media.serve(rf.get(f"/media/{name}"), name=name)

    assert [each["Key"] for each in bucket.list_objects_v2(Bucket=BUCKET)["Contents"]] == [name]
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    assert b"".join(response.streaming_content) == encoded(picture(), "PNG")
    response.close()
    with pytest.raises(Http404):
        media.serve(rf.get("/media/"), name=name.replace("a", "b"))


@pytest.mark.django_db(transaction=True)
def test_picture_that_is_forgotten_goes_from_s3(bucket: Any) -> None:
    name = media.store_avatar(upload(encoded(picture(), "PNG")), folder="avatars/7")

    media.discard_on_commit(name)

    assert "Contents" not in bucket.list_objects_v2(Bucket=BUCKET)


class OneFileDisk(FileSystemStorage):
    """A disk that is full after the first file."""

    def _save(self, name: str, content: Any) -> str:
        if self.exists("fotos") and self.listdir("fotos")[1]:
            raise OSError("no space left")
        return super()._save(name, content)


def test_store_images_leaves_nothing_behind_when_a_later_save_fails(settings: Any) -> None:
    settings.STORAGES = settings.STORAGES | {"default": {"BACKEND": f"{__name__}.OneFileDisk"}}
    files = [upload(encoded(picture(), "PNG")) for _ in range(2)]

    with pytest.raises(OSError, match="no space left"):
        media.store_images(files, folder="fotos")

    assert stored_files() == []


@pytest.mark.parametrize(
    ("parser", "megabytes", "refusal"),
    [(media.ImageParser, 51, TooLarge), (media.AvatarParser, 6, AvatarTooLarge)],
)
def test_parser_refuses_a_body_longer_than_its_images_unread(
    rf: RequestFactory, parser: Any, megabytes: int, refusal: Any
) -> None:
    request = rf.post("/api/upload/images")
    request.META["CONTENT_LENGTH"] = str(megabytes * MB + 1)

    with pytest.raises(refusal):
        parser().parse(None, "multipart/form-data", {"request": request})


@pytest.mark.parametrize("path", ["/healthz", "/media/avatars/1/x.png"])
def test_body_longer_than_any_upload_does_not_reach_the_disk(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str
) -> None:
    """Django looks into every POST for its CSRF token, of somebody who is signed out and of any path too."""
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE, settings.FILE_UPLOAD_TEMP_DIR = 0, str(tmp_path / "absent")
    monkeypatch.setattr(media.ImageParser, "max_bytes", 1000)
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32

    answer = client.post(path, {"file": SimpleUploadedFile("a.txt", b"x" * 1000)})

    assert answer.status_code == 400
