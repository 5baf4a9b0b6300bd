"""People in Django admin: looked at, and the operators' acts, which call the same actions as the screens."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Permission
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.http import require_POST
from django.views.generic import RedirectView

from accounts.actions import people, sign_in
from accounts.enums import Audited
from accounts.models import User
from accounts.rules import PAIR
from core.actor import actor
from core.admin import AuditEventAdmin, ReadOnlyAdmin, acts, lists_about


def no_form_of_its_own(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Signing in takes the product's two steps; Django's one-step form would go round the second."""
    raise Http404


@require_POST
def sign_out_of_site(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    sign_in.sign_out(request, cast(User, request.user))
    return HttpResponseRedirect("/")


admin.site.login = no_form_of_its_own  # type: ignore[method-assign]  # the site's own view
admin.site.logout = sign_out_of_site  # type: ignore[method-assign, assignment]  # the site's own view
admin.site.password_change = RedirectView.as_view(url="/profile")  # type: ignore[method-assign, assignment]  # as above


def lately_locked() -> dict[str, str]:
    since = timezone.now() - PAIR.period
    return {"event__exact": Audited.SIGN_IN_LOCKED.value, "created_at__gte": since.isoformat(timespec="seconds")}


AuditEventAdmin.attention = {"Acessos bloqueados": lately_locked}


for act in ("add", "change", "delete"):  # whoever else could would give a group of their own everything
    setattr(GroupAdmin, f"has_{act}_permission", lambda self, request, obj=None: bool(request.user.is_superuser))


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """Superusers decide who else may use this site. Access data is not shown: a look at it is audited."""

    columns = "username full_name role is_active is_staff last_login"
    list_filter = ("role", "is_active", "is_staff")
    search_fields = ("search",)
    readonly_fields = (
        "username", "full_name", "role", "is_active", "is_superuser", "created_at", "deactivated_at", "last_login", "everything",
    )  # fmt: skip
    fields = (*readonly_fields, "is_staff", "groups", "user_permissions")
    filter_horizontal = ("groups", "user_permissions")
    actions = acts(
        unlock=("Desbloquear acesso", sign_in.unlock, "person"),
        end_sessions=("Encerrar sessões", sign_in.sign_out_everywhere, "person"),
        reset_second_password=("Remover segunda senha", people.reset_second_password, "person"),
        deactivate=("Desativar pessoa", people.deactivate_person, "user_id"),
    )

    @admin.display(description="tudo desta pessoa")
    def everything(self, person: User) -> str:
        return lists_about(person.pk)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser and (obj is None or obj.is_active))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """One's own access is somebody else's to end: the last superuser could not come back."""
        return (*self.readonly_fields, "is_staff") if obj == request.user else self.readonly_fields

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "user_permissions":  # whose names say what they are of
            kwargs["queryset"] = Permission.objects.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool) -> None:
        """Nothing is saved here, see save_related."""

    def save_related(self, request: HttpRequest, form: forms.ModelForm[User], formsets: Any, change: bool) -> None:
        given = form.cleaned_data
        is_staff = given.get("is_staff", form.instance.is_staff)
        access = {"is_staff": is_staff, "groups": given["groups"], "permissions": given["user_permissions"]}
        people.grant_operator_access(by=actor(request), user_id=form.instance.pk, **access)
