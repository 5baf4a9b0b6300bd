"""Errors nobody caught: told by browsers, read by admins."""

from typing import Any

from rest_framework import serializers, throttling
from rest_framework.request import Request

from core.actor import Anyone, IsAdmin, SignInAuthentication
from core.api import Api, call
from core.serializers import Input, Output, fields_of
from infra import error_reports
from infra.models import ErrorReport

PAGE = 50


class ClientErrorInput(Input):
    """An error that a browser reports; too long texts are cut."""

    message = serializers.CharField()
    stack = serializers.CharField(required=False, allow_blank=True, default="")
    page = serializers.CharField(required=False, allow_blank=True, default="")
    release = serializers.CharField(required=False, allow_blank=True, default="")


class ErrorReportOutput(Output):
    shown = fields_of(ErrorReport, "id message stack page release createdAt")
    origin = serializers.ChoiceField(ErrorReport.Source.choices, source="source")


class ClientErrorThrottle(throttling.UserRateThrottle):
    """By person, or by address of those who are signed out."""

    scope = "client_errors"
    rate = "20/min"


class ErrorReportApi(Api):
    authentication_classes = [SignInAuthentication]
    permissions_by_action = {"create": Anyone, "list": IsAdmin}

    def get_throttles(self) -> list[throttling.BaseThrottle]:
        return [ClientErrorThrottle()] if self.action == "create" else []

    @call(takes=ClientErrorInput, status=204)
    def create(self, request: Request, report: dict[str, Any]) -> None:
        """An error in the browser that nobody caught. Signed in or not; 20 a minute."""
        error_reports.record_browser_error(**report)

    @call(lists=ErrorReportOutput, limit=PAGE)
    def list(self, request: Request) -> Any:
        """Errors of browsers and of the server in the last 30 days, newest first."""
        return ErrorReport.objects.all()
