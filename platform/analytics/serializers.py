import re
from datetime import date, datetime
from typing import Any

from django.urls import Resolver404, resolve
from rest_framework import serializers

from accounts.models import User
from analytics.enums import FROM_BROWSER, Name, PersonSort, Range
from analytics.queries import Kpi
from analytics.rules import BATCH, LONGEST_MS, SHORTEST_STAY_MS, PersonSum
from core.serializers import Input, Output, fields_of, serializer

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
NOT_A_PAGE = "/404"
DETAILS = {Name.PAGE_VIEW: {"loadMs", "paintMs"}, Name.PAGE_TIME: {"durationMs"}, Name.TASK_VIEW: set()}
STAY_TOO_SHORT = f"O tempo na página só conta acima de {SHORTEST_STAY_MS // 1000} s."
NOT_OF_THIS_EVENT = "Este evento não tem {}."


def route_of(path: str) -> str:
    """The route of a page without its ids, so that no number of a run and nothing that was typed is kept."""
    try:
        match = resolve(path)
    except Resolver404:
        return NOT_A_PAGE
    return "/" + PARAMETER.sub(r":\1", match.route) if hasattr(match.func, "page_roles") else NOT_A_PAGE


class PropertiesInput(Input):
    """What an event tells besides its name: times in ms, nothing else."""

    loadMs = serializers.IntegerField(min_value=0, max_value=LONGEST_MS, required=False)
    paintMs = serializers.IntegerField(min_value=0, max_value=LONGEST_MS, required=False)
    durationMs = serializers.IntegerField(min_value=0, max_value=LONGEST_MS, required=False)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({name[:40]: NOT_OF_THIS_EVENT.format(name[:40]) for name in unknown})
        return super().to_internal_value(data)


class EventInput(Input):
    """One event of a browser. `id` is the browser's own, so that it counts once."""

    id = serializers.RegexField(r"^[0-9a-f]{32}$")
    name = serializers.ChoiceField([(name.value, name.label) for name in FROM_BROWSER])
    path = serializers.CharField(max_length=200)
    occurredAt = serializers.DateTimeField()
    properties = PropertiesInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The arguments of `actions.event_of`, without the person."""
        name, times = Name(attrs["name"]), attrs.get("properties", {})
        if foreign := sorted(set(times) - DETAILS[name]):
            raise serializers.ValidationError({"properties": [NOT_OF_THIS_EVENT.format(foreign[0])]})
        if name == Name.PAGE_TIME and times.get("durationMs", 0) <= SHORTEST_STAY_MS:
            raise serializers.ValidationError({"properties": [STAY_TOO_SHORT]})
        event = {"name": name, "at": attrs["occurredAt"], "path": route_of(attrs["path"]), "client_id": attrs["id"]}
        return event | {"duration_ms": times.get("loadMs", times.get("durationMs")), "paint_ms": times.get("paintMs")}


class BatchInput(Input):
    """`sentAt` by the same clock as the events, whatever that shows."""

    sentAt = serializers.DateTimeField()
    events = serializers.ListField(child=EventInput(), min_length=1, max_length=BATCH)


ReceivedOutput = serializer("ReceivedOutput", Output, received=serializers.IntegerField())


class RangeInput(Input):
    range = serializers.ChoiceField(Range.choices, required=False, default=Range.WEEK)


class PeopleInput(RangeInput):
    search = serializers.CharField(max_length=150, required=False, default="", allow_blank=True)
    sort = serializers.ChoiceField(PersonSort.choices, required=False, default=PersonSort.TIME)


class KpiOutput(Output):
    """A figure, that of the period before, and what it is made of; null where nothing was measured."""

    shown = fields_of(Kpi)


class PointOutput(Output):
    """A day, or an hour of today."""

    counts = "sessions views seconds logins loginsRefused tasksAssigned tasksOnTime tasksLate tasksMissed accounts"
    shown = fields_of(datetime, "at") | fields_of(int, counts) | fields_of(int | None, "loadMs")


class PageOutput(Output):
    """`seconds` is the mean time of a view, `loadMs` and `paintMs` what three quarters of the views did not pass."""

    shown = fields_of(str, "path title") | fields_of(int, "views") | fields_of(float, "seconds")
    shown |= fields_of(int | None, "loadMs paintMs")


BarOutput = serializer("BarOutput", Output, **fields_of(int | None, "ms"), **fields_of(int, "count"))
TimesOutput = serializer("TimesOutput", Output, **fields_of(int | None, "p50 p75 p95"), **fields_of(int, "count"))


class SummaryOutput(Output):
    range = serializers.ChoiceField(Range.choices)
    shown = fields_of(date, "firstDay lastDay") | fields_of(int, "taskTarget") | fields_of(bool, "byHour")
    shown |= fields_of(str, "heatmapUrl")
    sessions = KpiOutput()
    people = KpiOutput()
    loginRate = KpiOutput(source="login_rate")
    taskCompletion = KpiOutput(source="task_completion")
    sessionSeconds = KpiOutput(source="session_seconds")
    loadMs = KpiOutput(source="load_ms")
    load = TimesOutput()
    paint = TimesOutput()
    points = PointOutput(many=True)
    weekdays = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    pages = PageOutput(many=True)
    bars = BarOutput(many=True)


class PersonOutput(Output):
    shown = fields_of(User, "id username fullName", within="user")
    shown |= fields_of(PersonSum, "sessions views seconds tasks accounts", within="did")
