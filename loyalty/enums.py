from django.db import models


class Tier(models.TextChoices):
    """What a person's points amount to (product: loyalty.tiers)."""

    POOR = "poor", "Fraco"
    MEDIUM = "medium", "Médio"
    EXCELLENT = "excellent", "Excelente"


class Event(models.TextChoices):
    """What moves points by itself; each has its number of points in the settings."""

    TASK_COMPLETION = "task_completion", "Tarefa concluída"
    EARLY_DELIVERY = "early_delivery", "Entrega antecipada"
    LATE_DELIVERY = "late_delivery", "Entrega atrasada"
    MISSED_DEADLINE = "missed_deadline", "Prazo perdido"
    PROBLEM_REPORT = "problem_report", "Problema relatado"


class Audited(models.TextChoices):
    ADJUSTED = "loyalty.adjusted", "Ajustou seus pontos de lealdade"
    SETTINGS_CHANGED = "loyalty.settings_changed", "Alterou as regras dos pontos de lealdade"
