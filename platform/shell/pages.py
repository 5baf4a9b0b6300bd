"""Pages that no single domain owns."""

from django.http import HttpRequest, HttpResponse

from core.health import ready
from core.pages import island_page, page


def healthz(request: HttpRequest) -> HttpResponse:
    """'process up' (decisions §1): touches nothing."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """'database, migrations, worker heartbeat … no log-in, no detail leaked' (decisions §1)."""
    if ready():
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("unavailable", content_type="text/plain", status=503)


@page()
def dashboard(request: HttpRequest) -> HttpResponse:
    return island_page(request, "dashboard", title="Dashboard", template="shell/page.html")
