"""The HTTP surface of the marketplace integration; routes are in config/api_urls.py."""

from marketplace.api.integration import (
    ActivityApi,
    ConfigurationApi,
    GlobalSettingsApi,
    ListingChangeApi,
    TemplateApi,
    TrainingApi,
)
from marketplace.api.proxy import GameBoostProxyApi, LztProxyApi, PurchaseApi
