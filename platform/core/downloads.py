"""Answers that the browser keeps as a file."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header

CSV = "text/csv; charset=utf-8"


def download(content: str | bytes, *, name: str, content_type: str) -> HttpResponse:
    """A file of this name."""
    return HttpResponse(content, content_type=content_type, headers=kept_as(name))


def kept_as(name: str) -> dict[str, str]:
    """The header by which an answer of any kind is kept as a file of this name."""
    return {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""}
