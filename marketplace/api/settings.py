"""/api/settings: the global settings, for admins."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import actor, resolve_user_id
from core.api import Api
from core.permissions import IsAdmin
from marketplace import actions, queries
from marketplace.serializers import GlobalSettingsInput, GlobalSettingsOutput


class GlobalSettingsApi(Api):
    permissions_by_action = {"retrieve": [IsAdmin], "save": [IsAdmin]}

    @extend_schema(
        operation_id="settings_retrieve",
        parameters=[OpenApiParameter("userId", int)],
        responses={200: GlobalSettingsOutput},
    )
    def retrieve(self, request: Request) -> Response:
        """The settings in force; userId is checked and chooses nothing, since they act on everyone."""
        resolve_user_id(request, request.query_params.get("userId"))
        return Response(GlobalSettingsOutput(queries.global_settings()).data)

    @extend_schema(operation_id="settings_save", request=GlobalSettingsInput, responses={200: GlobalSettingsOutput})
    def save(self, request: Request) -> Response:
        """Change the settings that the body names."""
        given = GlobalSettingsInput.read(request.data)
        resolve_user_id(request, given["userId"])
        row = actions.save_global_settings(changes=dict(given["settings"]), by=actor(request))
        return Response(GlobalSettingsOutput(row).data)
