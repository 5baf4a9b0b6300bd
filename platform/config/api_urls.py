"""The whole API surface. Paths are the documents', without a trailing slash (decisions §5)."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from marketplace.api import ActivityApi, ConfigurationApi, GameBoostProxyApi, GlobalSettingsApi

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    # Marketplace: configurations, activities, global settings
    path("configs/<str:service>", ConfigurationApi.as_view({"get": "retrieve", "post": "save"})),
    path("configs/<str:service>/reset", ConfigurationApi.as_view({"post": "reset"})),
    path("configs/<str:service>/test", ConfigurationApi.as_view({"post": "test"})),
    path("activities", ActivityApi.as_view({"get": "list", "post": "create"})),
    path("activities/figures", ActivityApi.as_view({"get": "figures"})),
    path("settings", GlobalSettingsApi.as_view({"get": "retrieve", "post": "save"})),
    # Marketplace: proxy calls. The fixed paths stand before those with an id.
    path("proxy/gameboost/accounts", GameBoostProxyApi.as_view({"post": "accounts"})),
    path("proxy/gameboost/accounts/template/<str:game>", GameBoostProxyApi.as_view({"post": "template"})),
    path("proxy/gameboost/accounts/by-login/<path:login>", GameBoostProxyApi.as_view({"post": "by_login"})),
    path("proxy/gameboost/accounts/status/bulk", GameBoostProxyApi.as_view({"post": "statuses"})),
    path("proxy/gameboost/accounts/<str:remote_id>", GameBoostProxyApi.as_view({"post": "account"})),
    path("proxy/gameboost/accounts/<str:remote_id>/status", GameBoostProxyApi.as_view({"post": "status"})),
    path("proxy/gameboost/games", GameBoostProxyApi.as_view({"post": "games"})),
    path("proxy/gameboost/games/<str:game_id>", GameBoostProxyApi.as_view({"post": "game"})),
    path("proxy/gameboost/orders", GameBoostProxyApi.as_view({"post": "orders"})),
]
