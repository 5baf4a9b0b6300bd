"""/api/marketplace/templates: what GameBoost accepts per game, kept fresh, and what its changes break."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import actor
from core.api import Api
from core.permissions import IsAdmin, IsSignedIn
from marketplace import actions, queries
from marketplace.enums import Service
from marketplace.errors import ConfigurationMissing
from marketplace.serializers import DriftOutput, RefreshedOutput, TemplateOutput


class TemplateApi(Api):
    permissions_by_action = {"list": [IsSignedIn], "refresh": [IsAdmin], "drift": [IsAdmin]}

    @extend_schema(operation_id="templates_list", responses={200: TemplateOutput(many=True)})
    def list(self, request: Request) -> Response:
        """The template in force of each game: what listings are checked against before they are sent."""
        return Response(TemplateOutput(queries.template_states(), many=True).data)

    @extend_schema(operation_id="templates_refresh", request=None, responses={200: RefreshedOutput(many=True)})
    def refresh(self, request: Request) -> Response:
        """Ask the marketplace now, with the admin's key in effect; a game that fails keeps its template."""
        person = actor(request)
        effective = queries.saved_configuration(person.id, Service.GAMEBOOST)
        if effective is None or not effective.api_key:
            raise ConfigurationMissing()
        results = actions.refresh_templates(effective.connection(), user_id=person.id, by=person)
        return Response(RefreshedOutput(results, many=True).data)

    @extend_schema(operation_id="templates_drift", responses={200: DriftOutput(many=True)})
    def drift(self, request: Request) -> Response:
        """What changed in each game's template, and which saved defaults and words of ours it no longer takes."""
        return Response(DriftOutput(queries.drifts(), many=True).data)
