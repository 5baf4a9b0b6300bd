"""docs/api.md: the OpenAPI document, for people."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

HEAD = """# API

Written by `make types` from `frontend/openapi.json`; a running installation shows the same at `/api/docs` to admins.

Sessions are cookies, and every write carries `X-CSRFToken`. Names are camelCase; a request may spell them in snake_case
as well. Money is a decimal in a string, times are ISO 8601. Lists take `limit` and `offset` and answer an array, its
whole length in `X-Total-Count`. A write with an `Idempotency-Key` happens once, however often it is sent. Every refusal
is an [ErrorEnvelope](#errorenvelope) with a status of its kind. `{user_id}` is one's own, or anybody's for an admin.
"""
ACCESS = {"anyone": "anyone", "signed-in": "signed in", "admin": "admins"}
LINK = "#/components/schemas/"

Schema = dict[str, Any]


def reference(document: Schema) -> str:
    """Markdown: a table of calls for each first word of the path, then the fields of every component."""
    sections: dict[str, list[str]] = defaultdict(list)
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            sections[path.split("/")[2]].append(_call(method, path, operation))
    return "\n".join([HEAD, *_calls(sections), *_components(document["components"]["schemas"])])


def _calls(sections: dict[str, list[str]]) -> Iterator[str]:
    for section, rows in sorted(sections.items()):
        yield f"## {section}\n"
        yield "| call | what it is for | who | takes | answers |"
        yield "|---|---|---|---|---|"
        yield from rows
        yield ""


def _call(method: str, path: str, operation: Schema) -> str:
    query = [f"`?{each['name']}`" for each in operation.get("parameters", ()) if each["in"] == "query"]
    body = [_content(operation["requestBody"])] if "requestBody" in operation else []
    cells = (
        f"`{method.upper()} {path}`",
        _line(operation["description"]),
        ACCESS[operation["x-access"]],
        " ".join([*query, *body]),
        ", ".join(_answers(operation["responses"])),
    )
    return f"| {' | '.join(cells)} |"


def _answers(responses: Schema) -> Iterator[str]:
    """The answers that are no refusal."""
    for status, response in responses.items():
        if status < "400":
            yield f"{status} {_content(response)}".strip()


def _content(described: Schema) -> str:
    """What a body is: the first of the forms it may have, since the others are spellings of it."""
    for kind, content in described.get("content", {}).items():
        return _type(content["schema"]) if "json" in kind or "form" in kind else f"`{kind}`"
    return ""


def _components(schemas: Schema) -> Iterator[str]:
    yield "## Components\n"
    yield "A `?` marks a field that may be left out.\n"
    for name, schema in sorted(schemas.items()):
        yield f"### {name}\n"
        yield f"{_type(schema)}\n" if "properties" not in schema else "\n".join([*_fields(schema), ""])


def _fields(schema: Schema) -> Iterator[str]:
    required = schema.get("required", ())
    for name, field in schema["properties"].items():
        yield f"- `{name}{'' if name in required else '?'}` {_type(field)}"


def _type(schema: Schema) -> str:
    """A schema in a few words; components are links."""
    words = _known(schema)
    return f"{words} or null" if schema.get("nullable") else words


def _known(schema: Schema) -> str:
    match schema:
        case {"$ref": str(ref)}:
            name = ref.removeprefix(LINK)
            return f"[{name}](#{name.lower()})"
        case {"oneOf": list(parts)} | {"allOf": list(parts)} | {"anyOf": list(parts)}:
            return " or ".join(_type(part) for part in parts)
        case {"enum": list(values)}:
            return _values(values)
        case {"type": "array", "items": dict(items)}:
            return f"list of {_type(items)}"
        case {"type": "object", "additionalProperties": dict(values)} if values:
            return f"object of {_type(values)}"
        case {"type": str(kind)}:
            return " ".join(filter(None, (kind, _line(schema.get("format", "")))))
        case _:
            return "anything"


def _values(values: Iterable[Any]) -> str:
    return " or ".join("null" if value is None else f"`{value}`" if value != "" else "empty" for value in values)


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
