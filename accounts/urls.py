"""Pages of people."""

from django.urls import path

from accounts import pages

urlpatterns = [
    path("profile", pages.profile, name="profile"),
]
