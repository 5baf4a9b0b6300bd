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
from marketplace.queries.templates import (
    Drift,
    TemplateState,
    drifts,
    saved_defaults,
    template_in_force,
    template_states,
)

__all__ = [
    "SYSTEM_USER_ID",
    "BucketGauge",
    "CallFigures",
    "Drift",
    "Effective",
    "Gauge",
    "TemplateState",
    "activities",
    "call_figures",
    "configuration_in_effect",
    "drifts",
    "gauge",
    "global_settings",
    "purchase",
    "purchases",
    "saved_defaults",
    "template_in_force",
    "template_states",
    "usd_eur_rate",
]
