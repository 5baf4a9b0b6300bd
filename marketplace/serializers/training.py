"""The switch of the training mode."""

from rest_framework import serializers

from core.serializers import Input, Output


class TrainingInput(Input):
    active = serializers.BooleanField()


class TrainingOutput(Output):
    available = serializers.BooleanField()
    active = serializers.BooleanField()
