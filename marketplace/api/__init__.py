"""The HTTP surface of the marketplace integration; routes are in config/api_urls.py."""

from marketplace.api.activities import ActivityApi
from marketplace.api.configurations import ConfigurationApi
from marketplace.api.listings import ListingChangeApi
from marketplace.api.lzt import LztProxyApi, PurchaseApi
from marketplace.api.proxy import GameBoostProxyApi
from marketplace.api.settings import GlobalSettingsApi
from marketplace.api.templates import TemplateApi
from marketplace.api.training import TrainingApi
