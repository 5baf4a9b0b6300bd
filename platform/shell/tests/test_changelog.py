"""'a changelog page': CHANGELOG.md, told to both roles."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.utils.html import escape

from shell.changelog import Part, Release, parse_releases, releases

TWO = """# Novidades

Palavras antes da primeira versão.

## [1.1.0] - 2026-12-01

### Contas

- Uma coisa que continua
  na linha de baixo.
- Outra.

## [1.0.0] - 2026-11-21

### Tudo

- O começo.
"""


def test_releases_are_read_with_their_parts_and_entries() -> None:
    assert parse_releases(TWO) == [
        Release("1.1.0", date(2026, 12, 1), [Part("Contas", ["Uma coisa que continua na linha de baixo.", "Outra."])]),
        Release("1.0.0", date(2026, 11, 21), [Part("Tudo", ["O começo."])]),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "## 1.2.0",
        "- entry of no part",
        "### Contas\nwords of no entry",
        "### Contas\n  continues nothing",
        "### Contas\n#### deeper",
        "### Contas\n* another bullet",
    ],
)
def test_line_that_has_no_place_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="is no release, part or entry"):
        parse_releases(f"## [1.0.0] - 2026-11-21\n\n{line}\n")


def test_own_changelog_is_whole_and_the_newest_comes_first() -> None:
    versions = [tuple(map(int, release.version.split("."))) for release in releases()]

    assert versions == sorted(set(versions), reverse=True)
    assert (1, 0, 0) in versions
    for release in releases():
        assert release.parts, release.version
        assert all(part.entries for part in release.parts), release.version


@pytest.mark.django_db
def test_page_tells_every_entry_to_both_roles(client_for: Callable[[Any], Any], admin: Any, employee: Any) -> None:
    for person in (admin, employee):
        client = client_for(person)
        newest = client.get("/novidades").content.decode()

        assert 'href="/novidades"' in newest
        assert client.get("/novidades?versao=9.9.9").content.decode().count(releases()[0].version) >= 2
        for release in releases():
            assert release is releases()[0] or f'href="?versao={release.version}"' in newest
            page = client.get(f"/novidades?versao={release.version}").content.decode()
            assert f'id="release">Versão {release.version}</h2>' in page
            for part in release.parts:
                assert part.title in page
                assert all(escape(entry) in page for entry in part.entries)


@pytest.mark.django_db
def test_page_shows_what_is_written_as_text(
    client_for: Callable[[Any], Any], employee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = parse_releases("## [1.0.0] - 2026-11-21\n\n### <b>\n\n- <script>alert(1)</script>\n")
    monkeypatch.setattr("shell.pages.releases", lambda: written)

    page = client_for(employee).get("/novidades").content.decode()

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert(1)" not in page
