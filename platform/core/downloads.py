"""Answers that the browser keeps as a file."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema

CSV = "text/csv; charset=utf-8"


def answers_file(*media_types: str) -> Callable[[Any], Any]:
    """Declare the media types of the file that an action of a viewset answers, for the schema and for `Accept`."""

    def decorate(action: Any) -> Any:
        action.media_types = media_types
        return extend_schema(responses={(200, kind): OpenApiTypes.BINARY for kind in media_types})(action)

    return decorate


def download(content: str | bytes, *, name: str, content_type: str) -> HttpResponse:
    """A file of this name."""
    return HttpResponse(content, content_type=content_type, headers=kept_as(name))


def kept_as(name: str) -> dict[str, str]:
    """The header by which an answer of any kind is kept as a file of this name."""
    return {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""}
