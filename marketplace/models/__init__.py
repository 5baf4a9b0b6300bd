"""Rows of the marketplace integration, one module a noun."""

from marketplace.models.calls import Activity, ActivityQuerySet, KeyBudget, ListingWrite
from marketplace.models.configuration import Configuration, GlobalSettings
from marketplace.models.purchases import Purchase

__all__ = ["Activity", "ActivityQuerySet", "Configuration", "GlobalSettings", "KeyBudget", "ListingWrite", "Purchase"]
