"""Pages of the marketplace integration."""

from django.urls import path

from marketplace import pages

urlpatterns = [
    path("integrations", pages.integrations, name="integrations"),
    path("gameboost", pages.gameboost, name="gameboost"),
    path("lztmarket", pages.lztmarket, name="lztmarket"),
    path("gerenciar-apis", pages.gerenciar_apis, name="gerenciar-apis"),
    path("settings", pages.settings, name="settings"),
]
