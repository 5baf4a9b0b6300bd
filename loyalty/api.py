from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, call, idempotent, paginate
from loyalty import actions, queries, serializers
from loyalty.errors import InvalidThresholds
from loyalty.models import History, Settings


class LoyaltyApi(Api):
    permissions_by_action = {
        **dict.fromkeys(("everyone", "summary", "adjust"), IsAdmin),
        **dict.fromkeys(("retrieve", "history"), IsSignedIn),
    }

    @call(asks=serializers.LoyaltyQuery, lists=serializers.StandingOutput)
    def everyone(self, request: Request, wanted: dict[str, Any]) -> Response:
        """Every employee's points and tier."""
        people = queries.employees_with_points(**wanted)
        return paginate(people, request, lambda page: serializers.StandingOutput.json_of(queries.standings(page)))

    @call(answers=serializers.TierCountsOutput)
    def summary(self, request: Request) -> Any:
        """How many people stand in each tier."""
        counts = queries.tier_counts()
        return counts | {"employees": sum(counts.values())}

    @call(answers=serializers.StandingOutput)
    def retrieve(self, request: Request, user_id: int) -> Any:
        """A person's points and tier."""
        return queries.standing_of(resolve_user_id(request, user_id))

    @call(lists=serializers.HistoryOutput)
    def history(self, request: Request, user_id: int) -> Any:
        """Every change of a person's points, newest first."""
        return History.objects.filter(user_id=resolve_user_id(request, user_id)).select_related("by").order_by("-id")

    @idempotent()
    @call(takes=serializers.AdjustInput, answers=serializers.AdjustOutput)
    def adjust(self, request: Request, wanted: dict[str, Any], user_id: int) -> Response:
        """Give or take points, with a reason."""
        change = actions.adjust(user_id=user_id, **wanted, by=actor(request))
        standing = serializers.StandingOutput(queries.standing_of(user_id)).data
        return Response(standing | {"change": serializers.HistoryOutput(change).data})


class LoyaltySettingsApi(Api):
    """Read by everyone who is signed in, written by admins (product: api.reads)."""

    permissions_by_action = {"retrieve": IsSignedIn, "update": IsAdmin, "effect": IsAdmin}

    @call(answers=serializers.SettingsOutput)
    def retrieve(self, request: Request) -> Any:
        """The tiers' limits and bonuses in force."""
        return queries.settings_in_force()

    @call(takes=serializers.SettingsInput, answers=serializers.SettingsOutput)
    def update(self, request: Request, values: dict[str, Any], settings_id: int) -> Any:
        """Change limits and bonuses; everybody's tier follows at once."""
        return actions.save_settings(settings_id=settings_id, values=values, by=actor(request))

    @call(takes=serializers.SettingsInput, answers=serializers.EffectsOutput)
    def effect(self, request: Request, values: dict[str, Any], settings_id: int) -> Any:
        """What saving these settings would do; nothing is saved."""
        settings = Settings(**values)
        if not settings.tiles():
            raise InvalidThresholds()
        people = queries.effect_of(settings)
        changed = [person for person in people if {person.new_tier, person.simulated_tier} != {person.tier}]
        return {"days": queries.EFFECT_DAYS, "employees": len(people), "changed": changed}
