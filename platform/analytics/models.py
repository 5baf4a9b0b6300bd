"""Events as they were told, and copies of what they add up to by hour, day, page and person, made by `rules.tally`."""

from django.db import models

from analytics.enums import Name, Outcome, Timing
from core.dates import moment
from core.models import PERSON, Called

PATH_LENGTH = 60


class Event(models.Model):
    """One thing that happened. No words that people typed, no query strings, no addresses. Kept 90 days. `client_id` is
    the browser's name for it, so that a batch sent twice counts once. `duration_ms` is the time on the page for
    page_time and the time to load for page_view; `paint_ms` is the largest contentful paint."""

    name = models.CharField("evento", max_length=30, choices=Name.choices)
    client_id = models.CharField("id no navegador", max_length=32, null=True)
    user = models.ForeignKey(PERSON, models.CASCADE, null=True, related_name="+", db_index=False, verbose_name="pessoa")
    path = models.CharField("página", max_length=PATH_LENGTH, blank=True)
    outcome = models.CharField("resultado", max_length=20, blank=True, choices=Outcome.choices)
    subject = models.CharField("assunto", max_length=20, blank=True)
    quantity = models.PositiveIntegerField("quantidade", null=True)
    duration_ms = models.PositiveIntegerField("duração (ms)", null=True)
    paint_ms = models.PositiveIntegerField("maior elemento visível (ms)", null=True)
    hour_at = models.DateTimeField("hora", db_index=True)
    occurred_at = models.DateTimeField("quando")

    class Meta:
        verbose_name = "evento"
        verbose_name_plural = "eventos"
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["user", "client_id"], name="event_once_per_client_id")]
        indexes = [models.Index(fields=["user", "occurred_at"], name="event_by_person")]

    def __str__(self) -> str:
        return f"{self.get_name_display()} {self.path}".strip()


class HourlyFigure(models.Model):
    """How often an event happened in an hour, by its outcome, and the sums of its quantities and durations."""

    hour_at = models.DateTimeField("hora")
    name = models.CharField("evento", max_length=30, choices=Name.choices)
    outcome = models.CharField("resultado", max_length=20, blank=True, choices=Outcome.choices)
    count = models.PositiveIntegerField("vezes")
    quantity = models.PositiveBigIntegerField("quantidade")
    duration_ms = models.PositiveBigIntegerField("duração (ms)")

    class Meta:
        verbose_name = "soma por hora"
        verbose_name_plural = "somas por hora"
        ordering = ["-hour_at", "name", "outcome"]
        constraints = [models.UniqueConstraint(fields=["hour_at", "name", "outcome"], name="figure_one_per_hour")]

    def __str__(self) -> str:
        return f"{self.get_name_display()}: {self.count}"


class PageDay(Called):
    """How often a page was seen on a day, and for how long."""

    called = "{0.path} em {0.day:%d/%m/%Y}"
    day = models.DateField("dia")
    path = models.CharField("página", max_length=PATH_LENGTH)
    views = models.PositiveIntegerField("vistas")
    stays = models.PositiveIntegerField("permanências")
    duration_ms = models.PositiveBigIntegerField("duração (ms)")

    class Meta:
        verbose_name = "soma por página"
        verbose_name_plural = "somas por página"
        ordering = ["-day", "path"]
        constraints = [models.UniqueConstraint(fields=["day", "path"], name="page_day_one_per_path")]


class TimingDay(Called):
    """How many views of a page on a day took a time, in the steps of `rules.step`."""

    called = "{0.path}: até {0.step_ms} ms"
    day = models.DateField("dia")
    path = models.CharField("página", max_length=PATH_LENGTH)
    timing = models.CharField("medida", max_length=10, choices=Timing.choices)
    step_ms = models.PositiveIntegerField("até (ms)")
    count = models.PositiveIntegerField("vezes")

    class Meta:
        verbose_name = "tempos por página"
        verbose_name_plural = "tempos por página"
        ordering = ["-day", "path", "timing", "step_ms"]
        constraints = [
            models.UniqueConstraint(fields=["day", "path", "timing", "step_ms"], name="timing_day_one_per_step")
        ]


class PersonDay(Called):
    """What a person did on a day. Kept as long as the events, since it names a person."""

    called = "{0.user_id} em {0.day:%d/%m/%Y}"
    day = models.DateField("dia")
    user = models.ForeignKey(PERSON, models.CASCADE, related_name="+", db_index=False, verbose_name="pessoa")
    sessions = models.PositiveIntegerField("sessões", default=0)
    views = models.PositiveIntegerField("páginas vistas", default=0)
    duration_ms = models.PositiveBigIntegerField("tempo (ms)", default=0)
    tasks = models.PositiveIntegerField("tarefas concluídas", default=0)
    accounts = models.PositiveIntegerField("contas criadas", default=0)

    class Meta:
        verbose_name = "soma por pessoa"
        verbose_name_plural = "somas por pessoa"
        ordering = ["-day", "user"]
        constraints = [models.UniqueConstraint(fields=["day", "user"], name="person_day_one_per_person")]


class RollUp(models.Model):
    """Up to which hour the events are summed up; one row, set by compare-and-set."""

    rolled_until = models.DateTimeField("somado até")

    class Meta:
        verbose_name = "andamento das somas"
        verbose_name_plural = "andamento das somas"

    def __str__(self) -> str:
        return f"até {moment(self.rolled_until)}"
