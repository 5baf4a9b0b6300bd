"""/api/configs/{service}, /api/settings and /api/training."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api
from core.errors import NotFound
from marketplace import actions, queries
from marketplace.adapters.registry import MARKETS
from marketplace.api.proxy import person_id
from marketplace.errors import ConfigurationMissing
from marketplace.queries import Effective, configuration_in_effect, gauge, saved_configuration
from marketplace.serializers.configurations import (
    ConfigurationInput,
    ConfigurationOutput,
    ConnectionTestInput,
    ConnectionTestOutput,
    GaugeOutput,
    GlobalSettingsInput,
    GlobalSettingsOutput,
    SavedConfigurationOutput,
    TrainingInput,
    TrainingOutput,
    WhoseInput,
)

WHOSE = OpenApiParameter("userId", int, description="De quem; sem ele, a própria pessoa.")


class ConfigurationApi(Api):
    permissions_by_action = dict.fromkeys(("retrieve", "save", "reset", "test", "use_v2", "budget"), (IsSignedIn,))

    @extend_schema(operation_id="configs_retrieve", parameters=[WHOSE], responses={200: ConfigurationOutput})
    def retrieve(self, request: Request, service: str) -> Response:
        """The configuration in effect: the person's own, else the system default, else null. Somebody in training who
        has neither is shown the sandbox's, so that the creators let them practise."""
        user_id = person_id(request, request.query_params.get("userId"))
        effective = saved_configuration(user_id, _service(service)) or configuration_in_effect(user_id, service)
        return Response(_shown(effective, request) if effective else None)

    @extend_schema(operation_id="configs_save", request=ConfigurationInput, responses={200: SavedConfigurationOutput})
    def save(self, request: Request, service: str) -> Response:
        """Create or replace the configuration."""
        values = ConfigurationInput.read(request.data, context={"service": _service(service)})
        saved = actions.save_configuration(
            user_id=person_id(request, values["userId"]),
            service=service,
            api_key=values["apiKey"],
            base_url=values["baseUrl"],
            timeout_ms=values["timeout"],
            enabled_endpoints=values["enabledEndpoints"],
            by=actor(request),
        )
        return Response(_shown(saved, request, SavedConfigurationOutput))

    @extend_schema(operation_id="configs_reset", request=WhoseInput, responses={200: ConfigurationOutput})
    def reset(self, request: Request, service: str) -> Response:
        """'Redefinir para Padrão': from now on the system default holds."""
        given = WhoseInput.read(request.data)
        effective = actions.reset_configuration(
            user_id=person_id(request, given["userId"]),
            service=_service(service),
            by=actor(request),
        )
        return Response(_shown(effective, request))

    @extend_schema(operation_id="configs_test", request=ConnectionTestInput, responses={200: ConnectionTestOutput})
    def test(self, request: Request, service: str) -> Response:
        """Try the values typed, or the stored ones, with a real call."""
        values = ConnectionTestInput.read(request.data)
        user_id = person_id(request, values["userId"])
        effective = saved_configuration(user_id, _service(service))
        if effective is None and not (values["apiKey"] and values["baseUrl"]):
            raise ConfigurationMissing(MARKETS[service].title)
        connection = actions.unsaved_connection(
            effective,
            service=service,
            api_key=values["apiKey"],
            base_url=values["baseUrl"],
            timeout_ms=values["timeout"],
            by=actor(request),
        )
        tested = actions.try_connection(connection, user_id=user_id)
        if tested.success:
            return Response({"success": True, "data": tested.data})
        return Response({"success": False, "error": tested.error, "status": tested.status, "detail": tested.detail})

    @extend_schema(operation_id="configs_use_v2", request=WhoseInput, responses={200: SavedConfigurationOutput})
    def use_v2(self, request: Request) -> Response:
        """Move the own GameBoost key to version 2 of its API, after a real call to that. 409 while accounts sent with the
        key are being sent, verified or uncertain. Runs that paused because version 1 is gone go on."""
        given = WhoseInput.read(request.data)
        moved = actions.use_v2(user_id=person_id(request, given["userId"]), by=actor(request))
        return Response(_shown(moved, request, SavedConfigurationOutput))

    @extend_schema(operation_id="configs_budget", parameters=[WHOSE], responses={200: GaugeOutput})
    def budget(self, request: Request, service: str) -> Response:
        """Calls left this minute on the key in effect; live, so it is polled and never cached."""
        user_id = person_id(request, request.query_params.get("userId"))
        effective = configuration_in_effect(user_id, _service(service))
        response = Response(GaugeOutput(gauge(effective, service=service, user_id=user_id)).data)
        response["Cache-Control"] = "no-store"
        return response


def _shown(effective: Effective, reader: Request, kind: type[ConfigurationOutput] = ConfigurationOutput) -> Any:
    return kind(effective, context={"reader_id": actor(reader).id}).data


def _service(name: str) -> str:
    if name not in MARKETS:
        raise NotFound()
    return name


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


class TrainingApi(Api):
    permissions_by_action = {"retrieve": [IsSignedIn], "save": [IsSignedIn]}

    @extend_schema(operation_id="training_retrieve", responses={200: TrainingOutput})
    def retrieve(self, request: Request) -> Response:
        """Whether training is possible here, and whether one is in it."""
        return Response(_state(actor(request).id))

    @extend_schema(operation_id="training_save", request=TrainingInput, responses={200: TrainingOutput})
    def save(self, request: Request) -> Response:
        """Go into training, or leave it."""
        given = TrainingInput.read(request.data)
        person = actor(request)
        actions.set_training(active=given["active"], by=person)
        return Response(_state(person.id))


def _state(user_id: int) -> dict[str, bool]:
    state = {"available": queries.training_is_possible(), "active": queries.is_training(user_id)}
    return dict(TrainingOutput(state).data)
