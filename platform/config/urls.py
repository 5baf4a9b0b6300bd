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

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", shell.healthz),
    path("readyz", shell.readyz),
    path("metrics", shell.metrics),
    path("", shell.dashboard, name="dashboard"),
    path("admin-panel", shell.admin_panel, name="admin-panel"),
    path("dashboard", RedirectView.as_view(url="/")),
    path("game-selection", shell.game_selection, name="game-selection"),
    path("novidades", shell.changelog, name="changelog"),
    path("saude", shell.health, name="health"),
    path("profile", shell.profile, name="profile"),
    path("privacidade", shell.privacy, name="privacy"),
    path("employee-analytics", analytics.employee_analytics, name="employee-analytics"),
    *(path(game.page, bulk.creator, {"slug": game.slug}, name=game.page) for game in GAMES.values()),
    *(path(old, RedirectView.as_view(url=f"/{game.page}")) for game in GAMES.values() for old in game.old_page_paths),
    path("criar/<slug:slug>", bulk.other_creator, name="criar"),
    path("upload", bulk.upload, name="upload"),
    path("runs", bulk.runs, name="runs"),
    path("contas", bulk.accounts, name="contas"),
    path("pedidos", bulk.orders, name="pedidos"),
    path("resultados", bulk.results, name="resultados"),
    path("runs/<int:run_id>", bulk.run, name="run"),
    path("loyalty-points", loyalty.loyalty_points, name="loyalty-points"),
    path("admin-loyalty-points", loyalty.admin_loyalty_points, name="admin-loyalty-points"),
    path("integrations", marketplace.integrations, name="integrations"),
    path("gameboost", marketplace.gameboost, name="gameboost"),
    path("lztmarket", marketplace.lztmarket, name="lztmarket"),
    path("gerenciar-apis", marketplace.gerenciar_apis, name="gerenciar-apis"),
    path("settings", marketplace.settings, name="settings"),
    path("tasks", tasks.tasks, name="tasks"),
    path("ganhos", earnings.earnings, name="earnings"),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("media/<path:name>", media.serve),
]

handler400 = "core.handlers.bad_request"
handler403 = "core.handlers.permission_denied"
handler404 = "core.handlers.page_not_found"
handler500 = "core.handlers.server_error"
