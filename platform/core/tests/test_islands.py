import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template, TemplateSyntaxError
from django.utils.functional import SimpleLazyObject

Build = Callable[[dict[str, Any]], None]

MANIFEST = {
    "css": "dist/app-AAAAAAAA.css",
    "theme": "dist/theme-BBBBBBBB.js",
    "fonts": ["dist/geist-CCCCCCCC.woff2"],
    "entries": {
        "shell": {"file": "dist/shell-DDDDDDDD.js", "imports": ["dist/chunks/one-11111111.js"]},
        "tasks": {
            "file": "dist/tasks-EEEEEEEE.js",
            "imports": ["dist/chunks/one-11111111.js", "dist/chunks/two-22222222.js"],
        },
    },
}


@pytest.fixture
def build(settings: Any, tmp_path: Path) -> Build:
    """Write a manifest as the frontend build does."""
    settings.STATICFILES_DIRS = [tmp_path]
    (tmp_path / "dist").mkdir()
    written_at = iter(range(1_000_000_000, 2_000_000_000))

    def write(manifest: dict[str, Any]) -> None:
        path = tmp_path / "dist/manifest.json"
        path.write_text(json.dumps(manifest))
        moment = next(written_at)
        os.utime(path, (moment, moment))

    return write


def render(source: str, **context: Any) -> str:
    return Template("{% load islands %}" + source).render(Context(context))


def test_island_renders_its_container_and_its_props(build: Build) -> None:
    build(MANIFEST)

    html = render('{% island "tasks" props "none" %}', props={"queries": {"/api/tasks": [{"id": 1, "title": "Ação"}]}})

    assert html == (
        '<script id="island-props-tasks" type="application/json">'
        '{"queries":{"/api/tasks":[{"id":1,"title":"A\\u00e7\\u00e3o"}]}}</script>'
        '<div data-island="tasks" data-props="island-props-tasks"></div>'
    )


def test_island_props_cannot_leave_their_script_element(build: Build) -> None:
    build(MANIFEST)

    html = render('{% island "tasks" props "none" %}', props={"title": "</script><script>alert('&')</script><!--"})

    assert html == (
        '<script id="island-props-tasks" type="application/json">'
        '{"title":"\\u003C/script\\u003E\\u003Cscript\\u003Ealert(\'\\u0026\')\\u003C/script\\u003E\\u003C!--"}'
        '</script><div data-island="tasks" data-props="island-props-tasks"></div>'
    )


def test_island_writes_amounts_and_times_as_the_api_does(build: Build) -> None:
    build(MANIFEST)

    html = render(
        '{% island "tasks" props "none" %}',
        props={"amount": Decimal("12.50"), "at": datetime(2026, 11, 21, 8, 0, 0, 125, UTC)},
    )

    assert '{"amount":"12.50","at":"2026-11-21T08:00:00.000125Z"}' in html


def test_island_without_props_has_an_empty_object(build: Build) -> None:
    build(MANIFEST)

    assert render('{% island "tasks" None "none" %}').startswith(
        '<script id="island-props-tasks" type="application/json">{}</script>'
    )


def test_island_shows_its_skeleton_until_react_takes_over(build: Build) -> None:
    build(MANIFEST)

    html = render('{% island "tasks" None "shell/_skeleton.html" %}')

    assert html.endswith("</div>\n</div>") or html.endswith("</div></div>")
    assert html.count("data-island") == 1
    assert 'class="skeleton' in html


def test_skeleton_sees_what_the_page_sees(build: Build) -> None:
    build(MANIFEST)

    html = render(
        '{% island "tasks" props "shell/_hint.html" %}',
        props={"hint": {"cookie": "hint-7-tasks", "text": "<b>Aqui</b>"}},
    )

    assert "<p>&lt;b&gt;Aqui&lt;/b&gt;</p>" in html


def test_island_that_was_not_built_is_a_loud_error(build: Build) -> None:
    build(MANIFEST)

    with pytest.raises(TemplateSyntaxError, match="no island is called 'taks'"):
        render('{% island "taks" None "none" %}')


def test_assets_name_each_file_once_and_scripts_last(build: Build) -> None:
    build(MANIFEST)

    html = render('{% island_assets "shell" "tasks" %}')

    assert html.split("\n") == [
        '<script src="/static/dist/theme-BBBBBBBB.js"></script>',
        '<link rel="stylesheet" href="/static/dist/app-AAAAAAAA.css">',
        '<link rel="preload" href="/static/dist/geist-CCCCCCCC.woff2" as="font" type="font/woff2" crossorigin>',
        '<link rel="modulepreload" href="/static/dist/chunks/one-11111111.js" fetchpriority="low">',
        '<link rel="modulepreload" href="/static/dist/chunks/two-22222222.js" fetchpriority="low">',
        '<script type="module" src="/static/dist/shell-DDDDDDDD.js" fetchpriority="low"></script>',
        '<script type="module" src="/static/dist/tasks-EEEEEEEE.js" fetchpriority="low"></script>',
    ]


def test_assets_of_a_page_without_island_are_those_of_the_shell(build: Build) -> None:
    build(MANIFEST)

    html = render('{% island_assets "shell" island %}')

    assert html.count("<script") == 2
    assert "tasks" not in html


def test_assets_of_an_entry_named_twice_are_loaded_once(build: Build) -> None:
    build(MANIFEST)

    assert render('{% island_assets "tasks" "tasks" %}').count("tasks-EEEEEEEE.js") == 1


def test_manifest_is_read_once_and_anew_under_debug(build: Build, settings: Any) -> None:
    changed = MANIFEST | {"css": "dist/app-ZZZZZZZZ.css"}
    build(MANIFEST)
    render('{% island_assets "shell" %}')
    build(changed)

    assert "app-AAAAAAAA.css" in render('{% island_assets "shell" %}')
    settings.DEBUG = True
    assert "app-ZZZZZZZZ.css" in render('{% island_assets "shell" %}')


def test_frontend_that_was_not_built_says_what_to_run(settings: Any, tmp_path: Path) -> None:
    settings.STATICFILES_DIRS = [tmp_path]

    with pytest.raises(ImproperlyConfigured, match="rode `make build`"):
        render('{% island_assets "shell" %}')


def test_json_block_writes_lazy_data_escaped() -> None:
    lazy = SimpleLazyObject(lambda: {"user": {"fullName": "</script>"}})

    assert render('{% json_block data "app-context" %}', data=lazy) == (
        '<script id="app-context" type="application/json">{"user":{"fullName":"\\u003C/script\\u003E"}}</script>'
    )
