"""Every path: pages by app, the API in one file, health, Django admin."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from infra import media

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("shell.urls")),
    path("", include("analytics.urls")),
    path("", include("bulk.urls")),
    path("", include("loyalty.urls")),
    path("", include("marketplace.urls")),
    path("", include("tasks.urls")),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("media/<path:name>", media.serve),
]

handler400 = "core.handlers.bad_request"
handler403 = "core.handlers.permission_denied"
handler404 = "core.handlers.page_not_found"
handler500 = "core.handlers.server_error"
