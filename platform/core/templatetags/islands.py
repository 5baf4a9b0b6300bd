"""The only door from Django to React: `{% island "tasks" props %}` renders the container and its props as an inert JSON
block, `{% island_assets "tasks" %}` in the head names its files. No inline script, so the strict CSP costs nothing."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from django import template
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString

from core.formats import JSONEncoder

register = template.Library()

MANIFEST = Path("dist/manifest.json")


@lru_cache(maxsize=2)
def _read(path: Path, modified_ns: int) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8")))


def manifest() -> dict[str, Any]:
    """What the frontend build wrote; read anew when it changes under DEBUG, once otherwise."""
    path = settings.STATICFILES_DIRS[0] / MANIFEST
    try:
        return _read(path, path.stat().st_mtime_ns if settings.DEBUG else 0)
    except FileNotFoundError:
        raise ImproperlyConfigured("O frontend ainda não foi construído; rode `make build`.") from None


@register.simple_tag
def island_assets(*names: str) -> SafeString:
    """Stylesheets, theme, preloads and modules of the entries named, each file once. The frame of a page is painted
    without its modules, so they leave the line to the stylesheet and the font."""
    built = manifest()
    entries = [built["entries"][name] for name in dict.fromkeys(names) if name]
    chunks = dict.fromkeys(chunk for entry in entries for chunk in entry["imports"])
    tags = (
        ('<script src="{}"></script>', [built["theme"]]),
        ('<link rel="stylesheet" href="{}">', [built["css"], *(entry["css"] for entry in entries if "css" in entry)]),
        ('<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>', built["fonts"]),
        ('<link rel="modulepreload" href="{}" fetchpriority="low">', chunks),
        ('<script type="module" src="{}" fetchpriority="low"></script>', [entry["file"] for entry in entries]),
    )
    return format_html_join("\n", "{}", ((format_html(tag, static(file)),) for tag, files in tags for file in files))


@register.simple_tag(takes_context=True)
def island(
    context: template.Context, name: str, props: dict[str, Any] | None = None, skeleton: str = "shell/_skeleton.html"
) -> SafeString:
    """The island's container with its props and, until React takes over, the template `skeleton`, or "none"."""
    if (context.get("entry") or name) not in manifest()["entries"]:
        raise template.TemplateSyntaxError(f"no island is called {name!r}")
    props_id = f"island-props-{name}"
    placeholder = render_to_string(skeleton, cast("dict[str, Any]", context.flatten())) if skeleton != "none" else ""
    return SafeString(
        json_script(props or {}, props_id, JSONEncoder)
        + format_html('<div data-island="{}" data-props="{}">{}</div>', name, props_id, placeholder)
    )


@register.simple_tag
def json_block(value: Any, element_id: str) -> SafeString:
    """Data for the shell's scripts, escaped as json_script does."""
    return json_script(dict(value), element_id, JSONEncoder)
