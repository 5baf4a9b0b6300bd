"""Pages of bulk creation."""

from django.urls import path

from bulk import pages

urlpatterns = [
    path("fortnite-bulk", pages.fortnite_bulk, name="fortnite-bulk"),
    path("valorant-bulk", pages.valorant_bulk, name="valorant-bulk"),
    path("roblox-bulk", pages.roblox_bulk, name="roblox-bulk"),
    path("war-thunder-bulk", pages.war_thunder_bulk, name="war-thunder-bulk"),
    path("upload", pages.upload, name="upload"),
    path("runs", pages.runs, name="runs"),
    path("runs/<int:run_id>", pages.run, name="run"),
]
