"""The shape of the house (docs/architecture.md), held by its files."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from config.tests.house import (
    APPS,
    FLOOR_OF,
    ROOT,
    folder_of,
    imports_of,
    modules,
    nodes_of,
    relative,
    require_none,
    sources,
    tree_of,
)

# What an app shows to the apps above it.
SHOWN = frozenset({"actions", "queries", "enums", "errors"})
SHOWN_TOO = frozenset(
    {
        "accounts.models",  # the person, whom everybody names
        "marketplace.adapters",  # the contract of a marketplace, which the engine calls
        "bulk.games",
    }
)
# The same file names in every app.
COMMON_NAMES = frozenset(
    [
        "__init__",
        "apps",
        "models",
        "enums",
        "errors",
        "rules",
        "queries",
        "actions",
        "permissions",
        "serializers",
        "api",
        "pages",
        "jobs",
        "admin",
        "locks",
        "middleware",
        "migrations",
        "management",
        "templatetags",
        "tests",
        "static",
    ]
)
MAX_LINES = 500
GENERATED = frozenset({"frontend/package-lock.json", "frontend/openapi.json", "frontend/src/lib/schema.d.ts"})


def test_platform_is_a_plain_source_root() -> None:
    """With an `__init__.py` in that folder `import uuid`, gunicorn, pytest and mypy break (docs/architecture.md)."""
    loose = sorted(relative(path) for path in (ROOT / "platform").iterdir() if path.suffix in {".py", ".pyi", ".so"})

    require_none(loose, "platform/ holds packages only; move these into one of them:")


def test_every_folder_of_tests_is_a_package() -> None:
    missing = [
        f"{relative(folder)}/__init__.py"
        for app in APPS
        for folder in folder_of(app).rglob("tests")
        if folder.is_dir() and not (folder / "__init__.py").exists()
    ]

    require_none(missing, "without these pytest imports the tests under another name:")


@pytest.mark.parametrize("folder", [ROOT, ROOT / "platform"], ids=["root", "platform"])
def test_nothing_importable_shadows_the_standard_library(folder: Path) -> None:
    importable = [path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    shadowing = [relative(path) for path in importable if path.stem in sys.stdlib_module_names]

    require_none(shadowing, "rename these; the standard library has a module of that name:")


def test_platform_of_the_standard_library_is_still_found() -> None:
    code = "import platform, uuid; print(platform.system(), uuid.uuid4().version)"
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": "platform"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (answer.returncode, answer.stdout) == (0, f"{os.uname().sysname} 4\n"), answer.stderr


def test_imports_go_down_the_floors_and_through_the_door() -> None:
    def wrong() -> Iterator[str]:
        for module, path in modules().items():
            app = module.partition(".")[0]
            for line, name in imports_of(module):
                other, _, inside = name.partition(".")
                where = f"{relative(path)}:{line}: imports {name}"
                if other == app:
                    continue
                if FLOOR_OF[other] >= FLOOR_OF[app]:
                    yield f"{where}, but {other} stands above or beside {app}"
                elif app != "config" and other not in {"core", "infra"} and not _is_shown(other, inside, to=module):
                    yield f"{where}; across apps only {', '.join(sorted(SHOWN))} are imported"

    require_none(wrong(), "imports run one way, and through the door of an app (docs/architecture.md):")


def test_migrations_copy_what_they_need_of_an_app() -> None:
    """They run again years later, on the code of then. `import accounts.models` names the class of a field."""
    wrong = [
        f"{relative(path)}:{node.lineno}: imports from {node.module}"
        for app in APPS
        for path in sorted((folder_of(app) / "migrations").glob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in set(APPS) - {"core"}
    ]

    require_none(wrong, "migrations outlive the code that they call; copy these into them:")


def _is_shown(app: str, inside: str, *, to: str) -> bool:
    first = inside.partition(".")[0]
    if first == "api" and to.split(".")[1] == "pages":  # a page carries the first answers of the API
        return True
    return first in SHOWN or f"{app}.{first}" in SHOWN_TOO


def test_only_measurements_import_measurements() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno}"
        for path in sources()
        if path.parent.name != "bench"
        for node in nodes_of(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
        if {"bench"}
        & {name.partition(".")[0] for name in (getattr(node, "module", None) or "", *(a.name for a in node.names))}
    ]

    require_none(wrong, "`make test` needs nothing of bench/; what both need is in e2e/ or beside the tests:")


def test_every_function_that_mutations_change_exists() -> None:
    """`make soak` would end there, and nobody hears of it for weeks."""
    text = (ROOT / "bench/mutations.py").read_text("utf-8")
    targets = re.findall(r'^    "([a-z_.]+)": \("([\w. ]+)"', text, re.M)
    named = [(module, function) for module, functions in targets for function in functions.split()]
    wrong = [f"{module}.{function}" for module, function in named if not _has(import_module(module), function)]

    assert ("core.money", "quantize") in named
    require_none(wrong, "bench/mutations.py changes what is not there:")


def _has(module: object, path: str) -> bool:
    try:
        return callable(attrgetter(path)(module))
    except AttributeError:
        return False


def test_names_of_tests_have_80_characters_at_most() -> None:
    titles = re.compile(r"""^ *(?:(?:test|it|describe)(?:\.\w+(?:\(.*\))?)?|\].*\))\(\s*(["'`])(.{81,}?)\1,""", re.M)
    wrong = [
        f"{relative(path)}:{node.lineno}: {node.name}"
        for path in sources()
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and len(node.name) > 80
    ]
    for path in sorted((ROOT / "frontend/src").rglob("*.test.ts*")):
        wrong += [f"{relative(path)}: {title[2]}" for title in titles.finditer(path.read_text("utf-8"))]

    require_none(wrong, "say what somebody would notice, in fewer words:")


def test_no_code_above_the_marketplaces_imports_one_of_them() -> None:
    wrong = [
        f"{relative(path)}:{line}: imports {name}"
        for module, path in modules().items()
        if not module.startswith("marketplace.")
        for line, name in imports_of(module)
        if re.match(r"marketplace\.adapters\.(gameboost|lzt)\b", name)
    ]

    require_none(wrong, "ask the registry of marketplaces; what one knows is in its own package:")


# Read by who writes the program or runs the server; what people read of the product is in `errors`.
FOR_DEVELOPERS = frozenset(
    {
        "AppendOnlyError",
        "AssertionError",
        "BackupError",
        "CommandError",
        "FieldError",
        "ImproperlyConfigured",
        "OperationalError",
        "RuntimeError",
        "TemplateSyntaxError",
        "TransactionManagementError",
        "ValueError",
    }
)


def test_texts_of_refusals_are_in_errors_alone() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno}: {text!r}"
        for module, path in modules().items()
        if module.rpartition(".")[2] != "errors"
        for node in nodes_of(path)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        if ast.unparse(node.exc.func).rpartition(".")[2] not in FOR_DEVELOPERS
        for argument in (*node.exc.args, *(each.value for each in node.exc.keywords))
        for text in _sentences_of(argument)
    ]

    require_none(wrong, "name these in the `errors` module of their app or package:")


def _sentences_of(node: ast.AST) -> Iterator[str]:
    """Texts of several words that are written out there; those that another call takes are its own."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
        yield node.value
    inside = [node.func] if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
    for each in inside:
        yield from _sentences_of(each)


def test_imports_are_absolute() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno}"
        for path in sources()
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and node.level
    ]

    require_none(wrong, "write the whole name of the module:")


def test_no_module_needs_itself_to_load() -> None:
    """A cycle of imports works or fails by who is imported first."""
    known = modules()
    graph = {
        module: {name for _, name in imports_of(module, at_load=True) if name in known and name != module}
        for module in known
    }
    done: set[str] = set()
    path: list[str] = []

    def visit(module: str) -> None:
        if module in path:
            cycle = " -> ".join([*path[path.index(module) :], module])
            pytest.fail(f"these modules import each other: {cycle}")
        if module not in done:
            path.append(module)
            for name in sorted(graph[module]):
                visit(name)
            done.add(path.pop())

    for module in sorted(graph):
        visit(module)


def test_every_app_has_the_same_file_names() -> None:
    """Missing is fine, renamed is not; what only one app needs is explained in docs/architecture.md."""
    explained = (ROOT / "docs/architecture.md").read_text("utf-8")

    def wrong() -> Iterator[str]:
        for app in set(APPS) - {"core", "infra", "config"}:
            for path in sorted(folder_of(app).iterdir()):
                if path.suffix not in {".py", ""} or path.name == "__pycache__" or path.stem in COMMON_NAMES:
                    continue
                if f"`{app}/{path.stem}`" not in explained:
                    yield f"{relative(path)}: no `{app}/{path.stem}` in docs/architecture.md"

    require_none(sorted(wrong()), "a file has one of the common names, or is explained in docs/architecture.md:")


def test_tests_mirror_the_modules_they_test() -> None:
    wrong = [
        relative(path)
        for app in APPS
        for path in sorted((folder_of(app) / "tests").glob("*.py"))
        if re.match(r"tests?_|.*_tests?\.py", path.name) and not path.name.startswith("test_")
    ]

    require_none(wrong, "name these test_<module>.py:")


def test_only_the_announcer_is_a_live_region() -> None:
    live = re.compile(
        r"""aria-?live|\brole["']?\s*[=:,]\s*\{?["'](status|alert|log)["']|role=(status|alert|log)\]""", re.I
    )
    announcer = ROOT / "frontend/src/lib/announce.ts"
    written = [*(ROOT / "frontend/src").rglob("*.ts*"), *(ROOT / "templates").rglob("*.html")]
    wrong = sorted(
        relative(path) for path in written if path != announcer and live.search(path.read_text(encoding="utf-8"))
    )

    require_none(wrong, "say it with announce() of frontend/src/lib/announce.ts:")


def test_no_file_is_longer_than_500_lines() -> None:
    written = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    kinds = {".py", ".ts", ".tsx", ".mjs", ".html", ".css"}

    def wrong() -> Iterator[str]:
        for name in written:
            path = ROOT / name
            if path.suffix in kinds and name not in GENERATED and path.exists():
                lines = path.read_text("utf-8").count("\n")
                if lines > MAX_LINES and "/migrations/" not in name:
                    yield f"{name}: {lines} lines"

    require_none(wrong(), f"split what passes {MAX_LINES} lines by noun:")


@pytest.mark.parametrize(
    ("mark", "reasoned"),
    [
        (re.compile(r"# noqa"), re.compile(r"# noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*(?: - |  # )\S")),
        (re.compile(r"# type: ignore"), re.compile(r"# type: ignore\[[a-z-]+(?:, ?[a-z-]+)*\]  # \S")),
    ],
    ids=["noqa", "type-ignore"],
)
def test_every_exception_to_a_check_has_its_code_and_its_reason(mark: re.Pattern[str], reasoned: re.Pattern[str]) -> None:
    wrong = [
        f"{relative(path)}:{number}: {line.strip()}"
        for path in sources()
        if path.name != Path(__file__).name
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if mark.search(line) and not reasoned.search(line)
    ]

    require_none(wrong, "name the code, and say why beside it (# noqa: X - why; # type: ignore[x]  # why):")


# Names that are looked for: a management command, the backend of a database, the game of each folder of bulk/games.
FRAMEWORK_NAMES = frozenset({"Command", "DatabaseWrapper", "GAME"})
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]+")


def names_defined(node: ast.stmt) -> Iterator[str]:
    """Of a statement at the top of a module: the function, class or constants that it names."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            names = (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
            yield from (name for name in names if CONSTANT.fullmatch(name))


def test_public_name_means_one_thing_within_an_app() -> None:
    """Functions, classes and constants at the top of modules, and classes of one module alone; a search finds one."""

    def wrong() -> Iterator[str]:
        found: dict[tuple[str, str], str] = {}
        for module, path in modules().items():
            app = module.partition(".")[0]
            for node in tree_of(path).body:
                for name in names_defined(node):
                    is_private = name.startswith("_") and not isinstance(node, ast.ClassDef)
                    if is_private or name in FRAMEWORK_NAMES:
                        continue
                    where = f"{relative(path)}:{node.lineno}"
                    first = found.setdefault((app, name), where)
                    if first != where:
                        yield f"{where}: {name} is also at {first}"

    require_none(wrong(), "rename one of the two with a plain word of docs/glossary.md:")
