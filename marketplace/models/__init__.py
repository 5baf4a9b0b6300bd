"""Rows of the marketplace integration, one module a noun."""

from marketplace.models.calls import Activity, ActivityQuerySet, KeyBudget, ListingWrite
from marketplace.models.configuration import Configuration, GlobalSettings
from marketplace.models.listings import ListingChange, RemoteAccount, SyncPass
from marketplace.models.markets import MarketAlias
from marketplace.models.purchases import Purchase
from marketplace.models.templates import GameTemplate
from marketplace.models.training import TrainingMode
