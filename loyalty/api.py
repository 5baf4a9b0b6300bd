"""The calls about loyalty points."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, Paging, idempotent, paginate
from loyalty import actions, queries, serializers
from loyalty.errors import InvalidThresholds
from loyalty.models import Settings


class LoyaltyApi(Api):
    permissions_by_action = {
        **dict.fromkeys(("everyone", "summary", "adjust"), (IsAdmin,)),
        **dict.fromkeys(("retrieve", "history"), (IsSignedIn,)),
    }

    @extend_schema(parameters=[serializers.LoyaltyQuery, Paging], responses=serializers.StandingOutput(many=True))
    def everyone(self, request: Request) -> Response:
        """Every employee's points and tier."""
        wanted = serializers.LoyaltyQuery.read(request.query_params)
        people = queries.employees_with_points(**wanted)
        return paginate(people, request, lambda page: serializers.StandingOutput.json_of(queries.standings(page)))

    @extend_schema(responses=serializers.TierCountsOutput)
    def summary(self, request: Request) -> Response:
        """How many people stand in each tier."""
        counts = queries.tier_counts()
        return Response(serializers.TierCountsOutput(counts | {"employees": sum(counts.values())}).data)

    @extend_schema(responses=serializers.StandingOutput)
    def retrieve(self, request: Request, user_id: int) -> Response:
        """A person's points and tier."""
        return Response(serializers.StandingOutput(queries.standing_of(resolve_user_id(request, user_id))).data)

    @extend_schema(parameters=[Paging], responses=serializers.HistoryOutput(many=True))
    def history(self, request: Request, user_id: int) -> Response:
        """Every change of a person's points, newest first."""
        changes = queries.history_of(resolve_user_id(request, user_id))
        return paginate(changes, request, serializers.HistoryOutput.json_of)

    @extend_schema(request=serializers.AdjustInput, responses=serializers.AdjustOutput)
    @idempotent()
    def adjust(self, request: Request, user_id: int) -> Response:
        """Give or take points, with a reason."""
        wanted = serializers.AdjustInput.read(request.data)
        change = actions.adjust(user_id=user_id, **wanted, by=actor(request))
        standing = serializers.StandingOutput(queries.standing_of(user_id)).data
        return Response(standing | {"change": serializers.HistoryOutput(change).data})


class LoyaltySettingsApi(Api):
    """'can be read by everyone signed in and written by admins'."""

    permissions_by_action = {"retrieve": [IsSignedIn], "update": [IsAdmin], "effect": [IsAdmin]}

    @extend_schema(responses=serializers.SettingsOutput)
    def retrieve(self, request: Request) -> Response:
        """The tiers' limits and bonuses in force."""
        return Response(serializers.SettingsOutput(queries.settings_in_force()).data)

    @extend_schema(request=serializers.SettingsInput, responses=serializers.SettingsOutput)
    def update(self, request: Request, settings_id: int) -> Response:
        """Change limits and bonuses; everybody's tier follows at once."""
        values = serializers.SettingsInput.read(request.data)
        settings = actions.save_settings(settings_id=settings_id, values=values, by=actor(request))
        return Response(serializers.SettingsOutput(settings).data)

    @extend_schema(request=serializers.SettingsInput, responses=serializers.EffectsOutput)
    def effect(self, request: Request, settings_id: int) -> Response:
        """What saving these settings would do; nothing is saved."""
        rulebook = Settings(**serializers.SettingsInput.read(request.data)).rulebook()
        if not rulebook.tiles():
            raise InvalidThresholds()
        effects = queries.effect_of(rulebook)
        changed = [effect for effect in effects if effect.changes]
        answer = {"days": queries.EFFECT_DAYS, "employees": len(effects), "changed": changed}
        return Response(serializers.EffectsOutput(answer).data)
