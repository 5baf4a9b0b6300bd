"""The whole API surface. Paths are the documents', without a trailing slash (decisions §5)."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from earnings.api import AutomaticEarningApi, EarningApi, PaymentScheduleApi
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
    # Earnings: what is owed and paid, the payment date, the automatic earning
    path("earnings", EarningApi.as_view({"post": "add"})),
    path("earnings/all", EarningApi.as_view({"get": "everyone"})),
    path("earnings/transfer", EarningApi.as_view({"post": "transfer"})),
    path("earnings/payouts.csv", EarningApi.as_view({"get": "payouts_csv"})),
    path("earnings/<int:user_id>", EarningApi.as_view({"get": "of_person"})),
    path("earnings/<int:user_id>/pending", EarningApi.as_view({"get": "pending"})),
    path("earnings/<int:user_id>/paid", EarningApi.as_view({"get": "paid"})),
    path("earnings/<int:user_id>/statement.csv", EarningApi.as_view({"get": "statement_csv"})),
    path("earnings/<int:user_id>/statement.pdf", EarningApi.as_view({"get": "statement_pdf"})),
    path("earnings/<int:earning_id>/why", EarningApi.as_view({"get": "why"})),
    path("payment-schedule", PaymentScheduleApi.as_view({"get": "retrieve", "post": "create"})),
    path("payment-schedule/<int:schedule_id>", PaymentScheduleApi.as_view({"patch": "partial_update"})),
    path("settings/automatic-earning", AutomaticEarningApi.as_view({"get": "retrieve", "put": "update"})),
]
