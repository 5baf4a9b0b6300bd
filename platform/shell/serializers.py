"""Answers that are made of several domains."""

from rest_framework import serializers

from core.serializers import MoneyField, Output


class RemovalOutput(Output):
    """What somebody would leave behind. `owed` stays owed, whatever becomes of the rest."""

    openRuns = serializers.IntegerField(source="open_runs")
    openTasks = serializers.IntegerField(source="open_tasks")
    owed = MoneyField()
    keys = serializers.IntegerField()
