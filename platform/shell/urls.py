"""Pages made of several domains, and health."""

from django.urls import path

from shell import pages

urlpatterns = [
    path("healthz", pages.healthz),
    path("readyz", pages.readyz),
    path("metrics", pages.metrics),
    path("", pages.dashboard, name="dashboard"),
    path("admin-panel", pages.admin_panel, name="admin-panel"),
    path("dashboard", pages.to_dashboard),
    path("game-selection", pages.game_selection, name="game-selection"),
    path("novidades", pages.changelog, name="changelog"),
    path("profile", pages.profile, name="profile"),
    path("privacidade", pages.privacy, name="privacy"),
]
