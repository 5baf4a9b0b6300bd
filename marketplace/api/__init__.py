"""The HTTP surface of the marketplace integration; routes are in config/api_urls.py."""

from marketplace.api.activities import ActivityApi, ListingChangeApi, TemplateApi
from marketplace.api.configurations import ConfigurationApi, GlobalSettingsApi, TrainingApi
from marketplace.api.proxy import GameBoostProxyApi, LztProxyApi, PurchaseApi
