from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from core.actor import actor
from core.admin import ReadOnlyAdmin, read_only
from core.errors import ActionError
from infra import brand, media
from infra.models import ErrorReport, Logo

shown = "created_at source message page release"
read_only(ErrorReport, shown, filters="source", search="message page", date_hierarchy="created_at")


class LogoForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker alone
    file = forms.FileField(
        label="Arquivo",
        required=False,
        help_text="JPEG, PNG ou WebP, no máximo 5MB. Aparece sobre fundo claro, com até 28 px de altura. "
        "Salvar sem arquivo retira o logo; o nome (COMPANY_NAME) fica.",
    )

    class Meta:
        model = Logo
        fields = ()

    def clean_file(self) -> str:
        """The name under which it is stored."""
        file = self.cleaned_data["file"]
        try:
            return media.store_avatar(file, folder="logo") if file else ""
        except ActionError as refusal:
            raise ValidationError(refusal.message) from None


@admin.register(Logo)
class LogoAdmin(ReadOnlyAdmin):
    """Superusers upload and change it; there is one row."""

    form = LogoForm
    fields = ("file",)
    columns = "__str__ updated_at"

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser) and not Logo.objects.exists()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def save_model(self, request: HttpRequest, obj: Logo, form: Any, change: bool) -> None:
        obj.pk = 1
        brand.change_logo(by=actor(request), image=form.cleaned_data["file"])
