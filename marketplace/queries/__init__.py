"""Reads of the marketplace integration used by more than one caller."""

from marketplace.queries.activities import CallFigures, activities, call_figures
from marketplace.queries.budget import BucketGauge, Gauge, gauge
from marketplace.queries.configurations import (
    SYSTEM_USER_ID,
    Effective,
    configuration_in_effect,
    global_settings,
    usd_eur_rate,
)
from marketplace.queries.purchases import purchase, purchases

__all__ = [
    "SYSTEM_USER_ID",
    "BucketGauge",
    "CallFigures",
    "Effective",
    "Gauge",
    "activities",
    "call_figures",
    "configuration_in_effect",
    "gauge",
    "global_settings",
    "purchase",
    "purchases",
    "usd_eur_rate",
]
