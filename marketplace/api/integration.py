"""/api/configs/{service}, /api/settings, /api/training, /api/activities, /api/marketplace/… and /api/webhooks/…."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.queries import NAMES
from core.actor import IsAdmin, IsSignedIn, Signed, actor, resolve_user_id
from core.api import Api, call
from core.conditional import conditional
from core.errors import NotFound
from marketplace import queries
from marketplace.actions import calls, configurations, listings, templates, webhooks
from marketplace.adapters.registry import MARKETS
from marketplace.api.proxy import person_id
from marketplace.enums import Service
from marketplace.errors import ConfigurationMissing
from marketplace.serializers import integration as serializers

WHOSE = OpenApiParameter("userId", int, description="De quem; sem ele, a própria pessoa.")


class ConfigurationApi(Api):
    operations = "configs"
    permissions_by_action = dict.fromkeys(("retrieve", "save", "reset", "test", "use_v2", "budget"), IsSignedIn) | {
        "webhook": IsAdmin,
        "save_webhook": IsAdmin,
    }

    @call(parameters=[WHOSE], answers=serializers.ConfigurationOutput)
    def retrieve(self, request: Request, service: str) -> Any:
        """The configuration in effect: the person's own, else the system default, else null. Somebody in training who
        has neither is shown the sandbox's, so that the creators let them practise."""
        user_id = person_id(request, request.query_params.get("userId"))
        saved = queries.saved_configuration(user_id, _service(service))
        return saved or queries.configuration_in_effect(user_id, service)

    @extend_schema(request=serializers.ConfigurationInput)
    @call(answers=serializers.SavedConfigurationOutput)
    def save(self, request: Request, service: str) -> Any:
        """Create or replace the configuration."""
        values = serializers.ConfigurationInput.read(request.data, context={"service": _service(service)})
        user_id = person_id(request, values.pop("userId"))
        return configurations.save_configuration(user_id=user_id, service=service, by=actor(request), **values)

    @call(takes=serializers.WhoseInput, answers=serializers.ConfigurationOutput)
    def reset(self, request: Request, given: dict[str, Any], service: str) -> Any:
        """'Redefinir para Padrão': from now on the system default holds."""
        user_id = person_id(request, given["userId"])
        return configurations.reset_configuration(user_id=user_id, service=_service(service), by=actor(request))

    @call(takes=serializers.ConnectionTestInput, answers=serializers.ConnectionTestOutput)
    def test(self, request: Request, values: dict[str, Any], service: str) -> Response:
        """Try the values typed, or the stored ones, with a real call. Where it succeeds, runs that paused for this key go
        on, unless the global settings say otherwise."""
        user_id = person_id(request, values.pop("userId"))
        effective = queries.saved_configuration(user_id, _service(service))
        if effective is None and not (values["api_key"] and values["base_url"]):
            raise ConfigurationMissing(MARKETS[service].title)
        connection = configurations.unsaved_connection(effective, service=service, by=actor(request), **values)
        tested = calls.try_connection(connection, user_id=user_id)
        resumed = tested["success"] and configurations.resume_runs(connection, by=actor(request))
        return Response(tested | ({"resumedRuns": resumed} if resumed else {}))

    @call(takes=serializers.WhoseInput, answers=serializers.SavedConfigurationOutput)
    def use_v2(self, request: Request, given: dict[str, Any]) -> Any:
        """Move the own GameBoost key to version 2 of its API, after a real call to that. 409 while accounts sent with the
        key are being sent, verified or uncertain. Runs that paused for the key go on, as after a test."""
        return configurations.use_v2(user_id=person_id(request, given["userId"]), by=actor(request))

    @call(parameters=[WHOSE], answers=serializers.WebhookOutput)
    def webhook(self, request: Request) -> Any:
        """Whether GameBoost's calls about a person's shop can be believed, and what it has to call."""
        user_id = person_id(request, request.query_params.get("userId"))
        return {"url": webhooks.public_url(), "saved": queries.has_webhook_secret(user_id)}

    @call(takes=serializers.WebhookInput, answers=serializers.WebhookOutput)
    def save_webhook(self, request: Request, given: dict[str, Any]) -> Any:
        """Keep the secret with which GameBoost signs its calls about a person's shop, in the place of the one before."""
        webhooks.set_secret(user_id=person_id(request, given["userId"]), secret=given["secret"], by=actor(request))
        return {"url": webhooks.public_url(), "saved": bool(given["secret"])}

    @extend_schema(parameters=[WHOSE], responses=serializers.GaugeOutput)
    def budget(self, request: Request, service: str) -> Response:
        """Calls left this minute on the key in effect; live, so it is polled and never cached."""
        user_id = person_id(request, request.query_params.get("userId"))
        effective = queries.configuration_in_effect(user_id, _service(service))
        shown = serializers.GaugeOutput(queries.gauge(effective, service=service, user_id=user_id)).data
        return Response(shown, headers={"Cache-Control": "no-store"})


def _service(name: str) -> str:
    if name not in MARKETS:
        raise NotFound()
    return name


class GlobalSettingsApi(Api):
    operations = "settings"
    permissions_by_action = {"retrieve": IsAdmin, "save": IsAdmin}

    @call(parameters=[OpenApiParameter("userId", int)], answers=serializers.GlobalSettingsOutput)
    def retrieve(self, request: Request) -> Any:
        """The settings in force; userId is checked and chooses nothing, since they act on everyone."""
        resolve_user_id(request, request.query_params.get("userId"))
        return queries.global_settings()

    @call(takes=serializers.GlobalSettingsInput, answers=serializers.GlobalSettingsOutput)
    def save(self, request: Request, given: dict[str, Any]) -> Any:
        """Change the settings that the body names."""
        resolve_user_id(request, given["userId"])
        return configurations.save_global_settings(changes=dict(given["settings"]), by=actor(request))


class TrainingApi(Api):
    operations = "training"
    permissions_by_action = {"retrieve": IsSignedIn, "save": IsSignedIn}

    @call(answers=serializers.TrainingOutput)
    def retrieve(self, request: Request) -> Any:
        """Whether training is possible here, and whether one is in it."""
        return {"available": queries.training_is_possible(), "active": queries.is_training(actor(request).id)}

    @call(takes=serializers.TrainingInput, answers=serializers.TrainingOutput)
    def save(self, request: Request, given: dict[str, Any]) -> Any:
        """Go into training, or leave it."""
        configurations.set_training(**given, by=actor(request))
        return {"available": queries.training_is_possible(), "active": queries.is_training(actor(request).id)}


SERVICE = OpenApiParameter("service", str, description="gameboost ou lztmarket; sem ele, os dois.")


class ActivityApi(Api):
    operations = "activities"
    permissions_by_action = {"list": IsSignedIn, "create": IsSignedIn, "figures": IsAdmin}

    @call(parameters=[OpenApiParameter("userId", int), SERVICE], lists=serializers.ActivityOutput, limit=10)
    def list(self, request: Request) -> Any:
        """Newest first: one's own; for an admin anyone's, or everyone's without `userId` (product: api.reads)."""
        whose = request.query_params.get("userId")
        user_id = None if whose in (None, "") and actor(request).is_admin else resolve_user_id(request, whose)
        return queries.activities(user_id, **serializers.ActivityQuery.read(request.query_params))

    @call(takes=serializers.ActivityInput, answers=serializers.ActivityOutput, status=201)
    def create(self, request: Request, values: dict[str, Any]) -> Any:
        """Note a call that the browser reports."""
        return calls.report_activity(user_id=person_id(request, values.pop("userId")), **values)

    @call(parameters=[SERVICE], answers=serializers.CallFiguresOutput)
    def figures(self, request: Request) -> Any:
        """The cards of the integration dashboard: today's calls, rate and pace, and the quota last reported."""
        return queries.call_figures(**serializers.ActivityQuery.read(request.query_params))


class ListingChangeApi(Api):
    operations = "marketplace_changes"
    permissions_by_action = {"list": IsSignedIn, "handle": IsSignedIn, "sync": IsAdmin}

    @conditional(lambda request: [queries.CHANGES_STAMP, NAMES])
    @call(asks=serializers.ListingChangeQuery, lists=serializers.ListingChangeOutput, limit=20)
    def list(self, request: Request, query: dict[str, Any]) -> Any:
        """Newest first; an admin's is everyone's, anyone else's is what they listed."""
        return queries.changes_for(actor(request), **query)

    @call(takes=serializers.HandleInput, answers=serializers.ListingChangeOutput)
    def handle(self, request: Request, given: dict[str, Any], change_id: int) -> Any:
        """Take a line off the list. Nothing else follows: what to do about it is a person's decision."""
        person = actor(request)
        # One that the person may not see is as absent as one that never was.
        change = get_object_or_404(queries.changes_for(person), pk=change_id)
        return listings.handle_change(change=change, note=given["note"], by=person)

    @call(operation_id="marketplace_sync", lists=serializers.SyncStateOutput)
    def sync(self, request: Request) -> Any:
        """The progress of the pass over each key's listings."""
        return queries.sync_states()


class TemplateApi(Api):
    operations = "templates"
    permissions_by_action = {"list": IsSignedIn, "refresh": IsAdmin, "drift": IsAdmin}

    @call(answers=serializers.TemplateOutput, many=True)
    def list(self, request: Request) -> Any:
        """The template in force of each game: what listings are checked against before they are sent."""
        return queries.template_states()

    @call(answers=serializers.RefreshedOutput, many=True)
    def refresh(self, request: Request) -> Any:
        """Ask the marketplace now, with the admin's key in effect; a game that fails keeps its template."""
        person = actor(request)
        effective = queries.saved_configuration(person.id, Service.GAMEBOOST)
        if effective is None or not effective.connection.api_key:
            raise ConfigurationMissing(MARKETS[Service.GAMEBOOST].title)
        return templates.refresh_templates(effective.connection, user_id=person.id, by=person)

    @call(answers=serializers.DriftOutput, many=True)
    def drift(self, request: Request) -> Any:
        """The changes of each game's template."""
        return queries.template_states()


class WebhookApi(Api):
    """Calls of the marketplaces to us. No session, no CSRF token: their signature says who they are."""

    operations = "webhooks"
    authentication_classes = ()
    permissions_by_action = {"gameboost": Signed}

    @extend_schema(request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    def gameboost(self, request: Request) -> Response:
        """GameBoost tells of a purchase (`account.order.purchased`): header `Signature`, the HMAC-SHA256 of the body. We
        ask it for sales at once and take nothing from the body."""
        webhooks.receive_from_gameboost(body=request.body, signature=request.headers.get("Signature", ""))
        return Response({})
