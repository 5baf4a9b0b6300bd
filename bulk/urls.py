"""Pages of bulk creation."""

from django.urls import path
from django.views.generic import RedirectView

from bulk import pages
from bulk.games import GAMES

urlpatterns = [
    *(path(game.page, pages.creator, {"slug": game.slug}, name=game.page) for game in GAMES.values()),
    *(path(old, RedirectView.as_view(url=f"/{game.page}")) for game in GAMES.values() for old in game.old_page_paths),
    path("upload", pages.upload, name="upload"),
    path("runs", pages.runs, name="runs"),
    path("runs/<int:run_id>", pages.run, name="run"),
]
