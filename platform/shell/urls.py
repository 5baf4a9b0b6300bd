"""Pages made of several domains, and health."""

from django.urls import path

from shell import pages

urlpatterns = [
    path("healthz", pages.healthz),
    path("readyz", pages.readyz),
    path("", pages.dashboard, name="dashboard"),
]
