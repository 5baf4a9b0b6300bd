from django import forms
from django.contrib import admin
from django.http import HttpRequest

from core.actor import actor
from core.admin import ReadOnlyAdmin, ReasonForm, act, read_only
from loyalty import actions
from loyalty.errors import ChangeOutOfRange
from loyalty.models import History, Record, Settings


class AdjustmentForm(ReasonForm):
    points_change = forms.IntegerField(label="Alteração", required=False)


@admin.register(Record)
class RecordAdmin(ReadOnlyAdmin):
    columns = "user points updated_at"
    search_fields = ("user__search",)
    actions = ("adjust",)
    action_form = AdjustmentForm

    @act("Ajustar pontos")
    def adjust(self, request: HttpRequest, record: Record, reason: str) -> None:
        try:
            points_change = int(request.POST.get("points_change", ""))
        except ValueError:
            raise ChangeOutOfRange() from None
        actions.adjust(user_id=record.pk, points_change=points_change, reason=reason, by=actor(request))


shown = "__str__ user previous_points new_points by created_at"
read_only(History, shown, search="user__search reason", date_hierarchy="created_at")
read_only(Settings)  # changed on the page of loyalty points, which shows the effect first
