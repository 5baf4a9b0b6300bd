"""The OpenAPI document: every operation says who may call it and answers the error envelope as well."""

from typing import Any, cast

from drf_spectacular import authentication
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.utils import Direction

from core.actor import Anyone, IsAdmin, IsSignedIn, Nobody, Signed
from core.api import Api
from core.errors import TEXTS
from core.serializers import Input, Output

# The component itself is in config/openapi.toml (APPEND_COMPONENTS).
_ENVELOPE = {"$ref": "#/components/schemas/ErrorEnvelope"}
# The last two where a marketplace does not answer, or the database.
_REFUSALS = (400, 401, 403, 404, 409, 422, 429, 502, 503)
_ACCESS = {IsAdmin: "admin", IsSignedIn: "signed-in", Signed: "signed", Anyone: "anyone", Nobody: "nobody"}


class EnvelopeSchema(AutoSchema):
    def _get_serializer_name(self, serializer: Any, direction: Direction, bypass_extensions: bool = False) -> str:
        """Components carry their app's name, since two apps may each have one of the same name."""
        name = super()._get_serializer_name(serializer, direction, bypass_extensions)
        app = type(serializer).__module__.split(".")[0]
        return name if app in {"rest_framework", "builtins"} else f"{app.capitalize()}{name}"

    def get_operation_id(self) -> str:
        view = cast("Api", self.view)
        return f"{view.operations}_{view.action}" if view.operations else super().get_operation_id()

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation:
            view = cast("Api", self.view)
            operation["x-access"] = _ACCESS[view.permissions_by_action.get(view.action or "", Nobody)]
            versioned = any(each["name"] == "If-Match" for each in operation.get("parameters", ()))
            for status in _REFUSALS + (412, 428) * versioned:
                refusal = {"description": TEXTS[status], "content": {"application/json": {"schema": _ENVELOPE}}}
                operation["responses"].setdefault(str(status), refusal)
        return operation


def doc_excludes() -> list[type]:
    """Classes whose docstring describes none of those derived from them."""
    return [*get_lib_doc_excludes(), Input, Output]  # type: ignore[no-untyped-call]  # the library has no types


class SessionScheme(authentication.SessionScheme):  # type: ignore[no-untyped-call]  # registers itself by being defined
    """Cookie sessions, whatever class of ours reads them."""

    match_subclasses = True
    priority = 1

    @property
    def name(self) -> str:  # type: ignore[override]  # a constant with them, but we have two such classes
        return type(self.target).__name__
