"""What changed between two templates of a game. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from marketplace.adapters.gameboost.templates import Field, Template

KINDS = {
    "any": "qualquer valor",
    "choice": "uma opção",
    "choices": "várias opções",
    "flag": "sim ou não",
    "integer": "número inteiro",
    "text": "texto",
}


@dataclass(frozen=True)
class Change:
    """One difference: the field, what kind of change, and the sentence that people read."""

    field: str
    change: str
    text: str


def changes(before: Template, after: Template) -> list[Change]:
    """Every difference that a listing can meet, in the order of the fields."""
    found = list(_of_values("server", ("servidores novos", "servidores removidos"), before.servers, after.servers))
    for name in sorted(before.fields.keys() | after.fields.keys()):
        found += _of_field(name, before.fields.get(name), after.fields.get(name))
    found += _of_values(
        "game_items", ("coleções novas", "coleções removidas"), before.item_collections, after.item_collections
    )
    return found


def _of_field(name: str, before: Field | None, after: Field | None) -> Iterator[Change]:
    if before is None and after is not None:
        needed = ", obrigatório" if after.required else ""
        yield Change(name, "added", f"Novo campo {name} ({KINDS[after.kind]}{needed}).")
    elif after is None:
        yield Change(name, "removed", f"O campo {name} deixou de existir.")
    elif before is not None:
        yield from _between(name, before, after)


def _between(name: str, before: Field, after: Field) -> Iterator[Change]:
    if before.kind != after.kind:
        text = f"O campo {name} passou de {KINDS[before.kind]} a {KINDS[after.kind]}."
        yield Change(name, "kind", text)
    if before.required != after.required:
        yield Change(
            name, "required", f"O campo {name} passou a ser {'obrigatório' if after.required else 'opcional'}."
        )
    if before.minimum != after.minimum:
        yield Change(name, "minimum", f"O mínimo do campo {name} passou de {before.minimum} a {after.minimum}.")
    yield from _of_values(name, ("valores novos", "valores removidos"), before.values, after.values)


def _of_values(
    name: str, words: tuple[str, str], before: tuple[str | int, ...], after: tuple[str | int, ...]
) -> Iterator[Change]:
    """`words` are how people call what came and what went."""
    came, went = [each for each in after if each not in before], [each for each in before if each not in after]
    if went:
        yield Change(name, "values_removed", f"{name}: {words[1]}: {', '.join(map(str, went))}.")
    if came:
        yield Change(name, "values_added", f"{name}: {words[0]}: {', '.join(map(str, came))}.")
