"""Which small changes of the arithmetic of money no test notices: `python -m bench.mutations [module …]`.

Each function below is changed in one place at a time (an operator, a comparison, a number, a rounding) in a forked process,
which runs the tests beside it until one fails. What survives is printed; it is either named here as equivalent, or a test
is missing.
"""

import ast
import importlib
import inspect
import os
import signal
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from decimal import Decimal
from functools import reduce
from typing import Any

import pytest

PATIENCE_S = 300
"""A change that makes a loop endless is noticed too."""
RESULTS = " ".join(f"bulk/tests/test_{name}.py" for name in ("results", "pay_schemes", "results_recomputed"))
EARNINGS = "earnings/tests/test_rules.py earnings/tests/test_schemes.py earnings/tests/test_statements.py"
TARGETS = {
    "earnings.rules": ("bonus_on allocate cut rescale whole", EARNINGS),
    "earnings.models": ("PayScheme.pay PayScheme.share_of", EARNINGS),
    "loyalty.rules": ("clamp", "loyalty/tests/test_rules.py"),
    "loyalty.models": ("Settings.tier_of Settings.bonus_of", "loyalty/tests/test_rules.py"),
    "core.money": ("quantize", "platform/core/tests/test_money.py"),
    "bulk.orders": ("_share", "bulk/tests/test_decisions.py"),
    "bulk.actions.results": ("add_rates", RESULTS),
    "bulk.results.ledger": ("_missing_entries _value_entries rewrite _story credit_shares", RESULTS),
}
EQUIVALENT = {
    "PayScheme.share_of: percent = self.profit_percent or ZERO [ZERO: CENT_]": "only who has a percentage is asked",
    'credit_shares: description=f"{format_percent(scheme.profit_percent or ZERO)} de {format_brl(profit)} de lucro: '
    '{row.title}", [ZERO: CENT_]': "the query leaves out who has no percentage",
    "_value_entries: valued = [(each.amount, value.brl) for each, value in zip(same, held, strict=True) if value.brl is not None] "
    "[True: False]": "`held` is made of `same`",
    "_story: kind = EntryKind.PAID if each.amount > 0 else EntryKind.FINED if each.is_fine else EntryKind.REFUNDED "
    "[each.amount > 0: Gt → GtE]": "no payment is of nothing",
}
"""{mutant: why nobody could notice it}."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.USub: ast.UAdd,
}  # fmt: skip
NAMES = {
    "max": "min", "min": "max", "ZERO": "CENT_", "ROUND_HALF_EVEN": "ROUND_HALF_UP", "ROUND_FLOOR": "ROUND_CEILING",
}  # fmt: skip
Change = tuple[str, Callable[[Any], None]]


def changes(node: ast.AST) -> Iterator[Change]:
    """What can be changed in one node, each in words."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in SWAPS:
            yield _said(op), lambda it: it.ops.__setitem__(0, SWAPS[type(op)]())
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) | ast.UnaryOp(op=op) if type(op) in SWAPS:
            yield _said(op), lambda it: setattr(it, "op", SWAPS[type(op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield "not not", lambda it: setattr(it, "operand", ast.UnaryOp(ast.Not(), it.operand))
        case ast.Constant(value=bool(value)):
            yield f"{not value}", lambda it: setattr(it, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value + 1}", lambda it: setattr(it, "value", value + 1)
        case ast.Name(id=name) if name in NAMES:
            yield NAMES[name], lambda it: setattr(it, "id", NAMES[name])
        case ast.IfExp():
            yield "not if", lambda it: setattr(it, "test", ast.UnaryOp(ast.Not(), it.test))


def _said(op: ast.AST) -> str:
    return f"{type(op).__name__} → {SWAPS[type(op)].__name__}"


def mutants(module_name: str, path: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Each mutant of a function: its name, and what makes the function that mutant in this process."""
    module = importlib.import_module(module_name)
    named: Any = module
    function: Any = inspect.unwrap(reduce(getattr, path.split("."), named))
    source = inspect.getsource(function)
    [tree] = ast.parse(inspect.cleandoc("\n" + source) if source[0].isspace() else source).body
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list = []
    lines = source.splitlines()
    for place, node in enumerate(ast.walk(tree)):
        for said, change in changes(node):
            if not hasattr(node, "lineno"):
                continue
            mutant = deepcopy(tree)
            was = ast.unparse(node)
            change(list(ast.walk(mutant))[place])

            def become(mutant: ast.FunctionDef = mutant) -> None:
                vars(module)["CENT_"] = Decimal("0.01")
                names = dict(vars(module))
                code = compile(ast.fix_missing_locations(ast.Module([mutant], [])), module_name, "exec")
                exec(code, names)
                function.__code__ = names[mutant.name].__code__

            yield f"{path}: {lines[node.lineno - 1].strip()} [{was}: {said}]", become


class Mutations:
    """A plugin that runs the collected tests once for each mutant, in a process of its own."""

    def __init__(self, modules: list[str]) -> None:
        self.modules = modules
        self.survivors: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for module in self.modules:
            paths, files = TARGETS[module]
            beside = [item for item in session.items if any(item.nodeid.startswith(file) for file in files.split())]
            count = len(self.survivors)
            assert _survives(session, beside, lambda: None), f"tests of {module} fail without any change"
            every = [mutant for path in paths.split() for mutant in mutants(module, path)]
            for name, become in every:
                if _survives(session, beside, become):
                    self.survivors.append(name)
                    print("equivalent" if name in EQUIVALENT else "SURVIVES", name, flush=True)
            print(f"{module}: {len(every)} mutants, {len(self.survivors) - count} survive", flush=True)
        return True


def _survives(session: pytest.Session, items: list[pytest.Item], become: Callable[[], None]) -> bool:
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    signal.alarm(PATIENCE_S)
    become()
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    chosen = sys.argv[1:] or list(TARGETS)
    files = sorted({file for module in chosen for file in TARGETS[module][1].split()})
    plugin = Mutations(chosen)
    pytest.main(["-q", "-s", "-p", "no:randomly", "-k", "not same_moment", *files], plugins=[plugin])
    sys.exit(bool(set(plugin.survivors) - set(EQUIVALENT)))
