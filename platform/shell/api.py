"""Calls that no single domain answers."""

from datetime import date
from typing import Any

from django.http import JsonResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.queries import person_by_id
from bulk.queries import open_runs
from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, call
from core.downloads import kept_as
from core.serializers import AmountField, Input, Output, PersonOutput, fields_of, serializer
from earnings.queries import totals_of
from marketplace.queries import keys_of
from shell.home import home as home_of
from shell.privacy import export_personal_data
from shell.queries import Check, Result, search_results
from tasks.queries import open_tasks


class RemovalOutput(Output):
    """The open work of a person. `owed` stays owed, whatever becomes of the rest."""

    shown = fields_of(int, "openRuns openTasks keys")
    owed = AmountField()


SearchQuery = serializer("SearchQuery", Input, q=serializers.CharField(max_length=100, default="", allow_blank=True))
ResultOutput = serializer("ResultOutput", Output, **fields_of(Result))
CheckOutput = serializer("CheckOutput", Output, **fields_of(Check))
DayOutput = serializer("DayOutput", Output, **fields_of(date, "day"), **fields_of(int, "accounts"))


class NextTaskOutput(Output):
    """The open task that is due first, and where its accounts are created."""

    shown = fields_of(str, "href action") | fields_of(int, "currentQuantity targetQuantity", within="task")
    title = serializers.CharField(source="task.title")
    paymentPerAccount = AmountField(source="task.payment_per_account")
    dueDate = serializers.DateTimeField(source="task.due_at", allow_null=True)


class TeamOutput(Output):
    """Accounts that a person created, by game and together."""

    person = PersonOutput()
    games = serializers.DictField(child=serializers.IntegerField())
    accounts = serializers.IntegerField()


class HomeOutput(Output):
    earned = AmountField(help_text="By this person, this month.")
    checks = CheckOutput(many=True)
    days = DayOutput(many=True)
    nextTask = NextTaskOutput(source="next_task", allow_null=True)
    team = TeamOutput(many=True, help_text="Of everybody, for admins.")


class ShellApi(Api):
    permissions_by_action = {"removal": IsAdmin, **dict.fromkeys(("search", "home", "export"), IsSignedIn)}

    @call(answers=RemovalOutput)
    def removal(self, request: Request, user_id: int) -> Any:
        """The open work of a person, which has to be handed on or cancelled when they are removed."""
        person_id = person_by_id(user_id).id
        return {
            "open_runs": open_runs(person_id).count(),
            "open_tasks": open_tasks(person_id).count(),
            "owed": totals_of(person_id).pending,
            "keys": keys_of(person_id),
        }

    @call(asks=SearchQuery, answers=ResultOutput, many=True)
    def search(self, request: Request, query: dict[str, Any]) -> Any:
        """People, tasks, runs, accounts and earnings by what is typed, as the reader may see them, by kind."""
        return search_results(query["q"], by=actor(request))

    @call(answers=HomeOutput)
    def home(self, request: Request) -> Any:
        """What the dashboard says beside its cards (product: dashboard.home)."""
        return home_of(actor(request))

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def export(self, request: Request, user_id: int) -> JsonResponse:
        """A person's data, {model: rows}, without secrets: one's own, anyone's for an admin (product: profile.privacy)."""
        person_id = resolve_user_id(request, user_id)
        return JsonResponse(
            export_personal_data(user_id=person_id, by=actor(request)),
            json_dumps_params={"ensure_ascii": False, "indent": 1},
            headers=kept_as(f"meus-dados-{person_id}.json"),
        )
