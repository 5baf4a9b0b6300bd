"""The house as files: what the tests that guard it walk over."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

# Who may import whom: 'core ← infra ← accounts ← notifications, analytics ← earnings, loyalty ← tasks, marketplace ← bulk ←
# shell ← config' (docs/architecture.md). Apps of one floor do not know each other.
FLOORS = (
    ("core",),
    ("infra",),
    ("accounts",),
    ("notifications", "analytics"),
    ("earnings", "loyalty"),
    ("tasks", "marketplace"),
    ("bulk",),
    ("shell",),
    ("config",),
)
FLOOR_OF = {app: floor for floor, apps in enumerate(FLOORS) for app in apps}
APPS = tuple(FLOOR_OF)


def folder_of(app: str) -> Path:
    at_root = ROOT / app
    return at_root if at_root.is_dir() else ROOT / "platform" / app


@cache
def modules() -> dict[str, Path]:
    """Every module of the product by its dotted name, tests and migrations left out."""
    found = {}
    for app in APPS:
        for path in sorted(folder_of(app).rglob("*.py")):
            inside = path.relative_to(folder_of(app)).with_suffix("").parts
            if not {"tests", "migrations", "node_modules"} & set(inside):
                found[".".join((app, *inside)).removesuffix(".__init__")] = path
    return found


def sources() -> Iterator[Path]:
    """Every Python file of the repository that people write."""
    for top in ("platform", *(app for app in APPS if (ROOT / app).is_dir()), "e2e", "bench"):
        for path in sorted((ROOT / top).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path
    yield from (ROOT / name for name in ("conftest.py", "manage.py", "gunicorn.conf.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


def imports_of(module: str, *, at_load: bool = False) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of each import of ours in a module; a name imported from a package counts as its module.

    `at_load` leaves out what is imported inside functions.
    """
    known = modules()
    tree = tree_of(known[module])
    for node in _nodes(tree, into_functions=not at_load):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            names = [f"{origin}.{alias.name}" if f"{origin}.{alias.name}" in known else origin for alias in node.names]
        else:
            continue
        for name in dict.fromkeys(names):
            if name.partition(".")[0] in FLOOR_OF:
                yield node.lineno, name


def _nodes(tree: ast.AST, *, into_functions: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        yield node
        if into_functions or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _nodes(node, into_functions=into_functions)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def require_none(wrong: Iterable[str], advice: str) -> None:
    """Fail with one line for each thing that is wrong and what is to be done about them."""
    lines = list(wrong)
    if lines:
        pytest.fail("\n".join([advice, *(f"  {line}" for line in lines)]), pytrace=False)
