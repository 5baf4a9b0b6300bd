"""Django admin of the house: rows are looked at; operators act through the same actions as the screens, with a reason."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from functools import wraps
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME, ActionForm
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import label_for_field, lookup_field, prepare_lookup_value
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth import get_permission_codename
from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Model, QuerySet, URLField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.text import capfirst, slugify

from core.actor import actor
from core.audit import record, sentences
from core.dates import moment
from core.downloads import CSV, Cell, csv_sheet, download
from core.enums import Audited
from core.errors import ActionError
from core.models import AuditEvent, PeriodicJob, WorkerHeartbeat
from core.money import quantize
from core.text import INVISIBLE, has_unseen, searchable

NO_REASON = "Informe o motivo."
NO_ROWS = "Escolha as linhas na lista."
MOST_EXPORTED = 50_000

Act = Callable[[Any, HttpRequest, Any, str], object]
Lookups = Mapping[str, str]  # of a list, as its address has them


def _url(model: type[Model], page: str, *arguments: object) -> str:
    meta = model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}", args=arguments)


def attention_items(request: HttpRequest) -> Iterator[dict[str, Any]]:
    """What needs this operator now, for the home page, as {label, count, url}: the `attention` of admins they may see."""
    for model, registered in admin.site._registry.items():
        seen = registered.has_view_permission(request)
        for label, attention in getattr(registered, "attention", {}).items() if seen else ():
            if lookups := attention() if callable(attention) else attention:
                filters = {name: prepare_lookup_value(name, value) for name, value in lookups.items()}
                if count := model._default_manager.filter(**filters).count():
                    yield {"label": label, "count": count, "url": f"{_url(model, 'changelist')}?{urlencode(lookups)}"}


def lists_about(person_id: int) -> str:
    """Links from a person to everything that is theirs: each admin with an `owner` names the column of that person."""
    links = (
        (_url(model, "changelist"), owner, person_id, capfirst(model._meta.verbose_name_plural))
        for model, registered in admin.site._registry.items()
        if (owner := getattr(registered, "owner", ""))
    )
    return format_html_join(" · ", '<a href="{}?{}__id__exact={}">{}</a>', links)


def link_to_source(kind: str, source_id: int | None) -> str:
    """The row that an earning's cause (`kind`, id) names: that of the admin whose `source_kind` is this one."""
    for model, registered in admin.site._registry.items():
        if source_id is not None and getattr(registered, "source_kind", None) == kind:
            url, name = _url(model, "change", source_id), model._meta.verbose_name
            return format_html('<a href="{}">{} {}</a>', url, name, source_id)
    return kind or "—"


def home(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    return _plain_home(request, (extra_context or {}) | {"attention": list(attention_items(request))})


_plain_changelist = admin.ModelAdmin.get_changelist_instance


def checked_changelist(self: admin.ModelAdmin[Any], request: HttpRequest) -> ChangeList:
    """Refuse a day that no calendar has, and a number that no column holds, as Django refuses other wrong values."""
    valid, asked = False, request.GET
    with suppress(ValueError, OverflowError):
        year, month, day = (int(asked.get(f"{self.date_hierarchy}__{part}", 1)) for part in ("year", "month", "day"))
        valid = bool(date(year + 1, month, 1)) and 1 <= day <= 31  # the year's end has to be a date in every time zone
    with suppress(OverflowError, DataError):
        if valid:
            return _plain_changelist(self, request)
    raise IncorrectLookupParameters


admin.ModelAdmin.get_changelist_instance = checked_changelist  # type: ignore[method-assign]  # for Django's own admins too
_plain_home = admin.site.index
admin.site.index = home  # type: ignore[method-assign, assignment]  # the site's own view
admin.site.site_header = "Operação"
admin.site.site_title = "Operação"
admin.site.index_title = "Início"


def _column(model: type[Model], name: str) -> Any:
    """A column of a list, by its name in ReadOnlyAdmin.columns."""
    if not name.startswith(">"):
        return name
    name, _, label = name[1:].partition("=")

    @admin.display(description=label or str(label_for_field(name, model)), ordering=name)
    def column(row: Any) -> str:
        target = getattr(row, name)
        if target is None:
            return "—"
        return format_html('<a href="{}">{}</a>', _url(type(target), "change", target.pk), target)

    column.__name__ = name  # the class of its cells, as of any other column
    return column


@admin.action(description="Exportar CSV")
def export_csv(model_admin: "ReadOnlyAdmin", request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse:
    """The chosen rows with the columns of their list, as a sheet; at most MOST_EXPORTED."""
    columns = [name for name in model_admin.get_list_display(request) if name != "action_checkbox"]
    header = [str(label_for_field(name, model_admin.model, model_admin)) for name in columns]
    rows = ([_cell(name, row, model_admin) for name in columns] for row in chosen[:MOST_EXPORTED])
    name = f"{slugify(str(model_admin.opts.verbose_name_plural))}.csv"
    record(Audited.EXPORTED, by=actor(request), reason=str(model_admin.opts.verbose_name_plural))
    return download(csv_sheet(header, rows), name=name, content_type=CSV)


def _cell(name: Any, row: Any, model_admin: Any) -> Cell:
    field, _, value = lookup_field(name, row, model_admin)
    if value is None or isinstance(value, datetime):
        return moment(value, seconds=True)
    if isinstance(value, Decimal) and value != quantize(value):  # a rate
        return str(value).replace(".", ",")
    if isinstance(value, Decimal | date | int) and not isinstance(value, bool) and not (field and field.choices):
        return value
    if field is not None and field.choices:
        value = dict(field.flatchoices).get(value, value)
    return strip_tags(str(value))


class ReasonForm(ActionForm):
    """Every act says why; a subclass asks for what else it needs, always optional so that reading needs nothing."""

    reason = forms.CharField(label="Motivo", required=False, max_length=300)


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Rows that no form changes. `acts` are shown to whoever has Django's change permission on the model."""

    columns = ""  # of the list, split by blanks; `>owner` links to the row it names, `>by=pessoa` under another heading
    # What of these rows the home page names, each with the list it leads to; None where there is nothing.
    attention: Mapping[str, Lookups | Callable[[], Lookups | None]] = {}
    owner = ""  # the column of the person whose rows these are: that person's page leads to them
    source_kind = ""  # of earnings that name such a row as their cause
    show_full_result_count = False
    formfield_overrides: ClassVar[Any] = {URLField: {"assume_scheme": "https"}}
    list_select_related: ClassVar[tuple[str, ...]] = ()  # besides the columns' own
    action_form = ReasonForm

    def __init__(self, model: type[Any], site: admin.AdminSite) -> None:
        super().__init__(model, site)
        self.list_display = [_column(model, name) for name in self.columns.split()] or self.list_display

    def on_view(self, request: HttpRequest, row: Any) -> None:
        """Called when an admin opens one row, to audit it."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        with suppress(OverflowError, DataError):  # as absent as any other id is one that no column holds
            return super().get_object(request, object_id, from_field)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "GET" and (row := self.get_object(request, object_id)):
            self.on_view(request, row)
        return super().change_view(request, object_id, *args, **kwargs)

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        """Not by a column that is not shown: whether rows are found would tell what is in it, letter by letter."""
        hidden = {field.name for field in self.opts.fields if field.editable and not field.primary_key}
        hidden.difference_update(self.get_fields(request), self.list_display)
        return lookup.partition("__")[0] not in hidden and super().lookup_allowed(lookup, value, request)

    def get_actions(self, request: HttpRequest) -> Any:
        """The acts of a subclass come beside the export, whose order would otherwise replace it."""
        found = super().get_actions(request)
        found.setdefault("export_csv", self.get_action(export_csv))
        return found

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """Those that have the words as they were typed, or in a `search` column as it is folded."""
        typed, duplicates = super().get_search_results(request, queryset, search_term)
        return typed | super().get_search_results(request, queryset, searchable(search_term))[0], duplicates

    def get_list_select_related(self, request: HttpRequest) -> Any:
        """The rows that columns lead to, and what else is named."""
        columns = {getattr(each, "__name__", each) for each in self.list_display}
        related = [field.name for field in self.opts.fields if field.is_relation and field.name in columns]
        return [*related, *self.list_select_related]

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any) -> Any:
        """Do nothing about what cannot be an id: Django would hand it to the database, which fails."""
        key: Any = getattr(self.opts.pk, "target_field", self.opts.pk)
        try:
            for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
                key.run_validators(key.to_python(chosen))
        except ValidationError:
            self.message_user(request, NO_ROWS, messages.ERROR)
            return None
        return super().response_action(request, queryset, *args, **kwargs)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    def has_act_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}")


def read_only(model: type[Model], columns: str = "", *, filters: str = "", search: str = "", **options: Any) -> None:
    """Show the rows of a model; the names of its columns, filters and searched columns are parted by blanks."""
    named = {"columns": columns, "list_filter": filters.split(), "search_fields": search.split()}
    admin.site.register(model, ReadOnlyAdmin, **named | options)


def act(description: str) -> Callable[[Act], Any]:
    """A method of an admin that does one thing to each chosen row, with a reason; each refusal is reported."""

    def decorate(do: Act) -> Any:
        @admin.action(description=description, permissions=["act"])
        @wraps(do)
        def run(model_admin: ReadOnlyAdmin, request: HttpRequest, chosen: QuerySet[Any]) -> None:
            reason = request.POST.get("reason", "").strip()
            if not reason or has_unseen(reason):
                model_admin.message_user(request, INVISIBLE if reason else NO_REASON, messages.ERROR)
                return
            for row in chosen:
                try:
                    do(model_admin, request, row, reason)
                except ActionError as refusal:
                    model_admin.message_user(request, f"{row}: {refusal.message}", messages.ERROR)
                else:
                    model_admin.message_user(request, f"{row}: {description.lower()} — feito.", messages.SUCCESS)

        return run

    return decorate


def acts(**named: tuple[str, Callable[..., object], str]) -> list[Any]:
    """Acts that an action does alone, by their names: the description, the action, and the argument that is the row, or
    its id where that ends in `_id`."""

    def of(name: str, description: str, action: Callable[..., object], argument: str) -> Any:
        def do(_: Any, request: HttpRequest, row: Any, reason: str) -> None:
            action(**{argument: row.pk if argument.endswith("_id") else row}, reason=reason, by=actor(request))

        do.__name__ = name
        return act(description)(do)

    return [of(name, *each) for name, each in named.items()]


class EventFilter(admin.SimpleListFilter):
    title = "o que aconteceu"
    parameter_name = "event"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return sorted(sentences().items(), key=lambda pair: pair[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(event=self.value()) if self.value() else queryset


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    columns = "created_at actor_label sentence target_label reason"
    list_filter = (EventFilter, ("created_at", admin.DateFieldListFilter))
    search_fields = ("actor_label", "target_label", "reason", "=subject_id", "=request_id")
    date_hierarchy = "created_at"

    @admin.display(description="o que fez", ordering="event")
    def sentence(self, event: AuditEvent) -> str:
        return sentences().get(event.event, event.event)


read_only(PeriodicJob, "name due_at last_started_at last_finished_at last_error")
read_only(WorkerHeartbeat, "worker beat_at")
