from django.apps import AppConfig


class EarningsConfig(AppConfig):
    name = "earnings"
    verbose_name = "Ganhos"
