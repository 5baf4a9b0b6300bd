"""What people type is written down: commands, verbs and variables."""

import re

from django.core.management import get_commands

from config.tests.house import APPS, ROOT, require_none
from config.tests.test_environment import documented as variables

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
# Every word of the API is in its reference, so it would say that any command is documented.
WRITTEN = [page for page in PAGES if page.name != "api.md"]


def documentation() -> str:
    return "\n".join(page.read_text("utf-8") for page in WRITTEN)


def unnamed(names: set[str]) -> list[str]:
    said = set(re.findall(r"[A-Za-z][A-Za-z0-9_-]*", documentation()))
    return sorted(names - said)


def test_every_command_is_named_in_the_documentation() -> None:
    commands = {name for name, app in get_commands().items() if app in APPS}

    assert {"start", "runworker"} <= commands
    require_none(unnamed(commands), "name these commands of manage.py in README.md or docs/:")


def test_every_variable_is_named_in_the_documentation() -> None:
    require_none(unnamed(variables()), "name these variables of the environment in README.md or docs/:")


def test_every_verb_of_make_is_named_in_the_documentation() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert phony is not None
    said = set(re.findall(r"make ([a-z0-9-]+)", documentation()))
    parts_of_others = {"check-tools", "build", "test-python", "test-frontend"}

    require_none(
        [f"make {verb}" for verb in phony[1].split() if verb not in said | parts_of_others],
        "name these verbs in README.md or docs/:",
    )


def test_links_between_documents_lead_somewhere() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]

    require_none(wrong, "these links lead nowhere:")
