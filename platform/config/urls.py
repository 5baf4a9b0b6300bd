"""Every path: health, the pages of each app, the API of its own file, Django admin."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from analytics import pages as analytics
from bulk import pages as bulk
from bulk.games import GAMES
from earnings import pages as earnings
from infra import media
from loyalty import pages as loyalty
from marketplace import pages as marketplace
from shell import pages as shell
from tasks import pages as tasks

OF_ITS_NAME = (
    *(shell.healthz, shell.readyz, shell.metrics, shell.admin_panel, shell.game_selection, shell.profile),
    *(analytics.employee_analytics, bulk.upload, bulk.runs, loyalty.loyalty_points, loyalty.admin_loyalty_points),
    *(marketplace.integrations, marketplace.gameboost, marketplace.lztmarket, marketplace.gerenciar_apis),
    *(marketplace.settings, tasks.tasks),
)

urlpatterns: list[URLPattern | URLResolver] = [
    *(path(page.__name__.replace("_", "-"), page) for page in OF_ITS_NAME),
    path("", shell.dashboard),
    path("dashboard", RedirectView.as_view(url="/")),
    path("novidades", shell.changelog),
    path("saude", shell.health),
    path("privacidade", shell.privacy),
    *(path(game.page, bulk.creator, {"slug": game.slug}) for game in GAMES.values()),
    *(path(old, RedirectView.as_view(url=f"/{game.page}")) for game in GAMES.values() for old in game.old_page_paths),
    path("criar/<slug:slug>", bulk.other_creator),
    path("contas", bulk.accounts),
    path("pedidos", bulk.orders),
    path("resultados", bulk.results),
    path("runs/<int:run_id>", bulk.run),
    path("ganhos", earnings.earnings),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("media/<path:name>", media.serve),
]

handler400 = "core.handlers.bad_request"
handler403 = "core.handlers.permission_denied"
handler404 = "core.handlers.page_not_found"
handler500 = "core.handlers.server_error"
