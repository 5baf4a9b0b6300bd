"""What people type is written down: commands, verbs and variables; and what is written down can be typed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.core.management import get_commands, load_command_class

from config.tests.house import APPS, ROOT, modules, nodes_of, require_none, sources
from config.tests.test_environment import documented as variables
from core import events

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def documentation() -> str:
    return "\n".join(page.read_text("utf-8") for page in PAGES)


def unnamed(names: set[str]) -> list[str]:
    said = set(re.findall(r"[A-Za-z][A-Za-z0-9_-]*", documentation()))
    return sorted(names - said)


def test_every_command_is_named_in_the_documentation() -> None:
    commands = {name for name, app in get_commands().items() if app in APPS}

    assert {"start", "runworker"} <= commands
    require_none(unnamed(commands), "name these commands of manage.py in README.md or docs/:")


def test_every_command_and_option_says_what_it_is_for() -> None:
    commands = {name: load_command_class(app, name) for name, app in get_commands().items() if app in APPS}
    options = {name: command.create_parser("manage.py", name)._actions for name, command in commands.items()}

    require_none(sorted(name for name, command in commands.items() if not command.help), "say what these are for:")
    require_none(
        [
            f"{name} {each.dest}"
            for name, given in options.items()
            for each in given
            if not each.help and not each.choices
        ],
        "say what these options are for:",
    )


def test_every_variable_is_named_in_the_documentation() -> None:
    require_none(unnamed(variables()), "name these variables of the environment in README.md or docs/:")


def test_every_verb_of_make_is_named_in_the_documentation() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert phony is not None
    said = set(re.findall(r"make ([a-z0-9-]+)", documentation()))
    parts_of_others = {"check-tools", "build", "lint-python", "lint-frontend", "test-python", "test-frontend"}

    require_none(
        [f"make {verb}" for verb in phony[1].split() if verb not in said | parts_of_others],
        "name these verbs in README.md or docs/:",
    )


def test_every_command_that_the_documentation_names_exists() -> None:
    named = set(re.findall(r"(?:manage\.py|plataforma-manage) ([a-z_]+)", documentation()))

    assert {"start", "backup"} <= named
    require_none(sorted(named - set(get_commands())), "these commands of manage.py do not exist:")


def test_every_verb_of_make_that_the_documentation_names_exists() -> None:
    rules = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = set(re.findall(r"(?:^|`|&& |; )make ([a-z0-9-]+)", documentation(), re.M))

    assert {"run", "test"} <= named
    require_none(sorted(named - rules), "the Makefile has no rule for these:")


def test_every_measurement_that_the_documentation_names_exists() -> None:
    named = set(re.findall(r"python -m bench(?:\.([a-z_]+)| ([a-z-]+))", documentation()))
    modules, names = {module for module, _ in named if module}, {name for _, name in named if name}

    assert {"storm", "restart"} <= modules
    require_none(
        [module for module in sorted(modules) if not (ROOT / f"bench/{module}.py").exists()]
        + [name for name in sorted(names) if f'"{name}": ' not in (ROOT / "bench/__main__.py").read_text("utf-8")],
        "these are no measurements of bench:",
    )


def test_every_path_that_the_documentation_names_exists() -> None:
    """Of what lies in the repository; modules are named without `.py`, and `var` is made by the first start."""
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"var"}
    named = {path for path in re.findall(r"`([\w./@-]+/[\w./@-]*)`", documentation()) if path.split("/")[0] in folders}

    assert "platform/config/tests" in named
    require_none(
        [path for path in sorted(named) if not (ROOT / path).exists() and not (ROOT / f"{path}.py").exists()],
        "these paths do not exist:",
    )


def test_every_module_that_the_table_of_moves_leads_to_exists() -> None:
    table = (ROOT / "docs/decisions.md").read_text("utf-8").partition("## Where things went")[2]
    places = re.findall(rf"`((?:{'|'.join(APPS)})(?:\.\w+)*)`", " ".join(re.findall(r" → ([^·|]+)", table)))
    known = set(modules()) | {f"core.events.{name}" for name in vars(events)}

    assert {"infra", "bulk.engine.lane"} <= set(places)
    require_none([place for place in places if place not in known], "these modules do not exist:")


def test_links_between_documents_lead_somewhere() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]

    require_none(wrong, "these links lead nowhere:")


def test_every_cited_promise_is_in_the_product_document() -> None:
    """Code cites a promise as `product: login.lockout`; documents outside the repository are not cited."""
    anchors = set(re.findall(r"^- `([a-z.-]+)` ", (ROOT / "docs/product.md").read_text("utf-8"), re.M))
    browser = (ROOT / "frontend/src").rglob("*.ts*")
    texts = {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in (*sources(), *browser, *(ROOT / "templates").rglob("*.html"))
        if path.name not in {"schema.d.ts", Path(__file__).name}
    }
    cited = {
        (name, anchor)
        for name, text in texts.items()
        for anchor in re.findall(r"product: ([a-z-]+\.[a-z.-]*[a-z])", text)
    }

    assert "login.lockout" in anchors
    require_none(
        sorted(f"{name}: {anchor}" for name, anchor in cited if anchor not in anchors),
        "docs/product.md has no such promises:",
    )
    absent = re.compile(r"\b(document [12]|decisions) ?§", re.I)
    require_none(
        sorted(name for name, text in texts.items() if absent.search(text)),
        "these cite documents that the repository does not hold:",
    )


QUOTATION = re.compile(r"""(?<!\w)(?:'([A-Z](?:[^']|'(?=\w))*)'(?!\w)|"([A-Z][^"]*)"|“([A-Z][^”]*)”)""")
ENGLISH = re.compile(r"\b(?:the|of|is|are|and|with|at|to|by|in|from|not|when|that|this|per|also|page)\b", re.I)


def remarks(path: Path) -> Iterator[str]:
    """Every docstring and comment of a module, each on one line."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        places = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        found = [ast.get_docstring(node) or "" for node in nodes_of(path) if isinstance(node, places)]
        blocks = re.findall(r"(?:^ *# .*\n)+|(?<=  )# .*", text, re.M)
        found += [re.sub(r"^ *# ", "", block, flags=re.M) for block in blocks]
    else:
        blocks = re.findall(r"/\*(?:.|\n)*?\*/|(?:^ *// .*\n)+|(?<= )// .*", text, re.M)
        found = [re.sub(r"^ *(?://|/?\*+) ", "", block, flags=re.M) for block in blocks]
    yield from (" ".join(each.split()) for each in found)


def quotations(text: str) -> set[str]:
    """What a text quotes of English sentences: from four words on, the first of them with a capital letter."""
    quoted = {next(filter(None, match.groups())) for match in QUOTATION.finditer(text)}
    return {each for each in quoted if ENGLISH.search(each) and len(re.findall(r"[A-Za-z]+", each)) >= 4}


def test_every_quoted_sentence_is_in_the_product_document() -> None:
    browser = [path for path in (ROOT / "frontend/src").rglob("*.ts*") if ".test." not in path.name]
    promised = " ".join((ROOT / "docs/product.md").read_text("utf-8").split())

    assert quotations("'New employees start at 50.' He said 'Acesso negado', \"Nome de Usuário\".") == {
        "New employees start at 50."
    }
    require_none(
        sorted(
            f"{path.relative_to(ROOT)}: {each}"
            for path in (*modules().values(), *browser)
            if path.name != "schema.d.ts"
            for text in remarks(path)
            for each in quotations(text)
            if each not in promised
        ),
        "docs/product.md has no such sentences; say it in own words, or cite its anchor:",
    )
