"""People in Django admin: read, and the operators' acts, which call the same actions as the screens."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from accounts import sessions
from accounts.actions import guards, passwords, people
from accounts.models import User
from core.errors import ActionError

NO_REASON = "Informe o motivo."


def no_form_of_its_own(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Signing in takes the product's two steps; Django's one-step form would go round the second."""
    raise Http404


@require_POST
def sign_out(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    sessions.end(request, cast(User, request.user))
    return HttpResponseRedirect("/")


def change_password_in_profile(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    return HttpResponseRedirect("/profile")


admin.site.site_header = admin.site.site_title = "Operação"
admin.site.index_title = "Registros"
admin.site.login = no_form_of_its_own  # type: ignore[method-assign]
admin.site.logout = sign_out  # type: ignore[method-assign, assignment]
admin.site.password_change = change_password_in_profile  # type: ignore[method-assign, assignment]


class ReasonForm(ActionForm):
    """Every act says why."""

    reason = forms.CharField(label="Motivo", required=False, max_length=500)


Act = Callable[[HttpRequest, User, str], object]


def act(description: str, permission: str) -> Callable[[Act], Any]:
    """An admin action that does one thing to each chosen person, with a reason, and reports each refusal."""

    def decorate(do: Act) -> Any:
        @admin.action(description=description, permissions=[permission])
        @wraps(do)
        def run(model_admin: "UserAdmin", request: HttpRequest, chosen: QuerySet[User]) -> None:
            reason = request.POST.get("reason", "").strip()
            if not reason:
                model_admin.message_user(request, NO_REASON, messages.ERROR)
                return
            for person in chosen:
                try:
                    do(request, person, reason)
                except ActionError as refusal:
                    model_admin.message_user(request, f"{person}: {refusal.message}", messages.ERROR)
                else:
                    model_admin.message_user(request, f"{person}: {description.lower()} — feito.", messages.SUCCESS)

        return run

    return decorate


@act("Desbloquear acesso", "change")
def unlock(request: HttpRequest, person: User, reason: str) -> None:
    guards.unlock(by=cast(User, request.user), person=person, reason=reason)


@act("Remover segunda senha", "change")
def reset_second_password(request: HttpRequest, person: User, reason: str) -> None:
    passwords.reset_second_password(by=cast(User, request.user), person=person, reason=reason)


@act("Desativar pessoa", "delete")
def deactivate(request: HttpRequest, person: User, reason: str) -> None:
    people.deactivate_person(by=cast(User, request.user), user_id=person.id, reason=reason)


FIELDS = (
    "username", "full_name", "role", "is_active", "created_at", "deactivated_at", "last_login",
    "is_staff", "is_superuser", "groups", "user_permissions",
)  # fmt: skip


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    """Everything is read-only but who may use this site, which superusers decide. Access data is not shown here: a
    look at it is audited (decisions §12)."""

    list_display = ["username", "full_name", "role", "is_active", "is_staff", "last_login"]
    list_filter = ["role", "is_active", "is_staff"]
    search_fields = ["username", "full_name"]
    fields = FIELDS
    filter_horizontal = ["groups", "user_permissions"]
    actions = [unlock, reset_second_password, deactivate]
    action_form = ReasonForm

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        granted = {"is_staff", "groups", "user_permissions"} if request.user.is_superuser else set()
        return [name for name in FIELDS if name not in granted]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Of one row: never. Without one it is asked by the act that deactivates."""
        return obj is None and super().has_delete_permission(request)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        offered = super().get_actions(request)
        offered.pop("delete_selected", None)
        return offered

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm, change: bool) -> None:
        """Nothing is saved here, see save_related."""

    def save_related(self, request: HttpRequest, form: forms.ModelForm, formsets: Any, change: bool) -> None:
        people.grant_operator_access(
            by=cast(User, request.user),
            user_id=form.instance.pk,
            is_staff=form.cleaned_data["is_staff"],
            groups=form.cleaned_data["groups"],
            permissions=form.cleaned_data["user_permissions"],
        )
