from django.http import HttpRequest, HttpResponse

from core.actor import actor
from core.events import publish
from core.pages import island_page, list_path, page
from core.serializers import PersonOutput
from earnings.queries import person

GROUPS = 20
RECEIPTS = 5
PEOPLE = 100


@page()
def earnings(request: HttpRequest) -> HttpResponse:
    """One's own earnings; for admins whom to pay, or the earnings of the `?pessoa=` they look at."""
    me, chosen = actor(request), request.GET.get("pessoa", "")
    island, shown = "earnings", me
    if me.is_admin and not chosen:
        island = "payday"
        due = f"/api/earnings/balances?limit={PEOPLE}&offset=0&due=true&sort=-pending"
        queries = ["/api/earnings/totals", due]
    else:
        # A number that is too long, or none, is nobody's.
        if me.is_admin:
            shown = person(int(chosen) if chosen.isdecimal() and len(chosen) < 10 else 0)
        path = f"/api/earnings/{shown.id}"
        groups = list_path(request, f"{path}/groups", limit=GROUPS, filters=("status", "start", "end"))
        queries = [f"{path}/pending?limit=1", f"{path}/paid", groups, f"{path}/payouts?limit={RECEIPTS}&offset=0"]
    return island_page(
        request,
        "earnings/earnings.html",
        island=island,
        title="Ganhos",
        queries=["/api/payment-schedule", *queries],
        context={"looked_at": shown if shown != me else None},
        production=next(iter(publish("production_wanted", shown.id)), None) if island == "earnings" else None,
        person=PersonOutput(shown).data,
    )
